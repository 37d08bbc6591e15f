"""What a result of the experiment `private_sketches` says: its numbers, findings, and what to notice."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from ppr_core.diagnostics import Mean
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.private_sketches.formulas import formulas
from ppr_core.experiments.private_sketches.result import PrivateSketchesResult, Rung, Sweep
from ppr_core.experiments.private_sketches.run import CHOSEN, SNR_RUNS
from ppr_core.sketches import FeatureMap
from ppr_core.wording import measured, number, percent, with_unit

__all__ = ["tell"]

_WORDS = {2: "two", 3: "three", 4: "four", 5: "five"}
_LOST = 1.3  # times the SSE without noise, above which a release is said to have missed clusters


def tell(result: PrivateSketchesResult) -> Story:
    """Captions: the SSE of both methods, and of the views of the sketch, its landscape, its signal and all releases."""
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=(_cause(result), _devices(result), _data(result), *_picture(result)),
        formulas=partial(formulas, result),
        captions={
            "ours": f"+{_above(result.excess, result.ratios)} SSE",
            "theirs": f"+{_above(result.lloyd_excess, result.lloyd_ratios)} SSE",
            "sketch": _sketch(result),
            "landscape": _landscape(result),
            "signal": _signal(result),
            "spread": _spread(result),
        },
    )


def _quantities(result: PrivateSketchesResult) -> tuple[Quantity, ...]:
    p, signal, best, privacy = result.parameters, result.signal, _cheapest(result), result.privacy
    ours, theirs = "Private sketch: SSE above k-means", "DP-Lloyd at this ε: SSE above k-means"
    snr = Mean(float(signal.measured[CHOSEN]), float(signal.error[CHOSEN]), SNR_RUNS)
    by_formula = Quantity(
        "snr_formula", "Signal over noise by the formula", float(signal.predicted[CHOSEN]),
        kind="bound" if result.mechanism.count_std else "exact", source="sketch.snr",
    )  # fmt: skip
    quantities = [
        Quantity.measured("excess", ours, result.excess, "%"),
        Quantity.measured("lloyd", theirs, result.lloyd_excess, "%"),
        Quantity("clean", "Sketch without noise: SSE above k-means", 100.0 * (result.clean_ratio - 1.0), "%"),
        Quantity.promised("epsilon", f"ε, {p.relation}", privacy),
        Quantity.measured("snr", "Signal over noise of the sketch", snr),
        by_formula,
        Quantity("numbers", "Real numbers in the sketch", 2.0 * p.setting().features),
        Quantity("scale", "Scale σ of the frequencies", result.view.scale),
        Quantity("float_bits", "A sketch as floats of 32 bits", float(result.float_bits), "bits"),
    ]
    if privacy.delta:
        quantities.insert(4, Quantity("delta", "δ of that ε", privacy.delta, "", "guarantee", source=privacy.source))
    if best is not None:
        bits = replace(best.bits, samples=p.trials * best.devices)
        view = f"ε against the decoder, L = {number(best.devices)}"
        exact = f"{view}, at δ = {number(best.decoder.delta)}"
        quantities[2:2] = [
            Quantity.measured("bits", f"Bits of a device, L = {number(best.devices)}, Elias delta", bits, "bits"),
            Quantity.promised("decoder", exact, best.decoder, ""),
            Quantity.promised("decoder_bound", f"{view}, chunk by chunk", best.theorem, "", "bound"),
        ]
    return tuple(quantities)


def _finding(result: PrivateSketchesResult) -> str:
    p = result.parameters
    if result.features is not None:
        return _feature_finding(result, result.features)
    if p.show == "compressed":
        return _ladder_finding(result)
    if result.sweep is not None:
        return _sweep_finding(result, result.sweep)
    ours, theirs = _above(result.excess, result.ratios), _above(result.lloyd_excess, result.lloyd_ratios)
    text = (
        f"At ε = {number(p.epsilon)} ({p.relation}) centroids from the private sketch have squared distances (SSE) "
        f"{ours} above those of k-means on the data, those of DP-Lloyd {theirs} above"
    )
    if _vague(result.excess) or _vague(result.lloyd_excess):
        runs = len(result.releases)
        text = f"{text} ({_WORDS.get(runs, number(runs))} releases are too few to say precisely)"
    lost = int(np.sum(result.ratios > _LOST * result.clean_ratio))
    if lost == 0:
        return f"{text}."
    return f"{text}; noise hid clusters from the sketch in {lost} of {len(result.releases)} releases."


def _above(excess: Mean, ratios: np.ndarray) -> str:
    """How far SSEs lie above that of k-means: mean and standard error, or their range where these say little."""
    if _vague(excess):
        return _range(ratios, 2)
    return measured(excess.value, excess.error, "%")


def _vague(excess: Mean) -> bool:
    """Whether the standard error is about as large as the mean, where that is more than a hair."""
    return excess.error > max(0.75 * abs(excess.value), 1.0)


def _cause(result: PrivateSketchesResult) -> str:
    """How noise and features go together."""
    p, setting, view = result.parameters, result.parameters.setting(), result.view
    snr = float(result.signal.predicted[CHOSEN])
    grows = "r" if setting.kept < setting.features else "m"
    how = f"in proportion to {grows}" if setting.noise == "laplace" else f"with √{grows}"
    share = result.signal.share
    drawn = share / snr - view.noise**2  # what the formula has besides the noise
    text = (
        f"Why not more features? {p.clusters} centroids in {p.shape[1]} dimensions are {p.unknowns} numbers; the "
        f"sketch has m = {number(setting.features)} complex ones, and noise on each grows {how}. Signal: an entry "
        f"without noise has the mean square {number(share)}. Noise: its variance is {number(view.noise**2)}, and "
        f"drawing the samples adds {number(drawn, 2)}. Signal over noise is {number(snr)}"
    )
    if snr < 1:
        return f"{text}: most of the sketch is noise. Fewer features, more samples or a larger ε help."
    return f"{text}."


def _devices(result: PrivateSketchesResult) -> str:
    p, own = result.parameters, result.device_samples
    setting, n = p.setting(), result.picture.samples
    if setting.devices == 1:
        return (
            f"One trusted device sums all {number(n)} samples and adds noise once. With L devices each adds its own: "
            "the noise of the mean grows with √L, up to the local model, L = n."
        )
    what = "local model: nobody is trusted with a sample" if own == 1 else f"{number(own)} samples each"
    left = n - own * setting.devices
    out = f"; {number(left)} samples that do not divide stay out" if left else ""
    return (
        f"{number(setting.devices)} devices, {what}{out}. The noise of the mean is "
        f"{number(setting.devices**0.5)} times that of one trusted device. DP-Lloyd is run in the trusted centre."
    )


def _data(result: PrivateSketchesResult) -> str:
    """What was taken from the data without being paid for."""
    p = result.parameters
    sources = {
        "private": "was estimated with a part of ε, anew in each release",
        "given": "is given",
        "bounds": "follows from the public box and K, and costs no privacy",
    }
    scale = f"The scale σ = {number(result.view.scale)} {sources[p.scale]}."
    if p.data == "mixture":
        return f"{scale} Clusters have the standard deviation {number(result.picture.width or 0.0)}."
    if p.data == "file":
        return f"{scale} Each column of your file was stretched to [−1, 1] by its own range: state a range beforehand."
    return f"{scale} The data were scaled into the box [−1, 1]ᵈ by looking at them; the guarantee takes that as public."


def _picture(result: PrivateSketchesResult) -> tuple[str, ...]:
    p = result.parameters
    if p.show == "compressed":
        best = _cheapest(result)
        if best is None:
            return ()
        return (
            f"A message holds c = {p.chunk} of the m features; PPR makes their noise and their code word at once. With "
            f"L = {number(best.devices)} a device looks at {number(best.candidates)} candidates. Against the decoder, "
            f"who knows the candidates, ε = {number(best.decoder.epsilon)} (numerical accounting of all messages of a "
            f"device, δ = {number(best.decoder.delta)}); Theorem 8, added up over them, says "
            f"{number(best.theorem.epsilon)}: one sample is in all of them.",
            "Few devices of many samples have little noise each and long messages; the curve starts where PPR can "
            "still be run.",
        )
    if p.show == "features":
        return ("The formula alone always asks for fewer features. What stops it is the decoder, which needs about "
                "two for each unknown number to tell clusters apart.",)  # fmt: skip
    return ("DP-Lloyd reads the data five times and splits ε among its passes; the sketch reads them once, and any "
            "number of decodings, restarts or other K cost nothing more.",)  # fmt: skip


def _sweep_finding(result: PrivateSketchesResult, sweep: Sweep) -> str:
    """Where each curve comes close to k-means."""
    p, name = result.parameters, "ε" if sweep.along == "epsilon" else "n"
    parts = []
    for curve in sweep.curves:
        known = np.flatnonzero(np.isfinite(curve.mean))
        good = [place for place in known if curve.mean[place] <= 1.1]
        reached = f"from {name} = {number(float(sweep.x[good[0]]))} on" if good else "nowhere on this axis"
        if len(known):
            parts.append(f"{curve.label} {reached}")
    fixed = f"n = {number(result.picture.samples)}" if name == "ε" else f"ε = {number(p.epsilon)}"
    return f"Within 10 % of the SSE of k-means, {fixed}: {'; '.join(parts)} (ε: {p.relation})."


def _feature_finding(result: PrivateSketchesResult, simulated: FeatureMap) -> str:
    known = [(row, int(best)) for row, best in enumerate(simulated.best) if best >= 0]
    if not known:
        return "The first points of the map are being simulated."
    parts = [
        f"{best}{f' ({least} to {most} as good)' if least < most else ''} at ε = {number(epsilon)}"
        for epsilon, best, least, most in simulated.optimum()
    ]
    row, best = max(known, key=lambda place: simulated.mean[place[0], -1] / simulated.mean[place])
    worst = float(simulated.mean[row, -1])
    return (
        f"Best simulated m: {', '.join(parts)}. At ε = {number(simulated.epsilons[row])} "
        f"m = {simulated.features[-1]} has {number(worst)} times the SSE of k-means, the best m "
        f"{number(float(simulated.mean[row, best]))} times (means of {result.parameters.trials} releases, "
        "of which each either keeps all clusters or loses one at several times the SSE)."
    )


def _ladder_finding(result: PrivateSketchesResult) -> str:
    best = _cheapest(result)
    if best is None:
        return "No number of devices can be run here: all need too many candidates; fewer features or a smaller ε do."
    sent, plain = (measured(float(one.excess), float(one.excess_error), "%") for one in (best.sent, best.plain))
    return (
        f"With L = {number(best.devices)} devices a sketch takes {measured(best.bits.value, best.bits.error)} bits by "
        f"PPR (Elias delta) instead of {number(result.float_bits)}, and the SSE is "
        f"{sent} above that of k-means; sent as it is, {plain}."
    )


def _signal(result: PrivateSketchesResult) -> str:
    s = result.signal
    mechanism = result.mechanism
    if mechanism.count_std:
        ratio = measured(float(s.measured[CHOSEN]), float(s.error[CHOSEN]))
        return (
            f"At ε = {number(mechanism.epsilon)} the ratio is {ratio} and {number(float(s.predicted[CHOSEN]))} by the "
            "formula, which takes the number of samples that is released as nearly right: at small ε it is an upper "
            "bound."
        )
    gaps = np.abs(s.measured / s.predicted - 1)
    place = int(np.argmax(gaps))
    return (
        f"Measured and predicted ratios differ by {percent(float(gaps[place]), 2)} at most, at "
        f"ε = {number(float(s.epsilons[place]))}, where one standard error is "
        f"{percent(float(s.error[place] / s.measured[place]), 2)}."
    )


def _sketch(result: PrivateSketchesResult) -> str:
    view = result.view
    far = float(np.mean(np.abs(view.noisy - view.clean) > view.noise))
    size = float(np.sqrt(np.mean(np.abs(view.clean) ** 2)))
    return (
        f"Root mean square of an entry {number(size)}, of its noise {number(view.noise)}; {percent(far, 2)} of "
        "the private entries lie outside the circle of that radius around their true place."
    )


def _spread(result: PrivateSketchesResult) -> str:
    ours, theirs = (_range(ratios) for ratios in (result.ratios, result.lloyd_ratios))
    return (
        f"SSE above that of k-means: from {ours} for the private sketch, from {theirs} for DP-Lloyd, "
        f"{len(result.ratios)} runs each."
    )


def _range(ratios: np.ndarray, digits: int = 3) -> str:
    """From the least to the largest excess over 1."""
    low, high = (100.0 * (float(end) - 1.0) for end in (ratios.min(), ratios.max()))
    return with_unit(f"{number(low, digits)} to {number(high, digits)}", "%")


def _landscape(result: PrivateSketchesResult) -> str:
    clean, noisy = result.places
    gap = float(np.linalg.norm(clean - noisy))
    return f"The lowest places of this centroid, without and with noise, are {number(gap)} apart in this plane."


def _cheapest(result: PrivateSketchesResult) -> Rung | None:
    """The fewest bits among the numbers of devices whose error is within a tenth of the least."""
    if not result.ladder:
        return None
    least = min(float(rung.sent.mean) for rung in result.ladder)
    return min((rung for rung in result.ladder if rung.sent.mean <= 1.1 * least), key=lambda rung: rung.bits.value)
