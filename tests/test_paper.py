"""The paper: its numbers are what the core says, and its sources typeset to a PDF."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ppr_core.accounting import gaussian_noise_std
from ppr_core.channels import GaussianChannel
from ppr_core.decoder_privacy import decoder_epsilon, exact_decoder_privacy, weak_shift_share

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def figures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("paper_figures", ROOT / "docs" / "paper" / "figures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_rows_are_what_the_core_says(figures: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """One Gaussian message with the times, the share of a weak shift, the theorem's line."""
    channel = GaussianChannel(dimension=1, noise_std=gaussian_noise_std(2.0, 1.0, 1e-6), norm_bound=1.0)
    assert figures.theorem(channel, 2.0, 2e-6) == pytest.approx(4.0)
    assert figures.renyi_epsilon(figures.worst_pair(channel), 2.0, 2e-6) == pytest.approx(2.506, abs=1e-3)
    assert exact_decoder_privacy(figures.GAUSSIAN, 2.0, 2e-6).epsilon == pytest.approx(2.2616, abs=1e-4)
    monkeypatch.setattr(figures, "WEAK_LISTS", 400)
    monkeypatch.setattr(figures, "WEAK", (1.2, 1.5, 1.8, 2.0))
    found = figures.weak()
    assert found["share"][-1] == weak_shift_share(2.0) == pytest.approx(0.8803, abs=1e-3)
    mean, error = found["wide"]["2"]
    assert abs(mean - 0.82) < 5 * error < 0.2


def prose(source: str) -> str:
    """The text without code: #name(…), with all that stands in its brackets, and #let lines."""
    kept, depth, place = [], 0, 0
    source = re.sub(r"(?m)^#(let|set|show|import) .*$", "", source.partition("// The head.")[2])
    while place < len(source):
        call = re.compile(r"#[a-z.-]+(?=\()").match(source, place)
        if call and not depth:
            place, depth = call.end() + 1, 1
            continue
        if depth:
            depth += {"(": 1, ")": -1}.get(source[place], 0)
        else:
            kept.append(source[place])
        place += 1
    return "".join(kept)


def decimals(source: str) -> set[str]:
    return set(re.findall(r"\d+\.\d+(?!\d|pt)", prose(source)))


def test_no_result_is_typed_by_hand() -> None:
    """Decimals in sentences: constants of a proof and sections of books; all else is drawn from the file of numbers."""
    source = (ROOT / "docs" / "paper" / "paper.typ").read_text(encoding="utf-8")
    allowed = {"0.72", "0.25", "0.5", "5.1", "3.2"}
    assert decimals(source) <= allowed
    typed = source.replace("Towards the mechanism's own", "At 2.95 bits, towards the mechanism's own", 1)
    assert typed != source and not decimals(typed) <= allowed  # must fail


def test_what_the_source_reads_is_what_the_figures_write(figures: ModuleType) -> None:
    """A row of the table with a certified ε: as the accountant gives it, and inside what the times tell."""
    (row,) = [one for one in figures.brackets(["binary"], (1e-2,))]
    told = decoder_epsilon(figures.BINARY, 2.0, 1e-2, failure=figures.FAILURE, seed=0, lists=figures.LISTS, width=0.0)
    assert (row["low"], row["high"]) == (told.lower, told.upper)
    assert row["output"] < row["low"] < row["high"] < row["times"] == told.times < row["theorem"]


def test_the_sources_typeset(figures: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With stand-ins for all that takes long."""
    typst = pytest.importorskip("typst", reason="needs requirements-docs.txt")

    def enclosed(*_: Any) -> tuple[float, float]:
        return 2.0, 2.5

    stand_ins = {
        "enclosed": enclosed, "least_bits": lambda *_: 2.0, "attained_bits": lambda *_: 2.0, "looks": lambda *_: 0.1,
        "composed_epsilon": lambda *_: 1.4, "LaplacePair": lambda *_: figures.worst_pair(figures.GAUSSIAN),
        "LISTED": dict(list(figures.LISTED.items())[:3] + list(figures.LISTED.items())[-1:]), "WEAK_LISTS": 4,
        "FRONTIER": (2.0, 3.0), "weak_shift_share": lambda *_: 0.8, "ORDER_LISTS": 400,
    }  # fmt: skip
    for name, value in stand_ins.items():
        monkeypatch.setattr(figures, name, value)
    numbers = tmp_path / "numbers.json"
    numbers.write_text(json.dumps(figures.numbers()), encoding="utf-8")
    source = (ROOT / "docs" / "paper" / "paper.typ").read_text(encoding="utf-8")
    (tmp_path / "paper.typ").write_text(source.replace("/build/paper/numbers.json", "numbers.json"), encoding="utf-8")
    for name in ("plot.typ", "references.bib"):
        (tmp_path / name).write_text((ROOT / "docs" / "paper" / name).read_text(encoding="utf-8"), encoding="utf-8")
    pdf = typst.compile(str(tmp_path / "paper.typ"), root=str(tmp_path))
    assert pdf.startswith(b"%PDF") and len(pdf) > 50_000
