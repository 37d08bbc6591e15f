"""Every number of the paper, computed by `ppr_core` and written as one JSON file that the source reads.

    python docs/paper/figures.py build/paper/numbers.json

Seeds are fixed, so the file is the same each time; it takes one to two minutes of one processor.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.list_cases import CASES, DELTAS
from ppr_core.accounting import (
    GaussianPair,
    LaplacePair,
    LossPair,
    composed_epsilon,
    gaussian_noise_std,
    output_epsilon,
    poisson_curve,
    poisson_loss,
)
from ppr_core.channels import Channel, GaussianChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.decoder_privacy import (
    attained_bits,
    clock_delta,
    decoder_epsilon,
    exact_decoder_privacy,
    least_bits,
    list_delta,
    shared_marks,
    weak_shift_share,
    worst_pair,
)
from ppr_core.decoder_privacy.order_loss import surely_told
from ppr_core.decoder_privacy.shared_marks import FiniteMarks
from ppr_core.guarantees import ppr_overhead_bits, ppr_refined_overhead_bits
from ppr_core.index_law import index_law, law_given_list, ratio_law
from ppr_core.randomness import SharedRandomness

BINARY, GAUSSIAN = CASES["binary"].channel, CASES["gaussian"].channel
LISTED = {case.label: case.channel for case in CASES.values()}
FAILURE = 1e-3
LISTS = 6000
FRONTIER = (1.2, 1.35, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0)
RARE = 1e-6
SHARES = (0.9, 1.001, 1.25, 1.5, 2.0, 3.0, 4.0)
WEAK = (1.1, 1.2, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0)
WIDER, SHIFT, WEAK_LISTS, WEAK_CANDIDATES = 0.5, 0.05, 4000, 60
CLOCKED = GaussianChannel(dimension=20, noise_std=gaussian_noise_std(2.0, 4.0, 1e-6), norm_bound=1.0)
LARGE = GaussianChannel(dimension=100, noise_std=gaussian_noise_std(2.0, 8.0, 1e-6), norm_bound=1.0)
ENCODES = 20_000
# ε; chance of a bit under Q; how often a sign is right, and the chance of the bit, of either pair of inputs.
ORDER, PART, MAPPED, WHOLE, ORDER_LISTS = 2.22, 0.1, (0.74, 0.1), (0.75, 0.5), 30_000


def theorem(channel: Channel, alpha: float, delta: float) -> float:
    """ε by Theorem 7 or 8 of Liu et al.: 2α times that of the mechanism at δ/2."""
    return 2 * alpha * output_epsilon(worst_pair(channel), delta / 2 if math.isinf(worst_pair(channel).width) else 0.0)


def enclosed(channel: Channel, alpha: float, delta: float, seed: int) -> tuple[float, float]:
    """Between what ε of list and index lies."""
    told = decoder_epsilon(channel, alpha, delta, failure=FAILURE, seed=seed, lists=LISTS, width=0.0)
    return told.lower, told.upper


def brackets(cases: Sequence[str] = tuple(CASES), deltas: Sequence[float] = DELTAS) -> list[dict[str, Any]]:
    """List and index against list, index and times, at α = 2."""
    labels = {CASES[name].label for name in cases}
    return [
        {
            "name": name,
            "delta": delta,
            "output": output_epsilon(worst_pair(channel), delta),
            **dict(zip(("low", "high"), enclosed(channel, 2.0, delta, place), strict=True)),
            "times": exact_decoder_privacy(channel, 2.0, delta).epsilon,
            "theorem": theorem(channel, 2.0, delta),
        }
        for place, (name, channel) in enumerate(LISTED.items())
        if name in labels
        for delta in deltas
    ]


def renyi_epsilon(pair: LossPair, alpha: float, delta: float, messages: int = 1) -> float:
    """From Rényi orders up to 256."""
    return float(poisson_curve(pair, alpha, 256).composed(messages).epsilon(delta)[0])


def accounted() -> dict[str, Any]:
    """One Gaussian message, the same vector in 100 chunks, and Laplace noise in many dimensions: times known."""
    delta, chunks = 2e-6, 100
    pair = worst_pair(GAUSSIAN)
    assert isinstance(pair, GaussianPair)
    part, many = GaussianPair(pair.distance / math.sqrt(chunks)), LaplacePair(72.0, 1000)
    loss = poisson_loss(part, 2.0)
    return {
        "delta": delta,
        "orders": [
            {
                "alpha": alpha,
                "theorem": theorem(GAUSSIAN, alpha, delta),
                "renyi": renyi_epsilon(pair, alpha, delta),
                "exact": exact_decoder_privacy(GAUSSIAN, alpha, delta).epsilon,
            }
            for alpha in (2.0, 1.5, 1.2)
        ],
        "chunks": {
            "theorem": 2 * 2.0 * chunks * output_epsilon(part, delta / (2 * chunks)),
            "spread_renyi": renyi_epsilon(part, 2.0, delta, chunks),
            "spread_exact": composed_epsilon([(loss, loss, chunks)], delta),
        },
        "laplace": {
            "theorem": 2 * 2.0 * 72.0,
            "renyi": renyi_epsilon(many, 2.0, delta),
            "exact": poisson_loss(many, 2.0).epsilon(delta),
        },
    }


def lengths() -> dict[str, Any]:
    """E log₂ K less the divergence, and what bounds it, for two channels."""
    orders = np.unique(np.round(1 + np.geomspace(0.05, 9, 25), 4)).tolist()
    found: dict[str, Any] = {
        "alpha": orders,
        "first": [ppr_overhead_bits(alpha) for alpha in orders],
        "refined": [ppr_refined_overhead_bits(alpha) for alpha in orders],
        "leading": [math.log2(math.e) / (alpha - 1) for alpha in orders],
    }
    for key, channel, x in (("binary", BINARY, 0), ("gaussian", GAUSSIAN, np.ones(1))):
        divergence = float(channel.divergence_bits(np.asarray([x]))[0])
        found[key] = [index_law(channel, x, alpha).mean_log2 - divergence for alpha in orders]
    return found


def frontier(known: list[dict[str, Any]]) -> dict[str, Any]:
    """Bits of the Elias delta code against ε at δ = 10⁻⁶: PPR both ways, and the linear program."""
    curve = []
    for alpha in FRONTIER:
        low, high = enclosed(BINARY, alpha, RARE, 50)
        bits = index_law(BINARY, 0, alpha).mean_length("elias_delta")
        times = exact_decoder_privacy(BINARY, alpha, RARE).epsilon
        curve.append({"alpha": alpha, "bits": bits, "low": low, "high": high, "times": times})
    rows = []
    for name in list(LISTED)[:3]:
        channel, marks = LISTED[name], shared_marks(LISTED[name])
        ends = next(row for row in known if row["name"] == name and row["delta"] == RARE)
        own = ends["output"]
        least = [least_bits(marks, share * own, RARE) for share in SHARES]
        rows.append(
            {
                **{key: ends[key] for key in ("name", "low", "high")},
                "own": own,
                "least": [bits if math.isfinite(bits) else None for bits in least],
                "least_there": least_bits(marks, ends["high"], RARE),
                "ppr": index_law(channel, 0, 2.0).mean_length("elias_delta"),
            }
        )
    own = rows[0]["own"]
    attained = [attained_bits(shared_marks(BINARY), share * own, RARE) for share in SHARES]
    attained = [bits if math.isfinite(bits) else None for bits in attained]
    places = np.unique(np.append(np.geomspace(1.0005, 12.0, 18), [1.02, 1.1])) * own
    least = [least_bits(shared_marks(BINARY), float(place), RARE) for place in places]
    return {
        "curve": curve,
        "shares": SHARES,
        "rows": rows,
        "least": [places.tolist(), least],
        "own": own,
        "attained": attained,
    }


def weak() -> dict[str, Any]:
    """What list and index tell of a weak shift: φ, and Gaussian noise with a wider proposal, with a standard error."""
    channel = GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0, proposal_width=WIDER)
    z = np.random.default_rng(5).standard_normal((WEAK_LISTS, WEAK_CANDIDATES, 1)) * channel.proposal_std
    shifts = [np.array([shift]) for shift in (-SHIFT, 0.0, SHIFT)]
    log_ratio = np.stack([channel.log_ratio(x, z) for x in shifts])
    laws = [ratio_law(channel, x) for x in shifts]
    wide = {}
    for alpha in WEAK[3:]:
        mass = law_given_list(log_ratio, alpha, laws).mass
        mass = np.concatenate([mass, 1 - mass.sum(axis=-1, keepdims=True)], axis=-1)
        found = ((mass[2] - mass[0]) ** 2 / (4 * SHIFT**2 * np.maximum(mass[1], 1e-300))).sum(axis=1) / alpha
        wide[f"{alpha:g}"] = [float(found.mean()), float(found.std()) / math.sqrt(WEAK_LISTS)]
    return {
        "alpha": WEAK, "share": [weak_shift_share(alpha) for alpha in WEAK], "limit": 1 / (2 * math.log(2)),
        "wide": wide, "width": WIDER, "lists": WEAK_LISTS, "candidates": WEAK_CANDIDATES,
    }  # fmt: skip


def order() -> dict[str, Any]:
    """δ of two pairs of inputs under one proposal: the outputs of one are a random map of those of the other."""
    found: dict[str, Any] = {"epsilon": ORDER, "under_proposal": PART}
    for name, right, part in (("mapped", *MAPPED), ("whole", *WHOLE)):
        bit = np.repeat([part / PART, (1 - part) / (1 - PART)], 2)
        sign = np.tile([2 * right, 2 - 2 * right], 2)
        marks = FiniteMarks(np.log(bit * sign), np.log(bit * sign[::-1]), np.repeat([PART, 1 - PART], 2) / 2)
        low, high = list_delta(marks, 2.0, [ORDER], np.random.default_rng(3), lists=ORDER_LISTS)
        times = float(poisson_loss(marks.pair, 2.0).delta([ORDER])[0])
        found[name] = {"right": right, "part": part, "low": float(low[0]), "high": float(high[0]), "times": times}
    return found


def looks(alpha: float, one_stop: bool, inputs: np.ndarray) -> float:
    """Total variation between the numbers of candidates of two inputs, of encodes."""
    ppr = PoissonPrivateRepresentation(CLOCKED, alpha, one_stop=one_stop, shell=4.0 if alpha < 1.5 else None)
    counts = [
        ppr.encode(np.repeat(x[None], ENCODES, axis=0), SharedRandomness(1), np.random.default_rng(place)).candidates
        for place, x in enumerate(inputs)
    ]
    size = int(max(part.max() for part in counts)) + 1
    first, second = (np.bincount(part, minlength=size) / ENCODES for part in counts)
    return float(np.abs(first - second).sum() / 2)


def clocked() -> dict[str, Any]:
    """Two geometric laws, and encodes: the zero vector against one of the largest norm."""

    def bounds(channel: GaussianChannel) -> list[float]:
        return [float(part) for part in channel.log_ratio_bound(np.eye(2, channel.dimension, -1))]

    own, large = bounds(CLOCKED), bounds(LARGE)
    inputs = np.eye(2, CLOCKED.dimension, -1)  # 0 and a vector of the largest norm
    return {
        "ratios": [math.exp(part) for part in own],
        "large": [math.exp(part) for part in large],
        "law": clock_delta(0.0, own[1], own[0]),
        "output": 2 * _normal(1 / (2 * CLOCKED.noise_std)) - 1,
        "encodes": ENCODES,
        "runs": [
            {
                "alpha": alpha,
                "own": looks(alpha, False, inputs),
                "one": looks(alpha, True, inputs),
                "same": looks(alpha, True, inputs[[1, 1]]),  # what chance alone shows
            }
            for alpha in (1.3, 2.0)
        ],
    }


def _normal(value: float) -> float:
    return (1 + math.erf(value / math.sqrt(2))) / 2


def numbers() -> dict[str, Any]:
    """All that the source of the paper reads."""
    known = brackets()
    return {
        "sampling": {"lists": LISTS, "failure": FAILURE},
        "weak": weak(),
        "accounted": accounted(),
        "lengths": lengths(),
        "brackets": known,
        "frontier": frontier(known),
        "clock": clocked(),
        "order": order(),
        "surely": surely_told(shared_marks(BINARY)),
    }  # fmt: skip


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(numbers(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
