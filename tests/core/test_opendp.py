"""Compressors under OpenDP: maps against closed forms, composition, odometers, and what is released."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import opendp.prelude as dp
import pytest

from ppr_core import wire
from ppr_core.channels import GaussianChannel, LaplaceChannel, PrivUnitChannel, RandomizedResponseChannel
from ppr_core.compressors import (
    Compressor,
    GreedyRejection,
    MinimalRandomCoding,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
    learned,
)
from ppr_core.guarantees import DECODER
from ppr_core.opendp import measurement, renyi_curve
from ppr_core.randomness import SharedRandomness

EPSILON, SIZE, DELTA = 0.7, 5, 1e-6
SHARED = SharedRandomness(9)
RESPONSE = RandomizedResponseChannel(size=SIZE, epsilon=EPSILON)
NORMAL = GaussianChannel(dimension=1, noise_std=2.0, norm_bound=1.0)
PPR, CODING = PoissonPrivateRepresentation(RESPONSE, 1.5), MinimalRandomCoding(RESPONSE, 64)
PAGE = Path(__file__).parents[2] / "docs" / "opendp.md"
REJECTION = PseudorandomRejection(RESPONSE, 0.01)


def made(compressor: Compressor, measure: str = "pure", **others):
    return measurement(compressor, SHARED, np.random.default_rng(4), measure=measure, **others)


def response_divergence(order: float, epsilon: float, size: int) -> float:
    """D_λ between two answers of randomized response on so many categories."""
    truth = math.exp(epsilon) / (math.exp(epsilon) + size - 1)
    lie = (1 - truth) / (size - 1)
    total = truth**order * lie ** (1 - order) + lie**order * truth ** (1 - order) + (size - 2) * lie
    return math.log(total) / (order - 1)


@pytest.mark.parametrize(("compressor", "epsilon"), [(PPR, 3 * EPSILON), (CODING, 2 * EPSILON), (REJECTION, EPSILON)])
def test_pure_maps_are_the_theorems(compressor: Compressor, epsilon: float) -> None:
    map_of = made(compressor)
    assert map_of.map(0) == 0 and map_of.map(1) == pytest.approx(epsilon, rel=1e-12)
    assert map_of.check(1, epsilon * (1 + 1e-9)) and not map_of.check(1, epsilon * (1 - 1e-9))


def test_approximate_maps_are_what_the_decoder_learns() -> None:
    for compressor in (PPR, CODING, REJECTION, PoissonPrivateRepresentation(NORMAL, 2.0)):
        epsilon, delta = made(compressor, "approximate", delta=DELTA).map(1)
        assert (epsilon, delta) == (learned(DECODER, compressor, DELTA).epsilon, DELTA)
    for compressor, channel in ((PPR, RESPONSE), (PoissonPrivateRepresentation(NORMAL, 2.0), NORMAL)):
        converted, _ = renyi_curve(compressor).epsilon(DELTA)
        assert made(compressor, "approximate", delta=DELTA).map(1)[0] <= converted, channel


def test_renyi_maps_have_closed_forms() -> None:
    rejection, coding, ppr = (made(each, "renyi").map(1) for each in (REJECTION, CODING, PPR))
    for order in (2.0, 3.0, 8.0, 32.0):
        assert rejection(order) == pytest.approx(response_divergence(order, EPSILON, SIZE), rel=1e-9)
        assert coding(order) == pytest.approx(response_divergence(order, 2 * EPSILON, 2), rel=1e-9)
        assert response_divergence(order, EPSILON, SIZE) < ppr(order) < 3 * EPSILON
    normal = made(PseudorandomRejection(NORMAL, 0.01), "renyi").map(1)
    assert normal(3.0) == pytest.approx(3.0 * (2 / 2.0) ** 2 / 2, rel=1e-9)
    assert made(PPR, "renyi").map(0)(2.0) == 0
    wrong = response_divergence(2.0, EPSILON / 2, SIZE)
    assert rejection(2.0) != pytest.approx(wrong, rel=1e-3)


def test_compositors_add_what_three_schemes_tell() -> None:
    parts = (PPR, CODING, REJECTION)
    together = dp.c.make_composition([made(each) for each in parts])
    assert together.map(1) == pytest.approx(6 * EPSILON, rel=1e-12)
    assert len(together(2)) == 3
    approximate = dp.c.make_composition([made(each, "approximate", delta=DELTA) for each in parts]).map(1)
    epsilons = [learned(DECODER, each, DELTA).epsilon for each in parts]
    assert approximate == pytest.approx((sum(epsilons), 3 * DELTA))
    curve = dp.c.make_composition([made(each, "renyi") for each in parts]).map(1)
    assert curve(4.0) == pytest.approx(sum(made(each, "renyi").map(1)(4.0) for each in parts))


def test_an_odometer_counts_and_its_releases_decode() -> None:
    first = made(PPR, first_table=100)
    odometer = dp.c.make_fully_adaptive_composition(first.input_domain, first.input_metric, first.output_measure)
    person = odometer(3)
    records = [wire.read(person(each)) for each in (first, first, made(CODING), made(REJECTION))]
    assert person.privacy_loss(1) == pytest.approx((3 + 3 + 2 + 1) * EPSILON)
    assert [int(record.messages.tables[0]) for record in records] == [100, 101, 0, 0]
    assert all(0 <= record.decode(SHARED)[0] < SIZE for record in records)


def test_the_page_runs() -> None:
    names: dict = {}
    exec(PAGE.read_text("utf-8").split("```python\n")[1].split("```")[0], names)
    assert names["spent"] == pytest.approx(2 * 2 * 0.5 + 0.5 + 2 * 0.5) and len(names["outputs"]) == 3


def test_vectors_are_brought_to_the_ball() -> None:
    send = made(PoissonPrivateRepresentation(LaplaceChannel(dimension=1, epsilon=400.0, norm_bound=1.0), 2.0))
    assert wire.read(send(7.0)).decode(SHARED)[0] == pytest.approx(1.0, abs=0.1)
    far = made(PoissonPrivateRepresentation(LaplaceChannel(dimension=3, epsilon=8.0, norm_bound=1.0), 2.0))
    assert wire.read(far([30.0, 0.0, 40.0])).decode(SHARED).shape == (1, 3)
    unit = made(PoissonPrivateRepresentation(PrivUnitChannel(dimension=2, epsilon=2.0), 2.0))
    for x in ([0.0, 0.0], [3.0, 4.0]):
        assert np.linalg.norm(wire.read(unit(x)).decode(SHARED)) == pytest.approx(1.0)


def test_what_promises_nothing_is_refused() -> None:
    normal = PoissonPrivateRepresentation(NORMAL, 2.0)
    for sentence, arguments in (
        ("measure must be one of pure, approximate, renyi", (PPR, "zcdp")),
        ("epsilon must be finite for the pure measure", (normal,)),
        ("epsilon must be finite, where nothing but", (GreedyRejection(RESPONSE), "renyi")),
    ):
        with pytest.raises(ValueError, match=f"^{sentence}"):
            made(*arguments)
    for measure, delta in (("approximate", 0.0), ("pure", 0.1)):
        with pytest.raises(ValueError, match=r"^delta must be"):
            made(PPR, measure, delta=delta)
