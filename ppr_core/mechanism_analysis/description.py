"""A mechanism as a file: JSON and Python, written and read back; nothing that is read is ever executed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from ppr_core import validation
from ppr_core.channels import FiniteChannel, ScalarNoiseChannel
from ppr_core.mechanism_analysis import literals
from ppr_core.mechanism_analysis.matrices import LARGEST, stochastic_matrix

__all__ = ["Description"]

_FORMAT = "ppr_core mechanism"
_NOISE = ("law", "shapes", "scale", "location", "norm_bound")
_LONGEST_LABEL = 60


@dataclass(frozen=True, eq=False)
class Description:
    """A finite mechanism with the names of its inputs and outputs, or additive noise, which needs none.

    >>> from ppr_core import Description, FiniteChannel
    >>> Description(FiniteChannel([[0.75, 0.25], [0.25, 0.75]]), inputs=("no", "yes")).inputs
    ('no', 'yes')
    """

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
        if text.lstrip("\ufeff \r\n\t").startswith(("{", "[")):
            return cls._of_json(literals.of_json(text), normalise)
        return cls._of_python(literals.of_python(text), normalise)

    @classmethod
    def _of_json(cls, value: Any, normalise: bool) -> Description:
        given = {"matrix": value} if isinstance(value, list) else value
        if "matrix" in given:
            labels = given.get("inputs", ()), given.get("outputs", ())
            return cls.of_matrix(_rows(given["matrix"]), *labels, normalise=normalise)
        if "law" in given:
            return cls._of_noise({name: given[name] for name in _NOISE if name in given})
        _refuse('with a "matrix" or a "law"', ", ".join(map(repr, list(given)[:5])) or "nothing")

    @classmethod
    def _of_python(cls, call: dict[str, Any], normalise: bool) -> Description:
        args, named = call["args"], call["named"]
        if call["name"] == "ScalarNoiseChannel":
            return cls._of_noise(({"law": args[0]} if args else {}) | named)
        table = args[0] if args else named.get("matrix")
        return cls.of_matrix(_rows(table), *call["labels"], normalise=normalise)

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
    if len(table) > LARGEST:
        _refuse(f"with a matrix of at most {LARGEST} rows", str(len(table)))
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


def _refuse(allowed: str, got: str) -> NoReturn:
    raise ValueError(f"mechanism must be a file {allowed}; got {got}.")
