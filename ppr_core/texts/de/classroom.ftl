### Klassenraum: eine private Umfrage im Raum; ihr Formular, ihre Telefone, ihre Wand und was die Lehrperson damit tut.

title = Klassenraum
question = Was erfährt ein Kurs, wenn wenige verrauschte Bits jedes Telefon verlassen?

## Der Weg in einen Raum.

join = Einem Raum beitreten
join-code = Code des Raums
join-button = Beitreten
join-about = Jedes Telefon macht seine Antwort im Browser privat und kurz; wenige Bits verlassen es, und die Schätzung an der Wand wird mit
    jeder Nachricht schärfer. Was jemand geantwortet hat, bleibt zweifelhaft, auch für diesen Server.
join-protection = Was den Kurs hier schützt und was nicht
open = Einen Raum öffnen
open-kind = Art der Antwort
open-question = Frage
open-categories = Kategorien, eine je Zeile (2 bis 32)
open-low = Von
open-high = Bis
open-unit = Einheit
open-address = Adresse des Labors, wie Telefone es erreichen
open-unreachable = Telefone erreichen diese Adresse nicht, weil sie nur zu diesem Rechner selbst führt. Starten Sie das Labor mit `make run
    ADDRESS=<Adresse dieses Rechners im Netz>`, oder geben Sie diese Adresse oben ein.
open-ends = Ein Raum endet nach einem Tag oder nach drei Stunden, in denen niemand antwortet oder hinsieht.
open-button = Den Raum öffnen
open-rehearse = Mit { $count } simulierten Teilnehmern proben

kind-yes_no = ja oder nein
kind-categories = eine von mehreren Kategorien
kind-number = eine Zahl in einem Bereich
kind-place = ein Ort auf einer Karte
kind-prediction = eine Vorhersage (nicht privat)

example-yes_no = Haben Sie schon einmal Hausaufgaben abgeschrieben?
example-categories = Wie geht es Ihnen mit dieser Vorlesung?
example-number = Wie viele Stunden haben Sie letzte Nacht geschlafen?
example-place = Wo in diesem Saal würden Sie lieber sitzen? (Die Leinwand ist oben.)
example-prediction = Wie viele Bits braucht PPR bei α = 1.1?
example-labels = Abgehängt, Ich komme mit, Gelangweilt

## Wie Antworten privat werden.

scheme = Mechanismus und Verfahren
code = Bitcode
epsilon-number = Zwischen den beiden Enden des Bereichs; nähere Antworten sind schwerer zu unterscheiden.
epsilon-place = Zwischen zwei Orten im Abstand einer Seite der Karte; nähere sind schwerer zu unterscheiden.
epsilon-labels = Die Chancen zwischen zwei Antworten ändern sich höchstens um den Faktor e^ε.
alpha-help = Klein: auch gegenüber dem Decodierer privat, längere Nachrichten. ∞: am wenigsten Bits, kein Versprechen ihm gegenüber.
epsilon = Privatheitsverlust ε
alpha = Ordnung α von PPR
nu = ε des Servers, ν-mal so groß
nu-help = νε gegenüber dem Decodierer.
needs = Etwa { $count } Teilnehmer machen das Intervall so kurz wie ± { $part }; { $odds }.
needs-odds = was der Server sieht, ändert die Chancen zweier Antworten höchstens { $times }-fach
needs-nothing = gegenüber dem Server ist nichts versprochen
points = { $count } Punkte
map-part = { $percent } der Kartenseite

## Ein Telefon: die Frage und die Antwort.

about-prediction = Eine Vorhersage: Sie wird gesendet, wie sie ist, nicht privat.
about-private = Runde { $round }: { $limits } Ihre Antwort wird auf diesem Gerät privat und kurz; nur die Nachricht verlässt es.
limits = { $who ->
    [all] ε = { $epsilon }, wer immer hinsieht.
    [open] ε = { $epsilon } für Leser einer verrauschten Antwort; nichts begrenzt, was der Server erfährt.
    *[both] ε = { $epsilon } für Leser einer verrauschten Antwort, höchstens ε = { $server } für den Server.
 }
send = Senden
send-privately = Privat senden
word-answer = Ihre Antwort
word-number = Ihre Antwort als Zahl
word-map = Karte: antippen oder die Pfeiltasten benutzen
word-choose = Wählen Sie eine Antwort; dann kann sie gesendet werden.
word-tap = Tippen Sie zum Antworten auf die Karte.
word-move = Bewegen Sie den Regler, oder geben Sie eine Zahl ein.
range = Von { $low } bis { $high }.
counts = Zählt als { $count }.
word-sending = Wird gesendet …
word-closed = Diese Runde ist geschlossen: Schauen Sie auf die Wand. Die nächste erscheint hier.
word-sent = Dieses Gerät hat seine Nachricht in dieser Runde gesendet. Eine neue ersetzt sie.
not-taken = Ihre Antwort wurde NICHT angenommen. { $why }
round-over = Diese Runde ist vorbei. Beantworten Sie die Frage, die jetzt offen ist.
message-sent = Dieses Gerät hat seine Nachricht gesendet.
ended = Dieser Raum ist beendet. Nichts davon bleibt.
another = Ein anderer Raum

## Ein Telefon: was es verlassen hat und was das verrät.

word-prediction_in = Ihre Vorhersage ist da
word-you_predicted = Ihre Vorhersage
word-was_right = Das ist richtig.
word-was_wrong = Das ist nicht richtig.
word-right = richtig
word-answer_in = Ihre Antwort ist da
message-label = Die Nachricht: { $word }
word-again = Noch einmal antworten
word-replaces = Ersetzt Ihre Vorhersage.
word-nothing_else = ohne weiteres Wissen
word-the_class = mit Wissen über den Kurs
word-likely_nothing_else = Wahrscheinliche Antworten, ohne weiteres Wissen
word-likely_the_class = Wahrscheinliche Antworten, mit Wissen über den Kurs
one-message = Eine Nachricht je Gerät: Eine neue tritt an die Stelle der alten.
two-messages = Zwei Nachrichten, die beide zählten oder die ein unehrlicher Server behielte, würden doppelt so viel verraten: Ihre ε addieren sich.
left = Dieses Telefon hat Zufall in Ihre Antwort gemischt. Nur { $bits } über sie haben es verlassen.
conclude = Was der Server schließen kann und wie
raw = Ihre Antwort, wie sie ist, würde { $raw } brauchen. { $meaning } Der Rahmen um die Nachricht, einige hundert Bytes, sagt nichts über Ihre Antwort.
learns-anything = Bei α = ∞ ist nichts darüber versprochen, was der Server daraus erfährt.
learns-much = Bei diesen Einstellungen ist gegenüber dem Server so gut wie nichts versprochen.
learns = Sie ändert die Chancen des Servers zwischen zwei beliebigen Antworten höchstens um den Faktor { $factor }.
learns-near = Für zwei Antworten, die sich um 1{ $unit } unterscheiden, ist er höchstens { $factor }.
bits-plain = Diese Bits sind eine Antwort: Mit der Wahrscheinlichkeit { $share } ist es Ihre, sonst eine andere.
bits-grid = Diese Bits sind eine Zahl auf einem zufälligen Gitter, das Sie und der Server gemeinsam haben.
bits-line = Diese Bits sind eine zufällige Gerade, die durch einige der Antworten läuft.
bits-index = Diese Bits sagen, wo in einer Tabelle zufälliger Kandidaten zu suchen ist, die Sie und der Server gemeinsam haben.
bound-all = Die Grenze ist das { $power }-Fache, e hoch ε = { $epsilon }, ganz gleich, wer hinsieht.
bound-none = Der Server kennt die Tabelle der Kandidaten.
bound-server = Der Server kennt die Tabelle der Kandidaten: Für ihn ist die Grenze das { $power }-Fache, e hoch ε′ = { $epsilon }.
bound-others = Wer nur die decodierte Antwort sieht: das { $power }-Fache, e hoch ε = { $epsilon }{ $drawn ->
    [yes] : Das ist hier gezeichnet.
    *[no] .
 }

protection = Was Sie hier schützt und was nicht
protection-open = Was mit Ihrer Vorhersage geschieht
honest-predictions = Vorhersagen werden gesendet und aufbewahrt, wie sie sind, ohne Ihren Namen, bis der Raum endet.
honest-noise = **Das Rauschen gehört Ihnen.** Ihr Browser zieht es aus seiner eigenen sicheren Quelle; der Server sieht es nie, Ihre Antwort
    auch nicht. Die Nachricht geht immer gleich lange nach dem Absenden hinaus, ganz gleich, was Sie geantwortet haben.
honest-program = **Ein feindlicher Server könnte ein anderes Programm schicken.** Die Seite kommt vom Server: Wer ihn betreibt, könnte sie
    durch eine ersetzen, die Ihre Antwort sendet. Was Sie hier sehen, gilt für den Code des Labors, den alle lesen können.
honest-chosen = **Er wählt die gemeinsamen Zufallszahlen.** Für den Server, der sie kennt, gilt nur das ε, das für den Server genannt ist.
    Einer, der sie mit Absicht wählt, kann diesem ε näher kommen als der Zufall.
honest-conclude = **Was er schließen kann**, ist mit allem gezeichnet, was ein ehrlicher Server weiß: Ihrer Nachricht, der Tabelle der
    Kandidaten und wie oft 400 simulierte Codierer dasselbe senden würden.
honest-twice = **Er könnte zweimal fragen.** Jede weitere Nachricht über dieselbe Antwort fügt ihr ε hinzu. Ein Gerät, eine Nachricht je
    Runde; auch die Runden einer Umfrage addieren sich.
honest-seen = **Er sieht, dass Sie geantwortet haben** und von welcher Adresse, wie jeder Webserver.
honest-lesson = **Dies ist eine Lektion, kein echter Einsatz**: keine Konten, Gleitkommarauschen, kein Beweis, dass der Server der ist, als der er
    sich ausgibt. Fragen Sie hier nichts, was jemandem schaden könnte.

## Was der Kurs geantwortet hat, auf Telefonen, im Fenster der Lehrperson, zum Aufheben.

class-private = { $simulated ->
    [yes] Die { $count } simulierten Teilnehmer: { $result }
    *[no] Der Kurs mit { $count } Antworten: { $result }
 }
class-shares = { $shares }. { $sure ->
    [yes] In Klammern: 95-%-Intervalle.
    *[no] Jeweils mit 95 % Sicherheit.
 }
share = { $name } { $value } ({ $low } bis { $high })
share-wide = { $name } zwischen { $low } und { $high }
share-predicted = „{ $name }“: { $value }
share-few = { $name } zu wenige Antworten
class-few = zu wenige für eine Aussage.
class-place = Das Kreuz an der Wand ist sein mittlerer Ort.
class-mean = Mittelwert { $value }, mit 95 % Sicherheit zwischen { $low } und { $high }.
class-wide = Der Mittelwert liegt mit 95 % Sicherheit zwischen { $low } und { $high }. Viermal so viele Antworten würden das halbieren.
class-predicts = { $simulated ->
    [yes] Die simulierten Teilnehmer sagen { $value } voraus (Median von { $count } Antworten).
    *[no] Der Kurs sagt { $value } voraus (Median von { $count } Antworten).
 }
class-chooses = { $simulated ->
    [yes] Die simulierten Teilnehmer sagen voraus ({ $count } Antworten): { $shares }.
    *[no] Der Kurs sagt voraus ({ $count } Antworten): { $shares }.
 }
class-chooses-head = { $simulated ->
    [yes] Die simulierten Teilnehmer sagen voraus ({ $count } Antworten):
    *[no] Der Kurs sagt voraus ({ $count } Antworten):
 }
class-private-head = { $simulated ->
    [yes] Die simulierten Teilnehmer ({ $count } Antworten), mit 95-%-Intervallen:
    *[no] Der Kurs ({ $count } Antworten), mit 95-%-Intervallen:
 }
class-right = Richtig: „{ $name }“.
class-known = { $known ->
    [computed] Berechnet: { $value }.
    *[measured] Gemessen: { $value }.
 }
round-private = { $name }, ε = { $epsilon }.
round-prediction = { $name }, eine Vorhersage.
nobody = Niemand hat geantwortet.

## Die Wand.

rehearsal = Probe
round = Runde { $number }
at-epsilon = { $name }: ε = { $epsilon }
joined = { $phones } { $one ->
    [yes] Telefon
    *[no] Telefone
 } im Raum
answers = { $one ->
    [yes] Antwort
    *[no] Antworten
 }
answers-simulated = { $one ->
    [yes] simulierte Antwort
    *[no] simulierte Antworten
 }
answers-predicted = { $one ->
    [yes] Vorhersage
    *[no] Vorhersagen
 }
bits-predicted = Vorhersagen, nicht privat
bits-received = { $received } empfangen; unverändert: { $raw }
bits-more = Da eine unveränderte Antwort { $plain } braucht, kommt Privatheit hinzu: Kompression lohnt sich für große
each = je { $bits }
finds-number = { $answers }: der Mittelwert ist auf ± { $half } bekannt
finds-labels = { $answers }: ein Anteil ist auf ± { $half } bekannt
finds-place = { $answers }: der mittlere Ort ist auf ± { $half } bekannt
halved = { $finds }; viermal so viele halbieren das
possible = keiner unter 0, zusammen 100 %
networks = aus { $count } Netzen, höchstens { $most } aus einem
wall-open = offen
wall-closed = geschlossen
hidden = Die Schätzung ist verborgen.
waiting = Warten auf Antworten …
mean = Mittelwert { $value } ({ $low } bis { $high })
mean-wide = Mittelwert zwischen { $low } und { $high }
between = { $low } bis { $high }
few = zu wenige
median = Median: { $value }
right = richtig: { $name }
known-value = { $known ->
    [computed] berechneter Wert
    *[measured] gemessener Wert
 }
simulated-truth = Wahrheit der simulierten Teilnehmer
dot-prediction = eine Vorhersage
dot-noisy = eine decodierte Antwort mit ihrem Rauschen; was darüber hinausliegt, steht am Rand
interval = 95-%-Intervall
likely-key = die wahrscheinlichste Verteilung der Antworten
pulled-key = so weit könnten { $count } falsche { $one ->
    [yes] Antwort
    *[no] Antworten
 } es verschoben haben
pulled = { $count } falsch: bis zu { $moved }, ohne Privatheit { $raw }
pulled-words = Eine falsche Nachricht kann es { $ratio }-mal so weit verschieben wie eine falsche Antwort in einer Umfrage ohne Privatheit
place-words = mittlerer Ort bei { $across } waagerecht und { $up } senkrecht, auf einer Karte von −1 bis 1
wall-picture = QR-Code des Links zum Beitreten
wall-stream = Die letzten Nachrichten
wall-code = Code des Raums

## Was die Lehrperson mit einem Raum tut.

unreachable = Telefone erreichen diesen Raum nicht, weil seine Adresse nur zu diesem Rechner selbst führt. Sie erreichen ihn, wo das Labor mit
    `make run ADDRESS=` und der Adresse dieses Rechners im Netz gestartet und hier unter ihr geöffnet wurde.
reveal = { $phones ->
    [yes] Schätzung der Telefone zeigen
    *[no] Schätzung zeigen
 }
hide = { $phones ->
    [yes] Schätzung der Telefone verbergen
    *[no] Schätzung verbergen
 }
close = Schließen
reopen = Wieder öffnen
more = Mehr
possible-switch = Keiner unter 0, zusammen 100 %
possible-help = Die wahrscheinlichsten Anteile auf dem Simplex und von jedem Intervall der Teil zwischen 0 und 100 %.
false-switch = Falsche Antworten
false-help = Zeichnet, wie weit so viele falsche Nachrichten jede Schätzung verschoben haben könnten, und eine Umfrage ohne Privatheit:
    Das Rauschen, das im Mittel aus der Summe genommen wird, ist nicht darin.
clear = Diese Runde leeren
unrehearse = Die Proben entfernen
join-link = Link zum Beitreten, für den Kurs:
secret-link = Geheimer Link als Datei
secret-help = Mit diesem Link steuert ein anderes Fenster den Raum. Hier steht er nicht, weil ein Beamer dieses Fenster zeigen kann.
read = Wie dies zu lesen ist und was den Kurs schützt
next-round = Nächste Runde
next-round-about = Noch einmal dieselbe Frage, neben dieser Runde. Was die Runden über eine Person verraten, addiert sich.
start = Beginnen
next-question = Nächste Frage
next-question-about = Alle im Raum sehen sie sofort; was vorher geantwortet wurde, bleibt.
ask = Fragen
rehearse = Proben
students = Simulierte Teilnehmer
rehearse-about = Ihre wahren Antworten sind bekannt; die Wahrheit steht deshalb neben der Schätzung. Telefone sehen das nicht.
let = Antworten lassen
measured = Gemessener Wert
measured-shows = Was die Seite des Labors zeigt
show = Zeigen
networks-button = Netze
networks-help = Woher die Antworten dieser Runde kommen.
networks-about = Ein Kurs hinter einem Router ist ein Netz. Viele Geräte eines anderen Netzes können eine Person sein, die Antworten erfindet;
    was entfernt wird, ist in allen Runden gelöscht, und der Raum nimmt von dort nichts mehr an.
refuse = { $devices } { $one ->
    [yes] Antwort
    *[no] Antworten
 } des Netzes { $network } entfernen
networks-more = { $count } weitere Netze haben weniger gesendet.
readmit = Wieder Antworten aus allen Netzen annehmen ({ $count } abgewiesen)
read-prediction = Jeder Punkt ist eine Vorhersage; die Linie ist der Wert, der herauskam.
read-number = Die Linie mit zwei Enden ist der Mittelwert des Kurses
read-place = Das Kreuz ist der mittlere Ort des Kurses
read-labels = Jeder Balken ist der Anteil des Kurses
read-dots = Punkte sind die decodierten Antworten, verrauscht wie sie sind; ab 60 Antworten ist die Schattierung ihre wahrscheinlichste Verteilung.
reading = { $what }, mit 95-%-Intervall. Der Kurs selbst steht fest; nur das Rauschen seiner Nachrichten zählt. { $dots }

    Bei ε = { $epsilon } sagt eine Antwort wenig; viele machen das Intervall kurz, wie 1/√n. Das Intervall gilt für ehrliche Antworten:
    { $pulled }; siehe Falsche Antworten unter Mehr.

## Was ein Raum nicht annimmt.

wrong-codes = Aus Ihrem Netz kamen zu viele falsche Codes. Warten Sie eine Minute, oder scannen Sie den QR-Code an der Wand.
many-rooms = Aus Ihrem Netz wurden viele Räume geöffnet; der nächste kann in zehn Minuten oder später geöffnet werden.
many-answers = Aus Ihrem Netz kamen in einer Minute sehr viele Antworten. Senden Sie Ihre in einer Minute noch einmal.
room-ended = Dieser Raum ist beendet.
no-room = Es gibt keinen Raum mit diesem Code.
full-server = Auf diesem Server sind { $most } Räume in Gebrauch; versuchen Sie es in zehn Minuten noch einmal.
full-room = Ein Raum hat höchstens { $most } Runden; öffnen Sie einen anderen Raum.
round-closed = Diese Runde nimmt jetzt keine Antworten an.
refused = Die Lehrperson nimmt in diesem Raum keine Antworten aus Ihrem Netz an.
full-round = Eine Runde nimmt höchstens { $most } Antworten an.
full-network = Eine Runde nimmt höchstens { $most } Antworten aus einem Netz an.
file-full = Der Datenträger des Klassenraum-Servers ist voll.
file-disk = Der Datenträger des Klassenraum-Servers verweigert das Schreiben.
file-busy = Ein anderes Programm hält die Datei des Klassenraums.
file-damaged = Die Datei des Klassenraums ist beschädigt; wer den Server betreibt, kann sie löschen.
file-place = Die Datei des Klassenraums kann auf diesem Server nicht geöffnet oder geschrieben werden.
