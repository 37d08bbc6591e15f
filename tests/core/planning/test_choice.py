"""All schemes for a task: their numbers by other means, the choice among them, and what the limits do to it."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from ppr_core.compressors import DyadicQuantizedLaplace
from ppr_core.estimation.frequency import FREQUENCY_SCHEMES, collect, frequency_scheme, users_of
from ppr_core.estimation.mean import SQKR, rotated_vectors, sphere_vectors
from ppr_core.planning import LIMITS, Choice, Setup, TunedScheme, best, mechanism, solve
from ppr_core.randomness import SharedRandomness

TASKS = {
    "gaussian": Setup(),
    "laplace": Setup(task="laplace", dimension=1, epsilon=2.0, decoder_epsilon=8.0),
    "privunit": Setup(task="privunit", dimension=100, epsilon=4.0, decoder_epsilon=16.0),
    "categories": Setup(task="categories", categories=50, epsilon=2.0, decoder_epsilon=8.0),
    "mean": Setup(task="mean", dimension=100, trusted="server"),
    "local mean": Setup(task="mean", dimension=100, target="local", epsilon=4.0, decoder_epsilon=16.0),
}


PI = FREQUENCY_SCHEMES["pi_rappor_shortest"].label


def named(choice: Choice, label: str) -> TunedScheme:
    return next(way for way in choice.schemes if way.label == label)


def limit_of(setup: Setup, name: str, way: TunedScheme) -> bool:
    """Whether a way keeps a limit, read from the set-up alone."""
    if name == "trusted":
        asks = {"shuffled": "shuffling", "summed": "aggregation"}.get(way.name)
        return asks is None or setup.trusted in (asks, "server")
    if name == "decoder_epsilon":
        return setup.trusted == "server" or way.decoder <= setup.decoder_epsilon
    if name == "time_budget":
        return 1000 * way.seconds <= (setup.time_budget if math.isfinite(setup.time_budget) else 1000.0)
    return way.bits <= setup.bit_budget


@pytest.mark.parametrize("name", sorted(TASKS))
def test_the_choice_by_looking_at_all(name: str) -> None:
    for count, (decoder, bits) in enumerate(product((1.0, 6.0, 50.0), (4.0, 40.0, math.inf))):  # any two limits once
        setup = TASKS[name].replace(decoder_epsilon=decoder, bit_budget=bits, time_budget=(0.01, 50.0)[count % 2])
        choice = best(setup)
        for way in choice.schemes:
            assert way.breaks == tuple(one for one in LIMITS if not limit_of(setup, one, way))
        kept = [way for way in choice.schemes if not way.breaks and way.error is not None and way.name != "plain"]
        if not kept:
            assert choice.best is None and choice.wanted.breaks
            continue
        least = min(way.error for way in kept)
        assert choice.best in kept and choice.best.error <= 1.05 * least
        assert all(way.bits >= choice.best.bits for way in kept if way.error <= 1.05 * least)
        assert choice.binding == (() if choice.best is choice.wanted else choice.wanted.breaks)


def test_ppr_is_as_planned_and_first() -> None:
    for setup in TASKS.values():
        first, plan = best(setup).schemes[0], solve(setup)
        assert (first.name, first.bits, first.seconds) == ("ppr", plan.bits, plan.seconds)
        if setup.task != "categories":
            assert first.error == mechanism(plan.settled).error


@pytest.mark.parametrize("decoder", [2.0, 8.0])
def test_errors_of_frequencies_are_those_of_real_collections(decoder: float) -> None:
    """60 collections of 2000 reports each, within 5 standard errors of the squared error, at the ε of its own that a
    scheme is held to; all data alike."""
    setup = TASKS["categories"].replace(decoder_epsilon=decoder, clients=2000)
    schemes = {
        "Recursive Hadamard response": "recursive_hadamard", PI: "pi_rappor_shortest",
        "Randomized response": "randomized_response", "PPR, subset selection": "subset_selection",
        "PPR, RAPPOR": "rappor",
    }  # fmt: skip
    counts = np.bincount(np.random.default_rng(2).zipf(1.6, 2000) % 50, minlength=50)
    for label, name in schemes.items():
        assert name in FREQUENCY_SCHEMES
        way, squares = named(best(setup), label), []
        oracle = frequency_scheme(name, size=50, epsilon=way.own)
        for seed in range(60):
            found = collect(oracle, users_of(counts), SharedRandomness(seed), np.random.default_rng(seed))
            squares.append(np.mean((found.estimates / 2000 - counts / 2000) ** 2))
        assert abs(np.mean(squares) - way.error**2) < 5 * np.std(squares) / math.sqrt(60)


def test_sqkr_errs_at_most_as_much_as_is_said() -> None:
    setup = TASKS["privunit"]
    x = rotated_vectors(sphere_vectors(40, 100, np.random.default_rng(1)))
    own = SQKR(dimension=100, epsilon=4.0).expected_squared_error(x) * 40
    assert 0.9 * named(best(setup), "SQKR").error < own < named(best(setup), "SQKR").error


def test_the_dyadic_scheme_has_the_noise_of_one_number() -> None:
    setup = TASKS["laplace"]
    way = named(best(setup), "Dyadic quantized Laplace")
    assert way.error == pytest.approx(mechanism(setup).error) and way.exact
    assert way.decoder == pytest.approx(8.0, rel=1e-3) and way.told.pure_decoder == 2 * dict(way.settings)["nu"]
    nu = dict(way.settings)["nu"]  # at δ′ of a νε = 8.006
    assert nu == pytest.approx(4.0, rel=2e-3)
    assert way.bits == pytest.approx(DyadicQuantizedLaplace(epsilon=1.0, nu=nu).mean_bits(1.0))
    wide = named(best(setup.replace(dimension=4)), "Dyadic quantized Laplace")
    assert not wide.exact and wide.error == pytest.approx(math.sqrt(2) * 2 * math.sqrt(4) / 2.0)


def test_who_is_trusted_decides() -> None:
    """Without room for the decoder a report goes as it is; a trusted server gets PPR's few bits."""
    setup = TASKS["categories"].replace(categories=1000)
    assert best(setup.replace(decoder_epsilon=2.0)).best.label == PI
    assert best(setup.replace(trusted="server")).best.name == "ppr"
    mean = best(TASKS["mean"])
    assert math.isinf(named(mean, "CSGM").decoder)
    guarded = best(TASKS["mean"].replace(trusted="nobody", decoder_epsilon=400.0))
    assert named(guarded, "CSGM").breaks == ("decoder_epsilon",)
    assert best(TASKS["local mean"]).best.label == "PPR, PrivUnit"


def test_unit_vectors_where_time_is_short() -> None:
    choice = best(Setup(task="privunit", dimension=1000, epsilon=12.0, decoder_epsilon=48.0, time_budget=5.0))
    assert choice.best.name == "ppr" and choice.best.error == pytest.approx(106, abs=1)
    assert choice.binding == ("time_budget",) and choice.wanted.error < 75
