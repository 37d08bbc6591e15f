"""The command ``python -m ppr_core sweep EXPERIMENT``."""

from __future__ import annotations

import argparse
import sys
import time

from ppr_core import wording
from ppr_core.sweeps.executors import SCHEDULER, Executors
from ppr_core.sweeps.grid import Sweep, axis, experiment_named, names_of_experiments, setting
from ppr_core.sweeps.runner import Tally, run_sweep
from ppr_core.sweeps.same_code import ClusterLost

__all__ = ["add_arguments", "main"]

_BAR = 30  # characters


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("experiment", choices=names_of_experiments(), metavar="EXPERIMENT", help="a page's name")
    parser.add_argument(
        "--over", action="append", default=[], metavar="FIELD=VALUES", help="epsilon=0.05:6:25log or chunk=4,8,16"
    )
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help="what stays fixed")
    parser.add_argument("--preset", default="", help="where fields that are not given start from")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each parameter set; the first has its seeds")
    parser.add_argument("--out", required=True, metavar="FILE", help="a name in .parquet or .csv; a journal beside it")
    parser.add_argument("--skip-refused", action="store_true", help="leave out what the experiment refuses")
    parser.add_argument("--workers", type=int, help="processes of this machine; one a core by default")
    parser.add_argument("--scheduler", default="", help=f"a Dask scheduler, tcp://host:8786; default ${SCHEDULER}")


def main(options: argparse.Namespace) -> int:
    """Run the sweep; exit status 0, 1 when some runs failed, 3 when the cluster was lost. ``ValueError`` for input."""
    name = options.experiment
    fixed = [setting(name, text) for text in options.set]
    over = tuple(axis(name, text) for text in options.over)
    sweep = Sweep(name, options.preset, dict(fixed), over, options.repeat, options.skip_refused)
    executors = Executors(options.scheduler, options.workers)
    runs = sweep.runs()
    cost = experiment_named(name).cost
    seconds = sum(cost(run.parameters).seconds for run in runs)
    print(f"{len(runs)} runs, predicted {wording.duration(seconds)} of one core", file=sys.stderr)
    bar = _Bar()
    try:
        tally = run_sweep(sweep, options.out, executors, bar)
    except ClusterLost as error:
        print(f"\n{error} What has ended is kept: the same command goes on from there.", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        print("\nStopped. What has ended is kept: the same command goes on from there.", file=sys.stderr)
        return 130
    bar.end()
    for sentence in tally.failed:
        print(f"failed: {sentence}", file=sys.stderr)
    print(f"{options.out}: {tally.runs - len(tally.failed)} runs", file=sys.stderr)
    return 1 if tally.failed else 0


class _Bar:
    """One line of standard error that is written over; without a terminal, the first and last state alone."""

    def __init__(self) -> None:
        self._began, self._shown, self._live = time.monotonic(), "", sys.stderr.isatty()

    def __call__(self, tally: Tally) -> None:
        full = _BAR * tally.done // max(tally.runs, 1)
        here = tally.ended + len(tally.failed)
        left = (tally.runs - tally.done) * (time.monotonic() - self._began) / here if here else None
        rest = f", {wording.duration(left)} left" if left else ""
        self._shown = f"[{'#' * full}{'.' * (_BAR - full)}] {tally.done}/{tally.runs}{rest}"
        if self._live:
            print(f"\r{self._shown:<78}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """The last state stays."""
        print("" if self._live else self._shown, file=sys.stderr)
