"""How much of a private sketch is signal: the formula and its measurement.

Normalisation: features are exp(iωᵀx), of modulus 1, so ‖z‖² ≤ m for the true sketch z = E exp(iΩᵀx), and the formulas
use the share δ = ‖z‖²/m in [0, 1]. (With features divided by √m this δ is the squared norm itself.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from ppr_core import validation
from ppr_core.guarantees.types import Bound
from ppr_core.sketches.private import PrivateSketch

__all__ = ["measured_signal_to_noise", "resampled_signal_to_noise", "signal_share", "signal_to_noise"]


def signal_share(truth: np.ndarray) -> float:
    """δ = ‖z‖²/m of a sketch (m,).

    >>> import numpy as np
    >>> from ppr_core.sketches import signal_share
    >>> signal_share(np.array([1.0, 0.5j, 0.5]))
    0.5
    """
    return float(np.mean(np.abs(truth) ** 2))


def signal_to_noise(mechanism: PrivateSketch, share: float, *, device_samples: int, devices: int = 1) -> Bound:
    """SNR = ‖z‖² / Σ_j Var(s_j) = n α_r δ / (1 − α_r δ + V/(n₀ α_r) + n α_r δ W/n²), n = n₀L.

    The four terms: fresh data and masks (together 1 − α_r δ), the noise V = 2·Var on each feature of a device's sum,
    and, where the count is released too, its noise W (to first order). With Laplace noise for "replace_one"
    V/(n₀ α_r) = 32 α_r m²/(n₀ ε²), the formula of Schellekens et al. (ICASSP 2019).
    mechanism: features and noise. share: δ in [0, 1]. device_samples: n₀ >= 1. devices: L >= 1.

    >>> from ppr_core.sketches import ClusteringSetting, signal_to_noise
    >>> mechanism = ClusteringSetting(clusters=3, features=100, kept=100, epsilon=1.0).mechanism()
    >>> few, many = (signal_to_noise(mechanism, 0.1, device_samples=n).value for n in (1000, 2000))
    >>> round(many / few, 2)  # twice the samples: where noise prevails, four times the ratio
    3.99
    """
    share = validation.real("share", share, 0.0, 1.0)
    device_samples = validation.integer("device_samples", device_samples, 1)
    devices = validation.integer("devices", devices, 1)
    kept = mechanism.sketch.kept_share
    samples = device_samples * devices
    noise = 2.0 * mechanism.noise_std**2 / (device_samples * kept)
    count = kept * share * devices * mechanism.count_std**2 / samples
    value = samples * kept * share / (1.0 - kept * share + noise + count)
    conditions = ["independent samples, each with its own mask", f"{devices} × {device_samples} samples"]
    side: Literal["exact", "upper"] = "exact"
    if mechanism.count_std:  # a noisy divisor errs a little more than its first order
        side = "upper"
        conditions.append("noise of the count small against the count")
    return Bound(value=value, unit="ratio of powers", side=side, source="sketch.snr", conditions=tuple(conditions))


def measured_signal_to_noise(estimates: np.ndarray, truth: np.ndarray) -> tuple[float, float]:
    """‖z‖² / mean over runs of ‖s − z‖², and its standard error.

    estimates: (runs >= 2, m) complex, independent estimates of the sketch; truth: z, (m,) complex.

    >>> import numpy as np
    >>> from ppr_core.sketches import measured_signal_to_noise
    >>> ratio, error = measured_signal_to_noise(np.array([[1.1], [0.9]]), np.array([1.0]))
    >>> round(ratio, 6)  # 1²/0.1²
    100.0
    """
    validation.require(len(estimates) >= 2, "number of runs", len(estimates), "at least 2")
    power = float(np.sum(np.abs(truth) ** 2))
    errors = np.sum(np.abs(estimates - truth) ** 2, axis=1)
    value = power / float(errors.mean())
    return value, value * float(errors.std(ddof=1)) / float(errors.mean()) / len(errors) ** 0.5


def resampled_signal_to_noise(
    mechanisms: Sequence[PrivateSketch],
    points: np.ndarray,
    truth: np.ndarray,
    rng: np.random.Generator,
    *,
    runs: int,
    devices: int = 1,
) -> tuple[np.ndarray, np.ndarray]:
    """`measured_signal_to_noise` of k mechanisms of one sketch, where the samples are drawn anew from the data.

    The true z is then the data's own sketch. points: (n, d); truth: (m,) complex, their sketch without masks and noise;
    rng: of samples, masks and noise; runs >= 2; devices: L >= 1. Returns values and standard errors, (k,) each.
    """
    n, estimates = len(points), []
    for _ in range(runs):
        summed = mechanisms[0].sketch.sum(points[rng.integers(n, size=n)], rng)
        estimates.append([mechanism.release(summed, rng, devices=devices).mean() for mechanism in mechanisms])
    ratios = [measured_signal_to_noise(np.array(of_one), truth) for of_one in zip(*estimates, strict=True)]
    values, errors = np.array(ratios).T
    return values, errors
