"""One release asked of every page that has it: the same noise, ε, bits and error, whichever page answers.

Laplace noise on a number of [−1, 1] at ε = 1 between any two inputs, sent by PPR with α = 2 in Elias delta code.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

from pages.ui.state import read_link
from ppr_core.channels import LaplaceChannel
from ppr_core.experiments import bit_cost, exactness, one_person, overview, parameter_check, ppr_step_by_step, privacy
from ppr_core.experiments.contract import Experiment
from ppr_core.index_law import Piece, pieces_law

EPSILON, ALPHA, X = 1.0, 2.0, 0.6
LIMIT = 4.0  # standard errors; a page that is right exceeds them once in 16 000 runs
VARIANCE = 2 * (2 / EPSILON) ** 2
CHANNEL = LaplaceChannel(dimension=1, epsilon=EPSILON / 2, norm_bound=1.0)
THE_INPUT = {"x": X}, {"position": X}
ACCOUNTED = 3.980876  # of PPR's decoder at δ = 10⁻⁶, by `tests/core/accounting`


def exact_bits(channel: LaplaceChannel, x: float) -> float:
    return pieces_law([Piece(channel, np.array([x]))], ALPHA).length("elias_delta").value


def run(page: object, **settings: object) -> object:
    experiment: Experiment = page.EXPERIMENT
    return experiment.run(experiment.parameters(**settings))


LAPLACE = {"mechanism": "laplace", "epsilon": EPSILON, "alpha": ALPHA}


def test_pages_build_the_same_channel() -> None:
    built = [
        overview.EXPERIMENT.parameters(epsilon=EPSILON).channel(),
        *(page.EXPERIMENT.parameters(**LAPLACE).channel() for page in (bit_cost, exactness, privacy, one_person)),
    ]
    assert {repr(channel) for channel in built} == {repr(CHANNEL)}


def test_pages_that_stand_beside_each_other_open_at_the_same_input() -> None:
    inputs = [overview.EXPERIMENT.parameters().x, ppr_step_by_step.EXPERIMENT.parameters().x]
    inputs += [float(page.EXPERIMENT.parameters().input()[0]) for page in (bit_cost, exactness)]
    assert inputs == [X] * 4


def test_bits_are_the_same() -> None:
    known = exact_bits(CHANNEL, X)
    cost = run(bit_cost, **LAPLACE, samples=4000, sweep="none")
    assert cost.exact_bits.value == pytest.approx(known, rel=1e-12)
    seen = [
        run(overview, epsilon=EPSILON, alpha=ALPHA).bits,
        cost.bits,
        run(exactness, **LAPLACE, first="ppr", second="none").arms[0].bits,
    ]
    for mean in seen:
        assert abs(mean.value - known) < LIMIT * mean.error
        assert abs(mean.value - exact_bits(CHANNEL, -1.0)) > LIMIT / 2 * mean.error, "another input has other bits"
    end = run(privacy, **LAPLACE, encodes=4000).chosen.bits  # which compares the ends
    assert abs(end.value - exact_bits(CHANNEL, 1.0)) < LIMIT * end.error


def test_epsilon_is_the_same() -> None:
    """ε of the mechanism between any two inputs, 2αε against the decoder, and the accountant's ε at δ = 10⁻⁶."""
    over, steps = run(overview, epsilon=EPSILON), run(ppr_step_by_step, epsilon=EPSILON)
    person, loss = run(one_person, **LAPLACE, reports=1, people=200), run(privacy, **LAPLACE, encodes=200)
    assert [over.epsilon_database, steps.mechanism_privacy.epsilon, person.epsilon, loss.own] == [EPSILON] * 4
    pure = [over.epsilon_decoder, steps.decoder_privacy.epsilon, person.promise, loss.chosen.decoder.epsilon]
    assert pure == [2 * ALPHA * EPSILON] * 4
    accounted = [over.epsilon_decoder_exact, steps.accounted_privacy.epsilon, loss.accounted.epsilon]
    assert accounted == pytest.approx([ACCOUNTED] * 3, rel=1e-6)
    for page in (bit_cost, exactness):
        assert page.EXPERIMENT.parameters(**LAPLACE).channel().privacy().epsilon == EPSILON


def test_error_is_the_same() -> None:
    law = run(exactness, **LAPLACE, first="ppr", second="none")
    sent = law.arms[0].moments
    assert law.law.variance == pytest.approx(VARIANCE)
    assert abs(sent.variance_ratio - 1) < LIMIT * sent.variance_ratio_error
    assert run(ppr_step_by_step, epsilon=EPSILON).law_density.max() == pytest.approx(1 / math.sqrt(2 * VARIANCE))
    assert run(overview, epsilon=EPSILON).law_density.max() == pytest.approx(1 / math.sqrt(2 * VARIANCE))
    assert CHANNEL.mean_squared_error == pytest.approx(VARIANCE)


def test_parameter_check_says_the_same() -> None:
    """Of an input at the end of the range."""
    settings = {"task": "laplace", "dimension": 1, "epsilon": EPSILON, "choose_alpha": False, "alpha": ALPHA}
    checked = run(parameter_check, **settings, code="elias_delta", proposal="own", samples=50)
    said = {one.key: one.value for one in parameter_check.EXPERIMENT.tell(checked).quantities}
    assert said["local"] == pytest.approx(EPSILON, abs=1e-5)  # at the δ of its comparison
    assert said["error"] == pytest.approx(math.sqrt(VARIANCE))
    assert said["bits"] == pytest.approx(exact_bits(CHANNEL, 1.0), rel=1e-6)


@pytest.mark.parametrize("page", [bit_cost, exactness], ids=["bit_cost", "exactness"])
@pytest.mark.parametrize("version", [{"v": "1"}, {}], ids=["first version", "no version"])
def test_links_of_the_first_version_keep_their_numbers(page: object, version: dict[str, str]) -> None:
    """ε = 3 per unit of distance on |x| <= 2 is 12 between any two, and the proposal fell from 0 on."""
    state, _ = read_link(page.EXPERIMENT, version | {"epsilon": "3", "norm_bound": "2"})
    assert not state.problems
    old = LaplaceChannel(dimension=1, epsilon=3.0, norm_bound=2.0, proposal_plateau=0.0)
    assert repr(state.parameters.channel()) == repr(old) and state.parameters.epsilon == 12.0
    assert state.parameters.input().tolist() == [2.0], "where the input was"


def test_the_overview_of_a_first_link_has_the_input_it_had() -> None:
    assert read_link(overview.EXPERIMENT, {"v": "1", "epsilon": "2"})[0].parameters.x == 0.4
    assert read_link(overview.EXPERIMENT, {"v": "1", "x": "-1"})[0].parameters.x == -1.0
    assert read_link(overview.EXPERIMENT, {"v": "2", "epsilon": "2"})[0].parameters.x == X


@pytest.mark.parametrize("page", [bit_cost, exactness], ids=["bit_cost", "exactness"])
def test_other_links_mean_what_they_say(page: object) -> None:
    new = read_link(page.EXPERIMENT, {"v": "2", "epsilon": "3"})[0].parameters
    assert new == page.EXPERIMENT.parameters(epsilon=3.0)
    plain = read_link(page.EXPERIMENT, {"alpha": "3"})[0].parameters
    assert plain == page.EXPERIMENT.parameters(alpha=3.0)
    other = read_link(page.EXPERIMENT, {"v": "1", "mechanism": "randomized_response", "epsilon": "2"})[0].parameters
    assert (other.epsilon, other.proposal) == (2.0, "best"), "ε between two categories stays"
    for preset, (parameters, _) in page.EXPERIMENT.presets.items():
        again = {name: str(value) for name, value in parameters.values().items()} | {"v": "2"}
        assert read_link(page.EXPERIMENT, again)[0].parameters == parameters, preset
