"""The law of a channel's density ratio at one input: all that the index of PPR depends on.

Of the channel only the law of r(Z|x) for Z ~ Q enters the law of the index. Here it is a list of ratios, each with
its mass under Q and under P(·|x), the second being r times the first. Ratios of two values and finite channels are
exact, Gaussian and Laplace channels and noise of any law on a number have quadrature rules (`gaussian_ratio`,
`laplace_ratio`, the channel's own `ratio_rule`), and any other channel is sampled with a fixed seed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit

from ppr_core import validation
from ppr_core.channels import CategoryChannel, Channel, GaussianChannel, LaplaceChannel, ScalarNoiseChannel
from ppr_core.channels.base import TwoLevels
from ppr_core.index_law.gaussian_ratio import gaussian_ratio
from ppr_core.index_law.laplace_ratio import laplace_ratio

__all__ = ["NODES", "RatioLaw", "balanced", "ratio_law", "sampled_ratio_law"]

_CELLS = 384  # of ln r, where a law has more nodes than that
_NEGLIGIBLE = 1e-9  # mass under P beyond each end of the cells
#: Of a panel, for a Gaussian ratio; half of them where what is averaged is smooth.
NODES = 12
_GROUPS = 8  # of samples, whose scatter gives standard errors


@dataclass(frozen=True, eq=False)
class RatioLaw:
    """Ratios r_i with their masses under Q and under P(·|x).

    log_ratio: ln r_i in nats, −∞ where P has no mass, (n,); proposal_mass: under Q, (n,), summing to 1; output_mass:
    under P, (n,), summing to 1. replicates: the laws of independent parts of the samples where the law was sampled,
    none where it was computed.

    >>> import numpy as np
    >>> from ppr_core.index_law import RatioLaw
    >>> law = RatioLaw(np.log([1.5, 0.5]), np.array([0.5, 0.5]), np.array([0.75, 0.25]))
    >>> float(law.output_mass.sum())
    1.0
    """

    log_ratio: np.ndarray
    proposal_mass: np.ndarray
    output_mass: np.ndarray
    replicates: tuple[RatioLaw, ...] = ()

    @property
    def divergence_bits(self) -> float:
        """KL(P(·|x) ‖ Q) = E_P log2 r."""
        possible = self.output_mass > 0
        return float(self.output_mass[possible] @ self.log_ratio[possible]) / math.log(2)


def ratio_law(channel: Channel, x: Any, *, samples: int = 65_536, seed: int = 7, nodes: int = NODES) -> RatioLaw:
    """The law of r(Z|x) for Z ~ Q at one input x of the channel's `event_shape` (a number where that is (1,)).

    Channels of two ratio values: exact. Finite alphabets: exact up to 384 different ratios. Gaussian: Gauss–Legendre
    over the one noncentral chi-square variable behind the ratio, ``nodes`` in each panel. Laplace: over z in one
    dimension, over distance and angle in more. Noise of any law on a number: over z. Any other channel: ``samples``
    outputs drawn with ``seed``, half from P(·|x) and half from Q, the same random numbers at every call; `replicates`
    tell the standard error. Of more than 384 ratios those in one of 384 cells of ln r are put together at their mean of
    ln r under P, which keeps the divergence.
    Computed laws have the divergence to a relative 5·10⁻⁶ and move no mean length by more than 5·10⁻⁴ bits.
    Raises ``ValueError`` for an input outside the channel's domain.

    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.index_law import ratio_law
    >>> law = ratio_law(RandomizedResponseChannel(size=4, epsilon=1.0), 0)
    >>> law.proposal_mass
    array([0.25, 0.75])
    """
    validation.require(isinstance(channel, Channel), "channel", channel, "a Channel")
    checked = channel.inputs(np.asarray(x)[None])
    samples = validation.integer("samples", samples, 2 * _GROUPS)
    if type(channel) is GaussianChannel:
        return _normalised(*gaussian_ratio(channel, float(np.linalg.norm(checked[0])), nodes))
    if type(channel) in _RULES:
        return _RULES[type(channel)](channel, checked[0])
    levels = channel.two_levels()
    if levels is not None:
        return _levels(levels)
    if isinstance(channel, CategoryChannel):
        return _finite(channel, checked[0])
    return sampled_ratio_law(channel, checked[0], samples=samples, seed=seed)


def balanced(log_ratio: np.ndarray, output_rule: np.ndarray) -> RatioLaw:
    """From a rule for the mixture (P + Q)/2: ln r at its nodes and their masses, both (n,).

    dQ/d((P+Q)/2) = 2/(1+r) and dP/d((P+Q)/2) = 2r/(1+r) are bounded, so nodes that suit P and nodes that suit Q
    together serve both laws, however far apart they are.
    """
    return _grouped(log_ratio, output_rule * expit(-log_ratio), output_rule * expit(log_ratio))


def _finite(channel: CategoryChannel, x: np.ndarray) -> RatioLaw:
    output = channel.matrix[int(x)]
    possible = np.nonzero(output > 0)[0]
    log_ratio = channel.log_ratio(np.full(len(possible), x), possible)
    proposal = output[possible] * np.exp(-log_ratio)
    excluded = max(1 - proposal.sum(), 0.0)
    return _grouped(np.append(log_ratio, -np.inf), np.append(proposal, excluded), np.append(output[possible], 0.0))


def _levels(levels: TwoLevels) -> RatioLaw:
    ratio, mass = np.array([levels.high, levels.low]), np.array([levels.mass, 1 - levels.mass])
    with np.errstate(divide="ignore"):
        return _normalised(np.log(ratio), mass, mass * ratio)


def _laplace(channel: LaplaceChannel, x: np.ndarray) -> RatioLaw:
    return _grouped(*laplace_ratio(channel, float(np.linalg.norm(x))))


def _noise(channel: ScalarNoiseChannel, x: np.ndarray) -> RatioLaw:
    return _grouped(*channel.ratio_rule(float(x[0])))


# By the class itself: one derived from it may have another law.
_RULES: dict[type[Channel], Callable[[Any, np.ndarray], RatioLaw]] = {
    LaplaceChannel: _laplace,
    ScalarNoiseChannel: _noise,
}


def sampled_ratio_law(channel: Channel, x: np.ndarray, *, samples: int = 65_536, seed: int = 7) -> RatioLaw:
    """The law from samples, half of them from P(·|x) and half from Q: x of the channel's `event_shape`, checked.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.index_law import sampled_ratio_law
    >>> law = sampled_ratio_law(RandomizedResponseChannel(size=4, epsilon=1.0), np.array(0), samples=4096)
    >>> np.exp(law.log_ratio).round(3), len(law.replicates)  # 4/(e + 3) and 4e/(e + 3)
    (array([0.7 , 1.901]), 8)
    """
    half = samples // (2 * _GROUPS) * _GROUPS
    rng = np.random.default_rng(seed)
    inputs = np.broadcast_to(x, (half, *x.shape))
    drawn = [channel.proposal(rng.random((half, channel.width))), channel.sample(inputs, rng)]
    log_ratio = np.stack([channel.log_ratio(inputs, z) for z in drawn])  # (2, half)
    groups = [balanced(part.ravel(), np.ones(part.size)) for part in np.split(log_ratio, _GROUPS, axis=1)]
    whole = balanced(log_ratio.ravel(), np.ones(log_ratio.size))
    return RatioLaw(whole.log_ratio, whole.proposal_mass, whole.output_mass, tuple(groups))


def _grouped(log_ratio: np.ndarray, proposal: np.ndarray, output: np.ndarray) -> RatioLaw:
    """At most `_CELLS` nodes: cells of equal width in ln r between the ends of the bulk, each at its mean ln r."""
    distinct, inverse = np.unique(log_ratio, return_inverse=True)
    if len(distinct) <= _CELLS:
        return _normalised(distinct, np.bincount(inverse, proposal), np.bincount(inverse, output))
    finite = np.isfinite(log_ratio)
    excluded = proposal[~finite].sum()
    log_ratio, proposal, output = log_ratio[finite], proposal[finite], output[finite]
    order = np.argsort(log_ratio)
    below = np.cumsum(output[order])
    ends = np.searchsorted(below, np.array([_NEGLIGIBLE, 1 - _NEGLIGIBLE]) * below[-1])
    low, high = log_ratio[order[np.minimum(ends, len(order) - 1)]]
    cell = ((log_ratio - low) * (_CELLS / max(high - low, 1e-300))).clip(0, _CELLS - 1).astype(np.int64)
    mass, share = np.bincount(cell, proposal, _CELLS), np.bincount(cell, output, _CELLS)
    used = share > 0
    mean = np.bincount(cell, output * log_ratio, _CELLS)[used] / share[used]
    return _normalised(
        np.append(mean, -np.inf),
        np.append(mass[used], excluded + mass[~used].sum()),
        np.append(share[used], 0.0),
    )


def _normalised(log_ratio: np.ndarray, proposal: np.ndarray, output: np.ndarray) -> RatioLaw:
    present = (proposal > 0) | (output > 0)
    proposal, output = proposal[present], output[present]
    return RatioLaw(log_ratio[present], proposal / proposal.sum(), output / output.sum())
