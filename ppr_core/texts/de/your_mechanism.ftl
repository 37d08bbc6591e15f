### Ihr Mechanismus: wie privat er ist, was es kostet, seine Ausgaben zu senden, und was besser wäre.

question = Wie privat ist Ihr eigener Mechanismus, und ginge es genauer?

## Die Überschrift. $kind: wie sich der Verlust zum kleinstmöglichen bei demselben ε verhält.

finding = { $kind ->
    [above] Bei ε = { $epsilon } { $loss ->
        [hamming] meldet Ihr Mechanismus { $share } öfter falsch
        *[other] verliert Ihr Mechanismus { $share } mehr
    } als { $finite ->
        [yes] der beste Mechanismus, { $criterion ->
            [worst] bei der schlechtesten Eingabe.
            *[expected] wenn alle Antworten gleich häufig sind.
        }
        *[no] das beste Rauschen.
    }
    [above-open] Ihr Mechanismus hat kein ε mit δ = 0; sein Verlust liegt { $share } über dem kleinstmöglichen bei ε = { $at }.
    [best] Ihr Mechanismus ist privat mit ε = { $epsilon }, und { $finite ->
        [yes] kein Mechanismus mit diesem ε hat einen kleineren Verlust.
        *[no] kein Rauschen mit diesem ε hat einen kleineren Verlust.
    }
    [best-open] Ihr Mechanismus hat kein ε mit δ = 0, und kein Mechanismus mit ε = { $at } hat einen kleineren Verlust.
    [zero] Ihr Mechanismus ist privat mit ε = { $epsilon }; ein anderer mit diesem ε hätte gar keinen Verlust.
    [zero-open] Ihr Mechanismus hat kein ε mit δ = 0; ein anderer mit ε = { $at } hätte gar keinen Verlust.
    [open] Ihr Mechanismus hat kein ε mit δ = 0.
    *[private] Ihr Mechanismus ist privat mit ε = { $epsilon }.
 }

## Hinweise: woher ε kommt, der Verlust, die Länge; dann, was im Reiter steht.

witness = ε kommt von der Ausgabe „{ $output }“: Bei der Eingabe „{ $likely }“ hat sie die Wahrscheinlichkeit { $high }, bei
    „{ $unlikely }“ nur { $low }; { $high }/{ $low } = { $ratio } ≈ e^{ $epsilon }.
hole = Die Ausgabe „{ $output }“ kommt nie bei der Eingabe „{ $unlikely }“ vor, wohl aber bei „{ $likely }“. Wer sie sieht, kann
    „{ $unlikely }“ also sicher ausschließen.
hole-more = { $others ->
    [0] Das lässt kein ε zu. Mit einer kleinen Wahrscheinlichkeit anstelle der Null gibt es wieder ein ε.
    [one] Das lässt kein ε zu, und es gibt noch eine weitere Null. Mit einer kleinen Wahrscheinlichkeit anstelle jeder Null gibt
        es wieder ein ε.
    *[other] Das lässt kein ε zu, und es gibt { $shown } weitere Nullen. Mit einer kleinen Wahrscheinlichkeit anstelle jeder Null
        gibt es wieder ein ε.
 }
noise-epsilon = ε ist die größte Änderung der logarithmierten Dichte des Rauschens, wenn man es um 2C verschiebt.
noise-open = { $thin ->
    [yes] Dieses Rauschen hat kein ε mit δ = 0: Seine Ränder fallen so schnell ab, dass ferne Ausgaben Eingaben immer besser
        unterscheiden.
    *[no] Dieses Rauschen hat kein ε mit δ = 0: Seine Verteilung ist begrenzt, also schließen manche Ausgaben manche Eingaben aus.
 }
noise-cut = Im Abstand { $reach } von seinem Gipfel abgeschnitten, ist es (ε, δ)-privat mit ε = { $epsilon } und δ = { $delta }.

price = { $criterion ->
    [worst] Bei der schlechtesten Eingabe ist
    *[expected] Im Mittel über die Eingaben ist
 } { $loss ->
    [squared] der quadratische Abstand
    [absolute] der Abstand
    [hamming] der Anteil falscher Meldungen
    *[own] der Verlust Ihrer Tabelle
 } { $own }; { $kind ->
    [better] kein Mechanismus mit diesem ε kommt unter { $best }. Der Knopf „{ take }“ übernimmt jenen.
    [best] kein Mechanismus mit diesem ε kommt darunter.
    *[open] kein Mechanismus mit ε = { $epsilon } kommt unter { $best }.
 }
price-more = { $right ->
    [guess] Jede Ausgabe wird als die beste Vermutung gelesen. Ein lineares Programm findet das Optimum.
    [place] Die richtige Meldung von Zeile 1 ist Spalte 1, die von Zeile 2 Spalte 2, und so weiter. Ein lineares Programm findet das Optimum.
    *[other] Ein lineares Programm findet das Optimum.
 }
price-noise = Der mittlere Betrag Ihres Rauschens ist { $own }; kein addiertes Rauschen mit demselben ε kommt unter { $best }.
price-noise-more = Das erreicht der Treppenmechanismus (Geng, Viswanath 2014).
price-noise-squares = Das mittlere Quadrat Ihres Rauschens ist { $own }, das der besten Treppe { $best }.
price-sought = Das Optimum wird noch gesucht.
price-large = Ein Optimum wird für höchstens 64 Eingaben gesucht.
price-none = Ohne ein ε gibt es keine Treppe zum Vergleich.

lengths = { $kind ->
    [longer] Eine der Ausgaben zu nennen braucht { $fixed } Bits, für jede gleich viele; PPR (Poisson private representation) braucht im Mittel { $bits }, lohnt sich hier also nicht.
    *[shorter] PPR (Poisson private representation) sendet eine Ausgabe exakt in { $bits } Bits im Mittel.
 }
lengths-more = Wirkliche Nachrichten brauchten { $sent } Bits. Satz 5 des PPR-Artikels erlaubt, den Zuschlag des Codes
    eingerechnet, bis zu { $bound } Bits. Der Sender erwartete r* = { $ratio } Kandidaten und sah im Mittel { $looked } an.
lengths-sending = Es werden noch Nachrichten gesendet.
lengths-none = Nichts wird gesendet: r* ist so groß, dass keine Suche rechtzeitig endet. Mehr Rauschen oder ein kleinerer
    Bereich senkt
    es.

proposal = Mit dem hier benutzten gemeinsamen Vorschlag Q prüft der Sender im Mittel r* = { $ratio } Kandidaten, so wenige wie möglich. Bei
    der schlechtesten Eingabe liegt Q dann { $bits } Bits (KL) von den Ausgaben des Mechanismus.
proposal-more = Das Q mit dem kleinsten solchen Abstand, { $least } Bits, braucht r* = { $most } Kandidaten.
proposal-own = Mit der Verteilung des Rauschens selbst als Vorschlag wäre r* = { $own }; hier ist es { $ratio }.
proposal-unbounded = { $side ->
    [left] Mit der Verteilung des Rauschens selbst als Vorschlag ist der Quotient auf der linken Seite unbeschränkt.
    [right] Mit der Verteilung des Rauschens selbst als Vorschlag ist der Quotient auf der rechten Seite unbeschränkt.
    *[inside] Mit der Verteilung des Rauschens selbst als Vorschlag ist der Quotient unbeschränkt.
 }
proposal-wider = Auf das { $width }-Fache verbreitert, hat sie r* = { $ratio }.
proposal-curve = Die Hüllkurve aller verschobenen Dichten, die hier benutzt wird, hat r* = { $ratio }; kleiner geht es nicht.
proposal-waiting = Was die Vorschlagsverteilung ausmacht, zeigt sich, sobald Nachrichten gesendet sind.

tested = { $follow ->
    [yes] Die decodierten Ausgaben folgen dem Mechanismus ({ $p } über { $inputs } Eingaben).
    *[no] Die decodierten Ausgaben folgen dem Mechanismus NICHT ({ $p } über { $inputs } Eingaben).
 }
tested-audit = Das Audit der Nachrichten zeigt (95 % sicher), dass sie dem Server mindestens ε = { $audit } verraten.
tested-theorem = { $bounded ->
    [yes] Satz 7 garantiert höchstens ε = { $promise }.
    *[no] Kein ε mit δ = 0 ist garantiert.
 }
tested-accounting = Die numerische Buchführung garantiert höchstens ε = { $held } mit δ = 10⁻⁶.

strength = Bei 5 % Fehlalarmen erkennt der beste Test einer Ausgabe { $detected } der Fälle.
gaussian = Ihr Mechanismus ist überall mindestens so privat wie Gauß-Rauschen mit μ = { $mu }.
gaussian-from = Ihr Mechanismus ist mindestens so privat wie Gauß-Rauschen mit μ = { $mu }, solange beide Fehler eines Tests
    mindestens
    { $level } betragen.
gaussian-none = So schwach Gauß-Rauschen auch sein mag: Irgendein Test erfährt aus Ihrem Mechanismus mehr.

## Kacheln.

tile-epsilon = Privatheitsverlust ε des Mechanismus
tile-capacity = Information einer Meldung über die Eingabe, höchstens (Kapazität)
tile-capacity-least = Information einer Meldung über die Eingabe, höchstens (Kapazität), mindestens
tile-bits = Mittlere Länge einer Meldung mit PPR
tile-ratio = Kandidaten, die PPR ansieht, erwartet: r*
tile-price = { $loss ->
    [hamming] Falsche Meldungen, verglichen mit dem besten Mechanismus
    *[other] Verlust, verglichen mit dem besten Mechanismus
 }
tile-loss = Verlust des Mechanismus
tile-mu = Mindestens so privat wie Gauß-Rauschen mit μ
tile-information = Transinformation, Eingaben gleich häufig
tile-information-least = Transinformation, Eingaben gleich häufig, mindestens
tile-decoder = ε gegenüber dem Decodierer, Satz 7
tile-audit = Vom Audit gezeigtes Leck (95 % sicher), mindestens
tile-bound = Nachrichtenlänge, obere Schranke des Mittels
tile-worst = Abstand (KL) der Ausgaben der schlechtesten Eingabe von der Liste
tile-candidates = Angesehene Kandidaten, Mittel dieses Laufs
tile-time = Zeit zum Codieren und Decodieren
tile-square = Mittleres Quadrat (das beste Rauschen hat 100 %)
audit-source = Clopper & Pearson 1934, 95 % Konfidenz

## Das Bild.

loss-title = Wie falsch Meldungen sind, je wahrer Antwort, und der beste Mechanismus bei diesem ε
loss-note = { $loss ->
    [hamming] Balken: Anteil falscher Meldungen; nach dem Pfeil steht die Meldung, die als richtig zählt. Der beste Mechanismus hat dasselbe ε und im Mittel die wenigsten falschen Meldungen.
    *[other] Balken: mittlerer Verlust der Meldungen. Der beste Mechanismus hat dasselbe ε und im Mittel den kleinsten Verlust.
 }
tables-title = Wahrscheinlichkeit jeder Ausgabe, in Ihrer Tabelle und in der besten bei diesem ε
tables-note = { $loss ->
    [hamming] Jede Zeile: eine wahre Antwort → ihre richtige Meldung. Letzte Spalte: wie oft die Meldung falsch ist; die beste Tabelle ist es am seltensten { $criterion ->
        [worst] in ihrer schlechtesten Zeile.
        *[expected] im Mittel über die Zeilen.
    }
    *[other] Eine Zeile ist eine Eingabe. Letzte Spalte: Verlust ihrer Meldungen; die beste Tabelle hat den kleinsten { $criterion ->
        [worst] in ihrer schlechtesten Zeile.
        *[expected] im Mittel über die Zeilen.
    }
 }
axis-loss = { $loss ->
    [hamming] Anteil falscher Meldungen
    *[other] Verlust
 }
axis-loss-short = { $loss ->
    [hamming] falsch
    *[other] Verlust
 }
named-right = { $input } → { $output }
named-best = bester Mechanismus
chart-title = Beste Vermutung aus einer Meldung: Welche von zwei Eingaben war es?
main-note = Ein Beobachter rät aus einer Meldung, aus welcher von zwei Eingaben, A oder B, sie kam. Blau: das Beste, was für die zwei am leichtesten
    unterscheidbaren Eingaben möglich ist. Je höher, desto privater.
named-epsilon = Grenze jedes Mechanismus bei ε = { $epsilon }
tests-tab = Wer die Eingabe errät
chart-note = Ein Test rät aus einer Ausgabe, von welcher zweier Eingaben sie stammt. Ihre Linie gibt zu
    jeder Fehlalarmrate an, wie viel mindestens übersehen wird. Je höher die Linie, desto privater. { $gaussian ->
        [yes] Ihr Mechanismus ist überall mindestens so privat wie Gauß-Rauschen mit μ = { $mu }.
        *[no] { "" }
    }
axis-alarms = Fehlalarme: sagt A, es war aber B
axis-misses = Übersehen: sagt B, es war aber A
legend-guessing = blindes Raten
legend-epsilon = tiefste Linie, die ε = { $epsilon } erlaubt
legend-message = PPR-Server, soweit seine Schranke 2αε erlaubt
legend-gaussian = Gauß-Rauschen, μ = { $mu }
named-own = Ihre Tabelle{ $known ->
    [yes] : { $bits } Bits je Meldung mit PPR
    *[no] {""}
 }
legend-own = Ihr Mechanismus

## Reiter.

mechanism-tab = Der Mechanismus
mechanism-note = Eine Zeile ist eine Eingabe, eine Spalte eine Ausgabe; kräftige Farben sind wahrscheinlich. Bei Rauschen:
    seine Dichte
    an beiden Enden.
mechanism-title = Wahrscheinlichkeit jeder Ausgabe
mechanism-title-noise = Das Rauschen an beiden Enden des Bereichs, unter dem Vorschlag
axis-density = Dichte
axis-output = Ausgabe
axis-input = Eingabe
legend-proposal = Vorschlag × r*
legend-low = x = −C
legend-high = x = C
profile-tab = δ bei jedem ε
profile-note = Ein Mechanismus ist (ε, δ)-privat, wenn δ nicht unter der Kurve liegt. ε mit δ = 0 beginnt, wo die Kurve null
    erreicht.
profile-title = Wie groß δ für jedes ε sein muss
profile-epsilon = ε mit δ = 0
proposals-tab = Andere gemeinsame Listen Q
proposals-note = Q ist die Verteilung der gemeinsamen Liste. Weiter links prüft der Sender weniger Kandidaten; weiter unten sind
    Nachrichten kürzer. Jeder Punkt ist das Q mit den kürzesten Nachrichten für sein r*.
proposals-title = Was die Vorschlagsverteilung ausmacht
proposals-axis = Geprüfte Kandidaten, r*
proposals-axis-worst = Abstand (KL) der Ausgaben der schlechtesten Eingabe von Q
proposals-axis-width = Breite des Vorschlags, Rauschen = 1
proposals-best = beste Vorschläge
proposals-own = Verteilung des Rauschens selbst, verbreitert
proposals-curve = Hüllkurve aller verschobenen Dichten
bits-tab = Länge der Nachrichten
bits-note = Für jede Eingabe die exakte mittlere Länge einer Nachricht und die mittlere Länge der tatsächlich gesendeten.
bits-title = Länge einer Nachricht im Elias-delta-Code
bits-axis = Nachricht
bits-sent = wie gesendet
bits-exact = exakt
optimum-tab = Das Optimum
optimum-note = Ihr Mechanismus neben dem mit dem kleinsten Verlust bei seinem ε. Die Schaltfläche unter den Einstellungen
    übernimmt ihn.
optimum-title = Ihr Mechanismus und der beste bei seinem ε
optimum-yours = Ihrer
optimum-best = das Optimum

## Schaltflächen.

take = Den besten Mechanismus verwenden
take-done = Es ist schon der beste.
take-help = Sein Verlust ist { $best } statt { $own }; seine Ausgaben behalten ihre Namen, wo jede als eine Eingabe gelesen wird. Er ersetzt Ihre Tabelle: Sichern
    Sie Ihre zuerst unten als JSON.
along = Ihren Mechanismus mitnehmen:
along-help = Oben in „File“ ablegen oder python -m ppr_core mechanism { $file } ausführen

## Formeln.

formula-loss = Verlust des Mechanismus, geteilt durch den kleinsten bei seinem ε, in Prozent
formula-loss-source = { $finite ->
    [yes] lineares Programm
    *[no] Geng, Viswanath 2014
 }
formula-capacity = Kapazität: größte Transinformation über die Verteilungen der Eingabe, kleinste KL-Divergenz (schlimmster
    Fall) über die
    Vorschläge
formula-epsilon = ε: der größte Quotient zweier Wahrscheinlichkeiten einer Ausgabe, logarithmiert
formula-epsilon-noise = ε von addiertem Rauschen
formula-candidates = Geprüfte Kandidaten: r*, mit der Vorschlagsverteilung, die es minimiert
symbol-loss = Verlust des Mechanismus
symbol-least = kleinster Verlust
symbol-likely = Eingabe, die z am häufigsten ergibt
symbol-unlikely = Eingabe, die z am seltensten ergibt
symbol-output = Ausgabe, bei der sie sich am stärksten unterscheiden
symbol-bound = Schranke der Zahl
symbol-density = größte Dichte des Rauschens
