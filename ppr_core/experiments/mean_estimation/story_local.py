"""What a result of the experiment `mean_estimation` says of reports of unit vectors: PrivUnit, PrivHS and SQKR."""

from __future__ import annotations

from ppr_core.estimation.mean import public_frame
from ppr_core.experiments.mean_estimation.result import MeanResult, Run
from ppr_core.experiments.mean_estimation.story_runs import exactness, more, these_runs
from ppr_core.guarantees import DECODER
from ppr_core.wording import measured, number

__all__ = ["local_finding", "local_notices"]


def local_finding(result: MeanResult) -> str:
    """Expected errors of all schemes, at their bits."""
    p, first = result.parameters, result.headline
    others = "; ".join(f"{run.label} {more(run.law, first.law)} ({_sent(run)})" for run in result.focus[1:])
    return (
        f"At local ε = {number(p.epsilon)} against {p.adversary.sentence} the mean by {first.label}, {_sent(first)} a "
        f"client, has an expected squared error of {number(first.law)} over all coordinates, and "
        f"{these_runs(result)}. Expected of the others: {others}."
    )


def _sent(run: Run) -> str:
    return f"{number(run.bits.value)} bits{'' if run.compressed else ' of floats'}"


def local_notices(result: MeanResult) -> list[str]:
    """What to notice, the most important first; "" for what does not apply."""
    p, first = result.parameters, result.headline
    found = [
        _held(result),
        "Every ε here is local: it compares any two vectors of length 1 of a client. The mean has no noise of its own; "
        "errors are squared lengths, over all coordinates.",
        exactness(result),
    ]
    floats = [run.label for run in result.focus if not run.compressed]
    if floats:
        found.append(
            f"{', '.join(floats)}: sent as floats here, because r* candidates for each of {number(p.shape[0])} clients "
            "take too long. The law of the reports, and so the error, is the same as through PPR"
            f"{', whose mechanism they have' if p.adversary is DECODER else ''}."
        )
    if p.compare == "split":
        runs = [run for run in result.focus if run.task.name.startswith("reports")]
        parts = ", ".join(f"{run.messages}: {number(run.law)}" for run in runs)
        found.append(f"Expected errors for so many reports of a client: {parts}. Candidates fall from r* = c₁ of ε to "
                     "that of ε/s for each report (Feldman, Talwar 2021, Lemma 5.1).")  # fmt: skip
    if p.compare == "compressed":
        found.append(
            f"MRC chooses among {number(p.candidates)} candidates. Its estimate is made unbiased by the scale m′ of "
            "what it really sends, so fewer candidates show as more error. Rejection sends a seed of 128 bits; its "
            "guarantee needs a cryptographic generator."
        )
    elif p.compare == "local":
        found.append(
            "PrivHS sends as many reports as give it the least error, with equal shares of ε: "
            f"{number(result.at('privhs').messages)} at this ε. "
            f"SQKR sends {number(result.at('sqkr').bits.value)} signs of a Kashin representation with bound "
            f"{number(public_frame(p.shape[1]).level)}/√N, "
            "through randomized response; the number of signs with the least error is taken."
        )
        found.append(
            f"Over the ε that are run, SQKR's expected error is {_range(result, 'sqkr', 'privhs')} PrivHS's, and "
            f"{_range(result, 'sqkr', 'privunit')} that of PrivUnit, whose default split has "
            f"{_range(result, 'privunit_default', 'privunit')} that of the optimised one. {_best(result)}"
        )
    found.append(_decoders(result))
    if first.compressed:
        found.append(f"PPR's message takes {measured(first.bits.value, first.bits.error)} bits: "
                     f"{number(first.information)} of information, the rest is the code.")  # fmt: skip
    return found


def _held(result: MeanResult) -> str:
    """Who is held to ε by all schemes, and what that means for each."""
    p, runs = result.parameters, result.focus
    if p.adversary is DECODER:
        parts = ", ".join(f"{number(run.own_epsilon)} for {run.label}" for run in runs)
        return (
            f"Held fixed: {DECODER.sentence} learns at most ε = {number(p.epsilon)} of a client "
            f"with every scheme (PPR's by numerical accounting, δ = {number(p.delta)}); "
            f"the mechanisms' own ε are {parts}."
        )
    parts = ", ".join(f"{number(run.server_epsilon)} by {run.label}" for run in runs)
    return (
        f"Held fixed: every mechanism has ε = {number(p.epsilon)} of its own, which is what a reader of exact reports "
        f"learns of a client; {DECODER.sentence} may learn {parts}. "
        f"Choosing “{DECODER.label}” holds it to ε, too."
    )


def _ratios(result: MeanResult, name: str, other: str) -> list[float]:
    """Ratios of two schemes' expected errors, at every ε where both have been run."""
    laws = [{run.task.epsilon: run.law for run in result.along("epsilon", one)} for one in (name, other)]
    return [laws[0][epsilon] / laws[1][epsilon] for epsilon in laws[0].keys() & laws[1].keys()]


def _range(result: MeanResult, name: str, other: str) -> str:
    """The smallest and the largest ratio of two expected errors along ε."""
    ratios = _ratios(result, name, other)
    return f"{number(min(ratios))} to {number(max(ratios))} times"


def _best(result: MeanResult) -> str:
    """Whether both splits of PrivUnit are ahead everywhere."""
    pairs = [(one, other) for one in ("privunit", "privunit_default") for other in ("privhs", "sqkr")]
    if max(ratio for pair in pairs for ratio in _ratios(result, *pair)) >= 1:
        return "With these settings not both splits are ahead of PrivHS and SQKR everywhere."
    return "Both splits are ahead of PrivHS and SQKR at every ε, as Feldman and Talwar 2021 find in Section 5.1."


def _decoders(result: MeanResult) -> str:
    """What holds against those who know the seed."""
    views = [one for one in result.promises if one.guarantee.against == DECODER.name]
    if not views:
        return ""
    at = {one.label: one.guarantee.epsilon for one in views if one.guarantee.delta > 0}
    pure = {one.label: one.guarantee.epsilon for one in views if one.guarantee.delta == 0}
    parts = ", ".join(
        f"{label} {number(at.get(label, epsilon))} ({number(epsilon)})" for label, epsilon in pure.items()
    )
    delta = number(result.parameters.delta)
    return f"Proven against the decoder at δ = {delta}, and in brackets at δ = 0: {parts}."
