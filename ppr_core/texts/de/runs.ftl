### Wie es um einen Lauf steht, warum es noch kein Ergebnis gibt, und Teile von Seiten, die nicht gelangen.

meanwhile = Bis dahin steht hier das letzte Ergebnis, für { $settings }.
cancel = Abbrechen
again = Noch einmal rechnen
nearest = { $setting } nehmen, den nächsten passenden Wert

## Fortschritt

waiting = Wartet auf Platz { $place } der Schlange{ $late ->
    [yes] , länger als vorhergesagt: Der Server ist ausgelastet
    *[no] { $timed ->
        [no] {""}
        *[yes] , noch etwa { $seconds } s bis zum Beginn
    }
 }
full = Alle Plätze der Schlange sind belegt{ $timed ->
    [no] {""}
    *[yes] , noch etwa { $seconds } s, bis einer frei wird
 }
computing = Rechnet, { $share }{ $late ->
    [yes] , länger als vorhergesagt: Der Server ist ausgelastet
    *[no] { $timed ->
        [no] {""}
        *[yes] , noch etwa { $seconds } s
    }
 }
no-cluster = Der Rechnerverbund antwortet nicht. Dieser Server rechnet deshalb selbst, und lange Läufe müssen vielleicht warten.

## Warum es kein Ergebnis gibt

refused = Dieser Lauf würde etwa { $seconds } und { $memory } Speicher brauchen{ $reasoned ->
    [no] {""}
    *[yes] {" "}({ $reason })
 }. Dieser Server erlaubt { $most_seconds } und { $most_memory }.
too-long = Der Lauf wurde angehalten, weil er länger als { $seconds } dauerte. Weniger Stichproben oder eine kleinere Aufgabe werden rechtzeitig fertig.
lost = Der Prozess, der das berechnete, ging verloren, ein zweiter auch. Ein neuer steht bereit; versuchen Sie es noch einmal.
too-large = Der Lauf brauchte mehr Speicher, als ein Lauf hier haben darf: { $memory }. Weniger Stichproben oder eine kleinere Aufgabe passen.
stopped = Der Lauf wurde angehalten.
cancelled = Der Lauf wurde abgebrochen.
failed = Der Lauf endete mit einem Fehler. Vielleicht gelingen andere Einstellungen; Näheres steht im Protokoll des Servers.
no-folder = Der Server konnte sein Verzeichnis für vorläufige Dateien nicht nutzen ({ $reason }), darum wurde dieser Lauf nicht fertig. An
    den Einstellungen liegt es nicht: Versuchen Sie es noch einmal, oder sagen Sie es denen, die den Server betreiben.

## Teile von Seiten

part-failed = { $part } lässt sich bei diesen Einstellungen nicht zeigen; Näheres steht im Protokoll des Servers. Alles andere ist wie zuvor.
callback-failed = Das hat nicht geklappt, darum ist alles wie zuvor. Näheres steht im Protokoll des Servers.
page-failed = Auf dieser Seite ging etwas schief. Näheres steht im Protokoll des Servers; vielleicht gelingen andere Einstellungen.
text-failed = Auf dieser Seite ging etwas schief. Näheres steht im Protokoll des Servers.
afresh = Diese Seite neu beginnen
kept-value = Es bleibt bei { $value }.
kept-result = Das Ergebnis ist noch das der letzten Einstellungen, die zusammenpassten.
first-rows = Die ersten { $most } von { $rows } Zeilen; die CSV-Datei hat alle.
file-kept = Sie bleibt auf diesem Server, für alle mit dem Link zu dieser Seite, bis sie entfernt oder einen Tag lang nicht genutzt wird.
