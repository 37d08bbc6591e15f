"""The exactness experiment: its verdicts, its repeatability, its cost, and everything it says about a run."""

from __future__ import annotations

import contextlib
import io
import itertools
import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import RandomizedResponseChannel
from ppr_core.experiments.contract import Cancelled, table_to_csv
from ppr_core.experiments.exactness import EXPERIMENT, LISTS, ExactnessParameters, ExactnessResult, bad_list
from ppr_core.experiments.exactness.run import ALARM, block_size
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import latex

MECHANISM_CASES = {
    "laplace": {"epsilon": 10.0, "position": 1.0},
    "laplace in space": {"epsilon": 6.0, "dimension": 3, "position": 1.0},
    "gaussian": {"mechanism": "gaussian", "noise_std": 0.2, "position": 1.0},
    "gaussian in space": {"mechanism": "gaussian", "noise_std": 0.5, "dimension": 3, "position": 1.0},
    "randomized response": {"mechanism": "randomized_response", "epsilon": 3.0},
    "truncated geometric": {"mechanism": "geometric", "epsilon": 3.0},
    "privunit": {"mechanism": "privunit", "dimension": 3, "epsilon": 3.0},
    "subset selection": {"mechanism": "subset_selection", "epsilon": 3.0},
    "rappor": {"mechanism": "rappor", "epsilon": 3.0},
}
SMALL = ExactnessParameters(samples=1000)


def seen(case: str, view: str) -> dict[str, object]:
    """The case looked at in a view; on the sphere there is one only."""
    return MECHANISM_CASES[case] | {"view": "coordinate" if case == "privunit" else view}


def run(**changes: object) -> ExactnessResult:
    return EXPERIMENT.run(ExactnessParameters(**changes))


@pytest.fixture(scope="module")
def default() -> ExactnessResult:
    return EXPERIMENT.run(ExactnessParameters())


def test_the_default_makes_the_point(default: ExactnessResult) -> None:
    ppr, mrc = default.arms
    assert (ppr.scheme, ppr.exact, mrc.scheme, mrc.exact) == ("ppr", True, "mrc", False)
    assert (
        ppr.agrees and default.picture.outside(ppr.counts) == 0 and abs(ppr.moments.bias) < 4 * ppr.moments.bias_error
    )
    assert mrc.tests[0].p_value < 1e-12 and default.picture.outside(mrc.counts) >= 5
    assert mrc.moments.variance_ratio > 1 + 5 * mrc.moments.variance_ratio_error
    said = "PPR keeps the wanted noise exactly, but MRC does not."
    assert EXPERIMENT.tell(default).finding == said


def test_the_default_opens_at_once() -> None:
    """Predicted below what a page runs without a worker process."""
    assert EXPERIMENT.cost(ExactnessParameters()).seconds <= 0.15


@pytest.mark.parametrize("case", MECHANISM_CASES)
@pytest.mark.parametrize("view", ["coordinate", "radius"])
def test_exact_schemes_pass_and_small_pools_are_rejected(case: str, view: str) -> None:
    """Must fail: truncated PPR and MRC with two candidates, wherever they are looked at."""
    shared = seen(case, view) | {"samples": 4000, "candidates": 2, "seed": 5}
    exact = run(first="ppr", second="pfr", **shared)
    assert all(test.p_value >= ALARM for arm in exact.arms for test in arm.tests), EXPERIMENT.tell(exact).finding
    cut = run(first="truncated_ppr", second="mrc", **shared)
    assert not any(arm.agrees for arm in cut.arms), EXPERIMENT.tell(cut).finding


@pytest.mark.parametrize("case", MECHANISM_CASES)
@pytest.mark.parametrize("view", ["coordinate", "radius"])
def test_a_good_generator_passes_and_a_weak_one_is_noticed(case: str, view: str) -> None:
    """Must fail: 64 rows for all seeds."""
    shared = seen(case, view) | {"samples": 4000, "gamma": 1e-4}
    result = run(first="rejection", second="weak_rejection", **shared)
    good, weak = result.arms
    assert not good.exact and good.distance == 1e-4 and all(test.p_value >= ALARM for test in good.tests)
    assert not weak.agrees and weak.distance is None and weak.tests[0].effect.excess > 5 * weak.tests[0].effect.error
    assert good.bits.value == weak.bits.value == 128 and good.bits.error == 0
    assert abs(good.candidates.value - math.exp(result.log_bound)) < 5 * good.candidates.error
    finding = EXPERIMENT.tell(result).finding
    assert "keeps the wanted noise up to γ" in finding and "does not" in finding
    notices = " ".join(EXPERIMENT.tell(result).notices)
    assert (
        "No efficient test may tell these candidates from truly random ones" in notices
        and "2¹²⁸ seeds make 64 candidates" in notices
    )
    kept = (
        "With any generator ε = 6 remains, where the mechanism has 3"
        if result.finite or case == "privunit"
        else "No ε is guaranteed here"
    )
    assert kept in notices


def test_what_rejection_misses_is_seen_and_stays_below_gamma() -> None:
    """At γ = 0.4 a share β = (1 − 1/r*)^J of the outputs is unseen: the law is (1 − β) P + β Q, no further than γ."""
    result = run(
        mechanism="randomized_response", categories=4, epsilon=2.0, first="rejection", second="none", gamma=0.4,
        samples=20_000,
    )  # fmt: skip
    (arm,) = result.arms
    channel = RandomizedResponseChannel(size=4, epsilon=2.0)
    ratio = math.exp(channel.log_ratio_bound())
    missed = (1 - 1 / ratio) ** math.ceil(ratio * math.log(1 / 0.4))
    effect, law = arm.tests[0].effect, channel.matrix[0]
    assert abs(effect.value - missed * np.abs(law - 0.25).sum() / 2) < 4 * effect.error
    assert not arm.agrees and effect.value < missed <= 0.4
    formula = next(formula for formula in EXPERIMENT.tell(result).formulas() if formula.title.startswith("Rejection"))
    assert formula.value == pytest.approx(missed, rel=1e-9) and formula.source == "rejection.algorithm1"


def test_finite_verdict_has_the_enumerated_size() -> None:
    """MRC with two candidates among three categories: its law from all nine pools, against the measured distance."""
    channel = RandomizedResponseChannel(size=3, epsilon=2.0)
    ratio, law = np.exp(channel.log_ratio(0, np.arange(3))), np.zeros(3)
    for pool in itertools.product(range(3), repeat=2):
        weights = ratio[list(pool)]
        np.add.at(law, list(pool), weights / weights.sum() / 9)
    exact = np.abs(law - channel.matrix[0]).sum() / 2
    result = run(
        mechanism="randomized_response", categories=3, epsilon=2.0, first="mrc", second="none", candidates=2,
        samples=40_000,
    )  # fmt: skip
    (arm,) = result.arms
    assert abs(arm.tests[0].effect.value - exact) < 4 * arm.tests[0].effect.error
    assert abs(arm.moments.bias - (law[0] - channel.matrix[0, 0])) < 4 * arm.moments.bias_error
    assert arm.bits.value == 1.0


def test_equal_parameters_give_equal_bytes_and_another_seed_other_ones() -> None:
    first, again = (table_to_csv(EXPERIMENT.run(SMALL).table(), SMALL, "1") for _ in range(2))
    other = SMALL.replace(seed=2)
    assert first == again != table_to_csv(EXPERIMENT.run(other).table(), SMALL, "1")


def test_compressor_a_does_not_depend_on_b() -> None:
    alone, beside = EXPERIMENT.run(SMALL.replace(second="none")), EXPERIMENT.run(SMALL)
    np.testing.assert_array_equal(alone.arms[0].counts, beside.arms[0].counts)
    assert len(alone.arms) == 1 and len(beside.arms) == 2
    same = EXPERIMENT.run(SMALL.replace(second="ppr"))  # two independent draws of the same compressor
    assert np.any(same.arms[0].counts != same.arms[1].counts)
    assert [same.name(arm) for arm in same.arms] == ["PPR A", "PPR B"]


def test_progress_tells_how_far_it_is_with_partial_results_and_can_stop_the_run() -> None:
    parameters = ExactnessParameters(samples=20_000, epsilon=10.0, proposal="centred", position=1.0)
    seen, partials = [], []

    def progress(fraction: float, note: str = "", partial: ExactnessResult | None = None) -> None:
        seen.append(fraction)
        assert "of 20\u202f000 outputs" in note
        if partial is not None:
            partials.append(partial)

    final = EXPERIMENT.run(parameters, progress)
    assert seen == sorted(seen) and seen[0] > 0 and seen[-1] < 1 and len(seen) >= 3
    assert partials and all(partial.samples < 20_000 for partial in partials)
    assert all(EXPERIMENT.tell(partial).finding and EXPERIMENT.tell(partial).quantities for partial in partials)
    assert final.samples == 20_000
    np.testing.assert_array_equal(EXPERIMENT.run(parameters).arms[1].counts, final.arms[1].counts)

    def stop(fraction: float, note: str = "", partial: object = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        EXPERIMENT.run(parameters, stop)


@pytest.mark.parametrize("case", MECHANISM_CASES)
def test_tables_count_every_output(case: str) -> None:
    result = run(samples=1500, **MECHANISM_CASES[case])
    table = result.table()
    assert len({len(column) for column in table.values()}) == 1
    assert table["count_a"].sum() == table["count_b"].sum() == 1500
    assert table["probability"].sum() == pytest.approx(1, abs=1e-9)
    assert np.all(table["band_low"] <= 1500 * table["probability"])
    assert np.all(table["band_high"] >= np.floor(1500 * table["probability"]))
    if not result.finite:
        quantiles = result.quantile_table()
        assert len({len(column) for column in quantiles.values()}) == 1 and len(quantiles["rank"]) <= 200
        width = table["to"] - table["from"]
        assert np.sum(result.picture.heights(table["count_a"]) * width) == pytest.approx(1)


def test_the_numbers_of_a_page_carry_their_errors(default: ExactnessResult) -> None:
    quantities = {quantity.key: quantity for quantity in EXPERIMENT.tell(default).quantities}
    assert next(iter(quantities)) == "a_distance" and len(quantities) == 8
    for key, quantity in quantities.items():
        if key == "b_bits":
            assert (quantity.kind, quantity.value) == ("exact", 3.0)
        else:
            assert quantity.kind == "measured" and quantity.error > 0 and quantity.samples == default.samples
    ppr = default.arms[0]
    bound = math.exp(default.log_bound)
    assert bound == pytest.approx(1 + 6 / 2)
    assert bound < ppr.candidates.value < 1.3 * bound


@pytest.mark.parametrize("view", ["coordinate", "projection", "radius"])
@pytest.mark.parametrize("case", MECHANISM_CASES)
def test_formulas_hold_the_numbers_of_the_result(case: str, view: str) -> None:
    result = run(samples=1000, **seen(case, view))
    formulas = {formula.title.split(",")[0]: formula for formula in EXPERIMENT.tell(result).formulas()}
    assert all(math.isfinite(formula.value) and "$" not in formula.symbolic for formula in formulas.values())
    top = next(iter(formulas.values()))
    if result.finite:
        assert top.value == result.picture.probabilities[0]
    else:
        assert top.value == pytest.approx(result.picture.density.max(), rel=1e-2)
        assert top.value >= result.picture.density.max() * (1 - 1e-9)
    assert formulas["Candidates that the exact search looks at"].value == pytest.approx(math.exp(result.log_bound))
    mrc = formulas["How MRC chooses"]
    index, log_ratio, log_total = result.first_weight
    assert 1 <= index <= 16 and 0 < mrc.value == math.exp(log_ratio - log_total) <= 1
    for formula in formulas.values():
        for symbol in formula.symbols:
            assert symbol.field == "" or symbol.field in ExactnessParameters.specs()


def test_substituted_formulas_come_to_their_values() -> None:
    """The Laplace and Gaussian cases, evaluated from the numbers that are shown."""
    laplace = {
        formula.title: formula for formula in EXPERIMENT.tell(run(samples=1000, epsilon=8.0, dimension=2)).formulas()
    }
    bound = laplace["Candidates that the exact search looks at, on average"]
    assert bound.substituted == r"r^* = \left(\frac{0.5}{0.25}\right)^{2} e^{1 / 0.5}"
    assert bound.value == pytest.approx(2**2 * math.exp(2.0))
    line = {formula.title: formula for formula in EXPERIMENT.tell(run(samples=1000, epsilon=8.0)).formulas()}
    bound = line["Candidates that the exact search looks at, on average"]
    assert bound.substituted == r"r^* = \frac{1 + 0.25}{0.25}" and bound.value == pytest.approx(5)
    gauss = run(samples=1000, mechanism="gaussian", noise_std=2.0, dimension=4, position=1.0)
    values = {formula.title: formula for formula in EXPERIMENT.tell(gauss).formulas()}
    y = (1 + math.sqrt(1 + 4 * 4 * 4)) / 8
    bound = values["Candidates that the exact search looks at, on average"]
    assert latex(y) in bound.substituted
    assert bound.value == pytest.approx((1 + y / 4) ** 2 * math.exp(1 / (2 * y)))
    assert EXPERIMENT.tell(gauss).formulas()[0].value == pytest.approx(1 / (2 * math.sqrt(2 * math.pi)))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("case", MECHANISM_CASES)
def test_the_program_prints_what_is_on_screen(case: str, scheme: str) -> None:
    settings = {"first": scheme, "second": "none", "samples": 1200, "alpha": 1.5, "proposal_scale": 1.3}
    try:
        parameters = ExactnessParameters(**settings | seen(case, "radius"))
    except ValueError as refusal:
        assert scheme in ("greedy_rejection", "modified_mrc", "bassily_smith", "genprot"), refusal
        return
    result, printed = EXPERIMENT.run(parameters), io.StringIO()
    program = EXPERIMENT.snippet(parameters)
    assert len(program.splitlines()) <= 25
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "snippet", "exec"), {})
    expected = [
        f"{test.name}: p = {test.p_value:.3g}, {test.effect.name} {test.effect.value:#.4g} ± {test.effect.error:.2g}"
        for test in result.arms[0].tests
    ]
    assert printed.getvalue().splitlines() == expected


@pytest.mark.parametrize("name", EXPERIMENT.presets)
def test_presets_show_what_they_announce(name: str) -> None:
    parameters, description = EXPERIMENT.presets[name]
    assert description and EXPERIMENT.cost(parameters).seconds < 10
    result = EXPERIMENT.run(parameters.replace(samples=min(parameters.samples, 20_000)))
    for arm in result.arms:
        assert arm.agrees == (arm.exact or arm.scheme == "rejection"), EXPERIMENT.tell(result).finding
    assert EXPERIMENT.tell(result).notices and (
        name != "PFR: exact, not private" or "nothing protects x" in EXPERIMENT.tell(result).notices[-1]
    )


def _ends() -> list[tuple[str, object]]:
    ends = []
    for name, spec in ExactnessParameters.specs().items():
        if spec.kind == "choice":
            ends += [(name, choice) for choice in spec.choices]
        else:
            ends += [(name, spec.low), (name, spec.high)]
    return ends


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize(("name", "value"), _ends())
def test_every_end_of_every_control_runs_or_is_refused(name: str, value: object, mechanism: str) -> None:
    """At most a minute is allowed on a page; cheap ends are run, dear ones must be foreseen with a reason."""
    setting = {"mechanism": mechanism, "dimension": 3 if mechanism == "privunit" else 1, name: value}
    try:
        parameters = ExactnessParameters(**setting)
    except ValueError as refusal:
        assert name in ("mechanism", "first", "second", "view", "dimension") and str(refusal).endswith(
            (".", f"{value}")
        )
        return
    cost = EXPERIMENT.cost(parameters)
    assert math.isfinite(cost.seconds) and cost.memory_bytes > 0 and "outputs" in cost.reason
    if name == "samples" and value > 1000:
        return
    parameters = parameters if name == "samples" else parameters.replace(samples=1000)
    if EXPERIMENT.cost(parameters).seconds < 1.0 and cost.memory_bytes < 2e8:
        result = EXPERIMENT.run(parameters)
        assert EXPERIMENT.tell(result).finding.endswith(".") and EXPERIMENT.tell(result).notices
        assert all(math.isfinite(quantity.value) for quantity in EXPERIMENT.tell(result).quantities)


def test_cost_knows_what_drives_it() -> None:
    base = EXPERIMENT.cost(ExactnessParameters())
    assert EXPERIMENT.cost(ExactnessParameters(samples=100_000)).seconds == pytest.approx(10 * base.seconds, rel=0.15)
    wide = EXPERIMENT.cost(ExactnessParameters(candidates=4096))
    assert wide.seconds > 20 * base.seconds and "N = 4096 candidates" in wide.reason
    hopeless = ExactnessParameters(mechanism="gaussian", noise_std=0.01, norm_bound=1000.0, dimension=200)
    cost = EXPERIMENT.cost(hopeless)
    assert cost.seconds > 1e9 and math.isfinite(cost.seconds) and "in 200 dimensions" in cost.reason
    assert EXPERIMENT.nearest_affordable(hopeless, 60.0, 1e9) is None
    dear = ExactnessParameters(candidates=65536, samples=50_000)
    nearest = EXPERIMENT.nearest_affordable(dear, 60.0, 1e9)
    assert nearest.samples < dear.samples and EXPERIMENT.cost(nearest).seconds <= 60


def test_blocks_are_small_when_an_encode_is_slow() -> None:
    mrc = SCHEMES["mrc"]
    assert block_size(ExactnessParameters(), mrc) == 8192
    assert block_size(ExactnessParameters(candidates=65536), mrc) <= 32
    assert block_size(ExactnessParameters(candidates=65536, dimension=200), mrc) == 1


def test_a_compressor_is_the_same_beside_any_other() -> None:
    """The N of MRC changes MRC alone, and a partial result has as many outputs of both."""
    partial: list[ExactnessResult | None] = []
    base = ExactnessParameters(samples=2000)
    few = EXPERIMENT.run(base)
    many = EXPERIMENT.run(base.replace(candidates=8192), lambda share, text, result: partial.append(result))
    assert np.array_equal(few.arms[0].counts, many.arms[0].counts) and few.arms[0].bits == many.arms[0].bits
    assert not np.array_equal(few.arms[1].counts, many.arms[1].counts)
    shown = [one for one in partial if one is not None]
    assert shown and all(int(arm.counts.sum()) == one.samples for one in shown for arm in one.arms)


def test_fields_without_effect_say_why() -> None:
    response = ExactnessParameters(mechanism="randomized_response", first="pfr", second="none")
    for name in ("alpha", "candidates", "dimension", "noise_std", "position", "norm_bound", "view"):
        assert response.unused()[name].endswith(".")
    reference = EXPERIMENT.run(response.replace(samples=1000)).table()["count_a"]
    changed = response.replace(
        samples=1000, alpha=3.0, candidates=4, dimension=7, noise_std=2.0, position=0.5, norm_bound=2.0, view="radius"
    )
    np.testing.assert_array_equal(EXPERIMENT.run(changed).table()["count_a"], reference)
    assert set(ExactnessParameters().unused()) == {"categories", "noise_std", "gamma"}
    assert "epsilon" in ExactnessParameters(mechanism="gaussian").unused()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"alpha": 1.0}, "alpha must be a number at least 1.02 .infinity allowed.; got 1"),
        ({"epsilon": math.nan}, "epsilon must be a number at least 0.05 and at most 30; got nan"),
        ({"samples": 12.5}, "samples must be a whole number at least 1000 and at most 1000000; got 12.5"),
        ({"first": "none"}, "first must be one of ppr, pfr, .*, truncated_ppr, .*; got 'none'"),
        ({"first": "bassily_smith"}, "Bassily–Smith needs r"),
        ({"mechanism": "privunit"}, "dimension must be at least 2 for PrivUnit"),
        ({"mechanism": "privunit", "dimension": 3, "view": "radius"}, "view must be the first coordinate"),
        ({"second": "greedy_rejection"}, "Greedy rejection needs finitely many outputs"),
        (
            {"mechanism": "laplacian"},
            "mechanism must be one of laplace, gaussian, .*, randomized_response, .*; got 'laplacian'",
        ),
        ({"dimension": 201}, "dimension must be a whole number at least 1 and at most 200; got 201"),
    ],
)
def test_bad_parameters_get_a_sentence(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ExactnessParameters(**changes)


def test_the_picture_holds_nearly_all_outputs_and_every_difference() -> None:
    result = EXPERIMENT.run(ExactnessParameters(samples=2_000))
    low, high = result.shown
    law = stats.laplace(float(np.ravel(result.parameters.input())[0]), 1 / 3)
    assert 0.98 < law.cdf(high) - law.cdf(low) < 1 and low in result.picture.bins.edges
    assert all(np.abs(result.picture.difference(arm.counts)).max() <= result.farthest for arm in result.arms)
    assert result.picture.exact.sum() * result.picture.width == pytest.approx(1, abs=1e-2)


def test_the_bad_list_is_the_one_whose_best_candidate_fits_worst() -> None:
    """By the densities of Laplace noise themselves; a list that fits somewhere is not taken for it."""
    result = EXPERIMENT.run(ExactnessParameters(epsilon=6.0, candidates=8, samples=1000))
    found, p = bad_list(result), result.parameters
    assert found is not None and found.scheme == "MRC" and found.candidates.shape == (8,)
    x, scale = float(p.input()[0]), 2 / p.epsilon
    density = np.exp(-np.abs(found.candidates - x) / scale) / (2 * scale)
    assert found.heights == pytest.approx(density, abs=2e-3)
    rows, channel = np.arange(1, 9), p.channel()
    best = [
        float(channel.log_ratio(p.input(), channel.proposal(SharedRandomness(p.seed).uniforms(rows, 1, table))).max())
        for table in range(LISTS)
    ]
    assert np.log(found.ratios.max()) == pytest.approx(min(best))
    assert min(best) < np.median(best) - 0.5, "most lists are better"


def test_no_bad_list_without_a_choice_among_few_numbers() -> None:
    for changes in ({"second": "pfr"}, {"mechanism": "randomized_response"}, {"candidates": 1024}):
        assert bad_list(EXPERIMENT.run(ExactnessParameters(samples=1000, **changes))) is None
