### Eine Person: was ein Leser von Ausgaben und ein Server von Nachrichten über jemanden schließen kann.

question = Was können andere über eine Person schließen?

## Die Überschrift. $kind: ob der Server nach allen Meldungen besser rät als der Leser.

finding = { $kind ->
    [decoder] Nach { $reports } rät der Server bei { $sent } von 100 Personen richtig, ein Leser bei { $seen }; ohne Meldung bei { $before }.
    *[same] Nach { $reports } raten Server und Leser bei { $seen } von 100 Personen richtig; ohne Meldung bei { $before }.
 }

reports = { $count ->
    [one] einer Meldung
    *[other] { $shown } Meldungen
 }
more-than = mehr als { $value }
from-output = { $count ->
    [one] aus einer Ausgabe
    *[other] aus { $shown } Ausgaben
 }
from-message = { $count ->
    [one] aus einer Nachricht
    *[other] aus { $shown } Nachrichten
 }

## Hinweise: mehr Meldungen, ein Ort auf der Karte, die Grenze, der Server; dann genau diese Person und der beste Test.

beyond = Es gibt nur { $inputs } Eingaben; x = { $x } steht daher für die letzte.


area = Nach einer Meldung kann der Leser den Ort auf { $first } der Scheibe eingrenzen, mit einer Wahrscheinlichkeit von 90 %.
area-more = Nach { $reports } kann ihn der Leser auf { $last } eingrenzen und der Server auf { $sent }.

limit = { $kind ->
    [none] Der Mechanismus hat kein ε mit δ = 0, also begrenzt nichts das Raten: Eine seltene Ausgabe kann eine Person verraten.
    *[known] ε = { $epsilon } bedeutet: { $uniform ->
        [yes] Bei { $inputs } gleich wahrscheinlichen Werten ist ein Tipp nach einer Ausgabe
        *[no] Ein Tipp nach einer Ausgabe ist
    }{ " " }bei höchstens { $most } von 100 Personen richtig. Eine Ausgabe verschiebt die Chancen zwischen zwei Werten höchstens e^ε-fach.
 }
limit-reached = Dieser Mechanismus erreicht diese Grenze.{ $uniform ->
    [yes] { " " }Keine einzelne Ausgabe rechtfertigt also bei irgendeinem Wert einen Glauben über { $most } %.
    *[no] { "" }
 }
limit-more = Jede Meldung ist ein neuer Hinweis, und Hinweise summieren sich: Man erfährt { $outputs } so viel wie mit ε = { $sum }. Um insgesamt bei einem ε zu bleiben, bekommt jede Meldung ihren Anteil davon.

tie = Zwei Meldungen helfen einem Leser nicht mehr als eine: Sind sie gleich, bleibt er bei der Vermutung; sind sie verschieden, wirft er eine Münze. Widersprechen sich zwei Nachrichten, so sagt die Liste dem Server, welcher er mehr trauen soll.

decoder = { $kind ->
    [seed] Bei pseudorandom rejection bekommt der Server einen Startwert, der ihm nicht mehr verrät als die Ausgabe, solange er den Generator nicht bricht.
    [none] Warum weiß der Server mehr? Mit { $scheme } sieht er auch, welche Kandidaten der gemeinsamen Liste übergangen wurden, und nichts ist garantiert.
    [delta] Warum kann der Server mehr wissen? Eine Nachricht zeigt auch, welche Kandidaten der gemeinsamen Liste übergangen wurden: Sie verrät höchstens ε = { $told }, eine Ausgabe höchstens { $read } (beides mit δ = { $delta }).
    *[pure] Warum kann der Server mehr wissen? Eine Nachricht zeigt auch, welche Kandidaten der gemeinsamen Liste übergangen wurden: Sie verrät höchstens ε = { $promise }, eine Ausgabe höchstens { $own }.
 }
decoder-blurred = Die Ausgaben von MRC haben eine andere Verteilung als die des Mechanismus und verraten womöglich weniger.
decoder-same = Nach einer Meldung haben Server und Leser denselben besten Tipp; die Liste sagt dem Server nur, wie sicher er sich dieses Tipps sein darf.


tests = Bei 5 % Fehlalarmen unterscheidet der beste Test einer Ausgabe { $category ->
    [yes] Kategorie { $value } von Kategorie { $other }
    *[no] { $value } von { $other }
 } in { $seen } der Fälle und der
    beste Test einer Nachricht in { $sent }.

## Kacheln.

tile-right = { $who ->
    [server] Vom Server richtig geraten nach { $reports }
    *[reader] Vom Leser richtig geraten nach { $reports }
 }
samples-people = { $count } Personen, ihre Chancen gemittelt
tile-prior = Richtig geraten ohne Meldung
tile-most = Richtig geraten { $source }, höchstens (nach ihrem ε allein)
tile-area = Fläche mit Wahrscheinlichkeit 90 %, { $source }
unit-area = % der Scheibe

## Das Bild.

chart-title = Was andere nach { $reports } über eine Person glauben
guess-title = Viele Personen: im Mittel richtig geraten. Eine Person: was der Server glaubt
guess-note = Ein Leser sieht nur verrauschte Ausgaben; der Server sieht auch jede Nachricht{ $scheme ->
    [ppr] { " " }von PPR (Poisson private representation): einen Platz in einer gemeinsamen Liste.
    *[other] .
 } Wo der Glaube des Servers fällt, führte eine Meldung ihn durch Zufall irre.
guess-line = { $view ->
    [outputs] Leser: { $right }
    [messages] Server: { $right }
    *[before] ohne Meldung: { $right }
 }
guess-axis = Viele Personen: richtig von 100
belief-axis = Eine Person: was der Server glaubt, %
belief-true = wahrer Wert ({ $category ->
    [yes] Kategorie { $value } von { $count }
    *[no] { $value }
 })
belief-other = jeder andere Wert
person-tab = Genau diese Person
chart-note = Balken zeigen, wie wahrscheinlich jeder Wert nach diesen Meldungen ist, Rauten, wie wahrscheinlich er vorher war. Der
    wahre Wert ist { $value }; durch Zufall kann ein anderer wahrscheinlicher erscheinen.
map-note = Je kräftiger die Farbe, desto wahrscheinlicher der Ort. Der Ring zeigt, wo die Person ist.
axis-value = Wert
legend-outputs = Leser, aus Ausgaben
legend-messages = Server, aus Nachrichten
legend-before = vor jeder Meldung

## Reiter.

success-tab = Richtig raten
success-note = Bei wie vielen von 100 solchen Personen man mit dem besten Verfahren richtig rät. Gepunktete Linien zeigen, was ε
    höchstens zulässt. Vor jeder Meldung rät man am besten den häufigsten Wert.
success-title = Wie oft man bestenfalls richtig rät
success-axis = Meldungen derselben Person
success-axis-right = Richtig geraten
success-before = ohne Meldung
success-caption = Nach { $reports } rät man aus Ausgaben in { $seen } der Fälle richtig und aus Nachrichten von { $scheme } in
    { $sent }.
success-errors = { $drawn ->
    [yes] { error-bar } Sie stammen von den gezogenen Listen und Personen. Eine Zahl ohne Fehler ist berechnet, nicht gezogen.
    *[no] { error-bar }
 }
tests-tab = Der beste Test
tests-note = Der beste Test des wahren Werts gegen den, der am weitesten von ihm entfernt ist. Je tiefer seine Linie, desto mehr
    verrät er.
tests-title = Ist es { $value } oder { $other }?
tests-axis = Fehlalarme
tests-axis-misses = Übersehen
tests-guessing = blindes Raten
label-allowed = von ε erlaubt, { $view ->
    [outputs] Ausgaben
    [messages] Nachrichten
    [output] eine Ausgabe
    *[message] eine Nachricht
 }

## Formeln.

formula-guess = Wie oft man bestenfalls richtig rät, in Prozent
formula-guess-source = Satz von Bayes
formula-limit = Was ε dem Raten höchstens erlaubt, in Prozent
symbol-prior = was man vorher weiß
symbol-chosen = gewählt
symbol-outputs = Ausgaben
symbol-all = alle
symbol-loss = Privatheitsverlust einer Meldung
symbol-most = Wahrscheinlichkeit des häufigsten Werts
