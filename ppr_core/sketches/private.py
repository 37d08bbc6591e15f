"""Private sketches: noise on a device's sum of features, and what is promised to the contributors."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ppr_core import validation
from ppr_core.accounting import gaussian_noise_std
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.sketches.fourier import FourierSketch, SketchSum
from ppr_core.wording import number

__all__ = ["NEIGHBOURS", "NOISES", "PrivateSketch", "ReleasedSketch"]

NEIGHBOURS = ("replace_one", "add_remove")
NOISES = ("laplace", "gaussian")

_LEAST_COUNT = 1.0


@dataclass(frozen=True, eq=False)
class ReleasedSketch:
    """What devices publish: noisy Σ exp(iΩᵀx) ⊙ b, (m,) complex, and a count, noisy or public. Releases add up."""

    total: np.ndarray
    count: float
    kept_share: float

    def __add__(self, other: ReleasedSketch) -> ReleasedSketch:
        same = isinstance(other, ReleasedSketch) and self.total.shape == other.total.shape
        validation.require(same, "other", other, f"a release of {len(self.total)} features")
        return replace(self, total=self.total + other.total, count=self.count + other.count)

    def mean(self) -> np.ndarray:
        """The estimate of E exp(iΩᵀx): the sum divided by α_r and the count (taken as at least 1), (m,) complex."""
        return self.total / (max(self.count, _LEAST_COUNT) * self.kept_share)


class PrivateSketch:
    """A device's sum of features plus noise on every real and imaginary part: (ε, δ)-private for its contributors.

    One sample has r features on the unit circle. Replacing it ("replace_one", so the number of samples is public)
    moves the real and imaginary parts of the sum by at most Δ₁ = 2√2·r in L1 and Δ₂ = 2√r in L2 norm; adding or
    removing one ("add_remove") by √2·r and √r. Neither bound can be lowered: both are reached where all kept phases
    are odd multiples of π/4. Masks are drawn without looking at the data, so privacy holds for each choice of them.
    The guarantee is that of real numbers; what the rounding of floating point reveals is not hidden.

    noise "laplace": scale b = Δ₁/ε (δ = 0); "gaussian": the smallest standard deviation for (ε, δ) and Δ₂.
    Under "add_remove" the count is released too and pays its share c of the budget. Laplace: the sum gets (1−c)ε and
    the count cε. Gaussian: one release of the sum and the count times a factor, together of L2 sensitivity Δ₂/√(1−c),
    so that the sum carries noise larger by 1/√(1−c). A wrong count only rescales the sketch, which moves no centroid;
    a small share is enough.

    Schellekens et al.: Differentially private compressive k-means (ICASSP 2019), private sketch mechanism.
    sketch: the features. epsilon: in nats, > 0, infinite for no noise. delta: in [0, 1), 0 for "laplace", above 0 for
    "gaussian". count_share: c in (0, 1), used under "add_remove" only.

    >>> from ppr_core import FourierSketch, PrivateSketch, SharedRandomness
    >>> sketch = FourierSketch(dimension=2, features=50, scale=1.0, shared=SharedRandomness(1))
    >>> PrivateSketch(sketch=sketch, epsilon=1.0).epsilon
    1.0
    """

    def __init__(
        self,
        *,
        sketch: FourierSketch,
        epsilon: float,
        delta: float = 0.0,
        noise: str = "laplace",
        neighbours: str = "replace_one",
        count_share: float = 0.02,
    ) -> None:
        validation.require(isinstance(sketch, FourierSketch), "sketch", sketch, "a FourierSketch")
        self.sketch = sketch
        self.epsilon = validation.real("epsilon", epsilon, 0.0, low_open=True, infinite=True)
        self.noise = validation.choice("noise", noise, NOISES)
        self.delta = validation.real("delta", delta, 0.0, 1.0, high_open=True)
        if noise == "laplace":
            validation.require(self.delta == 0.0, "delta", delta, "0 for Laplace noise")
        else:
            validation.require(self.delta > 0.0, "delta", delta, "above 0 for Gaussian noise")
        self.neighbours = validation.choice("neighbours", neighbours, NEIGHBOURS)
        share = validation.probability("count_share", count_share)
        self.count_share = share if neighbours == "add_remove" else 0.0
        if noise == "laplace":
            self.noise_scale = self.sensitivity / ((1.0 - self.count_share) * self.epsilon)
            self.count_scale = 1.0 / (share * self.epsilon) if self.count_share else 0.0
        else:
            multiplier = gaussian_noise_std(1.0, self.epsilon, self.delta)
            self.noise_scale = multiplier * self.sensitivity / math.sqrt(1.0 - self.count_share)
            self.count_scale = multiplier / math.sqrt(share) if self.count_share else 0.0

    @property
    def sensitivity(self) -> float:
        """Largest change of the sum by one sample: Δ₁ for Laplace noise, Δ₂ for Gaussian noise."""
        once = math.sqrt(2.0) * self.sketch.kept if self.noise == "laplace" else math.sqrt(self.sketch.kept)
        return 2.0 * once if self.neighbours == "replace_one" else once

    @property
    def noise_std(self) -> float:
        """Standard deviation of the noise on each real and imaginary part of one device's sum."""
        return self._std(self.noise_scale)

    @property
    def count_std(self) -> float:
        """Standard deviation of the noise on one device's count; 0 where the count is public."""
        return self._std(self.count_scale)

    def privacy(self, *, local: bool = False) -> PrivacyGuarantee:
        """What a contributor is promised against all who see the releases. local: a device holds one sample only."""
        norm = "L1" if self.noise == "laplace" else "L2"
        relation = "one sample replaced" if self.neighbours == "replace_one" else "one sample added or removed"
        return PrivacyGuarantee(
            epsilon=self.epsilon,
            delta=self.delta,
            against="database",
            notion="local" if local else "central",
            source="sketch.laplace" if self.noise == "laplace" else "gaussian.analytic",
            conditions=(
                f"neighbours: {relation}",
                f"{norm} sensitivity {number(self.sensitivity, 6)} of a device's sum",
            ),
        )

    def release(self, summed: SketchSum, rng: np.random.Generator, *, devices: int = 1) -> ReleasedSketch:
        """The sum with the noise of so many devices, each of which added its own to its own part.

        summed: from `FourierSketch.sum`. rng: the devices' own randomness. devices: L >= 1; the sum of L independent
        noises is drawn at once from its own law (two gamma variables of shape L for Laplace noise).
        """
        size = self.sketch.features
        fits = isinstance(summed, SketchSum) and summed.total.shape == (size,)
        validation.require(fits, "summed", summed, f"a sum of {size} features")
        devices = validation.integer("devices", devices, 1)
        parts = self._noise(rng, (2, size), devices) * self.noise_scale
        count = float(summed.count)
        if self.count_share:
            count += float(self._noise(rng, (), devices)) * self.count_scale
        return ReleasedSketch(summed.total + parts[0] + 1j * parts[1], count, self.sketch.kept_share)

    def _noise(self, rng: np.random.Generator, shape: tuple[int, ...], devices: int) -> np.ndarray:
        """A sum of so many independent noises of scale 1."""
        if self.noise == "gaussian":
            return math.sqrt(devices) * rng.standard_normal(shape)
        return rng.standard_gamma(devices, shape) - rng.standard_gamma(devices, shape)

    def _std(self, scale: float) -> float:
        return math.sqrt(2.0) * scale if self.noise == "laplace" else scale
