"""The mean of n clients' vectors, from a report with Gaussian noise of each, or from directions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from ppr_core.accounting import gaussian_noise_std, gaussian_privacy
from ppr_core.guarantees import PrivacyGuarantee, gaussian_mean_local, gaussian_mean_renyi_local
from ppr_core.planning.setup import Calibration, Claim, Setup, Task, mechanism
from ppr_core.planning.tasks.noise import GaussianRelease
from ppr_core.planning.tasks.privunit import PrivUnitReport
from ppr_core.roots import golden_section
from ppr_core.wording import number

__all__ = ["DirectionsOfMean", "Mean", "classical_local", "epsilon_for_noise", "renyi_local"]

_SECTIONS = 36  # of the search for an order: then it is known to 7·10⁻⁷
_MEASURE = "mean"


class Mean(GaussianRelease):
    """(ε, δ) is about the mean: one client's vector is set to zero, or replaced."""

    name = "mean"
    label = "Mean of n clients"
    schemes: ClassVar[tuple[str, ...]] = ("ppr", "rejection", "plain", "csgm", "local", "shuffled", "summed")
    measure = _MEASURE
    averaged = True
    central = True
    sent = "Gaussian in chunks"
    plain = "Gaussian, uncompressed"

    def asked_for(self, p: Setup) -> Task:
        return self if p.target == "central" else _LOCAL

    def offers(self, p: Setup) -> Iterator[tuple[Setup, str, str]]:
        """The model that is trusted first, which is then the checked one."""
        first = {"shuffling": "shuffled", "aggregation": "summed"}.get(p.trusted)
        for scheme in sorted(self.schemes, key=lambda name: name != first):
            yield p, scheme, ""

    def calibration(self, p: Setup) -> Calibration:
        noise, local, total = self.noises(p)
        return Calibration(noise, local, total, noise / math.sqrt(p.clients))

    def noises(self, p: Setup) -> tuple[float, PrivacyGuarantee, PrivacyGuarantee]:
        """s of a report, and the guarantees of one report and of the mean."""
        noise = gaussian_noise_std(_sensitivity(p), p.epsilon, p.delta) / math.sqrt(p.clients)
        total = _of_mean(p, noise)
        local = gaussian_privacy(noise, 2 * p.norm_bound, p.delta, notion="local")
        return noise, local, replace(total, epsilon=min(total.epsilon, p.epsilon))

    def reader(self, p: Setup, delta: float) -> PrivacyGuarantee:
        """Of the mean, where the target is about it."""
        return replace(_of_mean(p, mechanism(p).noise, delta), side="exact") if self.central else self.report(p, delta)

    def claims(self, p: Setup, alpha: float, messages: int) -> tuple[Claim, ...]:
        """The corollaries' about one report, which cover one index."""
        if messages > 1:
            sent = {"messages": number(messages)}
            both = ("ppr.corollary12", "ppr.corollary17")
            return tuple(Claim("report", None, source, "one-index", sent) for source in both)
        classical, renyi = classical_local(p, alpha), renyi_local(p, alpha)
        return (
            Claim("report", classical, "ppr.corollary12", "any-two" if classical else "below-one"),
            Claim("report", renyi, renyi.source, "order", {"order": renyi.conditions[0].rpartition(" ")[2]}),
        )


class _LocalMean(Mean):
    """Every report is (ε, δ)-private: by Gaussian noise, or as a direction at ε alone, which is more."""

    schemes = ("ppr", "rejection", "plain")
    central = False

    def noises(self, p: Setup) -> tuple[float, PrivacyGuarantee, PrivacyGuarantee]:
        noise, local = self.local_noise(p)
        return noise, local, _of_mean(p, noise)

    def offers(self, p: Setup) -> Iterator[tuple[Setup, str, str]]:
        yield from super().offers(p)
        directions = p.replace(task=DirectionsOfMean.name, chunk=None, proposal=None)
        for scheme, sent in (("mrc", ""), ("sqkr", ""), ("ppr", "PrivUnit")):
            if p.dimension >= 2 or scheme == "sqkr":
                yield directions, scheme, sent


_LOCAL = _LocalMean()


class DirectionsOfMean(PrivUnitReport):
    """Unbiased reports of directions, whose squared error comes to C²/nd of itself in a coordinate of the mean."""

    name = "mean_by_directions"
    label = ""
    shown_as = PrivUnitReport.name
    measure = _MEASURE
    squared = False

    def error(self, p: Setup) -> float:
        return self.error_of(p, super().error(p))

    def error_of(self, p: Setup, squared: float) -> float:
        return math.sqrt(p.norm_bound**2 / (p.clients * p.dimension) * squared)


def epsilon_for_noise(p: Setup, noise: float) -> float:
    """The ε at which a central target asks for this noise of each report; rounding errs to the private side, so the
    noise at the returned ε is not less.

    >>> from ppr_core.planning import Setup, epsilon_for_noise, mechanism
    >>> setup = Setup(task="mean", epsilon=1.0)
    >>> round(epsilon_for_noise(setup, mechanism(setup).noise), 6), epsilon_for_noise(setup, 10.0) < 0.02
    (1.0, True)
    """
    return _of_mean(p, noise).epsilon


def classical_local(p: Setup, alpha: float) -> PrivacyGuarantee | None:
    """Corollary 12's local guarantee for any two inputs of the ball, or None where its condition fails.

    >>> from ppr_core.planning import Setup, classical_local
    >>> few, many = (Setup(task="mean", clients=clients, epsilon=0.01) for clients in (500, 5000))
    >>> round(classical_local(few, 2.0).epsilon, 2), classical_local(many, 2.0)
    (3.09, None)
    """
    try:
        return gaussian_mean_local(
            clients=p.clients, norm_bound=p.norm_bound, sigma=_sigma(p), delta=p.delta, alpha=alpha
        )
    except ValueError:
        return None


@lru_cache(maxsize=256)
def renyi_local(p: Setup, alpha: float) -> PrivacyGuarantee:
    """Corollary 17's at the best of the orders; every order gives a valid one.

    >>> from ppr_core.planning import Setup, renyi_local
    >>> many = Setup(task="mean", clients=5000, epsilon=0.01)  # for which Corollary 12 says nothing
    >>> round(renyi_local(many, 2.0).epsilon, 2)
    8.87
    """

    def guarantee(log_excess: float, alpha: float) -> PrivacyGuarantee:
        return gaussian_mean_renyi_local(
            clients=p.clients, norm_bound=p.norm_bound, sigma=_sigma(p), order=1 + math.exp(log_excess),
            delta=p.delta, alpha=alpha,
        )  # fmt: skip

    best = golden_section(lambda log_excess: guarantee(log_excess, 2.0).epsilon, -12.0, 12.0, steps=_SECTIONS)
    return guarantee(best, alpha)


def _sigma(p: Setup) -> float:
    """The corollaries' σ, √n times the noise of a report."""
    return mechanism(p).noise * math.sqrt(p.clients)


def _of_mean(p: Setup, noise: float, delta: float | None = None) -> PrivacyGuarantee:
    """At the δ of the set-up, or another."""
    at = p.delta if delta is None else delta
    return gaussian_privacy(noise * math.sqrt(p.clients), _sensitivity(p), at, notion="central")


def _sensitivity(p: Setup) -> float:
    """How far one client moves the sum."""
    return p.norm_bound * (1 if p.neighbours == "zero_out" else 2)
