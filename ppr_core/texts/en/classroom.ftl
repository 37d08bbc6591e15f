### Classroom: a live private survey; its form, its phones, its wall and what a lecturer does with it.

title = Classroom
question = What does a class learn when few noisy bits leave each phone?

## The way into a room.

join = Join a room
join-code = Join code
join-button = Join
join-about = Every phone makes its answer private and short in the browser; a few bits leave it, and the estimate on the wall sharpens
    with every message. What one person answered stays in doubt, for this server too.
join-protection = What protects the class here, and what does not
open = Open a room
open-kind = Kind of answer
open-question = Question
open-categories = Categories, one a line (2 to 32)
open-low = From
open-high = To
open-unit = Unit
open-address = Address of the lab, as phones reach it
open-unreachable = Phones cannot reach this address, as it leads to this machine only. Start the lab with `make run ADDRESS=<address of
    this machine in the network>`, or write that address above.
open-ends = A room ends after a day, or after three hours in which nobody answers or looks at it.
open-button = Open the room
open-rehearse = Rehearse with { $count } simulated students

kind-yes_no = yes or no
kind-categories = one of several categories
kind-number = a number in a range
kind-place = a place on a map
kind-prediction = a prediction (not private)

example-yes_no = Have you ever copied homework?
example-categories = How do you feel about this lecture?
example-number = How many hours did you sleep last night?
example-place = Where in this hall would you rather sit? (The screen is at the top.)
example-prediction = How many bits does PPR take at α = 1.1?
example-labels = Lost, Keeping up, Bored

## How answers are made private.

scheme = Mechanism and scheme
code = Code
epsilon-number = Between the two ends of the range; answers closer to each other are harder to tell apart.
epsilon-place = Between two places one side of the map apart; nearer ones are harder to tell apart.
epsilon-labels = The odds between any two answers change by at most e^ε.
alpha-help = Small: private against the decoder too, longer messages. ∞: fewest bits, no promise against it.
epsilon = Privacy loss ε
alpha = PPR order α
nu = Server’s ε, ν times as large
nu-help = νε against the decoder.
needs = About { $count } students make the interval as short as ± { $part }; { $odds }.
needs-odds = what the server sees changes the odds of two answers at most { $times }-fold
needs-nothing = nothing is promised against the server
points = { $count } points
map-part = { $percent } of the map’s side

## A phone: the question and the answer.

about-prediction = A prediction: it is sent as it is, not private.
about-private = Round { $round }: { $limits } Your answer is made private and short on this device; only the message leaves it.
limits = { $who ->
    [all] ε = { $epsilon }, whoever looks.
    [open] ε = { $epsilon } for readers of one noisy answer; nothing limits what the server learns.
    *[both] ε = { $epsilon } for readers of one noisy answer, at most ε = { $server } for the server.
 }
send = Send
send-privately = Send privately
word-answer = Your answer
word-number = Your answer as a number
word-map = Map: tap, or use the arrow keys
word-choose = Choose an answer; then it can be sent.
word-tap = Tap the map to answer.
word-move = Move the slider, or type a number.
range = From { $low } to { $high }.
counts = Counts as { $count }.
word-sending = Sending …
word-closed = This round is closed: look at the wall. The next one will appear here.
word-sent = This device has sent its message in this round. Sending again replaces it.
not-taken = Your answer was NOT taken. { $why }
round-over = This round is over. Answer the question that is open now.
message-sent = This device has sent its message.
ended = This room has ended. Nothing of it is kept.
another = Another room

## A phone: what left it, and what that tells.

word-prediction_in = Your prediction is in
word-you_predicted = You predicted
word-was_right = That is right.
word-was_wrong = That is not right.
word-right = right
word-answer_in = Your answer is in
message-label = The message: { $word }
word-again = Answer again
word-replaces = Replaces your prediction.
word-nothing_else = knowing nothing else
word-the_class = knowing the class
word-likely_nothing_else = Likely answers, knowing nothing else
word-likely_the_class = Likely answers, knowing the class
one-message = One message from each device: a new one takes the place of the old.
two-messages = Two messages that both counted, or that a dishonest server kept, would tell twice as much: their ε add up.
left = This phone mixed chance into your answer. Only { $bits } about it left.
conclude = What the server can conclude, and how
raw = Your answer as it is would take { $raw }. { $meaning } The frame that carries them, a few hundred bytes, says nothing of your answer.
learns-anything = At α = ∞ nothing is promised about what the server learns from it.
learns-much = At these settings next to nothing is promised against the server.
learns = It changes the server’s odds between any two answers by a factor of at most { $factor }.
learns-near = For two answers that differ by 1{ $unit }, it is at most { $factor }.
bits-plain = These bits are an answer: with a chance of { $share } it is yours, otherwise another one.
bits-grid = These bits are a number on a random grid that you and the server share.
bits-line = These bits are a random line, which runs through some of the answers.
bits-index = These bits say where to look in a table of random candidates that you and the server share.
bound-all = The limit is { $power }-fold, e to the power ε = { $epsilon }, whoever looks.
bound-none = The server knows the table of candidates.
bound-server = The server knows the table of candidates: for it the limit is { $power }-fold, e to the power ε′ = { $epsilon }.
bound-others = Whoever sees the decoded answer alone: { $power }-fold, e to the power ε = { $epsilon }{ $drawn ->
    [yes] : that is what is drawn here.
    *[no] .
 }

protection = What protects you here, and what does not
protection-open = What happens to your prediction
honest-predictions = Predictions are sent and kept as they are, without your name, until the room ends.
honest-noise = **The noise is yours.** Your browser draws it from its own secure source; the server never sees it, nor your answer. The
    message leaves at the same moment after your press whatever you answered.
honest-program = **A hostile server could send you another program.** The page comes from the server: whoever runs it could replace it by
    one that sends your answer. What you see here holds for the lab’s own code, which anybody can read.
honest-chosen = **It chooses the shared random numbers.** For the server, which knows them, only the ε that is named for the server holds. One
    that picks them on purpose can come closer to that ε than chance would.
honest-conclude = **What it can conclude** is drawn with all that an honest server knows: your message, the table of candidates, and how
    often 400 simulated encoders would send the same.
honest-twice = **It could ask twice.** Every further message about the same answer adds its ε. One device, one message a round; the
    rounds of one survey add up as well.
honest-seen = **It sees that you answered**, and from which address, like every web server.
honest-lesson = **This is a lesson, not a deployment**: no accounts, floating-point noise, no proof that the server is the one it says
    it is. Ask nothing here that could hurt anybody.

## What the class has answered, on phones, in the presenter’s window, to keep.

class-private = { $simulated ->
    [yes] The { $count } simulated students: { $result }
    *[no] The class of { $count }: { $result }
 }
class-shares = { $shares }. { $sure ->
    [yes] In brackets: 95 % intervals.
    *[no] Each with 95 % confidence.
 }
share = { $name } { $value } ({ $low } to { $high })
share-wide = { $name } between { $low } and { $high }
share-predicted = “{ $name }”: { $value }
share-few = { $name } too few to tell
class-few = too few to tell.
class-place = the cross on the wall is its mean place.
class-mean = mean { $value }, with 95 % confidence between { $low } and { $high }.
class-wide = the mean lies between { $low } and { $high }, with 95 % confidence. Four times as many answers would halve that.
class-predicts = { $simulated ->
    [yes] The { $count } simulated students predict { $value } (median).
    *[no] The class of { $count } predicts { $value } (median).
 }
class-chooses = { $simulated ->
    [yes] The { $count } simulated students predict: { $shares }.
    *[no] The class of { $count } predicts: { $shares }.
 }
class-chooses-head = { $simulated ->
    [yes] The { $count } simulated students predict:
    *[no] The class of { $count } predicts:
 }
class-private-head = { $simulated ->
    [yes] The { $count } simulated students, with 95 % intervals:
    *[no] The class of { $count }, with 95 % intervals:
 }
class-right = Right: “{ $name }”.
class-known = { $known ->
    [computed] Computed: { $value }.
    *[measured] Measured: { $value }.
 }
round-private = { $name }, ε = { $epsilon }.
round-prediction = { $name }, a prediction.
nobody = Nobody has answered.

## The wall.

rehearsal = Rehearsal
round = Round { $number }
at-epsilon = { $name }: ε = { $epsilon }
joined = { $phones } { $one ->
    [yes] phone
    *[no] phones
 } in the room
answers = { $one ->
    [yes] answer
    *[no] answers
 }
answers-simulated = { $one ->
    [yes] simulated answer
    *[no] simulated answers
 }
answers-predicted = { $one ->
    [yes] prediction
    *[no] predictions
 }
bits-predicted = predictions, not private
bits-received = { $received } received; raw answers: { $raw }
bits-more = As a plain answer takes { $plain }, privacy adds more: compression pays for large ones
each = { $bits } each
finds-number = With { $answers } the mean is known to ± { $half }
finds-labels = With { $answers } a share is known to ± { $half }
finds-place = With { $answers } the mean place is known to ± { $half }
halved = { $finds }; four times as many halve that
possible = none below 0, together 100 %
networks = from { $count } networks, at most { $most } from one
wall-open = open
wall-closed = closed
hidden = The estimate is hidden.
waiting = Waiting for answers …
mean = mean { $value } ({ $low } to { $high })
mean-wide = mean between { $low } and { $high }
between = { $low } to { $high }
few = too few to tell
median = median { $value }
right = right: { $name }
known-value = { $known ->
    [computed] computed value
    *[measured] measured value
 }
simulated-truth = truth of the simulated students
dot-prediction = a prediction
dot-noisy = a decoded answer with its noise; what lies beyond stands at the edge
interval = 95 % interval
likely-key = the most likely distribution of the answers
pulled-key = as far as { $count } false { $one ->
    [yes] answer
    *[no] answers
 } could have moved it
pulled = { $count } false: up to { $moved }, without privacy { $raw }
pulled-words = a false message can move it { $ratio } times as far as a false answer in a survey without privacy
place-words = mean place at { $across } across and { $up } up, of a map from −1 to 1
wall-picture = QR picture of the join link
wall-stream = The last messages
wall-code = Join code

## What a lecturer does with a room.

unreachable = Phones cannot reach this room, as its address leads to this machine only. They can where the lab was started with `make run
    ADDRESS=` and this machine’s address in the network, and opened here by it.
reveal = { $phones ->
    [yes] Reveal the phones’ estimate
    *[no] Reveal the estimate
 }
hide = { $phones ->
    [yes] Hide the phones’ estimate
    *[no] Hide the estimate
 }
close = Close
reopen = Reopen
more = More
possible-switch = None below 0, together 100 %
possible-help = The most likely shares on the simplex, and of each interval the part within 0 and 100 %.
false-switch = False answers
false-help = Draws how far so many false messages could have moved each estimate, and a survey without privacy. The noise that is taken
    out of the sum on average is not in them.
clear = Clear this round
unrehearse = Remove the rehearsals
join-link = Join link for the class:
secret-link = Secret link as a file
secret-help = With this link another window steers the room. It is not shown here, as a projector may show this window.
read = How to read this, and what protects the class
next-round = Next round
next-round-about = The same question again, beside this round. What the rounds tell about a person adds up.
start = Start it
next-question = Next question
next-question-about = Everybody who has joined sees it at once; what was answered before is kept.
ask = Ask it
rehearse = Rehearse
students = Simulated students
rehearse-about = Their true answers are known, so the truth is drawn beside the estimate. Phones do not see it.
let = Let them answer
measured = Measured value
measured-shows = What the lab’s page shows
show = Show it
networks-button = Networks
networks-help = Where the answers of this round come from.
networks-about = A class behind one router is one network. Many devices of another one can be one person who makes answers up; what is
    removed is deleted in all rounds, and the room takes no more from there.
refuse = Remove the { $devices } { $one ->
    [yes] answer
    *[no] answers
 } of network { $network }
networks-more = { $count } further networks sent fewer.
readmit = Take answers from all networks again ({ $count } refused)
read-prediction = Each dot is a prediction; the line is the value that came out.
read-number = The line with two ends is the class’s mean
read-place = The cross is the class’s mean place
read-labels = Each bar is the share of the class
read-dots = Dots are the decoded reports, noisy as they are; from 60 answers on, the shades are their most likely distribution.
reading = { $what }, with its 95 % interval. The class itself is fixed, so only the noise of its messages counts. { $dots }

    At ε = { $epsilon } one report says little; many make the interval short, like 1/√n. The interval is for honest answers:
    { $pulled }; see False answers under More.

## What a room does not take.

wrong-codes = Too many wrong codes came from your network. Wait a minute, or scan the picture on the wall.
many-rooms = Many rooms were opened from your network; it can open the next one in ten minutes or later.
many-answers = Very many answers came from your network within a minute. Send yours again in a minute.
room-ended = This room has ended.
no-room = There is no room with this code.
full-server = This server holds { $most } rooms in use; try again in ten minutes.
full-room = A room has at most { $most } rounds; open another room.
round-closed = This round takes no answers now.
refused = The lecturer takes no answers from your network in this room.
full-round = A round takes at most { $most } answers.
full-network = A round takes at most { $most } answers from one network.
file-full = The disk of the classroom’s server is full.
file-disk = The disk of the classroom’s server refuses to write.
file-busy = Another program holds the classroom’s file.
file-damaged = The classroom’s file is damaged; the server’s operator can delete it.
file-place = The classroom’s file cannot be opened or written on this server.
