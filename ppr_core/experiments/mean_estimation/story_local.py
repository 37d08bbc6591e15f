"""What a result of `mean_estimation` says of reports of unit vectors: PrivUnit, PrivHS and SQKR."""

from __future__ import annotations

from ppr_core.experiments.mean_estimation.result import MeanResult, Run
from ppr_core.experiments.mean_estimation.story_runs import bits_text, change
from ppr_core.texts import Messages
from ppr_core.wording import number

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
    return [_others(result), _held(result), _floats(result), of_comparison(result), ranges, _meaning(result)]


def _others(result: MeanResult) -> str:
    first = result.headline
    parts = (
        message("others-part", scheme=run.label, change=change(run.law, first.law), bits=_sent(run))
        for run in result.focus[1:]
    )
    return message("others", first=first.label, parts="; ".join(parts))


def _held(result: MeanResult) -> str:
    """Who is held to ε by all schemes."""
    p, most = result.parameters, max(result.focus, key=lambda run: run.server_epsilon)
    server, who = number(most.server_epsilon), {"who": p.against, "epsilon": number(p.epsilon)}
    return message("local-held", server=server, scheme=most.label, **who)


def _meaning(result: MeanResult) -> str:
    p = result.parameters
    return message("local-held-more", who=p.against, delta=number(p.delta), control=p.specs()["against"].label)


def _floats(result: MeanResult) -> str:
    p, floats = result.parameters, [run.label for run in result.focus if not run.compressed]
    if not floats:
        return ""
    clients = number(p.shape[0])
    return message("local-floats", schemes=", ".join(floats), clients=clients)


def _split(result: MeanResult) -> str:
    runs = [run for run in result.focus if run.task.name.startswith("reports")]
    parts = (message("local-split-part", reports=number(run.messages), error=number(run.law)) for run in runs)
    return message("local-split", parts=", ".join(parts))


def _compressed(result: MeanResult) -> str:
    return message("local-mrc", candidates=number(result.parameters.candidates))


def _repeated(result: MeanResult) -> str:
    signs = result.at("sqkr").bits.value
    sentence = message("local-signs", one=signs == 1, signs=number(signs))
    reports = result.at("privhs").messages
    reported = message("local-reports", one=reports == 1, reports=number(reports))
    return message("local-repeated", reports=reported, signs=sentence)


def _ranges(result: MeanResult) -> str:
    """Whether both splits of PrivUnit are ahead everywhere along ε."""
    pairs = [(ours, other) for ours in ("privunit", "privunit_default") for other in ("privhs", "sqkr")]
    return message("local-ranges", ahead=max(ratio for pair in pairs for ratio in _ratios(result, *pair)) < 1)


def _ratios(result: MeanResult, name: str, other: str) -> list[float]:
    """Ratios of two schemes' expected errors, at every ε where both have been run."""
    laws = [{run.task.epsilon: run.law for run in result.along("epsilon", scheme)} for scheme in (name, other)]
    return [laws[0][epsilon] / laws[1][epsilon] for epsilon in laws[0].keys() & laws[1].keys()]
