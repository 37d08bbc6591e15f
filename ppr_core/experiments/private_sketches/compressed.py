"""Each device's noisy sketch through PPR: bits of a device against relative SSE, for several numbers of devices."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core.diagnostics import Mean
from ppr_core.experiments.private_sketches.measure import Baseline, Sketcher, private_rng
from ppr_core.experiments.private_sketches.parameters import PrivateSketchesParameters
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import CompressedSketch, FourierSketch, SketchSum

__all__ = ["FLOAT_BITS", "Rung", "compressed_sketch", "encode_time", "ladder", "rung"]

_CODE = "elias_delta"
FLOAT_BITS = 32  # of a real number that is sent as it is
MOST_SECONDS = 4.0  # of the encodes at one number of devices, all trials together
_STEPS = (1, 2, 5)
_PLACES = 10
_BLOCK = 1 << 21  # complex numbers held at once


@dataclass(frozen=True, eq=False)
class Rung:
    """L devices of n₀ samples: bits and candidates of a device, relative SSE of T releases that were sent by PPR, and
    of T with the same noise sent as they are, (T,) each; what the decoder may learn by exact accounting, and by Theorem
    8 for each chunk, added up."""

    devices: int
    device_samples: int
    bits: Mean
    candidates: float
    sent: np.ndarray
    plain: np.ndarray
    decoder: PrivacyGuarantee
    theorem: PrivacyGuarantee


def compressed_sketch(
    p: PrivateSketchesParameters, devices: int, sketch: FourierSketch | None = None
) -> CompressedSketch:
    """What every one of so many devices runs; without a sketch, only its costs mean anything."""
    setting = p.setting(devices=devices)
    if sketch is None:
        sketch = FourierSketch(dimension=1, features=setting.features, scale=1.0, shared=SharedRandomness(0))
    mechanism = setting.mechanism(sketch, epsilon=p.left * setting.epsilon, delta=p.left * setting.delta)
    chunk = min(p.chunk, setting.features)
    return CompressedSketch(mechanism=mechanism, device_samples=p.shape[0] // devices, alpha=p.alpha, chunk=chunk)


def encode_time(p: PrivateSketchesParameters, devices: int) -> float:
    """Predicted seconds of all devices' encodes in one release."""
    one = compressed_sketch(p, devices)
    channel = one.whole.channel
    x = np.zeros(channel.dimension)
    x[0] = math.sqrt(channel.dimension / 2)
    messages = devices * one.mechanism.sketch.features / one.chunk
    return messages * (2e-6 + encode_seconds("ppr", channel, x, alpha=p.alpha))


def ladder(p: PrivateSketchesParameters) -> tuple[int, ...]:
    """The numbers of devices that can be run, at most ten: the fewer, the more candidates there are."""
    n = p.shape[0]
    every = sorted({min(n, step * 10**power) for power in range(7) for step in _STEPS})
    fits = [devices for devices in every if p.trials * encode_time(p, devices) <= MOST_SECONDS]
    return tuple(fits[:_PLACES])


def rung(p: PrivateSketchesParameters, base: Baseline, devices: int, tell: Callable[[float], None]) -> Rung:
    """T releases through PPR and T without it."""
    sketcher = Sketcher(p, base, p.setting(devices=devices))
    lengths, candidates, sent, plain = [], 0, [], []
    shared, sums = SharedRandomness(p.seed + 1 + devices), None
    for trial in range(p.trials):
        rng = private_rng(p, "compressed", devices, trial)
        sketch, _, _ = sketcher.prepare(rng)
        scheme = compressed_sketch(p, devices, sketch)
        if sums is None or p.scale == "private":
            sums = _device_sums(sketch, sketcher.points, devices)
        messages = devices * -(-sketch.features // scheme.chunk)
        message = scheme.send(sums, shared, rng, first_table=trial * messages)
        lengths.append(message.bits(_CODE))
        candidates += message.candidates
        received = scheme.receive(message, shared).mean()
        sent.append(base.ratio(sketcher.decode(sketch, received, rng).centroids))
        total = sketcher.sum(sketch, rng)
        released = scheme.mechanism.release(total, rng, devices=devices).mean()
        plain.append(base.ratio(sketcher.decode(sketch, released, rng).centroids))
        tell((trial + 1) / p.trials)
    _, theorem = scheme.privacy()
    accounted = scheme.accounted_privacy()
    bits = Mean.of(np.concatenate(lengths).astype(float))
    each = candidates / (devices * p.trials)
    return Rung(devices, sketcher.device_samples, bits, each, np.array(sent), np.array(plain), accounted, theorem)


def _device_sums(sketch: FourierSketch, points: np.ndarray, devices: int) -> list[SketchSum]:
    """The sum of every device's features."""
    own = len(points) // devices
    rows = max(1, _BLOCK // (own * sketch.features))
    totals = [
        sketch.atoms(points[start * own : (start + rows) * own]).reshape(-1, own, sketch.features).sum(axis=1)
        for start in range(0, devices, rows)
    ]
    return [SketchSum(total, own) for total in np.concatenate(totals)]
