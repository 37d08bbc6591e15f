"""A check as text for a terminal, and as plain data for JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ppr_core.experiments.contract import Story
from ppr_core.experiments.parameter_check.parameters import CODES, SPLITS, TASKS
from ppr_core.experiments.parameter_check.run import ParameterCheckResult
from ppr_core.guarantees import cite
from ppr_core.means import Mean
from ppr_core.planning import plain_bits
from ppr_core.wording import measured, number

__all__ = ["data", "guarantee_rows", "scheme_rows", "text"]

_LIGHTS = {"red": "RED  ", "amber": "AMBER", "green": "green"}


def data(result: ParameterCheckResult, story: Story) -> dict[str, Any]:
    """Everything as dictionaries, lists, numbers and strings; infinity is the string "inf"."""
    s, m = result.solution, result.mechanism
    option = s.option
    return _plain(
        {
            "parameters": result.parameters.values(),
            "verdict": story.finding,
            "used": {
                "alpha": s.alpha,
                "chunk": option.chunk,
                "proposal_scale": None if math.isnan(option.scale) else option.scale,
                "split": option.split or None,
                "reports": option.reports,
                "code": s.code,
                "indices": option.indices,
            },
            "guarantees": [
                {
                    "protects": claim.protects,
                    "against": claim.guarantee.against if claim.guarantee else "decoder",
                    "notion": claim.guarantee.notion if claim.guarantee else None,
                    "epsilon": claim.guarantee.epsilon if claim.guarantee else None,
                    "delta": claim.guarantee.delta if claim.guarantee else None,
                    "source": cite(claim.source),
                    "note": claim.note,
                }
                for claim in result.claims
            ],
            "bits": {
                "simulated": _mean(result.bits),
                "expected": s.bits,
                "at_most": s.code_bound,
                "divergence": option.divergence,
                "plain": plain_bits(result.parameters.setup),
            },
            "encode_seconds": {
                "predicted": option.seconds,
                "predicted_here": result.trial.predicted if result.trial else None,
                "measured": _mean(result.seconds),
                "messages_a_call": result.trial.together if result.trial else None,
            },
            "binding": [
                {"limit": one.limit, "a_tenth_more_gives": one.value, "share": one.share} for one in result.relaxations
            ],
            "noise": m.noise,
            "error": {"value": m.error, "of": m.error_label, "of_the_mean": m.mean_error},
            "schemes": [
                {
                    "scheme": way.label,
                    "settings": dict(way.settings),
                    "error": way.error,
                    "bits": way.bits,
                    "encode_seconds": way.seconds,
                    "decoder_epsilon": way.decoder,
                    "exact": way.exact,
                    "breaks": way.breaks,
                    "best": way is result.choice.best,
                }
                for way in result.choice.ways
            ],
            "findings": [
                {
                    "check": finding.key,
                    "light": finding.light,
                    "text": finding.text,
                    "fix": finding.fix and {"label": finding.fix.label, "changes": dict(finding.fix.changes)},
                }
                for finding in result.findings
            ],
            "frontier": [
                row
                for cells in zip(*(column.tolist() for column in result.table().values()), strict=True)
                if (row := dict(zip(result.table(), cells, strict=True)))["on_frontier"] or option.split
            ],
        }
    )


def text(result: ParameterCheckResult, story: Story) -> str:
    """The same as a table."""
    p, s, m = result.parameters, result.solution, result.mechanism
    option = s.option
    indices = "1 index" if option.indices == 1 else f"{number(option.indices)} indices"
    used = f"α = {number(s.alpha, 4)}, {CODES[s.code]} code, {indices}"
    if p.setup.gaussian:
        used += f", chunks of {option.chunk}"
    if option.split:
        used += f", {SPLITS[option.split]} split of ε"
    if p.setup.noisy and not math.isnan(option.scale):
        used += f", proposal width {number(option.scale)} × best"
    if option.reports > 1:
        used += f", {option.reports} reports of ε/{option.reports}"
    bits = f"at most {number(s.code_bound)}, plain {number(round(plain_bits(p.setup)))}"
    if math.isfinite(option.log_ratio):
        checked = f"; real encodes agree: {measured(result.bits.value, result.bits.error)}" if result.bits else ""
        bits = f"{number(s.bits)} on average (exact{checked}), {bits}"
    milliseconds = "no encoder can run"
    if math.isfinite(option.seconds):
        milliseconds = f"{number(1e3 * option.seconds)} ms by prediction, among many and without compiled kernels"
        if result.trial:
            here, predicted = result.trial, number(1e3 * result.trial.predicted)
            milliseconds += f"; here, {here.together} messages a call, {predicted} ms by prediction and "
            milliseconds += f"{measured(1e3 * here.seconds.value, 1e3 * here.seconds.error)} ms measured"
    rows = [("Used", used), ("Bits", bits), ("Encode", milliseconds)]
    if m.error is not None:
        rows.append((m.error_label, number(m.error)))
    if m.mean_error is not None:
        rows.append((f"Squared error of the mean of {number(p.clients)}", number(m.mean_error)))
    lines = [f"{TASKS[p.task]}: {story.finding}", "", *_aligned(rows), ""]
    lines += _aligned([("Protects", "Against", "Guarantee", "Source", "Condition"), *guarantee_rows(result)])
    lines.append("")
    for finding in result.findings:
        fix = f"  [{finding.fix.label}]" if finding.fix else ""
        lines.append(f"{_LIGHTS[finding.light]}  {finding.text}{fix}")
    lines += ["", *story.notices, "", "All schemes (* is the best within the limits)"]
    heads = ("Scheme", result.choice.measure.capitalize(), "Bits", "Time", "ε, decoder", "Law")
    lines += _aligned([heads, *scheme_rows(result)])
    lines += ["", "Splits compared (* is used)" if option.split else "Fewest bits at each speed (* is used)"]
    rows = [
        (option.seconds, option, bits, option is s.option)
        for option, bits, on in zip(s.options, s.option_bits, s.frontier, strict=True)
        if (on or option.split) and math.isfinite(option.seconds)
    ]
    for seconds, option, bits, is_used in sorted(rows, key=lambda row: row[0]):
        mark = "*" if is_used else " "
        several = f"{option.reports} reports" if option.reports > 1 else "1 report"
        way = f"{SPLITS[option.split]} split, {several}" if option.split else f"chunk {option.chunk}"
        lines.append(f"{mark} {number(1e3 * seconds):>9} ms {number(bits):>9} bits   {way}")
    return "\n".join(lines)


def guarantee_rows(result: ParameterCheckResult) -> list[tuple[str, str, str, str, str]]:
    """Who is protected, against whom, the guarantee, its source and its condition; one row for each claim."""
    rows = []
    for claim in result.claims:
        held = claim.guarantee
        if held is None:
            rows.append((claim.protects, "decoder", "does not apply", cite(claim.source), claim.note))
            continue
        unit = " per unit" if held.notion == "metric" else ""
        shown = f"ε = {number(held.epsilon)}{unit}" + (f", δ = {number(held.delta)}" if held.delta else "")
        rows.append((claim.protects, held.against, f"{shown} ({held.notion})", cite(claim.source), claim.note))
    return rows


def scheme_rows(result: ParameterCheckResult) -> list[tuple[str, str, str, str, str, str]]:
    """Name, error, bits, time, ε against the decoder and whose law the output has; one row for each scheme."""
    return [
        (
            f"{'* ' if way is result.choice.best else ''}{way.described}",
            "unknown" if way.error is None else number(way.error),
            number(way.bits),
            "too long" if math.isinf(way.seconds) else f"{number(1e3 * way.seconds, 2)} ms",
            "no limit" if math.isinf(way.decoder) else number(way.decoder),
            "the mechanism's" if way.exact else "its own",
        )
        for way in result.choice.ways
    ]


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """A line for each row, its cells in columns."""
    widths = [max(map(len, cells)) + 2 for cells in zip(*rows, strict=True)]
    return ["".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def _mean(mean: Mean | None) -> dict[str, float] | None:
    return None if mean is None else {"value": mean.value, "error": mean.error, "samples": mean.samples}


def _plain(value: Any) -> Any:
    """JSON has no infinity and no nan."""
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value
