### Dyadic quantized Laplace (DQL): eine Zahl, ihr Laplace-Rauschen und die ganze Zahl, die gesendet wird.

question = Kann ein verrauschter Wert gerundet sein und exaktes Laplace-Rauschen behalten?

## Die Überschrift zu einer Nachricht und zu fester Bitzahl.

finding = { $kind ->
    [deviates] Die Fehler dieser Nachrichten weichen von Laplace-Rauschen ab, obwohl die Theorie das ausschließt.
    *[follows] Ja: { $bits } Bits im Mittel übertragen exaktes Laplace-Rauschen; der Server erfährt höchstens νε = { $decoder } je Einheit von x.
 }
finding-fixed = { $kind ->
    [none] Nein: Bei keinem dieser ε können durchschnittlich { $bits } Bits exaktes Laplace-Rauschen übertragen.
    *[reached] Ja: Bei ε = { $epsilon } übertragen { $bits } Bits exaktes Laplace-Rauschen; der Server erfährt höchstens
        νε = { $decoder }.
 }

finding-step = { $step ->
    [0] Exaktes Laplace-Rauschen ist eine Summe von Buckeln; jede Nachricht benutzt einen davon, zufällig gewählt.
    [1] Gemeinsam: Der Startwert, den beide Seiten kennen, wählt Buckel { $part } (ab 0 gezählt).
    [2] Privat: Der Sender addiert Rauschen, dessen Dichte eine Treppe ist, noch nicht der Buckel.
    [3] Runden auf ein gemeinsames, verschobenes Gitter macht aus den Stufen der Treppe den Buckel.
    *[4] Die Nachricht ist eine ganze Zahl: M = { $integer }, in { $length }.
 }

## Die Schritte des Bildes: Titel, dann, was zu sehen ist.

step-title = { $step ->
    [0] Laplace-Rauschen um x (schwarz) und die Buckel, aus denen es besteht
    [5] Der Server erhält x plus exakt Laplace-Rauschen
    *[other] Oben: die Dichte von z. Unten: wie aus x das z wird
 }
step-stack = Die Prozentzahl eines Buckels ist seine Wahrscheinlichkeit. Warum Buckel? Rauschen und Runden ergeben zusammen genau einen Buckel (Schritt 3 und 4), also trägt ihn eine ganze Zahl.
step-part = T = { $part } ist die Nummer des Buckels; seine Wahrscheinlichkeit war { $share }. Seine Kanten knicken alle { $step } ab: sein Schritt. Jeder Buckel hat den halben Schritt des vorigen („dyadisch“).
step-noise = Der Sender allein zieht J = { $jump } ganze Schritte und V = { $rest } eines Schritts und addiert { $step } · (J + V) zu x. Das Bild zeigt jetzt nur den gewählten Buckel.
step-grid = Der gemeinsame Startwert verschiebt das Gitter um U = { $dither } eines Schritts; der Sender rundet auf die nächste Linie, M = { $integer }. Über alle Verschiebungen gemittelt wird die Treppe zum Buckel.
step-thinned = Gezeichnet ist jede { $every }. Linie.
step-sent = Der Sender sendet nur M = { $integer }: das Wort { $code_word } des Codes „{ $code }“, { $length }. T und U kennt der Server schon; J und V bleiben beim Sender.
step-decoded = Der Server berechnet z = { $step } · (M + U) = { $decoded }. Über alle zufälligen Wahlen hat z − x exakt die Laplace-Verteilung.

## Hinweise zu einer Nachricht: wer was erfährt, warum nicht einfach runden, warum kein Dither.

views = Größeres ν verkürzt Nachrichten, sagt dem Server aber mehr: Er kennt den Buckel, und bei bekanntem Buckel sagt z bis zu ν = { $nu }-mal so viel über x.
views-why = Ein Leser sieht nur z, also x plus Laplace-Rauschen, und erfährt höchstens ε je Einheit von x. Der Server sieht auch, welcher Buckel gewählt
    wurde. Logarithmisch ist ein Buckel bis zu ν-mal so steil wie Laplace-Rauschen; der Server erfährt also höchstens νε. Die Länge einer Nachricht hängt nur
    von ihrer Zahl M ab, also gilt νε auch für die Länge.
rounding = { $seen ->
    [yes] Auch einfaches Runden nach dem Rauschen ist privat, aber seine Fehler sind kein Laplace-Rauschen mehr: Sie liegen je einen
        Gitterschritt auseinander. Ein Test an { $n } Fehlern verwirft Laplace-Rauschen beim Runden ({ $rounded }), bei DQL nicht ({ $exact }).
    *[no] Auch einfaches Runden nach dem Rauschen ist privat, aber seine Fehler folgen Laplace-Rauschen nur annähernd. Ein Test an { $n }
        Fehlern sieht den Unterschied nicht ({ $rounded }).
 }
layered = Rundet man x selbst auf ein gemeinsames zufälliges Gitter (geschichtetes Dither), so sind die Fehler auch
    Laplace-verteilt, aber der Server sieht, zwischen welchen Gitterlinien x liegt.
layered-more = Der Server kennt dieses Gitter. Weil er manche x ganz ausschließen kann, begrenzt kein endliches ε, was er erfährt.

## Hinweise zu fester Bitzahl.

fixed-price = Der Fehler von DQL ist 2/ε² für jedes ν: Weniger Bits verraten dem Server mehr, kosten aber nie Genauigkeit.
fixed-nu = Bei ε = { $epsilon } ist das kleinste ν, das die Bitzahl einhält, { $nu }.
fixed-unreached = Ab ε = { $epsilon } hält kein ν mehr { $bits } Bits ein, denn Rauschen, das viel kleiner ist als der Bereich
    von X,
    braucht ein feines Gitter.
fixed-mvu = { $kind ->
    [one] MVU, das genau { $bits } Bits sendet, hat bei ε = { $first } einen größeren Fehler als DQL.
    [range] MVU, das genau { $bits } Bits sendet, hat von ε = { $first } bis { $last } einen größeren Fehler als DQL.
    [none] MVU, das genau { $bits } Bits sendet, hat nirgends einen deutlich größeren Fehler als DQL.
    *[unsolved] MVU sendet genau { $bits } Bits.
 }
fixed-mvu-more = MVU hat ein einziges ε für Leser und Server. Es setzt X in [−1, 1] voraus und braucht für jedes ε ein lineares Programm.
fixed-views = ε begrenzt je Einheit von x, was ein Leser von z erfährt; νε begrenzt, was der Server erfährt, der auch die Nachricht und den gemeinsamen Zufall sieht.

## Kacheln.

tile-bits = Berechnete mittlere Länge einer Nachricht
tile-bits-measured = Gemessene mittlere Länge einer Nachricht
tile-reader = ε, das ein Leser von z erfährt, höchstens
tile-decoder = ε, das der Server erfährt, höchstens (νε)
tile-squared = Mittlerer quadratischer Fehler von z, gemessen
tile-sent = Länge der gezogenen Nachricht
samples = { $messages } Nachrichten
tile-nu = Kleinstes ν bei ε = { $epsilon }
tile-decoder-there = ε des Servers dort: νε
tile-squared-there = Mittlerer quadratischer Fehler von DQL dort
tile-mvu = Mittlerer quadratischer Fehler von MVU mit { $bits } Bits

## Das Bild einer Nachricht.

axis-value = Wert von x und von z
axis-density = Dichte von z
row = { $row ->
    [0] decodiertes z
    [1] Gitter, M
    *[2] x und sein Rauschen
 }
legend-laplace = Laplace-Rauschen
legend-bump = { $last ->
    [yes] übrige: { $share }
    *[no] Buckel { $part }: { $share }
 }
legend-chosen = Buckel { $part }
legend-window = eine Stufe der Treppe, bei z
legend-mean = Mittel über diese Stufe
legend-noise = Rauschen vor dem Runden
legend-errors = { $n } empfangene z
label-bits = Bits { $code_word }
label-error = z = { $decoded }, Fehler { $error }

## Das Bild zu fester Bitzahl.

fixed-title = Privatheit und Fehler bei { $bits } Bits je Zahl
fixed-note = X ~ Unif(−1, 1). DQL braucht im Mittel { $bits } Bits, MVU immer. Die Kurven von DQL enden, wo kein ν die Bitzahl einhält.
fixed-axis-error = Mittlerer quadratischer Fehler
fixed-axis = Privatheitsverlust
unit-slope = nats je Einheit von x
fixed-decoder = DQL, Server νε
fixed-reader = DQL, Leser ε
fixed-legend-mvu = MVU, beide

## Fehler.

errors-tab = Fehler
errors-note = Links: die Fehler von DQL; von 100 Stichproben exakten Laplace-Rauschens bleiben 99 im ganzen grauen Band. Rechts: Nach
    einfachem Runden nimmt der Fehler nur Werte im Abstand eines Schritts an (Spitzen).
errors-title = Je { $n } Fehler, bei gleich vielen Bits im Mittel
errors-axis = Fehler z − x
errors-axis-density = Dichte
errors-axis-share = Dichte: Anteil der Fehler / Schritt
errors-band = Laplace, { $confidence }-Band
errors-laplace = Laplace
errors-dql = DQL
errors-rounded = Laplace, dann gerundet: Werte, die vorkommen

## Zwei Sichten auf eine Nachricht.

views-tab = Zwei Sichten
views-note = Die Kurven zeigen, wie sich die Log-Likelihood dessen ändert, was jemand sieht, wenn x′ sich von x entfernt. Je Einheit von x ändert sie
    sich höchstens um ε für den Leser und um νε für den Server.
views-title = Eine Nachricht: was Leser und Server über andere Eingaben x′ sagen können
views-axis = Andere Eingabe x′
views-axis-log = ln P(gesehen | x′) − ln P(gesehen | x)
views-reader = Leser
views-decoder = { $scheme }: Server
views-allowed = erlaubte Steigungen

## Steigungen.

slopes-tab = Größte Steigungen
slopes-note = Exakte Likelihoods an benachbarten Eingaben, für den Server über 500 Nachrichten. Der stückweise lineare Quantisierer ist DQL mit nur
    einem Buckel. Geschichtetes und subtraktives Dither haben kein privates Rauschen.
slopes-title = Wie schnell sich Likelihoods ändern, Mechanismus für Mechanismus
slopes-axis = Größte Steigung von ln P(gesehen | x)
slopes-reader = Leser, der z sieht
slopes-decoder = Server, der auch M, T, U sieht
slopes-endless = { $who ->
    [reader] Leser: ∞ →
    *[decoder] Server: ∞ →
 }

## Längen.

lengths-tab = Bits entlang ν und ε
lengths-note = Die Kurven sind exakte Mittel über alle zufälligen Wahlen. Der Punkt ist das Mittel der gesendeten Nachrichten, ± 2
    Standardfehler.
lengths-title = Mittlere Länge einer Nachricht
lengths-axis-nu = ε des Servers geteilt durch das des Lesers: ν
lengths-axis-epsilon = ε eines Lesers von z
lengths-axis = Bits einer Nachricht
lengths-here = x = { $x }, exakt
lengths-uniform = X ~ Unif(−1, 1), exakt
lengths-measured = gemessen

## Formeln.

formula-decoded = Was der Server berechnet
formula-decoder = ε des Servers, je Einheit von x
formula-step = Die größte Schrittweite; mit ihr wird die steilste Kante eines Polygons so steil wie ν
formula-length = Länge einer Nachricht, gemittelt über allen Zufall
formula-length-source = exakt: Bei gegebenem T hat z − x eine stückweise quadratische Verteilungsfunktion; M ist z durch die
    Schrittweite,
    gerundet
formula-error = Der mittlere quadratische Fehler von DQL, also die Varianz von Laplace-Rauschen
symbol-epsilon = Privatheitsverlust je Einheit des Abstands, gegenüber einem Leser
symbol-nu = ε des Servers geteilt durch das des Lesers
symbol-step = Schrittweite des gezogenen Polygons
symbol-integer = empfangene ganze Zahl
symbol-dither = Verschiebung des Gitters, gemeinsam
symbol-largest = größte Schrittweite, in Einheiten von 1/ε
symbol-length = Bits des Worts für m, und L(½) steht für L(0)
symbol-part = Polygon, darüber wird gemittelt
symbol-value = wahrer Wert
symbol-middle = ein mittleres der verglichenen
symbol-smallest = das kleinste, das die Bitzahl einhält
value-shared = gemeinsam
