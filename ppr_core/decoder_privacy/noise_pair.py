"""Two inputs of additive noise of any law with one peak: moments of the privacy loss, and a pair that dominates it.

The two inputs furthest apart are told apart best. For γ >= 1 look at H_γ(d) = ∫ (f(z) − γ f(z − d))₊ dz, d > 0: where
the integrand is positive f(z) > f(z − d), so z − d lies before the mode m (both beyond m would mean f(z) <= f(z − d)),
and a larger d only makes f(z − d) smaller there. The integrand rises with d point by point; for γ < 1 the same holds
of the reverse pair by H_γ(P‖Q) = 1 − γ + γ H_{1/γ}(Q‖P). So every event of a nearer pair is a worse one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ppr_core.accounting import AtomicPair, PoissonLoss, epsilon_of_atoms, output_delta, output_epsilon, poisson_loss
from ppr_core.channels import ScalarNoiseChannel
from ppr_core.channels.noise_nodes import noise_nodes, noise_quantiles

__all__ = ["NoisePair"]

_SPREADS = 600  # on each side of the noise panels of one spread follow each other, and doublings of that from there on
_DOUBLINGS = 24
_BLOCK = 1 << 21
_PANEL = 8  # nodes
_STEP = 5.0  # nats from one node to the next in a panel that counts: more is a peak that nodes miss
_COUNTED = 1e-2  # of its largest value an integrand counts
_NEGLECTED = 1e-12  # of an integral may lie in the last panels
_ATOMS = 24  # losses on each side of 0 between which the dominating pair is linear
_FINE = 8  # parts of panels where δ has a kink inside of one
_CLOSER = 1.4  # power by which they lie closer near 0
_ROUNDED = 1e-9  # a smaller mass outside of a support is rounding
_REST = 1e-14  # of an unbounded loss is counted as infinite
_SHORTEST = 1e-3  # nats that the grid of losses reaches on each side of 0, at least
_HUGE = 1e200  # nats beyond which a product may overflow
_SAME = 1e-4  # relatively to ε: losses seen so near to it count as ε


@dataclass(frozen=True, eq=False)
class NoisePair:
    """ℓ(Z) = ln f(Z) − ln f(Z − s) for noise Z of density f, a `LossPair`.

    channel: whose noise it is; shifts: (p,) of them, s = x′ − x with |s| <= 2C; more than one stands for several
    pairs, along a trailing axis (p,) of everything that is computed.
    """

    channel: ScalarNoiseChannel
    shifts: tuple[float, ...]

    @cached_property
    def _rule(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """ln f(z)·weight and ℓ(z) at nodes, (p, n) each, and which nodes lie in the outermost panels, (p, n)."""
        found = [self._nodes(shift) for shift in self.shifts]
        size = max(len(part[0]) for part in found)
        fill = (-math.inf, 0.0, False)
        log_mass, loss, ends = (
            np.stack([np.pad(part[i], (0, size - len(part[i])), constant_values=fill[i]) for part in found])
            for i in range(3)
        )
        return log_mass, loss, ends

    def _nodes(self, shift: float, parts: int = 1) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """`_rule` of one shift, (n,) each; parts: into which panels between quantiles are divided once more."""
        noise, own = self.channel.noise, noise_quantiles(self.channel.noise)
        edges = np.unique(np.concatenate([own, own + shift, self.channel.mode + np.array([0.0, shift])]))
        edges = np.interp(np.arange(0, len(edges) - 1 + 0.5 / parts, 1 / parts), np.arange(len(edges)), edges)
        if self._unbounded:
            spread = max(float(noise.ppf(0.75) - noise.ppf(0.25)), 1e-9)
            steps = np.concatenate([np.arange(1, _SPREADS), _SPREADS * 2.0 ** np.arange(_DOUBLINGS)])
            reach = spread * steps + abs(shift)
            edges = np.concatenate([own[0] - reach, edges, own[-1] + reach])
        z, weight = noise_nodes(edges, _PANEL)
        with np.errstate(all="ignore"):
            log_f, other = noise.logpdf(z), noise.logpdf(z - shift)
            loss = np.where(np.isneginf(log_f), 0.0, log_f - other)
        ends = np.zeros(z.shape, dtype=bool)
        ends[:_PANEL], ends[-_PANEL:] = True, True
        return np.log(weight) + log_f, loss, ends

    @property
    def _unbounded(self) -> bool:
        return all(math.isinf(end) for end in self.channel.noise.support())

    @cached_property
    def mean(self) -> np.ndarray:
        """KL in nats; ∞ where one of the two inputs excludes outputs of the other."""
        log_mass, loss, _ = self._rule
        mass = np.exp(log_mass)
        mass = np.where(mass > _ROUNDED * _REST, mass, 0.0)
        with np.errstate(invalid="ignore"):
            found = np.where(mass > 0, mass * loss, 0.0).sum(axis=1) / mass.sum(axis=1)
        return self._axis(np.maximum(found, 0.0))

    @cached_property
    def width(self) -> np.ndarray:
        """sup ℓ − inf ℓ; ∞ without pure ε."""
        if math.isinf(self.channel.privacy().epsilon):
            return self._axis(np.full(len(self.shifts), math.inf))
        high, low = self._ends
        return self._axis(high - low)

    def _axis(self, found: np.ndarray) -> np.ndarray:
        """Without the trailing axis of a single pair."""
        return found[..., 0] if len(self.shifts) == 1 else found

    @property
    def _ends(self) -> tuple[np.ndarray, np.ndarray]:
        """sup and inf of ℓ, (p,) each, where pure ε is finite; what is seen near ±ε counts as that, to be safe."""
        epsilon, (log_mass, loss, _) = self.channel.privacy().epsilon, self._rule
        seen = np.isfinite(log_mass)
        high, low = np.where(seen, loss, -np.inf).max(axis=1), np.where(seen, loss, np.inf).min(axis=1)
        near = epsilon * (1 - _SAME)
        return np.where(high > near, epsilon, high), np.where(low < -near, -epsilon, low)

    def log_moment(self, exponents: np.ndarray) -> np.ndarray:
        """ln ∫ f(z) e^{cℓ(z)} dz by quadrature, (e,) -> (e,); a bound above where nodes do not resolve it."""
        exponents, (log_mass, loss, edge) = np.asarray(exponents, dtype=float), self._rule
        if not self._unbounded:
            return self._axis(np.where(exponents[:, None] == 0, 0.0, np.full(len(self.shifts), math.inf)))
        rows = max(1, _BLOCK // log_mass.size)
        blocks = [exponents[start : start + rows] for start in range(0, len(exponents), rows)]
        return self._axis(np.concatenate([self._log_moments(block, log_mass, loss, edge) for block in blocks]))

    def _log_moments(self, c: np.ndarray, log_mass: np.ndarray, loss: np.ndarray, edge: np.ndarray) -> np.ndarray:
        known = (log_mass > -_HUGE) & (np.abs(loss) < _HUGE)
        terms = np.where(known, log_mass + c[:, None, None] * np.where(known, loss, 0.0), -np.inf)
        top = terms.max(axis=-1, keepdims=True)
        shares = np.exp(terms - top)
        total = shares.sum(axis=-1)
        # Beyond the last node that is known lies what is not: next to nothing may be left there.
        last = known & ~(np.roll(known, 1, axis=-1) & np.roll(known, -1, axis=-1))
        outer = np.where(edge | last, shares, 0.0).sum(axis=-1) > _NEGLECTED * total
        panels = (*terms.shape[:-1], -1, _PANEL)
        with np.errstate(invalid="ignore"):
            steep = np.abs(np.diff(terms.reshape(panels), axis=-1)).max(axis=-1) > _STEP
        rough = steep & (shares.reshape(panels).max(axis=-1) > _COUNTED)
        found = np.log(total) + top[..., 0]
        found = np.where(outer | rough.any(axis=-1), self._most(c), found)
        return np.where(c[:, None] == 0, 0.0, found)

    def _most(self, c: np.ndarray) -> np.ndarray:
        """What ln M(c) is at most, (e, p): c·sup ℓ for c >= 0, (c + 1)·inf ℓ for c <= −1; ∞ without pure ε."""
        if math.isinf(self.channel.privacy().epsilon):
            return np.full((len(c), len(self.shifts)), math.inf)
        high, low = self._ends
        return np.where(c[:, None] >= 0, c[:, None] * high, (c[:, None] + 1) * low)

    def singles(self) -> list[NoisePair]:
        """The pairs one by one."""
        return [NoisePair(self.channel, (shift,)) for shift in self.shifts]

    def delta(self, epsilon: float) -> float:
        """δ(ε) of the output by quadrature, the largest of the pairs."""
        return max(float(own @ -np.expm1(np.minimum(epsilon - loss, 0.0))) for own, loss in self.laws)

    @cached_property
    def laws(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Masses and losses at fine nodes, of each pair."""
        found = []
        for shift in self.shifts:
            log_mass, loss, _ = self._nodes(shift, _FINE)
            counted = np.isfinite(log_mass)
            mass = np.exp(log_mass[counted])
            found.append((mass / mass.sum(), loss[counted]))
        return found

    def dominating(self) -> AtomicPair:
        """Finitely many losses of which this pair, of one shift, can be made: no decoder learns less from them.

        δ(ε) between losses of a grid is replaced by its chord in e^ε, which lies above it because δ is convex in e^ε
        ("connect the dots": Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022). 24 losses on each side of 0; δ between
        them comes by quadrature, whose error is below 10⁻⁶.
        """
        log_mass, loss, _ = self._nodes(self.shifts[0], _FINE)
        counted = np.isfinite(log_mass)
        own, other = np.exp(log_mass[counted]), np.exp(log_mass[counted] - loss[counted])
        own, loss = own / own.sum(), loss[counted]
        finite = math.isfinite(float(self.width))
        low, high = (float(end[0]) for end in self._ends[::-1]) if finite else _ends_of(own, other, loss)
        grid = np.linspace(0.0, 1.0, _ATOMS + 1) ** _CLOSER
        below, above = np.exp(low * grid[::-1]), np.exp(high * grid)
        # H(γ), for γ < 1 as what it is above 1 − γ: of small γ nothing else is left after rounding.
        unseen = max(1 - float(other.sum()), 0.0)
        unseen = unseen if unseen > _ROUNDED else 0.0
        risen = np.maximum(below[:, None] * other - own, 0.0).sum(axis=1) + below * unseen
        kept = np.maximum(own - above[:, None] * other, 0.0).sum(axis=1)
        if finite:
            risen[0] = kept[-1] = 0.0
        first = np.diff(np.append(0.0, risen)) / np.diff(np.append(0.0, below)) - 1
        second = np.diff(kept) / np.diff(above)
        slopes = np.concatenate([first, second, [0.0]])
        slopes = np.minimum.accumulate(slopes[::-1])[::-1]
        gamma = np.append(below, above[1:])
        mass = np.diff(slopes)  # of the second input at every loss
        mine = mass * gamma
        losses, mine = np.append(np.log(gamma), math.inf), np.append(mine, 0.0 if finite else max(1 - mine.sum(), 0.0))
        return AtomicPair(losses, mine / mine.sum())


def _ends_of(own: np.ndarray, other: np.ndarray, loss: np.ndarray) -> tuple[float, float]:
    """(low, high): losses below which next to nothing lies of the second input, and above which of the first."""
    order = np.argsort(loss)
    rising, above, below = loss[order], np.cumsum(own[order][::-1])[::-1], np.cumsum(other[order])
    low = rising[min(int(np.sum(below <= _REST)), len(rising) - 1)]
    finite = np.isfinite(rising)
    high = rising[finite & (above > _REST)].max(initial=0.0)
    return min(float(low), -_SHORTEST), max(float(high), _SHORTEST)


@poisson_loss.register
def _(pair: NoisePair, alpha: float) -> PoissonLoss:
    """Of the dominating pair, so δ(ε) is an upper bound; ε is about one per cent too large."""
    return poisson_loss(pair.dominating(), alpha)


@output_delta.register
def _(pair: NoisePair, epsilon: float) -> float:
    return pair.delta(epsilon)


@output_epsilon.register
def _(pair: NoisePair, delta: float) -> float:
    if delta == 0:
        return pair.channel.privacy().epsilon
    return max(epsilon_of_atoms(loss, own, delta) for own, loss in pair.laws)
