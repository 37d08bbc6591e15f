"""A question, a mechanism and a scheme together: from answers to words and back.

The words are made on phones by `ppr_core.javascript`, which is this module's law in another language; `Survey.encode`
makes them here, for rehearsals and tests. The phone needs `Survey.plan` and nothing else.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.special import gammainccinv

from ppr_core import validation
from ppr_core.channels import Channel, LaplaceChannel, RandomizedResponseChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.classroom.decoder_view import index_log_likelihood
from ppr_core.classroom.plans import channel_plan
from ppr_core.classroom.question import Question
from ppr_core.classroom.words import read_words, require_word
from ppr_core.codes import code_from_name
from ppr_core.compressors import DyadicQuantizedLaplace, PoissonPrivateRepresentation
from ppr_core.compressors.messages import Messages
from ppr_core.compressors.quantized_messages import QuantizedMessages
from ppr_core.estimation.frequency import PairwiseIndependentRappor
from ppr_core.guarantees import DECODER, READER, Adversary
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness

__all__ = ["LEAST_ALPHA", "SCHEMES", "Settings", "Survey", "schemes_for", "survey"]

#: scheme -> its name and the kinds of question it serves.
SCHEMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "randomized_response": ("k-ary randomized response by PPR", ("yes_no", "categories")),
    "subset_selection": ("Subset selection by PPR", ("yes_no", "categories")),
    "rappor": ("RAPPOR by PPR", ("yes_no", "categories")),
    "pi_rappor": ("PI-RAPPOR", ("yes_no", "categories")),
    "laplace": ("Laplace by PPR", ("number",)),
    "dyadic": ("Dyadic quantized Laplace", ("number",)),
    "planar_laplace": ("Planar Laplace by PPR", ("place",)),
}
_SIMULATION = 400  # the seed of simulated encoders
_UNHEARD_OF = 1e-9  # the probability of noise beyond which no message is taken for a phone's
#: About 2⁻²⁰⁰ of all words are longer than 4096 bits there, and fewer above.
LEAST_ALPHA = 1.05


def schemes_for(kind: str) -> dict[str, str]:
    """The schemes that serve a kind of question, with their names; none for predictions."""
    return {name: label for name, (label, kinds) in SCHEMES.items() if kind in kinds}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How answers are made private and short.

    scheme: one of `SCHEMES`. epsilon: ε in [0.05, 8] nats, between any two answers of categories, between the two ends
    of a number's range, or between two places one side of the map apart. alpha: of PPR, in [1.05, ∞]. nu: ν of dyadic
    quantized Laplace, in [1.01, 100]. code: "elias_gamma" or "elias_delta".
    """

    scheme: str
    epsilon: float = 1.0
    alpha: float = 2.0
    nu: float = 2.0
    code: str = "elias_gamma"

    def __post_init__(self) -> None:
        validation.choice("scheme", self.scheme, tuple(SCHEMES))
        object.__setattr__(self, "epsilon", validation.real("epsilon", self.epsilon, 0.05, 8.0))
        object.__setattr__(self, "alpha", validation.real("alpha", self.alpha, LEAST_ALPHA, infinite=True))
        object.__setattr__(self, "nu", validation.real("nu", self.nu, 1.01, 100.0))
        validation.choice("code", self.code, ("elias_gamma", "elias_delta"))


@lru_cache(maxsize=256)
def survey(question: Question, settings: Settings) -> Survey:
    """The survey of a question under these settings; ``ValueError`` where the scheme does not serve the question."""
    offered = schemes_for(question.kind)
    validation.choice("scheme", settings.scheme, tuple(offered))
    if settings.scheme == "pi_rappor":
        return _LineSurvey(question, settings)
    if settings.scheme == "dyadic":
        return _QuantizedSurvey(question, settings)
    return _IndexSurvey(question, settings)


class Survey(ABC):
    """Answers, words and what is read from them. Message i belongs to table tables[i] of the round's seed.

    Reports, what words decode to: categories' 0/1 votes (n, k), numbers (n,) in the question's unit, places (n, 2).
    """

    def __init__(self, question: Question, settings: Settings) -> None:
        self.question, self.settings = question, settings

    #: α1 and α0 of votes: P(vote for j | answer j) and P(vote for j | another answer); categories only.
    own: float = math.nan
    other: float = math.nan
    #: Standard deviation of the noise of a number or of each coordinate of a place.
    noise: float = math.nan
    #: What encodes and decodes, where it is one of `ppr_core.compressors`.
    compressor: Any = None

    @abstractmethod
    def plan(self, seed: int) -> dict[str, Any]:
        """What phones need, as JSON's types."""

    @abstractmethod
    def encode(self, answers: Any, tables: np.ndarray, seed: int, rng: np.random.Generator) -> list[str]:
        """A word for each answer; rng: the students' own randomness, secret."""

    @abstractmethod
    def reports(self, words: Sequence[str], tables: np.ndarray, seed: int) -> np.ndarray:
        """What the words decode to. Raises ``ValueError`` for a word that no phone sends."""

    @abstractmethod
    def log_likelihood(self, reports: np.ndarray) -> np.ndarray:
        """ln P(report | answer) up to a constant of each report: (n, m) over the question's `grid`, in nats."""

    def decoder_log_likelihood(self, word: str, table: int, seed: int) -> np.ndarray | None:
        """ln P(word | answer, shared randomness) up to a constant, (m,) over the `grid`: what this server can know.

        None where it is not computed, see `index_log_likelihood`.
        """
        return self.log_likelihood(self.reports([word], np.array([table]), seed))[0]

    @abstractmethod
    def privacy(self) -> tuple[PrivacyGuarantee, ...]:
        """What holds against who sees the decoded report, and against the decoder itself."""

    def odds(self) -> tuple[float, float]:
        """ε and ε′ in nats: the ln of the odds of any two answers changes by at most ε for who sees the decoded report,
        by at most ε′ for the decoder, who knows the shared randomness too; ∞ where nothing is promised."""
        return self._worst(READER), self._worst(DECODER)

    def _worst(self, adversary: Adversary) -> float:
        """The local guarantee; a metric one at the largest distance, the range of 2."""
        epsilons = {guarantee.notion: guarantee.epsilon for guarantee in adversary.all_of(self.privacy())}
        return epsilons["local"] if "local" in epsilons else 2 * epsilons["metric"]

    @property
    def tail(self) -> float:
        """How far from an answer a report may lie, in the question's unit: noise of d coordinates is longer with a
        probability of 10⁻⁹, of law Gamma(d) at a scale of ``noise``/√(d + 1). 0 for categories."""
        axes = self.question.axes
        return float(gammainccinv(axes, _UNHEARD_OF)) * self.noise / math.sqrt(axes + 1) if axes else 0.0

    @property
    def reach(self) -> tuple[float, float]:
        """The least and the most that one message adds to n times an estimate, whoever made it up.

        Of a share (v − α0)/(α1 − α0) for a vote v of 0 or 1; of a number or a coordinate the report, which lies within
        ``tail`` of the possible answers.
        """
        if self.question.labels:
            gap = self.own - self.other
            return -self.other / gap, (1 - self.other) / gap
        low, high = self.question.span
        return low - self.tail, high + self.tail

    @property
    def pull(self) -> tuple[float, float]:
        """How far down and up one false message in place of a true answer moves n times an estimate, at most.

        The true one adds what is answered, on average, so the shifts are high − reach[0] and reach[1] − low; a false
        raw answer would move it by high − low.
        """
        low, high = self.question.span
        return high - self.reach[0], self.reach[1] - low

    def check(self, word: str, table: int, seed: int) -> str:
        """The word; ``ValueError`` unless some phone could have sent it, with noise of a probability above 10⁻⁹."""
        reports = self.reports([require_word(word)], np.array([table], dtype=np.int64), seed)
        if self.question.axes:
            low, high = self.question.span
            outside = np.linalg.norm(reports - np.clip(reports, low, high))
            validation.require(bool(outside <= self.tail), "message", word[:24], "one that a phone sends")
        return word

    def _seed_text(self, seed: int) -> str:
        return f"{seed:x}"

    def _coordinates(self, answers: Any) -> np.ndarray:
        """Answers as the channel's inputs."""
        return self.question.centred(answers) if self.question.kind == "number" else np.asarray(answers)

    def _distance_likelihood(self, reports: np.ndarray, epsilon: float) -> np.ndarray:
        """−ε·distance between report and answer; numbers as multiples of half the range."""
        if self.question.kind == "number":
            return -epsilon * np.abs(np.subtract.outer(self.question.centred(reports), self._coordinates(self._grid)))
        return -epsilon * np.linalg.norm(reports[:, None, :] - self._grid, axis=2)

    @property
    def _grid(self) -> np.ndarray:
        return self.question.grid


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


class _LineSurvey(Survey):
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
