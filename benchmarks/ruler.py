"""At equal δ the decoder learns at least as much as a reader of the output: all schemes at random settings.

    python -m benchmarks.ruler --runs 5000 --seed 7

Each run draws a mechanism, a scheme that sends it, δ and the number of messages; one in fifty draws a whole form of
planning and looks at every scheme it compares. Also: ε falls as δ grows, and no ε exceeds the pure one.
"""

from __future__ import annotations

import argparse
import math
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ppr_core import compressors
from ppr_core.channels import (
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    ScalarNoiseChannel,
    SubsetSelectionChannel,
    TruncatedGeometricChannel,
)
from ppr_core.compressors import Compressor, learned, learned_of_coordinates
from ppr_core.guarantees import DECODER, READER, PrivacyGuarantee
from ppr_core.planning import OWN_TASKS, Setup, best

__all__ = ["Case", "cases", "faults", "main", "planned_faults"]

Learned = Callable[..., PrivacyGuarantee]
#: What is looked at, in words, and (adversary, δ) -> what they learn.
Case = tuple[str, Learned]
_ROUNDING = 1e-7
_FORMS = 50


def _between(rng: np.random.Generator, low: float, high: float) -> float:
    return float(np.exp(rng.uniform(math.log(low), math.log(high))))


def _channel(rng: np.random.Generator) -> Channel:
    epsilon, size, dimension = _between(rng, 0.02, 8.0), int(rng.integers(2, 12)), int(rng.integers(1, 60))
    bound = _between(rng, 0.05, 20.0)
    kinds: tuple[Callable[[], Channel], ...] = (
        lambda: GaussianChannel(dimension=dimension, noise_std=bound * _between(rng, 0.2, 50), norm_bound=bound),
        lambda: LaplaceChannel(dimension=dimension, epsilon=epsilon / (2 * bound), norm_bound=bound),
        lambda: PrivUnitChannel(dimension=dimension + 1, epsilon=max(epsilon, 0.1)),
        lambda: RandomizedResponseChannel(size=size, epsilon=epsilon),
        lambda: SubsetSelectionChannel(size=size, epsilon=epsilon),
        lambda: RapporChannel(size=size, epsilon=epsilon, notion=str(rng.choice(["replacement", "deletion"]))),
        lambda: TruncatedGeometricChannel(size=size, epsilon=epsilon),
        lambda: FiniteChannel(matrix=rng.dirichlet(np.full(size, 0.7), size=int(rng.integers(2, 5)))),
        lambda: ScalarNoiseChannel(str(rng.choice(["logistic", "gumbel_r", "laplace"])), norm_bound=bound),
    )
    return kinds[rng.integers(len(kinds))]()


def _compressor(channel: Channel, rng: np.random.Generator) -> Compressor:
    alpha = math.inf if rng.random() < 0.05 else 1 + _between(rng, 1e-3, 20)
    count = int(2 ** rng.integers(1, 14))
    truncation = float(channel.log_ratio_bound()) * rng.uniform(0.5, 1.0)
    gamma = _between(rng, 1e-9, 0.4)
    kinds: tuple[Callable[[], Compressor], ...] = (
        lambda: compressors.PoissonPrivateRepresentation(channel, alpha),
        lambda: compressors.PoissonReference(channel, max(alpha, 2.5)),
        lambda: compressors.PoissonTree(channel, alpha),
        lambda: compressors.MinimalRandomCoding(channel, count),
        lambda: compressors.ModifiedMinimalRandomCoding(channel, count),
        lambda: compressors.TruncatedPoisson(channel, alpha, count),
        lambda: compressors.PseudorandomRejection(channel, gamma),
        lambda: compressors.PseudorandomRejection(channel, gamma, generator="congruential", seed_bits=32),
        lambda: compressors.PseudorandomRejection(channel, gamma, truncation=truncation),
        lambda: compressors.GreedyRejection(channel),
        lambda: compressors.GenProt(channel, count),
        lambda: compressors.BassilySmith(channel),
    )
    return kinds[rng.integers(len(kinds))]()


def _quantizer(rng: np.random.Generator) -> Case:
    rate, dimension, distance = _between(rng, 1e-3, 5.0), int(_between(rng, 1, 3000)), _between(rng, 0.01, 10)
    kinds = (
        lambda: compressors.DyadicQuantizedLaplace(epsilon=rate, nu=1 + _between(rng, 1e-3, 50)),
        lambda: compressors.LayeredDither(epsilon=rate),
        lambda: compressors.PiecewiseLinearQuantizer(epsilon=rate, step=_between(rng, 0.01, 2.0)),
        lambda: compressors.LaplaceThenRound(epsilon=rate, step=_between(rng, 0.01, 2.0)),
        lambda: compressors.SubtractiveDither(step=1.0),
    )
    quantizer = kinds[rng.integers(len(kinds))]()

    def at(adversary: Any, delta: float) -> PrivacyGuarantee:
        return learned_of_coordinates(adversary, quantizer, delta, distance=distance, coordinates=dimension)

    return f"{quantizer!r}, {dimension} coordinates, {distance} apart", at


def cases(seed: int) -> Iterator[Case]:
    """Without end: compressors, and one in eight a quantizer. What cannot be built is drawn again."""
    rng = np.random.default_rng(seed)
    while True:
        if rng.random() < 1 / 8:
            yield _quantizer(rng)
            continue
        try:
            compressor = _compressor(_channel(rng), rng)
        except (ValueError, compressors.DrawLimitExceeded, OverflowError):
            continue
        messages = int(rng.choice([1, 1, 1, 2, 7]))

        def at(adversary: Any, delta: float, c: Compressor = compressor, m: int = messages) -> PrivacyGuarantee:
            return learned(adversary, c, delta, messages=m)

        yield f"{compressor!r}, {messages} messages", at


def faults(case: Case, delta: float) -> list[str]:
    """What is wrong with a case at this δ, as sentences."""
    words, at = case
    found = []
    reader, decoder, pure = at(READER, delta), at(DECODER, delta), at(READER, 0.0)
    more = at(READER, min(1.0, 3 * delta)), at(DECODER, min(1.0, 3 * delta))
    slack = _ROUNDING * (1 + reader.epsilon) if math.isfinite(reader.epsilon) else 0.0
    if decoder.epsilon < reader.epsilon - slack:
        found.append(f"decoder {decoder.epsilon} < reader {reader.epsilon}")
    if reader.epsilon > pure.epsilon + slack:
        found.append(f"reader {reader.epsilon} > pure {pure.epsilon}")
    if decoder.epsilon > at(DECODER, 0.0).epsilon * (1 + _ROUNDING) + slack:
        found.append(f"decoder {decoder.epsilon} > pure {at(DECODER, 0.0).epsilon}")
    for name, less, one in (("reader", more[0], reader), ("decoder", more[1], decoder)):
        if less.epsilon > one.epsilon * (1 + _ROUNDING) + _ROUNDING:
            found.append(f"{name}: {less.epsilon} at 3δ > {one.epsilon} at δ")
    if any(promise.delta > delta or math.isnan(promise.epsilon) for promise in (reader, decoder)):
        found.append(f"reader {reader}, decoder {decoder}")
    return [f"{words}, δ = {delta}: {fault}" for fault in found]


def planned_faults(rng: np.random.Generator) -> list[str]:
    """What is wrong with the schemes that planning compares for a random form, as sentences."""
    epsilon, task = _between(rng, 0.05, 8.0), str(rng.choice(list(OWN_TASKS)))
    setup = Setup(
        task=task,
        dimension=int(rng.integers(2, 60)),
        categories=int(rng.integers(2, 60)),
        clients=int(rng.integers(50, 5000)),
        epsilon=epsilon,
        decoder_epsilon=epsilon * _between(rng, 0.5, 8.0),
        decoder_delta=10 ** rng.uniform(-9, -3),
        trusted=str(rng.choice(["nobody", "server"])),
        target=str(rng.choice(["central", "local"])),
    )
    found = []
    for way in best(setup).schemes:
        told, slack = way.told, _ROUNDING * (1 + way.reader) if math.isfinite(way.reader) else 0.0
        if way.decoder < way.reader or way.reader > told.pure_reader + slack:
            found.append(f"{setup}: {way.described} tells reader and decoder {way.reader} and {way.decoder}")
        if "decoder_epsilon" not in way.breaks and setup.guarded and way.decoder > setup.decoder_epsilon + slack:
            found.append(f"{setup}: {way.described} tells its decoder {way.decoder}")
    return found


def main(arguments: list[str] | None = None) -> int:
    """Look at so many; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args(arguments)
    warnings.simplefilter("error")
    rng, wrong = np.random.default_rng(asked.seed), 0
    for run, case in zip(range(asked.runs), cases(asked.seed), strict=False):
        delta = 10 ** rng.uniform(-12, -0.5)
        for fault in planned_faults(rng) if run % _FORMS == _FORMS - 1 else faults(case, delta):
            wrong += 1
            print(fault, flush=True)
    print(f"{asked.runs} settings, seed {asked.seed}: {wrong or 'nothing'} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
