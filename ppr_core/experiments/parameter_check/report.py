"""A check as text for a terminal, and as plain data for JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ppr_core.experiments.contract import Story
from ppr_core.experiments.parameter_check.parameters import SPLITS, TASKS
from ppr_core.experiments.parameter_check.run import ParameterCheckResult
from ppr_core.guarantees import PrivacyGuarantee, cite
from ppr_core.planning import TunedScheme
from ppr_core.wording import measured, number

__all__ = ["data", "guarantee_rows", "scheme_heads", "scheme_rows", "text"]

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
                "plain": result.plain_bits,
            },
            "encode_seconds": {
                "predicted": option.seconds,
                "predicted_here": result.trial.predicted if result.trial else None,
                "measured": result.seconds and asdict(result.seconds),
                "messages_a_call": result.trial.together if result.trial else None,
            },
            "binding": [
                {"limit": gain.limit, "a_tenth_more_gives": gain.value, "share": gain.share}
                for gain in result.relaxations
            ],
            "noise": m.noise,
            "error": {
                "value": m.error,
                "of": m.error_label,
                "standard_error": m.error_spread,
                "of_the_mean": m.mean_error,
            },
            "schemes": [
                {
                    "scheme": scheme.label,
                    "settings": dict(scheme.settings),
                    "error": scheme.error,
                    "bits": scheme.bits,
                    "encode_seconds": scheme.seconds,
                    "own_epsilon": scheme.own,
                    "delta": result.parameters.decoder_delta,
                    **{
                        f"{who}_{name}": value
                        for who, told, pure in _views(scheme)
                        for name, value in (
                            ("epsilon", told.epsilon),
                            ("pure_epsilon", pure),
                            ("is_bound", told.side == "upper"),
                        )
                    },
                    "exact": scheme.exact,
                    "breaks": scheme.breaks,
                    "best": scheme is result.choice.best,
                }
                for scheme in result.choice.schemes
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
    bits = f"average at most {number(s.code_bound)}, plain {number(round(result.plain_bits))}"
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
        rows.append((m.error_label, number(m.error) if m.error_spread is None else measured(m.error, m.error_spread)))
    if m.mean_error is not None:
        rows.append((f"Squared error of the mean of {number(p.clients)}", number(m.mean_error)))
    lines = [f"{TASKS[p.task]}: {story.finding}", "", *_aligned(rows), ""]
    lines += _aligned([("Protects", "Against", "Guarantee", "Source", "Condition"), *guarantee_rows(result)])
    lines.append("")
    for finding in result.findings:
        fix = f"  [{finding.fix.label}]" if finding.fix else ""
        lines.append(f"{_LIGHTS[finding.light]}  {finding.text}{fix}")
    lines += ["", *story.notices, "", "All schemes (* is the best within the limits)"]
    lines += _aligned([scheme_heads(result), *scheme_rows(result)])
    lines.append(f"ε at δ′ = {number(p.decoder_delta)} for all, pure ε in brackets; ≤ marks a bound.")
    lines += ["", "Splits compared (* is used)" if option.split else "Fewest bits at each speed (* is used)"]
    compared = zip(s.options, s.option_bits.tolist(), s.frontier, strict=True)
    shown = [(each, length) for each, length, on in compared if (on or each.split) and math.isfinite(each.seconds)]
    for each, length in sorted(shown, key=lambda pair: pair[0].seconds):
        several = f"{each.reports} reports" if each.reports > 1 else "1 report"
        sent = f"{SPLITS[each.split]} split, {several}" if each.split else f"chunk {each.chunk}"
        mark = "*" if each is option else " "
        lines.append(f"{mark} {number(1e3 * each.seconds):>9} ms {number(length):>9} bits   {sent}")
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
    """The cells under `scheme_heads`, a row a scheme."""
    return [
        (
            f"{'* ' if scheme is result.choice.best else ''}{scheme.described}",
            "unknown" if scheme.error is None else number(scheme.error),
            number(scheme.bits),
            "too long" if math.isinf(scheme.seconds) else f"{number(1e3 * scheme.seconds, 2)} ms",
            number(scheme.own),
            *(_told(result, scheme, *view) for view in _views(scheme)),
            "the mechanism's" if scheme.exact else "its own",
        )
        for scheme in result.choice.schemes
    ]


def scheme_heads(result: ParameterCheckResult) -> tuple[str, ...]:
    """Of a table of all schemes: ε of the mechanism, and at δ′ against reader and decoder."""
    error = result.choice.measure.capitalize()
    return ("Scheme", error, "Bits", "Time", "ε, mechanism", "ε, reader", "ε, decoder", "Law of the output")


def _views(scheme: TunedScheme) -> tuple[tuple[str, PrivacyGuarantee, float], ...]:
    told = scheme.told
    return ("reader", told.reader, told.pure_reader), ("decoder", told.decoder, told.pure_decoder)


def _told(result: ParameterCheckResult, scheme: TunedScheme, who: str, told: PrivacyGuarantee, pure: float) -> str:
    """ε at δ′ with the pure one; above the decoder's limit, why the scheme is not held to it."""
    shown = "no limit"
    if math.isfinite(told.epsilon):
        shown = f"{'≤ ' if told.side == 'upper' else ''}{number(told.epsilon)} ({number(pure)})"
    if who == "reader" or "decoder_epsilon" not in scheme.breaks:
        return shown
    if scheme is result.choice.schemes[0] and result.choice.schemes[1].name == "ppr":  # which is held to it
        return f"{shown}, as checked"
    return f"{shown}: the server sees entries" if scheme.name == "csgm" else f"{shown}: no ε from 0.001 on holds ε′"


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """A line for each row, its cells in columns."""
    widths = [max(map(len, cells)) + 2 for cells in zip(*rows, strict=True)]
    return ["".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def _plain(value: Any) -> Any:
    """JSON has no infinity and no nan."""
    if isinstance(value, dict):
        return {name: _plain(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value
