"""The command ``python -m ppr_core page NAME --out FILE``: a page as one HTML file, without a server."""

from __future__ import annotations

import argparse
import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

from pages.ui import page as pages
from pages.ui.charts import Theme
from pages.ui.takeaway.button import source
from pages.ui.takeaway.document import document
from pages.ui.takeaway.grid import fields
from ppr_core.sweeps import experiment_named, names_of_experiments, setting

__all__ = ["declared", "main"]

FOLDER = Path(__file__).resolve().parents[2]


def main(arguments: Sequence[str]) -> int:
    """Write the file; exit status 0, 2 with a sentence for input that is not allowed."""
    parser = argparse.ArgumentParser(prog="python -m ppr_core page", description=__doc__)
    parser.add_argument("name", choices=names_of_experiments(), metavar="NAME", help="a page's name")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--preset", default="", help="where settings that are not given start from")
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help="a setting")
    parser.add_argument("--over", default="", metavar="FIELD", help="what the slider varies")
    parser.add_argument("--seconds", type=float, default=120.0, help="predicted time for all settings of the slider")
    options = parser.parse_args(arguments)
    experiment = experiment_named(options.name)
    try:
        parameters = experiment.presets[options.preset][0] if options.preset else experiment.parameters()
        parameters = parameters.replace(**dict(setting(options.name, text) for text in options.set)).readable()
        shown = declared(options.name)
        choices = fields(experiment, parameters, shown.step)
        if options.over and options.over not in choices:
            raise ValueError(f"--over must be one of {', '.join(choices)}; got {options.over!r}.")
    except (KeyError, ValueError) as error:
        print(f"No such preset: {error}" if isinstance(error, KeyError) else error, file=sys.stderr)
        return 2
    result = experiment.run(parameters)
    field = options.over or (choices[0] if choices else "")
    text = document(source(shown, parameters, result, field, options.seconds), Theme(dark=False))
    Path(options.out).write_text(text, encoding="utf-8")
    return 0


def declared(name: str) -> pages.ExperimentPage:
    """The page that its file declares, without drawing it."""
    declared_pages: list[pages.ExperimentPage] = []
    drawn, pages.show = pages.show, declared_pages.append
    try:
        runpy.run_path(str(FOLDER / f"{name}.py"))
    finally:
        pages.show = drawn
    return declared_pages[0]
