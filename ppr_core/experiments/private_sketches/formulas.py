"""The formulas of the experiment `private_sketches`, with its numbers."""

from __future__ import annotations

import math
from typing import Any

from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.private_sketches.result import PrivateSketchesResult
from ppr_core.experiments.vocabulary.formulas import Rule, Slot
from ppr_core.wording import latex, number

__all__ = ["formulas"]

_FIELDS = {"epsilon": "epsilon", "kept": "kept_share", "own": "devices", "devices": "devices", "features": "multiple"}
_BUDGET = Slot(r"\varepsilon", "privacy of a device's sketch", "nats")
_KEPT = Slot("r", "features that a sample gives")
_COUNT = Slot(r"\kappa", "share of ε that pays for the number of samples")
_SIGNAL = {
    "kept": Slot(r"\alpha_r", "r/m, share of the features that a sample gives"),
    "own": Slot("n_0", "samples of a device"),
    "devices": Slot("L", "devices"),
    "share": Slot(r"\hat\delta", "‖z‖²/m, the signal: mean square of an entry of z"),
    "features": Slot("m", "features"),
    "epsilon": _BUDGET,
}
_SIZE = Rule(
    "Size of a sketch that is sent as it is",
    r"\text{bits} =",
    r"2 \cdot 32 \cdot <features>",
    {"features": Slot("m", "features, two real numbers of 32 bits each")},
    lambda features: 2.0 * 32.0 * features,
    "A count",
)


def formulas(result: PrivateSketchesResult) -> tuple[Formula, ...]:
    """What is compared, how much noise there is, and what it does to the sketch."""
    size = _SIZE.at(_FIELDS, features=result.parameters.setting().features)
    return _error(result), _entry(result), _noise(result), _signal(result), size


def _error(result: PrivateSketchesResult) -> Formula:
    least = result.picture.squares
    first = float(result.ratios[0])
    return Formula(
        "The error of centroids, here of the first release",
        r"\frac{\mathrm{SSE}(c)}{\mathrm{SSE}(c_{\text{k-means}})}, \quad"
        r" \mathrm{SSE}(c) = \sum_{i=1}^{n} \min_k \Vert x_i - c_k \Vert^2",
        rf"\frac{{{latex(first * least, 8)}}}{{{latex(least, 8)}}}",
        first,
        (
            Symbol("c_k", "centroids found", "K of them", "", "clusters"),
            Symbol("x_i", "samples", f"n = {result.picture.samples}"),
        ),
        "The yardstick is scikit-learn's KMeans on the data themselves",
    )


def _entry(result: PrivateSketchesResult) -> Formula:
    """One number of the sketch."""
    setting, view = result.parameters.setting(), result.view
    true, seen = float(view.clean[0].real), float(view.noisy[0].real)
    masked = "" if setting.kept == setting.features else ", and what features left out change"
    return Formula(
        "An entry of the sketch, here the real part of the first",
        r"s_j = z_j + \xi_j, \quad z_j = \frac{1}{n} \sum_{k=1}^{n} \exp(i\, \omega_j^\top x_k)",
        rf"{latex(true, 8)} + ({latex(seen - true, 8)})",
        seen,
        (
            Symbol("s_j", "entry of the private sketch", f"m = {setting.features} of them", "", "multiple"),
            Symbol("z_j", "entry of the sketch without noise", true),
            Symbol(r"\xi_j", f"noise of the release{masked}", seen - true),
            Symbol(r"\omega_j", "random frequency, shared by all, scale σ", f"σ = {number(view.scale)}", "", "scale"),
            Symbol("x_k", "samples", f"n = {result.picture.samples}"),
        ),
        "Random Fourier features averaged over the samples; the noise is that of the next formula",
    )


def _noise(result: PrivateSketchesResult) -> Formula:
    """The noise on the real and on the imaginary part of each entry of a device's sum."""
    mechanism = result.mechanism
    factor, twice, slots = r"2 \cdot ", 2.0, {"kept": _KEPT}
    values: dict[str, Any] = {"kept": mechanism.sketch.kept}
    if mechanism.neighbours == "add_remove":
        factor, twice = "", 1.0
        slots, values = slots | {"count": _COUNT}, values | {"count": mechanism.count_share}
    paid, rest = (r"(1 - <count>) \cdot ", " / (1 - <count>)") if "count" in slots else ("", "")
    if mechanism.noise == "laplace":
        rule = Rule(
            "Laplace noise on the real and imaginary parts of a device's sum",
            "b =",
            rf"\frac{{{factor}\sqrt{{2}} \cdot <kept>}}{{{paid}<epsilon>}}",
            {"epsilon": _BUDGET} | slots,
            lambda epsilon, kept, count=0.0: twice * math.sqrt(2.0) * kept / ((1.0 - count) * epsilon),
            "sketch.laplace",
        )
        scale = Symbol("b", "noise scale: mean absolute value of the noise", mechanism.noise_scale)
        return rule.at(_FIELDS, digits=8, more=(scale,), epsilon=mechanism.epsilon, **values)
    rule = Rule(
        "Gaussian noise on the real and imaginary parts of a device's sum",
        "s =",
        rf"<unit> \cdot {factor}\sqrt{{<kept>{rest}}}",
        {"unit": Slot("s_1", "least noise for (ε, δ) at sensitivity 1")} | slots,
        lambda unit, kept, count=0.0: unit * twice * math.sqrt(kept / (1.0 - count)),
        "gaussian.analytic",
    )
    more = (
        Symbol("s", "noise scale: standard deviation of the noise", mechanism.noise_scale),
        Symbol(_BUDGET.symbol, _BUDGET.meaning, mechanism.epsilon, _BUDGET.unit, "epsilon"),
        Symbol(r"\delta", "failure probability", result.parameters.setting().delta, "", "delta"),
    )
    unit = mechanism.noise_scale / rule.value(unit=1.0, **values)
    return rule.at(_FIELDS, digits=8, more=more, unit=unit, **values)


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
    noise, slots = r"32 \cdot <kept> \cdot <features>^2 / (<own> \cdot <epsilon>^2)", dict(_SIGNAL)
    if setting.noise == "gaussian" or setting.neighbours == "add_remove":
        noise, values["noise"] = r"2 \cdot <noise>^2 / (<own> \cdot <kept>)", mechanism.noise_std
        slots["noise"] = Slot("s", "standard deviation of the noise on a part of a device's sum")
    if mechanism.count_std:
        noise, values["count"] = rf"{noise} + <kept> \cdot <share> \cdot <count>^2 / <own>", mechanism.count_std
        slots["count"] = Slot("s_n", "standard deviation of the noise on a device's count")
    rule = Rule(
        "Signal over noise of the private sketch",
        r"\mathrm{SNR} =",
        rf"\frac{{<kept> \cdot <own> \cdot <devices> \cdot <share>}}{{1 - <kept> \cdot <share> + {noise}}}",
        slots,
        _ratio,
        "sketch.snr",
    )
    more = [Symbol("z", "sketch without noise", f"{setting.features} entries")]
    if used < n:
        more.append(Symbol("n_0 L", f"samples in use, of {n}", used))
    return rule.at(_FIELDS, digits=10, more=tuple(more), **values)


def _ratio(
    kept: float, own: float, devices: float, share: float, features: float, epsilon: float,
    noise: float | None = None, count: float = 0.0,
) -> float:  # fmt: skip
    """Signal over noise; of Laplace noise for a replaced sample without ``noise``, else of this standard deviation."""
    spread = 32.0 * kept * features**2 / (own * epsilon**2) if noise is None else 2.0 * noise**2 / (own * kept)
    return kept * own * devices * share / (1.0 - kept * share + spread + kept * share * count**2 / own)
