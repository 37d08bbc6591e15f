### Häufigkeiten schätzen: Personen melden Kategorien in wenigen verrauschten Bits, und ein Server schätzt, wie häufig jede ist.

question = Wie wenige Bits reichen, um die Häufigkeit jeder Kategorie zu schätzen?

bits = { $one ->
    [yes] 1 Bit
    *[no] { $bits } Bits
 }

## Die Überschrift. $kind: wie die Meldung im Vergleich zu RAPPOR abschneidet.

finding = { $kind ->
    [weak] Ein absichtlich schwacher Generator verdirbt { $scheme }: Häufigkeiten weichen typischerweise um { $error } statt
        { $expected } ab.
    [raw] Mit { $scheme } braucht eine Meldung { $bits }; Häufigkeiten weichen typischerweise um { $error } der Personen ab.
    [long] Mit { $scheme } braucht eine Meldung { $bits }, nicht weniger als RAPPOR mit { $raw }; Häufigkeiten weichen
        typischerweise um { $error } ab.
    [little] { $scheme } spart wenig: { $bits } je Person statt { $raw } bei RAPPOR; Häufigkeiten weichen typischerweise um { $error } der
        Personen ab.
    [beside] { $scheme } sendet { $bits } je Person, und Häufigkeiten liegen typisch um { $error } der Personen daneben; RAPPOR sendet { $raw }, { $least } { $fewest }.
    *[short] { $scheme } sendet { $bits } je Person statt { $raw } bei RAPPOR; seine Häufigkeiten weichen typischerweise um { $error } der Personen ab.
 }

## Hinweise: was der Fehler bedeutet, was andere Verfahren zahlen, was paarweise Unabhängigkeit kostet; danach, was im Reiter steht.

resolution = Nur Kategorien, die mehr als { $margin } der Personen haben, heben sich von null ab; die durchschnittliche hat { $average }.
resolution-more = Diese Schwelle ist das 1.96-Fache des typischen Fehlers (RMS, Wurzel aus dem mittleren quadratischen Fehler;
    { $expected } nach der geschlossenen Form). Sie schrumpft wie 1/√n: Eine Kategorie mit 1 % hebt sich erst bei etwa { $users } Personen ab.

change = { $same ->
    [yes] bei gleichem Fehler
    *[no] bei { $error } statt { $other } berechnetem Fehler
 }
rival = { $kind ->
    [equal] { $longer } sendet ebenso viele Bits wie { $shorter }, { $change }.
    *[more] { $longer } sendet { $factor }-mal so viele Bits wie { $shorter }, { $change }.
 }
shortest = Das kürzeste, { $scheme } ({ $bits }), hat einen Fehler von { $error }, { $own } { $other } (beide berechnet).
rival-more = Diese Fehler sind berechnet. Die gemessenen Fehler sind { $own } mit { $scheme } und { $raw } mit RAPPOR. { $near ->
        [yes] Ein Lauf kann einen so kleinen Unterschied nicht zeigen.
        *[no] Ein Lauf dieser Größe kann den Unterschied zeigen.
    }

held = { $who ->
    [decoder] Bei jedem Verfahren erfährt der Decodierer, der Server mit Startwert und Nachricht, höchstens ε = { $epsilon }.
    *[database] Ein Leser der decodierten Meldungen erfährt bei jedem Verfahren höchstens ε = { $epsilon }; der Decodierer, der Server mit
        Startwert und Nachricht, kann mehr erfahren.
 }
held-more = { $who ->
    [decoder] Meldungen, die unverändert gesendet werden, haben selbst dieses ε. Komprimierte Mechanismen brauchen dafür ein kleineres,
        bis hinab zu { $value } mit { $scheme }.
    *[database] Am meisten kann er bei { $scheme } erfahren, ε = { $value }. Die Einstellung „{ $control }“ kann auch den Decodierer auf ε
        begrenzen.
 } Die übrigen stehen im Reiter „{ table-tab }“.
held-direct = Jede Person verrauscht ihre Meldung, bevor sie sie sendet; selbst der Server erfährt daraus also höchstens
    ε = { $epsilon }. { $notion ->
    [deletion] Keine Meldung ist mit einer Kategorie mehr als e^ε-mal so wahrscheinlich wie ohne.
    *[replacement] Keine Meldung ist bei einer Kategorie mehr als e^ε-mal so wahrscheinlich wie bei einer anderen.
 }

together = { $kind ->
    [large] Die Ja-oder-Nein-Stimmen einer Nachricht hängen voneinander ab; die Schätzungen steigen und fallen darum gemeinsam.
    *[small] Die Ja-oder-Nein-Stimmen einer Nachricht hängen voneinander ab, doch jede Häufigkeit wird ebenso gut geschätzt.
 } Wenige Zahlen stehen für alle { $size } Stimmen, also stimmt eine von { $prime } Nachrichten { $coordinates ->
    [one] für alle Kategorien oder für keine (zweite Zahl 0)
    *[more] auf ganzen Geraden von Kategorien einheitlich ab
 }.
together-more = Das kostet die paarweise Unabhängigkeit: Je zwei Stimmen einer Nachricht sind unabhängig, alle zusammen nicht.
    Nur Summen über viele Kategorien schwanken stärker von Lauf zu Lauf, als gäbe es { $independent } statt { $size } unabhängige Kategorien.

forms = Eine Nachricht von PI-RAPPOR besteht aus t + 1 Zufallszahlen modulo einer Primzahl p, mit pᵗ > k; RAPPOR sendet alle k Stimmen.
    In der einfachen Form sind es φ₀ und φ₁: Kategorie j erhält eine Stimme, wenn φ₀ + j φ₁ mod p unter α₀p liegt. Vier Formen
    unterscheiden sich in p und t.
forms-each = Die einfache Form hat t = 1 ({ $plain }). Die verallgemeinerte hat ein beliebiges t und bis zu 15 % mehr Varianz, für
    einen schnellen Server ({ $generalised }). Die Form „all of ε“ nutzt auch das ε, das beim Runden verloren ginge ({ $full }). „Within 1 %“ ist die kürzeste Form,
    deren Varianz höchstens 1 % über der von RAPPOR liegt ({ $shortest }).
form = { $numbers } Zahlen mod { $prime }, { $bits } Bits
forms-choice = Vorgabe ist die einfache Form, weil sich ihre Gerade zeichnen lässt. { $kind ->
    [shorter] Sie ist nicht die kürzeste: { $scheme } spart { $saved }, { $change }.
    *[none] Keine andere Form ist hier kürzer.
 }

rounding = Die Schwelle, unter der eine Gerade eine Stimme gibt, muss eine ganze Zahl sein, { $ones } von p = { $prime }. { $kind ->
    [full] Die Wahrscheinlichkeit der eigenen Stimme ist dann die größte, die ε = { $epsilon } erlaubt.
    *[lower] Sie wird aufgerundet; deshalb wird nur ε = { $used } von { $epsilon } genutzt, und die Varianz liegt { $loss } über der von
        RAPPOR.
 }

accounted = Der Decodierer von PPR erfährt höchstens ε = { $epsilon }, nach numerischer Buchführung mit δ = { $delta }. Satz 7 garantiert
    { $theorem } ohne ein δ. Das ist 2α = { $factor } mal das ε der decodierten Meldung: Eine andere Kategorie ändert das Gewicht jedes
    Kandidaten und die Summe der Gewichte.
rejection = Pseudorandom rejection sendet einen ganzen Startwert von 128 Bits. Der Sender probiert höchstens { $tries } Startwerte
    ({ $gamma }).
rejection-missed = In bis zu { $share } der Meldungen wird kein Startwert angenommen, und die Meldung sagt nichts. Die geschlossene Form
    lässt das weg; es zieht alle Schätzungen aufeinander zu.
rejection-holds = Sein ε gilt, solange niemand die Ausgaben des Generators von zufälligen unterscheiden kann.
rejection-weak = Der Generator ist absichtlich schwach; die geschlossenen Formen gelten also nicht: Nur { $covered } von { $size }
    Intervallen mit { $scheme } enthalten die Wahrheit. Gleich welcher Generator, der Decodierer erfährt höchstens ε = { $epsilon }
    (Lemma 3.6).

notion = { $notion ->
    [deletion] Hier vergleicht ε eine Kategorie mit einer Meldung, die ohne Kategorie entstand (Löschung). Zwischen zwei Kategorien kann
        der Verlust bis zu doppelt so groß sein. Für { $schemes } gibt es diese Form hier nicht: Ihr ε vergleicht zwei Kategorien.
    *[replacement] Jedes ε vergleicht hier zwei Kategorien einer Person (Ersetzung).
 }

sampled = Entlang ε sendet nur ein Teil der { $users } Personen, wo alle zu lange brauchten: { $parts }. Ihre Fehler, mal √(n′/n), sind die
    aller Personen, denn Fehler ohne Verzerrung schrumpfen wie 1/√n.
sampled-part = { $users } bei ε = { $epsilon }
sampled-none = Entlang ε wird bei { $places } nichts gerechnet. Alle { $users } Personen brauchten zu lange, und die Fehler eines schwachen
    Generators schrumpfen nicht mit mehr Personen; ein Teil von ihnen sagt also nichts.

clock = Ein Client braucht { $client } für eine Meldung, und der Server { $server } für alle. { $where } Die Dateien enthalten keine Zeiten.
measured-where = Die Zeiten wurden auf diesem Server ({ $machine }) am { $moment } gemessen und schwanken von Lauf zu Lauf.

## Kacheln.

tile-error = Typischer Fehler einer Häufigkeit (quadratisches Mittel)
tile-bits = Bits, die eine Person sendet
tile-bits-coded = Bits, die eine Person sendet, Elias delta
tile-raw = Bits, wenn jede Stimme gesendet würde (RAPPOR)
tile-accounted = ε gegenüber dem Decodierer mit δ = { $delta }
tile-epsilon = { $rounded ->
    [yes] ε des Servers nach dem Runden
    *[no] ε des Servers
 }, { $notion ->
    [deletion] für eine Kategorie gegenüber keiner
    *[replacement] für zwei beliebige Kategorien
 }
tile-own = ε des Mechanismus dafür
tile-top = Gefunden von den { $top } häufigsten
tile-expected = Fehler nach der geschlossenen Form
tile-largest = Größter Fehler einer Häufigkeit
tile-sum = Summe der Fehler
tile-length = Länge des Fehlervektors
tile-covered = { $level }-Intervalle, die die Wahrheit enthalten
tile-client = Zeit eines Clients hier, je Meldung
tile-server = Zeit des Servers hier
tile-prime = Primzahl p des Körpers
tile-ones = Schwelle α₀p
tile-coordinates = Koordinaten t
tile-loss = Varianz über der von RAPPOR

## Das Bild.

chart-title = Häufigkeiten der { $shown ->
    [all] { $size } Kategorien
    *[some] { $number } häufigsten von { $size } Kategorien
 }{ $beside ->
    [yes] , und Bits und Fehler jedes Verfahrens
    *[no] { "" }
 }
chart-note = { $beside ->
        [yes] Links: 95-%-Intervalle
        *[no] Balken: 95-%-Intervalle
    } aus { $users } Personen; Rauschen kann eine Schätzung unter null drücken{ $beside ->
        [yes] . Rechts: Bits in Klammern; links unten ist am besten; Ring: das gewählte Verfahren; PI: Formen von PI-RAPPOR
        *[no] { "" }
    }{ $who ->
        [decoder] .
        *[database] . Leser erfahren aus einer Meldung höchstens ε = { $epsilon }, der Server (Decodierer) vielleicht mehr.
    }
axis-frequency = Häufigkeit
axis-category = Kategorie
axis-ranked = Kategorie, die häufigste zuerst
axis-bits = Bits, die eine Person sendet
axis-error = Typischer Fehler einer Häufigkeit
axis-true = Wahre Häufigkeit
axis-estimated = Geschätzte Häufigkeit
unit-users = % der Personen
legend-estimated = geschätzt
legend-true = wahr
legend-margin = ab { $margin } ist eine Kategorie von null zu unterscheiden
point = { $scheme } ({ $bits })
point-decoder = { $scheme } ({ $bits }; ε { $epsilon })

## Eine Meldung auf ihrem Weg. Sterne machen Text fett.

report-title = Eine Meldung auf ihrem Weg
report-category = Meine Kategorie ist Nummer **{ $category }** von { $size }.
report-numbers = Ich sende die zwei Zahlen, beide unter der Primzahl { $prime }: **{ $first } und { $slope }**, { $bits } Bits.
report-values = Der Server berechnet { $first } + j · { $slope } für jede Kategorie j und teilt durch { $prime }; der Rest für meine, j = { $category }, ist **{ $rest }**.
report-votes = Ein Rest unter { $ones } ({ $share } von { $prime }) zählt als Ja: hier bei { $votes } von { $size } Kategorien, { $own ->
    [yes] darunter meine.
    *[no] diesmal nicht meine.
 }
report-sum = Ich ziehe zwei Zahlen. Die Schritte 4 und 5 machen daraus Ja oder Nein zu jeder Kategorie: Ja zu meiner in {
    $own-share }, zu jeder anderen in { $other }; so kann der Server zählen.

## Eine Nachricht von PI-RAPPOR.

message-tab = Eine PI-RAPPOR-Nachricht
message-note = Eine Nachricht ist eine Gerade von Zahlen mod p. Sie stimmt für jede Kategorie, bei der die Gerade unter α₀p liegt. Die
    eigene Kategorie des Senders erhält eine Stimme mit Wahrscheinlichkeit α₁, jede andere mit α₀. Über alle Geraden sind je zwei
    Stimmen unabhängig. Gezeichnet ist die einfache Form; „More settings“ bestimmt die Kategorie des Senders.
message-title = Eine Nachricht: (φ₀, φ₁) = { $coefficients }, Zahlen mod p = { $prime }, { $bits } Bits
message-title-part = Eine Nachricht: (φ₀, φ₁) = { $coefficients }, Zahlen mod p = { $prime }, { $bits } Bits; Kategorien { $first } bis
    { $last }
message-caption = Die beiden Zahlen { $coefficients } brauchen { $bits } Bits. Sie stimmen für { $votes } von { $size } Kategorien, { $own ->
    [yes] darunter die Kategorie { $sender } des Senders.
    *[no] aber nicht für die Kategorie { $sender } des Senders.
 } Andere Kategorien erhalten im Mittel { $expected } Stimmen.
axis-line = φ₀ + j φ₁ mod p
axis-place = Kategorie j
legend-line = die Gerade, mod p
legend-vote = Stimme
legend-no-vote = keine Stimme
legend-sender = die Kategorie { $sender } des Senders
legend-threshold = α₀p = { $ones }

## Entlang ε, die Spitze, alle Kategorien, alle Verfahren.

along-tab = Fehler bei jedem ε
along-note = Jeder Punkt ist ein Lauf. Sein Fehlerbalken ist ein Standardfehler.
along-title = Wie der typische Fehler mit wachsendem ε sinkt
along-axis = ε, { $notion ->
    [deletion] Löschung
    *[replacement] Ersetzung
 }
along-closed = { $scheme }, geschlossene Form
along-simulated = { $scheme }, simuliert
along-caption = Von ε = { $first } bis { $last } sinkt der Fehler von { $scheme } von { $high } auf { $low }. { $kind ->
    [agree] Die Fehler von { $runs } simulierten Läufen stimmen mit der Formel überein, innerhalb von { $off } Standardfehlern
    *[off] Nicht alle { $runs } simulierten Läufe stimmen mit der Formel überein
 }{ $part ->
    [yes] ; einige verwenden nur einen Teil der Personen.
    *[no] .
 }
along-waiting = Die Läufe entlang ε stehen noch aus.

top-tab = Die zehn häufigsten
top-note = Der Server ordnet die Kategorien nach ihren Schätzungen. Kleine Häufigkeiten gehen im Rauschen aller Personen unter.
top-title = Welche der wahren Top { $top } unter den gefundenen Top { $top } sind
top-caption = Von den wahren Top { $top } findet { $best } { $most }{ $kind ->
    [alike] , wie jedes andere Verfahren hier.
    [differ] {" "}und { $worst } { $least }.
    *[one] .
 }
top-tie = Andere Kategorien sind ebenso häufig wie die letzte von ihnen; diese Spitze ist also eine von vielen.
top-reading = Eine Marke bedeutet: gefunden. Eine Zahl ist der Platz, auf dem eine verfehlte Kategorie gelandet ist.

cloud-tab = Jede Kategorie
cloud-note = Die Schätzungen streuen um die dicke Kurve, auf der die Schätzung die Wahrheit ist. Sie ist gebogen, weil nur die
    waagrechte Achse logarithmisch ist. Eine erwartungstreue Schätzung einer kleinen Häufigkeit ist manchmal negativ.
cloud-title = Jede Kategorie: geschätzt gegen wahr
cloud-title-part = { $shown } der Kategorien, gleichmäßig ausgewählt: geschätzt gegen wahr
cloud-caption = { $covered } von { $size } Intervallen enthalten die wahre Häufigkeit, { $share }; erwartet sind { $level }.
cloud-legend = Schätzung = Wahrheit, 95-%-Band nach der geschlossenen Form
cloud-zero = Kategorien, die niemand hat, haben auf dieser Achse keinen Platz.

compared-tab = Rivalen: Fehler und Bits
compared-note = Weiter links: weniger Bits. Weiter unten: kleinerer Fehler. Nahe Punkte teilen sich einen Stapel von Namen, von
    links nach rechts.
compared-title = Fehler gegen Bits, alle Verfahren bei ε = { $epsilon }
compared-caption = Zählen nur die Bits, nehmen Sie { $short }: { $short-bits }, mit einem Fehler von { $short-error }. Zählt die
    Genauigkeit, nehmen Sie { $good }: { $good-bits }, die wenigsten bei einem Fehler höchstens 5 % über dem kleinsten, { $best-error }.

table-tab = Rivalen als Tabelle
table-note = Typische und größte Fehler in % der Personen; ± ist ein Standardfehler. Wo das ε gegenüber dem Decodierer ein δ hat, ist die zweite Zahl das ε ohne δ. { $where }
head-scheme = Verfahren
head-bits = Bits
head-error = Typischer Fehler
head-expected = Berechnet
head-largest = Größter Fehler
head-top = Top gefunden
head-client = Zeit, ein Client
head-server = Zeit, Server
head-own = Eigenes ε
head-decoder = ε des Servers
head-exact = Exakt
cell-top = { $found } von { $top }
cell-decoder = { $epsilon } mit δ = { $delta }; { $theorem }
cell-yes = ja
cell-almost = fast

## Formeln.

formula-estimate = Geschätzte Häufigkeit der Kategorie 1
formula-error = Typischer Fehler: Wurzel aus dem mittleren quadratischen Fehler über die Kategorien, als Anteil der Personen
formula-length = Bits einer Meldung
formula-used = Genutztes ε
symbol-votes = Stimmen für Kategorie 1, die häufigste, in allen Meldungen
symbol-users = Personen
symbol-size = Kategorien
symbol-own = { $signed ->
    [yes] Mittel einer Stimme mit Vorzeichen für die eigene Kategorie des Senders, beim ε des Mechanismus
    *[no] Wahrscheinlichkeit einer Stimme für die eigene Kategorie des Senders, beim ε des Mechanismus
 }
symbol-other = { $signed ->
    [yes] Mittel einer Stimme mit Vorzeichen für jede andere Kategorie
    *[no] Wahrscheinlichkeit einer Stimme für jede andere Kategorie
 }
symbol-coordinates = Koordinaten des Punkts einer Kategorie
symbol-element = Bits einer Zahl mod p
symbol-bits = Bits einer Meldung
symbol-sharing = Personen, deren Kategorie dieselben unteren Bits hat, im Mittel über die Kategorien
symbol-epsilon = das ε der Meldung (Ersetzung)
symbol-asked = erlaubtes ε
symbol-prime = Primzahl: die Größe des Körpers
symbol-ones = Werte, bei denen eine Gerade eine Stimme gibt: die unter α₀p
