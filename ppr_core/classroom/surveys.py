"""A question, a mechanism and a scheme together: from answers to words and back.

The words are made on phones by `ppr_core.javascript`, which is this module's law in another language; `Survey.encode`
makes them here, for rehearsals and tests. The phone needs `Survey.plan` and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel, LaplaceChannel, RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.classroom.decoder_view import index_log_likelihood
from ppr_core.classroom.plans import channel_plan
from ppr_core.classroom.question import Question
from ppr_core.classroom.survey_contract import LEAST_ALPHA, SCHEMES, Settings, Survey, schemes_for
from ppr_core.classroom.vote_surveys import LineSurvey, PlainSurvey
from ppr_core.classroom.words import read_words
from ppr_core.codes import code_from_name
from ppr_core.compressors import DyadicQuantizedLaplace, PoissonPrivateRepresentation
from ppr_core.compressors.messages import Messages
from ppr_core.compressors.quantized_messages import QuantizedMessages
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["LEAST_ALPHA", "SCHEMES", "Settings", "Survey", "schemes_for", "survey"]

_SIMULATION = 400  # the seed of simulated encoders


@lru_cache(maxsize=256)
def survey(question: Question, settings: Settings) -> Survey:
    """The survey of a question under these settings; ``ValueError`` where the scheme does not serve the question.

    >>> import numpy as np
    >>> from ppr_core.classroom import Question, Settings, survey
    >>> asked = Question(kind="number", text="How long did you sleep?", high=12.0, unit="h")
    >>> sleep, tables = survey(asked, Settings(scheme="dyadic", epsilon=1.0)), np.array([5, 9])
    >>> words = sleep.encode([6.0, 7.5], tables, seed=7, rng=np.random.default_rng(1))
    >>> sleep.reports(words, tables, seed=7).shape, round(sleep.odds()[0], 6)  # what the server decodes, and ε
    ((2,), 1.0)
    """
    offered = schemes_for(question.kind)
    validation.choice("scheme", settings.scheme, tuple(offered))
    if settings.scheme == "pi_rappor":
        return LineSurvey(question, settings)
    if settings.scheme == "plain_response":
        return PlainSurvey(question, settings)
    if settings.scheme == "dyadic":
        return _QuantizedSurvey(question, settings)
    return _IndexSurvey(question, settings)


class _IndexSurvey(Survey):
    """Poisson private representation of a channel: a word is an index K >= 1."""

    def __init__(self, question: Question, settings: Settings) -> None:
        super().__init__(question, settings)
        size, epsilon = len(question.labels), settings.epsilon
        self.channel: Channel
        if settings.scheme == "randomized_response":
            self.channel = RandomizedResponseChannel(size=size, epsilon=epsilon)
            self.own = math.exp(epsilon) / (math.exp(epsilon) + size - 1)
            self.other = (1 - self.own) / (size - 1)
        elif settings.scheme in ("rappor", "subset_selection"):
            kind = RapporChannel if settings.scheme == "rappor" else SubsetSelectionChannel
            votes = kind(size=size, epsilon=epsilon)
            self.channel, (self.own, self.other) = votes, votes.bit_probabilities
        elif settings.scheme == "laplace":
            rate = epsilon / 2
            # The proposal of the phones' encoder, which surveys that stand were made with.
            self.channel = LaplaceChannel(dimension=1, epsilon=rate, norm_bound=1.0, proposal_epsilon=min(1.0, rate))
            self.noise = math.sqrt(2) / epsilon * (question.high - question.low)
        else:
            self.channel = LaplaceChannel(dimension=2, epsilon=epsilon / 2, norm_bound=math.sqrt(2))
            self.noise = math.sqrt(3) / (epsilon / 2)
        self.compressor = PoissonPrivateRepresentation(self.channel, settings.alpha)
        self._code = code_from_name(settings.code)

    def plan(self, seed: int) -> dict[str, Any]:
        alpha = None if math.isinf(self.settings.alpha) else self.settings.alpha
        channel = channel_plan(self.channel)
        return {
            "message": "index", "channel": channel, "alpha": alpha, "code": self.settings.code,
            "seed": self._seed_text(seed),
        }  # fmt: skip

    def encode(self, answers: Any, tables: np.ndarray, seed: int, rng: np.random.Generator) -> list[str]:
        x = self._coordinates(answers)
        return self._code.words(self.compressor.encode(x, SharedRandomness(seed), rng, tables=tables).indices)

    def reports(self, words: Sequence[str], tables: np.ndarray, seed: int) -> np.ndarray:
        messages = Messages(read_words(words, self._code), tables=np.asarray(tables))
        z = self.compressor.decode(messages, SharedRandomness(seed))
        if self.settings.scheme == "randomized_response":
            return (z[:, None] == self._grid).astype(np.int8)
        return self.question.uncentred(z[:, 0]) if self.question.kind == "number" else z

    def log_likelihood(self, reports: np.ndarray) -> np.ndarray:
        if self.question.labels:
            levels = self.channel.two_levels()
            assert levels is not None  # the channels of votes all have them
            return np.where(reports == 1, self.channel.log_ratio_bound(), math.log(levels.low))
        return self._distance_likelihood(reports, self.settings.epsilon / 2)

    def decoder_log_likelihood(self, word: str, table: int, seed: int) -> np.ndarray | None:
        [index] = read_words([word], self._code)
        x = self._coordinates(self._grid)
        x = x[:, None] if self.question.kind == "number" else x
        shared = SharedRandomness(seed)
        return index_log_likelihood(self.channel, self.settings.alpha, x, int(index), table, shared, _SIMULATION)

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        return self.compressor.privacy()


class _QuantizedSurvey(Survey):
    """Dyadic quantized Laplace: a word is a signed integer."""

    def __init__(self, question: Question, settings: Settings) -> None:
        super().__init__(question, settings)
        self.compressor = DyadicQuantizedLaplace(epsilon=settings.epsilon / 2, nu=settings.nu)
        self.noise = math.sqrt(2) / settings.epsilon * (question.high - question.low)
        self._code = code_from_name(f"signed_{settings.code}")

    def plan(self, seed: int) -> dict[str, Any]:
        noise = self.compressor.components.noise
        laws = np.stack([noise.decay, noise.odd, noise.ratio, noise.total], axis=1)
        return {
            "message": "quantized", "code": f"signed_{self.settings.code}", "seed": self._seed_text(seed),
            "tail": self.compressor.components.tail.tolist(), "steps": self.compressor.steps.tolist(),
            "laws": laws.tolist(),
        }  # fmt: skip

    def encode(self, answers: Any, tables: np.ndarray, seed: int, rng: np.random.Generator) -> list[str]:
        x = self._coordinates(answers)
        return self._code.words(self.compressor.encode(x, SharedRandomness(seed), rng, tables=tables).indices)

    def reports(self, words: Sequence[str], tables: np.ndarray, seed: int) -> np.ndarray:
        messages = QuantizedMessages(read_words(words, self._code)[:, None], np.asarray(tables), scalar=True)
        return self.question.uncentred(self.compressor.decode(messages, SharedRandomness(seed)))

    def log_likelihood(self, reports: np.ndarray) -> np.ndarray:
        return self._distance_likelihood(reports, self.compressor.epsilon)

    def decoder_log_likelihood(self, word: str, table: int, seed: int) -> np.ndarray | None:
        rows = SharedRandomness(seed).uniforms([0], self.compressor.width, table)
        return self.compressor.log_likelihood(self._coordinates(self._grid), read_words([word], self._code), rows)

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        return self.compressor.privacy()
