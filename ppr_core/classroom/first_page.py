"""The message of the first page: one number with Laplace noise, as phones send it, and what its α costs and hides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ppr_core.classroom.question import Question
from ppr_core.classroom.surveys import Settings, survey
from ppr_core.compressors import learned
from ppr_core.guarantees import DECODER
from ppr_core.index_law import expected_bits

__all__ = ["FirstStory", "first_story"]

_QUESTION = Question(kind="number", text="How many hours did you sleep last night?", low=0.0, high=12.0, unit="hours")
_SETTINGS = Settings(scheme="laplace", epsilon=2.0, code="elias_delta")
_ALPHAS = (1.05, 1.1, 1.2, 1.35, 1.5, 2.0, 3.0, 5.0, 10.0)
_DELTA = 1e-6
_ANSWERS = (0.0, 0.5, 0.5, 1.0, 1.0)  # distances from the middle of five answers spread over the range


@dataclass(frozen=True, eq=False)
class FirstStory:
    """A question with its settings; for each of the alphas, (a,): bits a message on average over five answers, and ε at
    ``delta`` against the decoder, in nats."""

    question: Question
    settings: Settings
    alphas: np.ndarray
    bits: np.ndarray
    decoder_epsilon: np.ndarray
    delta: float


@lru_cache(maxsize=1)
def first_story() -> FirstStory:
    """By the exact law of the index and the exact accountant.

    >>> from ppr_core.classroom import first_story
    >>> story = first_story()
    >>> bool(story.bits[0] > story.bits[-1]), bool(story.decoder_epsilon[0] < story.decoder_epsilon[-1])  # as α rises
    (True, True)
    """
    found = []
    for alpha in _ALPHAS:
        compressor = survey(_QUESTION, replace(_SETTINGS, alpha=alpha)).compressor
        bits = {x: expected_bits(compressor.channel, np.array([x]), alpha, _SETTINGS.code) for x in {*_ANSWERS}}
        found.append((np.mean([bits[x] for x in _ANSWERS]), learned(DECODER, compressor, _DELTA).epsilon))
    bits_along, decoder_epsilon = np.array(found).T
    return FirstStory(_QUESTION, _SETTINGS, np.array(_ALPHAS), bits_along, decoder_epsilon, _DELTA)
