### Bit cost: what a message of PPR takes, part by part, in theory and in real messages.

question = How many bits does a message take, and what are they for?

## The headline. $kind: one message or several chunks, and whether bits are saved.

finding = { $kind ->
    [chunks] The vector takes { $bits } bits on average (computed) in { $messages } messages instead of { $plain } uncompressed.
    [chunks-long] The vector takes { $bits } bits (computed) in { $messages } messages, uncompressed only { $plain }: compression
        does not pay.
    [long] A message takes { $bits } bits on average (computed), uncompressed only { $plain }: here compression does not pay.
    *[saved] A message takes { $bits } bits on average (computed) instead of { $plain } uncompressed.
 }

## Notices: the parts, the evidence, the theorem; then what is read in the tab.

parts = Why { $bits } bits? The noise is in the list, which is never sent: fitting x takes only { $divergence } bits, { $kind ->
    [saves] choosing the best place K saves { $choice }
    [names] naming the place K takes { $choice }
    *[hides] hiding x takes { $choice }
 } and marking the end { $code }.
parts-chunks = The last two parts are paid for each of the { $messages } chunks of the vector.
parts-more = Fitting x takes the KL divergence: how much likelier (log₂, on average) values are under the noise around x than in the list. The server must see where a code word ends, so even K = 1 takes at least 1 bit.


choice = A smaller α lets later places K win more often, whatever x is: longer messages that tell the server less. By Theorem 5, hiding x takes at most { $allowed } bits with any mechanism; here it takes { $overhead }.
choice-endless = At α = ∞ nothing is left to chance, so messages are shortest, but the server may learn x. By Theorem 5, naming K takes at most { $allowed } bits with any mechanism; here it takes { $overhead }.




## What is seen along one setting; also a notice.

sweep-none = { $reason ->
    [no-chunks] A single number has no chunks, so the chart shows one point.
    [not-cut] { $mechanism } cannot be cut into chunks, so the chart shows one point.
    [no-width] The proposal of { $mechanism } has no width, so the chart shows one point.
    *[none] No setting is chosen to vary, so the chart shows one point.
 }
sweep-alpha = From α = { $low } to { $high }, the mean of log₂ K falls from { $first } to { $last } bits.
sweep-alpha-bound = Theorem 5 allows { $least } to { $most } times the computed cost of hiding x.
sweep-alpha-line = The thin line is KL + log₂(e)/(α − 1) for each index, which describes the cost near α = 1.
sweep-growth = From { $symbol } = { $low } to { $high }, the average length goes from { $first } to { $last } bits.
sweep-growth-double = Doubling ε from { $low } to { $high } changes it from { $first } to { $last } bits.
sweep-growth-plain = The plain output goes from { $first } to { $last } bits.
sweep-growth-divergence = The KL goes from { $first } to { $last } bits.
sweep-chunk = In chunks of { $low } the vector takes { $first } bits, and in chunks of { $high } it takes { $last }: every chunk pays
    for its own index and code word.
sweep-proposal = { $paper ->
    [yes] The paper’s width y = C²/d
    *[no] The width of least KL
 } has a KL of { $divergence } bits, but an encode would examine r* = { $candidates } candidates.
sweep-proposal-cheap = The width of fewest candidates, { $candidates }, costs { $divergence } bits more KL, and { $bits } more in the
    message.
sweep-proposal-same = One width has both the fewest candidates and the least KL, { $divergence } bits.
sweep-unmeasured = No point is simulated yet, or none can be: the lines are computed without a run.
sweep-skipped = At { $values } an encode examines up to r* = { $candidates } candidates, which is too many to simulate here.

## Tiles.

tile-average = { $several ->
    [yes] Average length of a vector ({ $code })
    *[no] Average length of a message ({ $code })
 }
tile-log-index = Mean of log₂ K
tile-measured = { $what }, measured
tile-exact = { $what }, computed
tile-computed = { $what }, computed to ± { $error }
tile-bound = Upper bound on the mean of log₂ K (Theorem 5)
tile-divergence = Bits for fitting x (KL divergence)
tile-plain = Length without compression: { $name }
tile-half = Length without compression: 16-bit floats
tile-capacity = Fewest bits that some input needs on average in every exact scheme (capacity)
tile-code = Average length with { $code }
tile-entropy = Entropy of K: no code of K is shorter on average
tile-refined = Sharper upper bound on the mean of log₂ K (Theorem 14)
tile-code-bound = Upper bound on the average length ({ $code })
tile-from-epsilon = Upper bound on the average length, from ε alone
tile-information = Information of a message about x, uniform x
tile-mrc = Length of a message of MRC with N = { $candidates }
tile-candidates = Candidates looked at for a message, on average
count-vectors = { $count } vectors

## The picture.

chart-title = { $several ->
    [yes] What the bits of a vector are for
    *[no] What the bits of a message are for
 }
worked-tab = The average, computed
worked-note = Each row: the length of an index’s code word, times the probability of this index. The sum over all K is the average length of a message.
worked-head = { $column ->
    [index] Index K
    [word] Code word
    [bits] Length in bits
    [chance] Probability
    *[part] Length × probability
 }
worked-rest = all K above { $last }
worked-total = Sum: the average
lengths-title = { $several ->
    [yes] How long { $n } real vectors are
    *[no] How long { $n } real messages are
 }
along-axis = { $limit ->
    [yes] What the server learns at most: 2αε
    *[no] PPR order α (smaller: the server learns less)
 }
along-length = Bits for one message at other α, computed
along-point = { $kind ->
    [limit] here: α = { $alpha }, 2αε = { $epsilon }
    [here] here: α = { $alpha }
    *[other] α = { $alpha }
 }
along-whole = whole message
along-part = fitting x
lengths-tab = All lengths
chart-note = PPR (Poisson private representation) sends an index K. The first two bars are log₂ K, about its binary digits after the first: { $kind ->
        [hides] K tends to values that fit x; chance decides, which hides x
        *[other] K points at values that fit x; nothing hides x from the server
    }.
part = { $name ->
    [divergence] fitting x: { $bits } bits
    [hides] hiding x: { $bits } bits
    [names] naming the place K: { $bits } bits
    [saves] choosing the best place K saves: { $bits } bits
    [code] marking the end: { $bits } bits
    *[whole] the whole message, computed: { $bits } bits
 }
part-real = { $several ->
    [yes] { $n } real vectors, measured: { $seen } bits
    *[no] { $n } real messages, measured: { $seen } bits
 }
axis-average = { $several ->
    [yes] Bits for one vector, on average
    *[no] Bits for one message, on average
 }
chart-gaps = { $code ->
    [elias_delta] Gaps: the code has no words of 2, 3, 6, 7, 12, 13, 22 or 23 bits.
    [elias_gamma] Gaps: the code has words of odd length only.
    *[other] { "" }
 }
axis-bits = { $several ->
    [yes] Bits for one vector
    *[no] Bits for one message
 }
axis-share = { $several ->
    [yes] Share of vectors
    *[no] Share of messages
 }
legend-code = { $code } code
row = { $name ->
    [divergence] KL { $bits }
    [information] I(X;Z) { $bits }
    [log-index] mean of log₂ K { $bits }
    [theorem] log₂ K ≤ { $bits } (bound)
    [entropy] entropy of K { $bits }
    [code] { $code } { $bits }
    [code-bound] { $code } ≤ { $bits }
    [corollary] from ε alone (Corollary 6) ≤ { $bits }
    [mrc] MRC, N = { $candidates } (not exact) { $bits }
    *[plain] { $output } { $bits }
 }

## Along one setting.

every-tab = All codes and bounds
every-note = Dotted strokes are bounds on the average. MRC has a fixed length, and its output is only nearly exact.
sweep-tab = Along one setting
sweep-title = { $setting ->
    [alpha] Bits along α
    [epsilon] Bits along ε
    [dimension] Bits along the dimension or the categories
    [chunk] Bits along the chunk size
    [proposal] Bits along the width of the proposal
    *[none] Bits at the chosen settings
 }
sweep-axis = { $setting ->
    [categories] Categories k
    [dimension] Dimension d
    [chunk] Chunk size c
    *[proposal] Width of the proposal, as a multiple of the best
 }
sweep-axis-bits = Bits
sweep-axis-candidates = log₁₀ of the candidates for an index
sweep-line = { $line ->
    [divergence] KL
    [bound] Theorem 5
    [refined] Theorem 14
    [leading] near α = 1
    *[plain] plain output
 }
sweep-log-index = mean of log₂ K
sweep-real = real messages
sweep-expected = r*
sweep-measured = measured

## Formulas.

formula-refined = A sharper bound on hiding x: Theorem 14
formula-leading = What hiding x costs near α = 1
formula-leading-source = Where the density ratio is constant, P(K > k) falls like k^(1 − α)
formula-code = From the index to the message: { $code } code
symbol-overhead = least over 0 < η ≤ 1, η < α − 1
symbol-index = index; measured mean of its logarithm, over all chunks
