### Ein Teil einer Seite und ihrer Datei, der beim Ansehen codiert: Regler, decodierte Ausgaben, Kandidaten einer Nachricht.

tab = An ε und α ziehen
jump = Selbst an ε und α ziehen
title = Beim Ziehen codiert Ihr Browser neu
note = Die Balken zählen, was der Server aus { $most } Nachrichten über dasselbe x erhält; Ihr Browser codiert sie alle. Die
    Punkte darunter sind die gemeinsamen Kandidaten der ersten Nachricht. Einen gefüllten Punkt hat der Sender angesehen, den
    umringten sendet er. Ein größerer Punkt hat einen größeren Quotienten r. Auch der eigene Zufall des Senders hat hier
    einen festen Startwert; das Bild ändert sich also nur mit dem, woran Sie ziehen.

## Das Bild.

decoded = angekommene Werte
law = gewünschtes Rauschen P
proposal = Rauschen der Liste, Q
rows = Kandidat
axis = { $kind ->
    [number] Verrauschter Wert z
    *[category] Gemeldete Kategorie
 }
alternative = { $n } angekommene Werte folgen dem gewünschten Rauschen bei ε = { $epsilon }, α = { $alpha } und x = { $x }. Die erste
    Nachricht nennt Kandidat { $index }; eine Nachricht braucht im Mittel { $bits } Bit.

## Kacheln.

tile-message = Erste Nachricht
tile-bits = Bits einer mittleren Nachricht, gemessen
tile-reader = Ein Leser erfährt höchstens ε
tile-decoder = Der Server erfährt höchstens ε (δ = 0)
tile-right = Leser rät richtig
code = { $name }-Code
count = gemessen, { $n } Nachrichten
theorem = 2αε, Satz 7
none = keine Schranke
right-note = von 100 Personen, wenn alle Kategorien gleich häufig sind
