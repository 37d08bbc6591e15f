"""Prints the speed table of docs/speed.md from one run: ``python -m benchmarks``, or some rows of it by their names."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from benchmarks import dql, frequency, mean, ppr, sketches
from ppr_core import kernels

__all__ = ["ROWS", "chosen", "main"]

ROWS = {row.__name__: row for room in (ppr, mean, dql, frequency, sketches) for row in room.ROWS}


def chosen(names: Sequence[str]) -> list[Callable]:
    """The rows of these names, all without any; ``ValueError`` for a name that no row has."""
    if unknown := [name for name in names if name not in ROWS]:
        raise ValueError(f"no row is called {', '.join(unknown)}; the rows are {', '.join(ROWS)}.")
    return [row for name, row in ROWS.items() if not names or name in names]


def main() -> None:
    """Run every row and print it as soon as it is known."""
    try:
        rows = chosen(sys.argv[1:])
    except ValueError as error:
        sys.exit(f"python -m benchmarks: {error}")
    compiled = "compiled kernels" if kernels.warm_up() else "array programs only"
    print(f"{compiled}; processor seconds, on one thread unless it says otherwise\n")
    print("| what | measured | goal |\n|---|---|---|", flush=True)
    for row in rows:
        for what, measured, goal in row():
            print(f"| {what} | {measured} | {goal} |", flush=True)


if __name__ == "__main__":
    main()
