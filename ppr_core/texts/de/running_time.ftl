### Laufzeit: wie lange eine Codierung dauert und woran es liegt.

question = Wie lange dauert das Codieren, und wovon hängt es ab?

## Die Überschrift.

finding = { $ran ->
    [best] { $dimension } Zahlen zu codieren geht hier in Blöcken von { $best } am schnellsten: { $time }.
    [several] { $dimension } Zahlen zu codieren geht hier in Blöcken von { $best } am schnellsten, alle etwa gleich schnell: { $time }.
    [yes] Eine Nachricht für { $chunk } Zahlen dauert hier { $time }; ihr Codierer sieht etwa { $bound } Kandidaten an.
    [stuck] Eine Nachricht für { $chunk } Zahlen braucht { $bound } zufällige Kandidaten, zu viele für einen Lauf.
    *[no] Eine Nachricht für { $chunk } Zahlen braucht { $bound } Kandidaten, zu viele; die größten Blöcke, die hier laufen, haben { $most }.
 }
where = Bei ε = { $epsilon } und Blöcken von { $chunk } Zahlen

## Hinweise: die Kandidaten, die Programme, das Rauschen; dann, was im Reiter steht.

bound = Um alle { $chunk } Zahlen zugleich zu treffen, sieht der Codierer etwa r* = { $bound } Kandidaten an; bei einem doppelt
    so langen Block etwa das Quadrat davon. Ein Kandidat ist eine Liste von { $chunk } zufälligen Zahlen. In diesem Lauf wurden {
    $candidates } angesehen.
bound-more = So wächst r* exponentiell mit der Blockgröße c, und fast so mit ε, solange ε klein ist. Hier wurden { $share }-mal
    so viele Kandidaten angesehen wie r*: Bei nur { $encodes } Nachrichten erklärt der Zufall den Abstand. Kandidaten in Blöcken
    zu ziehen bringt einige mehr.

reference = { $stopped ->
    [0] Algorithmus 1, der Codierer der Arbeit, prüft im Median { $median } Kandidaten.
    *[other] Algorithmus 1, der Codierer der Arbeit, prüft im Median { $median } Kandidaten; bei { $shown } von { $encodes } Codierungen
        wurde seine Grenze erreicht.
 }
more-than = mehr als { $limit }
reference-mean = { $kind ->
    [infinite] Die Zahl seiner Ziehungen hat einen schweren Rand mit dem Index α − 1 = { $index }, also einen unendlichen
        Mittelwert.
        Eine mittlere Zeit würde nur sagen, wie lange man gewartet hat. Aussagekräftig sind der Median und der Bereich der mittleren
        80 %.
    [stopped] Die Zahl seiner Ziehungen hat einen schweren Rand mit dem Index α − 1 = { $index }. Ein Mittelwert existiert
        also, aber
        nicht aus Ziehungen, die bei { $limit } abgebrochen werden. Dazu muss die Grenze höher liegen.
    *[finite] Die Zahl seiner Ziehungen hat einen schweren Rand mit dem Index α − 1 = { $index }; ein Mittelwert existiert
        also. Hier
        ist er { $mean }.
 }

programs = Allein die Kandidaten eines Blocks zu ziehen, mit einer normalverteilten Zahl je Eintrag, dauert { $floor }; { $kind ->
    [compiled] der kompilierte Codierer braucht das { $compiled }-Fache.
    [both] der kompilierte Codierer braucht das { $compiled }-Fache, der NumPy-Codierer das { $arrays }-Fache.
    *[arrays] der NumPy-Codierer braucht das { $arrays }-Fache.
 }
programs-more = Darin enthalten ist der Mehraufwand eines Aufrufs, der { $batch } Blöcke codiert.
programs-odd = Für Blöcke von { $chunks } Einträgen gibt es keinen kompilierten Codierer, denn normalverteilte
    Zahlen entstehen paarweise.
order = Unser Codierer probiert zuerst Kandidaten, die wahrscheinlich gewählt werden; Algorithmus 1 des PPR-Artikels probiert sie in der Folge der
    Liste, was weit länger dauern kann.
order-more = Jeder Platz der Liste hat ein zufälliges Handicap, bekannt, bevor sein Kandidat gezogen wird; ein kleines gewinnt meist.
    Oberhalb einer Grenze kann keiner gewinnen; dort endet die Suche.
best-range = { $low } bis { $high }
list-and = { $first } und { $second }

noise = { $hides ->
    [vector] Das Rauschen schützt alle { $dimension } Zahlen einer Person. Schützte es nur { $entries }, so stiege r* von { $bound } auf { $other }.
    *[chunk] Das Rauschen schützt nur { $entries } von { $dimension } Zahlen einer Person, wie in der Arbeit. Alle zu schützen braucht mehr Rauschen, und r* sänke von { $bound } auf { $other }.
 }
noise-more = Bei ε = { $epsilon } braucht der Mittelwert Rauschen der Standardabweichung { $one }, um { $entries } Zahlen einer
    Person zu verbergen. Für alle { $dimension } braucht er √(d/{ $entries }) = { $times }-mal so viel, { $all }. Für ε = 0.05
    nennt die Arbeit { $printed }; das verbirgt { $entries } Zahlen.

sweep = { $kind ->
    [chunk] In diesem Lauf brauchte die Suche { $fewest } Kandidaten bei Blöcken von { $first } Zahlen und { $most } bei Blöcken von { $last }. Größen, deren 95-%-Balken bis auf
        15 % an die kleinste Zeit reicht, gelten als gleich schnell.
    *[epsilon] Weniger Privatheit verlangt eine längere Suche: Von { $symbol } = { $first } bis { $last } gehen die angesehenen Kandidaten
        von { $fewest } auf { $most }.
 } Die Zeit für alle Zahlen geht von { $start } auf { $end }.
sweep-chunks = Noch größere Blöcke brauchen länger: Kandidaten wachsen exponentiell mit c, die Zahl der Blöcke fällt nur wie
    1/c.
sweep-skipped = Bei { $symbol } = { $points } ist r* bis zu { $bound }; dort wird nichts codiert.

printed = Für ε = { $epsilon } und c = { $chunk } nennt die Arbeit { $digits } s für einen Vektor; hier dauert er { $here }.
printed-more = Die Arbeit benutzte Algorithmus 1 auf einem Laptop (M1 Pro, 8 Kerne bei etwa 3.2 GHz). Zwei Rechner und zwei
    Programme
    unterscheiden sich; vergleichen Sie also die Form der Kurven, nicht die Zahlenwerte. Nur für ε = 0.05 nennt die Arbeit auch das
    Rauschen{ $noise ->
        [always] , und dieser Punkt hat es hier immer.
        [other] ; hier wird mit anderem gerechnet.
        *[same] .
    }

tree = Für eine einzelne Zahl müssen nicht alle Kandidaten durchsucht werden: Nach ihren Werten geordnet, findet sie ein Baum.
tree-more = Bei r* = { $large } (Laplace-Rauschen, ε = 20, α = 2) dauert eine Codierung mit dem Baum hier { $tree }, mit derselben
    Verteilung, denselben Bits und derselben Privatheit. Die Suche von PPR dauert { $search } schon bei r* = { $small }.
tree-unmeasured = Eine einzelne Zahl ist noch nicht gemessen, oder kompilierte Schleifen fehlen.

decoder = { $kind ->
    [open] Bei α = ∞ gilt kein ε gegenüber dem Server (Decodierer), der die Kandidaten kennt.
    [theorem] ε = { $epsilon } begrenzt nur, was ein veröffentlichter Mittelwert über viele Personen verrät; der Server (Decodierer) erfährt über eine Person
        höchstens ε = { $theorem } mit δ = { $delta }. Das ist Satz 8 für jeden Block von { $chunk } Einträgen.
    *[accounted] ε = { $epsilon } begrenzt nur, was ein veröffentlichter Mittelwert über viele Personen verrät; der Server (Decodierer) erfährt über eine
        Person höchstens ε = { $accounted } mit δ = { $delta }. Das gilt für den ganzen Vektor, in Blöcken von { $chunk } Einträgen.
 }
decoder-more = { $kind ->
    [theorem] Für ein so großes ε liefert die numerische Buchführung keinen kleineren Wert.
    *[accounted] Das ist numerische Buchführung über alle { $chunks } Blöcke, für zwei beliebige Vektoren. Satz 8, Block für
        Block,
        ergibt { $theorem }.
 }

proposal = Die Vorschlagsverteilung ist die Normalverteilung mit dem kleinsten r*.
proposal-more = Die Breite C²/d, die die Schranke der Arbeit für die Bits minimiert, brauchte hier r* = { $bound }.

times = Die Zeiten wurden auf diesem Server gemessen ({ $machine }; { $moment }) und schwanken von Lauf zu Lauf.
times-more = Unser Codierer nimmt bis zu { $batch } Blöcke je Aufruf, Algorithmus 1 einen Block nach dem
    anderen. Tabelle und Dateien enthalten nur Kandidaten, denn sie folgen aus dem Startwert.

## Kacheln.

samples-messages = { $messages } Nachrichten
samples-calls = { $calls } Messungen mit je { $batch } Nachrichten
tile-candidates = Mittlere Zahl der für eine Nachricht angesehenen Kandidaten
tile-median = Mediane Zeit einer Nachricht
tile-mean = Mittlere Zeit einer Nachricht
tile-vector = Zeit für alle Zahlen einer Person, { $chunks } Nachrichten
tile-vector-at = Zeit für alle Zahlen einer Person in Blöcken von { $chunk }, die laufen
tile-candidates-at = Für eine Nachricht mit { $chunk } Zahlen angesehene Kandidaten, Mittel
tile-bound = Kandidaten, im Mittel erwartet: r*
tile-reference = Kandidaten von Algorithmus 1, Median
tile-reference-mean = Kandidaten von Algorithmus 1, Mittelwert
tile-stopped = Algorithmus 1 an seiner Grenze abgebrochen
tile-noise-chunk = Rauschen des Mittelwerts, wenn es nur { $entries } Zahlen einer Person verbirgt (wie im Artikel)
tile-noise-vector = Rauschen des Mittelwerts, wenn es alle { $entries } Zahlen einer Person verbirgt
tile-noise-client = Rauschen einer Person, das √n-Fache
tile-decoder = ε des Servers für einen Vektor, δ = { $delta }
tile-decoder-theorem = ε des Servers nach Theorem 8, Block für Block
tile-other = r*, Rauschen { $hides ->
    [vector] für einen Block
    *[chunk] für den ganzen Vektor
 }

## Das Bild.

chart-title = Ein Block: Zeit auf diesem Server und geprüfte Kandidaten
chart-title-candidates = Wie viele Kandidaten ein Block braucht
search-title = { $timed ->
    [yes] { $sweep ->
        [epsilon] Zeit für alle Zahlen einer Person bei jedem ε, auf diesem Server
        *[chunk] Zeit für alle Zahlen einer Person, je nach Blockgröße, auf diesem Server
    }
    *[no] { $sweep ->
        [quoted] Kandidaten bei den fünf Einstellungen der Arbeit
        *[chunk] Kandidaten, die eine Nachricht braucht
    }
 }
search-note = PPR (Poisson private representation) sendet eine Nachricht je Block{ $timed ->
    [yes] : Kleine Blöcke heißen viele Nachrichten, große lange Suchen. Balken: 95-%-Konfidenzintervalle des Medians.
    *[no] . Zeiten sind hier keine gezeigt.
 }
chunk-tab = Zeit und Kandidaten
chart-note = Unser Codierer probiert aussichtsreiche Kandidaten zuerst, Algorithmus 1 der Arbeit nimmt sie, wie sie kommen. Die Zeiten sind Mediane des unseren, kompiliert und mit NumPy; die der Arbeit sind Mittelwerte. Balken: 95-%-Konfidenzintervalle; ± auf einer Kachel: ein Standardfehler{ $band ->
        [yes] . Band: die mittleren 80 % von Algorithmus 1, an seiner Grenze abgeschnitten.
        *[no] .
    }
axis-candidates = Angesehene Kandidaten
time-chunk = Zeit eines Blocks
time-vector = Zeit für alle Zahlen
axis-setting = ε, Zahlen in einem Block
axis-chunk = Zahlen in einem Block, c
axis-epsilon = Zentrales ε
legend-bound = r*
named-fastest = am schnellsten: { $chunk } Zahlen
legend-other = r*, Rauschen { $hides ->
    [vector] für einen Block
    *[chunk] für den ganzen Vektor
 }
legend-limit = Grenze der Ziehungen
legend-mean = aussichtsreiche zuerst, Mittel
legend-compiled = kompiliert
legend-arrays = mit NumPy
legend-reference = Algorithmus 1
legend-reference-chunks = Algorithmus 1, Median eines Blocks × Blöcke
legend-paper = Laptop der Arbeit
legend-floor = nur r*·c Zahlen ziehen

## Reiter.

vector-tab = Ein ganzer Vektor
vector-note = Ein Vektor dauert ⌈d/c⌉-mal so lange wie ein Block. Mit Algorithmus 1 dauert ein wirklicher Vektor länger, denn dort
    bestimmt sein langsamster Block die Zeit. Die Datei enthält Kandidaten, denn Zeiten wiederholen sich nicht.
vector-title = Ein ganzer Vektor von { $entries } Einträgen, in Blöcken
tail-tab = Seltene, lange Codierungen
tail-note = Eine Gerade bedeutet auf diesen Achsen einen schweren Rand: Sehr lange Suchen sind selten, aber nicht zu vernachlässigen. Algorithmus 1, falls eingeschaltet, endet, wo seine Ziehungen begrenzt sind.
tail-title = Wie oft ein Block mehr als t Kandidaten braucht
tail-axis = Kandidaten t
tail-axis-share = Anteil der Codierungen über t
tail-order = aussichtsreiche zuerst
tail-reference = Algorithmus 1
tail-none = An diesem Punkt wird nichts codiert.
tail-caption = { where } prüfen neun von zehn unserer Codierungen höchstens { $most } Kandidaten.
tail-caption-reference = Algorithmus 1 braucht { $draws } für neun von zehn Codierungen, und sein Rand fällt wie t^(1 − α).
number-tab = Eine Zahl mit Baum
number-note = Der Baum sendet den Rang des gewählten Werts, und der verrät nicht mehr als der Index von PPR. Er sieht etwa (log₂
    r*)² Kandidaten an. Die Zeiten gelten für kompilierte Schleifen; ohne sie ist hier nichts gezeichnet.
number-title = Eine Zahl mit Laplace-Rauschen: Zeit einer Codierung nach r*
number-axis = Kandidaten, die eine Suche braucht, r*
time-number = Zeit einer Zahl, hier gemessen
number-tree = mit Baum
number-search = Suche von PPR

## Formeln.

formula-noise = Rauschen des Mittelwerts
formula-client = Rauschen einer Person
formula-candidates = Kandidaten eines Blocks im Mittel
formula-candidates-source = Größter Dichtequotient von N(x, s² I) und N(0, (s² + y) I) für Einträge ±1
formula-vector = Zeit eines Vektors
symbol-epsilon = zentrale Privatheit mit δ = { $delta }
symbol-client = Rauschen einer Person in jeder Koordinate
symbol-mean = Rauschen des Mittelwerts in jeder Koordinate
symbol-clients = Personen
symbol-chunk = Einträge eines Blocks
symbol-multiplier = Rauschen für L2-Sensitivität 1, Rényi-Ordnungen 2 bis 128 und 256
symbol-entries = Einträge ±1 einer Person, die das Budget verbirgt
symbol-extra = zusätzliche Varianz der Vorschlagsverteilung mit kleinstem r*
symbol-dimension = Einträge eines Vektors
symbol-time = Zeit eines Blocks, hier gemessener Median

## Das Bild der Lektion über Blöcke.

growth-title = Geprüfte Kandidaten im Mittel, r*, bei einem Block von so vielen Zahlen (berechnet)
growth-note = Gleiche Schritte der senkrechten Achse multiplizieren; eine Gerade wächst also exponentiell.
growth-named = { $chunk } Zahlen: { $bound }
growth = { $kind ->
    [vector] Für einen Block von { $chunk } Zahlen ist r* { $bound } Kandidaten statt { $beside } mit weniger Rauschen.
    [halved] Für einen Block von { $chunk } Zahlen ist r* { $bound } Kandidaten; für { $half } sind es { $beside }.
    *[alone] Für einen Block von { $chunk } Zahlen ist r* { $bound } Kandidaten im Mittel.
 }
