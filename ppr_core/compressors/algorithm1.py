"""The paper's own encoder for PPR, kept as a readable reference."""

from __future__ import annotations

import heapq
import math
from typing import Any

import numpy as np
from scipy.special import gamma, gammainc

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.compressors.base import Compressor, DrawLimitExceeded
from ppr_core.compressors.privacy import poisson_privacy
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness, SharedRows
from ppr_core.wording import number

__all__ = ["PoissonReference", "draws_expected"]


class PoissonReference(Compressor):
    """PPR by Algorithm 1 of Liu, Chen, Özgür, Li 2024: the law of `PoissonPrivateRepresentation`, input by input.

    Arrivals (T, V) come in increasing B = (T^α·min(V, 1))^{1/α}, wait in a heap until no earlier T can follow, and
    then take the next sample Z in order of T. Every Z up to the latest waiting arrival has to be drawn, so the
    number of draws has a tail of index α − 1: for α <= 2 its mean is infinite.

    alpha: in (1, ∞). draw_limit: samples of Q an encode may draw before `DrawLimitExceeded` says how far it came.

    >>> import numpy as np
    >>> from ppr_core import RandomizedResponseChannel, SharedRandomness
    >>> from ppr_core.compressors import PoissonReference
    >>> ppr, shared = PoissonReference(RandomizedResponseChannel(size=4, epsilon=1.0), 3.0), SharedRandomness(7)
    >>> messages = ppr.encode(np.zeros(3, dtype=int), shared, np.random.default_rng(1))
    >>> ppr.decode(messages, shared)
    array([0, 1, 1])
    """

    name = "ppr_algorithm1"
    label = "PPR, Algorithm 1"
    exact = True

    def __init__(self, channel: Channel, alpha: float, *, draw_limit: int = 1_000_000) -> None:
        super().__init__(channel)
        self.alpha = validation.real("alpha", alpha, 1.0, low_open=True)
        self.draw_limit = validation.integer("draw_limit", draw_limit, 1)

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """As for PPR: the law of (Z₁, Z₂, …, K) is the same."""
        return poisson_privacy(self.channel, self.alpha, delta)

    def expected_cost(self, x: Any) -> np.ndarray:
        """Infinite for α <= 2. For α > 2 no closed form is known; r* bounds it from below and is what is returned."""
        bound = np.exp(self.channel.log_ratio_bound(self.channel.inputs(x)))
        return bound if self.alpha > 2 else np.full_like(bound, np.inf)

    def _choose(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        encoded = [self._encode_one(x[i : i + 1], int(tables[i]), shared, rng) for i in range(len(x))]
        pairs = np.array(encoded, dtype=np.int64).reshape(len(x), 2)
        return pairs[:, 0], pairs[:, 1]

    def _encode_one(
        self, x: np.ndarray, table: int, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[int, int]:
        """(K, samples drawn) for one input (1, *event_shape)."""
        alpha, shape = self.alpha, 1 - 1 / self.alpha
        early_mass = gamma(shape) * gammainc(shape, 1.0)  # ∫₀¹ e^{−v} v^{−1/α} dv: arrivals with V <= 1
        late_mass = math.exp(-1.0)  # P(V > 1)
        log_bound = float(np.asarray(self.channel.log_ratio_bound(x))[0])
        draws = _SampleOrder(self.channel, x, table, shared)
        best, best_index = math.inf, 0  # ln of the smallest (T/r)^α V
        heap: list[tuple[float, float, bool]] = []
        clock, hopeful = 0.0, 0
        while True:
            clock += rng.standard_exponential()
            log_b = math.log(clock / (late_mass + early_mass))  # B is a Poisson process of rate late + early
            if not hopeful and alpha * (log_b - log_bound) >= best:
                return best_index, draws.drawn
            if rng.random() * (late_mass + early_mass) < late_mass:
                log_mark = math.log1p(rng.standard_exponential())
                log_t = log_b
            else:
                log_mark = 1.0
                while log_mark > 0.0:
                    log_mark = _log_gamma_draw(shape, rng)
                log_t = log_b - log_mark / alpha
            can_win = alpha * (log_t - log_bound) + log_mark <= best
            heapq.heappush(heap, (log_t, log_mark, can_win))
            hopeful += can_win
            while heap and heap[0][0] <= log_b:
                log_t, log_mark, can_win = heapq.heappop(heap)
                hopeful -= can_win
                if draws.drawn >= self.draw_limit:
                    raise DrawLimitExceeded(
                        f"Algorithm 1 drew {draws.drawn} samples (draw_limit) without finishing; best index so far "
                        f"{best_index}, {hopeful} arrivals that could still win waiting; draws have a tail of index "
                        f"α − 1 = {number(alpha - 1, 6)}"
                    )
                score = alpha * (log_t - draws.next_log_ratio()) + log_mark
                if score < best:
                    best, best_index = score, draws.drawn


def _log_gamma_draw(shape: float, rng: np.random.Generator) -> float:
    """ln of a Gamma(shape) draw; for a shape near 0 the draw itself would often be no float but 0.

    A Gamma(shape + 1) draw times U^{1/shape} has the law wanted (Stuart 1962).
    """
    return math.log(rng.standard_gamma(shape + 1)) - rng.standard_exponential() / shape


class _SampleOrder:
    """ln r of Z₁, Z₂, … in order, fetched from the shared table in growing runs."""

    def __init__(self, channel: Channel, x: np.ndarray, table: int, shared: SharedRandomness) -> None:
        self._channel, self._x, self._table, self._shared = channel, x, table, shared
        self._ready: list[float] = []
        self._at = 0
        self.drawn = 0

    def next_log_ratio(self) -> float:
        if self._at == len(self._ready):
            run = np.arange(self.drawn + 1, self.drawn + 1 + max(16, min(self.drawn, 4096)))
            rows = SharedRows(self._shared, run, np.full(len(run), self._table))
            x = np.broadcast_to(self._x, (len(run), *self._x.shape[1:]))
            self._ready, self._at = self._channel.candidate_log_ratio(x, rows).tolist(), 0
        self._at += 1
        self.drawn += 1
        return self._ready[self._at - 1]


def draws_expected(log_bound: float, alpha: float, limit: int) -> float:
    """About how many samples of Q an encode draws, stopped at a limit; log_bound: ln r*, alpha: in (1, ∞).

    The latest of r* arrivals, whose times have a tail of index α − 1, is r*^{α/(α−1)} late: so P(draws > t) is about
    min(1, (t/t₀)^{1−α}) with that t₀, and the mean of the smaller of draws and limit is its integral.
    """
    log_scale = log_bound * alpha / (alpha - 1)
    room = math.log(limit) - log_scale
    if room <= 0:
        return float(limit)
    power = 2 - alpha
    tail = room if abs(power) < 1e-9 else math.expm1(power * room) / power
    return math.exp(log_scale) * (1 + tail)
