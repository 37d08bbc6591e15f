### Fachartikel: welche gedruckten Zahlen und Aussagen das Labor reproduziert.

question = Welche veröffentlichten Zahlen kann das Labor reproduzieren?

## Die Überschrift und was zu beachten ist

finding = { $none ->
    [yes] Keine Zeile dieses Artikels hat dieses Urteil.
    *[no] Das Labor reproduziert { $good } von { $rows } gedruckten Zahlen und Aussagen; { $differ }, und { $errata }.
 }
differ = { $count ->
    [one] 1 weicht ab
    *[other] { $shown } weichen ab
 }
errata = { $count ->
    [one] 1 ist ein Erratum
    *[other] { $shown } sind Errata
 }
tests = Ein automatischer Test rechnet jede Zeile nach, außer denen, die nur zitiert sind.
tests-more = „Hier“ ist, was dieser Test findet, auf ein Tausendstel genau. Jeder Test nennt seine eigene Toleranz. Eine zitierte Zeile
    nennt keine Zahl, oder sie gehört zur Maschine ihrer Autoren.
furthest = Von den abweichenden Zahlen liegt eine am weitesten daneben: Gedruckt ist { $printed }, hier kommt { $here } heraus.
furthest-more = Die Abweichung beträgt { $share }. Die Stelle: { $where }.
links = Der Link in einer Zeile öffnet die Seite und die Voreinstellung, die sie zeigen.
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
chart-note = Jede Gruppe von Balken ist ein Artikel, benannt nach ihrem Thema. Die Reiter enthalten ihre Zeilen.
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
    [off] { $change }
    [holds] Grenze gilt
    [holds-near] Grenze gilt, auf 0.01 % genau
    [holds-below] Grenze gilt, { $share } darunter
    [holds-above] Grenze gilt, { $share } darüber
    [fails-below] Grenze gilt nicht, { $share } darunter
    *[fails-above] Grenze gilt nicht, { $share } darüber
 }
why-erratum = { $reason } So lesen wir es: { $reading } Was uns umstimmen würde: { $change }

## Formeln

formula-rows = Gezeigte Zeilen
formula-apart = Wie weit auseinander
symbol-here = was hier herauskommt
symbol-printed = gedruckt
