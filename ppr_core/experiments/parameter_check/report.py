"""A check as text for a terminal, as plain data for JSON, and as a program."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ppr_core import representation
from ppr_core.codes import ZipfShannon, code_from_name
from ppr_core.experiments.contract import Story
from ppr_core.experiments.parameter_check.parameters import SPLITS, TASKS, ParameterCheck
from ppr_core.experiments.parameter_check.run import ParameterCheckResult
from ppr_core.experiments.parameter_check.words import error_label
from ppr_core.guarantees import PrivacyGuarantee, cite
from ppr_core.index_law import index_law
from ppr_core.planning import Plan, TunedScheme, code_of, samples_of, solve
from ppr_core.representation import literal
from ppr_core.texts import Messages
from ppr_core.wording import measured, number

__all__ = ["data", "guarantee_heads", "guarantee_rows", "program", "scheme_heads", "scheme_rows", "text"]

message = Messages("parameter_check")


def data(result: ParameterCheckResult, story: Story) -> dict[str, Any]:
    """Everything as dictionaries, lists, numbers and strings; infinity is the string "inf"."""
    s, m = result.solution, result.mechanism
    option = s.option
    return _plain(
        {
            "parameters": result.parameters.values(),
            "verdict": story.finding,
            "used": None
            if result.modelled
            else {
                "alpha": s.alpha,
                "code": s.code,
                "proposal_scale": None if math.isnan(option.scale) else option.scale,
                "split": option.split or None,
                **{name: getattr(option, name) for name in ("chunk", "reports", "indices")},
            },
            "guarantees": [
                {
                    "protects": message("cell-protects", who=claim.protects),
                    "against": claim.guarantee.against if claim.guarantee else "decoder",
                    **{name: getattr(claim.guarantee, name, None) for name in ("notion", "epsilon", "delta")},
                    "source": cite(claim.source),
                    "note": message(f"condition-{claim.note}", **claim.values),
                }
                for claim in result.claims
            ],
            "bits": {
                "simulated": result.bits and asdict(result.bits),
                "expected": result.checked.bits if result.modelled else s.bits,
                "at_most": None if result.modelled else s.code_bound,
                "divergence": None if result.modelled else option.divergence,
                "plain": result.plain_bits,
            },
            "encode_seconds": {
                "predicted": result.checked.seconds if result.modelled else option.seconds,
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
                "value": result.checked.error if result.modelled else m.error,
                **({"over_a_trusted_server": result.price} if result.modelled else {}),
                "of": error_label(result),
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
            "frontier": []
            if result.modelled
            else [
                row
                for cells in zip(*(column.tolist() for column in result.table().values()), strict=True)
                if (row := dict(zip(result.table(), cells, strict=True)))["on_frontier"] or option.split
            ],
        }
    )


def text(result: ParameterCheckResult, story: Story) -> str:
    """The same as a table."""
    p, s, m = result.parameters, result.solution, result.mechanism
    rows = [(message("text-bits"), _bits(result)), (message("text-encode"), _encode(result))]
    if result.modelled:
        rows = [
            (message("text-bits"), number(result.checked.bits)),
            (error_label(result), number(result.checked.error or 0.0)),
        ]
    elif m.error is not None:
        error = number(m.error) if m.error_spread is None else measured(m.error, m.error_spread)
        rows.append((error_label(result), error))
    if m.mean_error is not None:
        rows.append((message("text-mean-error", clients=number(p.clients)), number(m.mean_error)))
    lines = [message("text-line", task=TASKS[p.task], verdict=story.finding), "", *_aligned(rows), ""]
    lines += [*_aligned([guarantee_heads(), *guarantee_rows(result)]), ""]
    checks = []
    for finding in result.findings:
        fix = f"  [{finding.fix.label}]" if finding.fix else ""
        checks.append((message("light", light=finding.light), f"{finding.text}{fix}"))
    lines += [*_aligned(checks), "", *story.notices, "", message("text-schemes")]
    lines += _aligned([scheme_heads(result), *scheme_rows(result)])
    lines += [message("text-schemes-note", delta=number(p.decoder_delta)), ""]
    if result.modelled:
        return "\n".join(lines[:-1])
    lines.append(message("text-options", splits=bool(s.option.split)))
    compared = zip(s.options, s.option_bits.tolist(), s.frontier, strict=True)
    shown = [(each, length) for each, length, on in compared if (on or each.split) and math.isfinite(each.seconds)]
    for each, length in sorted(shown, key=lambda pair: pair[0].seconds):
        sent = message("text-chunk", chunk=number(each.chunk))
        if each.split:
            count = number(each.reports)
            sent = message("text-split", split=SPLITS[each.split], reports=each.reports, count=count)
        mark = "*" if each is s.option else " "
        lines.append(f"{mark} {number(1e3 * each.seconds):>9} ms {number(length):>9} bits   {sent}")
    return "\n".join(lines)


def _bits(result: ParameterCheckResult) -> str:
    s = result.solution
    limits = {"bound": number(s.code_bound), "plain": number(round(result.plain_bits))}
    if math.isinf(s.option.log_ratio):
        return message("text-bits-bound", **limits)
    if result.bits is None:
        return message("text-bits-runs", bits=number(s.bits), **limits)
    checked = measured(result.bits.value, result.bits.error)
    return message("text-bits-checked", bits=number(s.bits), checked=checked, **limits)


def _encode(result: ParameterCheckResult) -> str:
    if math.isinf(result.solution.option.seconds):
        return message("text-encode-never")
    predicted = message("text-encode-predicted", time=number(1e3 * result.solution.option.seconds))
    if result.trial is None:
        return predicted
    here = message(
        "text-encode-here", together=number(result.trial.together), predicted=number(1e3 * result.trial.predicted),
        measured=measured(1e3 * result.trial.seconds.value, 1e3 * result.trial.seconds.error),
    )  # fmt: skip
    return f"{predicted}; {here}"


def guarantee_heads() -> tuple[str, ...]:
    """Of a table of all guarantees."""
    return tuple(message(f"head-{name}") for name in ("protects", "against", "guarantee", "source", "condition"))


def guarantee_rows(result: ParameterCheckResult) -> list[tuple[str, ...]]:
    """Who is protected, against whom, the guarantee, its source and its condition; one row for each claim."""
    rows: list[tuple[str, ...]] = []
    for claim in result.claims:
        held = claim.guarantee
        shown = message("cell-none")
        if held is not None and held.notion == "metric":
            shown = message("cell-distance", epsilon=number(held.epsilon))
        elif held is not None:
            values = {"epsilon": number(held.epsilon), "delta": number(held.delta)}
            shown = message("cell-guarantee", pure=held.delta == 0, **values)
        rows.append(
            (
                message("cell-protects", who=claim.protects),
                message("cell-against", who=held.against if held else "decoder"),
                shown,
                cite(claim.source),
                message(f"condition-{claim.note}", **claim.values),
            )
        )
    return rows


def scheme_rows(result: ParameterCheckResult) -> list[tuple[str, ...]]:
    """The cells under `scheme_heads`, a row a scheme."""
    return [
        (
            f"{'* ' if scheme is result.choice.best else ''}{scheme.described}",
            message("cell-unknown") if scheme.error is None else number(scheme.error),
            number(scheme.bits),
            message("cell-slow") if math.isinf(scheme.seconds) else f"{number(1e3 * scheme.seconds, 2)} ms",
            number(scheme.own),
            *(_told(result, scheme, *view) for view in _views(scheme)),
            message("cell-exact") if scheme.exact else message("cell-own"),
        )
        for scheme in result.choice.schemes
    ]


def scheme_heads(result: ParameterCheckResult) -> tuple[str, ...]:
    """Of a table of all schemes: ε of the mechanism, and at δ′ against reader and decoder."""
    error = error_label(result, of_scheme=True)
    scheme, *others = (
        message(f"head-{name}") for name in ("scheme", "bits", "time", "own", "reader", "decoder", "law")
    )
    return (scheme, error, *others)


def _views(scheme: TunedScheme) -> tuple[tuple[str, PrivacyGuarantee, float], ...]:
    told = scheme.told
    return ("reader", told.reader, told.pure_reader), ("decoder", told.decoder, told.pure_decoder)


def _told(result: ParameterCheckResult, scheme: TunedScheme, who: str, told: PrivacyGuarantee, pure: float) -> str:
    """ε at δ′ with the pure one; above the decoder's limit, why the scheme is not held to it."""
    shown = message("cell-endless")
    if math.isfinite(told.epsilon):
        shown = f"{'≤ ' if told.side == 'upper' else ''}{number(told.epsilon)} ({number(pure)})"
    if who == "reader" or "decoder_epsilon" not in scheme.breaks:
        return shown
    if scheme is result.choice.schemes[0] and result.choice.schemes[1].name == "ppr":  # which is held to it
        return message("cell-checked", shown=shown)
    return message("cell-entries" if scheme.name == "csgm" else "cell-no-epsilon", shown=shown)


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


def program(parameters: ParameterCheck) -> str:
    """A program against ``ppr_core`` that prints the mean length of a report, or a bound where no encoder exists."""
    if parameters.setup.modelled:
        return f"""\
from math import inf  # where nothing is limited

from ppr_core.planning import Setup, best

checked = best({parameters.setup!r}).schemes[0]
print(f"{{checked.bits:.6g}} bits for a report on average")
"""
    s = solve(parameters.setup)
    cases = [piece.case for piece in s.option.pieces if piece.case is not None]
    if len(cases) < len(s.option.pieces):
        return _bound(s)
    pieces = "\n".join(
        f"    ({case.channel!r}, {representation.vector(case.x)}, {piece.copies}),"
        for case, piece in zip(cases, s.option.pieces, strict=True)
    )
    zipf = s.code == "zipf_shannon"
    code = repr(code_of(s.code, s.zipf)) if zipf else f'code_from_name("{s.code}")'
    samples = samples_of(cases[0])
    body = f"""\
code = {code}
pieces = [  # channel, input, messages of this kind in a report
{pieces}
]
bits = 0.0
for channel, x, messages in pieces:
    bits += messages * index_law(channel, x, {literal(s.alpha)}, samples={samples}).mean_length(code)
print(f"{{bits:.6g}} bits for a report on average")
"""
    return representation.program(body, type(cases[0].channel), ZipfShannon if zipf else code_from_name, index_law)


def _bound(s: Plan) -> str:
    """No encoder can run: the bound from Theorem 5."""
    pieces = ", ".join(f"({piece.divergence!r}, {piece.copies})" for piece in s.option.pieces)
    length = {
        "elias_gamma": "2 * mean + 1",
        "elias_delta": "elias_delta_size(mean).value",
        "zipf_shannon": f"(1 + 1 / {s.zipf!r}) * mean + np.log2(1 + {s.zipf!r}) + 1",
    }[s.code]
    return f"""\
import numpy as np
from ppr_core.guarantees import elias_delta_size, ppr_bits

pieces = [{pieces}]  # divergence in bits, messages of this kind in a report
bits = 0.0
for divergence, messages in pieces:
    mean = ppr_bits(divergence, {literal(s.alpha)}).value
    bits += messages * ({length})
print(f"at most {{bits:.6g}} bits for a report on average")
"""
