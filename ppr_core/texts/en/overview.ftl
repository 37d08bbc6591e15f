### Overview: one value, its noise, a few bits, and the noisy value at the decoder.

question = How few bits carry a noisy value without changing its noise?

## The headline. $kind: whether bits are saved, and whether the decoder’s view is private.

finding = { $kind ->
    [open] At ε = { $epsilon } and α = ∞, a value takes { $bits } bits (computed) instead of { $float }, but the server may learn x.
    [long] At ε = { $epsilon }, PPR sends a noisy value in { $bits } bits on average (computed): nothing is saved against { $float }.
    *[saved] PPR sends a noisy value in { $bits } bits on average (computed) instead of { $float }, without changing its noise.
 }

## Notices: exactness, bits, who learns what; then what is read in the tab.

exact = { $follow ->
    [yes] { $agreeing } of { $bars } bars lie in the grey band, so this test cannot tell the { $n } values from the wanted noise.
    *[no] Only { $agreeing } of { $bars } bars lie in the grey band: the { $n } values do not have the wanted noise.
 } With exactly the wanted noise, all bars lie in this band in { $confidence } of runs.
exact-more = A theorem says that PPR’s values have the wanted noise exactly; this test checks the program.
index = Why so few? Only the index K is sent, and early places of the list win most often: log₂ K is { $log } bits on average,
    marking the message’s end takes { $rest }. K has no largest value, so every code word must also say how long it is.
index-more = Of the { $log } bits, only { $divergence } come from preferring values that fit x. The others keep the choice random, which hides x from the server.
privacy = The server also has the list and the index, so it may learn more, at most 2αε = { $decoder }; here α = { $alpha } says how strongly
    x guides the choice of K.
privacy-more = Why 2αε (Theorem 7)? Each value in the list has a weight, which is larger if it fits x. The chance of K is its weight, divided by the sum of all weights. Another x changes each of them at most e^(αε)-fold, so the chance at most e^(2αε)-fold.
privacy-open = Whoever reads the noisy value alone learns at most ε = { $reader } about x; nothing limits the server, who
    also has the list and the index.
privacy-open-more = At α = ∞ the best candidate always wins, so an index excludes every x for which another candidate is best.

worth = When does PPR not pay? If the uncompressed report is no longer than a code word, send it; if the server is trusted, send it the value itself.
worth-more = If the server may learn no more than the noisy value tells, send a seed of 128 bits that generates this value (pseudorandom rejection).

## Tiles.

tile-exact-bits = Average length of a message, computed
tile-bits = Average length of a message, measured
tile-saved = Share of bits saved against a { $float }-bit float
tile-reader = Limit of a reader’s ε (promised, always)
tile-decoder-exact = Limit of the server’s ε (computed, failure chance δ = { $delta })
tile-decoder = Limit of the server’s ε (promised, always)

## The picture.

chart-title = { $n } noisy values of the same x, as they arrive
chart-note = A reader of one noisy value learns at most ε = { $epsilon }: the value shifts the odds between two x at most { $odds }-fold (e^ε). The value { $hint ->
        [much] is likely to lie near x.
        [some] hints a little at where x is.
        *[little] tells little about x.
    }
axis-value = Noisy value z at the server
axis-density = Probability density
legend-decoded = values that arrived
legend-distribution = wanted noise; grey: chance alone
legend-familiar = the noise at ε = { $epsilon }
legend-possible = x: −{ $limit } to { $limit }
legend-truth = x = { $x }

## One report on its way. Stars make bold text, and the code word stands in backticks.

report-title = One report on its way, by PPR (Poisson private representation)
report-person = **x = { $x }** is what a person holds.
report-mechanism = **A list** of random values is the same for person and server: { $first }, { $second }, …
report-choice = **K = { $index }** is an index drawn at random, guided by x, so that the value there is x plus Laplace noise.
report-message = **`{ $code_word }`** is sent: { $length } in { $code } code, not { $float } of a float.
report-decoder = **z = { $z }** is what the server finds there, at place { $index } of the list.

## Who sees what, and what the shared seed needs.

seen-tab = Who sees what
seed-tab = The shared seed
seed-note = __What it costs.__ Sender and server share one seed of 128 bits, once. Both compute every list from it, so no list is
    ever sent.

    __Who picks it.__ Anybody who does not know the value, for example the server. The seed may be public. Somebody who knows
    the value could search for a seed whose list gives it away. Theorem 7’s 2αε holds even then. The numerical accounting
    does not hold then, because it is an average over lists.

    __How fresh it must be.__ Each message needs a list of its own. Message number 5 uses list number 5 of the seed, so one seed
    serves all messages.

    __What reuse costs.__ Two messages from one list are each exact, but their outputs depend on each other. The mean of many such
    reports may stay inaccurate. Each message also adds its own ε, as always.

    __What the list may depend on.__ Only on public knowledge. A proposal that depended on the value would tell the server about
    it before a message is sent.

    __What deleting helps.__ A server may decode a message and then delete it together with the seed. What it keeps leaks no more
    than a reader sees. You have to trust it while it decodes.

## Formulas.

formula-density = The Laplace distribution, and the top of its curve
symbol-index = mean logarithm of the index, measured
symbol-divergence = divergence of the noisy value’s distribution from that of the shared list
symbol-value = true value
symbol-noisy = noisy value
symbol-axis = axis
