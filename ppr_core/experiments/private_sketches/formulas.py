"""The formulas of the experiment `private_sketches`, with its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.private_sketches.measure import CHOSEN, COUNT_SHARE
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import FourierSketch, PrivateSketch, signal_to_noise
from ppr_core.wording import latex

if TYPE_CHECKING:
    from ppr_core.experiments.private_sketches.result import PrivateSketchesResult

__all__ = ["formulas", "signal_curve"]

CURVE_POINTS = 41


def formulas(result: PrivateSketchesResult) -> tuple[Formula, ...]:
    """What is compared, how much noise there is, and what it does to the sketch."""
    return _error(result), _entry(result), _noise(result), _signal(result), _size(result)


def signal_curve(result: PrivateSketchesResult) -> tuple[np.ndarray, np.ndarray]:
    """ε (k,) between the ends of the measured ones, and the signal-to-noise ratio there by the formula, (k,)."""
    p, s, budget = result.parameters, result.signal, result.view.budget
    setting = p.setting()
    sketch = FourierSketch(
        dimension=p.shape[1], features=setting.features, scale=result.view.scale, shared=SharedRandomness(p.seed),
        law=p.law, kept=setting.kept,
    )  # fmt: skip
    options = {"noise": setting.noise, "neighbours": setting.neighbours, "count_share": COUNT_SHARE}
    options["delta"] = setting.delta * budget / setting.epsilon  # a private scale takes the same part of both
    sizes = {"device_samples": result.device_samples, "devices": setting.devices}
    epsilons = np.geomspace(s.epsilons[0], s.epsilons[-1], CURVE_POINTS)
    mechanisms = (PrivateSketch(sketch=sketch, epsilon=epsilon, **options) for epsilon in epsilons)
    return epsilons, np.array([signal_to_noise(mechanism, s.share, **sizes).value for mechanism in mechanisms])


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
        rf"{latex(true, 8)} + {_bracket(latex(seen - true, 8))}",
        seen,
        (
            Symbol("s_j", "entry of the private sketch", f"m = {setting.features} of them", "", "multiple"),
            Symbol("z_j", "entry of the sketch without noise", true),
            Symbol(r"\xi_j", f"noise of the release{masked}", seen - true),
            Symbol(r"\omega_j", "random frequency, shared by all, scale σ", f"σ = {view.scale:.3g}", "", "scale"),
            Symbol("x_k", "samples", f"n = {result.picture.samples}"),
        ),
        "Random Fourier features averaged over the samples; the noise is that of the next formula",
    )


def _noise(result: PrivateSketchesResult) -> Formula:
    """The noise on the real and on the imaginary part of each entry of a device's sum."""
    setting, view = result.parameters.setting(), result.view
    replaced, value = setting.neighbours == "replace_one", view.noise_scale
    budget = Symbol(r"\varepsilon", "privacy of a device's sketch", view.budget, "nats", "epsilon")
    kept = Symbol("r", "features that a sample gives", view.kept, "", "kept_share")
    twice, left = ("2 " if replaced else ""), ("" if replaced else r"(1 - \kappa)\,")
    count = () if replaced else (Symbol(r"\kappa", "share of ε that pays for the number of samples", COUNT_SHARE),)
    factor, rest = ("2 \\cdot " if replaced else ""), (1.0 if replaced else 1.0 - COUNT_SHARE)
    paid = "" if replaced else rf"{latex(rest, 8)} \cdot "
    if setting.noise == "laplace":
        return Formula(
            "Laplace noise on the real and imaginary parts of a device's sum",
            rf"b = \frac{{{twice}\sqrt{{2}}\, r}}{{{left}\varepsilon}}",
            rf"b = \frac{{{factor}\sqrt{{2}} \cdot {view.kept}}}{{{paid}{latex(view.budget, 8)}}}",
            value,
            (Symbol("b", "noise scale: mean absolute value of the noise", value), budget, kept, *count),
            "sketch.laplace",
        )
    sensitivity = (2.0 if replaced else 1.0) * view.kept**0.5 / rest**0.5
    below = r" \big/ \sqrt{1 - \kappa}" if not replaced else ""
    divisor = f" / \\sqrt{{{latex(rest, 8)}}}" if not replaced else ""
    return Formula(
        "Gaussian noise on the real and imaginary parts of a device's sum",
        rf"s = s_1(\varepsilon, \delta) \cdot {twice}\sqrt{{r}}{below}",
        rf"s = {latex(value / sensitivity, 8)} \cdot {factor}\sqrt{{{view.kept}}}{divisor}",
        value,
        (
            Symbol("s", "noise scale: standard deviation of the noise", value),
            Symbol("s_1", "least noise for (ε, δ) at sensitivity 1", value / sensitivity),
            budget,
            Symbol(r"\delta", "failure probability", setting.delta, "", "delta"),
            kept,
            *count,
        ),
        "gaussian.analytic",
    )


def _signal(result: PrivateSketchesResult) -> Formula:
    """The formula of the private sketch's signal-to-noise ratio."""
    p, view, n = result.parameters, result.view, result.picture.samples
    setting, own, share = p.setting(), result.device_samples, result.signal.share
    used, kept = own * setting.devices, view.kept / setting.features
    alpha, delta = latex(kept, 8), latex(share, 8)
    symbols = (
        Symbol(r"\alpha_r", "r/m, share of the features that a sample gives", kept, "", "kept_share"),
        Symbol("n_0", "samples of a device", own, "", "devices"),
        Symbol("L", "devices", setting.devices, "", "devices"),
        Symbol("z", "sketch without noise", f"{setting.features} entries"),
        Symbol(r"\hat\delta", "‖z‖²/m, the signal: mean square of an entry of z", share),
        Symbol("m", "features", setting.features, "", "multiple"),
        Symbol(r"\varepsilon", "privacy of a device's sketch", view.budget, "nats", "epsilon"),
    )
    top, first = rf"{alpha} \cdot {own} \cdot {setting.devices} \cdot {delta}", rf"1 - {alpha} \cdot {delta}"
    head = r"\mathrm{SNR} = \frac{\alpha_r n_0 L \hat\delta}{1 - \alpha_r \hat\delta"
    if setting.noise == "laplace" and setting.neighbours == "replace_one":
        symbolic = head + r" + 32\, \alpha_r m^2 / (n_0 \varepsilon^2)}"
        noise = rf"32 \cdot {alpha} \cdot {setting.features}^2 / ({own} \cdot {_bracket(latex(view.budget, 8))}^2)"
    else:
        symbolic = head + r" + 2 s^2 / (n_0 \alpha_r)"
        noise = rf"2 \cdot {_bracket(latex(view.noise_std, 10))}^2 / ({own} \cdot {alpha})"
        symbols = (*symbols, Symbol("s", "standard deviation of the noise on a part of a device's sum", view.noise_std))
        if view.count_std:
            symbolic += r" + \alpha_r \hat\delta L\, s_n^2 / n"
            noisy_count = rf"{setting.devices} \cdot {_bracket(latex(view.count_std, 10))}^2 / {used}"
            noise += rf" + {alpha} \cdot {delta} \cdot {noisy_count}"
            symbols = (*symbols, Symbol("s_n", "standard deviation of the noise on a device's count", view.count_std))
        symbolic += "}"
    if used < n:
        symbols = (*symbols, Symbol("n_0 L", f"samples in use, of {n}", used))
    return Formula(
        "Signal over noise of the private sketch",
        symbolic,
        rf"\frac{{{top}}}{{{first} + {noise}}}",
        float(result.signal.predicted[CHOSEN]),
        symbols,
        "sketch.snr",
    )


def _size(result: PrivateSketchesResult) -> Formula:
    features = result.parameters.setting().features
    return Formula(
        "Size of a sketch that is sent as it is",
        r"2 \cdot 32\, m",
        rf"2 \cdot 32 \cdot {features}",
        float(result.float_bits),
        (Symbol("m", "features, two real numbers of 32 bits each", features, "", "multiple"),),
        "A count",
    )


def _bracket(text: str) -> str:
    return f"({text})"
