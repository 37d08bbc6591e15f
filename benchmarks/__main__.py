"""Prints the speed table of the README from one run: ``python -m benchmarks``."""

from __future__ import annotations

import sys

from benchmarks import dql, frequency, mean, ppr, sketches
from ppr_core import kernels


def main() -> None:
    """Run every row and print it as soon as it is known."""
    wanted = sys.argv[1:]
    compiled = "compiled kernels" if kernels.warm_up() else "array programs only"
    print(f"{compiled}; processor seconds, on one thread unless it says otherwise\n")
    print("| what | measured | goal |\n|---|---|---|", flush=True)
    for row in (*ppr.ROWS, *mean.ROWS, *dql.ROWS, *frequency.ROWS, *sketches.ROWS):
        if not wanted or row.__name__ in wanted:
            for what, measured, goal in row():
                print(f"| {what} | {measured} | {goal} |", flush=True)


if __name__ == "__main__":
    main()
