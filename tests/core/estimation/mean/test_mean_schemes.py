"""Schemes for mean estimation: error against its closed form, no bias, bits against what information theory allows."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import PrivUnitChannel
from ppr_core.compressors import (
    DrawLimitExceeded,
    MinimalRandomCoding,
    ModifiedMinimalRandomCoding,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
)
from ppr_core.estimation.mean import (
    CSGM,
    SQKR,
    KashinFrame,
    MeanScheme,
    PlainGaussian,
    SlicedGaussianPPR,
    UnitReports,
    best_report_count,
    scheme,
    sign_information_bits,
    sign_vectors,
    sparse_vectors,
    sphere_vectors,
)
from ppr_core.randomness import SharedRandomness

CLIENTS, DIMENSION = 24, 20
SIGNS = np.where(np.random.default_rng(0).random((CLIENTS, DIMENSION)) < 0.8, 1.0, -1.0)
INSIDE = SIGNS * np.random.default_rng(1).random(SIGNS.shape)
UNIT = SIGNS / math.sqrt(DIMENSION)
MEAN = {"dimension": DIMENSION, "clients": CLIENTS}
REPORT = {"dimension": DIMENSION, "epsilon": 3.0}
FRAME = KashinFrame(dimension=DIMENSION, shared=SharedRandomness(1), level=2.5)  # found in a few projections


def ppr(channel: PrivUnitChannel) -> PoissonPrivateRepresentation:
    return PoissonPrivateRepresentation(channel, 2.0)


def mrc(channel: PrivUnitChannel) -> MinimalRandomCoding:
    return MinimalRandomCoding(channel, 8)


def modified(channel: PrivUnitChannel) -> ModifiedMinimalRandomCoding:
    return ModifiedMinimalRandomCoding(channel, 8)


def rejection(channel: PrivUnitChannel) -> PseudorandomRejection:
    return PseudorandomRejection(channel, 0.3, seed_bits=40)  # a large γ, so that many reports find no seed


# name -> scheme, data, repetitions
CASES: dict[str, tuple[MeanScheme, np.ndarray, int]] = {
    "gaussian": (PlainGaussian(mean_noise_std=0.3, **MEAN), INSIDE, 400),
    "sliced": (SlicedGaussianPPR(chunk=5, mean_noise_std=0.3, **MEAN), SIGNS, 60),
    "sliced, last chunk shorter": (SlicedGaussianPPR(chunk=6, mean_noise_std=0.3, alpha=1.5, **MEAN), SIGNS, 60),
    "sliced, one entry left": (SlicedGaussianPPR(chunk=19, mean_noise_std=1.0, **MEAN), SIGNS, 60),
    "csgm": (CSGM(bits=4, noise_std=0.1, **MEAN), SIGNS, 400),
    "csgm inside the cube": (CSGM(bits=7.5, noise_std=0.1, **MEAN), INSIDE, 400),
    "csgm, every coordinate": (CSGM(bits=DIMENSION, noise_std=0.1, **MEAN), SIGNS, 400),
    "sqkr": (SQKR(**REPORT), UNIT, 100),
    "sqkr, one bit": (SQKR(bits=1, frame=FRAME, **REPORT), UNIT, 400),
    "sqkr, many bits": (SQKR(dimension=DIMENSION, epsilon=8.0, bits=10, frame=FRAME), UNIT, 400),
    "sqkr, short vectors": (SQKR(norm_bound=2.0, frame=FRAME, **REPORT), UNIT, 200),
    "privunit": (UnitReports(**REPORT), UNIT, 400),
    "privunit by ppr": (UnitReports(compress=ppr, **REPORT), UNIT, 60),
    "privunit by mrc": (UnitReports(compress=mrc, **REPORT), UNIT, 200),
    "privunit by modified mrc": (UnitReports(compress=modified, **REPORT), UNIT, 200),
    "privunit by rejection": (UnitReports(compress=rejection, **REPORT), UNIT, 200),
    "privunit, default split": (UnitReports(split="default", **REPORT), UNIT, 400),
    "privhs thrice": (UnitReports(split="hemisphere", reports=3, **REPORT), UNIT, 400),
    "privhs thrice by ppr": (UnitReports(split="hemisphere", reports=3, compress=ppr, **REPORT), UNIT, 60),
}


@dataclass
class Runs:
    errors: np.ndarray  # (runs,) squared errors
    gaps: np.ndarray  # (runs, d) estimate − mean


def runs(one: MeanScheme, x: np.ndarray, count: int) -> Runs:
    found = [one.estimate(x, SharedRandomness(100 + r), np.random.default_rng(r)) for r in range(count)]
    return Runs(np.array([f.squared_error for f in found]), np.array([f.mean - f.target for f in found]))


def error_gap(found: Runs, expected: float) -> float:
    """Distance of the mean squared error from the closed form, in standard errors."""
    return (found.errors.mean() - expected) / (found.errors.std(ddof=1) / math.sqrt(len(found.errors)))


def bias_gap(found: Runs, x: np.ndarray) -> float:
    """Bias along the mean itself, where a wrong scale shows, in standard errors."""
    along = found.gaps @ x.mean(axis=0)
    return along.mean() / (along.std(ddof=1) / math.sqrt(len(along)))


@pytest.mark.parametrize("name", CASES)
def test_error_is_the_closed_form_and_there_is_no_bias(name: str, monkeypatch: pytest.MonkeyPatch):
    one, x, count = CASES[name]
    monkeypatch.setattr(scheme, "_BLOCK_FLOATS", 17 * one.floats_per_client)  # two blocks
    found = runs(one, x, count)
    assert abs(error_gap(found, one.expected_squared_error(x))) < 4
    assert abs(bias_gap(found, x)) < 4
    scale = found.gaps.std(axis=0, ddof=1) / math.sqrt(count)
    statistic = float(((found.gaps.mean(axis=0) / scale) ** 2).sum())  # below χ²-like tails of d correlated t values
    assert stats.chi2.sf(statistic, DIMENSION) > 1e-6


def test_the_checks_have_teeth():
    """MRC over few candidates without debiasing is biased; an error a third off is noticed."""
    one = UnitReports(compress=mrc, **REPORT)
    debiased, one.scale = one.scale, one.channel.scale
    assert debiased < 0.8 * one.channel.scale
    found = runs(one, UNIT, 200)
    assert rejection(one.channel).channel.scale > 1.2 * UnitReports(compress=rejection, **REPORT).scale
    assert abs(bias_gap(found, UNIT)) > 6
    assert abs(error_gap(runs(CASES["csgm"][0], SIGNS, 400), 1.33 * CASES["csgm"][0].expected_squared_error(SIGNS))) > 6


@pytest.mark.parametrize("name", ["gaussian", "csgm inside the cube"])
def test_blocks_do_not_change_the_result(name: str, monkeypatch: pytest.MonkeyPatch):
    one, x, _ = CASES[name]
    whole = one.estimate(x, SharedRandomness(1), np.random.default_rng(1))
    shares: list[float] = []
    monkeypatch.setattr(scheme, "_BLOCK_FLOATS", 7 * one.floats_per_client)
    parts = one.estimate(x, SharedRandomness(1), np.random.default_rng(1), progress=shares.append)
    np.testing.assert_allclose(parts.mean, whole.mean, rtol=1e-12, atol=1e-12)
    assert parts.bits.total == whole.bits.total
    assert shares == sorted(shares) and len(shares) == 4 and shares[-1] == 1.0


@pytest.mark.parametrize("name", CASES)
def test_bits_add_up_and_are_what_was_sent(name: str):
    one, x, _ = CASES[name]
    found = one.estimate(x, SharedRandomness(5), np.random.default_rng(5))
    bits = found.bits
    assert bits.total == pytest.approx(bits.information + bits.code_overhead + bits.chunk_overhead)
    streams = 2 if name.startswith("sliced, ") else 1  # a shorter chunk is a stream of its own
    assert -1e-6 < 8 * found.sent_bytes - len(x) * bits.total < 8 * streams
    assert (found.bits.chunk_overhead == 0) == (one.messages == 1 or bits.code_overhead == 0)
    again = one.estimate(x, SharedRandomness(5), np.random.default_rng(5))
    assert np.array_equal(found.mean, again.mean)
    assert found.squared_error_per_coordinate == pytest.approx(found.squared_error / DIMENSION)


@pytest.mark.parametrize("code", ["elias_delta", "zipf_shannon"])
@pytest.mark.parametrize(("noise", "chunk"), [(0.5, 2), (1.0, 4), (3.0, 8)])
def test_sliced_ppr_sends_at_least_the_information(noise: float, chunk: int, code: str):
    """I(X; Z) of uniform signs bounds the mean length of any prefix code from below."""
    clients, dimension = 250, 16
    one = SlicedGaussianPPR(
        dimension=dimension,
        clients=clients,
        mean_noise_std=noise / math.sqrt(clients),
        chunk=chunk,
        alpha=math.inf,
        code=code,
    )
    x = np.where(np.random.default_rng(3).random((clients, dimension)) < 0.5, 1.0, -1.0)
    bits = one.estimate(x, SharedRandomness(3), np.random.default_rng(3)).bits
    least = dimension * sign_information_bits(noise)
    assert least < bits.information < bits.total
    assert bits.code_overhead > 0 and bits.chunk_overhead == pytest.approx((one.messages - 1) * bits.code_overhead)


def test_chunks_cost_their_own_overhead():
    x, options = SIGNS, {"mean_noise_std": 1.0, **MEAN}
    totals = [
        SlicedGaussianPPR(chunk=chunk, **options).estimate(x, SharedRandomness(1), np.random.default_rng(1)).bits.total
        for chunk in (20, 5, 1)
    ]
    assert totals[0] < totals[1] < totals[2]


def test_candidates_are_those_expected():
    one = SlicedGaussianPPR(chunk=5, mean_noise_std=0.3, **MEAN)
    found = one.estimate(SIGNS, SharedRandomness(2), np.random.default_rng(2))
    assert one.expected_candidates() == pytest.approx(4 * math.exp(one._parts[0].channel.log_ratio_bound()))
    assert one.expected_candidates() * 0.8 < found.candidates < 1.3 * one.expected_candidates()
    reports = UnitReports(compress=mrc, reports=2, **REPORT)
    assert reports.expected_candidates() == 16
    assert reports.estimate(UNIT, SharedRandomness(2), np.random.default_rng(2)).candidates == 16


def test_lemma_5_1_splitting():
    """s reports of ε/s: the error of a client is that of one ε/s report divided by s, its ε is s·(ε/s)."""
    whole, split = UnitReports(dimension=500, epsilon=4.0), UnitReports(dimension=500, epsilon=4.0, reports=2)
    part = PrivUnitChannel(dimension=500, epsilon=2.0)
    assert split.error_per_client == pytest.approx(part.error_per_client / 2)
    assert whole.error_per_client < split.error_per_client
    assert split.privacy()[0].epsilon == pytest.approx(4.0)
    assert best_report_count(dimension=500, epsilon=4.0, split="optimized") == 1
    counts = {epsilon: best_report_count(dimension=500, epsilon=epsilon) for epsilon in (1.0, 4.0, 8.0)}
    # PrivHS: (1/s)·coth²(ε/(2s)) is least near ε/s = 2.18.
    assert counts == {1.0: 1, 4.0: 2, 8.0: 4}
    assert len(split.privacy()[0].conditions) == len(whole.privacy()[0].conditions) + 1


def test_guarantees_name_view_and_notion():
    sliced = SlicedGaussianPPR(chunk=6, mean_noise_std=0.3, **MEAN)
    central, local, decoder = sliced.privacy(1e-6)
    assert (central.notion, central.against) == ("central", "database")
    assert central.conditions[0] == "neighbours: zero_out"
    assert (local.notion, local.against) == ("local", "database")
    assert (decoder.notion, decoder.against, decoder.delta) == ("local", "decoder", 1e-6)
    assert central.epsilon < local.epsilon < decoder.epsilon
    # By hand: 3 chunks of 6 entries and one of 2, each at δ/8 before PPR, doubled twice by 2α.
    parts = [part.channel.privacy(1e-6 / 8).epsilon for part in sliced._parts]
    assert decoder.epsilon == pytest.approx(4 * (3 * parts[0] + parts[1]))
    replaced = SlicedGaussianPPR(chunk=6, mean_noise_std=0.3, neighbours="replace_one", **MEAN)
    assert replaced.privacy(1e-6)[0].epsilon > central.epsilon
    csgm = CSGM(bits=4, noise_std=0.5, **MEAN).privacy(1e-6)
    assert [view.epsilon < math.inf for view in csgm] == [True, True, False]
    assert csgm[1].epsilon < csgm[0].epsilon
    assert [view.against for view in SQKR(**REPORT).privacy()] == ["database", "decoder"]
    assert UnitReports(compress=ppr, **REPORT).privacy()[1].epsilon == pytest.approx(12.0)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: PlainGaussian(mean_noise_std=0.0, **MEAN), "mean_noise_std must be a number above 0; got 0"),
        (lambda: CASES["gaussian"][0].inputs(SIGNS[:3]), "x must be the vectors of clients = 24"),
        (lambda: CASES["csgm"][0].inputs(2 * SIGNS), "x must be at most coordinate_bound = 1 in absolute value; got 2"),
        (lambda: CASES["sqkr"][0].inputs(SIGNS), "norm of x must be at most norm_bound = 1; got 4.47"),
        (lambda: CASES["privunit"][0].inputs(SIGNS), "norm of x must be at most norm_bound = 1"),
        (lambda: CSGM(bits=21, noise_std=1.0, **MEAN), "bits must be a number above 0 and at most 20; got 21"),
        (lambda: SlicedGaussianPPR(chunk=21, mean_noise_std=1.0, **MEAN), "chunk must be a whole number at least 1"),
        (lambda: CASES["sqkr"][0].inputs(np.empty((0, DIMENSION))), "x must be the vectors of at least one client"),
    ],
)
def test_bad_input_is_named(call, message: str):
    with pytest.raises(ValueError) as error:
        call()
    assert str(error.value).startswith(message)


def test_what_cannot_finish_is_refused_at_once():
    one = SlicedGaussianPPR(chunk=20, mean_noise_std=0.01, **MEAN)
    assert one.expected_candidates() > 1e9
    with pytest.raises(DrawLimitExceeded):
        one.estimate(SIGNS, SharedRandomness(1), np.random.default_rng(1))


def test_data_are_what_they_are_called():
    rng = np.random.default_rng(4)
    signs = sign_vectors(2000, 5, rng, probability=0.8, bound=0.5)
    assert set(np.unique(signs)) == {-0.5, 0.5}
    assert (signs > 0).mean() == pytest.approx(0.8, abs=4 * math.sqrt(0.16 / 10_000))
    around = sphere_vectors(2000, 50, rng)
    np.testing.assert_allclose(np.linalg.norm(around, axis=1), 1)
    assert around.mean(axis=0).sum() / math.sqrt(50) == pytest.approx(math.sqrt(0.5), abs=0.02)
    assert np.linalg.norm(sphere_vectors(2000, 50, rng, shift=0.0).mean(axis=0)) < 0.05
    sparse = sparse_vectors(6000, 3, rng)
    assert np.array_equal(np.count_nonzero(sparse, axis=1), np.ones(6000))
    expected = 6000 * np.array([6, 3, 2]) / 11
    assert stats.chisquare(sparse.sum(axis=0), expected).pvalue > 1e-3
    several = sparse_vectors(10, 9, rng, nonzeros=4)
    assert np.array_equal(np.unique(several), [0.0, 0.5]) and np.allclose(np.linalg.norm(several, axis=1), 1)
