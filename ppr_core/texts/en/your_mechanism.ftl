### Your mechanism: how private it is, what sending its outputs costs, and what would be better.

question = How private is your own mechanism, and could it be more accurate?

## The headline. $kind: how the loss compares with the least one at the same ε.

finding = { $kind ->
    [above] At ε = { $epsilon } your mechanism { $loss ->
        [hamming] gives { $share } more wrong reports
        *[other] loses { $share } more
    } than the best { $finite ->
        [yes] mechanism, { $criterion ->
            [worst] at the worst input.
            *[expected] if all answers are equally common.
        }
        *[no] noise.
    }
    [above-open] Your mechanism has no ε with δ = 0, and its loss is { $share } above the least at ε = { $at }.
    [best] Your mechanism is private with ε = { $epsilon }, and { $finite ->
        [yes] no mechanism with this ε has a smaller loss.
        *[no] no noise added at this ε has a smaller loss.
    }
    [best-open] Your mechanism has no ε with δ = 0, and at ε = { $at } no mechanism has a smaller loss.
    [zero] Your mechanism is private with ε = { $epsilon }, and another with this ε would lose nothing.
    [zero-open] Your mechanism has no ε with δ = 0, and another with ε = { $at } would lose nothing.
    [open] Your mechanism has no ε with δ = 0.
    *[private] Your mechanism is private with ε = { $epsilon }.
 }

## Notices: where ε comes from, the loss, the length; then what is read in the tab.

witness = ε comes from output “{ $output }”: it has probability { $high } for input “{ $likely }” and { $low } for “{ $unlikely }”; { $high }/{ $low } = { $ratio } ≈ e^{ $epsilon }.
hole = Output “{ $output }” never comes from input “{ $unlikely }” but does from “{ $likely }”, so whoever sees it can rule out
    “{ $unlikely }” for certain.
hole-more = { $others ->
    [0] No ε allows that. A small probability in place of the zero brings ε back.
    [one] No ε allows that, and there is one further zero. A small probability in place of each zero brings ε back.
    *[other] No ε allows that, and there are { $shown } further zeros. A small probability in place of each zero brings ε back.
 }
noise-epsilon = ε is the largest change of the noise’s log-density when the noise is moved by 2C.
noise-open = { $thin ->
    [yes] This noise has no ε with δ = 0: its tails are so thin that far outputs tell inputs apart ever better.
    *[no] This noise has no ε with δ = 0: its distribution ends, so some outputs rule out some inputs.
 }
noise-cut = Cut at { $reach } from its peak, it is (ε, δ)-private with ε = { $epsilon } and δ = { $delta }.

price = { $criterion ->
    [worst] At the worst input,
    *[expected] On average over the inputs,
 } { $loss ->
    [squared] the squared distance
    [absolute] the distance
    [hamming] the share of wrong reports
    *[own] the loss of your table
 } is { $own }; { $kind ->
    [better] no mechanism at this ε goes below { $best }. The button “{ take }” takes that one over.
    [best] no mechanism at this ε goes below it.
    *[open] no mechanism with ε = { $epsilon } goes below { $best }.
 }
price-more = { $right ->
    [guess] Each output is read as the best guess. A linear programme finds the optimum.
    [place] The right report of row 1 is column 1, that of row 2 column 2, and so on. A linear programme finds the optimum.
    *[other] A linear programme finds the optimum.
 }
price-noise = The mean distance of your noise is { $own }; no noise added at the same ε goes below { $best }.
price-noise-more = The staircase mechanism reaches that (Geng, Viswanath 2014).
price-noise-squares = The mean square of your noise is { $own }, that of the best staircase { $best }.
price-sought = The optimum is still being sought.
price-large = An optimum is sought for up to 64 inputs.
price-none = Without an ε there is no staircase to compare with.

lengths = { $kind ->
    [longer] Naming one of the outputs takes { $fixed } bits, the same for each; PPR (Poisson private representation) takes { $bits } on average, so PPR does not pay here.
    *[shorter] PPR (Poisson private representation) sends an output exactly in { $bits } bits on average.
 }
lengths-more = Real messages took { $sent } bits. Theorem 5 of the PPR paper, with what the code adds, allows up to { $bound }
    bits. The sender expected r* = { $ratio } candidates and looked at { $looked } on average.
lengths-sending = Messages are still being sent.
lengths-none = Nothing is sent: r* is so large that no search ends in time. More noise or a smaller range lowers it.

proposal = With the shared proposal Q used here the sender looks at r* = { $ratio } candidates on average, the fewest possible. For the worst
    input, Q then lies { $bits } bits (KL) from the mechanism’s outputs.
proposal-more = Q with the smallest such distance, { $least } bits, needs r* = { $most } candidates.
proposal-own = With the noise’s own distribution as proposal, r* would be { $own }; here it is { $ratio }.
proposal-unbounded = { $side ->
    [left] With the noise’s own distribution as proposal, the ratio has no bound on the left side.
    [right] With the noise’s own distribution as proposal, the ratio has no bound on the right side.
    *[inside] With the noise’s own distribution as proposal, the ratio has no bound.
 }
proposal-wider = Made { $width } times as wide, it has r* = { $ratio }.
proposal-curve = The curve above all shifted densities, used here, has r* = { $ratio }, the smallest there is.
proposal-waiting = What the proposal changes is known once messages are sent.

tested = { $follow ->
    [yes] The decoded outputs follow the mechanism ({ $p } over { $inputs } inputs).
    *[no] The decoded outputs do NOT follow the mechanism ({ $p } over { $inputs } inputs).
 }
tested-audit = The audit of the messages shows (95 % sure) that they leak at least ε = { $audit } to the server.
tested-theorem = { $bounded ->
    [yes] Theorem 7 guarantees at most ε = { $promise }.
    *[no] No ε with δ = 0 is guaranteed.
 }
tested-accounting = Numerical accounting guarantees at most ε = { $held } with δ = 10⁻⁶.

strength = With 5 % false alarms, the best test of one output detects { $detected }.
gaussian = Your mechanism is everywhere at least as private as Gaussian noise with μ = { $mu }.
gaussian-from = Your mechanism is at least as private as Gaussian noise with μ = { $mu }, as long as both errors of a test are at least
    { $level }.
gaussian-none = However small Gaussian noise may be, some test learns more from your mechanism.

## Tiles.

tile-epsilon = Privacy loss ε of the mechanism
tile-capacity = Information in one report about the input, at most (capacity)
tile-capacity-least = Information in one report about the input, at most (capacity), at least
tile-bits = Average report sent by PPR
tile-ratio = Candidates PPR looks at, expected: r*
tile-price = { $loss ->
    [hamming] Wrong reports, compared with the best mechanism
    *[other] Loss, compared with the best mechanism
 }
tile-loss = Loss of the mechanism
tile-mu = At least as private as Gaussian noise with μ
tile-information = Mutual information, equal inputs
tile-information-least = Mutual information, equal inputs, at least
tile-decoder = Decoder’s ε, Theorem 7
tile-audit = Leak shown by the audit (95 % sure), at least
tile-bound = Message length, upper bound of the mean
tile-worst = Distance (KL) of the worst input’s outputs from the list
tile-candidates = Candidates looked at, average of this run
tile-time = Time to encode and decode
tile-square = Mean square, where the best noise has 100 %
audit-source = Clopper & Pearson 1934, 95 % confidence

## The picture.

loss-title = How wrong reports are for each true answer, and the best mechanism at this ε
loss-note = { $loss ->
    [hamming] Bars: share of wrong reports; after the arrow stands the report that counts as right. The best mechanism has the same ε and the fewest wrong reports on average.
    *[other] Bars: loss of reports on average. The best mechanism has the same ε and the least loss on average.
 }
tables-title = Probability of each output, in your table and in the best one at this ε
tables-note = { $loss ->
    [hamming] Each row: a true answer → its right report. Last column: how often the report is wrong; the best table is wrong least often { $criterion ->
        [worst] in its worst row.
        *[expected] on average over the rows.
    }
    *[other] A row is an input. Last column: loss of its reports; the best table has the least { $criterion ->
        [worst] in its worst row.
        *[expected] on average over the rows.
    }
 }
axis-loss = { $loss ->
    [hamming] Share of wrong reports
    *[other] Loss
 }
axis-loss-short = { $loss ->
    [hamming] wrong
    *[other] loss
 }
named-right = { $input } → { $output }
named-best = best mechanism
chart-title = Best guess from one report: which of two inputs was it?
main-note = An observer guesses from one report which of two inputs, A or B, it came from. Blue: the best anybody can do for the two inputs easiest to tell
    apart. The higher, the more private.
named-epsilon = limit for any mechanism at ε = { $epsilon }
tests-tab = Who can guess the input
chart-note = A test guesses from one output which of two inputs it came from. Your line shows the fewest misses possible at each rate of false
    alarms. The higher the line, the more private. { $gaussian ->
        [yes] Your mechanism is everywhere at least as private as Gaussian noise with μ = { $mu }.
        *[no] { "" }
    }
axis-alarms = False alarms: says A, but it was B
axis-misses = Misses: says B, but it was A
legend-guessing = blind guessing
legend-epsilon = lowest line that ε = { $epsilon } allows
legend-message = PPR’s server, as its bound 2αε allows
legend-gaussian = Gaussian noise, μ = { $mu }
named-own = your table{ $known ->
    [yes] : { $bits } bits a report by PPR
    *[no] {""}
 }
legend-own = your mechanism

## Tabs.

mechanism-tab = The mechanism
mechanism-note = A row is an input, a column an output; strong colours are likely. For noise: its density at both ends.
mechanism-title = Probability of each output
mechanism-title-noise = The noise at both ends of the range, under the proposal
axis-density = Density
axis-output = Output
axis-input = Input
legend-proposal = proposal × r*
legend-low = x = −C
legend-high = x = C
profile-tab = δ at each ε
profile-note = A mechanism is (ε, δ)-private if δ is at least the curve. ε with δ = 0 begins where the curve reaches zero.
profile-title = How large δ must be for each ε
profile-epsilon = ε with δ = 0
proposals-tab = Other shared lists Q
proposals-note = Q is the distribution of the shared list. Further left, the sender looks at fewer candidates; further down,
    messages are shorter. Each point is the Q with the shortest messages for its r*.
proposals-title = What the proposal changes
proposals-axis = Candidates looked at, r*
proposals-axis-worst = Distance (KL) of the worst input’s outputs from Q
proposals-axis-width = Width of the proposal, noise = 1
proposals-best = best proposals
proposals-own = the noise’s own distribution, wider
proposals-curve = curve above all shifted densities
bits-tab = Message lengths
bits-note = For each input, the exact mean length of a message, and the mean length of those really sent.
bits-title = Length of a message, Elias delta code
bits-axis = Message
bits-sent = as sent
bits-exact = exact
optimum-tab = The optimum
optimum-note = Your mechanism beside the one with the smallest loss at its ε. The button below the settings takes it over.
optimum-title = Your mechanism and the best one at its ε
optimum-yours = yours
optimum-best = the optimum

## Buttons.

take = Use the best mechanism
take-done = It is the best one already.
take-help = Its loss is { $best } in place of { $own }; its outputs keep their names where each is read as one input. It replaces your table: save yours
    as JSON below first.
along = Take your mechanism along:
along-help = Drop it into “File” above, or run python -m ppr_core mechanism { $file }

## Formulas.

formula-loss = Loss of the mechanism over the least loss at its ε, in per cent
formula-loss-source = { $finite ->
    [yes] linear programme
    *[no] Geng, Viswanath 2014
 }
formula-capacity = Capacity: the largest mutual information over priors, the least worst KL over proposals
formula-epsilon = ε: the largest ratio of two probabilities of one output
formula-epsilon-noise = ε of added noise
formula-candidates = Candidates looked at: r*, with the proposal that minimises it
symbol-loss = loss of the mechanism
symbol-least = least loss
symbol-likely = input that gives z most often
symbol-unlikely = input that gives z most rarely
symbol-output = output at which they differ most
symbol-bound = bound on the number
symbol-density = largest density of the noise
