### The page Federated training.

question = What does privacy cost when clients train a model together?

## Headline
finding = { $free ->
    [yes] At ε = { $epsilon } privacy costs no accuracy here: the model reads { $ppr } % of new digits by PPR, { $plain } % without privacy.
    *[no] At ε = { $epsilon } privacy costs accuracy: the model reads { $ppr } % of new digits by PPR, { $plain } % without privacy.
 }

## Notices
ways = PPR (Poisson private representation) sends an update as a place in a shared random list, in { $times } times fewer bits than without
    privacy. CSGM sends a random part of its numbers, and SQKR (subsampled and quantized Kashin’s response) noisy signs of a few. In secure
    sums (secure aggregation) the server sees only the total; their noise is about that of PPR. A plain update is 640 numbers of 32 bits. The ±
    of a tile counts both the { $runs } runs and the { $tested } test images.
same = { $shortened ->
    [yes] With only { $images ->
        [one] 1 image
        *[other] { $each } images
    } each, { $share } of the { $clients } clients have updates longer than C, which are shortened: the model learns less.
    *[no] Noise hides one client among { $clients }: with more clients each adds less noise, so each message tells more and is longer.
 }
same-more = { $rounds ->
        [one] The published model tells at most ε = { $epsilon } (δ = { $delta }) about one client with every private way of sending.
       *[other] The published models of all rounds together tell at most ε = { $epsilon } (δ = { $delta }) about one client with every
            private way of sending. So more rounds need more noise in each.
    } One client’s images are replaced by any others.
trust = SQKR’s reports may have ε = { $local } each, because each is private by itself; that takes far more noise. Secure aggregation takes
    about as much noise as PPR, with { $bits } bits a client, because every masked number must be sent.
nobody = The server learns about a client at most ε = { $epsilon } with secure sums and SQKR, ε = { $server } with PPR{ $large ->
        [yes] , practically no limit
        *[no] {""}
    }; CSGM gives no limit.

## Tiles
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
chart-title = { $along ->
    [yes] Handwritten digits read right, at each ε
    *[no] Handwritten digits read right, at ε = { $epsilon }
 }
chart-note = { $clients } clients hold 1400 images of digits and { $rounds ->
        [one] send one update of the model
       *[other] send { $times } updates of the model
    } each. { $along ->
        [yes] Points are means of { $runs } runs.
        *[no] Marks are { $runs } runs, bars their means.
    } SQKR needs no trust, secure sums a trusted protocol, the others a trusted server.
named-guess = guessing
named-share = { $share } %
named = { $way }: { $bits } bits
bits-tab = Bits and accuracy
bits-title = Digits read right and bits sent, at the same ε = { $epsilon } and δ = { $delta } for all but “no privacy”
bits-note = Means of { $runs } runs, after the last round; bars: one standard error.
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
symbol-clip = largest length of an update
symbol-rounds = rounds
symbol-unit = noise that hides a change of 1
symbol-clients = clients
