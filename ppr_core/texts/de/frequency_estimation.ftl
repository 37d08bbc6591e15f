### Häufigkeiten schätzen: Personen melden Kategorien in wenigen verrauschten Bits, und ein Server schätzt, wie häufig jede ist.

question = Wie wenige Bits reichen, um die Häufigkeit jeder Kategorie zu schätzen?

bits = { $one ->
    [yes] 1 Bit
    *[no] { $bits } Bits
 }
people = { $number } Personen
categories = { $number } Kategorien

## Die Überschrift. $kind: wie die Meldung im Vergleich zu RAPPOR abschneidet.

finding = { $kind ->
    [weak] Ein schwacher Generator verdirbt { $scheme }: Häufigkeiten weichen typischerweise um { $error } statt { $expected } ab.
    [raw] Mit { $scheme } sendet jede Person { $bits }; Häufigkeiten weichen typischerweise um { $error } der Personen ab.
    [long] { $scheme } sendet { $bits } je Person, nicht weniger als RAPPOR mit { $raw }; Häufigkeiten weichen typischerweise um
        { $error } der Personen ab.
    [little] { $scheme } spart wenig: { $bits } je Person statt { $raw } bei RAPPOR; Häufigkeiten weichen typischerweise um { $error } der
        Personen ab.
    *[short] { $scheme } sendet { $bits } je Person statt { $raw } bei RAPPOR; seine Häufigkeiten weichen typischerweise um { $error } der Personen ab.
 }

## Hinweise: was der Fehler bedeutet, was andere Verfahren zahlen, was paarweise Unabhängigkeit kostet; danach, was im Reiter steht.

resolution = Nur Kategorien über { $margin } der Personen heben sich von null ab; die durchschnittliche hat { $average }.
resolution-more = Kleinere Kategorien gehen im Rauschen unter. Die Schwelle ist das 1.96-Fache des typischen Fehlers von { $expected }
    (berechnet). Ab { $users } Personen hebt sich eine Kategorie mit 1 % von null ab, denn der Fehler schrumpft wie 1/√n.

change = { $same ->
    [yes] bei gleichem berechnetem Fehler
    *[no] bei { $error } statt { $other } berechnetem Fehler
 }
shortest = { $scheme } sendet nur { $bits } je Person; der typische Fehler ist { $error }, der von { $own } { $other } (beide berechnet).

held = { $who ->
    [decoder] Bei jedem Verfahren erfährt der Server aus einer Meldung höchstens ε = { $epsilon }.
    *[database] Ein Leser der Ausgabe erfährt bei jedem Verfahren höchstens ε = { $epsilon }; der Server sieht auch die gemeinsame Liste und
        kann mehr erfahren.
 }
held-more = { $who ->
    [decoder] Mit einer gemeinsamen Liste braucht das ein kleineres ε für die Meldung selbst: { $value } bei { $scheme }.
    *[database] Am meisten kann der Server bei { $scheme } erfahren: ε = { $value }. Die Einstellung „{ $control }“ kann auch den Server auf ε
        begrenzen.
 }
held-direct = Jede Person verrauscht ihre Meldung, bevor sie sie sendet; selbst der Server erfährt daraus also höchstens
    ε = { $epsilon }. { $notion ->
    [deletion] Keine Meldung ist mit einer Kategorie mehr als e^ε-mal so wahrscheinlich wie ohne.
    *[replacement] Keine Meldung ist bei einer Kategorie mehr als e^ε-mal so wahrscheinlich wie bei einer anderen.
 }

together = { $kind ->
    [large] Die Ja-oder-Nein-Antworten einer Nachricht hängen voneinander ab; die Schätzungen steigen und fallen darum gemeinsam.
    *[small] Die Ja-oder-Nein-Antworten einer Nachricht hängen voneinander ab; Häufigkeiten werden so gut geschätzt wie aus unabhängigen Antworten.
 }
together-more = Wenige Zahlen stehen für alle { $size } Antworten. Je zwei Antworten einer Nachricht sind unabhängig (paarweise
    Unabhängigkeit), alle zusammen nicht. { $kind ->
    [large] Summen über viele Kategorien schwanken darum stärker von Lauf zu Lauf, als gäbe es { $independent } statt { $size } Kategorien.
    *[small] Summen über viele Kategorien schwanken darum etwas stärker von Lauf zu Lauf.
 }

forms = Eine Nachricht von PI-RAPPOR besteht aus wenigen Zahlen unter einer Primzahl; der Server berechnet daraus Ja oder Nein zu jeder
    Kategorie. Ihre vier Formen (Schalter „All schemes“) haben andere Primzahlen und senden verschieden viele Zahlen.
forms-choice = Die einfache Form sendet zwei Zahlen; darum kann man eine Nachricht von Hand verfolgen. { $kind ->
    [shorter] { $scheme } ist um { $saved } kürzer, { $change }.
    *[none] Keine Form ist hier kürzer als die einfache.
 }

rounding = Diese Form von PI-RAPPOR muss ihre Wahrscheinlichkeit für Ja auf Anteile der Primzahl { $prime } runden und nutzt darum nur ε = { $used } von { $epsilon }.

accounted = Der Server von PPR (Poisson private representation) erfährt höchstens ε = { $epsilon } mit δ = { $delta }, nach numerischer
    Buchführung. Ohne ein δ garantiert Satz 7 { $theorem }: das 2α = { $factor }-Fache des ε der Meldung. PPR wählt aus einer
    gemeinsamen Liste, und der Server kennt die Liste.
rejection = Pseudorandom rejection sendet einen Startwert von 128 Bits, den der Server zu einer Meldung streckt. Der Sender probiert höchstens
    { $tries } Startwerte ({ $gamma }).
rejection-missed = In bis zu { $share } der Meldungen wird kein Startwert angenommen; eine solche Meldung sagt nichts, und die Schätzungen werden zu gleich.
rejection-holds = Sein ε gilt, solange niemand die Ausgaben des Generators von zufälligen unterscheiden kann.
rejection-weak = Der Generator ist absichtlich schwach: Nur { $covered } von { $size } Intervallen mit { $scheme } enthalten die Wahrheit. Gleich
    welcher Generator, der Server erfährt höchstens ε = { $epsilon } (Lemma 3.6).

notion = Hier vergleicht ε eine Kategorie mit einer Meldung, die ohne Kategorie entstand (Löschung). Zwischen zwei Kategorien kann
    der Verlust bis zu doppelt so groß sein. Einige Verfahren vergleichen auch hier zwei Kategorien: { $schemes }.

measured-where = Die Zeiten wurden auf diesem Server ({ $machine }) am { $moment } gemessen und schwanken von Lauf zu Lauf.

## Kacheln.

tile-error = Typischer Fehler einer Häufigkeit (quadratisches Mittel)
tile-bits = Bits, die eine Person sendet
tile-bits-coded = Bits, die eine Person sendet, Elias delta
tile-raw = Bits, die eine Person mit RAPPOR sendet
tile-accounted = ε des Servers mit δ = { $delta }
tile-epsilon = { $rounded ->
    [yes] ε des Servers nach dem Runden
    *[no] ε des Servers
 }, { $notion ->
    [deletion] für eine Kategorie gegenüber keiner
    *[replacement] für zwei beliebige Kategorien
 }
tile-own = ε eines Lesers der Ausgabe
tile-top = Von den { $top } häufigsten Kategorien gefunden
tile-expected = Typischer Fehler nach der Formel
tile-largest = Größter Fehler einer Häufigkeit
tile-covered = { $level }-Intervalle, die die Wahrheit enthalten

## Das Bild.

chart-title = Häufigkeiten der { $shown ->
    [all] { $size } Kategorien
    *[some] { $number } häufigsten von { $size } Kategorien
 }{ $beside ->
    [yes] , und Bits und Fehler jedes Verfahrens
    *[no] { "" }
 }
chart-note = { $beside ->
        [yes] Links: Balken sind 95-%-Intervalle
        *[no] Balken sind 95-%-Intervalle
    }; Rauschen kann eine Schätzung unter null drücken.
chart-right = Rechts: Der Ring ist das gewählte Verfahren, in Klammern stehen seine Bits.
chart-readers = Leser erfahren aus einer Meldung höchstens ε = { $epsilon }, der Server vielleicht mehr.
axis-frequency = Häufigkeit
axis-category = Kategorie
axis-ranked = Kategorie, die häufigste zuerst
axis-bits = Bits, die eine Person sendet
axis-error = Typischer Fehler einer Häufigkeit
axis-true = Wahre Häufigkeit
axis-estimated = Geschätzte Häufigkeit
unit-users = % der Personen
legend-estimated = vom Server geschätzt
legend-true = wahre Häufigkeit
legend-margin = unter { $margin }: hebt sich nicht von null ab
point = { $scheme } ({ $bits })
point-decoder = { $scheme } ({ $bits }; ε { $epsilon })

## Eine Meldung auf ihrem Weg. Sterne machen Text fett.

report-title = Eine Meldung auf ihrem Weg
report-category = Meine Kategorie ist Nummer **{ $category }** von { $size }.
report-numbers = Ich ziehe zwei Zahlen unter { $prime }, bevorzugt für meine Kategorie, und sende sie: **{ $first } und { $slope }**, { $bits } Bits.
report-values = Für jede Kategorie j teilt der Server { $first } + j · { $slope } durch { $prime }. Der Rest für meine, j = { $category }, ist **{ $rest }**.
report-votes = Ein Rest unter { $ones } zählt als Ja. Hier erhalten { $votes } von { $size } Kategorien ein Ja, { $own ->
    [yes] darunter meine.
    *[no] diesmal nicht meine.
 }
report-sum = Meine Kategorie bekommt mit { $own-share } Wahrscheinlichkeit ein Ja, jede andere mit { $other }; was über { $other } liegt, zeigt die Personen einer Kategorie.

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
along-note = Jeder Punkt ist ein Lauf. Sein Fehlerbalken ist ein Standardfehler. Wo ein Lauf mit allen Personen lange dauert, meldet ein Teil von ihnen, und der Fehler wird auf alle umgerechnet.
along-title = Wie der typische Fehler mit wachsendem ε sinkt
along-axis = ε, { $notion ->
    [deletion] Löschung
    *[replacement] Ersetzung
 }
along-closed = { $scheme }, geschlossene Form
along-simulated = { $scheme }, simuliert
along-caption = Von ε = { $first } bis { $last } sinkt der Fehler von { $scheme } von { $high } auf { $low }. { $kind ->
    [agree] Die Fehler von { $runs } simulierten Läufen stimmen mit der Formel überein, innerhalb von { $off } Standardfehlern.
    *[off] Nicht alle { $runs } simulierten Läufe stimmen mit der Formel überein.
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
table-note = Fehler in % der Personen; ± ist ein Standardfehler. Wo das ε des Servers ein δ hat, ist die zweite Zahl das ε ohne δ. { $where }
head-scheme = Verfahren
head-bits = Bits
head-error = Typischer Fehler
head-expected = Berechnet
head-largest = Größter Fehler
head-top = Top gefunden
head-client = Zeit des Geräts einer Person
head-server = Zeit des Servers
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
