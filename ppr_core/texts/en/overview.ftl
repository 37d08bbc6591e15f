### Overview: one value, its noise, a few bits, and the noisy value at the decoder.

question = How few bits carry a noisy value without changing its distribution?

## The headline. $kind: whether bits are saved, and whether the decoder’s view is private.

finding = { $kind ->
    [open] At ε = { $epsilon } and α = ∞, a noisy value takes { $bits } bits instead of { $float }, without any
        guarantee against the decoder.
    [long] At ε = { $epsilon }, PPR sends a noisy value in { $bits } bits on average: nothing is saved against { $float }.
    *[saved] At ε = { $epsilon }, PPR sends a noisy value in { $bits } bits on average instead of { $float }.
 }

## Notices: exactness, bits, who learns what; then what is read in the tab.

exact = { $follow ->
    [yes] The { $n } decoded values follow the Laplace distribution: { $agreeing } of { $bars } bars lie within { $errors }
        standard errors.
    *[no] The { $n } decoded values do not follow the Laplace distribution: only { $agreeing } of { $bars } bars lie within
        { $errors } standard errors.
 }
exact-more = By theorem the decoded values follow it exactly; this test checks the program.
index = The sender writes only K, a place in a shared list: naming it takes log₂ K = { $log } bits on average; the other
    bits mark the message’s end.
index-more = Theorem 5 allows { $divergence } for the information in the noisy value, and { $overhead } more for choosing
    the index with α = { $alpha }. What the code adds comes on top.
privacy = A reader of the noisy value alone learns at most ε = { $reader } about x; the decoder (your server), who also has
    the list and the index, at most ε = { $decoder }.
privacy-more = A reader’s ε means: no noisy value is more than e^ε times as likely for one x as for another. The decoder’s value comes from numerical accounting with δ = { $delta }. Theorem 7 guarantees 2αε = { $theorem }
    with δ = 0. A smaller α leaks less to the decoder but makes messages longer.
privacy-open = A reader of the noisy value alone learns at most ε = { $reader } about x; nothing limits the decoder (your
    server), who also has the list and the index.
privacy-open-more = At α = ∞ a candidate wins only if P favours it more than every candidate before it, so some indices exclude some
    values.

## Tiles.

tile-bits = Average message, measured
tile-saved = Saved against a { $float }-bit float
tile-reader = Reader’s ε, guaranteed
tile-decoder-exact = Decoder’s ε with δ = { $delta }
tile-decoder = Decoder’s ε with δ = 0

## The picture.

chart-title = { $n } decoded values of one person
chart-note = The noise has scale { $scale }, and the range of possible values (grey) has length { $length }: one noisy value
    { $weak ->
        [yes] points at x, so privacy is weak.
        *[no] tells little about x.
    } The person is made up; a real one sends a single report.
axis-value = Noisy value z, as decoded
axis-density = Probability density
legend-truth = true value { $x } and possible values
legend-decoded = decoded
legend-distribution = Laplace ± 3 standard errors

## One report on its way. Stars make bold text, and the code word stands in backticks.

report-title = One report on its way
report-person = A person holds **x = { $x }**.
report-mechanism = The mechanism would add Laplace noise of scale { $scale }. PPR gets the same distribution by picking from random candidates.
report-choice = PPR (Poisson private representation) picks candidate { $index } of a
    shared list, **z = { $z }**. Over many messages, z has exactly the mechanism’s distribution.
report-message = The person sends the index in code, **`{ $code_word }`**: { $length }, where a float takes { $float }.
report-decoder = The decoder makes the same list from the seed and looks up candidate { $index }: exactly **z = { $z }**.

## Who sees what, and what the shared seed needs.

seen-tab = Who sees what
seed-tab = The shared seed
seed-note = __What it costs.__ Sender and decoder share one seed of 128 bits, once. Both compute every list from it, so no list is
    ever sent.

    __Who picks it.__ Anybody who does not know the value, for example the server. The seed may be public. Somebody who knows
    the value could search for a seed whose list gives it away. Theorem 7’s 2αε holds even then. The numerical accounting
    does not hold then, because it is an average over lists.

    __How fresh it must be.__ Each message needs a list of its own. Message number 5 uses list number 5 of the seed, so one seed
    serves all messages.

    __What reuse costs.__ Two messages from one list are each exact, but their outputs depend on each other. The mean of many such
    reports may stay inaccurate. Each message also adds its own ε, as always.

    __What the list may depend on.__ Only on public knowledge. A proposal that depended on the value would tell the decoder about
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
