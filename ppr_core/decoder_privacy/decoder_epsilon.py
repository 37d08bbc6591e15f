"""ε of PPR's decoder, who sees list and index and no time: the tightest statement there is for a channel."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.decoder_privacy.guarantee import decoder_privacy, exact_decoder_privacy
from ppr_core.decoder_privacy.list_ends import list_ends
from ppr_core.decoder_privacy.list_epsilon import half_width, list_epsilon
from ppr_core.decoder_privacy.order_loss import surely_told
from ppr_core.decoder_privacy.pairs import accountable
from ppr_core.decoder_privacy.shared_marks import FiniteMarks, SharedMarks, shared_marks
from ppr_core.guarantees import ppr_pure

__all__ = ["DecoderEpsilon", "decoder_epsilon"]


@dataclass(frozen=True)
class DecoderEpsilon:
    """Between what the smallest ε lies with which list and index are (ε, delta)-private, in nats.

    lower, upper: its ends, lower = 0 where none is known; times: ε of whoever sees the arrival times, too, an upper
    bound. side: "both" ends, or "upper" alone, which then is that of the times. how: "list", by weighted lists, each
    end wrong with probability ``failure`` at most; "order", at α = ∞, where both are ∞; "times", by the law of the
    loss; "renyi", by Rényi orders or a theorem. inputs: "all" pairs of inputs, or the "pair" that outputs tell apart
    best: that no other one is told apart better without the times is not proven.

    >>> from ppr_core.decoder_privacy import DecoderEpsilon
    >>> told = DecoderEpsilon(
    ...     lower=2.9, upper=3.2, times=3.6, delta=1e-3, side="both", how="list", failure=1e-3, inputs="pair"
    ... )
    >>> told.lower <= told.upper <= told.times
    True
    """

    lower: float
    upper: float
    times: float
    delta: float
    side: Literal["both", "upper"]
    how: Literal["list", "order", "times", "renyi"]
    failure: float
    inputs: Literal["all", "pair"]

    @property
    def promised(self) -> float:
        """ε of a guarantee for all inputs."""
        return self.upper if self.inputs == "all" else self.times


@functools.lru_cache(maxsize=512)
def decoder_epsilon(
    channel: Channel,
    alpha: float,
    delta: float,
    *,
    failure: float = 1e-3,
    seed: int = 1,
    lists: int = 8000,
    width: float = 0.02,
) -> DecoderEpsilon:
    """ε at δ of the decoder of one PPR message; results are remembered.

    alpha: α in (1, ∞]; delta: in [0, 1]; failure: in (0, 1), for each end; seed: of the lists that are drawn, at most
    so many; width: half of what is between the ends, over their middle, with which no more lists are drawn. List and
    index alone are looked at on channels with registered lists (`shared_marks`): response, RAPPOR, subset selection,
    PrivUnit, Gaussian noise, Laplace noise of up to ten dimensions; for α from 1.05 on, and where whoever sees the
    times learns at most 60 nats. For two ratios a setting takes 10 to 50 milliseconds of one processor, up to 80 for
    PrivUnit, and extremes, which end further apart (`half_width`), up to a second; noise takes 0.2 to 0.5 seconds
    where 2000 lists are enough, else one to three.

    >>> from ppr_core import GaussianChannel
    >>> from ppr_core.decoder_privacy import decoder_epsilon
    >>> told = decoder_epsilon(GaussianChannel(dimension=1, noise_std=8.0, norm_bound=1.0), 2.0, 0.0)
    >>> told.lower, told.upper, told.side
    (0.0, inf, 'upper')
    """
    failure = validation.real("failure", failure, 0.0, 1.0, low_open=True)
    marks = _marks(channel) if delta > 0 else None
    known = _with_times(channel, alpha, delta, one_pair=marks is not None)
    if marks is None or known.times == 0:
        return known
    if math.isinf(alpha):
        sure = delta < _MARGIN * surely_told(marks)
        return replace(known, lower=math.inf, side="both", how="order") if sure else known
    if alpha < _CLOSEST or known.times > _LARGEST:
        return known
    rng = np.random.default_rng(seed)
    if isinstance(marks, FiniteMarks):
        ends = list_epsilon(marks, alpha, delta, rng, lists=lists, width=width, known=known.times, failure=failure)
    else:
        ends = _of_noise(marks, alpha, delta, rng, lists, width, failure)
    low, high = ends[0], min(ends[1], known.times)
    inputs: Literal["all", "pair"] = "all" if channel.name in _ALIKE else "pair"
    return replace(known, lower=low, upper=high, side="both", how="list", failure=failure, inputs=inputs)


_CLOSEST, _LARGEST = 1.05, 60.0  # α and nats beyond which masses have no float, or lists take long
_LEAST, _FEW = 4000, 2000  # lists of noise; so many first, if they may be enough

_MARGIN = 0.9  # above the error of a rule

#: Channels of which any two inputs are a relabelling of any other two.
_ALIKE = {"randomized_response", "rappor", "subset_selection"}


def _marks(channel: Channel) -> SharedMarks | None:
    try:
        return shared_marks(channel)
    except ValueError:
        return None


def _of_noise(
    marks: SharedMarks, alpha: float, delta: float, rng: np.random.Generator, lists: int, width: float, failure: float
) -> tuple[float, float]:
    """By a few lists, and by all where those leave more than ``width``; each time half of the failure."""
    low, high = 0.0, math.inf
    if width > 0 and lists >= 2 * _FEW:
        failure /= 2
        low, high = list_ends(marks, alpha, delta, rng, lists=(_FEW, _FEW), failure=failure)
        if half_width(low, high) <= width:
            return low, high
    ends = list_ends(marks, alpha, delta, rng, lists=(min(lists, _LEAST), lists), failure=failure)
    return max(low, ends[0]), min(high, ends[1])


def _with_times(channel: Channel, alpha: float, delta: float, *, one_pair: bool) -> DecoderEpsilon:
    """one_pair: one pair of inputs is worst of all, so that nothing is below the law of its loss."""
    if not accountable(channel):
        epsilon = ppr_pure(channel.privacy(), alpha).epsilon
        return DecoderEpsilon(0.0, epsilon, epsilon, delta, "upper", "renyi", 0.0, "all")
    by_loss = delta > 0 and math.isfinite(alpha)
    exact = exact_decoder_privacy(channel, alpha, delta).epsilon if by_loss else math.inf
    epsilon = exact if by_loss and one_pair else decoder_privacy(channel, alpha, delta).epsilon
    how: Literal["times", "renyi"] = "times" if by_loss and exact <= epsilon else "renyi"
    epsilon = min(exact, epsilon)
    return DecoderEpsilon(0.0, epsilon, epsilon, delta, "upper", how, 0.0, "all")
