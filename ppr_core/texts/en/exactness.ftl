### Exactness: the decoded outputs of one or two compressors beside the distribution of the mechanism.

question = Does compression change the distribution of the noisy values?

## The headline: a verdict on the first compressor, then on the second.
## $first: follows, within (γ of it), unseen (approximate, but not yet visible) or deviates.
## $second: none, both (as the first), but (unlike the first) or a verdict of its own, with $gamma.

finding = { $first ->
    [follows] { $a } keeps the wanted noise exactly
    [within] { $a } keeps the wanted noise up to γ
    [unseen] { $a } is approximate, but { $n } values cannot show it
    *[deviates] { $a } does not keep the wanted noise
 }{ $second ->
    [none] .
    [both-follow] , and so does { $b }.
    [both-within] , and so does { $b }, up to γ.
    [both-deviate] , and neither does { $b }.
    [both-unseen] ; the same is true of { $b }.
    [but-follows] , but { $b } does.
    [but-within] , but { $b } does, up to γ.
    [but-deviates] , but { $b } does not.
    [follows] ; { $b } keeps the wanted noise exactly.
    [within] ; { $b } keeps the wanted noise up to γ.
    [unseen] ; { $b } is approximate, but { $n } values cannot show it.
    *[deviates] ; { $b } does not keep the wanted noise.
 }

## Notices: how far off, how sure, at what price; then what is read in the tab.

effect = { $effect ->
    [wasserstein] Wasserstein distance
    *[total] total variation
 }
tile-effect = { $effect ->
    [wasserstein] { $scheme }: how far its values lie from the wanted noise (Wasserstein distance; exact values: { $floor })
    *[total] { $scheme }: largest error of a probability (total variation; exact values: { $floor })
 }
off-probability = { $scheme } changes the probability that { $event } by { $bias }.
off-bias = { $scheme } shifts the outputs by { $bias } on average.
off-variance = { $scheme }’s noise is too { $wide ->
    [yes] wide
    *[no] narrow
 }: its variance is { $ratio } times the wanted one.
off-distance = { $scheme } shows a { $effect } of { $distance } from the wanted noise.
off-floor = Can a small error go unseen? Yes: even exact values show a { $effect } of { $floor } here, by chance.
off-theorem = { $schemes }: exact by theorem, so this test only checks the program.
off-list = Why is { $scheme } not exact? It must send one of { $n } candidates even if all of them fit x badly (tab “{ bad-tab }”); in an endless list, a fitting one always comes.
why-exact = Why is { $scheme } exact? Each candidate gets a random time, divided by r: how much likelier its value is under the noise than in the list. A value that is twice as likely gets half the time, so it comes first twice as often.

p-value = How often would a perfect scheme differ from the wanted noise at least this much, by chance? The p-value says { $values }; a tiny one proves that a scheme is not exact, a large one proves nothing. It comes from this test: { $test }.
p-value-of = { $value } for { $scheme }
and = { $first } and { $second }


round = Why not round the output to fewer bits? It would stay private, but lose the wanted noise: only rounded values could occur.

generator = Rejection with a good generator fails only if it refuses the first J = { $tries } seeds: probability { $missed }, below
    γ.
generator-more = SHAKE-256 makes a candidate of each seed. No efficient test may tell these candidates from truly random ones. Then the output is within γ of the wanted noise (Lemma 3.3), and the seed tells no more than the output does (Lemma 3.7).
generator-weak = The weak generator reads { $bits } bits of a seed: 2¹²⁸ seeds make { $candidates } candidates.
generator-weak-more = Choosing among so few does not give the mechanism’s distribution, however many seeds are tried.
generator-kept = With any generator ε = { $kept } remains, where the mechanism has { $own } (Lemma 3.6).
generator-lost = No ε is guaranteed here: Lemma 3.6 needs a lower limit of the density ratio, which is missing.

endless = At α = ∞ the output is exact, but nothing protects x from the server: some indices never occur for
    some x.

## Tiles.

tile-bias = { $scheme }: mean of the values less the wanted mean (bias)
tile-bias-of = { $scheme }: P({ $event }) less the wanted probability (bias)
tile-variance = { $scheme }: variance of the noise, as a multiple of the wanted one
tile-bits = { $scheme }: average length of a message

## The pictures.

chart-title = { $n } values that arrived at the server, beside the wanted noise
chart-note = Grey: in { $confidence } of runs, a perfect scheme keeps all its bars in this band. { $names }
chart-note-finite = Bars: how often each category arrived, ± one standard error. { $names }
names = PPR (Poisson private representation) sends an index of an endless list, MRC (minimal random coding) an index of { $n } candidates.
axis-output = { $view ->
    [single] Noisy value z at the server
    [coordinate] First coordinate of the noisy value z
    [projection] Projection of the noisy value z on (1, …, 1)/√d
    [radius] Distance ‖z − x‖ of the noisy value
    *[finite] Value at the server: { $observed }
 }
axis-density = Probability density
axis-probability = Probability
legend-exact = wanted
legend-truth = x = { $x }
legend-band = wanted noise; grey: chance alone
legend-arm = { $scheme }: { $bits } bits on average

bad-tab = A bad list
bad-none = This picture needs MRC or truncated PPR with at most 256 candidates, and a noisy value that is one number.
bad-title = Of { $lists } lists of { $scheme }, the one whose candidates fit x worst
bad-note = Each dot is a candidate; the higher, the better it fits. { $scheme } must send one of these { $n } all the same; the list of PPR goes on.
bad-wanted = wanted noise
bad-candidates = the { $n } candidates of this list

difference-tab = Difference
difference-note = Measured less wanted: what stays within the grey band may be chance.
difference-title = Values that arrived less the wanted noise
difference-axis = { $finite ->
    [yes] Measured − wanted, in probability
    *[no] Measured − wanted, in density
 }

quantiles-tab = Quantiles
quantiles-note = On the diagonal both distributions are equal. The ends show the tails, where a histogram has few outputs.
quantiles-none = Categories have no order, so they have no quantiles.
quantiles-title = Quantiles of the values that arrived, beside those of the wanted noise
quantiles-axis = Quantile of the wanted noise
quantiles-axis-outputs = Quantile of the values that arrived
quantiles-band = wanted noise; grey: { $confidence } of runs

## Formulas.

formula-ppr = How PPR chooses: twice the transformed time makes a candidate this much less likely
formula-mrc = How MRC chooses, for the first message of this run
formula-kolmogorov = { $scheme }: Kolmogorov–Smirnov statistic, about 0.5 to 1.5 for samples of the mechanism itself
formula-pearson = { $scheme }: Pearson’s statistic over { $finite ->
    [yes] { $cells } categories
    *[no] bins of equal probability
 }
formula-missed = Rejection: how often J seeds are all refused
symbol-alpha = order
symbol-times = arrival times of a Poisson process
symbol-candidate = samples of the proposal
symbol-ratio = density of the mechanism over that of the proposal
symbol-candidates = candidates
symbol-samples = decoded outputs
symbol-share = share of outputs up to z
symbol-distribution = the mechanism’s distribution function
symbol-seen = outputs seen in cell j
symbol-probability = exact probability of cell j
symbol-bound = largest density ratio, over all inputs
symbol-tries = most seeds tried; then one is sent unseen
symbol-gamma = what rejection may miss
value = { $kind ->
    [secret] secret
    [shared] shared
    [encoder] known to the encoder
    [measured] measured
    *[exact] exact
 }
