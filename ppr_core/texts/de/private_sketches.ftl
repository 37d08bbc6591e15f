### Private Sketches: Cluster, gefunden in einer verrauschten Zusammenfassung der Daten, neben DP-Lloyd und k-means auf den Daten.

question = Lassen sich Cluster in einer kurzen, verrauschten Zusammenfassung der Daten finden?

## Die Überschriften. Fehler sind Summen quadratischer Abstände, über dem Fehler von k-means auf den Daten.
## $kind: Die Cluster werden in allen, in manchen oder keiner Veröffentlichung gefunden,
## oder schon der Sketch ohne Rauschen verfehlt sie.

finding = { $kind ->
    [blind] Nein: Schon ohne Rauschen liegt der Fehler des Sketches { $clean } über dem von k-means; mit Rauschen { $ours }.
    [some] Manchmal: Bei ε = { $epsilon } verfehlten { $lost } von { $runs } Sketches Cluster; die Fehler liegen { $ours } über k-means, die von DP-Lloyd { $theirs }.
    [none] Nein: Bei ε = { $epsilon } verfehlten alle { $runs } Sketches Cluster; ihre Fehler liegen { $ours } über k-means, die von DP-Lloyd { $theirs }.
    *[found] Ja: Bei ε = { $epsilon } finden alle { $runs } privaten Sketches jeden Cluster; ihre summierten quadratischen Abstände liegen { $ours } über k-means.
 }
finding-along = { $kind ->
    [both] Ja: Ab { $name } = { $ours } kommt der private Sketch auf 10 % an k-means heran, DP-Lloyd ab { $theirs }.
    [sketch] Ja: Ab { $name } = { $ours } kommt der private Sketch auf 10 % an k-means heran, DP-Lloyd nirgends auf dieser Achse.
    [lloyd] Nein: Der private Sketch kommt nirgends auf 10 % an k-means heran, DP-Lloyd ab { $name } = { $theirs }.
    [neither] Nein: Weder der private Sketch noch DP-Lloyd kommt auf dieser Achse auf 10 % an k-means heran.
    *[awaited] Die ersten Punkte der Kurven werden simuliert.
 }
finding-features = Bei ε = { $epsilon } ergeben { $best } Wellen das { $least }-Fache des Fehlers von k-means, { $most } Wellen das { $worst }-Fache.
finding-features-awaited = Die ersten Punkte der Karte werden simuliert.
finding-compressed = Jedes von { $devices } Geräten sendet mit PPR { $bits } statt { $float } Bits; der Fehler liegt { $sent }
    über k-means.
finding-compressed-none = Keine Zahl von Geräten ist hier ausführbar: Jedes braucht zu viele Kandidaten. Nehmen Sie weniger Wellen oder ein kleineres ε.

## Hinweise zu jedem Bild.

features = Jedes Zentrum hat { $dimensions } unbekannte Zahlen; in unseren Läufen genügten drei oder vier Wellen für jede Zahl, eine nicht.
features-more = Alle Wellen teilen sich ein ε; darum macht jede weitere Welle alle Mittelwerte verrauschter: Das Rauschen wächst { $grows ->
    [laplace-m] mit der Zahl der Wellen m
    [laplace-r] mit der Zahl der Wellen, die ein Datenpunkt beiträgt
    [gaussian-m] wie √m, mit der Zahl m der Wellen
    *[gaussian-r] wie die Wurzel der Zahl der Wellen, die ein Datenpunkt beiträgt
 }. Dieser Sketch hat m = { $features } Wellen für die { $unknowns } unbekannten Zahlen von { $clusters } Zentren.
features-weak = Dieser Sketch besteht überwiegend aus Rauschen: Weniger Wellen, mehr Datenpunkte oder ein größeres ε helfen.

device = Ein vertrauenswürdiges Gerät mittelt jede Welle über alle { $samples } Datenpunkte und fügt einmal Rauschen hinzu. Das Rauschen beträgt typischerweise { $noise } des Mittelwerts einer Welle.
devices = { $local ->
    [yes] Jedes von { $devices } Geräten hält einen Datenpunkt und fügt sein eigenes Rauschen hinzu; man muss also niemandem trauen (das lokale Modell).
    *[no] Jedes von { $devices } Geräten hält { $own } Datenpunkte und fügt sein eigenes Rauschen hinzu.
 }
devices-more = Das Mittel aller Geräte ist { $factor }-mal so verrauscht wie das eines vertrauenswürdigen Geräts. DP-Lloyd läuft weiterhin auf einem vertrauenswürdigen Gerät.
devices-out = Die { $left } Datenpunkte, die nicht aufgehen, bleiben außen vor.
reason = Warum das ε ergibt: An einem Datenpunkt hat eine Welle einen Wert vom Betrag 1. { $neighbours ->
    [replace_one] Einen Datenpunkt zu ersetzen
    *[add_remove] Einen Datenpunkt hinzuzufügen oder zu entfernen
 } ändert also { $one ->
    [yes] eine Summe
    *[no] jede von { $kept } Summen
 } höchstens um { $neighbours ->
    [replace_one] 2
    *[add_remove] 1
 }. Das Rauschen ist breit genug, um eine solche Änderung zu verbergen.

lloyd = Der Rivale, DP-Lloyd, rechnet k-means in fünf verrauschten Durchgängen, jeden mit einem Fünftel von ε.
lloyd-more = Jeder Durchgang von DP-Lloyd liest die Daten. Ein Sketch liest die Daten einmal: Ein anderes K im selben Sketch zu suchen kostet keine weitere Privatheit.

scale = Die Skala σ = { $scale } der Wellen wurde mit einem Teil von ε geschätzt, in jedem Lauf neu.
stretched = { $file ->
    [yes] Jede Spalte Ihrer Datei wurde anhand ihrer eigenen Spanne auf [−1, 1] gestreckt; für eine wirkliche Veröffentlichung
        geben Sie die Spanne vorher an.
    *[no] Die Spanne der Daten bestimmte die Skala der Achsen; die Garantie nimmt diese Spanne als öffentlich an.
 }

## Hinweise zu einem Bild.

along = Höchstens 10 % über k-means: { $parts }.
along-part = { $reached ->
    [yes] { $label } ab { $name } = { $value }
    *[no] { $label } nirgends
 }
overtakes = { $where ->
    [all] Der private Sketch hat bei jedem gezeigten { $name } einen kleineren mittleren Fehler als DP-Lloyd.
    [none] Der private Sketch hat bei jedem gezeigten { $name } einen größeren mittleren Fehler als DP-Lloyd.
    [up] Der private Sketch hat bis { $name } = { $value } einen kleineren mittleren Fehler als DP-Lloyd.
    [from] Der private Sketch hat ab { $name } = { $value } einen kleineren mittleren Fehler als DP-Lloyd.
    *[mixed] Weder der private Sketch noch DP-Lloyd hat bei jedem gezeigten { $name } den kleineren mittleren Fehler.
 }
map = Mit weniger Wellen sind die Mittelwerte weniger verrauscht, doch mit zu wenigen kann der Server Cluster nicht unterscheiden.
map-more = In unseren Läufen war eine Welle je unbekannter Zahl zu wenig; drei oder vier genügten.
map-best = Bei ε = { $epsilon } ist { $best } das beste simulierte m{ $alone ->
    [yes] .
    *[no] ; { $least } bis { $most } sind ebenso gut.
 }
map-means = Fehler sind Mittelwerte von { $trials } Läufen. Ein Lauf findet entweder alle Cluster oder verfehlt einen, und dann ist sein Fehler ein Mehrfaches.
decoder = Der Server kennt auch die gemeinsamen Listen: Er erfährt von einem Gerät höchstens ε = { $epsilon }, mit δ = { $delta } im Mittel über Listen.
decoder-more = Numerische Buchführung über alle Nachrichten eines Geräts ergibt dieses ε. Satz 8, über die Nachrichten summiert, ergibt ε = { $theorem }.
message = PPR (Poisson private representation) sendet { $chunk } der verrauschten Mittelwerte in einer Nachricht.
message-more = Bei { $devices } Geräten prüft jedes { $candidates } Kandidaten. Unkomprimiert haben dieselben Sketches einen Fehler { $plain } über k-means.

## Kacheln.

samples = { $runs } Läufe
tile-ours = Mittlerer Fehler des privaten Sketches über k-means (quadratische Abstände, summiert)
tile-theirs = Mittlerer Fehler von DP-Lloyd über k-means
tile-epsilon = Ein Leser des Sketches erfährt höchstens ε, { $neighbours ->
    [replace_one] wenn ein Datenpunkt ersetzt wird
    *[add_remove] wenn ein Datenpunkt hinzukommt oder wegfällt
 }
tile-delta = δ zu diesem ε
tile-float = Größe des Sketches als 32-Bit-Gleitkommazahlen
tile-bits = Nachrichtenlänge eines von { $devices } Geräten, Elias delta
tile-decoder = ε des Servers bei einem von { $devices } Geräten, δ = { $delta }
tile-decoder-bound = ε des Servers bei einem von { $devices } Geräten, über seine Nachrichten summiert

## Das Bild der Zentroide.

chart-title = Zentren aus { $runs } Läufen (Dreiecke), { $known ->
    [yes] wahre Zentren
    *[no] Zentren von k-means
 } (Rauten), { $samples } Datenpunkte (grau)
chart-note = Der Server erhält nur die verrauschten Mittel von { $features } Wellen (Streifenmustern) über die Datenpunkte{ $shaded ->
        [yes] ; ihre gewichtete Summe ist schattiert: stark, wo Punkte liegen.
        *[no] .
    }
chart-strays = Fett: Lauf eines Zentrums fern von allen Rauten.
head-sketch = Privater Sketch
head-lloyd = DP-Lloyd, dasselbe ε
head-range = Fehler in { $runs } Läufen:<br>+{ $error }
head-runs = Fehler in Lauf { $runs }:<br>{ $errors } %
range = { $low } bis { $high }
axis-plane = Koordinate { $axis }
legend-true = wahre Zentren
legend-kmeans = Zentren von k-means
legend-clean = Sketch ohne Rauschen
legend-sketch = privater Sketch
legend-lloyd = DP-Lloyd
hover-number = { $name }, Lauf { $number }

## Fehler entlang ε, n oder Bits.

axis-error = Fehler über dem von k-means auf den Daten
along-title = { $along ->
    [epsilon] Fehler der Zentren entlang ε, bei n = { $value } Datenpunkten
    *[samples] Fehler der Zentren entlang der Zahl n der Datenpunkte, bei ε = { $value }
 }
along-note = DP-Lloyd ist k-means mit Rauschen in jedem Durchgang. m: Wellen; r: Wellen, die ein Datenpunkt beiträgt, falls weniger. Punkte sind
    Mittelwerte von { $trials } Läufen mit zwei Standardfehlern.
along-axis = { $along ->
    [samples] Datenpunkte n
    *[epsilon] ε, { $neighbours ->
        [replace_one] ein Datenpunkt ersetzt
        *[add_remove] ein Datenpunkt hinzugefügt oder entfernt
    } (nats)
 }
bits-title = Der Sketch eines Geräts in wenigen Bits: ε = { $epsilon }, δ = { $delta }
bits-note = Alle Geräte (L an der Zahl) teilen sich { $samples } Datenpunkte, und jedes fügt Gauß-Rauschen hinzu. Mehr Geräte: verrauschteres Mittel, kürzere
    Nachrichten. Punkte: Mittel von { $trials } Läufen mit zwei Standardfehlern.
bits-axis = Bits, die ein Gerät sendet
bits-float = 32-Bit-Gleitkommazahlen
bits-sent = mit PPR, Elias-delta-Code

## Die Karte von m und ε.

map-title = Signal-Rausch-Verhältnis und Fehler entlang der Zahl der Wellen
map-note = Raute: die Zahl m der Wellen mit dem kleinsten Fehler. Balken: die innerhalb von zwei Standardfehlern ebenso guten, je { $trials } Läufe.
    SNR: Mittelwerte durch Rauschen, in mittleren Quadraten, nach der Formel.
map-axis = Zahl der Wellen m
map-axis-error = Fehler über k-means (%)
map-signal = SNR { $ratio }
map-hover = bestes simuliertes m = { $best } bei ε = { $epsilon }

## Der Sketch selbst.

sketch-tab = Der Sketch
sketch-note = Ein Sketch enthält sonst nichts von den Daten. Ein ersetzter Datenpunkt verschiebt jeden Mittelwert höchstens um 2/n, und das Rauschen verbirgt das.
sketch-title = Der Sketch: die Mittelwerte von m = { $features } Wellen, als komplexe Zahlen
sketch-drawn = { $all ->
    [yes] Eine dünne Linie verbindet jeden Mittelwert ohne Rauschen mit dem verrauschten.
    *[no] Eine dünne Linie verbindet jeden der ersten { $shown } von { $features } Mittelwerten ohne Rauschen mit dem verrauschten.
 }
sketch-dotted = Gepunktet: Betrag 1, den kein Mittelwert ohne Rauschen übersteigt.
sketch-caption = Ein Mittelwert hat typisch den Betrag { $size }, sein Rauschen { $noise } (Kreise); { $share } der verrauschten liegen außerhalb ihres Kreises.
sketch-real = Realteil
sketch-imaginary = Imaginärteil
sketch-noise = Kreis: typischer Betrag des Rauschens

## Die Zielfunktion.

landscape-tab = Wie Zentren gefunden werden
landscape-note = Der Server setzt Zentren zuerst dorthin, wo die Wellen, jede mal ihrem Mittelwert, sich addieren. Dann verschiebt er sie bergab auf J: der
    mittleren quadratischen Differenz zwischen den Mittelwerten des Sketches und denen, die die Zentren ergäben.
landscape-title = J, während ein Zentrum wandert und die anderen bleiben; die Raute zeigt das niedrigste J
landscape-clean = Sketch ohne Rauschen
landscape-noisy = Privater Sketch, Lauf 1
landscape-caption = Ohne und mit Rauschen liegt das niedrigste J dieses Zentrums in dieser Ebene { $gap } auseinander.

## Signal-Rausch-Verhältnis.

signal-tab = Signal und Rauschen bei jedem ε
signal-note = Jede Messung zieht die Datenpunkte und ihr Rauschen neu. Balken sind zwei Standardfehler.
signal-title = Signal-Rausch-Verhältnis mit m = { $features }, r = { $kept }
signal-axis = ε des Sketches eines Geräts
signal-axis-ratio = Signal-Rausch-Verhältnis, Quotient der Leistungen
signal-formula = Formel
signal-measured = gemessen
signal-caption = Gemessene und vorhergesagte Verhältnisse weichen höchstens um { $gap } voneinander ab, bei ε = { $epsilon },
    wo ein
    Standardfehler { $error } beträgt.
signal-bound = Bei ε = { $epsilon } ist das Verhältnis { $ratio }, nach der Formel { $formula }. Die Formel nimmt an, dass die
    veröffentlichte
    Zahl der Datenpunkte ungefähr stimmt; bei kleinem ε ist sie daher eine obere Schranke.

## Jede Veröffentlichung.

spread-tab = Fehler jedes Laufs
spread-note = Die Daten bleiben dieselben; das Rauschen wird neu gezogen. Die weiteren Einstellungen können mehr Läufe verlangen.
spread-title = Der Fehler in jedem von { $runs } Läufen
spread-caption = Der Fehler liegt mit dem privaten Sketch { $ours } und mit DP-Lloyd { $theirs } über k-means, in je { $runs }
    Läufen.
spread-axis = Fehler, k-means auf den Daten = 1

## Formeln.

formula-error = Der Fehler der Zentroide, hier der ersten Veröffentlichung
formula-error-source = Maßstab ist KMeans von scikit-learn auf den Daten selbst
formula-entry = Ein Eintrag des Sketches, hier der Realteil des ersten
formula-entry-source = Zufällige Fourier-Merkmale, über die Datenpunkte gemittelt; das Rauschen ist das der nächsten Formel
formula-laplace = Laplace-Rauschen auf Real- und Imaginärteil der Summe eines Geräts
formula-gaussian = Gauß-Rauschen auf Real- und Imaginärteil der Summe eines Geräts
formula-signal = Signal-Rausch-Verhältnis des privaten Sketches
formula-size = Größe eines Sketches, der unkomprimiert gesendet wird
formula-size-source = Durch Zählen
symbol-centroids = gefundene Zentroide
symbol-samples = Datenpunkte
symbol-entry = Eintrag des privaten Sketches
symbol-clean = Eintrag des Sketches ohne Rauschen
symbol-noise = { $masked ->
    [yes] Rauschen der Veröffentlichung und was weggelassene Merkmale ändern
    *[no] Rauschen der Veröffentlichung
 }
symbol-frequency = zufällige Frequenz, allen gemeinsam, Skala σ
symbol-budget = Privatheit des Sketches eines Geräts
symbol-kept = Merkmale, die ein Datenpunkt beiträgt
symbol-count = Anteil von ε, der für die Zahl der Datenpunkte bezahlt
symbol-kept-share = r/m, Anteil der Merkmale, die ein Datenpunkt beiträgt
symbol-own = Datenpunkte eines Geräts
symbol-devices = Geräte
symbol-signal = ‖z‖²/m, das Signal: mittleres Quadrat eines Eintrags von z
symbol-features = Merkmale
symbol-floats = Merkmale, je zwei reelle Zahlen von 32 Bits
symbol-laplace-scale = Skala des Rauschens: sein mittlerer Betrag
symbol-gaussian-scale = Skala des Rauschens: seine Standardabweichung
symbol-least = kleinstes Rauschen für (ε, δ) bei Sensitivität 1
symbol-delta = Fehlerwahrscheinlichkeit
symbol-noise-std = Standardabweichung des Rauschens auf einem Teil der Summe eines Geräts
symbol-count-std = Standardabweichung des Rauschens auf der Anzahl eines Geräts
symbol-sketch = Sketch ohne Rauschen
symbol-used = benutzte Datenpunkte, von { $samples }
value-of-them = { $count } davon
