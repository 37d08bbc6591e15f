"""Fields that several experiments have, each described once."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

from ppr_core.experiments.contract import Parameters, parameter

__all__ = ["AGAINST", "DECODER_DELTA", "NEIGHBOURS", "ORDERS", "adapted", "against", "neighbours", "order", "seed"]

#: Values of α that a slider stops at.
ORDERS = (1.02, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0, 20.0, 50.0)

#: δ at which the decoder's ε is told by exact accounting, on pages and of mechanisms that have no δ of their own.
DECODER_DELTA = 1e-6

#: View of a guarantee -> whom a comparison holds to the same ε.
AGAINST: Mapping[str, str] = {"database": "the reader", "decoder": "the server"}

#: Neighbour relation -> label: which two databases a central guarantee compares.
NEIGHBOURS: Mapping[str, str] = {
    "zero_out": "zero out",
    "replace_one": "replace one",
    "add_remove": "add or remove one",
}


def order(default: float = 2.0, *, low: float = 1.02, help: str, stops: tuple[float, ...] = ORDERS, **more: Any) -> Any:
    """PPR's order α, from ``low`` to ∞."""
    return parameter(
        default, kind="real", label="PPR order", symbol="α", low=low, high=math.inf, infinite=True, stops=stops,
        help=help, **more,
    )  # fmt: skip


def seed(default: int = 1, *, label: str = "Seed", **more: Any) -> Any:
    """The seed of everything random in a run."""
    return parameter(default, kind="integer", label=label, low=0, high=2**31 - 1, group="seed", **more)


def neighbours(*relations: str, **more: Any) -> Any:
    """A choice among neighbour relations; the first is the default."""
    choices = {name: NEIGHBOURS[name] for name in relations}
    return parameter(relations[0], kind="choice", label="Neighbours", choices=choices, **more)


def against(default: str, **more: Any) -> Any:
    """Whom a comparison holds to ε: every scheme's mechanism is chosen so that this observer learns no more."""
    return parameter(
        default, kind="choice", label="Who must not learn more than ε", choices=AGAINST,
        help="The reader of the output sees what is decoded. The server, the decoder of every message, also holds the "
             "seed: the same ε against it takes a mechanism with a smaller ε of its own, which is found by accounting.",
        **more,
    )  # fmt: skip


def adapted(base: type[Parameters], name: str, **changes: Any) -> Any:
    """A field of another record with another default or other limits."""
    declared = next(field for field in dataclasses.fields(base) if field.name == name)
    default = changes.pop("default", declared.default)
    return parameter(default, **vars(declared.metadata["spec"]) | changes)
