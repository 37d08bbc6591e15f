"""Votes that need no list of candidates: the noisy category as it is, and PI-RAPPOR's line over a field."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import RandomizedResponseChannel
from ppr_core.classroom.question import Question
from ppr_core.classroom.survey_contract import Settings, Survey
from ppr_core.estimation.frequency import PairwiseIndependentRappor
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["LineSurvey", "PlainSurvey"]


class PlainSurvey(Survey):
    """k-ary randomized response without compression: a word is the noisy category in ⌈log2 k⌉ bits.

    Categories are counted from 0; but 1 is Yes and 0 is No, as everybody reads it.
    """

    def __init__(self, question: Question, settings: Settings) -> None:
        super().__init__(question, settings)
        self.channel = RandomizedResponseChannel(size=len(question.labels), epsilon=settings.epsilon)
        odds = math.exp(settings.epsilon)
        self.other = 1 / (odds + self.channel.size - 1)
        self.own = odds * self.other
        self._flip = int(question.kind == "yes_no")

    def plan(self, seed: int) -> dict[str, Any]:
        size, bits = self.channel.size, self.question.raw_bits
        return {"message": "plain", "own": self.own, "size": size, "bits": bits, "flip": self._flip}

    def encode(self, answers: Any, tables: np.ndarray, seed: int, rng: np.random.Generator) -> list[str]:
        sent = self.channel.sample(np.asarray(answers), rng) ^ self._flip
        return [f"{code:0{self.question.raw_bits}b}" for code in sent.tolist()]

    def reports(self, words: Sequence[str], tables: np.ndarray, seed: int) -> np.ndarray:
        bits, size = self.question.raw_bits, self.channel.size
        wrong = next((word for word in words if len(word) != bits or int(word, 2) >= size), None)
        validation.require(wrong is None, "message", wrong, f"{bits} bits, a number below {size}")
        z = np.array([int(word, 2) for word in words], dtype=np.int64) ^ self._flip
        return (z[:, None] == self._grid).astype(np.int8)

    def log_likelihood(self, reports: np.ndarray) -> np.ndarray:
        return np.where(reports == 1, math.log(self.own), math.log(self.other))

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        own = self.channel.privacy()
        return tuple(replace(own, against=against) for against in ("database", "decoder"))


class LineSurvey(Survey):
    """PI-RAPPOR: a word is a line over a prime field, two numbers of equally many bits."""

    def __init__(self, question: Question, settings: Settings) -> None:
        super().__init__(question, settings)
        self.oracle = PairwiseIndependentRappor(size=len(question.labels), epsilon=settings.epsilon)
        self.own, self.other = self.oracle.own, self.oracle.other

    def plan(self, seed: int) -> dict[str, Any]:
        family = self.oracle.family
        return {
            "message": "line", "prime": family.prime, "ones": family.ones, "own": self.own,
            "size": self.oracle.size, "element_bits": family.element_bits,
        }  # fmt: skip

    def encode(self, answers: Any, tables: np.ndarray, seed: int, rng: np.random.Generator) -> list[str]:
        width = self.oracle.family.element_bits
        lines = self.oracle.encode(answers, SharedRandomness(seed), rng).tolist()
        return ["".join(f"{part:0{width}b}" for part in line) for line in lines]

    def reports(self, words: Sequence[str], tables: np.ndarray, seed: int) -> np.ndarray:
        family = self.oracle.family
        width, prime = family.element_bits, family.prime
        wrong = next((word for word in words if len(word) != 2 * width), None)
        validation.require(wrong is None, "message", wrong, f"{2 * width} bits")
        lines = np.array([[int(word[:width], 2), int(word[width:], 2)] for word in words], dtype=np.int64)
        lines = lines.reshape(-1, 2)
        validation.require(bool(np.all(lines < prime)), "message", int(lines.max(initial=0)), f"numbers below {prime}")
        return ((lines[:, :1] + lines[:, 1:] * (self._grid + 1)) % prime < family.ones).astype(np.int8)

    def log_likelihood(self, reports: np.ndarray) -> np.ndarray:
        family = self.oracle.family
        voted, not_voted = self.own / family.ones, (1 - self.own) / (family.prime - family.ones)
        return np.where(reports == 1, math.log(voted), math.log(not_voted))

    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        [own] = self.oracle.privacy()
        return tuple(replace(own, against=against) for against in ("database", "decoder"))
