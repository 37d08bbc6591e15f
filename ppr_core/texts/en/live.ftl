### A part of a page, and of its file, that encodes while it is looked at: sliders, the decoded outputs, one message’s candidates.

tab = Drag ε and α
jump = Drag ε and α yourself
title = Drag, and your browser encodes anew
note = The bars count what the decoder gets from { $most } messages about the same x, all encoded by your browser. The rows below are the
    shared candidates of the first message. A filled dot is a candidate that the sender looked at, and the ringed one is sent. A
    larger dot has a larger ratio r. The sender’s own randomness also has a fixed seed here, so the picture changes
    only with what you drag.

## The picture.

decoded = decoded outputs
law = mechanism P
proposal = proposal Q
rows = Candidate
axis = { $kind ->
    [number] Output z
    *[category] Reported category
 }
alternative = { $n } decoded outputs follow the distribution of the mechanism at ε = { $epsilon }, α = { $alpha } and x = { $x }. The first
    message names candidate { $index }; a message takes { $bits } bits on average.

## Tiles.

tile-message = First message
tile-bits = Bits of an average message
tile-reader = Reader’s ε, guaranteed
tile-decoder = Decoder’s ε with δ = 0
tile-right = Reader guesses right
code = { $name } code
count = measured, { $n } messages
theorem = 2αε, Theorem 7
none = no bound
right-note = of 100 people, if all categories are equally common
