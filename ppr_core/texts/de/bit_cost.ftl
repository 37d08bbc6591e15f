### Bitkosten: was eine Nachricht von PPR kostet, Teil für Teil, in der Theorie und in wirklichen Nachrichten.

question = Wie viele Bits braucht eine Nachricht, und wofür?

## Die Überschrift. $kind: eine Nachricht oder mehrere Blöcke, und ob Bits gespart werden.

finding = { $kind ->
    [chunks] Der Vektor braucht im Mittel { $bits } Bits (berechnet) in { $messages } Nachrichten statt unkomprimiert { $plain }.
    [chunks-long] Der Vektor braucht { $bits } Bits (berechnet) in { $messages } Nachrichten, unkomprimiert nur { $plain }: Die Kompression lohnt
        sich nicht.
    [long] Eine Nachricht braucht im Mittel { $bits } Bits (berechnet), unkomprimiert nur { $plain }: Hier lohnt sich die Kompression nicht.
    *[saved] Eine Nachricht braucht im Mittel { $bits } Bits (berechnet) statt unkomprimiert { $plain }.
 }

## Hinweise: die Teile, der Beleg, der Satz; dann, was im Reiter steht.

parts = Warum { $bits } Bits? Das Rauschen steht in der Liste, die nie gesendet wird: Zu x zu passen kostet nur { $divergence } Bits, { $kind ->
    [saves] die Wahl des besten Platzes K spart { $choice },
    [names] den Platz K zu nennen { $choice },
    *[hides] x zu verbergen { $choice },
 } das Ende zu markieren { $code }.
parts-chunks = Die beiden letzten Teile fallen für jeden der { $messages } Blöcke des Vektors an.
parts-more = Zu x zu passen kostet die KL-Divergenz: wievielmal wahrscheinlicher (log₂, im Mittel) Werte unter dem Rauschen um x sind als in der Liste. Der Server muss sehen, wo ein Codewort endet, also braucht auch K = 1 mindestens 1 Bit.


choice = Ein kleineres α lässt spätere Platznummern K öfter gewinnen, wie auch immer x ist: längere Nachrichten, die dem Server weniger verraten. Nach Satz 5 kostet es bei jedem Mechanismus höchstens { $allowed } Bits, x zu verbergen; hier sind es { $overhead }.
choice-endless = Bei α = ∞ bleibt nichts dem Zufall überlassen: Nachrichten sind am kürzesten, doch der Server kann x erfahren. Nach Satz 5 kostet es bei jedem Mechanismus höchstens { $allowed } Bits, K zu nennen; hier sind es { $overhead }.




## Was sich entlang einer Einstellung zeigt; auch ein Hinweis.

sweep-none = { $reason ->
    [no-chunks] Eine einzelne Zahl hat keine Blöcke; das Diagramm zeigt deshalb nur einen Punkt.
    [not-cut] { $mechanism } lässt sich nicht in Blöcke teilen; das Diagramm zeigt deshalb nur einen Punkt.
    [no-width] Die Vorschlagsverteilung von { $mechanism } hat keine Breite; das Diagramm zeigt deshalb nur einen Punkt.
    *[none] Keine Einstellung soll sich ändern; das Diagramm zeigt deshalb nur einen Punkt.
 }
sweep-alpha = Von α = { $low } bis { $high } fällt das Mittel von log₂ K von { $first } auf { $last } Bits.
sweep-alpha-bound = Satz 5 erlaubt das { $least }- bis { $most }-Fache dessen, was es berechnet kostet, x zu verbergen.
sweep-alpha-line = Die dünne Linie ist KL + log₂(e)/(α − 1) für jeden Index; sie beschreibt die Kosten nahe α = 1.
sweep-growth = Von { $symbol } = { $low } bis { $high } geht die mittlere Länge von { $first } auf { $last } Bits.
sweep-growth-double = Verdoppelt sich ε von { $low } auf { $high }, so geht sie von { $first } auf { $last } Bits.
sweep-growth-plain = Unkomprimiert geht die Ausgabe von { $first } auf { $last } Bits.
sweep-growth-divergence = Die KL-Divergenz geht von { $first } auf { $last } Bits.
sweep-chunk = In Blöcken der Größe { $low } braucht der Vektor { $first } Bits, in Blöcken der Größe { $high } braucht er
    { $last }: Jeder
    Block zahlt für einen eigenen Index und ein eigenes Codewort.
sweep-proposal = { $paper ->
    [yes] Die Breite der Arbeit, y = C²/d,
    *[no] Die Breite der kleinsten KL-Divergenz
 } hat eine KL-Divergenz von { $divergence } Bits, aber eine Codierung müsste r* = { $candidates } Kandidaten prüfen.
sweep-proposal-cheap = Die Breite mit den wenigsten Kandidaten, { $candidates }, kostet { $divergence } Bits mehr an
    KL-Divergenz und
    { $bits } mehr in der Nachricht.
sweep-proposal-same = Ein und dieselbe Breite hat die wenigsten Kandidaten und die kleinste KL-Divergenz, { $divergence } Bits.
sweep-unmeasured = Noch ist kein Punkt simuliert, oder keiner lässt sich simulieren: Die Linien sind ohne Lauf berechnet.
sweep-skipped = Bei { $values } prüft eine Codierung bis zu r* = { $candidates } Kandidaten; das ist hier zu viel für eine
    Simulation.

## Kacheln.

tile-average = { $several ->
    [yes] Mittlere Länge eines Vektors ({ $code })
    *[no] Mittlere Länge einer Nachricht ({ $code })
 }
tile-log-index = Mittel von log₂ K
tile-measured = { $what }, gemessen
tile-exact = { $what }, berechnet
tile-computed = { $what }, auf ± { $error } berechnet
tile-bound = Obere Schranke für das Mittel von log₂ K (Satz 5)
tile-divergence = Bits, um zu x zu passen (KL-Divergenz)
tile-plain = Länge ohne Kompression: { $name }
tile-half = Länge ohne Kompression: 16-Bit-Gleitkommazahlen
tile-capacity = Wenigste Bits, die irgendeine Eingabe im Mittel in jedem exakten Verfahren braucht (Kapazität)
tile-code = Mittlere Länge mit { $code }
tile-entropy = Entropie von K: kein Code von K ist im Mittel kürzer
tile-refined = Schärfere obere Schranke für das Mittel von log₂ K (Satz 14)
tile-code-bound = Obere Schranke für die mittlere Länge ({ $code })
tile-from-epsilon = Obere Schranke für die mittlere Länge, aus ε allein
tile-information = Information einer Nachricht über x, x gleichverteilt
tile-mrc = Länge einer Nachricht von MRC mit N = { $candidates }
tile-candidates = Geprüfte Kandidaten je Nachricht, im Mittel
count-vectors = { $count } Vektoren

## Das Bild.

chart-title = { $several ->
    [yes] Wofür die Bits eines Vektors sind
    *[no] Wofür die Bits einer Nachricht sind
 }
worked-tab = Das Mittel, berechnet
worked-note = Jede Zeile: die Länge des Codeworts eines Index, mal dessen Wahrscheinlichkeit. Die Summe über alle K ist die mittlere Länge einer Nachricht.
worked-head = { $column ->
    [index] Index K
    [word] Codewort
    [bits] Länge in Bits
    [chance] Wahrscheinlichkeit
    *[part] Länge × Wahrscheinlichkeit
 }
worked-rest = alle K über { $last }
worked-total = Summe: das Mittel
lengths-title = { $several ->
    [yes] Wie lang { $n } wirkliche Vektoren sind
    *[no] Wie lang { $n } wirkliche Nachrichten sind
 }
along-axis = { $limit ->
    [yes] Was der Server höchstens erfährt: 2αε
    *[no] PPR-Ordnung α (kleiner: Der Server erfährt weniger)
 }
along-length = Bits einer Nachricht bei anderen α, berechnet
along-point = { $kind ->
    [limit] hier: α = { $alpha }, 2αε = { $epsilon }
    [here] hier: α = { $alpha }
    *[other] α = { $alpha }
 }
along-whole = ganze Nachricht
along-part = zu x passen
lengths-tab = Alle Längen
chart-note = PPR (Poisson private representation) sendet einen Index K. Die ersten beiden Balken sind log₂ K, etwa seine Binärziffern nach der ersten: { $kind ->
        [hides] K neigt zu passenden Werten; der Zufall entscheidet, was x verbirgt
        *[other] K zeigt auf passende Werte; nichts verbirgt x vor dem Server
    }.
part = { $name ->
    [divergence] zu x passen: { $bits } Bits
    [hides] x verbergen: { $bits } Bits
    [names] den Platz K nennen: { $bits } Bits
    [saves] die Wahl des besten Platzes K spart: { $bits } Bits
    [code] das Ende markieren: { $bits } Bits
    *[whole] die Nachricht, berechnet: { $bits } Bits
 }
part-real = { $several ->
    [yes] { $n } wirkliche Vektoren, gemessen: { $seen } Bits
    *[no] { $n } wirkliche Nachrichten, gemessen: { $seen } Bits
 }
axis-average = { $several ->
    [yes] Bits eines Vektors, im Mittel
    *[no] Bits einer Nachricht, im Mittel
 }
chart-gaps = { $code ->
    [elias_delta] Lücken: Der Code hat keine Wörter mit 2, 3, 6, 7, 12, 13, 22 oder 23 Bits.
    [elias_gamma] Lücken: Der Code hat nur Wörter ungerader Länge.
    *[other] { "" }
 }
axis-bits = { $several ->
    [yes] Bits eines Vektors
    *[no] Bits einer Nachricht
 }
axis-share = { $several ->
    [yes] Anteil der Vektoren
    *[no] Anteil der Nachrichten
 }
legend-code = Code { $code }
row = { $name ->
    [divergence] KL { $bits }
    [information] I(X;Z) { $bits }
    [log-index] Mittel von log₂ K { $bits }
    [theorem] log₂ K ≤ { $bits } (Satz)
    [entropy] Entropie von K { $bits }
    [code] { $code } { $bits }
    [code-bound] { $code } ≤ { $bits }
    [corollary] Korollar 6 ≤ { $bits }
    [mrc] MRC, N = { $candidates } (nicht exakt) { $bits }
    *[plain] { $output } { $bits }
 }

## Entlang einer Einstellung.

every-tab = Alle Codes und Schranken
every-note = Gepunktete Striche sind Schranken für das Mittel. MRC hat eine feste Länge, und seine Ausgabe ist nur fast exakt.
sweep-tab = Verlauf
sweep-title = { $setting ->
    [alpha] Bits entlang α
    [epsilon] Bits entlang ε
    [dimension] Bits entlang der Dimension oder der Kategorien
    [chunk] Bits entlang der Blockgröße
    [proposal] Bits entlang der Breite des Vorschlags
    *[none] Bits bei den gewählten Einstellungen
 }
sweep-axis = { $setting ->
    [categories] Kategorien k
    [dimension] Dimension d
    [chunk] Blockgröße c
    *[proposal] Breite des Vorschlags, als Vielfaches der besten
 }
sweep-axis-bits = Bits
sweep-axis-candidates = log₁₀ der Kandidaten je Index
sweep-line = { $line ->
    [divergence] KL
    [bound] Satz 5
    [refined] Satz 14
    [leading] nahe α = 1
    *[plain] unkomprimiert
 }
sweep-log-index = Mittel von log₂ K
sweep-real = wirkliche Nachrichten
sweep-expected = r*
sweep-measured = gemessen

## Formeln.

formula-refined = Eine schärfere Schranke für das Verbergen von x: Satz 14
formula-leading = Was es nahe α = 1 kostet, x zu verbergen
formula-leading-source = Wo der Dichtequotient konstant ist, fällt P(K > k) wie k^(1 − α)
formula-code = Vom Index zur Nachricht: Code { $code }
symbol-overhead = Minimum über 0 < η ≤ 1, η < α − 1
symbol-index = Index; gemessenes Mittel seines Logarithmus, über alle Blöcke
