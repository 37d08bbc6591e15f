"""What the experiment `your_mechanism` says of a mechanism: numbers, verdict, and what to look at."""

from __future__ import annotations

import functools
import math
from typing import Any

from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.your_mechanism.result import Sent, YourMechanismResult
from ppr_core.wording import latex, measured, number, p_value, percent

__all__ = ["data", "tell"]

_ALARM = 1e-4


def tell(result: YourMechanismResult) -> Story:
    """The story of a run."""
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=tuple(filter(None, (_hole(result), _price(result), _lengths(result), _proposal(result), _tested(result),
                                    _strength(result)))),
        formulas=functools.partial(_formulas, result),
        captions={"proposals": _proposal(result), "optimum": _price(result), "profile": _strength(result)},
    )  # fmt: skip


def data(result: YourMechanismResult, story: Story) -> dict[str, Any]:
    """The same for JSON; numbers without end are null."""
    return {
        "finding": story.finding,
        "quantities": {
            one.key: {"label": one.label, "value": one.value if math.isfinite(one.value) else None, "unit": one.unit}
            for one in story.quantities
        },
        "notices": list(story.notices),
    }


def _quantities(result: YourMechanismResult) -> tuple[Quantity, ...]:
    known, sent, better = result.known, result.sent, result.better
    at_least = "" if result.finite else ", at least"
    found = [
        Quantity("epsilon", "Pure ε of the mechanism", known.epsilon, "nats"),
        Quantity("capacity", f"Capacity{at_least}", known.capacity.bits, "bits"),
    ]
    if sent is not None:
        mean, error = float(sent.exact_bits.mean()), sent.exact_error
        length = Quantity("bits", "Message, Elias delta", mean, "bits")
        if error:
            length = Quantity("bits", "Message, Elias delta", mean, "bits", "measured", error, 16_384)
        found += [length, Quantity("ratio", "Largest density ratio r*", sent.ratio)]
    if better is not None and math.isfinite(better.own):
        found.append(Quantity("price", "Loss, of the least possible", 100 * better.own / better.best, "%")
                     if better.best > 1e-12 else Quantity("price", "Loss of the mechanism", better.own))  # fmt: skip
    found += [
        Quantity("mu", "Gaussian privacy μ", known.mu),
        Quantity("information", f"Mutual information, equal inputs{at_least}", known.information, "bits"),
    ]
    if sent is not None:
        found += [
            Quantity("promise", "ε against PPR's decoder", sent.promise, "nats", "guarantee", source="ppr.theorem7"),
            Quantity("audit", "ε proven of messages, at least", sent.audit, "nats", "bound",
                     source="Clopper & Pearson 1934, 95 % confidence"),
            Quantity("bound", "Message, at most on average", sent.bound_bits, "bits", "bound", source="ppr.codes"),
            Quantity("worst", "Worst KL from the proposal", sent.worst_bits, "bits"),
            Quantity("candidates", "Candidates looked at", sent.candidates, "", "measured", None, 1),
            Quantity("time", "Encode and decode", sent.microseconds, "µs", "measured", None, 1),
        ]  # fmt: skip
    if better is not None and better.squares is not None and math.isfinite(better.squares[0]):
        found.append(
            Quantity("square", "Mean square, of the staircase's", 100 * better.squares[0] / better.squares[1], "%")
        )
    return tuple(found)


def _finding(result: YourMechanismResult) -> str:
    """How private, how long, and how far from the best."""
    known, better = result.known, result.better
    if math.isinf(known.epsilon):
        private = "Your mechanism has no pure ε"
    else:
        private = f"Your mechanism is private with ε = {number(known.epsilon)}"
    sent = result.sent
    length = "" if sent is None else f"; PPR sends it exactly in {number(float(sent.exact_bits.mean()))} bits"
    if better is None or not math.isfinite(better.own):
        return f"{private}{length}."
    if better.own <= better.best * (1 + 1e-6) + 1e-12:
        what = "no mechanism of this ε does better" if math.isfinite(known.epsilon) else "nothing does better"
        return f"{private}{length}, and {what}."
    share = f"{number(100 * (better.own / better.best - 1), 2)} %" if better.best > 1e-12 else "infinitely"
    what = "the best mechanism" if result.finite else "the staircase"
    return f"{private}{length}, and its loss is {share} above that of {what} at ε = {number(better.epsilon)}."


def _hole(result: YourMechanismResult) -> str:
    """Where ε is attained, or what takes it away."""
    witness, names = result.known.witness, result.description
    if witness is None:
        if math.isfinite(result.known.epsilon):
            return "ε is the largest change of the log-density when the noise is moved by 2C, along the whole line."
        ends = not all(map(math.isinf, result.channel.noise.support()))
        why = "its law ends, so some outputs exclude some inputs" if ends else (
            "its tails are lighter than exponential, so far outputs tell inputs apart ever better")  # fmt: skip
        advice = ""
        if result.sent is not None and result.sent.truncation is not None:
            reach, epsilon, delta = result.sent.truncation
            advice = (
                f" Cut at {number(reach)} from its peak it is (ε, δ) = ({number(epsilon)}, {number(delta, 1)})-private."
            )
        return f"This noise has no pure ε: {why}.{advice}"
    x, other, z = names.inputs[witness.likely], names.inputs[witness.unlikely], names.outputs[witness.output]
    if math.isfinite(witness.epsilon):
        high, low = (float(result.channel.matrix[one, witness.output]) for one in (witness.likely, witness.unlikely))
        return (
            f"ε is attained by input “{x}” against “{other}” at output “{z}”: its probability is {number(high)} for "
            f"the one and {number(low)} for the other."
        )
    more = f", and so do {len(witness.excluded) - 1} further zeros" if len(witness.excluded) > 1 else ""
    return (
        f"Output “{z}” never comes from input “{other}” but does from “{x}”: whoever sees it can exclude “{other}” for "
        f"certain, which no ε allows{more}. A small probability in place of the zero brings ε back."
    )


def _price(result: YourMechanismResult) -> str:
    """The loss beside the least possible one."""
    better, p = result.better, result.parameters
    if better is None:
        if result.finite:
            return "An optimum is sought for up to 64 inputs."
        return "Without a pure ε there is no staircase to compare with."
    own, best = number(better.own), number(better.best)
    if not result.finite:
        squares = ""
        if better.squares is not None and math.isfinite(better.squares[0]):
            squares = (
                f" Its mean square is {number(better.squares[0])}, the best staircase's {number(better.squares[1])}."
            )
        return (
            f"The mean distance of your noise is {own}; at the same ε the staircase mechanism has {best}, and no additive "
            f"noise less (Geng, Viswanath 2014).{squares}"
        )
    kind = {
        "squared": "squared distance",
        "absolute": "distance",
        "hamming": "share of wrong reports",
        "own": "own loss",
    }
    how = {"expected": "mean", "worst": "worst"}[p.criterion]
    read = ", each output read as the best guess" if better.relabelled else ""
    own_epsilon = "the same ε" if math.isfinite(result.known.epsilon) else f"ε = {number(better.epsilon)}"
    return (
        f"The {how} {kind[p.loss]} is {own}{read}; at {own_epsilon} no mechanism goes below {best} (linear programme)."
    )


def _lengths(result: YourMechanismResult) -> str:
    """Simulated beside exact."""
    sent = result.sent
    if sent is None:
        return "Not compressed: r* is so large that no search ends in time. More noise or a smaller range lowers it."
    mean, error = float(sent.bits.mean()), math.sqrt(float((sent.errors**2).sum())) / len(sent.bits)
    return (
        f"A message takes {number(float(sent.exact_bits.mean()))} bits on average, exactly; as sent {measured(mean, error)}; "
        f"Theorem 5 promises at most {number(sent.bound_bits)}. About r* = {number(sent.ratio)} candidates are looked at."
    )


def _proposal(result: YourMechanismResult) -> str:
    """What the choice of the proposal changes."""
    sent = result.sent
    if sent is None:
        return ""
    if sent.proposals:
        first, last = sent.proposals[0], sent.proposals[-1]
        return (
            f"The proposal with the fewest candidates has r* = {number(first.ratio)} and a worst KL of "
            f"{number(first.worst_bits)} bits; the one with the least worst KL, {number(last.worst_bits)} bits, has "
            f"r* = {number(last.ratio)}."
        )
    first = sent.verdicts[0]
    if math.isfinite(first.log_bound):
        return f"With the noise's own law as proposal r* would be {number(math.exp(first.log_bound))}; here it is {number(sent.ratio)}."
    helped = next((one for one in sent.verdicts if math.isfinite(one.log_bound)), None)
    wider = f" {number(helped.width)} times as wide it has r* = {number(math.exp(helped.log_bound))};" if helped else ""
    return (
        f"The noise's own law as proposal has no bounded ratio, on the {first.side} side.{wider} the curve above all shifted "
        f"densities, which is used here, has r* = {number(sent.ratio)}, the least there is."
    )


def _tested(result: YourMechanismResult) -> str:
    """Exactness and audit."""
    sent = result.sent
    if sent is None:
        return ""
    smallest = float(sent.p_values.min()) * len(sent.p_values)
    verdict = "follow the mechanism" if smallest > _ALARM else "do NOT follow the mechanism"
    promise = f"Theorem 7 promises {number(sent.promise)}" if math.isfinite(sent.promise) else "there is no promise"
    return (
        f"The decoded outputs {verdict} ({p_value(min(smallest, 1.0))} over {len(sent.p_values)} inputs). The audit of the "
        f"messages proves ε of at least {number(sent.audit)} against the decoder; {promise}."
    )


def _strength(result: YourMechanismResult) -> str:
    """What the best test makes of one output."""
    known = result.known
    place = int(abs(known.false_alarms - 0.05).argmin())
    detected = f"The best test of one output with {percent(0.05)} false alarms detects {number(100 * (1 - known.misses[place]), 2)} %"
    if math.isinf(known.mu):
        return f"{detected}; no Gaussian mechanism is as weak."
    return f"{detected}; of Gaussian mechanisms the one with μ = {number(known.mu)} is nowhere stronger."


def _formulas(result: YourMechanismResult) -> tuple[Formula, ...]:
    known, sent = result.known, result.sent
    found = [_epsilon(result)]
    if sent is not None:
        found.append(_ratio(result, sent))
    if result.better is not None and result.better.best > 1e-12 and math.isfinite(result.better.own):
        own, best = result.better.own, result.better.best
        found.append(
            Formula(
                "Loss of the mechanism over the least loss at its ε, in per cent",
                r"100 \cdot \frac{L(P)}{\min_{P'} L(P')}",
                rf"100 \cdot \frac{{{latex(own, 8)}}}{{{latex(best, 8)}}}",
                100 * own / best,
                (Symbol("L(P)", "loss of the mechanism", own), Symbol(r"\min L", "least loss", best)),
                "linear programme" if result.finite else "Geng, Viswanath 2014",
            )
        )
    capacity = known.capacity.bits
    title = "Capacity: the largest mutual information over priors, the least worst KL over proposals"
    symbolic = r"C = \max_\pi I(X; Z) = \min_Q \max_x D(P_x \Vert Q)"
    found.append(Formula(title, symbolic, "C", capacity, (), "Blahut 1972, Arimoto 1972"))
    return tuple(found)


def _epsilon(result: YourMechanismResult) -> Formula:
    witness, title = result.known.witness, "Pure ε: the largest ratio of two probabilities of one output"
    if witness is None:
        symbolic = r"\varepsilon = \sup_z \left| \ln f(z) - \ln f(z + 2C) \right|"
        return Formula(
            "Pure ε of additive noise", symbolic, r"\varepsilon", result.known.epsilon, (), "local.definition"
        )
    symbolic = r"\varepsilon = \max_{x, x', z} \ln \frac{P(z \mid x)}{P(z \mid x')}"
    high, low = (float(result.channel.matrix[one, witness.output]) for one in (witness.likely, witness.unlikely))
    shown = rf"\ln \frac{{{latex(high, 10)}}}{{{latex(low, 10)}}}" if low > 0 else r"\infty"
    symbols = (Symbol("x", "input that gives z most often", result.description.inputs[witness.likely]),
               Symbol("x'", "input that gives z most rarely", result.description.inputs[witness.unlikely]),
               Symbol("z", "output at which they differ most", result.description.outputs[witness.output]))  # fmt: skip
    return Formula(title, symbolic, rf"\varepsilon = {shown}", witness.epsilon, symbols, "local.definition")


def _ratio(result: YourMechanismResult, sent: Sent) -> Formula:
    if result.finite:
        peaks = result.channel.matrix.max(axis=0)
        shown = " + ".join(latex(float(one), 8) for one in peaks) if len(peaks) <= 8 else "r^*"
        return Formula(
            "Candidates looked at: r*, with the proposal that minimises it", r"r^* = \sum_z \max_x P(z \mid x)",
            rf"r^* = {shown}" if len(peaks) <= 8 else shown, sent.ratio, (), "ppr.definition",
        )  # fmt: skip
    plateau = sent.ratio - 1
    return Formula(
        "Candidates looked at: r*, with the proposal that minimises it", r"r^* = 1 + 2 C f(m)",
        rf"r^* = 1 + 2 \cdot {latex(result.parameters.norm_bound, 8)} \cdot "
        rf"{latex(plateau / (2 * result.channel.norm_bound), 10)}"
        if result.channel.norm_bound == result.parameters.norm_bound else "r^*",
        sent.ratio, (Symbol("C", "bound on the number", result.channel.norm_bound, "", "norm_bound"),
                     Symbol("f(m)", "largest density of the noise", plateau / (2 * result.channel.norm_bound))),
        "ppr.definition",
    )  # fmt: skip
