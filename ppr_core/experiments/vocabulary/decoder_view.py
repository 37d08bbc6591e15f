"""What the decoder of one PPR message learns, who sees list and index and no arrival time: a run beside that of a page.

It is the same for every page, and takes up to half a second: so it is a run of its own, and is made when it is asked
for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core.channels import Channel
from ppr_core.compressors import Compressor, PoissonPrivateRepresentation
from ppr_core.compressors.algorithm1 import PoissonReference
from ppr_core.decoder_privacy import DecoderEpsilon, decoder_epsilon, half_width
from ppr_core.experiments.contract import Cost, Experiment, Parameters, Progress, Quantity, Story, Table
from ppr_core.parameters import FieldSpec
from ppr_core.texts import Messages
from ppr_core.wording import number, percent

__all__ = ["DECODER_VIEW", "DecoderView", "OneMessage", "one_message"]

_LISTS = 2000
_SECONDS, _BYTES = 0.5, 5e7
_ROOM = 1e-3  # of ε by which a bound has to be lower than another one to be worth a word

message = Messages("shared")


@dataclass(frozen=True, kw_only=True)
class OneMessage(Parameters):
    """One PPR message of a channel; alpha: α in (1, ∞]; delta: δ in [0, 1] of what its decoder learns."""

    channel: Channel
    alpha: float
    delta: float

    @classmethod
    def specs(cls) -> dict[str, FieldSpec]:
        """None is set by hand."""
        return {}

    def values(self) -> dict[str, Any]:
        """Equal channels are one."""
        return {"channel": repr(self.channel), "alpha": self.alpha, "delta": self.delta}


@dataclass(frozen=True, eq=False)
class DecoderView:
    """told: between what ε lies for the decoder."""

    parameters: OneMessage
    told: DecoderEpsilon

    def table(self) -> Table:
        """One row."""
        return {name: np.array([getattr(self.told, name)]) for name in ("delta", "lower", "upper", "times")}


def one_message(compressor: Compressor | None, delta: float, *, messages: int = 1) -> OneMessage | None:
    """What a person sends who sends so many of this compressor; None where it is not one message of PPR with a list.

    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel
    >>> from ppr_core.experiments.vocabulary.decoder_view import one_message
    >>> ppr = PoissonPrivateRepresentation(RandomizedResponseChannel(size=2, epsilon=1.0), 2.0)
    >>> one_message(ppr, 1e-6).alpha, one_message(ppr, 1e-6, messages=2)
    (2.0, None)
    """
    if messages != 1 or not isinstance(compressor, PoissonPrivateRepresentation | PoissonReference):
        return None
    return OneMessage(channel=compressor.channel, alpha=compressor.alpha, delta=delta)


def _cost(parameters: OneMessage) -> Cost:
    return Cost(_SECONDS, _BYTES, f"{number(_LISTS)} lists")


def _run(parameters: OneMessage, progress: Progress | None = None) -> DecoderView:
    if progress is not None:
        progress(0.0, f"{number(_LISTS)} lists")
    p = parameters
    return DecoderView(p, decoder_epsilon(p.channel, p.alpha, p.delta, lists=_LISTS))


def _tell(view: DecoderView) -> Story:
    told = view.told
    kind = "none" if math.isinf(told.upper) else told.inputs if told.upper < told.times * (1 - _ROOM) else "times"
    finding = message(
        "decoder-view", kind=kind, delta=number(told.delta), low=number(told.lower), high=number(told.upper),
        width=percent(half_width(told.lower, told.upper), 2), times=number(told.times), failure=number(told.failure),
    )  # fmt: skip
    upper = Quantity("upper", "ε", told.upper, "nats", "bound", source="ppr.list" if kind in ("all", "pair") else "")
    return Story((upper,), finding)


def _snippet(parameters: OneMessage) -> str:
    p = parameters
    return (
        f"from ppr_core import {type(p.channel).__name__}\nfrom ppr_core.decoder_privacy import decoder_epsilon\n\n"
        f"print(decoder_epsilon({p.channel!r}, {p.alpha!r}, {p.delta!r}, lists={_LISTS}).upper)\n"
    )


DECODER_VIEW = Experiment(
    name="decoder_view", parameters=OneMessage, cost=_cost, run=_run, snippet=_snippet, tell=_tell
)
