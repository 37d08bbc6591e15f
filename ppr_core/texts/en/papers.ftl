### Papers: which printed numbers and statements the lab reproduces.

question = Which published numbers can the lab reproduce?

## The headline and what to notice

finding = { $kind ->
    [none] No row of this paper has that verdict.
    [alike] { $rows } of { $all } printed numbers and statements { $verdict ->
        [reproduced] come out as printed.
        [scatter] differ, perhaps only by the chance of the paper’s own runs.
        [differs] differ by more than chance.
        [erratum] are wrong as printed.
        [ambiguous] hold in one reading and not in another.
        *[quoted] are only quoted, not computed again.
    }
    *[mixed] { $good } of { $rows } printed statements come out as printed; { $errata }, { $differ } beyond chance{ $left }.
 }
differ = { $count ->
    [one] 1 differs
    *[other] { $shown } differ
 }
left = { $count ->
    [0] {""}
    [one] , 1 stays open
    *[other] , { $shown } stay open: ambiguous, quoted or perhaps chance
 }
errata = { $count ->
    [one] 1 is wrong
    *[other] { $shown } are wrong
 }
example = An example of a wrong one: Corollary 11 of the PPR paper adds ε, in nats, to bits, so its bound is 0.44 ε
    bits too small. A nat is 1.44 bits: the printed bound says ε + η_α and should say ε log₂ e + η_α.
furthest = The largest difference beyond chance is { $share }: { $paper } print { $printed }, and we get { $here }.
furthest-more = The paper prints it here: { $where }.
links = Each paper has a tab below, with one row for each number or statement, and a link to where the lab shows it.
links-more = An automatic test computes all rows again but the quoted ones. A computed number may differ by half a unit of the last printed
    digit, and by more where the paper simulated.

## Tiles and verdicts

verdict = { $name ->
    [reproduced] as printed
    [scatter] may be chance
    [differs] differs
    [erratum] wrong
    [ambiguous] ambiguous
    *[quoted] quoted
 }
tile = { $name ->
    [reproduced] Come out as printed
    [scatter] Differ, perhaps by chance
    [differs] Differ by more than chance
    [erratum] Wrong as printed (errata)
    [ambiguous] Ambiguous: hold in one reading only
    [quoted] Quoted, not computed here
    *[rows] Rows in the tabs, as filtered
 }

## The picture

chart-title = How the printed numbers and statements of each paper come out
chart-note = { $name ->
    [scatter] May be chance (open): the paper leaves out its number of runs; we assume 50.
    [erratum] Wrong: cannot hold as printed.
    [ambiguous] Ambiguous (open): holds in one of its readings.
    [quoted] Quoted (open): not computed here.
    *[reproduced] { "" }
 }
subject = { $paper ->
    [liu2024] Liu et al. 2024: PPR
    [shahmiri2024] Moradi Shahmiri et al. 2024: rounding
    [feldman2021] Feldman, Talwar 2021: short reports
    [schellekens2019] Schellekens et al. 2019: sketches
    [balle2019] Balle et al. 2019: shuffling, a bound
    [clones2021] Feldman et al. 2021: shuffling, tighter
    *[koskela2021] Koskela et al. 2021: shuffling, numeric
 }
tab = { $paper ->
    [liu2024] Liu et al. 2024
    [shahmiri2024] Moradi Shahmiri et al. 2024
    [feldman2021] Feldman & Talwar 2021
    [schellekens2019] Schellekens et al. 2019
    [balle2019] Balle et al. 2019
    [clones2021] Feldman et al. 2021
    *[koskela2021] Koskela et al. 2021
 }
axis-rows = Number of statements

## The rows of a paper

reference = { $authors }: “{ $title }”. { $venue }. Version: { $version }.
rows-none = No row of this paper is chosen.
head-statement = Statement
head-printed = Printed
head-here = Here
head-apart = How far apart, or limit
head-why = Why
head-verdict = Verdict
head-see = See
here-quoted = not recomputed
here-unit = { $here } ({ $unit })
apart = { $kind ->
    [none] –
    [equal] equal
    [near] within 0.01 %
    [order] { $change }: only an order of growth is printed
    [off] { $change } (±{ $allowed } allowed)
    *[limit] here must be { must }
 }
must = { $relation ->
    [at_most] at most
    *[at_least] at least
 } { $limit }
points = { $points } points
why-erratum = { $reason } What it leads to: { $misleads } How we read it: { $reading }

## Formulas

formula-rows = Rows shown
formula-apart = How far apart
symbol-here = what comes out here
symbol-printed = printed
