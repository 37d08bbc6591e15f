### Metric privacy: a location with noise that hides it among places near it, and what its report costs to send.

question = How well is a location hidden, and what does a report cost?

bits = { $one ->
    [yes] 1 bit
    *[no] { $bits } bits
 }

## The headline. $kind: reports in the plane, or the error curves beyond it.

finding = { $kind ->
    [same] x and x′ are the same place, and PPR sends a report of it in { $bits }.
    [wins] In { $bits } PPR has a smaller error than discrete Laplace from ε = { $epsilon } on.
    [loses] Discrete Laplace has the smaller error for all ε and all message sizes shown.
    [waiting] The error curves are still to come.
    *[plane] Which of two places 1 { $unit } apart is mine: a report tells readers at most ε = { $epsilon }, the server { $server }.
 }

## Notices: who learns what, which scheme has the smaller error, whether reports follow the noise; then the tab.

views = A report is at most { $factor } times as likely from x as from x′, { $apart } away{ $far ->
        [yes] : places so far apart are hardly hidden from each other.
        *[no] .
    }
millions = { $power } ({ $count ->
    [one] over 1 million
    *[other] over { $shown } million
 })
views-more = Each { $unit } between a place and a report makes the report { $factor } times less likely (Laplace noise). So ε grows in step
    with the distance between two places: { $epsilon } per { $unit }.
both = { $who ->
    [decoder] Whichever way reports are sent, the server learns at most ε = { $theorem } { $per }: PPR sends an index into a shared list, discrete
        Laplace a grid cell.
    *[database] PPR (Poisson private representation) sends an index into a shared list; the server also sees the list, so it may learn
        2αε = { $theorem } { $per } (α = { $alpha }).
 }
both-more = PPR picks the index at random, but favours candidates near x; α says how strongly. So list and index together tell more than
    the report alone. Theorem 9 limits this to 2α times the ε of the report, which is { $epsilon } { $per }.

choice = { $kind ->
    [equal] The rival, discrete Laplace, rounds reports to a grid and takes { $discrete-bits } (PPR: { $ppr-bits }), with about the same squared error.
    [discrete] The rival, discrete Laplace, rounds reports to a grid and takes { $discrete-bits } (PPR: { $ppr-bits }), with { $share } less squared error: { $who ->
        [decoder] its noise may be smaller
        *[database] no report lies beyond the grid’s edge
    }.
    *[ppr] { $reached ->
        [no] The rival, discrete Laplace, rounds reports to a grid and takes { $discrete-bits } (PPR: { $ppr-bits }), but PPR has { $share } less squared error.
        *[yes] The rival, discrete Laplace, reaches PPR’s error in { $even } bits (PPR: { $ppr-bits }); in { $discrete-bits }, PPR has { $share } less squared error.
    }
 }
choice-curves = The curves compare both errors at equal bits.
choice-ppr = Choose PPR for exact noise: no grid, no bias.
price = { $who ->
    [decoder] With both, the server may learn ε = { $theorem }.
    *[database] Choose discrete Laplace if the server must learn no more than readers: ε = { $epsilon } per { $unit } instead of { $theorem }.
 }

running = PPR cannot be run here: it would have to look at about r* = { $size } candidates, and this page allows { $most }. The curves show
    its bits by Corollary 13, and the error of exact noise.

bias = On average, reports of discrete Laplace lie { $discrete } km east of x, those of PPR { $ppr } km: { $kind ->
    [truncated] the edge of the grid pulls them to the centre.
    *[grid] the middle of a cell stands for the whole cell.
 }

## Tiles.

tile-bits = Average length of a PPR message, measured (longer far from the centre)
tile-within = Reports within { $radius } of x (expected: { $confidence })
tile-reader = A reader’s ε { $per }
tile-here = { $server ->
    [yes] The server’s ε, at most, for x against x′, { $apart } apart
    *[no] A reader’s ε, at most, for x against x′, { $apart } apart
 }
tile-decoder-at = The server’s ε for x against x′, { $apart } apart, with δ = { $delta }
tile-decoder = The server’s ε { $per }
tile-error = Mean squared error of PPR
tile-discrete-error = Mean squared error of discrete Laplace
tile-discrete-bits = Message length of discrete Laplace
tile-fitting-error = Squared error of PPR in { $bits }
tile-fitting = Largest ε ≤ { $epsilon } that fits { $bits }

## The picture.

plane-title = { $n } reports of one place
plane-note = x is the true place, x′ another. { $who ->
    [decoder] With both schemes the server may learn ε = { $theorem } { $per }; PPR’s reports have ε = { $epsilon }.
    *[database] Both schemes give readers ε = { $epsilon } { $per }; with PPR the server may learn { $theorem } { $per }.
 } { $kind ->
    [outside] A square’s area shows how many reports its cell has; { $outside } reports of PPR lie outside the picture.
    [one] A square’s area shows how many reports its cell has; 1 report of PPR lies outside the picture.
    *[inside] A square’s area shows how many reports its cell has.
 }
map-title = { $n } noisy reports of the place x
map-note = Each dot is a noisy report of x{ $cut ->
        [yes] {" "}({ $outside } of { $n } lie outside the picture)
        *[no] {""}
    }. The ε on a ring limit how well readers and server tell x from its places. Dashed: where x may lie, within { $radius } of the centre.
ring = { $away }: readers { $epsilon }, server { $server }
ring-through = x′, { $away }: readers { $epsilon }, server { $server }
plane-tab = Two ways to report
per = { $km ->
    [yes] per km
    *[no] per unit of distance
 }
unit = { $km ->
    [yes] km
    *[no] unit of distance
 }
panel-ppr = PPR: { $bits }
panel-discrete = Discrete Laplace: { $bits }
panel-discrete-most = Discrete Laplace: at most { $bits }
panel-none = no grid in so few bits
axis-east = East
axis-north = North
hover-ppr = { $east } km east, { $north } km north
hover-discrete = { $count } reports at { $east } km east, { $north } km north
legend-region = region
legend-ring = { $confidence } of Laplace noise

## Two locations, one report.

ratios-tab = Two locations, one report
ratios-note = Every place of a report is at most e^(ε · distance) times as likely from one location as from the other. { error-bar }
ratios-title = Reports of x against reports of x′
ratios-caption = The log-ratio seen furthest from 0 is { $seen }; of exact reports its size is at most { $limit }. Theorem 9 allows the server { $theorem },
    numerical accounting { $decoder } with δ = { $delta }.
ratios-waiting = Along the line the logarithm of the likelihood ratio stays within { $limit }.
ratios-axis = Place of the report along x and x′
ratios-axis-log = ln of the likelihood ratio of x and x′
legend-exact = exact
legend-reports = PPR’s reports

## Errors.

errors-tab = Error against ε
errors-note = A curve of PPR follows the error of exact noise until its bits run out. Discrete Laplace flattens where its grid is
    coarser than the noise. At small ε truncation keeps its error below that of exact noise.
errors-title = Error of PPR (Corollary 13) and of discrete Laplace, d = { $dimension }
errors-part = { $kind ->
    [unfit] No ε of PPR fits into { $bits }, by Corollary 13.
    [ungrid] With { $bits } no grid of discrete Laplace has a code word for every cell.
    [never] In { $bits } discrete Laplace has the smaller error.
    *[from] In { $bits } PPR has the smaller error from ε = { $epsilon } on.
 }
errors-range = The curves go up to ε = { $last } for { $who ->
    [decoder] the server.
    *[database] a reader.
 }
errors-waiting = The error curves are not simulated yet.
errors-how = The bits of PPR are guaranteed, not measured; PPR takes the largest ε that fits. Discrete Laplace has { $trials } trials a
    point; larger marks have more bits.
errors-missing = No curve of PPR has { $bits }, as the bound guarantees so few at no ε.
axis-epsilon = { $who ->
    [decoder] ε of the server
    *[database] ε of a reader
 }
axis-error = Mean squared error
legend-discrete-bits = discrete, { $bits }
legend-ppr-bits = PPR, { $bits }

sizes-tab = Error against bits
sizes-note = Real messages of PPR are shorter than the bound. Discrete Laplace is truncated, so its error may be below that of exact
    noise.
sizes-title = What more bits bring at ε = { $epsilon }
sizes-caption = PPR’s exact squared error at ε = { $epsilon } is { $error }, by Corollary 13 in at most { $bound } bits. { $kind ->
    [none] No grid of discrete Laplace has a code word for every cell in so few bits.
    *[grid] Discrete Laplace at ε = { $other } has { $discrete } on the finest grid drawn, { $bits } bits.
 }
sizes-real = Real messages of PPR take { $bits } bits.
sizes-waiting = The error along the bits is not simulated yet.
sizes-axis = Bits of a message
legend-discrete = discrete Laplace
legend-guaranteed = PPR, guaranteed (Corollary 13)
legend-run = PPR, really run at ε/8, ε/4, ε/2 and ε

## Cells of discrete Laplace.

cells-tab = Messages of discrete Laplace
cells-note = Inputs are uniform on the ball. The ideal code knows how often each cell occurs, coordinate by coordinate. It cannot use
    that corners outside the ball never occur, so it may take more bits than one code word for every cell.
cells-title = What a message of discrete Laplace really takes
cells-caption = A message of discrete Laplace names a cell. { $parts }
cells-part = { $kind ->
    [none] No grid has { $bits }, because 2^d cells meet at the centre.
    [coded] { $bits } by the volume of the ball are really { $words } with a code word for every cell, and { $coded } with an ideal code for each
        coordinate.
    *[plain] { $bits } by the volume of the ball are really { $words } with a code word for every cell.
 }
cells-volume = The paper counts by volume. Cells that the edge of the ball cuts can occur, too, and in many dimensions nearly all cells
    are cut. Real messages are then longer than the curves say.
at-most = at most { $bits }
cells-allowed = { $bits } allowed
cells-none = none
cells-axis = Bits of a cell
cells-seldom = No diamond: there are too many cells to see each of them often.
legend-words = a code word for every cell
legend-ideal = ideal code of single coordinates
legend-volume = by volume, as in the paper

## Formulas.

formula-ratio = What a report tells of two inputs at a distance
formula-circle = The circle around the true location, in the plane
formula-decoder = What PPR’s server may learn, per unit of distance
formula-error = Squared error of PPR, as of the mechanism itself
formula-length = Corollary 13: the exponent of a message
formula-size = From the exponent to the mean size; above on this page it is rounded up, { $bits } bits
formula-candidates = The proposal that can be run: Laplace with ε′ < ε
symbol-epsilon = ε of the mechanism
symbol-epsilon-unit = nats per km, or per unit of C beyond the plane
symbol-distance = distance of the two locations
symbol-radius = radius of the circle
symbol-dimension = dimension
symbol-norm-bound = radius of the ball of inputs
symbol-volume = of the dimension alone
symbol-exponent = exponent of Corollary 13
symbol-proposal = ε of the proposal, min(d/C, ε)
symbol-share = share of reports within the circle
