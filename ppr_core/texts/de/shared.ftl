### Begriffe und Sätze, die mehrere Seiten verwenden.

error-bar = Fehlerangaben sind ein Standardfehler.
plus-minus = ± ist ein Standardfehler: Durch Zufall liegt jeder dritte Wert weiter daneben.
count-messages = { $count } Nachrichten
python-note = Dieses Programm berechnet Zahlen dieser Seite. Es braucht `ppr_core`, aber nicht die App. Installiert wird es mit
    `pip install .` in einer Kopie des Quelltexts, unter Python 3.11 oder neuer.
real-release = Das ist keine Freigabe: Eine echte Veröffentlichung braucht auch Rauschen aus einer geprüften Bibliothek, Zufallszahlen, die niemand
    erraten kann, und eine Grenze für das ε aller Meldungen einer Person zusammen.
real-release-more = Warum eine geprüfte Bibliothek? Computer runden Zahlen. Nach sorglosem Runden können manche Ausgaben nur von einem einzigen x
    kommen: Wer eine solche Ausgabe sieht, kennt x. Jede Meldung über eine Person hat ihr eigenes ε, und zusammen können sie so viel
    verraten wie die Summe.

## Was eine Änderung der Einstellungen bewirkt hat

change-known = berechnet berechnete berechneter gemessen gemessene gemessener
change-told = Was sich geändert hat: { $change }
change-headline = { $cause }. { $label }: { $movement }.
change-other = { $label }: { $movement }.
change-nothing = { $cause }: Die Zahlen in den Kacheln { $measured ->
    [yes] änderten sich nicht um mehr als der Zufall
    *[no] bleiben, wie sie sind
 }.
change-now = { $cause }: Jetzt zeigt die Seite { $now }.
change-now-before = { $cause }: Jetzt zeigt die Seite { $now }, vorher { $before }.
change-more = { $count ->
    [one] 1 weitere Einstellung geändert
    *[other] { $shown } weitere Einstellungen geändert
 }
change-many = { $count ->
    [one] 1 Einstellung geändert
    *[other] { $shown } Einstellungen geändert
 }
change-same = { $value } wie vorher
change-noise = { $values }, vielleicht nur durch Zufall
change-few = { $values }; die { $count } Läufe unterscheiden sich so sehr, dass das Zufall sein kann
change-times = { $values } ({ $times }-mal so { $rose ->
    [yes] groß
    *[no] klein
 })
change-by = { $values } ({ $rose ->
    [yes] +
    *[no] −
 }{ $amount })

## Der Reiter „Was der Decodierer sieht“

decoder-tab = Was der Server sieht
decoder-view = Der Server sieht Startwert und Nachricht, also Liste und Index, aber nicht die Zeiten des Senders. { $kind ->
        [all] Mit δ′ = { $delta } ist sein ε für zwei beliebige Eingaben höchstens **{ $high }**, eine obere Schranke, und
            mindestens { $low }. Damit ist ε auf ± { $width } gesichert. Wer auch die Zeiten sieht, erfährt { $times }. Jede Grenze ist höchstens mit der
            Wahrscheinlichkeit { $failure } falsch.
        [pair] Für die zwei Eingaben, die Ausgaben am besten unterscheiden, und δ′ = { $delta } ist sein ε
            höchstens **{ $high }**, eine obere Schranke, und mindestens { $low }. Damit ist ε auf ± { $width } gesichert. Jede
            Grenze ist höchstens mit der Wahrscheinlichkeit { $failure } falsch. Für alle Eingaben ist ein ε von { $times } bewiesen: das dessen, der auch
            die Zeiten sieht.
        [none] Mit δ′ = { $delta } ist kein endliches ε bewiesen.
        *[times] Mit δ′ = { $delta } ist hier keine engere Schranke als **{ $times }** gesichert. Das ist das ε dessen, der auch die
            Zeiten sieht, und eine obere Schranke für den Server.
    }
decoder-other = Der Server sieht Startwert und Nachricht, also Liste und Index, aber nicht die Zeiten des Senders. Was er ohne
    die Zeiten erfährt, ist nur für eine einzige PPR-Nachricht mancher Mechanismen bekannt, nicht für das hier Gesendete. Das
    ε dieser Seite bleibt die obere Schranke.
decoder-later = Das wird berechnet, sobald der Lauf beendet ist.
