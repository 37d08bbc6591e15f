### Private sketches: clusters found in a noisy summary of the data, beside DP-Lloyd and k-means on the data.

question = Can clusters be found in a short noisy summary of the data?

## The headlines. Errors are sums of squared distances, above that of k-means on the data.
## $kind: the clusters are found in all releases, in some or in none; or even the sketch without noise misses them.

finding = { $kind ->
    [blind] No: even without noise the error of the sketch is { $clean } above that of k-means; with noise it is { $ours }.
    [some] Sometimes: at ε = { $epsilon }, { $lost } of { $runs } sketches missed clusters; the errors are { $ours } above k-means, DP-Lloyd’s { $theirs }.
    [none] No: at ε = { $epsilon }, all { $runs } sketches missed clusters; their errors are { $ours } above k-means, DP-Lloyd’s { $theirs }.
    *[found] Yes: at ε = { $epsilon } all { $runs } private sketches find every cluster; their summed squared distances are { $ours } above k-means.
 }
finding-along = { $kind ->
    [both] Yes: the private sketch is within 10 % of k-means from { $name } = { $ours } on, DP-Lloyd from { $theirs } on.
    [sketch] Yes: the private sketch is within 10 % of k-means from { $name } = { $ours } on, DP-Lloyd nowhere on this axis.
    [lloyd] No: the private sketch is nowhere within 10 % of k-means; DP-Lloyd is from { $name } = { $theirs } on.
    [neither] No: neither the private sketch nor DP-Lloyd comes within 10 % of k-means on this axis.
    *[awaited] The first points of the curves are being simulated.
 }
finding-features = At ε = { $epsilon }, { $best } waves give { $least } times the error of k-means, and { $most } waves give { $worst } times.
finding-features-awaited = The first points of the map are being simulated.
finding-compressed = With { $devices } devices, each sends { $bits } bits by PPR instead of { $float }, and the error is { $sent } above
    k-means.
finding-compressed-none = No number of devices can run here: each needs too many candidates. Use fewer waves or a smaller ε.

## Notices on every picture.

features = Each centre has { $dimensions } unknown numbers; in our runs three or four waves for each number were enough, one was not.
features-more = All waves share one ε, so each further wave makes every average noisier: the noise grows { $grows ->
    [laplace-m] with the number of waves m
    [laplace-r] with the number of waves that a sample gives
    [gaussian-m] like √m, where m is the number of waves
    *[gaussian-r] like the root of the number of waves that a sample gives
 }. This sketch has m = { $features } waves for the { $unknowns } unknown numbers of { $clusters } centres.
features-weak = Most of this sketch is noise: fewer waves, more samples or a larger ε help.

device = One trusted device averages each wave over all { $samples } samples and adds noise once. The noise is typically { $noise } of one wave’s average.
devices = { $local ->
    [yes] Each of { $devices } devices holds one sample and adds its own noise, so nobody need be trusted (the local model).
    *[no] Each of { $devices } devices holds { $own } samples and adds its own noise.
 }
devices-more = The mean of all devices is { $factor } times as noisy as one trusted device’s. DP-Lloyd still runs on one trusted device.
devices-out = The { $left } samples that do not divide stay out.
reason = Why this gives ε: at one sample, a wave’s value is a number of size 1. So { $neighbours ->
    [replace_one] replacing a sample
    *[add_remove] adding or removing a sample
 } changes { $one ->
    [yes] one sum
    *[no] each of { $kept } sums
 } by at most { $neighbours ->
    [replace_one] 2
    *[add_remove] 1
 }. The noise is wide enough to hide such a change.

lloyd = The rival, DP-Lloyd, runs k-means in five noisy passes, each with a fifth of ε.
lloyd-more = Every pass of DP-Lloyd reads the data. A sketch reads the data once: looking for another K in the same sketch costs no more privacy.

scale = The scale σ = { $scale } of the waves was estimated with a part of ε, anew in each run.
stretched = { $file ->
    [yes] Each column of your file was stretched to [−1, 1] by its own range: in a real release, state a range beforehand.
    *[no] The range of the data set the scale of the axes; the guarantee takes this range as public.
 }

## Notices on one picture.

along = Within 10 % of k-means: { $parts }.
along-part = { $reached ->
    [yes] { $label } from { $name } = { $value } on
    *[no] { $label } nowhere
 }
overtakes = { $where ->
    [all] The private sketch has a smaller mean error than DP-Lloyd at every { $name } shown.
    [none] The private sketch has a larger mean error than DP-Lloyd at every { $name } shown.
    [up] The private sketch has a smaller mean error than DP-Lloyd up to { $name } = { $value }.
    [from] The private sketch has a smaller mean error than DP-Lloyd from { $name } = { $value } on.
    *[mixed] Neither the private sketch nor DP-Lloyd has the smaller mean error at every { $name } shown.
 }
map = With fewer waves the averages are less noisy, but with too few waves the server cannot tell clusters apart.
map-more = In our runs one wave for each unknown number was too few; three or four were enough.
map-best = At ε = { $epsilon } the best m simulated is { $best }{ $alone ->
    [yes] .
    *[no] , and { $least } to { $most } are as good.
 }
map-means = Errors are means of { $trials } runs. A run either finds all clusters or misses one, and then its error is several times as large.
decoder = The server also knows the shared lists: it learns at most ε = { $epsilon } from a device, with δ = { $delta } on average over lists.
decoder-more = Numerical accounting of all messages of a device gives this ε. Theorem 8, added up over the messages, gives ε = { $theorem }.
message = PPR (Poisson private representation) sends { $chunk } of the noisy averages in one message.
message-more = With { $devices } devices, a device tries { $candidates } candidates. Uncompressed, the same sketches have an error { $plain } above k-means.

## Tiles.

samples = { $runs } runs
tile-ours = Mean error of the private sketch above k-means (squared distances, summed)
tile-theirs = Mean error of DP-Lloyd above k-means
tile-epsilon = A reader of the sketch learns at most ε, { $neighbours ->
    [replace_one] if one sample is replaced
    *[add_remove] if one sample is added or removed
 }
tile-delta = δ of that ε
tile-float = Size of the sketch as 32-bit floats
tile-bits = Message length of one of { $devices } devices, Elias delta
tile-decoder = Server’s ε of one of { $devices } devices, with δ = { $delta }
tile-decoder-bound = Server’s ε of one of { $devices } devices, added up over its messages

## The picture of the centroids.

chart-title = Centres found in { $runs } runs (triangles), { $known ->
    [yes] true centres
    *[no] centres by k-means
 } (diamonds), { $samples } samples (grey)
chart-note = The server gets only the noisy averages of { $features } waves (stripe patterns) over the samples{ $shaded ->
        [yes] ; shading, their weighted sum, is strong where samples are.
        *[no] .
    }
chart-strays = Bold: the run of a centre far from all diamonds.
head-sketch = Private sketch
head-lloyd = DP-Lloyd, same ε
head-range = error in { $runs } runs:<br>+{ $error }
head-runs = error in runs { $runs }:<br>{ $errors } %
range = { $low } to { $high }
axis-plane = Coordinate { $axis }
legend-true = true centres
legend-kmeans = centres by k-means
legend-clean = sketch without noise
legend-sketch = private sketch
legend-lloyd = DP-Lloyd
hover-number = { $name }, run { $number }

## Error along ε, n or bits.

axis-error = Error above that of k-means on the data
along-title = { $along ->
    [epsilon] Error of the centres along ε, for n = { $value } samples
    *[samples] Error of the centres along the number of samples n, for ε = { $value }
 }
along-note = DP-Lloyd is k-means with noise in every pass. m: waves; r: waves that a sample gives, where fewer. Points are means of { $trials }
    runs with two standard errors.
along-axis = { $along ->
    [samples] Samples n
    *[epsilon] ε, { $neighbours ->
        [replace_one] one sample replaced
        *[add_remove] one sample added or removed
    } (nats)
 }
bits-title = A device’s sketch in few bits: ε = { $epsilon }, δ = { $delta }
bits-note = All devices (L of them) share { $samples } samples, and each adds Gaussian noise. More devices: a noisier mean, shorter messages. Points
    are means of { $trials } runs with two standard errors.
bits-axis = Bits that a device sends
bits-float = 32-bit floats
bits-sent = by PPR, Elias delta code

## The map of m and ε.

map-title = Signal over noise, and the error, along the number of waves
map-note = Diamond: the number m of waves with the least error. Bar: those as good within two standard errors, { $trials } runs each. SNR:
    averages over noise, in mean squares, by the formula.
map-axis = Number of waves m
map-axis-error = Error above k-means (%)
map-signal = SNR { $ratio }
map-hover = best simulated m = { $best } at ε = { $epsilon }

## The sketch itself.

sketch-tab = The sketch
sketch-note = A sketch holds nothing else of the data. A replaced sample moves every average by at most 2/n, and the noise hides that.
sketch-title = The sketch: the averages of m = { $features } waves, as complex numbers
sketch-drawn = { $all ->
    [yes] A thin line joins each average without noise to the noisy one.
    *[no] A thin line joins each of the first { $shown } of { $features } averages without noise to the noisy one.
 }
sketch-dotted = Dotted: size 1, which no average without noise exceeds.
sketch-caption = An average typically has the size { $size }, its noise { $noise } (circles); { $share } of the noisy averages lie outside their circle.
sketch-real = Real part
sketch-imaginary = Imaginary part
sketch-noise = circle: typical size of the noise

## The objective.

landscape-tab = How centres are found
landscape-note = The server first puts centres where the waves, each times its average, add up. It then moves them downhill on J: the mean square
    difference between the sketch’s averages and those that the centres would give.
landscape-title = J while one centre moves and the others stay; the diamond marks the lowest J
landscape-clean = Sketch without noise
landscape-noisy = Private sketch, run 1
landscape-caption = Without and with noise, the lowest J of this centre lies { $gap } apart in this plane.

## Signal over noise.

signal-tab = Signal and noise at each ε
signal-note = Each measurement draws the samples and their noise anew. Bars are two standard errors.
signal-title = Signal over noise with m = { $features }, r = { $kept }
signal-axis = ε of a device’s sketch
signal-axis-ratio = Signal over noise, ratio of powers
signal-formula = formula
signal-measured = measured
signal-caption = Measured and predicted ratios differ by { $gap } at most, at ε = { $epsilon }, where one standard error is { $error }.
signal-bound = At ε = { $epsilon } the ratio is { $ratio }, and { $formula } by the formula. The formula takes the released number of samples as
    nearly right, so at small ε it is an upper bound.

## Every release.

spread-tab = Error of every run
spread-note = The data stay the same; the noise is drawn anew. More settings can ask for more runs.
spread-title = The error in every one of { $runs } runs
spread-caption = The error above k-means is { $ours } with the private sketch and { $theirs } with DP-Lloyd, in { $runs } runs each.
spread-axis = Error, k-means on the data = 1

## Formulas.

formula-error = The error of centroids, here of the first release
formula-error-source = The yardstick is scikit-learn’s KMeans on the data themselves
formula-entry = An entry of the sketch, here the real part of the first
formula-entry-source = Random Fourier features averaged over the samples; the noise is that of the next formula
formula-laplace = Laplace noise on the real and imaginary parts of a device’s sum
formula-gaussian = Gaussian noise on the real and imaginary parts of a device’s sum
formula-signal = Signal over noise of the private sketch
formula-size = Size of a sketch that is sent as it is
formula-size-source = A count
symbol-centroids = centroids found
symbol-samples = samples
symbol-entry = entry of the private sketch
symbol-clean = entry of the sketch without noise
symbol-noise = { $masked ->
    [yes] noise of the release, and what features left out change
    *[no] noise of the release
 }
symbol-frequency = random frequency, shared by all, scale σ
symbol-budget = privacy of a device’s sketch
symbol-kept = features that a sample gives
symbol-count = share of ε that pays for the number of samples
symbol-kept-share = r/m, share of the features that a sample gives
symbol-own = samples of a device
symbol-devices = devices
symbol-signal = ‖z‖²/m, the signal: mean square of an entry of z
symbol-features = features
symbol-floats = features, two real numbers of 32 bits each
symbol-laplace-scale = noise scale: mean absolute value of the noise
symbol-gaussian-scale = noise scale: standard deviation of the noise
symbol-least = least noise for (ε, δ) at sensitivity 1
symbol-delta = failure probability
symbol-noise-std = standard deviation of the noise on a part of a device’s sum
symbol-count-std = standard deviation of the noise on a device’s count
symbol-sketch = sketch without noise
symbol-used = samples in use, of { $samples }
value-of-them = { $count } of them
