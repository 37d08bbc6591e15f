### Parameter check: are these parameters sane, and what should be used instead?

question = Are my parameters sane, and what should I use?

and = { $first } and { $last }

## The verdict. $reason: the first sentence of the worst check.

verdict = { $remarks ->
    [0] { $best ->
        [yes] A sane choice
        *[no] Usable, but not the best
     }
    [one] Usable, with 1 remark
    *[other] Usable, with { $count } remarks
 }
finding = { $kind ->
    [broken] These settings break a limit. { $reason }
    [useless] No limit is broken, but the result is useless: with { $people ->
        [one] 1 person
        *[other] { $clients } people
    }, noise is { $share } times a true number.
    [shuffling] { $verdict }: a person sends { $bits } bits to a shuffler; the error is { $price } times a trusted server’s.
    [aggregation] { $verdict }: a person sends { $bits } bits for a secure sum; the error is { $price } times a trusted server’s.
    [trusted] { $verdict }: { sent-numbers } { $bits } bits on average instead of { $plain }; the server is trusted.
    [open] { $verdict }: { sent-numbers } { $bits } bits on average instead of { $plain }; nothing limits what the server learns.
    *[limited] { $verdict }: { sent-numbers } { $bits } bits on average, not { $plain }; the server learns at most ε = { $epsilon }{ $pure ->
        [yes] .
        *[no] { " " }(failure chance { $delta }).
    }
 }
sent-numbers = { $numbers ->
    [0] a report takes
    [one] 1 number takes
    *[other] { $shown } numbers take
 }

## What to do: the nearest remedy, then the best scheme.

remedy = The nearest remedy: “{ $fix }”.
remedy-more = { $others ->
    [0] { "" }
    [one] There is 1 more warning.
    *[other] There are { $count } more warnings.
 }
price = { $model ->
    [local] Without trust, a person sends { $bits } bits, the server learns up to ε = { $learned } from a report, and the
        error is { $times } times a trusted server’s.
    [shuffled] With a trusted shuffler, a person sends { $bits } bits, and the error is { $times } times as large.
    *[summed] With secure aggregation, a person sends { $bits } bits, and the error is { $times } times as large.
 }
recommend = { $kind ->
    [none] No scheme keeps every limit; { $schemes } were compared.
    [sane] A choice is sane if no limit is broken, and no scheme with an error within { $allowed } of the smallest sends fewer bits.
    [keep] No other of the { $schemes } schemes compared sends fewer bits with an error within { $allowed } of the smallest.
    [repair] The best scheme within all limits is { $scheme }: of those whose error is within { $allowed } of the smallest, it sends the fewest bits.
    [accurate] Within the same limits, another scheme is more accurate: { $scheme }, with { $measure } { $error } instead of
        { $own }.
    *[shorter] Within the same limits, another scheme is about as accurate and shorter: { $scheme }, with { $bits } bits
        instead of { $own_bits }.
 }
recommend-costs = { $limited ->
    [yes] It sends { $bits } bits on average, and its server learns at most ε = { $epsilon }.
    *[no] It sends { $bits } bits on average, and nothing limits what its server learns.
 }
recommend-without = Without { $limits }, the best would be { $scheme }, with { $measure } { $error } and { $bits } bits.
recommend-noisier = { $scheme } sends only { $bits } bits, but its error is { $more } larger; at most { $allowed } is allowed here.
limit = { $name ->
    [trusted] the limit of trust
    [time_budget] the time budget
    [decoder_epsilon] the limit for the server
    *[bit_budget] the bit budget
 }
measure = { $name ->
    [coordinate] typical error of a number
    [mean] typical error of a number of the mean
    [frequency] root mean square error of a frequency
    [squared] squared error of a report
    *[other] error
 }

## What is used, and why it takes so many bits.

sent = How is it sent? PPR (Poisson private representation) sends only an index: the place of the noisy report in a random list that the server has, too. Here it sends { $indices ->
    [one] 1 index
    *[other] { $count } indices
 } at α = { $alpha }{ $chosen ->
    [yes] , which takes the fewest bits within your limits.
    *[no] .
 }
sent-alpha = For any noise, a theorem limits the server to 2αε = { $double }{ $pure ->
    [yes] , without exception.
    *[no] , with twice the failure chance of the noise.
 } For this noise, ε = { $epsilon } is computed; this limit fails with a chance of at most { $delta }. Your limit ε′ is compared with the computed one.
sent-chunk = { $whole ->
    [yes] One index stands for all { $chunk } numbers.
    *[no] Each index stands for up to { $chunk } numbers.
 }
sent-reports = The ε of a person is divided evenly among { $reports } reports.
shares = { $hidden ->
    [yes] Of the { $bits } bits, only { $divergence } tell about the person (fitting x), on average. The others hide x from the server and mark the end of the message.
    *[no] Of the { $bits } bits, only { $divergence } tell about the person (fitting x), on average. At α = ∞ the others name the place and mark the end of the message; no bit hides x from the server.
 }
noise = { $useless ->
    [yes] Is the result useful? Not yet: only in the mean of { $needed } people would the noise be as small as a true number.
   *[no] Is the result useful? Yes: in the mean of { $clients } people the noise is smaller than a typical true number, { $share } times as large; in one report it is { $times } times as large.
 }
noise-mean = The mean of all has √n = { $root } times less noise than one report.
risk = { $measure ->
    [right_guesses] Between two equally likely inputs { risk-who } guesses right { $reached } times in 100 at most, at
        ε = { $epsilon }.
    [advantage] The best test of { risk-who } has at most { $reached } percentage points more true positives than false
        alarms, at ε = { $epsilon }.
    *[true_positives] At { $alarms } false alarms, the best test of { risk-who } has at most { $reached } % true positives,
        at ε = { $epsilon }.
 }
risk-who = { $who ->
    [mean] a reader of the mean
    [report] a reader of the report
    *[decoder] a report’s server
 }

## Checks. The first sentence of each is the fact; those of red lights follow the verdict.

check-ratio = The encoder looks at about r* = { $candidates } candidates on average, whatever α is.
check-ratio-infinite = A Gaussian proposal has lighter tails than Laplace noise, so no exact encoder can stop.
check-ratio-bound = The ratio r* is infinite. Theorem 5 still bounds the average message: at most { $bits } bits.
check-ratio-large = An encoder would need r* = { $candidates } candidates for one index.
check-ratio-limit = At most 10⁷ candidates can be searched here.
check-decoder-trusted = The server has the seed and the message. It is trusted, so nothing has to be kept from it.
check-decoder-infinite = At α = ∞, no ε holds towards the server.
check-decoder-finite = At α = 2, the server would learn at most ε = { $epsilon }.
check-decoder-unlimited = The server learns at most ε = { $epsilon }, and no limit is set for it.
check-decoder = The server learns at most ε = { $epsilon } with failure chance { $delta }, within the limit ε′ = { $limit }.
check-decoder-output = A report with so little noise tells the server more than ε′ = { $limit }, however it is sent; more noise helps.
check-decoder-plain = Even a report that is sent uncompressed tells whoever receives it ε = { $output }.
check-decoder-trust = { $central ->
    [yes] A target for the mean needs more trust: in a shuffler, in secure aggregation or in the server.
    *[no] Give the reports a smaller ε, or trust the server with them.
 }
check-decoder-no-alpha = No α keeps the server within ε′ = { $limit } without more noise.
check-decoder-learns = The output alone tells ε = { $output }, and at α = { $alpha } the server may learn
    ε = { $epsilon }.
check-decoder-above = { $near ->
    [yes] The server may learn a little more than the limit ε′ = { $limit }.
    *[no] The server may learn ε = { $epsilon }, more than the limit ε′ = { $limit }.
 }
check-promise = { $pure ->
    [yes] Towards the server, ε = { $epsilon } is guaranteed.
    *[no] Towards the server, ε = { $epsilon } with δ = { $delta } is guaranteed.
 }
check-promise-weak = { $pure ->
    [yes] Towards the server, ε = { $epsilon } { $nothing ->
        [yes] protects nothing.
        *[no] is a weak guarantee.
     }
    *[no] Towards the server, ε = { $epsilon } with δ = { $delta } { $nothing ->
        [yes] protects nothing.
        *[no] is a weak guarantee.
     }
 }
check-promise-rejection = Pseudorandom rejection would keep the output’s own ε = { $epsilon }, if its generator is as good
    as random.
check-time = Encoding a report, one of many, should take { $time } ms; { $budget } ms are allowed.
check-time-long = Encoding a report would take { $time } ms, more than the { $budget } ms allowed.
check-time-why = { $chunked ->
    [yes] Each chunk of { $chunk } numbers needs r* = { $candidates } candidates.
    *[no] An index needs r* = { $candidates } candidates.
 }
check-bits = A person sends { $bits } bits on average; { $budget } are allowed.
check-bits-many = A person sends { $bits } bits on average, more than the { $budget } allowed.
check-plain = A person sends { $bits } bits on average instead of { $plain } for the { $label }.
check-plain-pointless = Compression saves nothing: a person sends { $bits } bits instead of { $plain } for the { $label }.
check-plain-one = No index takes less than one bit: send the output as it is.
check-delta = { $which ->
    [both] Neither δ = { $delta } nor δ′ = { $decoder_delta } is larger than 1/n = { $share }.
    [delta] δ = { $delta } is not larger than 1/n = { $share }.
    *[decoder_delta] δ′ = { $decoder_delta } is not larger than 1/n = { $share }.
 }
check-delta-large = { $which ->
    [both] δ = { $delta } and δ′ = { $decoder_delta } are larger than 1/n = { $share }.
    [delta] δ = { $delta } is larger than 1/n = { $share }.
    *[decoder_delta] δ′ = { $decoder_delta } is larger than 1/n = { $share }.
 }
check-delta-why = Publishing one person’s data outright would satisfy { $both ->
    [yes] them.
    *[no] it.
 }
check-own = { $pure ->
    [yes] Towards a reader, ε = { $epsilon } is guaranteed.
    *[no] Towards a reader, ε = { $epsilon } with δ = { $delta } is guaranteed.
 }
check-own-weak = { $pure ->
    [yes] The mechanism’s own ε = { $epsilon } is weak.
    *[no] The mechanism’s own ε = { $epsilon } with δ = { $delta } is weak.
 }
check-odds = { $seen ->
    [message] A message
    [mean] The mean
    *[output] An output
 } changes the odds between two inputs by a factor of { $odds } at most.
check-test = The best test of { $seen ->
    [message] a message
    [mean] the mean
    *[output] an output
 } { $sure ->
    [kept] may still recognise almost surely which of two inputs was sent: the limit is kept, but protects little.
    [yes] may still recognise almost surely which of two inputs was sent.
    *[no] recognises one of two inputs in at most { $detected } of cases, with { $alarms } false alarms.
 }
check-hiding = At α = { $alpha }, close to 1, { $share } of the { $bits } bits only pay for choosing at random.
check-hiding-less = At α = 1.5, a person would send { $bits } bits.
check-corollary = Corollary 12 guarantees (ε, δ) = ({ $epsilon }, { $delta }) for one report towards the server.
check-corollary-local = Corollary 12 does not apply.
check-corollary-below-one = It needs a local ε below 1 before compression.
check-corollary-central = The local guarantee of Corollary 12 does not cover ε = { $epsilon }.
check-corollary-needs = It needs ε < 1/√n = { $root }, and about half of that for any two inputs of the ball.
check-corollary-others = For one report towards the server, numerical accounting guarantees
    (ε, δ) = ({ $epsilon }, { $delta }), and Corollary 17 ({ $renyi }, { $renyi_delta }).
check-trust = { $who ->
    [shuffling] A shuffler decodes each report and forgets who sent it; a report alone would tell ε = { $local }.
    *[aggregation] The server learns only a sum of whole numbers modulo 2 to the power of { $modulus_bits }; the protocol
        hides what each client adds.
 }
check-split = { $several ->
    [yes] The { $count } reports of a person have squared error { $error } with the { $split } split.
    *[no] A report has squared error { $error } with the { $split } split.
 }
check-split-used = The split uses { $used } of ε = { $epsilon }.
check-split-least = No other split has a smaller error at this ε.
check-split-better = One report with the optimized split would have { $error }, and would take r* = { $candidates }
    candidates.

## Remedies on buttons.

fix-set = Set { $settings }
fix-choose = Choose { $open } for me
fix-both = Set { $settings } and choose { $open } for me
fix-everything = Choose everything for me
fix-trust = { $who ->
    [aggregation] Trust secure aggregation
    *[server] Trust the server
 }
fix-setting = { $name ->
    [epsilon] ε = { $value }
    [decoder_epsilon] ε′ = { $value }
    [delta] δ = { $value }
    [decoder_delta] δ′ = { $value }
    [alpha] α = { $value }
    [chunk] chunk size = { $value }
    [reports] reports = { $value }
    [split] split = { $value }
    [time_budget] time budget = { $value } ms
    *[bit_budget] bit budget = { $value } bits
 }
fix-weaker = { $name ->
    [decoder_epsilon] { $setting } (raises the server’s limit: less private)
    [time_budget] { $setting } (raises the limit)
    [bit_budget] { $setting } (raises the limit)
    *[other] { $setting } (less private)
 }
fix-open = { $name ->
    [alpha] α
    [chunk] the chunk size
    [reports] the number of reports
    [proposal] the proposal
    [split] the split
    *[code] the code
 }
light = { $light ->
    [red] Problem
    [amber] Remark
    *[green] Passed
 }

## Tiles

tile-bits = { $reports ->
    [one] Average length of a report, computed
    *[other] Average length of { $count } reports, computed
 }
tile-bound = { $reports ->
    [one] Length of a report, average at most
    *[other] Length of { $count } reports, average at most
 }
epsilon-central = { $pure ->
    [yes] Limit of the ε of a reader of the mean
    *[no] Limit of the ε of a reader of the mean (failure chance { $delta })
 }
epsilon-local = { $pure ->
    [yes] Limit of the ε of a reader of one report
    *[no] Limit of the ε of a reader of one report (failure chance { $delta })
 }
epsilon-decoder = { $pure ->
    [yes] Limit of the server’s ε
    *[no] Limit of the server’s ε (failure chance { $delta })
 }
tile-price = Error, as a multiple of a trusted server’s
tile-time = Time to encode a report, of { $together } encoded together
tile-people = Typical error of the mean of { $clients } people (a true number is about { $entry })
tile-error = { $measure ->
    [coordinate] Typical error of a number in one report (a true number is about { $entry })
    [mean] Typical error of a number of the mean (a true number is about { $entry })
    [frequency] Typical error of a frequency (root mean square)
    [reports] Squared error of a person’s reports
    [squared] Squared error of a report
    *[other] Error
 }
tile-mean-error = Squared error of the mean
tile-simulated = Average length of a report, measured
samples-reports = { $count } reports
samples-batches = { $count } batches
tile-theorem5 = Average of log₂ K, the bits of the place, at most (Theorem 5)
tile-theorem14 = Average of log₂ K, at most by a sharper bound (Theorem 14)

## The picture: every scheme

chart-title = Bits of all ways to send a report; your setting is first
chart-note = { $broken ->
    [no] Every scheme keeps the limits
    [held] Every scheme keeps the limits
    *[some] Unless its row says otherwise, a scheme keeps the limits
 }: ε = { $epsilon } for a reader of the { $central ->
    [yes] mean
    *[no] output
 }{ $kind ->
    [trusted] ; the server is trusted.
    [shuffling] ; the shuffler is trusted.
    [aggregation] ; nobody decodes a single report.
    [open] ; nothing limits what the server learns.
    *[limited] , and ε′ = { $limit } for the server.
 }
chart-note-yours = Your setting breaks the server’s limit ε′ = { $limit }; any other scheme that would break it gets enough noise to keep it.
chart-note-held = A scheme that would leak more gets enough noise to keep the limits.
chart-note-why = { $numbers ->
    [0] Why so few bits? At ε = { $epsilon } nearly every value in the list fits x, so an early place is sent.
    [one] Why so few bits? At ε = { $epsilon } nearly every value in the list fits x, so an early place is sent.
    *[other] Why so few bits? At ε = { $epsilon } noise in { $shown } numbers lets nearly every listed value fit; an early place wins.
 }
chart-delta = Tiles, table and chart give every ε with δ′ = { $delta }, not with your δ = { $own }.
what = { $scheme ->
    [ppr] sends a place in a shared list; α = { $alpha }{ $chosen ->
        [yes] { " " }(chosen)
        *[no] { "" }
    }
    [rejection] sends a seed that generates the report
    [plain] sends the noisy numbers
    *[other] { "" }
 }
what-alpha = { $what }; server: ε ≤ { $epsilon } computed for this noise, 2αε = { $double } by theorem for any
axis-bits = Bits for a report
limit-label = { $name ->
    [trusted] limit of trust
    [time_budget] time budget
    [decoder_epsilon] limit for the server
    *[bit_budget] bit budget
 }
beside-bits = { $bits } bits
beside-best = best
beside-error = { $measure ->
    [coordinate] error { $error } per reported number
    [mean] error { $error } per number of the mean
    *[other] error { $error }
 }
beside-unknown = error unknown
beside-decoder = server’s ε ≤ { $epsilon }
beside-endless = server: no limit
beside-own = with noise for ε = { $epsilon }
beside-checked = your setting
beside-breaks = { $limit ->
    [trusted] needs more trust
    [decoder_epsilon] tells its server too much
    [time_budget] too slow
    *[bit_budget] too long
 }

## PPR along time

time-tab = Bits and time
time-note = Chunk size and proposal width change along the curve.
time-title = Bits and time of PPR’s ways to send a report
time-axis = Time to encode a report, predicted (the tile is measured)
time-compared = compared
time-frontier = fewest bits at each speed
used-real = used, really encoded
used-exact = used, computed
time-caption = { $kind ->
    [widths] Each point is a chunk size with a proposal width; the marked one was really encoded.
    [splits] Each point is a split of ε into reports, with its own error; the marked one was really encoded.
    [single] There is one way to send this; the marked point was really encoded.
    [slow] An encode takes too long to try.
    *[endless] No encoder can run here, so the place along the time axis means nothing.
 }
time-far = Outside the picture: { $label }, { $value } { $unit }.

## PPR along α

alpha-tab = Bits and ε
alpha-note = α changes along the curve. Further to the left, the server learns less.
alpha-title = What the server may learn, and what it costs to hide it
alpha-axis = ε of a report towards the server, with δ′ = { $delta }
alpha-bound = at most, Theorem 5
alpha-exact = along α, computed
no-curve = PPR does not send these reports, or its setting is chosen for you: there is no curve to draw.
alpha-caption = A report takes { $first_bits } bits at α = { $first } and { $last_bits } bits at α = { $last }. Used here:
    α = { $alpha }.

## Tables below

schemes-tab = All schemes
guarantees-tab = Guarantees
checks-tab = Checks
schemes-run = Run { $scheme } on the page { $page }
schemes-note = The star (∗) marks the best scheme within the limits: of those whose error is at most 5 % above the least, it sends the
    fewest bits. Every scheme has the settings that send fewest bits at about its least error; a link opens a page at these. Every
    ε is given with the δ′ of all comparisons, and with δ = 0 in brackets. The sign ≤ marks an upper bound.
head-protects = Protects
head-against = Against
head-guarantee = Guarantee
head-source = Source
head-condition = Condition
head-scheme = Scheme
head-bits = Bits
head-time = Time
head-own = ε of the mechanism
head-reader = ε towards a reader
head-decoder = ε towards the server
head-law = Distribution of the output
head-runs = Runs on
cell-here = this page
cell-unknown = unknown
cell-slow = too long
cell-exact = the mechanism’s
cell-own = its own
cell-endless = no limit
cell-checked = { $shown }, as checked
cell-entries = { $shown }: the server sees entries
cell-no-epsilon = { $shown }: no ε from 0.001 on holds ε′
cell-none = does not apply
cell-guarantee = { $pure ->
    [yes] ε = { $epsilon }
    *[no] ε = { $epsilon }, δ = { $delta }
 }
cell-distance = ε = { $epsilon } for each unit of distance
cell-against = { $who ->
    [database] a reader
    *[decoder] the server
 }
cell-protects = { $who ->
    [mean] the mean
    [report] one report
    *[reports] all reports of a person
 }
condition-any-two = any two inputs
condition-compared = any two inputs, with the δ′ of all comparisons
condition-zeroed = one client’s vector set to zero
condition-replaced = one client’s vector replaced
condition-noise = follows from the noise
condition-fresh = { $spread ->
    [yes] any two inputs, however their difference is spread over chunks; fresh shared randomness
    *[no] any two inputs; fresh shared randomness
 }
condition-looser = looser: the sum over { $messages } chunks, spread evenly
condition-unregistered = no numerical accounting, because the privacy loss of this mechanism is not registered
condition-one-index = covers one index a report; here there are { $messages }
condition-below-one = needs a local ε below 1 before compression
condition-order = Rényi order { $order }
condition-distance = two inputs at that distance
condition-tight = { $room ->
    [yes] needs α ≤ 1 + { $excess }, which adds up to { $bits } bits an index
    *[no] needs α barely above 1, which adds up to { $bits } bits an index
 }

## The command line

text-line = { $task }: { $verdict }
text-bits = Bits
text-bits-runs = { $bits } on average (exact), average at most { $bound }, plain { $plain }
text-bits-checked = { $bits } on average (exact; real encodes agree: { $checked }), average at most { $bound }, plain { $plain }
text-bits-bound = average at most { $bound }, plain { $plain }
text-encode = Encode
text-encode-never = no encoder can run
text-encode-predicted = { $time } ms by prediction, among many and without compiled kernels
text-encode-here = here, { $together } messages a call, { $predicted } ms by prediction and { $measured } ms measured
text-mean-error = Squared error of the mean of { $clients }
text-schemes = All schemes (* is the best within the limits)
text-schemes-note = ε with δ′ = { $delta } for all, with δ = 0 in brackets; ≤ marks a bound.
text-options = { $splits ->
    [yes] Splits compared (* is used)
    *[no] Fewest bits at each speed (* is used)
 }
text-split = { $reports ->
    [one] { $split } split, 1 report
    *[other] { $split } split, { $count } reports
 }
text-chunk = chunk { $chunk }

## Formulas

formula-price = Price of this trust
symbol-model = error in this trust model
symbol-trusted = error with a trusted server
formula-bits = What the indices cost at most
formula-decoder = What the server may learn at most, by the paper
formula-second = What the server learns at most: the Rényi divergence of order 2, all of a change in one message
formula-report = How far a report is from its vector
symbol-order = order of PPR
symbol-distance = distance of two inputs, in units of the noise
symbol-gamma = smallest inner product with x in the cap
symbol-probability = probability that the report is in the cap
symbol-share = share of the sphere in the cap
symbol-length = length of the mean report
