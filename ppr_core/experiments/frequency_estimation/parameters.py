"""What can be set in the experiment `frequency_estimation`, and who the people are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ppr_core import compressors
from ppr_core.estimation.frequency import (
    FREQUENCY_SCHEMES,
    NOTIONS,
    FrequencyOracle,
    apportioned_counts,
    frequency_scheme,
    geometric_frequencies,
    heavy_hitter_frequencies,
    uniform_frequencies,
    zipf_frequencies,
)
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.files import Categories, chosen, load_categories, refuse
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.guarantees import ADVERSARIES, Adversary

__all__ = ["HITTERS", "LEVEL", "PRESETS", "FrequencyEstimationParameters"]

DATA: dict[str, str] = {
    "zipf": "few common, many rare (Zipf)",
    "geometric": "geometric",
    "uniform": "uniform",
    "heavy": "a few heavy hitters",
    "file": "your own file",
}
GENERATORS: dict[str, str] = {
    "shake256": "SHAKE-256",
    "few_bits": "weak: 16 rows",
    "congruential": "weak: linear congruential",
}
LEVEL = 0.95  # of confidence intervals
HITTERS = 10  # of the distribution with a few of them, and looked for in every one
MOST_CATEGORIES = 65_536


def answers(digest: str) -> Categories:
    """An uploaded table of answers, one row a person."""
    return load_categories(digest, fields.data_file.label, most_rows=200_000, most_columns=50, most_categories=10_000)


#: Made once by a process.
_oracle_of = lru_cache(maxsize=96)(frequency_scheme)


@lru_cache(maxsize=512)
def _held_epsilon(adversary: Adversary, name: str, limit: float, **settings: Any) -> float:
    return FREQUENCY_SCHEMES[name].held_epsilon(adversary, limit, DECODER_DELTA, **settings)


@dataclass(frozen=True, kw_only=True)
class FrequencyEstimationParameters(Parameters):
    """n people hold one of k categories each; category 1 is the most frequent one."""

    scheme: str = parameter(
        "pi_rappor", kind="choice", label="Scheme",
        choices={name: scheme.label for name, scheme in FREQUENCY_SCHEMES.items()},
        help="The scheme whose estimates are shown.",
    )  # fmt: skip
    epsilon: float = fields.epsilon(
        2.0, low=0.1, high=8.0, stops=(0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8),
        note="It limits what the server learns from one report.",
    )  # fmt: skip
    notion: str = fields.neighbours(
        *NOTIONS, labels={"replacement": "two categories", "deletion": "a category and none"},
        note="Two categories: of one person. A category and none: the report could have been made without one.",
    )  # fmt: skip
    data: str = parameter("zipf", kind="choice", label="True distribution", choices=DATA)
    data_file: str = fields.data_file("", reads=answers, note="One row a person; a column of categories.")
    data_columns: str = fields.data_columns("", most=1, note="The first, if none is chosen.")
    size: int = fields.categories(
        256, high=MOST_CATEGORIES,
        stops=(2, 4, 8, 16, 32, 64, 100, 128, 256, 512, 1000, 2000, 5000, 10_000, 20_000, MOST_CATEGORIES),
    )  # fmt: skip
    users: int = fields.people(10_000, low=100, high=1_000_000)
    compressed: bool = parameter(
        False, kind="flag", label="All schemes",
        help="Adds other forms of PI-RAPPOR to the chart, and schemes compressed by PPR or pseudorandom rejection.",
    )  # fmt: skip
    against: str = fields.against("decoder")
    alpha: float = fields.order(low=1.05, high=20.0, group="more")
    gamma: float = fields.gamma(1e-6, group="more")
    generator: str = parameter(
        "shake256", kind="choice", label="Rejection's generator", choices=GENERATORS, group="more",
        help="Stretches a seed into a report. Two of the generators are weak on purpose.",
    )  # fmt: skip
    exponent: float = parameter(1.0, kind="real", label="Zipf exponent", symbol="s", low=0.0, high=3.0, group="more",
                                stops=(0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3))  # fmt: skip
    ratio: float = parameter(0.9, kind="real", label="Ratio of the geometric", symbol="q", low=0.1, high=0.999,
                             group="more", stops=(0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999))  # fmt: skip
    share: float = parameter(
        0.5, kind="real", label="Share of the heavy hitters", low=0.0, high=1.0, group="more",
        stops=(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1),
        help=f"Of all people; {HITTERS} categories hold it in equal parts, or k − 1 if there are no more.",
    )  # fmt: skip
    sender: int = parameter(
        1, kind="integer", label="Sender's category", symbol="x", low=1, high=MOST_CATEGORIES, scale="log",
        group="more", help="The category of the person whose one message is shown.",
    )  # fmt: skip
    seed: int = fields.seed()

    def check(self) -> None:
        if self.data != "file":
            self._check_sender()

    def check_file(self) -> None:
        if self.data == "file":
            if self.categories < 2:
                refuse("Column", "one with at least 2 categories", "a column with the same answer in every row")
            self._check_sender()

    def _check_sender(self) -> None:
        if self.sender > self.categories:
            refuse("sender", f"one of the {self.categories} categories", str(self.sender))

    def unused(self) -> dict[str, str]:
        shapes = {"exponent": "zipf", "ratio": "geometric", "share": "heavy"}
        reasons = {field: "Another distribution is chosen." for field, data in shapes.items() if self.data != data}
        compressors_used = {FREQUENCY_SCHEMES[name].by for name in self.compared}
        if compressors_used == {""}:
            reasons["against"] = "No shared list is used, so the server sees what a reader sees."
        if "ppr" not in compressors_used:
            reasons["alpha"] = "Nothing is compressed by PPR."
        if "rejection" not in compressors_used:
            reasons |= dict.fromkeys(("gamma", "generator"), "Nothing is compressed by rejection.")
        if self.data == "file":
            return reasons | dict.fromkeys(("size", "users"), "The file has its own.")
        return reasons | dict.fromkeys(("data_file", "data_columns"), "The distribution is not a file's.")

    @property
    def categories(self) -> int:
        """k."""
        return len(self.counts()) if self.data == "file" else self.size

    @property
    def reports(self) -> int:
        """n."""
        return int(self.counts().sum()) if self.data == "file" else self.users

    @property
    def compared(self) -> tuple[str, ...]:
        """Names of the schemes that are run, in the order of `FREQUENCY_SCHEMES`."""
        schemes = FREQUENCY_SCHEMES.values()
        return tuple(
            scheme.name for scheme in schemes if not scheme.by or self.compressed or scheme.name == self.scheme
        )

    def oracle(self, scheme: str, epsilon: float | None = None) -> FrequencyOracle:
        """A scheme that holds whom it should to ε, or to another ε."""
        return _oracle_of(scheme, epsilon=self.own_epsilon(scheme, epsilon), **self._settings)

    def own_epsilon(self, scheme: str, epsilon: float | None = None) -> float:
        """ε of a scheme's mechanism, that is against the reader of the output."""
        epsilon = self.epsilon if epsilon is None else epsilon
        return _held_epsilon(self.adversary, scheme, epsilon, **self._settings)

    @property
    def adversary(self) -> Adversary:
        """Who learns at most ε."""
        return ADVERSARIES[self.against]

    @property
    def _settings(self) -> dict[str, Any]:
        settings = {"alpha": self.alpha, "gamma": self.gamma, "generator": self.generator}
        return {"size": self.categories, "notion": self.notion} | settings

    def counts(self) -> np.ndarray:
        """True counts, the largest first, (k,) int64."""
        if self.data == "file":
            _, codes = self._column()
            return np.sort(np.bincount(codes))[::-1]
        frequencies, arguments = self.law()
        return apportioned_counts(frequencies(*arguments), self.users)

    def names(self) -> tuple[str, ...]:
        """What the categories are called, in the order of `counts`; numbers where no file names them."""
        if self.data != "file":
            return tuple(map(str, range(1, self.size + 1)))
        labels, codes = self._column()
        return tuple(labels[code] for code in np.argsort(-np.bincount(codes), kind="stable"))

    def law(self) -> tuple[Callable[..., np.ndarray], tuple[float, ...]]:
        """The function of the true frequencies and its arguments, of data that are no file's."""
        laws: dict[str, tuple[Callable[..., np.ndarray], tuple[float, ...]]] = {
            "zipf": (zipf_frequencies, (self.size, self.exponent)),
            "geometric": (geometric_frequencies, (self.size, self.ratio)),
            "heavy": (heavy_hitter_frequencies, (self.size, min(HITTERS, self.size - 1), self.share)),
            "uniform": (uniform_frequencies, (self.size,)),
        }
        return laws[self.data]

    @property
    def weak_generator(self) -> bool:
        """Whether rejection's generator is one that is weak on purpose."""
        return not compressors.GENERATORS[self.generator].cryptographic

    @property
    def spoiled(self) -> bool:
        """Whether the chosen scheme's estimates are biased by it."""
        return self.weak_generator and FREQUENCY_SCHEMES[self.scheme].by == "rejection"

    def _column(self) -> tuple[tuple[str, ...], np.ndarray]:
        """Labels and codes of the one column that is used, the first if none is chosen."""
        table = answers(self.data_file)
        return table.columns[chosen(self.data_columns, table, "Column")[0]]


_PAPER = {"size": 1000, "users": 100_000}
_PRESETS: dict[str, tuple[dict[str, Any], str]] = {
    "A first look": (
        {},
        "10 000 people report one of 256 categories each, at ε = 2.",
    ),
    "The paper's setting": (
        _PAPER | {"epsilon": 1.0},
        "A thousand categories at ε = 1: PI-RAPPOR sends two numbers instead of RAPPOR’s 1000 bits.",
    ),
    "The paper, large ε": (
        _PAPER | {"epsilon": 5.0},
        "A thousand categories at ε = 5: schemes with very short messages have much larger errors.",
    ),
    "Every scheme at equal ε": (
        {"size": 1000, "compressed": True, "epsilon": 1.0},
        "All thirteen schemes, five of them compressed by PPR or by pseudorandom rejection. With each the server "
        "learns at most ε = 1.",
    ),
    "PPR of subset selection": (
        {"scheme": "ppr_subset_selection", "users": 5000},
        "A report is a subset of 31 of 256 categories, which PPR compresses to a few bits.",
    ),
    "A weak generator": (
        {"scheme": "rejection_subset_selection", "generator": "few_bits", "epsilon": 1.0, "users": 5000},
        "Pseudorandom rejection with a bad generator: all seeds together make only 16 different reports.",
    ),
    "One message, small field": (
        {"size": 16, "epsilon": 1.0, "sender": 5},
        "Only sixteen categories, so that you can follow one message by hand.",
    ),
    "RAPPOR with deletion": (
        {"size": 1000, "scheme": "rappor", "notion": "deletion", "epsilon": 1.0},
        "ε compares a report with one made without any category, so the same ε needs less noise.",
    ),
    "A million people": (
        {"size": 1000, "users": 1_000_000, "epsilon": 1.0},
        "A million people report one of 1000 categories each; the page simulates every report.",
    ),
    "A fast histogram": (
        {"scheme": "pi_rappor_generalized", "size": 10_000, "users": 100_000, "epsilon": 3.0, "exponent": 1.25},
        "Ten thousand categories: the generalised form of PI-RAPPOR lets the server count fast.",
    ),
}
PRESETS = {name: (FrequencyEstimationParameters(**fields), what) for name, (fields, what) in _PRESETS.items()}
