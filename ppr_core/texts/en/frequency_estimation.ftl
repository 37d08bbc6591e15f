### Frequency estimation: people report categories in a few noisy bits, and a server estimates how common each one is.

question = How few bits let a server estimate how common each category is?

bits = { $one ->
    [yes] 1 bit
    *[no] { $bits } bits
 }

## The headline. $kind: how the report compares with RAPPOR's.

finding = { $kind ->
    [weak] A generator that is weak on purpose spoils { $scheme }: frequencies are typically off by { $error } instead of
        { $expected }.
    [raw] With { $scheme } a report takes { $bits }, and frequencies are typically off by { $error } of people.
    [long] With { $scheme } a report takes { $bits }, no fewer than RAPPOR’s { $raw }; frequencies are typically off by
        { $error } of people.
    [little] { $scheme } saves little: { $bits } a person instead of RAPPOR’s { $raw }; frequencies are typically off by
        { $error } of people.
    [beside] { $scheme } sends { $bits } a person, with frequencies typically off by { $error } of people; RAPPOR sends { $raw }, { $least } { $fewest }.
    *[short] { $scheme } sends { $bits } a person instead of RAPPOR’s { $raw }; its frequencies are typically off by { $error } of people.
 }

## Notices: what the error means, what rivals pay, what pairwise independence costs; then what is read in the tab.

resolution = Only categories above { $margin } of people are told from zero; the average category has { $average }.
resolution-more = That margin is 1.96 times the typical error (root mean square, { $expected } by the closed form). It
    shrinks like 1/√n: a category of 1 % is told from zero with about { $users } people or more.

change = { $same ->
    [yes] with the same error
    *[no] with { $error } computed error instead of { $other }
 }
rival = { $kind ->
    [equal] { $longer } sends as many bits as { $shorter }, { $change }.
    *[more] { $longer } sends { $factor } times as many bits as { $shorter }, { $change }.
 }
shortest = The shortest, { $scheme } ({ $bits }), has an error of { $error }, { $own } { $other } (both computed).
rival-more = These errors are computed. Measured errors are { $own } with { $scheme } and { $raw } with RAPPOR. { $near ->
        [yes] One run cannot show so small a difference.
        *[no] A run of this size can show the difference.
    }

held = { $who ->
    [decoder] With every scheme the decoder, the server with seed and message, learns at most ε = { $epsilon }.
    *[database] A reader of the decoded reports learns at most ε = { $epsilon } with every scheme; the decoder, the server
        with seed and message, may learn more.
 }
held-more = { $who ->
    [decoder] Reports that are sent as they are have this ε themselves. Compressed mechanisms need a smaller ε for it,
        down to { $value } with { $scheme }.
    *[database] With { $scheme } it may learn most, ε = { $value }. The control “{ $control }” can hold the decoder to ε, too.
 } The tab “{ table-tab }” has the others.
held-direct = Each person adds noise before sending, so even the server learns at most ε = { $epsilon } from a report. { $notion ->
    [deletion] No report is more than e^ε times as likely with a category as without one.
    *[replacement] No report is more than e^ε times as likely from one category as from another.
 }

together = { $kind ->
    [large] The yes-or-no votes in one message depend on each other, so estimates rise and fall together.
    *[small] The yes-or-no votes in one message depend on each other, but each frequency is still estimated equally well.
 } A few numbers stand for all { $size } votes, so one message in { $prime } votes { $coordinates ->
    [one] for all or for none (second number 0)
    *[more] alike along whole lines of categories
 }.
together-more = This is what pairwise independence costs: any two votes of a message are independent, all of them together are
    not. Only totals over many categories vary more from run to run, as if there were { $independent } independent categories instead of { $size }.

forms = A PI-RAPPOR message is t + 1 random numbers mod a prime p, with pᵗ > k; RAPPOR sends all k votes. In the plain form
    they are φ₀ and φ₁: category j gets a vote if φ₀ + j φ₁ mod p is below α₀p. Four forms differ in p and t.
forms-each = The plain form has t = 1 ({ $plain }). The generalised form takes any t and up to 15 % more variance, for a fast
    server ({ $generalised }). “All of ε” also spends the ε that rounding would waste ({ $full }). “Within 1 %” is the shortest form whose
    variance is at most 1 % above RAPPOR’s ({ $shortest }).
form = { $numbers } numbers mod { $prime }, { $bits } bits
forms-choice = The plain form is the default because its line can be drawn. { $kind ->
    [shorter] It is not the shortest: { $scheme } saves { $saved }, { $change }.
    *[none] No other form is shorter here.
 }

rounding = The threshold α₀p, below which a category gets a vote, must be a whole number, { $ones } of p = { $prime }. { $kind ->
    [full] The probability of an own vote is then the largest that ε = { $epsilon } allows.
    *[lower] It is rounded up, so only ε = { $used } of { $epsilon } is spent, and the variance is { $loss } above RAPPOR’s.
 }

accounted = The decoder of PPR (Poisson private representation) learns at most ε = { $epsilon }, by numerical accounting with
    δ = { $delta }. Theorem 7 guarantees { $theorem } without a δ, which is 2α = { $factor } times the ε of the decoded report. PPR chooses from
    a shared list by weights that depend on the category.
rejection = Pseudorandom rejection sends a whole seed of 128 bits. The sender tries at most { $tries } seeds ({ $gamma }).
rejection-missed = In up to { $share } of the reports no seed is accepted, and the report says nothing. The closed form leaves
    that out, and it pulls all estimates towards each other.
rejection-holds = Its ε holds as long as nobody can tell the generator’s outputs from random ones.
rejection-weak = The generator is weak on purpose, so the closed forms do not hold: only { $covered } of { $size } intervals of
    { $scheme } hold the truth. Whatever the generator, the decoder learns at most ε = { $epsilon } (Lemma 3.6).

notion = { $notion ->
    [deletion] Here ε compares a category with a report made without any (deletion). Between two categories the loss may be
        up to twice that. No such form exists here for { $schemes }: their ε compares two categories.
    *[replacement] Every ε here compares two categories of one person (replacement).
 }

sampled = Along ε a part of the { $users } people sends where all would take long: { $parts }. Their errors, times √(n′/n), are
    those of all people, because errors without bias shrink like 1/√n.
sampled-part = { $users } at ε = { $epsilon }
sampled-none = Along ε nothing is run at { $places }. All { $users } people would take too long, and a weak generator’s errors do
    not shrink with more people, so a part of them tells nothing.

clock = A client takes { $client } for a report, and the server { $server } for all of them. { $where } The files hold no times.
measured-where = Times were measured on this server ({ $machine }) on { $moment } and differ from run to run.

## Tiles.

tile-error = Typical error of a frequency (root mean square)
tile-bits = Bits a person sends
tile-bits-coded = Bits a person sends, Elias delta
tile-raw = Bits if every vote were sent (RAPPOR)
tile-accounted = Decoder’s ε with δ = { $delta }
tile-epsilon = { $rounded ->
    [yes] The server’s ε, after rounding
    *[no] The server’s ε
 }, { $notion ->
    [deletion] for a category against none
    *[replacement] for any two categories
 }
tile-own = ε of the mechanism for that
tile-top = Of the { $top } commonest, found
tile-expected = Error by the closed form
tile-largest = Largest error of a frequency
tile-sum = Sum of the errors
tile-length = Length of the error vector
tile-covered = { $level } intervals that hold the truth
tile-client = A client’s time here, per report
tile-server = The server’s time here
tile-prime = Prime p of the field
tile-ones = Threshold α₀p
tile-coordinates = Coordinates t
tile-loss = Variance above RAPPOR’s

## The picture.

chart-title = Frequencies of { $shown ->
    [all] { $size } categories
    *[some] the { $number } commonest of { $size } categories
 }{ $beside ->
    [yes] ; bits and error of schemes
    *[no] { "" }
 }
chart-note = { $beside ->
        [yes] Left: 95 % intervals
        *[no] Bars: 95 % intervals
    } from { $users } people; noise can push estimates below zero{ $beside ->
        [yes] . Right: bits in brackets; lower left is best; ring: the chosen scheme; PI: forms of PI-RAPPOR
        *[no] { "" }
    }{ $who ->
        [decoder] .
        *[database] . Readers learn at most ε = { $epsilon } from a report, the server (decoder) may learn more.
    }
axis-frequency = Frequency
axis-category = Category
axis-ranked = Category, the commonest first
axis-bits = Bits a person sends
axis-error = Typical error of a frequency
axis-true = True frequency
axis-estimated = Estimated frequency
unit-users = % of people
legend-estimated = estimated
legend-true = true
legend-margin = a category above { $margin } is told from zero
point = { $scheme } ({ $bits })
point-decoder = { $scheme } ({ $bits }; ε { $epsilon })

## One report on its way. Stars make bold text.

report-title = One report on its way
report-category = My category is number **{ $category }** of { $size }.
report-numbers = I send the two numbers, both below the prime { $prime }: **{ $first } and { $slope }**, { $bits } bits.
report-values = The server computes { $first } + j · { $slope } for each category j and divides by { $prime }; the remainder for mine, j = { $category }, is **{ $rest }**.
report-votes = A remainder below { $ones } ({ $share } of { $prime }) counts as yes: here for { $votes } of { $size } categories, { $own ->
    [yes] mine among them.
    *[no] this time not mine.
 }
report-sum = I draw two numbers. Steps 4 and 5 turn them into a yes or no to each category: yes to mine in
    { $own-share }, to any other in { $other }, so the server can count.

## One message of PI-RAPPOR.

message-tab = One PI-RAPPOR message
message-note = A message is two numbers, φ₀ and φ₁. They draw a line, φ₀ + j φ₁ mod p. It votes for every category where the line lies below α₀p. The sender’s own
    category gets a vote with probability α₁, any other with α₀. Over all lines any two votes are independent. Drawn is the
    plain form; “More settings” sets the sender’s category.
message-title = One message: (φ₀, φ₁) = { $coefficients }, numbers mod p = { $prime }, { $bits } bits
message-title-part = One message: (φ₀, φ₁) = { $coefficients }, numbers mod p = { $prime }, { $bits } bits; categories { $first } to
    { $last }
message-caption = The two numbers { $coefficients } take { $bits } bits. They vote for { $votes } of { $size } categories, { $own ->
    [yes] the sender’s category { $sender } among them.
    *[no] but not for the sender’s category { $sender }.
 } Other categories get { $expected } votes on average.
axis-line = φ₀ + j φ₁ mod p
axis-place = Category j
legend-line = the line, mod p
legend-vote = vote
legend-no-vote = no vote
legend-sender = the sender’s category { $sender }
legend-threshold = α₀p = { $ones }

## Along ε, the top, all categories, all schemes.

along-tab = Error at each ε
along-note = Every point is one run. Its bar is one standard error.
along-title = How the typical error falls as ε grows
along-axis = ε, { $notion ->
    [deletion] deletion
    *[replacement] replacement
 }
along-closed = { $scheme }, closed form
along-simulated = { $scheme }, simulated
along-caption = From ε = { $first } to { $last } the error of { $scheme } falls from { $high } to { $low }. { $kind ->
    [agree] The errors of { $runs } simulated runs agree with the formula, within { $off } standard errors
    *[off] Not all { $runs } simulated runs agree with the formula
 }{ $part ->
    [yes] ; some use a part of the people.
    *[no] .
 }
along-waiting = The runs along ε are still to come.

top-tab = The ten commonest
top-note = The server ranks categories by their estimates. Small frequencies drown in the noise of all people.
top-title = Which of the true top { $top } are among the top { $top } found
top-caption = Of the true top { $top }, { $best } finds { $most }{ $kind ->
    [alike] , like every other scheme here.
    [differ] {" "}and { $worst } finds { $least }.
    *[one] .
 }
top-tie = Other categories are as frequent as the last of them, so this top is one of many.
top-reading = A mark means found. A number is the place where a missed category ended up.

cloud-tab = Every category
cloud-note = Estimates scatter around the thick curve, where the estimate is the truth. It bends because only the horizontal axis
    is logarithmic. An unbiased estimate of a small frequency is sometimes negative.
cloud-title = Every category: estimated against true
cloud-title-part = { $shown } of the categories, evenly picked: estimated against true
cloud-caption = { $covered } of { $size } intervals hold the true frequency, { $share }; { $level } are expected.
cloud-legend = estimate = truth, 95 % band by the closed form
cloud-zero = Categories that nobody holds have no place on this axis.

compared-tab = Rivals: error and bits
compared-note = To the left: fewer bits. Below: smaller error. Points close together share a stack of names, from left to right.
compared-title = Error against bits, all schemes at ε = { $epsilon }
compared-caption = If only bits count, take { $short }: { $short-bits }, with an error of { $short-error }. If accuracy counts, take
    { $good }: { $good-bits }, the fewest of those whose error is within 5 % of the smallest, { $best-error }.

table-tab = Rivals in a table
table-note = Typical and largest errors are in % of the people; ± is one standard error. Where the decoder’s ε has a δ, the second number is that without. { $where }
head-scheme = Scheme
head-bits = Bits
head-error = Typical error
head-expected = Computed
head-largest = Largest error
head-top = Top found
head-client = Time, a client
head-server = Time, server
head-own = Own ε
head-decoder = Server’s ε
head-exact = Exact
cell-top = { $found } of { $top }
cell-decoder = { $epsilon } with δ = { $delta }; { $theorem }
cell-yes = yes
cell-almost = almost

## Formulas.

formula-estimate = Estimated frequency of category 1
formula-error = Typical error: root mean square over the categories, as a share of the people
formula-length = Bits of a report
formula-used = ε that is spent
symbol-votes = votes for category 1, the most frequent one, in all reports
symbol-users = people
symbol-size = categories
symbol-own = { $signed ->
    [yes] mean of a signed vote for the sender’s own category, at the mechanism’s ε
    *[no] probability of a vote for the sender’s own category, at the mechanism’s ε
 }
symbol-other = { $signed ->
    [yes] mean of a signed vote for any other category
    *[no] probability of a vote for any other category
 }
symbol-coordinates = coordinates of a category’s point
symbol-element = bits of a number mod p
symbol-bits = bits of a report
symbol-sharing = people whose category has the same low bits, on average over the categories
symbol-epsilon = the report’s ε (replacement)
symbol-asked = ε that is allowed
symbol-prime = prime: the size of the field
symbol-ones = values below which a line votes, α₀p
