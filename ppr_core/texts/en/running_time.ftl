### Running time: how long an encode takes, and what decides it.

question = How long does encoding take, and what decides it?

## The headline.

finding = { $ran ->
    [best] Encoding { $dimension } numbers is fastest here in chunks of { $best }: { $time }.
    [several] Encoding { $dimension } numbers is fastest here in chunks of { $best }: { $time }, not told apart by these timings.
    [yes] One message for { $chunk } numbers takes { $time } here; its encoder looks at about { $bound } candidates.
    [stuck] One message for { $chunk } numbers needs { $bound } random candidates, too many to run.
    *[no] One message for { $chunk } numbers needs { $bound } candidates, too many to run; the largest chunks that run here have { $most }.
 }
where = At ε = { $epsilon } with chunks of { $chunk } numbers

## Notices: the candidates, the programs, the noise; then what is read in the tab.

bound = To fit all { $chunk } numbers at once, the encoder looks at about r* = { $bound } candidates; for { $double } numbers, at about { $more }.
bound-more = A candidate is a list of { $chunk } random numbers, and each of them has to fit. So every further number multiplies r* by the same
    factor. In this run the encoder looked at { $candidates } candidates on average.

reference = { $stopped ->
    [0] Algorithm 1, the paper’s encoder, looks at a median of { $median } candidates.
    *[other] Algorithm 1, the paper’s encoder, looks at a median of { $median } candidates, and { $shown } of { $encodes } encodes
        reached its limit.
 }
more-than = more than { $limit }
reference-mean = { $kind ->
    [infinite] At this α some of its searches are so long that their mean is infinite. So compare its median, not an average.
    [stopped] Its searches have a mean, but not if they are stopped at { $limit } candidates. Raise the limit.
    *[finite] Its searches have a mean: { $mean } candidates here.
 }

order = Our encoder first tries candidates that are likely to be chosen; the PPR paper’s Algorithm 1 tries candidates in the order of the list.
order-more = Each candidate has a random handicap, which is known before the candidate is drawn. A small handicap usually wins, so our encoder
    starts there. It stops as soon as no other candidate can win.
best-range = { $low } to { $high }

noise = { $hides ->
    [vector] The noise hides all { $dimension } numbers of a person; if it hid only { $entries }, r* would rise from { $bound } to { $other }.
    *[chunk] The noise hides only { $entries } of a person’s { $dimension } numbers, as in the paper; hiding all would lower r* from { $bound } to { $other }.
 }
noise-more = Noise that hides all { $dimension } numbers is { $times } times as wide as noise that hides { $entries }. Under wider noise more candidates
    fit, so the search is shorter.

sweep = Less privacy takes a longer search: from ε = { $first } to { $last }, the candidates looked at go from { $fewest } to { $most }.
sweep-skipped = { $kind ->
    [chunk] Chunks of { $first } numbers or more take too long.
    *[epsilon] From ε = { $first } on a search takes too long.
 }

printed = For ε = { $epsilon } and c = { $chunk } the paper prints { $digits } s for a vector, which takes { $here } here.
printed-more = The paper used Algorithm 1 on a laptop. Machines and programs differ, so compare the shapes of the curves, not the times.

tree = A single number needs no search of all candidates: a tree, sorted by their values, finds the chosen candidate.
tree-more = With r* = { $large } candidates the tree takes { $tree } here; PPR’s search takes { $search } for r* = { $small } already.
tree-unmeasured = One number is not measured yet, or compiled loops are missing.

decoder = { $kind ->
    [open] At α = ∞ no ε holds against the server, who knows the candidates.
    *[held] These numbers go into a mean over { $people } people: its readers learn at most ε = { $epsilon } about a person, the server at most { $learned }
        (δ = { $delta }).
 }
decoder-more = { $kind ->
    [theorem] The server sees each person’s messages and the shared list, and what { $chunks } messages tell adds up. Theorem 8, added up over them,
        gives this ε.
    *[accounted] The server sees each person’s messages and the shared list, and what { $chunks } messages tell adds up. Numerical accounting gives this ε;
        Theorem 8, added up over the messages, gives { $theorem }.
 }

times = Times were measured on this server ({ $machine }) on { $moment } and differ from run to run.

## Tiles.

samples-messages = { $messages } messages
samples-calls = { $calls } timings
samples-batches = { $calls } timings of { $batch } messages each
tile-candidates = Candidates looked at for one message of { $chunk } numbers, on average
tile-median = Median time of one message of { $chunk } numbers
tile-vector = Time for all { $entries } numbers of a person, in chunks of { $chunk }
tile-bound = Candidates expected for one message of { $chunk } numbers, r*
tile-reference = Candidates of Algorithm 1, median
tile-reference-mean = Candidates of Algorithm 1, mean
tile-stopped = Algorithm 1 stopped at its limit
tile-decoder = The server’s ε about a person, at most, with δ = { $delta }

## The picture.

chart-title = One chunk: time on this server, and candidates looked at
chart-title-candidates = Candidates that a chunk needs
search-title = { $timed ->
    [yes] { $sweep ->
        [epsilon] Time for all numbers of a person at each ε, on this server
        *[chunk] Time for all numbers of a person, by chunk size, on this server
    }
    *[no] { $sweep ->
        [quoted] Candidates that the paper’s five settings take
        *[chunk] Candidates that one message takes
    }
 }
search-note = PPR (Poisson private representation) sends one message for each chunk{ $timed ->
    [yes] : small chunks mean many messages, large ones long searches. Bars: 95 % intervals.
    *[no] . At these settings nothing is timed.
 }
chunk-tab = Time and candidates
chart-note = Times are medians of our encoder, compiled and by NumPy; the paper’s are means. Bars: 95 % confidence intervals{ $band ->
        [yes] . Band: the middle 80 % of Algorithm 1, cut at its limit.
        *[no] .
    }
axis-candidates = Candidates looked at
time-chunk = Time for a chunk
time-vector = Time for all numbers
axis-setting = ε, numbers in a chunk
axis-chunk = Numbers in a chunk, c
axis-epsilon = ε of a reader of the mean
legend-bound = r*
named-fastest = fastest: { $chunk } numbers
legend-other = r*, if the noise hid { $hides ->
    [vector] only 50 numbers
    *[chunk] all numbers
 }
legend-limit = limit of draws
legend-mean = our encoder, mean
legend-compiled = compiled
legend-arrays = NumPy
legend-reference = Algorithm 1
legend-reference-chunks = Algorithm 1, median chunk × chunks
legend-paper = paper’s laptop
legend-floor = only drawing r*·c numbers

## Tabs.

vector-tab = A whole vector
vector-note = With Algorithm 1 a real vector takes longer than drawn, because its slowest chunk decides. The data file holds candidates, because times are not the same twice.
vector-title = All { $entries } numbers of a person, in chunks
tail-tab = Rare, long encodes
tail-note = A straight line on these axes means that very long searches are rare but not negligible. Algorithm 1 ends where its draws are limited.
tail-title = How often the search for one chunk takes more than t candidates
tail-axis = Number of candidates t
tail-axis-share = Share of searches above t
tail-order = our encoder
tail-reference = Algorithm 1
tail-none = Nothing is encoded at this point.
tail-caption = { where }, nine of ten of our searches look at no more than { $most } candidates.
tail-caption-reference = Algorithm 1 needs { $draws } candidates for nine of ten searches.
number-tab = One number, by a tree
number-note = The tree looks at about (log₂ r*)² candidates. Its message, a rank, tells the server no more than PPR’s index.
number-title = One number with Laplace noise: time of an encode by r*
number-axis = Candidates needed by a search, r*
time-number = Time for one number, measured here
number-tree = by a tree
number-search = search of PPR

## Formulas.

formula-noise = Noise of the mean
formula-client = Noise of a person
formula-candidates = Candidates for a chunk, on average
formula-candidates-source = Largest density ratio of N(x, s² I) and N(0, (s² + y) I) for entries ±1
formula-vector = Time for a vector
symbol-epsilon = central privacy with δ = { $delta }
symbol-client = noise of a person in each coordinate
symbol-mean = noise of the mean in each coordinate
symbol-clients = people
symbol-chunk = entries of a chunk
symbol-multiplier = noise for an L2 sensitivity of 1, Rényi orders 2 to 128 and 256
symbol-entries = entries ±1 of a person that the budget hides
symbol-extra = extra variance of the proposal, of smallest r*
symbol-dimension = entries of a vector
symbol-time = time of a chunk, median measured here

## The picture of the lesson on chunks.

growth-title = Candidates looked at on average, r*, for a chunk of so many numbers (computed)
growth-note = Equal steps on the vertical axis multiply, so a straight line grows exponentially.
growth-named = { $chunk } numbers: { $bound }
growth = { $kind ->
    [vector] For a chunk of { $chunk } numbers r* is { $bound } candidates, instead of { $beside } with less noise.
    [halved] For a chunk of { $chunk } numbers r* is { $bound } candidates; for { $half } it is { $beside }.
    *[alone] For a chunk of { $chunk } numbers r* is { $bound } candidates on average.
 }
