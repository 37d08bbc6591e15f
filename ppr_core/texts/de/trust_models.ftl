### Die Seite Vertrauensmodelle.

question = Was kostet es, niemandem zu vertrauen?

## Überschrift
finding = Wenn Personen niemandem vertrauen, ist der Fehler { $local }-mal so groß wie mit vertrauenswürdigem Server, mit sicherer Aggregation { $secure }-mal.
finding-alone = Wenn Personen niemandem vertrauen, ist der Fehler { $local }-mal so groß wie mit vertrauenswürdigem Server.
why = Wenn niemandem vertraut wird, fügt jede Person genug Rauschen hinzu, um allein verborgen zu sein; ein vertrauter Server rauscht einmal, für alle. { $task ->
    [numbers] Das eine zufällige Bit ist der Wert, zufällig auf 0 oder 1 gerundet und manchmal umgedreht.
   *[other] Ein Fehler ist der einer Zahl des Ergebnisses.
 }

## Hinweise
shuffled = { $kind ->
    [few] Mischen hilft hier wenig: Bei diesem ε sind { $people } Personen zu wenige, um eine Meldung unter ihnen zu verbergen.
    [rounding] Mischen hilft hier wenig: Den größten Teil des Fehlers macht das Runden auf 0 oder 1, und weniger Rauschen ändert es nicht.
   *[hidden] Mischen hilft: Der Server kann eine gemischte Meldung nicht von { $others } anderen unterscheiden; sie braucht also weniger Rauschen.
 }
shuffled-more = Der Mischer sieht, wer welche Meldung sendet, und erfährt daraus bis zu ε = { $helper }. Der Server sieht die Meldungen gemischt und erfährt höchstens ε = { $final } über eine Person.
named = Wenn der Mischer nur mischt, muss jede Nachricht auch ihre gemeinsame Liste nennen, mit { $named } ihrer { $bits } Bits.
named-more = Liste und Index verraten dem Server bis zu ε = { $helper }; der verrauschte Wert allein verriete { $local }. Jede Person braucht also mehr Rauschen: Der
    Fehler ist { $times }-mal der eines vertrauten Servers.
secure = Bei sicherer Aggregation addiert jede Person etwas Rauschen und eine zufällige Maske; in der Summe heben sich die Masken auf, und der Server sieht nur diese Summe.
secure-more = Eine Person sendet { $bits } Bits, die zufällig aussehen. { $left ->
        [0] Niemand fällt aus.
       *[other] Telefone können ausfallen: Hier fallen { $shown } Personen aus, und das Rauschen aller übrigen reicht für die Garantie.
    } Der Austausch der Schlüssel ist nicht mitgezählt.
no-secure = Sichere Aggregation läuft hier nicht, weil die Summe nicht in so wenige Bits passt.
no-secure-more = Mehr freie Bits im Modulus schaffen Platz für das Rauschen und das Runden.

## Kacheln
tile-price = Fehler ohne Vertrauen, als Vielfaches dessen mit vertrauenswürdigem Server
tile-error = Gemessener typischer Fehler, { $model }
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
    [numbers] Ein vertrauenswürdiger Server bekommt die Zahl, eine sichere Summe eine maskierte mit Platz für die Summe, alle anderen ein Zufallsbit.
   *[other] { "" }
 }
axis-error = Typischer Fehler (RMS), berechnet
axis-epsilon = ε des Ergebnisses
along-tab = Entlang ε
along-title = Erwarteter typischer Fehler bei anderen ε

## Reiter
models-tab = Wem vertraut wird
models-note = Jeder Fehler ist in wirklichen Läufen gemessen; in Klammern steht der berechnete, den das Diagramm zeigt. Von sehr vielen Personen wird nur ein
    Teil gezogen und der Fehler auf alle umgerechnet.
opened-note = Öffnen Sie eine Zeile für die Quelle ihres ε und für das, was drei Personen senden.
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
real-run = In { $runs } wirklichen Läufen war der Fehler { $measured }; der berechnete ist { $expected }. Drei Personen sendeten:
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
people-note = Das sind obere Schranken für Nachrichten mit einem lokalen ε. Mit mehr Personen ist jede Nachricht besser verborgen.
axis-people = Personen
legend-local = lokales ε = { $local }
head-model = Vertrauensmodell
head-error = Typischer Fehler, gemessen (berechnet)
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
