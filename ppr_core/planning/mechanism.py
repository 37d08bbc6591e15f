"""The uncompressed mechanism of a task, calibrated to its target: noise, channels, guarantees and error.

Everything here takes a *settled* set-up: one whose split of ε and number of reports are given, not left open.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, Context
from functools import lru_cache

import numpy as np

from ppr_core.accounting import gaussian_noise_std, gaussian_privacy
from ppr_core.channels import Channel, GaussianChannel, LaplaceChannel, PrivUnitChannel, RandomizedResponseChannel
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.planning.categories import release_error
from ppr_core.planning.setup import Release, Setup

__all__ = [
    "Mechanism",
    "channel_of",
    "epsilon_for_noise",
    "is_vector",
    "mechanism",
    "plain_bits",
    "privunit",
    "released",
    "round_down",
    "shares",
]

_FLOAT_BITS = 32.0
_DRAWS = 4096  # outputs behind the error of a mechanism without a formula for it


@dataclass(frozen=True)
class Mechanism:
    """noise: s of each coordinate of a report (Gaussian), ε per unit of distance (Laplace), or ε of one report;
    local: all reports of one user against the database; central: the mean, None for other tasks; error: what is
    expected, None where nothing is known of it: as a root mean square over a coordinate of the report or the mean, the
    standard deviation of an estimated frequency, or E‖z/m − x‖² of what a user's PrivUnit reports say; error_label:
    which of them; mean_error: E‖·‖² of the mean over n users, of PrivUnit."""

    noise: float
    local: PrivacyGuarantee
    central: PrivacyGuarantee | None
    error: float | None
    error_label: str
    mean_error: float | None = None


@lru_cache(maxsize=512)
def mechanism(p: Setup) -> Mechanism:
    """The mechanism with the least noise that reaches (ε, δ), rounded to the private side."""
    if p.task in _OTHERS:
        return _OTHERS[p.task](p)
    return _gaussian(p) if p.gaussian else _declared(p)


def privunit(p: Setup) -> PrivUnitChannel:
    """The channel of one of the reports, among which ε is shared out evenly (Feldman and Talwar 2021, Lemma 5.1)."""
    assert p.split is not None
    return _privunit_channel(p.dimension, p.epsilon / shares(p), p.split)


@lru_cache(maxsize=512)
def _privunit_channel(dimension: int, epsilon: float, split: str) -> PrivUnitChannel:
    return PrivUnitChannel(dimension=dimension, epsilon=epsilon, split=split)


def shares(p: Setup) -> int:
    """The messages of a user that say the same."""
    return p.reports or 1 if p.task == "privunit" else 1


def epsilon_for_noise(p: Setup, noise: float) -> float:
    """The ε at which a central target asks for this noise of each report; rounding errs to the private side, so the
    noise at the returned ε is not less."""
    return gaussian_privacy(noise * math.sqrt(p.clients), _sensitivity(p), p.delta, notion="central").epsilon


def channel_of(p: Setup, size: int, scale: float) -> tuple[Channel, np.ndarray]:
    """The channel of a chunk of ``size`` entries, with a proposal ``scale`` times as wide as the one of least r*, and
    the input of largest norm with equal entries, (size,); of other data one input like all others."""
    if p.task == "categories":
        return RandomizedResponseChannel(size=p.categories, epsilon=p.epsilon), np.array(0)
    if p.task == "privunit":
        return privunit(p), np.full(p.dimension, 1 / math.sqrt(p.dimension))
    if not p.noisy:
        channel = released(p)
        x = np.zeros(channel.event_shape, dtype=float if channel.event_shape else int)
        if channel.event_shape:
            x[0] = getattr(channel, "norm_bound", 1.0)
        return channel, x
    noise = mechanism(p).noise
    x = np.full(size, p.norm_bound / math.sqrt(p.dimension))
    shape = {"dimension": size, "norm_bound": float(np.linalg.norm(x))}
    if p.task == "laplace":
        flat = min(size / shape["norm_bound"], noise)
        return LaplaceChannel(**shape, epsilon=noise, proposal_epsilon=min(flat / scale, noise)), x
    best = GaussianChannel(**shape, noise_std=noise)
    if scale == 1:
        return best, x
    return GaussianChannel(**shape, noise_std=noise, proposal_width=best.proposal_width * scale), x


def plain_bits(p: Setup) -> float:
    """Of the output as it is: 32-bit floats, a category, or bits."""
    if p.own:
        return _FLOAT_BITS * p.dimension if is_vector(p) else float(math.ceil(math.log2(p.categories)))
    channel = released(p)
    size = float(math.prod(channel.output_shape))
    if channel.event_shape:
        return _FLOAT_BITS * size
    return size if channel.output_shape else float(math.ceil(math.log2(channel.output_size)))


def is_vector(p: Setup) -> bool:
    """Whether the data are vectors."""
    return p.task != "categories" if p.own else bool(released(p).event_shape)


def round_down(value: float, digits: int = 4) -> float:
    """The value at so many significant digits, not above it."""
    rounded = float(f"{value:.{digits - 1}e}")
    if rounded <= value:
        return rounded
    return float(Context(prec=digits, rounding=ROUND_FLOOR).create_decimal_from_float(value))


def _gaussian(p: Setup) -> Mechanism:
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


def _laplace(p: Setup) -> Mechanism:
    rate = p.epsilon / (2 * p.norm_bound)
    channel = LaplaceChannel(dimension=p.dimension, epsilon=rate, norm_bound=p.norm_bound)
    return Mechanism(rate, channel.privacy(), None, math.sqrt(p.dimension + 1) / rate, "Error per coordinate")


def _categories(p: Setup) -> Mechanism:
    channel = RandomizedResponseChannel(size=p.categories, epsilon=p.epsilon)
    keep = math.exp(channel.log_ratio_bound()) / p.categories
    other = (1 - keep) / (p.categories - 1)
    error = math.sqrt(keep * (1 - keep) / p.clients) / (keep - other)  # of a frequency near 1, the largest
    return Mechanism(p.epsilon, channel.privacy(), None, error, "Error of an estimated frequency")


def _privunit(p: Setup) -> Mechanism:
    """The mean of s independent reports; their ε add up."""
    channel = privunit(p)
    error, own = channel.error_per_client / shares(p), channel.privacy()
    local = replace(own, epsilon=own.epsilon * shares(p))
    label = "Squared error of a report" if shares(p) == 1 else "Squared error of a user's reports"
    return Mechanism(p.epsilon / shares(p), local, None, error, label, error / p.clients)


def _declared(p: Setup) -> Mechanism:
    """A mechanism as it is declared; of vectors the error is measured, of categories that of a frequency."""
    channel, x = channel_of(p, p.dimension, 1.0)
    if not is_vector(p):
        label = "Error of an estimated frequency"
        return Mechanism(p.epsilon, channel.privacy(p.delta), None, release_error(channel, p), label)
    inputs = np.broadcast_to(x, (_DRAWS, *x.shape))
    away = channel.sample(inputs, np.random.default_rng(0)) - inputs
    error = float(np.sqrt(np.mean(away**2)))
    return Mechanism(p.epsilon, channel.privacy(p.delta), None, error, "Error per coordinate")


_OTHERS = {"laplace": _laplace, "categories": _categories, "privunit": _privunit}


@lru_cache(maxsize=64)
def released(p: Setup) -> Channel:
    """The mechanism that `Setup.release` makes for the set-up's (ε, δ), dimension, norm bound C and categories."""
    goal = Release(p.epsilon, p.delta, p.dimension, p.norm_bound, p.categories)
    assert p.release is not None
    return p.release(goal)


def _sensitivity(p: Setup) -> float:
    """How far one client moves the sum."""
    return p.norm_bound * (1 if p.neighbours == "zero_out" else 2)
