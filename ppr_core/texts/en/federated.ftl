### The page Federated training.

question = What does privacy cost when clients train a model together?

## Headline
finding = { $kind ->
    [chance] At ε = { $epsilon } PPR’s model reads { $ppr } of new digits right, one without privacy { $plain }: no difference beyond chance.
    [free] At ε = { $epsilon } privacy costs no accuracy: PPR’s model reads { $ppr } of new digits right, one without privacy { $plain }.
    [useless] At ε = { $epsilon } PPR’s model is nearly useless: it reads { $ppr } of digits right, guessing 10 %, one without privacy { $plain }.
    *[costs] At ε = { $epsilon } privacy costs accuracy: PPR’s model reads { $ppr } of new digits right, one without privacy { $plain }.
 }

## Notices
ways = With PPR (Poisson private representation) a client sends its { $rounds ->
        [one] update
        *[other] updates
    } in { $bits } bits, { $times } times fewer than the { $plain } bits of plain numbers.
ways-more = An update is 640 numbers. PPR sends a place in a shared random list instead. CSGM sends a random part of the numbers,
    SQKR a few noisy signs. With secure sums a client adds a random mask to every number, so none can be shortened; the masks cancel in the sum.
same = { $shortened ->
    [yes] With { $images ->
        [one] one image
        *[other] { $each } images
    } each, { $share } of the updates are longer than allowed and are shortened, so the model learns less.
    *[no] With more clients, each adds a smaller share of the noise, so its message tells the server more and is longer.
 }
same-more = The noise of all { $clients } clients adds up in the model, and together it hides each of them. So { $rounds ->
        [one] the published model tells
       *[other] the published models of all rounds together tell
    } at most ε = { $epsilon } (δ = { $delta }) about the images of one client, with every private way of sending.
trust = With secure sums the server sees only the total, with the noise of all clients. With PPR it sees each message, with one
    client’s share of the noise; with CSGM, numbers without noise. With SQKR each report is private by itself, which takes far
    more noise.
nobody = About one client the server learns at most ε = { $epsilon } with secure sums and SQKR, and ε = { $server }{ $large ->
        [yes] {" "}(practically no limit)
        *[no] {""}
    } with PPR; CSGM sets no limit.
nobody-rounds = This counts all rounds: each of them has more noise than a single one would, so the sum need not be larger.

## Tiles
samples = { $runs } runs, { $images } test images each
tile-accuracy = Digits read right, { $way }
tile-bits = Bits a client sends, { $way }

## Ways of sending
way = { $name ->
    [plain] no privacy
    [ppr] PPR
    [csgm] CSGM
    [secure] secure sums
   *[sqkr] SQKR
}
trusted = { $name ->
    [plain] The server and all who see the model
    [ppr] The server
    [csgm] The server
    [secure] The protocol
   *[sqkr] Nobody
}
seen = { $name ->
    [plain] The update itself
    [ppr] The update with noise
    [csgm] Some rounded entries of the update
    [secure] The sum of all updates with noise
   *[sqkr] A private report of the update
}
server = { $name ->
    [ppr] { $server }
    [secure] { $epsilon }
    [sqkr] { $epsilon }
   *[csgm] no limit
}

## Picture
chart-title = Share of new handwritten digits that the model reads right, { $along ->
    [yes] at each ε
    *[no] at ε = { $epsilon }
 }
chart-note = { $along ->
        [yes] Points: means of { $runs } runs.
        *[no] Bars: means of { $runs } runs (marks).
    } CSGM: coordinate-subsampled Gaussian mechanism; SQKR: subsampled, quantized Kashin’s response.{ $alike ->
        [yes] {" "}PPR and secure sums have about equal noise: they differ by chance.
        *[no] {""}
    }
named-guess = guessing
named-share = { $share } %
named = { $way }: { $bits } { $one ->
    [yes] bit
    *[no] bits
 }{ $rounds ->
    [one] {""}
    *[other] {" "}in all
 }
named-trust = { $name ->
    [ppr] server learns ε ≤ { $limit }
    [secure] server learns ε ≤ { $limit }
    [sqkr] server learns ε ≤ { $limit }
    *[other] no limit for the server
 }
bits-tab = Bits and accuracy
bits-title = Digits read right and bits sent, at ε = { $epsilon } and δ = { $delta }
bits-note = Points are means of { $runs } runs after the last round, with bars of one standard error.
axis-accuracy = New digits read right (%)
axis-bits = Bits that a client sends, all rounds
axis-epsilon = { $rounds ->
    [one] ε of the published model (nats)
    *[other] ε of all published models together (nats)
 }
axis-round = Round

## Tabs
trust-tab = Who is trusted
rounds-title = Digits read right after every round
trust-note = All ways start from the same model with the same images.
    A client shortens its update to length { $clip }, rotates it and compresses it.
head-way = Updates are sent by
head-accuracy = Digits read right (%)
head-bits = Bits of a client
head-trusted = Trusted
head-seen = The server sees of one client
head-server = Server’s ε

## Formulas
formula-noise = Noise in each entry of a mean update, for PPR
formula-bits = Bits of a client, plain
symbol-entries = numbers in an update
symbol-clip = length above which an update is shortened
symbol-rounds = rounds
symbol-unit = noise that hides a change of 1
symbol-clients = clients
