### Privatheit nach Abstand: ein Standort mit Rauschen, das ihn unter nahen Orten verbirgt, und was seine Meldung zu senden kostet.

question = Wie gut ist ein Standort verborgen, und was kostet eine Meldung?

bits = { $one ->
    [yes] 1 Bit
    *[no] { $bits } Bits
 }

## Die Überschrift. $kind: Meldungen in der Ebene, oder die Fehlerkurven darüber hinaus.

finding = { $kind ->
    [same] x und x′ sind derselbe Ort, und PPR sendet eine Meldung davon in { $bits }.
    [wins] In { $bits } hat PPR ab ε = { $epsilon } einen kleineren Fehler als Discrete Laplace.
    [loses] Discrete Laplace hat bei allen gezeigten ε und Längen der Nachricht den kleineren Fehler.
    [waiting] Die Fehlerkurven stehen noch aus.
    *[plane] Leser erfahren höchstens ε = { $epsilon } darüber, an welchem zweier Orte im Abstand von 1 { $unit } jemand ist, der Server { $server }.
 }

## Hinweise: wer was erfährt, welches Verfahren den kleineren Fehler hat, ob Meldungen dem Rauschen folgen; danach der Reiter.

views = Eine Meldung ist von x höchstens { $factor }-mal so wahrscheinlich wie von x′, { $apart } entfernt{ $far ->
        [yes] : So weit entfernte Orte sind kaum voreinander verborgen.
        *[no] .
    }
millions = { $power } ({ $count ->
    [one] über 1 Million
    *[other] über { $shown } Millionen
 })
views-more = Ohne ein δ hat ein Leser ε = { $epsilon } je { $unit }. Nach numerischer Buchführung mit δ = { $delta } erfährt ein
    Leser über Orte, die höchstens { $apart } auseinanderliegen, höchstens ε = { $reader }. Der Decodierer von PPR, der Server
    mit Liste und Index, erfährt dann höchstens ε = { $decoder }. Satz 9 garantiert gegenüber dem Server 2αε = { $theorem } je {
    $unit }; über { $apart } sind das { $here }.
both = { $who ->
    [decoder] Wie auch gemeldet wird, erfährt der Server höchstens ε = { $theorem } { $per }: PPR sendet einen Platz in einer
        gemeinsamen Liste, Discrete Laplace eine Gitterzelle.
    *[database] PPR (Poisson private representation) zeigt in eine gemeinsame Liste; der Server (Decodierer) sieht auch die Liste, kann also
        2αε = { $theorem } { $per } erfahren (α = { $alpha }).
 }
both-more = { $who ->
    [decoder] Der Mechanismus von PPR hat ε = { $epsilon }.
    *[database] Beide Verfahren geben Lesern ε = { $epsilon } { $per }.
 } PPR (Poisson private representation) wählt aus einer gemeinsamen Liste nach Gewichten, die von x abhängen; wie stark, sagt α. Deshalb kann seine Nachricht mehr verraten als die Meldung. Discrete
    Laplace sendet nichts als die Meldung; sein Server erfährt also nicht mehr als ein Leser.

choice = { $kind ->
    [equal] Der Rivale Discrete Laplace sendet ein Gitterquadrat in { $discrete-bits } (PPR: { $ppr-bits }), mit etwa gleichem quadratischem Fehler.
    [discrete] Der Rivale Discrete Laplace sendet ein Gitterquadrat in { $discrete-bits } (PPR: { $ppr-bits }), mit { $share } weniger quadratischem
        Fehler: { $who ->
        [decoder] Sein Rauschen darf kleiner sein
        *[database] Meldungen jenseits seines Gitters werden an dessen Rand zurückgeholt
    }.
    *[ppr] { $reached ->
        [no] Der Rivale Discrete Laplace braucht { $discrete-bits } (PPR: { $ppr-bits }), aber PPR hat { $share } weniger quadratischen Fehler: Das Gitter des Rivalen ist grob.
        *[yes] Der Rivale Discrete Laplace erreicht den Fehler von PPR in { $even } Bits (PPR: { $ppr-bits }); in { $discrete-bits } hat PPR { $share } weniger quadratischen Fehler.
    }
 } Gemessen: Discrete Laplace { $discrete } km², PPR { $ppr } km².
choice-curves = Die Kurven vergleichen beide Fehler bei gleich vielen Bits.
choice-more = Wählen Sie Discrete Laplace, wo sein Fehler kleiner ist und das Versetzen an den Rand nicht schadet. { choice-ppr }
choice-ppr = Wählen Sie PPR für die exakte Verteilung: keine Verzerrung, kein Gitter, kein Abschneiden.
choice-many = In vielen Dimensionen braucht PPR wenige Bits: Nach Korollar 13 braucht eine Koordinate hier höchstens { $here }
    Bits, und { $there } in { $dimensions } Dimensionen, wenn der Radius im gleichen Maß wächst.
price = { $who ->
    [decoder] Bei beiden kann der Server 2αε = { $theorem } erfahren.
    *[database] Der Preis: Mit PPR kann der Server 2αε = { $theorem } je { $unit } erfahren, mit Discrete Laplace nur { $epsilon }.
 }

within = Von { $n } Meldungen von PPR liegen { $share } höchstens { $radius } von x entfernt, bei exaktem Laplace-Rauschen wären { $confidence } zu erwarten.

running = PPR sucht seine Meldung in einer gemeinsamen Zufallsliste, und die Liste muss so weit hinausreichen wie das Rauschen. Die
    Gauß-Liste aus Korollar 13 des Artikels tut das nicht: Der Quotient von Laplace-Rauschen und Liste ist unbeschränkt; kein Codierer
    weiß also, wann er aufhören kann.
running-here = Die hier verwendete Liste folgt Laplace-Rauschen mit ε′ = { $proposal } und Quotienten bis r* = { $size }. Am Rand des Gebiets
    beträgt ihre KL-Divergenz { $divergence } Bits, die der Gauß-Liste { $gaussian }. Nachrichten brauchten { $bits } Bits, wo Korollar 13
    { $bound } erlaubt.
running-not = Die beste Laplace-Liste, ε′ = { $proposal }, hat r* = { $size }. Über { $most } Kandidaten wird nichts gerechnet. Die Kurven von
    PPR sind dann die Bits aus Korollar 13 mit dem Fehler exakten Rauschens. Blöcke helfen nicht, weil die Koordinaten sich ihr Rauschen
    teilen.

bias = Im Mittel liegen die Meldungen von PPR { $ppr } km östlich von x, die von Discrete Laplace { $discrete } km. { $kind ->
    [unseen] Das Abschneiden am Rand und das Gitter können letztere verschieben; hier ist keine Verschiebung zu sehen.
    [truncated] Das Abschneiden am Rand zieht letztere zur Mitte: Der Fehler sinkt, dafür sind die Meldungen verzerrt.
    *[grid] Das Gitter verschiebt letztere: Die Mitte einer Zelle steht für die ganze Zelle.
 }

axis-reading = { $who ->
    [decoder] Die Kurven geben beiden Decodierern dieselbe Garantie: Der Mechanismus von PPR hat ε/(2α), Discrete Laplace hat ε. Die
        Abbildung des Artikels nennt diese Achse ε. Reproduziert ist sie mit dieser Lesart und gleichverteilten Eingaben in der Kugel.
    *[database] Beide Verfahren werden bei demselben ε gegenüber dem Leser verglichen. Bei gleichen Garantien gegenüber dem Decodierer könnte
        Discrete Laplace das 2α = { $factor }-Fache des ε von PPR nutzen (Einstellung „{ $control }“).
 }

## Kacheln.

tile-bits = Mittlere Länge einer PPR-Nachricht, gemessen (fern der Mitte länger)
tile-within = Meldungen im Umkreis von { $radius } um x, in dem { $confidence } des Laplace-Rauschens liegen
tile-reader = Privatheitsverlust ε einer Person gegenüber einem Leser
tile-here = { $server ->
    [yes] ε des Servers für x und x′, { $apart } auseinander
    *[no] ε eines Lesers für x und x′, { $apart } auseinander
 }
tile-reader-at = ε eines Lesers bei { $apart }, mit δ = { $delta }
tile-decoder-at = ε des Servers bei { $apart }, mit δ = { $delta }
tile-decoder = Privatheitsverlust ε einer Person gegenüber dem Server
tile-error = Quadratischer Fehler von PPR
tile-error-exact = Quadratischer Fehler exakten Rauschens
tile-discrete-error = Quadratischer Fehler von Discrete Laplace
tile-discrete-bits = Discrete Laplace, ein Codewort für jede Zelle
tile-bound = Mittlere Bits von PPR, höchstens
tile-candidates = Betrachtete Kandidaten
tile-fitting-error = Quadratischer Fehler von PPR in { $bits }
tile-fitting = Größtes ε ≤ { $epsilon }, das in { $bits } passt

## Das Bild.

plane-title = { $n } Meldungen eines Standorts
plane-note = PPR ist Poisson private representation. x ist der wahre Standort, x′ ein anderer. { $who ->
    [decoder] Bei beiden Verfahren kann der Server 2αε = { $theorem } { $per } erfahren; der Mechanismus von PPR hat ε = { $epsilon }.
    *[database] Beide Verfahren geben Lesern ε = { $epsilon } { $per }; mit PPR kann der Server 2αε = { $theorem } { $per }
        erfahren.
 } { $kind ->
    [outside] Die Fläche eines Quadrats zeigt, wie viele Meldungen seine Zelle hat; { $outside } Meldungen von PPR liegen außerhalb
        des Bildes.
    [one] Die Fläche eines Quadrats zeigt, wie viele Meldungen seine Zelle hat; 1 Meldung von PPR liegt außerhalb des Bildes.
    *[inside] Die Fläche eines Quadrats zeigt, wie viele Meldungen seine Zelle hat.
 }
map-title = { $n } verrauschte Meldungen des Orts x
map-note = Punkte: verrauschte Meldungen von x{ $cut ->
        [yes] , { $outside } von { $n } außerhalb des Bildes
        *[no] {""}
    }. Das ε eines Rings begrenzt, wie gut ein Leser x von jedem Ort auf ihm unterscheiden kann. Gestrichelt: wo x sein kann; Meldungen auch außerhalb.
ring = { $away }: ε = { $epsilon }
ring-through = x′, { $away }: Leser ε = { $epsilon }, Server { $server }
plane-tab = Zwei Arten zu melden
per = { $km ->
    [yes] je km
    *[no] je Einheit des Abstands
 }
unit = { $km ->
    [yes] km
    *[no] Einheit des Abstands
 }
panel-ppr = PPR: { $bits }
panel-discrete = Discrete Laplace: { $bits }
panel-discrete-most = Discrete Laplace: höchstens { $bits }
panel-none = in so wenigen Bits kein Gitter
axis-east = Osten
axis-north = Norden
hover-ppr = { $east } km östlich, { $north } km nördlich
hover-discrete = { $count } Meldungen bei { $east } km östlich, { $north } km nördlich
legend-region = Gebiet
legend-ring = { $confidence } des Laplace-Rauschens

## Zwei Standorte, eine Meldung.

ratios-tab = Zwei Standorte, eine Meldung
ratios-note = Jeder gemeldete Ort ist vom einen Standort aus höchstens e^(ε · Abstand)-mal so wahrscheinlich wie vom anderen. Das ist die
    Bedeutung von Geo-Ununterscheidbarkeit. Verschieben Sie ε oder den anderen Standort. { error-bar }
ratios-title = Meldungen von x gegen Meldungen von x′
ratios-caption = Der Log-Quotient, der am weitesten von 0 liegt, ist { $seen }; bei exakten Meldungen ist er dem Betrag nach
    höchstens { $limit }. Satz 9 erlaubt dem
    Decodierer { $theorem }, die numerische Buchführung { $decoder } mit δ = { $delta }.
ratios-waiting = Entlang der Linie bleibt der Logarithmus des Likelihood-Quotienten innerhalb von { $limit }.
ratios-axis = Gemeldeter Ort entlang x und x′
ratios-axis-log = ln des Likelihood-Quotienten
legend-exact = exakt
legend-reports = Meldungen von PPR

## Fehler.

errors-tab = Fehler gegen ε
errors-note = Eine Kurve von PPR folgt dem Fehler exakten Rauschens, bis ihre Bits aufgebraucht sind. Die von Discrete Laplace wird flach, wo
    das Gitter gröber ist als das Rauschen. Bei kleinem ε hält das Abschneiden seinen Fehler unter dem exakten Rauschens.
errors-title = Fehler von PPR (Korollar 13) und von Discrete Laplace, d = { $dimension }
errors-part = { $kind ->
    [unfit] Nach Korollar 13 passt kein ε von PPR in { $bits }.
    [ungrid] Mit { $bits } hat kein Gitter von Discrete Laplace ein Codewort für jede Zelle.
    [never] In { $bits } hat Discrete Laplace den kleineren Fehler.
    *[from] In { $bits } hat PPR ab ε = { $epsilon } den kleineren Fehler.
 }
errors-range = Die Kurven reichen bis ε = { $last } gegenüber dem { $who ->
    [decoder] Decodierer.
    *[database] Leser.
 }
errors-waiting = Die Fehlerkurven sind noch nicht simuliert.
errors-how = Die Bits von PPR sind garantiert, nicht gemessen; es nimmt das größte ε, das passt. Discrete Laplace hat { $trials } Versuche je
    Punkt; größere Marken haben mehr Bits.
errors-missing = Keine Kurve von PPR hat { $bits }, denn die Schranke garantiert so wenige bei keinem ε.
axis-epsilon = { $who ->
    [decoder] ε gegenüber dem Decodierer
    *[database] ε gegenüber dem Leser
 }
axis-error = Mittlerer quadratischer Fehler
legend-discrete-bits = diskret, { $bits }
legend-ppr-bits = PPR, { $bits }

sizes-tab = Fehler gegen Bits
sizes-note = Wirkliche Nachrichten von PPR sind kürzer als die Schranke. Discrete Laplace ist am Rand abgeschnitten; sein Fehler kann deshalb
    unter dem exakten Rauschens liegen.
sizes-title = Was mehr Bits bei ε = { $epsilon } bringen
sizes-caption = Der exakte quadratische Fehler von PPR bei ε = { $epsilon } ist { $error }, nach Korollar 13 in höchstens { $bound } Bits. { $kind ->
    [none] In so wenigen Bits hat kein Gitter von Discrete Laplace ein Codewort für jede Zelle.
    *[grid] Discrete Laplace hat bei ε = { $other } { $discrete } auf dem feinsten gezeichneten Gitter, { $bits } Bits.
 }
sizes-real = Wirkliche Nachrichten von PPR brauchen { $bits } Bits.
sizes-waiting = Der Fehler entlang der Bits ist noch nicht simuliert.
sizes-axis = Bits einer Nachricht
legend-discrete = Discrete Laplace
legend-guaranteed = PPR, garantiert (Korollar 13)
legend-run = PPR, wirklich gerechnet bei ε/8, ε/4, ε/2 und ε

## Zellen von Discrete Laplace.

cells-tab = Nachrichten von Discrete Laplace
cells-note = Die Eingaben sind auf der Kugel gleichverteilt. Der ideale Code weiß, wie oft jede Zelle vorkommt, Koordinate für Koordinate. Er
    kann nicht nutzen, dass Ecken außerhalb der Kugel nie vorkommen; er kann also mehr Bits brauchen als ein Codewort für jede Zelle.
cells-title = Was eine Nachricht von Discrete Laplace wirklich braucht
cells-caption = Eine Nachricht von Discrete Laplace benennt eine Zelle. { $parts }
cells-part = { $kind ->
    [none] Kein Gitter hat { $bits }, weil im Mittelpunkt 2^d Zellen aneinanderstoßen.
    [coded] { $bits } nach dem Volumen der Kugel sind in Wahrheit { $words } mit einem Codewort für jede Zelle und { $coded } mit einem idealen Code
        je Koordinate.
    *[plain] { $bits } nach dem Volumen der Kugel sind in Wahrheit { $words } mit einem Codewort für jede Zelle.
 }
cells-volume = Der Artikel zählt nach Volumen. Auch Zellen, die der Rand der Kugel schneidet, können vorkommen, und in vielen Dimensionen sind
    fast alle Zellen angeschnitten. Wirkliche Nachrichten sind dann länger, als die Kurven sagen.
at-most = höchstens { $bits }
cells-allowed = { $bits } erlaubt
cells-none = keine
cells-axis = Bits einer Zelle
cells-seldom = Keine Raute: Es gibt zu viele Zellen, um jede von ihnen oft zu sehen.
legend-words = ein Codewort für jede Zelle
legend-ideal = idealer Code einzelner Koordinaten
legend-volume = nach Volumen, wie im Artikel

## Formeln.

formula-ratio = Was eine Meldung über zwei Eingaben in einem Abstand verrät
formula-circle = Der Kreis um den wahren Standort, in der Ebene
formula-decoder = Was der Decodierer von PPR erfahren kann, je Einheit des Abstands
formula-error = Quadratischer Fehler von PPR, wie der des Mechanismus selbst
formula-length = Korollar 13: der Exponent einer Nachricht
formula-size = Vom Exponenten zur mittleren Länge: aufgerundet { $bits } Bits
formula-candidates = Die ausführbare Vorschlagsverteilung: Laplace mit ε′ < ε
symbol-epsilon = ε des Mechanismus
symbol-epsilon-unit = Nats je km, oder jenseits der Ebene je Einheit von C
symbol-distance = Abstand der beiden Standorte
symbol-radius = Radius des Kreises
symbol-dimension = Dimension
symbol-norm-bound = Radius der Kugel der Eingaben
symbol-volume = hängt allein von der Dimension ab
symbol-exponent = Exponent aus Korollar 13
symbol-proposal = ε der Vorschlagsverteilung, min(d/C, ε)
symbol-share = Anteil der Meldungen im Kreis
