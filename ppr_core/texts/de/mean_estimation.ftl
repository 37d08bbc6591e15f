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
    [held] Den Server statt nur den Leser auf ε = { $epsilon } zu begrenzen kostet den { $times }-fachen Fehler{ $useless ->
        [yes] : ein unbrauchbarer Mittelwert.
        *[no] .
    }
    [local] Bei lokalem ε = { $epsilon } hat der Mittelwert mit { $scheme } den berechneten quadratischen Fehler { $error }; jede Person
        sendet { $bits }.
    [useless] Bei ε = { $epsilon } ist der Mittelwert von PPR schlechter, als 0 zu raten; seine { $bits } je Person nützen nichts.
    [noisy] Mit { $bits } je Person statt { $floats } als Gleitkommazahlen hat der private Mittelwert den { $times }-fachen Fehler.
    *[exact] Mit PPR sendet jede Person { $bits } statt { $floats }; der Mittelwert ist so genau und für Leser so privat wie unkomprimiert.
 }

## Hinweise zum veröffentlichten Mittelwert: Fehler, was ε begrenzt, wohin die Bits gehen; danach, was im Reiter steht.

rival = Verglichen mit PPR in { $ppr } hat CSGM in { $bits } { $csgm }{ $guess ->
    [worse] : Es ist schlechter, als 0 zu raten.
    [near] : Es ist kaum besser, als 0 zu raten.
    *[better] .
 }
rival-more = { $kind ->
    [all] Mit CSGM sendet jede Person ein Bit für jede Zahl.
    [part] Mit CSGM sendet jede Person je ein Bit für etwa { $sent } der { $dimension } Zahlen. So sagen nur etwa { $speak } von { $people } Personen
        etwas über eine Zahl.
    *[kashin] Mit CSGM sendet jede Person nur einen Teil der Zahlen. So sagen weniger Personen etwas über eine Zahl.
 } Der Server verrauscht nur den Mittelwert; diese Bits sieht er, wie sie sind.

meaning = { $kind ->
    [none] ε = { $epsilon } begrenzt, was der veröffentlichte Mittelwert über eine Person verrät. Was der Server sieht, begrenzt es nicht.
    [large] ε = { $epsilon } begrenzt, was der veröffentlichte Mittelwert über eine Person verrät; aus den Nachrichten von PPR kann der
        Server bis zu ε = { $server } erfahren, praktisch keine Grenze.
    *[small] ε = { $epsilon } begrenzt, was der veröffentlichte Mittelwert über eine Person verrät; aus den Nachrichten von PPR kann der
        Server bis zu ε = { $server } erfahren.
 }
meaning-more = { $neighbours ->
        [zero_out] Hier vergleicht ε den Mittelwert mit dem, der herauskommt, wenn alle Zahlen einer Person 0 sind.
        *[replace_one] Hier vergleicht ε den Mittelwert mit dem, der herauskommt, wenn eine Person andere Zahlen hat.
    } Das verschiebt den Mittelwert höchstens um { $distance }: Ihr Vektor ändert sich um eine Länge von höchstens { $length }, geteilt durch
    { $people } Personen. Bei δ = { $delta }, einer kleinen Wahrscheinlichkeit des Versagens, braucht es dafür ein Rauschen von { $noise } in jeder
    Zahl des Mittelwerts. In der Nachricht einer Person ist die Änderung { $people }-mal so groß, das Rauschen aber nur { $root }-mal; deshalb
    erfährt der Server mehr.
held = CSGM fehlt hier: Damit senden Personen Zahlen, wie sie sind; kein Rauschen verbirgt sie vor dem Server.
held-more = Der Server, der den Startwert und die Nachrichten kennt, erfährt über zwei beliebige Vektoren einer Person höchstens
    ε = { $epsilon } mit δ = { $delta }, nach numerischer Buchführung. Deshalb hat eine Meldung schon ε = { $own }, bevor PPR sie sendet. Ein Leser des
    Mittelwerts erfährt höchstens ε = { $published }.

sizes = Von den { $bits } sagen { $information } etwas über die Person; die anderen sagen, welchen Kandidaten der Zufall gewählt hat, { $one ->
        [yes] und wo die Nachricht endet.
        *[no] und wo jede von { $messages } Nachrichten endet.
    }
sizes-capped = Blöcke von { $size } Zahlen brauchten zu viele Kandidaten, also werden hier Blöcke von { $chunk } Zahlen verwendet.
sizes-more = Eine Nachricht für alle { $dimension } Zahlen brauchte höchstens { $bound } Bits (Satz 5 des PPR-Artikels). Um sie zu codieren, betrachtete jede
    Person etwa r* = { $candidates } Kandidaten, die Werte der gemeinsamen Liste. Für Blöcke von { $chunk } Zahlen sind es { $looked }.
signs = Bei ε = { $epsilon } sendet PPR in Blöcken von { $chunk } Einträgen { $bits } Bits, { $fewer ->
    [yes] weniger
    *[no] mehr
 } als die { $signs } Vorzeichen selbst.

fitted = { $kind ->
    [chunks] Auch PPR in Blöcken hält { $bits } ein: Wo seine Schranke bei ε länger ist, nimmt es das Rauschen eines kleineren ε.
    [none] Satz 5 erlaubt keine Nachricht von { $bits }; PPR hat für dieses Budget also keine Kurve.
    *[flat] Die gepunktete Kurve im Reiter „{ errors-tab }“ wird bei etwa ε = { $epsilon } flach. Dort nimmt eine Nachricht von PPR mehr
        Rauschen, um { $bits } einzuhalten.
 }

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
    [local] { names-privunit } „Default“ gibt die Hälfte von ε für die Wahl der Kappe aus. PrivHS: Die Kappe ist eine Halbkugel.
        { names-sqkr }
    [split] { names-privunit } „s × ε/s“ bedeutet s Meldungen einer Person, jede mit ε/s. { names-sqkr }
    *[compressed] Alle senden die Meldung von PrivUnit, einen zufälligen Einheitsvektor. PPR ist Poisson private representation. MRC ist
        minimal random coding, so abgewandelt, dass es ε einhält. Rejection sendet einen pseudozufälligen Startwert.
 }
names-privunit = PrivUnit: ein zufälliger Einheitsvektor, der eher in der Kappe um den Vektor der Person liegt.
names-sqkr = SQKR (subsampled and quantized Kashin’s response) sendet ausgewählte, quantisierte Werte einer Kashin-Darstellung.

## Hinweise zu Einheitsvektoren.

others = Berechnete Fehler der übrigen, gegen { $first }: { $parts }.
others-part = { $scheme } { $change } ({ $bits })
local-held = { $who ->
    [decoder] Der Server, der den Startwert und die Nachricht kennt, erfährt bei jedem Verfahren über eine Person höchstens
        ε = { $epsilon }.
    *[database] Ein Leser der Meldungen erfährt über eine Person höchstens ε = { $epsilon }; der Server, der den Startwert und die
        Nachricht kennt, kann mit { $scheme } { $server } erfahren.
 }
local-held-more = Dieses ε ist lokal: Es vergleicht zwei beliebige Vektoren der Länge 1 einer Person. { $who ->
    [decoder] Für PPR ist es durch numerische Buchführung gefunden, mit δ = { $delta }.
    *[database] Die Einstellung „{ $control }“ kann auch den Server auf ε begrenzen.
 }
local-floats = { $schemes }: hier als Gleitkommazahlen gesendet, denn PPR müsste für { $clients } Personen zu viele Kandidaten betrachten. Die
    Fehler sind dieselben wie durch PPR.
local-split = Berechnete Fehler nach der Zahl der Meldungen einer Person: { $parts }. Jede Meldung hat einen Anteil von ε, also betrachtet ihr
    Codierer weit weniger Kandidaten (Feldman, Talwar 2021, Lemma 5.1).
local-split-part = { $reports }: { $error }
local-mrc = MRC wählt unter nur { $candidates } Kandidaten, was seinen Fehler vergrößert.
local-repeated = PrivHS sendet { $reports } und SQKR { $signs } des Vektors jeder Person: So viele ergeben den kleinsten Fehler.
local-reports = { $one ->
    [yes] 1 Meldung
    *[no] { $reports } Meldungen
 }
local-signs = { $one ->
    [yes] 1 Vorzeichen
    *[no] { $signs } Vorzeichen
 }
local-ranges = { $ahead ->
        [yes] Beide Formen von PrivUnit haben bei jedem ε kleinere Fehler als PrivHS und SQKR, wie Feldman und Talwar 2021 in Abschnitt 5.1
            finden.
        *[no] Mit diesen Einstellungen hat PrivUnit nicht bei jedem ε die kleinsten Fehler.
    }

## Kacheln.

samples = { $runs } Läufe
tile-error = Gemessener quadratischer Fehler, { $scheme }
tile-bits = Bits, die eine Person sendet, { $scheme }
tile-share = Anteil an den Bits von 32-Bit-Gleitkommazahlen
tile-central = Privatheitsverlust ε des veröffentlichten Mittelwerts
tile-reader = Lokales ε einer Meldung, { $scheme }
tile-decoder = ε des Servers, { $scheme }
tile-decoder-delta = ε des Servers, { $scheme }, mit δ = { $delta }
tile-decoder-theorem = Schranke der PPR-Arbeit für das ε des Servers
tile-expected = Berechneter quadratischer Fehler, { $scheme }
tile-plain = Berechneter quadratischer Fehler, Gauß, unkomprimiert
tile-bytes = Von allen Personen gesendet, { $scheme }
tile-candidates = Kandidaten einer Person, { $scheme }

## Das Bild.

error-unit = { $central ->
    [yes] je Zahl
    *[no] über alle Koordinaten
 }
main-title = Fehler des Mittelwerts nach den Bits, die eine Person sendet; { $kind ->
    [central] Leser erfahren
    *[local] der Server erfährt
 } höchstens ε = { $epsilon }
local-title = Fehler des Mittelwerts: Er fällt, wenn ε wächst
answer-note = Zeichen: Arten, je { $dimension } Zahlen von { $people } Personen zu senden. PPR (Poisson private representation) sendet Blöcke von { $chunk } Zahlen{ $held ->
        [yes] .
        *[no] ; CSGM ist der coordinate-subsampled Gaussian mechanism.
    }
named-ppr = PPR: ein Platz in gemeinsamer Zufallsliste
named-csgm = CSGM: nur einige der Zahlen
named-budget = b = { $bits }
named-plain = Gauß, unkomprimiert: alle verrauschten Zahlen
named-guess = als Mittelwert 0 raten: Fehler { $guess }

chart-title = Quadratischer Fehler { error-unit }: entlang ε, und entlang der Bits bei { $kind ->
    [central] ε = { $epsilon } der Leser
    *[local] lokalem ε = { $epsilon }
 }
chart-note = Punkte sind gemessen: Mittel aus { $runs } Läufen ± ein Standardfehler. Linien sind berechnet.
chart-note-people = Jede von { $clients } Personen hat { $dimension } Zahlen.
chart-note-once = Bei ε = { $epsilon } läuft PPR einmal.
chart-note-floats = Was als Gleitkommazahlen gesendet wurde, fehlt rechts.
chart-note-chunks = Rechts gehören die Punkte von PPR zu Blöcken von { $sizes } Zahlen.
chart-and = { $first } und { $second }
axis-privacy = { $view ->
    [server] ε des Servers, für zwei beliebige Vektoren (lokal)
    [local] ε der Meldungen einer Person (lokal)
    *[mean] ε des veröffentlichten Mittelwerts (zentral)
 }
axis-bits = Bits, die eine Person sendet
axis-error = Quadratischer Fehler { error-unit }
axis-candidates = Kandidaten einer Person
axis-expected = Kandidaten einer Person, erwartet
legend-bound = PPR, eine Nachricht (Schranke)
legend-budget = { $scheme }, { $bits }
legend-free = { $scheme }, Bits unbegrenzt
legend-server = { $scheme }, ε = { $epsilon } des Servers

## Wohin die Bits gehen.

errors-tab = Fehler in den Läufen
bits-tab = Wohin die Bits gehen
bits-title = Wohin die Bits einer Person gehen
bits-caption = Information ist, was etwas über die Person sagt. Der Code einer Nachricht sagt, welchen Kandidaten der gemeinsamen Liste
    der Zufall gewählt hat und wo die Nachricht endet.
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
    *[decoder] dem Server: Startwert und Nachricht
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
formula-decoder = Was der Server von PPR erfahren kann
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
