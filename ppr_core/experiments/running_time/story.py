"""The words of the experiment `running_time`: which message of `running_time.ftl`, with which numbers."""

from __future__ import annotations

import math
from functools import partial, reduce

from ppr_core.channels import GaussianChannel
from ppr_core.diagnostics import Encodes, median_interval
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.running_time.formulas import formulas
from ppr_core.experiments.running_time.growth import growth
from ppr_core.experiments.running_time.parameters import DELTA, PRINTED_CHUNK, PRINTED_NOISE, mean_noise
from ppr_core.experiments.running_time.result import Row, RunningTimeResult
from ppr_core.guarantees.printed_times import QUOTED
from ppr_core.texts import Messages
from ppr_core.wording import duration, exponential, measured, number, with_unit

__all__ = ["tell"]

message = Messages("running_time")

_TIE = 1.15  # times apart by less than this factor are not told apart


def tell(result: RunningTimeResult) -> Story:
    """The numbers, sentences and formulas of a sweep; captions: of views, and of the fastest sizes."""
    whose = (_decoder, _noise) if result.focus.point.noise == "vector" else (_noise, _decoder)
    notices = (_bound, _order, *whose, _sweep, _reference, _programs, _printed, _tree, _proposal, _clock)
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
            "fastest": message("named-fastest", chunk=_range(_fastest(result))) if result.ran else "",
        },
    )


def _quantities(result: RunningTimeResult) -> tuple[Quantity, ...]:
    p, row = result.parameters, result.focus
    point, quantities = row.point, []
    if row.ppr is not None:
        n, calls, batch = len(row.ppr.candidates), len(row.ppr.seconds), number(row.planned.batch)
        mean, error = row.ppr.mean(row.ppr.candidates)
        average, average_error = row.ppr.mean(1e3 * row.ppr.seconds)
        seconds, spread = (1e3 * value for value in row.ppr.median(row.ppr.seconds))
        whole, chunks = message("tile-vector", chunks=number(point.chunks)), point.chunks
        sent = partial(Quantity, samples=n, samples_text=message("samples-messages", messages=number(n)))
        timed = partial(
            Quantity, samples=calls, samples_text=message("samples-calls", calls=number(calls), batch=batch)
        )
        quantities += [
            sent("candidates", message("tile-candidates"), mean, "", "measured", error),
            timed("seconds", message("tile-median"), seconds, "ms", "measured", spread),
            timed("average", message("tile-mean"), average, "ms", "measured", average_error),
            timed("vector", whole, chunks * seconds, "ms", "measured", chunks * spread),
        ]
    quantities.append(Quantity("bound", message("tile-bound"), _largest(point.log_bound)))
    if row.ppr is None and p.sweep == "chunk" and result.ran:
        quantities += _largest_run(max(result.ran, key=lambda one: one.point.chunk))
    if row.reference is not None:
        quantities += _reference_quantities(p.alpha, row.reference)
    chunk, whole_vector = _noises(result)
    exact, theorem = result.decoder
    decoder, by_chunk = message("tile-decoder", delta=number(DELTA)), message("tile-decoder-theorem")
    quantities += [
        Quantity("sigma_chunk", message("tile-noise-chunk", entries=number(PRINTED_CHUNK)), chunk),
        Quantity("sigma_vector", message("tile-noise-vector", entries=number(p.dimension)), whole_vector),
        Quantity("client_noise", message("tile-noise-client"), point.channel.noise_std),
        Quantity("decoder", decoder, exact.epsilon, "nats", "guarantee", source=exact.source),
        Quantity("decoder_bound", by_chunk, theorem.epsilon, "nats", "bound", source=theorem.source),
        Quantity("other_bound", message("tile-other", hides=point.noise), _largest(row.other.log_bound)),
    ]
    return tuple(quantities)


def _largest_run(row: Row) -> list[Quantity]:
    """Time and candidates of a chunk that ran, where the chosen one cannot."""
    if (encodes := row.ppr) is None:
        return []
    chunk, calls, times = number(row.point.chunk), len(encodes.seconds), 1e3 * row.point.chunks
    seconds, spread = encodes.median(encodes.seconds)
    mean, error = encodes.mean(encodes.candidates)
    time, looked = message("tile-vector-at", chunk=chunk), message("tile-candidates-at", chunk=chunk)
    return [
        Quantity("vector_largest", time, times * seconds, "ms", "measured", times * spread, calls),
        Quantity("candidates_largest", looked, mean, "", "measured", error, len(encodes.candidates)),
    ]


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
    """The drawn points of the sizes compared whose vector takes the least time, or cannot be told from it."""
    ran = [row for row in result.ran if row.point.chunk in result.parameters.compared] or result.ran
    timed = {row.point.chunk for row, timed in zip(result.rows, result.timed, strict=True) if timed}
    drawn = [row for row in ran if row.point.chunk in timed] or ran
    least = min(map(_vector_seconds, drawn))
    return [row for row in drawn if _quickest(row) <= _TIE * least]


def _quickest(row: Row) -> float:
    """The low end of the 95 % interval of a vector's median time."""
    return math.nan if row.ppr is None else row.point.chunks * float(median_interval(row.ppr.seconds)[0])


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
    bound = _largest(row.point.log_bound)
    share = number(row.ppr.mean(row.ppr.candidates)[0] / bound)
    more = message("bound-more", share=share, encodes=number(len(row.ppr.candidates)))
    looked = {"bound": number(bound), "candidates": _looked(row.ppr), "chunk": number(row.point.chunk)}
    return f"{message('bound', **looked)} {more}"


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
    more = message("reference-mean", kind=kind, index=number(p.alpha - 1), limit=number(p.draw_limit), mean=mean)
    return f"{first} {more}"


def _programs(result: RunningTimeResult) -> str:
    """The encoder with compiled loops and by array programs, beside what its normal numbers take alone."""
    row = result.focus
    if row.floor is None:
        return ""
    floor, looped = row.floor.median(row.floor.seconds)[0], result.loops and row.planned.compiled
    compiled, arrays = (
        "" if run is None else number(run.median(run.seconds)[0] / floor, 2)
        for run in ((row.ppr, row.arrays) if looped else (None, row.ppr))
    )
    kind = "both" if compiled and arrays else "compiled" if compiled else "arrays"
    sentences = [message("programs", kind=kind, floor=_brief(floor), compiled=compiled, arrays=arrays)]
    sentences.append(message("programs-more", batch=number(row.planned.batch)))
    odd = [number(row.point.chunk) for row in result.ran if not row.planned.compiled]
    if odd and result.compiled.any() and result.parameters.sweep == "chunk":
        chunks = reduce(lambda first, second: message("list-and", first=first, second=second), odd)
        sentences.append(message("programs-odd", chunks=chunks))
    return " ".join(sentences)


def _decoder(result: RunningTimeResult) -> str:
    exact, theorem = result.decoder
    kind = "open" if math.isinf(exact.epsilon) else "accounted" if exact.source == "ppr.renyi" else "theorem"
    by_theorem = number(theorem.epsilon)
    first = message(
        "decoder", kind=kind, accounted=number(exact.epsilon), theorem=by_theorem, delta=number(DELTA), **_point(result)
    )
    if kind == "open":
        return first
    chunks = number(result.focus.point.chunks)
    return f"{first} {message('decoder-more', kind=kind, chunks=chunks, theorem=by_theorem)}"


def _noise(result: RunningTimeResult) -> str:
    p, row = result.parameters, result.focus
    chunk, whole = _noises(result)
    entries, bounds = number(PRINTED_CHUNK), (row.other.log_bound, row.point.log_bound)
    other, bound = (exponential(log_bound, 3) for log_bound in bounds)
    first = message(
        "noise", hides=row.point.noise, entries=entries, dimension=number(p.dimension), other=other, bound=bound
    )
    more = message(
        "noise-more", epsilon=number(row.point.epsilon), entries=entries, one=number(chunk, 5), all=number(whole, 5),
        dimension=number(p.dimension), times=number(math.sqrt(p.dimension / PRINTED_CHUNK)), printed=str(PRINTED_NOISE),
    )  # fmt: skip
    return f"{first} {more}"


def _sweep(result: RunningTimeResult) -> str:
    """How the cost goes along the sweep, and where it is not run."""
    p, ran = result.parameters, result.ran
    if p.sweep == "quoted" or not ran:
        return ""
    ends = [(number(_axis(p.sweep, row)), float(row.ppr.candidates.mean())) for row in (ran[0], ran[-1]) if row.ppr]
    start, end = (_brief(_vector_seconds(row)) for row in (ran[0], ran[-1]))
    symbol = "c" if p.sweep == "chunk" else "ε"
    sentences = [
        message(
            "sweep", kind=p.sweep, symbol=symbol, first=ends[0][0], last=ends[1][0], fewest=number(ends[0][1]),
            most=number(ends[1][1]), start=start, end=end,
        )
    ]  # fmt: skip
    if p.sweep == "chunk":
        sentences.append(message("sweep-chunks"))
    if skipped := [row for row in result.rows if not row.planned.samples]:
        points = ", ".join(number(_axis(p.sweep, row)) for row in skipped)
        most = exponential(max(row.point.log_bound for row in skipped), 3)
        sentences.append(message("sweep-skipped", symbol=symbol, points=points, bound=most))
    return " ".join(sentences)


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
    own = "always" if result.parameters.sweep == "quoted" else "same"
    if any(
        printed is not None and printed.epsilon == QUOTED[0].epsilon and row.point.noise == "vector"
        for row, printed in pairs
    ):
        own = "other"
    return " ".join([*sentences, message("printed-more", noise=own)])


def _proposal(result: RunningTimeResult) -> str:
    channel = result.focus.point.channel
    scale = {"noise_std": channel.noise_std, "norm_bound": channel.norm_bound}
    width = channel.norm_bound**2 / channel.dimension
    printed = GaussianChannel(dimension=channel.dimension, proposal_width=width, **scale)
    bound = exponential(float(printed.log_ratio_bound()), 3)
    return f"{message('proposal')} {message('proposal-more', bound=bound)}"


def _tree(result: RunningTimeResult) -> str:
    """One number by the tree, beside what PPR's search takes for as many candidates."""
    if not result.numbers:
        return ""
    small, slow, *_ = result.number_times("search")[-1]
    large, quick, *_ = result.number_times("tree")[-1]
    times = {"tree": duration(quick), "search": duration(slow)}
    return f"{message('tree')} {message('tree-more', large=number(large), small=number(small), **times)}"


def _clock(result: RunningTimeResult) -> str:
    if not result.ran:
        return ""
    batch = number(max(row.planned.batch for row in result.ran))
    times = message("times", machine=result.machine, moment=result.moment)
    return f"{times} {message('times-more', batch=batch)}"


def _noises(result: RunningTimeResult) -> tuple[float, float]:
    """σ̃ at the focus for one chunk's and for a whole vector's budget."""
    p, epsilon = result.parameters, result.focus.point.epsilon
    chunk, whole = (mean_noise(epsilon, entries=size, clients=p.clients) for size in (PRINTED_CHUNK, p.dimension))
    return chunk, whole


def _axis(sweep: str, row: Row) -> float:
    return row.point.chunk if sweep == "chunk" else row.point.epsilon


def _largest(log_bound: float) -> float:
    """r*, infinite beyond the floats."""
    return math.exp(log_bound) if log_bound < 700.0 else math.inf
