"""All the schemes that do a task, each held to the same privacy, and which of them serves it best.

Against the database every scheme has the ε (and δ) of the set-up. Where its decoder, who holds shared randomness and
message, would then learn more than the limit ε′, the scheme is tuned again, at the largest ε of its own that holds it:
of PPR by exact accounting, of others by the factor that is proven for them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from ppr_core.channels import LaplaceChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.estimation.frequency import RandomizedResponse
from ppr_core.planning import tuning
from ppr_core.planning.categories import frequency_error
from ppr_core.planning.held import Error, Learned, held, held_plans
from ppr_core.planning.mechanism import channel_of, is_vector, mechanism, plain_bits, privunit, round_down
from ppr_core.planning.search import LARGEST_LOG_RATIO
from ppr_core.planning.setup import SMALLEST_EPSILON, CategoryRelease, Setup
from ppr_core.planning.solver import Plan, solve
from ppr_core.planning.tuning import LIMITS, Way, tuned

__all__ = ["LIMITS", "Choice", "Way", "best", "ways"]

_ALIKE = 1.05  # errors within this factor of the least are as good
_STRETCHES = (1.004, 1.03, 1.1, 1.3, 2.0, 4.0, 16.0)  # ν of the dyadic scheme; all but the first only save bits


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

    Shown but not chosen are a scheme whose error is not known, and vectors sent as floats.
    """
    found = tuple(ways(setup))
    known = [way for way in found if way.error is not None and way.name != "plain"]
    kept = [way for way in known if not way.breaks]
    used = _shortest(kept) if kept else None
    wanted = _shortest([*known, *(way.free for way in found if way.free is not None)])
    kind = _kind(setup) if setup.own or is_vector(setup) else "categories"
    return Choice(used, wanted, found, _MEASURES[kind])


def ways(setup: Setup) -> Iterator[Way]:
    """Every scheme of the laboratory that does the task of the set-up; those given settings are PPR's alone."""
    for way in _TASKS[_kind(setup)](setup):
        free = way.free and replace(way.free, breaks=tuning.broken(setup, way.free))
        yield replace(way, breaks=tuning.broken(setup, way), free=free)


def _shortest(candidates: list[Way]) -> Way:
    least = min(way.error for way in candidates if way.error is not None)
    good = [way for way in candidates if way.error is not None and way.error <= _ALIKE * least]
    return min(good, key=lambda way: (way.bits, way.seconds))


def _kind(setup: Setup) -> str:
    if setup.task == "mean" and not setup.central:
        return "local_mean"
    return setup.task if setup.own else "release"


def _forms(setup: Setup, make: Callable[[Setup], Iterable[Way]], learned: Learned) -> Iterator[Way]:
    """A scheme as the set-up has it and, where that tells its decoder too much, at the ε that holds it."""
    for one in dict.fromkeys((setup, held(setup, learned))):
        if one is not None:
            yield from (replace(way, own=one.epsilon) for way in make(one))


def _by_ppr(plan: Plan, error: Error, label: str) -> Way:
    seconds = plan.seconds if plan.option.log_ratio <= LARGEST_LOG_RATIO else math.inf
    settings: tuple = (("alpha", plan.alpha), ("code", plan.code))
    if plan.option.reports > 1:
        settings += (("reports", plan.option.reports),)
    return Way(
        "ppr", label, error(plan.settled), plan.bits, seconds, plan.decoder.epsilon,
        plan=plan, settings=settings, own=plan.settled.epsilon,
    )  # fmt: skip


def _ppr(setup: Setup, error: Error, label: str = "PPR") -> Iterator[Way]:
    """As it is planned and, where that tells its decoder too much, at less ε."""
    first = _by_ppr(solve(setup), error, label)
    yield first
    if "decoder_epsilon" in tuning.broken(setup, first):
        yield from (_by_ppr(plan, error, label) for plan in held_plans(setup, error))


def _checked(setup: Setup, error: Error, label: str = "PPR") -> Iterator[Way]:
    """As it is planned and, in another line, held to the limit for its decoder."""
    first, *others = _ppr(setup, error, label)
    yield first
    if others:
        yield replace(tuned(setup, others), label=f"{label}, held to ε′")


def _plain(setup: Setup, error: float | None, label: str = "Uncompressed") -> Way:
    """The output as it is: who decodes it learns what everybody does."""
    seconds = tuning.DRAW + tuning.FLOAT * plain_bits(setup) / 32
    return Way("plain", label, error, plain_bits(setup), seconds, mechanism(setup).local.epsilon)


def _local(setup: Setup) -> float:
    return mechanism(setup).local.epsilon


def _asked(setup: Setup) -> float:
    return setup.epsilon


def _error(setup: Setup) -> float:
    error = mechanism(setup).error
    return 1.0 if error is None else error


def _release(setup: Setup, label: str = "", error: Error = _error) -> Iterator[Way]:
    """One output of a mechanism; its law, and so its error at an ε, is the same by every exact scheme."""
    start = f"{label}, " if label else ""
    yield from _checked(setup, error, f"PPR, {label} in chunks" if label else "PPR")
    yield tuned(setup, _forms(setup, lambda one: [tuning.rejection(one, error(one))], _local))
    plain = f"{start}uncompressed".capitalize()
    yield tuned(setup, _forms(setup, lambda one: [_plain(one, error(one), plain)], _local))


def _laplace(setup: Setup) -> Iterator[Way]:
    yield from _release(setup)

    def listed(one: Setup) -> Iterator[Way]:
        channel, _ = channel_of(one, one.dimension, 1.0)
        assert isinstance(channel, LaplaceChannel)
        return tuning.mrc(one, channel)

    yield tuned(setup, _forms(setup, listed, _twice))
    dyadic = [replace(way, own=one.epsilon) for one in _stretched(setup) for way in tuning.dql(one)]
    if dyadic:
        yield tuned(setup, dyadic)


def _stretched(setup: Setup) -> Iterator[Setup]:
    """The dyadic scheme multiplies ε by ν > 1: the set-up, and with less ε where its decoder leaves no room for ν."""
    yield setup
    if setup.guarded and setup.decoder_epsilon < _STRETCHES[0] * setup.epsilon:
        for nu in _STRETCHES if math.isfinite(setup.bit_budget) else _STRETCHES[:1]:
            epsilon = round_down(setup.decoder_epsilon / nu)
            if epsilon >= SMALLEST_EPSILON:
                yield setup.replace(epsilon=epsilon)


def _twice(setup: Setup) -> float:
    """What the decoder of minimal random coding learns."""
    return 2 * setup.epsilon


def _privunit(setup: Setup) -> Iterator[Way]:
    yield from _checked(setup, lambda settled: mechanism(settled).error)
    yield tuning.scaled(tuned(setup, _forms(setup, tuning.rejected_reports, _asked)), 1.0, root=False)
    optimized = setup.replace(split="optimized", reports=1)
    yield tuned(setup, _forms(optimized, lambda one: [_plain(one, mechanism(one).error)], _local))
    yield from _directions(setup)


def _directions(setup: Setup, unit: float = 1.0, root: bool = False) -> Iterator[Way]:
    """Unbiased reports of a direction, ε-private; errors are ``unit`` times E‖z − x‖² of unit vectors, or its root."""

    def listed(one: Setup) -> Iterator[Way]:
        return tuning.mrc(one, privunit(one.replace(task="privunit", split="optimized", reports=1)))

    if setup.dimension >= 2:
        yield tuning.scaled(tuned(setup, _forms(setup, listed, _twice)), unit, root)
    yield tuning.scaled(tuned(setup, _forms(setup, tuning.sqkr, _asked)), unit, root)


def _mean(setup: Setup) -> Iterator[Way]:
    """Of n clients, its (ε, δ) central: errors are of a coordinate of the mean."""
    yield from _release(setup, "Gaussian")
    if setup.guarded or setup.epsilon < 0.05:  # its server sees entries of the vectors; its accounting needs some ε
        bits = solve(setup).bits
        yield Way("csgm", "CSGM", None, bits, tuning.DRAW, math.inf, exact=False, own=setup.epsilon)
        return
    yield from _forms(setup, lambda one: [tuning.csgm(one)], _asked)


def _local_mean(setup: Setup) -> Iterator[Way]:
    """Every report (ε, δ)-private: Gaussian noise, or unit vectors at ε alone, which is more."""
    yield from _release(setup, "Gaussian")
    unit = setup.norm_bound**2 / (setup.clients * setup.dimension)  # of a squared error, a coordinate of the mean
    yield from _directions(setup, unit, root=True)
    if setup.dimension >= 2:
        reports = setup.replace(task="privunit", chunk=None, proposal=None)

        def error(settled: Setup) -> float:
            return math.sqrt(unit * (mechanism(settled).error or 0.0))

        yield tuned(setup, _ppr(reports, error, "PPR, PrivUnit"))


def _categories(setup: Setup) -> Iterator[Way]:
    """Frequencies of k categories; errors are root mean squares over the categories, whatever the frequencies are."""

    def response(one: Setup) -> RandomizedResponse:
        return RandomizedResponse(size=one.categories, epsilon=one.epsilon)

    def plain(one: Setup) -> list[Way]:
        return [tuning.sent("randomized_response", "Randomized response", response(one), one)]

    yield from _checked(setup, lambda one: frequency_error(response(one), one), "PPR, randomized response")
    yield tuned(setup, _forms(setup, plain, _asked))
    for kind, label in ((SubsetSelectionChannel, "subset selection"), (RapporChannel, "RAPPOR")):
        inner = setup.replace(task=kind.name, release=CategoryRelease(kind))
        with suppress(ValueError):  # of so many categories there is none
            every = tuned(inner, _ppr(inner, _error, f"PPR, {label}"))
            seeds = _forms(inner, lambda one: [tuning.rejection(one, _error(one))], _local)
            seed = tuned(inner, seeds)
            yield from (every, replace(seed, label=f"{seed.label}, {label}"))
    yield tuned(setup, _forms(setup, tuning.hadamard, _asked))
    fields = list(_forms(setup, tuning.pi_rappor, _asked))
    if fields:
        yield tuned(setup, fields)


_TASKS = {
    "gaussian": _release, "laplace": _laplace, "privunit": _privunit, "categories": _categories, "mean": _mean,
    "local_mean": _local_mean, "release": _release,
}  # fmt: skip
_COORDINATE, _MEAN_COORDINATE = "error per coordinate", "error of the mean per coordinate"
_MEASURES = {
    "gaussian": _COORDINATE, "laplace": _COORDINATE, "release": _COORDINATE, "privunit": "squared error of a report",
    "categories": "error of a frequency, root mean square", "mean": _MEAN_COORDINATE, "local_mean": _MEAN_COORDINATE,
}  # fmt: skip
