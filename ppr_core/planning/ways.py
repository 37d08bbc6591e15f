"""All the schemes that do a task, at the same privacy against the database, and which of them serves it best."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache

from ppr_core.channels import LaplaceChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.estimation.frequency import RandomizedResponse, Rappor, SubsetSelection
from ppr_core.planning import tuning
from ppr_core.planning.mechanism import channel_of, mechanism, plain_bits, privunit
from ppr_core.planning.search import LARGEST_LOG_RATIO
from ppr_core.planning.setup import CategoryRelease, Setup
from ppr_core.planning.solver import solve
from ppr_core.planning.tuning import LIMITS, Way, tuned

__all__ = ["LIMITS", "Choice", "Way", "best", "ways"]

_ALIKE = 1.05  # errors within this factor of the least are as good


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
    used = _shortest(kept) if kept else None
    wanted = _shortest([*known, *(way.free for way in found if way.free is not None)])
    return Choice(used, wanted, found, _MEASURES[_kind(setup)])


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


def _ppr(setup: Setup, error: float | None, label: str = "PPR") -> Way:
    plan = solve(setup)
    seconds = plan.seconds if plan.option.log_ratio <= LARGEST_LOG_RATIO else math.inf
    settings: tuple = (("alpha", plan.alpha), ("code", plan.code))
    if plan.option.reports > 1:
        settings += (("reports", plan.option.reports),)
    return Way("ppr", label, error, plan.bits, seconds, plan.decoder.epsilon, plan=plan, settings=settings)


def _plain(setup: Setup, error: float | None, label: str = "Uncompressed") -> Way:
    """The output as it is: who decodes it learns what everybody does."""
    seconds = tuning.DRAW + tuning.FLOAT * plain_bits(setup) / 32
    return Way("plain", label, error, plain_bits(setup), seconds, mechanism(setup).local.epsilon)


def _release(setup: Setup) -> Iterator[Way]:
    """One output of a mechanism; its law, and so its error, is the same by every exact scheme."""
    error = mechanism(setup).error
    error = 1.0 if error is None else error
    yield _ppr(setup, error)
    yield tuning.rejection(setup, error)
    yield _plain(setup, error)


def _laplace(setup: Setup) -> Iterator[Way]:
    yield from _release(setup)
    channel, _ = channel_of(setup, setup.dimension, 1.0)
    assert isinstance(channel, LaplaceChannel)
    yield tuned(setup, tuning.mrc(setup, channel))
    dyadic = list(tuning.dql(setup))
    if dyadic:
        yield tuned(setup, dyadic)


def _privunit(setup: Setup) -> Iterator[Way]:
    plan = solve(setup)
    yield _ppr(setup, plan.mechanism.error)
    optimized = setup.replace(split="optimized", reports=1)
    yield tuning.scaled(tuned(setup, tuning.rejected_reports(setup)), 1.0, root=False)
    yield _plain(optimized, mechanism(optimized).error)
    yield from _directions(setup)


def _directions(setup: Setup, unit: float = 1.0, root: bool = False) -> Iterator[Way]:
    """Unbiased reports of a direction, ε-private; errors are ``unit`` times E‖z − x‖² of unit vectors, or its root."""
    if setup.dimension >= 2:
        channel = privunit(setup.replace(task="privunit", split="optimized", reports=1))
        yield tuning.scaled(tuned(setup, tuning.mrc(setup, channel)), unit, root)
    yield tuning.scaled(tuned(setup, tuning.sqkr(setup)), unit, root)


def _mean(setup: Setup) -> Iterator[Way]:
    """Of n clients, its (ε, δ) central: errors are of a coordinate of the mean."""
    error = mechanism(setup).error
    ppr = _ppr(setup, error, "PPR, Gaussian in chunks")
    yield ppr
    yield tuning.rejection(setup, error)
    yield _plain(setup, error, "Gaussian, uncompressed")
    if setup.guarded or setup.epsilon < 0.05:  # its server sees entries of the vectors; its accounting needs some ε
        yield Way("csgm", "CSGM", None, ppr.bits, tuning.DRAW, math.inf, exact=False)
        return
    yield tuning.csgm(setup)


def _local_mean(setup: Setup) -> Iterator[Way]:
    """Every report (ε, δ)-private: Gaussian noise, or unit vectors at ε alone, which is more."""
    error = mechanism(setup).error
    yield _ppr(setup, error, "PPR, Gaussian in chunks")
    yield tuning.rejection(setup, error)
    yield _plain(setup, error, "Gaussian, uncompressed")
    unit = setup.norm_bound**2 / (setup.clients * setup.dimension)  # of a squared error, a coordinate of the mean
    yield from _directions(setup, unit, root=True)
    if setup.dimension >= 2:
        reports = setup.replace(task="privunit", chunk=None, proposal=None)
        yield _ppr(reports, math.sqrt(unit * (solve(reports).mechanism.error or 0.0)), "PPR, PrivUnit")


def _categories(setup: Setup) -> Iterator[Way]:
    """Frequencies of k categories; errors are root mean squares over the categories, whatever the frequencies are."""
    k, epsilon = setup.categories, setup.epsilon
    response = RandomizedResponse(size=k, epsilon=epsilon)
    yield _ppr(setup, tuning.frequency_error(response, setup), "PPR, randomized response")
    yield tuning.sent("randomized_response", "Randomized response", response, setup)
    for oracle, kind, label in (
        (SubsetSelection, SubsetSelectionChannel, "subset selection"),
        (Rappor, RapporChannel, "RAPPOR"),
    ):
        inner = setup.replace(task=kind.name, release=CategoryRelease(kind))
        with suppress(ValueError):  # of so many categories there is none
            error = tuning.frequency_error(oracle(size=k, epsilon=epsilon), setup)
            seed = tuning.rejection(inner, error)
            yield from (_ppr(inner, error, f"PPR, {label}"), replace(seed, label=f"{seed.label}, {label}"))
    yield tuned(setup, tuning.hadamard(setup))
    fields = list(tuning.pi_rappor(setup))
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
