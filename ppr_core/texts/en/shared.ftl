### Terms and sentences that several pages use.

error-bar = Errors are one standard error.
plus-minus = ± is one standard error: by chance, one value in three lies further off.
count-messages = { $count } messages
python-note = This program computes numbers that this page shows. It needs `ppr_core`, but not the app. To install it, run
    `pip install .` in a copy of the lab’s source, with Python 3.11 or newer.
real-release = This is no approval: a real release also needs noise from a vetted library, random numbers nobody can guess, and
    a limit on the ε of all a person’s reports.
real-release-more = Why a vetted library? Computers round numbers. After careless rounding, some outputs can come from one x only: whoever sees
    such an output knows x. Every report about a person has its own ε, and together they may tell as much as the sum.

## What a change of the settings did

change-known = computed measured
change-told = What changed: { $change }
change-headline = { $cause }. { $label }: { $movement }.
change-other = { $label }: { $movement }.
change-nothing = { $cause }: the numbers in the tiles { $measured ->
    [yes] did not change by more than chance
    *[no] stay as they are
 }.
change-now = { $cause }: the page now shows { $now }.
change-now-before = { $cause }: the page now shows { $now }; before, it showed { $before }.
change-more = { $count ->
    [one] 1 more setting changed
    *[other] { $shown } more settings changed
 }
change-many = { $count ->
    [one] 1 setting changed
    *[other] { $shown } settings changed
 }
change-same = { $value }, as before
change-noise = { $values }, which may be chance
change-few = { $values }; the { $count } runs differ so much that this may be chance
change-times = { $values } ({ $times } times { $rose ->
    [yes] as large
    *[no] smaller
 })
change-by = { $values } ({ $rose ->
    [yes] +
    *[no] −
 }{ $amount })

## The tab “What the decoder sees”

decoder-tab = What the server sees
decoder-view = The server sees seed and message, that is list and index, but not the sender’s times. { $kind ->
        [all] With δ′ = { $delta } its ε of any two inputs is at most **{ $high }**, an upper bound, and at least { $low }. So ε is
            certified to ± { $width }. Whoever sees the times, too, learns { $times }. Each end is wrong with a probability of
            at most { $failure }.
        [pair] For the two inputs that outputs tell apart best, and δ′ = { $delta }, its ε is at most **{ $high }**, an upper
            bound, and at least { $low }. So ε is certified to ± { $width }. Each end is wrong with a probability of at most
            { $failure }. For all inputs an ε of { $times } is proven: that of whoever sees the times, too.
        [none] With δ′ = { $delta } no finite ε is proven.
        *[times] With δ′ = { $delta } no tighter bound than **{ $times }** is certified here. It is the ε of whoever sees the times,
            too, and an upper bound for the server.
    }
decoder-other = The server sees seed and message, that is list and index, but not the sender’s times. Without
    the times, what it learns is known for one PPR message of some mechanisms only, not for what is sent here. The ε on
    this page stays the upper bound.
decoder-later = This is computed when the run has ended.
