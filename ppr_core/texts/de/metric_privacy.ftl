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
    *[plane] Welcher von zwei Orten, 1 { $unit } auseinander, meiner ist: Eine Meldung verrät Lesern höchstens ε = { $epsilon }, dem Server { $server }.
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
views-more = Mit jedem { $unit } zwischen einem Ort und einer Meldung wird die Meldung { $factor }-mal unwahrscheinlicher (Laplace-Rauschen). Darum
    wächst ε mit dem Abstand zweier Orte: { $epsilon } je { $unit }.
both = { $who ->
    [decoder] Wie auch gemeldet wird, erfährt der Server höchstens ε = { $theorem } { $per }: PPR sendet einen Index in eine
        gemeinsame Liste, Discrete Laplace eine Gitterzelle.
    *[database] PPR (Poisson private representation) sendet einen Index in eine gemeinsame Liste; der Server sieht auch die Liste,
        kann also 2αε = { $theorem } { $per } erfahren (α = { $alpha }).
 }
both-more = PPR wählt den Index zufällig, bevorzugt aber Kandidaten nahe bei x; α sagt, wie stark. Liste und Index verraten zusammen also mehr
    als die Meldung allein. Satz 9 begrenzt das auf das 2α-Fache des ε der Meldung, das { $epsilon } { $per } ist.

choice = { $kind ->
    [equal] Der Rivale Discrete Laplace rundet Meldungen auf ein Gitter und braucht { $discrete-bits } (PPR: { $ppr-bits }), mit etwa gleichem quadratischem Fehler.
    [discrete] Der Rivale Discrete Laplace rundet Meldungen auf ein Gitter und braucht { $discrete-bits } (PPR: { $ppr-bits }), mit { $share } weniger
        quadratischem Fehler: { $who ->
        [decoder] Sein Rauschen darf kleiner sein
        *[database] Keine Meldung liegt jenseits des Gitterrands
    }.
    *[ppr] { $reached ->
        [no] Der Rivale Discrete Laplace rundet Meldungen auf ein Gitter und braucht { $discrete-bits } (PPR: { $ppr-bits }), aber PPR hat { $share } weniger quadratischen Fehler.
        *[yes] Der Rivale Discrete Laplace erreicht den Fehler von PPR in { $even } Bits (PPR: { $ppr-bits }); in { $discrete-bits } hat PPR { $share } weniger quadratischen Fehler.
    }
 }
choice-curves = Die Kurven vergleichen beide Fehler bei gleich vielen Bits.
choice-ppr = Wählen Sie PPR für exaktes Rauschen: kein Gitter, keine Verzerrung.
price = { $who ->
    [decoder] Bei beiden kann der Server ε = { $theorem } erfahren.
    *[database] Wählen Sie Discrete Laplace, wenn der Server nicht mehr als Leser erfahren darf: ε = { $epsilon } je { $unit } statt { $theorem }.
 }

running = PPR läuft hier nicht: Es müsste etwa r* = { $size } Kandidaten ansehen, und diese Seite erlaubt { $most }. Die Kurven zeigen seine Bits
    nach Korollar 13 und den Fehler exakten Rauschens.

bias = Im Mittel liegen die Meldungen von Discrete Laplace { $discrete } km östlich von x, die von PPR { $ppr } km: { $kind ->
    [truncated] Der Rand des Gitters zieht sie zur Mitte.
    *[grid] Die Mitte einer Zelle steht für die ganze Zelle.
 }

## Kacheln.

tile-bits = Mittlere Länge einer PPR-Nachricht, gemessen (fern der Mitte länger)
tile-within = Meldungen im Umkreis von { $radius } um x (erwartet: { $confidence })
tile-reader = ε eines Lesers { $per }
tile-here = { $server ->
    [yes] ε des Servers, höchstens, für x gegen x′, { $apart } auseinander
    *[no] ε eines Lesers, höchstens, für x gegen x′, { $apart } auseinander
 }
tile-decoder-at = ε des Servers für x gegen x′, { $apart } auseinander, mit δ = { $delta }
tile-decoder = ε des Servers { $per }
tile-error = Mittlerer quadratischer Fehler von PPR
tile-discrete-error = Mittlerer quadratischer Fehler von Discrete Laplace
tile-discrete-bits = Nachrichtenlänge von Discrete Laplace
tile-fitting-error = Quadratischer Fehler von PPR in { $bits }
tile-fitting = Größtes ε ≤ { $epsilon }, das in { $bits } passt

## Das Bild.

plane-title = { $n } Meldungen eines Orts
plane-note = x ist der wahre Ort, x′ ein anderer. { $who ->
    [decoder] Bei beiden Verfahren kann der Server ε = { $theorem } { $per } erfahren; die Meldungen von PPR haben ε = { $epsilon }.
    *[database] Beide Verfahren geben Lesern ε = { $epsilon } { $per }; mit PPR kann der Server { $theorem } { $per } erfahren.
 } { $kind ->
    [outside] Die Fläche eines Quadrats zeigt, wie viele Meldungen seine Zelle hat; { $outside } Meldungen von PPR liegen außerhalb
        des Bildes.
    [one] Die Fläche eines Quadrats zeigt, wie viele Meldungen seine Zelle hat; 1 Meldung von PPR liegt außerhalb des Bildes.
    *[inside] Die Fläche eines Quadrats zeigt, wie viele Meldungen seine Zelle hat.
 }
map-title = { $n } verrauschte Meldungen des Orts x
map-note = Jeder Punkt ist eine verrauschte Meldung von x{ $cut ->
        [yes] {" "}({ $outside } von { $n } liegen außerhalb des Bildes)
        *[no] {""}
    }. Die ε an einem Ring begrenzen, wie gut Leser und Server x von seinen Orten unterscheiden. Gestrichelt: wo x liegen kann, bis { $radius } von der Mitte.
ring = { $away }: Leser { $epsilon }, Server { $server }
ring-through = x′, { $away }: Leser { $epsilon }, Server { $server }
plane-tab = Zwei Arten zu melden
per = { $km ->
    [yes] je km
    *[no] je Einheit des Abstands
 }
unit = { $km ->
    [yes] km
    *[no] Abstand von 1
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
ratios-note = Jeder gemeldete Ort ist vom einen Standort aus höchstens e^(ε · Abstand)-mal so wahrscheinlich wie vom anderen. { error-bar }
ratios-title = Meldungen von x gegen Meldungen von x′
ratios-caption = Der Log-Quotient, der am weitesten von 0 liegt, ist { $seen }; bei exakten Meldungen ist er dem Betrag nach höchstens { $limit }. Satz 9
    erlaubt dem Server { $theorem }, die numerische Buchführung { $decoder } mit δ = { $delta }.
ratios-waiting = Entlang der Linie bleibt der Logarithmus des Likelihood-Quotienten innerhalb von { $limit }.
ratios-axis = Gemeldeter Ort entlang x und x′
ratios-axis-log = ln des Likelihood-Quotienten von x und x′
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
errors-range = Die Kurven reichen bis ε = { $last } für { $who ->
    [decoder] den Server.
    *[database] einen Leser.
 }
errors-waiting = Die Fehlerkurven sind noch nicht simuliert.
errors-how = Die Bits von PPR sind garantiert, nicht gemessen; PPR nimmt das größte ε, das passt. Discrete Laplace hat { $trials } Versuche je
    Punkt; größere Marken haben mehr Bits.
errors-missing = Keine Kurve von PPR hat { $bits }, denn die Schranke garantiert so wenige bei keinem ε.
axis-epsilon = { $who ->
    [decoder] ε des Servers
    *[database] ε eines Lesers
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
formula-decoder = Was der Server bei PPR erfahren kann, je Einheit des Abstands
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
