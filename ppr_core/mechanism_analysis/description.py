"""A mechanism as a file: JSON and Python, written and read back; nothing that is read is ever executed."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from ppr_core import validation
from ppr_core.channels import FiniteChannel, ScalarNoiseChannel
from ppr_core.mechanism_analysis.matrices import stochastic_matrix

__all__ = ["Description"]

_FORMAT = "ppr_core mechanism"
_NOISE = ("law", "shapes", "scale", "location", "norm_bound")
_CALLS = {"FiniteChannel": FiniteChannel, "ScalarNoiseChannel": ScalarNoiseChannel}
_LONGEST_LABEL = 60


@dataclass(frozen=True, eq=False)
class Description:
    """A finite mechanism with the names of its inputs and outputs, or additive noise, which needs none."""

    channel: FiniteChannel | ScalarNoiseChannel
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()

    @classmethod
    def of_matrix(cls, table: Any, inputs: Any = (), outputs: Any = (), *, normalise: bool = False) -> Description:
        """A finite mechanism; inputs and outputs are called by their numbers, from 1, where they have no names."""
        matrix = stochastic_matrix(table, normalise=normalise)
        names = (_labels(given, count, field) for given, count, field in
                 ((inputs, len(matrix), "inputs"), (outputs, matrix.shape[1], "outputs")))  # fmt: skip
        return cls(FiniteChannel(matrix), *names)

    @property
    def rows(self) -> int:
        """Inputs, 1 for noise on a number."""
        return max(len(self.inputs), 1)

    @property
    def names(self) -> tuple[str, ...]:
        """Outputs, or the law of the noise."""
        return self.outputs if isinstance(self.channel, FiniteChannel) else (self.channel.law,)

    def to_json(self) -> str:
        """JSON that `read` takes, every number to its last bit."""
        if isinstance(self.channel, FiniteChannel):
            body = {"inputs": self.inputs, "outputs": self.outputs, "matrix": self.channel.matrix.tolist()}
        else:
            body = {name: getattr(self.channel, name) for name in _NOISE}
        return json.dumps({"format": _FORMAT, "version": 1} | body, ensure_ascii=False, indent=1) + "\n"

    def to_python(self) -> str:
        """A program that makes the channel; `read` takes it, too, by its one call and nothing else."""
        name = type(self.channel).__name__
        names = f"inputs, outputs = {self.inputs!r}, {self.outputs!r}\n" if self.inputs else ""
        return f"from ppr_core.channels import {name}\n\nchannel = {self.channel!r}\n{names}"

    @classmethod
    def read(cls, text: str, *, normalise: bool = False) -> Description:
        """From JSON (a text that begins with a brace; with a bracket it is the matrix alone) or Python.

        Raises ``ValueError`` with one sentence for everything else.
        """
        try:
            of_json = text.lstrip("\ufeff \r\n\t").startswith(("{", "["))
            return cls._of_json(text, normalise) if of_json else cls._of_python(text, normalise)
        except (RecursionError, MemoryError):
            _refuse("less deeply nested", "brackets within brackets")

    @classmethod
    def _of_json(cls, text: str, normalise: bool) -> Description:
        try:
            found = json.loads(text, parse_constant=lambda name: _refuse("of finite numbers", name))
        except json.JSONDecodeError as error:
            raise ValueError(
                f"mechanism, line {error.lineno}, column {error.colno} must be JSON; got {error.msg}."
            ) from None
        if isinstance(found, list):
            found = {"matrix": found}
        if "matrix" in found:
            return cls.of_matrix(
                _rows(found["matrix"]), found.get("inputs", ()), found.get("outputs", ()), normalise=normalise
            )
        if "law" in found:
            return cls._of_noise({name: found[name] for name in _NOISE if name in found})
        _refuse('with a "matrix" or a "law"', ", ".join(map(repr, list(found)[:5])) or "nothing")

    @classmethod
    def _of_python(cls, text: str, normalise: bool) -> Description:
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", 1) or 1
            raise ValueError(f"mechanism, line {line} must be a table, JSON or Python; got something else.") from None
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _name(node.func) in _CALLS]
        if len(calls) != 1:
            _refuse("with one call of FiniteChannel or ScalarNoiseChannel", f"{len(calls)} of them")
        call = calls[0]
        try:
            given = [ast.literal_eval(argument) for argument in call.args]
            named = {one.arg: ast.literal_eval(one.value) for one in call.keywords}
        except (ValueError, TypeError, SyntaxError):
            raise ValueError(
                f"mechanism, line {call.lineno} must be a call with numbers and lists only, as nothing is executed; "
                "got an expression."
            ) from None
        if _name(call.func) == "ScalarNoiseChannel":
            return cls._of_noise(({"law": given[0]} if given else {}) | named)
        table = given[0] if given else named.get("matrix")
        return cls.of_matrix(_rows(table), *_named_labels(tree), normalise=normalise)

    @classmethod
    def _of_noise(cls, given: dict[str, Any]) -> Description:
        unknown, missing = set(given) - set(_NOISE), {"law", "norm_bound"} - set(given)
        if unknown or missing:
            _refuse("with law, norm_bound, and shapes, scale and location if need be",
                    ", ".join(map(str, sorted(given))) or "none of them")  # fmt: skip
        shapes = given.get("shapes", ())
        validation.require(isinstance(shapes, (list, tuple)), "shapes", shapes, "a list of numbers")
        validation.require(isinstance(given["law"], str), "law", given["law"], "the name of a law")
        return cls(ScalarNoiseChannel(**(given | {"shapes": tuple(shapes)})))


def _labels(given: Any, count: int, field: str) -> tuple[str, ...]:
    if not isinstance(given, (list, tuple)) or (given and len(given) != count):
        got = len(given) if isinstance(given, (list, tuple)) else type(given).__name__
        _refuse(f"with as many {field} as the matrix has, {count}", str(got))
    names = tuple(str(name)[:_LONGEST_LABEL].strip() or str(place) for place, name in enumerate(given, 1))
    if len(set(names)) < len(names):
        _refuse(f"with {field} of different names", "the same name twice")
    return names or tuple(map(str, range(1, count + 1)))


def _rows(table: Any) -> list[list[float]]:
    """Rows of equal length, or the sentence that names the row and the column."""
    if not isinstance(table, (list, tuple)) or not table:
        _refuse("with a matrix that is a list of rows", type(table).__name__)
    for row, cells in enumerate(table, 1):
        if not isinstance(cells, (list, tuple)):
            raise ValueError(f"matrix, row {row} must be a list of numbers; got {type(cells).__name__}.")
        if len(cells) != len(table[0]):
            raise ValueError(f"matrix, row {row} must be as long as the first, {len(table[0])}; got {len(cells)}.")
        for column, cell in enumerate(cells, 1):
            number = isinstance(cell, (int, float)) and not isinstance(cell, bool) and abs(cell) < 1e300
            if not number or not np.isfinite(float(cell)):
                shown = repr(cell)[:30]
                raise ValueError(f"matrix, row {row}, column {column} must be a finite number; got {shown}.")
    return [list(map(float, cells)) for cells in table]


def _named_labels(tree: ast.Module) -> tuple[Any, Any]:
    """What ``inputs, outputs = …`` assigns, () each without it."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).strip("()") == "inputs, outputs":
            try:
                pair = ast.literal_eval(node.value)
            except (ValueError, TypeError, SyntaxError):
                continue
            if isinstance(pair, tuple) and len(pair) == 2:
                return pair
    return (), ()


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _refuse(allowed: str, got: str) -> NoReturn:
    raise ValueError(f"mechanism must be a file {allowed}; got {got}.")
