"""What compression changes when sketches are spread over devices: bits and candidates, and no centroid's error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches.clustering import ClusteringSetting, PrivateClustering
from ppr_core.sketches.compressed import CompressedSketch
from ppr_core.sketches.yardstick import RelativeErrors, Yardstick

__all__ = ["DeviceTrials", "device_trials"]


@dataclass(frozen=True, eq=False)
class DeviceTrials:
    """L devices of n₀ samples in T releases.

    lengths: bits of each device's message in each release, (T·L,); candidates: looked at by a device on average; sent,
    plain: relative SSE of the releases that PPR sent, and of those with the same noise that were sent as they are;
    decoder, theorem: what the decoder may learn by numerical accounting, and by Theorem 8 for each chunk, added up.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.sketches import ClusteringSetting, Yardstick, device_trials, mixture, sum_of_squares
    >>> data = mixture(clusters=2, dimension=1, separation=6.0, samples=400, rng=np.random.default_rng(1))
    >>> base = Yardstick(data, data.centroids, sum_of_squares(data.points, data.centroids))
    >>> how = {"noise": "gaussian", "delta": 1e-5, "devices": 2}
    >>> setting = ClusteringSetting(clusters=2, features=10, kept=10, epsilon=1.0, **how)
    >>> trials = device_trials(setting, base, SharedRandomness(2), np.random.default_rng(3).spawn(2))
    >>> trials.decoder.epsilon < trials.theorem.epsilon  # the accountant finds less than Theorem 8 allows
    True
    """

    devices: int
    device_samples: int
    lengths: np.ndarray
    candidates: float
    sent: RelativeErrors
    plain: RelativeErrors
    decoder: PrivacyGuarantee
    theorem: PrivacyGuarantee


def device_trials(
    setting: ClusteringSetting,
    base: Yardstick,
    shared: SharedRandomness,
    rngs: Sequence[np.random.Generator],
    *,
    alpha: float = 2.0,
    chunk: int = 1,
    tell: Callable[[float], None] = lambda share: None,
) -> DeviceTrials:
    """T releases of the yardstick's data through PPR, messages in Elias delta code, and T without it.

    setting: with Gaussian noise for a replaced sample, and all features kept; shared: of devices and server, another
    seed than that of the frequencies; rngs: private, one for each of T >= 2 trials; alpha, chunk: as of
    `CompressedSketch`; tell: hears the share that is done. Raises as `CompressedSketch` does.

    >>> import numpy as np
    >>> from ppr_core import SharedRandomness
    >>> from ppr_core.sketches import ClusteringSetting, Yardstick, device_trials, mixture, sum_of_squares
    >>> data = mixture(clusters=2, dimension=1, separation=6.0, samples=400, rng=np.random.default_rng(1))
    >>> base = Yardstick(data, data.centroids, sum_of_squares(data.points, data.centroids))
    >>> how = {"noise": "gaussian", "delta": 1e-5, "devices": 2}
    >>> setting = ClusteringSetting(clusters=2, features=10, kept=10, epsilon=1.0, **how)
    >>> trials = device_trials(setting, base, SharedRandomness(2), np.random.default_rng(3).spawn(2))
    >>> trials.device_samples, len(trials.lengths)  # two releases of two devices
    (200, 4)
    """
    clustering, devices = PrivateClustering(setting, base.data), setting.devices
    lengths, candidates, sent, plain, sums = [], 0, [], [], None
    for trial, rng in enumerate(rngs):
        sketch, mechanism, _ = clustering.prepare(rng)
        scheme = CompressedSketch(
            mechanism=mechanism, device_samples=clustering.device_samples, alpha=alpha, chunk=chunk
        )
        if sums is None or setting.scale == "private":
            sums = sketch.device_sums(clustering.points, devices)
        messages = devices * -(-sketch.features // chunk)
        message = scheme.send(sums, shared, rng, first_table=trial * messages)
        lengths.append(message.bits("elias_delta"))
        candidates += message.candidates
        received = scheme.receive(message, shared).mean()
        sent.append(base.ratio(clustering.decode(sketch, received, rng).centroids))
        released = mechanism.release(clustering.sum(sketch, rng), rng, devices=devices).mean()
        plain.append(base.ratio(clustering.decode(sketch, released, rng).centroids))
        tell((trial + 1) / len(rngs))
    _, theorem = scheme.privacy()
    bits, each = np.concatenate(lengths).astype(float), candidates / (devices * len(rngs))
    ratios = RelativeErrors(np.array(sent)), RelativeErrors(np.array(plain))
    return DeviceTrials(devices, clustering.device_samples, bits, each, *ratios, scheme.accounted_privacy(), theorem)
