### The page Federated training.

question = What does privacy cost when clients train a model together?

## Headline
finding = By PPR the model reads { $ppr } % of new digits at ε = { $epsilon }; without privacy { $plain } %, with { $times } times the bits.

## Notices
plain = { $chance ->
    [yes] Without privacy, the model reads { $plain } %, no more than by PPR: this is one training, and another seed moves a line by ten points or so.
    *[no] This is one training: another seed moves a line by ten points or so, more than the ± of the tiles, which is that of { $tested } test images only.
 }
plain-more = Guessing would read about 10 %. Nobody held the test images. A plain update is 640 numbers of 32 bits; all bits here were really sent.
same = { $shortened ->
    [yes] With only { $images ->
        [one] 1 image
        *[other] { $each } images
    } each, { $share } of the { $clients } clients have updates longer than C, which are shortened: the model learns less.
    *[no] The noise hides any one of { $clients } clients in the mean of their updates: the more clients, the less each adds, and the longer a PPR message.
 }
same-more = { $rounds ->
        [one] The published model tells at most ε = { $epsilon } (δ = { $delta }) about one client with every private way of sending.
       *[other] The published models of all rounds together tell at most ε = { $epsilon } (δ = { $delta }) about one client with every
            private way of sending. So more rounds need more noise in each.
    } One client’s images are replaced by any others.
trust = SQKR’s reports may have ε = { $local } each, because each is private by itself; that takes far more noise. Secure aggregation takes
    about as much noise as PPR, with { $bits } bits a client, because every masked number must be sent. A gap between the two is chance for the most part.
nobody = The server learns about a client at most ε = { $epsilon } with secure sums ({ $secure } % read right) and SQKR ({ $sqkr } %), ε = { $server } with PPR{ $large ->
        [yes] , practically no limit
        *[no] {""}
    }; CSGM sets none.

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
chart-title = Handwritten digits read right, at each ε
chart-note = { $clients } clients share 1400 small images of digits. Each sends an update of 640 numbers: how its images would change the model. PPR
    (Poisson private representation) sends it as a place in a shared random list, CSGM as a random part of the numbers. SQKR (subsampled
    and quantized Kashin’s response) sends noisy signs of a few numbers. With secure sums (secure aggregation) the server sees only the total.
named = { $way }: { $bits } bits
bits-tab = Bits and accuracy
bits-title = Digits read right and bits sent, at the same ε = { $epsilon } and δ = { $delta } for all but “no privacy”
bits-note = One run, after the last round; bars: one standard error over { $tested } images.
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
