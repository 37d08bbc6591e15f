"""A check as text for a terminal, and as plain data for JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ppr_core.experiments.contract import Story
from ppr_core.experiments.parameter_check.parameters import SPLITS, TASKS
from ppr_core.experiments.parameter_check.run import ParameterCheckResult
from ppr_core.guarantees import cite
from ppr_core.planning import Way, plain_bits
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
                "code": s.code,
                "proposal_scale": None if math.isnan(option.scale) else option.scale,
                "split": option.split or None,
                **{name: getattr(option, name) for name in ("chunk", "reports", "indices")},
            },
            "guarantees": [
                {
                    "protects": claim.protects,
                    "against": claim.guarantee.against if claim.guarantee else "decoder",
                    **{name: getattr(claim.guarantee, name, None) for name in ("notion", "epsilon", "delta")},
                    "source": cite(claim.source),
                    "note": claim.note,
                }
                for claim in result.claims
            ],
            "bits": {
                "simulated": result.bits and asdict(result.bits),
                "expected": s.bits,
                "at_most": s.code_bound,
                "divergence": option.divergence,
                "plain": plain_bits(result.parameters.setup),
            },
            "encode_seconds": {
                "predicted": option.seconds,
                "predicted_here": result.trial.predicted if result.trial else None,
                "measured": result.seconds and asdict(result.seconds),
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
                    "own_epsilon": way.own,
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
    rows = [("Bits", bits), ("Encode", milliseconds)]
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
    heads = ("Scheme", result.choice.measure.capitalize(), "Bits", "Time", "ε, own", "ε, decoder", "Law")
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


def scheme_rows(result: ParameterCheckResult) -> list[tuple[str, ...]]:
    """Name, error, bits, time, ε of its own, ε against the decoder and whose law the output has; a row a scheme."""
    return [
        (
            f"{'* ' if way is result.choice.best else ''}{way.described}",
            "unknown" if way.error is None else number(way.error),
            number(way.bits),
            "too long" if math.isinf(way.seconds) else f"{number(1e3 * way.seconds, 2)} ms",
            number(way.own),
            _told(result, way),
            "the mechanism's" if way.exact else "its own",
        )
        for way in result.choice.ways
    ]


def _told(result: ParameterCheckResult, way: Way) -> str:
    """What the decoder learns; above the limit, why the scheme is not held to it."""
    shown = "no limit" if math.isinf(way.decoder) else number(way.decoder)
    if "decoder_epsilon" not in way.breaks:
        return shown
    if way is result.choice.ways[0] and result.choice.ways[1].name == "ppr":  # which is held to it
        return f"{shown}, as checked"
    return f"{shown}: the server sees entries" if way.name == "csgm" else f"{shown}: no ε from 0.001 on holds ε′"


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """A line for each row, its cells in columns."""
    widths = [max(map(len, cells)) + 2 for cells in zip(*rows, strict=True)]
    return ["".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def _plain(value: Any) -> Any:
    """JSON has no infinity and no nan."""
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value
