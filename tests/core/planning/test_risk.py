"""ε by risk: closed forms for readers, the exact law for decoders, and nothing left beside the limit."""

from __future__ import annotations

import math

import pytest
from scipy.stats import norm

from ppr_core.accounting import gaussian_noise_std
from ppr_core.experiments.parameter_check import EXPERIMENT, ParameterCheck
from ppr_core.planning import Risk, Setup, decoder_guarantee, held_to, largest_alpha, mechanism, risk_of, solve

GUESSES, ADVANTAGE = Risk("right_guesses", 0.75), Risk("advantage", 0.5)
POSITIVES = Risk("true_positives", 0.1, 0.01)


def test_a_reader_of_pure_mechanisms() -> None:
    """Advantage ½: 1 − e^{−ε/2} of Laplace noise on a line, tanh(ε/2) of two categories; 10 % at 1 %: e^ε = 10."""
    line = Setup(task="laplace", dimension=1, trusted="server")
    assert held_to(line, ADVANTAGE).epsilon == pytest.approx(2 * math.log(2), rel=2e-3)
    assert held_to(line, POSITIVES).epsilon == pytest.approx(math.log(10), rel=1e-3)
    response = Setup(task="categories", categories=2, trusted="server")
    assert held_to(response, ADVANTAGE) == held_to(response, GUESSES)
    assert held_to(response, GUESSES).epsilon == pytest.approx(math.log(3), rel=1e-3)


@pytest.mark.parametrize("task", ["gaussian", "mean"])
def test_a_reader_of_gaussian_noise(task: str) -> None:
    """μ with Φ(μ/2) = ¾; of a mean with a central target it is the mean's."""
    held = held_to(Setup(task=task, trusted="server", norm_bound=3.0), GUESSES)
    mu = 2 * norm.ppf(0.75)
    assert gaussian_noise_std(mu, held.epsilon, held.delta) == pytest.approx(1.0, rel=1e-3)


@pytest.mark.parametrize("task", ["gaussian", "laplace", "categories", "privunit", "mean"])
@pytest.mark.parametrize("risk", [GUESSES, POSITIVES], ids=lambda risk: risk.measure)
def test_a_decoder_is_held_to_the_last_digit(task: str, risk: Risk) -> None:
    p = Setup(task=task, dimension=5)
    held = held_to(p, risk)
    assert risk_of(held, risk) <= risk.limit < risk_of(held.replace(epsilon=1.01 * held.epsilon), risk)
    assert risk_of(held, risk, decoder=False) < risk.limit  # its reader learns less
    assert held.epsilon < held_to(p.replace(trusted="server"), risk).epsilon or task == "mean"
    plan = solve(held)
    assert plan.alpha_reaches and plan.alpha == pytest.approx(2.0, rel=2e-3)
    assert plan.settled.reports in (None, 1)


def test_a_smaller_order_leaves_more_epsilon_and_less_error() -> None:
    p = Setup(task="laplace", dimension=2)
    held = [held_to(p.replace(alpha=alpha), GUESSES) for alpha in (1.1, 1.5, 2.0, 4.0)]
    assert [one.epsilon for one in held] == sorted((one.epsilon for one in held), reverse=True)
    assert mechanism(held[0]).error < mechanism(held[-1]).error


def test_limits_that_nothing_or_everything_keeps() -> None:
    p = Setup(trusted="server", delta=0.1)
    assert held_to(p, Risk("advantage", 0.01)).epsilon == 0.001  # δ alone allows more
    assert held_to(Setup(task="categories", trusted="server"), Risk("advantage", 1 - 1e-13)).epsilon == 30.0


@pytest.mark.parametrize(("measure", "limit"), [("right_guesses", 0.5), ("true_positives", 0.01), ("advantage", 0.0)])
def test_limits_that_guessing_breaks_are_refused(measure: str, limit: float) -> None:
    with pytest.raises(ValueError, match=r"^limit must be"):
        Risk(measure, limit)


def test_a_risk_that_delta_alone_exceeds_leaves_no_epsilon() -> None:
    """An advantage of 0.1 % against a decoder who may learn anything with probability δ′ = 1 %: ε′ = 0, and that is
    answered: by an α as long as the mechanism's own loss is rarer than δ′."""
    check = ParameterCheck(task="categories", epsilon=2.0, decoder_delta=0.01, limit_by="advantage", risk=0.1)
    assert check.setup.decoder_epsilon == 0.0
    assert decoder_guarantee(check.setup, largest_alpha(check.setup)).epsilon == 0.0
    assert EXPERIMENT.run(check).problems
