"""The chosen settings against a grid over codes, chunk sizes, widths on both sides, and orders."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from benchmarks.optimum import WORTH, forms, gap
from ppr_core.channels import LaplaceChannel
from ppr_core.planning import Setup, solve


@pytest.mark.parametrize("form", [*forms(20, seed=5)], ids=range(20))
def test_no_point_of_a_grid_takes_one_percent_fewer_bits(form: Setup) -> None:
    share, plan, where = gap(form)
    assert share <= WORTH, where
    assert plan.fits or where == "nothing is within the time"


NARROWER = [(37, 8.0, 0.08), (20, 10.0, 0.08), (300, 6.0, 0.01)]


@pytest.mark.parametrize(("dimension", "epsilon", "less"), NARROWER)
def test_the_grid_notices_the_proposal_of_fewest_candidates(dimension: int, epsilon: float, less: float) -> None:
    form = Setup(dimension=dimension, epsilon=epsilon, decoder_epsilon=4 * epsilon)
    assert gap(form.replace(proposal=1.0, chunk=dimension if dimension < 100 else 30))[0] > less
    assert solve(form).option.scale < 0.7


def test_words_of_whole_bits_are_looked_at_along_the_width() -> None:
    """The mean length of Zipf–Shannon words jumps where a word changes by a bit: here 9 % at a third of the width."""
    form = Setup(task="gaussian", trusted="server", dimension=1, epsilon=5.7, code="zipf_shannon", time_budget=65.0)
    share, plan, where = gap(form)
    assert share < WORTH, (plan, where)
    assert solve(form.replace(proposal=0.35)).bits > 1.05 * plan.bits


def test_a_flat_proposal_sends_a_number_with_laplace_noise_in_fewer_bits() -> None:
    form = Setup(task="laplace", dimension=1, epsilon=8.0, decoder_epsilon=32.0, alpha=2.0, code="elias_gamma")
    plan = solve(form)
    assert plan.bits == pytest.approx(4.38, rel=0.005)  # 5.19 of the best without the flat part, 4.55 at ε′ = ε
    channel = plan.option.pieces[0].case.channel
    assert channel.proposal_plateau == 1 and channel.proposal_epsilon < 0.7 * channel.epsilon


@pytest.mark.parametrize(("dimension", "plateau"), [(1, 0.0), (1, 0.7), (1, 2.0), (3, 0.0), (40, 0.0)])
@pytest.mark.parametrize("epsilon", [0.3, 2.0, 9.0])
def test_least_divergence_of_a_laplace_proposal(dimension: int, plateau: float, epsilon: float) -> None:
    shape = {"dimension": dimension, "epsilon": epsilon, "norm_bound": 2.0, "proposal_plateau": plateau}
    x = np.full((1, dimension), 2.0 / np.sqrt(dimension) * (1 - 1e-12))

    def divergence(log_share: float) -> float:
        return float(LaplaceChannel(**shape, proposal_epsilon=epsilon * np.exp(log_share)).divergence_bits(x)[0])

    found = LaplaceChannel(**shape, proposal_epsilon=epsilon).least_divergence_epsilon()
    best = minimize_scalar(divergence, bounds=(-6, 0), method="bounded", options={"xatol": 1e-7})
    assert divergence(np.log(found / epsilon)) <= best.fun + 1e-12
    assert found == pytest.approx(epsilon * np.exp(best.x), rel=1e-3)
