### The page Trust models.

question = What does it cost to trust nobody?

## Headline
finding = Trusting nobody makes the error { $local } times that of a trusted server; with secure aggregation, { $secure } times.
finding-alone = Trusting nobody makes the error { $local } times that of a trusted server.
why = Why? Without trust everybody adds enough noise to be hidden alone; a trusted server adds noise once, for all. { $task ->
    [numbers] The one random bit is the value, rounded at random to 0 or 1, sometimes flipped.
   *[other] Errors are those of one number of the result.
 }

## Notices
shuffled = { $kind ->
    [few] Why does shuffling help so little? A report has only { $others } others to hide among, so the proof allows hardly less noise.
    [rounding] Why does shuffling help so little? At this ε little noise is left to save: rounding every value to 0 or 1 leaves most of the error.
   *[hidden] Why does shuffling help? The server cannot tell a report, opened and mixed by the shuffler, from { $others } others, so it needs less noise.
 }
shuffled-more = As shuffling hides each report, a report needs less noise: alone, its message may tell up to ε = { $local }. The shuffler still sees each message with its sender, and learns up to ε = { $helper } from it.
    The ε of the result is a proven upper bound. The true ε of the result is at least { $least }: the results of two groups that differ
    in one person were computed, and they can be told apart that well.
named = Why should a shuffler open reports? An unopened message must name its own list, { $named } of its { $bits } bits, which tells the server more: it needs more noise.
named-more = If all shared one list, many would send the same candidate, and its noise would not average out. The server can make every
    named list, so a message tells it up to ε = { $helper }; the noisy value tells only ε = { $local }. The tab “{ models-tab }” shows such a shuffler, too. The error is { $times } times a trusted server’s, without trust { $without } times.
secure = Secure aggregation: everybody adds a little noise and a random mask; the masks cancel in the sum, the noise remains, and the server sees only this sum.
secure-more = A person sends { $bits } bits. Each message is a whole number for every entry, modulo 2 to the power of { $modulus }, and looks random.
    { $left ->
        [0] Nobody drops out.
       *[other] Phones may fail. Here { $shown } people drop out, and the noise of those who stay still gives the guarantee.
    } The exchange of keys is not counted.
no-secure = Secure aggregation does not run here, because the sum does not fit into so few bits.
no-secure-more = More spare bits of the modulus make room for the noise and the rounding.

## Tiles
tile-price = Error if nobody is trusted, as a multiple of a trusted server’s
tile-error = Typical error, { $model }
samples = { $runs } runs
tile-local = ε of one message alone, before it is shuffled, at most
tile-bits = Bits that a person sends, { $model }
tile-final = ε of the shuffled result

## Models
model = { $name ->
    [local] nobody is trusted
    [shuffled_messages] shuffler only mixes
    [shuffled_outputs] shuffler opens and mixes
    [secure] secure aggregation
    [sampled] trusted server, CSGM
   *[trusted] trusted server
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
way = { $party ->
    [server] server
   *[between] { $name ->
        [secure] secure sum →
       *[shuffled] shuffler →
    }
}
sees = { $what ->
    [value] sees a person’s own value
    [report] sees a person’s noisy report
   *[mixed] sees mixed or summed reports
}
beside = { $one ->
    [yes] 1 bit
   *[no] { $bits } bits
 }
beside-head = a person sends
beside-head-narrow = error, bits sent

## Picture
chart-title = { $task ->
    [numbers] Typical error of the mean of values in [0, 1]
    [vectors] Typical error of an entry of the mean vector
   *[other] Typical error of a category’s share
}, by who is trusted
chart-note = The result tells its readers at most ε = { $epsilon } about a person (δ = { $delta }), in every row.
sent-note = { $task ->
    [numbers] A trusted server gets the number itself, a secure sum a masked whole number, all others one random bit.
   *[other] { "" }
 }
axis-error = Typical error of the result
axis-epsilon = ε of the published result
along-tab = Along ε
along-title = Typical error expected at other ε

## Tabs
models-tab = Who is trusted
models-note = The published result tells the same in every row: at most ε = { $epsilon } with δ = { $delta }, if one person’s value is replaced. Errors are
    measured in real runs; in brackets, the error by formula, which the chart shows. Where all people would take long, a part of them is drawn, and the
    error is scaled to all. The noise of a histogram’s secure sum is drawn at once.
opened-note = Open a row below for the proof of its ε, who holds what, what three people send, and where to go on.
compression-note = For weak messages, the χ² divergence of PPR’s messages tends to α times that of their outputs. So
    compression costs a factor √α in this distance, not 2α. For ε itself, √α is the proven limit for ever more people and
    ever weaker messages. Before this limit, the factor may be larger.
party = { $name ->
    [client] Person
    [between] Shuffler
    [protocol] Secure sum
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
    [secure] Each person adds a share of the noise. The sum has all of it, and the protocol hides the rest.
    [sampled] An entry may be left out by chance, which hides a person a little more. Readers must not know which entries
        were sent.
    [trusted] The noise is in proportion to what one person can change in the result.
   *[shuffled] Some messages look alike whoever sent them, and one person hides among these.
}
theorem-source = This ε is an upper bound. Source: { $source }
theorem-conditions = Conditions of the bound: { $conditions }
real-run = In { $runs } real runs the error was { $measured }; by formula it is { $expected }. Three people sent:
one-list = If all people shared one list, a message would be only its index, { $saved } bits shorter. In { $runs } real runs,
    each with a fresh list for { $clients } people, the error was { $times } times that of lists of their own.
one-list-why = All outputs are then candidates of one list, often the same one, so their noise does not average out.
    For one list no ε is claimed here: the messages depend on each other through it.
open = Go on with these settings: { $page }
open-none = For this task, only this page runs this trust model.
price-title = Error of each trust model over that of a trusted server
price-note = Less trust costs accuracy, and a shuffler that does not open messages may cost more than trusting nobody.
step = { $times } × the row below
axis-price = Times the error of a trusted server
people-tab = More people
people-title = ε of the result from shuffled messages, with δ = { $delta }
people-note = Any locally private messages, hidden among those of others: upper bounds. More people hide each one better.
axis-people = People
legend-local = local ε = { $local }
head-model = Trust model
head-error = Typical error, measured (by formula)
head-bits = Bits of a person
head-sends = A person sends
head-server = The server learns of one person
head-shuffler = The shuffler learns
cell-none = –
cell-all = the value
cell-part = some rounded entries
cell-epsilon = up to ε = { $epsilon }

## Formulas
formula-price = Price of trusting nobody
formula-noise = Noise of a trusted server, which is its error
symbol-local = error if nobody is trusted
symbol-trusted = error with a trusted server
symbol-change = how far one person moves the sum
symbol-noise = noise scale that hides a change of 1
symbol-clients = people
