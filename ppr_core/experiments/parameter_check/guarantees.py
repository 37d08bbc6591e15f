"""Every guarantee that theorems give for a checked setting, with the reason where one does not apply."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from scipy.optimize import minimize_scalar

from ppr_core.channels import LaplaceChannel
from ppr_core.experiments.parameter_check.mechanism import channel_of, mechanism
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.guarantees import (
    PrivacyGuarantee,
    gaussian_mean_local,
    gaussian_mean_renyi_local,
    ppr_approximate,
    ppr_metric,
    ppr_pure,
    ppr_tight_alpha_limit,
    ppr_tight_overhead_bits,
)
from ppr_core.wording import number

__all__ = ["Claim", "claims", "classical_local", "decoder_guarantee", "renyi_local"]


@dataclass(frozen=True)
class Claim:
    """A line of the table: who is protected, the guarantee or None, its source, and what it needed or needs."""

    protects: str
    guarantee: PrivacyGuarantee | None
    source: str
    note: str = ""


def claims(p: ParameterCheck, alpha: float) -> tuple[Claim, ...]:
    """All of them, the target first."""
    m = mechanism(p)
    found = []
    if m.central is not None:
        who = "one client's vector set to zero" if p.neighbours == "zero_out" else "one client's vector replaced"
        found.append(Claim("the mean", m.central, m.central.source, who if p.central else "follows from the noise"))
    found.append(Claim("one report", m.local, m.local.source, "any two inputs"))
    decoder = decoder_guarantee(p, alpha)
    found.append(Claim("one report", decoder, decoder.source, "any two inputs"))
    if p.task == "laplace":
        channel, _ = channel_of(p, p.dimension, 1.0)
        assert isinstance(channel, LaplaceChannel)
        metric = channel.metric_privacy()
        found.append(Claim("one report", metric, metric.source, "for each unit of distance"))
        found.append(Claim("one report", ppr_metric(metric, alpha), "ppr.theorem9", "for each unit of distance"))
    if p.task == "mean":
        classical = classical_local(p, alpha)
        need = "" if classical else "needs a local ε below 1 before compression"
        found.append(Claim("one report", classical, "ppr.corollary12", need))
        renyi = renyi_local(p, alpha)
        found.append(Claim("one report", renyi, renyi.source, renyi.conditions[0]))
    return (*found, _tight(p))


def decoder_guarantee(p: ParameterCheck, alpha: float) -> PrivacyGuarantee:
    """Theorem 7 or 8 for one report."""
    local = mechanism(p).local
    return ppr_approximate(local, alpha) if local.delta else ppr_pure(local, alpha)


def classical_local(p: ParameterCheck, alpha: float) -> PrivacyGuarantee | None:
    """Corollary 12's local guarantee for any two inputs of the ball, or None where its condition fails."""
    try:
        return gaussian_mean_local(**_mean(p), delta=p.delta, alpha=alpha)
    except ValueError:
        return None


@lru_cache(maxsize=256)
def renyi_local(p: ParameterCheck, alpha: float) -> PrivacyGuarantee:
    """Corollary 17's at the best of the orders; every order gives a valid one."""

    def guarantee(log_excess: float) -> PrivacyGuarantee:
        return gaussian_mean_renyi_local(**_mean(p), order=1 + math.exp(log_excess), delta=p.delta, alpha=2.0)

    best = minimize_scalar(lambda order: guarantee(order).epsilon, bounds=(-12.0, 12.0), method="bounded").x
    return gaussian_mean_renyi_local(**_mean(p), order=1 + math.exp(best), delta=p.delta, alpha=alpha)


def _mean(p: ParameterCheck) -> dict[str, float]:
    """The corollaries' σ is √n times the noise of a report."""
    return {
        "clients": p.clients,
        "norm_bound": p.norm_bound,
        "sigma": mechanism(p).noise * math.sqrt(p.clients),
    }


def _tight(p: ParameterCheck) -> Claim:
    """Theorem 10 with the slack ε̃ = ε/2 (at most 1) and δ̃ = δ: out of reach, which is said with numbers."""
    slack = min(1.0, mechanism(p).local.epsilon / 2)
    delta = p.delta if p.gaussian else 1e-6
    limit = ppr_tight_alpha_limit(slack, delta) - 1
    alpha = f"1 + {number(limit, 2)}" if limit else "the smallest number above 1"
    bits = number(ppr_tight_overhead_bits(slack, delta), 2)
    return Claim("one report", None, "ppr.theorem10", f"needs α ≤ {alpha}, which adds up to {bits} bits an index")
