"""Plans: calibration, estimates, the choice itself and its guarantees, against formulas and enumeration."""

from __future__ import annotations

import functools
import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from ppr_core.accounting import any_randomizer
from ppr_core.decoder_privacy import decoder_privacy, gaussian_chunks_privacy
from ppr_core.guarantees import laplace_metric_size, ppr_overhead_bits
from ppr_core.planning import (
    CODES,
    Setup,
    best,
    claims,
    decoder_guarantee,
    epsilon_for_noise,
    largest_alpha,
    mechanism,
    renyi_local,
    round_down,
    secure_mean,
    solve,
)
from ppr_core.planning.search import Search

MEAN = Setup(task="mean", dimension=200, alpha=2.0, decoder_epsilon=math.inf)


def delta_of(multiplier: float, epsilon: float) -> float:
    """δ of the Gaussian mechanism with s = multiplier·Δ: Balle and Wang 2018, Theorem 8."""
    half, scaled = 0.5 / multiplier, epsilon * multiplier
    return norm.cdf(half - scaled) - math.exp(epsilon) * norm.cdf(-half - scaled)


def test_a_secure_sum_costs_bits_and_little_error() -> None:
    """The mean of 500 clients that trust nobody: 1024 entries of 19 bits; none where so coarse a grid does not do."""
    asked = MEAN.replace(dimension=1000, clients=500, epsilon=1.0, delta=1e-6, trusted="aggregation")
    checked = best(asked).schemes[0]
    assert best(asked).best is checked and checked.name == "summed" and checked.bits == 1024 * 19
    assert 1.0 < checked.error / mechanism(asked).error < 1.1
    assert secure_mean(asked.replace(clients=2, epsilon=0.01, delta=1e-9)) is None


def test_every_trust_model_of_a_mean_gives_the_same_final_guarantee() -> None:
    """Less trust, more error; who is not trusted is told no more than the limit; more trust is needed by name."""
    asked = MEAN.replace(epsilon=1.0, alpha=None, decoder_epsilon=8.0)
    rows = {way.name: way for way in best(asked).schemes}
    errors = [mechanism(asked).error, *(rows[name].error for name in ("summed", "shuffled", "local"))]
    assert errors == sorted(errors)
    for name, trusted in (("local", "nobody"), ("shuffled", "shuffling"), ("summed", "aggregation")):
        assert rows[name].reader <= 1.0 and rows[name].decoder <= 8.0
        assert rows[name].breaks == (() if name == "local" else ("trusted",))
        held = best(asked.replace(trusted=trusted))
        assert next(way for way in held.schemes if way.name == name).breaks == ()
        assert name == "local" or (held.best is held.schemes[0] and held.schemes[0].name == name)
    local = dict(rows["shuffled"].settings)["local"]
    assert any_randomizer(2.0 * local).epsilon(asked.clients, asked.delta)[1] > 1.0, "twice as much would be too much"


# --- The mechanism ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("epsilon", "delta"), [(0.1, 1e-5), (1.0, 1e-6), (4.0, 1e-4)])
@pytest.mark.parametrize("norm_bound", [1.0, 7.0])
def test_gaussian_noise_meets_its_target_and_hardly_more(epsilon: float, delta: float, norm_bound: float) -> None:
    p = Setup(epsilon=epsilon, delta=delta, norm_bound=norm_bound)
    multiplier = mechanism(p).noise / (2 * norm_bound)
    assert delta_of(multiplier, epsilon) <= delta < delta_of(0.999 * multiplier, epsilon)


@pytest.mark.parametrize(("neighbours", "distance"), [("zero_out", 1.0), ("replace_one", 2.0)])
def test_central_noise_belongs_to_the_mean(neighbours: str, distance: float) -> None:
    p = MEAN.replace(neighbours=neighbours, clients=400, norm_bound=3.0)
    m = mechanism(p)
    multiplier = m.error / (distance * 3.0 / 400)
    assert m.error == pytest.approx(m.noise / 20)
    assert delta_of(multiplier, 1.0) <= 1e-6 < delta_of(0.999 * multiplier, 1.0)
    assert m.central.epsilon == pytest.approx(1.0) and m.central.notion == "central"
    assert delta_of(m.noise / 6.0, m.local.epsilon) <= 1e-6 < delta_of(m.noise / 6.0, 0.999 * m.local.epsilon)


def test_laplace_and_categories_are_pure() -> None:
    laplace = mechanism(Setup(task="laplace", dimension=3, epsilon=2.0, norm_bound=5.0))
    assert laplace.noise == pytest.approx(0.2) and laplace.local.delta == 0
    assert laplace.error**2 * 3 == pytest.approx(3 * 4 / 0.2**2)  # E‖z − x‖² = d(d+1)/ε²
    report = mechanism(Setup(task="categories", categories=4, epsilon=math.log(3), clients=100))
    keep, other = 3 / 6, 1 / 6  # a quarter of the users of each category: their votes and those of all others
    spread = 25 * keep * (1 - keep) + 75 * other * (1 - other)
    assert report.error == pytest.approx(math.sqrt(spread) / (keep - other) / 100)
    assert report.local.epsilon == pytest.approx(math.log(3)) and report.local.delta == 0


@pytest.mark.parametrize("factor", [0.3, 1.0, 7.0])
def test_epsilon_for_a_noise_is_on_the_private_side(factor: float) -> None:
    p = MEAN.replace(clients=100)
    wanted = factor * mechanism(p).noise
    reached = mechanism(p.replace(epsilon=round_down(epsilon_for_noise(p, wanted)))).noise
    assert wanted * (1 - 1e-9) <= reached < 1.03 * wanted


# --- The choice ------------------------------------------------------------------------------------------------------

CASES = [
    {},
    {"dimension": 1000},
    {"dimension": 7, "epsilon": 8.0, "decoder_epsilon": 30.0, "time_budget": 0.1},
    {"task": "laplace", "dimension": 3, "epsilon": 8.0, "decoder_epsilon": 20.0},
    {"task": "categories", "categories": 50, "epsilon": 3.0, "decoder_epsilon": 9.0},
    {"task": "mean", "dimension": 300, "decoder_epsilon": math.inf, "alpha": 2.0},
    {"task": "mean", "dimension": 300, "target": "local"},
]


@pytest.mark.parametrize("changes", CASES, ids=str)
def test_choice_keeps_limit_and_budget_and_nothing_compared_is_better(changes: dict[str, Any]) -> None:
    p = Setup(**changes)
    s = solve(p)
    if p.guarded:
        assert decoder_guarantee(s.settled, s.alpha, s.option.chunk).epsilon <= p.decoder_epsilon
    assert s.fits and s.option.seconds <= p.seconds
    within = [bits for option, bits in zip(s.options, s.option_bits, strict=True) if option.seconds <= p.seconds]

    @functools.cache
    def alpha_of(chunk: int) -> float:
        return p.alpha or largest_alpha(s.settled, chunk if chunk >= p.dimension else None)

    search = Search(s.settled, alpha_of, CODES if p.code is None else (p.code,))
    search.run()
    least = min(search.least_bits, *within)
    assert s.bits <= 1.005 * least
    faster = [bits for option, bits in zip(s.options, s.option_bits, strict=True) if option.seconds < s.option.seconds]
    assert not faster or min(faster) > 1.005 * least
    assert s.bits < s.code_bound and s.refined <= s.bound
    assert sum(piece.size * piece.copies for piece in s.option.pieces) == (p.dimension if p.task != "categories" else 1)


def test_frontier_by_comparing_all_pairs() -> None:
    s = solve(Setup(dimension=300, epsilon=6.0, decoder_epsilon=30.0))
    points = [(option.seconds, bits) for option, bits in zip(s.options, s.option_bits, strict=True)]
    for place, (seconds, bits) in enumerate(points):
        beaten = any(other[0] <= seconds and other[1] <= bits and other != (seconds, bits) for other in points)
        assert s.frontier[place] is np.bool_(not beaten)


def test_more_time_never_costs_bits_and_a_looser_limit_neither() -> None:
    p = Setup(dimension=500, epsilon=5.0, decoder_epsilon=20.0)
    by_time = [solve(p.replace(time_budget=budget)).bits for budget in (0.5, 2.0, 20.0, 200.0)]
    by_limit = [solve(p.replace(decoder_epsilon=limit)).bits for limit in (11.0, 14.0, 20.0, 60.0, math.inf)]
    for sequence in (by_time, by_limit):
        assert all(later <= 1.011 * earlier for earlier, later in pairwise(sequence))


@pytest.mark.parametrize("limit", [1.3, 2.1, 4.0, 5.3331, 77.7])
def test_alpha_is_the_largest_on_the_private_side(limit: float) -> None:
    p = Setup(epsilon=1.0, decoder_epsilon=limit)
    alpha, chunk = solve(p).alpha, solve(p).option.chunk
    assert decoder_guarantee(p, alpha, chunk).epsilon <= limit < decoder_guarantee(p, 1.002 * alpha, chunk).epsilon


def test_given_settings_are_used_as_they_are() -> None:
    p = Setup(
        dimension=60, alpha=3.0, chunk=25, proposal=0.5,
        code="elias_delta",
    )  # fmt: skip
    s = solve(p)
    assert (s.alpha, s.code, s.option.chunk, s.option.scale) == (3.0, "elias_delta", 25, 0.5) and len(s.options) == 1
    assert [(piece.size, piece.copies) for piece in s.option.pieces] == [(25, 2), (10, 1)]


def test_paper_proposals() -> None:
    gaussian = solve(Setup(dimension=50, proposal="paper", chunk=50))
    noise = mechanism(Setup(dimension=50)).noise
    assert gaussian.option.log_ratio == pytest.approx(25 * math.log1p(1 / (50 * noise**2)) + 25)
    assert gaussian.option.divergence == pytest.approx(25 * math.log2(1 + 1 / (50 * noise**2)))
    p = Setup(task="laplace", dimension=4, epsilon=6.0, proposal="paper", alpha=2.0)
    laplace = solve(p)
    length = laplace.option.divergence + ppr_overhead_bits(2.0)
    size = laplace_metric_size(dimension=4, epsilon=3.0, norm_bound=1.0, alpha=2.0).value
    assert length + math.log2(length + 1) + 2 == pytest.approx(size)
    assert math.isinf(laplace.option.log_ratio)


@given(value=st.floats(1e-9, 1e9), digits=st.integers(1, 8))
def test_rounding_down(value: float, digits: int) -> None:
    rounded = round_down(value, digits)
    assert rounded <= value < rounded * (1 + 10.0 ** (1 - digits)) * (1 + 1e-9)
    assert float(f"{rounded:.{digits - 1}e}") == rounded


# --- Guarantees ----------------------------------------------------------------------------------------------------


def test_renyi_guarantee_is_the_best_order_and_no_better_than_the_tight_one() -> None:
    epsilon = renyi_local(MEAN, 2.0).epsilon
    ratio = 2 / mechanism(MEAN).noise
    orders = 1 + np.geomspace(1e-3, 1e3, 4001)
    grid = orders * ratio**2 / 2 - (np.log(orders) + math.log(1e-6)) / (orders - 1) + np.log1p(-1 / orders)
    assert epsilon == pytest.approx(4 * grid.min(), rel=1e-5)
    assert epsilon >= 4 * mechanism(MEAN).local.epsilon


def test_claims_name_their_sources_and_conditions() -> None:
    listed = claims(Setup(task="laplace", dimension=2, epsilon=2.0), 1.5, 2)
    by_source = {claim.source: claim for claim in listed}
    assert by_source["ppr.theorem7"].guarantee.epsilon == pytest.approx(6.0)
    assert by_source["ppr.theorem9"].guarantee.epsilon == pytest.approx(3.0)  # ε = 1 for each unit of distance
    assert by_source["ppr.theorem10"].guarantee is None and by_source["ppr.theorem10"].note == "tight"
    by_source = {claim.source: claim for claim in claims(Setup(), 2.0, 100)}
    approximate, law = (by_source[source].guarantee for source in ("ppr.theorem8", "ppr.loss"))
    assert (approximate.epsilon, approximate.delta) == (pytest.approx(4.0), 2e-6)
    assert (law.epsilon, law.delta, law.side) == (pytest.approx(2.262, abs=1e-3), 2e-6, "upper")
    chunked = next(claim for claim in claims(Setup(), 2.0, 50) if claim.source == "ppr.renyi")
    assert chunked.guarantee.epsilon == pytest.approx(2.506, abs=1e-3)


LIMITED = [
    Setup(decoder_epsilon=2.0),
    Setup(task="laplace", dimension=1),
    Setup(task="categories", epsilon=2.0, decoder_epsilon=6.0),
    Setup(task="privunit", dimension=20, epsilon=2.0, decoder_epsilon=5.0, reports=1),
]


@pytest.mark.parametrize("p", LIMITED, ids=lambda p: p.task)
def test_one_message_is_held_and_reported_by_the_law_of_its_loss(p: Setup) -> None:
    """The limit that α was chosen for and the ε that is printed are of one law; Rényi orders, which were the other
    before, break the limit at this α."""
    s = solve(p)
    assert s.decoder.source == "ppr.loss" and s.decoder.side == "upper"
    assert (
        s.decoder.epsilon <= p.decoder_epsilon < decoder_guarantee(s.settled, 1.002 * s.alpha, s.option.chunk).epsilon
    )
    assert renyi(s.settled, s.alpha) > p.decoder_epsilon
    if p.kind.chunked:
        pieces = solve(p.replace(chunk=50))
        assert pieces.decoder.source == "ppr.renyi" and pieces.decoder.epsilon <= p.decoder_epsilon
        assert pieces.alpha < s.alpha


def renyi(p: Setup, alpha: float) -> float:
    """ε at δ′ by Rényi divergences and the theorems."""
    if p.kind.chunked:
        return gaussian_chunks_privacy(mechanism(p).noise, 2 * p.norm_bound, np.ones(1) * math.inf, alpha, 2e-6).epsilon
    return decoder_privacy(p.kind.channel(p)[0], alpha, p.decoder_delta).epsilon


def test_the_law_is_never_above_renyi_orders() -> None:
    rng = np.random.default_rng(4)
    tried = [
        Setup(task="categories", categories=k, epsilon=e) for k, e in zip((2, 9, 300), (0.3, 2.0, 6.0), strict=True)
    ]
    tried += [Setup(epsilon=0.5), Setup(task="laplace", dimension=1, epsilon=2.0)]
    for p in tried:
        for alpha in 1 + np.exp(rng.uniform(-4, 3, 6)):
            assert decoder_guarantee(p, float(alpha), p.dimension).epsilon <= renyi(p, float(alpha)) * (1 + 1e-9)


def test_any_number_of_chunks_is_promised_what_one_of_them_may_hold() -> None:
    """No law of one message is used where it is not known that there is one, nor for several reports."""
    for p, chunk in ((Setup(), None), (Setup(), 99), (Setup(task="privunit", split="optimized", reports=2), None)):
        assert decoder_guarantee(p, 2.0, chunk).source == "ppr.renyi"
    assert decoder_guarantee(Setup(), 200.0, 100).source != "ppr.loss"  # whose law would take longer
