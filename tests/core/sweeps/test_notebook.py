"""The notebook that draws a sweep runs from its first cell to its last."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.sources import ROOT


def test_notebook_draws_a_sweep() -> None:
    pytest.importorskip("altair")
    notebook = json.loads((ROOT / "docs" / "sweep.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "notebook"}
    for cell in notebook["cells"]:
        assert not cell.get("outputs"), "kept without outputs"
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    bits = names["bits"]
    assert len(bits) == 5 and (bits["sem"] > 0).all() and bits["mean"].is_monotonic_increasing
    assert names["chart"].to_dict()["layer"]
