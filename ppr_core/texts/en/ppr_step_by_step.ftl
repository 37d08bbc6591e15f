### PPR step by step: one encode and one decode, in ten steps from 0 to 9.

question = How does one whole number tell the server an exact noisy value?

## The headline of each step.

finding = { $step ->
    [0] P is the wanted noise around x, Q ignores x: P makes no value more than { $bound } times as likely.
    [1] Sender and decoder make the same endless list, so an index is enough to name a candidate.
    [2] Every candidate gets a random time that only the sender knows.
    [3] Dividing each time by r moves the candidates that P favours to the front.
    [4] Now every candidate can win, and the favourite wins with probability { $favourite }.
    [5] PPR draws the index K = { $index }, and with it the noisy value z = { $z }.
    [6] The sender finds K = { $index } after looking at { $looked } of an endless list.
    [7] { $kind ->
        [same] The paper’s own search would look at the same { $looked }.
        [stopped] The paper’s own search looked at { $draws } and was stopped, the sender only at { $only }.
        *[done] The paper’s own search looked at { $draws }, the sender only at { $only }.
        }
    [8] The index K = { $index } takes { $bits } in the { $code } code.
    *[9] The decoder turns { $bits } into K = { $index } and computes { $equal ->
        [yes] exactly the sender’s z = { $z }.
        *[no] z = { $z }, which is NOT the sender’s.
        }
 }
finding-open = { finding } At α = ∞ this index is not private.

candidates = { $count ->
    [one] 1 candidate
    *[other] { $shown } candidates
 }
octets = { $count ->
    [one] 1 byte
    *[other] { $shown } bytes
 }

## What the picture shows: title and caption of each step.

step-title = { $step ->
    [0] The wanted noise P, and a curve Q that ignores x
    [1] The shared list
    [2] Private times
    [3] Times divided by the ratio
    [4] The probability of each index
    [5] { $private ->
        [yes] One index is drawn
        *[no] The earliest candidate always wins
        }
    [6] What the sender looks at
    [7] Beside it: the paper’s own search, Algorithm 1
    [8] The message
    *[9] The decoder
 }
caption = { $step ->
    [0] The sender wants a value z from the noise P around x = { $x }. Anybody can draw from Q. { $drawn ->
        [no] The ratio r = P/Q says how much likelier P makes a value.
        *[yes] The ratio r = P/Q says how much likelier P makes a value: here up to { $peak } times, for any x up to
            r* = { $bound }.
        }
    [1] The shared seed { $seed } makes the candidates Z₁, Z₂, Z₃, … from Q. The sender will choose one of them as its
        noisy value z.
    [2] The private seed { $private_seed } makes the times T₁ < T₂ < T₃ < …, random and one apart on average
        (a Poisson process). Candidate i gets the i-th time. The times will decide who wins.
    [3] Candidates with r > 1 move down ({ $earlier } of the first { $points }), the others up. A time divided by 2 comes twice as
        early, so such values come first twice as often. Since r·Q = P, the first candidate by T̃ = T/r follows P.
    [4] The smaller a candidate’s T̃ is, the larger is its probability, drawn as area. You choose α, here { $alpha }: the
        larger it is, the surer is the favourite to win, here candidate { $likeliest }.
    [5] { $private ->
        [yes] A candidate’s score is T̃ times a random factor that only the sender draws (vertical line); the lowest score wins, here { $won } before { $second }. A larger α
            brings the factor closer to 1. Candidate { $index } had { $share }{ $favoured ->
                [yes] , the most.
                *[no] , candidate { $likeliest } had { $favourite }.
            }
        *[no] At α = ∞ no random factor is left. The candidate with the smallest T̃ always wins, here K = { $index }. This is
            the Poisson functional representation (PFR).
        }
    [6] The picture shows the score before it is divided by r: S is time T times the random factor. The sender goes up to S = { $stop }, r* times the lowest
        score: no ratio exceeds r*, so nothing above can win. { $places }
    [7] { $kind ->
        [same] At α = ∞ candidate order is the order of the times, so both encoders look at the same first candidates.
        [stopped] Blue: the sender chose K = { $index }. Another sender, with times of its own, searches the same list by
            Algorithm 1, in the order of the times. It drew all of the first { $draws } (grey band) and was stopped
            without having finished.
        *[done] Blue: the sender chose K = { $index }. Another sender, with times of its own, searches the same list by
            Algorithm 1, in the order of the times. It drew the first { $draws } (grey band) and chose K = { $own_index }: other times choose
            another candidate, and both z follow P.
        }
    [8] The code word of { $index } is { $code_word }, sent as { $octets }: { $hexadecimal } in hexadecimal.
    *[9] The decoder needs only candidate { $received } of the shared list: z = { $z }, { $equal ->
        [yes] equal to the sender’s in every bit.
        *[no] which is not the sender’s.
        } It never needs x, the times or the other candidates.
 }
places = Looked at (blue): K, { $before } before it in the list, { $after } after it.

axis-output = Output z
axis-output-along = Output z along x
axis-height = { $height ->
    [ratio] Times likelier: r = P/Q
    [index] Index i in the list
    [time] Time T
    [transformed] T̃: time divided by r
    [score] Score: the lowest wins
    *[candidate] S = T times a random factor
 }
label-mechanism = P: noise around x = { $x }
label-proposal = Q: ignores x
label-curve = r = P/Q for x = { $x }
label-ratio = r* = { $bound }, the largest ratio for any x and z
label-stop = nothing above can win
label-band = Algorithm 1 drew all { $draws } candidates up to here
label-sender = K = { $index }, the sender’s
label-algorithm1 = K = { $index }, Algorithm 1’s
label-band-cut = Algorithm 1 drew all of these and more, { $draws } in total
label-excluded = x ruled out by K = { $index }
hover-index = candidate
message-bits = bits { $code_word }
message-hexadecimal = hex { $hexadecimal }
message-equal = z = { $z } { $equal ->
    [yes] =
    *[no] ≠
 } the sender’s z

## Notices: what each step means.

need = PPR (Poisson private representation) turns draws from Q, the candidates, into noise P: it looks at
    r* = { $bound } of them on average, as many as rejection sampling.
need-here = Here the sender looked at { $looked }; on average it looks at r* = { $bound }, whatever α is.
need-more = To look at a candidate is to compute its ratio r. A mechanism close to its proposal has a small r*.
seed = The decoder, your server, makes the same list from the shared seed, so the list is never sent.
seed-more = Anybody may know the seed. The next message uses the next list of the same seed.
without-chance = The candidate with the smallest T̃ already follows P exactly, but always sending it is not private: the decoder
    could, with the list, rule out some x.
without-chance-more = Its index would tell which candidates before it were passed over, and that excludes some values of x. The
    next step leaves the choice to chance.
weights = A candidate wins with chance weight / sum of weights, its weight being T̃^(−α). Another x changes each weight by at most the factor e^(αε){ $delta ->
    [yes] , wherever it changes the density of the output by at most e^ε.
    *[no] , and their sum, too, so it changes each probability by at most e^(2αε).
 }
weights-more = The weight may rise while the sum falls, so the probability weight / sum changes by at most the
    factor e^(2αε). This is the reason behind { $theorem }.
later = { $useful ->
    [yes] Percentages here leave out all candidates after the first { $points }, which win with an average probability of at most { $later }.
    *[no] Percentages here leave out all candidates after the first { $points }; no useful bound is known for how often those win.
 } The closer α is to 1, the more often they win, and the longer is a message that can name them.
exact = { $private ->
    [yes] Over all lists, z still follows P exactly: every candidate’s factor has the same distribution and ignores its value. So
        the factors shuffle who wins, but favour no value.
    *[no] Over all lists, z follows P exactly, as the smallest T̃ does.
 }
privacy = The decoder, your server, learns at most ε = { $decoder } (with δ = { $delta }) from list and index; a reader of the output z alone learns
    ε = { $own }.
privacy-more = The decoder’s value comes from numerical accounting with δ = { $delta }, on average over lists. { $average ->
        [yes] Theorem 8 guarantees 2αε = { $bound } with the same δ, also on average over lists.
        *[no] Theorem 7 guarantees 2αε = { $bound } on every list.
    } With the same list and times, the value x = { $other } would have sent K = { $index } with probability
    { $there } instead of { $here }, a factor of { $factor }. The decoder does not know the times, so it cannot
    compute this factor.
open = At α = ∞ no chance is left, so nothing is guaranteed towards the decoder, your server.
excluded = { $some ->
    [yes] K = { $index } rules out { $share } of all x: for those x an earlier candidate beats it, whatever the times are.
    *[no] K = { $index } happens to rule out no x, but other indices do.
 }
excluded-more = At α = ∞ a candidate can win only if its ratio beats the ratios of all candidates before it. The decoder can check
    this for every x. So no ε holds, and the bound 2αε of Theorem 7 is infinite.
counted = K is a place in the list: before it come { $generated } candidates whose S was drawn, and a random number of others, here
    { $skipped }.
counted-more = Not all whose S was drawn are looked at. The number of the others has a Poisson distribution: K = { $generated } + { $skipped } + 1 = { $index }. The sender needs no more of
    them than their number. The picture invents { $hidden } of its first { $points } candidates for this reason.
counted-all = The sender generated every candidate before the chosen one: K = { $generated } + 1 = { $index }.
code-word = The code word also tells the decoder where the message ends, so it is longer than log₂ K = { $log } bits.

## Tiles.

tile-bits = Message length
tile-index = Index K
tile-looked = Candidates looked at
tile-draws = { $finished ->
    [yes] Candidates that the paper’s own search looked at
    *[no] Candidates that the paper’s own search looked at before it was stopped
 }
tile-bound = Candidates to look at on average (r*)
tile-decoder-at-delta = ε: what the server may learn (with δ = { $delta })
tile-decoder = ε: what the server may learn, by { $theorem }

theorem = { $delta ->
    [yes] Theorem 8
    *[no] Theorem 7
 }

## Algorithm 1 and candidate order, side by side.

search-tab = Algorithm 1 and candidate order
search-note = Both encoders send the same x again and again, each time with another list and other times. Candidate order takes
    likely winners first. Algorithm 1 takes candidates as they arrive.
search-title = How many candidates each encoder looks at
search-axis = Candidates looked at
search-axis-share = Share of encodes that are done
search-order = candidate order
search-algorithm1 = Algorithm 1
search-caption = { $same ->
    [yes] Candidate order looks at a median of { $ours }. At α = ∞ Algorithm 1 would look at the same candidates.
    *[no] Candidate order looks at a median of { $ours }, Algorithm 1 at { $theirs }.
 }
search-quantiles = { $median } candidates (95 % quantile { $most })
search-beyond = more than { $limit }

## Formulas.

formula-time = The chosen candidate’s time, divided by its ratio
formula-probability = The probability of the chosen index
formula-stop = Where the sender may stop
formula-stop-source = From the definition: every S/r still to come is at least S/r*.
formula-decoder = What the decoder may learn
symbol-sum = over the candidates drawn, later ones left out
symbol-index = index of the chosen candidate
symbol-time = its time
symbol-value = its value (along x)
symbol-ratio = density of P over density of Q, at this value
symbol-bound = largest ratio
symbol-smallest = smallest S/r found
symbol-mark = random number behind a candidate’s factor V^(1/α), exponential with mean 1
symbol-private = private
