"""The formulas of the experiment `private_sketches`, with its numbers."""

from __future__ import annotations

import math
from typing import Any

from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.private_sketches.result import PrivateSketchesResult
from ppr_core.experiments.vocabulary.formulas import Rule, Slot
from ppr_core.texts import Messages
from ppr_core.wording import latex, number

__all__ = ["formulas"]

message = Messages("private_sketches")

_FIELDS = {"epsilon": "epsilon", "kept": "kept_share", "own": "devices", "devices": "devices", "features": "multiple"}


def formulas(result: PrivateSketchesResult) -> tuple[Formula, ...]:
    """What is compared, how much noise there is, and what it does to the sketch."""
    return _error(result), _entry(result), _noise(result), _signal(result), _size(result)


def _budget() -> Slot:
    return Slot(r"\varepsilon", message("symbol-budget"), "nats")


def _error(result: PrivateSketchesResult) -> Formula:
    least = result.picture.squares
    first = float(result.ratios[0])
    return Formula(
        message("formula-error"),
        r"\frac{\mathrm{SSE}(c)}{\mathrm{SSE}(c_{\text{k-means}})}, \quad"
        r" \mathrm{SSE}(c) = \sum_{i=1}^{n} \min_k \Vert x_i - c_k \Vert^2",
        rf"\frac{{{latex(first * least, 8)}}}{{{latex(least, 8)}}}",
        first,
        (
            Symbol("c_k", message("symbol-centroids"), message("value-of-them", count="K"), "", "clusters"),
            Symbol("x_i", message("symbol-samples"), f"n = {number(result.picture.samples)}"),
        ),
        message("formula-error-source"),
    )


def _entry(result: PrivateSketchesResult) -> Formula:
    """One number of the sketch."""
    setting, view = result.parameters.setting(), result.view
    true, seen = float(view.clean[0].real), float(view.noisy[0].real)
    features, masked = f"m = {setting.features}", setting.kept < setting.features
    return Formula(
        message("formula-entry"),
        r"s_j = z_j + \xi_j, \quad z_j = \frac{1}{n} \sum_{k=1}^{n} \exp(i\, \omega_j^\top x_k)",
        rf"{latex(true, 8)} + ({latex(seen - true, 8)})",
        seen,
        (
            Symbol("s_j", message("symbol-entry"), message("value-of-them", count=features), "", "multiple"),
            Symbol("z_j", message("symbol-clean"), true),
            Symbol(r"\xi_j", message("symbol-noise", masked=masked), seen - true),
            Symbol(r"\omega_j", message("symbol-frequency"), f"σ = {number(view.scale)}", "", "scale"),
            Symbol("x_k", message("symbol-samples"), f"n = {number(result.picture.samples)}"),
        ),
        message("formula-entry-source"),
    )


def _noise(result: PrivateSketchesResult) -> Formula:
    """The noise on the real and on the imaginary part of each entry of a device's sum."""
    mechanism = result.mechanism
    factor, twice, slots = r"2 \cdot ", 2.0, {"kept": Slot("r", message("symbol-kept"))}
    values: dict[str, Any] = {"kept": mechanism.sketch.kept}
    if mechanism.neighbours == "add_remove":
        factor, twice = "", 1.0
        slots, values = (
            slots | {"count": Slot(r"\kappa", message("symbol-count"))},
            values | {"count": mechanism.count_share},
        )
    paid, rest = (r"(1 - <count>) \cdot ", " / (1 - <count>)") if "count" in slots else ("", "")
    if mechanism.noise == "laplace":
        rule = Rule(
            message("formula-laplace"),
            "b =",
            rf"\frac{{{factor}\sqrt{{2}} \cdot <kept>}}{{{paid}<epsilon>}}",
            {"epsilon": _budget()} | slots,
            lambda epsilon, kept, count=0.0: twice * math.sqrt(2.0) * kept / ((1.0 - count) * epsilon),
            "sketch.laplace",
        )
        scale = Symbol("b", message("symbol-laplace-scale"), mechanism.noise_scale)
        return rule.at(_FIELDS, digits=8, more=(scale,), epsilon=mechanism.epsilon, **values)
    rule = Rule(
        message("formula-gaussian"),
        "s =",
        rf"<unit> \cdot {factor}\sqrt{{<kept>{rest}}}",
        {"unit": Slot("s_1", message("symbol-least"))} | slots,
        lambda unit, kept, count=0.0: unit * twice * math.sqrt(kept / (1.0 - count)),
        "gaussian.analytic",
    )
    budget = _budget()
    more = (
        Symbol("s", message("symbol-gaussian-scale"), mechanism.noise_scale),
        Symbol(budget.symbol, budget.meaning, mechanism.epsilon, budget.unit, "epsilon"),
        Symbol(r"\delta", message("symbol-delta"), result.parameters.setting().delta, "", "delta"),
    )
    unit = mechanism.noise_scale / rule.value(unit=1.0, **values)
    return rule.at(_FIELDS, digits=8, more=more, unit=unit, **values)


def _signal_slots() -> dict[str, Slot]:
    return {
        "kept": Slot(r"\alpha_r", message("symbol-kept-share")),
        "own": Slot("n_0", message("symbol-own")),
        "devices": Slot("L", message("symbol-devices")),
        "share": Slot(r"\hat\delta", message("symbol-signal")),
        "features": Slot("m", message("symbol-features")),
        "epsilon": _budget(),
    }


def _signal(result: PrivateSketchesResult) -> Formula:
    """The formula of the private sketch's signal-to-noise ratio."""
    setting, mechanism, n = result.parameters.setting(), result.mechanism, result.picture.samples
    device_samples, used = result.device_samples, result.device_samples * setting.devices
    values: dict[str, Any] = {
        "own": device_samples,
        "devices": setting.devices,
        "features": setting.features,
        "epsilon": mechanism.epsilon,
    }
    values |= {"kept": setting.kept / setting.features, "share": result.signal.share}
    noise, slots = r"32 \cdot <kept> \cdot <features>^2 / (<own> \cdot <epsilon>^2)", _signal_slots()
    if setting.noise == "gaussian" or setting.neighbours == "add_remove":
        noise, values["noise"] = r"2 \cdot <noise>^2 / (<own> \cdot <kept>)", mechanism.noise_std
        slots["noise"] = Slot("s", message("symbol-noise-std"))
    if mechanism.count_std:
        noise, values["count"] = rf"{noise} + <kept> \cdot <share> \cdot <count>^2 / <own>", mechanism.count_std
        slots["count"] = Slot("s_n", message("symbol-count-std"))
    rule = Rule(
        message("formula-signal"),
        r"\mathrm{SNR} =",
        rf"\frac{{<kept> \cdot <own> \cdot <devices> \cdot <share>}}{{1 - <kept> \cdot <share> + {noise}}}",
        slots,
        _ratio,
        "sketch.snr",
    )
    more = [Symbol("z", message("symbol-sketch"), message("value-of-them", count=number(setting.features)))]
    if used < n:
        more.append(Symbol("n_0 L", message("symbol-used", samples=number(n)), used))
    return rule.at(_FIELDS, digits=10, more=tuple(more), **values)


def _size(result: PrivateSketchesResult) -> Formula:
    rule = Rule(
        message("formula-size"),
        r"\text{bits} =",
        r"2 \cdot 32 \cdot <features>",
        {"features": Slot("m", message("symbol-floats"))},
        lambda features: 2.0 * 32.0 * features,
        message("formula-size-source"),
    )
    return rule.at(_FIELDS, features=result.parameters.setting().features)


def _ratio(
    kept: float, own: float, devices: float, share: float, features: float, epsilon: float,
    noise: float | None = None, count: float = 0.0,
) -> float:  # fmt: skip
    """Signal over noise; of Laplace noise for a replaced sample without ``noise``, else of this standard deviation."""
    spread = 32.0 * kept * features**2 / (own * epsilon**2) if noise is None else 2.0 * noise**2 / (own * kept)
    return kept * own * devices * share / (1.0 - kept * share + spread + kept * share * count**2 / own)
