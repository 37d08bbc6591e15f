"""Predicted seconds of runs over their processor seconds, at settings drawn as `benchmarks.fuzz` draws them.

    python -m benchmarks.costs --runs 100 --seed 7
    python -m benchmarks.costs --runs 30 metric_privacy federated

A line a page: the median of the ratios, how they spread, how many runs took more than twice what was predicted and the
settings of the worst one as a link. A median from 1 to 1.5 is wanted: servers tell, queue and refuse by predictions.
The compiled loops are loaded and linear algebra has one thread, as in the lab's workers. Other work on the machine
makes runs longer, up to twice on two shared cores.
"""

from __future__ import annotations

import argparse
import logging
import secrets
import sys
import time
from collections.abc import Iterator

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.fuzz import PAGES, described, drawn, link_of, raise_unless_ours, strict
from ppr_core import kernels
from ppr_core.wording import duration, number, percent

__all__ = ["Ratio", "main", "ratios"]

Ratio = tuple[float, float, str]
_LEAST = 2e-3  # seconds: shorter runs are not told apart


def ratios(name: str, runs: int, seed: int, most: float) -> Iterator[Ratio]:
    """Predicted seconds, processor seconds and link of each run of a page that has a result."""
    shown = described(name)
    shown.experiment.run(shown.experiment.parameters(), None)  # imports and what is remembered
    for index in range(runs):
        with strict():
            parameters = drawn(shown, np.random.default_rng([seed, PAGES.index(name), index]), most)
            predicted, began = shown.experiment.cost(parameters).seconds, time.process_time()
            try:
                shown.experiment.run(parameters, None)
            except ValueError as error:
                raise_unless_ours(error)
                continue
            yield predicted, time.process_time() - began, link_of(shown, parameters)


def _line(name: str, found: list[Ratio]) -> str:
    ratio = np.array([max(predicted, _LEAST) / max(seconds, _LEAST) for predicted, seconds, _ in found])
    low, middle, high = (number(each, 2) for each in np.quantile(ratio, (0.05, 0.5, 0.95)))
    predicted, seconds, link = found[int(np.argmin(ratio))]
    worst = f"{duration(predicted)} for {duration(seconds)}: {link}"
    short = percent(float((ratio < 0.5).mean()), 2)
    return f"{name:26}{len(ratio):5}{middle:>8}{low:>8} to {high:<8}{short:>8}   {worst}"


def main() -> int:
    """Read the options, run, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("pages", nargs="*", default=[], help=f"all by default: {', '.join(PAGES)}")
    parser.add_argument("--runs", type=int, default=100, help="of each page")
    parser.add_argument("--seed", type=int, help="a new one by default")
    parser.add_argument("--most", type=float, default=1.0, help="predicted seconds of a run")
    options = parser.parse_args()
    for name in options.pages:
        if name not in PAGES:
            parser.error(f"pages must be among {', '.join(PAGES)}; got {name}.")
    logging.disable(logging.WARNING)  # outside a server Streamlit warns of every element
    kernels.warm_up()
    seed = secrets.randbits(32) if options.seed is None else options.seed
    print(
        f"seed {seed}, predicted over measured seconds\n{'':26}{'runs':>5}{'median':>8}{'5 %':>8} to 95 %  {'> 2 ×':>8}"
    )
    with threadpool_limits(1):
        for name in options.pages or PAGES:
            print(_line(name, list(ratios(name, options.runs, seed, options.most))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
