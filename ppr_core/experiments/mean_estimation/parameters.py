"""What can be set in the experiment `mean_estimation`, and what follows from it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.accounting import INTEGER_ORDERS
from ppr_core.csv_columns import Numbers
from ppr_core.estimation.mean import CentralMean
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.files.uploads import chosen, load_numbers
from ppr_core.experiments.vocabulary import fields
from ppr_core.guarantees import ADVERSARIES, DECODER, Adversary, ppr_overhead_bits, zipf_shannon_size
from ppr_core.wording import number, rounded

__all__ = [
    "ACCOUNTING", "CODES", "COMPARISONS", "DATA", "LARGE", "MOST_COLUMNS", "MOST_ROWS", "PRESETS", "MeanParameters",
    "read_vectors",
]  # fmt: skip

COMPARISONS: dict[str, str] = {
    "central": "PPR, CSGM, Gaussian",
    "local": "PrivUnit, PrivHS, SQKR",
    "split": "PrivUnit in several reports",
    "compressed": "PrivUnit by four compressors",
}
DATA: dict[str, str] = {
    "signs": "each number +1 (80 %) or −1",
    "sphere": "Gaussian, on the sphere",
    "sparse": "Sparse",
    "file": "Uploaded file",
}
ACCOUNTING: dict[str, str] = {"renyi": "Rényi", "analytic": "exact (analytic)"}
CODES: dict[str, str] = {"elias_delta": "Elias delta", "zipf_shannon": "Shannon code, Zipf"}
MOST_ROWS, MOST_COLUMNS = 10_000, 2_000

LARGE = (4, 8, 12)  # entries of the chunks whose bits are computed along ε
_MOST_CENTRAL, _LOCAL = 6.0, (1.0, 8.0)  # ε of the curves
_CONTENDERS = {
    "central": ("sliced_ppr", "csgm", "gaussian"),
    "local": ("privunit", "privunit_default", "privhs", "sqkr"),
    "split": ("reports_1", "reports_2", "reports_4", "sqkr"),
    "compressed": ("ppr", "mrc", "modified_mrc", "rejection"),
}


def read_vectors(digest: str) -> Numbers:
    """What the uploaded file must hold: a client a row."""
    return load_numbers(digest, fields.data_file.label, most_rows=MOST_ROWS, most_columns=MOST_COLUMNS)


@dataclass(frozen=True, kw_only=True)
class MeanParameters(Parameters):
    """n clients hold vectors of d entries; a server estimates their mean. ε is central for the first comparison, local
    for the others."""

    compare: str = parameter(
        "central", kind="choice", label="Schemes", choices=COMPARISONS,
        help="PPR, CSGM and Gaussian noise at equal ε of the mean, or schemes of unit vectors at equal local ε.",
    )  # fmt: skip
    epsilon: float = fields.epsilon(
        3.0, low=0.1, high=10.0,
        note="Central: what the published mean tells of a person. Local: what a person's message tells of their "
        "vector.",
    )  # fmt: skip
    bits: int = parameter(
        15, kind="integer", label="CSGM’s bit budget", symbol="b", low=1, high=2_000, scale="log",
        stops=(1, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 400, 600, 800, 1000, 2000),
        help="The most bits that a person sends with CSGM. PPR in chunks takes the bits it needs.",
    )  # fmt: skip
    clients: int = fields.people(
        40, low=10, high=MOST_ROWS, group="more", stops=(10, 20, 40, 50, 100, 200, 500, 1000, 2000, 5000, 10_000),
        note="Each holds one vector.",
    )  # fmt: skip
    dimension: int = fields.dimension(
        100, low=10, high=MOST_COLUMNS, group="more", stops=(10, 20, 50, 100, 200, 500, 1000, 2000),
    )  # fmt: skip
    chunk: int = fields.chunk(
        10, high=200, scale="log", stops=(1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 25, 32, 40, 50, 75, 100, 200),
        note="Smaller chunks mean more messages, but far fewer candidates. Chunks that would take too long are cut.",
    )  # fmt: skip
    data: str = parameter(
        "signs", kind="choice", label="Data", choices=DATA,
        help="For local ε every vector is scaled to length 1. For central ε a file is divided by its largest number.",
    )  # fmt: skip
    data_file: str = fields.data_file(
        "", reads=read_vectors,
        note=f"Rows are people; at most {MOST_ROWS} rows and {MOST_COLUMNS} columns of numbers.",
    )  # fmt: skip
    data_columns: str = fields.data_columns("")
    against: str = fields.against("database")
    neighbours: str = fields.neighbours(
        "zero_out", "replace_one", group="more",
        note="What a central ε hides: whether a person took part (their vector set to 0), or which vector they had.",
    )  # fmt: skip
    delta: float = fields.delta(1e-6, low=1e-9, high=1e-2, group="more")
    alpha: float = fields.order(high=20.0, group="more")
    candidates: int = fields.candidates(64, low=2, high=1024, group="more")
    accounting: str = parameter(
        "renyi", kind="choice", label="Noise found by", choices=ACCOUNTING, group="more",
        help="How the noise of Gaussian and of PPR is computed. CSGM keeps Rényi accounting, as in the paper.",
    )  # fmt: skip
    pld: bool = parameter(
        False, kind="flag", label="Also by loss distribution", group="more",
        help="Computes CSGM's ε by a privacy loss distribution, too, which is tighter than Rényi's.",
    )  # fmt: skip
    code: str = fields.code("elias_delta", choices=CODES, group="more")
    fit: bool = parameter(
        False, kind="flag", label="PPR in chunks within b bits", group="more",
        help="PPR in chunks adds noise until its bound on the bits fits into b.",
    )  # fmt: skip
    many: bool = parameter(
        False, kind="flag", label="More curves", group="more",
        help="Shows six budgets along ε, and four values of ε along the bits.",
    )  # fmt: skip
    points: int = parameter(4, kind="integer", label="Values of ε", low=2, high=12, group="more")
    least: float = parameter(
        0.25, kind="real", label="Smallest ε", low=0.05, high=2.0, scale="log", group="more",
        help="The curves go from here to 6 for central ε. Those of local ε go from 1 to 8.",
    )  # fmt: skip
    repetitions: int = fields.repetitions(
        4, low=2, high=100, scale="log",
        note="Every scheme is run so often, for the error bars.",
    )  # fmt: skip
    seed: int = fields.seed()

    def unused(self) -> dict[str, str]:
        reasons: dict[str, str] = {}
        if self.data != "file":
            reasons |= dict.fromkeys(("data_file", "data_columns"), "The data are drawn.")
        else:
            reasons |= dict.fromkeys(("clients", "dimension"), "The file says so.")
        if self.central:
            reasons["candidates"] = "Nothing is sent by MRC."
            if self.server_held:
                reasons["neighbours"] = "What the server learns compares any two vectors of a person."
                reasons["accounting"] = "Against the server the noise is found by numerical accounting."
                reasons |= dict.fromkeys(("pld", "many"), "CSGM's server sees entries as they are, so it is not run.")
            return reasons
        local = "A local ε compares any two vectors of a person."
        reasons["neighbours"] = local
        reasons["accounting"] = "These schemes are purely private: δ = 0."
        reasons |= dict.fromkeys(("pld", "fit", "many", "chunk", "least"), "Only where Gaussian noise is added.")
        reasons["bits"] = "These schemes choose their size from ε."
        if self.compare != "compressed":
            reasons["candidates"] = "Nothing is sent by MRC."
        return reasons

    def ends(self) -> dict[str, float]:
        return {"bits": self.dimension} if self.central and self.data != "file" else {}

    def check(self) -> None:
        if self.data != "file":
            self._check_bits()

    def check_file(self) -> None:
        if self.data == "file":
            table = read_vectors(self.data_file)
            columns = chosen(self.data_columns, table)
            allowed = "at least two columns" if len(table.names) > 1 else "a file with at least two columns"
            validation.require(len(columns) > 1, fields.data_columns.label, self.data_columns or "all", allowed)
            validation.require(table.rows > 1, fields.data_file.label, table.rows, "a table of at least two rows")
            size = np.abs(table.values[:, columns])
            empty = not size.any() if self.central else not size.any(axis=1).all()
            allowed = "numbers that are not all 0" if self.central else "rows that are not 0 everywhere"
            validation.require(not empty, fields.data_file.label, "zeros", allowed)
            self._check_bits()

    def _check_bits(self) -> None:
        if self.central:
            allowed = f"at most d = {self.shape[1]}, a bit for each number"
            validation.require(self.bits <= self.shape[1], "CSGM’s bit budget", self.bits, allowed)
        if self.central and self.fit:
            floor = self.floor_bits
            least = f"what {self.messages} chunks take without any information, for PPR in chunks"
            allowed = f"above {number(floor, 4)}, {least}"
            validation.require(self.bits > 1.001 * floor, "bits", self.bits, allowed)

    @property
    def central(self) -> bool:
        return self.compare == "central"

    @property
    def server_held(self) -> bool:
        """Whether the schemes of the published mean hold the server to ε, instead of the reader of the mean."""
        return self.central and self.adversary is DECODER

    @property
    def adversary(self) -> Adversary:
        """Who learns at most ε."""
        return ADVERSARIES[self.against]

    @property
    def kind(self) -> str:
        """Which ε is meant."""
        return "central" if self.central and not self.server_held else "local"

    @property
    def all_curves(self) -> bool:
        """Whether PPR and CSGM are compared at every budget and at four ε."""
        return self.many and not self.server_held

    @property
    def shape(self) -> tuple[int, int]:
        """(n, d)."""
        if self.data != "file":
            return self.clients, self.dimension
        table = read_vectors(self.data_file)
        return table.rows, len(chosen(self.data_columns, table))

    @property
    def bounded(self) -> bool:
        """Whether entries lie in [−1, 1] for central ε."""
        return self.data in ("signs", "file")

    @property
    def problem(self) -> CentralMean:
        """The noises and schemes of central ε."""
        n, d = self.shape
        chosen: dict[str, Any] = {"neighbours": self.neighbours, "accounting": self.accounting}
        return CentralMean(
            clients=n, dimension=d, delta=self.delta, **chosen, alpha=self.alpha, bounded=self.bounded,
            information="signs" if self.data == "signs" else "gaussian",
            against=self.against,
        )  # fmt: skip

    @property
    def size(self) -> int:
        """c, at most d."""
        return min(self.chunk, self.shape[1])

    @property
    def messages(self) -> int:
        """⌈d/c⌉."""
        return -(-self.shape[1] // self.size)

    @property
    def floor_bits(self) -> float:
        """Bits that Theorem 5 needs for ⌈d/c⌉ messages without information."""
        return self.messages * zipf_shannon_size(ppr_overhead_bits(self.alpha)).value

    @property
    def least_epsilon(self) -> float:
        """Well above the ε that the accountant's largest order gives for δ without any privacy loss."""
        order = INTEGER_ORDERS[-1]
        return max(0.01, -1.3 * (math.log(self.delta) + math.log(order)) / (order - 1))

    @property
    def by_chunks(self) -> bool:
        """Whether the bits of a few sizes of chunks are computed along ε: every chunk of signs is equally long."""
        return self.central and self.all_curves and self.data == "signs" and self.shape[1] >= max(LARGE)

    @property
    def grid(self) -> tuple[float, ...]:
        """The values of ε along which the schemes are run, whatever ε is chosen."""
        if self.central:
            spaced = np.geomspace(max(self.least, self.least_epsilon), _MOST_CENTRAL, self.points)
        else:
            spaced = np.linspace(*_LOCAL, self.points)
        return tuple(rounded(epsilon, 4) for epsilon in spaced)

    @property
    def epsilons(self) -> tuple[float, ...]:
        """The chosen ε, and those of the grid that are not too near to it."""
        return tuple(
            sorted({*(epsilon for epsilon in self.grid if not 0.7 < epsilon / self.epsilon < 1.4), self.epsilon})
        )

    @property
    def budgets(self) -> tuple[int, ...]:
        """Bits of CSGM where the error is shown along them."""
        d = self.shape[1]
        wanted = (d / 40, d / 20, d / 10, d / 5, 2 * d / 5, d) if self.all_curves else (self.bits / 2, 2 * self.bits)
        return tuple(sorted({*(min(max(round(bits), 1), d) for bits in wanted), self.bits}))

    @property
    def levels(self) -> tuple[float, ...]:
        """The values of ε whose errors are shown along the bits."""
        if not self.all_curves:
            return (self.epsilon,)
        return tuple(max(self.epsilon * factor, self.least_epsilon) for factor in (0.25, 0.5, 1.0, 2.0))

    @property
    def contenders(self) -> tuple[str, ...]:
        """The schemes that are run."""
        contenders = _CONTENDERS[self.compare]
        return tuple(name for name in contenders if name != "csgm") if self.server_held else contenders


_FIGURE: dict[str, Any] = {"epsilon": 1.0, "clients": 500, "dimension": 1000, "chunk": 50, "least": 0.05}
_UNIT: dict[str, Any] = {"clients": 2_000, "dimension": 1000, "data": "sphere", "points": 4, "repetitions": 2}

PRESETS: dict[str, tuple[MeanParameters, str]] = {
    "A first look": (
        MeanParameters(),
        "40 people hold 100 numbers each; the PPR paper has 500 people with 1000 numbers each.",
    ),
    "The server held to ε": (
        MeanParameters(against="decoder"),
        "The server learns no more than ε. See what this costs, and why CSGM cannot promise it.",
    ),
    "PPR, Figure 1": (
        MeanParameters(**_FIGURE, bits=50, many=True, points=7, repetitions=3, pld=True),
        "The PPR paper's setting: 500 people hold 1000 numbers each. Its budgets go from 25 to 1000 bits a person.",
    ),
    "Figure 1, chunks of 8": (
        MeanParameters(**_FIGURE | {"chunk": 8, "epsilon": 6.0}, bits=800, points=2, repetitions=2),
        "Plain signs take 1000 bits a person. At ε = 6, PPR in 125 chunks of 8 numbers sends fewer.",
    ),
    "Figure 1 in 400 bits": (
        MeanParameters(**_FIGURE, bits=400, fit=True, points=7, repetitions=3),
        "The curve “sliced PPR” of the paper's Figure 1: the bounds of its chunks add up to at most 400 bits.",
    ),
    "PPR, error by size": (
        MeanParameters(**_FIGURE, bits=50, many=True, points=2, repetitions=3),
        "The tab “The price of few bits” shows the error against bits at ε = 0.25, 0.5, 1 and 2.",
    ),
    "ε = 0.5 in 25 bits": (
        MeanParameters(**_FIGURE | {"epsilon": 0.5}, bits=25, points=3, repetitions=4),
        "The paper also prints numbers for this setting: few bits and a small ε.",
    ),
    "PrivUnit, PrivHS, SQKR": (
        MeanParameters(**_UNIT, compare="local", epsilon=2.0),
        "Feldman, Talwar 2021, Figure 1 left. The paper has 10 000 people, here there are 2000.",
    ),
    "PrivUnit, repeated": (
        MeanParameters(**_UNIT, compare="split", epsilon=2.0),
        "Feldman, Talwar 2021, Figure 1 right: reports with a share of ε each save candidates but lose accuracy.",
    ),
    "Four compressors": (
        MeanParameters(compare="compressed", epsilon=4.0, repetitions=20),
        "Four ways to send the same report. Readers learn at most ε = 4; the server of PPR and MRC may learn more.",
    ),
    "Four, server held to ε": (
        MeanParameters(compare="compressed", epsilon=4.0, repetitions=20, against="decoder"),
        "The server learns at most ε = 4 with every scheme, so PPR and MRC add more noise and have larger errors.",
    ),
    "Vectors on the sphere": (
        MeanParameters(data="sphere"),
        "CSGM needs bounded numbers. Kashin's representation of a vector, in more numbers, provides them.",
    ),
}
