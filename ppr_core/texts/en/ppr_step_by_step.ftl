### PPR step by step: one encode and one decode, in eight steps from 0 to 7.

question = How does one whole number tell the server an exact noisy value?

## The headline of each step. T/r is the formulas’ T with a tilde, which fonts of charts draw badly.

finding = { $step ->
    [0] P is the wanted noise around x; Q ignores x, so both sides can draw values from it.
    [1] Sender and server make the same endless list, so an index is enough to name a candidate.
    [2] Each candidate gets a private random time; the smallest time wins, so far that of candidate 1.
    [3] Divide each time by r: now the first candidate to arrive follows P.
    [4] { $private ->
        [yes] PPR gives every candidate a chance to win; the smallest T/r wins with probability { $favourite }.
        *[no] At α = ∞ nothing is left to chance: the smallest T/r always wins.
        }
    [5] PPR draws the index K = { $index }, and with it the noisy value z = { $z }.
    [6] The index K = { $index } takes { $bits } in the { $code } code.
    *[7] The server turns { $bits } into K = { $index } and computes { $equal ->
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
    [2] A race with private times
    [3] Times divided by the ratio
    [4] The probability of each index
    [5] { $private ->
        [yes] One index is drawn
        *[no] The earliest candidate always wins
        }
    [6] The message
    [7] The server decodes
    *[8] How the search of an endless list stops
 }
caption = { $step ->
    [0] The ratio r = P/Q says how much likelier P makes a value than Q does{ $drawn ->
        [no] { "" }: for any x at most r* = { $bound } times.
        *[yes] : for this x up to { $peak } times, for any x at most r* = { $bound } times.
        }
    [1] The shared seed { $seed } makes the candidates Z₁, Z₂, Z₃, … by draws from Q. The sender will choose one of them as its
        noisy value z.
    [2] The private seed { $private_seed } makes the times T₁ < T₂ < T₃ < …, one apart on average (a Poisson process). So far
        the winner follows Q, whatever x is.
    [3] Dividing by r moves candidates with r > 1 down, the others up. Bars below: which values came first in { $races } races,
        each with a new list and new times.
    [4] If the smallest T/r always won, some x could never lead to some K: seeing this K would rule out these x. A
        dot’s area is its chance; a larger α, here { $alpha }, favours small T/r more.
    [5] { $private ->
        [yes] To draw with these chances, the sender multiplies each T/r by a private random factor (line), which makes
            its score. The lowest wins: { $won } of candidate { $index }, against { $second } of candidate { $runner }.
        *[no] At α = ∞ there is no random factor. The candidate with the smallest T/r always wins, here K = { $index }. This is
            the Poisson functional representation (PFR).
        }
    [6] The code word of { $index } is { $code_word }. { $fill ->
        [yes] A file stores whole bytes: filled up with zeros, the code word becomes
        *[no] The code word becomes
        } { $octets }, { $hexadecimal } in hexadecimal.
    *[7] The server needs only candidate { $received } of the shared list: z = { $z }, { $equal ->
        [yes] equal to the sender’s in every bit.
        *[no] which is not the sender’s.
        } It never needs x, the times or the other candidates.
 }
followed = { $divided ->
    [no] Blue: candidate { $index }, which we follow from step to step.
    *[yes] Blue: candidate { $index }, T/r = { $time }/{ $ratio } = { $transformed }.
 }
label-candidate = candidate { $index }
label-time = candidate { $index }: T = { $time }
label-divided = { $followed ->
    [yes] candidate { $index }: T/r = { $transformed }
    *[no] { $index }: T/r = { $transformed }
 }
label-chance = candidate { $index }: { $share }
label-chosen = K = { $index }: score { $score }
places = The sender computed r for { $looked } (blue, in the order of their numbers), the last of them at place { $last } of the list.

axis-output = Output z
axis-output-along = Output z along x
axis-height = { $height ->
    [ratio] Times likelier: r = P/Q
    [index] Index i in the list
    [time] Time T
    [transformed] T/r: time divided by r
    [score] Score: the lowest wins
    *[candidate] S: score before dividing by r
 }
label-mechanism = P: noise around x = { $x }
label-proposal = Q: ignores x
label-curve = r = P/Q for x = { $x }
label-ratio = r* = { $bound }, the largest ratio for any x and z
label-stop = nothing above can win
label-excluded = x ruled out by K = { $index }
hover-index = candidate
message-bits = bits { $code_word }
message-hexadecimal = hex { $hexadecimal }
message-equal = z = { $z } { $equal ->
    [yes] =
    *[no] ≠
 } the sender’s z

## Notices: what each step means.

need = The list of draws from Q is endless, but with PPR (Poisson private representation) the sender looks at only r* = { $bound } of
    them on average; step 6 shows why.
need-more = The sender looks at a candidate by computing its ratio r. The closer Q is to P, the smaller r* is, so the sender looks at fewer candidates.
race = Why times? The next step divides each time by r, so candidates that fit x overtake others.
seed = The server makes the same list from the shared seed, so the list is never sent.
seed-more = Anybody may know the seed. The next message uses the next list of the same seed.
without-chance = Why P? Candidates near z arrive at the rate Q(z); dividing by r makes this rate Q(z) · r = P(z), and the first arrival follows it.
without-chance-more = The rate says how many candidates arrive in a unit of time: half the times mean twice the rate. Always sending the first arrival is not private, as the next step shows.
weights = Candidate i has the weight (r/T)^α; its chance is its weight, divided by the sum of all weights. Another x changes weight and sum each at most by the factor e^(αε){ $delta ->
    [yes] { " " }where it changes the density of the output by at most e^ε.
    *[no] , so the chance at most by e^(2αε).
 } This is the reason behind { $theorem }.
later = { $useful ->
    [yes] The percentages count only the first { $points } candidates (together 100 %); a later one wins in at most { $later } of all draws.
    *[no] The percentages count only the first { $points } candidates (together 100 %); no useful bound is known for how often later ones win.
 }
exact = Does z still follow P? Yes, over all lists{ $private ->
    [yes] : all candidates get factors of the same kind, so the lowest score follows P exactly, as the smallest T/r did.
    *[no] { " " }the smallest T/r follows P exactly.
 }
stop = Why may the sender stop? No ratio exceeds r* = { $bound }, so a candidate whose time{ $private ->
        [yes] , multiplied by its factor,
        *[no] { "" }
    } is above { $bound } · { $lowest } = { $stop } cannot win.
stop-more = Divided by a ratio of at most r*, such a time stays above the lowest score, { $lowest }. Why does the sender look at r* candidates on average? Candidates come at a steady rate, and on average one is due by the lowest score. The sender looks up to r* times this score, where r* are due.
privacy = The server learns at most ε = { $decoder } (with δ = { $delta }) from list and index{ $weak ->
        [yes] , practically no privacy
        *[no] { "" }
    }; a reader of the output z alone learns
    at most ε = { $own }.
privacy-more = This limit is computed on average over lists and fails with a chance of at most δ = { $delta }. { $average ->
        [yes] Theorem 8 guarantees 2αε = { $bound } with the same δ, also on average over lists.
        *[no] Theorem 7 guarantees 2αε = { $bound } on every list, without exception.
    }
open = At α = ∞ no chance is left, so nothing is guaranteed towards the server.
excluded = { $some ->
    [yes] K = { $index } rules out { $share } of all x: for those x an earlier candidate beats it, whatever the times are.
    *[no] K = { $index } happens to rule out no x, but other indices do.
 }
excluded-more = At α = ∞ a candidate can win only if its ratio beats the ratios of all candidates before it. The server can check
    this for every x. So no ε holds, and the bound 2αε of Theorem 7 is infinite.
counted = The sender made { $generated } of the candidates before the chosen one and only counted the other { $skipped }, so K = { $generated } + { $skipped } + 1 = { $index }.
counted-all = The sender generated every candidate before the chosen one: K = { $generated } + 1 = { $index }.
code-word = { $code ->
    [one] The code word 1 marks its own end: it says that K has one binary digit, so K is 1.
    [delta] In { $word }, { $head } says that K has { $digits } binary digits: a 1 that is never sent, then { $tail }; and { $binary } in binary is { $index }.
    [gamma] In { $word }, the zeros { $head } come first and tell where the end is: K has { $digits } binary digits. Then come these digits: { $binary } is { $index }.
    *[long] The code word first tells where its end is: K has { $digits } binary digits. Then come these digits.
 }

## Tiles.

tile-bits = Length of this message
tile-index = Index K
tile-looked = Candidates looked at for this message
tile-bound = Candidates looked at, on average (r*, for any x)
tile-decoder-at-delta = Limit of the server’s ε (computed, failure chance δ = { $delta })
tile-decoder = Limit of the server’s ε ({ $theorem })

theorem = { $delta ->
    [yes] Theorem 8
    *[no] Theorem 7
 }

## Algorithm 1 and candidate order, side by side.

search-tab = How the search stops
code-word-more = K itself takes log₂ K = { $log } bits; marking the end takes the others.
encoders-tab = Algorithm 1 and candidate order
search-shown = The sender makes candidates in the order of S, up to S = { $stop }, r* = { $bound } times the lowest score: no ratio exceeds r*,
    so nothing above can win.
search-note = Both encoders send the same x again and again, each time with another list and other times. Candidate order takes
    likely winners first. Algorithm 1 takes candidates as they arrive.
search-title = How many candidates each encoder looks at
search-axis = Candidates looked at
search-axis-share = Share of encodes that are done
search-order = candidate order
search-algorithm1 = Algorithm 1
search-caption = { $same ->
    [yes] Candidate order: { $ours }. At α = ∞ Algorithm 1 would look at the same candidates.
    *[no] Candidate order: { $ours }. Algorithm 1: { $theirs }.
 }
search-quantiles = median { $median } (95 % quantile { $most })
search-beyond = more than { $limit }

## Formulas.

formula-time = The chosen candidate’s time, divided by its ratio
formula-probability = The probability of the chosen index
formula-stop = Where the sender may stop
formula-stop-source = From the definition: every S/r still to come is at least S/r*.
formula-decoder = What the server may learn
symbol-sum = over the candidates drawn, later ones left out
symbol-index = index of the chosen candidate
symbol-time = its time
symbol-value = its value (along x)
symbol-ratio = density of P over density of Q, at this value
symbol-bound = largest ratio
symbol-smallest = smallest S/r found
symbol-mark = random number behind a candidate’s factor V^(1/α), exponential with mean 1
symbol-private = private
