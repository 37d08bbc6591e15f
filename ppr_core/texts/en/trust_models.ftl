### The page Trust models.

question = What does it cost to trust nobody?

## Headline
finding = Trusting nobody makes the error { $local } times that of a trusted server; with secure aggregation it is only { $secure } times.
finding-alone = Trusting nobody makes the error { $local } times that of a trusted server.
why = Why? Without trust everybody adds enough noise to be hidden alone; a trusted server adds noise only once, for all together.

## Notices
shuffled = Among many others, without senders, a message is hidden even if it tells more itself: up to ε = { $local }, so it needs less noise.
shuffled-more = The shuffler still sees each message with its sender, and learns up to ε = { $helper } from it.
    The ε of the result is a proven upper bound. The true value is at least { $least }: the results of two groups that differ
    in one person were computed, and they can be told apart that well.
named = Decode before you shuffle: an undecoded message must also say which list it means, { $bits } bits in all, and tells more, so it needs more noise.
named-more = Everybody can make the list, so shuffling starts from what a decoder learns: up to ε = { $helper }. That is more than
    the noisy value tells, which may be only ε = { $local }. The error is { $times } times a trusted server’s, without trust { $without } times.
secure = Under secure aggregation, a protocol that lets the server see only the sum of masked numbers, a client sends { $bits } bits.
secure-more = Each message is a whole number for every entry, modulo 2 to the power of { $modulus }, and looks random.
    { $left ->
        [0] No client drops out.
       *[other] Here { $shown } clients drop out, and the noise of those who stay still gives the guarantee.
    } The exchange of keys is not counted.
no-secure = Secure aggregation does not run here, because the sum does not fit into so few bits.
no-secure-more = More spare bits of the modulus make room for the noise and the rounding.

## Tiles
tile-price = Error if nobody is trusted, as a multiple of a trusted server’s, by formula
tile-error = Typical error, { $model }
tile-local = ε of one message alone, before it is shuffled
tile-bits = Bits that a client sends, { $model }
tile-final = ε of the shuffled result

## Models
model = { $name ->
    [local] nobody trusted
    [shuffled_messages] shuffle, then decode
    [shuffled_outputs] decode, then shuffle
    [secure] secure aggregation
    [sampled] trusted server, CSGM
   *[trusted] trusted server
}
trust = { $name ->
    [local] Nobody
    [shuffled_messages] The shuffler forgets who sent which message
    [shuffled_outputs] The shuffler decodes, and forgets who sent which message
    [secure] The protocol and those who stay
    [sampled] The server, which tells nobody which entries it received
   *[trusted] The server
}
sends = { $carrier ->
    [raw] a noisy value
    [rejection] a seed of 128 bits
    [ppr] an index of PPR (Poisson private representation)
    [discrete_gaussian] whole numbers with discrete Gaussian noise
    [skellam] whole numbers with Skellam noise
    [sampled] a bit for each of some random entries (CSGM)
    [layered] whole numbers of a layered quantizer
   *[plain] the value itself
}
row = { $name ->
    [local] nobody trusted: the server reads each message
    [shuffled_messages] shuffle, then decode: the server decodes, senders hidden
    [shuffled_outputs] decode, then shuffle: the shuffler decodes, hides senders
    [secure] secure aggregation: only the sum is seen
    [sampled] CSGM: the server sees some of the entries
   *[trusted] trusted server: it sees every value
}
beside = { $error }; bits each: { $bits }

## Picture
chart-title = Typical error of the result, by who is trusted
chart-note = Every row publishes a result that tells at most ε = { $epsilon } about each person (with δ = { $delta }): ε = 0 is nothing, 10 nearly everything. Errors are
    root mean squares of { $runs } runs (the headline’s multiples are by formula, without the chance of runs); beside them stand the bits that each person sends.
axis-error = Typical error of the result
axis-epsilon = ε of the published result
along-tab = Along ε
along-title = Typical error expected at other ε

## Tabs
models-tab = Who is trusted
models-note = The guarantee is the same in every row: ε = { $epsilon } with δ = { $delta }, if one client’s value is replaced.
    A row keeps less than that where the local ε has reached the largest that is tried. Where all clients would take long, a
    part of them is drawn, and the error is scaled to all. The noise of a histogram’s secure sum is drawn at once.
opened-note = Each trust model opens: who holds what, why that is private, what three clients send, and where to go on.
compression-note = For weak messages, the χ² divergence of PPR’s messages tends to α times that of their outputs. So
    compression costs a factor √α in this distance, not 2α. For ε itself, √α is the proven limit for ever more people and
    ever weaker messages. Before this limit, the factor may be larger.
party = { $name ->
    [client] Client
    [between] Shuffler
    [protocol] Protocol
    [server] Server
   *[reader] Reader
}
holds-client = holds the value, sends { $sends }
between = { $name ->
    [shuffled_messages] sees each message with its sender, forgets the senders
    [shuffled_outputs] decodes each message, forgets the senders
    [secure] adds masked numbers, so that the masks cancel
   *[other] –
}
server = { $name ->
    [local] decodes each message and knows its sender
    [shuffled_messages] decodes messages without senders
    [shuffled_outputs] sees noisy values without senders
    [secure] learns the sum of those who stay
    [sampled] knows some rounded entries of every vector, adds Gaussian noise once
   *[trusted] knows every value, adds Gaussian or Laplace noise once
}
holds-reader = sees the result, with ε = { $epsilon } and δ = { $delta }
theorem = { $name ->
    [local] Each message is private by itself, and so is whatever is made from all of them.
    [secure] Each client adds a share of the noise. The sum has all of it, and the protocol hides the rest.
    [sampled] An entry may be left out by chance, which hides a client a little more. Readers must not know which entries
        were sent.
    [trusted] The noise is in proportion to what one client can change in the result.
   *[shuffled] Some messages look alike whoever sent them, and one client hides among these.
}
theorem-source = This ε is an upper bound. Source: { $source }
theorem-conditions = Conditions of the bound: { $conditions }
real-run = In { $runs } real runs the error was { $measured }; by formula it is { $expected }. Three clients sent:
one-list = If all clients shared one list, a message would be only its index, { $saved } bits shorter. In { $runs } real runs,
    each with a fresh list for { $clients } clients, the error was { $times } times that of lists of their own.
one-list-why = All outputs are then candidates of one list, often the same one, so their noise does not average out.
    For one list no ε is claimed here: the messages depend on each other through it.
open = Go on with these settings: { $page }
open-none = For this task, only this page runs this trust model.
price-title = Error of each trust model over that of a trusted server
price-note = Less trust costs accuracy, and shuffling undecoded messages may cost even more than trusting nobody.
step = { $times } × the row below
axis-price = Times the error of a trusted server
people-tab = More people
people-title = ε of the result from shuffled messages, with δ = { $delta }
people-note = Any locally private messages, hidden among those of others: upper bounds. More people hide each one better.
axis-people = People
legend-local = local ε = { $local }
head-model = Trust model
head-error = Typical error (RMS)
head-bits = Bits of a client
head-trust = Trusted
head-sends = A client sends
head-server = The server learns of one client
head-shuffler = The shuffler learns
head-final = ε of the result
head-source = Source of ε
cell-none = –
cell-all = the value
cell-part = some rounded entries
cell-epsilon = up to ε = { $epsilon }

## Formulas
formula-price = Price of trusting nobody
formula-noise = Noise of a trusted server, which is its error
symbol-local = error if nobody is trusted
symbol-trusted = error with a trusted server
symbol-change = how far one client moves the sum
symbol-noise = noise scale that hides a change of 1
symbol-clients = clients
