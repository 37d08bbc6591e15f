### Privacy: what a message tells its decoder, what is guaranteed and what can be proven.

question = How much can the server learn from a message?

## The headline. $kind: whether a guarantee is known, and whether the audit contradicts it.

finding = { $kind ->
    [none] { $scheme } has no guarantee: our attack on { $encodes } messages of each value shows at least ε = { $proven } for the server.
    [broken] Our attack on { $scheme } shows ε = { $proven }, more than the guaranteed { $guaranteed }.
    [pure] With { $scheme }, a message tells the server at most ε = { $guaranteed } about x; the noisy output alone, at most { $own }.
    *[kept] With { $scheme }, a message tells the server at most ε = { $guaranteed } (δ = { $delta }); the noisy output alone, at most { $own }.
 }

theorem = { $delta ->
    [yes] Theorem 8
    *[no] Theorem 7
 }

## Notices: the reason, the evidence, the contrast; then what is read in the tab.

reason = { $scheme ->
    [ppr] Why { $bound }? The chance of an index is its weight ÷ the sum of all weights; another x changes both at most
        e^{ $half }-fold (αε = { $half }), so the chance at most e^{ $bound }-fold.
    [ppr_delta] Theorem 8 guarantees 2αε = { $bound } with 2δ, on average over lists: where the output stays within e^ε,
        each candidate’s weight, (density ratio / random time)^α, stays within e^(αε).
    [pfr] Why no limit? PFR (PPR at α = ∞) always sends the best candidate, so the index rules out every x for which another is
        best.
    [truncated_ppr] Why { $bound }? The proof is that of PPR: another x may raise a weight and lower the sum of weights, each by
        the factor e^(αε).
    [mrc] Why { $bound }? MRC (minimal random coding) sends a candidate with probability weight ÷ sum of weights; another x may
        raise the weight and lower the sum, each by the factor e^ε.
    [modified_mrc] Why { $bound }? Modified MRC keeps each candidate’s probability between two limits whose ratio is e^ε.
    [genprot] GenProt’s authors prove 10ε = { $bound }, and no proof of a smaller value is known here.
    [bassily_smith] Why { $bound }? Bassily–Smith sends one bit, the toss of a coin whose probability, r/2, depends on the value.
    [rejection] Why { $bound }? A seed of pseudorandom rejection only names an output to whoever cannot break the generator.
    *[greedy_rejection] Greedy rejection guarantees nothing: from candidate 2 on, an index is possible for some values
        only.
 }

reason-more = { $scheme ->
    [ppr] A candidate has a large weight if it fits x well and its random time is small: weight = (fit ÷ time)^α. The fit is the
        density ratio r. Another x changes a fit at most e^ε-fold, so a weight at most e^(αε)-fold. Weight and sum
        together make 2αε = { $bound } (Liu et al. 2024, Theorem 7).
    [ppr_delta] A candidate is sent with probability weight / sum. Both may move in opposite directions, hence 2αε.
    [mrc] The weight may rise while the sum falls, so the probability changes by at most the factor e^(2ε).
    [truncated_ppr] The proof does not ask how many candidates there are. With few candidates the output is not exact.
    [modified_mrc] A density ratio with two values allows this. The price is a small error of the output when the list
        is short.
    [rejection] To a server who can break the generator it may tell more. Then { $weak }. No seed of 128 bits comes
        twice, so the audit looks at decoded outputs.
    [pfr] Some indices are never sent for some values of x. With more messages, the attack then shows an ever larger ε.
    *[other] { "" }
 }

rejection-weak = ε = { $epsilon } remains (Lemma 3.6)
rejection-none = no guarantee remains

audit = { $zero ->
    [yes] Our attack shows no leak.
    *[no] Our attack guesses x from messages: it shows ({ $confidence } sure) that the server’s ε is at least { $proven }{ $more ->
        [no] { "" }
        *[yes] ; against PPR at α = ∞ (called PFR), it shows at least { $pfr }
    }.
 } Of { $all } messages for each of two values, { $encodes } were counted; from the others, the attack learned what to count.
audit-more = The evidence: { $event }. A scheme with ε-privacy allows a ratio of at most e^ε; the attack takes off what chance may add. Other lists may give more away, so an attack shows only a lower limit.


accounting = { $average ->
    [yes] Theorem 8 holds on average over lists; on a single list it may fail more often. On the same average, the computed limit is ε = { $epsilon } with failure chance δ = { $delta }.
    *[no] Why is the computed limit smaller than { $bound }? Only on rare lists does an index tell nearly { $bound }. A limit that may fail with a chance of δ = { $delta } may leave these out: ε = { $epsilon }.
 }



## The event that the audit chose.

event = { $what } { $likely } { $unlikely }
event-output = { $outputs } was decoded
event-index = on list { $list } of { $lists }, { $kind ->
    [one] the index { $indices } was sent
    [other-than] an index other than { $indices } was sent
    [any] any index was sent
    *[among] one of the indices { $indices } was sent
 }
input = { $finite ->
    [yes] category { $category }
    *[no] { $end ->
        [first] x at one end
        *[last] the other end
    }
 }
event-or = { $first } or { $second }
event-others = others
event-likely = { $times ->
    [one] once
    *[other] { $count } times
 } in { $encodes } for { $input }
event-unlikely = { $times ->
    [0] and never for { $input }
    [one] and once for { $input }
    *[other] and { $count } times for { $input }
 }

## Tiles. A reader sees the output only; the decoder also has the seed and the message.

tile-proven = Server’s ε shown by our attack (at least, { $confidence } sure)
tile-decoder-accounted = Limit of the server’s ε (computed, failure chance δ = { $delta })
tile-decoder-at-delta = Limit of the server’s ε (computed, failure chance δ = { $delta })
tile-list = Server’s ε from list and index only: at least { $low }, at most
tile-decoder = { $pure ->
    [yes] Limit of the server’s ε (promised, always)
    *[no] Limit of the server’s ε (promised, failure chance δ = { $delta })
 }
tile-reader-at-delta = Limit of a reader’s ε (computed, failure chance δ = { $delta })
tile-reader = Limit of a reader’s ε (noisy output alone)
tile-worst = Largest loss on { $lists } lists
tile-bits = Average length of a message ({ $code })
tile-deviation = Total variation between outputs and wanted noise (perfect samples: { $floor })
tile-lost = Reports lost
tile-candidates = Average number of candidates looked at
audit-source = Clopper & Pearson 1934, { $confidence } confidence

## The picture.

chart-title = The most that a message can tell about the secret value x
chart-note = { $pure ->
    [yes] An output with ε = { $own } changes the odds between two values of x at most { $odds }-fold (e^ε).
    *[no] ε measures what is learned about x: 0 is nothing, 10 nearly everything.
 }
server-note = The server also sees which candidates of the list were passed over, so it may learn more.
endless-note = The row with no limit is the least safe, even if our attack on it learned less.
tells-tab = What a message tells
bits-tab = Bits and privacy
list-title = How likely each index of list 1 is to be sent, for two values of x
limits-above = The picture above shows the limits: the chance of each index of a list is known for PPR and MRC only.
list-caption = { $finite ->
    [yes] On list 1, index { $index } is { $factor } times as likely for category { $likelier } as for { $other }, so it tells the server ln { $factor } = { $epsilon }.
    *[no] On list 1, index { $index } is { $factor } times as likely for one end as for the other, so it tells the server ln { $factor } = { $epsilon }.
 } { $known ->
    [no] { "" }
    *[yes] Any index on any list tells at most { $limit }; our attack, counting on a few lists, shows { $proven }.
 }
list-axis = Index K in list 1
list-axis-chance = Probability to be sent
list-for = { $finite ->
    [yes] { $end ->
        [first] if the person’s category is 1
        *[last] if it is { $categories }
    }
    *[no] { $end ->
        [first] if x is at one end
        *[last] if x is at the other end
    }
 }
list-factor = index { $index }: { $factor } times as likely
bars-title = Between shown and guaranteed: ε towards the server
axis-learned = ε: the most that is learned about x (nats)
row-reader = a reader of the noisy output
row-decoder = the server, with { $scheme }
row-pfr = the server, with PFR (PPR at α = ∞)
row-limit = at most ε = { $epsilon }
row-none = no limit
proven = our attack shows ε ≥ { $epsilon } ({ $confidence } sure)
axis-decoder = ε towards the server
axis-decoder-delta = ε towards the server, with δ = { $delta }
legend-mechanism = reader of the output
legend-guaranteed = guaranteed
legend-audit = shown by attack
legend-exact = computed
label-infinite = ε = ∞
label-none = no guarantee
label-broken = generator fails

## A longer audit.

growth-note = Each line shows the ε that the first n messages of the counting half show. A line keeps rising for schemes
    in which some indices never occur for one of the two values.
growth-title = What more messages show
growth-axis = Messages of each value that count
growth-axis-proven = ε shown by the attack
growth-guarantee = guaranteed by { $scheme }
growth-accounting = numerical accounting, δ = { $delta }
growth-guarantee-near = guaranteed by { $scheme }; numerical accounting, δ = { $delta }: { $epsilon }
growth-part = { $scheme } from { $first } to { $last }
growth-caption = From { $fewest } to { $most } messages, the shown ε rises: { $parts }.

## δ for each ε.

delta-note = A view is (ε, δ)-private for these two values if δ is at least the curve. The solid line of PPR is an
    average over lists: an observer who also saw the sender’s times learns this much, and the server no more.
    The points of PPR and the curves of PFR, truncated PPR and pseudorandom rejection are estimated from below. The
    other curves are exact on the lists enumerated.
delta-title = How large δ must be for each ε
delta-from-below = PPR, estimated from below
delta-most = PPR, at most
delta-list = PPR, list and index only: between these bounds
delta-caption = At the mechanism’s own ε = { $epsilon }, the output alone needs δ = { $delta }. { $parts }
delta-part = { $delta } with { $scheme }
delta-parts = The server’s view needs δ = { $parts }.

## How much one message tells.

losses-note = The loss ln P(K | x)/P(K | x′) of the index K that x sends, averaged over lists, for schemes whose
    probabilities are known. Those of PPR and PFR, whose list is endless, are not. Schemes of one colour are named at their ends.
losses-title = How often the privacy loss exceeds a level
losses-axis = Level
losses-axis-share = P(loss > level)

## What α costs.

price-note = A smaller α leaks less to the server and makes the message longer. The solid line is an upper bound,
    computed for an observer who also saw the sender’s times; the server learns no more. Dotted lines are the theorems’
    guarantees. Points are real messages and what our attack shows.
price-title = The price of a smaller ε towards the server, along α
price-axis = Bits of a message
price-point = α = { $alpha }
price-promised = guaranteed: { $theorem }, Theorem 5
price-theorem = { $theorem }, exact bits
price-most = at most
price-real = bits of real messages
price-audit = shown by our attack at α = { $alpha }
price-caption = At α = { $low } a message takes { $low_bits } bits and leaves ε = { $low_epsilon }. At α = { $high } it
    takes { $high_bits } bits and leaves ε = { $high_epsilon }. Theorem 10 needs α ≤ 1 + { $excess }, where Theorem 5
    allows { $bits } bits, far above this chart.

## Bits against the decoder’s ε.

frontier-note = Each scheme stands at the bits it sends and the ε that its server learns at most. Strokes enclose PPR
    without the sender’s times, each end with 99.9 % confidence. No exact scheme that sends one index in Elias delta code
    needs fewer bits than the dotted line; for two categories a scheme reaches it. MRC and its relatives are not exact, and an uncompressed output is no index:
    they may be below it. Of the other weights tried in place of PPR’s power none tells the server less from about one bit
    on. At half a bit the best tells it 5 % less of two categories.
frontier-title = Bits of a message against ε towards the server
frontier-least = fewest bits of any exact scheme
frontier-list = PPR, list and index only
frontier-times = PPR, times known
frontier-none = Choose a number of lists under “more settings” to enclose what list and index tell, and to see the fewest bits
    of any exact scheme. Both are computed where the mechanism’s density ratio has two values.
frontier-caption = At α = { $alpha } list and index tell between ε = { $low } and ε = { $high }, certified to
    ± { $width }; with the times it would be { $times }. An exact scheme whose server learns only what a reader does, ε = { $reader }, needs at least
    { $bits } bits.

## How three older schemes choose.

rules-note = GenProt tosses a coin for each of N candidates, with probability r/2, and sends the index of one that it
    accepted. It guarantees privacy from the server, but its output is only nearly exact. Bassily–Smith tosses one coin
    with probability r/2 for the first candidate alone and sends the result as one bit, so about half of all reports are
    lost. Greedy rejection takes candidate after candidate with the largest probability that does not overfill the
    mechanism’s distribution. It is exact and short, but from candidate 2 on it accepts the sender’s own category only,
    so the index gives that category away. The chart shows ε = ln 2 = 0.693, whatever ε this page has.
rules-title = Probability of accepting a candidate: randomized response on four categories, ε = ln 2
rules-caption = A candidate with the sender’s own category is accepted more often. How much more often decides who learns what.
rules-other = another category
rules-own = own category
rules-axis = Candidate of the list, { $scheme }
rules-axis-chance = Probability of accepting it

## All schemes.

compared-tab = All schemes
compared-note = “Total variation” compares { $encodes } decoded outputs with the mechanism’s distribution; samples of the
    mechanism itself show { $floor }. “Shown by the attack” uses { $counted } messages of each value at { $confidence } confidence.
    “Largest loss” is exact, on { $lists } lists; PPR’s is not enumerated. “ε with the same δ” is what the server
    learns at most with δ = { $delta }, by each scheme’s own accounting. Bits are those of the Elias delta code; MRC, modified MRC, GenProt, Bassily–Smith and pseudorandom rejection use a fixed
    length. Pseudorandom rejection comes within { $gamma } of the mechanism’s distribution and is audited by its outputs.
    { error-bar }
compared-absent = Without a row: { $schemes }.
compared-absent-one = { $scheme } { $reason }
head-scheme = Scheme
head-exact = Exact
head-deviation = Total variation
head-at-delta = ε with the same δ
head-guaranteed = Guaranteed ε
head-audit = Shown by the attack
head-worst = Largest loss
head-bits = Bits
head-candidates = Candidates
cell-output = The output alone
cell-yes = yes
cell-no = no
cell-within = within { $distance }
cell-generator = { $epsilon } ({ $rest } if the generator fails)
cell-nothing = nothing

## All guarantees of the chosen scheme.

guarantees-title = All guarantees of { $scheme }
clock = A clock sees how long the sender searches. For every value the search stops by the same bound, r* = { $bound }, so
    the number of candidates tells the clock { $order ->
        [time] next to nothing
        *[candidates] nothing
     } about the value.
clock-price = A value in the middle alone would need r* = { $own }. If each value stopped by its own bound, a clock would
    tell the middle from an end in { $right } of all cases; a guess is right in 50 %.
clock-constant = A search that takes { $looks } candidates for every value, { $ratio } times r*, tells the clock nothing. With a probability of { $failure } at most it misses the candidate of PPR, which takes a tenth of δ.
corrected-title = Two corollaries, corrected
corrected-note = Liu, Chen, Özgür and Li 2024 print two statements on means of Gaussian reports that do not hold as
    printed.
head-against = Towards
head-statement = Statement
head-pair = (ε, δ)
head-here = Here
head-needs = Needs
head-source = Source
head-where = Where
head-printed = Printed
head-used = Used here
head-because = Because
here-distance = { $epsilon } · distance
here-none = no bound
here-unmet = { $pair } if it were met
needs-unmet = not met: { $needs }

statement-name = { $source ->
    [ppr-theorem7] Theorem 7
    [ppr-theorem8] Theorem 8
    [ppr-theorem9] Theorem 9
    [ppr-theorem10] Theorem 10
    [ppr-renyi] numerical accounting
    [mrc-theorem2eps] weight and sum both change
    [mrc-two_level] the sum of weights is near its mean
    [mrc-modified] weights that keep ε
    [genprot-theorem] rejection with p = r/2
    [bassily_smith-bit] both values of the bit
    [rejection-lemma3-7] a generator as good as random
    [rejection-lemma3-11] a generator as good as random
    [rejection-lemma3-6] any generator
    [greedy-definition] none
    [metric-definition] the mechanism’s own, by distance
    [derived] as towards the server
    *[own] the mechanism’s own
 }
statement-needs = { $source ->
    [ppr-theorem7] the mechanism is ε-private with δ = 0
    [ppr-theorem8] the mechanism is (ε, δ)-private; 2δ is an average over lists
    [ppr-theorem9] the mechanism is private by distance
    [ppr-renyi] fresh candidates for every message, drawn independently of the input, and averaged over. A list used
        twice for one person, or a seed chosen by somebody who knows the input, is not covered. On the worst single list
        only Theorems 7 and 9 hold
    [mrc-theorem2eps] the mechanism is ε-private with δ = 0
    [mrc-modified] a density ratio with two values
    [genprot-theorem] the mechanism is ε-private with δ = 0
    [bassily_smith-bit] r* < 2
    [rejection-lemma3-7] no test tells candidates from samples of Q
    [rejection-lemma3-11] no test tells candidates from samples of Q
    [rejection-lemma3-6] δ = 0 and a ratio from e^(−ε₀) to e^(ε₀)
    [greedy-definition] some indices are impossible for some inputs
    [derived] the output is computed from what the server has
    *[own] the output, where it is not lost, follows its distribution
 }
needs-finite = α < ∞: at ∞ some indices never occur for some x
needs-both = { $first }, and { $second }
needs-known-loss = a mechanism whose privacy loss has a distribution that is known here
needs-tight = α ≤ 1 + { $excess }, where Theorem 5 allows { $bits } bits of overhead; here α = { $alpha }
needs-two-level = N > { $enough } for ratios from { $low } to { $high } with δ = { $delta }; here N = { $candidates }
needs-two-level-unmet = { needs-two-level }, and the numbers are those of N = { $shown }

## Formulas.

formula-promise = What the server may learn
formula-fallback = What is left if the generator fails
formula-audit = What the attack shows: { $likely } hits against { $unlikely }
formula-price = The price of Theorem 10: overhead at the largest α it allows
symbol-ratio = largest density ratio
symbol-own = privacy loss of the mechanism
symbol-log-ratio = largest logarithm of the density ratio, up or down
symbol-likely = { $delta ->
    [yes] lower limit of the event’s probability under the input that favours it, less the share that δ explains
    *[no] lower limit of the event’s probability under the input that favours it
 }
symbol-unlikely = upper limit under the other input
symbol-counted = messages of each input that count, half of all
symbol-left = what the confidence leaves, for the limits
symbol-slack-epsilon = what ε may grow by
symbol-slack-delta = what δ may grow by
