### Private Sketches: Cluster, gefunden in einer verrauschten Zusammenfassung der Daten, neben DP-Lloyd und k-means auf den Daten.

question = Lassen sich Cluster in einer kurzen, verrauschten Zusammenfassung der Daten finden?

## Die Überschriften. Fehler sind Summen quadratischer Abstände, über dem Fehler von k-means auf den Daten.
## $kind: Die Cluster werden in allen, in manchen oder keiner Veröffentlichung gefunden,
## oder schon der Sketch ohne Rauschen verfehlt sie.

finding = { $kind ->
    [blind] Nein: Selbst ohne Rauschen liegt der Fehler des Sketches { $clean } über k-means, mit Rauschen { $ours }.
    [some] Manchmal: Bei ε = { $epsilon } verfehlen { $lost } von { $runs } Sketches Cluster, mit Fehlern { $ours } über k-means; DP-Lloyd liegt { $theirs } darüber.
    [none] Nein: Bei ε = { $epsilon } verfehlen alle { $runs } Sketches Cluster, mit Fehlern { $ours } über k-means; DP-Lloyd liegt { $theirs } darüber.
    *[found] Ja: Bei ε = { $epsilon } finden alle { $runs } privaten Sketches jeden Cluster, mit Fehlern { $ours } über dem von k-means.
 }
finding-along = { $kind ->
    [both] Ja: Ab { $name } = { $ours } kommt der private Sketch auf 10 % an k-means heran, DP-Lloyd ab { $theirs }.
    [sketch] Ja: Ab { $name } = { $ours } kommt der private Sketch auf 10 % an k-means heran, DP-Lloyd nirgends auf dieser Achse.
    [lloyd] Nein: Der private Sketch kommt nirgends auf 10 % an k-means heran, DP-Lloyd ab { $name } = { $theirs }.
    [neither] Nein: Weder der private Sketch noch DP-Lloyd kommt auf dieser Achse auf 10 % an k-means heran.
    *[awaited] Die ersten Punkte der Kurven werden simuliert.
 }
finding-features = Bei ε = { $epsilon } ergeben m = { $best } Merkmale das { $least }-Fache des Fehlers von k-means, m =
    { $most } das
    { $worst }-Fache.
finding-features-awaited = Die ersten Punkte der Karte werden simuliert.
finding-compressed = Jedes von { $devices } Geräten sendet mit PPR { $bits } statt { $float } Bits; der Fehler liegt { $sent }
    über k-means.
finding-compressed-none = Hier ist keine Anzahl von Geräten möglich: Jedes braucht zu viele Kandidaten. Weniger Merkmale oder
    ein kleineres
    ε helfen.

## Hinweise zu jedem Bild.

features = Jedes Zentrum hat { $dimensions } unbekannte Koordinaten; in unseren Läufen genügten drei oder vier Wellen für jede, eine nicht.
features-more = Jede weitere Welle macht alle Mittelwerte verrauschter: Das Rauschen wächst { $grows ->
    [laplace-m] mit der Zahl der Wellen (Merkmale) m
    [laplace-r] proportional zu r
    [gaussian-m] wie √m
    *[gaussian-r] wie √r
 }, denn alle teilen sich ein ε. { $clusters } Zentren in { $dimensions } Dimensionen sind nur { $unknowns } unbekannte Zahlen. Der Sketch hat m = { $features } komplexe Zahlen. Das mittlere Quadrat eines Eintrags ohne Rauschen ist
    { $signal }. Das Rauschen hat die Varianz { $noise }; dass die Datenpunkte gezogen sind, trägt weitere { $drawn } bei. Das mittlere Quadrat der Mittelwerte ist
    { $ratio }-mal das ihres Rauschens.
averages = Ein Mittelwert sagt, ob Datenpunkte auf Wellenbergen (+) oder in Wellentälern (−) liegen. Der Server setzt Zentren
    zuerst dorthin, wo die Wellen, jede mal ihrem Mittelwert, sich addieren. Dann verschiebt er sie, bis die Mittelwerte, die
    sie ergäben, zu seinen passen, die als Gleitkommazahlen { $bits } Bits brauchen.
features-weak = Der Sketch besteht überwiegend aus Rauschen: Weniger Merkmale, mehr Datenpunkte oder ein größeres ε helfen.

device = Ein vertrauenswürdiges Gerät mittelt jede Welle über alle { $samples } Datenpunkte und fügt einmal Rauschen hinzu. Es beträgt typischerweise { $noise } des Mittelwerts einer Welle.
device-more = Bei L Geräten fügt jedes sein eigenes Rauschen hinzu, und das Rauschen des Mittelwerts wächst mit √L. Ist jeder
    Datenpunkt ein eigenes Gerät, so muss man niemandem trauen (das lokale Modell).
devices = { $local ->
    [yes] Im lokalen Modell hält jedes von { $devices } Geräten einen Datenpunkt, und niemandem sonst wird er anvertraut.
    *[no] Jedes von { $devices } Geräten hält { $own } Datenpunkte und fügt sein eigenes Rauschen hinzu.
 }
devices-more = Das Rauschen des Mittelwerts ist das { $factor }-Fache dessen bei einem einzigen vertrauenswürdigen Gerät.
    DP-Lloyd läuft
    weiterhin in einer vertrauenswürdigen Zentrale.
devices-out = Die { $left } Datenpunkte, die nicht aufgehen, bleiben außen vor.
reason = Warum das ε ergibt: Jeder Datenpunkt trägt eine Zahl vom Betrag 1 zu { $one ->
    [yes] einer Summe
    *[no] jeder von { $kept } Summen
 } bei, und { $neighbours ->
    [replace_one] ein ersetzter Datenpunkt verschiebt eine Summe höchstens um 2
    *[add_remove] ein hinzugefügter oder entfernter Datenpunkt verschiebt eine Summe höchstens um 1
 }. Das Rauschen ist breit genug, um alle diese Verschiebungen zu verdecken.

lloyd = Der Rivale, DP-Lloyd, rechnet k-means in fünf verrauschten Durchgängen, jeden mit einem Fünftel von ε. Sein Fehler liegt
    { $theirs } über k-means.
lloyd-more = Der Sketch liest die Daten einmal. Beliebig viele Decodierungen, Neustarts oder andere K kosten danach keine weitere
    Privatheit.
few = Der Mittelwert von { $runs } Veröffentlichungen sagt hier wenig; deshalb nennt die Überschrift ihre Spanne.

scale = { $source ->
    [private] Die Skala σ = { $scale } wurde mit einem Teil von ε geschätzt, in jeder Veröffentlichung neu.
    [given] Die Skala σ = { $scale } ist vorgegeben.
    *[bounds] Die Skala σ = { $scale } folgt aus dem öffentlichen Kasten und K und kostet keine Privatheit.
 }
width = Die Cluster haben die Standardabweichung { $width }.
stretched = { $file ->
    [yes] Jede Spalte Ihrer Datei wurde anhand ihrer eigenen Spanne auf [−1, 1] gestreckt; für eine wirkliche Veröffentlichung
        geben Sie
        die Spanne vorher an.
    *[no] Um sie in den Kasten [−1, 1]ᵈ zu skalieren, wurden die Daten angesehen; die Garantie betrachtet das als öffentlich.
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
map = Die Formel allein verlangt immer weniger Merkmale.
map-more = Eine Grenze setzt der Decodierer: Mit einer Welle je unbekannter Zahl kann er Cluster nicht unterscheiden, mit drei
    oder vier kann er es.
map-best = Bei ε = { $epsilon } ist { $best } das beste simulierte m{ $alone ->
    [yes] .
    *[no] ; { $least } bis { $most } sind ebenso gut.
 }
map-means = Fehler sind Mittelwerte von { $trials } Veröffentlichungen. Jede Veröffentlichung behält entweder alle Cluster oder
    verliert
    einen, bei einem Mehrfachen des Fehlers.
decoder = Wer decodiert (etwa der Server), kennt auch die Kandidaten und erfährt von einem Gerät höchstens ε = { $epsilon } mit δ = { $delta },
    im Mittel
    über Listen.
decoder-more = Das ist numerische Buchführung über alle Nachrichten eines Geräts. Satz 8, über sie summiert, ergibt ε =
    { $theorem }, denn
    ein Datenpunkt steckt in allen.
message = Eine Nachricht enthält c = { $chunk } der m Merkmale; PPR (Poisson private representation) erzeugt ihr Rauschen und ihr Codewort in einem Zug.
message-more = Bei { $devices } Geräten prüft jedes { $candidates } Kandidaten. Ein unkomprimiert gesendeter Sketch liegt
    { $plain } über k-means. Wenige Geräte mit vielen Datenpunkten haben je wenig Rauschen und lange Nachrichten. Die Kurve
    beginnt, wo
    PPR noch laufen kann.

## Kacheln.

samples = { $runs } Läufe
tile-ours = Mittlerer Fehler des privaten Sketches, über k-means
tile-theirs = Mittlerer Fehler von DP-Lloyd, über k-means
tile-clean = Fehler eines Sketches ohne Rauschen, über k-means
tile-epsilon = Privatheitsverlust ε eines Sketches, { $neighbours ->
    [replace_one] ein Datenpunkt ersetzt
    *[add_remove] ein Datenpunkt hinzugefügt oder entfernt
 }
tile-delta = δ zu diesem ε
tile-ratio = Mittleres Quadrat der Mittelwerte durch das des Rauschens
tile-ratio-formula = Signal-Rausch-Verhältnis nach der Formel
tile-numbers = Reelle Zahlen im Sketch
tile-scale = Skala σ der Frequenzen
tile-float = Ein Sketch als 32-Bit-Gleitkommazahlen
tile-bits = Nachricht eines Geräts, L = { $devices }, Elias-delta-Code
tile-decoder = ε gegenüber dem Decodierer, L = { $devices }, δ = { $delta }
tile-decoder-bound = ε gegenüber dem Decodierer, L = { $devices }, Block für Block

## Das Bild der Zentroide.

chart-title = Zentren aus { $runs } privaten Läufen; Rauten: { $known ->
    [yes] wahre Zentren
    *[no] die von k-means
 }; grau: { $samples } Datenpunkte
chart-note = { $shaded ->
        [yes] Der Server erhält verrauschte Mittel von { $features } Wellen (Streifenmustern) an den Daten; schattiert: ihre Summe.
        *[no] Der Server erhält nur verrauschte Mittelwerte von { $features } Wellen (Streifenmustern) an den Daten (grau).
    } +: { $many ->
        [yes] Fehler jedes Laufs, in % über k-means; kleine Zahl: Lauf eines abseits liegenden Zentrums.
        *[no] Fehler, in % über k-means.
    }
head-sketch = Privater Sketch
head-lloyd = DP-Lloyd, dasselbe ε
head-range = Fehler +{ $error }
head-runs = { $errors } %
range = { $low } bis { $high }
axis-plane = Koordinate { $axis }
legend-true = wahre Zentren
legend-kmeans = k-means auf den Daten
legend-clean = Sketch ohne Rauschen
legend-sketch = privater Sketch
legend-lloyd = DP-Lloyd
hover-number = { $name }, Nummer { $number }

## Fehler entlang ε, n oder Bits.

axis-error = Fehler über dem von k-means auf den Daten
along-title = { $along ->
    [epsilon] Fehler der Zentroide entlang ε, n = { $value }
    *[samples] Fehler der Zentroide entlang n, ε = { $value }
 }
along-note = DP-Lloyd ist k-means mit Rauschen in jedem Durchgang. m: Merkmale; r: Merkmale, die ein Datenpunkt beiträgt, falls weniger. Punkte sind
    Mittelwerte von { $trials } Veröffentlichungen mit zwei Standardfehlern.
along-axis = { $along ->
    [samples] Datenpunkte n
    *[epsilon] ε, { $neighbours ->
        [replace_one] ein Datenpunkt ersetzt
        *[add_remove] ein Datenpunkt hinzugefügt oder entfernt
    } (nats)
 }
bits-title = Der Sketch eines Geräts in wenigen Bits: ε = { $epsilon }, δ = { $delta }
bits-note = L Geräte teilen sich { $samples } Datenpunkte, und jedes fügt Gauß-Rauschen hinzu. Je mehr Geräte, desto
    verrauschter der
    Mittelwert und desto kürzer die Nachrichten. Punkte sind Mittelwerte von { $trials } Veröffentlichungen mit zwei
    Standardfehlern.
bits-axis = Bits eines Geräts
bits-float = 32-Bit-Gleitkommazahlen
bits-sent = mit PPR, Elias-delta-Code

## Die Karte von m und ε.

map-title = Signal-Rausch-Verhältnis und Fehler entlang der Zahl der Merkmale
map-note = Raute: das m mit dem kleinsten simulierten Fehler. Balken: die, die innerhalb von zwei Standardfehlern nicht
    schlechter sind, je
    { $trials } Veröffentlichungen. SNR: Signal-Rausch-Verhältnis nach der Formel.
map-axis = Merkmale m
map-axis-error = Mehr Fehler (%)
map-signal = SNR { $ratio }
map-hover = bestes simuliertes m = { $best } bei ε = { $epsilon }

## Der Sketch selbst.

sketch-tab = Der Sketch
sketch-note = Das ist alles, was von den Daten bleibt. Ein ersetzter Datenpunkt verschiebt jeden Eintrag höchstens um 2/n, und
    das Rauschen
    verdeckt das.
sketch-title = Der Sketch: Mittelwerte von m = { $features } Wellen exp(iωᵀx), komplexe Zahlen
sketch-drawn = { $all ->
    [yes] Eine dünne Linie verbindet jeden Mittelwert ohne Rauschen mit dem veröffentlichten.
    *[no] Eine dünne Linie verbindet jeden der ersten { $shown } Mittelwerte ohne Rauschen mit dem veröffentlichten; insgesamt sind es
        { $features }.
 }
sketch-dotted = Gepunktet: Betrag 1, den kein Eintrag ohne Rauschen übersteigt.
sketch-caption = Das quadratische Mittel eines Eintrags ist { $size }, das seines Rauschens { $noise }. Von den privaten
    Einträgen liegen
    { $share } außerhalb des Kreises mit diesem Radius um ihren wahren Ort.
sketch-real = Realteil
sketch-imaginary = Imaginärteil
sketch-noise = Kreis: quadratisches Mittel des Rauschens

## Die Zielfunktion.

landscape-tab = Wie Zentren gefunden werden
landscape-note = J ist der mittlere quadratische Abstand zwischen den Einträgen des Sketches und denen, die Cluster um die
    Zentroide hätten.
    Der Decodierer geht bergab: Wo J niedrig ist, erklärt ein Zentroid den Sketch am besten. Die Raute ist sein Ort.
landscape-title = Die Zielfunktion J, während ein Zentroid wandert und alles andere bleibt
landscape-clean = Sketch ohne Rauschen
landscape-noisy = Privater Sketch, erste Veröffentlichung
landscape-caption = Die tiefsten Orte dieses Zentroids, ohne und mit Rauschen, liegen in dieser Ebene { $gap } auseinander.

## Signal-Rausch-Verhältnis.

signal-tab = Signal und Rauschen bei jedem ε
signal-note = Jede Messung zieht die Datenpunkte neu aus den Daten, mit ihren Masken und ihrem Rauschen. Balken sind zwei
    Standardfehler.
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
spread-note = Die Daten bleiben; Rauschen und Masken werden neu gezogen. In den Einstellungen können Sie mehr
    Veröffentlichungen verlangen.
spread-title = Jede von { $runs } Veröffentlichungen
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
