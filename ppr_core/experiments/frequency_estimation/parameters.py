"""What can be set in the experiment `frequency_estimation`, and who the users are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ppr_core import compressors
from ppr_core.decoder_privacy import decoder_privacy, mechanism_epsilon
from ppr_core.estimation.frequency import (
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
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA, against, seed

__all__ = [
    "COMPRESSED",
    "DIRECT",
    "HITTERS",
    "LEVEL",
    "PRESETS",
    "SCHEMES",
    "SPOKEN",
    "FrequencyEstimationParameters",
    "spoken",
]

#: name -> label; the names are those of `FREQUENCY_SCHEMES`.
SCHEMES: dict[str, str] = {
    "pi_rappor": "PI-RAPPOR",
    "pi_rappor_generalized": "PI-RAPPOR, generalised",
    "pi_rappor_full_epsilon": "PI-RAPPOR, all of ε used",
    "pi_rappor_shortest": "PI-RAPPOR, shortest within 1 %",
    "rappor": "RAPPOR, uncompressed",
    "subset_selection": "Subset selection, uncompressed",
    "recursive_hadamard": "Recursive Hadamard response",
    "randomized_response": "k-ary randomized response",
    "ppr_rappor": "RAPPOR by PPR",
    "ppr_subset_selection": "Subset selection by PPR",
    "ppr_randomized_response": "Randomized response by PPR",
    "rejection_rappor": "RAPPOR by rejection",
    "rejection_subset_selection": "Subset selection by rejection",
}
#: Those that are called otherwise inside a sentence.
SPOKEN = {"pi_rappor_generalized": "generalised PI-RAPPOR", "pi_rappor_full_epsilon": "PI-RAPPOR with all of ε",
          "pi_rappor_shortest": "PI-RAPPOR, the shortest within 1 %,"}  # fmt: skip
DIRECT = tuple(SCHEMES)[:8]
COMPRESSED = tuple(SCHEMES)[8:]
DATA: dict[str, str] = {
    "zipf": "Zipf",
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


def spoken(name: str) -> str:
    """A scheme inside a sentence."""
    if name in SPOKEN:
        return SPOKEN[name]
    label = SCHEMES[name].removesuffix(", uncompressed")
    return label if label[1].isupper() else label[0].lower() + label[1:]


def answers(digest: str) -> Categories:
    """An uploaded table of answers, one row a user."""
    return load_categories(digest, "Data file", most_rows=200_000, most_columns=50, most_categories=10_000)


@lru_cache(maxsize=96)
def scheme_at(
    name: str, size: int, epsilon: float, notion: str, alpha: float, gamma: float, generator: str
) -> FrequencyOracle:
    """`frequency_scheme`, made once by a process."""
    options = {"alpha": alpha, "gamma": gamma, "generator": generator}
    return frequency_scheme(name, size=size, epsilon=epsilon, notion=notion, **options)


@lru_cache(maxsize=512)
def held_epsilon(name: str, size: int, limit: float, notion: str, alpha: float, gamma: float, generator: str) -> float:
    """ε of the mechanism with which the server of a scheme, who holds seed and message, learns at most ``limit``.

    Of PPR by exact accounting at δ = `DECODER_DELTA`, between any two categories; of others by their guarantee. A
    report that is sent as it is tells the server no more than its ε.
    """

    def learned(epsilon: float) -> float:
        compressor = frequency_scheme(name, size=size, epsilon=epsilon, notion=notion, **options).compressor
        if name.startswith("ppr_"):
            return decoder_privacy(compressor.channel, alpha, DECODER_DELTA).epsilon
        return max(one.epsilon for one in compressor.privacy() if one.against == "decoder")

    options = {"alpha": alpha, "gamma": gamma, "generator": generator}
    return limit if name in DIRECT else mechanism_epsilon(limit, learned)


@dataclass(frozen=True, kw_only=True)
class FrequencyEstimationParameters(Parameters):
    """n users hold one of k categories each; category 1 is the most frequent one."""

    scheme: str = parameter(
        "pi_rappor", kind="choice", label="Scheme", choices=SCHEMES,
        help="Whose estimates are shown. The comparison has all that send their reports as they are, and this one.",
    )  # fmt: skip
    epsilon: float = parameter(
        2.0, kind="real", label="Privacy of a report", symbol="ε", unit="nats", low=0.1, high=8.0,
        stops=(0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8),
        help="Local: no server is trusted. What it compares is set by the neighbour relation.",
    )  # fmt: skip
    notion: str = parameter(
        "replacement", kind="choice", label="Neighbour relation", choices={notion: notion for notion in NOTIONS},
        help="Replacement: any two categories of a user. Deletion: a category against a report made without any, "
             "which is weaker: at most twice as much between two categories.",
    )  # fmt: skip
    against: str = against("decoder")
    data: str = parameter("zipf", kind="choice", label="True distribution", choices=DATA)
    data_file: str = parameter("", kind="file", label="Data file", reads=answers,
                               help="One row a user; a column of categories.")  # fmt: skip
    data_columns: str = parameter("", kind="columns", label="Column", columns_of="data_file", most=1,
                                  help="The first, if none is chosen.")  # fmt: skip
    size: int = parameter(
        256, kind="integer", label="Categories", symbol="k", low=2, high=MOST_CATEGORIES, scale="log",
        stops=(2, 4, 8, 16, 32, 64, 100, 128, 256, 512, 1000, 2000, 5000, 10_000, 20_000, MOST_CATEGORIES),
    )  # fmt: skip
    users: int = parameter(10_000, kind="integer", label="Users", symbol="n", low=100, high=1_000_000, scale="log",
                           help="Every one of them really sends a report.")  # fmt: skip
    compressed: bool = parameter(
        False, kind="flag", label="PPR and rejection too",
        help="Adds RAPPOR and the like compressed by PPR and by pseudorandom rejection, which sends a seed of 128 "
             "bits. Their α, γ and generator stand under “More settings”.",
    )  # fmt: skip
    alpha: float = parameter(
        2.0, kind="real", label="PPR order", symbol="α", low=1.05, high=20.0, group="more",
        stops=(1.05, 1.1, 1.2, 1.5, 2, 3, 4, 6, 10, 20),
        help="Near 1: longer messages that tell the server less. Large: short messages, 2αε against the server.",
    )  # fmt: skip
    gamma: float = parameter(
        1e-6, kind="real", label="Rejection may miss", symbol="γ", low=1e-9, high=0.5, scale="log", group="more",
        help="Rejection tries J = ⌈r* ln(1/γ)⌉ seeds. With a good generator the chance that none is accepted is at "
             "most γ, and so is the distance of the law of a report from the mechanism's, in total variation.",
    )  # fmt: skip
    generator: str = parameter(
        "shake256", kind="choice", label="Rejection's generator", choices=GENERATORS, group="more",
        help="Stretches a seed into a report. Two are weak on purpose: one makes the same 16 reports of all seeds, the "
             "other's neighbouring numbers depend on each other.",
    )  # fmt: skip
    exponent: float = parameter(1.0, kind="real", label="Zipf exponent", symbol="s", low=0.0, high=3.0, group="more",
                                stops=(0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3))  # fmt: skip
    ratio: float = parameter(0.9, kind="real", label="Ratio of the geometric law", symbol="q", low=0.1, high=0.999,
                             group="more", stops=(0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999))  # fmt: skip
    share: float = parameter(
        0.5, kind="real", label="Share of the heavy hitters", low=0.0, high=1.0, group="more",
        stops=(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1),
        help=f"Of all users; {HITTERS} categories hold it in equal parts, or k − 1 if there are no more.",
    )  # fmt: skip
    sender: int = parameter(
        1, kind="integer", label="Sender's category", symbol="x", low=1, high=MOST_CATEGORIES, scale="log",
        group="more", help="Of the one message that is taken apart.",
    )  # fmt: skip
    seed: int = seed()

    def check(self) -> None:
        if self.data == "file" and len(self.counts()) < 2:
            refuse("Column", "one with at least 2 categories", "a column with the same answer in every row")
        if self.sender > self.categories:
            refuse("sender", f"one of the {self.categories} categories", str(self.sender))

    def unused(self) -> dict[str, str]:
        own = {"exponent": "zipf", "ratio": "geometric", "share": "heavy"}
        reasons = {field: "Another distribution is chosen." for field, name in own.items() if self.data != name}
        if all(name in DIRECT for name in self.compared):
            reasons["against"] = "Reports are sent as they are: the server learns what a reader of the output does."
        if not self._compressed_by("ppr_"):
            reasons["alpha"] = "Nothing is compressed by PPR."
        if not self._compressed_by("rejection_"):
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
        """Names of the schemes that are run, in the order of `SCHEMES`."""
        return tuple(name for name in SCHEMES if name in DIRECT or self.compressed or name == self.scheme)

    def oracle(self, scheme: str, epsilon: float | None = None) -> FrequencyOracle:
        """A scheme that holds whom it should to ε, or to another ε."""
        return scheme_at(scheme, self.categories, self.own_epsilon(scheme, epsilon), *self._options)

    def own_epsilon(self, scheme: str, epsilon: float | None = None) -> float:
        """ε of a scheme's mechanism, that is against the reader of the output."""
        epsilon = self.epsilon if epsilon is None else epsilon
        if self.against == "database":
            return epsilon
        return held_epsilon(scheme, self.categories, epsilon, *self._options)

    @property
    def _options(self) -> tuple[str, float, float, str]:
        return self.notion, self.alpha, self.gamma, self.generator

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
        return {
            "zipf": (zipf_frequencies, (self.size, self.exponent)),
            "geometric": (geometric_frequencies, (self.size, self.ratio)),
            "heavy": (heavy_hitter_frequencies, (self.size, min(HITTERS, self.size - 1), self.share)),
            "uniform": (uniform_frequencies, (self.size,)),
        }[self.data]

    @property
    def weak_generator(self) -> bool:
        """Whether rejection's generator is one that is weak on purpose."""
        return not compressors.GENERATORS[self.generator].cryptographic

    def _compressed_by(self, prefix: str) -> bool:
        return any(name.startswith(prefix) for name in self.compared)

    def _column(self) -> tuple[tuple[str, ...], np.ndarray]:
        """Labels and codes of the one column that is used, the first if none is chosen."""
        table = answers(self.data_file)
        return table.columns[chosen(self.data_columns, table, "Column")[0]]


_PAPER = {"size": 1000, "users": 100_000}
_PRESETS: dict[str, tuple[dict[str, Any], str]] = {
    "A first look": (
        {},
        "Ten thousand users, 256 categories, ε = 2: PI-RAPPOR beside schemes that send their reports as they are.",
    ),
    "The paper's setting: k = 1000, replacement": (
        _PAPER | {"epsilon": 1.0},
        "Replacement privacy and ε from 1 to 8, RAPPOR's 1000 bits beside two elements of a field.",
    ),
    "The same, large ε": (
        _PAPER | {"epsilon": 5.0},
        "Low-communication rivals fall behind subset selection, and PI-RAPPOR's errors begin to move together.",
    ),
    "Every scheme at equal ε": (
        {"size": 1000, "compressed": True, "epsilon": 1.0},
        "RAPPOR, subset selection and randomized response also by PPR and by pseudorandom rejection; with each of "
        "them the server, who holds seed and message, learns at most ε.",
    ),
    "PPR of subset selection": (
        {"scheme": "ppr_subset_selection", "users": 5000},
        "A subset of 31 categories out of 256 in a few bits, without any structure made for it.",
    ),
    "A weak generator": (
        {"scheme": "rejection_subset_selection", "generator": "few_bits", "epsilon": 1.0, "users": 5000},
        "Subset selection by rejection, with a generator that makes only 16 different reports of all seeds.",
    ),
    "One message on a small field": (
        {"size": 16, "epsilon": 1.0, "sender": 5},
        "Sixteen categories, so that the line of one message can be followed by eye.",
    ),
    "Symmetric RAPPOR, deletion": (
        {"size": 1000, "scheme": "rappor", "notion": "deletion", "epsilon": 1.0},
        "A report compared with one made without any category: the same ε buys less noise.",
    ),
    "A million users": (
        {"size": 1000, "users": 1_000_000, "epsilon": 1.0},
        "Every one of them really sends: RAPPOR's reports alone are 10⁹ random bits.",
    ),
    "Fast histogram: k = 10 000, ε = 3": (
        {"scheme": "pi_rappor_generalized", "size": 10_000, "users": 100_000, "epsilon": 3.0, "exponent": 1.25},
        "The generalised version: a small field with several coordinates, folded one after the other.",
    ),
}
PRESETS = {name: (FrequencyEstimationParameters(**fields), what) for name, (fields, what) in _PRESETS.items()}
