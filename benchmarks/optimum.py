"""What a grid finds beside the chosen settings: ``python -m benchmarks.optimum --forms 200 --seed 1``.

Random forms of every task; for each all codes, chunk sizes and widths of the proposal, on either side of the one with
the fewest candidates, at the chosen α and at smaller ones. A gap is by what share fewer bits some of them take within
the same time. Prints the largest, and ends with status 1 where one exceeds 1 %.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator

import numpy as np

from ppr_core.planning import CODES, Option, Plan, Setup, bits_at, option_of, solve
from ppr_core.planning.search import allowed
from ppr_core.wording import number, percent

__all__ = ["WORTH", "forms", "gap", "main"]

#: The largest gap.
WORTH = 0.01
_TASKS = {"gaussian": 0.35, "laplace": 0.3, "mean": 0.2, "categories": 0.1, "privunit": 0.05}
_LOG_WIDTHS = np.linspace(-4.5, 4.5, 41)
_EXCESSES = (1.0, 0.8, 0.3)  # of α − 1 of the plan
_SIZES = 24
_SHOWN = 8


def forms(count: int, seed: int) -> Iterator[Setup]:
    """So many random forms, the same for a seed."""
    rng = np.random.default_rng(seed)

    def between(low: float, high: float) -> float:
        return math.exp(rng.uniform(math.log(low), math.log(high)))

    for _ in range(count):
        epsilon = between(0.2, 16)
        form = Setup(
            task=str(rng.choice(list(_TASKS), p=list(_TASKS.values()))),
            dimension=round(between(2, 1000)) if rng.random() < 0.8 else 1 + int(rng.integers(2)),
            epsilon=epsilon,
            decoder_epsilon=between(2, 8) * epsilon,
            trusted=str(rng.choice(["nobody", "server"], p=[0.7, 0.3])),
            norm_bound=between(0.1, 10),
            categories=round(between(2, 500)),
            time_budget=between(0.2, 200),
            code=str(rng.choice(CODES)) if rng.random() < 0.2 else None,
        )
        if form.kind.chunked and rng.random() < 0.2:
            form = form.replace(chunk=min(round(between(1, 1000)), form.dimension))
        yield form if form.task != "privunit" else form.replace(dimension=max(form.dimension, 2))


def gap(form: Setup) -> tuple[float, Plan, str]:
    """By what share fewer bits than the plan some point of the grid takes, the plan, and that point in words."""
    plan = solve(form)
    least, where = math.inf, "nothing is within the time"
    for option in _grid(plan):
        for code in CODES if form.code is None else (form.code,):
            bits = bits_at(option, option.alpha, code)
            if bits < least:
                width = number(option.scale)
                least, where = bits, f"{code}, chunk {option.chunk}, width {width}, α = {number(option.alpha, 4)}"
    return (1 - least / plan.bits if math.isfinite(least) else 0.0), plan, where


def _grid(plan: Plan) -> Iterator[Option]:
    """What could be sent instead, in time."""
    p = plan.settled
    sizes = [plan.option.chunk]
    if p.kind.chunked and p.chunk is None:
        d = p.dimension
        counts = {round(count) for count in np.geomspace(1, d, _SIZES)}
        counts |= {count for count in range(plan.option.indices - 3, plan.option.indices + 4) if 1 <= count <= d}
        sizes = sorted({-(-d // count) for count in counts})
    widths = np.exp(_LOG_WIDTHS).tolist() if p.kind.noisy else [1.0]
    for size in sizes:
        for width in [*widths, plan.option.scale] if p.kind.noisy else widths:
            for excess in _EXCESSES if size == plan.option.chunk and plan.alpha < math.inf else (1.0,):
                option = option_of(p, 1 + excess * (plan.alpha - 1), size, width)
                if allowed(p, option):
                    yield option


def main() -> int:
    """The largest gaps of as many forms as are asked for; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.optimum", description="Is the choice an optimum?")
    parser.add_argument("--forms", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rows = [(*gap(form), form) for form in forms(given.forms, given.seed)]
    rows.sort(key=lambda row: -row[0])
    for share, plan, where, form in rows[:_SHOWN]:
        chosen = f"{plan.code}, chunk {plan.option.chunk}, width {number(plan.option.scale)}"
        print(f"{percent(share, 3)}: {number(plan.bits, 5)} bits ({chosen}, α = {number(plan.alpha, 4)})")
        print(f"    less with {where}\n    {form}")
    shares = np.array([row[0] for row in rows])
    above = f"{int(np.sum(shares > WORTH))} gaps above {percent(WORTH)}"
    print(f"{len(rows)} forms; {above}, the largest {percent(shares.max(), 3)}")
    return int(shares.max() > WORTH)


if __name__ == "__main__":
    sys.exit(main())
