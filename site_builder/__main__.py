"""The command ``python -m site_builder``: the documentation and the lab without a server, in one folder."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from pages.ui.navigation import GROUPS
from pages.ui.takeaway.command import declared
from ppr_core.sweeps import names_of_experiments
from ppr_core.wording import number
from site_builder import documentation, gallery, lab, links, reference, tasks

__all__ = ["main"]


def in_fresh_processes(function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
    """What a function returns for each of these arguments, computed on two cores.

    Processes are replaced every forty calls, which returns their memory. The executor's own `max_tasks_per_child` hangs
    in Python 3.11 when a process ends while the others wait.
    """
    found: list[Any] = []
    for batch in (calls[start : start + 40] for start in range(0, len(calls), 40)):
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
            found += workers.map(function, *zip(*batch, strict=True))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Build; the exit status is 0 if there is no warning, no broken link and nothing from outside."""
    parser = argparse.ArgumentParser(prog="python -m site_builder", description=__doc__)
    parser.add_argument("--out", type=Path, default=documentation.ROOT / "site")
    parser.add_argument("--only", nargs="*", metavar="PAGE", help="run these pages of the lab alone; default: all")
    parser.add_argument("--rooms", nargs="*", default=[], metavar="ROOM", help="describe these packages alone")
    options = parser.parse_args(arguments)
    began = time.perf_counter()
    source = documentation.ROOT / "build" / "documentation"
    titles = {
        name: title
        for entries in GROUPS.values()
        for name, title, _ in entries
        if name in names_of_experiments() and (options.only is None or name in options.only)
    }
    shutil.rmtree(options.out, ignore_errors=True)
    documentation.gathered(source)
    reference.write(source / "api", tuple(options.rooms))
    wanted = [(name, title) for name in titles for title in gallery.presets_of(declared(name))]
    papers_alone = {"papers"}  # a table of its own, without a slider
    static = [*(name for name in titles if name not in papers_alone), *(lab.parts_of() if options.only is None else ())]
    texts = dict(zip(static, in_fresh_processes(tasks.static_page, [(name,) for name in static]), strict=True))
    exhibits = in_fresh_processes(tasks.exhibit, wanted)
    gallery.write(source / "gallery", source / "_static" / "gallery", exhibits, titles)
    status = documentation.build(source, options.out)
    folder = options.out / "lab"
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    lab.write_index(folder)
    found = links.problems(options.out) if options.only is None else []
    for problem in found:
        print(problem, file=sys.stderr)
    size = sum(path.stat().st_size for path in options.out.rglob("*") if path.is_file())
    print(f"{options.out}: {number(size / 1e6, 3)} MB after {number(time.perf_counter() - began, 3)} s")
    return 1 if status or found else 0


if __name__ == "__main__":
    sys.exit(main())
