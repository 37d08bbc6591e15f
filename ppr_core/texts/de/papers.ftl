### Fachartikel: welche gedruckten Zahlen und Aussagen das Labor reproduziert.

question = Welche veröffentlichten Zahlen kann das Labor reproduzieren?

## Die Überschrift und was zu beachten ist

finding = { $none ->
    [yes] Keine Zeile dieses Artikels hat dieses Urteil.
    *[no] Das Labor reproduziert { $good } von { $rows } gedruckten Zahlen und Aussagen; { $differ }, { $errata }, und { $quoted }.
 }
differ = { $count ->
    [one] 1 weicht ab
    *[other] { $shown } weichen ab
 }
errata = { $count ->
    [one] 1 ist ein Erratum
    *[other] { $shown } sind Errata
 }
quoted = { $count ->
    [one] 1 ist nur zitiert
    *[other] { $shown } sind nur zitiert
 }
tests = „Wie gedruckt“ liegt in der Toleranz einer Zeile, ein „Erratum“ ist so, wie es gedruckt ist, falsch, und „zitiert“ ist hier nicht geprüft.
tests-more = Auch eine gedruckte Grenze oder Aussage, die gilt, ist „wie gedruckt“. „Weicht ab“ heißt, dass eine Zahl oder Grenze verfehlt wird. Die Toleranz einer Zahl ist eine halbe Einheit ihrer letzten
    gedruckten Stelle. Sie ist weiter, wo der Artikel simuliert hat oder nur eine Wachstumsordnung druckt. Ein „Erratum“ ist eine Formel
    oder Aussage, die nicht gilt, wie sie gedruckt ist. „Zitiert“ nennt keine Zahl, oder sie gehört zur Maschine ihrer Autoren. Ein
    automatischer Test rechnet alle anderen Zeilen nach. „Hier“ ist, was er findet, auf ein Tausendstel genau.
furthest = Die Zahl, die am weitesten abweicht, ist { $printed } in ihrem Artikel und { $here } hier.
furthest-more = Die Abweichung beträgt { $share }. Die Stelle: { $where }. Eine Zeile „wie gedruckt“ kann weiter von ihrer Zahl liegen:
    Eine Grenze kann mit viel Abstand gelten, und manche Toleranz ist weit.
links = In der Tabelle eines Reiters öffnet der Link einer Zeile die Seite und die Voreinstellung, die die Zahl zeigen.
links-more = Dort kann die Zahl gemessen sein, mit eigenem Fehler, wo der Test eine geschlossene Form hat.

## Kacheln und Urteile

verdict = { $name ->
    [reproduced] wie gedruckt
    [differs] weicht ab
    [erratum] Erratum
    *[quoted] zitiert
 }
tile = { $name ->
    [reproduced] Wie gedruckt
    [differs] Weicht ab
    [erratum] Erratum
    [quoted] Zitiert
    *[rows] Gezeigte Zeilen
 }

## Das Bild

chart-title = Was aus gedruckten Zahlen und Aussagen wird
chart-note = Jede Gruppe von Balken ist ein Artikel, benannt nach seinem Thema: PPR ist Poisson private representation, DQL dyadic
    quantized Laplace. Die Reiter enthalten seine Zeilen.
axis-paper = Artikel über
axis-rows = Zeilen

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
