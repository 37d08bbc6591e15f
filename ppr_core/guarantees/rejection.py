"""Pseudorandom rejection (Feldman, Talwar 2021): privacy and closeness of sending an accepted seed.

r = dP/dQ; seeds are tried until one is accepted with probability min(r, T)/T, at most J times, then a fresh one is
sent. G turns a seed into the randomness behind a sample of Q. The seed is the message, so whoever sees the message
is the decoder. ε in nats.
"""

from __future__ import annotations

import math
from dataclasses import replace

from ppr_core import validation
from ppr_core.guarantees.adversaries import READER
from ppr_core.guarantees.types import Bound, PrivacyGuarantee
from ppr_core.wording import number

__all__ = ["rejection_any_generator", "rejection_distance", "rejection_private", "rejection_tries"]

_FOOLS = "the generator fools the tests of the density ratio (an assumption for any real one)"


def rejection_private(
    mechanism: PrivacyGuarantee, *, gamma: float = 0.0, truncated_mass: float = 0.0
) -> PrivacyGuarantee:
    """The mechanism's own (ε, δ), if the generator is as good as random; truncation adds (1 + e^ε)(τ + γ) to δ.

    Without truncation every input accepts with the same probability 1/r*, so the message is a sample of P or, with
    the same probability for all inputs, of Q: Lemma 3.7, and its analogue for δ > 0. With the ratio cut at T the
    accepted samples are within τ = E_Q[(r − T)₊] of P in total variation, and the fallback adds at most γ.

    mechanism: against the database. gamma: in [0, 1). truncated_mass: the largest τ over all inputs, in [0, 1).

    >>> from ppr_core.guarantees import PrivacyGuarantee, rejection_private
    >>> mechanism = PrivacyGuarantee(epsilon=1.0, against="database", notion="local", source="response.k_ary")
    >>> rejection_private(mechanism, gamma=1e-6).epsilon
    1.0
    """
    validation.choice("mechanism.against", mechanism.against, (READER.name,))
    gamma = validation.real("gamma", gamma, 0.0, 1.0, high_open=True)
    mass = validation.real("truncated_mass", truncated_mass, 0.0, 1.0, high_open=True)
    if mass == 0.0:
        source = "rejection.lemma3.7" if mechanism.delta == 0.0 else "rejection.lemma3.11"
        return replace(mechanism, against="decoder", source=source, conditions=(*mechanism.conditions, _FOOLS))
    delta = mechanism.delta + (1 + math.exp(min(mechanism.epsilon, 700.0))) * (mass + gamma)
    return replace(
        mechanism,
        delta=min(delta, 1.0),
        against="decoder",
        source="rejection.algorithm2",
        conditions=(*mechanism.conditions, _FOOLS, f"ratio truncated: τ = {number(mass)} of P, by total variation"),
    )


def rejection_any_generator(mechanism: PrivacyGuarantee, *, deletion_epsilon: float) -> PrivacyGuarantee:
    """2·max{ε, ε₀} whatever the generator does: Lemma 3.6, for two inputs.

    A seed is accepted in proportion to r/(mean of r over all seeds): one ε for each. With the fallback the message is
    a mixture with uniform seeds, from which the accepted ones differ by 2ε₀.

    mechanism: against the database, δ = 0. deletion_epsilon: ε₀ >= 0 with e^{−ε₀} <= r <= e^{ε₀}, may be infinite.

    >>> from ppr_core.guarantees import PrivacyGuarantee, rejection_any_generator
    >>> mechanism = PrivacyGuarantee(epsilon=1.0, against="database", notion="local", source="response.k_ary")
    >>> rejection_any_generator(mechanism, deletion_epsilon=0.5).epsilon
    2.0
    """
    validation.choice("mechanism.against", mechanism.against, (READER.name,))
    validation.require(mechanism.delta == 0.0, "mechanism.delta", mechanism.delta, "0 for this lemma")
    epsilon = validation.real("deletion_epsilon", deletion_epsilon, 0.0, infinite=True)
    return replace(
        mechanism, epsilon=2 * max(mechanism.epsilon, epsilon), against="decoder", source="rejection.lemma3.6"
    )


def rejection_distance(*, gamma: float, truncated_mass: float = 0.0) -> Bound:
    """Total variation between the decoded output and P: γ + τ, for a generator as good as random (Lemmas 3.3, 3.10).

    gamma: in (0, 1). truncated_mass: τ = E_Q[(r − T)₊] in [0, 1); 0 without truncation.

    >>> from ppr_core.guarantees import rejection_distance
    >>> rejection_distance(gamma=1e-6).value
    1e-06
    """
    gamma = validation.probability("gamma", gamma)
    mass = validation.real("truncated_mass", truncated_mass, 0.0, 1.0, high_open=True)
    return Bound(
        value=min(gamma + mass, 1.0), unit="total variation", side="upper",
        source="rejection.lemma3.10" if mass else "rejection.lemma3.3", conditions=(_FOOLS,),
    )  # fmt: skip


def rejection_tries(*, log_ratio_bound: float, gamma: float, truncated_mass: float = 0.0) -> Bound:
    """J = ⌈T ln(1/γ)/(1 − τ)⌉: after so many tries nothing has been accepted with probability at most γ.

    log_ratio_bound: ln T >= 0, nats. gamma: in (0, 1). truncated_mass: τ in [0, 1).

    >>> from ppr_core.guarantees import rejection_tries
    >>> rejection_tries(log_ratio_bound=0.0, gamma=1e-6).value  # ⌈ln 10⁶⌉
    14.0
    """
    log_bound = validation.real("log_ratio_bound", log_ratio_bound, 0.0, 700.0)
    gamma = validation.probability("gamma", gamma)
    mass = validation.real("truncated_mass", truncated_mass, 0.0, 1.0, high_open=True)
    tries = math.ceil(math.exp(log_bound) * -math.log(gamma) / (1 - mass))
    return Bound(value=float(tries), unit="tries", side="upper", source="rejection.algorithm1")
