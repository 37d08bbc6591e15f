"""The experiment `private_sketches`: its numbers against the engine, closed forms and independent libraries."""

from __future__ import annotations

import itertools
import math
import tempfile

import numpy as np
import pytest
from scipy import stats
from sklearn.cluster import KMeans

from ppr_core.experiments import files
from ppr_core.experiments.contract import Cancelled
from ppr_core.experiments.private_sketches import (
    EXPERIMENT,
    PrivateSketchesParameters,
    PrivateSketchesResult,
)
from ppr_core.experiments.private_sketches import run as room
from ppr_core.experiments.private_sketches.result import FLOAT_BITS
from ppr_core.experiments.private_sketches.run import (
    MAP_MULTIPLES,
    MAP_SHARES,
    baseline,
    compressed_sketch,
    dataset,
    encode_time,
    ladder,
    points_of,
    private_rng,
)
from ppr_core.sketches import PrivateClustering, RelativeErrors, objective_gradient

cost, run, tell = EXPERIMENT.cost, EXPERIMENT.run, EXPERIMENT.tell

SMALL = {"samples": 2000, "clusters": 3, "multiple": 2.0, "repetitions": 2, "trials": 2}


@pytest.fixture(scope="module")
def default() -> PrivateSketchesResult:
    return run(PrivateSketchesParameters())


def save(monkeypatch: pytest.MonkeyPatch, folder: object, table: np.ndarray) -> str:
    """An uploaded file's digest."""
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return files.save("\n".join(",".join(map(str, row)) for row in table.tolist()).encode())


def test_the_first_look_runs_inline_and_costs_are_predicted():
    assert cost(PrivateSketchesParameters()).seconds < 0.15
    for parameters, _ in EXPERIMENT.presets.values():
        assert cost(parameters).seconds < 60 and cost(parameters).memory_bytes < 1e9


def test_waves_times_their_averages_are_high_at_the_centres(default: PrivateSketchesResult):
    """The shade by its definition at one place, and far above its mean next to every true centre."""
    shade, view = default.shade, default.view
    place = np.array([shade.x[7], shade.y[40]])
    by_hand = sum((z * np.exp(-1j * w @ place)).real for z, w in zip(view.noisy, view.frequencies.T, strict=True))
    assert shade.values[40, 7] == pytest.approx(by_hand, rel=1e-9)
    for x, y in default.picture.truth:
        near = shade.values[np.abs(shade.y - y).argmin(), np.abs(shade.x - x).argmin()]
        assert near > shade.values.mean() + shade.values.std()


def test_the_first_look_makes_its_point(default: PrivateSketchesResult):
    """Private centroids are close to the true ones at ε = 1; ten times the privacy hides clusters."""
    width = default.picture.width
    for found in default.releases:
        gaps = np.linalg.norm(found.centroids[:, None] - default.picture.truth, axis=2).min(axis=0)
        assert gaps.max() < 0.2 * width
    assert default.excess.value < 1.0 < 20.0 < run(PrivateSketchesParameters(epsilon=0.1)).excess.value


def test_relative_sse_is_that_of_an_independent_kmeans(default: PrivateSketchesResult):
    points = dataset(default.parameters).points
    other = KMeans(5, n_init=5, random_state=7).fit(points)
    assert default.picture.squares == pytest.approx(other.inertia_, rel=1e-6)
    for found, ratio in zip(default.releases, default.ratios, strict=True):
        squares = np.square(points[:, None] - found.centroids).sum(axis=2).min(axis=1).sum()
        assert ratio == pytest.approx(squares / other.inertia_, rel=1e-6)
    mean = 100 * (np.mean(default.ratios) - 1)
    assert tell(default).quantities[0].value == pytest.approx(mean)


def test_entries_scatter_by_the_noise_on_the_circles():
    p = PrivateSketchesParameters(multiple=30.0, clusters=2, samples=2000)
    sketcher = PrivateClustering(p.setting(), dataset(p))
    sketch, mechanism, _ = sketcher.prepare(private_rng(p, "release", 0))
    rng = np.random.default_rng(5)
    noisy = mechanism.release(sketcher.sum(sketch, rng), rng).mean()
    moved = noisy - sketch.mean(sketch.sum(sketcher.points))
    scale = 2 * math.sqrt(2) * sketch.features / (p.epsilon * p.samples)
    parts = np.concatenate([moved.real, moved.imag])
    assert stats.kstest(parts, stats.laplace(scale=scale).cdf).pvalue > 1e-4
    result = run(p.replace(repetitions=2))
    assert result.view.noise == pytest.approx(2 * scale)
    assert result.mechanism.noise_scale == pytest.approx(scale * p.samples)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"kept_share": 0.25},
        {"devices": 100, "epsilon": 10.0},
        {"neighbours": "add_remove"},
        {"noise": "gaussian", "delta": 1e-5},
        {"noise": "gaussian", "neighbours": "add_remove"},
        {"scale": "private"},
    ],
)
def test_signal_and_noise_follow_the_formula(fields: dict):
    p = PrivateSketchesParameters(**SMALL | {"multiple": 8.0} | fields)
    result = run(p)
    s = result.signal
    assert np.all(np.diff(s.predicted) > 0)
    # A released number of samples must be about right; at small ε it is not, and the formula bounds from above.
    right = slice(3 if result.mechanism.count_std else 0, None)
    measured, predicted, error = s.measured[right], s.predicted[right], s.error[right]
    assert np.all(np.abs(measured - predicted) < 4.5 * error + 0.02 * predicted)
    assert np.all(s.measured < s.predicted + 4.5 * s.error)
    noise, ratio = tell(result).formulas()[2:4]
    assert noise.value == pytest.approx(result.mechanism.noise_scale)
    assert ratio.value == pytest.approx(float(s.predicted[room.CHOSEN]))


def test_every_way_to_spend_epsilon_adds_up():
    for fields in ({}, {"scale": "private"}, {"scale": "private", "noise": "gaussian"}, {"neighbours": "add_remove"}):
        p = PrivateSketchesParameters(**SMALL | fields)
        found = run(p).privacy
        assert found.epsilon == pytest.approx(p.epsilon)
        assert found.delta == pytest.approx(p.setting().delta)
        assert found.against == "database" and found.notion == "central"
        kind = "added or removed" if p.neighbours == "add_remove" else "replaced"
        assert f"neighbours: one sample {kind}" in found.conditions


def test_the_local_model():
    p = PrivateSketchesParameters(**SMALL | {"devices": 2000, "kept_share": 0.1, "epsilon": 20.0})
    result = run(p)
    assert result.device_samples == 1 and result.privacy.notion == "local"
    assert result.mechanism.sketch.kept == 1
    assert result.view.noise == pytest.approx(math.sqrt(2 * 2000) * 4 / 20.0 / 2000 * 12)
    assert "local model" in " ".join(tell(result).notices)


def test_samples_that_do_not_divide_stay_out():
    result = run(PrivateSketchesParameters(**SMALL | {"samples": 2000, "devices": 300}))
    assert result.device_samples == 6
    assert any("200 samples that do not divide" in notice for notice in tell(result).notices)


def test_landscape_is_the_objective_and_its_low_is_the_place(default: PrivateSketchesResult):
    scape, view, found = default.landscape, default.view, default.releases[0]
    moved = int(np.argmin(np.sum((found.centroids - default.picture.kmeans[0]) ** 2, axis=1)))
    values = []
    for row, column in ((3, 50), (40, 9), (30, 30)):
        centroids = found.centroids.copy()
        centroids[moved] = scape.x[column], scape.y[row]
        value, *_ = objective_gradient(view.frequencies, view.noisy, centroids, found.weights, found.variance)
        values.append((value, scape.noisy[row, column]))
    (a, b), *others = values
    assert all(value - a == pytest.approx(rise - b) for value, rise in others)
    low = np.unravel_index(np.argmin(scape.noisy), scape.noisy.shape)
    step = scape.x[1] - scape.x[0]
    assert np.linalg.norm([scape.x[low[1]], scape.y[low[0]]] - default.places[1]) < 1.5 * step


def test_sweeps_agree_with_single_runs_and_show_parts():
    seen = []
    p = PrivateSketchesParameters(**SMALL | {"show": "epsilon"})
    result = run(p, lambda share, note="", partial=None: seen.append((share, partial)))
    shares = [share for share, _ in seen]
    assert shares == sorted(shares) and shares[-1] == pytest.approx(1.0)
    partial = next(one for _, one in seen if one is not None and one.sweep is not None)
    assert np.isnan(partial.sweep.curves[0].mean).any()
    for text in (tell(partial).finding, *tell(partial).notices):
        assert text and "nan" not in text
    assert len(partial.sweep_table()["epsilon"]) == len(result.sweep.x)
    assert [curve.label for curve in result.sweep.curves] == ["m = 12", "m = 48", "m = 48, r = 12", "DP-Lloyd"]
    for curve in result.sweep.curves:
        assert np.isfinite(curve.ratios).all() and curve.ratios.shape[1] == 2
        assert curve.excess[0] == pytest.approx(100 * np.mean(curve.ratios[0] - 1))
    assert result.sweep.curves[0].excess[-1] < 3.0 < result.sweep.curves[0].excess[0]
    assert "1.0" not in tell(result).finding[:10] and "DP-Lloyd" in tell(result).finding


def test_more_samples_drown_the_noise():
    p = PrivateSketchesParameters(**SMALL | {"show": "samples", "samples": 10_000})
    sweep = run(p).sweep
    assert sweep.x.tolist() == [100, 300, 1000, 3000, 10_000]
    first = sweep.curves[0]
    assert first.excess[-1] < 3.0 < first.excess[0]


def test_map_of_features_is_the_formula_with_simulated_optima():
    p = PrivateSketchesParameters(**SMALL | {"show": "features", "epsilon": 0.5})
    result = run(p)
    found = result.features
    assert found.features.tolist() == [round(multiple * p.unknowns) for multiple in MAP_MULTIPLES]
    n, share = p.samples, result.signal.share
    epsilon, features = found.along_epsilon, found.along_features[:, None]
    slides = n * share / (1 - share + 32 * features**2 / (n * epsilon**2))
    assert np.allclose(found.predicted, slides, rtol=1e-9)
    assert len(found.optimum()) == len(MAP_SHARES)
    for row, (value, best, low, high) in enumerate(found.optimum()):
        assert value == pytest.approx(MAP_SHARES[row] * p.epsilon)
        assert found.mean[row, found.features.tolist().index(best)] == found.mean[row].min()
        assert low <= best <= high
    assert len(points_of(p)) == found.mean.size


def test_more_features_are_not_better_under_noise():
    p = PrivateSketchesParameters(epsilon=0.15, samples=10_000)
    base, errors = baseline(p), []
    for multiple in (2.0, 20.0):
        sketcher = PrivateClustering(p.setting(multiple=multiple), base.data)
        found = [sketcher.release(np.random.default_rng([3, run])).found for run in range(8)]
        errors.append([base.ratio(one.centroids) for one in found])
    few, many = (RelativeErrors(np.array(one)) for one in errors)
    assert many.excess - few.excess > 3 * math.hypot(few.excess_error, many.excess_error)


def test_compression_changes_bits_and_nothing_else(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(room, "MOST_SECONDS", 0.1)
    p = PrivateSketchesParameters(**SMALL | {"show": "compressed", "epsilon": 4.0, "trials": 4})
    result = run(p)
    assert [rung.devices for rung in result.ladder] == list(ladder(p))
    assert result.float_bits == 2 * FLOAT_BITS * 12
    bits = [rung.bits.value for rung in result.ladder]
    assert all(a > b for a, b in itertools.pairwise(bits)) and bits[0] < result.float_bits
    for rung in result.ladder:
        scheme = compressed_sketch(p, rung.devices)
        assert rung.device_samples * rung.devices <= p.samples
        assert rung.candidates <= 1.3 * 12 / scheme.chunk * math.exp(scheme.whole.channel.log_ratio_bound())
        assert rung.decoder.against == "decoder" and p.epsilon < rung.decoder.epsilon < rung.theorem.epsilon
        assert rung.decoder.epsilon == scheme.accounted_privacy().epsilon and rung.decoder.source == "ppr.renyi"
    sent, plain = ([getattr(rung, how).ratios for rung in result.ladder] for how in ("sent", "plain"))
    assert stats.ks_2samp(np.concatenate(sent), np.concatenate(plain)).pvalue > 1e-4
    assert "bits by PPR instead of" in tell(result).finding
    assert not {"bits", "decoder", "decoder_bound"} - {quantity.key for quantity in tell(result).quantities}


def test_devices_that_need_too_many_candidates_are_left_out():
    p = PrivateSketchesParameters(show="compressed", epsilon=50.0)
    assert 1 not in ladder(p) and encode_time(p, 1) > 100
    nothing = PrivateSketchesParameters(show="compressed", epsilon=100.0, chunk=8)
    result = run(nothing.replace(**SMALL | {"repetitions": 2})) if not ladder(nothing) else None
    assert result is None or "No number of devices" in tell(result).finding


def test_an_uploaded_table(monkeypatch: pytest.MonkeyPatch, tmp_path: object):
    rng = np.random.default_rng(1)
    centres = np.array([[0.0, 100.0, 5.0], [10.0, 300.0, 5.5], [0.0, 300.0, 6.0]])
    data = centres[rng.integers(3, size=1500)] + rng.normal(size=(1500, 3)) * [0.5, 10.0, 0.1]
    digest = save(monkeypatch, tmp_path, data)
    p = PrivateSketchesParameters(data="file", data_file=digest, clusters=3, epsilon=5.0, repetitions=2)
    assert p.shape == (1500, 3)
    points = dataset(p).points
    assert np.allclose(points.min(axis=0), -1) and np.allclose(points.max(axis=0), 1)
    two = p.replace(data_columns="1,2")
    assert two.shape == (1500, 2) and np.allclose(dataset(two).points, points[:, :2])
    result = run(two)
    assert result.picture.truth is None and result.excess.value < 5.0
    assert "your file" in " ".join(tell(result).notices)


@pytest.mark.parametrize(
    ("table", "fields", "message"),
    [
        ([[1.0], [2.0]], {}, "Columns must be at least two columns"),
        ([[1.0, 2.0], [1.0, 3.0]], {"clusters": 1}, "Column column 1 must be one with different values; got 1 in"),
        ([[1.0, 2.0]] * 20, {}, "must be one with different values"),
        ([[1.0, 2.0], [2.0, 3.0]] * 30, {"clusters": 3}, "clusters must be at most 2, the number of different rows"),
        ([[1.0, 2.0], [2.0, 3.0]], {"clusters": 2, "devices": 3}, "devices must be at most 2"),
        ([[1.0, 2.0], [2.0, math.nan]], {"clusters": 1}, "finite number"),
    ],
)
def test_data_in_which_nothing_can_be_found_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object, table: list, fields: dict, message: str
):
    digest = save(monkeypatch, tmp_path, np.array(table))
    with pytest.raises(ValueError, match=message):
        PrivateSketchesParameters(**{"data": "file", "data_file": digest} | fields).check_file()


def test_settings_that_exclude_each_other():
    for fields in ({"data": "file"}, {"axis_y": 1}, {"axis_x": 3}, {"devices": 20_000}, {"data": "moons", "axis_x": 5}):
        with pytest.raises(ValueError, match="must be"):
            PrivateSketchesParameters(**fields).readable()
    assert PrivateSketchesParameters(data="digits", dimension=10, axis_x=10).shape == (1797, 10)


def test_a_run_stops_when_told():
    def stop(share: float, note: str = "", partial: object = None) -> None:
        if share > 0.3:
            raise Cancelled

    with pytest.raises(Cancelled):
        run(PrivateSketchesParameters(**SMALL), stop)
