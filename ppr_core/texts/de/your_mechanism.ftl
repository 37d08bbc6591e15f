### Ihr Mechanismus: wie privat er ist, was es kostet, seine Ausgaben zu senden, und was besser wäre.

question = Wie privat ist Ihr eigener Mechanismus, und ginge es genauer?

## Die Überschrift. $kind: wie sich der Verlust zum kleinstmöglichen bei demselben ε verhält.

finding = { $kind ->
    [above] Bei ε = { $epsilon } { $loss ->
        [hamming] meldet Ihr Mechanismus { $share } öfter falsch
        [noise] verrauscht Ihr Mechanismus { $share } stärker
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

witness = ε = { $epsilon } kommt von der Meldung „{ $output }“: Ihre Wahrscheinlichkeit ist { $high } bei „{ $likely }“ und { $low } bei „{ $unlikely }“, und { $high }/{ $low } = { $ratio } ≈ e^{ $epsilon }.
hole = Die Meldung „{ $output }“ kommt bei „{ $likely }“ vor, aber nie bei „{ $unlikely }“: Wer sie sieht, kann „{ $unlikely }“ ausschließen; kein ε gilt.
noise-epsilon = ε ist die größte Änderung der logarithmierten Dichte des Rauschens, wenn es sich um 2C verschiebt, die Länge des Bereichs.
noise-open = { $thin ->
    [yes] Dieses Rauschen hat kein ε mit δ = 0: Seine Ränder fallen so schnell ab, dass ferne Ausgaben Eingaben immer besser
        unterscheiden.
    *[no] Dieses Rauschen hat kein ε mit δ = 0: Seine Verteilung ist begrenzt, also schließen manche Ausgaben manche Eingaben aus.
 }
noise-cut = Im Abstand { $reach } von seinem Gipfel abgeschnitten, ist es (ε, δ)-privat mit ε = { $epsilon } und δ = { $delta }.

price = { $criterion ->
    [worst] Bei der schlechtesten wahren Antwort ist
    *[expected] Im Mittel über die wahren Antworten ist
 } { $loss ->
    [squared] der quadratische Abstand Ihrer Meldungen
    [absolute] der Abstand Ihrer Meldungen
    [hamming] der Anteil Ihrer falschen Meldungen
    *[own] der Verlust Ihrer Tabelle
 } { $own }; { $kind ->
    [better] kein Mechanismus mit diesem ε kommt unter { $best }.
    [best] kein Mechanismus mit diesem ε kommt darunter.
    *[open] kein Mechanismus mit ε = { $epsilon } kommt unter { $best }.
 }
price-guess = Eine Meldung wird als die beste Vermutung der wahren Antwort gelesen.
price-noise = Die mittlere Größe Ihres Rauschens ist { $own }; kein addiertes Rauschen mit demselben ε kommt unter { $best }.
price-sought = Der beste Mechanismus wird noch berechnet.
price-large = Der beste Mechanismus wird nur für höchstens 64 wahre Antworten berechnet.
price-none = Ihr Rauschen hat kein ε; es gibt also kein bestes Rauschen mit demselben ε zum Vergleich.

lengths = { $kind ->
    [longer] Eine Meldung als Nummer zu senden braucht { $fixed } Bits; PPR (Poisson private representation) braucht im Mittel { $bits }, lohnt sich hier also nicht.
    *[shorter] PPR (Poisson private representation) sendet eine Meldung in { $bits } Bits im Mittel.
 }
lengths-sending = Es werden noch Nachrichten gesendet.
lengths-none = Nichts wird gesendet: PPR müsste zu viele Kandidaten betrachten. Mehr Rauschen oder ein kleinerer Bereich braucht weniger.

proposal = Die gemeinsame Liste folgt hier dem Q mit den wenigsten Kandidaten: PPR betrachtet im Mittel r* = { $ratio }.
proposal-own = Folgte die gemeinsame Liste Ihrem Rauschen selbst, so wäre r* = { $own }; hier ist es { $ratio }.
proposal-unbounded = { $side ->
    [left] Folgte die gemeinsame Liste Ihrem Rauschen selbst, so wäre der Quotient auf der linken Seite unbeschränkt.
    [right] Folgte die gemeinsame Liste Ihrem Rauschen selbst, so wäre der Quotient auf der rechten Seite unbeschränkt.
    *[inside] Folgte die gemeinsame Liste Ihrem Rauschen selbst, so wäre der Quotient unbeschränkt.
 } Hier ist r* = { $ratio }; kleiner geht es nicht.

tested = { $follow ->
    [yes] Die decodierten Meldungen folgen dem Mechanismus ({ $p } über { $inputs } wahre Antworten).
    *[no] Die decodierten Meldungen folgen dem Mechanismus NICHT ({ $p } über { $inputs } wahre Antworten).
 }
server = { $kind ->
    [pure] Aus den Nachrichten von PPR erfährt der Server höchstens ε = { $most } (Satz 7 des PPR-Artikels).
    [delta] Aus den Nachrichten von PPR erfährt der Server höchstens ε = { $most } mit δ = 10⁻⁶, nach numerischer Buchführung.
    *[none] Für den Server von PPR ist kein ε mit δ = 0 garantiert.
 } Ein Audit wirklicher Nachrichten zeigt (95 % sicher), dass sie mindestens { $audit } verraten.

strength = Bei 5 % Fehlalarmen erkennt der beste Test einer Meldung { $detected } der Fälle.

## Kacheln.

tile-epsilon = Privatheitsverlust ε des Mechanismus
tile-capacity = Meiste Bits, die eine Meldung über die wahre Antwort verraten kann (Kapazität)
tile-capacity-least = Untere Schranke der meisten Bits, die eine Meldung verraten kann (Kapazität)
tile-bits = Mittlere Länge einer PPR-Nachricht, berechnet
tile-ratio = Erwartete Zahl der Kandidaten, die PPR betrachtet, r*
tile-price = { $loss ->
    [hamming] Falsche Meldungen, verglichen mit dem besten Mechanismus (100 %)
    [noise] Mittlere Größe des Rauschens, verglichen mit dem besten (100 %)
    *[other] Verlust, verglichen mit dem besten Mechanismus (100 %)
 }
tile-loss = Verlust des Mechanismus
tile-mu = μ von Gauß-Rauschen, das mindestens so viel verrät
tile-information = Transinformation, wenn alle wahren Antworten gleich häufig sind
tile-information-least = Untere Schranke der Transinformation, wenn alle Eingaben gleich häufig sind
tile-decoder = ε des Servers, Satz 7
tile-audit = Vom Audit gezeigtes Leck (95 % sicher), mindestens
tile-bound = Obere Schranke der mittleren Länge einer Nachricht
tile-worst = Größter Abstand (KL) der Meldungen einer wahren Antwort von der Liste
tile-candidates = Kandidaten, die PPR betrachtete, Mittel dieses Laufs
tile-time = Zeit zum Codieren und Decodieren
tile-square = Mittleres Quadrat, verglichen mit dem besten Rauschen (100 %)
audit-source = Clopper & Pearson 1934, 95 % Konfidenz

## Das Bild.

loss-title = Verlust der Meldungen je wahrer Antwort, mit Ihrem Mechanismus und mit dem besten bei demselben ε
loss-note = { $loss ->
    [hamming] Balken: Anteil falscher Meldungen. Ein Pfeil zeigt auf die richtige Meldung. Von allen Mechanismen mit diesem ε meldet der beste am seltensten falsch.
    *[other] Balken: mittlerer Verlust der Meldungen. Von allen Mechanismen mit diesem ε hat der beste den kleinsten Verlust.
 }
tables-title = Wahrscheinlichkeit jeder Meldung, mit Ihrem Mechanismus und mit dem besten bei demselben ε
tables-note = { $loss ->
    [hamming] Eine Zeile ist eine wahre Antwort; ihr Pfeil zeigt auf die richtige Meldung. Letzte Spalte: Anteil falscher Meldungen. Der beste Mechanismus macht { $criterion ->
        [worst] den größten dieser Anteile
        *[expected] das Mittel dieser Anteile
    } so klein wie möglich.
    *[other] Eine Zeile ist eine wahre Antwort. Letzte Spalte: Verlust ihrer Meldungen. Der beste Mechanismus macht { $criterion ->
        [worst] den größten dieser Verluste
        *[expected] das Mittel dieser Verluste
    } so klein wie möglich.
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
chart-title = Beste Vermutung aus einer Meldung: Welche von zwei wahren Antworten war es?
main-note = Ein Leser rät aus einer Meldung, ob sie von A oder von B kam, den zwei wahren Antworten, die Meldungen am besten unterscheiden. Ihre Linie: so
    wenig wird mindestens übersehen. Je höher, desto privater.
named-epsilon = Grenze jedes Mechanismus bei ε = { $epsilon }
tests-tab = Wer die Antwort errät
chart-note = Ein Leser rät aus einer Meldung, von welcher zweier wahrer Antworten sie stammt. Ihre Linie gibt zu jeder Fehlalarmrate an, wie viel
    mindestens übersehen wird. Je höher die Linie, desto privater. { $gaussian ->
        [yes] Die Linie des Gauß-Rauschens liegt nirgends über Ihrer.
        *[no] { "" }
    }
axis-alarms = Fehlalarme: sagt A, es war aber B
axis-misses = Übersehen: sagt B, es war aber A
legend-guessing = blindes Raten
legend-epsilon = tiefste Linie, die ε = { $epsilon } erlaubt
legend-message = tiefste Linie, die PPRs Schranke 2αε für den Server erlaubt
legend-gaussian = Gauß-Rauschen, μ = { $mu }
named-own = Ihr Mechanismus{ $known ->
    [yes] : { $bits } Bits mit PPR
    *[no] {""}
 }
legend-own = Ihr Mechanismus

## Reiter.

mechanism-tab = Der Mechanismus
mechanism-note = Eine Zeile ist eine wahre Antwort, eine Spalte eine Meldung; kräftige Farben sind wahrscheinlich. Bei Rauschen: seine Dichte an beiden Enden des Bereichs.
mechanism-title = Wahrscheinlichkeit jeder Meldung
mechanism-title-noise = Das Rauschen an beiden Enden des Bereichs, unter dem Vorschlag
axis-density = Dichte
axis-output = Meldung
axis-input = Wahre Antwort
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
proposals-title = Was die Verteilung Q der gemeinsamen Liste ändert
proposals-axis = Geprüfte Kandidaten, r*
proposals-axis-worst = Größter Abstand (KL) der Meldungen einer wahren Antwort von Q
proposals-axis-width = Breite des Vorschlags, Rauschen = 1
proposals-best = beste Vorschläge
proposals-own = Verteilung des Rauschens selbst, verbreitert
proposals-curve = Hüllkurve aller verschobenen Dichten
bits-tab = Länge der Nachrichten
bits-note = Für jede wahre Antwort: die berechnete mittlere Länge einer Nachricht und die mittlere Länge der wirklich gesendeten.
bits-title = Länge einer Nachricht im Elias-delta-Code
bits-axis = Nachricht
bits-sent = wie gesendet
bits-exact = exakt
optimum-tab = Das Optimum
optimum-note = Ihr Mechanismus neben dem mit dem kleinsten Verlust bei seinem ε.
optimum-title = Ihr Mechanismus und der beste bei seinem ε
optimum-yours = Ihrer
optimum-best = das Optimum

## Schaltflächen.

take = Den besten Mechanismus verwenden
take-done = Es ist schon der beste.
take-help = Er ersetzt Ihre Tabelle durch den Mechanismus mit Verlust { $best } statt { $own }. Speichern Sie Ihre zuerst unten als JSON.
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
