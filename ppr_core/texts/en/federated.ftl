### The page Federated training.

question = What does privacy cost when clients train a model together?

## Headline
finding = { $kind ->
    [chance] At ε = { $epsilon } a model trained by PPR reads { $ppr } of new digits, without privacy { $plain }: no difference beyond chance.
    [free] At ε = { $epsilon } privacy costs no accuracy: a model trained by PPR reads { $ppr } of new digits, without privacy { $plain }.
    [useless] At ε = { $epsilon } PPR’s model is nearly useless: it reads { $ppr } of new digits, guessing 10 %, without privacy { $plain }.
    *[costs] At ε = { $epsilon } privacy costs accuracy: a model trained by PPR reads { $ppr } of new digits, without privacy { $plain }.
 }

## Notices
ways = PPR (Poisson private representation) sends a client’s { $rounds ->
        [one] update
        *[other] updates
    } in { $bits } bits, { $times } times fewer than the { $plain } bits of plain numbers. A message is a place in a shared random list. CSGM sends a random part of the numbers, and SQKR noisy signs of a few. In secure
    sums the server sees only the total; they carry about PPR’s noise{ $alike ->
        [yes] , so their accuracies differ by chance here
        *[no] {""}
    }. A plain update is 640 numbers of 32 bits. The ± counts both the { $runs } runs and the { $tested } test images.
same = { $shortened ->
    [yes] With { $images ->
        [one] one image
        *[other] { $each } images
    } each, { $share } of the updates are longer than allowed and are shortened, so the model learns less.
    *[no] With more clients, each can add less noise for the same ε, so its message tells more about its update and is longer. Noise hides one client among { $clients }.
 }
same-more = { $rounds ->
        [one] The published model tells at most ε = { $epsilon } (δ = { $delta }) about one client with every private way of sending.
       *[other] The published models of all rounds together tell at most ε = { $epsilon } (δ = { $delta }) about one client with every
            private way of sending. So more rounds need more noise in each.
    } One client’s images are replaced by any others.
trust = SQKR’s reports may have ε = { $local } each, because each is private by itself; that takes far more noise. Secure sums take
    about as much noise as PPR, with { $bits } bits a client, because every masked number must be sent.
nobody = The server learns about a client at most ε = { $epsilon } with secure sums and SQKR, ε = { $server }{ $large ->
        [yes] {" "}(practically no limit)
        *[no] {""}
    } with PPR; CSGM sets no limit.
nobody-rounds = That counts all rounds: each of them has more noise than a single one, so the sum of many need not be larger.

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
chart-title = { $along ->
    [yes] Handwritten digits read right, at each ε
    *[no] Handwritten digits read right at ε = { $epsilon }; below each name, the ε of the server
 }
chart-note = { $along ->
        [yes] Points: means of { $runs } runs. Trusted: nobody (SQKR), a protocol (secure sums), else the server.
        *[no] Bars: means of { $runs } runs (marks).
    } CSGM: coordinate-subsampled Gaussian mechanism; SQKR: subsampled, quantized Kashin’s response.{ $alike ->
        [yes] {" "}PPR and secure sums add about the same noise: they differ by chance.
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
    [ppr] trusts the server, ε ≤ { $limit }
    [secure] trusts a protocol, ε ≤ { $limit }
    [sqkr] trusts nobody, ε ≤ { $limit }
    *[other] trusts the server, { $limit }
 }
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
symbol-clip = length above which an update is shortened
symbol-rounds = rounds
symbol-unit = noise that hides a change of 1
symbol-clients = clients
