### Dyadic quantized Laplace (DQL): one number, its Laplace noise, and the whole number that is sent.

question = Can a noisy value be rounded and still have exact Laplace noise?

## The headline of one message, and of bits held fixed.

finding = { $kind ->
    [deviates] The errors of these messages deviate from Laplace noise, although theory says that they cannot.
    *[follows] Yes: { $bits } bits on average carry exact Laplace noise; the server learns at most νε = { $decoder } per unit of x.
 }
finding-fixed = { $kind ->
    [none] No: at none of these ε can { $bits } bits on average carry exact Laplace noise.
    *[reached] Yes: at ε = { $epsilon }, { $bits } bits carry exact Laplace noise, and the server learns at most
        νε = { $decoder }.
 }

finding-step = { $step ->
    [0] Exact Laplace noise is a sum of bumps; each message uses one of them, picked at random.
    [1] Shared: the seed that both sides know picks bump { $part } (counted from 0).
    [2] Private: the sender adds noise whose density is a staircase, not yet the bump.
    [3] Rounding to a shared, shifted grid turns the steps of the staircase into the bump.
    *[4] The message is one whole number: M = { $integer }, in { $length }.
 }

## The steps of the picture: title, then what is seen.

step-title = { $step ->
    [0] Laplace noise around x (black), and the bumps that add up to it
    [5] The server gets x plus exactly Laplace noise
    *[other] Top: the density of z. Bottom: how x becomes z
 }
step-stack = The percentage of a bump is its chance of being picked. Why bumps? Noise and rounding together make a bump exactly (steps 3 and 4), so a whole number carries it.
step-part = T = { $part } is the number of the bump; its chance was { $share }. The edges of this bump bend every { $step }: its step. Each bump has half the step of the one before (“dyadic”).
step-noise = The sender alone draws J = { $jump } whole steps and V = { $rest } of a step, and adds { $step } · (J + V) to x. The picture now shows only the picked bump.
step-grid = The shared seed shifts the grid by U = { $dither } of a step; the sender rounds to the nearest line, M = { $integer }. Averaged over all shifts, the staircase becomes the bump.
step-thinned = One line in { $every } is drawn.
step-sent = The sender sends only M = { $integer }: the word { $code_word } of the code “{ $code }”, { $length }. The server already knows T and U; J and V stay with the sender.
step-decoded = The server computes z = { $step } · (M + U) = { $decoded }. Over all random choices, z − x has exactly the Laplace distribution.

## Notices on one message: who learns what, why not just round, why not dither.

views = A larger ν shortens messages but tells the server more: it knows the bump, and given the bump, z tells up to ν = { $nu } times as much about x.
views-why = A reader sees only z, which is x plus Laplace noise, and learns at most ε per unit of x. The server also sees which bump was picked.
    On a log scale, a bump is up to ν times as steep as Laplace noise, so the server learns at most νε. The length of a message depends on its number M
    alone, so νε covers the length, too.
rounding = { $seen ->
    [yes] Plain rounding after the noise is private, too, but its errors are no longer Laplace noise: they lie one grid step apart. A test on { $n } errors
        rejects Laplace noise for rounding ({ $rounded }), not for DQL ({ $exact }).
    *[no] Plain rounding after the noise is private, too, but its errors only nearly follow Laplace noise. A test on { $n } errors does not
        see the difference ({ $rounded }).
 }
layered = Rounding x itself to a shared random grid (layered dither) has Laplace errors, too, but tells the server between which
    grid lines x lies.
layered-more = The server knows that grid. Because it can rule out some x altogether, no finite ε limits what it learns.

## Notices on bits held fixed.

fixed-price = The error of DQL is 2/ε² for any ν: fewer bits tell the server more, but never cost accuracy.
fixed-nu = At ε = { $epsilon } the smallest ν that keeps the bits is { $nu }.
fixed-unreached = From ε = { $epsilon } on, no ν keeps { $bits } bits, because noise far smaller than the range of X needs a fine grid.
fixed-mvu = { $kind ->
    [one] MVU, which sends exactly { $bits } bits, has a larger error than DQL at ε = { $first }.
    [range] MVU, which sends exactly { $bits } bits, has a larger error than DQL from ε = { $first } to { $last }.
    [none] MVU, which sends exactly { $bits } bits, nowhere has a clearly larger error than DQL.
    *[unsolved] MVU sends exactly { $bits } bits.
 }
fixed-mvu-more = MVU has one ε for reader and server. It needs X in [−1, 1], and a linear programme for every ε.
fixed-views = ε limits, per unit of x, what a reader of z learns; νε limits what the server learns, who also sees the message and the shared randomness.

## Tiles.

tile-bits = Computed average length of a message
tile-bits-measured = Measured average length of a message
tile-reader = ε that a reader of z learns, at most
tile-decoder = ε that the server learns, at most (νε)
tile-squared = Mean squared error of z, measured
tile-sent = Length of the message drawn
samples = { $messages } messages
tile-nu = Smallest ν at ε = { $epsilon }
tile-decoder-there = The server’s ε there: νε
tile-squared-there = Mean squared error of DQL there
tile-mvu = Mean squared error of MVU with { $bits } bits

## The picture of one message.

axis-value = Value of x and of z
axis-density = Density of z
row = { $row ->
    [0] decoded z
    [1] grid, M
    *[2] x and its noise
 }
legend-laplace = Laplace noise
legend-bump = { $last ->
    [yes] all others: { $share }
    *[no] bump { $part }: { $share }
 }
legend-chosen = bump { $part }
legend-noise = noise before rounding
legend-window = one step of the staircase, at z
legend-mean = mean over that step
legend-errors = { $n } received z
label-bits = bits { $code_word }
label-error = z = { $decoded }, error { $error }

## The picture of bits held fixed.

fixed-title = Privacy against error with { $bits } bits a number
fixed-note = X ~ Unif(−1, 1). DQL takes { $bits } bits on average, MVU always. The curves of DQL end where no ν keeps the bits.
fixed-axis-error = Mean squared error
fixed-axis = Privacy loss
unit-slope = nats per unit of x
fixed-decoder = DQL, server νε
fixed-reader = DQL, reader ε
fixed-legend-mvu = MVU, both

## Errors.

errors-tab = Errors
errors-note = Left: the errors of DQL; of 100 samples of exact Laplace noise, 99 stay inside the whole grey band. Right: after plain
    rounding, the error takes only values one step apart (spikes).
errors-title = { $n } errors of each, with equal bits on average
errors-axis = Error z − x
errors-axis-density = Density
errors-axis-share = Density: share of errors / step
errors-band = Laplace, { $confidence } band
errors-laplace = Laplace
errors-dql = DQL
errors-rounded = Laplace, then rounding: values that occur

## Two views of one message.

views-tab = Two views
views-note = The curves show how the log-likelihood of what somebody sees changes as x′ moves away from x. Per unit of x it changes by at most ε for
    the reader and νε for the server.
views-title = One message: what reader and server can say about other inputs x′
views-axis = Other input x′
views-axis-log = ln P(seen | x′) − ln P(seen | x)
views-reader = reader
views-decoder = { $scheme }: server
views-allowed = allowed slopes

## Slopes.

slopes-tab = Steepest slopes
slopes-note = Exact likelihoods at neighbouring inputs, for the server over 500 messages. The piecewise-linear quantizer is DQL with one bump only.
    Layered and subtractive dither have no private noise.
slopes-title = How fast likelihoods change, mechanism by mechanism
slopes-axis = Steepest slope of ln P(seen | x)
slopes-reader = reader, who sees z
slopes-decoder = server, who also sees M, T, U
slopes-endless = { $who ->
    [reader] reader: ∞ →
    *[decoder] server: ∞ →
 }

## Lengths.

lengths-tab = Bits along ν and ε
lengths-note = The curves are exact averages over all random choices. The point is the mean of the messages sent, ± 2 standard
    errors.
lengths-title = Average length of a message
lengths-axis-nu = Server’s ε divided by reader’s: ν
lengths-axis-epsilon = ε of a reader of z
lengths-axis = Bits of a message
lengths-here = x = { $x }, exact
lengths-uniform = X ~ Unif(−1, 1), exact
lengths-measured = measured

## Formulas.

formula-decoded = What the server computes
formula-decoder = ε of the server, per unit of x
formula-step = The largest step, which makes the steepest edge of a bump as steep as ν
formula-length = Length of a message, averaged over all randomness
formula-length-source = exact: given T, z − x has a piecewise quadratic distribution function; M is z over the step, rounded
formula-error = The mean squared error of DQL, which is the variance of Laplace noise
symbol-epsilon = privacy loss per unit of distance, towards a reader
symbol-nu = server’s ε divided by reader’s
symbol-step = step of the bump drawn
symbol-integer = whole number received
symbol-dither = shift of the grid, shared
symbol-largest = largest step, in units of 1/ε
symbol-length = bits of the word for m, and L(½) stands for L(0)
symbol-part = bump, averaged over
symbol-value = true value
symbol-middle = a middle one of those compared
symbol-smallest = smallest that keeps the bits
value-shared = shared
