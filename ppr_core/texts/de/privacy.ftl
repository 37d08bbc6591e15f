### Privatheit: was eine Nachricht ihrem Decodierer verrät, was garantiert ist und was sich nachweisen lässt.

question = Wie viel kann der Server aus einer Nachricht erfahren?

## Die Überschrift. $kind: ob eine Garantie bekannt ist und ob das Audit ihr widerspricht.

finding = { $kind ->
    [none] { $scheme } hat keine Garantie: Unser Angriff auf { $encodes } Nachrichten je Wert zeigt mindestens ε = { $proven } für den Server.
    [broken] Unser Angriff auf { $scheme } zeigt ε = { $proven }, mehr als das garantierte { $guaranteed }.
    [pure] Mit { $scheme } verrät eine Nachricht dem Server höchstens ε = { $guaranteed } über x; die verrauschte Ausgabe allein höchstens { $own }.
    *[kept] Mit { $scheme } verrät eine Nachricht dem Server höchstens ε = { $guaranteed } (δ = { $delta }); die verrauschte Ausgabe
        allein höchstens { $own }.
 }

theorem = { $delta ->
    [yes] Satz 8
    *[no] Satz 7
 }

## Hinweise: der Grund, der Beleg, der Gegensatz; danach, was im Reiter steht.

reason = { $scheme ->
    [ppr] Warum { $bound }? Die Chance eines Index ist sein Gewicht ÷ Summe aller Gewichte; ein anderes x ändert beide höchstens
        e^{ $half }-fach (αε = { $half }), die Chance also höchstens e^{ $bound }-fach.
    [ppr_delta] Satz 8 garantiert 2αε = { $bound } mit 2δ, im Mittel über Listen: Wo die Ausgabe innerhalb von e^ε bleibt, bleibt
        das Gewicht jedes Kandidaten, (Dichtequotient / Zufallszeit)^α, innerhalb von e^(αε).
    [pfr] Warum keine Grenze? PFR (PPR bei α = ∞) sendet immer den besten Kandidaten; der Index schließt also jedes x aus, für das
        ein anderer der beste ist.
    [truncated_ppr] Warum { $bound }? Der Beweis ist der von PPR: Ein anderes x kann ein Gewicht erhöhen und die Summe der Gewichte
        senken, jeweils um den Faktor e^(αε).
    [mrc] Warum { $bound }? MRC (minimal random coding) sendet einen Kandidaten mit Wahrscheinlichkeit Gewicht ÷ Summe der Gewichte;
        ein anderes x kann das Gewicht erhöhen und die Summe senken, jeweils um den Faktor e^ε.
    [modified_mrc] Warum { $bound }? Modified MRC hält die Wahrscheinlichkeit jedes Kandidaten zwischen zwei Grenzen, deren
        Verhältnis e^ε ist.
    [genprot] Die Autoren von GenProt beweisen 10ε = { $bound }; ein Beweis für einen kleineren Wert ist hier nicht bekannt.
    [bassily_smith] Warum { $bound }? Bassily–Smith sendet ein Bit: einen Münzwurf, dessen Wahrscheinlichkeit r/2 vom Wert abhängt.
    [rejection] Warum { $bound }? Ein Startwert von Pseudorandom rejection benennt für alle, die den Generator nicht brechen können,
        nur eine Ausgabe.
    *[greedy_rejection] Greedy rejection garantiert nichts: Ab Kandidat 2 ist ein Index nur für manche Werte möglich.
 }

reason-more = { $scheme ->
    [ppr] Ein Kandidat hat ein großes Gewicht, wenn er gut zu x passt und seine Zufallszeit klein ist: Gewicht = (Passung ÷ Zeit)^α.
        Die Passung ist der Dichtequotient r. Ein anderes x ändert eine Passung höchstens e^ε-fach, ein Gewicht also höchstens
        e^(αε)-fach. Gewicht und Summe zusammen ergeben 2αε = { $bound } (Liu et al. 2024, Satz 7).
    [ppr_delta] Ein Kandidat wird mit Wahrscheinlichkeit Gewicht / Summe gesendet. Beide können sich gegenläufig ändern, daher 2αε.
    [mrc] Das Gewicht kann steigen, während die Summe fällt; die Wahrscheinlichkeit ändert sich also höchstens um den Faktor e^(2ε).
    [truncated_ppr] Der Beweis fragt nicht, wie viele Kandidaten es gibt. Bei wenigen Kandidaten ist die Ausgabe nicht exakt.
    [modified_mrc] Das geht, weil der Dichtequotient nur zwei Werte hat. Der Preis ist ein kleiner Fehler der Ausgabe, wenn die
        Liste kurz ist.
    [rejection] Einem Server, der den Generator brechen kann, verrät er womöglich mehr. Dann { $weak }. Kein Startwert von 128
        Bits kommt zweimal vor; das Audit betrachtet deshalb decodierte Ausgaben.
    [pfr] Manche Indizes werden für manche x nie gesendet. Mit mehr Nachrichten zeigt der Angriff dann ein immer größeres ε.
    *[other] { "" }
 }

rejection-weak = bleibt ε = { $epsilon } (Lemma 3.6)
rejection-none = bleibt keine Garantie

audit = { $zero ->
    [yes] Unser Angriff zeigt kein Leck.
    *[no] Unser Angriff errät x aus Nachrichten: Er zeigt ({ $confidence } sicher), dass das ε des Servers mindestens { $proven } ist{ $more ->
        [no] { "" }
        *[yes] ; gegen PPR bei α = ∞ (genannt PFR) zeigt er mindestens { $pfr }
    }.
 } Von je { $all } Nachrichten zu zwei Werten wurden { $encodes } gezählt; an den anderen lernte der Angriff, was zu zählen ist.
audit-more = Der Beleg: { $event }. Ein Verfahren mit ε-Privatheit erlaubt höchstens ein Verhältnis von e^ε; der Angriff zieht ab, was Zufall sein kann. Andere Listen können mehr preisgeben; ein Angriff zeigt also nur eine untere Grenze.


accounting = { $average ->
    [yes] Satz 8 gilt im Mittel über Listen; auf einer einzelnen Liste kann er öfter versagen. Im selben Mittel ist die berechnete Grenze ε = { $epsilon } mit der Fehlerwahrscheinlichkeit δ = { $delta }.
    *[no] Warum ist die berechnete Grenze kleiner als { $bound }? Fast { $bound } verrät ein Index nur auf seltenen Listen. Eine Grenze, die mit einer Chance von δ = { $delta } versagen darf, kann diese auslassen: ε = { $epsilon }.
 }



## Das Ereignis, das das Audit gewählt hat.

event = { $what } { $likely } { $unlikely }
event-output = { $outputs } wurde
event-index = Auf Liste { $list } von { $lists } wurde { $kind ->
    [one] der Index { $indices }
    [other-than] ein anderer Index als { $indices }
    [any] irgendein Index
    *[among] einer der Indizes { $indices }
 }
input = { $finite ->
    [yes] Kategorie { $category }
    *[no] { $end ->
        [first] x am einen Ende
        *[last] das andere Ende
    }
 }
event-or = { $first } oder { $second }
event-others = andere
event-likely = für { $input } { $times ->
    [one] einmal
    *[other] { $count }-mal
 } in { $encodes } Nachrichten beobachtet,
event-unlikely = { $times ->
    [0] für { $input } nie
    [one] für { $input } einmal
    *[other] für { $input } { $count }-mal
 }

## Kacheln. Ein Leser sieht nur die Ausgabe; der Decodierer kennt auch den Startwert und die Nachricht.

tile-proven = ε des Servers, von unserem Angriff gezeigt (mindestens, { $confidence } sicher)
tile-decoder-accounted = Grenze für das ε des Servers (berechnet, Fehlerwahrscheinlichkeit δ = { $delta })
tile-decoder-at-delta = Grenze für das ε des Servers (berechnet, Fehlerwahrscheinlichkeit δ = { $delta })
tile-list = ε des Servers aus Liste und Index allein: mindestens { $low }, höchstens
tile-decoder = { $pure ->
    [yes] Grenze für das ε des Servers (versprochen, immer)
    *[no] Grenze für das ε des Servers (versprochen, Fehlerwahrscheinlichkeit δ = { $delta })
 }
tile-reader-at-delta = Grenze für das ε eines Lesers (berechnet, Fehlerwahrscheinlichkeit δ = { $delta })
tile-reader = Grenze für das ε eines Lesers (verrauschte Ausgabe allein)
tile-worst = Größter Verlust auf { $lists } Listen
tile-bits = Mittlere Länge einer Nachricht ({ $code })
tile-deviation = Totalvariation zwischen Ausgaben und gewünschtem Rauschen (perfekte Stichproben: { $floor })
tile-lost = Verlorene Meldungen
tile-candidates = Mittlere Zahl geprüfter Kandidaten
audit-source = Clopper & Pearson 1934, Konfidenz { $confidence }

## Das Bild.

chart-title = Das Höchste, was eine Nachricht über den geheimen Wert x verraten kann
chart-note = { $pure ->
    [yes] Eine Ausgabe mit ε = { $own } ändert die Chancen zwischen zwei Werten von x höchstens { $odds }-fach (e^ε).
    *[no] ε misst, was man über x erfährt: 0 ist nichts, 10 fast alles.
 }
server-note = Der Server sieht auch, welche Kandidaten der Liste übergangen wurden, und kann deshalb mehr erfahren.
endless-note = Die Zeile ohne Grenze ist am wenigsten sicher, auch wenn unser Angriff auf sie weniger erfuhr.
tells-tab = Was eine Nachricht verrät
bits-tab = Bits und Privatheit
list-title = Wie wahrscheinlich jeder Index der Liste 1 gesendet wird, bei zwei Werten von x
limits-above = Das Bild oben zeigt die Grenzen: Die Chance jedes Index einer Liste ist nur für PPR und MRC bekannt.
list-caption = { $finite ->
    [yes] Für Kategorie { $likelier } ist Index { $index } der Liste 1 { $factor }-mal so wahrscheinlich wie für { $other }: Er verrät dem Server ln { $factor } = { $epsilon }.
    *[no] Am einen Ende ist Index { $index } der Liste 1 { $factor }-mal so wahrscheinlich wie am anderen: Er verrät dem Server ln { $factor } = { $epsilon }.
 } { $known ->
    [no] { "" }
    *[yes] Jeder Index verrät höchstens { $limit }; unser Angriff, der auf einigen Listen zählt, zeigt { $proven }.
 }
list-axis = Index K in Liste 1
list-axis-chance = Wahrscheinlichkeit, gesendet zu werden
list-for = { $finite ->
    [yes] { $end ->
        [first] wenn die Person Kategorie 1 hat
        *[last] wenn sie Kategorie { $categories } hat
    }
    *[no] { $end ->
        [first] wenn x am einen Ende liegt
        *[last] wenn x am anderen Ende liegt
    }
 }
list-factor = Index { $index }: { $factor }-mal so wahrscheinlich
bars-title = Zwischen gezeigt und garantiert: ε gegenüber dem Server
axis-learned = ε: das Höchste, was man über x erfährt (Nats)
row-reader = ein Leser der verrauschten Ausgabe
row-decoder = der Server, mit { $scheme }
row-pfr = der Server, mit PFR (PPR bei α = ∞)
row-limit = höchstens ε = { $epsilon }
row-none = keine Grenze
proven = unser Angriff zeigt ε ≥ { $epsilon } ({ $confidence } sicher)
axis-decoder = ε gegenüber dem Server
axis-decoder-delta = ε gegenüber dem Server, mit δ = { $delta }
legend-mechanism = Leser der Ausgabe
legend-guaranteed = garantiert
legend-audit = vom Angriff gezeigt
legend-exact = berechnet
label-infinite = ε = ∞
label-none = keine Garantie
label-broken = falls gebrochen

## Ein längeres Audit.

growth-note = Jede Linie zeigt das ε, das die ersten n Nachrichten der auszählenden Hälfte zeigen. Eine Linie
    steigt immer weiter bei Verfahren, in denen manche Indizes für einen der beiden Werte nie vorkommen.
growth-title = Was mehr Nachrichten zeigen
growth-axis = Gezählte Nachrichten je Wert
growth-axis-proven = Vom Angriff gezeigtes ε
growth-guarantee = garantiert von { $scheme }
growth-accounting = numerische Buchführung, δ = { $delta }
growth-guarantee-near = garantiert von { $scheme }; numerische Buchführung, δ = { $delta }: { $epsilon }
growth-part = { $scheme } von { $first } auf { $last }
growth-caption = Von { $fewest } bis { $most } Nachrichten steigt das gezeigte ε: { $parts }.

## δ für jedes ε.

delta-note = Eine Sicht ist für diese beiden Werte (ε, δ)-privat, wenn δ mindestens so groß ist wie die Kurve. Die durchgezogene
    Linie von PPR ist ein Mittel über Listen: So viel erfährt ein Beobachter, der auch die Zeiten des Senders gesehen hat, und der
    Server nicht mehr. Die Punkte von PPR und die Kurven von PFR, Truncated PPR und Pseudorandom rejection sind von unten
    geschätzt. Die übrigen Kurven sind auf den aufgezählten Listen exakt.
delta-title = Wie groß δ für jedes ε sein muss
delta-from-below = PPR, von unten geschätzt
delta-most = PPR, höchstens
delta-list = PPR, nur Liste und Index: zwischen diesen Schranken
delta-caption = Beim ε = { $epsilon } des Mechanismus selbst braucht die Ausgabe allein δ = { $delta }. { $parts }
delta-part = { $delta } mit { $scheme }
delta-parts = Die Sicht des Servers braucht δ = { $parts }.

## Wie viel eine Nachricht verrät.

losses-note = Der Verlust ln P(K | x)/P(K | x′) des Index K, den x sendet, im Mittel über Listen, für Verfahren mit bekannten
    Wahrscheinlichkeiten. Die von PPR und PFR mit ihrer endlosen Liste sind es nicht. Verfahren gleicher Farbe sind an ihren Enden benannt.
losses-title = Wie oft der Privatheitsverlust eine Schwelle übersteigt
losses-axis = Schwelle
losses-axis-share = P(Verlust > Schwelle)

## Was α kostet.

price-note = Ein kleineres α verrät dem Server weniger und macht die Nachricht länger. Die durchgezogene Linie ist eine obere
    Schranke, berechnet für einen Beobachter, der auch die Zeiten des Senders gesehen hat; der Server erfährt nicht mehr.
    Gepunktete Linien sind die Garantien der Sätze. Punkte sind wirkliche Nachrichten und das, was unser Angriff zeigt.
price-title = Der Preis eines kleineren ε gegenüber dem Server, entlang α
price-axis = Bits einer Nachricht
price-point = α = { $alpha }
price-promised = garantiert: { $theorem }, Satz 5
price-theorem = { $theorem }, exakte Bits
price-most = höchstens
price-real = Bits wirklicher Nachrichten
price-audit = von unserem Angriff gezeigt bei α = { $alpha }
price-caption = Bei α = { $low } braucht eine Nachricht { $low_bits } Bits und lässt ε = { $low_epsilon }. Bei α = { $high } braucht sie
    { $high_bits } Bits und lässt ε = { $high_epsilon }. Satz 10 verlangt α ≤ 1 + { $excess }, wo Satz 5 { $bits } Bits erlaubt, weit
    oberhalb dieses Diagramms.

## Bits gegen das ε gegenüber dem Decodierer.

frontier-note = Jedes Verfahren steht bei den Bits, die es sendet, und dem ε, das sein Server höchstens erfährt. Striche schließen PPR
    ohne die Zeiten des Senders ein, jedes Ende mit 99.9 % Konfidenz. Kein exaktes Verfahren, das einen Index im Elias-delta-Code
    sendet, braucht weniger Bits als die gepunktete Linie; bei zwei Kategorien erreicht sie eines. MRC und seine Verwandten sind nicht exakt, und die unverändert gesendete
    Ausgabe ist kein Index: Sie können darunter liegen. Von den anderen Gewichten, die an Stelle der Potenz versucht wurden,
    verrät ab etwa einem Bit keines dem Server weniger. Bei einem halben Bit verrät ihm das beste von zwei Kategorien 5 % weniger.
frontier-title = Bits einer Nachricht gegen ε gegenüber dem Server
frontier-least = wenigste Bits eines exakten Verfahrens
frontier-list = PPR, nur Liste und Index
frontier-times = PPR, Zeiten bekannt
frontier-none = Wählen Sie unter „Weitere Einstellungen“ eine Zahl von Listen, um einzugrenzen, was Liste und Index verraten, und um die wenigsten Bits
    eines exakten Verfahrens zu sehen. Beides wird berechnet, wo der Dichtequotient des Mechanismus zwei Werte hat.
frontier-caption = Bei α = { $alpha } verraten Liste und Index zwischen ε = { $low } und ε = { $high }, auf ± { $width } gesichert; mit den
    Zeiten wären es { $times }. Ein exaktes Verfahren, dessen Server nur erfährt, was ein Leser erfährt, ε = { $reader }, braucht
    mindestens { $bits } Bits.

## Wie drei ältere Verfahren wählen.

rules-note = GenProt wirft für jeden von N Kandidaten eine Münze mit Wahrscheinlichkeit r/2 und sendet den Index eines angenommenen.
    Es garantiert Privatheit gegenüber dem Server, aber seine Ausgabe ist nur fast exakt. Bassily–Smith wirft nur für den ersten
    Kandidaten eine Münze mit Wahrscheinlichkeit r/2 und sendet das Ergebnis als ein Bit; etwa die Hälfte aller Meldungen geht
    verloren. Greedy rejection nimmt Kandidat um Kandidat mit der größten Wahrscheinlichkeit an, mit der die Verteilung des
    Mechanismus nirgends überschritten wird. Das ist exakt und kurz, aber ab Kandidat 2 nimmt es nur die eigene Kategorie des
    Senders an; der Index verrät sie also.
rules-title = Wahrscheinlichkeit, einen Kandidaten anzunehmen: Randomized Response auf vier Kategorien, ε = ln 2
rules-caption = Ein Kandidat mit der eigenen Kategorie des Senders wird häufiger angenommen. Um wie viel häufiger, das entscheidet,
    wer was erfährt.
rules-other = andere Kategorie
rules-own = eigene Kategorie
rules-axis = Kandidat der Liste, { $scheme }
rules-axis-chance = Wahrscheinlichkeit der Annahme

## Alle Verfahren.

compared-tab = Alle Verfahren
compared-note = „Totalvariation“ vergleicht { $encodes } decodierte Ausgaben mit der Verteilung des Mechanismus; Stichproben des
    Mechanismus selbst zeigen { $floor }. „Vom Angriff gezeigt“ verwendet { $counted } Nachrichten je Wert bei Konfidenz { $confidence }. „Größter
    Verlust“ ist exakt, auf { $lists } Listen; der von PPR ist nicht aufgezählt. „ε mit demselben δ“ ist, was der Server mit
    δ = { $delta } nach der Buchführung des jeweiligen Verfahrens höchstens erfährt. Die Bits sind die des Elias-delta-Codes; MRC, Modified MRC, GenProt, Bassily–Smith und Pseudorandom rejection
    verwenden eine feste Länge. Pseudorandom rejection kommt der Verteilung des Mechanismus bis auf { $gamma } nahe und wird an seinen
    Ausgaben geprüft. { error-bar }
compared-absent = Ohne Zeile: { $schemes }.
compared-absent-one = { $scheme } { $reason }
head-scheme = Verfahren
head-exact = Exakt
head-deviation = Totalvariation
head-at-delta = ε mit demselben δ
head-guaranteed = Garantiertes ε
head-audit = Vom Angriff gezeigt
head-worst = Größter Verlust
head-bits = Bits
head-candidates = Kandidaten
cell-output = Die Ausgabe allein
cell-yes = ja
cell-no = nein
cell-within = bis auf { $distance }
cell-generator = { $epsilon } ({ $rest }, falls der Generator gebrochen wird)
cell-nothing = nichts

## Alle Garantien des gewählten Verfahrens.

guarantees-title = Alle Garantien von { $scheme }
clock = Eine Uhr sieht, wie lange der Sender sucht. Für jeden Wert endet die Suche an derselben Schranke, r* = { $bound }, daher
    verrät die Zahl der Kandidaten der Uhr { $order ->
        [time] fast nichts
        *[candidates] nichts
     } über den Wert.
clock-price = Ein Wert in der Mitte allein bräuchte r* = { $own }. Endete jeder Wert an seiner eigenen Schranke, könnte eine
    Uhr die Mitte in { $right } aller Fälle von einem Ende unterscheiden; wer rät, hat in 50 % recht.
clock-constant = Eine Suche, die für jeden Wert { $looks } Kandidaten betrachtet, das { $ratio }-fache von r*, verrät der Uhr
    nichts. Höchstens mit der Wahrscheinlichkeit { $failure } verfehlt sie den Kandidaten von PPR, was ein
    Zehntel von δ kostet.
corrected-title = Zwei Korollare, berichtigt
corrected-note = Liu, Chen, Özgür und Li 2024 drucken zwei Aussagen über Mittelwerte von Gauß-Meldungen, die so, wie sie gedruckt
    sind, nicht gelten.
head-against = Gegenüber
head-statement = Aussage
head-pair = (ε, δ)
head-here = Hier
head-needs = Bedingung
head-source = Quelle
head-where = Wo
head-printed = Gedruckt
head-used = Hier verwendet
head-because = Weil
here-distance = { $epsilon } · Abstand
here-none = keine Schranke
here-unmet = { $pair }, wenn sie erfüllt wäre
needs-unmet = nicht erfüllt: { $needs }

statement-name = { $source ->
    [ppr-theorem7] Satz 7
    [ppr-theorem8] Satz 8
    [ppr-theorem9] Satz 9
    [ppr-theorem10] Satz 10
    [ppr-renyi] numerische Buchführung
    [mrc-theorem2eps] Gewicht und Summe ändern sich beide
    [mrc-two_level] die Summe der Gewichte liegt nahe ihrem Mittel
    [mrc-modified] Gewichte, die ε einhalten
    [genprot-theorem] Verwerfung mit p = r/2
    [bassily_smith-bit] beide Werte des Bits
    [rejection-lemma3-7] ein Generator so gut wie zufällig
    [rejection-lemma3-11] ein Generator so gut wie zufällig
    [rejection-lemma3-6] irgendein Generator
    [greedy-definition] keine
    [metric-definition] die des Mechanismus selbst, nach Abstand
    [derived] wie gegenüber dem Server
    *[own] die des Mechanismus selbst
 }
statement-needs = { $source ->
    [ppr-theorem7] der Mechanismus ist ε-privat mit δ = 0
    [ppr-theorem8] der Mechanismus ist (ε, δ)-privat; 2δ ist ein Mittel über Listen
    [ppr-theorem9] der Mechanismus ist privat nach Abstand
    [ppr-renyi] frische Kandidaten für jede Nachricht, unabhängig von der Eingabe gezogen, und ein Mittel über sie. Eine Liste, die
        für eine Person zweimal verwendet wird, ist nicht abgedeckt, ebenso wenig ein Startwert, den jemand wählt, der die Eingabe
        kennt. Auf der schlimmsten einzelnen Liste gelten nur die Sätze 7 und 9
    [mrc-theorem2eps] der Mechanismus ist ε-privat mit δ = 0
    [mrc-modified] ein Dichtequotient mit zwei Werten
    [genprot-theorem] der Mechanismus ist ε-privat mit δ = 0
    [bassily_smith-bit] r* < 2
    [rejection-lemma3-7] kein Test unterscheidet Kandidaten von Stichproben aus Q
    [rejection-lemma3-11] kein Test unterscheidet Kandidaten von Stichproben aus Q
    [rejection-lemma3-6] δ = 0 und ein Quotient von e^(−ε₀) bis e^(ε₀)
    [greedy-definition] manche Indizes sind für manche Eingaben unmöglich
    [derived] die Ausgabe wird aus dem berechnet, was der Server hat
    *[own] die Ausgabe folgt, wo sie nicht verloren geht, ihrer Verteilung
 }
needs-finite = α < ∞: Bei ∞ kommen manche Indizes bei manchen x nie vor
needs-both = { $first }, und { $second }
needs-known-loss = ein Mechanismus, dessen Privatheitsverlust eine hier bekannte Verteilung hat
needs-tight = α ≤ 1 + { $excess }, wo Satz 5 { $bits } Bits Mehraufwand erlaubt; hier ist α = { $alpha }
needs-two-level = N > { $enough } für Quotienten von { $low } bis { $high } mit δ = { $delta }; hier ist N = { $candidates }
needs-two-level-unmet = { needs-two-level }, und die Zahlen sind die von N = { $shown }

## Formeln.

formula-promise = Was der Server erfahren kann
formula-fallback = Was bleibt, falls der Generator gebrochen wird
formula-audit = Was das Audit nachweist: { $likely } Treffer gegen { $unlikely }
formula-price = Der Preis von Satz 10: Mehraufwand beim größten α, das er erlaubt
symbol-ratio = größter Dichtequotient
symbol-own = Privatheitsverlust des Mechanismus
symbol-log-ratio = größter Logarithmus des Dichtequotienten, nach oben oder unten
symbol-likely = { $delta ->
    [yes] untere Grenze der Wahrscheinlichkeit des Ereignisses unter der Eingabe, die es begünstigt, abzüglich des Anteils, den δ
        erklärt
    *[no] untere Grenze der Wahrscheinlichkeit des Ereignisses unter der Eingabe, die es begünstigt
 }
symbol-unlikely = obere Grenze unter der anderen Eingabe
symbol-counted = gezählte Nachrichten je Eingabe, die Hälfte aller
symbol-left = was das Konfidenzniveau für die Grenzen übrig lässt
symbol-slack-epsilon = um wie viel ε wachsen darf
symbol-slack-delta = um wie viel δ wachsen darf
