"""Advantage, right guesses and true positives, against closed forms and the package riskcal."""

from __future__ import annotations

import functools
import math

import pytest
from scipy.stats import norm

from ppr_core.accounting import (
    GaussianPair,
    LaplacePair,
    LossPair,
    advantage,
    dominating_pair,
    output_delta,
    poisson_loss,
    right_guesses,
    true_positives,
)

ALARMS = (1e-4, 0.01, 0.2, 0.5, 0.8)
SEARCH = 9.3 * 0.6181**20  # ln(1/a) nats at most, after 20 golden sections: e^ε a is no closer


def curve(pair: LossPair):
    return functools.partial(output_delta, pair)


@pytest.mark.parametrize("mu", [0.1, 1.0, 3.0])
def test_gaussian(mu: float) -> None:
    assert advantage(curve(GaussianPair(mu))) == pytest.approx(2 * norm.cdf(mu / 2) - 1, rel=1e-12)
    assert right_guesses(curve(GaussianPair(mu))) == pytest.approx(norm.cdf(mu / 2), rel=1e-12)
    for alarms in ALARMS:
        exact = norm.cdf(norm.ppf(alarms) + mu)
        assert exact * (1 - 1e-12) <= true_positives(curve(GaussianPair(mu)), alarms) <= exact * (1 + SEARCH)


def laplace_power(shift: float, alarms: float) -> float:
    """Threshold tests of Laplace noise: Dong, Roth, Su 2022, Lemma A.6."""
    if alarms < math.exp(-shift) / 2:
        return math.exp(shift) * alarms
    return 1 - math.exp(-shift) / (4 * alarms) if alarms <= 0.5 else 1 - math.exp(-shift) * (1 - alarms)


@pytest.mark.parametrize("shift", [0.2, 1.0, 4.0])
def test_laplace_and_randomized_response(shift: float) -> None:
    assert advantage(curve(LaplacePair(shift))) == pytest.approx(1 - math.exp(-shift / 2), rel=1e-12)
    assert advantage(curve(dominating_pair(shift))) == pytest.approx(math.tanh(shift / 2), rel=1e-12)
    for alarms in ALARMS:
        exact = laplace_power(shift, alarms)
        assert exact * (1 - 1e-12) <= true_positives(curve(LaplacePair(shift)), alarms) <= exact * (1 + SEARCH)
        corner = min(math.exp(shift) * alarms, 1 - math.exp(-shift) * (1 - alarms))
        found = true_positives(curve(dominating_pair(shift)), alarms)
        assert corner * (1 - 1e-12) <= found <= corner * (1 + SEARCH)


@pytest.mark.parametrize("law", ["gaussian", "laplace"])
@pytest.mark.parametrize("ratio", [0.3, 1.0, 2.5])
def test_the_public_calibration_library_agrees(law: str, ratio: float) -> None:
    """Its loss distribution has cells of 10⁻⁴ nats, rounded up; a law of another width does not agree."""
    analysis = pytest.importorskip("riskcal.analysis")
    distributions = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    make = getattr(distributions, f"from_{law}_mechanism")
    theirs = make(1 / ratio, value_discretization_interval=1e-4)
    pair = GaussianPair(ratio) if law == "gaussian" else LaplacePair(ratio)
    assert advantage(curve(pair)) == pytest.approx(analysis.get_advantage_from_pld(theirs), abs=1e-4)
    for alarms in ALARMS:
        power = 1 - float(analysis.get_beta_from_pld(theirs, alpha=alarms))
        assert true_positives(curve(pair), alarms) == pytest.approx(power, abs=2e-4)
    wider = GaussianPair(1.1 * ratio) if law == "gaussian" else LaplacePair(1.1 * ratio)
    assert advantage(curve(wider)) > analysis.get_advantage_from_pld(theirs) + 0.005


@pytest.mark.parametrize(
    "pair", [GaussianPair(1.0), LaplacePair(1.5), LaplacePair(3.0, 5), dominating_pair(1.0)], ids=str
)
def test_a_decoder_tests_no_worse_than_a_reader(pair: LossPair) -> None:
    """The message holds the output; the more so the larger α."""
    for alarms in (0.01, 0.3):
        powers = [true_positives(curve(pair), alarms)]
        for alpha in (1 + 1e-5, 1.5, 3.0):
            loss = poisson_loss(pair, alpha)
            powers.append(true_positives(lambda epsilon, loss=loss: float(loss.delta(epsilon)[0]), alarms))
        assert powers == sorted(powers) and powers[-1] > 1.02 * powers[0]
        assert powers[1] == pytest.approx(powers[0], rel=0.02)
