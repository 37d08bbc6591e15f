### Your mechanism: how private it is, what sending its outputs costs, and what would be better.

question = How private is your own mechanism, and could it be more accurate?

## The headline. $kind: how the loss compares with the least one at the same ε.

finding = { $kind ->
    [above] At ε = { $epsilon } your mechanism { $loss ->
        [hamming] gives { $share } more wrong reports
        [noise] adds { $share } more noise
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

witness = ε = { $epsilon } comes from the report “{ $output }”: its probability is { $high } for “{ $likely }” and { $low } for “{ $unlikely }”, and { $high }/{ $low } = { $ratio } ≈ e^{ $epsilon }.
hole = Report “{ $output }” comes from “{ $likely }” but never from “{ $unlikely }”: whoever sees it can rule out “{ $unlikely }”, so no ε holds.
noise-epsilon = ε is the largest change of the noise’s log-density when the noise moves by 2C, the length of the range.
noise-open = { $thin ->
    [yes] This noise has no ε with δ = 0: its tails are so thin that far outputs tell inputs apart ever better.
    *[no] This noise has no ε with δ = 0: its distribution ends, so some outputs rule out some inputs.
 }
noise-cut = Cut at { $reach } from its peak, it is (ε, δ)-private with ε = { $epsilon } and δ = { $delta }.

price = { $criterion ->
    [worst] For the worst true answer,
    *[expected] Averaged over the true answers,
 } { $loss ->
    [squared] the squared distance of your reports
    [absolute] the distance of your reports
    [hamming] the share of your wrong reports
    *[own] the loss of your table
 } is { $own }; { $kind ->
    [better] no mechanism with this ε goes below { $best }.
    [best] no mechanism with this ε goes below it.
    *[open] no mechanism with ε = { $epsilon } goes below { $best }.
 }
price-guess = A report is read as the best guess of the true answer.
price-noise = The mean size of your noise is { $own }; no noise added with the same ε goes below { $best }.
price-sought = The best mechanism is still being computed.
price-large = The best mechanism is computed for up to 64 true answers only.
price-none = Your noise has no ε, so there is no best noise with the same ε to compare it with.

lengths = { $kind ->
    [longer] To send a report by its number takes { $fixed } bits; PPR (Poisson private representation) takes { $bits } on average, so it does not pay here.
    *[shorter] PPR (Poisson private representation) sends a report in { $bits } bits on average.
 }
lengths-sending = Messages are still being sent.
lengths-none = Nothing is sent: PPR would look at too many candidates. More noise or a smaller range needs fewer.

proposal = The shared list used here follows the Q with the fewest candidates: PPR looks at r* = { $ratio } of them on average.
proposal-own = If the shared list followed your noise itself, r* would be { $own }; here it is { $ratio }.
proposal-unbounded = { $side ->
    [left] If the shared list followed your noise itself, the ratio would have no bound on the left side.
    [right] If the shared list followed your noise itself, the ratio would have no bound on the right side.
    *[inside] If the shared list followed your noise itself, the ratio would have no bound.
 } Here r* = { $ratio }, the smallest there is.

tested = { $follow ->
    [yes] The decoded reports follow the mechanism ({ $p } over { $inputs } true answers).
    *[no] The decoded reports do NOT follow the mechanism ({ $p } over { $inputs } true answers).
 }
server = { $kind ->
    [pure] From PPR’s messages the server learns at most ε = { $most } (Theorem 7 of the PPR paper).
    [delta] From PPR’s messages the server learns at most ε = { $most } with δ = 10⁻⁶, by numerical accounting.
    *[none] For the server of PPR no ε with δ = 0 is guaranteed.
 } An audit of real messages shows (95 % sure) that they leak at least { $audit }.

strength = With 5 % false alarms, the best test of one report detects { $detected }.

## Tiles.

tile-epsilon = Privacy loss ε of the mechanism
tile-capacity = Most bits a report can tell about the true answer (capacity)
tile-capacity-least = Lower bound on the most bits a report can tell (capacity)
tile-bits = Average length of a PPR message, computed
tile-ratio = Expected number of candidates that PPR looks at, r*
tile-price = { $loss ->
    [hamming] Wrong reports, compared with the best mechanism (100 %)
    [noise] Mean size of the noise, compared with the best noise (100 %)
    *[other] Loss, compared with the best mechanism (100 %)
 }
tile-loss = Loss of the mechanism
tile-mu = μ of Gaussian noise that reveals at least as much
tile-information = Mutual information, if all true answers are equally common
tile-information-least = Lower bound on the mutual information, if all inputs are equally common
tile-decoder = ε of the server, Theorem 7
tile-audit = Leak shown by the audit (95 % sure), at least
tile-bound = Upper bound on the average length of a message
tile-worst = Largest distance (KL) of a true answer’s reports from the list
tile-candidates = Candidates that PPR looked at, average of this run
tile-time = Time to encode and decode
tile-square = Mean square, compared with the best noise (100 %)
audit-source = Clopper & Pearson 1934, 95 % confidence

## The picture.

loss-title = Loss of the reports for each true answer, by your mechanism and by the best one with the same ε
loss-note = { $loss ->
    [hamming] Bars: share of wrong reports. An arrow points to the right report. Of all mechanisms with this ε, the best one gives the fewest wrong reports.
    *[other] Bars: loss of reports on average. Of all mechanisms with this ε, the best one has the least loss.
 }
tables-title = Probability of each report, by your mechanism and by the best one with the same ε
tables-note = { $loss ->
    [hamming] A row is a true answer; its arrow points to the right report. Last column: share of wrong reports. The best mechanism makes { $criterion ->
        [worst] the largest of these shares
        *[expected] the average of these shares
    } as small as possible.
    *[other] A row is a true answer. Last column: loss of its reports. The best mechanism makes { $criterion ->
        [worst] the largest of these losses
        *[expected] the average of these losses
    } as small as possible.
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
chart-title = Best guess from one report: which of two true answers was it?
main-note = A reader guesses from one report whether it came from A or from B, the two true answers that reports tell apart best. Your line: the
    fewest misses possible. The higher, the more private.
named-epsilon = limit for any mechanism at ε = { $epsilon }
tests-tab = Who can guess the answer
chart-note = A reader guesses from one report which of two true answers it came from. Your line shows the fewest misses possible at each rate of
    false alarms. The higher the line, the more private. { $gaussian ->
        [yes] The line of Gaussian noise lies nowhere above yours.
        *[no] { "" }
    }
axis-alarms = False alarms: says A, but it was B
axis-misses = Misses: says B, but it was A
legend-guessing = blind guessing
legend-epsilon = lowest line that ε = { $epsilon } allows
legend-message = lowest line that PPR’s bound 2αε for the server allows
legend-gaussian = Gaussian noise, μ = { $mu }
named-own = your mechanism{ $known ->
    [yes] : { $bits } bits by PPR
    *[no] {""}
 }
legend-own = your mechanism

## Tabs.

mechanism-tab = The mechanism
mechanism-note = A row is a true answer, a column a report; strong colours are likely. For noise: its density at both ends of the range.
mechanism-title = Probability of each report
mechanism-title-noise = The noise at both ends of the range, under the proposal
axis-density = Density
axis-output = Report
axis-input = True answer
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
proposals-title = What the distribution Q of the shared list changes
proposals-axis = Candidates looked at, r*
proposals-axis-worst = Largest distance (KL) of a true answer’s reports from Q
proposals-axis-width = Width of the proposal, noise = 1
proposals-best = best proposals
proposals-own = the noise’s own distribution, wider
proposals-curve = curve above all shifted densities
bits-tab = Message lengths
bits-note = For each true answer: the computed average length of a message, and the average length of those really sent.
bits-title = Length of a message, Elias delta code
bits-axis = Message
bits-sent = as sent
bits-exact = exact
optimum-tab = The optimum
optimum-note = Your mechanism beside the one with the smallest loss at its ε.
optimum-title = Your mechanism and the best one at its ε
optimum-yours = yours
optimum-best = the optimum

## Buttons.

take = Use the best mechanism
take-done = It is the best one already.
take-help = It replaces your table by the mechanism with loss { $best } instead of { $own }. Save yours as JSON below first.
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
