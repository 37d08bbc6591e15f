"""The uncompressed mechanism of a task, calibrated to its target: noise, channels, guarantees and error."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ppr_core.accounting import gaussian_noise_std, gaussian_privacy
from ppr_core.channels import Channel, GaussianChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.split import privunit, unit_vector
from ppr_core.guarantees import PrivacyGuarantee

__all__ = ["Mechanism", "channel_of", "epsilon_for_local", "epsilon_for_noise", "mechanism"]


@dataclass(frozen=True)
class Mechanism:
    """noise: s of each coordinate of a report (Gaussian), ε per unit of distance (Laplace) or ε (categories, PrivUnit);
    local: one report against the database; central: the mean, None for other tasks; error: what is expected, as a
    root mean square over a coordinate of the report or the mean, the standard deviation of an estimated frequency, or
    E‖z/m − x‖² of a PrivUnit report; error_label: which of them; mean_error: E‖·‖² of the mean of n PrivUnit reports,
    None for other tasks."""

    noise: float
    local: PrivacyGuarantee
    central: PrivacyGuarantee | None
    error: float
    error_label: str
    mean_error: float | None = None


@lru_cache(maxsize=256)
def mechanism(p: ParameterCheck) -> Mechanism:
    """The mechanism with the least noise that reaches (ε, δ), rounded to the private side."""
    if p.task == "categories":
        channel = RandomizedResponseChannel(size=p.categories, epsilon=p.epsilon)
        keep = math.exp(channel.log_ratio_bound()) / p.categories
        other = (1 - keep) / (p.categories - 1)
        error = math.sqrt(keep * (1 - keep) / p.clients) / (keep - other)  # of a frequency near 1, the largest
        return Mechanism(p.epsilon, channel.privacy(), None, error, "Error of an estimated frequency")
    if p.task == "privunit":
        channel = privunit(p)
        error = channel.error_per_client
        return Mechanism(p.epsilon, channel.privacy(), None, error, "Squared error of a report", error / p.clients)
    if p.task == "laplace":
        rate = p.epsilon / (2 * p.norm_bound)
        channel = LaplaceChannel(dimension=p.dimension, epsilon=rate, norm_bound=p.norm_bound)
        return Mechanism(rate, channel.privacy(), None, math.sqrt(p.dimension + 1) / rate, "Error per coordinate")
    if p.central:
        noise = gaussian_noise_std(_sensitivity(p), p.epsilon, p.delta) / math.sqrt(p.clients)
    else:
        noise = gaussian_noise_std(2 * p.norm_bound, p.epsilon, p.delta)
    local = gaussian_privacy(noise, 2 * p.norm_bound, p.delta, notion="local")
    if not p.central:
        local = replace(local, epsilon=min(local.epsilon, p.epsilon))  # what the noise was made for, without rounding
    if p.task == "gaussian":
        return Mechanism(noise, local, None, noise, "Error per coordinate")
    total = gaussian_privacy(noise * math.sqrt(p.clients), _sensitivity(p), p.delta, notion="central")
    if p.central:
        total = replace(total, epsilon=min(total.epsilon, p.epsilon))
    return Mechanism(noise, local, total, noise / math.sqrt(p.clients), "Error of the mean per coordinate")


def epsilon_for_noise(p: ParameterCheck, noise: float) -> float:
    """The ε at which a central target asks for this noise of each report; rounding errs to the private side, so the
    noise at the returned ε is not less."""
    return gaussian_privacy(noise * math.sqrt(p.clients), _sensitivity(p), p.delta, notion="central").epsilon


def epsilon_for_local(p: ParameterCheck, limit: float) -> float:
    """The largest target ε at which one report is (limit, δ)-private against the database."""
    return epsilon_for_noise(p, gaussian_noise_std(2 * p.norm_bound, limit, p.delta)) if p.central else limit


def channel_of(p: ParameterCheck, size: int, scale: float) -> tuple[Channel, np.ndarray]:
    """The channel of a chunk of ``size`` entries, with a proposal ``scale`` times as wide as the one of least r*, and
    the input of largest norm with equal entries, (size,)."""
    noise = mechanism(p).noise
    if p.task == "categories":
        return RandomizedResponseChannel(size=p.categories, epsilon=noise), np.array(0)
    if p.task == "privunit":
        return privunit(p), unit_vector(p)
    entry = p.norm_bound / math.sqrt(p.dimension)
    x = np.full(size, entry)
    norm = float(np.linalg.norm(x))
    if p.task == "laplace":
        flat = min(size / norm, noise)
        return LaplaceChannel(
            dimension=size, epsilon=noise, norm_bound=norm, proposal_epsilon=min(flat / scale, noise)
        ), x
    best = GaussianChannel(dimension=size, noise_std=noise, norm_bound=norm)
    if scale == 1:
        return best, x
    width = best.proposal_width * scale
    return GaussianChannel(dimension=size, noise_std=noise, norm_bound=norm, proposal_width=width), x


def _sensitivity(p: ParameterCheck) -> float:
    """How far one client moves the sum."""
    return p.norm_bound * (1 if p.neighbours == "zero_out" else 2)
