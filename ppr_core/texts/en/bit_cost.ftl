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

parts = { $many ->
    [yes] Why so many?
    *[no] Why so few?
 } The noise is in the list, which is never sent: fitting x takes only { $divergence } bits, { $kind ->
    [saves] choosing the best place K saves { $choice }
    [names] naming the place K takes { $choice }
    *[hides] hiding x takes { $choice }
 } and marking the end { $code }.
parts-chunks = The last two parts are paid { $messages } times, once for every chunk of the vector.
parts-more = Fitting x is the KL divergence: how much likelier (log₂, on average) the noise around x makes its values than the list does. Marking
    the end is what the code adds to log₂ K. The server must see where a code word ends, so even K = 1 takes at least 1 bit.

evidence = { $n } real { $several ->
    [yes] vectors
    *[no] messages
 } took { $seen } bits on average. The code is { $code }; the average, computed without a run, is { $exact }.

choice = A smaller α lets later places K win more often, whatever x is: longer messages that tell the server less. Near α = 1, far
    later places win: halving α − 1 doubles the bits for hiding x. Here hiding x costs { $overhead } bits, where Theorem 5 allows { $allowed }.
choice-endless = At α = ∞ nothing is left to chance, so messages are shortest, but the server may learn x. Choosing K costs { $overhead } bits, where Theorem 5 allows { $allowed }.
choice-times = Theorem 5 covers every mechanism, so it is often loose: here it allows { $times } times the true cost.

capacity = In every exact scheme some input needs at least { $least } bits on average.
capacity-more = This number is the capacity of the mechanism: the KL of the worst input from the best proposal. For this
    input and this proposal the KL is { $here } bits.

entropy = No code of K alone can beat the entropy of K, { $entropy } bits; the best code here takes { $above } more.
entropy-more = Estimated from the messages, the entropy is { $seen } bits. Large indices are rare, and a plain count would miss
    them. Hence indices of nearly equal probability are counted together, and Grassberger’s correction repairs small counts.
entropy-rough = Even so, { $alone } of the indices were alone in their group, so this estimate is rough.

corollary = The paper’s bound from ε alone (Corollary 6) is not drawn: it needs a density ratio of at most e^ε. This proposal has r* = { $ratio }.

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
tile-bound = Upper bound on the mean of log₂ K
tile-divergence = Fitting x (favouring candidates that fit x)
tile-plain = Length without compression: { $name }
tile-half = Plain 16-bit floats
tile-capacity = Least average that some input needs (capacity)
tile-code = Average length with { $code }
tile-entropy = Entropy of K: no code of K is shorter on average
tile-refined = Upper bound on the mean of log₂ K, sharper
tile-code-bound = Upper bound on the average length ({ $code })
tile-from-epsilon = Upper bound on the average length, from ε alone
tile-information = I(X;Z), uniform input
tile-mrc = Length of a message of MRC with N = { $candidates }
tile-candidates = Candidates looked at for a message

## The picture.

chart-title = { $several ->
    [yes] What the bits of a vector are for
    *[no] What the bits of a message are for
 }
worked-tab = The average, computed
worked-note = The probability of each index K can be computed: small K are likely and have short code words. The length of each code word
    times its probability, added up over all K, is the average length of a message.
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
    [limit] here: α = { $alpha }, at most ε = { $epsilon }
    [here] here: α = { $alpha }
    *[other] α = { $alpha }
 }
along-whole = whole message
along-part = fitting x
lengths-tab = All lengths
chart-note = PPR (Poisson private representation) sends an index K. Pointing at fitting candidates takes the first bar; { $kind ->
        [hides] choosing at random, which hides x, the second
        *[other] nothing hides x from the server
    }: together log₂ K, about the binary digits of K.
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
