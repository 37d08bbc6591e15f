"""Privacy amplification by shuffling, from above and from below, both certified.

n people send one message each, a trusted shuffler forgets who sent which. Let R and R′ be the laws of one person's
message for two values, and let ω lie below the law of everybody else's: ω <= R_y for every value y. Then the shuffled
messages for the two values are told apart at most as well as

    δ(ε) = E[(W_1 + … + W_n)₊] / n,    W_i independent: (R − e^ε R′)/ω at z with density ω(z), 0 with the mass ω lacks.

Why: reveal who does not follow ω, and what they sent; of the m others that do and of the one person, what remains
known is the unordered set of m + 1 messages, whose likelihood under R is the mean of R/ω over the set. This is the
privacy blanket of Balle, Bell, Gascón, Nissim (CRYPTO 2019, Lemma 5.3); no other decomposition is tighter (Su, Cheng,
Wang 2025). With ω = R_y of one value y, which everybody else holds, the formula is exact for these two databases, so it
bounds every upper bound from below.

The mean is a sum over all compositions where they are few. Otherwise it is a Fourier series of a function of the sum
S: (s)₊ averaged over a window of half-width h around s is at least (s)₊ by convexity, and shifted by h at most. The
window's transform falls to e^(−36), so the series ends after 45/h over the period; what the period cuts off is bounded
by Bernstein's inequality. Neither n nor the number of atoms limits it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.special import gammaln

from ppr_core import validation
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.roots import bracketed_root
from ppr_core.wording import number

__all__ = ["Amplification", "ShuffledPair", "amplified_epsilon", "local_epsilon", "shuffled_delta"]

_FEW = 4_000  # compositions that are listed
_WINDOW = 36.0  # of the Kaiser window, whose transform falls to e^(−36)
_ENDS = 1.25 * _WINDOW
_TAIL = 40.0  # nats of the probability outside the period
_ROUNDING = 4e-15  # of the period, above what the sum of the series loses
_FREQUENCIES = 4e6  # atoms times frequencies of one evaluation
_WIDTHS = {"upper": 5e-2, "lower": 4e-3}  # of the window, in standard deviations of the sum
_NEARLY = 1e-9
_LARGEST = 300.0  # nats; beyond it e^ε squared leaves the floats


@dataclass(frozen=True, eq=False)
class ShuffledPair:
    """Masses of every message, (m,) each: under the one person's two values, and of what hides it.

    first, second: R and R′, each of sum 1 − spill at least; hidden: ω. A message of R that nothing hides (ω = 0) counts
    in full. spill: mass of R and R′ outside the listed messages, which counts in full, too.
    """

    first: np.ndarray
    second: np.ndarray
    hidden: np.ndarray
    spill: float = 0.0
    source: str = "shuffle.blanket"
    conditions: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        for name in ("first", "second", "hidden"):
            masses = validation.array(name, getattr(self, name), (None,))
            fits = bool(np.all(masses >= 0)) and float(masses.sum()) <= 1 + _NEARLY
            validation.require(fits, name, masses.sum(), "masses at least 0, of sum at most 1")
            object.__setattr__(self, name, masses)
        same = len(self.first) == len(self.second) == len(self.hidden)
        validation.require(same, "masses", (len(self.first), len(self.second), len(self.hidden)), "equally many")

    @property
    def views(self) -> tuple[ShuffledPair, ...]:
        """The pair and, where it is another one, the pair with the two values exchanged."""
        here = np.array([self.first, self.second, self.hidden])
        there = here[[1, 0, 2]]
        if np.array_equal(here[:, np.lexsort(here)], there[:, np.lexsort(there)]):
            return (self,)
        return self, ShuffledPair(self.second, self.first, self.hidden, self.spill, self.source, self.conditions)

    def atoms(self, epsilon: float) -> tuple[np.ndarray, np.ndarray, float]:
        """Values of W and their probabilities, (m,) each, with the value 0; and what counts in full, a part of δ."""
        open_ = self.hidden <= 0
        gap = self.first - math.exp(epsilon) * self.second
        bare = float(np.maximum(gap[open_], 0).sum()) + self.spill
        values, at = np.unique(gap[~open_] / self.hidden[~open_], return_inverse=True)
        masses = np.bincount(at, weights=self.hidden[~open_], minlength=len(values))
        rest = max(0.0, 1 - float(masses.sum()))
        return np.append(values, 0.0), np.append(masses, rest), bare


@dataclass(frozen=True)
class Amplification:
    """How two values are told apart after shuffling. upper: pairs any two values are told apart no better than;
    lower: pairs that are attained by some people, so that nothing better can be promised."""

    upper: tuple[ShuffledPair, ...]
    lower: tuple[ShuffledPair, ...] = ()
    local: float = math.inf  # ε of one message

    def epsilon(self, people: int, delta: float) -> tuple[PrivacyGuarantee, float]:
        """The proven central guarantee at δ, and a number below which its ε cannot lie (0 where none is known)."""
        people = validation.integer("people", people, 1)
        proven = max((amplified_epsilon(pair, people, delta, local=self.local) for pair in self.upper), default=0.0)
        least = max(
            (amplified_epsilon(pair, people, delta, "lower", local=self.local) for pair in self.lower), default=0.0
        )
        first = self.upper[0]
        guarantee = PrivacyGuarantee(
            epsilon=proven, delta=delta, against="aggregator", notion="central", source=first.source,
            conditions=(f"{number(people)} messages, shuffled", *first.conditions),
        )  # fmt: skip
        return guarantee, min(least, proven)


def shuffled_delta(pair: ShuffledPair, people: int, epsilon: float, side: str = "upper") -> float:
    """δ(ε) of the pair among so many people (the one person counts), from above or from below.

    people: n >= 1; epsilon: nats, >= 0; side: "upper" or "lower". Both are the exact mean up to rounding where it has
    few terms.
    """
    people = validation.integer("people", people, 1)
    epsilon = validation.real("epsilon", epsilon, 0.0)
    validation.choice("side", side, ("upper", "lower"))
    values, masses, bare = pair.atoms(epsilon)
    kept = masses > 0
    values, masses = values[kept], masses[kept]
    most = _most_hidden(float(masses[values != 0].sum()), people)
    terms = math.comb(most + len(values) - 1, len(values) - 1)
    sum_, slack = (_listed if terms <= _FEW else _by_series)(values, masses, people, side)
    delta = sum_ / people + (slack / people if side == "upper" else -slack / people) + bare
    return min(max(delta, 0.0), 1.0)


def _most_hidden(mass: float, people: int) -> int:
    """What the number of terms other than 0, each with this probability, exceeds with a chance of at most e^−40."""
    mean = people * mass
    return min(people, math.ceil(mean + _reach(math.sqrt(mean * max(1 - mass, 0.0)), 1.0)))


def _listed(values: np.ndarray, masses: np.ndarray, people: int, side: str) -> tuple[float, float]:
    """E(Σ W)₊ as a sum over how many of the n take each value, and its rounding; more terms other than 0 than all but
    e^−40 of the sums have are left out."""
    zero = values == 0
    rest = math.log(float(masses[zero].sum())) if zero.any() else -math.inf
    values, masses = values[~zero], masses[~zero]
    most = _most_hidden(float(masses.sum()), people)
    left, total, log_mass = np.array([most]), np.zeros(1), np.array([float(gammaln(people + 1))])
    for place, (value, mass) in enumerate(zip(values, masses, strict=True)):
        if place == len(values) - 1 and rest == -math.inf:
            taken = left  # nobody is left over
        else:
            often = left + 1
            taken = np.arange(often.sum()) - np.repeat(np.cumsum(often) - often, often)
            left, total, log_mass = (np.repeat(part, often) for part in (left, total, log_mass))
        left, total = left - taken, total + taken * value
        log_mass = log_mass + taken * math.log(mass) - gammaln(taken + 1)
    if rest > -math.inf:
        over = people - most + left
        log_mass = log_mass + over * rest - gammaln(over + 1)
    mean = float(np.exp(log_mass) @ np.maximum(total, 0))
    cut = math.exp(-_TAIL) * people * float(np.abs(values) @ masses) if most < people else 0.0
    return mean, 1e-12 * mean + 1e-15 * people * float(np.abs(values) @ masses) + cut


def _by_series(values: np.ndarray, masses: np.ndarray, people: int, side: str) -> tuple[float, float]:
    """E(Σ W)₊ from the side asked for, and what rounding and the cut-off tails may add."""
    centre = float(values @ masses)
    values = values - centre
    start = -people * centre  # the mean of (Y − start)₊ is wanted, Y of mean 0
    spread = math.sqrt(people * float(masses @ values**2))
    if spread == 0:
        return max(-start, 0.0), 0.0
    below, above = (_reach(spread, float(side_of.max())) for side_of in (-values, values))
    width = _WIDTHS[side] * spread
    frequency_count = _FREQUENCIES / len(values)
    width = max(width, _ENDS * (below + above) / (2 * math.pi * frequency_count))
    below, above = below + 2 * width, above + 2 * width
    period = below + above
    slack = period * (_ROUNDING + 3 * math.exp(-_TAIL))
    if side == "lower":
        start += width
    if start >= above:
        return 0.0, slack
    # Below the period everything counts as 0, so a start below it moves up and what lies between is added.
    shift = max(0.0, -below - start)
    start += shift
    ramp = above - start
    steps = np.arange(1, math.ceil(_ENDS * period / (2 * math.pi * width)) + 1)
    frequencies = 2 * math.pi / period * steps
    phase = 1j * frequencies * ramp
    coefficients = np.exp(-1j * frequencies * start) * (np.exp(-phase) * (1 + phase) - 1) / frequencies**2 / period
    law = _characteristic(frequencies, values, masses, people)
    series = 2 * float((coefficients * law * _window(frequencies * width)).real.sum())
    return ramp**2 / (2 * period) + series + shift, slack


def _reach(spread: float, largest: float) -> float:
    """Where Bernstein's inequality leaves e^−40 of a sum of mean 0 beyond; largest: what one term adds at most."""
    linear = largest * _TAIL / 3
    return linear + math.sqrt(linear**2 + 2 * _TAIL * spread**2)


def _characteristic(frequencies: np.ndarray, values: np.ndarray, masses: np.ndarray, people: int) -> np.ndarray:
    """E exp(iωY) of the sum of n independent terms of mean 0: in logarithms, as 1 + a small number."""
    real, imaginary = np.zeros(len(frequencies)), np.zeros(len(frequencies))
    for value, mass in zip(values, masses, strict=True):
        angle = frequencies * value
        real -= 2 * mass * np.sin(angle / 2) ** 2
        imaginary += mass * (np.sin(angle) - angle)
    # The angles sum to 0 by the mean, so leaving them out of the sum loses nothing and saves digits.
    size = 0.5 * np.log1p(np.maximum(2 * real + real**2 + imaginary**2, -1 + 1e-15))
    return np.asarray(np.exp(people * (size + 1j * np.arctan2(imaginary, 1 + real))))


def _window(angles: np.ndarray) -> np.ndarray:
    """Transform of the Kaiser window I0(β√(1−x²)) on [−1, 1], 1 at 0."""
    root = np.sqrt(np.abs(_WINDOW**2 - angles**2))
    near = np.maximum(root, 1e-9)
    scale = _WINDOW / math.sinh(_WINDOW)
    return np.where(angles < _WINDOW, np.sinh(np.minimum(near, _WINDOW)), np.sin(near)) / near * scale


def amplified_epsilon(
    pair: ShuffledPair, people: int, delta: float, side: str = "upper", *, local: float = math.inf
) -> float:
    """ε at δ of the pair among so many people, from the side asked for: "upper" is private, "lower" cannot be beaten.

    delta: in (0, 1); local: nats, an ε that one message has at δ = 0, which bounds the result.
    """
    delta = validation.real("delta", delta, 0.0, 1.0, low_open=True, high_open=True)
    local = validation.real("local", local, 0.0, infinite=True)
    views = pair.views

    def excess(epsilon: float) -> float:
        worst = max(shuffled_delta(view, people, epsilon, side) for view in views)
        return math.log(worst / delta) if worst > 0 else -math.inf

    if excess(0.0) <= 0:
        return 0.0
    low, high = 0.0, min(1.0, local) if math.isfinite(local) else 1.0
    while high > _LARGEST or excess(high) > 0:
        if high >= min(local, _LARGEST):
            return local if side == "upper" else high
        low, high = high, min(2 * high, local)
    root = _from_above(excess, low, high)
    if side == "upper":
        while excess(root) > 0:
            root = min(root * (1 + 1e-6) + 1e-12, high)
        return root
    while root > 0 and excess(root) < 0:
        root = max(root * (1 - 1e-6) - 1e-12, 0.0)
    return root


def _from_above(excess: Callable[[float], float], low: float, high: float) -> float:
    """Where the logarithm of δ(ε)/δ crosses 0, within 10⁻⁶ of ε; −∞ counts as −50, so that secants can be drawn."""
    return float(bracketed_root(lambda epsilon: max(excess(epsilon), -50.0), low, high, xtol=1e-10, rtol=1e-6))


def local_epsilon(
    amplification: Callable[[float], Sequence[ShuffledPair]], people: int, epsilon: float, delta: float, most: float
) -> float:
    """The largest local ε₀ whose shuffled messages are (ε, δ)-private, from the private side; at least ε itself.

    amplification: ε₀ -> the pairs of its upper bound; epsilon: nats, > 0; delta: in (0, 1); most: largest ε₀ looked at.
    """
    people = validation.integer("people", people, 1)
    epsilon = validation.real("epsilon", epsilon, 0.0, low_open=True)
    delta = validation.real("delta", delta, 0.0, 1.0, low_open=True, high_open=True)

    def excess(local: float) -> float:
        pairs = amplification(local)
        worst = max(shuffled_delta(view, people, epsilon) for pair in pairs for view in pair.views)
        return min(max(math.log(worst / delta), -50.0), 50.0) if worst > 0 else -50.0

    if epsilon >= most or excess(most) <= 0:
        return max(epsilon, most)
    low, high = epsilon, min(2 * epsilon, most)
    while high < most and excess(high) <= 0:
        low, high = high, min(1.3 * high, most)
    root = float(bracketed_root(excess, low, high, xtol=1e-9, rtol=1e-4)) if excess(low) < 0 else low
    while root > epsilon and excess(root) > 0:
        root = max(root * (1 - 1e-4), epsilon)
    return root
