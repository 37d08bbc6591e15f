### One person: what a reader of outputs and a decoder of messages can conclude about somebody.

question = What can others conclude about one person?

## The headline. $kind: whether the decoder guesses better than the reader from all reports.

finding = { $kind ->
    [decoder] After { $reports }, the server guesses the right value for { $sent } of 100 people, a reader for { $seen }; without reports, { $before }.
    *[same] After { $reports }, the server and a reader guess the right value for { $seen } of 100 people; without reports, { $before }.
 }

reports = { $count ->
    [one] one report
    *[other] { $shown } reports
 }
more-than = more than { $value }
from-output = { $count ->
    [one] one output
    *[other] { $shown } outputs
 }
from-message = { $count ->
    [one] one message
    *[other] { $shown } messages
 }

## Notices: more reports, a place on the map, the limit, the decoder; then this very person and the best test.

beyond = There are only { $inputs } inputs, so x = { $x } stands for the last of them.


area = From one report, the reader can narrow the place to { $first } of the disc, with a chance of 90 %.
area-more = From { $reports } the reader can narrow it to { $last }, and the server to { $sent }.

limit = { $kind ->
    [none] The mechanism has no ε with δ = 0, so nothing limits the guess: a rare output may give a person away.
    *[known] ε = { $epsilon } means: { $uniform ->
        [yes] with { $inputs } equally likely values,{ " " }
        *[no] { "" }
    }a guess from one output is right for at most { $most } of 100 people. An output shifts the odds between two values at most e^ε-fold.
 }
limit-reached = This mechanism reaches that limit.{ $uniform ->
    [yes] { " " }So no single output justifies a belief above { $most } % in any value.
    *[no] { "" }
 }
limit-more = Each report is a new hint, and hints add up: { $outputs } allow as much as ε = { $sum }. To keep one ε in total, give each report its share of it.

tie = Two reports help a reader no more than one: if they agree, the guess stays; if they differ, the reader tosses a coin. If two messages disagree, the list tells the server which one to trust more.

decoder = { $kind ->
    [seed] With pseudorandom rejection the server gets a seed, which tells it no more than the output unless it breaks the generator.
    [none] Why does the server know more? With { $scheme } it also sees which candidates of the shared list were passed over, and nothing is guaranteed.
    [delta] Why can the server know more? A message also shows which candidates of the shared list were passed over: it tells at most ε = { $told }, an output at most { $read } (both with δ = { $delta }).
    *[pure] Why can the server know more? A message also shows which candidates of the shared list were passed over: it tells at most ε = { $promise }, an output at most { $own }.
 }
decoder-blurred = The outputs of MRC follow another distribution than the mechanism’s, and may tell less.
decoder-same = After one report, server and reader make the same best guess; the list only tells the server how sure it may be of this guess.


tests = With 5 % false alarms, the best test of one output tells { $category ->
    [yes] category { $value } from category { $other }
    *[no] { $value } from { $other }
 } in { $seen } of cases, and the best test of
    one message in { $sent }.

## Tiles.

tile-right = { $who ->
    [server] Server’s right guesses after { $reports }
    *[reader] Reader’s right guesses after { $reports }
 }
samples-people = { $count } people, their chances averaged
tile-prior = Right guesses without a report
tile-most = Right guesses from { $source }, at most (by its ε alone)
tile-area = Area with a chance of 90 %, { $source }
unit-area = % of the disc

## The picture.

chart-title = What others believe about one person after { $reports }
guess-title = Many people: right guesses on average. One person: what the server believes
guess-note = A reader sees only noisy outputs; the server also sees each message{ $scheme ->
    [ppr] { " " }of PPR (Poisson private representation): a place in a shared list.
    *[other] .
 } Where the server’s belief falls, a report misled it by chance.
guess-line = { $view ->
    [outputs] reader: { $right }
    [messages] server: { $right }
    *[before] no report: { $right }
 }
guess-axis = Many people: right guesses of 100
belief-axis = One person: the server’s belief, %
belief-true = belief in the true value ({ $category ->
    [yes] category { $value } of { $count }
    *[no] { $value }
 })
belief-other = belief in each other value
person-tab = This very person
chart-note = Bars show how likely each value is after these reports, diamonds how likely it was before. The true value is { $value };
    by chance another may look more likely.
map-note = The stronger the colour, the likelier the place. The ring is where the person is.
axis-value = Value
legend-outputs = reader, from outputs
legend-messages = server, from messages
legend-before = before any report

## Tabs.

success-tab = The best guess
success-note = How many of 100 such people the best guess is right about. Dotted lines show what ε allows at most. Before any
    report, the best guess is the most common value.
success-title = How often the best guess is right
success-axis = Reports of the same person
success-axis-right = Best guess is right
success-before = without a report
success-caption = After { $reports }, the best guess from outputs is right in { $seen } of cases, and from messages of { $scheme }
    in { $sent }.
success-errors = { $drawn ->
    [yes] { error-bar } They come from the lists and people that are drawn. A number without an error is computed, not drawn.
    *[no] { error-bar }
 }
tests-tab = The best test
tests-note = The best test of the true value against the one farthest from it. The lower its line, the more it tells.
tests-title = Is it { $value } or { $other }?
tests-axis = False alarms
tests-axis-misses = Misses
tests-guessing = guessing
label-allowed = ε allows, { $view ->
    [outputs] outputs
    [messages] messages
    [output] one output
    *[message] one message
 }

## Formulas.

formula-guess = How often the best guess is right, in per cent
formula-guess-source = Bayes’ rule
formula-limit = What ε allows the best guess, in per cent
symbol-prior = what is known before
symbol-chosen = chosen
symbol-outputs = outputs
symbol-all = all
symbol-loss = privacy loss of one report
symbol-most = probability of the most common value
