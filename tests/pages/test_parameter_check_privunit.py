"""The page Parameter check with a PrivUnit report: numbers, fixes and a dimension that it does not allow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.runs import runs_here

ROOT = Path(__file__).resolve().parents[2]
NAME = "parameter_check"


@pytest.fixture(autouse=True, scope="module")
def runs_of_this_process() -> Iterator[None]:
    with runs_here(inline_seconds=5.0, patience_seconds=60.0, predicting_seconds=60.0):
        yield


def visit(**link: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=600).run()
    app.query_params.clear()
    app.switch_page(f"pages/{NAME}.py")
    for name, value in ({"v": "1", "task": "privunit", "clients": "1000"} | link).items():
        app.query_params[name] = value
    app.run()
    assert not app.exception, [exception.value for exception in app.exception]
    return app


def metrics(app: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in app.metric}


@pytest.mark.parametrize(
    "link",
    [
        {"dimension": "2", "epsilon": "0.001", "decoder_epsilon": "0.004"},
        {"dimension": "10000", "epsilon": "30", "decoder_epsilon": "inf"},
        {"dimension": "10000", "epsilon": "30", "split": "optimized", "alpha": "inf", "choose_alpha": "0"},
        {"dimension": "10000", "epsilon": "6", "split": "default", "choose_alpha": "0", "alpha": "1.01"},
    ],
    ids=str,
)
def test_extremes(link: dict[str, str]) -> None:
    app = visit(**link)
    assert not app.warning
    assert any("Squared error of the mean" in label for label in metrics(app))


def test_a_click_takes_the_optimized_split() -> None:
    app = visit(dimension="3", epsilon="4", decoder_epsilon="16", split="hemisphere", choose_reports="0")
    before = next(value for label, value in metrics(app).items() if "Squared error of a report" in label)
    app.button(key=f"{NAME}-fix-split").click().run()
    assert not app.exception
    state = app.session_state[f"state-{NAME}"]
    assert state.parameters.split == "optimized"
    assert f"{NAME}-fix-split" not in [button.key for button in app.button]
    after = next(value for label, value in metrics(app).items() if "Squared error of a report" in label)
    assert before.startswith("3.3") and after.startswith("0.724"), "4/tanh²(2) − 1 and 1/sinh²(1)"


def test_one_dimension_is_refused_in_a_sentence() -> None:
    app = visit(dimension="1")
    assert any("at least 2 for a PrivUnit report" in warning.value.replace("\\", "") for warning in app.warning)


def test_a_better_scheme_is_opened_at_its_settings() -> None:
    """MRC serves best where the decoder may learn no more than the reader: settings in its row, a link and a button."""
    app = visit(task="mean", target="local", dimension="100", clients="10000", epsilon="1", decoder_epsilon="1")
    app.session_state[f"{NAME}-tabs"] = "All schemes"
    app.run()
    rows = next(each.value for each in app.markdown if each.value.startswith("| Scheme"))
    row = next(line for line in rows.splitlines() if "MRC" in line)
    assert "N = 4096" in row and "](exactness?v=2&" in row and "candidates=4096" in row
    [button] = [each.proto for each in app.get("link_button")]
    assert "MRC, N = 4096" in button.label and button.url in row
