"""The captions of the tabs of `frequency_estimation`: what each picture shows, with its numbers."""

from __future__ import annotations

import numpy as np

from ppr_core.experiments.frequency_estimation.parameters import LEVEL
from ppr_core.experiments.frequency_estimation.result import FrequencyEstimationResult
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, percent

__all__ = ["bits_text", "captions"]

message = Messages("frequency_estimation")

_BY_CHANCE = 5.0  # standard errors beyond which a run does not agree with the closed form


def captions(result: FrequencyEstimationResult) -> dict[str, str]:
    """Of the comparison, the top, all categories, the curves, and the message."""
    return {
        "comparison": _comparison(result),
        "top": _top(result),
        "cover": _cover(result),
        "sweep": _sweep(result),
        "message": _line(result),
    }


def bits_text(bits: float, error: float = 0.0) -> str:
    """So many bits, with the standard error where there is one."""
    return message("bits", one=bits == 1, bits=measured(bits, error or None))


def _comparison(result: FrequencyEstimationResult) -> str:
    """Which scheme to take for its bits, and which for its error."""
    short = min(result.ran, key=lambda scheme: scheme.found.bits)
    best = min(scheme.expected for scheme in result.ran)
    good = min((s for s in result.ran if s.expected <= 1.05 * best), key=lambda scheme: scheme.found.bits)
    return message(
        "compared-caption", short=short.spoken, good=good.spoken,
        **{"short-bits": bits_text(short.found.bits), "good-bits": bits_text(good.found.bits),
           "short-error": percent(short.expected, 3), "best-error": percent(best, 3)},
    )  # fmt: skip


def _top(result: FrequencyEstimationResult) -> str:
    """Who finds the most frequent categories."""
    best = max(result.ran, key=lambda scheme: scheme.top_found)
    worst = min(result.ran, key=lambda scheme: scheme.top_found)
    top = len(best.found.hitters.true)
    kind = "differ" if best.top_found != worst.top_found else "alike" if len(result.ran) > 1 else "one"
    text = message(
        "top-caption", kind=kind, top=number(top), best=best.spoken, most=number(best.top_found), worst=worst.spoken,
        least=number(worst.top_found),
    )  # fmt: skip
    tie = result.counts[top - 1] == (result.counts[top] if len(result.counts) > top else 0)
    return f"{text} {message('top-tie')}" if tie else text


def _cover(result: FrequencyEstimationResult) -> str:
    """On the intervals of all categories."""
    covered, size = int(result.found.covered(result.truth).sum()), len(result.counts)
    share, level = percent(covered / size, 3), percent(LEVEL)
    return message("cloud-caption", covered=number(covered), size=number(size), share=share, level=level)


def _sweep(result: FrequencyEstimationResult) -> str:
    """On the error along ε."""
    if not result.curves:
        return message("along-waiting")
    curve = result.curves[0]
    ran = ~np.isnan(curve.measured)
    off = float(np.max(np.abs(curve.measured[ran] - curve.expected[ran]) / curve.error[ran]))
    return message(
        "along-caption", first=number(curve.epsilon[0]), last=number(curve.epsilon[-1]), scheme=curve.spoken,
        high=percent(curve.expected[0], 3), low=percent(curve.expected[-1], 3), runs=number(int(ran.sum())),
        kind="agree" if off <= _BY_CHANCE else "off", off=number(off, 2),
    )  # fmt: skip


def _line(result: FrequencyEstimationResult) -> str:
    """On the message that is taken apart."""
    line, family, sender = result.message, result.message.family, result.parameters.sender
    votes, size = int(line.votes.sum()), len(line.votes)
    return message(
        "message-caption", coefficients=str(line.coefficients), bits=number(family.bits), votes=number(votes),
        size=number(size), own=bool(line.votes[sender - 1]), sender=number(sender),
        expected=number(size * family.bias),
    )  # fmt: skip
