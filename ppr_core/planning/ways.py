"""All the schemes that do a task, at the same privacy against the database, and which of them serves it best."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ppr_core.channels import LaplaceChannel, PrivUnitChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.compressors import DyadicQuantizedLaplace, MinimalRandomCoding
from ppr_core.compressors.speed import listed_seconds, rejection_seconds
from ppr_core.estimation.frequency import (
    FrequencyOracle,
    PairwiseIndependentRappor,
    RandomizedResponse,
    Rappor,
    RecursiveHadamardResponse,
    SubsetSelection,
)
from ppr_core.estimation.mean import SQKR, KashinFrame, UnitReports, csgm_noise_std
from ppr_core.planning.mechanism import channel_of, mechanism, plain_bits
from ppr_core.planning.search import LARGEST_LOG_RATIO, longest
from ppr_core.planning.setup import CategoryRelease, Setup
from ppr_core.planning.solver import Plan, solve
from ppr_core.randomness import SharedRandomness

__all__ = ["LIMITS", "Choice", "Way", "best", "ways"]

#: Limits of a set-up that a way may break, in the order in which they are named.
LIMITS = ("decoder_epsilon", "time_budget", "bit_budget")
_SEED_BITS = 128.0  # of pseudorandom rejection
_ALIKE = 1.05  # errors within this factor of the least are as good
_SPARE_BITS = 4  # of MRC beyond ε log2 e
_MOST_MRC_BITS = 16
_DRAW, _FLOAT, _PLACE = 1e-6, 3e-8, 2e-8  # measured seconds of a report, of an entry of it, of an entry of a frame
_LARGEST_NU = 1e6
_FRAME_SEED = 20201


@dataclass(frozen=True)
class Way:
    """A scheme that does the task.

    error: in the unit of `Choice.measure`, None where unknown; bits: of all a user sends on average; seconds: predicted
    to encode it; decoder: ε of it in nats against whoever knows shared randomness and message, ∞ where nothing holds;
    exact: the output has the mechanism's own law; breaks: those of `LIMITS` that it does not keep; plan: of PPR.
    """

    name: str
    label: str
    error: float | None
    bits: float
    seconds: float
    decoder: float
    exact: bool = True
    breaks: tuple[str, ...] = ()
    plan: Plan | None = None


@dataclass(frozen=True)
class Choice:
    """best: the way of fewest bits among those of about the least error that keep every limit, None where none does;
    wanted: the same if there were no limits; ways: all of them; measure: what an error is."""

    best: Way | None
    wanted: Way
    ways: tuple[Way, ...]
    measure: str

    @property
    def binding(self) -> tuple[str, ...]:
        """The limits that stand between the best way and the one that would be taken without limits."""
        return self.wanted.breaks if self.best is not self.wanted else ()


@lru_cache(maxsize=256)
def best(setup: Setup) -> Choice:
    """The scheme for a task: of the least error (within 5 %) that the limits allow, the fewest bits.

    All have the ε (and δ) of the set-up against the database. Shown but not chosen are a scheme whose error is not
    known, and vectors sent as floats.
    """
    found = tuple(ways(setup))
    known = [way for way in found if way.error is not None and way.name != "plain"]
    kept = [way for way in known if not way.breaks]
    return Choice(_shortest(kept) if kept else None, _shortest(known), found, _MEASURES[_kind(setup)])


def ways(setup: Setup) -> Iterator[Way]:
    """Every scheme of the laboratory that does the task of the set-up; those given settings are PPR's alone."""
    for way in _TASKS[_kind(setup)](setup):
        yield replace(way, breaks=_broken(setup, way))


def _shortest(candidates: list[Way]) -> Way:
    least = min(way.error for way in candidates if way.error is not None)
    good = [way for way in candidates if way.error is not None and way.error <= _ALIKE * least]
    return min(good, key=lambda way: (way.bits, way.seconds))


def _broken(setup: Setup, way: Way) -> tuple[str, ...]:
    kept = {
        "decoder_epsilon": not setup.guarded or way.decoder <= setup.decoder_epsilon * (1 + 1e-12),
        "time_budget": way.seconds <= longest(setup),
        "bit_budget": way.bits <= setup.bit_budget,
    }
    return tuple(name for name in LIMITS if not kept[name])


def _kind(setup: Setup) -> str:
    if setup.task == "mean" and not setup.central:
        return "local_mean"
    return setup.task if setup.own else "release"


def _ppr(setup: Setup, error: float | None, label: str = "PPR") -> Way:
    plan = solve(setup)
    seconds = plan.seconds if plan.option.log_ratio <= LARGEST_LOG_RATIO else math.inf
    return Way("ppr", label, error, plan.bits, seconds, plan.decoder.epsilon, plan=plan)


def _plain(setup: Setup, error: float | None, label: str = "Uncompressed") -> Way:
    """The output as it is: who decodes it learns what everybody does."""
    seconds = _DRAW + _FLOAT * plain_bits(setup) / 32
    return Way("plain", label, error, plain_bits(setup), seconds, mechanism(setup).local.epsilon)


def _rejection(plan: Plan, error: float | None) -> Way:
    """A seed for every piece that the plan of PPR has; its generator is as good as random, or nothing holds."""
    pieces = [(piece.case.channel, piece.copies) for piece in plan.option.pieces if piece.case is not None]
    seconds = sum(copies * rejection_seconds(channel) for channel, copies in pieces) if pieces else math.inf
    own, bits = plan.mechanism.local.epsilon, _SEED_BITS * plan.option.indices
    return Way("rejection", "Pseudorandom rejection", error, bits, seconds, own)


def _release(setup: Setup) -> Iterator[Way]:
    """One output of a mechanism; its law, and so its error, is the same by every exact scheme."""
    error = mechanism(setup).error
    ppr = _ppr(setup, error if error is not None else 1.0)
    yield ppr
    assert ppr.plan is not None
    yield _rejection(ppr.plan, ppr.error)
    yield _plain(setup, ppr.error)


def _laplace(setup: Setup) -> Iterator[Way]:
    yield from _release(setup)
    channel, _ = channel_of(setup, setup.dimension, 1.0)
    assert isinstance(channel, LaplaceChannel)
    yield _listed(channel, setup, None)
    # Coordinate by coordinate, where ‖x − x′‖₁ <= 2C√d: ε = rate·2C√d.
    rate = setup.epsilon / (2 * setup.norm_bound * math.sqrt(setup.dimension))
    nu = _LARGEST_NU if not setup.guarded else min(setup.decoder_epsilon / setup.epsilon, _LARGEST_NU)
    if nu > 1 + 1e-6:
        scheme = DyadicQuantizedLaplace(epsilon=rate, nu=nu)
        bits = setup.dimension * scheme.mean_bits(setup.norm_bound / math.sqrt(setup.dimension))
        seconds = setup.dimension * _DRAW
        label = "Dyadic quantized Laplace"
        yield Way("dql", label, math.sqrt(2) / rate, bits, seconds, nu * setup.epsilon, exact=setup.dimension == 1)


def _listed(channel: LaplaceChannel | PrivUnitChannel, setup: Setup, error: float | None, bits: int = 0) -> Way:
    bits = bits or _mrc_bits(setup.epsilon)
    return Way("mrc", "MRC", error, bits, listed_seconds(channel, 2.0**bits), 2 * setup.epsilon, exact=False)


def _mrc_bits(epsilon: float) -> int:
    return min(_MOST_MRC_BITS, math.ceil(epsilon / math.log(2)) + _SPARE_BITS)


def _privunit(setup: Setup) -> Iterator[Way]:
    plan = solve(setup)
    yield _ppr(setup, plan.mechanism.error)
    optimized = setup.replace(split="optimized", reports=1)
    error = mechanism(optimized).error
    yield _rejection(solve(optimized), error)
    yield _plain(optimized, error)
    yield from _directions(setup)


def _directions(setup: Setup, unit: float = 1.0) -> Iterator[Way]:
    """Unbiased reports of a direction, ε-private; unit: of an error, as a function of E‖z − x‖² for unit vectors."""
    if setup.dimension >= 2:
        bits = _mrc_bits(setup.epsilon)
        reports = UnitReports(
            dimension=setup.dimension, epsilon=setup.epsilon,
            compress=lambda channel: MinimalRandomCoding(channel, 1 << bits),
        )  # fmt: skip
        yield _listed(reports.channel, setup, unit * reports.error_per_client, bits)
    frame = KashinFrame(dimension=setup.dimension, shared=SharedRandomness(_FRAME_SEED))
    scheme = SQKR(dimension=setup.dimension, epsilon=setup.epsilon, frame=frame)
    size, k = frame.size, scheme.bits
    inflation = 1 + 2.0**k / math.expm1(setup.epsilon)
    error = size / k * (inflation * frame.bound()) ** 2 * setup.dimension
    error += inflation * size * (k - 1) / (k * (size - 1)) - 1  # at most: `SQKR`, without what it subtracts
    seconds = _DRAW + 4 * _PLACE * size * math.log2(size)
    yield Way("sqkr", "SQKR", unit * error, float(k), seconds, setup.epsilon, exact=False)


def _mean(setup: Setup) -> Iterator[Way]:
    """Of n clients, its (ε, δ) central: errors are of a coordinate of the mean."""
    error = mechanism(setup).error
    ppr = _ppr(setup, error, "PPR, Gaussian in chunks")
    yield ppr
    assert ppr.plan is not None
    yield _rejection(ppr.plan, error)
    yield _plain(setup, error, "Gaussian, uncompressed")
    if setup.guarded or setup.epsilon < 0.05:  # its server sees entries of the vectors; its accounting needs some ε
        yield Way("csgm", "CSGM", None, ppr.bits, _DRAW, math.inf, exact=False)
        return
    frame = KashinFrame(dimension=setup.dimension, shared=SharedRandomness(_FRAME_SEED))
    bits = min(max(ppr.bits, 1.0), setup.bit_budget, frame.size)
    bound = frame.bound(setup.norm_bound)
    noise = csgm_noise_std(
        dimension=frame.size, clients=setup.clients, bits=bits, epsilon=setup.epsilon, delta=setup.delta,
        coordinate_bound=bound, neighbours=setup.neighbours,  # type: ignore[arg-type]
    )  # fmt: skip
    error = math.hypot(bound / math.sqrt(setup.clients * bits / frame.size), noise)
    yield Way("csgm", "CSGM, at as many bits", error, bits, _DRAW + 4 * _PLACE * frame.size, math.inf, exact=False)


def _local_mean(setup: Setup) -> Iterator[Way]:
    """Every report (ε, δ)-private: Gaussian noise, or unit vectors at ε alone, which is more."""
    error = mechanism(setup).error
    ppr = _ppr(setup, error, "PPR, Gaussian in chunks")
    yield ppr
    assert ppr.plan is not None
    yield _rejection(ppr.plan, error)
    yield _plain(setup, error, "Gaussian, uncompressed")
    unit = setup.norm_bound**2 / (setup.clients * setup.dimension)  # of a squared error, a coordinate of the mean
    found = list(_directions(setup, unit))
    if setup.dimension >= 2:
        reports = setup.replace(task="privunit", chunk=None, proposal=None)
        found.append(_ppr(reports, unit * (solve(reports).mechanism.error or 0.0), "PPR, PrivUnit"))
    for way in found:
        assert way.error is not None
        yield replace(way, error=math.sqrt(way.error))


def _categories(setup: Setup) -> Iterator[Way]:
    """Frequencies of k categories; errors are root mean squares over the categories, whatever the frequencies are."""
    k, epsilon = setup.categories, setup.epsilon
    response = RandomizedResponse(size=k, epsilon=epsilon)
    yield _ppr(setup, _frequency_error(response, setup), "PPR, randomized response")
    yield _sent("randomized_response", "Randomized response", response, setup)
    for oracle, kind, label in (
        (SubsetSelection, SubsetSelectionChannel, "subset selection"),
        (Rappor, RapporChannel, "RAPPOR"),
    ):
        inner = setup.replace(task=kind.name, release=CategoryRelease(kind))
        with suppress(ValueError):  # of so many categories there is none
            error = _frequency_error(oracle(size=k, epsilon=epsilon), setup)
            ppr = _ppr(inner, error, f"PPR, {label}")
            assert ppr.plan is not None
            seed = _rejection(ppr.plan, error)
            yield from (ppr, replace(seed, label=f"{seed.label}, {label}"))
    yield _sent("hadamard", "Recursive Hadamard response", RecursiveHadamardResponse(size=k, epsilon=epsilon), setup)
    with suppress(ValueError):  # no prime is large enough for this ε
        yield _sent("pi_rappor", "PI-RAPPOR", PairwiseIndependentRappor(size=k, epsilon=epsilon), setup)


def _sent(name: str, label: str, oracle: FrequencyOracle, setup: Setup) -> Way:
    """A report that is sent as it is: seen by the decoder, it keeps its own ε."""
    assert oracle.bits is not None
    decoder = next(one for one in oracle.privacy() if one.against == "decoder").epsilon
    return Way(name, label, _frequency_error(oracle, setup), float(oracle.bits), _DRAW, decoder)


def _frequency_error(oracle: FrequencyOracle, setup: Setup) -> float:
    counts = np.full(setup.categories, setup.clients / setup.categories)
    return math.sqrt(float(oracle.variance(counts, setup.clients).mean())) / setup.clients


_TASKS = {
    "gaussian": _release, "laplace": _laplace, "privunit": _privunit, "categories": _categories, "mean": _mean,
    "local_mean": _local_mean, "release": _release,
}  # fmt: skip
_COORDINATE, _MEAN_COORDINATE = "error per coordinate", "error of the mean per coordinate"
_MEASURES = {
    "gaussian": _COORDINATE, "laplace": _COORDINATE, "release": _COORDINATE, "privunit": "squared error of a report",
    "categories": "error of a frequency, root mean square", "mean": _MEAN_COORDINATE, "local_mean": _MEAN_COORDINATE,
}  # fmt: skip
