### Running time: how long an encode takes, and what decides it.

question = How long does encoding take, and what decides it?

## The headline.

finding = { $ran ->
    [best] Encoding { $dimension } numbers is fastest here in chunks of { $best }: { $time }.
    [several] Encoding { $dimension } numbers is fastest here in chunks of { $best }, all about equally fast: { $time }.
    [yes] One message for { $chunk } numbers takes { $time } here; its encoder looks at about { $bound } candidates.
    [stuck] One message for { $chunk } numbers needs { $bound } random candidates, too many to run.
    *[no] One message for { $chunk } numbers needs { $bound } candidates, too many to run; the largest chunks that run here have { $most }.
 }
where = At ε = { $epsilon } with chunks of { $chunk } numbers

## Notices: the candidates, the programs, the noise; then what is read in the tab.

bound = To fit all { $chunk } numbers at once, the encoder looks at about r* = { $bound } candidates; for a chunk twice as long, at about the square of that. A candidate is a list of { $chunk } random numbers. In this run { $candidates } were looked at.
bound-more = So r* grows exponentially with the chunk size c, and almost so along ε while ε is small. The candidates looked at
    here are { $share } times r*: with only { $encodes } messages, chance explains the gap. Drawing candidates in blocks adds a
    few.

reference = { $stopped ->
    [0] Algorithm 1, the paper’s encoder, looks at a median of { $median } candidates.
    *[other] Algorithm 1, the paper’s encoder, looks at a median of { $median } candidates, and { $shown } of { $encodes } encodes
        reached its limit.
 }
more-than = more than { $limit }
reference-mean = { $kind ->
    [infinite] Its draws have a tail of index α − 1 = { $index }, so their mean is infinite. An average time would only tell how long
        one waited. Read the median and the range of the middle 80 %.
    [stopped] Its draws have a tail of index α − 1 = { $index }, so a mean exists, but not of draws that are stopped at { $limit }.
        Raise the limit.
    *[finite] Its draws have a tail of index α − 1 = { $index }, so a mean exists. It is { $mean } here.
 }

programs = Merely drawing a chunk’s candidates, a normal number for each entry, takes { $floor }; { $kind ->
    [compiled] the compiled encoder takes { $compiled } times as long.
    [both] the compiled encoder takes { $compiled } times as long, and the NumPy encoder { $arrays } times.
    *[arrays] the NumPy encoder takes { $arrays } times as long.
 }
programs-more = This includes the overhead of a call that encodes { $batch } chunks.
programs-odd = Chunks of { $chunks } entries have no compiled encoder, because normal numbers are made in pairs.
order = Our encoder first tries candidates that are likely to be chosen; the PPR paper’s Algorithm 1 tries candidates in the order of the list, which can
    take far longer.
order-more = Each place in the list has a random handicap, known before its candidate is drawn; a small one usually wins. Beyond a
    limit none can win, so the search ends there.
best-range = { $low } to { $high }
list-and = { $first } and { $second }

noise = { $hides ->
    [vector] The noise protects all { $dimension } numbers of a person. If it protected only { $entries }, r* would rise from { $bound } to { $other }.
    *[chunk] The noise protects only { $entries } of a person’s { $dimension } numbers, as in the paper. Protecting all takes more noise, which would lower r* from { $bound } to { $other }.
 }
noise-more = At ε = { $epsilon } the mean needs noise of standard deviation { $one } to hide { $entries } numbers of a person.
    To hide all { $dimension }, it needs √(d/{ $entries }) = { $times } times as much, { $all }. For ε = 0.05 the paper prints {
    $printed }, which hides { $entries } numbers.

sweep = { $kind ->
    [chunk] In this run the search took { $fewest } candidates with chunks of { $first } numbers, and { $most } with chunks of { $last }. Sizes whose 95 % bar reaches within
        15 % of the least time count as equally fast.
    *[epsilon] Less privacy takes a longer search: from { $symbol } = { $first } to { $last }, the candidates looked at go from { $fewest }
        to { $most }.
 } The time for all numbers goes from { $start } to { $end }.
sweep-chunks = Still larger chunks take longer: candidates grow exponentially with c, while the number of chunks only falls like
    1/c.
sweep-skipped = At { $symbol } = { $points } r* is up to { $bound }, so nothing is encoded there.

printed = For ε = { $epsilon } and c = { $chunk } the paper prints { $digits } s for a vector, which takes { $here } here.
printed-more = The paper used Algorithm 1 on a laptop (M1 Pro, 8 cores at about 3.2 GHz). Two machines and two programs differ, so
    compare the shapes, not the digits. Only for ε = 0.05 does the paper print the noise as well{ $noise ->
        [always] , and that point always has it here.
        [other] , and that is not the one that is run here.
        *[same] .
    }

tree = One number needs no search of all its candidates: sorted by their values, they are found by a tree.
tree-more = At r* = { $large } (Laplace noise, ε = 20, α = 2) an encode by the tree takes { $tree } here, with the same distribution,
    bits and privacy. PPR’s search takes { $search } at r* = { $small } already.
tree-unmeasured = One number is not measured yet, or compiled loops are missing.

decoder = { $kind ->
    [open] At α = ∞ no ε holds against the server (decoder), who knows the candidates.
    [theorem] ε = { $epsilon } limits only what a published mean of many people’s numbers tells; the server (decoder) learns at most ε = { $theorem } about
        a person, with δ = { $delta }. This is Theorem 8 for each chunk of { $chunk } entries.
    *[accounted] ε = { $epsilon } limits only what a published mean of many people’s numbers tells; the server (decoder) learns at most ε = { $accounted }
        about a person, with δ = { $delta }. This holds for its whole vector, in chunks of { $chunk } entries.
 }
decoder-more = { $kind ->
    [theorem] For so large an ε, numerical accounting gives no smaller value.
    *[accounted] This is numerical accounting over all { $chunks } chunks, for any two vectors. Theorem 8, chunk by chunk, gives { $theorem }.
 }

proposal = The proposal is the Gaussian with the smallest r*.
proposal-more = The width C²/d, which minimises the paper’s bound on the bits, would need r* = { $bound } here.

times = Times were measured on this server ({ $machine }) on { $moment } and differ from run to run.
times-more = Our encoder takes up to { $batch } chunks per call, Algorithm 1 one chunk at a time. The table and
    the files hold candidates only, which follow from the seed.

## Tiles.

samples-messages = { $messages } messages
samples-calls = { $calls } timings of { $batch } messages each
tile-candidates = Average number of candidates looked at for one message
tile-median = Median time of one message
tile-mean = Mean time of one message
tile-vector = Time for all numbers of a person, { $chunks } messages
tile-vector-at = Time for all numbers of a person in chunks of { $chunk }, which run
tile-candidates-at = Candidates looked at for one message of { $chunk } numbers, average
tile-bound = Candidates expected on average, r*
tile-reference = Candidates of Algorithm 1, median
tile-reference-mean = Candidates of Algorithm 1, mean
tile-stopped = Algorithm 1 stopped at its limit
tile-noise-chunk = Noise of the mean, if it hides only { $entries } numbers of a person (as in the paper)
tile-noise-vector = Noise of the mean, if it hides all { $entries } numbers of a person
tile-noise-client = Noise of a person, √n times that
tile-decoder = The server’s ε for a vector with δ = { $delta }
tile-decoder-theorem = The server’s ε by Theorem 8, chunk by chunk
tile-other = r*, noise { $hides ->
    [vector] for one chunk
    *[chunk] for a whole vector
 }

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
    [yes] : small chunks mean many messages, large ones long searches. Bars: 95 % confidence intervals of the median.
    *[no] . At these settings nothing is timed.
 }
chunk-tab = Time and candidates
chart-note = Our encoder tries likely winners first, the paper’s Algorithm 1 takes candidates as they come. Times are medians of ours, compiled and by NumPy; those of the paper are means. Bars: 95 % confidence intervals; ± on a tile: one standard error{ $band ->
        [yes] . Band: the middle 80 % of Algorithm 1, cut at its limit.
        *[no] .
    }
axis-candidates = Candidates looked at
time-chunk = Time for a chunk
time-vector = Time for all numbers
axis-setting = ε, numbers in a chunk
axis-chunk = Numbers in a chunk, c
axis-epsilon = Central ε
legend-bound = r*
named-fastest = fastest: { $chunk } numbers
legend-other = r*, noise { $hides ->
    [vector] for one chunk
    *[chunk] for a whole vector
 }
legend-limit = limit of draws
legend-mean = likely winners first, mean
legend-compiled = compiled
legend-arrays = NumPy
legend-reference = Algorithm 1
legend-reference-chunks = Algorithm 1, median chunk × chunks
legend-paper = paper’s laptop
legend-floor = only drawing r*·c numbers

## Tabs.

vector-tab = A whole vector
vector-note = A vector takes ⌈d/c⌉ times as long as a chunk. With Algorithm 1 a real vector takes longer, because its slowest chunk
    decides. The data file holds candidates, because times are not the same twice.
vector-title = A whole vector of { $entries } entries, in chunks
tail-tab = Rare, long encodes
tail-note = A straight line on these axes is a heavy tail: very long searches are rare but not negligible. Algorithm 1, if it is switched on, ends where its draws are limited.
tail-title = How often a chunk takes more than t candidates
tail-axis = Candidates t
tail-axis-share = Share of encodes above t
tail-order = likely winners first
tail-reference = Algorithm 1
tail-none = Nothing is encoded at this point.
tail-caption = { where }, nine of ten of our encodes look at no more than { $most } candidates.
tail-caption-reference = Algorithm 1 needs { $draws } for nine of ten encodes, and its tail falls like t^(1 − α).
number-tab = One number, by a tree
number-note = The tree sends the rank of the chosen value, which tells no more than PPR’s index. It looks at about (log₂ r*)²
    candidates. The times are those of compiled loops; without them nothing is drawn here.
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
