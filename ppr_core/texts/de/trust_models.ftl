### Die Seite Vertrauensmodelle.

question = Was kostet es, niemandem zu vertrauen?

## Überschrift
finding = Wenn Personen niemandem vertrauen, ist der Fehler { $local }-mal so groß wie mit vertrauenswürdigem Server, mit sicherer Aggregation { $secure }-mal.
finding-alone = Wenn Personen niemandem vertrauen, ist der Fehler { $local }-mal so groß wie mit vertrauenswürdigem Server.
why = Warum? Ohne Vertrauen fügt jeder genug Rauschen hinzu, um allein verborgen zu sein; ein vertrauenswürdiger Server fügt es einmal hinzu, für alle. { $task ->
    [numbers] Das eine Zufallsbit ist der Wert, zufällig auf 0 oder 1 gerundet, manchmal umgedreht.
   *[other] Fehler sind die einer Zahl des Ergebnisses.
 }

## Hinweise
shuffled = { $kind ->
    [few] Warum hilft Mischen so wenig? Eine Meldung kann sich nur unter { $others } anderen verbergen, also erlaubt der Beweis kaum weniger Rauschen.
    [rounding] Warum hilft Mischen so wenig? Bei diesem ε ist kaum noch Rauschen zu sparen: Den größten Teil des Fehlers macht das Runden jedes Werts auf 0 oder 1.
   *[hidden] Warum hilft Mischen? Der Server kann eine Meldung, die der Mischer öffnet und mischt, nicht von { $others } anderen unterscheiden, also braucht sie weniger Rauschen.
 }
shuffled-more = Weil das Mischen jede Meldung verbirgt, braucht sie weniger Rauschen: Allein darf ihre Nachricht bis zu ε = { $local } verraten. Der Mischer sieht noch jede Nachricht mit ihrem Sender und erfährt daraus bis zu ε = { $helper }.
    Das ε des Ergebnisses ist eine bewiesene obere Schranke. Das wahre ε des Ergebnisses ist mindestens { $least }: Die Ergebnisse zweier Gruppen,
    die sich in einer Person unterscheiden, wurden berechnet und lassen sich so gut unterscheiden.
named = Warum soll ein Mischer Meldungen öffnen? Eine ungeöffnete Nachricht muss ihre eigene Liste nennen, { $named } ihrer { $bits } Bits. Das verrät dem Server mehr, also braucht sie mehr Rauschen.
named-more = Teilten alle eine Liste, so sendeten viele denselben Kandidaten, und dessen Rauschen mittelte sich nicht weg. Der Server kann jede
    genannte Liste herstellen, also verrät ihm eine Nachricht bis zu ε = { $helper }; der verrauschte Wert verrät nur ε = { $local }. Der Reiter „{ models-tab }“ zeigt auch so einen Mischer. Der Fehler ist { $times }-mal so groß wie mit vertrauenswürdigem
    Server, ohne Vertrauen { $without }-mal.
secure = Sichere Aggregation: Jeder fügt etwas Rauschen und eine zufällige Maske hinzu; in der Summe heben sich die Masken auf, das Rauschen bleibt, und nur diese Summe sieht der Server.
secure-more = Eine Person sendet { $bits } Bits. Jede Nachricht enthält für jeden Eintrag eine ganze Zahl, modulo 2 hoch { $modulus }, und sieht zufällig aus.
    { $left ->
        [0] Keine Person fällt aus.
        [one] Geräte können ausfallen. Hier fällt { $shown } Person aus, und das Rauschen der übrigen reicht noch für die Garantie.
       *[other] Geräte können ausfallen. Hier fallen { $shown } Personen aus, und das Rauschen der übrigen reicht noch für die Garantie.
    } Der Austausch der Schlüssel ist nicht mitgezählt.
no-secure = Sichere Aggregation läuft hier nicht, weil die Summe nicht in so wenige Bits passt.
no-secure-more = Mehr freie Bits im Modulus schaffen Platz für das Rauschen und das Runden.

## Kacheln
tile-price = Fehler ohne Vertrauen, als Vielfaches dessen mit vertrauenswürdigem Server
tile-error = Typischer Fehler, { $model }
samples = { $runs } Läufe
tile-local = ε einer Nachricht allein, vor dem Mischen, höchstens
tile-bits = Bits, die eine Person sendet, { $model }
tile-final = ε des gemischten Ergebnisses

## Modelle
model = { $name ->
    [local] kein Vertrauen
    [shuffled_messages] Mischer mischt nur
    [shuffled_outputs] Mischer öffnet und mischt
    [secure] sichere Aggregation
    [sampled] vertrauenswürdiger Server, CSGM
   *[trusted] vertrauenswürdiger Server
}
sends = { $carrier ->
    [raw] einen verrauschten Wert
    [rejection] einen Startwert von 128 Bits
    [ppr] einen Index von PPR (Poisson private representation)
    [discrete_gaussian] ganze Zahlen mit diskretem Gauß-Rauschen
    [skellam] ganze Zahlen mit Skellam-Rauschen
    [sampled] ein Bit für jeden von einigen zufälligen Einträgen (CSGM)
    [layered] ganze Zahlen eines Schichtquantisierers
   *[plain] den Wert selbst
}
way = { $party ->
    [server] Server
   *[between] { $name ->
        [secure] Summe →
       *[shuffled] Mischer →
    }
}
sees = { $what ->
    [value] sieht den Wert einer Person selbst
    [report] sieht die verrauschte Meldung einer Person
   *[mixed] sieht Gemischtes oder Summen
}
beside = { $one ->
    [yes] 1 Bit
   *[no] { $bits } Bits
 }
beside-head = eine Person sendet
beside-head-narrow = Fehler, Bits

## Bild
chart-title = { $task ->
    [numbers] Typischer Fehler des Mittels von Werten in [0, 1]
    [vectors] Typischer Fehler eines Eintrags des mittleren Vektors
   *[other] Typischer Fehler des Anteils einer Kategorie
}, je nachdem, wem vertraut wird
chart-note = Das Ergebnis verrät seinen Lesern in jeder Zeile höchstens ε = { $epsilon } über eine Person (δ = { $delta }).
sent-note = { $task ->
    [numbers] Ein vertrauenswürdiger Server bekommt die Zahl selbst, eine sichere Summe eine maskierte ganze Zahl, alle anderen ein Zufallsbit.
   *[other] { "" }
 }
axis-error = Typischer Fehler des Ergebnisses
axis-epsilon = ε des Ergebnisses
along-tab = Entlang ε
along-title = Erwarteter typischer Fehler bei anderen ε

## Reiter
models-tab = Wem vertraut wird
models-note = Das veröffentlichte Ergebnis verrät in jeder Zeile dasselbe: höchstens ε = { $epsilon } mit δ = { $delta }, wenn der Wert einer Person ersetzt wird. Fehler sind
    in echten Läufen gemessen; in Klammern steht der Fehler nach der Formel, den das Bild zeigt. Wo alle Personen zu lange brauchten, wird nur ein Teil von ihnen gezogen
    und der Fehler auf alle umgerechnet. Das Rauschen der sicheren Summe eines Histogramms wird auf einmal gezogen.
opened-note = Eine Zeile unten öffnet den Beweis ihres ε, wer was kennt, was drei Personen senden und wie es weitergeht.
compression-note = Bei schwachen Nachrichten strebt die χ²-Divergenz der PPR-Nachrichten gegen das α-Fache der ihrer Ausgaben.
    Also kostet die Kompression in diesem Abstand einen Faktor √α, nicht 2α. Für ε selbst ist √α der bewiesene Grenzwert bei
    immer mehr Personen und immer schwächeren Nachrichten. Vor dem Grenzübergang kann der Faktor größer sein.
party = { $name ->
    [client] Die Person
    [between] Der Mischer
    [protocol] Das Protokoll
    [server] Der Server
   *[reader] Der Leser
}
holds-client = kennt den Wert, sendet { $sends }
between = { $name ->
    [shuffled_messages] sieht jede Nachricht mit ihrem Sender, vergisst die Sender
    [shuffled_outputs] decodiert jede Nachricht, vergisst die Sender
    [secure] addiert maskierte Zahlen, sodass sich die Masken aufheben
   *[other] –
}
server = { $name ->
    [local] decodiert jede Nachricht und kennt ihren Sender
    [shuffled_messages] decodiert Nachrichten ohne Sender
    [shuffled_outputs] sieht verrauschte Werte ohne Sender
    [secure] erfährt die Summe derer, die bleiben
    [sampled] kennt einige gerundete Einträge jedes Vektors, fügt einmal Gauß-Rauschen hinzu
   *[trusted] kennt jeden Wert, fügt einmal Gauß- oder Laplace-Rauschen hinzu
}
holds-reader = sieht das Ergebnis, mit ε = { $epsilon } und δ = { $delta }
theorem = { $name ->
    [local] Jede Nachricht ist für sich privat, also auch alles, was aus ihnen entsteht.
    [secure] Jede Person trägt einen Teil des Rauschens bei. Die Summe hat es ganz, und das Protokoll verbirgt den Rest.
    [sampled] Ein Eintrag kann zufällig ausgelassen werden, was eine Person etwas mehr verbirgt. Leser dürfen nicht
        wissen, welche Einträge gesendet wurden.
    [trusted] Das Rauschen richtet sich danach, was eine Person am Ergebnis ändern kann.
   *[shuffled] Manche Nachrichten sehen gleich aus, wer sie auch sendet, und eine Person verbirgt sich unter ihnen.
}
theorem-source = Dieses ε ist eine obere Schranke. Quelle: { $source }
theorem-conditions = Bedingungen der Schranke: { $conditions }
real-run = In { $runs } echten Läufen war der Fehler { $measured }; nach der Formel ist er { $expected }. Drei Personen sandten:
one-list = Hätten alle Personen dieselbe Liste, wäre eine Nachricht nur ihr Index, { $saved } Bits kürzer. In { $runs } echten Läufen mit
    je einer neuen Liste für { $clients } Personen war der Fehler { $times }-mal so groß wie mit eigenen Listen.
one-list-why = Alle Ausgaben sind dann Kandidaten einer Liste, oft derselbe, also mittelt sich ihr Rauschen nicht weg.
    Für eine gemeinsame Liste wird hier kein ε behauptet: Durch sie hängen die Nachrichten voneinander ab.
open = Weiter mit diesen Einstellungen: { $page }
open-none = Bei dieser Aufgabe lässt nur diese Seite das Vertrauensmodell laufen.
price-title = Fehler jedes Vertrauensmodells relativ zum vertrauenswürdigen Server
price-note = Weniger Vertrauen kostet Genauigkeit, und ein Mischer, der Nachrichten nicht öffnet, kann mehr kosten, als niemandem zu vertrauen.
step = { $times } × die Zeile darunter
axis-price = Vielfaches des Fehlers eines vertrauenswürdigen Servers
people-tab = Mehr Personen
people-title = ε des Ergebnisses aus gemischten Nachrichten mit δ = { $delta }
people-note = Beliebige lokal private Nachrichten, unter denen anderer versteckt: obere Schranken. Mehr Personen verstecken jede
    einzelne besser.
axis-people = Personen
legend-local = lokales ε = { $local }
head-model = Vertrauensmodell
head-error = Typischer Fehler, gemessen (nach der Formel)
head-bits = Bits einer Person
head-sends = Eine Person sendet
head-server = Der Server erfährt über eine Person
head-shuffler = Der Mischer erfährt
cell-none = –
cell-all = den Wert
cell-part = einige gerundete Einträge
cell-epsilon = bis zu ε = { $epsilon }

## Formeln
formula-price = Preis dafür, niemandem zu vertrauen
formula-noise = Rauschen eines vertrauenswürdigen Servers, zugleich sein Fehler
symbol-local = Fehler, wenn niemandem vertraut wird
symbol-trusted = Fehler mit vertrauenswürdigem Server
symbol-change = wie weit eine Person die Summe verschiebt
symbol-noise = Skala des Rauschens, das eine Änderung um 1 verdeckt
symbol-clients = Personen
