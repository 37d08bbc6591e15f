"""The words and formulas of the experiment `trust_models`: which message of `trust_models.ftl`, with which numbers."""

from __future__ import annotations

import functools
import math

from ppr_core.experiments.contract import Formula, Quantity, Story
from ppr_core.experiments.trust_models.model import Model
from ppr_core.experiments.trust_models.models import NAME_BITS
from ppr_core.experiments.trust_models.run import TrustResult
from ppr_core.experiments.trust_models.tasks import task_of
from ppr_core.experiments.vocabulary.formulas import Rule, Slot
from ppr_core.texts import Messages
from ppr_core.wording import number, rounded

__all__ = ["tell"]

message = Messages("trust_models")

_CLEARLY = 1.25  # times the error without a shuffler, or the ε of a message alone, from which shuffling helps


def tell(result: TrustResult) -> Story:
    """The story of a run."""
    notices = (message("why", task=result.parameters.task).rstrip(), _shuffled(result), _secure(result), _named(result))
    return Story(_quantities(result), _finding(result), notices, functools.partial(_formulas, result))


def _finding(result: TrustResult) -> str:
    prices = _prices(result)
    if "secure" in prices:
        return message("finding", local=prices["local"], secure=prices["secure"])
    return message("finding-alone", local=prices["local"])


def _prices(result: TrustResult) -> dict[str, str]:
    return {name: number(rounded(price, 3)) for name, price in result.prices().items()}


def _shuffled(result: TrustResult) -> str:
    model = _of(result, "shuffled_outputs")
    p, prices = result.parameters, result.prices()
    epsilons = {"helper": _epsilon(model.helper), "final": number(p.epsilon)}
    little = prices["local"] < _CLEARLY * prices["shuffled_outputs"]
    kind = "few" if model.local < _CLEARLY * p.epsilon else "rounding" if little and p.task == "numbers" else "hidden"
    said = message("shuffled", kind=kind, people=number(p.clients), others=number(p.clients - 1))
    return f"{said} {message('shuffled-more', **epsilons)}"


def _named(result: TrustResult) -> str:
    model = _of(result, "shuffled_messages")
    times = _prices(result)["shuffled_messages"]
    more = message("named-more", helper=_epsilon(model.helper), local=_epsilon(model.local), times=times)
    return f"{message('named', named=number(NAME_BITS), bits=number(model.bits))} {more}"


def _secure(result: TrustResult) -> str:
    model, p = result.model("secure"), result.parameters
    if model is None:
        return f"{message('no-secure')} {message('no-secure-more')}"
    left = p.clients - p.stay
    more = message("secure-more", bits=number(model.bits), left=left, shown=number(left))
    return f"{message('secure')} {more}"


def _quantities(result: TrustResult) -> tuple[Quantity, ...]:
    shuffled, secure = _of(result, "shuffled_outputs"), result.model("secure")
    found = [
        Quantity("price", message("tile-price"), result.prices()["local"], "×"),
    ]
    if secure is not None:
        name = message("model", name="secure")
        found.append(_error(secure))
        found.append(Quantity("bits_secure", message("tile-bits", model=name), secure.bits, "bits"))
    local = shuffled.local
    found.append(Quantity("local", message("tile-local"), local, "nats", "bound", source=shuffled.final.source))
    found.append(Quantity.promised("final", message("tile-final"), shuffled.final))
    found += [_error(model) for model in result.models if model.name != "secure"]
    return tuple(found)


def _error(model: Model) -> Quantity:
    """Measured in so many runs, which are no people."""
    label = message("tile-error", model=message("model", name=model.name))
    samples = message("samples", runs=number(model.measured.samples))
    return Quantity.measured(f"error_{model.name}", label, model.measured, samples_text=samples)


def _formulas(result: TrustResult) -> tuple[Formula, ...]:
    p, trusted = result.parameters, result.models[-1]
    change, unit, source = task_of(p).central_noise(p.epsilon)
    price = Rule(
        message("formula-price"),
        "r =",
        r"\frac{<local>}{<trusted>}",
        {"local": Slot("e_0", message("symbol-local")), "trusted": Slot("e_1", message("symbol-trusted"))},
        lambda local, trusted: local / trusted,
    )
    noise = Rule(
        message("formula-noise"),
        "e_1 =",
        r"\frac{<change> \cdot <noise>}{<clients>}",
        {
            "change": Slot(r"\Delta", message("symbol-change")),
            "noise": Slot("s", message("symbol-noise")),
            "clients": Slot("n", message("symbol-clients")),
        },
        lambda change, noise, clients: change * noise / clients,
        source,
    )
    local = result.models[0].expected
    fields = {"change": "task", "noise": "epsilon", "clients": "clients"}
    return (
        price.at({"local": "epsilon", "trusted": "clients"}, local=local, trusted=trusted.expected),
        noise.at(fields, change=change, noise=unit, clients=p.clients),
    )


def _of(result: TrustResult, name: str) -> Model:
    model = result.model(name)
    assert model is not None
    return model


def _epsilon(value: float) -> str:
    return "∞" if math.isinf(value) else number(rounded(value, 3))
