"""PrivUnit: unit vectors reported as unit vectors, more often from the cap around the input than from elsewhere."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels.base import TwoLevels, VectorChannel
from ppr_core.channels.caps import Cap, optimal_cap, split_cap
from ppr_core.channels.release import Release
from ppr_core.channels.transforms import standard_normals
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["PrivUnitChannel"]

SPLITS = ("optimized", "default", "hemisphere")
_DEFAULT_SHARE = 0.5  # of ε for the choice of cap or complement; the rest for the size of the cap
_LARGEST_EPSILON = 100.0  # caps of mass about e^−ε have squares and roots well within floats
_NARROW = 1e-2  # 1 − γ below which the distance tells cap from complement better than the inner product does


class PrivUnitChannel(VectorChannel):
    """PrivUnit₂ (Bhowmick, Duchi, Freudiger, Kapoor, Rogers 2018): a private unit vector z for a unit vector x of R^d.

    With probability p, z is uniform on the cap {z : ⟨x, z⟩ >= γ} of the unit sphere, else on its complement. The
    proposal is uniform on the sphere. The ratio is c1 = p/θ in the cap and c2 = (1−p)/(1−θ) outside, where
    θ = ½ I_{1−γ²}((d−1)/2, ½) is the mass of the cap: pure local privacy with ε = ln(c1/c2), and r* = c1. Since
    E[z] = m x, the estimate of x is z/m, of squared error E‖z/m − x‖² = 1/m² − 1.

    dimension: d >= 2. epsilon: in (0, 100], nats; ln(c1/c2) equals it, or stays below it where said. split: how
    ε is divided between the choice of the cap (p = 1/(1 + e^{−ε₀})) and its size:

    - "optimized": ε₀ of the largest m, so of the smallest error; ln(c1/c2) = ε.
    - a number s in (0, 1), or "default" for s = ½ (as in the code published with Shah et al. 2022): ε₀ = s·ε, and γ
      the largest that condition (16a) or (16b) of Bhowmick et al. allows for (1−s)·ε. They are sufficient, not
      necessary: ln(c1/c2) < ε, and `privacy` says by how much.
    - "hemisphere": γ = 0 and ε₀ = ε, the mechanism PrivHS (Duchi, Jordan, Wainwright 2018); ln(c1/c2) = ε.

    One class for all of them: they differ in (γ, p) only. Attributes: cap (`Cap`), gamma, cap_mass θ, cap_probability
    p; log_high ln c1 and log_low ln c2 in nats; scale m and error_per_client 1/m² − 1.

    >>> import numpy as np
    >>> from ppr_core import PrivUnitChannel
    >>> channel = PrivUnitChannel(dimension=8, epsilon=4.0)
    >>> channel.sample(np.eye(8), np.random.default_rng(0)).shape
    (8, 8)
    >>> float(round(channel.log_ratio_bound(), 3))
    2.341
    """

    name = "privunit"
    label = "PrivUnit"
    norm_bound = 1.0

    def __init__(self, *, dimension: int, epsilon: float, split: str | float = "optimized") -> None:
        self.dimension = validation.integer("dimension", dimension, 2)
        self.epsilon = validation.real("epsilon", epsilon, 0.0, _LARGEST_EPSILON, low_open=True)
        self.split = _split(split)
        self.width = self.dimension
        self.cap, cap_epsilon = self._choose_cap()
        self.gamma = self.cap.gamma
        self.cap_mass = self.cap.mass
        # ε = ε₀ + ln((1−θ)/θ), and θc1 + (1−θ)c2 = 1 with c1 = e^ε c2.
        self.log_low = -float(np.logaddexp(0.0, math.log(self.cap_mass) + _log_expm1(cap_epsilon)))
        self.log_high = _at_most(self.log_low, cap_epsilon)
        self.cap_probability = min(self.cap_mass * math.exp(self.log_high), 1.0)
        self.scale = math.exp(self.cap.log_first_moment + self.log_low + _log_expm1(cap_epsilon))
        # 1/γ² − 1 at the optimum, where m = γ: there it stays precise when m is almost 1.
        optimum = self.split == "optimized"
        gain, loss = (self.cap.cosine2, self.cap.sine2) if optimum else (self.scale**2, 1 - self.scale**2)
        self.error_per_client = max(loss, 0.0) / gain

    @classmethod
    def reaching(cls, goal: Release) -> PrivUnitChannel:
        """With the split of the smallest error."""
        return cls(dimension=goal.dimension, epsilon=goal.epsilon)

    @property
    def mean_squared_error(self) -> float:
        """2(1 − m)/d of the unit vector z as it is; divided by m, it would have no bias."""
        return 2 * (1 - self.scale) / self.dimension

    def _choose_cap(self) -> tuple[Cap, float]:
        """The cap and ln(c1/c2)."""
        if self.split == "optimized":
            return optimal_cap(self.dimension, self.epsilon), self.epsilon
        if self.split == "hemisphere":
            return Cap.from_gamma(self.dimension, 0.0), self.epsilon
        share = _DEFAULT_SHARE if self.split == "default" else float(self.split)
        cap = split_cap(self.dimension, (1 - share) * self.epsilon)
        return cap, min(share * self.epsilon + math.log1p(-cap.mass) - math.log(cap.mass), self.epsilon)

    def scale_at(self, cap_probability: float) -> float:
        """E⟨x, z⟩ if z is in the cap with the given probability and uniform within the cap and outside it.

        m(p) = (1−γ²)^{(d−1)/2} / ((d−1) B(½, (d−1)/2)) · (p/θ − (1−p)/(1−θ)); `scale` is m(cap_probability).
        """
        p = validation.real("cap_probability", cap_probability, 0.0, 1.0)
        mass = self.cap_mass
        return math.exp(self.cap.log_first_moment) * (p - mass) / (mass * (1 - mass))

    def inputs(self, x: Any) -> np.ndarray:
        """x as (n, d), brought to norm 1; it may be off by a relative 10⁻⁹."""
        x = super().inputs(x)
        norm = np.linalg.norm(x, axis=-1)
        if len(x):
            worst = float(norm[np.argmax(np.abs(norm - 1))])
            validation.require(abs(worst - 1) <= 1e-9, "norm of x", worst, "1, within a relative 1e-9")
        return x / norm[:, None]

    def sample(self, x: Any, rng: np.random.Generator) -> np.ndarray:
        """z = t x + √(1−t²) w, (n, d) -> (n, d): t by its inverse distribution function, w ⟂ x uniform."""
        x = self.inputs(x)
        inside = rng.random(len(x)) < self.cap_probability
        uniform = 1.0 - rng.random(len(x))  # in (0, 1]
        beyond = np.where(inside, uniform * self.cap_mass, self.cap_mass + uniform * (1 - self.cap_mass))
        cosine, sine = self.cap.quantile(beyond)
        across = rng.standard_normal(x.shape)
        across -= np.einsum("...i,...i->...", across, x)[..., None] * x
        across /= np.linalg.norm(across, axis=-1, keepdims=True)
        return cosine[:, None] * x + sine[:, None] * across

    def proposal(self, uniforms: np.ndarray) -> np.ndarray:
        """Uniform on the sphere, d normals divided by their norm: (..., d) -> (..., d)."""
        normals = standard_normals(uniforms)
        norm = np.sqrt(np.einsum("...i,...i->...", normals, normals))
        return np.divide(normals, norm[..., None], out=normals)

    def log_ratio(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        """ln c1 in the cap of x and ln c2 outside, in nats; x, z (..., d) -> (...)."""
        return np.where(self._in_cap(x, z), self.log_high, self.log_low)

    def _in_cap(self, x: np.ndarray, z: np.ndarray) -> np.ndarray:
        height = self.cap.height
        if height >= _NARROW:
            return np.einsum("...i,...i->...", x, z) >= self.gamma
        gap = z - x
        return np.einsum("...i,...i->...", gap, gap) <= 2 * height

    def contest(self, x: np.ndarray) -> tuple[str, tuple[Any, ...]] | None:
        """Only for even d, and for caps that the inner product tells from their complement."""
        if self.dimension % 2 or self.cap.height < _NARROW:
            return None
        return "cap", (np.ascontiguousarray(x), self.gamma, self.log_high, self.log_low)

    def log_ratio_bound(self, x: np.ndarray | None = None) -> np.ndarray | float:
        """ln c1 in nats, the same for every x."""
        return self.log_high if x is None else np.full(np.shape(x)[:-1], self.log_high)

    def divergence_bits(self, x: Any) -> np.ndarray:
        """p log2 c1 + (1−p) log2 c2, the same for every x."""
        outside = (1 - self.cap_mass) * math.exp(self.log_low)
        nats = max(self.cap_probability * self.log_high + outside * self.log_low, 0.0)
        return np.full(len(self.inputs(x)), nats / math.log(2))

    def two_levels(self) -> TwoLevels:
        """The cap around x: its mass, c1 and c2."""
        return TwoLevels(self.cap_mass, math.exp(self.log_high), math.exp(self.log_low))

    def privacy(self, delta: float = 0.0) -> PrivacyGuarantee:
        """Pure local differential privacy with ε = ln(c1/c2); δ is not needed."""
        sources = {"optimized": "privunit.definition", "hemisphere": "privunit.hemisphere"}
        return PrivacyGuarantee(
            epsilon=self.log_high - self.log_low,
            against="database",
            notion="local",
            source=sources.get(str(self.split), "privunit.split"),
        )


def _split(value: str | float) -> str | float:
    if isinstance(value, str):
        return validation.choice("split", value, SPLITS)
    return validation.probability("split", value)


def _log_expm1(epsilon: float) -> float:
    """ln(e^ε − 1) without overflow."""
    return epsilon + math.log(-math.expm1(-epsilon))


def _at_most(low: float, gap: float) -> float:
    """low + gap, rounded so that the difference to low is never above the gap."""
    high = low + gap
    while high - low > gap:
        high = math.nextafter(high, -math.inf)
    return high
