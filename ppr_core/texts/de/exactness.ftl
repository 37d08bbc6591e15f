### Exaktheit: die decodierten Ausgaben eines oder zweier Verfahren neben der Verteilung des Mechanismus.

question = Ändert die Kompression die Verteilung der verrauschten Werte?

## Die Überschrift: ein Urteil über das erste Verfahren, dann eines über das zweite.
## $first: follows, within (bis auf γ), unseen (nur annähernd, aber noch nicht sichtbar) oder deviates.
## $second: none, both (wie das erste), but (anders als das erste) oder ein eigenes Urteil.

finding = { $first ->
    [follows] { $a } hält das gewünschte Rauschen exakt ein
    [within] { $a } hält das gewünschte Rauschen bis auf γ ein
    [unseen] { $a } ist nur angenähert, doch { $n } Werte zeigen es nicht
    *[deviates] { $a } hält das gewünschte Rauschen nicht ein
 }{ $second ->
    [none] .
    [both-follow] , { $b } ebenso.
    [both-within] , { $b } ebenso, bis auf γ.
    [both-deviate] , { $b } ebenso wenig.
    [both-unseen] ; dasselbe gilt für { $b }.
    [but-follows] , wohl aber { $b }.
    [but-within] , wohl aber { $b } bis auf γ.
    [but-deviates] , { $b } jedoch nicht.
    [follows] ; { $b } hält das gewünschte Rauschen exakt ein.
    [within] ; { $b } hält das gewünschte Rauschen bis auf γ ein.
    [unseen] ; { $b } ist nur angenähert, doch { $n } Werte zeigen es nicht.
    *[deviates] ; { $b } hält das gewünschte Rauschen nicht ein.
 }

## Hinweise: wie weit daneben, wie sicher, zu welchem Preis; dann, was im Reiter steht.

effect = { $effect ->
    [wasserstein] Wasserstein-Distanz
    *[total] Totalvariation
 }
tile-effect = { $effect ->
    [wasserstein] { $scheme }: wie weit die Werte vom gewünschten Rauschen liegen (Wasserstein-Distanz; exakte Werte: { $floor })
    *[total] { $scheme }: größter Fehler einer Wahrscheinlichkeit (Totalvariation; exakte Werte: { $floor })
 }
off-probability = { $scheme } ändert die Wahrscheinlichkeit von „{ $event }“ um { $bias }.
off-bias = { $scheme } verschiebt die Ausgaben im Mittel um { $bias }.
off-variance = Das Rauschen von { $scheme } ist zu { $wide ->
    [yes] breit
    *[no] schmal
 }: Seine Varianz ist das { $ratio }-Fache der gewünschten.
off-distance = { $scheme } zeigt eine { $effect } von { $distance } zum gewünschten Rauschen.
off-floor = Kann ein kleiner Fehler unbemerkt bleiben? Ja: Selbst exakte Werte zeigen hier durch Zufall eine { $effect } von { $floor }.
off-theorem = { $schemes }: beweisbar exakt; hier prüft der Test nur das Programm.
off-list = Warum ist { $scheme } nicht exakt? Es muss einen von { $n } Kandidaten senden, auch wenn keiner zu x passt (Reiter „{ bad-tab }“); in einer endlosen Liste kommt immer ein passender.
why-exact = Warum ist { $scheme } exakt? Jeder Kandidat bekommt eine zufällige Zeit, geteilt durch r: wievielmal wahrscheinlicher sein Wert unter dem Rauschen ist als in der Liste. Ein doppelt so wahrscheinlicher Wert bekommt die halbe Zeit, kommt also doppelt so oft zuerst.

p-value = Wie oft wiche ein perfektes Verfahren durch Zufall mindestens so weit vom gewünschten Rauschen ab? Der p-Wert sagt { $values }; ein winziger beweist, dass ein Verfahren nicht exakt ist, ein großer nichts. Er kommt aus diesem Test: { $test }.
p-value-of = { $value } für { $scheme }
and = { $first } und { $second }


round = Warum die Ausgabe nicht auf weniger Bits runden? Privat bliebe sie, verlöre aber das gewünschte Rauschen: Nur gerundete Werte könnten vorkommen.

generator = Mit einem guten Generator scheitert Rejection nur, wenn die ersten J = { $tries } Startwerte alle verworfen werden:
    Wahrscheinlichkeit { $missed }, kleiner als γ.
generator-more = SHAKE-256 macht aus jedem Startwert einen Kandidaten. Kein effizienter Test darf diese Kandidaten von echt zufälligen unterscheiden. Dann weicht die Ausgabe höchstens um γ vom gewünschten Rauschen ab (Lemma 3.3), und der Startwert verrät nicht mehr als die Ausgabe (Lemma 3.7).
generator-weak = Der schwache Generator liest { $bits } Bits eines Startwerts: 2¹²⁸ Startwerte ergeben { $candidates } Kandidaten.
generator-weak-more = Die Wahl unter so wenigen ergibt nicht die Verteilung des Mechanismus, gleich wie viele Startwerte man
    probiert.
generator-kept = Mit jedem Generator bleibt ε = { $kept }; der Mechanismus hat { $own } (Lemma 3.6).
generator-lost = Hier ist kein ε garantiert: Lemma 3.6 braucht eine untere Schranke des Dichtequotienten, und die fehlt.

endless = Bei α = ∞ ist die Ausgabe exakt, aber nichts schützt x vor dem Server: Manche Indizes kommen bei
    manchen x nie vor.

## Kacheln.

tile-bias = { $scheme }: Mittel der Werte weniger das gewünschte (Verzerrung)
tile-bias-of = { $scheme }: P({ $event }) weniger die gewünschte Wahrscheinlichkeit (Verzerrung)
tile-variance = { $scheme }: Varianz des Rauschens, als Vielfaches der gewünschten
tile-bits = { $scheme }: mittlere Länge einer Nachricht

## Die Bilder.

chart-title = { $n } beim Server angekommene Werte neben dem gewünschten Rauschen
chart-note = Grau: In { $confidence } der Läufe behält ein perfektes Verfahren alle Balken in diesem Band. { $names }
chart-note-finite = Balken: wie oft jede Kategorie ankam, ± ein Standardfehler. { $names }
names = PPR (Poisson private representation) sendet einen Index einer endlosen Liste, MRC (minimal random coding) einen von { $n } Kandidaten.
axis-output = { $view ->
    [single] Verrauschter Wert z beim Server
    [coordinate] Erste Koordinate des verrauschten Werts z
    [projection] Projektion des verrauschten Werts z auf (1, …, 1)/√d
    [radius] Abstand ‖z − x‖ des verrauschten Werts
    *[finite] Wert beim Server: { $observed }
 }
axis-density = Wahrscheinlichkeitsdichte
axis-probability = Wahrscheinlichkeit
legend-exact = gewünscht
legend-truth = x = { $x }
legend-band = gewünschtes Rauschen; grau: Zufall allein
legend-arm = { $scheme }: im Mittel { $bits } Bits

bad-tab = Eine schlechte Liste
bad-none = Dieses Bild braucht MRC oder Truncated PPR mit höchstens 256 Kandidaten und einen verrauschten Wert, der eine einzige Zahl ist.
bad-title = Von { $lists } Listen von { $scheme } die, deren Kandidaten am schlechtesten zu x passen
bad-note = Jeder Punkt ist ein Kandidat; je höher, desto besser passt er. { $scheme } muss trotzdem einen dieser { $n } senden; die Liste von PPR geht weiter.
bad-wanted = gewünschtes Rauschen
bad-candidates = die { $n } Kandidaten dieser Liste

difference-tab = Differenz
difference-note = Gemessen minus gewünscht: Was im grauen Band bleibt, kann Zufall sein.
difference-title = Angekommene Werte minus gewünschtes Rauschen
difference-axis = { $finite ->
    [yes] Gemessen − gewünscht, Wahrscheinlichkeit
    *[no] Gemessen − gewünscht, Dichte
 }

quantiles-tab = Quantile
quantiles-note = Auf der Diagonale sind beide Verteilungen gleich. Die Enden zeigen die Ränder, wo ein Histogramm wenige
    Ausgaben hat.
quantiles-none = Kategorien haben keine Ordnung, also auch keine Quantile.
quantiles-title = Quantile der angekommenen Werte neben denen des gewünschten Rauschens
quantiles-axis = Quantil des gewünschten Rauschens
quantiles-axis-outputs = Quantil der angekommenen Werte
quantiles-band = gewünschtes Rauschen; grau: { $confidence } der Läufe

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
