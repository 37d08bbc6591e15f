"""The toy of the shared page pieces with a file: the mean of some columns of an uploaded table."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ppr_core.experiments import files
from ppr_core.experiments.contract import Cost, Parameters, parameter
from tests.pages import toy

__all__ = ["EXPERIMENT", "UploadParameters"]


def table(digest: str) -> files.Numbers:
    return files.load_numbers(digest, "Data file", most_rows=100, most_columns=4)


@dataclass(frozen=True, kw_only=True)
class UploadParameters(Parameters):
    """source says whether drawn numbers or those of the file are averaged."""

    source: str = parameter("drawn", kind="choice", label="Numbers", choices={"drawn": "Drawn", "file": "Own"})
    data: str = parameter("", kind="file", label="Data file", reads=table)
    columns: str = parameter("", kind="columns", label="Columns", columns_of="data", most=3)
    samples: int = parameter(100, kind="integer", label="Samples", low=10, high=1000)

    def check_file(self) -> None:
        if self.source == "file":
            files.chosen(self.columns, table(self.data), "Columns")

    def unused(self) -> dict[str, str]:
        if self.source == "file":
            return {"samples": "The file has its own."}
        return dict.fromkeys(("data", "columns"), "The numbers are drawn.")


def run(parameters: UploadParameters, progress: Any) -> toy.ToyResult:
    if parameters.source == "drawn":
        values = np.random.default_rng(7).normal(size=parameters.samples)
    else:
        found = table(parameters.data)
        values = found.values[:, files.chosen(parameters.columns, found)].ravel()
    return toy.ToyResult(values, 1.0, 5, os.getpid())


EXPERIMENT = replace(
    toy.EXPERIMENT,
    name="upload",
    parameters=UploadParameters,
    cost=lambda parameters: Cost(1e-3, 1e5),
    run=run,
    snippet=lambda parameters: "print(0)",
    presets={},
)
