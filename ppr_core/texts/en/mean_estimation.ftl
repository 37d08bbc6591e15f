### Mean estimation: people hold vectors, a server estimates their mean from a few bits of each.

question = How accurate is a private mean when each person sends few bits?

bits = { $one ->
    [yes] 1 bit
    *[no] { $bits } bits
 }
bits-floats = { $bits } bits of floats
change = { $kind ->
    [same] the same error
    [near] an error within 0.5 %
    [times] { $number } times the error
    [more] { $number } more error
    *[less] { $number } less error
 }

## The headline. $kind: whom ε holds, and whether PPR needs extra noise to fit into its budget.

finding = { $kind ->
    [held] Holding the decoder to local ε = { $epsilon } takes { $times } times the error of holding only the reader{ $useless ->
        [yes] : a useless mean.
        *[no] .
    }
    [local] At local ε = { $epsilon } the mean by { $scheme } has an expected squared error of { $error }, in { $bits } a person.
    [useless] At ε = { $epsilon } PPR’s mean is worse than guessing 0, so its { $bits } a person gain nothing.
    [noisy] With { $bits } from each person instead of { $floats } as floats, the private mean has { $times } times the error.
    *[exact] PPR sends { $bits } a person, plain floats take { $floats }; the mean is as accurate and as private for its readers.
 }
budget = { $kind ->
    [only] with only { $bits }
    [more] with { $bits }, more than PPR takes here,
    *[enough] with { $bits }
 }

## Notices on the published mean: errors, what ε limits, where the bits go; then what is read in the tab.

rival = Beside PPR, CSGM (coordinate-subsampled Gaussian mechanism) { $budget } has { $csgm }{ $guess ->
    [worse] , worse than guessing 0
    [near] , hardly better than guessing 0
    *[better] {""}
 }: { $kind ->
    [all] it sends one bit for each of a person’s numbers.
    [part] each sends only about { $sent } of { $dimension } numbers.
    *[kashin] each person sends only a part of the numbers.
 }

errors = Expected squared errors per coordinate: { $parts }; { $runs } runs of Poisson private representation (PPR) gave
    { $measured }{ $few ->
        [yes] , too few to compare.
        *[no] .
    } Expected errors are computed; runs scatter around them. Where runs are too few, they cannot tell PPR from CSGM.
error-part = { $error } with { $scheme }
error-plain = { $error } with Gaussian
errors-share = A float of { $float } bits for every number would take { $floats } bits; PPR takes { $share } of that.
errors-useless = The mean is useless: guessing 0 has an error of { $guess } for these data.

meaning = { $kind ->
    [none] ε = { $epsilon } limits what the published mean tells about one person. It does not limit what the server, the decoder, sees.
    [large] ε = { $epsilon } limits what the published mean tells about one person, but the
        server’s ε is { $server }, practically no limit.
    *[small] ε = { $epsilon } limits what the published mean tells about one person; the server, who sees each message, learns at most
        ε = { $server }.
 }
meaning-more = { $neighbours ->
        [zero_out] ε compares a person’s numbers with zeros.
        *[replace_one] ε compares a person’s numbers with any others.
    } One person moves the mean by at most { $distance } (L2 distance): the most their vector can change, divided by the number of people. At ε = { $epsilon } and
    δ = { $delta }, a small probability of failure, each number of the mean gets noise { $noise }. { $neighbours ->
        [zero_out] Replacing a vector would move the mean twice as far, and take twice the noise.
        *[replace_one] Setting a vector to 0 would move the mean half as far, and take half the noise.
    }
held = CSGM is left out: with it people send numbers as they are, so no noise hides them from the server, which is the decoder.
held-more = The decoder, who has the seed and the message, learns at most ε = { $epsilon } with δ = { $delta } of any two vectors of a
    person, by numerical accounting. A reader of the mean learns central ε = { $published } only.
held-own = Before PPR sends it, a report has local ε = { $own }.

sizes = Of the { $bits }, { $information } say something about the person; the others make the choice from the shared list random and mark { $one ->
        [yes] the message’s end.
        *[no] the ends of { $messages } messages.
    }
sizes-capped = Chunks of { $size } numbers would take too many candidates, so chunks of { $chunk } are used here.
sizes-whole = One message for all { $dimension } numbers would be short, at most { $bound } bits (Theorem 5 of the PPR paper), { $runs ->
    [yes] but it takes about r* = { $candidates } candidates.
    *[no] but it takes about r* = { $candidates } candidates, too many to run.
 }
sizes-more = Chunks of up to { $chunk } numbers take { $candidates } candidates. The budget of { $budget } bits limits { $who ->
    [csgm] CSGM, and PPR if it sent one message; PPR in chunks takes the bits it needs.
    [bound] PPR if it sent one message; PPR in chunks takes the bits it needs.
    [csgm-fit] CSGM, PPR in one message and, by more noise, PPR in chunks.
    *[bound-fit] PPR in one message and, by more noise, PPR in chunks.
 }
signs = At ε = { $epsilon }, in chunks of { $chunk }, PPR sends { $bits } bits, { $fewer ->
    [yes] fewer
    *[no] more
 } than the { $signs } signs themselves.

chunks = Where chunks of { $size } entries would take too many candidates, smaller ones are run: { $parts }. The error is the same, the
    bits are more{ $fit ->
        [yes] . Only the noise keeps within the budget of bits then, not the message.
        *[no] .
    }
chunk-part = { $chunk } at ε = { $epsilon }

fitted = { $kind ->
    [chunks] PPR in chunks keeps to { $bits }, too: where its bound at ε is above, it takes the noise of the largest ε′ ≤ ε whose bound
        fits. Its curve becomes flat there.
    [none] Theorem 5 allows no message of { $bits }, so PPR has no curve for that budget.
    *[flat] Under a budget of { $bits } PPR takes the noise of the largest ε′ ≤ ε whose bound by Theorem 5 fits. From about
        ε = { $epsilon } on its curve is flat. CSGM has the smaller error once its sampling costs less than that noise.
 }

views = With PPR the server learns at most ε = { $epsilon } with δ = { $delta } of a person. This compares any two vectors; the server, the decoder, has the seed and the messages. { $exact ->
        [yes] This is by numerical accounting, however the vectors differ over the chunks. Theorem 8, chunk by chunk, guarantees
            { $theorem }.
        *[no] This is Theorem 8, chunk by chunk.
    } CSGM’s server sees some entries as they are.
views-held = To hold the decoder to ε = { $epsilon } and δ = { $delta } for any two vectors, the noise must already hold each report to
    local ε = { $own } before PPR. The squared error is then { $sliced } times as large ({ $gaussian } times without compression). CSGM’s server cannot be held to any ε.

runs = In each run every person encodes, bytes are counted, and the server decodes and averages. Of the { $points } points in the tab “{ errors-tab }”, the one furthest from its line is { $scheme } at ε = { $epsilon }: { $gap } standard errors away.

data = { $kind ->
    [file-central] Each row of the file is divided by the file’s largest entry. In real use that number must be known without the data.
    [file-local] Each row of the file is divided by its length. In real use that number must be known without the data.
    [sphere] Vectors on the sphere have length √d. { data-rotated }
    *[sparse] Vectors with { $nonzeros } nonzero entries have length √d. { data-rotated }
 }
data-rotated = A public rotation spreads them over the chunks, which changes no error. CSGM needs bounded entries, so it takes
    Kashin’s representation in about twice as many coordinates.

names = { $compare ->
    [central] PPR sends a message for each chunk. CSGM is the coordinate-subsampled Gaussian
        mechanism. Gaussian is the mechanism, uncompressed, in { $float }-bit floats.
    [held] PPR sends a message for each chunk. Gaussian is the mechanism without compression, in
        { $float }-bit floats.
    [local] { names-privunit } “Default” spends half of ε on the choice of the cap. PrivHS: the cap is a hemisphere. { names-sqkr }
    [split] { names-privunit } “s × ε/s” means s reports of a person, each with ε/s. { names-sqkr }
    *[compressed] All send the report of PrivUnit, a random unit vector. PPR is Poisson private representation. MRC is minimal random
        coding, modified so that it keeps ε. Rejection sends a pseudorandom seed.
 }
names-privunit = PrivUnit: a random unit vector, more likely in the cap around the person’s own.
names-sqkr = SQKR is subsampled and quantized Kashin’s response.
names-sent = Reports of the unit vectors are sent { $kind ->
    [ppr] through PPR, Poisson private representation.
    [both] through PPR, Poisson private representation, or as floats.
    *[floats] as floats.
 }

## Notices on unit vectors.

others = Expected errors of the others: { $parts }.
others-part = { $scheme } { $change } ({ $bits })
others-more = The runs of { $scheme } gave { $measured }. Errors are squared lengths over all coordinates.
local-held = { $who ->
    [decoder] The decoder, who has the seed and the message, learns at most ε = { $epsilon } of a person with every scheme.
    *[database] A reader of reports learns at most ε = { $epsilon } of a person; the decoder, who has the seed and the message, may learn
        { $decoder } with { $scheme }.
 }
local-held-more = { $who ->
    [decoder] For PPR this is by numerical accounting with δ = { $delta }. The mechanisms’ own ε are { $parts }.
    *[database] The decoder’s ε is { $parts }. The control “{ $control }” can hold the decoder to ε, too.
 }
scheme-epsilon = { $epsilon } with { $scheme }
local-meaning = Every ε here is local: it compares any two vectors of length 1 of a person. The mean has no noise of its own.
local-floats = { $schemes }: sent as floats here, because r* candidates for each of { $clients } people take too long. The distribution of
    the reports, and so the error, is the same as through PPR{ $same ->
        [yes] , whose mechanism they have.
        *[no] .
    }
local-split = Expected errors for so many reports of a person: { $parts }. Candidates fall from r* of ε to r* of ε/s for each report
    (Feldman, Talwar 2021, Lemma 5.1).
local-split-part = { $reports }: { $error }
local-mrc = MRC chooses among { $candidates } candidates. Dividing by the scale m′ of what it sends removes the bias, so fewer candidates
    show as more error. Rejection sends a seed of 128 bits, and its guarantee needs a cryptographic generator.
local-repeated = PrivHS sends as many reports as give it the least error, with equal shares of ε: { $reports } at this ε. SQKR sends
    { $signs } of a Kashin representation with bound { $level }/√N, by randomized response. It takes the number of signs with the
    least error.
local-signs = { $one ->
    [yes] 1 sign
    *[no] { $signs } signs
 }
local-ranges = Over the ε that are run, the expected error of SQKR is { $sqkr-privhs } times that of PrivHS, and { $sqkr-privunit } times that
    of PrivUnit. The default split of PrivUnit has { $default } times the error of the optimised one. { $ahead ->
        [yes] Both splits are ahead of PrivHS and SQKR at every ε, as Feldman and Talwar 2021 find in Section 5.1.
        *[no] With these settings not both splits are ahead of PrivHS and SQKR everywhere.
    }
range = { $low } to { $high }
local-decoders = Guaranteed towards the decoder with δ = { $delta }, and in brackets with δ = 0: { $parts }.
local-decoders-part = { $scheme } { $epsilon } ({ $pure })
local-message = A message of PPR takes { $bits } bits: { $information } are information, the rest is the code.

## Tiles.

samples = { $runs } runs
tile-error = Squared error in the runs, { $scheme }
tile-bits = Bits each person sends, { $scheme }
tile-share = Share of the bits of 32-bit floats
tile-central = Privacy loss ε of the published mean
tile-reader = Local ε of a report, { $scheme }
tile-decoder = Local ε towards the decoder, { $scheme }
tile-decoder-delta = Local ε towards the decoder, { $scheme }, with δ = { $delta }
tile-decoder-theorem = The PPR paper’s bound on that local ε
tile-expected = Squared error computed, { $scheme }
tile-plain = Squared error computed, Gaussian, uncompressed
tile-bytes = Sent by all people, { $scheme }
tile-candidates = Candidates of a person, { $scheme }

## The picture.

error-unit = { $central ->
    [yes] per number
    *[no] over all coordinates
 }
main-title = Error of the mean, and the bits that a person sends, at the same { $kind ->
    [central] ε = { $epsilon } for readers
    *[local] ε = { $epsilon } for the server
 }
answer-note = Marks: ways to send { $people } people’s { $dimension } numbers each. PPR (Poisson private representation) cuts them into chunks of { $chunk }. { $kind ->
        [useless] Above the dotted line a mean is worse than guessing 0.
        [held] Grey line: both ends have the same error.
        *[known] Grey line: same error. From PPR’s messages, the server may learn up to ε = { $server }.
    }
named-ppr = PPR: a place in a shared list
named-csgm = CSGM: a random part of the numbers
named-plain = Gaussian: all noisy numbers, uncompressed
named-guess = sending nothing, guessing 0: error { $guess }

local-title = Error of the mean: the less privacy (larger ε), the smaller
chart-title = Squared error { error-unit }: along ε, and along the bits at { $kind ->
    [central] central
    *[local] local
 } ε = { $epsilon }
chart-note = Points are means of { $runs } real runs ± one standard error, lines are computed. Each of { $clients } people holds
    { $dimension } numbers.
chart-note-csgm = With CSGM a person sends only some of them.
chart-note-once = At ε = { $epsilon } PPR is run once.
chart-note-floats = What was sent as floats is not on the right.
chart-note-chunks = On the right, the points of PPR are for chunks of { $sizes } entries.
chart-and = { $first } and { $second }
axis-privacy = { $view ->
    [server] Local ε towards the decoder, any two vectors
    [local] Local ε, any two vectors
    *[mean] Central ε, of the published mean
 }
axis-bits = Bits a person sends
axis-error = Squared error { error-unit }
axis-candidates = Candidates of a person
axis-expected = Candidates of a person, expected
legend-bound = PPR, one message (bound)
legend-budget = { $scheme }, { $bits }
legend-free = { $scheme }, bits unlimited
legend-server = { $scheme }, decoder ε = { $epsilon }

## Where the bits go.

errors-tab = Errors in the runs
bits-tab = Where the bits go
bits-title = Where a person’s bits go, at { $kind ->
    [central] central
    *[local] local
 } ε = { $epsilon }
bits-caption = Bits of a person at ε = { $epsilon }: { $parts }.
bits-part = { $scheme }: { $information } of information, { $code } of code for one message and { $others } for the others
bits-nothing = Nothing was compressed at this size.
part-information = information
part-code = code of one message
part-others = code of the other messages

sizes-tab = Bits at each ε
sizes-title = { $kind ->
    [chunks] Bits that go with the errors along ε: counted (points), computed (lines)
    [bound] Bits that go with the errors along ε: counted (points) and by Theorem 5 (dotted)
    *[counted] Bits that go with the errors along ε: counted (points)
 }
sizes-caption = { $kind ->
    [chunks] Lines are mean bits of equal chunks by the exact distribution of the index. The vertical axis also has a bit for every sign.
    *[bound] The dotted line is not a scheme: Theorem 5 bounds one message for the whole vector.
 } PPR in chunks sends, in bits a person: { $parts }. Floats take { $floats }.
sizes-part = { $bits } at ε = { $epsilon } (chunks of { $chunk })
legend-chunks = chunks of { $chunk }
legend-signs = plain signs

## More curves.

epsilon-tab = Budgets and candidates
epsilon-title = { $kind ->
    [all] PPR by Theorem 5 (left) and CSGM (right), every budget
    *[one] PPR by Theorem 5 (left) and CSGM (right), { $bits }
 }
epsilon-caption = The error of PPR is below that of CSGM in { $parts } values of ε.
epsilon-part = { $bits } at { $better } of { $all }
epsilon-waiting = Curves are still to come.
epsilon-more = “More curves” among the settings shows six budgets here.
candidates-title = Candidates that a person looks at: expected (lines) and counted (points)
candidates-note = Where no point is, reports were sent as floats: the candidates of all people would have taken too long.

more-tab = The price of few bits
more-title = PPR by Theorem 5 (left) and CSGM (right), every ε
more-price = What candidates buy: expected error, along ε
more-level = ε = { $epsilon }
chunks-title = What bits save in candidates, at central ε = { $epsilon }
chunks-caption = Counted: { $parts }. Dotted: bounds on bits and candidates, from the longest chunks at the left to single
    numbers at the right. Candidates are added over all messages of a person.
chunks-part = chunks of { $chunk }: { $bits }, { $candidates } candidates
chunks-more = “More curves” among the settings shows four values of ε here.
legend-counted = PPR in chunks, counted
legend-bounds = PPR in chunks, bounds

## Tables.

guarantees-tab = Guarantees
head-scheme = Scheme
head-hides = Hides
head-from = From whom
head-source = Source
head-conditions = Conditions
cell-hides = { $kind ->
    [zero_out] a person’s taking part
    [replace_one] a person’s vector, replaced
    *[local] a person’s vector, any two
 }
cell-from = { $kind ->
    [central] a reader of the mean
    [local] a reader of one report
    *[decoder] the decoder: seed and message
 }
paper-tab = The paper’s numbers
paper-note = Here: { $convention }. n = 500, d = 1000, δ = 10⁻⁶, α = 2.
head-number = Number
head-setting = ε, bits
head-paper = Paper
head-here = Here
head-difference = Difference
head-why = Why
cell-points = { $points } points

## Formulas.

formula-gaussian = Squared error per coordinate of the Gaussian mechanism, and of PPR
formula-distance = How far one person moves the mean
formula-report = Noise of one person’s report, which PPR simulates
formula-size = Theorem 5 with the Shannon code: bits of a whole vector in one message, at most
formula-csgm = Squared error per coordinate of CSGM
formula-privunit = Squared error of PrivUnit, the sum over all coordinates
formula-candidates = Candidates that PPR and rejection look at for one report
formula-decoder = What PPR’s decoder may learn
symbol-clients = people
symbol-dimension = entries of a vector
symbol-noise = noise in each coordinate of the mean
symbol-csgm-noise = noise of the server, in each coordinate
symbol-factor = 1 to set its vector to 0, 2 to replace it
symbol-index = bound on the mean of log₂ K
symbol-rate = share of the entries that is sent, b/d
symbol-sampling = error of sampling, for these data
symbol-scale = scale of a report: E[Z] = m x
symbol-probability = probability of a report within the cap around x
symbol-mass = share of the sphere that is the cap
symbol-epsilon = local ε of a person
symbol-own = local ε of a person’s mechanism
symbol-estimates = the server’s estimate and the mean of the vectors
symbol-entries = d entries each
symbol-overhead = overhead of PPR
symbol-information = information of a report
symbol-bits = bits of a person
