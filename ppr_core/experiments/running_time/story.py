"""What the experiment `running_time` says of its result: quantities, sentences and formulas."""

from __future__ import annotations

import math
from functools import partial

from ppr_core.channels import GaussianChannel
from ppr_core.diagnostics import Encodes
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.running_time.formulas import formulas
from ppr_core.experiments.running_time.parameters import (
    DELTA,
    PRINTED_CHUNK,
    PRINTED_NOISE,
    mean_noise,
)
from ppr_core.experiments.running_time.result import Row, RunningTimeResult
from ppr_core.guarantees.printed_times import QUOTED
from ppr_core.wording import duration, exponential, measured, number

__all__ = ["tell"]

_UNMEASURED = "One number is not measured yet, or compiled loops are missing."
_MACHINE = "M1 Pro, 8 cores at about 3.2 GHz"  # of the paper's times


def tell(result: RunningTimeResult) -> Story:
    """The numbers, sentences and formulas of a sweep; captions: "tail", "times" and "tree"."""
    views = {"tail": _tail(result), "times": _times(result), "tree": _tree_notice(result) or _UNMEASURED}
    return Story(_quantities(result), _finding(result), _notices(result), partial(formulas, result), views)


def _quantities(result: RunningTimeResult) -> tuple[Quantity, ...]:
    p, row = result.parameters, result.focus
    point, found = row.point, []
    if row.ppr is not None:
        n, calls = len(row.ppr.candidates), len(row.ppr.seconds)
        mean, error = row.ppr.mean(row.ppr.candidates)
        average, average_error = row.ppr.mean(1e3 * row.ppr.seconds)
        seconds, spread = row.ppr.median(row.ppr.seconds)
        whole = f"A vector here, {number(point.chunks)} chunks"
        found += [
            Quantity("candidates", "Candidates for a chunk, mean", mean, "", "measured", error, n),
            Quantity("seconds", "A chunk here, median", 1e3 * seconds, "ms", "measured", 1e3 * spread, calls),
            Quantity("average", "A chunk here, mean", average, "ms", "measured", average_error, calls),
            Quantity("vector", whole, point.chunks * average, "ms", "measured", point.chunks * average_error, calls),
        ]
    found.append(Quantity("bound", "r*, candidates needed on average", _bound(point.log_bound)))
    if row.reference is not None:
        found += _reference_quantities(p.alpha, row.reference)
    noise_of_chunk, noise_of_vector = _noises(result)
    exact, theorem = result.decoder
    against = f"Local ε of a vector, against the decoder, at δ = {number(DELTA)}"
    found += [
        Quantity("sigma_chunk", f"Noise of the mean, {PRINTED_CHUNK} entries hidden", noise_of_chunk),
        Quantity("sigma_vector", f"Noise of the mean, all {number(p.dimension)} hidden", noise_of_vector),
        Quantity("client_noise", "Noise of a client, √n times that", point.channel.noise_std),
        Quantity("decoder", against, exact.epsilon, "nats", "guarantee", source=exact.source),
        Quantity("decoder_bound", "That ε, chunk by chunk", theorem.epsilon, "nats", "bound", source=theorem.source),
        Quantity("other_bound", "r* with the other noise", _bound(row.other.log_bound)),
    ]
    return tuple(found)


def _reference_quantities(alpha: float, reference: Encodes) -> list[Quantity]:
    n, share = len(reference.candidates), float(reference.stopped.mean())
    median, error = reference.median(reference.candidates)
    stopped_error = 100 * math.sqrt(share * (1 - share) / n)
    found = [
        Quantity("reference", "Draws of Algorithm 1, median", median, "", "measured", error, n),
        Quantity("stopped", "Algorithm 1 stopped at its limit", 100 * share, "%", "measured", stopped_error, n),
    ]
    if alpha > 2 and not reference.stopped.any():
        mean, error = reference.mean(reference.candidates)
        found.insert(1, Quantity("reference_mean", "Draws of Algorithm 1, mean", mean, "", "measured", error, n))
    return found


def _finding(result: RunningTimeResult) -> str:
    row, where = result.focus, _where(result)
    if row.ppr is None:
        return f"{where} r* is {exponential(row.point.log_bound, 3)}: too many candidates to encode anything."
    mean, error = row.ppr.mean(row.ppr.candidates)
    text = (
        f"{where} the candidate order looks at {measured(mean, error)} candidates (r* = "
        f"{exponential(row.point.log_bound, 3)}) and takes {duration(row.chunk_seconds)} a chunk here"
    )
    return f"{text}{'' if row.reference is None else _reference_text(row.reference)}."


def _tail(result: RunningTimeResult) -> str:
    """One sentence on how far the numbers of candidates spread."""
    row, p = result.focus, result.parameters
    if row.ppr is None:
        return "Nothing is encoded at this point."
    text = f"{_where(result)} nine of ten encodes in candidate order look at no more than "
    text += f"{number(float(row.ppr.quantiles(row.ppr.candidates)[2]))} candidates"
    if row.reference is None:
        return text + "."
    last = float(row.reference.quantiles(row.reference.candidates)[2])
    limit = f"more than {number(p.draw_limit)}" if last >= p.draw_limit else number(last)
    return f"{text}; Algorithm 1 needs {limit} draws for as many, with a tail that falls like t^(1 − α)."


def _notices(result: RunningTimeResult) -> tuple[str, ...]:
    found = [_bound_notice(result), _paths(result), _noise_notice(result)]
    found += [_sweep_notice(result), _quoted_notice(result)]
    found += [
        _mean_notice(result),
        _tree_notice(result),
        _decoder_notice(result),
        _proposal_notice(result),
        _clock_notice(result),
    ]
    return tuple(text for text in found if text)


def _bound_notice(result: RunningTimeResult) -> str:
    row = result.focus
    if row.ppr is None:
        return ""
    mean, error = row.ppr.mean(row.ppr.candidates)
    bound = _bound(row.point.log_bound)
    return (
        f"The search in candidate order may stop after r* = {number(bound)} candidates on average, whatever α is; "
        f"r* grows exponentially with the entries of a chunk. It looked at {measured(mean, error)}, "
        f"{number(mean / bound)} times as many: they are taken several at a time, and the last ones need not matter."
    )


def _paths(result: RunningTimeResult) -> str:
    """The encoder by compiled kernels and by array programs, beside what its normal numbers take alone."""
    row = result.focus
    if row.floor is None:
        return ""
    floor, times = row.floor.median(row.floor.seconds)[0], []
    for run, how in ((row.arrays and row.ppr, "compiled encoder"), (row.arrays or row.ppr, "NumPy encoder")):
        times += [f"the {how} takes {number(run.median(run.seconds)[0] / floor, 2)} times as long"] if run else []
    return (
        f"Drawing the r*·c normal numbers of a chunk takes NumPy {duration(floor)}; {', '.join(times)}. "
        f"This includes the overhead of a call that encodes {number(row.planned.batch)} chunks."
    )


def _decoder_notice(result: RunningTimeResult) -> str:
    exact, theorem = result.decoder
    if math.isinf(exact.epsilon):
        return "At α = ∞ no ε holds against the decoder, who knows the candidates."
    if exact.source != "ppr.renyi":
        return (
            f"{_where(result)} the decoder has ε = {number(theorem.epsilon)} by Theorem 8, chunk by chunk, at "
            f"δ = {number(DELTA)}; at so large an ε exact divergences of whole orders say no less."
        )
    return (
        f"{_where(result)} the decoder, who knows the candidates of all {number(result.focus.point.chunks)} chunks, "
        f"has ε = {number(exact.epsilon)} for any two vectors of a client (numerical accounting, δ = {number(DELTA)}); "
        f"Theorem 8, chunk by chunk, says {number(theorem.epsilon)}."
    )


def _noise_notice(result: RunningTimeResult) -> str:
    p, row = result.parameters, result.focus
    one, whole = _noises(result)
    used, spared = (one, whole) if row.point.noise == "chunk" else (whole, one)
    return (
        f"At ε = {number(row.point.epsilon)} the mean needs noise of standard deviation {number(one, 5)} to hide "
        f"{PRINTED_CHUNK} entries of a client and {number(whole, 5)}, √(d/{PRINTED_CHUNK}) = "
        f"{number(math.sqrt(p.dimension / PRINTED_CHUNK))} times as much, to hide all {number(p.dimension)}. "
        f"The paper prints {PRINTED_NOISE} for ε = 0.05, and that hides {PRINTED_CHUNK}. "
        f"Here {number(used, 5)} is run; with {number(spared, 5)} r* would be "
        f"{exponential(row.other.log_bound, 3)} in place of {exponential(row.point.log_bound, 3)}."
    )


def _sweep_notice(result: RunningTimeResult) -> str:
    """How the cost goes along the sweep, and where it is not run."""
    p, ran = result.parameters, result.ran
    if p.sweep == "quoted" or not ran:
        return ""
    first, last = ran[0], ran[-1]
    ends = [(number(_axis(p.sweep, row)), float(row.ppr.candidates.mean())) for row in (first, last) if row.ppr]
    symbol = "c" if p.sweep == "chunk" else "ε"
    text = (
        f"From {symbol} = {ends[0][0]} to {ends[1][0]} the candidates of a chunk go from {number(ends[0][1])} to "
        f"{number(ends[1][1])}, and the time for a whole vector from "
        f"{duration(first.point.chunks * first.chunk_seconds)} to "
        f"{duration(last.point.chunks * last.chunk_seconds)}."
    )
    if p.sweep == "chunk":
        text += " The number of chunks only falls like 1/c."
    skipped = [row for row in result.rows if not row.planned.samples]
    if skipped:
        named = ", ".join(number(_axis(p.sweep, row)) for row in skipped)
        most = max(row.point.log_bound for row in skipped)
        text += f" At {symbol} = {named} r* is up to {exponential(most, 3)}: nothing is encoded there."
    return text


def _quoted_notice(result: RunningTimeResult) -> str:
    """The paper's times of a vector beside those measured here."""
    pairs = [(row, result.parameters.quoted(row.point)) for row in result.ran]
    said = [
        f"{one.digits} s at ε = {number(one.epsilon)}, c = {one.chunk} (here "
        f"{duration(row.point.chunks * row.chunk_seconds)})"
        for row, one in pairs
        if one is not None
    ]
    if not said:
        return ""
    own = ", and that point always has it" if result.parameters.sweep == "quoted" else ""
    if any(one is not None and one.epsilon == QUOTED[0].epsilon and row.point.noise == "vector" for row, one in pairs):
        own = ", and that is not the one that is run here"
    return (
        f"The paper prints, for a vector on its laptop ({_MACHINE}) with Algorithm 1: {'; '.join(said)}. Two machines "
        "and two programs: compare the shapes, not the digits. "
        f"Only for ε = 0.05 does it print the noise as well{own}."
    )


def _mean_notice(result: RunningTimeResult) -> str:
    p, reference = result.parameters, result.focus.reference
    if reference is None:
        return ""
    tail = f"The draws of Algorithm 1 have a tail of index α − 1 = {number(p.alpha - 1)}"
    if p.alpha <= 2:
        return f"{tail}, so their mean is infinite, and an average of times only says how long one waited: read the "\
               "median and the range of the middle 80 %."  # fmt: skip
    if reference.stopped.any():
        return f"{tail}: a mean exists, but not of draws that are stopped at {number(p.draw_limit)}. Raise the limit."
    mean, error = reference.mean(reference.candidates)
    return f"{tail}: the mean exists and is {measured(mean, error)}."


def _proposal_notice(result: RunningTimeResult) -> str:
    channel = result.focus.point.channel
    scale = {"noise_std": channel.noise_std, "norm_bound": channel.norm_bound}
    printed = GaussianChannel(dimension=channel.dimension, proposal_width=channel.norm_bound**2 / channel.dimension,
                              **scale)  # fmt: skip
    return (
        f"The proposal is the Gaussian of smallest r*. The width C²/d that minimises the paper's bound on the bits has "
        f"r* = {exponential(float(printed.log_ratio_bound()), 3)} here."
    )


def _tree_notice(result: RunningTimeResult) -> str:
    """One number by the tree, beside what PPR's search takes for as many candidates."""
    if not result.numbers:
        return ""
    bound, slow, *_ = result.number_times("search")[-1]
    last, quick, *_ = result.number_times("tree")[-1]
    return (
        "One number needs no search of all its candidates: put in order of their values, they are found by a tree. At "
        f"r* = {number(last)} (Laplace noise, ε = 20, α = 2) an encode by the tree takes "
        f"{duration(quick)} here, with the same law, bits and privacy; without it one "
        f"takes {duration(slow)} at r* = {number(bound)} already, and time goes with r*."
    )


def _clock_notice(result: RunningTimeResult) -> str:
    if not result.ran:
        return ""
    calls = f"up to {number(max(row.planned.batch for row in result.ran))} chunks a call"
    return (
        f"{_times(result)} The candidate order encodes {calls}, Algorithm 1 one chunk after the other. "
        "The table and the files hold candidates only, which follow from the seed."
    )


def _noises(result: RunningTimeResult) -> tuple[float, float]:
    """σ̃ at the focus for one chunk's and for a whole vector's budget."""
    p, epsilon = result.parameters, result.focus.point.epsilon
    one, whole = (mean_noise(epsilon, entries=size, clients=p.clients) for size in (PRINTED_CHUNK, p.dimension))
    return one, whole


def _where(result: RunningTimeResult) -> str:
    point = result.focus.point
    return f"At ε = {number(point.epsilon)} with chunks of {point.chunk}"


def _axis(sweep: str, row: Row) -> float:
    return row.point.chunk if sweep == "chunk" else row.point.epsilon


def _bound(log_bound: float) -> float:
    return math.exp(log_bound) if log_bound < 700.0 else math.inf


def _reference_text(reference: Encodes) -> str:
    median, stopped, n = reference.median(reference.candidates)[0], int(reference.stopped.sum()), len(reference.stopped)
    text = f"; Algorithm 1 draws a median of {'more than ' if stopped > n / 2 else ''}{number(median)}"
    return f"{text} and was stopped at its limit in {stopped} of {number(n)} encodes" if stopped else text


def _times(result: RunningTimeResult) -> str:
    """The sentence that belongs to every time."""
    return f"Times were measured on this server ({result.machine}) on {result.moment} and differ from run to run."
