"""E(W_1 + … + W_n)₊ of independent terms of one discrete law, from above and from below, both certified.

The mean is a sum over all compositions where they are few. Otherwise let g_h be (s)₊ averaged over a window of
half-width h around s. From above: g_h >= (s)₊, as (s)₊ is convex. From below: 2g_h − g_2h <= (s)₊, because
g_h − (s)₊ = h D(s/h) for a D that falls with |s|, so that 2h D(s/2h) >= 2h D(s/h). The mean of g_h is an integral of
the transform of the sum S, along a line through its saddle point, where nothing cancels. The window ends that integral;
its trapezoidal sum adds the mean of g_h at distances of whole periods, weighted, which is positive and bounded by
Chernoff's inequality. Rare terms above a level L at which one of them outweighs all others count linearly, (W − L)₊
apart from min(W, L): that is above the mean by convexity, and below it up to e^(−40). So neither n, nor the number of
atoms, nor a heavy tail limits it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from ppr_core.roots import golden_section

__all__ = ["positive_part", "positive_part_guess"]

_FEW = 4_000  # compositions that are listed
_WINDOW = 36.0  # of the Kaiser window, whose transform falls to e^(−36)
_ENDS = 1.25 * _WINDOW
_WIDTH = 0.05  # of the window times the rate at which the tail falls, where g_h is too large by a 30 000th
_WIDEST = 0.15  # of the window, in standard deviations of the sum
_TERMS = 1e6  # atoms times frequencies of one evaluation
_TAIL = 40.0  # nats of what is left out
_ALIAS = 20.0  # nats by which other periods are below the height of the saddle
_STEEPEST = 350.0  # nats that the largest term may be tilted by, and once more
_ROUNDING = 1e-10  # of all terms, above what their sum loses
_SMALL = 0.1  # angles whose sine is near them: the difference is a power series


def positive_part(values: np.ndarray, masses: np.ndarray, people: int, side: str) -> float:
    """Not below the mean ("upper") or not above it ("lower"). values, masses: (m,) each, masses above 0 of sum 1."""
    most = _most_other(float(masses[values != 0].sum()), people)
    few = math.comb(most + len(values) - 1, len(values) - 1) <= _FEW
    mean, slack = _listed(values, masses, people, most) if few else _by_inversion(_Sum.of(values, masses, people), side)
    return mean + slack if side == "upper" else mean - slack


def positive_part_guess(values: np.ndarray, masses: np.ndarray, people: int) -> float:
    """The mean within a few per cent, by the saddle-point approximation, where no term dominates."""
    sum_ = _Sum.of(values, masses, people)
    if sum_.spread == 0:
        return max(-sum_.start, 0.0) + sum_.linear
    tilted, middle = sum_.tilted()
    curvature = people * float(tilted @ (sum_.values - middle) ** 2) + 2 / sum_.rate**2
    return math.exp(sum_.peak) / (sum_.rate**2 * math.sqrt(2 * math.pi * curvature)) + sum_.linear


def _most_other(mass: float, people: int) -> int:
    """What the number of terms other than 0, each with this probability, exceeds with a chance of at most e^−40."""
    mean = people * mass
    return min(people, math.ceil(mean + _reach(math.sqrt(mean * max(1 - mass, 0.0)), 1.0)))


def _reach(spread: float, largest: float) -> float:
    """Where Bernstein's inequality leaves e^−40 of a sum of mean 0 beyond; largest: what one term adds at most."""
    linear = largest * _TAIL / 3
    return linear + math.sqrt(linear**2 + 2 * _TAIL * spread**2)


def _listed(values: np.ndarray, masses: np.ndarray, people: int, most: int) -> tuple[float, float]:
    """E(Σ W)₊ as a sum over how many of the n take each value, and its rounding; more terms other than 0 than all but
    e^−40 of the sums have are left out."""
    zero = values == 0
    rest = math.log(float(masses[zero].sum())) if zero.any() else -math.inf
    values, masses = values[~zero], masses[~zero]
    left, total, log_mass = np.array([most]), np.zeros(1), np.array([float(gammaln(people + 1))])
    for number, (value, mass) in enumerate(zip(values, masses, strict=True)):
        if number == len(values) - 1 and rest == -math.inf:
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


@dataclass(frozen=True, eq=False)
class _Sum:
    """Y, the sum of n terms of mean 0 and at most L, of which E(Y − start)₊ + linear is wanted, and its saddle point.

    rate: where E e^(rate (Y − start))/rate² is least; peak: the logarithm of that mean there; bounds: of ln rate.
    """

    values: np.ndarray
    masses: np.ndarray
    people: int
    start: float
    linear: float
    spread: float
    bounds: tuple[float, float] = (0.0, 0.0)
    rate: float = 0.0
    peak: float = 0.0

    @classmethod
    def of(cls, values: np.ndarray, masses: np.ndarray, people: int) -> _Sum:
        level = _overwhelming(values, masses, people)
        linear = people * float(masses @ np.maximum(values - level, 0))
        if linear > 0:
            masses = np.append(masses[values < level], masses[values >= level].sum())
            values = np.append(values[values < level], level)
        centre = float(values @ masses)
        plain = cls(values - centre, masses, people, -people * centre, linear, 0.0)
        spread = math.sqrt(people * float(masses @ plain.values**2))
        if spread == 0:
            return plain
        largest = float(plain.values.max())
        low, high = math.log(min(1e-3 / spread, 1 / largest)), math.log(_STEEPEST / largest)
        rate = math.exp(golden_section(lambda at: plain.height(math.exp(at)) - 2 * at, low, high, steps=20))
        return cls(plain.values, masses, people, plain.start, linear, spread, (low, high), rate, plain.height(rate))

    def height(self, rate: float) -> float:
        """ln E e^(rate (Y − start))."""
        return self.people * math.log1p(float(self.masses @ np.expm1(rate * self.values))) - rate * self.start

    def tilted(self) -> tuple[np.ndarray, float]:
        """Masses of a term under the law whose density is in proportion to e^(rate·Y), and its mean."""
        masses = self.masses * np.exp(self.rate * self.values)
        masses /= masses.sum()
        return masses, float(masses @ self.values)


def _overwhelming(values: np.ndarray, masses: np.ndarray, people: int) -> float:
    """A level L such that min(W, L) of all others sum to less than −L with a chance of at most e^−40, or ∞."""
    least, level, found = float(values.min()), float(values.max()), math.inf
    while True:
        capped = np.minimum(values, level)
        mean = float(capped @ masses)
        spread = math.sqrt(people * float(masses @ (capped - mean) ** 2))
        needed = people * max(-mean, 0.0) + _reach(spread, mean - least)
        if needed > level:
            return found
        found = level
        if needed >= 0.8 * level:
            return found
        level = math.sqrt(needed * level)


def _by_inversion(sum_: _Sum, side: str) -> tuple[float, float]:
    """E(Σ W)₊ from the side asked for, and what rounding and other periods may add."""
    if sum_.spread == 0:
        return max(-sum_.start, 0.0) + sum_.linear, 0.0
    rate, peak = sum_.rate, sum_.peak
    width = _WIDTH / rate
    # A period P adds e^(−kP·rate) E g_h(S + kP), k ≠ 0: for k >= 1 at most E(S)₊ + kP + h times the weight, for k < 0
    # what Chernoff's inequality at a steeper rate leaves of the tail.
    reach = sum_.spread + abs(sum_.start) + width

    def far(steeper: float) -> float:
        steep = rate + steeper
        return sum_.height(steep) + (steep * width) ** 2 / 2 - math.log(steep) - 1

    def needed(log_steeper: float) -> float:
        return (far(math.exp(log_steeper)) - peak + _ALIAS) / math.exp(log_steeper)

    log_steeper = golden_section(needed, *sum_.bounds, steps=15)
    period = max((_ALIAS - peak + math.log1p(rate * reach)) / rate, needed(log_steeper), 4 * width)
    most = 2 * math.pi / _ENDS * _TERMS / len(sum_.values)
    width = max(min(width, _WIDEST * sum_.spread), period / most)
    if rate * width > _STEEPEST:  # too wide a window to be computed with: (s)₊ <= e^(rate s − 1)/rate
        return sum_.linear, sum_.linear * math.exp(-_TAIL) + math.exp(peak - 1) / rate
    steeper = math.exp(log_steeper)
    alias = math.exp(-rate * period) * (reach + width + 2 * period) + 1.01 * math.exp(far(steeper) - steeper * period)
    step, count = 2 * math.pi / period, math.ceil(_ENDS * period / (2 * math.pi * width)) + 1
    frequencies = step * np.arange(count)
    masses, middle = sum_.tilted()
    law = _characteristic(step, count, sum_.values - middle, masses, sum_.people)
    law = law * np.exp(1j * frequencies * (sum_.people * middle - sum_.start)) / (rate + 1j * frequencies) ** 2
    angles = (frequencies - 1j * rate) * width
    window = _window(angles) if side == "upper" else 2 * _window(angles) - _window(2 * angles)
    terms = law * window
    terms[1:] *= 2
    scale = math.exp(peak) / period
    slack = scale * _ROUNDING * float(np.abs(terms).sum()) + sum_.linear * math.exp(-_TAIL)
    return scale * float(terms.real.sum()) + sum_.linear, slack + (2 * alias if side == "lower" else 0.0)


def _characteristic(step: float, count: int, values: np.ndarray, masses: np.ndarray, people: int) -> np.ndarray:
    """E exp(iωY) of the sum of n independent terms of mean 0, at ω = 0, step, … (count of them), in logarithms.

    A term's is 1 + E f(ωW), f(a) = e^(ia) − 1 − ia: the angles' mean is 0, and without them no digits are lost. With
    g(a) = e^(ia) − 1, f(a + b) = f(a) + f(b) + g(a) g(b). So coarse and fine steps need sines; a product of two
    matrices adds the terms of all others, each of the size of its angles.
    """
    size = math.isqrt(count - 1) + 1
    coarse, fine = (np.outer(values, step * times * np.arange(size)) for times in (size, 1))
    (far, bent_far), (near, bent_near) = (_turned(angles) for angles in (coarse, fine))
    sums = (masses @ bent_far)[:, None] + masses @ bent_near + (masses[:, None] * far).T @ near
    change = sums.ravel()[:count]
    size_log = 0.5 * np.log1p(np.maximum(2 * change.real + np.abs(change) ** 2, -1 + 1e-15))
    return np.asarray(np.exp(people * (size_log + 1j * np.arctan2(change.imag, 1 + change.real))))


def _turned(angles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """g and f of `_characteristic`, both to all digits of their real and of their imaginary part."""
    real, sines, squares = -2 * np.sin(angles / 2) ** 2, np.sin(angles), np.minimum(np.abs(angles), 1) ** 2
    series = -angles * squares / 6 * (1 - squares / 20 * (1 - squares / 42 * (1 - squares / 72)))
    return real + 1j * sines, real + 1j * np.where(np.abs(angles) < _SMALL, series, sines - angles)


def _window(angles: np.ndarray) -> np.ndarray:
    """Transform of the Kaiser window I0(β√(1−x²)) on [−1, 1] at complex angles, 1 at 0."""
    root = np.sqrt(_WINDOW**2 - angles**2 + 0j)
    root = np.where(np.abs(root) < 1e-9, 1e-9, root)
    return np.asarray(np.sinh(root) / root * (_WINDOW / math.sinh(_WINDOW)))
