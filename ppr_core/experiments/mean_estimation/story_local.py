"""What a result of `mean_estimation` says of reports of unit vectors: PrivUnit, PrivHS and SQKR."""

from __future__ import annotations

from ppr_core.estimation.mean import public_frame
from ppr_core.experiments.mean_estimation.result import MeanResult, Run
from ppr_core.experiments.mean_estimation.story_runs import bits_text, change, measured_error
from ppr_core.guarantees import DECODER
from ppr_core.texts import Messages
from ppr_core.wording import measured, number

__all__ = ["local_finding", "local_notices"]

message = Messages("mean_estimation")


def local_finding(result: MeanResult) -> str:
    """Expected error and bits of the first scheme."""
    p, first = result.parameters, result.headline
    absent = dict.fromkeys(("floats", "times"), "")
    return message(
        "finding", kind="local", epsilon=number(p.epsilon), scheme=first.label, error=number(first.law),
        bits=_sent(first), useless=False, **absent,
    )  # fmt: skip


def _sent(run: Run) -> str:
    return bits_text(run.bits.value) if run.compressed else message("bits-floats", bits=number(run.bits.value))


def local_notices(result: MeanResult) -> list[str]:
    """What to notice, the most important first; "" for what does not apply."""
    compare = result.parameters.compare
    of_comparison = {"split": _split, "compressed": _compressed, "local": _repeated}[compare]
    ranges = _ranges(result) if compare == "local" else ""
    notices = [_others(result), _held(result), message("local-meaning"), _floats(result), of_comparison(result), ranges]
    return [*notices, _decoders(result), _length(result)]


def _others(result: MeanResult) -> str:
    first = result.headline
    parts = (
        message("others-part", scheme=run.label, change=change(run.law, first.law), bits=_sent(run))
        for run in result.focus[1:]
    )
    more = message("others-more", scheme=first.label, measured=measured_error(result))
    return f"{message('others', parts='; '.join(parts))} {more}"


def _held(result: MeanResult) -> str:
    """Who is held to ε by all schemes, and what that means for each."""
    p, runs = result.parameters, result.focus
    epsilons = [run.own_epsilon if p.adversary is DECODER else run.server_epsilon for run in runs]
    pairs = zip(epsilons, runs, strict=True)
    named = ", ".join(message("scheme-epsilon", epsilon=number(epsilon), scheme=run.label) for epsilon, run in pairs)
    control = p.specs()["against"].label
    more = message("local-held-more", who=p.against, delta=number(p.delta), parts=named, control=control)
    most = max(runs, key=lambda run: run.server_epsilon)
    who = {"who": p.against, "epsilon": number(p.epsilon)}
    first = message("local-held", decoder=number(most.server_epsilon), scheme=most.label, **who)
    return f"{first} {more}"


def _floats(result: MeanResult) -> str:
    p, floats = result.parameters, [run.label for run in result.focus if not run.compressed]
    if not floats:
        return ""
    clients = number(p.shape[0])
    return message("local-floats", schemes=", ".join(floats), clients=clients, same=p.adversary is DECODER)


def _split(result: MeanResult) -> str:
    runs = [run for run in result.focus if run.task.name.startswith("reports")]
    parts = (message("local-split-part", reports=number(run.messages), error=number(run.law)) for run in runs)
    return message("local-split", parts=", ".join(parts))


def _compressed(result: MeanResult) -> str:
    return message("local-mrc", candidates=number(result.parameters.candidates))


def _repeated(result: MeanResult) -> str:
    p, signs = result.parameters, result.at("sqkr").bits.value
    level = number(public_frame(p.shape[1]).level)
    sentence = message("local-signs", one=signs == 1, signs=number(signs))
    return message("local-repeated", reports=number(result.at("privhs").messages), signs=sentence, level=level)


def _ranges(result: MeanResult) -> str:
    """Ratios of expected errors along ε, and whether both splits of PrivUnit are ahead everywhere."""
    pairs = [(ours, other) for ours in ("privunit", "privunit_default") for other in ("privhs", "sqkr")]
    ahead = max(ratio for pair in pairs for ratio in _ratios(result, *pair)) < 1
    return message(
        "local-ranges", ahead=ahead, default=_range(result, "privunit_default", "privunit"),
        **{"sqkr-privhs": _range(result, "sqkr", "privhs"), "sqkr-privunit": _range(result, "sqkr", "privunit")},
    )  # fmt: skip


def _ratios(result: MeanResult, name: str, other: str) -> list[float]:
    """Ratios of two schemes' expected errors, at every ε where both have been run."""
    laws = [{run.task.epsilon: run.law for run in result.along("epsilon", scheme)} for scheme in (name, other)]
    return [laws[0][epsilon] / laws[1][epsilon] for epsilon in laws[0].keys() & laws[1].keys()]


def _range(result: MeanResult, name: str, other: str) -> str:
    ratios = _ratios(result, name, other)
    return message("range", low=number(min(ratios)), high=number(max(ratios)))


def _decoders(result: MeanResult) -> str:
    """What holds towards those who know the seed."""
    views = [promise for promise in result.promises if promise.guarantee.against == DECODER.name]
    if not views:
        return ""
    at = {promise.label: promise.guarantee.epsilon for promise in views if promise.guarantee.delta > 0}
    pure = {promise.label: promise.guarantee.epsilon for promise in views if promise.guarantee.delta == 0}
    parts = (
        message("local-decoders-part", scheme=label, epsilon=number(at.get(label, epsilon)), pure=number(epsilon))
        for label, epsilon in pure.items()
    )
    return message("local-decoders", delta=number(result.parameters.delta), parts=", ".join(parts))


def _length(result: MeanResult) -> str:
    first = result.headline
    if not first.compressed:
        return ""
    bits = measured(first.bits.value, first.bits.error)
    return message("local-message", bits=bits, information=number(first.information))
