"""The words and numbers of the experiment `private_sketches`: which message of `private_sketches.ftl`, with which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.private_sketches.formulas import formulas
from ppr_core.experiments.private_sketches.result import Curve, PrivateSketchesResult, Rung, Sweep
from ppr_core.experiments.private_sketches.run import CHOSEN
from ppr_core.sketches import FeatureMap
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, percent, with_unit

__all__ = ["tell"]

message = Messages("private_sketches")

_LOST = 1.3  # times the error without noise, or of k-means, above which clusters are said to be missed
_NAMED = 3  # runs whose errors stand one by one
_CLOSE = 1.1  # times the error of k-means


def tell(result: PrivateSketchesResult) -> Story:
    """Captions: the error of both methods, and of the views of the sketch, its landscape, its signal, all releases."""
    ours, theirs = _ranges(result)
    return Story(
        quantities=tuple(_quantities(result)),
        rivals=frozenset(("lloyd",)),
        finding=_finding(result),
        notices=tuple(_notices(result)),
        formulas=partial(formulas, result),
        captions={
            "ours": _by_run(result.ratios),
            "theirs": _by_run(result.lloyd_ratios),
            "sketch": _sketch(result),
            "landscape": message(
                "landscape-caption", gap=number(float(np.linalg.norm(np.diff(result.places, axis=0))))
            ),
            "signal": _signal(result),
            "spread": message("spread-caption", ours=ours, theirs=theirs, runs=number(len(result.ratios))),
        },
    )


def _quantities(result: PrivateSketchesResult) -> Iterator[Quantity]:
    p, best, privacy = result.parameters, _cheapest(result), result.privacy
    samples = message("samples", runs=number(len(result.ratios)))
    yield Quantity.measured("excess", message("tile-ours"), result.excess, "%", samples_text=samples)
    yield Quantity.measured("lloyd", message("tile-theirs"), result.lloyd_excess, "%", samples_text=samples)
    if best is not None:
        devices, delta = number(best.devices), number(best.decoder.delta)
        bits = replace(best.bits, samples=p.trials * best.devices)
        yield Quantity.measured("bits", message("tile-bits", devices=devices), bits, "bits")
        yield Quantity.promised("decoder", message("tile-decoder", devices=devices, delta=delta), best.decoder, "")
        bound = message("tile-decoder-bound", devices=devices)
        yield Quantity.promised("decoder_bound", bound, best.theorem, "", "bound")
    yield Quantity("float_bits", message("tile-float"), float(result.float_bits), "bits")
    yield Quantity.promised("epsilon", message("tile-epsilon", neighbours=p.setting().neighbours), privacy)
    if privacy.delta:
        yield Quantity("delta", message("tile-delta"), privacy.delta, "", "guarantee", source=privacy.source)


def _finding(result: PrivateSketchesResult) -> str:
    p = result.parameters
    if result.features is not None:
        return _feature_finding(result.features)
    if p.show == "compressed":
        return _compressed_finding(result)
    if result.sweep is not None:
        return _along_finding(result.sweep)
    ours, theirs = _above(result)
    lost, runs = int(np.sum(result.ratios > _LOST * result.clean_ratio)), len(result.releases)
    kind = "found" if not lost else "none" if lost == runs else "some"
    return message(
        "finding", kind="blind" if result.clean_ratio > _LOST else kind, epsilon=number(p.epsilon),
        ours=ours, theirs=theirs, lost=number(lost), runs=number(runs),
        clean=with_unit(number(100.0 * (result.clean_ratio - 1.0), 2), "%"),
    )  # fmt: skip


def _above(result: PrivateSketchesResult) -> tuple[str, str]:
    """How far both errors lie above k-means: means with standard errors, or ranges where one of the means is vague."""
    if _vague(result):
        return _ranges(result)
    ours, theirs = (measured(mean.value, mean.error, "%") for mean in (result.excess, result.lloyd_excess))
    return ours, theirs


def _by_run(ratios: np.ndarray) -> str:
    """The excess of each run, in the order of their numbers; of many runs the least and the largest."""
    if len(ratios) > _NAMED:
        return message("head-range", error=_range(ratios), runs=number(len(ratios)))
    above = [100.0 * (float(ratio) - 1.0) for ratio in ratios]
    excess = ", ".join(f"{'+' * (one >= 0)}{number(one, 2)}" for one in above)
    return message("head-runs", errors=excess, runs=", ".join(map(str, range(1, len(ratios) + 1))))


def _vague(result: PrivateSketchesResult) -> bool:
    """Whether a standard error is more than a third of its mean, where that is more than a hair."""
    return any(mean.error > max(abs(mean.value) / 3, 1.0) for mean in (result.excess, result.lloyd_excess))


def _ranges(result: PrivateSketchesResult) -> tuple[str, str]:
    """From the least to the largest excess over 1, of the sketch and of DP-Lloyd."""
    ours, theirs = (_range(ratios) for ratios in (result.ratios, result.lloyd_ratios))
    return ours, theirs


def _range(ratios: np.ndarray) -> str:
    low, high = (number(100.0 * (float(end) - 1.0), 2) for end in (ratios.min(), ratios.max()))
    return with_unit(message("range", low=low, high=high), "%")


def _along_finding(sweep: Sweep) -> str:
    """Where the chosen sketch and DP-Lloyd come close to k-means."""
    ours, theirs = (_reached(sweep, sweep.curves[cell]) for cell in (0, -1))
    known = np.isfinite([curve.mean for curve in (sweep.curves[0], sweep.curves[-1])]).any()
    kinds = {(True, True): "both", (True, False): "sketch", (False, True): "lloyd", (False, False): "neither"}
    kind = kinds[bool(ours), bool(theirs)] if known else "awaited"
    return message("finding-along", kind=kind, name=_name(sweep), ours=ours, theirs=theirs)


def _name(sweep: Sweep) -> str:
    return "ε" if sweep.along == "epsilon" else "n"


def _reached(sweep: Sweep, curve: Curve) -> str:
    """The first value of ε or n at which a curve is close to k-means, or ""."""
    good = np.flatnonzero(np.nan_to_num(curve.mean, nan=np.inf) <= _CLOSE)
    return number(float(sweep.x[good[0]])) if len(good) else ""


def _feature_finding(simulated: FeatureMap) -> str:
    """Where many features cost most."""
    known = [(row, int(best)) for row, best in enumerate(simulated.best) if best >= 0]
    if not known:
        return message("finding-features-awaited")
    row, best = max(known, key=lambda cell: simulated.mean[cell[0], -1] / simulated.mean[cell])
    least, worst = (number(float(simulated.mean[row, cell])) for cell in (best, -1))
    return message(
        "finding-features", epsilon=number(float(simulated.epsilons[row])), best=number(int(simulated.features[best])),
        least=least, most=number(int(simulated.features[-1])), worst=worst,
    )  # fmt: skip


def _compressed_finding(result: PrivateSketchesResult) -> str:
    best = _cheapest(result)
    if best is None:
        return message("finding-compressed-none")
    return message(
        "finding-compressed", devices=number(best.devices), bits=measured(best.bits.value, best.bits.error),
        float=number(result.float_bits), sent=measured(float(best.sent.excess), float(best.sent.excess_error), "%"),
    )  # fmt: skip


def _notices(result: PrivateSketchesResult) -> Iterator[str]:
    """Three that are open: who is trusted, waves, and what the picture or the data ask for."""
    p = result.parameters
    yield _devices(result)
    yield _features(result)
    if p.data != "mixture":
        yield message("stretched", file=p.data == "file")
    yield from _picture(result)
    if p.scale == "private":
        yield message("scale", scale=number(result.view.scale))


def _features(result: PrivateSketchesResult) -> str:
    """How noise and waves go together."""
    p, setting = result.parameters, result.parameters.setting()
    grows = f"{setting.noise}-{'r' if setting.kept < setting.features else 'm'}"
    sentences = [
        message("features", dimensions=number(p.shape[1])),
        message("features-more", grows=grows, features=number(setting.features), clusters=number(p.clusters),
                unknowns=number(p.unknowns)),
    ]  # fmt: skip
    weak = float(result.signal.predicted[CHOSEN]) < 1
    return " ".join((*sentences, message("features-weak")) if weak else sentences)


def _devices(result: PrivateSketchesResult) -> str:
    """Who is trusted, and why the noise gives ε."""
    setting, own, n = result.parameters.setting(), result.device_samples, result.picture.samples
    left, devices = n - own * setting.devices, number(setting.devices)
    if setting.devices == 1:
        noise = percent(result.view.noise / result.signal.share**0.5, 2)  # of the root mean squares
        sentences = [message("device", samples=number(n), noise=noise)]
    else:
        sentences = [message("devices", local=own == 1, devices=devices, own=number(own))]
        sentences.append(message("devices-more", factor=number(setting.devices**0.5)))
    if left:
        sentences.append(message("devices-out", left=number(left)))
    sentences.append(message("reason", one=setting.kept == 1, kept=number(setting.kept), neighbours=setting.neighbours))
    return " ".join(sentences)


def _picture(result: PrivateSketchesResult) -> Iterator[str]:
    p, best = result.parameters, _cheapest(result)
    if p.show == "compressed" and best is not None:
        theorem, delta = number(best.theorem.epsilon), number(best.decoder.delta)
        first = message("decoder", epsilon=number(best.decoder.epsilon), delta=delta)
        yield f"{first} {message('decoder-more', theorem=theorem)}"
        plain = measured(float(best.plain.excess), float(best.plain.excess_error), "%")
        more = message(
            "message-more", devices=number(best.devices), candidates=number(best.candidates), plain=plain
        )  # fmt: skip
        yield f"{message('message', chunk=number(p.chunk))} {more}"
    elif p.show == "features":
        yield f"{message('map')} {message('map-more')}"
        if result.features is not None and result.features.optimum():
            yield f"{_best(result.features)} {message('map-means', trials=number(p.trials))}"
    elif p.show != "compressed":
        if result.sweep is not None:
            yield from _along(result.sweep)
        yield f"{message('lloyd')} {message('lloyd-more')}"


def _best(simulated: FeatureMap) -> str:
    """The best m at each ε, with those that are as good."""
    return " ".join(
        message("map-best", epsilon=number(epsilon), best=number(best), alone=least == most, least=number(least),
                most=number(most))
        for epsilon, best, least, most in simulated.optimum()
    )  # fmt: skip


def _along(sweep: Sweep) -> Iterator[str]:
    """Where the sketch overtakes DP-Lloyd, and where each curve comes close to k-means."""
    ours, theirs, name = sweep.curves[0].mean, sweep.curves[-1].mean, _name(sweep)
    known = np.flatnonzero(np.isfinite(ours) & np.isfinite(theirs))
    if not len(known):
        return
    smaller, x = (ours < theirs)[known], sweep.x[known]
    turns, count = np.count_nonzero(np.diff(smaller)), int(smaller.sum())
    where = ("all" if smaller[0] else "none") if turns == 0 else "mixed"
    if turns == 1:
        where = "up" if smaller[0] else "from"
    value = x[count - 1] if smaller[0] else x[len(x) - count if count else 0]
    overtakes = message("overtakes", where=where, name=name, value=number(float(value)))
    parts = (
        message("along-part", reached=bool(value), label=curve.label, name=name, value=value)
        for curve in sweep.curves
        if np.isfinite(curve.mean).any()
        for value in (_reached(sweep, curve),)
    )
    yield f"{overtakes} {message('along', parts='; '.join(parts))}"


def _signal(result: PrivateSketchesResult) -> str:
    s, mechanism = result.signal, result.mechanism
    if mechanism.count_std:
        ratio = measured(float(s.measured[CHOSEN]), float(s.error[CHOSEN]))
        formula = number(float(s.predicted[CHOSEN]))
        return message("signal-bound", epsilon=number(mechanism.epsilon), ratio=ratio, formula=formula)
    gaps = np.abs(s.measured / s.predicted - 1)
    cell = int(np.argmax(gaps))
    error = percent(float(s.error[cell] / s.measured[cell]), 2)
    gap, epsilon = percent(float(gaps[cell]), 2), number(float(s.epsilons[cell]))
    return message("signal-caption", gap=gap, epsilon=epsilon, error=error)


def _sketch(result: PrivateSketchesResult) -> str:
    view = result.view
    far = float(np.mean(np.abs(view.noisy - view.clean) > view.noise))
    size = float(np.sqrt(np.mean(np.abs(view.clean) ** 2)))
    return message("sketch-caption", size=number(size), noise=number(view.noise), share=percent(far, 2))


def _cheapest(result: PrivateSketchesResult) -> Rung | None:
    """The fewest bits among the numbers of devices whose error is within a tenth of the least."""
    if not result.ladder:
        return None
    least = min(float(rung.sent.mean) for rung in result.ladder)
    return min((rung for rung in result.ladder if rung.sent.mean <= 1.1 * least), key=lambda rung: rung.bits.value)
