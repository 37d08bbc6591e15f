"""The index of PPR as a mixture of geometric laws, from the law of the density ratio.

Under the tilted law Z ~ P(·|x) and V ~ Gamma(1 − 1/α), so ln y = (ln V)/α − ln r(Z); given y the index is geometric
with odds g y/λ(y) of success against failure. `mixture` lays ln y on nodes. Far to the left only small V matter,
λ(y) is near 1 and the density of ln y is B e^{(α−1) ln y}: this part has a closed form, `PowerTail`, and makes the
tail P(K > k) ~ k^{−(α−1)}.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import gammainc, gammaln, hyp1f1

from ppr_core.compressors.revealed_mass import revealed_mass
from ppr_core.index_law.ratios import RatioLaw

__all__ = ["PowerTail", "losers", "mixture"]

_STEP = 0.5  # of ln V: the trapezoidal rule then errs by e^−20, as e^{−V} is analytic for |arg V| < π/2
_LAST = math.log(50.0)  # e^−50 of V is left out on the right
_FIRST = 45.0  # and e^−45 on the left, where that comes before the closed form
_SMALL = 18.0  # the closed form begins where V is below e^−18
_EARLY = 16.0  # and g y, which it takes for ln(1 + odds), below e^−16
_RELEVANT = 1e-12  # share of E_P r^{α−1}
_CELLS, _FEW = 32, 1024  # in a unit of ln y, where there are more nodes than few
_NEGLIGIBLE = 1e-18  # mass of a node
_UNSEEN = 1e-14  # mass under Q of a ratio that adds nothing to λ
_LEAST = 1e-30  # λ where it is 0 to rounding
_CURVE = 300  # points that λ is interpolated from, where there are more nodes
_BLOCK = 1 << 13  # floats worked on at once: larger arrays are returned to the system and cleared again
_LARGE = 1e12  # order from which on the law is that of α = ∞ to rounding
_SATURATED = 300.0  # ln of an argument from which on ρ is 1


@dataclass(frozen=True)
class PowerTail:
    """P(K > k, ln y < −reach) = c k^{−β} Γ(β, lower incomplete, κk)/Γ(β): the share of the mixture left of the nodes.

    exponent: β = α − 1; log_scale: ln c; log_first: ln κ, below which this share is all but constant in k.
    """

    exponent: float
    log_scale: float
    log_first: float

    def log_survival(self, log_k: np.ndarray) -> np.ndarray:
        """ln of the share of P(K > k), from ln k, (...) -> (...)."""
        return self.log_scale - self.exponent * log_k + self._log_incomplete(self.exponent, log_k)

    def log_pmf(self, log_k: np.ndarray) -> np.ndarray:
        """ln of the share of P(K = k), minus the derivative of the survival function, from ln k, (...) -> (...)."""
        power = self.exponent + 1
        return self.log_scale + math.log(self.exponent) - power * log_k + self._log_incomplete(power, log_k)

    def _log_incomplete(self, shape: float, log_k: np.ndarray) -> np.ndarray:
        """ln of γ(s, x)/Γ(s), s = shape, x = κk; where x < s + 1 as x^s e^{−x} M(1, s+1, x)/Γ(s+1): no underflow."""
        log_x = np.asarray(log_k + self.log_first)
        x = np.exp(np.minimum(log_x, math.log(shape + 1)))
        below = shape * log_x - x - gammaln(shape + 1) + np.log(hyp1f1(1.0, shape + 1, x))
        above = np.exp(np.clip(log_x, math.log(shape + 1), _SATURATED))
        return np.where(log_x < math.log(shape + 1), below, np.log(gammainc(shape, above)))


def mixture(law: RatioLaw, alpha: float) -> tuple[np.ndarray, np.ndarray, PowerTail | None]:
    """ln of the odds g y/λ(y) at nodes and their masses, (n,) each, and the part left of the nodes (None at α = ∞)."""
    possible = law.output_mass > 0
    log_ratio, mass = law.log_ratio[possible], law.output_mass[possible]
    if alpha >= _LARGE:
        alpha = math.inf
    if math.isinf(alpha):
        log_y, tail = -log_ratio, None
    else:
        log_y, mass, tail = _times(log_ratio, mass, alpha)
    kept = mass > _NEGLIGIBLE
    log_y, mass = log_y[kept], mass[kept]
    with np.errstate(divide="ignore"):
        log_odds = math.log(revealed_mass(alpha).rate) + log_y - np.log(losers(law, alpha, log_y))
    return log_odds, mass, tail


def _times(log_ratio: np.ndarray, mass: np.ndarray, alpha: float) -> tuple[np.ndarray, np.ndarray, PowerTail]:
    """Nodes of ln y with masses, and the tail. The trapezoidal rule in ln V begins for every ratio at ln y = −reach."""
    a, beta = 1 - 1 / alpha, alpha - 1
    log_rate = math.log(revealed_mass(alpha).rate)
    powers = np.log(mass) + beta * log_ratio
    total = float(np.logaddexp.reduce(powers))
    top = float(log_ratio[powers - total > math.log(_RELEVANT)].max())
    reach = max(top + _SMALL / alpha, _EARLY + log_rate)
    kept = mass > _NEGLIGIBLE
    log_ratio, mass = log_ratio[kept], mass[kept]
    first = alpha * (log_ratio - reach)  # steps of all ratios then fall on the same values of ln y
    skipped = np.ceil(np.maximum(-_FIRST / a - first, 0.0) / _STEP).astype(np.int64)
    first += _STEP * skipped
    steps = np.arange(math.ceil((_LAST - float(first.min())) / _STEP))
    log_v = first[:, None] + _STEP * (steps + 0.5)
    density = a * log_v - np.exp(np.minimum(log_v, 10.0)) - math.lgamma(a)
    weight = mass[:, None] * np.exp(density) * _STEP
    weight[:, 0] *= 1 - a * _STEP / 24 * math.exp(-a * _STEP / 2)  # Euler and Maclaurin's correction of this end
    if alpha < _STEP * _CELLS:  # steps are wider than cells
        found = np.bincount((skipped[:, None] + steps).ravel(), weight.ravel())
        log_y = _STEP / alpha * (np.arange(len(found)) + 0.5) - reach
    else:
        log_y, found = _merged((log_v / alpha - log_ratio[:, None]).ravel(), weight.ravel())
    log_scale = total + math.log(alpha) - math.lgamma(a) - beta * log_rate + float(gammaln(beta))
    return log_y, found, PowerTail(beta, log_scale, log_rate - reach)


def _merged(log_y: np.ndarray, mass: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Nodes of one cell of ln y put together at their mean, unless they are few."""
    kept = mass > _NEGLIGIBLE
    log_y, mass = log_y[kept], mass[kept]
    if len(log_y) <= _FEW:
        return log_y, mass
    cell = np.floor(log_y * _CELLS).astype(np.int64)
    cell -= cell.min()
    total = np.bincount(cell, mass)
    used = total > 0
    return np.bincount(cell, mass * log_y)[used] / total[used], total[used]


def losers(law: RatioLaw, alpha: float, log_y: np.ndarray) -> np.ndarray:
    """λ(y) = 1 − E_Q ρ(y r): how many points a unit of time before the winner lose against it, on average."""
    present = np.isfinite(law.log_ratio) & (law.proposal_mass > _UNSEEN)
    log_ratio, mass = law.log_ratio[present], law.proposal_mass[present]
    revealed = revealed_mass(alpha)

    rows = max(1, _BLOCK // len(mass))

    def winners(log_y: np.ndarray) -> np.ndarray:
        parts = (log_y[start : start + rows, None] for start in range(0, max(len(log_y), 1), rows))
        return np.concatenate(
            [revealed(np.minimum(part + log_ratio, _SATURATED), np.array(0.0)) @ mass for part in parts]
        )

    losers = np.ones_like(log_y)
    seen = log_y + math.log(revealed.rate) > math.log(_NEGLIGIBLE)  # winners are at most g y
    wanted = log_y[seen]
    if len(wanted) > _CURVE and len(mass) > _CURVE // 4:  # many ratios make a smooth function
        low, high = float(wanted.min()), float(wanted.max())
        points = np.linspace(low, high, _CURVE)
        losers[seen] -= _spline(winners(points), (wanted - low) / (points[1] - points[0]))
    else:
        losers[seen] -= winners(wanted)
    return np.maximum(losers, _LEAST)


def _spline(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """The cubic spline through values (m,) at 0, …, m − 1, whose first two and last two pieces are one cubic each, at
    places (n,) in [0, m − 1]."""
    rises, slopes = np.diff(values), _slopes(values)
    cell = np.minimum(places.astype(int), len(rises) - 1)
    t, rise, first, last = places - cell, rises[cell], slopes[cell], slopes[cell + 1]
    return values[cell] + t * (first + t * (3 * rise - 2 * first - last + t * (first + last - 2 * rise)))


def _slopes(values: np.ndarray) -> np.ndarray:
    """Of the spline, (m,): s_{i−1} + 4s_i + s_{i+1} = 3(f_{i+1} − f_{i−1}), s_0 + 2s_1 = (5(f_1 − f_0) + f_2 − f_1)/2
    and its mirror image; each s_i is eliminated from the next equation."""
    rises = np.diff(values)
    inner = (3 * (rises[:-1] + rises[1:])).tolist()
    known, share = [float(5 * rises[0] + rises[1]) / 2], [2.0]  # s_i = known_i − share_i s_{i+1}
    for wanted in inner:
        pivot = 4 - share[-1]
        known.append((wanted - known[-1]) / pivot)
        share.append(1 / pivot)
    slopes = [(float(5 * rises[-1] + rises[-2]) / 2 - 2 * known[-1]) / (1 - 2 * share[-1])]
    for one, part in zip(reversed(known), reversed(share), strict=True):
        slopes.append(one - part * slopes[-1])
    return np.array(slopes[::-1])
