"""Settings of all schemes: no other is better by 1 %, by looking at all; and how wrong MRC is on Laplace noise."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from ppr_core.channels import Channel, LaplaceChannel, PrivUnitChannel
from ppr_core.compressors import DyadicQuantizedLaplace, MinimalRandomCoding, learned
from ppr_core.compressors.speed import listed_seconds, rejection_seconds
from ppr_core.estimation.frequency import PairwiseIndependentRappor, RecursiveHadamardResponse
from ppr_core.estimation.frequency.affine_family import ROUNDINGS, is_prime
from ppr_core.estimation.mean import SQKR, KashinFrame, UnitReports, csgm_noise_std
from ppr_core.guarantees import DECODER, READER
from ppr_core.planning import Setup, TunedScheme, best, mechanism
from ppr_core.planning.mrc_error import listed_laplace_error
from ppr_core.randomness import SharedRandomness

CATEGORIES = {"task": "categories", "decoder_epsilon": 8.0}
Form = tuple[float, float, float, float]  # error, bits, seconds, ε against the decoder


def named(setup: Setup, name: str) -> TunedScheme:
    return next(way for way in best(setup).schemes if way.name == name)


def unbeaten(setup: Setup, way: TunedScheme, forms: Iterable[Form]) -> None:
    """Nothing within the limits has a squared error or, at about the least, bits less by more than 1 %."""
    time = math.inf if math.isinf(setup.time_budget) else setup.time_budget / 1000
    guard = math.inf if setup.trusted == "server" else setup.decoder_epsilon
    kept = [form for form in forms if form[1] <= setup.bit_budget and form[2] <= time and form[3] <= guard * (1 + 1e-9)]
    if not kept:
        assert way.breaks
        return
    assert not way.breaks
    least = min(form[0] for form in kept)
    assert way.error**2 <= 1.01 * least**2 * (1 + 1e-9)
    assert way.bits <= 1.01 * min(form[1] for form in kept if form[0] ** 2 <= least**2 * (1 + 1e-9))
    assert way.bits <= 1.01 * min(form[1] for form in kept if form[0] ** 2 <= 1.01 * least**2 * (1 - 1e-9))


@pytest.mark.parametrize("limits", [{}, {"bit_budget": 4.0}, {"time_budget": 0.02}, {"decoder_epsilon": 3.0}], ids=str)
@pytest.mark.parametrize(("size", "epsilon"), [(1, 0.5), (1, 6.0), (5, 3.0)])
def test_mrc_of_laplace_noise(size: int, epsilon: float, limits: dict[str, float]) -> None:
    setup = Setup(task="laplace", dimension=size, epsilon=epsilon, **{"decoder_epsilon": 4 * epsilon} | limits)
    forms = [laplace_form(without_budgets(setup), bits) for bits in range(1, 17)]
    unbeaten(setup, named(setup, "mrc"), forms)


@functools.cache
def laplace_form(setup: Setup, bits: int) -> Form:
    channel, told = held_mrc(setup, bits)
    error = math.sqrt(listed_laplace_error(channel, [2**bits])[0] / setup.dimension)
    return error, bits, listed_seconds(channel, 2**bits), told


def without_budgets(setup: Setup) -> Setup:
    """Of bits and time, which change no form, but which of them are allowed."""
    return setup.replace(bit_budget=math.inf, time_budget=math.inf)


@functools.cache
def held_mrc(setup: Setup, bits: int) -> tuple[Channel, float]:
    """At the largest ε, to 10⁻⁴, at which reader and decoder of 2^b candidates learn no more than they may."""

    def of(epsilon: float) -> tuple[Channel, float]:
        channel = setup.kind.channel(setup.kind.single(setup.replace(epsilon=epsilon)))[0]
        compressor, delta = MinimalRandomCoding(channel, 1 << bits), setup.decoder_delta
        reader, decoder = (learned(adversary, compressor, delta).epsilon for adversary in (READER, DECODER))
        return channel, max(decoder, reader * setup.decoder_epsilon / setup.epsilon)

    low, high, limit = setup.epsilon / 3, setup.epsilon, setup.decoder_epsilon
    if of(high)[1] <= limit:
        return of(high)
    while high > 1.0001 * low:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if of(middle)[1] <= limit else (low, middle)
    return of(low)


@pytest.mark.parametrize("limits", [{}, {"bit_budget": 7.0}, {"time_budget": 0.1}], ids=str)
@pytest.mark.parametrize(("size", "epsilon"), [(10, 1.0), (200, 5.0)])
def test_mrc_and_sqkr_of_directions(size: int, epsilon: float, limits: dict[str, float]) -> None:
    setup = Setup(task="privunit", dimension=size, epsilon=epsilon, decoder_epsilon=4 * epsilon, **limits)
    forms = []
    for bits in range(1, 17):
        channel, told = held_mrc(without_budgets(setup), bits)
        reports = UnitReports(
            dimension=size, epsilon=channel.epsilon,
            compress=lambda channel, bits=bits: MinimalRandomCoding(channel, 1 << bits),
        )  # fmt: skip
        seconds = listed_seconds(reports.channel, 2.0**bits)
        forms.append((math.sqrt(reports.error_per_client), bits, seconds, told))
    way = named(setup, "mrc")
    unbeaten(setup, with_root(way), forms)
    frame = KashinFrame(dimension=size, shared=SharedRandomness(20201))
    way = named(setup, "sqkr")
    every = [SQKR(dimension=size, epsilon=epsilon, frame=frame, bits=k) for k in range(1, 31) if k <= frame.size]
    forms = [(math.sqrt(one.largest_error(one.bits)), one.bits, way.seconds, epsilon) for one in every]
    unbeaten(setup, with_root(way), forms)
    assert way.standard == (dict(way.settings)["bits"] == SQKR(dimension=size, epsilon=epsilon, frame=frame).bits)


def with_root(way: TunedScheme) -> TunedScheme:
    return replace(way, error=math.sqrt(way.error))


@pytest.mark.parametrize("time", [0.02, 1.0, 20.0])
def test_rejection_of_directions_in_several_reports(time: float) -> None:
    setup = Setup(task="privunit", dimension=50, epsilon=9.0, decoder_epsilon=36.0, time_budget=time)
    forms = []
    for count in (1, 2, 3, 4, 5, 6, 8, 12, 16):
        channel = PrivUnitChannel(dimension=50, epsilon=9.0 / count)
        error = math.sqrt(channel.error_per_client / count)
        forms.append((error, 128 * count, count * rejection_seconds(channel), 9.0))
    unbeaten(setup, with_root(named(setup, "rejection")), forms)


@pytest.mark.parametrize("time", [0.5, 3.0, 20.0])
def test_rejection_of_noise_takes_the_fewest_chunks(time: float) -> None:
    setup = Setup(dimension=150, epsilon=4.0, decoder_epsilon=16.0, time_budget=time)
    forms = []
    for count in range(1, 151):
        chunk = -(-150 // count)
        sizes = [chunk] * (150 // chunk) + ([150 % chunk] if 150 % chunk else [])
        seconds = sum(rejection_seconds(setup.kind.channel(setup, size)[0]) for size in sizes)
        forms.append((mechanism(setup).error, 128 * len(sizes), seconds, 4.0))
    unbeaten(setup, named(setup, "rejection"), forms)


@pytest.mark.parametrize("limits", [{}, {"decoder_epsilon": 1.3}, {"bit_budget": 3.0}, {"trusted": "server"}], ids=str)
def test_dyadic_quantizer(limits: dict[str, float]) -> None:
    setup = Setup(task="laplace", dimension=1, epsilon=1.0, **limits)
    forms = []
    for nu in 1 + np.geomspace(1e-3, 99.0, 150):
        scheme = DyadicQuantizedLaplace(epsilon=0.5, nu=float(nu))
        bits = (scheme.mean_bits(1.0, code) for code in ("signed_elias_gamma", "signed_elias_delta"))
        forms += [(math.sqrt(2) / 0.5, mean, 1e-6, float(nu)) for mean in bits]
    unbeaten(setup, named(setup, "dql"), forms)


@pytest.mark.parametrize("budget", [30.0, 200.0, math.inf])
def test_csgm(budget: float) -> None:
    setup = Setup(task="mean", dimension=64, trusted="server", epsilon=2.0, bit_budget=budget)
    frame = KashinFrame(dimension=64, shared=SharedRandomness(20201))
    forms, bound = [], frame.bound()
    for bits in range(1, 65):
        noise = csgm_noise_std(dimension=128, clients=500, bits=bits, epsilon=2.0, delta=1e-6, coordinate_bound=bound)
        forms.append((math.hypot(bound / math.sqrt(500 * bits / 128), noise), bits, 1e-6, math.inf))
    unbeaten(setup, named(setup, "csgm"), forms)


@pytest.mark.parametrize("limits", [{}, {"bit_budget": 3.0}], ids=str)
@pytest.mark.parametrize(("size", "epsilon"), [(2, 1.0), (5, 5.0), (16, 0.5), (129, 3.0), (1000, 1.5), (1000, 5.0)])
def test_frequencies(size: int, epsilon: float, limits: dict[str, float]) -> None:
    setup = Setup(**CATEGORIES | limits, categories=size, epsilon=epsilon)

    def form(oracle: RecursiveHadamardResponse | PairwiseIndependentRappor) -> Form:
        variance = oracle.variance(np.full(size, 500 / size), 500).mean()
        return math.sqrt(variance) / 500, oracle.bits, 1e-6, epsilon

    bits = range(1, (size - 1).bit_length() + 1)
    every = [RecursiveHadamardResponse(size=size, epsilon=epsilon, report_bits=b) for b in bits]
    unbeaten(setup, named(setup, "hadamard"), map(form, every))
    way = named(setup, "pi_rappor")
    if limits:
        return
    for t in range(1, 11):  # no field of fewer bits has a variance within 1 % of RAPPOR's, which no field can undercut
        for prime in filter(is_prime, range(2, 1 << 11)):
            count = (t + 1) * (prime - 1).bit_length()
            if count >= way.bits or prime**t <= size or (t > 1 and prime ** (t + 1) > 1 << 23):
                continue
            for rounding in ROUNDINGS:
                try:
                    oracle = PairwiseIndependentRappor(
                        size=size, epsilon=epsilon, prime=prime, coordinates=t, rounding=rounding
                    )
                except ValueError:  # α0 is not below α1
                    continue
                assert oracle.variance_loss > 0.01
    assert PairwiseIndependentRappor.shortest(size=size, epsilon=epsilon).variance_loss <= 0.01


@pytest.mark.parametrize("budget", [6.0, 9.0, 12.0])
def test_a_coarser_field_where_bits_are_short(budget: float) -> None:
    setup = Setup(**CATEGORIES, categories=16, epsilon=2.0, bit_budget=budget)
    way = named(setup, "pi_rappor")
    assert way.bits <= budget or way.breaks == ("bit_budget",)
    assert way.standard == (way.settings == named(setup.replace(bit_budget=math.inf), "pi_rappor").settings)


def test_without_limits_another_form_is_wanted() -> None:
    setup = Setup(task="privunit", dimension=100, epsilon=6.0, decoder_epsilon=24.0, bit_budget=7.0)
    way = named(setup, "mrc")
    assert way.free is not None and way.free.bits > 7 and way.free.error < way.error
    assert "bit_budget" in way.free.breaks
    wide = named(setup.replace(bit_budget=math.inf), "mrc")
    assert wide.free is None or wide.free.breaks == ("time_budget",)


# --- MRC on Laplace noise --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "epsilon"), [(1, 1.0), (1, 5.0), (3, 2.0), (12, 3.0)])
def test_mrc_errs_on_laplace_noise_as_it_does_when_it_is_run(size: int, epsilon: float) -> None:
    """m and E‖z‖² of real messages within 5 standard errors; a formula for the uncompressed mechanism fails."""
    channel = LaplaceChannel(dimension=size, epsilon=epsilon, norm_bound=1.0)
    x = np.full(size, 1 / math.sqrt(size))
    for count in (2, 5, 16):
        scheme, shared = MinimalRandomCoding(channel, count), SharedRandomness(3)
        inputs = np.broadcast_to(x, (40_000, size))
        z = scheme.decode(scheme.encode(inputs, shared, np.random.default_rng(1)), shared)
        along, square = z @ x, np.einsum("ij,ij->i", z, z)
        found = square.mean() / along.mean() ** 2 - 1
        spread = square / along.mean() ** 2 - 2 * along * square.mean() / along.mean() ** 3
        error = float(listed_laplace_error(channel, [count])[0])
        assert abs(found - error) < 5 * spread.std() / 200
        if count == 2:
            assert abs(found - size * (size + 1) / epsilon**2) > 5 * spread.std() / 200


@pytest.mark.parametrize(("size", "epsilon"), [(1, 0.3), (1, 9.0), (3, 2.0), (40, 5.0), (1000, 4.0)])
def test_the_limit_of_many_candidates_is_the_mechanism(size: int, epsilon: float) -> None:
    channel = LaplaceChannel(dimension=size, epsilon=epsilon, norm_bound=1.0)
    errors = listed_laplace_error(channel, [1, 2, 64, 1 << 16, 1 << 24])
    own = size * (size + 1) / epsilon**2
    assert np.isinf(errors[0]) and np.all(np.diff(errors[1:]) < 0)
    assert errors[-1] == pytest.approx(own, rel=1e-4) and errors[-1] > own * (1 - 1e-5)


def test_one_law_by_enumeration() -> None:
    """Two candidates in one dimension: w_2(r) = E 2/(r + r(Z)) by summing over a fine grid of the proposal."""
    channel = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0)
    edges = np.linspace(-25.0, 25.0, 4001)
    z = (edges[1:] + edges[:-1]) / 2
    ratio = np.exp(channel.log_ratio(np.ones(1), z[:, None]))
    mass = np.exp(-channel.epsilon * np.abs(z - 1.0)) / ratio
    mass /= mass.sum()
    ratio /= mass @ ratio
    law = mass * ratio * (2 / np.add.outer(ratio, ratio) @ mass)
    assert law.sum() == pytest.approx(1.0)
    scale = law @ z
    assert listed_laplace_error(channel, [2])[0] == pytest.approx(law @ z**2 / scale**2 - 1, rel=1e-3)
