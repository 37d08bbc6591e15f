### Frequency estimation: people report categories in a few noisy bits, and a server estimates how common each one is.

question = How few bits let a server estimate how common each category is?

bits = { $one ->
    [yes] 1 bit
    *[no] { $bits } bits
 }
people = { $number } people
categories = { $number } categories

## The headline. $kind: how the report compares with RAPPOR's.

finding = { $kind ->
    [weak] A weak generator spoils { $scheme }: frequencies are typically off by { $error } instead of { $expected }.
    [raw] With { $scheme } each person sends { $bits }; frequencies are typically off by { $error } of people.
    [long] { $scheme } sends { $bits } a person, no fewer than RAPPOR’s { $raw }; frequencies are typically off by { $error } of people.
    [little] { $scheme } saves little: { $bits } a person instead of RAPPOR’s { $raw }; frequencies are typically off by
        { $error } of people.
    *[short] { $scheme } sends { $bits } a person instead of RAPPOR’s { $raw }; its frequencies are typically off by { $error } of people.
 }

## Notices: what the error means, what rivals pay, what pairwise independence costs; then what is read in the tab.

resolution = Only categories above { $margin } of people are told from zero; the average has { $average }.
resolution-more = Smaller categories drown in the noise. The threshold is 1.96 times the typical error, which is { $expected }
    (computed). With { $users } people or more, a category of 1 % is told from zero, because the error shrinks like 1/√n.

change = { $same ->
    [yes] with the same computed error
    *[no] with { $error } computed error instead of { $other }
 }
shortest = { $scheme } sends only { $bits } a person; its typical error is { $error }, that of { $own } { $other } (both computed).

held = { $who ->
    [decoder] With every scheme the server learns at most ε = { $epsilon } from a report.
    *[database] A reader of the output learns at most ε = { $epsilon } with every scheme; the server also sees the shared list and may learn
        more.
 }
held-more = { $who ->
    [decoder] With a shared list that takes a smaller ε for the report itself: { $value } with { $scheme }.
    *[database] The server may learn most with { $scheme }: ε = { $value }. The control “{ $control }” can hold the server to ε, too.
 }
held-direct = Each person adds noise before sending, so even the server learns at most ε = { $epsilon } from a report. { $notion ->
    [deletion] No report is more than e^ε times as likely with a category as without one.
    *[replacement] No report is more than e^ε times as likely from one category as from another.
 }

together = { $kind ->
    [large] The yes-or-no answers in one message depend on each other, so estimates rise and fall together.
    *[small] The yes-or-no answers in one message depend on each other; frequencies are estimated as well as from independent answers.
 }
together-more = A few numbers stand for all { $size } answers. Any two answers of a message are independent (pairwise
    independence), but all of them together are not. { $kind ->
    [large] So totals over many categories vary more from run to run, as if there were { $independent } categories instead of { $size }.
    *[small] So totals over many categories vary a little more from run to run.
 }

forms = A PI-RAPPOR message is a few numbers below a prime, from which the server computes a yes or no for every category. Its four
    forms (switch “All schemes”) differ in the prime and in how many numbers they send.
forms-choice = The plain form sends two numbers, so one can follow a message by hand. { $kind ->
    [shorter] { $scheme } is shorter by { $saved }, { $change }.
    *[none] No form is shorter than the plain one here.
 }

rounding = This form of PI-RAPPOR must round its chance of a yes to a share of the prime { $prime }, so it spends only ε = { $used } of { $epsilon }.

accounted = The server of PPR (Poisson private representation) learns at most ε = { $epsilon } with δ = { $delta }, by numerical
    accounting. Without a δ, Theorem 7 guarantees { $theorem }: 2α = { $factor } times the ε of the report. PPR chooses from a shared
    list, and the server knows the list.
rejection = Pseudorandom rejection sends a seed of 128 bits, which the server stretches into a report. The sender tries at most
    { $tries } seeds ({ $gamma }).
rejection-missed = In up to { $share } of the reports no seed is accepted; such a report says nothing, and estimates come out too even.
rejection-holds = Its ε holds as long as nobody can tell the generator’s outputs from random ones.
rejection-weak = The generator is weak on purpose: only { $covered } of { $size } intervals of { $scheme } hold the truth. Whatever the
    generator, the server learns at most ε = { $epsilon } (Lemma 3.6).

notion = Here ε compares a category with a report made without any (deletion). Between two categories the loss may be
    up to twice that. Some schemes still compare two categories: { $schemes }.

measured-where = Times were measured on this server ({ $machine }) on { $moment } and differ from run to run.

## Tiles.

tile-error = Typical error of a frequency (root mean square)
tile-bits = Bits a person sends
tile-bits-coded = Bits a person sends, Elias delta
tile-raw = Bits a person sends with RAPPOR
tile-accounted = Server’s ε with δ = { $delta }
tile-epsilon = { $rounded ->
    [yes] The server’s ε, after rounding
    *[no] The server’s ε
 }, { $notion ->
    [deletion] for a category against none
    *[replacement] for any two categories
 }
tile-own = ε of a reader of the output
tile-top = Of the { $top } commonest categories, found
tile-expected = Typical error by the formula
tile-largest = Largest error of a frequency
tile-covered = { $level } intervals that hold the truth

## The picture.

chart-title = Frequencies of { $shown ->
    [all] { $size } categories
    *[some] the { $number } commonest of { $size } categories
 }{ $beside ->
    [yes] ; bits and error of schemes
    *[no] { "" }
 }
chart-note = { $beside ->
        [yes] Left: bars are 95 % intervals
        *[no] Bars are 95 % intervals
    }; noise can push estimates below zero.
chart-right = Right: the ring is the chosen scheme, in brackets its bits.
chart-readers = Readers learn at most ε = { $epsilon } from a report, the server may learn more.
axis-frequency = Frequency
axis-category = Category
axis-ranked = Category, the commonest first
axis-bits = Bits a person sends
axis-error = Typical error of a frequency
axis-true = True frequency
axis-estimated = Estimated frequency
unit-users = % of people
legend-estimated = estimated by the server
legend-true = true frequency
legend-margin = below { $margin }: not told from zero
point = { $scheme } ({ $bits })
point-decoder = { $scheme } ({ $bits }; ε { $epsilon })

## One report on its way. Stars make bold text.

report-title = One report on its way
report-category = My category is number **{ $category }** of { $size }.
report-numbers = I draw two numbers below { $prime }, favouring my category, and send them: **{ $first } and { $slope }**, { $bits } bits.
report-values = For each category j the server divides { $first } + j · { $slope } by { $prime }. The remainder for mine, j = { $category }, is **{ $rest }**.
report-votes = A remainder below { $ones } counts as a yes: { $votes } of { $size } categories get one, { $own ->
    [yes] mine among them.
    *[no] this time not mine.
 }
report-sum = My category gets a yes in { $own-share } of draws, any other in { $other }; what exceeds { $other } shows a category’s people.

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
along-note = Every point is one run. Its bar is one standard error. Where a run of all people takes long, a part of them reports and the error is scaled to all.
along-title = How the typical error falls as ε grows
along-axis = ε, { $notion ->
    [deletion] deletion
    *[replacement] replacement
 }
along-closed = { $scheme }, closed form
along-simulated = { $scheme }, simulated
along-caption = From ε = { $first } to { $last } the error of { $scheme } falls from { $high } to { $low }. { $kind ->
    [agree] The errors of { $runs } simulated runs agree with the formula, within { $off } standard errors.
    *[off] Not all { $runs } simulated runs agree with the formula.
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
table-note = Errors are in % of the people; ± is one standard error. Where the server’s ε has a δ, the second number is its ε without δ. { $where }
head-scheme = Scheme
head-bits = Bits
head-error = Typical error
head-expected = Computed
head-largest = Largest error
head-top = Top found
head-client = Time of one person’s device
head-server = Time of the server
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
