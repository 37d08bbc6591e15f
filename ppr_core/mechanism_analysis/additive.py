"""Additive noise on a bounded number: its privacy in full, and which proposals its ratio is bounded under."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtri

from ppr_core import validation
from ppr_core.channels import ScalarNoiseChannel
from ppr_core.channels.noise_slopes import settled
from ppr_core.mechanism_analysis.gaussian_tails import gaussian_tails
from ppr_core.mechanism_analysis.privacy import tradeoff_of_laws

__all__ = [
    "AdditiveProfile", "ProposalVerdict", "additive_profile", "cell_laws", "noise_cells", "noise_loss",
    "scaled_proposal", "truncation_delta", "truncation_for",
]  # fmt: skip

_CELLS = 3000
_LEVEL = 1e-9  # errors of tests that cells tell, at least
_LOG_LEAST = -700.0
_ROUNDED = 1e-16  # differences of a distribution function below it are rounding


@dataclass(frozen=True, eq=False)
class AdditiveProfile:
    """Two inputs 2C apart, which are told apart best.

    epsilon: pure ε in nats; delta: (e,) δ(ε); misses: (a,) of the best test at each level of false alarms; mu: of
    Gaussian privacy, ∞ where outputs exclude an input or come as near to that as one likes; mu_level: false alarms and
    misses from which μ holds, 0 for all (`gaussian_tails`).

    >>> from ppr_core.channels import ScalarNoiseChannel
    >>> from ppr_core.mechanism_analysis import additive_profile
    >>> profile = additive_profile(ScalarNoiseChannel("laplace", norm_bound=1.0, scale=2.0), [0.0, 1.0], [0.5])
    >>> round(profile.epsilon, 6), profile.delta.round(3)  # 2C/t; 1 − e^−½ at ε = 0
    (1.0, array([0.393, 0.   ]))
    """

    epsilon: float
    delta: np.ndarray
    misses: np.ndarray
    mu: float
    mu_level: float


@dataclass(frozen=True)
class ProposalVerdict:
    """Whether f(z − x)/q(z) is bounded for a proposal of the same law, ``width`` times as wide.

    log_bound: ln r* in nats, ∞ if there is none; side: the tail at fault, "left", "right" or "inside", "" if bounded.

    >>> from ppr_core.mechanism_analysis import ProposalVerdict
    >>> ProposalVerdict(width=1.0, log_bound=float("inf"), side="left").side
    'left'
    """

    width: float
    log_bound: float
    side: str


def additive_profile(channel: ScalarNoiseChannel, epsilons: Any, false_alarms: Any) -> AdditiveProfile:
    """δ(ε), the best test and μ of the shift, from 3000 cells of equal mass of the two laws together.

    Merging outputs into cells can only hide; what it hides is of second order in the width of a cell (δ to about
    10⁻⁶). Of a density with one peak the largest shift is the worst by every test (`decoder_privacy.noise_pair`).

    >>> from ppr_core.channels import ScalarNoiseChannel
    >>> from ppr_core.mechanism_analysis import additive_profile
    >>> normal = ScalarNoiseChannel("norm", norm_bound=1.0, scale=2.0)
    >>> round(additive_profile(normal, [0.0], [0.1]).mu, 4)  # 2C over the standard deviation
    1.0
    """
    epsilons = validation.array("epsilons", np.atleast_1d(epsilons), (None,))
    levels = validation.array("false_alarms", np.atleast_1d(false_alarms), (None,))
    delta, misses, mu = np.zeros(len(epsilons)), 1 - levels, 0.0
    near, far = noise_cells(channel.noise, 2 * channel.norm_bound)
    for first, second in ((near, far), (far, near)):
        excess = first - np.exp(epsilons)[:, None] * second
        delta = np.maximum(delta, np.maximum(excess, 0).sum(axis=1))
        alarms, missed = tradeoff_of_laws(first, second)
        misses = np.minimum(misses, np.interp(levels, alarms, missed))
        inside = (alarms > _LEVEL) & (missed > _LEVEL)
        mu = max(mu, float(np.max(-ndtri(alarms[inside]) - ndtri(missed[inside]), initial=0.0)))
    endless = all(math.isinf(end) for end in channel.noise.support())
    mu, level = gaussian_tails(channel, mu, _LEVEL) if endless else (math.inf, 0.0)
    return AdditiveProfile(channel.privacy().epsilon, delta, np.maximum(misses, 0), mu, level)


def noise_cells(noise: Any, shift: float, count: int = _CELLS) -> tuple[np.ndarray, np.ndarray]:
    """The laws of noise and of noise + shift on cells of equal mass of one or the other: (m,) each."""
    levels = np.arange(1, count // 2) / (count // 2)
    levels = np.concatenate([np.geomspace(1e-15, levels[0], 40)[:-1], levels])
    edges = np.concatenate([noise.ppf(levels), noise.isf(levels[:40]), noise.support()])
    edges = np.unique(np.concatenate([edges, edges + shift]))
    edges = edges[np.isfinite(edges)]

    def masses(z: np.ndarray) -> np.ndarray:
        below, above = noise.cdf(z), noise.sf(z)
        inner = np.where(below[1:] < 0.5, np.diff(below), -np.diff(above))
        return np.maximum(np.concatenate([[below[0]], inner, [above[-1]]]), 0.0)

    return masses(edges), masses(edges - shift)


def cell_laws(channel: ScalarNoiseChannel, inputs: Any, cells: int = 600) -> np.ndarray:
    """The laws of the output for inputs (k,) on cells of equal mass under all of them together, (k, about cells).

    What is seen of a cell is less than what is seen of the output in it, by a term of second order in its width.

    >>> import numpy as np
    >>> from ppr_core.channels import ScalarNoiseChannel
    >>> from ppr_core.mechanism_analysis import cell_laws
    >>> first, second = cell_laws(ScalarNoiseChannel("laplace", norm_bound=1.0, scale=2.0), [-1.0, 1.0])
    >>> round(float(np.abs(first - second).sum() / 2), 3)  # total variation 1 − e^−½
    0.393
    """
    points = channel.inputs(np.asarray(inputs, dtype=float))[:, 0]
    levels = np.arange(1, cells // 4) / (cells // 4)
    edges = np.unique((points[:, None] + channel.noise.ppf(levels)).ravel())
    edges = edges[np.unique(np.linspace(0, len(edges) - 1, cells).astype(int))]
    ends = [end for end in channel.noise.support() if math.isfinite(end)]
    edges = np.unique(np.concatenate([edges, *(points + end for end in ends)]))
    below = channel.noise.cdf(edges - points[:, None])
    ones = np.ones((len(points), 1))
    laws = np.diff(np.hstack([0 * ones, below, ones]), axis=1)
    laws[laws < _ROUNDED] = 0.0
    return laws / laws.sum(axis=1, keepdims=True)


def scaled_proposal(channel: ScalarNoiseChannel, width: float) -> ProposalVerdict:
    """The bound of f(z − x)/q(z) over |x| <= C with q(z) = f(z/s)/s about the noise's mode, s = ``width`` > 0.

    This is the proposal one thinks of first. At s = 1 it has no bound for noise with tails lighter than exponential
    (normal noise), and none for any s for noise that ends: what x can give, q cannot. The channel's own proposal, the
    smallest curve above all shifted densities, always has one.

    >>> from ppr_core.channels import ScalarNoiseChannel
    >>> from ppr_core.mechanism_analysis import scaled_proposal
    >>> round(scaled_proposal(ScalarNoiseChannel("laplace", norm_bound=1.0, scale=2.0), 1.0).log_bound, 6)  # C/t
    0.5
    >>> scaled_proposal(ScalarNoiseChannel("norm", norm_bound=1.0, scale=2.0), 1.0).log_bound
    inf
    """
    width = validation.positive("width", width)
    noise, mode, reach = channel.noise, channel.mode, channel.norm_bound

    def log_ratio(z: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            q = noise.logpdf(mode + (z - mode) / width) - math.log(width)
            excess = channel.log_envelope(z) - q
        return np.where(np.isneginf(channel.log_envelope(z)), -np.inf, excess)

    levels = np.concatenate([np.geomspace(1e-12, 1e-2, 200), np.linspace(1e-2, 0.5, 1000)])
    z = np.concatenate([noise.ppf(levels), noise.isf(levels)])
    z = np.unique(np.concatenate([z - reach, z, z + reach]))
    inside = float(np.nanmax(log_ratio(z)))
    low, high = noise.support()
    ends = []
    for side, end, name in ((-1, low, "left"), (1, high, "right")):
        if math.isfinite(end):
            outside = mode + (end - mode) * width
            ends.append((math.inf if side * (end + side * reach - outside) > 0 else -math.inf, name))
            continue
        spread = max(float(noise.ppf(0.75) - noise.ppf(0.25)), 2 * reach)
        far = mode + side * spread * 2.0 ** np.arange(16)
        with np.errstate(all="ignore"):
            logs = noise.logpdf(mode + (far - mode) / width)
        trusted = np.isfinite(logs) & (logs > _LOG_LEAST) & np.isfinite(log_ratio(far))
        count = int(np.argmin(trusted)) if not trusted.all() else len(far)
        ends.append((settled(log_ratio(far)[:count]) if count >= 4 else _fine(log_ratio, side, noise), name))
    worst, name = max(ends)
    if math.isinf(worst) and worst > 0:
        return ProposalVerdict(width, math.inf, name)
    return ProposalVerdict(width, max(inside, worst), "inside" if math.isinf(inside) else "")


def _fine(log_ratio: Any, side: int, noise: Any) -> float:
    """`settled` for tails so light that few doublings fit: evenly spaced quantiles of 10⁻ᵏ instead."""
    tails = 10.0 ** -np.arange(4, 260, 32)
    z = noise.isf(tails) if side > 0 else noise.ppf(tails)
    values = log_ratio(z)
    values = values[np.isfinite(values)]
    rising = len(values) > 3 and values[-1] > values[-2] > values[-3]
    return math.inf if rising and values[-1] - values[-2] > 1e-3 else float(values.max(initial=-math.inf))


def noise_loss(channel: ScalarNoiseChannel, power: int) -> float:
    """E|noise|^power for power 1 or 2, = ∫ power·z^{power−1} P(|noise| > z) dz; ∞ where the tail does not allow it.

    >>> from ppr_core.channels import ScalarNoiseChannel
    >>> from ppr_core.mechanism_analysis import noise_loss
    >>> laplace = ScalarNoiseChannel("laplace", norm_bound=1.0, scale=2.0)
    >>> round(noise_loss(laplace, 1), 6), round(noise_loss(laplace, 2), 6)  # t and 2t²
    (2.0, 8.0)
    """
    power = validation.integer("power", power, 1, 2)
    noise = channel.noise
    log_z = np.linspace(-30.0, 60.0, 60_001) + math.log(float(noise.ppf(0.75) - noise.ppf(0.25)))
    z = np.exp(log_z)
    terms = power * z**power * (noise.cdf(-z) + noise.sf(z))
    if terms[-1] > 1e-6 * terms.max():
        return math.inf
    return float(np.trapezoid(terms, log_z))


def truncation_for(channel: ScalarNoiseChannel, delta: float) -> tuple[float, float, float]:
    """The nearest cut that costs at most δ, with the ε and δ of `truncation_delta`: (reach, ε, δ).

    >>> from ppr_core.channels import ScalarNoiseChannel
    >>> from ppr_core.mechanism_analysis import truncation_for
    >>> reach, epsilon, delta = truncation_for(ScalarNoiseChannel("laplace", norm_bound=1.0, scale=2.0), 0.001)
    >>> round(reach, 2), round(epsilon, 6), round(delta, 6)
    (13.51, 1.0, 0.001)
    """
    delta = validation.real("delta", delta, 0.0, 1.0, low_open=True)
    low, high = 2 * channel.norm_bound * (1 + 1e-9), 2 * channel.norm_bound + 1.0
    while truncation_delta(channel, high)[1] > delta:
        high *= 2
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if truncation_delta(channel, middle)[1] <= delta else (middle, high)
    return (high, *truncation_delta(channel, high))


def truncation_delta(channel: ScalarNoiseChannel, reach: float) -> tuple[float, float]:
    """(ε, δ) between any two inputs if noise further than ``reach`` from its mode is drawn again.

    δ is the largest mass of the 2C next to an end, which one input gives and another cannot; ε the largest
    |ln f(z) − ln f(z + d)|, d <= 2C, within what is left. reach > 2C; the law is one on the whole line.

    >>> from ppr_core.channels import ScalarNoiseChannel
    >>> from ppr_core.mechanism_analysis import truncation_delta
    >>> epsilon, delta = truncation_delta(ScalarNoiseChannel("laplace", norm_bound=1.0, scale=2.0), 10.0)
    >>> round(epsilon, 6), round(delta, 5)  # δ = (e^−4 − e^−5)/(2 (1 − e^−5))
    (1.0, 0.00583)
    """
    shift, mode, noise = 2 * channel.norm_bound, channel.mode, channel.noise
    endless = all(math.isinf(end) for end in noise.support())
    validation.require(endless, "law", channel.law, "one on the whole line; this one ends already")
    reach = validation.real("reach", reach, shift, low_open=True)
    low, high = mode - reach, mode + reach
    kept = float(noise.cdf(high) - noise.cdf(low))
    delta = max(float(noise.cdf(low + shift) - noise.cdf(low)), float(noise.cdf(high) - noise.cdf(high - shift))) / kept
    z = np.linspace(low, high - shift, 4001)
    with np.errstate(all="ignore"):
        gaps = np.abs(noise.logpdf(z) - noise.logpdf(z + shift))
    return float(np.nanmax(gaps)), delta
