### Private sketches: clusters found in a noisy summary of the data, beside DP-Lloyd and k-means on the data.

question = Can clusters be found in a short noisy summary of the data?

## The headlines. Errors are sums of squared distances, above that of k-means on the data.
## $kind: the clusters are found in all releases, in some or in none; or even the sketch without noise misses them.

finding = { $kind ->
    [blind] No: even without noise the error of the sketch is { $clean } above k-means; with noise it is { $ours }.
    [some] Sometimes: at ε = { $epsilon }, { $lost } of { $runs } sketches miss clusters, with errors { $ours } above k-means; DP-Lloyd has { $theirs }.
    [none] No: at ε = { $epsilon }, all { $runs } sketches miss clusters, with errors { $ours } above k-means; DP-Lloyd has { $theirs }.
    *[found] Yes: at ε = { $epsilon } all { $runs } private sketches find every cluster, with errors { $ours } above that of k-means.
 }
finding-along = { $kind ->
    [both] Yes: the private sketch is within 10 % of k-means from { $name } = { $ours } on, DP-Lloyd from { $theirs } on.
    [sketch] Yes: the private sketch is within 10 % of k-means from { $name } = { $ours } on, DP-Lloyd nowhere on this axis.
    [lloyd] No: the private sketch is nowhere within 10 % of k-means; DP-Lloyd is from { $name } = { $theirs } on.
    [neither] No: neither the private sketch nor DP-Lloyd comes within 10 % of k-means on this axis.
    *[awaited] The first points of the curves are being simulated.
 }
finding-features = At ε = { $epsilon }, m = { $best } features give { $least } times the error of k-means, and m = { $most } give { $worst }
    times.
finding-features-awaited = The first points of the map are being simulated.
finding-compressed = With { $devices } devices, each sends { $bits } bits by PPR instead of { $float }, and the error is { $sent } above
    k-means.
finding-compressed-none = No number of devices can run here: each needs too many candidates. Use fewer features or a smaller ε.

## Notices on every picture.

features = Each centre has { $dimensions } unknown coordinates; in our runs three or four waves for each were enough, one was not.
features-more = Each further wave makes all averages noisier: the noise grows { $grows ->
    [laplace-m] with the number of waves (features) m
    [laplace-r] in proportion to r
    [gaussian-m] with √m
    *[gaussian-r] with √r
 }, because all share one ε. { $clusters } centres in { $dimensions } dimensions are only { $unknowns } unknown numbers. The sketch has m = { $features } complex numbers. The mean square of an entry without noise is { $signal }. The noise has
    the variance { $noise }, and drawing the samples adds { $drawn }. The averages’ mean square is { $ratio } times that of their noise.
averages = An average tells whether samples lie on a wave’s crests (+) or in its troughs (−). The server first puts centres
    where the waves, each times its average, add up. It then moves them until the averages they would give agree with those it
    has, which take { $bits } bits as floats.
features-weak = Most of the sketch is noise: fewer features, more samples or a larger ε help.

device = One trusted device averages each wave over all { $samples } samples and adds noise once. The noise is typically { $noise } of one wave’s average.
device-more = With L devices, each adds its own noise, and the noise of the mean grows with √L. If every sample is a device of
    its own, nobody need be trusted (the local model).
devices = { $local ->
    [yes] In the local model each of { $devices } devices holds one sample, and nobody is trusted with it.
    *[no] Each of { $devices } devices holds { $own } samples and adds its own noise.
 }
devices-more = The noise of the mean is { $factor } times that of one trusted device. DP-Lloyd still runs in a trusted centre.
devices-out = The { $left } samples that do not divide stay out.
reason = Why this gives ε: each sample adds a number of modulus 1 to { $one ->
    [yes] one sum
    *[no] each of { $kept } sums
 }, and { $neighbours ->
    [replace_one] a replaced sample moves a sum by at most 2
    *[add_remove] an added or removed sample moves a sum by at most 1
 }. The noise is wide enough to cover all these moves.

lloyd = The rival, DP-Lloyd, runs k-means in five noisy passes, each with a fifth of ε. Its error is { $theirs } above k-means.
lloyd-more = The sketch reads the data once. Any number of decodings, restarts or other K then costs no more privacy.
few = The mean of { $runs } releases says little here, so the headline gives their range.

scale = { $source ->
    [private] The scale σ = { $scale } was estimated with a part of ε, anew in each release.
    [given] The scale σ = { $scale } is given.
    *[bounds] The scale σ = { $scale } follows from the published range of the data and K, and costs no privacy.
 }
width = The clusters have the standard deviation { $width }.
stretched = { $file ->
    [yes] Each column of your file was stretched to [−1, 1] by its own range: in a real release, state a range beforehand.
    *[no] The data were scaled into the box [−1, 1]ᵈ by looking at them; the guarantee takes that as public.
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
map = The formula alone always asks for fewer features.
map-more = The decoder sets a limit: with one wave for each unknown number it cannot tell clusters apart, with three or four it
    can.
map-best = At ε = { $epsilon } the best m simulated is { $best }{ $alone ->
    [yes] .
    *[no] , and { $least } to { $most } are as good.
 }
map-means = Errors are means of { $trials } releases. Each release either keeps all clusters or loses one, at several times the
    error.
decoder = Whoever decodes (the server, say) knows the candidates, too, and learns at most ε = { $epsilon } from a device, with δ = { $delta } on average over
    lists.
decoder-more = This is numerical accounting of all messages of a device. Theorem 8, added up over them, says ε = { $theorem }, because one sample
    is in all of them.
message = A message holds c = { $chunk } of the m features, and PPR (Poisson private representation) makes their noise and their
    code word at once.
message-more = With { $devices } devices, a device examines { $candidates } candidates. Sent as it is, a sketch has the error { $plain } above k-means.
    Few devices of many samples have little noise each and long messages. The curve starts where PPR can still run.

## Tiles.

samples = { $runs } runs
tile-ours = Mean error of the private sketch, above k-means
tile-theirs = Mean error of DP-Lloyd, above k-means
tile-clean = Error of a sketch without noise, above k-means
tile-epsilon = Privacy loss ε of a sketch, { $neighbours ->
    [replace_one] if one sample is replaced
    *[add_remove] if one sample is added or removed
 }
tile-delta = δ of that ε
tile-ratio = Mean square of the averages over that of the noise
tile-ratio-formula = Signal over noise by the formula
tile-numbers = Real numbers in the sketch
tile-scale = Scale σ of the frequencies
tile-float = A sketch as 32-bit floats
tile-bits = Message of a device, L = { $devices }, Elias delta
tile-decoder = Decoder’s ε, L = { $devices }, with δ = { $delta }
tile-decoder-bound = Decoder’s ε, L = { $devices }, chunk by chunk

## The picture of the centroids.

chart-title = Centres found in { $runs } private runs; diamonds: { $known ->
    [yes] true centres
    *[no] those of k-means
 }; grey: { $samples } samples
chart-note = { $shaded ->
        [yes] The server gets noisy averages of { $features } waves (patterns of stripes) at the samples; shading adds them up.
        *[no] The server gets only noisy averages of { $features } waves (patterns of stripes) at the samples (grey).
    } +: { $many ->
        [yes] each run’s error, in % above k-means; small number: run of a stray centre.
        *[no] error, in % above k-means.
    }
head-sketch = Private sketch
head-lloyd = DP-Lloyd, same ε
head-range = error +{ $error }
head-runs = { $errors } %
range = { $low } to { $high }
axis-plane = Coordinate { $axis }
legend-true = true centres
legend-kmeans = k-means on the data
legend-clean = sketch without noise
legend-sketch = private sketch
legend-lloyd = DP-Lloyd
hover-number = { $name }, number { $number }

## Error along ε, n or bits.

axis-error = Error above that of k-means on the data
along-title = { $along ->
    [epsilon] Error of the centroids along ε, n = { $value }
    *[samples] Error of the centroids along n, ε = { $value }
 }
along-note = DP-Lloyd is k-means with noise in every pass. m: features; r: features that a sample gives, where fewer. Points are means of { $trials }
    releases with two standard errors.
along-axis = { $along ->
    [samples] Samples n
    *[epsilon] ε, { $neighbours ->
        [replace_one] one sample replaced
        *[add_remove] one sample added or removed
    } (nats)
 }
bits-title = A device’s sketch in few bits: ε = { $epsilon }, δ = { $delta }
bits-note = L devices share { $samples } samples, and each adds Gaussian noise. The more devices, the noisier the mean and the shorter the
    messages. Points are means of { $trials } releases with two standard errors.
bits-axis = Bits of a device
bits-float = 32-bit floats
bits-sent = by PPR, Elias delta code

## The map of m and ε.

map-title = Signal over noise, and the error, along the number of features
map-note = Diamond: the m of least error among those simulated. Bar: those no worse within two standard errors, { $trials } releases
    each. SNR: signal over noise by the formula.
map-axis = Features m
map-axis-error = Error excess (%)
map-signal = SNR { $ratio }
map-hover = best simulated m = { $best } at ε = { $epsilon }

## The sketch itself.

sketch-tab = The sketch
sketch-note = This is all that is kept of the data. A replaced sample moves every entry by at most 2/n, and the noise covers that.
sketch-title = The sketch: averages of m = { $features } waves exp(iωᵀx), complex numbers
sketch-drawn = { $all ->
    [yes] A thin line joins each average without noise to the released one.
    *[no] A thin line joins each of the first { $shown } averages without noise to the released one; there are { $features }.
 }
sketch-dotted = Dotted: modulus 1, which no entry without noise exceeds.
sketch-caption = An entry has the root mean square { $size }, its noise { $noise }. Of the private entries, { $share } lie outside the circle of that
    radius around their true place.
sketch-real = Real part
sketch-imaginary = Imaginary part
sketch-noise = circle: root mean square of the noise

## The objective.

landscape-tab = How centres are found
landscape-note = J is the mean square distance between the entries of the sketch and those that clusters around the centroids would
    have. The decoder goes downhill: a centroid explains the sketch best where J is low. The diamond is its place.
landscape-title = The objective J while one centroid moves and all else stays
landscape-clean = Sketch without noise
landscape-noisy = Private sketch, first release
landscape-caption = The lowest places of this centroid, without and with noise, are { $gap } apart in this plane.

## Signal over noise.

signal-tab = Signal and noise at each ε
signal-note = Each measurement draws the samples anew from the data, with their masks and noise. Bars are two standard errors.
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
spread-note = The data stay; noise and masks are drawn anew. You can ask for more releases in the settings.
spread-title = Every one of { $runs } releases
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
