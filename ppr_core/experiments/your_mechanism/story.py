"""The words and formulas of `your_mechanism`: which message of `your_mechanism.ftl`, with which numbers."""

from __future__ import annotations

import functools
import math
from typing import Any

from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.your_mechanism.result import YourMechanismResult
from ppr_core.texts import Messages
from ppr_core.wording import latex, number, p_value, percent

__all__ = ["data", "tell"]

message = Messages("your_mechanism")

_ALARM = 1e-4
_ZERO = 1e-12  # a loss that is none


def tell(result: YourMechanismResult) -> Story:
    """The story of a run."""
    notices = (_witness, _price, _lengths, _server, _guessed, _tested)
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=tuple(filter(None, (notice(result) for notice in notices))),
        formulas=functools.partial(_formulas, result),
        captions={"proposals": _proposal(result), "optimum": _price(result), "profile": _strength(result)},
    )


def data(result: YourMechanismResult, story: Story) -> dict[str, Any]:
    """The same for JSON; numbers without end are null."""
    return {
        "finding": story.finding,
        "quantities": {
            quantity.key: {
                "label": quantity.label,
                "value": quantity.value if math.isfinite(quantity.value) else None,
                "unit": quantity.unit,
            }
            for quantity in story.quantities
        },
        "notices": list(story.notices),
    }


def _quantities(result: YourMechanismResult) -> tuple[Quantity, ...]:
    known, sent, better = result.known, result.sent, result.better
    capacity = message("tile-capacity" if result.finite else "tile-capacity-least")
    information = message("tile-information" if result.finite else "tile-information-least")
    quantities = [Quantity("epsilon", message("tile-epsilon"), known.epsilon, "nats")]
    if better is not None and math.isfinite(better.own):
        share = Quantity("price", message("tile-loss"), better.own)
        if better.best > _ZERO:
            share = Quantity("price", message("tile-price", loss=_loss(result)), 100 * better.own / better.best, "%")
        quantities.append(share)
    quantities.append(Quantity("capacity", capacity, known.capacity.bits, "bits"))
    if sent is not None:
        length = Quantity("bits", message("tile-bits"), float(sent.exact_bits.mean()), "bits")
        quantities += [length, Quantity("ratio", message("tile-ratio"), sent.ratio)]
    quantities += [
        Quantity("mu", message("tile-mu"), known.mu),
        Quantity("information", information, known.information, "bits"),
    ]
    if sent is not None:
        promise, source = message("tile-decoder"), message("audit-source")
        quantities += [
            Quantity("promise", promise, sent.promise, "nats", "guarantee", source="ppr.theorem7"),
            Quantity("audit", message("tile-audit"), sent.audit, "nats", "bound", source=source),
            Quantity("bound", message("tile-bound"), sent.bound_bits, "bits", "bound", source="ppr.codes"),
            Quantity("worst", message("tile-worst"), sent.worst_bits, "bits"),
            Quantity("candidates", message("tile-candidates"), sent.candidates, "", "measured", None, 1),
            Quantity("time", message("tile-time"), sent.microseconds, "µs", "measured", None, 1),
        ]
    if better is not None and better.squares is not None and math.isfinite(better.squares[0]):
        quantities.append(Quantity("square", message("tile-square"), 100 * better.squares[0] / better.squares[1], "%"))
    return tuple(quantities)


def _loss(result: YourMechanismResult) -> str:
    """Which loss is told: of noise on a number its mean size, whatever is set."""
    return result.parameters.loss if result.finite else "noise"


def _finding(result: YourMechanismResult) -> str:
    """How private, and how far from the best."""
    better, epsilon = result.better, result.known.epsilon
    share = at = ""
    if better is None or not math.isfinite(better.own):
        kind = "private" if math.isfinite(epsilon) else "open"
    else:
        best = better.own <= better.best * (1 + 1e-6) + _ZERO
        kind = "best" if best else "above" if better.best > _ZERO else "zero"
        kind += "" if math.isfinite(epsilon) else "-open"
        share = percent(better.own / better.best - 1, 2) if better.best > _ZERO else ""
        at = number(better.epsilon)
    told = {
        "loss": _loss(result),
        "criterion": result.parameters.criterion,
        "epsilon": number(epsilon),
        "share": share,
        "at": at,
    }
    return message("finding", kind=kind, finite=result.finite, **told)


def _witness(result: YourMechanismResult) -> str:
    """Where ε is attained, or what takes it away."""
    witness, names = result.known.witness, result.description
    if witness is None:
        return _noise(result)
    named = {
        "likely": names.inputs[witness.likely],
        "unlikely": names.inputs[witness.unlikely],
        "output": names.outputs[witness.output],
    }
    if math.isfinite(witness.epsilon):
        high, low = (number(float(result.matrix[x, witness.output])) for x in (witness.likely, witness.unlikely))
        ratio = {"ratio": number(math.exp(witness.epsilon)), "epsilon": number(witness.epsilon)}
        return message("witness", high=high, low=low, **ratio, **named)
    return message("hole", **named)


def _noise(result: YourMechanismResult) -> str:
    """The same of noise on a number."""
    if math.isfinite(result.known.epsilon):
        return message("noise-epsilon")
    first = message("noise-open", thin=all(map(math.isinf, result.noise_channel.noise.support())))
    if result.sent is None or result.sent.truncation is None:
        return first
    reach, epsilon, delta = result.sent.truncation
    return f"{first} {message('noise-cut', reach=number(reach), epsilon=number(epsilon), delta=number(delta, 1))}"


def _price(result: YourMechanismResult) -> str:
    """The loss beside the least possible one."""
    better, p = result.better, result.parameters
    if better is None:
        return message("price-sought" if not result.done else "price-large" if result.finite else "price-none")
    own, best = number(better.own), number(better.best)
    if not result.finite:
        return message("price-noise", own=own, best=best)
    kind = "open" if math.isinf(result.known.epsilon) else "best" if own == best else "better"
    return message(
        "price", criterion=p.criterion, loss=p.loss, own=own, best=best, kind=kind, epsilon=number(better.epsilon)
    )


def _guessed(result: YourMechanismResult) -> str:
    """How a report is read, where there is not one for each input."""
    return message("price-guess") if result.better is not None and result.better.relabelled else ""


def _lengths(result: YourMechanismResult) -> str:
    """Simulated beside exact."""
    sent = result.sent
    if sent is None:
        return message("lengths-none" if result.done else "lengths-sending")
    bits = float(sent.exact_bits.mean())
    fixed = (result.matrix.shape[1] - 1).bit_length() if result.finite else math.inf  # of a report's number
    kind = "longer" if fixed <= bits else "shorter"
    return message("lengths", kind=kind, bits=number(bits), fixed=number(fixed) if result.finite else "")


def _proposal(result: YourMechanismResult) -> str:
    """What the choice of the proposal changes."""
    sent = result.sent
    if sent is None:
        return ""
    ratio = number(sent.ratio)
    if sent.proposals:
        return message("proposal", ratio=ratio)
    first = sent.verdicts[0]
    if math.isfinite(first.log_bound):
        return message("proposal-own", own=number(math.exp(first.log_bound)), ratio=ratio)
    return message("proposal-unbounded", side=first.side, ratio=ratio)


def _tested(result: YourMechanismResult) -> str:
    """Whether decoded outputs are exact."""
    sent = result.sent
    if sent is None:
        return ""
    smallest, inputs = min(float(sent.p_values.min()) * len(sent.p_values), 1.0), number(len(sent.p_values))
    return message("tested", follow=smallest > _ALARM, p=p_value(smallest), inputs=inputs)


def _server(result: YourMechanismResult) -> str:
    """What messages of PPR tell the server, from above and from below."""
    sent = result.sent
    if sent is None:
        return ""
    most = sent.promise if math.isfinite(sent.promise) else sent.held
    kind = "pure" if math.isfinite(sent.promise) else "delta" if math.isfinite(sent.held) else "none"
    return message("server", kind=kind, most=number(most), audit=number(sent.audit))


def _strength(result: YourMechanismResult) -> str:
    """What the best test makes of one output."""
    known = result.known
    detected = percent(1 - known.misses[int(abs(known.false_alarms - 0.05).argmin())], 2)
    return message("strength", detected=detected)


def _formulas(result: YourMechanismResult) -> tuple[Formula, ...]:
    shown, better = [_epsilon(result)], result.better
    if result.sent is not None:
        shown.append(_ratio(result, result.sent.ratio))
    if better is not None and better.best > _ZERO and math.isfinite(better.own):
        shown.append(
            Formula(
                message("formula-loss"),
                r"100 \cdot \frac{L(P)}{\min_{P'} L(P')}",
                rf"100 \cdot \frac{{{latex(better.own, 8)}}}{{{latex(better.best, 8)}}}",
                100 * better.own / better.best,
                (
                    Symbol("L(P)", message("symbol-loss"), better.own),
                    Symbol(r"\min L", message("symbol-least"), better.best),
                ),
                message("formula-loss-source", finite=result.finite),
            )
        )
    title = message("formula-capacity")
    symbolic = r"C = \max_\pi I(X; Z) = \min_Q \max_x D(P_x \Vert Q)"
    return (*shown, Formula(title, symbolic, "C", result.known.capacity.bits, (), "Blahut 1972, Arimoto 1972"))


def _epsilon(result: YourMechanismResult) -> Formula:
    witness, epsilon, names = result.known.witness, result.known.epsilon, result.description
    if witness is None:
        symbolic = r"\varepsilon = \sup_z \left| \ln f(z) - \ln f(z + 2C) \right|"
        return Formula(message("formula-epsilon-noise"), symbolic, r"\varepsilon", epsilon, (), "local.definition")
    high, low = (float(result.matrix[row, witness.output]) for row in (witness.likely, witness.unlikely))
    return Formula(
        message("formula-epsilon"),
        r"\varepsilon = \max_{x, x', z} \ln \frac{P(z \mid x)}{P(z \mid x')}",
        rf"\varepsilon = \ln \frac{{{latex(high, 10)}}}{{{latex(low, 10)}}}" if low > 0 else r"\varepsilon = \infty",
        epsilon,
        (
            Symbol("x", message("symbol-likely"), names.inputs[witness.likely]),
            Symbol("x'", message("symbol-unlikely"), names.inputs[witness.unlikely]),
            Symbol("z", message("symbol-output"), names.outputs[witness.output]),
        ),
        "local.definition",
    )


def _ratio(result: YourMechanismResult, ratio: float) -> Formula:
    title, shown = message("formula-candidates"), r"r_\ast"
    if result.finite:
        peaks = result.matrix.max(axis=0)
        if len(peaks) <= 8:
            shown = "r^* = " + " + ".join(latex(float(peak), 8) for peak in peaks)
        return Formula(title, r"r^* = \sum_z \max_x P(z \mid x)", shown, ratio, (), "ppr.definition")
    bound = result.noise_channel.norm_bound
    top = (ratio - 1) / (2 * bound)
    shown = rf"r^* = 1 + 2 \cdot {latex(bound, 10)} \cdot {latex(top, 10)}"
    symbols = Symbol("C", message("symbol-bound"), bound), Symbol("f(m)", message("symbol-density"), top)
    return Formula(title, r"r^* = 1 + 2 C f(m)", shown, ratio, symbols, "ppr.definition")
