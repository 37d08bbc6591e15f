### Überblick: ein Wert, sein Rauschen, wenige Bits und der verrauschte Wert beim Decodierer.

question = Wie wenige Bits übertragen einen verrauschten Wert, ohne sein Rauschen zu ändern?

## Die Überschrift. $kind: ob Bits gespart werden und ob die Sicht des Decodierers privat ist.

finding = { $kind ->
    [open] Bei ε = { $epsilon } und α = ∞ braucht ein Wert { $bits } Bits (berechnet) statt { $float }, aber der Server kann x erfahren.
    [long] Bei ε = { $epsilon } sendet PPR einen verrauschten Wert im Mittel in { $bits } Bits (berechnet): Gegenüber { $float } ist nichts gespart.
    *[saved] PPR sendet einen verrauschten Wert im Mittel in { $bits } Bits (berechnet) statt { $float }, ohne sein Rauschen zu ändern.
 }

## Hinweise: Exaktheit, Bits, wer was erfährt; danach, was im Reiter steht.

exact = { $follow ->
    [yes] { $agreeing } von { $bars } Balken liegen im grauen Band; dieser Test unterscheidet die { $n } Werte also nicht vom gewünschten Rauschen.
    *[no] Nur { $agreeing } von { $bars } Balken liegen im grauen Band: Die { $n } Werte haben nicht das gewünschte Rauschen.
 } Mit exakt dem gewünschten Rauschen liegen in { $confidence } der Läufe alle Balken in diesem Band.
exact-more = Ein Satz sagt, dass die Werte von PPR exakt das gewünschte Rauschen haben; dieser Test prüft das Programm.
index = Warum so wenige? Gesendet wird nur der Index K, und frühe Plätze der Liste gewinnen am öftesten: log₂ K ist im Mittel
    { $log } Bits, das Ende zu markieren braucht { $rest }. K hat keinen größten Wert, also muss jedes Codewort auch seine Länge sagen.
index-more = Von den { $log } Bits kommen nur { $divergence } daher, dass Werte bevorzugt werden, die zu x passen. Die anderen halten die Wahl zufällig, was x vor dem Server verbirgt.
privacy = Der Server hat auch Liste und Index, darf also mehr erfahren, höchstens 2αε = { $decoder }; hier sagt α = { $alpha }, wie stark
    x die Wahl von K lenkt.
privacy-more = Warum 2αε (Satz 7)? Jeder Wert der Liste hat ein Gewicht, das größer ist, wenn er zu x passt. Die Chance von K ist sein Gewicht, geteilt durch die Summe aller Gewichte. Ein anderes x ändert beide höchstens e^(αε)-fach, die Chance also höchstens e^(2αε)-fach.
privacy-open = Wer nur den verrauschten Wert liest, erfährt höchstens ε = { $reader } über x; für den Server, der auch
    Liste und Index hat, gilt keine Schranke.
privacy-open-more = Bei α = ∞ gewinnt immer der beste Kandidat; ein Index schließt also jedes x aus, für das ein anderer der beste ist.

worth = Wann lohnt sich PPR nicht? Ist die unkomprimierte Meldung nicht länger als ein Codewort, senden Sie sie; ist der Server vertrauenswürdig, senden Sie ihm den Wert selbst.
worth-more = Darf der Server nur erfahren, was der verrauschte Wert sagt, senden Sie einen Startwert von 128 Bits, der diesen Wert erzeugt (pseudorandom rejection).

## Kacheln.

tile-exact-bits = Mittlere Länge einer Nachricht, berechnet
tile-bits = Mittlere Länge einer Nachricht, gemessen
tile-saved = Anteil gesparter Bits gegenüber { $float } Bits (Gleitkommazahl)
tile-reader = Grenze für das ε eines Lesers (versprochen, immer)
tile-decoder-exact = Grenze für das ε des Servers (berechnet, Fehlerwahrscheinlichkeit δ = { $delta })
tile-decoder = Grenze für das ε des Servers (versprochen, immer)

## Das Bild.

chart-title = { $n } verrauschte Werte desselben x, wie sie ankommen
chart-note = Wer einen verrauschten Wert liest, erfährt höchstens ε = { $epsilon }: Er ändert die Chancen zweier x höchstens { $odds }-fach (e^ε). Der Wert { $hint ->
        [much] liegt wahrscheinlich nahe bei x.
        [some] deutet ein wenig an, wo x liegt.
        *[little] verrät wenig über x.
    }
axis-value = Verrauschter Wert z beim Server
axis-density = Wahrscheinlichkeitsdichte
legend-decoded = angekommene Werte
legend-distribution = gewünschtes Rauschen; grau: Zufall allein
legend-familiar = das Rauschen bei ε = { $epsilon }
legend-possible = x: −{ $limit } bis { $limit }
legend-truth = x = { $x }

## Eine Meldung unterwegs. Sterne machen Text fett, und das Codewort steht in Gravis-Zeichen.

report-title = Eine Meldung unterwegs, mit PPR (Poisson private representation)
report-person = **x = { $x }** hat eine Person.
report-mechanism = **Eine Liste** zufälliger Werte ist für Person und Server dieselbe: { $first }; { $second }; …
report-choice = **K = { $index }** ist ein Index, zufällig und durch x gelenkt gezogen: Der Wert dort ist x plus Laplace-Rauschen.
report-message = **`{ $code_word }`** wird gesendet: { $length } im Code { $code }, statt { $float } einer Gleitkommazahl.
report-decoder = **z = { $z }** findet der Server dort, an Platz { $index } der Liste.

## Wer was sieht und was der gemeinsame Startwert verlangt.

seen-tab = Wer was sieht
seed-tab = Der gemeinsame Startwert
seed-note = __Was er kostet.__ Sender und Server teilen sich einmal einen Startwert von 128 Bits. Beide berechnen daraus jede Liste;
    eine Liste wird also nie übertragen.

    __Wer ihn wählt.__ Irgendjemand, der den Wert nicht kennt, zum Beispiel der Server. Der Startwert darf öffentlich sein. Wer den
    Wert kennt, könnte nach einem Startwert suchen, dessen Liste ihn preisgibt. Die Schranke 2αε aus Satz 7 gilt selbst dann. Die
    numerische Buchführung gilt dann nicht, denn sie ist ein Mittel über Listen.

    __Wie frisch er sein muss.__ Jede Nachricht braucht ihre eigene Liste. Nachricht Nummer 5 verwendet Liste Nummer 5 des Startwerts;
    so reicht ein Startwert für alle Nachrichten.

    __Was Wiederverwendung kostet.__ Zwei Nachrichten aus derselben Liste sind jede für sich exakt, aber ihre Ausgaben hängen
    voneinander ab. Der Mittelwert vieler solcher Meldungen kann ungenau bleiben. Außerdem kommt mit jeder Nachricht, wie immer, ihr
    eigenes ε hinzu.

    __Wovon die Liste abhängen darf.__ Nur von öffentlichem Wissen. Eine Vorschlagsverteilung, die vom Wert abhinge, würde dem
    Server schon vor der Nachricht etwas über ihn verraten.

    __Was Löschen nützt.__ Ein Server kann eine Nachricht decodieren und sie dann samt Startwert löschen. Was er behält, verrät nicht
    mehr, als ein Leser sieht. Während er decodiert, müssen Sie ihm vertrauen.

## Formeln.

formula-density = Die Laplace-Verteilung und der Gipfel ihrer Kurve
symbol-index = mittlerer Logarithmus des Index, gemessen
symbol-divergence = Divergenz der Verteilung des verrauschten Werts von der Verteilung der gemeinsamen Liste
symbol-value = wahrer Wert
symbol-noisy = verrauschter Wert
symbol-axis = Achse
