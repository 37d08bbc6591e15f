"""Running time: noise, r*, candidates of real encodes of both encoders, and the contract of an experiment.

No test looks at how long anything takes: only that times are there, positive, and outside of everything that equal
parameters must reproduce.
"""

from __future__ import annotations

import contextlib
import io
import math
from dataclasses import replace

import numpy as np
import pytest

from ppr_core import kernels
from ppr_core.accounting import INTEGER_ORDERS, gaussian_noise_std
from ppr_core.compressors.algorithm1 import draws_expected
from ppr_core.decoder_privacy import gaussian_chunks_privacy
from ppr_core.experiments.contract import Cancelled, table_to_csv
from ppr_core.experiments.running_time import EXPERIMENT, RunningTimeParameters, RunningTimeResult
from ppr_core.experiments.running_time.parameters import DELTA, mean_noise, noise_multiplier
from ppr_core.experiments.running_time.result import Row
from ppr_core.experiments.running_time.run import encode_reference, plan
from ppr_core.guarantees import rdp_to_approximate
from ppr_core.guarantees.printed_times import QUOTED
from ppr_core.wording import number

PAPER = {"epsilon": 0.05, "noise": "chunk"}
VECTOR = {"sweep": "epsilon", "noise": "vector", "chunk": 4, "epsilon": 6.0}


def made(**values) -> RunningTimeParameters:
    return RunningTimeParameters(**PAPER | {"chunk": 50, "samples": 80, "reference": True} | values)


@pytest.fixture(scope="module")
def result() -> RunningTimeResult:
    return EXPERIMENT.run(made())


@pytest.fixture(scope="module")
def along_epsilon() -> RunningTimeResult:
    return EXPERIMENT.run(made(**VECTOR, samples=600, draw_limit=300))


# Noise.


@pytest.mark.parametrize("epsilon", [0.05, 0.5, 1.0, 6.0, 10.0])
def test_noise_is_the_least_that_some_order_allows(epsilon: float) -> None:
    z = noise_multiplier(epsilon)
    spent = [rdp_to_approximate(order, order / (2 * z * z), DELTA).epsilon for order in INTEGER_ORDERS]
    assert min(spent) == pytest.approx(epsilon, rel=1e-12)
    less = [rdp_to_approximate(order, order / (2 * (0.99 * z) ** 2), DELTA).epsilon for order in INTEGER_ORDERS]
    assert min(less) > epsilon


@pytest.mark.parametrize("epsilon", [0.05, 1.0, 10.0])
def test_exact_accounting_needs_somewhat_less(epsilon: float) -> None:
    exact = gaussian_noise_std(1.0, epsilon, DELTA)
    assert 0.8 * noise_multiplier(epsilon) < exact < noise_multiplier(epsilon)


def test_a_whole_vector_takes_the_root_of_twenty_times_the_noise() -> None:
    one = mean_noise(0.05, entries=50, clients=500)
    assert one == pytest.approx(1.0917, abs=5e-5)
    assert mean_noise(0.05, entries=1000, clients=500) == pytest.approx(math.sqrt(20) * one, rel=1e-14)


def test_no_noise_reaches_a_privacy_that_the_orders_cannot_show() -> None:
    with pytest.raises(ValueError, match="epsilon must be"):
        noise_multiplier(0.028)


def test_a_client_adds_its_part_of_the_noise() -> None:
    p = made()
    for point in p.points():
        assert point.channel.noise_std**2 == pytest.approx(500 * point.noise_mean**2, rel=1e-12)
        assert point.channel.norm_bound**2 == pytest.approx(point.chunk, rel=1e-12)
        assert np.linalg.norm(point.inputs(2), axis=1) == pytest.approx(point.channel.norm_bound, rel=1e-12)


# Points.


def test_points_of_the_sweeps() -> None:
    assert [point.chunk for point in made(chunk=55).points()] == [40, 50, 55, 65, 80, 95, 110]
    assert made(chunk=55).points()[made(chunk=55).focus].chunk == 55
    along = made(**VECTOR).points()
    assert {point.chunk for point in along} == {4} and (along[0].epsilon, along[-1].epsilon) == (0.06, 10.0)
    five = made(sweep="quoted", noise="vector").points()
    assert [(point.epsilon, point.chunk, point.chunks) for point in five] == [
        (0.05, 50, 20), (6.0, 2, 500), (6.0, 4, 250), (10.0, 2, 500), (10.0, 4, 250),
    ]  # fmt: skip
    assert [point.noise for point in five] == ["chunk"] + 4 * ["vector"], "the printed time has the printed noise"
    assert made(dimension=1001).points()[1].chunks == 21


def test_r_star_of_the_known_chunk() -> None:
    """d = 50, C² = 50, s² = 596: r* = 7.6, by hand from y = (C² + √(C⁴ + 4dC²s²))/(2d)."""
    point = made().points()[made().focus]
    s2 = point.channel.noise_std**2
    y = (50 + math.sqrt(50**2 + 4 * 50 * 50 * s2)) / 100
    assert math.exp(point.log_bound) == pytest.approx((1 + y / s2) ** 25 * math.exp(50 / (2 * y)), rel=1e-10)
    assert math.exp(point.log_bound) == pytest.approx(7.6, abs=0.05)


def test_quoted_times() -> None:
    def quoted(chunk: int, **changes):
        return made(**changes).quoted(made(**changes).point(6.0, chunk, "vector"))

    assert quoted(4).seconds == 0.6343 and quoted(5) is None
    for other in ({"dimension": 2000}, {"clients": 501}, {"alpha": 2.5}):
        assert quoted(4, **other) is None, "the paper says nothing of this"
    assert QUOTED[0].error == pytest.approx(20 * 0.2038 / math.sqrt(1000))
    assert [one.chunks for one in QUOTED] == [20, 500, 250, 500, 250]


# Candidates.


def test_candidates_of_the_candidate_order_are_about_r_star(along_epsilon: RunningTimeResult) -> None:
    """Never fewer than r* on average (1 of 10⁵ false alarms a point), and at most 1.4 times as many."""
    mean, error = along_epsilon.mean_candidates()
    bound = along_epsilon.bounds()
    assert np.all(mean > bound - 4.3 * error)
    assert np.all(mean < 1.4 * bound + 4.3 * error)
    assert np.any(mean < 0.5 * along_epsilon.bounds(other=True)), "the other noise is another r*"


@pytest.mark.parametrize("alpha", [1.2, math.inf])
def test_candidates_do_not_depend_on_alpha(alpha: float) -> None:
    p = made(**VECTOR | {"alpha": alpha}, samples=600, reference=False)
    mean, error = EXPERIMENT.run(p).mean_candidates()
    bound = EXPERIMENT.run(p).bounds()
    assert np.all(np.abs(mean - bound) < 0.4 * bound + 4.3 * error)


def test_algorithm_1_draws_what_it_says(result: RunningTimeResult) -> None:
    for row in result.rows:
        draws, stopped = row.reference.candidates, row.reference.stopped
        assert np.all(draws[stopped] == result.parameters.draw_limit)
        assert np.all(draws[~stopped] <= result.parameters.draw_limit) and np.all(draws >= 1)
    assert result.stopped.sum() > 0, "r* is large enough here"
    generous = EXPERIMENT.run(made(sweep="quoted", noise="vector", draw_limit=20_000))
    assert generous.rows[1].reference.stopped.sum() == 0, "r* is small here"


def test_a_stopped_encode_is_one_that_takes_longer() -> None:
    """The same randomness with a higher limit: the draws below the old limit are the same."""
    low, high = (EXPERIMENT.run(made(**VECTOR, draw_limit=limit)) for limit in (50, 1000))
    for few, many in zip(low.rows, high.rows, strict=True):
        if many.reference.stopped.any() or not few.reference.stopped.any():
            continue
        first = int(np.argmax(few.reference.stopped))  # from here on the generators differ
        assert np.array_equal(few.reference.candidates[:first], many.reference.candidates[:first])
        assert many.reference.candidates[first] > 50


def test_expected_draws_follow_the_formula_and_the_measured_ones() -> None:
    assert draws_expected(50.0, 2.0, 300) == 300
    assert draws_expected(0.0, 2.0, 100) == pytest.approx(1 + math.log(100))
    assert draws_expected(0.0, 3.0, 100) == pytest.approx(1 + (1 - 1 / 100))
    assert draws_expected(0.0, 1.5, 100) == pytest.approx(1 + (10 - 1) / 0.5)
    near = [draws_expected(0.3, 2 + shift, 1000) for shift in (-1e-6, 0, 1e-6)]
    assert near == pytest.approx([near[1]] * 3, rel=1e-4), "no jump at α = 2"
    p = made(**VECTOR, samples=3000, draw_limit=300)
    point = p.points()[p.focus]
    draws = encode_reference(p, Row(point, point, plan(p, point)), p.focus, lambda share: None).candidates
    expected = draws_expected(point.log_bound, 2.0, 300)
    assert expected / 3 < draws.mean() < 3 * expected


def test_tails_fall_from_one_to_the_limit(along_epsilon: RunningTimeResult) -> None:
    for encoder in ("ppr", "reference"):
        t, share = along_epsilon.tail(encoder)
        found = getattr(along_epsilon.focus, encoder).candidates
        assert np.all(np.diff(t) > 0) and np.all(np.diff(share) < 0)
        assert share[0] == pytest.approx((found > t[0]).mean()) and share[-1] > 0
    assert len(along_epsilon.tail_table()["encoder"]) == sum(
        len(along_epsilon.tail(e)[0]) for e in ("ppr", "reference")
    )


# Paths.


@pytest.mark.skipif(not kernels.installed(), reason="numba is not installed")
def test_both_paths_and_the_floor_are_measured() -> None:
    """Equal candidates on both paths; odd chunks have no kernel, so there is one path."""
    kernels.warm_up()
    found = EXPERIMENT.run(made(reference=False))
    for row in found.rows:
        assert np.all(row.floor.seconds > 0) and (row.arrays is not None) == (row.planned.array_seconds > 0)
        assert row.planned.compiled == (row.point.chunk % 2 == 0)
        if row.arrays is not None:
            few = row.arrays.candidates
            assert len(few) >= 6 * row.planned.batch and np.array_equal(few, row.ppr.candidates[: len(few)])
    alone = replace(found, rows=tuple(replace(row, arrays=None) for row in found.rows))  # where they would take long
    assert alone.compiled.tolist() == [row.planned.compiled for row in found.rows]
    with kernels.disabled():
        plain = EXPERIMENT.run(made(reference=False))
        slow = EXPERIMENT.cost(made()).seconds
    assert all(row.arrays is None for row in plain.rows) and not plain.compiled.any() and plain.timed.all()
    assert [(one.planned.samples, one.planned.batch) for one in plain.rows] == [
        (one.planned.samples, one.planned.batch) for one in found.rows
    ], "what is run does not depend on kernels"
    assert slow != EXPERIMENT.cost(made()).seconds


# What is said.


def test_a_mean_of_algorithm_1_only_where_it_exists() -> None:
    def keys(**changes) -> set[str]:
        found = EXPERIMENT.run(made(**VECTOR | changes | {"epsilon": 0.06}, draw_limit=20_000))
        assert not found.focus.reference.stopped.any()
        return {quantity.key for quantity in EXPERIMENT.tell(found).quantities}

    assert "reference_mean" in keys(alpha=4.0)
    assert "reference_mean" not in keys(alpha=2.0)
    stopped = EXPERIMENT.run(made(alpha=4.0, chunk=110, draw_limit=50))
    assert stopped.focus.reference.stopped.any()
    assert "reference_mean" not in {quantity.key for quantity in EXPERIMENT.tell(stopped).quantities}
    assert any("Raise the limit" in notice for notice in EXPERIMENT.tell(stopped).notices)


def test_quantities(result: RunningTimeResult) -> None:
    found = {quantity.key: quantity for quantity in EXPERIMENT.tell(result).quantities}
    assert next(iter(found)) == "candidates" and found["candidates"].samples == result.focus.planned.samples
    assert found["bound"].value == pytest.approx(math.exp(result.focus.point.log_bound))
    assert found["vector"].value == pytest.approx(20 * found["seconds"].value)
    assert (
        f"of {result.focus.point.chunk} numbers"
        in found["vector"].label.replace("chunks of", "of") + found["bound"].label
    )
    for quantity in found.values():
        assert (quantity.kind == "measured") == (quantity.error is not None)


def test_times_are_there_and_nowhere_in_the_table(result: RunningTimeResult) -> None:
    for row in result.rows:
        assert np.all(row.ppr.seconds > 0) and np.all(row.reference.seconds > 0) and len(row.ppr.seconds) >= 6
    columns = {name for name in result.table() if "second" in name}
    assert columns == {"printed_seconds_for_a_vector"}, "the paper's are the only ones"
    assert result.moment in EXPERIMENT.tell(result).captions["times"] and "UTC" in result.moment


def test_formulas_come_to_the_numbers_on_screen(result: RunningTimeResult) -> None:
    formulas = EXPERIMENT.tell(result).formulas()
    values = [formula.value for formula in formulas]
    point = result.focus.point
    assert values[:2] == [point.noise_mean, point.channel.noise_std]
    assert values[2] == pytest.approx(math.exp(point.log_bound))
    for formula in formulas:
        assert formula.source and "$" not in formula.symbolic + formula.substituted
        assert all(not symbol.field or symbol.field in RunningTimeParameters.specs() for symbol in formula.symbols)


def test_notices_name_the_printed_numbers() -> None:
    story = EXPERIMENT.tell(EXPERIMENT.run(made(sweep="quoted", noise="vector")))
    text = " ".join(story.notices)
    assert all(f"{one.seconds:.4f} s" in text for one in QUOTED)
    assert "compare the shapes of the curves" in text


def test_snippet_prints_the_headline(result: RunningTimeResult) -> None:
    for p, found in (
        (result.parameters, result),
        *((q, EXPERIMENT.run(q)) for q in (made(alpha=math.inf), made(**VECTOR))),
    ):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(EXPERIMENT.snippet(p), "snippet", "exec"), {})
        shown = {one.key: one.value for one in EXPERIMENT.tell(found).quantities}
        assert f"r* = {shown['bound']:.4f}\n" in out.getvalue()
        assert f"{shown['candidates']:.4f} candidates" in out.getvalue()


# The contract.


def test_equal_parameters_give_equal_bytes(result: RunningTimeResult) -> None:
    p, again = result.parameters, EXPERIMENT.run(result.parameters)

    def texts(found: RunningTimeResult) -> list[str]:
        return [table_to_csv(table, p, "1") for table in (found.table(), found.tail_table())]

    assert texts(result) == texts(again)
    assert again.focus.ppr.seconds.tolist() != result.focus.ppr.seconds.tolist(), "times are not the same twice"
    assert texts(EXPERIMENT.run(p.replace(seed=2))) != texts(result)


def test_progress_and_partial_results() -> None:
    told: list[tuple[float, RunningTimeResult | None]] = []
    final = EXPERIMENT.run(made(), lambda fraction, note="", partial=None: told.append((fraction, partial)))
    fractions = [fraction for fraction, _ in told]
    assert fractions == sorted(fractions) and fractions[0] > 0 and fractions[-1] == pytest.approx(1)
    partials = [partial for _, partial in told if partial is not None]
    assert [len(partial.ran) for partial in partials] == sorted(len(partial.ran) for partial in partials)
    for partial in partials[:2]:
        story = EXPERIMENT.tell(partial)
        assert story.finding and story.notices and story.quantities and story.formulas()
        assert len(partial.table()["chunk"]) == len(final.rows)

    def stop(fraction: float, note: str = "", partial: object = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        EXPERIMENT.run(made(), stop)


def test_cost_follows_the_work() -> None:
    base = made()
    assert EXPERIMENT.cost(RunningTimeParameters()).seconds < 0.3, "the page opens at once"
    for heavier in ({"samples": 4000}, {"draw_limit": 20_000}, {"chunk": 128}, {"alpha": 1.05}):
        assert EXPERIMENT.cost(base.replace(**heavier)).seconds > EXPERIMENT.cost(base).seconds
    along = base.replace(sweep="epsilon")
    assert EXPERIMENT.cost(along.replace(reference=False)).seconds < EXPERIMENT.cost(along).seconds
    suggestion = EXPERIMENT.nearest_affordable(made(samples=20_000, draw_limit=5_000), 3.0, 1e9)
    assert suggestion is not None and suggestion.samples < 20_000 and EXPERIMENT.cost(suggestion).seconds <= 3.0


def test_every_preset_is_affordable() -> None:
    for parameters, text in EXPERIMENT.presets.values():
        assert EXPERIMENT.cost(parameters).seconds < 20 and text.endswith(".")
        assert EXPERIMENT.tell(EXPERIMENT.run(parameters.replace(samples=20, draw_limit=50))).finding
    assert RunningTimeParameters() in [parameters for parameters, _ in EXPERIMENT.presets.values()]


@pytest.mark.parametrize(
    "extreme",
    [
        {"alpha": 1.05},
        {"alpha": math.inf},
        {"chunk": 1, "sweep": "epsilon"},
        {"chunk": 256, "epsilon": 10.0},
        {"chunk": 256, "epsilon": 10.0, "clients": 10_000},
        {"clients": 1},
        {"dimension": 100_000, "noise": "vector", "sweep": "quoted"},
        {"dimension": 256, "chunk": 256},
        {"reference": False},
    ],
    ids=str,
)
def test_extremes_run_without_a_warning(extreme: dict) -> None:
    found = EXPERIMENT.run(made(**{"samples": 20, "draw_limit": 50} | extreme))
    story = EXPERIMENT.tell(found)
    for text in (story.finding, story.captions["tail"], *story.notices):
        assert text.endswith(".") and "nan" not in text and "  " not in text
    assert story.quantities and story.formulas() and math.isfinite(sum(found.span))
    for table in (found.table(), found.tail_table()):
        assert len({len(column) for column in table.values()}) == 1
    compile(EXPERIMENT.snippet(found.parameters), "snippet", "exec")


def test_nothing_is_encoded_where_r_star_is_out_of_reach() -> None:
    p = made(chunk=256, epsilon=10.0)
    found = EXPERIMENT.run(p)
    assert plan(p, found.focus.point).samples == 0 and found.focus.ppr is None
    assert not found.ran and "too many to run" in EXPERIMENT.tell(found).finding
    stuck = EXPERIMENT.run(made(chunk=256, epsilon=1.0, samples=20, reference=False))
    assert f"the largest chunks that run here have {stuck.largest}." in EXPERIMENT.tell(stuck).finding
    sizes = [int(stop) for stop in p.specs()["chunk"].stops]
    runs = [bool(plan(stuck.parameters, stuck.parameters.point(1.0, size, "chunk")).samples) for size in sizes]
    assert max(size for size, ran in zip(sizes, runs, strict=True) if ran) == stuck.largest
    assert np.log(found.bounds()) == pytest.approx([row.point.log_bound for row in found.rows])
    some = EXPERIMENT.run(made(chunk=256, epsilon=0.1, samples=20, reference=False))
    assert some.ran and np.isnan(some.bounds()[-1]), "one r* must not squeeze all others"
    assert EXPERIMENT.tell(some).captions["skipped"] == "Chunks of 200 numbers or more take too long."
    keys = [one.key for one in EXPERIMENT.tell(some).quantities]
    assert keys == ["bound", "vector_largest", "candidates_largest", "decoder"], "the time stays on the tiles"


@pytest.mark.parametrize("bad", [{"alpha": 1.0}, {"samples": 3}, {"sweep": "x"}, {"chunk": 0}, {"epsilon": 0.01}])
def test_bad_settings_are_refused(bad: dict) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must be"):
        made(**bad)


def test_settings_without_effect_say_why() -> None:
    assert set(made().unused()) == set()
    assert set(made(sweep="quoted").unused()) == {"chunk", "epsilon"}
    assert set(made(alpha=math.inf).unused()) == {"reference", "draw_limit"}
    assert set(made(reference=False).unused()) == {"draw_limit"}


def test_decoders_guarantee_of_a_whole_vector() -> None:
    """Numerical accounting over all chunks, by a direct call: a fraction of Theorem 8 added up."""
    result = EXPERIMENT.run(RunningTimeParameters(sweep="epsilon", noise="vector", chunk=4, epsilon=0.05, samples=200))
    exact, theorem = result.decoder
    caps = np.full(250, 4.0)
    std = result.focus.point.channel.noise_std
    found = gaussian_chunks_privacy(std, 2 * math.sqrt(1000), caps, result.parameters.alpha, 1e-6)
    assert exact.epsilon == pytest.approx(found.epsilon, rel=1e-9) and exact.epsilon < theorem.epsilon / 3
    weak = EXPERIMENT.run(result.parameters.replace(epsilon=6.0)).decoder
    assert weak[0].epsilon < weak[1].epsilon
    huge = EXPERIMENT.run(result.parameters.replace(epsilon=6.0, noise="chunk")).decoder
    assert huge[0] == huge[1], "divergences of whole orders say more than Theorem 8 there"
    shown = {one.key: one.value for one in EXPERIMENT.tell(result).quantities}
    assert shown["decoder"] == exact.epsilon
    said = f"Theorem 8, added up over the messages, gives {number(theorem.epsilon)}"
    assert any(said in one for one in EXPERIMENT.tell(result).notices)


@pytest.mark.skipif(not kernels.installed(), reason="numba is not installed")
def test_one_number_takes_the_tree_a_few_hundred_looks_at_any_bound(result: RunningTimeResult) -> None:
    """r* from 10 to 10⁸; PPR's search, which looks at about r* candidates, is run as far as that is feasible."""
    assert [row.bound for row in result.numbers] == pytest.approx([1e1, 1e2, 1e3, 1e4, 1e6, 1e8], rel=1e-9)
    for row in result.numbers:
        assert np.all(row.tree.candidates < 62 + 4 * math.log2(row.bound) ** 2)
    searched = [row for row in result.numbers if row.search is not None]
    assert [row.bound for row in searched] == pytest.approx([10, 100, 1000], rel=1e-9)
    assert 0.3 < searched[-1].search.candidates.mean() / 1000 < 3
    notice = EXPERIMENT.tell(result).captions["tree"]
    assert "At r* = 100 000 000" in notice.replace("\u202f", " ").replace("\u00a0", " ") or "10⁸" in notice
    with kernels.disabled():
        bare = EXPERIMENT.run(made(samples=20))
    assert not bare.numbers and "compiled loops are missing" in EXPERIMENT.tell(bare).captions["tree"]
