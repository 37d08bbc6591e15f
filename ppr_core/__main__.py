"""The command line: ``python -m ppr_core check --task gaussian --dimension 1000 --epsilon 1 --delta 1e-6``.

``python -m ppr_core mechanism FILE`` analyses a mechanism of one's own: a table as CSV, JSON or Python.

Exit status: 0 for an answer, whatever its verdict; 2, with a sentence on standard error, for input that is not allowed.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from ppr_core.experiments.contract import FieldSpec
from ppr_core.experiments.parameter_check import EXPERIMENT, ParameterCheck, data, text
from ppr_core.planning import default_limit
from ppr_core.sweeps import command as sweeps
from ppr_core.sweeps.grid import value_of
from ppr_core.wording import number

__all__ = ["main"]

PAGES = "pages.ui.takeaway.command"  # of the app, which stands beside the package or not at all
OPEN = "auto"  # leaves a setting to the solver
CHOOSABLE = {
    "alpha": "choose_alpha",
    "chunk": "choose_chunk",
    "reports": "choose_reports",
}  # field -> flag that leaves it open


class _Parser(argparse.ArgumentParser):
    """Bad input is one sentence, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{message[:1].upper()}{message[1:].rstrip('.')}. See: {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["page"]:
        if importlib.util.find_spec("pages") is None or importlib.util.find_spec(PAGES) is None:
            print("Pages as files need the app: run this command in the folder of app.py.", file=sys.stderr)
            return 2
        return importlib.import_module(PAGES).main(arguments[1:])
    parser = _parser()
    given = vars(parser.parse_args(arguments))
    command = given.pop("command")
    if command in ("sweep", "mechanism"):
        try:
            return sweeps.main(argparse.Namespace(**given)) if command == "sweep" else _mechanism(**given)
        except (ValueError, ModuleNotFoundError) as error:
            print(error, file=sys.stderr)
            return 2
    as_json = given.pop("json")
    try:
        parameters = _parameters(given)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    for name, reason in parameters.unused().items():
        if given.get(name) not in (None, OPEN):
            print(f"{_option(name)} has no effect. {_in_options(reason)}", file=sys.stderr)
    try:
        result = EXPERIMENT.run(parameters)
        story = EXPERIMENT.tell(result)
        shown = json.dumps(data(result, story), indent=2, ensure_ascii=False) if as_json else text(result, story)
    except ModuleNotFoundError as error:  # of a package that only some results, or their words, need
        print(error, file=sys.stderr)
        return 2
    return _print(shown)


def _in_options(reason: str) -> str:
    """The reason as the page gives it, with the option instead of a choice's label."""
    for name, spec in EXPERIMENT.parameters.specs().items():
        for choice, label in (spec.choices or {}).items():
            reason = reason.replace(f"“{label}”", f"{_option(name)} {choice}")
    return reason


def _print(shown: str) -> int:
    try:
        print(shown, flush=True)
    except BrokenPipeError:  # who reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _mechanism(file: str, normalise: bool, alpha: float) -> int:
    """Analyse a mechanism and print JSON; ``ValueError`` says what is wrong with it."""
    from ppr_core.experiments import files, your_mechanism

    try:
        content = Path(file).read_bytes()
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror or error}.") from error
    file_id = files.save(content, file)
    try:
        experiment = your_mechanism.EXPERIMENT
        given = experiment.parameters().replace(source="file", file=file_id, normalise=normalise, alpha=alpha)
        result = experiment.run(given)
    finally:
        files.delete(file_id)
    return _print(json.dumps(your_mechanism.data(result, experiment.tell(result)), indent=2, ensure_ascii=False))


def _parser() -> _Parser:
    parser = _Parser(prog="python -m ppr_core", description="Compression of differentially private mechanisms.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    check = commands.add_parser(
        "check",
        help="is a choice of parameters sane, what does it cost, what would be better?",
        epilog=f"Settings that are not given are chosen; so are those given as {OPEN}. The limit for the decoder is "
        "4 times the ε of one report unless given; --trusted server lifts it.",
    )
    for name, spec in ParameterCheck.specs().items():
        if spec.kind != "flag":
            check.add_argument(_option(name), metavar=_allowed(spec), default=None, help=_help(name, spec))
    check.add_argument("--json", action="store_true", help="print JSON")
    mechanism = commands.add_parser(
        "mechanism", help="how private is a mechanism of your own, what does compressing it cost, what would be better?"
    )
    mechanism.add_argument("file", metavar="FILE", help="a table of probabilities as CSV, or JSON or Python of the lab")
    mechanism.add_argument("--normalise", action="store_true", help="divide every row by its sum")
    mechanism.add_argument("--alpha", type=float, default=2.0, help="order of PPR; default %(default)g")
    sweep = commands.add_parser("sweep", help="run an experiment at many parameter sets, on this machine or a cluster")
    sweeps.add_arguments(sweep)
    commands.add_parser("page", help="a page of the app as one HTML file")  # has a parser of its own
    return parser


def _option(field: str) -> str:
    return f"--{field.replace('_', '-')}"


def _parameters(given: dict[str, str | None]) -> ParameterCheck:
    """The record; ``ValueError`` for texts that stand for no value."""
    specs = ParameterCheck.specs()
    values: dict[str, Any] = {}
    for name, text_of_value in given.items():
        if text_of_value is None:
            continue
        if name in CHOOSABLE:
            values[CHOOSABLE[name]] = text_of_value == OPEN
            if text_of_value == OPEN:
                continue
        values[name] = specs[name].check(name, value_of(specs[name], text_of_value))
    parameters = ParameterCheck(**values)
    if parameters.setup.kind.central and not values.keys() & {"trusted", "decoder_epsilon", "target"}:
        return parameters.replace(trusted="server")  # whose reports of it tell their receiver far more than the mean
    if "decoder_epsilon" not in values:
        parameters = parameters.replace(decoder_epsilon=default_limit(parameters.setup))
    return parameters


def _allowed(spec: FieldSpec) -> str:
    if spec.kind == "choice":
        return "{" + ",".join(spec.choices or ()) + "}"
    return spec.unit.upper() or "NUMBER"


def _help(name: str, spec: FieldSpec) -> str:
    """The field's own words, its range and its default."""
    default = getattr(ParameterCheck, name)
    shown = OPEN if name in CHOOSABLE else "4 ε" if name == "decoder_epsilon" else default
    limits = "" if spec.kind == "choice" else f"; {number(spec.low, 6)} to {number(spec.high, 6)}"
    symbol = f" {spec.symbol}" if spec.symbol else ""
    return f"{spec.label}{symbol}{limits}; default {shown}. {spec.help}".replace("%", "%%").rstrip()


if __name__ == "__main__":
    sys.exit(main())
