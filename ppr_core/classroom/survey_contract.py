"""What every survey is: settings, and the contract between answers, words and what is read from them."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import gammainccinv, ndtri

from ppr_core import validation
from ppr_core.classroom.question import Question
from ppr_core.classroom.words import require_word
from ppr_core.guarantees import DECODER, READER, Adversary
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["LEAST_ALPHA", "SCHEMES", "Settings", "Survey", "schemes_for"]

#: scheme -> its name and the kinds of question it serves.
SCHEMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "plain_response": ("Randomized response, sent as it is", ("yes_no", "categories")),
    "randomized_response": ("k-ary randomized response by PPR", ("yes_no", "categories")),
    "subset_selection": ("Subset selection by PPR", ("yes_no", "categories")),
    "rappor": ("RAPPOR by PPR", ("yes_no", "categories")),
    "pi_rappor": ("PI-RAPPOR", ("yes_no", "categories")),
    "dyadic": ("Dyadic quantized Laplace", ("number",)),
    "laplace": ("Laplace by PPR", ("number",)),
    "planar_laplace": ("Planar Laplace by PPR", ("place",)),
}
_UNHEARD_OF = 1e-9  # the probability of noise beyond which no message is taken for a phone's
#: About 2⁻²⁰⁰ of all words are longer than 4096 bits there, and fewer above.
LEAST_ALPHA = 1.05


def schemes_for(kind: str) -> dict[str, str]:
    """The schemes that serve a kind of question, with their names; none for predictions.

    >>> from ppr_core.classroom import schemes_for
    >>> list(schemes_for("number")), schemes_for("prediction")
    (['dyadic', 'laplace'], {})
    """
    return {name: label for name, (label, kinds) in SCHEMES.items() if kind in kinds}


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How answers are made private and short.

    scheme: one of `SCHEMES`. epsilon: ε in [0.05, 8] nats, between any two answers of categories, between the two ends
    of a number's range, or between two places one side of the map apart. alpha: of PPR, in [1.05, ∞]. nu: ν of dyadic
    quantized Laplace, in [1.01, 100]. code: "elias_gamma" or "elias_delta".

    >>> from ppr_core.classroom import Settings
    >>> Settings(scheme="laplace", epsilon=2.0).alpha
    2.0
    >>> Settings(scheme="laplace", epsilon=20.0)
    Traceback (most recent call last):
        ...
    ValueError: epsilon must be a number at least 0.05 and at most 8; got 20.
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

    def needed(self, part: float) -> int:
        """About how many answers make the 95 % interval as short as ± ``part`` of the span, at the worst shares."""
        low, high = self.question.span
        return math.ceil((self.half(1) / (part * (high - low))) ** 2)

    def half(self, count: int) -> float:
        """About half the 95 % interval of so many answers, in the unit of the span, at the worst shares."""
        deviation = self.noise
        if self.question.labels:
            most = max(chance * (1 - chance) for chance in (self.own, self.other))
            deviation = math.sqrt(most) / (self.own - self.other)
        return float(ndtri(0.975)) * deviation / math.sqrt(count)

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
