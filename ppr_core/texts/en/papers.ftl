### Papers: which printed numbers and statements the lab reproduces.

question = Which published numbers can the lab reproduce?

## The headline and what to notice

finding = { $none ->
    [yes] No row of this paper has that verdict.
    *[no] The lab reproduces { $good } of { $rows } printed numbers and statements; { $differ }, and { $errata }.
 }
differ = { $count ->
    [one] 1 differs
    *[other] { $shown } differ
 }
errata = { $count ->
    [one] 1 is an erratum
    *[other] { $shown } are errata
 }
tests = An automatic test computes every row again, except those that are only quoted.
tests-more = “Here” is what that test finds, to one part in a thousand. Each test states its own tolerance. A quoted row
    names no number, or belongs to the machine of its authors.
furthest = Of the numbers that differ, one is furthest off: { $printed } is printed, and { $here } comes out here.
furthest-more = That is { $share } away. Its place: { $where }.
links = The link in a row opens the page and preset that show it.
links-more = There the number may be measured, with an error of its own, where the test has a closed form.

## Tiles and verdicts

verdict = { $name ->
    [reproduced] as printed
    [differs] differs
    [erratum] erratum
    *[quoted] quoted
 }
tile = { $name ->
    [reproduced] As printed
    [differs] Differs
    [erratum] Erratum
    [quoted] Quoted
    *[rows] Rows shown
 }

## The picture

chart-title = What becomes of printed numbers and statements
chart-note = Each group of bars is one paper, named by its subject. The tabs hold its rows.
axis-paper = Paper on
axis-rows = Rows

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
    [off] { $change }
    [holds] limit holds
    [holds-near] limit holds, within 0.01 % of it
    [holds-below] limit holds, { $share } below it
    [holds-above] limit holds, { $share } above it
    [fails-below] limit fails, { $share } below it
    *[fails-above] limit fails, { $share } above it
 }
why-erratum = { $reason } How we read it: { $reading } What would change our mind: { $change }

## Formulas

formula-rows = Rows shown
formula-apart = How far apart
symbol-here = what comes out here
symbol-printed = printed
