### A part of a page, and of its file, that encodes while it is looked at: sliders, the decoded outputs, one message’s candidates.

tab = Drag ε and α
jump = Drag ε and α yourself
title = Drag, and your browser encodes anew
note = The bars count what the server gets from { $most } messages about the same x, all encoded by your browser. The dots below are the
    shared candidates of the first message. A filled dot is a candidate that the sender looked at, and the ringed one is sent. A
    larger dot has a larger ratio r. The sender’s own randomness also has a fixed seed here, so the picture changes
    only with what you drag.

## The picture.

decoded = values that arrived
law = wanted noise P
proposal = noise of the list, Q
rows = Candidate
axis = { $kind ->
    [number] Noisy value z
    *[category] Reported category
 }
alternative = { $n } values that arrived follow the wanted noise at ε = { $epsilon }, α = { $alpha } and x = { $x }. The first
    message names candidate { $index }; a message takes { $bits } bits on average.

## Tiles.

tile-message = First message
tile-bits = Bits of an average message, measured
tile-reader = A reader learns at most ε
tile-decoder = The server learns at most ε (δ = 0)
tile-right = Reader guesses right
code = { $name } code
count = measured, { $n } messages
theorem = 2αε, Theorem 7
none = no bound
right-note = of 100 people, if all categories are equally common
