"""What the experiment `your_mechanism` says of a mechanism: numbers, verdict, and what to look at."""

from __future__ import annotations

import functools
import math
from typing import Any

from ppr_core.experiments.contract import Formula, Quantity, Story, Symbol
from ppr_core.experiments.your_mechanism.result import YourMechanismResult
from ppr_core.wording import latex, measured, number, p_value, percent

__all__ = ["data", "tell"]

_ALARM = 1e-4
_LOSSES = {
    "squared": "squared distance",
    "absolute": "distance",
    "hamming": "share of wrong reports",
    "own": "own loss",
}


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
        length = Quantity("bits", "Message, Elias delta", float(sent.exact_bits.mean()), "bits")
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
    share = percent(better.own / better.best - 1, 2) if better.best > 1e-12 else "infinitely"
    what = "the best mechanism" if result.finite else "the staircase"
    return f"{private}{length}, and its loss is {share} above that of {what} at ε = {number(better.epsilon)}."


def _hole(result: YourMechanismResult) -> str:
    """Where ε is attained, or what takes it away."""
    witness, names = result.known.witness, result.description
    if witness is None:
        return _hole_of_noise(result)
    x, other, z = names.inputs[witness.likely], names.inputs[witness.unlikely], names.outputs[witness.output]
    if math.isfinite(witness.epsilon):
        high, low = (float(result.matrix[one, witness.output]) for one in (witness.likely, witness.unlikely))
        return (
            f"ε is attained by input “{x}” against “{other}” at output “{z}”: its probability is {number(high)} for "
            f"the one and {number(low)} for the other."
        )
    more = f" (and {len(witness.excluded) - 1} further zeros)" if len(witness.excluded) > 1 else ""
    return (
        f"Output “{z}” never comes from input “{other}” but does from “{x}”: whoever sees it can exclude “{other}” for "
        f"certain, which no ε allows{more}. A small probability in place of the zero brings ε back."
    )


def _hole_of_noise(result: YourMechanismResult) -> str:
    if math.isfinite(result.known.epsilon):
        return "ε is the largest change of the log-density when the noise is moved by 2C, along the whole line."
    sent, why = result.sent, "its law ends, so some outputs exclude some inputs"
    if all(map(math.isinf, result.noise_channel.noise.support())):
        why = "its tails are lighter than exponential, so far outputs tell inputs apart ever better"
    if sent is None or sent.truncation is None:
        return f"This noise has no pure ε: {why}."
    reach, epsilon, delta = sent.truncation
    return (
        f"This noise has no pure ε: {why}. Cut at {number(reach)} from its peak it is (ε, δ)-private with "
        f"ε = {number(epsilon)} and δ = {number(delta, 1)}."
    )


def _price(result: YourMechanismResult) -> str:
    """The loss beside the least possible one."""
    better, p = result.better, result.parameters
    if better is None:
        if not result.done:
            return "The optimum is still being sought."
        if result.finite:
            return "An optimum is sought for up to 64 inputs."
        return "Without a pure ε there is no staircase to compare with."
    own, best = number(better.own), number(better.best)
    if not result.finite:
        squares = ""
        if better.squares is not None and math.isfinite(better.squares[0]):
            squares = " Its mean square is {}, the best staircase's {}.".format(*map(number, better.squares))
        return (
            f"The mean distance of your noise is {own}; at the same ε the staircase mechanism has {best}, and no "
            f"additive noise less (Geng, Viswanath 2014).{squares}"
        )
    how = {"expected": "mean", "worst": "worst"}[p.criterion]
    read = ", each output read as the best guess" if better.relabelled else ""
    at = "the same ε" if math.isfinite(result.known.epsilon) else f"ε = {number(better.epsilon)}"
    return f"The {how} {_LOSSES[p.loss]} is {own}{read}; at {at} no mechanism goes below {best} (linear programme)."


def _lengths(result: YourMechanismResult) -> str:
    """Simulated beside exact."""
    sent = result.sent
    if sent is None and not result.done:
        return "Messages are still being sent."
    if sent is None:
        return "Not compressed: r* is so large that no search ends in time. More noise or a smaller range lowers it."
    mean, error = float(sent.bits.mean()), math.sqrt(float((sent.errors**2).sum())) / len(sent.bits)
    return (
        f"A message takes {number(float(sent.exact_bits.mean()))} bits on average, exactly; as sent "
        f"{measured(mean, error)}; Theorem 5 for log₂ K, with what its code adds (Section 4), promises at most "
        f"{number(sent.bound_bits)}. About r* = {number(sent.ratio)} candidates are looked at."
    )


def _proposal(result: YourMechanismResult) -> str:
    """What the choice of the proposal changes."""
    sent = result.sent
    if sent is None:
        return "What the proposal changes is known once messages are sent."
    ratio = number(sent.ratio)
    if sent.proposals:
        first, last = sent.proposals[0], sent.proposals[-1]
        return (
            f"The proposal with the fewest candidates has r* = {ratio} and a worst KL of {number(first.worst_bits)} "
            f"bits; the one with the least worst KL, {number(last.worst_bits)} bits, has r* = {number(last.ratio)}."
        )
    bounded = [one for one in sent.verdicts if math.isfinite(one.log_bound)]
    if sent.verdicts[0] in bounded:
        own = number(math.exp(sent.verdicts[0].log_bound))
        return f"With the noise's own law as proposal r* would be {own}; here it is {ratio}."
    wider = "; "
    if bounded:
        wider = f". {number(bounded[0].width)} times as wide it has r* = {number(math.exp(bounded[0].log_bound))}; "
    return (
        f"The noise's own law as proposal has no bounded ratio, on the {sent.verdicts[0].side} side{wider}the curve "
        f"above all shifted densities, which is used here, has r* = {ratio}, the least there is."
    )


def _tested(result: YourMechanismResult) -> str:
    """Exactness and audit."""
    sent = result.sent
    if sent is None:
        return ""
    smallest = min(float(sent.p_values.min()) * len(sent.p_values), 1.0)
    verdict = "follow the mechanism" if smallest > _ALARM else "do NOT follow the mechanism"
    promise = f"Theorem 7 promises {number(sent.promise)}" if math.isfinite(sent.promise) else "no pure ε is promised"
    if math.isfinite(sent.held):
        promise += f", numerical accounting ε = {number(sent.held)} at δ = 10⁻⁶"
    return (
        f"The decoded outputs {verdict} ({p_value(smallest)} over {len(sent.p_values)} inputs). The audit of the "
        f"messages proves ε of at least {number(sent.audit)} against the decoder; {promise}."
    )


def _strength(result: YourMechanismResult) -> str:
    """What the best test makes of one output."""
    known = result.known
    detected = percent(1 - known.misses[int(abs(known.false_alarms - 0.05).argmin())], 2)
    mu = "no Gaussian mechanism is as weak"
    if math.isfinite(known.mu):
        mu = f"of Gaussian mechanisms the one with μ = {number(known.mu)} is nowhere stronger"
        if known.mu_level:
            mu += f", as long as both errors of a test are at least {number(known.mu_level)}"
    return f"The best test of one output with 5 % false alarms detects {detected}; {mu}."


def _formulas(result: YourMechanismResult) -> tuple[Formula, ...]:
    found, better = [_epsilon(result)], result.better
    if result.sent is not None:
        found.append(_ratio(result, result.sent.ratio))
    if better is not None and better.best > 1e-12 and math.isfinite(better.own):
        found.append(
            Formula(
                "Loss of the mechanism over the least loss at its ε, in per cent",
                r"100 \cdot \frac{L(P)}{\min_{P'} L(P')}",
                rf"100 \cdot \frac{{{latex(better.own, 8)}}}{{{latex(better.best, 8)}}}",
                100 * better.own / better.best,
                (Symbol("L(P)", "loss of the mechanism", better.own), Symbol(r"\min L", "least loss", better.best)),
                "linear programme" if result.finite else "Geng, Viswanath 2014",
            )
        )
    title = "Capacity: the largest mutual information over priors, the least worst KL over proposals"
    symbolic = r"C = \max_\pi I(X; Z) = \min_Q \max_x D(P_x \Vert Q)"
    return (*found, Formula(title, symbolic, "C", result.known.capacity.bits, (), "Blahut 1972, Arimoto 1972"))


def _epsilon(result: YourMechanismResult) -> Formula:
    witness, epsilon, names = result.known.witness, result.known.epsilon, result.description
    if witness is None:
        symbolic = r"\varepsilon = \sup_z \left| \ln f(z) - \ln f(z + 2C) \right|"
        return Formula("Pure ε of additive noise", symbolic, r"\varepsilon", epsilon, (), "local.definition")
    high, low = (float(result.matrix[one, witness.output]) for one in (witness.likely, witness.unlikely))
    return Formula(
        "Pure ε: the largest ratio of two probabilities of one output",
        r"\varepsilon = \max_{x, x', z} \ln \frac{P(z \mid x)}{P(z \mid x')}",
        rf"\varepsilon = \ln \frac{{{latex(high, 10)}}}{{{latex(low, 10)}}}" if low > 0 else r"\varepsilon = \infty",
        epsilon,
        (
            Symbol("x", "input that gives z most often", names.inputs[witness.likely]),
            Symbol("x'", "input that gives z most rarely", names.inputs[witness.unlikely]),
            Symbol("z", "output at which they differ most", names.outputs[witness.output]),
        ),
        "local.definition",
    )


def _ratio(result: YourMechanismResult, ratio: float) -> Formula:
    title, shown = "Candidates looked at: r*, with the proposal that minimises it", r"r_\ast"
    if result.finite:
        peaks = result.matrix.max(axis=0)
        if len(peaks) <= 8:
            shown = "r^* = " + " + ".join(latex(float(one), 8) for one in peaks)
        return Formula(title, r"r^* = \sum_z \max_x P(z \mid x)", shown, ratio, (), "ppr.definition")
    bound = result.noise_channel.norm_bound
    top = (ratio - 1) / (2 * bound)
    shown = rf"r^* = 1 + 2 \cdot {latex(bound, 10)} \cdot {latex(top, 10)}"
    symbols = Symbol("C", "bound on the number", bound), Symbol("f(m)", "largest density of the noise", top)
    return Formula(title, r"r^* = 1 + 2 C f(m)", shown, ratio, symbols, "ppr.definition")
