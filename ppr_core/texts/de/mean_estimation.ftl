### Mittelwert schätzen: Personen haben Vektoren, ein Server schätzt deren Mittelwert aus wenigen Bits von jedem.

question = Wie genau ist ein privater Mittelwert, wenn jede Person wenige Bits sendet?

bits = { $one ->
    [yes] 1 Bit
    *[no] { $bits } Bits
 }
bits-floats = { $bits } Bits als Gleitkommazahlen
change = { $kind ->
    [same] denselben Fehler
    [near] einen um weniger als 0.5 % anderen Fehler
    [times] den { $number }-fachen Fehler
    [more] einen um { $number } größeren Fehler
    *[less] einen um { $number } kleineren Fehler
 }

## Die Überschrift. $kind: wen ε begrenzt, und ob PPR zusätzliches Rauschen braucht, um in sein Budget zu passen.

finding = { $kind ->
    [held] Auch den Decodierer statt nur den Leser auf lokales ε = { $epsilon } zu begrenzen kostet den { $times }-fachen Fehler{ $useless ->
        [yes] : ein unbrauchbarer Mittelwert.
        *[no] .
    }
    [local] Bei lokalem ε = { $epsilon } hat der Mittelwert mit { $scheme } den erwarteten quadratischen Fehler { $error }, in { $bits } je
        Person.
    [useless] Bei ε = { $epsilon } ist der Mittelwert von PPR schlechter, als 0 zu raten; seine { $bits } je Person nützen nichts.
    [noisy] Mit { $bits } je Person statt { $floats } als Gleitkommazahlen hat der private Mittelwert den { $times }-fachen Fehler.
    *[exact] PPR sendet { $bits } je Person, Gleitkommazahlen brauchen { $floats }; der Mittelwert ist ebenso genau und für seine Leser ebenso privat.
 }
budget = { $kind ->
    [only] mit nur { $bits }
    [more] mit { $bits }, mehr, als PPR hier braucht,
    *[enough] mit { $bits }
 }

## Hinweise zum veröffentlichten Mittelwert: Fehler, was ε begrenzt, wohin die Bits gehen; danach, was im Reiter steht.

rival = Neben PPR hat CSGM (coordinate-subsampled Gaussian mechanism) { $budget } { $csgm }{ $guess ->
    [worse] , mehr als beim Raten von 0
    [near] , kaum weniger als beim Raten von 0
    *[better] {""}
 }: { $kind ->
    [all] Es sendet ein Bit für jede Zahl einer Person.
    [part] Jede sendet nur etwa { $sent } von { $dimension } Zahlen.
    *[kashin] Jede Person sendet nur einen Teil der Zahlen.
 }

errors = Erwartete quadratische Fehler je Koordinate: { $parts }; { $runs } wirkliche Läufe von PPR (Poisson private representation) ergaben { $measured }{ $few ->
        [yes] , zu wenige für einen Vergleich.
        *[no] .
    } Erwartete Fehler sind berechnet; die Läufe streuen um sie. Sind die Läufe zu wenige, so können sie PPR nicht von CSGM unterscheiden.
error-part = { $error } mit { $scheme }
error-plain = { $error } mit Gauß
errors-share = Eine Gleitkommazahl von { $float } Bits für jeden Eintrag brauchte { $floats } Bits; PPR braucht { $share } davon.
errors-useless = Der Mittelwert ist unbrauchbar: Wer 0 rät, hat bei diesen Daten einen Fehler von { $guess }.

meaning = { $kind ->
    [none] ε = { $epsilon } begrenzt, was der veröffentlichte Mittelwert über eine Person verrät. Was der Server (der Decodierer) sieht,
        begrenzt es nicht.
    [large] ε = { $epsilon } begrenzt, was der veröffentlichte Mittelwert über eine Person
        verrät; für den Server ist ε = { $server }, praktisch keine Grenze.
    *[small] ε = { $epsilon } begrenzt, was der veröffentlichte Mittelwert über eine Person verrät; der Server, der jede Nachricht sieht,
        erfährt höchstens ε = { $server }.
 }
meaning-more = { $neighbours ->
        [zero_out] ε vergleicht die Zahlen einer Person mit Nullen.
        *[replace_one] ε vergleicht die Zahlen einer Person mit beliebigen anderen.
    } Eine Person verschiebt den Mittelwert höchstens um { $distance } (L2-Abstand): die größte Änderung ihres Vektors, geteilt durch die Zahl der Personen. Bei ε = { $epsilon } und
    δ = { $delta }, einer kleinen Wahrscheinlichkeit des Versagens, erhält jede Zahl des Mittelwerts das Rauschen { $noise }. { $neighbours ->
        [zero_out] Einen Vektor zu ersetzen verschöbe den Mittelwert doppelt so weit und brauchte das doppelte Rauschen.
        *[replace_one] Einen Vektor auf 0 zu setzen verschöbe den Mittelwert halb so weit und brauchte das halbe Rauschen.
    }
held = CSGM fehlt hier: Damit senden Personen Zahlen, wie sie sind; kein Rauschen verbirgt sie vor dem Server, dem Decodierer.
held-more = Der Decodierer, der den Startwert und die Nachricht kennt, erfährt über zwei beliebige Vektoren einer Person höchstens
    ε = { $epsilon } mit δ = { $delta }, nach numerischer Buchführung. Ein Leser des Mittelwerts erfährt nur zentrales
    ε = { $published }.
held-own = Bevor PPR sie sendet, hat eine Meldung lokales ε = { $own }.

sizes = Von den { $bits } sagen { $information } etwas über die Person; die anderen machen die Wahl aus der gemeinsamen Liste zufällig und markieren { $one ->
        [yes] das Ende der Nachricht.
        *[no] die Enden von { $messages } Nachrichten.
    }
sizes-capped = Blöcke von { $size } Zahlen brauchten zu viele Kandidaten, also werden hier Blöcke von { $chunk } verwendet.
sizes-whole = Eine Nachricht für alle { $dimension } Zahlen wäre kurz, höchstens { $bound } Bits (Satz 5 des PPR-Artikels), { $runs ->
    [yes] aber sie braucht etwa r* = { $candidates } Kandidaten.
    *[no] aber sie braucht etwa r* = { $candidates } Kandidaten, zu viele zum Rechnen.
 }
sizes-more = Blöcke von bis zu { $chunk } Zahlen brauchen { $candidates } Kandidaten. Das Budget von { $budget } Bits begrenzt { $who ->
    [csgm] CSGM, und PPR, wenn es eine Nachricht sendete; PPR in Blöcken nimmt die Bits, die es braucht.
    [bound] PPR, wenn es eine Nachricht sendete; PPR in Blöcken nimmt die Bits, die es braucht.
    [csgm-fit] CSGM, PPR in einer Nachricht und, durch mehr Rauschen, PPR in Blöcken.
    *[bound-fit] PPR in einer Nachricht und, durch mehr Rauschen, PPR in Blöcken.
 }
signs = Bei ε = { $epsilon } sendet PPR in Blöcken von { $chunk } Einträgen { $bits } Bits, { $fewer ->
    [yes] weniger
    *[no] mehr
 } als die { $signs } Vorzeichen selbst.

chunks = Wo Blöcke von { $size } Einträgen zu viele Kandidaten brauchten, laufen kleinere: { $parts }. Der Fehler ist derselbe, die
    Bits werden mehr{ $fit ->
        [yes] . Nur das Rauschen hält dann das Bitbudget ein, nicht die Nachricht.
        *[no] .
    }
chunk-part = { $chunk } bei ε = { $epsilon }

fitted = { $kind ->
    [chunks] Auch PPR in Blöcken hält { $bits } ein: Wo seine Schranke bei ε darüber liegt, nimmt es das Rauschen des größten ε′ ≤ ε, dessen
        Schranke passt. Dort wird seine Kurve flach.
    [none] Satz 5 erlaubt keine Nachricht von { $bits }; PPR hat für dieses Budget also keine Kurve.
    *[flat] Bei einem Budget von { $bits } nimmt PPR das Rauschen des größten ε′ ≤ ε, dessen Schranke nach Satz 5 passt. Etwa ab
        ε = { $epsilon } ist seine Kurve flach. CSGM hat den kleineren Fehler, sobald seine Auswahl weniger kostet als dieses Rauschen.
 }

views = Mit PPR erfährt der Server über eine Person höchstens ε = { $epsilon } mit δ = { $delta }. Das vergleicht zwei beliebige Vektoren; der Server, der Decodierer, hat den Startwert und die Nachrichten. { $exact ->
        [yes] Das gilt nach numerischer Buchführung, wie auch immer sich die Vektoren in den Blöcken unterscheiden. Satz 8, Block für
            Block, garantiert { $theorem }.
        *[no] Das ist Satz 8, Block für Block.
    } Der Server von CSGM sieht einige Einträge, wie sie sind.
views-held = Soll der Decodierer für zwei beliebige Vektoren höchstens ε = { $epsilon } mit δ = { $delta } erfahren, so muss das Rauschen jede
    Meldung schon vor PPR auf lokales ε = { $own } begrenzen. Der quadratische Fehler ist dann { $sliced }-mal so groß (ohne Kompression { $gaussian }-mal). Der Server von CSGM
    lässt sich auf kein ε begrenzen.

runs = In jedem Lauf codiert jede Person, die Bytes werden gezählt, und der Server decodiert und mittelt. Von den { $points } Punkten im
    Reiter „{ errors-tab }“ liegt { $scheme } bei ε = { $epsilon } am weitesten von seiner Linie entfernt: { $gap } Standardfehler.

data = { $kind ->
    [file-central] Jede Zeile der Datei ist durch den größten Eintrag der Datei geteilt. In der Praxis muss diese Zahl ohne die Daten bekannt
        sein.
    [file-local] Jede Zeile der Datei ist durch ihre Länge geteilt. In der Praxis muss diese Zahl ohne die Daten bekannt sein.
    [sphere] Vektoren auf der Sphäre haben die Länge √d. { data-rotated }
    *[sparse] Vektoren mit { $nonzeros } Einträgen ungleich null haben die Länge √d. { data-rotated }
 }
data-rotated = Eine öffentliche Drehung verteilt sie auf die Blöcke, was keinen Fehler ändert. CSGM braucht beschränkte Einträge und nimmt
    deshalb die Kashin-Darstellung in etwa doppelt so vielen Koordinaten.

names = { $compare ->
    [central] PPR ist Poisson private representation, mit einer Nachricht je Block. CSGM ist der Gauß-Mechanismus auf ausgewählten Koordinaten
        (coordinate-subsampled). Gaussian ist der Mechanismus ohne Kompression, in Gleitkommazahlen von { $float } Bits.
    [held] PPR ist Poisson private representation, mit einer Nachricht je Block. Gaussian ist der Mechanismus ohne Kompression, in
        Gleitkommazahlen von { $float } Bits.
    [local] { names-privunit } „Default“ gibt die Hälfte von ε für die Wahl der Kappe aus. PrivHS: Die Kappe ist eine Halbkugel.
        { names-sqkr }
    [split] { names-privunit } „s × ε/s“ bedeutet s Meldungen einer Person, jede mit ε/s. { names-sqkr }
    *[compressed] Alle senden die Meldung von PrivUnit, einen zufälligen Einheitsvektor. PPR ist Poisson private representation. MRC ist
        minimal random coding, so abgewandelt, dass es ε einhält. Rejection sendet einen pseudozufälligen Startwert.
 }
names-privunit = PrivUnit: ein zufälliger Einheitsvektor, der eher in der Kappe um den Vektor der Person liegt.
names-sqkr = SQKR (subsampled and quantized Kashin’s response) sendet ausgewählte, quantisierte Werte einer Kashin-Darstellung.
names-sent = Meldungen der Einheitsvektoren werden { $kind ->
    [ppr] durch PPR gesendet, Poisson private representation.
    [both] durch PPR gesendet, Poisson private representation, oder als Gleitkommazahlen.
    *[floats] als Gleitkommazahlen gesendet.
 }

## Hinweise zu Einheitsvektoren.

others = Die übrigen haben im Erwartungswert: { $parts }.
others-part = { $scheme } { $change } ({ $bits })
others-more = Die Läufe von { $scheme } ergaben { $measured }. Fehler sind quadrierte Längen über alle Koordinaten.
local-held = { $who ->
    [decoder] Der Decodierer, der den Startwert und die Nachricht kennt, erfährt bei jedem Verfahren über eine Person höchstens
        ε = { $epsilon }.
    *[database] Ein Leser der Meldungen erfährt über eine Person höchstens ε = { $epsilon }; der Decodierer, der den Startwert und die
        Nachricht kennt, kann mit { $scheme } { $decoder } erfahren.
 }
local-held-more = { $who ->
    [decoder] Für PPR gilt das nach numerischer Buchführung mit δ = { $delta }. Die eigenen ε der Mechanismen sind { $parts }.
    *[database] Das ε gegenüber dem Decodierer ist { $parts }. Die Einstellung „{ $control }“ kann auch den Decodierer auf ε begrenzen.
 }
scheme-epsilon = { $epsilon } mit { $scheme }
local-meaning = Jedes ε ist hier lokal: Es vergleicht zwei beliebige Vektoren der Länge 1 einer Person. Der Mittelwert hat kein eigenes
    Rauschen.
local-floats = { $schemes }: hier als Gleitkommazahlen gesendet, denn r* Kandidaten für jede von { $clients } Personen dauern zu lange. Die
    Verteilung der Meldungen, und damit der Fehler, ist dieselbe wie durch PPR{ $same ->
        [yes] , dessen Mechanismus sie haben.
        *[no] .
    }
local-split = Erwartete Fehler nach der Zahl der Meldungen einer Person: { $parts }. Statt r* für ε braucht jede Meldung nur noch so viele
    Kandidaten wie r* für ε/s (Feldman, Talwar 2021, Lemma 5.1).
local-split-part = { $reports }: { $error }
local-mrc = MRC wählt unter { $candidates } Kandidaten. Das Teilen durch die Skala m′ dessen, was es sendet, beseitigt die Verzerrung; weniger
    Kandidaten zeigen sich daher als größerer Fehler. Rejection sendet einen Startwert von 128 Bits, und seine Garantie verlangt einen
    kryptografischen Generator.
local-repeated = PrivHS sendet so viele Meldungen, wie ihm den kleinsten Fehler geben, mit gleichen Anteilen an ε: { $reports } bei diesem
    ε. SQKR sendet { $signs } einer Kashin-Darstellung mit Schranke { $level }/√N, durch Randomized Response. Es nimmt die Zahl der
    Vorzeichen mit dem kleinsten Fehler.
local-signs = { $one ->
    [yes] 1 Vorzeichen
    *[no] { $signs } Vorzeichen
 }
local-ranges = Über die gerechneten ε ist der erwartete Fehler von SQKR { $sqkr-privhs }-mal so groß wie der von PrivHS und
    { $sqkr-privunit }-mal so groß wie der von PrivUnit. Die Default-Aufteilung von PrivUnit hat das { $default }-Fache des Fehlers der
    optimierten. { $ahead ->
        [yes] Beide Aufteilungen sind bei jedem ε besser als PrivHS und SQKR, wie Feldman und Talwar 2021 in Abschnitt 5.1 finden.
        *[no] Mit diesen Einstellungen sind nicht beide Aufteilungen überall besser als PrivHS und SQKR.
    }
range = { $low }- bis { $high }
local-decoders = Gegenüber dem Decodierer garantiert mit δ = { $delta }, und in Klammern mit δ = 0: { $parts }.
local-decoders-part = { $scheme } { $epsilon } ({ $pure })
local-message = Eine Nachricht von PPR braucht { $bits } Bits: { $information } sind Information, der Rest ist der Code.

## Kacheln.

samples = { $runs } Läufe
tile-error = Quadratischer Fehler in den Läufen, { $scheme }
tile-bits = Bits, die eine Person sendet, { $scheme }
tile-share = Anteil an den Bits von 32-Bit-Gleitkommazahlen
tile-central = Privatheitsverlust ε des veröffentlichten Mittelwerts
tile-reader = Lokales ε einer Meldung, { $scheme }
tile-decoder = Lokales ε gegenüber dem Decodierer, { $scheme }
tile-decoder-delta = Lokales ε gegenüber dem Decodierer, { $scheme }, mit δ = { $delta }
tile-decoder-theorem = Schranke der PPR-Arbeit für dieses lokale ε
tile-expected = Quadratischer Fehler, berechnet, { $scheme }
tile-plain = Quadratischer Fehler, berechnet, Gauß, unkomprimiert
tile-bytes = Von allen Personen gesendet, { $scheme }
tile-candidates = Kandidaten einer Person, { $scheme }

## Das Bild.

error-unit = { $central ->
    [yes] je Zahl
    *[no] über alle Koordinaten
 }
main-title = Fehler des Mittelwerts und die Bits, die eine Person sendet, bei gleichem { $kind ->
    [central] ε = { $epsilon } der Leser
    *[local] ε = { $epsilon } gegenüber dem Server
 }
local-title = Fehler des Mittelwerts: je weniger Privatheit (größeres ε), desto kleiner
answer-note = Zeichen: Arten, je { $dimension } Zahlen von { $people } Personen zu senden. PPR (Poisson private representation) zerlegt sie in Blöcke von { $chunk }. { $kind ->
        [useless] Über der gepunkteten Linie ist ein Mittelwert schlechter, als 0 zu raten.
        [held] Graue Linie: Beide Enden haben denselben Fehler.
        *[known] Graue Linie: gleicher Fehler. Aus PPR-Nachrichten erfährt der Server bis zu ε = { $server }.
    }
named-ppr = PPR: ein Platz in gemeinsamer Liste
named-csgm = CSGM: ein zufälliger Teil der Zahlen
named-plain = Gauß: alle verrauschten Zahlen, unkomprimiert
named-guess = nichts senden, 0 raten: Fehler { $guess }

chart-title = Quadratischer Fehler { error-unit }: entlang ε, und entlang der Bits bei { $kind ->
    [central] zentralem
    *[local] lokalem
 } ε = { $epsilon }
chart-note = Punkte sind Mittel aus { $runs } wirklichen Läufen ± ein Standardfehler, Linien sind berechnet. Jede von { $clients } Personen hat
    { $dimension } Zahlen.
chart-note-csgm = Mit CSGM sendet eine Person nur einige davon.
chart-note-once = Bei ε = { $epsilon } läuft PPR einmal.
chart-note-floats = Was als Gleitkommazahlen gesendet wurde, fehlt rechts.
chart-note-chunks = Rechts gehören die Punkte von PPR zu Blöcken von { $sizes } Einträgen.
chart-and = { $first } und { $second }
axis-privacy = { $view ->
    [server] Lokales ε gegenüber dem Decodierer, zwei beliebige Vektoren
    [local] Lokales ε, zwei beliebige Vektoren
    *[mean] Zentrales ε, des veröffentlichten Mittelwerts
 }
axis-bits = Bits, die eine Person sendet
axis-error = Quadratischer Fehler { error-unit }
axis-candidates = Kandidaten einer Person
axis-expected = Kandidaten einer Person, erwartet
legend-bound = PPR, eine Nachricht (Schranke)
legend-budget = { $scheme }, { $bits }
legend-free = { $scheme }, Bits unbegrenzt
legend-server = { $scheme }, Decodierer ε = { $epsilon }

## Wohin die Bits gehen.

errors-tab = Fehler in den Läufen
bits-tab = Wohin die Bits gehen
bits-title = Wohin die Bits einer Person gehen, bei { $kind ->
    [central] zentralem
    *[local] lokalem
 } ε = { $epsilon }
bits-caption = Bits einer Person bei ε = { $epsilon }: { $parts }.
bits-part = { $scheme }: { $information } für die Information, { $code } für den Code einer Nachricht und { $others } für den der übrigen
bits-nothing = Bei dieser Größe wurde nichts komprimiert.
part-information = Information
part-code = Code einer Nachricht
part-others = Code der übrigen Nachrichten

sizes-tab = Bits bei jedem ε
sizes-title = { $kind ->
    [chunks] Bits zu den Fehlern entlang ε: gezählt (Punkte), berechnet (Linien)
    [bound] Bits zu den Fehlern entlang ε: gezählt (Punkte) und nach Satz 5 (gepunktet)
    *[counted] Bits zu den Fehlern entlang ε: gezählt (Punkte)
 }
sizes-caption = { $kind ->
    [chunks] Linien sind mittlere Bits gleicher Blöcke nach der exakten Verteilung des Index. Die senkrechte Achse enthält auch ein Bit je
        Vorzeichen.
    *[bound] Die gepunktete Linie ist kein Verfahren: Satz 5 beschränkt eine Nachricht für den ganzen Vektor.
 } PPR in Blöcken sendet, in Bits je Person: { $parts }. Gleitkommazahlen brauchen { $floats }.
sizes-part = { $bits } bei ε = { $epsilon } (Blöcke von { $chunk })
legend-chunks = Blöcke von { $chunk }
legend-signs = bloße Vorzeichen

## Mehr Kurven.

epsilon-tab = Budgets und Kandidaten
epsilon-title = { $kind ->
    [all] PPR nach Satz 5 (links) und CSGM (rechts), jedes Budget
    *[one] PPR nach Satz 5 (links) und CSGM (rechts), { $bits }
 }
epsilon-caption = Der Fehler von PPR liegt unter dem von CSGM: { $parts } Werten von ε.
epsilon-part = mit { $bits } bei { $better } von { $all }
epsilon-waiting = Kurven stehen noch aus.
epsilon-more = „More curves“ unter den Einstellungen zeigt hier sechs Budgets.
candidates-title = Kandidaten, die eine Person betrachtet: erwartet (Linien) und gezählt (Punkte)
candidates-note = Wo kein Punkt ist, wurden Meldungen als Gleitkommazahlen gesendet: Die Kandidaten aller Personen hätten zu lange gedauert.

more-tab = Der Preis weniger Bits
more-title = PPR nach Satz 5 (links) und CSGM (rechts), jedes ε
more-price = Was Kandidaten bringen: erwarteter Fehler, entlang ε
more-level = ε = { $epsilon }
chunks-title = Was Bits an Kandidaten sparen, bei zentralem ε = { $epsilon }
chunks-caption = Gezählt: { $parts }. Gepunktet: Schranken für Bits und Kandidaten, von den längsten Blöcken links bis zu
    einzelnen Zahlen rechts. Die Kandidaten aller Nachrichten einer Person sind addiert.
chunks-part = Blöcke von { $chunk }: { $bits }, { $candidates } Kandidaten
chunks-more = „More curves“ unter den Einstellungen zeigt hier vier Werte von ε.
legend-counted = PPR in Blöcken, gezählt
legend-bounds = PPR in Blöcken, Schranken

## Tabellen.

guarantees-tab = Garantien
head-scheme = Verfahren
head-hides = Verbirgt
head-from = Vor wem
head-source = Quelle
head-conditions = Bedingungen
cell-hides = { $kind ->
    [zero_out] die Teilnahme einer Person
    [replace_one] den Vektor einer Person, ersetzt
    *[local] den Vektor einer Person, zwei beliebige
 }
cell-from = { $kind ->
    [central] einem Leser des Mittelwerts
    [local] einem Leser einer Meldung
    *[decoder] dem Decodierer: Startwert und Nachricht
 }
paper-tab = Die Zahlen des Artikels
paper-note = Hier: { $convention }. n = 500, d = 1000, δ = 10⁻⁶, α = 2.
head-number = Zahl
head-setting = ε, Bits
head-paper = Artikel
head-here = Hier
head-difference = Abweichung
head-why = Warum
cell-points = { $points } Punkte

## Formeln.

formula-gaussian = Quadratischer Fehler je Koordinate des Gauß-Mechanismus, und von PPR
formula-distance = Wie weit eine Person den Mittelwert verschiebt
formula-report = Rauschen der Meldung einer Person, die PPR simuliert
formula-size = Satz 5 mit dem Shannon-Code: Bits eines ganzen Vektors in einer Nachricht, höchstens
formula-csgm = Quadratischer Fehler je Koordinate von CSGM
formula-privunit = Quadratischer Fehler von PrivUnit, die Summe über alle Koordinaten
formula-candidates = Kandidaten, die PPR und Rejection für eine Meldung betrachten
formula-decoder = Was der Decodierer von PPR erfahren kann
symbol-clients = Personen
symbol-dimension = Einträge eines Vektors
symbol-noise = Rauschen in jeder Koordinate des Mittelwerts
symbol-csgm-noise = Rauschen des Servers, in jeder Koordinate
symbol-factor = 1, um den Vektor auf 0 zu setzen, 2, um ihn zu ersetzen
symbol-index = Schranke für das Mittel von log₂ K
symbol-rate = Anteil der gesendeten Einträge, b/d
symbol-sampling = Fehler der Auswahl, für diese Daten
symbol-scale = Skala einer Meldung: E[Z] = m x
symbol-probability = Wahrscheinlichkeit einer Meldung innerhalb der Kappe um x
symbol-mass = Anteil der Sphäre, den die Kappe ausmacht
symbol-epsilon = lokales ε einer Person
symbol-own = lokales ε des Mechanismus einer Person
symbol-estimates = die Schätzung des Servers und der Mittelwert der Vektoren
symbol-entries = mit je d Einträgen
symbol-overhead = Mehraufwand von PPR
symbol-information = Information einer Meldung
symbol-bits = Bits einer Person
