"""The vocabulary of fields: each symbol declared once, with one label and one help.

A page gives a field its default and its range, and as ``note`` what has to be said of it there; label and symbol stay.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.guarantees import ADVERSARIES, DECODER, READER, refusals

__all__ = [
    "DECODER_DELTA", "FIELDS", "NEIGHBOURS", "ORDERS", "WEAK_EPSILON", "Declaration", "adapted", "against",
    "candidates", "categories", "chunk", "clients", "code", "data_columns", "data_file", "delta", "dimension",
    "epsilon", "epsilon_per_km", "epsilon_per_unit", "gamma", "mechanism", "messages", "neighbours", "noise_std",
    "norm_bound", "order", "people", "picture", "position", "private_seed", "proposal_scale", "repetitions",
    "samples", "scheme", "seed", "shared_seed", "true_value",
]  # fmt: skip

#: ε from which what is seen may multiply the odds of an input by more than 20 000: next to everything may be learned.
WEAK_EPSILON = 10.0

#: Values of α that a slider stops at.
ORDERS = (1.02, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0, 20.0, 50.0)

#: δ at which the decoder's ε is told by numerical accounting, on pages and of mechanisms that have no δ of their own.
DECODER_DELTA = 1e-6

#: Neighbour relation -> label: which two databases a central guarantee compares.
NEIGHBOURS: Mapping[str, str] = {
    "zero_out": "a client’s numbers, or zeros",
    "replace_one": "a client and any other",
    "add_remove": "with and without one",
}

#: What it is -> how it is declared.
FIELDS: dict[str, Declaration] = {}


@dataclass(frozen=True)
class Declaration:
    """A field as every page has it: the `FieldSpec` but for default, range and what a page adds to the help."""

    spec: Mapping[str, Any]

    @property
    def label(self) -> str:
        """What it is called, on every page."""
        return str(self.spec["label"])

    def __call__(self, default: Any, *, note: str = "", **more: Any) -> Any:
        """The dataclass field of a `Parameters` record. note: what the page adds to the help."""
        renamed = {"label", "symbol", "help"} & set(more)
        if renamed:
            raise TypeError(f"{self.spec['label']} is declared once: no {' and '.join(sorted(renamed))} of its own.")
        spoken = " ".join(filter(None, (self.spec.get("help", ""), note)))
        return parameter(default, **{**self.spec, **more, "help": spoken})


def _declared(name: str, kind: str, label: str, symbol: str = "", **more: Any) -> Declaration:
    FIELDS[name] = Declaration({"kind": kind, "label": label, "symbol": symbol, **more})
    return FIELDS[name]


# What is promised.
_HIDES = {
    "unit": "nats",
    "scale": "log",
    "help": "A smaller ε hides more and takes more noise.",
}
epsilon = _declared("epsilon", "real", "Privacy loss", "ε", **_HIDES)
epsilon_per_km = _declared("epsilon_per_km", "real", "Privacy loss ε per km", "ε", **_HIDES)
epsilon_per_unit = _declared("epsilon_per_unit", "real", "Privacy loss ε per unit of x", "ε", **_HIDES)
delta = _declared(
    "delta", "real", "Failure probability", "δ", scale="log",
    help="The limit ε may fail with this small chance: P(yes | x) is at most e^ε P(yes | x′) + δ for every question.",
)  # fmt: skip
_order = _declared(
    "alpha", "real", "PPR order", "α", help="A smaller α hides more from the server but makes messages longer."
)
_against = _declared(
    "against", "choice", "Who must not learn more than ε",
    help="A reader sees only the decoded output. The server also has seed and message, so holding it to the same ε "
    "takes more noise.",
)  # fmt: skip
_neighbours = _declared(
    "neighbours",
    "choice",
    "What ε compares",
    help="Two data sets or inputs that shall be hard to tell apart (neighbours).",
)

# What is reported, and how it is noised.
mechanism = _declared("mechanism", "choice", "Mechanism")
dimension = _declared("dimension", "integer", "Dimension", "d", scale="log", help="So many numbers make up a vector.")
categories = _declared(
    "categories", "integer", "Categories", "k", low=2, scale="log", help="An input is one of so many categories.",
)  # fmt: skip
norm_bound = _declared(
    "norm_bound", "real", "Norm bound", "C", scale="log", help="The largest length (norm) that an input may have."
)
noise_std = _declared(
    "noise_std", "real", "Noise", "s", scale="log", help="The standard deviation of the noise on every number.",
)  # fmt: skip
position = _declared(
    "position",
    "real",
    "Input length",
    "‖x‖/C",
    low=0.0,
    high=1.0,
    help="The length of the input, as a share of the largest one, C.",
)
true_value = _declared("x", "real", "True value", "x")

# How it is sent.
scheme = _declared("scheme", "choice", "Compressor")
candidates = _declared(
    "candidates", "integer", "Candidates", "N", scale="log", stops=tuple(2**power for power in range(1, 25)),
    help="MRC and its relatives choose among N samples and send log₂ N bits.",
)  # fmt: skip
gamma = _declared(
    "gamma", "real", "Rejection may miss", "γ", low=1e-9, high=0.5, scale="log",
    help="Pseudorandom rejection gives up after ⌈r* ln(1/γ)⌉ seeds; with a good generator its output is within γ of "
    "the mechanism's distribution, in total variation.",
)  # fmt: skip
chunk = _declared(
    "chunk", "integer", "Chunk size", "c", low=1, scale="log", help="One message carries so many numbers of a vector.",
)  # fmt: skip
code = _declared(
    "code",
    "choice",
    "Code",
    help="The code turns whole numbers into bits. Elias gamma is shorter for some numbers below 32, Elias delta for "
    "all above.",
)
proposal_scale = _declared(
    "proposal_scale", "real", "Proposal width", unit="× best", scale="log", group="more",
    help="The best width has the smallest r*, so the sender looks at the fewest candidates. Other widths are as exact, "
    "but slower.",
)  # fmt: skip

# How much of it there is.
people = _declared("people", "integer", "People", "n", scale="log", help="Each person sends a report.")
clients = _declared("clients", "integer", "Clients", "n", scale="log", help="Each client sends its updates.")
samples = _declared("samples", "integer", "Samples", "n", scale="log")
messages = _declared(
    "messages", "integer", "Messages", "n", scale="log", help="Each message is really encoded, sent and decoded."
)
repetitions = _declared("repetitions", "integer", "Repetitions", "R", group="more")

# What is shown, and of which data.
picture = _declared("picture", "choice", "Picture")
data_file = _declared("data_file", "file", "Data file")
data_columns = _declared("data_columns", "columns", "Columns", columns_of="data_file")
_SHARED = "The page Overview explains shared seeds (tab “The shared seed”)."
_seed = _declared(
    "seed", "integer", "Seed", low=0, high=2**31 - 1, group="seed",
    help=f"All random numbers here follow from the seed, so the same seed gives the same result. {_SHARED}",
)  # fmt: skip
_shared_seed = _declared("shared_seed", "integer", "Shared seed", low=0, high=2**31 - 1, group="seed", help=_SHARED)
_private_seed = _declared("private_seed", "integer", "Private seed", low=0, high=2**31 - 1, group="seed")


def order(default: float = 2.0, *, low: float = 1.02, high: float = math.inf, **more: Any) -> Any:
    """PPR's order α, from ``low`` to ``high``, which may be ∞."""
    infinite = math.isinf(high)
    endless = "At α = ∞ nothing limits what the server learns." if infinite else ""
    more["note"] = more.get("note") or endless
    return _order(default, low=low, high=high, infinite=infinite, stops=more.pop("stops", ORDERS), **more)


def seed(default: int = 1, **more: Any) -> Any:
    """The seed of everything random in a run."""
    return _seed(default, **more)


def shared_seed(default: int = 1, **more: Any) -> Any:
    """The seed of what encoder and decoder both know."""
    return _shared_seed(default, **more)


def private_seed(default: int = 1, **more: Any) -> Any:
    """The seed of what only the encoder knows."""
    return _private_seed(default, **more)


def neighbours(*relations: str, labels: Mapping[str, str] = NEIGHBOURS, **more: Any) -> Any:
    """A choice among neighbour relations; the first is the default."""
    return _neighbours(relations[0], choices={name: labels[name] for name in relations}, **more)


def against(default: str, *, served: tuple[str, ...] = (READER.name, DECODER.name), **more: Any) -> Any:
    """Whom a comparison holds to ε: every scheme's mechanism is chosen so that this adversary learns no more.

    served: names of the adversaries whose guarantees the page knows; all others are refused by name.
    """
    choices = {name: ADVERSARIES[name].label for name in served}
    return _against(default, choices=choices, refused=refusals(served), **more)


def adapted(base: type[Parameters], name: str, **changes: Any) -> Any:
    """A field of another record with another default or other limits."""
    declared = next(field for field in fields(base) if field.name == name)
    default = changes.pop("default", declared.default)
    return parameter(default, **vars(declared.metadata["spec"]) | changes)
