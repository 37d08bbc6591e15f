"""Schemes that send any mechanism's output exactly: by PPR, by a seed that gives it, or as it is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ppr_core.compressors import PoissonPrivateRepresentation, PseudorandomRejection
from ppr_core.compressors.speed import rejection_seconds
from ppr_core.planning.decoder_limit import held_plans, too_thin
from ppr_core.planning.guarantees import Told, as_it_is
from ppr_core.planning.schemes.scheme import DRAW, Runs, Scheme, Settings, TunedScheme, shape
from ppr_core.planning.search import LARGEST_LOG_RATIO, longest
from ppr_core.planning.setup import Setup
from ppr_core.planning.solver import Plan, solve

__all__ = ["Plain", "Ppr", "Rejection", "exactness"]

_FLOAT = 3e-8  # seconds of an entry of a report, measured
_SEED_BITS, _GAMMA = 128, 1e-6


class Ppr(Scheme):
    """Exact for every mechanism; its decoder learns what the accountant says, so α and ε hold it together."""

    name = "ppr"
    label = PoissonPrivateRepresentation.label

    def called(self, p: Setup) -> str:
        return ", ".join(filter(None, (self.label, p.kind.sent)))

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        """As it is planned and, where that tells its decoder too much, at less ε."""
        planned = self._planned(solve(p))
        yield planned
        if "decoder_epsilon" in planned.breaks:
            yield from map(self._planned, held_plans(p))

    def rows(self, p: Setup, sent: str = "") -> Iterator[TunedScheme]:
        """Of the task itself the plan that is checked and, in another line, the one that is held."""
        checked, *others = self.forms(p)
        if sent:
            yield self.best((checked, *others), sent)
            return
        yield checked
        if others:
            yield replace(self.best(others), held=True)

    def runs(self, tuned: TunedScheme, settings: dict[str, Any]) -> Runs:
        setup, kind = tuned.setup, tuned.setup.kind
        fields: dict[str, Any] = {"task": kind.shown_as or setup.task, "epsilon": setup.epsilon}
        if kind.shared:
            fields |= {"choose_reports": False, "reports": setup.reports, "split": setup.split}
        return (("parameter_check", fields),)

    def _planned(self, plan: Plan) -> TunedScheme:
        setup = plan.settled
        seconds = plan.seconds if plan.option.log_ratio <= LARGEST_LOG_RATIO else math.inf
        settings: Settings = (("alpha", plan.alpha), ("code", plan.code))
        if plan.option.reports > 1:
            settings += (("reports", plan.option.reports),)
        plain = as_it_is(setup)
        told = Told(plain.reader, plan.decoder, plain.pure_reader, 2 * plan.alpha * plain.pure_decoder)
        error = setup.kind.error(setup)
        return TunedScheme(self, setup, error, plan.bits, seconds, told, settings=settings, plan=plan)


class Rejection(Scheme):
    """A seed for every piece: the fewest chunks that are found in time, with the proposal of fewest candidates.

    Who tries all seeds learns more: their size is a matter of security and not searched. The generator has to be as
    good as random, or nothing holds.
    """

    name = "rejection"
    label = PseudorandomRejection.label

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        if p.kind.chunked:
            yield self._fewest_chunks(p)
            return
        for settled in p.kind.divisions(p.replace(split=None, reports=None)):
            if too_thin(settled):
                return
            yield self._form(settled, settled.dimension)

    def runs(self, tuned: TunedScheme, settings: dict[str, Any]) -> Runs:
        p = tuned.setup
        if not tuned.sent:
            return (exactness(tuned, settings),)
        fields = {"epsilon": p.epsilon, "size": p.categories, "users": p.clients, "gamma": settings["gamma"]}
        return (("frequency_estimation", {"scheme": f"rejection_{p.task}"} | fields),)

    def _fewest_chunks(self, p: Setup) -> TunedScheme:
        def form(count: int) -> TunedScheme:
            return self._form(p, -(-p.dimension // count))

        low, high = 0, 1
        while high < p.dimension and form(high).seconds > longest(p):
            low, high = high, min(2 * high, p.dimension)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if form(middle).seconds <= longest(p) else (middle, high)
        return form(high)

    def _form(self, p: Setup, chunk: int) -> TunedScheme:
        """Of a settled set-up."""
        pieces = [(p.kind.channel(p, size)[0], copies) for size, copies in p.kind.pieces(p, chunk)]
        runs = all(channel.log_ratio_bound() <= LARGEST_LOG_RATIO for channel, _ in pieces)
        seconds = sum(copies * rejection_seconds(channel) for channel, copies in pieces) if runs else math.inf
        bits, error, count = _SEED_BITS * sum(copies for _, copies in pieces), p.kind.error(p), p.kind.shares(p)
        settings = (("seed_bits", _SEED_BITS), ("gamma", _GAMMA), *((("reports", count),) if count > 1 else ()))
        return TunedScheme(
            self, p, error, float(bits), seconds, as_it_is(p), settings=(*settings, *shape(pieces[0][0]))
        )


class Plain(Scheme):
    """The output as it is: who decodes it learns what everybody does."""

    name = "plain"
    label = "Uncompressed"

    def called(self, p: Setup) -> str:
        return p.kind.plain

    def forms(self, p: Setup) -> Iterator[TunedScheme]:
        settled, bits = p.kind.single(p), p.kind.plain_bits(p)
        seconds = DRAW + _FLOAT * bits / 32
        yield TunedScheme(self, settled, p.kind.error(settled), bits, seconds, as_it_is(settled))


def exactness(tuned: TunedScheme, settings: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """One message by itself, on the page Exactness."""
    p, kind = tuned.setup, tuned.setup.kind
    fields = {"first": tuned.name, "second": "none", "mechanism": kind.channel_name or p.task, "samples": 1000}
    fields |= {name: value for name, value in settings.items() if name not in ("seed_bits", "reports")}
    return "exactness", fields if kind.vector else fields | {"categories": p.categories}
