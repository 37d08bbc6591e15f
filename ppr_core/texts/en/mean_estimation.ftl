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
    [held] Holding the server to ε = { $epsilon } takes { $times } times the error of holding only the reader{ $useless ->
        [yes] : a useless mean.
        *[no] .
    }
    [local] At local ε = { $epsilon } the mean by { $scheme } has a computed squared error of { $error }; each person sends { $bits }.
    [useless] At ε = { $epsilon } PPR’s mean is worse than guessing 0, so its { $bits } a person gain nothing.
    [noisy] With { $bits } from each person instead of { $floats } as floats, the private mean has { $times } times the error.
    *[exact] PPR sends { $bits } a person instead of { $floats }; the mean is as accurate and, to readers, as private as uncompressed.
 }

## Notices on the published mean: errors, what ε limits, where the bits go; then what is read in the tab.

rival = Compared with PPR in { $ppr }, CSGM in { $bits } has { $csgm }{ $guess ->
    [worse] : it is worse than guessing 0.
    [near] : it is hardly better than guessing 0.
    *[better] .
 }
rival-more = { $kind ->
    [all] With CSGM each person sends one bit for each number.
    [part] With CSGM each person sends one bit for each of about { $sent } of the { $dimension } numbers. So only about { $speak } of { $people } people
        say anything about one number.
    *[kashin] With CSGM each person sends only a part of the numbers. So fewer people say anything about one number.
 } The server adds noise only to the mean; it sees these bits as they are.

meaning = { $kind ->
    [none] ε = { $epsilon } limits what the published mean tells about one person. It does not limit what the server sees.
    [large] ε = { $epsilon } limits what the published mean tells about one person; from PPR’s messages the server may learn up
        to ε = { $server }, practically no limit.
    *[small] ε = { $epsilon } limits what the published mean tells about one person; from PPR’s messages the server may learn up
        to ε = { $server }.
 }
meaning-more = { $neighbours ->
        [zero_out] Here ε compares the mean with the one that comes out if all numbers of one person are 0.
        *[replace_one] Here ε compares the mean with the one that comes out if one person has other numbers.
    } That moves the mean by at most { $distance }: their vector changes by a length of at most { $length }, divided by { $people } people.
    At δ = { $delta }, a small probability of failure, hiding this takes noise of { $noise } in each number of the mean. In one
    person’s message the change is { $people } times as large, but the noise only { $root } times, so the server learns more.
held = CSGM is left out: with it people send numbers as they are, so no noise hides them from the server.
held-more = The server, who has the seed and the messages, learns at most ε = { $epsilon } with δ = { $delta } of any two vectors of a
    person, by numerical accounting. So a report already has ε = { $own } before PPR sends it. A reader of the mean learns at
    most ε = { $published }.

sizes = Of the { $bits }, { $information } say something about the person; the others say which candidate chance chose, and { $one ->
        [yes] where the message ends.
        *[no] where each of { $messages } messages ends.
    }
sizes-capped = Chunks of { $size } numbers would take too many candidates, so chunks of { $chunk } numbers are used here.
sizes-more = One message for all { $dimension } numbers would take at most { $bound } bits (Theorem 5 of the PPR paper). To encode it, each person
    would look at about r* = { $candidates } candidates, the values of the shared list. For chunks of { $chunk } numbers it is { $looked }.
signs = At ε = { $epsilon }, in chunks of { $chunk }, PPR sends { $bits } bits, { $fewer ->
    [yes] fewer
    *[no] more
 } than the { $signs } signs themselves.

fitted = { $kind ->
    [chunks] PPR in chunks keeps to { $bits }, too: where its bound at ε is longer, it takes the noise of a smaller ε.
    [none] Theorem 5 allows no message of { $bits }, so PPR has no curve for that budget.
    *[flat] The dotted curve in the tab “{ errors-tab }” becomes flat at about ε = { $epsilon }. There one message of PPR takes more
        noise, to keep to { $bits }.
 }

data = { $kind ->
    [file-central] Each row of the file is divided by the file’s largest entry. In real use that number must be known without the data.
    [file-local] Each row of the file is divided by its length. In real use that number must be known without the data.
    [sphere] Vectors on the sphere have length √d. { data-rotated }
    *[sparse] Vectors with { $nonzeros } nonzero entries have length √d. { data-rotated }
 }
data-rotated = A public rotation spreads them over the chunks, which changes no error. CSGM needs bounded entries, so it takes
    Kashin’s representation in about twice as many coordinates.

names = { $compare ->
    [local] { names-privunit } “Default” spends half of ε on the choice of the cap. PrivHS: the cap is a hemisphere. { names-sqkr }
    [split] { names-privunit } “s × ε/s” means s reports of a person, each with ε/s. { names-sqkr }
    *[compressed] All send the report of PrivUnit, a random unit vector. PPR is Poisson private representation. MRC is minimal random
        coding, modified so that it keeps ε. Rejection sends a pseudorandom seed.
 }
names-privunit = PrivUnit: a random unit vector, more likely in the cap around the person’s own.
names-sqkr = SQKR is subsampled and quantized Kashin’s response.

## Notices on unit vectors.

others = Computed errors of the others, against { $first }: { $parts }.
others-part = { $scheme } { $change } ({ $bits })
local-held = { $who ->
    [decoder] The server, who has the seed and the message, learns at most ε = { $epsilon } of a person with every scheme.
    *[database] A reader of reports learns at most ε = { $epsilon } of a person; the server, who has the seed and the message, may learn
        { $server } with { $scheme }.
 }
local-held-more = This ε is local: it compares any two vectors of length 1 of a person. { $who ->
    [decoder] For PPR it is found by numerical accounting, with δ = { $delta }.
    *[database] With the setting “{ $control }” the server can be held to ε, too.
 }
local-floats = { $schemes }: sent as floats here, because PPR would have to look at too many candidates for { $clients } people. Their errors are
    the same as through PPR.
local-split = Computed errors for so many reports of a person: { $parts }. Each report has a share of ε, so its encoder looks at far fewer
    candidates (Feldman, Talwar 2021, Lemma 5.1).
local-split-part = { $reports }: { $error }
local-mrc = MRC chooses among only { $candidates } candidates, which makes its error larger.
local-repeated = PrivHS sends { $reports } and SQKR sends { $signs } of each person’s vector: so many give the least error.
local-reports = { $one ->
    [yes] 1 report
    *[no] { $reports } reports
 }
local-signs = { $one ->
    [yes] 1 sign
    *[no] { $signs } signs
 }
local-ranges = { $ahead ->
        [yes] Both forms of PrivUnit have smaller errors than PrivHS and SQKR at every ε, as Feldman and Talwar 2021 find in Section 5.1.
        *[no] With these settings PrivUnit does not have the smallest errors at every ε.
    }

## Tiles.

samples = { $runs } runs
tile-error = Measured squared error, { $scheme }
tile-bits = Bits each person sends, { $scheme }
tile-share = Share of the bits of 32-bit floats
tile-central = Privacy loss ε of the published mean
tile-reader = Local ε of a report, { $scheme }
tile-decoder = ε of the server, { $scheme }
tile-decoder-delta = ε of the server, { $scheme }, with δ = { $delta }
tile-decoder-theorem = The PPR paper’s bound on the server’s ε
tile-expected = Computed squared error, { $scheme }
tile-plain = Computed squared error, Gaussian, uncompressed
tile-bytes = Sent by all people, { $scheme }
tile-candidates = Candidates of a person, { $scheme }

## The picture.

error-unit = { $central ->
    [yes] per number
    *[no] over all coordinates
 }
main-title = Error of the mean by the bits that a person sends; { $kind ->
    [central] readers learn
    *[local] the server learns
 } at most ε = { $epsilon }
answer-note = Marks: ways to send the { $dimension } numbers of each of { $people } people. PPR (Poisson private representation) sends chunks of { $chunk } numbers{ $held ->
        [yes] .
        *[no] ; CSGM is the coordinate-subsampled Gaussian mechanism.
    }
named-ppr = PPR: a place in a shared random list
named-csgm = CSGM: only some of the numbers
named-budget = b = { $bits }
named-plain = Gaussian, uncompressed: all noisy numbers
named-guess = guessing a mean of 0: error { $guess }

local-title = Error of the mean: it falls as ε grows
chart-title = Squared error { error-unit }: along ε, and along the bits at { $kind ->
    [central] ε = { $epsilon } of readers
    *[local] local ε = { $epsilon }
 }
chart-note = Points are measured: means of { $runs } runs ± one standard error. Lines are computed.
chart-note-people = Each of { $clients } people holds { $dimension } numbers.
chart-note-once = At ε = { $epsilon } PPR is run once.
chart-note-floats = What was sent as floats is not on the right.
chart-note-chunks = On the right, PPR’s points are for chunks of { $sizes } numbers.
chart-and = { $first } and { $second }
axis-privacy = { $view ->
    [server] ε of the server, for any two vectors (local)
    [local] ε of a person’s reports (local)
    *[mean] ε of the published mean (central)
 }
axis-bits = Bits a person sends
axis-error = Squared error { error-unit }
axis-candidates = Candidates of a person
axis-expected = Candidates of a person, expected
legend-bound = PPR, one message (bound)
legend-budget = { $scheme }, { $bits }
legend-free = { $scheme }, bits unlimited
legend-server = { $scheme }, ε = { $epsilon } of the server

## Where the bits go.

errors-tab = Errors in the runs
bits-tab = Where the bits go
bits-title = Where a person’s bits go
bits-caption = Information is what says something about the person. The code of a message says which candidate of the shared list chance
    chose, and where the message ends.
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
    *[decoder] the server: seed and message
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
formula-decoder = What PPR’s server may learn
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
