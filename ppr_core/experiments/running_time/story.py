"""The words of the experiment `running_time`: which message of `running_time.ftl`, with which numbers."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

from ppr_core.diagnostics import Encodes, median_interval
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.running_time.formulas import formulas
from ppr_core.experiments.running_time.growth import growth
from ppr_core.experiments.running_time.parameters import DELTA, PRINTED_CHUNK
from ppr_core.experiments.running_time.result import Row, RunningTimeResult
from ppr_core.texts import Messages
from ppr_core.wording import duration, exponential, measured, number, with_unit

__all__ = ["tell"]

message = Messages("running_time")

_TIE = 1.15  # times apart by less than this factor are not told apart


def tell(result: RunningTimeResult) -> Story:
    """The numbers, sentences and formulas of a sweep; captions: of views, and of the fastest sizes."""
    whose = (_decoder, _noise) if result.focus.point.noise == "vector" else (_noise, _decoder)
    notices = (_bound, _order, *whose, _sweep, _reference, _printed)
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=tuple(filter(None, (notice(result) for notice in notices))),
        formulas=partial(formulas, result),
        captions={
            "growth": growth(result),
            "tail": _tail(result),
            "times": message("times", machine=result.machine, moment=result.moment),
            "tree": _tree(result) or message("tree-unmeasured"),
            "skipped": _skipped(result),
            "fastest": message("named-fastest", chunk=_range(_fastest(result))) if result.ran else "",
        },
    )


def _quantities(result: RunningTimeResult) -> tuple[Quantity, ...]:
    p, row, quantities = result.parameters, result.focus, []
    largest = row.ppr is None and p.sweep == "chunk" and bool(result.ran)
    chunk = number(row.point.chunk)
    bound = Quantity("bound", message("tile-bound", chunk=chunk), _largest(row.point.log_bound))
    if row.ppr is not None:
        looked, time, whole = _times(row, row.ppr, p.dimension)
        quantities += [looked, time, whole]
    else:
        quantities.append(bound)
    if largest:  # where the chosen size cannot run, that of the largest that ran
        ran = max(result.ran, key=lambda one: one.point.chunk)
        if ran.ppr is not None:
            looked, _, whole = _times(ran, ran.ppr, p.dimension)
            quantities += [replace(whole, key="vector_largest"), replace(looked, key="candidates_largest")]
    exact, _ = result.decoder
    decoder = message("tile-decoder", delta=number(DELTA))
    quantities.append(Quantity("decoder", decoder, exact.epsilon, "nats", "guarantee", source=exact.source))
    if row.ppr is not None:
        quantities.append(bound)
    if row.reference is not None:
        quantities += _reference_quantities(p.alpha, row.reference)
    return tuple(quantities)


def _times(row: Row, encodes: Encodes, dimension: int) -> tuple[Quantity, Quantity, Quantity]:
    """Candidates and time of a message, and the time of all numbers."""
    n, calls, chunks = len(encodes.candidates), len(encodes.seconds), row.point.chunks
    chunk, entries = number(row.point.chunk), number(dimension)
    mean, error = encodes.mean(encodes.candidates)
    seconds, spread = (1e3 * value for value in encodes.median(encodes.seconds))
    sent = message("samples-messages", messages=number(n))
    batch, timings = row.planned.batch, message("samples-calls", calls=number(calls))
    if batch > 1:
        timings = message("samples-batches", calls=number(calls), batch=number(batch))
    timed = partial(Quantity, samples=calls, samples_text=timings)
    whole = message("tile-vector", entries=entries, chunk=chunk)
    return (
        Quantity("candidates", message("tile-candidates", chunk=chunk), mean, "", "measured", error, n, "", sent),
        timed("seconds", message("tile-median", chunk=chunk), seconds, "ms", "measured", spread),
        timed("vector", whole, chunks * seconds, "ms", "measured", chunks * spread),
    )


def _reference_quantities(alpha: float, reference: Encodes) -> list[Quantity]:
    n, share = len(reference.candidates), float(reference.stopped.mean())
    median, error = reference.median(reference.candidates)
    stopped_error = 100 * math.sqrt(share * (1 - share) / n)
    quantities = [
        Quantity("reference", message("tile-reference"), median, "", "measured", error, n),
        Quantity("stopped", message("tile-stopped"), 100 * share, "%", "measured", stopped_error, n),
    ]
    if alpha > 2 and not reference.stopped.any():
        mean, error = reference.mean(reference.candidates)
        quantities.insert(1, Quantity("reference_mean", message("tile-reference-mean"), mean, "", "measured", error, n))
    return quantities


def _point(result: RunningTimeResult) -> dict[str, str]:
    """Where the sentences speak of."""
    point = result.focus.point
    return {"epsilon": number(point.epsilon), "chunk": number(point.chunk)}


def _looked(encodes: Encodes) -> str:
    return measured(*encodes.mean(encodes.candidates))


def _finding(result: RunningTimeResult) -> str:
    row = result.focus
    ran, best = "yes" if row.ppr is not None else "no" if result.largest else "stuck", ""
    time = "" if row.ppr is None else _brief(row.chunk_seconds)
    if row.ppr is not None and result.parameters.sweep == "chunk":
        near = _fastest(result)
        least, most = (_brief(of(map(_vector_seconds, near))) for of in (min, max))
        ran, best = "best" if len(near) == 1 else "several", _range(near)
        time = least if least == most else message("best-range", low=least, high=most)
    return message(
        "finding", ran=ran, best=best, time=time, dimension=number(result.parameters.dimension),
        most=number(result.largest),
        bound=exponential(row.point.log_bound, 3), chunk=number(row.point.chunk),
    )  # fmt: skip


def _vector_seconds(row: Row) -> float:
    """Median time of a whole vector."""
    return row.point.chunks * row.chunk_seconds


def _fastest(result: RunningTimeResult) -> list[Row]:
    """The drawn points around the fastest of the sizes compared whose intervals reach its own."""
    ran = [row for row in result.ran if row.point.chunk in result.parameters.compared] or result.ran
    timed = {row.point.chunk for row, timed in zip(result.rows, result.timed, strict=True) if timed}
    drawn = [row for row in ran if row.point.chunk in timed] or ran
    best = min(drawn, key=_vector_seconds)
    least = max(_TIE * _vector_seconds(best), _interval(best)[1])
    alike = [_interval(row)[0] <= least for row in drawn]
    first = last = drawn.index(best)  # the sizes are told as a range, so none between them is slower
    while first and alike[first - 1]:
        first -= 1
    while last + 1 < len(drawn) and alike[last + 1]:
        last += 1
    return drawn[first : last + 1]


def _interval(row: Row) -> tuple[float, float]:
    """The 95 % interval of a vector's median time."""
    if row.ppr is None:
        return math.nan, math.nan
    low, high = median_interval(row.ppr.seconds)
    return row.point.chunks * low, row.point.chunks * high


def _range(rows: list[Row]) -> str:
    """Their chunk sizes."""
    first, last = number(rows[0].point.chunk), number(rows[-1].point.chunk)
    return first if len(rows) == 1 else message("best-range", low=first, high=last)


def _brief(seconds: float) -> str:
    """A time in the milliseconds of the picture and the tiles."""
    return duration(seconds) if seconds >= 1 else with_unit(number(1e3 * seconds, 2), "ms")


def _tail(result: RunningTimeResult) -> str:
    """How far the numbers of candidates spread."""
    row = result.focus
    if row.ppr is None:
        return message("tail-none")
    first = message("tail-caption", most=number(_ninth(row.ppr)), **_point(result))
    if row.reference is None:
        return first
    last, limit = _ninth(row.reference), result.parameters.draw_limit
    draws = message("more-than", limit=number(limit)) if last >= limit else number(last)
    return f"{first} {message('tail-caption-reference', draws=draws)}"


def _ninth(encodes: Encodes) -> float:
    """Candidates that nine of ten encodes do not exceed."""
    return float(encodes.quantiles(encodes.candidates)[2])


def _bound(result: RunningTimeResult) -> str:
    row = result.focus
    if row.ppr is None:
        return ""
    point, chunk = row.point, number(row.point.chunk)
    double = result.parameters.point(point.epsilon, 2 * point.chunk, point.noise)
    twice = {"double": number(double.chunk), "more": exponential(double.log_bound, 3)}
    first = message("bound", chunk=chunk, bound=exponential(point.log_bound, 3), **twice)
    return f"{first} {message('bound-more', chunk=chunk, candidates=_looked(row.ppr))}"


def _order(result: RunningTimeResult) -> str:
    return f"{message('order')} {message('order-more')}"


def _reference(result: RunningTimeResult) -> str:
    """Algorithm 1, and whether its draws have a mean."""
    p, reference = result.parameters, result.focus.reference
    if reference is None:
        return ""
    stopped, n = int(reference.stopped.sum()), len(reference.stopped)
    median = number(reference.median(reference.candidates)[0])
    median = message("more-than", limit=median) if stopped > n / 2 else median
    first = message("reference", stopped=stopped, shown=number(stopped), encodes=number(n), median=median)
    kind = "infinite" if p.alpha <= 2 else "stopped" if stopped else "finite"
    mean = _looked(reference) if kind == "finite" else ""
    more = message("reference-mean", kind=kind, limit=number(p.draw_limit), mean=mean)
    return f"{first} {more}"


def _decoder(result: RunningTimeResult) -> str:
    exact, theorem = result.decoder
    held = {"epsilon": number(result.focus.point.epsilon), "learned": number(exact.epsilon), "delta": number(DELTA)}
    opened = math.isinf(exact.epsilon)
    first = message("decoder", kind="open" if opened else "held", people=number(result.parameters.clients), **held)
    if opened:
        return first
    kind, chunks = "accounted" if exact.source == "ppr.renyi" else "theorem", number(result.focus.point.chunks)
    return f"{first} {message('decoder-more', kind=kind, chunks=chunks, theorem=number(theorem.epsilon))}"


def _noise(result: RunningTimeResult) -> str:
    p, row = result.parameters, result.focus
    entries, bounds = number(PRINTED_CHUNK), (row.other.log_bound, row.point.log_bound)
    other, bound = (exponential(log_bound, 3) for log_bound in bounds)
    first = message(
        "noise", hides=row.point.noise, entries=entries, dimension=number(p.dimension), other=other, bound=bound
    )
    times = number(math.sqrt(p.dimension / PRINTED_CHUNK))
    more = message("noise-more", entries=entries, dimension=number(p.dimension), times=times)
    return f"{first} {more}"


def _sweep(result: RunningTimeResult) -> str:
    """How the candidates go along ε."""
    ran = [row for row in result.ran if row.ppr is not None]
    if result.parameters.sweep != "epsilon" or not ran:
        return ""
    (first, fewest), (last, most) = (
        (number(row.point.epsilon), number(float(row.ppr.candidates.mean()))) for row in (ran[0], ran[-1]) if row.ppr
    )
    return message("sweep", first=first, last=last, fewest=fewest, most=most)


def _skipped(result: RunningTimeResult) -> str:
    """Where along the axis nothing is run."""
    sweep, skipped = result.parameters.sweep, [row.point for row in result.rows if not row.planned.samples]
    if sweep == "quoted" or not result.ran or not skipped:
        return ""
    first = skipped[0].chunk if sweep == "chunk" else skipped[0].epsilon
    return message("sweep-skipped", kind=sweep, first=number(first))


def _printed(result: RunningTimeResult) -> str:
    """The paper's times of a vector beside those measured here."""
    pairs = [(row, result.parameters.quoted(row.point)) for row in result.ran]
    sentences = [
        message(
            "printed", digits=printed.digits, epsilon=number(printed.epsilon), chunk=number(printed.chunk),
            here=duration(row.point.chunks * row.chunk_seconds),
        )
        for row, printed in pairs
        if printed is not None
    ]  # fmt: skip
    if not sentences:
        return ""
    return " ".join([*sentences, message("printed-more")])


def _tree(result: RunningTimeResult) -> str:
    """One number by the tree, beside what PPR's search takes for as many candidates."""
    if not result.numbers:
        return ""
    small, slow, *_ = result.number_times("search")[-1]
    large, quick, *_ = result.number_times("tree")[-1]
    times = {"tree": duration(quick), "search": duration(slow)}
    return f"{message('tree')} {message('tree-more', large=number(large), small=number(small), **times)}"


def _largest(log_bound: float) -> float:
    """r*, infinite beyond the floats."""
    return math.exp(log_bound) if log_bound < 700.0 else math.inf
