"""What list and index tell without the arrival times: the table of docs/decoder_privacy.md, and a check of each row.

    python -m benchmarks.list_only --channel gaussian --alpha 2

Each row has both ends of ε, ε of whoever sees the times, too, and that of Theorem 7 or 8. *Checked* are both ends by
whole lists that share nothing with these bounds but the channel: candidates that lean to x′ but for one that leans to
x, weighted, with times drawn again and again. z of the lower end is (δ(ε) − δ) over the standard error, δ(ε) by masses
as they are, which is a little too large: it should be −3 or more. z of the upper end has δ(ε) by tests that are chosen
on the other half of the times, a little too small: 3 at most. "!" where it is not so. All indices behind the last
candidate count as one, which tells its candidate. "–" where fewer lists than `FEW` hold half of what is told.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

import numpy as np

from benchmarks.list_cases import CASES, DELTAS
from ppr_core.channels import Channel
from ppr_core.decoder_privacy import decoder_epsilon, half_width
from ppr_core.guarantees import ppr_approximate, ppr_pure
from ppr_core.wording import number

__all__ = ["main", "simulated"]

SIZES, POOL = ((1.5, 400), (math.inf, 60)), 200_000  # candidates of a list up to some α; of Q, to draw them from
# How many of the first candidates speak for x′, how much so, and how much the one that is sent speaks for x.
LEANINGS = (
    (0, 0.0, 0.0), (0, 0.0, 1.5), (0, 0.0, 3.0), (2, 1.0, 0.0), (5, 1.0, 0.0), (5, 0.5, 2.0), (12, 0.7, 1.0),
    (8, 2.5, 2.0), (16, 1.6, 2.0),
)  # fmt: skip
ERRORS, FEW = 3.0, 10


def simulated(
    channel: Channel, x: object, other: object, alpha: float, lists: int, draws: int, rng: np.random.Generator
) -> Callable[[float, float], tuple[float, float] | None]:
    """ε, δ -> z of δ(ε) − δ by masses as they are, and by tests; None where too few lists tell."""
    size = next(size for largest, size in SIZES if alpha <= largest)
    fall = min(alpha, 1.5)
    chance = np.append(np.arange(1.0, size + 1) ** -fall, size ** (1 - fall) / (fall - 1))
    chance /= chance.sum()
    pool = channel.proposal(rng.random((POOL, channel.width)))
    ratios = np.stack(
        [channel.log_ratio(np.broadcast_to(np.asarray(one), (POOL, *np.shape(one))), pool) for one in (x, other)]
    )
    loss = ratios[0] - ratios[1]
    scale = 1 / math.sqrt(np.average(loss**2, weights=np.exp(ratios[0])))
    means = np.exp(alpha * ratios).mean(axis=1)
    tilts = {c: np.exp(-c * scale * loss) for c in {tilt for _, tilt, _ in LEANINGS}}
    owns = {c: np.exp(ratios[0] + c * scale * loss) for c in {own for _, _, own in LEANINGS}}
    sums = {
        key: np.cumsum(weights / weights.mean()) / POOL for key, weights in enumerate((*tilts.values(), *owns.values()))
    }
    steps = dict(zip((*(("all", c) for c in tilts), *(("own", c) for c in owns)), sums.values(), strict=True))
    terms = np.empty((lists, 2, 2))  # lists, halves of the times, inputs: p_K over the density that it was drawn with
    for row in range(lists):
        begun, tilt, own = LEANINGS[row % len(LEANINGS)]
        place = int(rng.choice(size + 1, p=chance))
        drawn = rng.integers(POOL, size=size + 1)
        drawn[:begun] = np.searchsorted(steps["all", tilt], rng.random(begun))
        drawn[place] = np.searchsorted(steps["own", own], rng.random())
        log_ratio, density = ratios[:, drawn], 0.0
        for count, each, last in LEANINGS:
            against = tilts[each][drawn] / tilts[each].mean()
            against[place] = 1.0
            density += np.prod(against[:count]) * owns[last][drawn[place]] / owns[last].mean()
        density *= chance[place] / len(LEANINGS)
        times = np.cumsum(rng.standard_exponential((draws, size)), axis=1)
        behind = times[:, -1] ** (1 - alpha) / (alpha - 1)
        for one in (0, 1):
            power = (np.exp(log_ratio[one, :size]) / times) ** alpha
            own = power[:, place] if place < size else math.exp(alpha * log_ratio[one, place]) * behind
            share = own / (power.sum(axis=1) + means[one] * behind)
            terms[row, :, one] = share.reshape(2, -1).mean(axis=1) / density

    def told(epsilon: float, delta: float) -> tuple[float, float] | None:
        gains = terms[:, :, 0] - math.exp(epsilon) * terms[:, :, 1]
        tests, plugged = np.where(gains[:, ::-1] > 0, gains, 0.0).mean(axis=1), np.maximum(gains.mean(axis=1), 0.0)
        if plugged.sum() ** 2 < FEW * (plugged**2).sum():
            return None
        root = math.sqrt(lists)
        low, high = (float((mean.mean() - delta) / mean.std() * root) for mean in (plugged, tests))
        return low, high

    return told


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--channel", choices=tuple(CASES))
    parser.add_argument("--alpha", type=float)
    parser.add_argument("--lists", type=int, default=12_000)
    parser.add_argument("--simulated", type=int, default=4_000)
    options = parser.parse_args()
    print("| channel | α | δ | low | high | ± % | with the times | theorem | z |\n" + "|---" * 9 + "|")
    for name in [options.channel] if options.channel else CASES:
        case, channel = CASES[name], CASES[name].channel
        for alpha in [options.alpha] if options.alpha else (1.2, 2.0, 4.0):
            told = simulated(channel, case.x, case.other, alpha, options.simulated, 400, np.random.default_rng(2))
            for delta in DELTAS:
                found = decoder_epsilon(channel, alpha, delta, lists=options.lists, width=0.0)
                own = channel.privacy(delta / 2)
                theorem = (ppr_approximate if own.delta > 0 else ppr_pure)(own, alpha).epsilon
                ends = told(found.lower, delta), told(found.upper, delta)
                z = [None if both is None else both[side] for side, both in enumerate(ends)]
                wrong = " !" if (z[0] or 0) < -ERRORS or (z[1] or 0) > ERRORS else ""
                cells = [number(value, 4) for value in (alpha, delta, found.lower, found.upper)]
                cells += [
                    number(100 * half_width(found.lower, found.upper), 2),
                    number(found.times, 4),
                    number(theorem, 4),
                ]
                cells.append(" / ".join("–" if one is None else number(one, 2) for one in z) + wrong)
                print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
