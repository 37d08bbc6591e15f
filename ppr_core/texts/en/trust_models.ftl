### The page Trust models.

question = What does it cost to trust nobody?

## Headline
finding = Trusting nobody makes the error { $local } times that of a trusted server; with secure aggregation, { $secure } times.
finding-alone = Trusting nobody makes the error { $local } times that of a trusted server.
why = If nobody is trusted, each person adds enough noise to be hidden alone; a trusted server adds noise once, for all. { $task ->
    [numbers] The one random bit is the value, rounded at random to 0 or 1 and sometimes flipped.
   *[other] An error is that of one number of the result.
 }

## Notices
shuffled = { $kind ->
    [few] Shuffling helps little here: at this ε, { $people } people are too few to hide a report among them.
    [rounding] Shuffling helps little here: rounding every value to 0 or 1 makes most of the error, and less noise leaves it as it is.
   *[hidden] Shuffling helps: the server cannot tell a mixed report from { $others } others, so a report needs less noise.
 }
shuffled-more = The shuffler sees who sent which report and learns up to ε = { $helper } from it. The server sees the reports mixed and learns at most ε = { $final } about one person.
named = If the shuffler only mixes, each message must also name its shared list, in { $named } of its { $bits } bits.
named-more = List and index tell the server up to ε = { $helper }, where the noisy value alone would tell { $local }. So each person needs more noise: the
    error is { $times } times a trusted server’s.
secure = With secure aggregation each person adds a little noise and a random mask; the masks cancel in the sum, and the server sees only this sum.
secure-more = A person sends { $bits } bits, which look random. { $left ->
        [0] Nobody drops out.
       *[other] Phones may fail: here { $shown } people drop out, and the noise of all others suffices for the guarantee.
    } The exchange of keys is not counted.
no-secure = Secure aggregation does not run here, because the sum does not fit into so few bits.
no-secure-more = More spare bits of the modulus make room for the noise and the rounding.

## Tiles
tile-price = Error if nobody is trusted, as a multiple of a trusted server’s
tile-error = Measured typical error, { $model }
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
    [numbers] A trusted server gets the number, a secure sum a masked one with room for the sum, all others one random bit.
   *[other] { "" }
 }
axis-error = Root mean square error, computed
axis-epsilon = ε of the published result
along-tab = Along ε
along-title = Typical error expected at other ε

## Tabs
models-tab = Who is trusted
models-note = Each error is measured in real runs; in brackets stands the computed error, which the chart shows. Of very many people only a part is
    drawn, and the error is scaled to all.
opened-note = Open a row for the source of its ε and for what three people send.
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
real-run = In { $runs } real runs the error was { $measured }; the computed error is { $expected }. Three people sent:
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
people-note = These are upper bounds for messages with one local ε. With more people, each message is hidden better.
axis-people = People
legend-local = local ε = { $local }
head-model = Trust model
head-error = Typical error, measured (computed)
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
