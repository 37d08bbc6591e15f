"""The words and formulas of the experiment `federated`: which message of `federated.ftl`, with which numbers."""

from __future__ import annotations

import functools
import math

from ppr_core.accounting import gaussian_noise_std
from ppr_core.estimation.federated import SoftmaxModel
from ppr_core.experiments.contract import Formula, Quantity, Story
from ppr_core.experiments.federated.run import FederatedResult
from ppr_core.experiments.vocabulary.fields import WEAK_EPSILON
from ppr_core.experiments.vocabulary.formulas import Rule, Slot
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, percent, rounded

__all__ = ["tell"]

message = Messages("federated")

_GUESSED = 0.1  # share of ten digits that guessing reads
_USELESS = 0.2  # share of what training without privacy adds to guessing, below which a model is called nearly useless
_OFTEN = 0.05  # share of shortened updates from which on it is told


def tell(result: FederatedResult) -> Story:
    """The story of a run."""
    return Story(_quantities(result), _finding(result), _notices(result), functools.partial(_formulas, result))


def _finding(result: FederatedResult) -> str:
    ppr, plain = result.accuracy("ppr"), result.accuracy("plain")
    kind = "chance" if result.alike("ppr", "plain") else "free" if ppr.value > plain.value else "costs"
    if kind == "costs" and ppr.value - _GUESSED < _USELESS * (plain.value - _GUESSED):
        kind = "useless"
    shares = {name: _percent(result, name) for name in ("ppr", "plain")}
    return message("finding", kind=kind, epsilon=number(result.parameters.epsilon), **shares)


def _notices(result: FederatedResult) -> tuple[str, ...]:
    p = result.parameters
    times = number(rounded(result.sent("plain") / result.sent("ppr"), 2))
    sent = {"bits": number(result.sent("ppr")), "plain": number(result.sent("plain"))}
    ways = message("ways", times=times, rounds=p.rounds, **sent)
    values = {"epsilon": number(p.epsilon), "delta": number(p.delta)}
    same = message(
        "same", shortened=result.shortened > _OFTEN, images=p.images, each=number(p.images),
        share=percent(result.shortened, 2),
    )  # fmt: skip
    more = message("same-more", rounds=p.rounds, clients=number(p.clients), **values)
    nobody = message(
        "nobody", server=number(result.server), epsilon=values["epsilon"], large=result.server > WEAK_EPSILON
    )
    seen = (nobody, message("trust"), *([message("nobody-rounds")] if p.rounds > 1 else []))
    return f"{ways} {message('ways-more')}", f"{same} {more}", " ".join(seen)


def _percent(result: FederatedResult, name: str) -> str:
    mean = result.accuracy(name)
    return measured(100 * mean.value, 100 * mean.error, "%")


def _quantities(result: FederatedResult) -> tuple[Quantity, ...]:
    order = ("ppr", *(name for name in result.names if name != "ppr"))
    samples = message("samples", runs=number(result.parameters.runs), images=number(result.tested))
    accuracies = [
        Quantity.measured(
            f"accuracy_{name}", message("tile-accuracy", way=message("way", name=name)), result.accuracy(name), "%",
            times=100.0, samples_text=samples,
        )
        for name in order
    ]  # fmt: skip
    bits = [
        Quantity(
            f"bits_{name}", message("tile-bits", way=message("way", name=name)), result.sent(name), "bits", "counted"
        )
        for name in order
    ]
    return accuracies[0], bits[0], *accuracies[1:], *bits[1:]


def _formulas(result: FederatedResult) -> tuple[Formula, ...]:
    p = result.parameters
    noise = Rule(
        message("formula-noise"),
        r"\sigma =",
        r"\frac{2 \cdot <clip> \cdot \sqrt{<rounds>} \cdot <unit>}{<clients>}",
        {
            "clip": Slot("C", message("symbol-clip")),
            "rounds": Slot("T", message("symbol-rounds")),
            "unit": Slot("s", message("symbol-unit")),
            "clients": Slot("n", message("symbol-clients")),
        },
        lambda clip, rounds, unit, clients: 2 * clip * math.sqrt(rounds) * unit / clients,
        "gaussian.analytic",
    )
    plain = Rule(
        message("formula-bits"),
        "b =",
        r"32 \cdot <entries> \cdot <rounds>",
        {"entries": Slot("d", message("symbol-entries")), "rounds": Slot("T", message("symbol-rounds"))},
        lambda entries, rounds: 32 * entries * rounds,
    )
    fields = {"clip": "clip", "rounds": "rounds", "unit": "epsilon", "clients": "clients"}
    unit = gaussian_noise_std(1.0, p.epsilon, p.delta)
    return (
        noise.at(fields, clip=p.clip, rounds=p.rounds, unit=unit, clients=p.clients),
        plain.at({"rounds": "rounds"}, entries=SoftmaxModel.dimension, rounds=p.rounds),
    )
