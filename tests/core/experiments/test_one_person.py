"""The experiment `one_person`: its numbers against closed forms, and what its sentences claim."""

from __future__ import annotations

import contextlib
import io
import math

import numpy as np
import pytest

from ppr_core.experiments.one_person import EXPERIMENT, OnePersonParameters, OnePersonResult
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS


def run(**changes: object) -> OnePersonResult:
    return EXPERIMENT.run(OnePersonParameters(**({"people": 400, "reports": 2} | changes)))


def test_yes_or_no_in_plain_words() -> None:
    result = run(categories=2, epsilon=0.5, reports=1)
    story = EXPERIMENT.tell(result)
    said = "After one report, the server and a reader guess the right value for 62.2 of 100 people;"
    assert story.finding == f"{said} without reports, 50."
    means = "ε = 0.5 means: with 2 equally likely values, a guess from one output"
    assert any(means in notice and "reaches that limit" in notice for notice in story.notices)
    assert result.seen[0].value == pytest.approx(1 / (1 + math.exp(-0.5))) == pytest.approx(result.bounds[0])


@pytest.mark.parametrize(("epsilon", "reports"), [(4.0, 10), (8.0, 10), (4.0, 5)])
def test_no_guess_is_called_certain(epsilon: float, reports: int) -> None:
    """Every output can come from every value, so no share is 100 %, whatever rounding would make of it."""
    story = EXPERIMENT.tell(run(epsilon=epsilon, reports=reports))
    assert "100 of 100" not in story.finding and all(quantity.value < 100 for quantity in story.quantities)
    assert not any("100 %" in notice.replace("\u00a0", " ") for notice in story.notices)


def test_two_reports_help_a_reader_no_more_than_one() -> None:
    result = run(reports=2)
    assert result.seen[1].value == pytest.approx(result.seen[0].value)
    assert any("Two reports help a reader no more than one" in notice for notice in EXPERIMENT.tell(result).notices)
    assert not any("Two reports" in notice for notice in EXPERIMENT.tell(run(reports=2, prior="declining")).notices)


def test_posterior_from_outputs_is_bayes_rule() -> None:
    result = run(
        mechanism="table", table="0.7,0.2,0.1;0.2,0.5,0.3;0.1,0.3,0.6", prior="own", shares="0.5,0.3,0.2", reports=1
    )
    matrix = np.array([[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.3, 0.6]])
    joint = np.array([0.5, 0.3, 0.2])[:, None] * matrix
    possible = joint / joint.sum(axis=0)
    assert min(np.abs(possible[:, z] - result.outputs[0]).max() for z in range(3)) < 1e-12
    assert result.seen[0].value == pytest.approx(joint.max(axis=0).sum())


def test_messages_give_away_more_the_larger_alpha_is() -> None:
    found = [run(reports=5, people=4000, **one) for one in ({"alpha": 1.2}, {"alpha": 4.0}, {"scheme": "pfr"})]
    values = [one.sent[-1].value for one in found]
    assert found[0].seen[-1].value < values[0] < values[1] < values[2]
    assert any(
        "With PFR it also sees" in notice and "nothing is guaranteed" in notice
        for notice in EXPERIMENT.tell(found[2]).notices
    )


def test_one_message_says_what_its_output_says_without_an_error() -> None:
    result = run(reports=1, alpha=1.5)
    assert result.sent[0].value == pytest.approx(result.seen[0].value) and result.sent[0].error < 1e-9
    notices = EXPERIMENT.tell(result).notices
    assert any("server and reader make the same best guess" in notice for notice in notices)
    again = run(reports=1, alpha=1.5, people=800)
    assert np.array_equal(again.messages, result.messages), "nothing is drawn but the report itself"


@pytest.mark.parametrize("changes", [{}, {"scheme": "mrc"}, {"mechanism": "location", "epsilon": 6.0}])
def test_more_reports_leave_what_the_first_said_as_it_was(changes: dict[str, object]) -> None:
    few, many = (run(reports=reports, **changes) for reports in (2, 5))
    assert np.allclose(few.messages, many.messages[:2], rtol=1e-9)
    assert np.allclose(few.outputs, many.outputs[:2], rtol=1e-9)
    assert not np.allclose(few.messages, many.messages[1:3], rtol=1e-3), "each report draws for itself"


def test_rejection_says_what_the_output_says() -> None:
    result = run(scheme="rejection", reports=3)
    assert result.sent == result.seen and np.array_equal(result.outputs, result.messages)


@pytest.mark.parametrize("mechanism", [*MECHANISMS, "location", "table"])
def test_every_mechanism_keeps_to_its_bounds(mechanism: str) -> None:
    result = run(mechanism=mechanism)
    for one, most in ((result.seen, result.bounds), (result.sent, result.message_bounds)):
        assert all(each.value <= bound + 5 * each.error + 1e-9 for each, bound in zip(one, most, strict=True))
    for law in (result.prior, *result.outputs, *result.messages):
        assert law.sum() == pytest.approx(1) and law.min() >= 0
    table = result.tests_table()
    assert np.all(table["misses_output"] >= table["allowed_output"] - 0.02)
    assert (result.area is not None) == (mechanism == "location")


def test_two_reports_leave_less_of_the_map_than_one() -> None:
    result = run(mechanism="location", epsilon=6.0)
    assert result.area[1, 0] < result.area[0, 0] - 5 * result.area[0, 1]
    assert result.message_area[1, 0] < result.area[1, 0]


def test_prior_of_others_is_estimated() -> None:
    result = run(prior="estimated", categories=3, people=20_000, epsilon=2.0)
    assert result.prior == pytest.approx([4 / 7, 2 / 7, 1 / 7], abs=0.05)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"prior": "own", "shares": "0.5,0.5"}, r"Own shares must be 4 numbers of at least 0"),
        ({"prior": "own", "shares": "a,b"}, r"line 1, column 1 must be a number"),
        ({"scheme": "greedy_rejection", "mechanism": "rappor"}, r"read here on finite mechanisms alone"),
        ({"mechanism": "file"}, r"File must be an uploaded file"),
        ({"mechanism": "table", "table": "1,0;0.5,0.4"}, r"row 2 must be probabilities that sum to 1; got 0.9\."),
    ],
)
def test_what_does_not_fit_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        OnePersonParameters(**changes).check_file()


def test_a_value_beyond_the_inputs_is_said_to_stand_for_the_last() -> None:
    beyond, last = (EXPERIMENT.tell(EXPERIMENT.run(OnePersonParameters(truth=truth))) for truth in (9, 4))
    assert beyond.notices[0] == "There are only 4 inputs, so x = 9 stands for the last of them."
    assert beyond.notices[1:] == last.notices
    assert any("5 outputs allow as much as ε = 5" in notice for notice in last.notices)


@pytest.mark.parametrize("settings", [{}, {"scheme": "mrc"}, {"scheme": "mrc", "mechanism": "laplace"}])
def test_the_program_prints_the_headline(settings: dict[str, str]) -> None:
    parameters, printed = OnePersonParameters(**settings), io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(EXPERIMENT.snippet(parameters), {})
    assert float(printed.getvalue()) == EXPERIMENT.tell(EXPERIMENT.run(parameters)).quantities[0].value
