### Fachartikel: welche gedruckten Zahlen und Aussagen das Labor reproduziert.

question = Welche veröffentlichten Zahlen kann das Labor reproduzieren?

## Die Überschrift und was zu beachten ist

finding = { $kind ->
    [none] Keine Zeile dieses Artikels hat dieses Urteil.
    [alike] { $rows } von { $all } gedruckten Zahlen und Aussagen { $verdict ->
        [reproduced] ergeben sich wie gedruckt.
        [scatter] weichen ab, vielleicht nur durch den Zufall der Läufe des Artikels.
        [differs] weichen um mehr als Zufall ab.
        [erratum] sind falsch gedruckt.
        [ambiguous] gelten in einer Lesart und in einer anderen nicht.
        *[quoted] werden nur zitiert, nicht neu berechnet.
    }
    *[mixed] { $good } von { $rows } gedruckten Aussagen ergeben sich wie gedruckt; { $errata }, { $differ } um mehr als Zufall ab{ $left }.
 }
differ = { $count ->
    [one] 1 weicht
    *[other] { $shown } weichen
 }
left = { $count ->
    [0] {""}
    [one] , 1 bleibt offen
    *[other] , { $shown } bleiben offen: mehrdeutig, zitiert oder vielleicht Zufall
 }
errata = { $count ->
    [one] 1 ist falsch
    *[other] { $shown } sind falsch
 }
example = Ein Beispiel einer falschen: Korollar 11 des PPR-Artikels addiert ε, in Nats, zu Bits; seine Grenze ist also 0.44 ε
    Bits zu klein. Ein Nat sind 1.44 Bits: Die gedruckte Grenze lautet ε + η_α und müsste ε log₂ e + η_α lauten.
furthest = Die größte Abweichung über den Zufall hinaus ist { $share }: { $paper } drucken { $printed }, hier ergibt sich {
    $here }.
furthest-more = Der Artikel druckt sie hier: { $where }.
links = Jeder Artikel hat unten einen Reiter, mit einer Zeile für jede Zahl oder Aussage und einem Link dorthin, wo das Labor
    sie zeigt.
links-more = Ein automatischer Test rechnet alle Zeilen außer den zitierten nach. Eine berechnete Zahl darf um eine halbe Einheit der letzten gedruckten
    Ziffer abweichen, und um mehr, wo der Artikel simuliert hat.

## Kacheln und Urteile

verdict = { $name ->
    [reproduced] wie gedruckt
    [scatter] vielleicht Zufall
    [differs] weicht ab
    [erratum] falsch
    [ambiguous] mehrdeutig
    *[quoted] zitiert
 }
tile = { $name ->
    [reproduced] Ergeben sich wie gedruckt
    [scatter] Weichen ab, vielleicht zufällig
    [differs] Weichen um mehr als Zufall ab
    [erratum] Falsch gedruckt (Errata)
    [ambiguous] Mehrdeutig: gelten nur in einer Lesart
    [quoted] Zitiert, hier nicht gerechnet
    *[rows] Zeilen in den Reitern, wie gefiltert
 }

## Das Bild

chart-title = Wie sich die gedruckten Zahlen und Aussagen jedes Artikels ergeben
chart-note = { $name ->
    [scatter] Vielleicht Zufall (offen): Der Artikel nennt die Zahl seiner Läufe nicht; wir nehmen 50 an.
    [erratum] Falsch: Es kann so nicht gelten.
    [ambiguous] Mehrdeutig (offen): gilt in einer Lesart.
    [quoted] Zitiert (offen): hier nicht gerechnet.
    *[reproduced] { "" }
 }
subject = { $paper ->
    [liu2024] Liu u. a. 2024: PPR
    [shahmiri2024] Moradi Shahmiri u. a. 2024: Runden
    [feldman2021] Feldman, Talwar 2021: kurze Meldungen
    [schellekens2019] Schellekens u. a. 2019: Skizzen
    [balle2019] Balle u. a. 2019: Mischen, eine Schranke
    [clones2021] Feldman u. a. 2021: Mischen, schärfer
    *[koskela2021] Koskela u. a. 2021: Mischen, numerisch
 }
tab = { $paper ->
    [liu2024] Liu u. a. 2024
    [shahmiri2024] Moradi Shahmiri u. a. 2024
    [feldman2021] Feldman und Talwar 2021
    [schellekens2019] Schellekens u. a. 2019
    [balle2019] Balle u. a. 2019
    [clones2021] Feldman u. a. 2021
    *[koskela2021] Koskela u. a. 2021
 }
axis-rows = Anzahl der Aussagen

## Die Zeilen eines Artikels

reference = { $authors }: „{ $title }“. { $venue }. Fassung: { $version }.
rows-none = Von diesem Artikel ist keine Zeile gewählt.
head-statement = Aussage
head-printed = Gedruckt
head-here = Hier
head-apart = Abweichung, oder Grenze
head-why = Warum
head-verdict = Urteil
head-see = Ansehen
here-quoted = nicht nachgerechnet
here-unit = { $here } ({ $unit })
apart = { $kind ->
    [none] –
    [equal] gleich
    [near] innerhalb von 0.01 %
    [order] { $change }: gedruckt ist nur eine Wachstumsordnung
    [off] { $change } (erlaubt: ±{ $allowed })
    *[limit] hier verlangt: { must }
 }
must = { $relation ->
    [at_most] höchstens
    *[at_least] mindestens
 } { $limit }
points = { $points } Punkte
why-erratum = { $reason } Wozu es führt: { $misleads } So lesen wir es: { $reading }

## Formeln

formula-rows = Gezeigte Zeilen
formula-apart = Wie weit auseinander
symbol-here = was hier herauskommt
symbol-printed = gedruckt
