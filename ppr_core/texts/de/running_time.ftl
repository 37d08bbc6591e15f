### Laufzeit: wie lange eine Codierung dauert und woran es liegt.

question = Wie lange dauert das Codieren, und wovon hängt es ab?

## Die Überschrift.

finding = { $ran ->
    [best] { $dimension } Zahlen zu codieren geht hier in Blöcken von { $best } am schnellsten: { $time }.
    [several] { $dimension } Zahlen zu codieren geht hier in Blöcken von { $best } am schnellsten: { $time }, nach diesen Messungen nicht zu unterscheiden.
    [yes] Eine Nachricht für { $chunk } Zahlen dauert hier { $time }; ihr Codierer sieht etwa { $bound } Kandidaten an.
    [stuck] Eine Nachricht für { $chunk } Zahlen braucht { $bound } zufällige Kandidaten, zu viele für einen Lauf.
    *[no] Eine Nachricht für { $chunk } Zahlen braucht { $bound } Kandidaten, zu viele; die größten Blöcke, die hier laufen, haben { $most }.
 }
where = Bei ε = { $epsilon } und Blöcken von { $chunk } Zahlen

## Hinweise: die Kandidaten, die Programme, das Rauschen; dann, was im Reiter steht.

bound = Um alle { $chunk } Zahlen zugleich zu treffen, sieht der Codierer etwa r* = { $bound } Kandidaten an; bei { $double } Zahlen etwa { $more }.
bound-more = Ein Kandidat ist eine Liste von { $chunk } zufälligen Zahlen, und jede muss passen. Darum multipliziert jede weitere Zahl r* mit
    demselben Faktor. In diesem Lauf sah der Codierer im Mittel { $candidates } Kandidaten an.

reference = { $stopped ->
    [0] Algorithmus 1, der Codierer der Arbeit, prüft im Median { $median } Kandidaten.
    *[other] Algorithmus 1, der Codierer der Arbeit, prüft im Median { $median } Kandidaten; bei { $shown } von { $encodes } Codierungen
        wurde seine Grenze erreicht.
 }
more-than = mehr als { $limit }
reference-mean = { $kind ->
    [infinite] Bei diesem α sind manche seiner Suchen so lang, dass ihr Mittelwert unendlich ist. Vergleichen Sie also den Median, kein Mittel.
    [stopped] Seine Suchen haben einen Mittelwert, aber nicht, wenn sie bei { $limit } Kandidaten abgebrochen werden. Dazu muss die Grenze höher liegen.
    *[finite] Seine Suchen haben einen Mittelwert: hier { $mean } Kandidaten.
 }

order = Unser Codierer probiert zuerst Kandidaten, die wahrscheinlich gewählt werden; Algorithmus 1 des PPR-Artikels probiert sie in der Folge der Liste.
order-more = Jeder Kandidat hat ein zufälliges Handicap, das bekannt ist, bevor er gezogen wird. Ein kleines Handicap gewinnt meist; dort beginnt unser
    Codierer. Er hört auf, sobald kein anderer Kandidat gewinnen kann.
best-range = { $low } bis { $high }

noise = { $hides ->
    [vector] Das Rauschen verbirgt alle { $dimension } Zahlen einer Person; verbärge es nur { $entries }, so stiege r* von { $bound } auf { $other }.
    *[chunk] Das Rauschen verbirgt nur { $entries } von { $dimension } Zahlen einer Person, wie im Artikel; alle zu verbergen würde r* von { $bound } auf { $other } senken.
 }
noise-more = Rauschen, das alle { $dimension } Zahlen verbirgt, ist { $times }-mal so breit wie Rauschen, das { $entries } verbirgt. Zu breiterem Rauschen passen
    mehr Kandidaten; die Suche ist also kürzer.

sweep = Weniger Privatheit verlangt eine längere Suche: Von ε = { $first } bis { $last } gehen die angesehenen Kandidaten von { $fewest } auf { $most }.
sweep-skipped = { $kind ->
    [chunk] Blöcke ab { $first } Zahlen dauern zu lange.
    *[epsilon] Ab ε = { $first } dauert eine Suche zu lange.
 }

printed = Für ε = { $epsilon } und c = { $chunk } nennt die Arbeit { $digits } s für einen Vektor; hier dauert er { $here }.
printed-more = Der Artikel benutzte Algorithmus 1 auf einem Laptop. Rechner und Programme unterscheiden sich; vergleichen Sie also die Form der Kurven, nicht die Zeiten.

tree = Für eine einzelne Zahl müssen nicht alle Kandidaten durchsucht werden: Ein Baum, nach ihren Werten geordnet, findet den gewählten.
tree-more = Bei r* = { $large } Kandidaten braucht der Baum hier { $tree }; die Suche von PPR braucht schon bei r* = { $small } { $search }.
tree-unmeasured = Eine einzelne Zahl ist noch nicht gemessen, oder kompilierte Schleifen fehlen.

decoder = { $kind ->
    [open] Bei α = ∞ gilt kein ε gegenüber dem Server, der die Kandidaten kennt.
    *[held] Diese Zahlen gehen in ein Mittel über { $people } Personen ein: Seine Leser erfahren über eine Person höchstens ε = { $epsilon }, der Server
        höchstens { $learned } (δ = { $delta }).
 }
decoder-more = { $kind ->
    [theorem] Der Server sieht die Nachrichten jeder Person und die gemeinsame Liste, und was { $chunks } Nachrichten verraten, summiert sich. Satz 8,
        über sie summiert, ergibt dieses ε.
    *[accounted] Der Server sieht die Nachrichten jeder Person und die gemeinsame Liste, und was { $chunks } Nachrichten verraten, summiert sich.
        Numerische Buchführung ergibt dieses ε; Satz 8, über die Nachrichten summiert, ergibt { $theorem }.
 }

times = Die Zeiten wurden auf diesem Server gemessen ({ $machine }; { $moment }) und schwanken von Lauf zu Lauf.

## Kacheln.

samples-messages = { $messages } Nachrichten
samples-calls = { $calls } Messungen
samples-batches = { $calls } Messungen mit je { $batch } Nachrichten
tile-candidates = Für eine Nachricht mit { $chunk } Zahlen angesehene Kandidaten, im Mittel
tile-median = Mediane Zeit einer Nachricht mit { $chunk } Zahlen
tile-vector = Zeit für alle { $entries } Zahlen einer Person, in Blöcken von { $chunk }
tile-bound = Für eine Nachricht mit { $chunk } Zahlen erwartete Kandidaten, r*
tile-reference = Kandidaten von Algorithmus 1, Median
tile-reference-mean = Kandidaten von Algorithmus 1, Mittelwert
tile-stopped = Algorithmus 1 an seiner Grenze abgebrochen
tile-decoder = ε des Servers über eine Person, höchstens, δ = { $delta }

## Das Bild.

chart-title = Ein Block: Zeit auf diesem Server und angesehene Kandidaten
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
    [yes] : Kleine Blöcke heißen viele Nachrichten, große lange Suchen. Balken: 95-%-Intervalle.
    *[no] . Zeiten sind hier keine gezeigt.
 }
chunk-tab = Zeit und Kandidaten
chart-note = Die Zeiten sind Mediane unseres Codierers, kompiliert und mit NumPy; die des Artikels sind Mittelwerte. Balken: 95-%-Konfidenzintervalle{ $band ->
        [yes] . Band: die mittleren 80 % von Algorithmus 1, an seiner Grenze abgeschnitten.
        *[no] .
    }
axis-candidates = Angesehene Kandidaten
time-chunk = Zeit eines Blocks
time-vector = Zeit für alle Zahlen
axis-setting = ε, Zahlen in einem Block
axis-chunk = Zahlen in einem Block, c
axis-epsilon = ε eines Lesers des Mittels
legend-bound = r*
named-fastest = am schnellsten: { $chunk } Zahlen
legend-other = r*, wenn das Rauschen { $hides ->
    [vector] nur 50 Zahlen verbärge
    *[chunk] alle Zahlen verbärge
 }
legend-limit = Grenze der Ziehungen
legend-mean = unser Codierer, Mittel
legend-compiled = kompiliert
legend-arrays = mit NumPy
legend-reference = Algorithmus 1
legend-reference-chunks = Algorithmus 1, Median eines Blocks × Blöcke
legend-paper = Laptop der Arbeit
legend-floor = nur r*·c Zahlen ziehen

## Reiter.

vector-tab = Ein ganzer Vektor
vector-note = Mit Algorithmus 1 dauert ein wirklicher Vektor länger als gezeichnet, denn sein langsamster Block entscheidet. Die Datei enthält Kandidaten, denn Zeiten wiederholen sich nicht.
vector-title = Alle { $entries } Zahlen einer Person, in Blöcken
tail-tab = Seltene, lange Codierungen
tail-note = Eine Gerade auf diesen Achsen heißt: Sehr lange Suchen sind selten, aber nicht zu vernachlässigen. Algorithmus 1 endet, wo seine Ziehungen begrenzt sind.
tail-title = Wie oft die Suche für einen Block mehr als t Kandidaten braucht
tail-axis = Zahl der Kandidaten t
tail-axis-share = Anteil der Suchen über t
tail-order = unser Codierer
tail-reference = Algorithmus 1
tail-none = An diesem Punkt wird nichts codiert.
tail-caption = { where } sehen neun von zehn unserer Suchen höchstens { $most } Kandidaten an.
tail-caption-reference = Algorithmus 1 braucht { $draws } Kandidaten für neun von zehn Suchen.
number-tab = Eine Zahl mit Baum
number-note = Der Baum sieht etwa (log₂ r*)² Kandidaten an. Seine Nachricht, ein Rang, verrät dem Server nicht mehr als der Index von PPR.
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
