### How a run is doing, why there is no result yet, and parts of pages that failed.

meanwhile = Shown meanwhile: the last result, for { $settings }.
cancel = Cancel
again = Run again
nearest = Use { $setting }, the nearest that fits

## Progress

waiting = Waiting, place { $place } in the queue{ $late ->
    [yes] , longer than predicted: the server is busy
    *[no] { $timed ->
        [no] {""}
        *[yes] , about { $seconds } s until it begins
    }
 }
full = All places in the queue are taken{ $timed ->
    [no] {""}
    *[yes] , about { $seconds } s until one is free
 }
computing = Computing, { $share }{ $late ->
    [yes] , longer than predicted: the server is busy
    *[no] { $timed ->
        [no] {""}
        *[yes] , about { $seconds } s left
    }
 }
no-cluster = The cluster does not answer, so this server computes runs itself: long ones may wait.

## Why there is no result

refused = This run would take about { $seconds } and { $memory } of memory{ $reasoned ->
    [no] {""}
    *[yes] {" "}({ $reason })
 }. This server allows { $most_seconds } and { $most_memory }.
too-long = The run was stopped because it took longer than { $seconds }. Fewer samples or a smaller problem will finish in time.
lost = The process that computed this was lost, and so was a second one. A new one is ready; try again.
too-large = The run needed more memory than a run may take here, { $memory }. Fewer samples or a smaller problem fit.
stopped = The run was stopped.
cancelled = The run was cancelled.
failed = The run ended with an error. Other parameters may work; the server’s log has the details.
no-folder = The server could not use its folder for temporary files ({ $reason }), so this run did not finish. The settings
    are fine: try again, or tell whoever runs the server.

## Parts of pages

part-failed = { $part } cannot be shown at these settings; the server’s log has the details. All else is as it was.
callback-failed = That did not work, so everything is as it was before. The server’s log has the details.
page-failed = Something on this page went wrong. The server’s log has the details; other settings may work.
text-failed = Something on this page went wrong. The server’s log has the details.
afresh = Start this page afresh
kept-value = The value stays { $value }.
kept-result = The result is still that of the last settings that fit together.
first-rows = The first { $most } of { $rows } rows; the CSV file has all.
file-kept = It stays on this server, for whoever has the link to this page, until it is removed or not used for a day.
