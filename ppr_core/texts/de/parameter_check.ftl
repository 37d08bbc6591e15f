### Parameter prüfen: Sind diese Parameter sinnvoll, und was wäre besser?

question = Sind meine Parameter sinnvoll, und welche sollte ich verwenden?

and = { $first } und { $last }

## Das Urteil. $reason: der erste Satz der schlechtesten Prüfung.

verdict = { $remarks ->
    [0] { $best ->
        [yes] Eine gute Wahl
        *[no] Brauchbar, aber nicht das Beste
     }
    [one] Brauchbar, mit 1 Anmerkung
    *[other] Brauchbar, mit { $count } Anmerkungen
 }
finding = { $kind ->
    [broken] Diese Einstellungen verletzen eine Grenze. { $reason }
    [useless] Keine Grenze ist verletzt, aber das Ergebnis ist nutzlos: Mit { $people ->
        [one] 1 Person
        *[other] { $clients } Personen
    } ist das Rauschen das { $share }-Fache einer wahren Zahl.
    [shuffling] { $verdict }: Eine Person sendet { $bits } Bits an einen Mischer; der Fehler ist { $price }-mal so groß wie bei einem vertrauenswürdigen Server.
    [aggregation] { $verdict }: { $bits } Bits je Person für eine sichere Summe; der Fehler ist { $price }-mal so groß wie bei einem vertrauenswürdigen Server.
    [trusted] { $verdict }: { sent-numbers } im Mittel { $bits } statt { $plain } Bits; dem Server wird vertraut.
    [open] { $verdict }: { sent-numbers } im Mittel { $bits } statt { $plain } Bits; was der Server erfährt, begrenzt nichts.
    *[limited] { $verdict }: { sent-numbers } im Mittel { $bits } statt { $plain } Bits; der Server erfährt höchstens ε = { $epsilon }{ $pure ->
        [yes] .
        *[no] { " " }(Ausfallrisiko { $delta }).
    }
 }
sent-numbers = { $numbers ->
    [0] Eine Meldung braucht
    [one] 1 Zahl braucht
    *[other] { $shown } Zahlen brauchen
 }

## Was zu tun ist: die nächstliegende Abhilfe, dann das beste Verfahren.

remedy = Die nächstliegende Abhilfe: „{ $fix }“.
remedy-more = { $others ->
    [0] { "" }
    [one] Es gibt 1 weitere Warnung.
    *[other] Es gibt { $count } weitere Warnungen.
 }
price = { $model ->
    [local] Ohne Vertrauen sendet eine Person { $bits } Bits, und der Server erfährt daraus bis zu ε = { $learned }. Der Fehler
        ist { $times }-mal so groß wie bei einem vertrauenswürdigen Server.
    [shuffled] Mit einem vertrauenswürdigen Mischer sendet eine Person { $bits } Bits, und der Fehler ist { $times }-mal so groß.
    *[summed] Mit sicherer Aggregation sendet eine Person { $bits } Bits, und der Fehler ist { $times }-mal so groß.
 }
recommend = { $kind ->
    [none] Keines der { $schemes } verglichenen Verfahren hält alle Grenzen ein.
    [sane] Eine Wahl ist gut, wenn keine Grenze verletzt ist und kein Verfahren mit höchstens { $allowed } über dem kleinsten Fehler weniger Bits sendet.
    [keep] Von { $schemes } verglichenen Verfahren sendet keines mit höchstens { $allowed } über dem kleinsten Fehler weniger Bits.
    [repair] Das beste Verfahren innerhalb aller Grenzen ist { $scheme }: Von denen mit höchstens { $allowed } über dem kleinsten Fehler sendet es die wenigsten Bits.
    [accurate] Innerhalb derselben Grenzen ist ein anderes Verfahren genauer: { $scheme } ({ $measure }: { $error } statt { $own }).
    *[shorter] Innerhalb derselben Grenzen ist ein anderes Verfahren etwa so genau und kürzer: { $scheme }, mit { $bits } statt
        { $own_bits } Bits.
 }
recommend-costs = { $limited ->
    [yes] Es sendet im Mittel { $bits } Bits, und sein Server erfährt höchstens ε = { $epsilon }.
    *[no] Es sendet im Mittel { $bits } Bits, und was sein Server erfährt, begrenzt nichts.
 }
recommend-without = Ohne { $limits } wäre { $scheme } am besten ({ $measure }: { $error }, { $bits } Bits).
recommend-noisier = { $scheme } sendet nur { $bits } Bits, aber mit { $more } mehr Fehler; erlaubt sind hier höchstens { $allowed }.
limit = { $name ->
    [trusted] die Grenze des Vertrauens
    [time_budget] das Zeitbudget
    [decoder_epsilon] die Grenze für den Server
    *[bit_budget] das Bitbudget
 }
measure = { $name ->
    [coordinate] typischer Fehler einer Zahl
    [mean] typischer Fehler einer Zahl des Mittelwerts
    [frequency] typischer Fehler einer Häufigkeit
    [squared] quadratischer Fehler einer Meldung
    *[other] Fehler
 }

## Was verwendet wird, und warum es so viele Bits braucht.

sent = Wie wird gesendet? PPR (Poisson private representation) sendet nur einen Index: den Platz der verrauschten Meldung in einer Zufallsliste, die auch der Server hat. Hier sendet es { $indices ->
    [one] 1 Index
    *[other] { $count } Indizes
 } bei α = { $alpha }{ $chosen ->
    [yes] , was in Ihren Grenzen die wenigsten Bits braucht.
    *[no] .
 }
sent-alpha = Für jedes Rauschen begrenzt ein Satz den Server auf 2αε = { $double }{ $pure ->
    [yes] , ohne Ausnahme.
    *[no] , mit dem doppelten Ausfallrisiko des Rauschens.
 } Für dieses Rauschen ist ε = { $epsilon } berechnet; diese Grenze wird höchstens mit der Wahrscheinlichkeit { $delta } verfehlt. Ihre Grenze ε′ wird mit der berechneten verglichen.
sent-chunk = { $whole ->
    [yes] Ein Index steht für alle { $chunk } Zahlen.
    *[no] Jeder Index steht für bis zu { $chunk } Zahlen.
 }
sent-reports = Das ε einer Person ist gleichmäßig auf { $reports } Meldungen verteilt.
shares = { $hidden ->
    [yes] Von den { $bits } Bits sagen im Mittel nur { $divergence } etwas über die Person (zu x passen). Die anderen verbergen x vor dem Server und markieren das Ende der Nachricht.
    *[no] Von den { $bits } Bits sagen im Mittel nur { $divergence } etwas über die Person (zu x passen). Bei α = ∞ benennen die anderen den Platz und markieren das Ende der Nachricht; keines verbirgt x vor dem Server.
 }
noise = { $useless ->
    [yes] Ist das Ergebnis nützlich? Noch nicht: Erst im Mittelwert von { $needed } Personen wäre das Rauschen so klein wie eine wahre Zahl.
   *[no] Ist das Ergebnis nützlich? Ja: Im Mittelwert von { $clients } Personen ist das Rauschen kleiner als eine typische wahre Zahl, das { $share }-Fache; in einer Meldung ist es das { $times }-Fache.
 }
noise-mean = Der Mittelwert aller hat √n = { $root }-mal weniger Rauschen als eine Meldung.
risk = { $measure ->
    [right_guesses] Bei ε = { $epsilon } gelingt { risk-who } zwischen zwei gleich wahrscheinlichen Eingaben höchstens in { $reached }
        von 100 Fällen der richtige Tipp.
    [advantage] Bei ε = { $epsilon } hat der beste Test, der { risk-who } möglich ist, höchstens { $reached } Prozentpunkte mehr Treffer
        als Fehlalarme.
    *[true_positives] Bei ε = { $epsilon } und { $alarms } Fehlalarmen hat der beste Test, der { risk-who } möglich ist, höchstens
        { $reached } % Treffer.
 }
risk-who = { $who ->
    [mean] einem Leser des Mittelwerts
    [report] einem Leser der Meldung
    *[decoder] dem Server einer Meldung
 }

## Prüfungen. Der erste Satz nennt die Tatsache; bei roten Ampeln folgt er dem Urteil.

check-ratio = Der Codierer betrachtet im Mittel etwa r* = { $candidates } Kandidaten, unabhängig von α.
check-ratio-infinite = Eine Gauß-Verteilung als Vorschlag fällt schneller ab als Laplace-Rauschen; kein exakter Codierer käme zum Ende.
check-ratio-bound = Der Dichtequotient r* ist unendlich. Satz 5 beschränkt die mittlere Nachricht trotzdem: höchstens { $bits } Bits.
check-ratio-large = Ein Codierer brauchte r* = { $candidates } Kandidaten für einen Index.
check-ratio-limit = Hier lassen sich höchstens 10⁷ Kandidaten durchsuchen.
check-decoder-trusted = Der Server kennt den Startwert und die Nachricht. Ihm wird vertraut, also muss ihm nichts verborgen bleiben.
check-decoder-infinite = Bei α = ∞ gilt gegenüber dem Server kein ε.
check-decoder-finite = Bei α = 2 erführe der Server höchstens ε = { $epsilon }.
check-decoder-unlimited = Der Server erfährt höchstens ε = { $epsilon }, und für ihn ist keine Grenze gesetzt.
check-decoder = Der Server erfährt höchstens ε = { $epsilon } mit Ausfallrisiko { $delta }, innerhalb der Grenze ε′ = { $limit }.
check-decoder-output = Eine Meldung mit so wenig Rauschen verrät dem Server mehr als ε′ = { $limit }, wie sie auch gesendet wird; mehr Rauschen hilft.
check-decoder-plain = Selbst eine unkomprimiert gesendete Meldung verrät jedem, der sie empfängt, ε = { $output }.
check-decoder-trust = { $central ->
    [yes] Ein Ziel für den Mittelwert braucht mehr Vertrauen: in einen Mischer, in sichere Aggregation oder in den Server.
    *[no] Geben Sie den Meldungen ein kleineres ε, oder vertrauen Sie sie dem Server an.
 }
check-decoder-no-alpha = Kein α hält den Server ohne mehr Rauschen innerhalb von ε′ = { $limit }.
check-decoder-learns = Die Ausgabe allein verrät ε = { $output }, und bei α = { $alpha } kann der Server ε = { $epsilon } erfahren.
check-decoder-above = { $near ->
    [yes] Der Server kann etwas mehr erfahren als die Grenze ε′ = { $limit }.
    *[no] Der Server kann ε = { $epsilon } erfahren, mehr als die Grenze ε′ = { $limit }.
 }
check-promise = { $pure ->
    [yes] Gegenüber dem Server ist ε = { $epsilon } garantiert.
    *[no] Gegenüber dem Server ist ε = { $epsilon } mit δ = { $delta } garantiert.
 }
check-promise-weak = { $pure ->
    [yes] Gegenüber dem Server { $nothing ->
        [yes] schützt ε = { $epsilon } nichts.
        *[no] ist ε = { $epsilon } eine schwache Garantie.
     }
    *[no] Gegenüber dem Server { $nothing ->
        [yes] schützt ε = { $epsilon } mit δ = { $delta } nichts.
        *[no] ist ε = { $epsilon } mit δ = { $delta } eine schwache Garantie.
     }
 }
check-promise-rejection = Pseudorandom rejection behielte das ε = { $epsilon } der Ausgabe selbst, wenn sein Generator so gut wie
    zufällig ist.
check-time = Eine Meldung zu codieren, eine von vielen, sollte { $time } ms dauern; { $budget } ms sind erlaubt.
check-time-long = Eine Meldung zu codieren würde { $time } ms dauern, länger als die erlaubten { $budget } ms.
check-time-why = { $chunked ->
    [yes] Jeder Block von { $chunk } Einträgen braucht r* = { $candidates } Kandidaten.
    *[no] Ein Index braucht r* = { $candidates } Kandidaten.
 }
check-bits = Eine Person sendet im Mittel { $bits } Bits; { $budget } sind erlaubt.
check-bits-many = Eine Person sendet im Mittel { $bits } Bits, mehr als die erlaubten { $budget }.
check-plain = Eine Person sendet im Mittel { $bits } Bits statt { $plain } ({ $label }).
check-plain-pointless = Kompression spart nichts: Eine Person sendet { $bits } Bits statt { $plain } ({ $label }).
check-plain-one = Kein Index braucht weniger als ein Bit: Senden Sie die Ausgabe, wie sie ist.
check-delta = { $which ->
    [both] Weder δ = { $delta } noch δ′ = { $decoder_delta } ist größer als 1/n = { $share }.
    [delta] δ = { $delta } ist nicht größer als 1/n = { $share }.
    *[decoder_delta] δ′ = { $decoder_delta } ist nicht größer als 1/n = { $share }.
 }
check-delta-large = { $which ->
    [both] δ = { $delta } und δ′ = { $decoder_delta } sind größer als 1/n = { $share }.
    [delta] δ = { $delta } ist größer als 1/n = { $share }.
    *[decoder_delta] δ′ = { $decoder_delta } ist größer als 1/n = { $share }.
 }
check-delta-why = Die Daten einer Person offen zu veröffentlichen würde { $both ->
    [yes] beiden genügen.
    *[no] dem genügen.
 }
check-own = { $pure ->
    [yes] Gegenüber einem Leser ist ε = { $epsilon } garantiert.
    *[no] Gegenüber einem Leser ist ε = { $epsilon } mit δ = { $delta } garantiert.
 }
check-own-weak = { $pure ->
    [yes] Das ε = { $epsilon } des Mechanismus selbst ist schwach.
    *[no] Das ε = { $epsilon } des Mechanismus selbst, mit δ = { $delta }, ist schwach.
 }
check-odds = { $seen ->
    [message] Eine Nachricht
    [mean] Der Mittelwert
    *[output] Eine Ausgabe
 } ändert die Chancen zwischen zwei Eingaben höchstens um den Faktor { $odds }.
check-test = Der beste Test { $seen ->
    [message] einer Nachricht
    [mean] des Mittelwerts
    *[output] einer Ausgabe
 } { $sure ->
    [kept] erkennt womöglich trotzdem fast sicher, welche von zwei Eingaben gesendet wurde: Die Grenze ist eingehalten, schützt aber wenig.
    [yes] erkennt womöglich trotzdem fast sicher, welche von zwei Eingaben gesendet wurde.
    *[no] erkennt eine von zwei Eingaben höchstens in { $detected } der Fälle, bei { $alarms } Fehlalarmen.
 }
check-hiding = Bei α = { $alpha }, nahe an 1, bezahlen { $share } der { $bits } Bits nur die zufällige Wahl.
check-hiding-less = Bei α = 1.5 sendete eine Person { $bits } Bits.
check-corollary = Korollar 12 garantiert (ε, δ) = ({ $epsilon }, { $delta }) für eine Meldung gegenüber dem Server.
check-corollary-local = Korollar 12 ist nicht anwendbar.
check-corollary-below-one = Es verlangt vor der Kompression ein lokales ε unter 1.
check-corollary-central = Die lokale Garantie aus Korollar 12 deckt ε = { $epsilon } nicht ab.
check-corollary-needs = Sie verlangt ε < 1/√n = { $root }, und für zwei beliebige Eingaben der Kugel etwa die Hälfte davon.
check-corollary-others = Für eine Meldung gegenüber dem Server garantiert die numerische Buchführung
    (ε, δ) = ({ $epsilon }, { $delta }) und Korollar 17 ({ $renyi }, { $renyi_delta }).
check-trust = { $who ->
    [shuffling] Ein Mischer decodiert jeden Bericht und vergisst, wer ihn gesandt hat; ein Bericht allein verriete ε = { $local }.
    *[aggregation] Der Server erfährt nur eine Summe ganzer Zahlen modulo 2 hoch { $modulus_bits }; das Protokoll verbirgt,
        was jede Person beiträgt.
 }
check-split = { $several ->
    [yes] Die { $count } Meldungen einer Person haben mit der Aufteilung „{ $split }“ den quadratischen Fehler { $error }.
    *[no] Eine Meldung hat mit der Aufteilung „{ $split }“ den quadratischen Fehler { $error }.
 }
check-split-used = Die Aufteilung nutzt { $used } von ε = { $epsilon }.
check-split-least = Keine andere Aufteilung hat bei diesem ε einen kleineren Fehler.
check-split-better = Eine Meldung mit der optimierten Aufteilung hätte { $error } und brauchte r* = { $candidates } Kandidaten.

## Abhilfen auf Knöpfen.

fix-set = { $settings } setzen
fix-choose = { $open } wählen lassen
fix-both = { $settings } setzen und { $open } wählen lassen
fix-everything = Alles wählen lassen
fix-trust = { $who ->
    [aggregation] Sicherer Aggregation vertrauen
    *[server] Dem Server vertrauen
 }
fix-setting = { $name ->
    [epsilon] ε = { $value }
    [decoder_epsilon] ε′ = { $value }
    [delta] δ = { $value }
    [decoder_delta] δ′ = { $value }
    [alpha] α = { $value }
    [chunk] Blockgröße = { $value }
    [reports] Meldungen = { $value }
    [split] Aufteilung = { $value }
    [time_budget] Zeitbudget = { $value } ms
    *[bit_budget] Bitbudget = { $value } Bits
 }
fix-weaker = { $name ->
    [decoder_epsilon] { $setting } (lockert die Grenze für den Server: weniger privat)
    [time_budget] { $setting } (lockert die Grenze)
    [bit_budget] { $setting } (lockert die Grenze)
    *[other] { $setting } (weniger privat)
 }
fix-open = { $name ->
    [alpha] α
    [chunk] die Blockgröße
    [reports] die Zahl der Meldungen
    [proposal] den Vorschlag
    [split] die Aufteilung
    *[code] den Code
 }
light = { $light ->
    [red] Problem
    [amber] Anmerkung
    *[green] Bestanden
 }

## Kacheln

tile-bits = { $reports ->
    [one] Mittlere Länge einer Meldung, berechnet
    *[other] Mittlere Länge von { $count } Meldungen, berechnet
 }
tile-bound = { $reports ->
    [one] Mittlere Länge einer Meldung, höchstens
    *[other] Mittlere Länge von { $count } Meldungen, höchstens
 }
epsilon-central = { $pure ->
    [yes] Grenze für ε eines Lesers des Mittelwerts
    *[no] Grenze für ε eines Lesers des Mittelwerts (Ausfallrisiko { $delta })
 }
epsilon-local = { $pure ->
    [yes] Grenze für ε eines Lesers einer Meldung
    *[no] Grenze für ε eines Lesers einer Meldung (Ausfallrisiko { $delta })
 }
epsilon-decoder = { $pure ->
    [yes] Grenze für ε des Servers
    *[no] Grenze für ε des Servers (Ausfallrisiko { $delta })
 }
tile-price = Fehler als Vielfaches dessen eines vertrauenswürdigen Servers
tile-time = Zeit, eine Meldung zu codieren, von { $together } gemeinsam codierten
tile-people = Typischer Fehler des Mittelwerts von { $clients } Personen (eine wahre Zahl ist etwa { $entry })
tile-error = { $measure ->
    [coordinate] Typischer Fehler einer Zahl in einer Meldung (eine wahre Zahl ist etwa { $entry })
    [mean] Typischer Fehler einer Zahl des Mittelwerts (eine wahre Zahl ist etwa { $entry })
    [frequency] Typischer Fehler einer Häufigkeit (RMS)
    [reports] Quadratischer Fehler der Meldungen einer Person
    [squared] Quadratischer Fehler einer Meldung
    *[other] Fehler
 }
tile-mean-error = Quadratischer Fehler des Mittelwerts
tile-simulated = Mittlere Länge einer Meldung, gemessen
samples-reports = { $count } Meldungen
samples-batches = { $count } Stapel
tile-theorem5 = Mittel von log₂ K, der Bits des Platzes, höchstens (Satz 5)
tile-theorem14 = Mittel von log₂ K, höchstens, mit schärferer Schranke (Satz 14)

## Das Bild: alle Verfahren

chart-title = Bits aller Arten, eine Meldung zu senden; Ihre Einstellung steht oben
chart-note = { $broken ->
    [no] Jedes Verfahren bleibt in den Grenzen
    [held] Jedes Verfahren bleibt in den Grenzen
    *[some] Sagt seine Zeile nichts anderes, bleibt ein Verfahren in den Grenzen
 }: ε = { $epsilon } für Leser { $central ->
    [yes] des Mittelwerts
    *[no] der verrauschten Ausgabe
 }{ $kind ->
    [trusted] ; der Server hat Vertrauen, also keine Grenze.
    [shuffling] ; der Mischer hat Vertrauen, also keine Grenze.
    [aggregation] ; niemand decodiert eine einzelne Meldung.
    [open] ; was der Server erfährt, begrenzt nichts.
    *[limited] {" "}und ε′ = { $limit } für den Server.
 }
chart-note-yours = Ihre Einstellung verletzt die Grenze ε′ = { $limit } für den Server; jedes andere Verfahren, das sie verletzte, bekommt genug Rauschen, um sie einzuhalten.
chart-note-held = Ein Verfahren, das mehr verriete, bekommt genug Rauschen, um die Grenzen einzuhalten.
chart-note-why = { $numbers ->
    [0] Warum so wenige Bits? Bei ε = { $epsilon } passt fast jeder Wert der gemeinsamen Liste zu x; gesendet wird ein früher Platz.
    [one] Warum so wenige Bits? Bei ε = { $epsilon } passt fast jeder Wert der gemeinsamen Liste zu x; gesendet wird ein früher Platz.
    *[other] Warum so wenige Bits? Bei ε = { $epsilon } lässt das Rauschen in { $shown } Zahlen fast jeden Wert der Liste passen; früh gewinnt ein Platz.
 }
chart-delta = Kacheln, Tabelle und Bild geben jedes ε mit δ′ = { $delta } an, nicht mit Ihrem δ = { $own }.
what = { $scheme ->
    [ppr] sendet einen Platz in einer Liste; α = { $alpha }{ $chosen ->
        [yes] { " " }(gewählt)
        *[no] { "" }
    }
    [rejection] sendet einen Startwert der Meldung
    [plain] sendet die verrauschten Zahlen
    *[other] { "" }
 }
what-alpha = { $what }; Server: ε ≤ { $epsilon } für dieses Rauschen berechnet, 2αε = { $double } laut Satz für jedes
axis-bits = Bits für eine Meldung
limit-label = { $name ->
    [trusted] Grenze des Vertrauens
    [time_budget] Zeitbudget
    [decoder_epsilon] Grenze für den Server
    *[bit_budget] Bitbudget
 }
beside-bits = { $bits } Bits
beside-best = das beste
beside-error = { $measure ->
    [coordinate] Fehler { $error } je gemeldeter Zahl
    [mean] Fehler { $error } je Zahl des Mittelwerts
    *[other] Fehler { $error }
 }
beside-unknown = Fehler unbekannt
beside-decoder = ε des Servers ≤ { $epsilon }
beside-endless = Server: unbegrenzt
beside-own = mit Rauschen für ε = { $epsilon }
beside-checked = Ihre Einstellung
beside-breaks = { $limit ->
    [trusted] braucht mehr Vertrauen
    [decoder_epsilon] verrät dem Server zu viel
    [time_budget] zu langsam
    *[bit_budget] zu lang
 }

## PPR entlang der Zeit

time-tab = Bits und Zeit
time-note = Blockgröße und Breite der Vorschlagsverteilung ändern sich entlang der Kurve.
time-title = Bits und Zeit der Arten, wie PPR eine Meldung sendet
time-axis = Zeit zum Codieren einer Meldung, vorhergesagt (die Kachel ist gemessen)
time-compared = verglichen
time-frontier = wenigste Bits je Geschwindigkeit
used-real = verwendet, wirklich codiert
used-exact = verwendet, berechnet
time-caption = { $kind ->
    [widths] Jeder Punkt ist eine Blockgröße mit einer Breite der Vorschlagsverteilung; der markierte wurde wirklich codiert.
    [splits] Jeder Punkt ist eine Aufteilung von ε auf Meldungen, mit eigenem Fehler; der markierte wurde wirklich codiert.
    [single] Es gibt nur eine Art, dies zu senden; der markierte Punkt wurde wirklich codiert.
    [slow] Eine Codierung dauert zu lange, um sie zu versuchen.
    *[endless] Kein Codierer kann hier laufen; die Lage auf der Zeitachse bedeutet daher nichts.
 }
time-far = Außerhalb des Bildes: { $label }, { $value } { $unit }.

## PPR entlang α

alpha-tab = Bits und ε
alpha-note = α ändert sich entlang der Kurve. Weiter links erfährt der Server weniger.
alpha-title = Was der Server erfahren kann, und was es kostet, es zu verdecken
alpha-axis = ε einer Meldung gegenüber dem Server, mit δ′ = { $delta }
alpha-bound = höchstens, Satz 5
alpha-exact = entlang α, berechnet
no-curve = PPR sendet diese Berichte nicht, oder seine Einstellung ist gewählt: Es gibt keine Kurve zu zeichnen.
alpha-caption = Eine Meldung braucht { $first_bits } Bits bei α = { $first } und { $last_bits } Bits bei α = { $last }. Hier verwendet:
    α = { $alpha }.

## Tabellen darunter

schemes-tab = Alle Verfahren
guarantees-tab = Garantien
checks-tab = Prüfungen
schemes-run = { $scheme } auf der Seite { $page } ausführen
schemes-note = Der Stern (∗) markiert das beste Verfahren innerhalb der Grenzen: Unter denen, deren Fehler
    höchstens 5 % über dem kleinsten liegt, sendet es die wenigsten Bits. Jedes Verfahren hat die Einstellungen mit den wenigsten Bits bei etwa seinem
    kleinsten Fehler; ein Link öffnet eine Seite mit diesen. Jedes ε steht mit dem δ′ aller Vergleiche und, in Klammern, mit δ = 0. Das Zeichen ≤ markiert eine
    obere Schranke.
head-protects = Geschützt ist
head-against = Gegenüber
head-guarantee = Garantie
head-source = Quelle
head-condition = Bedingung
head-scheme = Verfahren
head-bits = Bits
head-time = Zeit
head-own = ε des Mechanismus
head-reader = ε gegenüber einem Leser
head-decoder = ε gegenüber dem Server
head-law = Verteilung der Ausgabe
head-runs = Läuft auf
cell-here = dieser Seite
cell-unknown = unbekannt
cell-slow = zu lange
cell-exact = die des Mechanismus
cell-own = eine eigene
cell-endless = unbegrenzt
cell-checked = { $shown }, wie geprüft
cell-entries = { $shown }: der Server sieht Einträge
cell-no-epsilon = { $shown }: kein ε ab 0.001 hält ε′ ein
cell-none = nicht anwendbar
cell-guarantee = { $pure ->
    [yes] ε = { $epsilon }
    *[no] ε = { $epsilon }, δ = { $delta }
 }
cell-distance = ε = { $epsilon } je Einheit des Abstands
cell-against = { $who ->
    [database] einem Leser
    *[decoder] dem Server
 }
cell-protects = { $who ->
    [mean] der Mittelwert
    [report] eine Meldung
    *[reports] alle Meldungen einer Person
 }
condition-any-two = zwei beliebige Eingaben
condition-compared = zwei beliebige Eingaben, mit dem δ′ aller Vergleiche
condition-zeroed = der Vektor einer Person auf null gesetzt
condition-replaced = der Vektor einer Person ersetzt
condition-noise = folgt aus dem Rauschen
condition-fresh = { $spread ->
    [yes] zwei beliebige Eingaben, wie auch immer ihr Unterschied über die Blöcke verteilt ist; frischer gemeinsamer Zufall
    *[no] zwei beliebige Eingaben; frischer gemeinsamer Zufall
 }
condition-looser = gröber: die Summe über { $messages } Blöcke, gleichmäßig verteilt
condition-unregistered = keine numerische Buchführung, weil der Privatheitsverlust dieses Mechanismus nicht eingetragen ist
condition-one-index = deckt einen Index je Meldung ab; hier sind es { $messages }
condition-below-one = verlangt vor der Kompression ein lokales ε unter 1
condition-order = Rényi-Ordnung { $order }
condition-distance = zwei Eingaben in diesem Abstand
condition-tight = { $room ->
    [yes] verlangt α ≤ 1 + { $excess }, was bis zu { $bits } Bits je Index hinzufügt
    *[no] verlangt α knapp über 1, was bis zu { $bits } Bits je Index hinzufügt
 }

## Die Befehlszeile

text-line = { $task } – { $verdict }
text-bits = Bits
text-bits-runs = { $bits } im Mittel (exakt), im Mittel höchstens { $bound }, unkomprimiert { $plain }
text-bits-checked = { $bits } im Mittel (exakt; wirkliche Codierungen stimmen überein: { $checked }), im Mittel höchstens { $bound },
    unkomprimiert { $plain }
text-bits-bound = im Mittel höchstens { $bound }, unkomprimiert { $plain }
text-encode = Codieren
text-encode-never = kein Codierer kann laufen
text-encode-predicted = { $time } ms nach Vorhersage, unter vielen und ohne kompilierte Kerne
text-encode-here = hier, { $together } Nachrichten je Aufruf, { $predicted } ms nach Vorhersage und { $measured } ms gemessen
text-mean-error = Quadratischer Fehler des Mittelwerts von { $clients }
text-schemes = Alle Verfahren (* ist das beste innerhalb der Grenzen)
text-schemes-note = ε mit δ′ = { $delta } für alle, mit δ = 0 in Klammern; ≤ markiert eine Schranke.
text-options = { $splits ->
    [yes] Verglichene Aufteilungen (* wird verwendet)
    *[no] Wenigste Bits je Geschwindigkeit (* wird verwendet)
 }
text-split = { $reports ->
    [one] Aufteilung „{ $split }“, 1 Meldung
    *[other] Aufteilung „{ $split }“, { $count } Meldungen
 }
text-chunk = Block { $chunk }

## Formeln

formula-price = Preis dieses Vertrauens
symbol-model = Fehler in diesem Vertrauensmodell
symbol-trusted = Fehler mit einem vertrauenswürdigen Server
formula-bits = Was die Indizes höchstens kosten
formula-decoder = Was der Server höchstens erfahren kann, laut Artikel
formula-second = Was der Server höchstens erfährt: die Rényi-Divergenz der Ordnung 2, die ganze Änderung in einer Nachricht
formula-report = Wie weit eine Meldung von ihrem Vektor entfernt ist
symbol-order = Ordnung von PPR
symbol-distance = Abstand zweier Eingaben, in Einheiten des Rauschens
symbol-gamma = kleinstes Skalarprodukt mit x in der Kappe
symbol-probability = Wahrscheinlichkeit, dass die Meldung in der Kappe liegt
symbol-share = Anteil der Sphäre in der Kappe
symbol-length = Länge der mittleren Meldung
