"""The message of the first page: one number with Laplace noise, as phones send it, and what its α costs and hides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ppr_core.channels import LaplaceChannel
from ppr_core.classroom.plans import channel_plan
from ppr_core.classroom.question import Question
from ppr_core.classroom.surveys import Settings, survey
from ppr_core.compressors import PoissonPrivateRepresentation, learned
from ppr_core.guarantees import DECODER
from ppr_core.index_law import expected_bits

__all__ = ["FirstStory", "first_story"]

_QUESTION = Question(kind="number", text="How many hours did you sleep last night?", low=0.0, high=12.0, unit="hours")
_SETTINGS = Settings(scheme="laplace", epsilon=2.0, code="elias_delta")
_ALPHAS = (1.05, 1.1, 1.2, 1.35, 1.5, 2.0, 3.0, 5.0, 10.0)
_DELTA = 1e-6
_ANSWERS = {0.0: 1 / 6, 0.5: 4 / 6, 1.0: 1 / 6}  # distance from the middle: weight, by Simpson's rule


@dataclass(frozen=True, eq=False)
class FirstStory:
    """A question with its settings; for each of the alphas, (a,): bits a message on average over all answers, and ε at
    ``delta`` against the decoder, in nats. The list is drawn from the proposal of ``channel``, which none beats."""

    question: Question
    settings: Settings
    channel: LaplaceChannel
    alphas: np.ndarray
    bits: np.ndarray
    decoder_epsilon: np.ndarray
    delta: float

    def plan(self, seed: int) -> dict[str, Any]:
        """What an encoder on the page needs, of this seed's lists."""
        return {**survey(self.question, self.settings).plan(seed), "channel": channel_plan(self.channel)}


@lru_cache(maxsize=1)
def first_story() -> FirstStory:
    """By the exact law of the index and the exact accountant.

    >>> from ppr_core.classroom import first_story
    >>> story = first_story()
    >>> bool(story.bits[0] > story.bits[-1]), bool(story.decoder_epsilon[0] < story.decoder_epsilon[-1])  # as α rises
    (True, True)
    """
    channel, found = LaplaceChannel(dimension=1, epsilon=_SETTINGS.epsilon / 2, norm_bound=1.0), []
    for alpha in _ALPHAS:
        bits = sum(w * expected_bits(channel, np.array([x]), alpha, _SETTINGS.code) for x, w in _ANSWERS.items())
        found.append((bits, learned(DECODER, PoissonPrivateRepresentation(channel, alpha), _DELTA).epsilon))
    bits_along, decoder_epsilon = np.array(found).T
    return FirstStory(_QUESTION, _SETTINGS, channel, np.array(_ALPHAS), bits_along, decoder_epsilon, _DELTA)
