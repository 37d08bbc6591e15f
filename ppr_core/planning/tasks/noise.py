"""One vector with noise: Gaussian, sent whole or in chunks, or Laplace in the Euclidean norm, sent whole."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np

from ppr_core.accounting import gaussian_noise_std, gaussian_privacy
from ppr_core.channels import Channel, GaussianChannel, LaplaceChannel
from ppr_core.guarantees import PrivacyGuarantee, ppr_metric
from ppr_core.planning.setup import Calibration, Claim, Setup, Task, mechanism

__all__ = ["GaussianRelease", "LaplaceRelease"]


class GaussianRelease(Task):
    """Any two inputs of the ball are (ε, δ)-indistinguishable, by the analytic Gaussian mechanism."""

    name = "gaussian"
    label = "A vector, Gaussian noise"
    channel_name = GaussianChannel.name
    options = ("chunk", "proposal")

    def calibration(self, p: Setup) -> Calibration:
        noise, local = self.local_noise(p)
        return Calibration(noise, local, None, noise)

    def local_noise(self, p: Setup) -> tuple[float, PrivacyGuarantee]:
        """s that makes one report (ε, δ)-private, and its guarantee: what it was made for, without rounding."""
        noise = gaussian_noise_std(2 * p.norm_bound, p.epsilon, p.delta)
        local = gaussian_privacy(noise, 2 * p.norm_bound, p.delta, notion="local")
        return noise, replace(local, epsilon=min(local.epsilon, p.epsilon))

    def channel(self, p: Setup, size: int | None = None, scale: float = 1.0) -> tuple[Channel, np.ndarray]:
        x = np.full(size or p.dimension, p.norm_bound / math.sqrt(p.dimension))
        norm, noise = float(np.linalg.norm(x)), mechanism(p).noise
        build = partial(GaussianChannel, dimension=len(x), norm_bound=norm, noise_std=noise)
        best = build()
        return best if scale == 1 else build(proposal_width=best.proposal_width * scale), x

    def least_divergence(self, p: Setup, size: int) -> float:
        """Of width C²/d (Corollary 12), which is narrower than the one of least r*."""
        best = self.channel(p, size)[0]
        assert isinstance(best, GaussianChannel)
        return best.norm_bound**2 / best.dimension / best.proposal_width


class LaplaceRelease(Task):
    """Noise of density e^{−ε‖z − x‖/2C}: pure ε for any two inputs of the ball, and metric privacy beside it."""

    name = "laplace"
    label = "A vector, Laplace noise"
    channel_name = LaplaceChannel.name
    options = ("proposal",)
    schemes = ("ppr", "rejection", "plain", "mrc", "dql")

    def calibration(self, p: Setup) -> Calibration:
        rate = p.epsilon / (2 * p.norm_bound)
        channel = LaplaceChannel(dimension=p.dimension, epsilon=rate, norm_bound=p.norm_bound)
        return Calibration(rate, channel.privacy(), None, math.sqrt(p.dimension + 1) / rate)

    def channel(self, p: Setup, size: int | None = None, scale: float = 1.0) -> tuple[Channel, np.ndarray]:
        """On the line with a proposal that is flat on [−C, C], which sends in fewer bits than any peaked one."""
        x, rate = np.full(size or p.dimension, p.norm_bound / math.sqrt(p.dimension)), mechanism(p).noise
        line, norm = len(x) == 1, float(np.linalg.norm(x))
        flat = rate if line else min(len(x) / norm, rate)
        proposal = {"proposal_epsilon": min(flat / scale, rate), "proposal_plateau": norm if line else 0.0}
        return LaplaceChannel(dimension=len(x), norm_bound=norm, epsilon=rate, **proposal), x

    def least_divergence(self, p: Setup, size: int) -> float:
        best = self.channel(p, size)[0]
        assert isinstance(best, LaplaceChannel)
        return best.proposal_epsilon / best.least_divergence_epsilon()

    def paper_scale(self, p: Setup, size: int) -> float:
        """Corollary 13's proposal is Gaussian: its ratio is unbounded."""
        return math.nan

    def claims(self, p: Setup, alpha: float, messages: int) -> tuple[Claim, ...]:
        channel = self.channel(p)[0]
        assert isinstance(channel, LaplaceChannel)
        metric = channel.metric_privacy()
        return (
            Claim("report", metric, metric.source, "distance"),
            Claim("report", ppr_metric(metric, alpha), "ppr.theorem9", "distance"),
        )
