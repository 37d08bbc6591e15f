### Fachartikel: welche gedruckten Zahlen und Aussagen das Labor reproduziert.

question = Welche veröffentlichten Zahlen kann das Labor reproduzieren?

## Die Überschrift und was zu beachten ist

finding = { $none ->
    [yes] Keine Zeile dieses Artikels hat dieses Urteil.
    *[no] { $good } von { $rows } gedruckten Zahlen und Aussagen ergeben sich wie gedruckt; { $differ }, { $errata }, und { $quoted }.
 }
differ = { $count ->
    [one] 1 weicht ab
    *[other] { $shown } weichen ab
 }
errata = { $count ->
    [one] 1 ist so, wie gedruckt, falsch
    *[other] { $shown } sind so, wie gedruckt, falsch
 }
quoted = { $count ->
    [one] 1 ist nur zitiert
    *[other] { $shown } sind nur zitiert
 }
tests = „Wie gedruckt“ heißt: Nachgerechnet stimmt eine Zahl auf eine halbe Einheit ihrer letzten gedruckten Stelle, oder, wo der Artikel simuliert hat, bis auf Zufall.
tests-more = Auch eine gedruckte Grenze oder Aussage, die gilt, ist „wie gedruckt“. „Weicht ab“ heißt, dass eine Zahl oder Grenze verfehlt wird. Die Toleranz einer Zahl ist eine halbe Einheit ihrer letzten
    gedruckten Stelle. Sie ist weiter, wo der Artikel simuliert hat oder nur eine Wachstumsordnung druckt. Ein „Erratum“ ist eine Formel
    oder Aussage, die nicht gilt, wie sie gedruckt ist. „Zitiert“ nennt keine Zahl, oder sie gehört zur Maschine ihrer Autoren. Ein
    automatischer Test rechnet alle anderen Zeilen nach. „Hier“ ist, was er findet, auf ein Tausendstel genau.
furthest = Die fernste Zahl, in { $paper }, ist { $here } statt { $printed } ({ $where }).
furthest-more = Sie liegt { $share } entfernt. Eine Zeile „wie gedruckt“ kann weiter von ihrer Zahl liegen:
    Eine Grenze kann mit viel Abstand gelten, und manche Toleranz ist weit.
links = Öffnen Sie den Reiter eines Artikels: Jede Zeile dort hat einen Link zur Seite, die ihre Zahl zeigt.
links-more = Dort kann die Zahl gemessen sein, mit eigenem Fehler, wo der Test eine geschlossene Form hat.

## Kacheln und Urteile

verdict = { $name ->
    [reproduced] wie gedruckt
    [differs] weicht ab
    [erratum] Erratum
    *[quoted] zitiert
 }
tile = { $name ->
    [reproduced] Ergeben sich wie gedruckt
    [differs] Weichen ab
    [erratum] Falsch wie gedruckt (Errata)
    [quoted] Zitiert, nicht nachgerechnet
    *[rows] Gezeigte Zeilen
 }

## Das Bild

chart-title = Wie sich die gedruckten Zahlen und Aussagen jedes Artikels ergeben
chart-note = Jede Zeile ist ein Artikel, mit Autoren und Thema. Ein Erratum ist eine Formel oder Aussage, die so, wie sie gedruckt ist, falsch ist; Zitiertes wird hier nicht nachgerechnet.
subject = { $paper ->
    [liu2024] Liu u. a. 2024: PPR
    [shahmiri2024] Shahmiri u. a. 2024: DQL
    [feldman2021] Feldman, Talwar 2021: Verwerfen
    [schellekens2019] Schellekens u. a. 2019: Sketches
    [balle2019] Balle u. a. 2019: Mischen
    [clones2021] Feldman u. a. 2021: Mischen
    *[koskela2021] Koskela u. a. 2021: Mischen
 }
axis-rows = Zahlen und Aussagen

## Die Zeilen eines Artikels

reference = { $authors }: „{ $title }“. { $venue }. Fassung: { $version }.
rows-none = Von diesem Artikel ist keine Zeile gewählt.
head-statement = Aussage
head-printed = Gedruckt
head-here = Hier
head-apart = Abweichung
head-why = Warum
head-verdict = Urteil
head-see = Ansehen
here-quoted = nicht nachgerechnet
here-unit = { $here } ({ $unit })
apart = { $kind ->
    [none] –
    [equal] gleich
    [near] innerhalb von 0.01 %
    [off] { $change } (erlaubt: ±{ $allowed })
    [holds] gilt: { must }
    *[fails] gilt nicht: { must }
 }
must = { $relation ->
    [at_most] höchstens
    *[at_least] mindestens
 } { $limit }
points = { $points } Punkte
why-erratum = { $reason } So lesen wir es: { $reading } Was uns umstimmen würde: { $change }

## Formeln

formula-rows = Gezeigte Zeilen
formula-apart = Wie weit auseinander
symbol-here = was hier herauskommt
symbol-printed = gedruckt
