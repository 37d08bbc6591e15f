### The page Federated training.

question = What does privacy cost when clients train a model together?

## Headline
finding = With private updates by PPR, the model reads { $ppr } % of new digits instead of { $plain } %, from { $times } times fewer bits.

## Notices
plain = Trained on plain updates, without privacy, the model reads { $plain } % of new digits right; guessing would read about 10 %.
plain-more = Nobody held these { $tested } images. A plain update is 640 numbers of 32 bits; all bits here were really sent.
same = With every private way of sending, the published model tells at most ε = { $epsilon } (δ = { $delta }) about one client.
same-more = { $rounds ->
        [one] The promise is about the published model.
       *[other] The promise is about the models of all rounds together, so more rounds need more noise in each.
    } One client’s images are replaced by any others.
trust = With secure aggregation, the server sees only sums of updates; the model reads { $secure } % with { $bits } bits a client.
nobody = With PPR and CSGM the server sees each client’s noisy or partial update, so clients must trust it.
    SQKR needs no trust, but each report may then have ε = { $local } only, and the model reads { $sqkr } %.

## Tiles
tile-accuracy = Digits read right, { $way }
tile-bits = Bits of a client, { $way }

## Ways of sending
way = { $name ->
    [plain] plain
    [ppr] PPR
    [csgm] CSGM
    [secure] secure aggregation
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

## Picture
chart-title = Digits read right and bits sent, at the same ε = { $epsilon } and δ = { $delta }; plain has no privacy
chart-note = Left: at the chosen ε; right: the model trained anew at other ε. One run each, after the last round; bars: one standard
    error over { $tested } images. PPR is Poisson private representation; CSGM sends a random part of the entries, SQKR a few
    noisy signs.
axis-accuracy = New digits read right (%)
axis-bits = Bits that a client sends, all rounds
axis-epsilon = ε of all published models
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

## Formulas
formula-noise = Noise in each entry of a mean update, for PPR
formula-bits = Bits of a client, plain
symbol-entries = numbers in an update
symbol-clip = largest length of an update
symbol-rounds = rounds
symbol-unit = noise that hides a change of 1
symbol-clients = clients
