"""Sketches and their signal over noise by formulas that the package does not use."""

from __future__ import annotations

import numpy as np

__all__ = ["laplace_signal_to_noise", "mixture_sketch"]


def laplace_signal_to_noise(
    share: np.ndarray | float,
    *,
    epsilon: np.ndarray | float,
    features: np.ndarray | float,
    device_samples: np.ndarray | float,
    devices: np.ndarray | float = 1,
    kept_share: np.ndarray | float = 1.0,
) -> np.ndarray | float:
    """SNR(ε; n₀, L, α_r, m) = α_r n₀ L δ / (1 − α_r δ + 32 α_r m²/(n₀ ε²)), for maps: arrays broadcast.

    Laplace noise, one sample replaced. share: δ in [0, 1]; epsilon: > 0 in nats; features: m; device_samples: n₀;
    devices: L; kept_share: α_r in (0, 1].
    """
    noise = 32.0 * kept_share * np.square(features) / (device_samples * np.square(epsilon))
    return kept_share * device_samples * devices * share / (1.0 - kept_share * share + noise)


def mixture_sketch(frequencies: np.ndarray, centroids: np.ndarray, cluster_std: float) -> np.ndarray:
    """z = E exp(iΩᵀx) of the equal mixture, (m,): e^{−σ²‖ω‖²/2} times the mean of exp(iΩᵀc_k)."""
    damping = np.exp(-0.5 * cluster_std**2 * np.sum(frequencies**2, axis=0))
    return damping * np.exp(1j * (centroids @ frequencies)).mean(axis=0)
