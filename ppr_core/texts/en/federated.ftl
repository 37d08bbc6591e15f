### The page Federated training.

question = What does privacy cost when clients train a model together?

## Headline
finding = PPR reads { $ppr } % of new digits instead of { $plain } %, with { $times } times fewer bits.

## Notices
plain = Without privacy, the model reads { $plain } % of new digits.
plain-more = Nobody held these { $tested } images. A plain update is 640 numbers of 32 bits; all bits here were really sent.
same = In every private way, what the published model tells about one client is limited to ε = { $epsilon } (δ = { $delta }).
same-more = { $rounds ->
        [one] The promise is about the published model.
       *[other] The promise is about the models of all rounds together, so more rounds need more noise in each.
    } One client’s images are replaced by any others.
trust = With secure aggregation, the server sees only sums of updates: { $secure } % for { $bits } bits of a client.
nobody = With PPR and CSGM the server decodes single updates, so clients must trust it.
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
chart-note = One run, after the last round. Bars: standard error over { $tested } images; another seed draws other noise.
axis-accuracy = Digits read right (%)
axis-bits = Bits of a client, all rounds
axis-round = Round

## Tabs
trust-tab = Who is trusted
rounds-title = Digits read right after every round
trust-note = All ways start from the same model with the same images.
    A client shortens its update to length { $clip }, rotates it and compresses it. CSGM sends a random part of the entries;
    SQKR sends a few noisy signs.
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
