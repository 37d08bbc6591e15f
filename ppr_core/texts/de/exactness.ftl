### Exaktheit: die decodierten Ausgaben eines oder zweier Verfahren neben der Verteilung des Mechanismus.

question = Folgen die decodierten Ausgaben exakt der Verteilung des Mechanismus?

## Die Überschrift: ein Urteil über das erste Verfahren, dann eines über das zweite.
## $first: follows, within (bis auf γ), unseen (nur annähernd, aber noch nicht sichtbar) oder deviates.
## $second: none, both (wie das erste), but (anders als das erste) oder ein eigenes Urteil.

finding = { $first ->
    [follows] { $a } folgt der Verteilung des Mechanismus
    [within] { $a } folgt der Verteilung des Mechanismus bis auf γ
    [unseen] { $a } ist nur annähernd exakt, was { $n } Ausgaben nicht zeigen
    *[deviates] { $a } folgt der Verteilung des Mechanismus nicht
 }{ $second ->
    [none] .
    [both-follow] , { $b } ebenso.
    [both-within] , { $b } ebenso, bis auf γ.
    [both-deviate] , { $b } ebenso wenig.
    [both-unseen] ; dasselbe gilt für { $b }.
    [but-follows] , wohl aber { $b }.
    [but-within] , wohl aber { $b } bis auf γ.
    [but-deviates] , { $b } jedoch nicht.
    [follows] ; { $b } folgt der Verteilung des Mechanismus.
    [within] ; { $b } folgt der Verteilung des Mechanismus bis auf γ.
    [unseen] ; { $b } ist nur annähernd exakt, was { $n } Ausgaben nicht zeigen.
    *[deviates] ; { $b } folgt der Verteilung des Mechanismus nicht.
 }

## Hinweise: wie weit daneben, wie sicher, zu welchem Preis; dann, was im Reiter steht.

effect = { $effect ->
    [wasserstein] Wasserstein-Distanz
    *[total] Totalvariation
 }
off-probability = { $scheme } ändert die Wahrscheinlichkeit von „{ $event }“ um { $bias }.
off-bias = { $scheme } verschiebt die Ausgaben im Mittel um { $bias }.
off-variance = Die Varianz von { $scheme } ist { $ratio } mal so groß wie die des Mechanismus.
off-distance = { $scheme } zeigt eine { $effect } von { $distance } zum Mechanismus.
off-floor = Stichproben des Mechanismus selbst zeigen zufällig eine { $effect } von { $floor }; eine viel kleinere Abweichung bliebe
    also unbemerkt.
off-more = Zehnmal so viele Ausgaben zeigen dreimal kleinere Abweichungen.
off-theorem = Beweisbar exakt: { $schemes }. Dort prüft dieser Test nur das Programm.
off-list = Eine endliche Liste enthält womöglich keinen Kandidaten nahe am wahren Wert. { $scheme } sendet dann trotzdem einen
    ihrer
    Kandidaten.

p-value = Der p-Wert sagt, wie oft Stichproben des Mechanismus selbst mindestens so schlecht aussehen: { $values }.
p-value-of = { $value } für { $scheme }
p-value-more = Ein p-Wert ist nicht die Wahrscheinlichkeit, dass ein Verfahren exakt ist. Alle Tests von { $scheme }: { $tests }.

price = { $parts } Das sind Mittel dieses Laufs; die Kandidaten bestimmen, wie lange eine Codierung dauert.
price-of = Eine Nachricht von { $scheme } brauchte { $bits }, und der Codierer prüfte { $candidates } Kandidaten.
price-more = In der Theorie endet eine exakte Suche für jedes α im Mittel nach r* = { $ratio } Kandidaten. Das Programm prüft immer
    einige auf einmal und zählt daher andere.

band = Außerhalb des grauen Bandes: { $parts }. Stichproben des Mechanismus selbst verlassen es irgendwo in { $level } aller Läufe.
band-of = { $count } von { $all } { $finite ->
    [yes] Kategorien
    *[no] Balken
 } bei { $scheme }

round = Warum die Ausgabe nicht einfach auf weniger Bits runden? Privat bliebe sie, denn gerundet wird nach dem Rauschen. Aber
    sie folgte
    nicht mehr der Verteilung des Mechanismus: Nur noch die gerundeten Werte könnten vorkommen.

generator = Mit einem guten Generator scheitert Rejection nur, wenn die ersten J = { $tries } Startwerte alle verworfen werden:
    Wahrscheinlichkeit { $missed }, kleiner als γ.
generator-more = SHAKE-256 macht aus jedem Startwert einen Kandidaten. Der Generator muss kryptographisch sein: Kein
    effizienter Test,
    auch nicht der Dichtequotient, darf seine Kandidaten von Stichproben des Vorschlags unterscheiden. Dann weicht die Ausgabe
    höchstens
    um γ von der Verteilung ab (Lemma 3.3), und der Startwert verrät nicht mehr als die Ausgabe (Lemma 3.7).
generator-weak = Der schwache Generator liest { $bits } Bits eines Startwerts: 2¹²⁸ Startwerte ergeben { $candidates } Kandidaten.
generator-weak-more = Die Wahl unter so wenigen ergibt nicht die Verteilung des Mechanismus, gleich wie viele Startwerte man
    probiert.
generator-kept = Mit jedem Generator bleibt ε = { $kept }; der Mechanismus hat { $own } (Lemma 3.6).
generator-lost = Hier ist kein ε garantiert: Lemma 3.6 braucht eine untere Schranke des Dichtequotienten, und die fehlt.

endless = Bei α = ∞ ist die Ausgabe exakt, aber nichts schützt x vor dem Decodierer, Ihrem Server: Manche Indizes kommen bei
    manchen x nie vor.

## Kacheln.

tile-distance = { $scheme }: { $effect }
tile-bias = { $scheme }: Verzerrung
tile-bias-of = { $scheme }: Verzerrung von P({ $event })
tile-variance = { $scheme }: Varianz, Mechanismus = 1
tile-bits = { $scheme }: Nachricht

## Die Bilder.

chart-title = { $n } decodierte Ausgaben neben der Verteilung des Mechanismus
chart-note = Stichproben des Mechanismus selbst bleiben in { $confidence } aller Läufe im grauen Band. Der erste und der letzte Balken
    zählen auch alle Ausgaben jenseits von ihnen. { names }
chart-note-finite = Balken haben einen Standardfehler. Kategorie 0 ist die wahre. { names }
names = Der Decodierer ist Ihr Server. PPR heißt Poisson private representation, MRC minimal random coding.
axis-output = Decodierte Ausgabe: { $view ->
    [coordinate] erste Koordinate von z
    [projection] Projektion von z auf (1, …, 1)/√d
    [radius] Abstand ‖z − x‖
    *[finite] { $observed }
 }
axis-density = Wahrscheinlichkeitsdichte
axis-probability = Wahrscheinlichkeit
legend-exact = Mechanismus, exakt
legend-band = Mechanismus, { $confidence }-Band

difference-tab = Differenz
difference-note = Punkte im Band sind, was Stichproben des Mechanismus selbst zeigen. Punkte außerhalb stammen aus einer anderen Verteilung.
difference-title = Ausgaben minus Verteilung des Mechanismus, jedes Verfahren auf eigener Skala
difference-axis = { $finite ->
    [yes] Gemessen − exakt, Wahrscheinlichkeit
    *[no] Gemessen − exakt, Dichte
 }

quantiles-tab = Quantile
quantiles-note = Auf der Diagonale sind beide Verteilungen gleich. Die Enden zeigen die Ränder, wo ein Histogramm wenige
    Ausgaben hat.
quantiles-title = Geordnete Ausgaben neben den Quantilen des Mechanismus
quantiles-axis = Quantil des Mechanismus
quantiles-axis-outputs = Quantil der Ausgaben
quantiles-band = { $confidence }-Band

## Formeln.

formula-ppr = Wie PPR wählt: Die doppelte transformierte Zeit macht einen Kandidaten um so viel unwahrscheinlicher
formula-mrc = Wie MRC wählt, für die erste Nachricht dieses Laufs
formula-kolmogorov = { $scheme }: Kolmogorov-Smirnov-Statistik, für ideale Stichproben etwa 0.5 bis 1.5
formula-pearson = { $scheme }: Pearsons Statistik über { $finite ->
    [yes] { $cells } Kategorien
    *[no] Klassen gleicher Wahrscheinlichkeit
 }
formula-missed = Rejection: wie oft J Startwerte alle verworfen werden
symbol-alpha = Ordnung
symbol-times = Ankunftszeiten eines Poisson-Prozesses
symbol-candidate = Stichproben aus dem Vorschlag
symbol-ratio = Dichte des Mechanismus durch die des Vorschlags
symbol-candidates = Kandidaten
symbol-samples = decodierte Ausgaben
symbol-share = Anteil der Ausgaben bis z
symbol-distribution = Verteilungsfunktion des Mechanismus
symbol-seen = Ausgaben in Zelle j
symbol-probability = exakte Wahrscheinlichkeit von Zelle j
symbol-bound = größter Dichtequotient, über alle Eingaben
symbol-tries = so viele Startwerte werden höchstens probiert; dann wird einer ungeprüft gesendet
symbol-gamma = was Rejection verfehlen darf
value = { $kind ->
    [secret] geheim
    [shared] gemeinsam
    [encoder] dem Codierer bekannt
    [measured] gemessen
    *[exact] exakt
 }
