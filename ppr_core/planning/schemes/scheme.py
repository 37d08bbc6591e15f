"""What a scheme is: the settings it is searched over, what its decoder learns, and the page that runs it.

Of what a scheme's settings allow within the limits, the fewest bits are taken whose squared error is within 1 % of the
least. A neighbour is then not better by 1 %: it has more bits, or breaks a limit, or errs by more than that.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ppr_core.channels import Channel
from ppr_core.planning.decoder_limit import held
from ppr_core.planning.guarantees import Told, as_it_is
from ppr_core.planning.search import longest
from ppr_core.planning.setup import Setup
from ppr_core.planning.solver import Plan
from ppr_core.wording import number

__all__ = ["DRAW", "LIMITS", "WORTH", "Runs", "Scheme", "Settings", "TunedScheme", "shape"]

#: Limits of a set-up that a scheme may break, in the order in which they are named.
LIMITS = ("trusted", "decoder_epsilon", "time_budget", "bit_budget")
DRAW = 1e-6  # seconds of a report, measured
WORTH = 1.01  # less than 1 % of the squared error is not worth a bit
_SYMBOLS = {
    "candidates": "N", "nu": "ν", "bits": "b", "report_bits": "b", "prime": "p", "coordinates": "t", "alpha": "α",
    "seed_bits": "ℓ", "reports": "s", "local": "ε₀", "modulus_bits": "b",
}  # fmt: skip

Settings = tuple[tuple[str, float | int | str], ...]
#: Experiments that run a scheme, with their fields, in the order in which they are tried.
Runs = tuple[tuple[str, dict[str, Any]], ...]


@dataclass(frozen=True)
class TunedScheme:
    """A scheme with its settings, doing a task.

    setup: what it does, with the ε that its mechanism is made for, less than what is asked for where only so reader
    and decoder learn no more than they may; error: in the unit of the task, None where unknown; bits: of all a user
    sends on average; seconds: predicted to encode it; told: what it tells reader and decoder, at the δ′ of all; exact:
    the output has the mechanism's own law; settings: names and values of what the scheme lets one choose, and of the
    channel it sends; standard: its class chooses the same by itself, where it does choose; plan: of PPR; sent: the
    mechanism it sends, where that is another's; free: the form of the scheme that would be taken without limits, where
    it is another.

    >>> from ppr_core.planning import Setup, best
    >>> schemes = best(Setup(task="categories", categories=1000, epsilon=2.0, decoder_epsilon=2.0)).schemes
    >>> [scheme.described for scheme in schemes if scheme.breaks == ("decoder_epsilon",)]
    ['PPR, randomized response, α = 2']
    """

    scheme: Scheme
    setup: Setup
    error: float | None
    bits: float
    seconds: float
    told: Told
    exact: bool = True
    settings: Settings = ()
    standard: bool = True
    plan: Plan | None = None
    sent: str = ""
    held: bool = False
    free: TunedScheme | None = None

    @property
    def name(self) -> str:
        return self.scheme.name

    @property
    def label(self) -> str:
        return ", ".join(filter(None, (self.scheme.called(self.setup), self.sent, "held to ε′" if self.held else "")))

    @property
    def own(self) -> float:
        """ε in nats that its mechanism is made for."""
        return self.setup.epsilon

    @property
    def reader(self) -> float:
        """ε in nats at δ′ against a reader of the output."""
        return self.told.reader.epsilon

    @property
    def decoder(self) -> float:
        """ε in nats at δ′ against whoever knows shared randomness and message, ∞ where nothing holds."""
        return self.told.decoder.epsilon

    @property
    def trusts(self) -> str:
        """Who has to be trusted with a report, "" for nobody, or for a server that is held to its limit."""
        if self.scheme.trusts is not None:
            return self.scheme.trusts
        return "server" if self.setup.kind.central and self.setup.trusting else ""

    @property
    def described(self) -> str:
        """The label with its settings: "MRC, N = 2048"."""
        shown = ((_SYMBOLS.get(name), value) for name, value in self.settings)
        words = (f"{symbol} = {number(value, 4)}" for symbol, value in shown if symbol and not isinstance(value, str))
        return ", ".join([self.label, *words])

    @property
    def breaks(self) -> tuple[str, ...]:
        """Those of `LIMITS` that it does not keep."""
        setup = self.setup
        kept = {
            "trusted": self.trusts in ("", setup.trusted) or setup.trusted == "server",
            "decoder_epsilon": not setup.guarded or self.decoder <= setup.decoder_epsilon * (1 + 1e-12),
            "time_budget": self.seconds <= longest(setup),
            "bit_budget": self.bits <= setup.bit_budget,
        }
        return tuple(name for name in LIMITS if not kept[name])

    @property
    def runs_on(self) -> Runs:
        """Where it runs with these settings."""
        return self.scheme.runs(self, dict(self.settings)) if self.standard else ()


class Scheme(ABC):
    """A way to send what a task asks for. name: as tasks name it; label: as people do; trusts: of a trust model, whom
    it asks for, "" for nobody.

    The tasks that it does are those that name it, see `Task.offers`.
    """

    name: ClassVar[str]
    label: ClassVar[str]
    trusts: ClassVar[str | None] = None

    @abstractmethod
    def forms(self, p: Setup) -> Iterable[TunedScheme]:
        """At the ε of the set-up, every form that its settings allow, as far as they are worth a look."""

    def learned(self, p: Setup) -> float:
        """ε in nats that its decoder learns at δ′ and at the ε of a set-up; it rises with ε. Here of an output sent as
        it is."""
        return as_it_is(p.kind.single(p)).decoder.epsilon

    def called(self, p: Setup) -> str:
        """Its name beside the others that do the task."""
        return self.label

    def setups(self, p: Setup) -> Iterator[Setup]:
        """The set-up and, where that tells the decoder too much, the one at the ε that holds it."""
        yield from (setup for setup in dict.fromkeys((p, held(p, self.learned))) if setup is not None)

    def rows(self, p: Setup, sent: str = "") -> Iterator[TunedScheme]:
        """What is compared with others: the best form. sent: the mechanism it sends, where that is another task's."""
        forms = [form for setup in self.setups(p) for form in self.forms(setup)]
        if forms:
            yield self.best(forms, sent)

    def best(self, forms: Iterable[TunedScheme], sent: str = "") -> TunedScheme:
        """The form that is used: of those within the limits, or else of those that hold the decoder."""
        every = [
            replace(form, sent=sent or form.sent)
            for form in forms
            if form.error is not None and math.isfinite(form.error)
        ]
        within = [form for form in every if not form.breaks]
        holding = [form for form in every if "decoder_epsilon" not in form.breaks]
        free, used = _soonest(every), _least(within) if within else _soonest(holding or every)
        return used if used is free else replace(used, free=free)

    def runs(self, tuned: TunedScheme, settings: dict[str, Any]) -> Runs:
        """The experiments that run it at these settings."""
        return ()


def shape(channel: Channel) -> Settings:
    """What makes a channel; ε between any two of its inputs, and whether its proposal falls from 0 on."""
    names = ("epsilon", "dimension", "noise_std", "norm_bound")
    fields: dict[str, float | int | str] = {name: getattr(channel, name) for name in names if hasattr(channel, name)}
    if "epsilon" in fields:
        fields["epsilon"] = channel.privacy().epsilon
    if hasattr(channel, "proposal_plateau"):
        fields["proposal"] = "best" if channel.proposal_plateau else "centred"
    return tuple(fields.items())


def _soonest(forms: list[TunedScheme]) -> TunedScheme:
    return _least([form for form in forms if math.isfinite(form.seconds)] or forms)


def _least(forms: list[TunedScheme]) -> TunedScheme:
    """The fewest bits with about the least error."""
    power = 1 if forms[0].setup.kind.squared else 2
    least = min(form.error or 0.0 for form in forms)
    good = [form for form in forms if form.error is not None and form.error**power <= WORTH * least**power]
    return min(good, key=lambda form: (form.bits, form.seconds, form.error))
