### Papers: which printed numbers and statements the lab reproduces.

question = Which published numbers can the lab reproduce?

## The headline and what to notice

finding = { $none ->
    [yes] No row of this paper has that verdict.
    *[no] { $good } of { $rows } printed numbers and statements come out as printed; { $differ }, { $errata }, and { $quoted }.
 }
differ = { $count ->
    [one] 1 differs
    *[other] { $shown } differ
 }
errata = { $count ->
    [one] 1 is wrong as printed
    *[other] { $shown } are wrong as printed
 }
quoted = { $count ->
    [one] 1 is only quoted
    *[other] { $shown } are only quoted
 }
tests = “As printed” means: recomputed, a number agrees to half a unit of its last printed digit, or, where the paper simulated, to within chance.
tests-more = A printed limit or statement that holds is “as printed”, too. “Differs” means that a number or a limit is missed. The tolerance of a number is half a unit of its last printed
    digit. It is wider where the paper simulated, or printed only an order of growth. “Erratum” is a formula or a statement that
    does not hold as it is printed. “Quoted” names no number, or belongs to the machine of its authors. An automatic test
    computes all other rows again. “Here” is what it finds, to one part in a thousand.
furthest = The number furthest off, in { $paper }, is { $here } instead of { $printed } ({ $where }).
furthest-more = It is { $share } away. A row “as printed” may be further from its number: a limit may
    hold with much to spare, and some tolerances are wide.
links = Open the tab of a paper: each row there has a link to the page that shows its number.
links-more = There the number may be measured, with an error of its own, where the test has a closed form.

## Tiles and verdicts

verdict = { $name ->
    [reproduced] as printed
    [differs] differs
    [erratum] erratum
    *[quoted] quoted
 }
tile = { $name ->
    [reproduced] Come out as printed
    [differs] Differ
    [erratum] Wrong as printed (errata)
    [quoted] Quoted, not recomputed
    *[rows] Rows shown
 }

## The picture

chart-title = How the printed numbers and statements of each paper come out
chart-note = Each row is one paper, with its authors and subject. An erratum is a formula or statement that is wrong as printed; what is quoted is not recomputed here.
subject = { $paper ->
    [liu2024] Liu et al. 2024: PPR
    [shahmiri2024] Shahmiri et al. 2024: DQL
    [feldman2021] Feldman, Talwar 2021: rejection
    [schellekens2019] Schellekens et al. 2019: sketches
    [balle2019] Balle et al. 2019: shuffling
    [clones2021] Feldman et al. 2021: shuffling
    *[koskela2021] Koskela et al. 2021: shuffling
 }
axis-rows = Numbers and statements

## The rows of a paper

reference = { $authors }: “{ $title }”. { $venue }. Version: { $version }.
rows-none = No row of this paper is chosen.
head-statement = Statement
head-printed = Printed
head-here = Here
head-apart = How far apart
head-why = Why
head-verdict = Verdict
head-see = See
here-quoted = not recomputed
here-unit = { $here } ({ $unit })
apart = { $kind ->
    [none] –
    [equal] equal
    [near] within 0.01 %
    [off] { $change } (±{ $allowed } allowed)
    [holds] holds: { must }
    *[fails] fails: { must }
 }
must = must be { $relation ->
    [at_most] at most
    *[at_least] at least
 } { $limit }
points = { $points } points
why-erratum = { $reason } How we read it: { $reading } What would change our mind: { $change }

## Formulas

formula-rows = Rows shown
formula-apart = How far apart
symbol-here = what comes out here
symbol-printed = printed
