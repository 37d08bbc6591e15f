"""The Mean estimation experiment: its runs against closed forms, its curves against the public pieces, its files."""

from __future__ import annotations

import math
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ppr_core import kernels
from ppr_core.accounting import GaussianPair, gaussian_privacy, poisson_curve
from ppr_core.channels import GaussianChannel, PrivUnitChannel
from ppr_core.decoder_privacy import decoder_privacy, gaussian_chunks_privacy
from ppr_core.estimation.mean import ReportSize, SlicedGaussianPPR, mean_noise_std, rotated_vectors
from ppr_core.experiments.contract import Cancelled
from ppr_core.experiments.files import uploads
from ppr_core.experiments.mean_estimation import EXPERIMENT, MeanParameters, MeanResult, schemes
from ppr_core.experiments.mean_estimation.run import _REST, run_task
from ppr_core.experiments.mean_estimation.schemes import report, tasks, vectors
from ppr_core.texts import Messages
from ppr_core.wording import number

cost, run, tell = EXPERIMENT.cost, EXPERIMENT.run, EXPERIMENT.tell
LIMIT = 5.0  # standard errors, over about a hundred points
SMALL = {"clients": 20, "dimension": 40, "chunk": 10, "points": 2, "repetitions": 3}
SETTINGS: dict[str, dict] = {
    "central": {},
    "many curves": SMALL | {"many": True, "bits": 10},
    "replace one": SMALL | {"neighbours": "replace_one", "accounting": "analytic"},
    "sliced within a budget": SMALL | {"fit": True, "bits": 34, "code": "zipf_shannon"},
    "sphere": SMALL | {"data": "sphere"},
    "sparse, loss distribution": SMALL | {"data": "sparse", "pld": True, "bits": 5},
    "local": SMALL | {"compare": "local"},
    "split": SMALL | {"compare": "split", "data": "sparse", "epsilon": 3.0},
    "compressed": SMALL | {"compare": "compressed", "candidates": 16, "data": "sphere"},
}


def made(**changes: object) -> MeanParameters:
    return MeanParameters(**{"epsilon": 1.0, "chunk": 25} | changes)


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def result(request: pytest.FixtureRequest) -> MeanResult:
    return run(made(**SETTINGS[request.param]))


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_guessing_0_errs_by_the_mean_square_of_the_mean() -> None:
    """Signs, + with probability 0.8: 0.6² + (1 − 0.6²)/n on average; 40 coordinates scatter by 0.032."""
    one = run(made(**SMALL))
    assert one.guess == pytest.approx(0.36 + 0.64 / 20, abs=5 * 0.032)
    assert one.useless and not run(made(**SMALL | {"clients": 200})).useless


def test_every_point_lies_at_its_closed_form(result: MeanResult) -> None:
    for one in result.runs:
        assert abs(one.error.value - one.law) < LIMIT * one.error.error, one


def test_of_rival_promises_the_smallest_is_quoted(result: MeanResult) -> None:
    """Of those with one scheme, adversary and notion; one alone needs no mark."""
    views: dict[tuple[str, str, str], list[float]] = {}
    for promise in result.promises:
        views.setdefault(promise.towards, []).append(promise.guarantee.epsilon)
    for promise in result.promises:
        rivals = views[promise.towards]
        assert result.quoted(promise) is (len(rivals) > 1 and promise.guarantee.epsilon <= min(rivals))


def test_a_wrong_closed_form_would_be_noticed() -> None:
    """Half as much error again is many standard errors away already for the default setting."""
    p = made(repetitions=20)
    found = run_task(p, tasks(p)[0], vectors(p), lambda share: None)
    assert abs(found.error.value - 1.5 * found.law) > LIMIT * found.error.error


def test_standard_errors_are_those_of_the_mean() -> None:
    """Over many repetitions the distance from the closed form, in standard errors, has variance about 1."""
    p = made(**SMALL)
    gaps = []
    for place in range(60):
        one = run_task(p, replace(tasks(p)[2], place=place), vectors(p), lambda share: None)
        gaps.append((one.error.value - one.law) / one.error.error)
    assert 0.6 < np.mean(np.square(gaps)) < 1.8


@pytest.mark.parametrize("setting", SETTINGS)
def test_runs_along_epsilon_are_shared_by_all_chosen_epsilons(setting: str) -> None:
    """Those that two ε have in common are equal, without what `_REST` leaves out; others have other seeds."""
    p = made(**SMALL | SETTINGS[setting])
    other = p.replace(epsilon=1.11 * p.epsilon)
    along = [{task.epsilon: task for task in tasks(one) if task.part == "epsilon"} for one in (p, other)]
    both = along[0].keys() & along[1].keys()
    assert both and all(along[0][one] == along[1][one] for one in both)
    places = [task.place for task in tasks(p)]
    assert len(set(places)) == len(places)
    epsilon = min(both)
    task, x = along[0][epsilon], vectors(p)
    runs = [run_task(one, task, x, lambda share: None) for one in (p, other, p.replace(**_REST))]
    assert str(runs[0]) == str(runs[1]) == str(runs[2])  # as text, where NaN equals NaN
    elsewhere = run_task(p, replace(task, place=task.place + 1), x, lambda share: None)
    assert elsewhere.error.value != runs[0].error.value


def test_curves_pass_through_the_closed_forms(result: MeanResult) -> None:
    compared = 0
    for curve in result.curves:
        if curve.part != "epsilon" or (curve.name == "ppr" and result.parameters.central):
            continue
        for one in result.along("epsilon", curve.name):
            if math.isnan(curve.level) or curve.level == one.task.budget:
                place = np.flatnonzero(np.isclose(curve.x, one.task.epsilon, rtol=1e-9))
                for value in curve.y[place]:
                    assert value == pytest.approx(one.law, rel=1e-5), "rejection gives up with a chance of 10⁻⁶"
                    compared += 1
    assert compared >= 3


def test_bits_add_up_and_were_sent(result: MeanResult) -> None:
    n, d = result.parameters.shape
    for one in result.runs:
        assert one.bits.value == pytest.approx(one.information + one.code_overhead + one.chunk_overhead)
        assert 0 <= 8 * one.sent_bytes.value - n * one.bits.value < 16 + 1e-6
        assert one.compressed == (one.bits.value < 32 * d)


def test_guarantees_name_both_views(result: MeanResult) -> None:
    p = result.parameters
    notions = {(one.label, one.guarantee.notion, one.guarantee.against) for one in result.promises}
    first = result.headline.label
    assert (first, "local", "database") in notions and (first, "local", "decoder") in notions
    if not p.central:
        against = [one for one in result.promises if one.guarantee.against == "decoder"]
        for label in {one.label for one in against}:
            deltas = [one.guarantee.delta for one in against if one.label == label]
            assert deltas == [p.delta, 0.0], "every scheme at the same δ, and without one"
        return
    central = [one.guarantee.epsilon for one in result.promises if one.guarantee.notion == "central"]
    assert max(central) <= p.epsilon * (1 + 1e-9), "noise is found from the private side"
    decoders = {
        one.label: one.guarantee.epsilon
        for one in result.promises
        if one.guarantee.against == "decoder" and one.guarantee.source != "ppr.renyi"
    }
    assert decoders["CSGM"] == math.inf and decoders["PPR in chunks"] < math.inf
    sources = {one.guarantee.source for one in result.promises if one.label == "CSGM"}
    assert ("pld.dots" in sources) == p.pld


def test_decoders_guarantee_is_the_exact_accountants(result: MeanResult) -> None:
    """Of each scheme sent through PPR: before the theorem, below it, at a named δ, and worded as such."""
    p, told = result.parameters, " ".join(tell(result).notices)
    exact = {one.label: one.guarantee for one in result.promises if one.guarantee.source == "ppr.renyi"}
    theorem = {
        one.label: one.guarantee
        for one in result.promises
        if one.guarantee.source in ("ppr.theorem7", "ppr.theorem8") and one.guarantee.against == "decoder"
    }
    assert set(exact) == set(theorem) and (exact or not p.central)
    for label, one in exact.items():
        assert one.epsilon < theorem[label].epsilon and one.delta == p.delta
        assert not p.central or f"may learn up to ε = {number(one.epsilon)}" in told
    if p.central:
        n, d = p.shape
        chunk, noise_std = result.headline.task.chunk, p.problem.noise_std(p.epsilon) * math.sqrt(n)
        sizes = [chunk] * (d // chunk) + ([d % chunk] if d % chunk else [])
        caps = 2 * np.sqrt(np.array(sizes, dtype=float))
        if p.data == "signs":
            found = gaussian_chunks_privacy(noise_std, 2 * math.sqrt(d), caps, p.alpha, p.delta)
            assert exact["PPR in chunks"].epsilon == pytest.approx(found.epsilon, rel=1e-9)


@pytest.mark.parametrize("compare", ["local", "split", "compressed"])
@pytest.mark.parametrize(("epsilon", "alpha"), [(1.0, 2.0), (4.0, 1.2)])
def test_the_server_is_held_to_epsilon_with_every_scheme(compare: str, epsilon: float, alpha: float) -> None:
    """By direct calls of the accountant for the scheme that ran; a thousandth more of its own ε would be too much."""
    p = made(**SMALL, compare=compare, epsilon=epsilon, alpha=alpha, against="decoder")
    for task in tasks(p)[: len(p.contenders)]:
        found = run_task(p, task, vectors(p), lambda share: None)
        assert found.server_epsilon == pytest.approx(epsilon, rel=1e-5) or task.name == "privunit_default"
        assert epsilon * 0.98 < found.server_epsilon <= epsilon * (1 + 1e-9)
        if task.name in ("sqkr", "modified_mrc", "rejection"):
            assert found.own_epsilon == epsilon
        elif task.name == "mrc":
            assert found.own_epsilon == pytest.approx(epsilon / 2, rel=1e-5)  # at δ a little above half
        else:
            channel, reports = report(p, task.name, epsilon)
            assert channel.epsilon * reports == pytest.approx(found.own_epsilon)
            more = PrivUnitChannel(dimension=40, epsilon=1.001 * channel.epsilon, split=channel.split)
            learned = [decoder_privacy(one, alpha, p.delta, messages=reports).epsilon for one in (channel, more)]
            assert learned[0] <= epsilon * (1 + 1e-9) < learned[1]


def test_holding_the_server_costs_only_those_that_share_a_list() -> None:
    """Errors of the same clients: PrivUnit's closed form at the mechanism's own ε."""
    held, free = (run(made(**SMALL, compare="compressed", epsilon=4.0, against=who)) for who in ("decoder", "database"))
    ratios = {one.task.name: one.law / other.law for one, other in zip(held.focus, free.focus, strict=True)}
    assert ratios["rejection"] == pytest.approx(1.0) and ratios["modified_mrc"] == pytest.approx(1.0)
    assert ratios["ppr"] > 5 and 1.5 < ratios["mrc"] < ratios["ppr"]
    own = PrivUnitChannel(dimension=40, epsilon=held.headline.own_epsilon)
    assert held.headline.law == pytest.approx(own.error_per_client / 20)
    said = [next(text for text in tell(one).notices if "learns at most ε" in text) for one in (held, free)]
    assert "learns at most ε = 4 of a person with every scheme" in said[0] and "may learn 15.9 with PPR" in said[1]
    servers = {one.task.name: one.server_epsilon for one in free.focus}
    assert number(servers["ppr"]) == "15.9" and number(servers["mrc"]) == "8" and number(servers["rejection"]) == "4"


def test_what_holding_the_server_of_a_published_mean_takes() -> None:
    """The accountant of the vector in chunks says ε at the noise that was found, and more with a thousandth less."""
    p = made(repetitions=2, points=2, against="decoder")
    held, problem = run(p).held, p.problem
    for factor, within in ((1.0, True), (0.999, False)):
        scheme = problem.sliced_with(factor * math.sqrt(held.sliced), p.size)
        assert (scheme.accounted_privacy(p.delta).epsilon <= 1.0 + 1e-9) == within
    plain = gaussian_privacy(math.sqrt(held.gaussian * 40), 2 * 10.0, p.delta, notion="local")
    assert plain.epsilon == pytest.approx(1.0, rel=1e-6) and held.sliced > held.gaussian
    assert f"a report already has ε = {number(held.own_epsilon)} before PPR" in " ".join(tell(run(p)).notices)
    assert run(made(**SMALL)).held is None


def test_a_comparison_that_holds_the_server_of_a_published_mean() -> None:
    """The schemes that run are those that the accountant finds; the price is told, and who cannot pay it."""
    p = made(repetitions=20, points=2, against="decoder")
    result = run(p)
    assert [run.task.name for run in result.focus] == ["sliced_ppr", "gaussian"]
    assert all(run.task.name != "csgm" for run in result.runs) and all(one.name != "csgm" for one in result.curves)
    sliced, plain = (run.law for run in result.focus)
    assert (sliced, plain) == pytest.approx((result.held.sliced, result.held.gaussian))
    assert result.headline.error.value == pytest.approx(sliced, abs=5 * result.headline.error.error)
    server = {one.label: one.guarantee.epsilon for one in result.promises if one.guarantee.source == "ppr.renyi"}
    assert server == {"PPR in chunks": pytest.approx(1.0, rel=1e-6)}
    free = run(made(repetitions=2, points=2)).headline.law
    story = tell(result)
    assert f"{number(sliced / free)} times the error" in story.finding and "useless" in story.finding
    assert "CSGM is left out" in story.notices[0] and "CSGM" not in story.captions["reading"]
    assert {"neighbours", "accounting", "pld", "many"} <= set(p.unused())
    story.formulas()


def test_the_bit_counts_of_the_papers_setting_are_reconciled() -> None:
    """Figure 1: n = 500, d = 1000, ε = 1; the four counts that a newcomer meets, in one sentence."""
    p = made(clients=500, dimension=1000, chunk=50, bits=50, repetitions=2, points=2, least=1.0)
    text = next(one for one in tell(run(p)).notices if "say something about the person" in one)
    for part in (" 23.4 say something ", "at most 27.5 bits (Theorem 5 of the PPR paper)", "each of 36 messages ends",
                 "For chunks of 28 numbers it is"):  # fmt: skip
        assert part in text, text


def test_a_vector_in_chunks_of_the_paper() -> None:
    """n = 500, d = 1000, ε = 6, chunks of 4: Theorem 8 chunk by chunk says 124, the accountant far less."""
    scheme = SlicedGaussianPPR(dimension=1000, clients=500, mean_noise_std=made().problem.noise_std(6.0), chunk=4)
    exact, theorem = scheme.accounted_privacy(1e-6), scheme.privacy(1e-6)[-1]
    assert exact.epsilon < theorem.epsilon / 4
    pair = GaussianPair(2 * 2.0 / scheme.client_noise_std)
    by_hand = poisson_curve(pair, 2.0).composed(250).epsilon(1e-6)[0]
    assert exact.epsilon == pytest.approx(by_hand, rel=1e-9)
    assert exact.epsilon > poisson_curve(pair, 2.0).composed(125).epsilon(1e-6)[0], "half the chunks would say less"


def test_sentences_name_epsilon_and_its_kind(result: MeanResult) -> None:
    p, story = result.parameters, tell(result)
    meant = f"ε = {number(p.epsilon)} limits what the published mean tells about one person"
    assert any(meant in text for text in story.notices[:3]) if p.central else "local ε" in story.finding
    kind = "entral ε" if p.central else "local ε"
    axis = Messages("mean_estimation")("axis-privacy", view=result.view)
    assert kind.replace("ε", "").strip()[1:] in axis.lower()
    assert all(text and "nan" not in text for text in story.notices)
    assert all(text and "nan" not in text for text in story.captions.values())


# Closed forms by hand.


def test_central_error_is_the_noise_of_the_mean() -> None:
    p = made()
    law = run_task(p, tasks(p)[0], vectors(p), lambda share: None).law
    shape = {"norm_bound": 10.0, "clients": 40, "epsilon": 1.0, "delta": 1e-6}
    assert law == pytest.approx(mean_noise_std(**shape, accounting="renyi") ** 2, rel=1e-12)
    analytic = made(accounting="analytic")
    assert analytic.problem.noise_std(1.0) == pytest.approx(mean_noise_std(**shape), rel=1e-12)
    assert 0.9 < analytic.problem.noise_std(1.0) / p.problem.noise_std(1.0) < 1.0


@pytest.mark.parametrize("accounting", ["renyi", "analytic"])
def test_replacing_takes_twice_the_noise(accounting: str) -> None:
    one, two = (made(accounting=accounting, neighbours=kind) for kind in ("zero_out", "replace_one"))
    assert two.problem.noise_std(1.0) == pytest.approx(2 * one.problem.noise_std(1.0), rel=1e-6)


def test_local_error_is_that_of_privunit() -> None:
    p = made(**SMALL, compare="local", epsilon=2.0)
    found = {task.name: run_task(p, task, vectors(p), lambda share: None).law for task in tasks(p)[:3]}
    best = min(
        range(1, 6), key=lambda s: PrivUnitChannel(dimension=40, epsilon=2 / s, split="hemisphere").error_per_client / s
    )
    for name, split, reports in (("privunit", "optimized", 1), ("privhs", "hemisphere", best)):
        channel = PrivUnitChannel(dimension=40, epsilon=2.0 / reports, split=split)
        assert found[name] == pytest.approx((1 / channel.scale**2 - 1) / (20 * reports), rel=1e-9)
    assert found["privunit"] < found["privunit_default"] < found["privhs"]


def test_budget_rule_takes_the_noise_that_just_fits() -> None:
    """Where ε allows less noise than the budget, PPR's curve stays at the noise whose bound is the budget."""
    p = made(bits=12, points=6)
    found = run(p.replace(repetitions=2))
    (curve,) = found.curve("epsilon", "ppr")
    least = p.problem.budget_noise_std(12)
    report = ReportSize(dimension=100, clients=40)
    assert report.size_bits(least) <= 12 < report.size_bits(least / 1.001)
    assert curve.y == pytest.approx([max(p.problem.noise_std(one), least) ** 2 for one in curve.x])
    assert curve.y[-1] == pytest.approx(least**2) and curve.y[0] == pytest.approx(p.problem.noise_std(curve.x[0]) ** 2)


def test_curve_along_the_bits_follows_theorem_5() -> None:
    p = made(repetitions=2)
    (curve,) = run(p).curve("bits", "ppr", 1.0)
    for bits, error in zip(curve.x[:-1], curve.y[:-1], strict=True):
        assert bits == pytest.approx(ReportSize(dimension=100, clients=40).size_bits(math.sqrt(error)))
    assert curve.y[-1] == curve.y[-2] == pytest.approx(p.problem.noise_std(1.0) ** 2)


@pytest.mark.parametrize("data", ["signs", "sphere"])
def test_bits_and_candidates_of_chunks(data: str) -> None:
    """The further charts: Theorem 5 at each ε, and Σ r* of ⌈d/c⌉ messages for c, c/2, …, 2c, …, d."""
    p = made(repetitions=2, data=data)
    found = run(p)
    information = "signs" if data == "signs" else "gaussian"
    report = ReportSize(dimension=100, clients=40, information=information)
    (sizes,) = found.curve("size", "ppr")
    assert sizes.y == pytest.approx([report.size_bits(p.problem.noise_std(one)) for one in sizes.x])
    (chunks,) = found.curve("chunks", "sliced_ppr")
    spread = math.sqrt(40) * p.problem.noise_std(1.0)
    for bits, candidates, c in zip(chunks.x, chunks.y, (100, 50, 25, 12, 6, 3, 1), strict=True):
        assert bits == pytest.approx(report.size_bits(p.problem.noise_std(1.0), c))
        bound = p.problem.chunk_bound(c)
        whole, rest = divmod(100, c)
        parts = [(whole, c, bound or math.sqrt(c))] + ([(1, rest, bound or math.sqrt(rest))] if rest else [])
        channels = [(m, GaussianChannel(dimension=k, noise_std=spread, norm_bound=b)) for m, k, b in parts]
        assert candidates == pytest.approx(sum(m * math.exp(one.log_ratio_bound()) for m, one in channels))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "CSGM in 15 bits has"),
        ({"epsilon": 5.0}, "CSGM in 15 bits has"),
        ({"bits": 40}, "CSGM in 40 bits has"),
        ({"fit": True, "bits": 32, "epsilon": 5.0, "clients": 4000}, "the private mean has"),
        ({"compare": "local"}, "has a computed squared error of"),
    ],
)
def test_finding_compares_expected_errors(changes: dict, said: str) -> None:
    found = run(made(repetitions=2, points=2, **changes))
    story = tell(found)
    (computed,) = (number(one.value) for one in story.quantities if one.key == "law")
    assert said in f"{story.finding} {story.notices[1]}" and computed == f"{found.headline.law:.3g}"
    assert found.parameters.central or computed in story.finding
    exact = not changes.get("fit") and found.parameters.central
    assert ("as accurate" in story.finding) == (exact and not found.useless)
    assert ("worse than guessing 0" in story.finding) == (exact and found.useless)


@pytest.mark.parametrize(
    ("compare", "spelled", "absent"),
    [
        ("central", ("Poisson private representation", "coordinate-subsampled"), "SQKR"),
        ("local", ("PrivUnit:", "PrivHS:", "Kashin"), "CSGM"),
        ("split", ("PrivUnit:", "s reports", "Kashin"), "PrivHS"),
        ("compressed", ("Poisson private representation", "minimal random coding", "seed"), "SQKR"),
    ],
)
def test_names_are_spelled_out(compare: str, spelled: tuple[str, ...], absent: str) -> None:
    found = run(made(**SMALL, compare=compare))
    story = tell(found)
    reading, names = story.captions["runs"], f"{story.captions['reading']} {story.notices[0]} {story.notices[-1]}"
    assert all(one in names for one in spelled) and absent not in names
    if compare == "central":
        sizes = {run.task.chunk for run in found.along("bits", "sliced_ppr")}
        assert len(sizes) > 1 and all(str(size) in reading for size in sizes)


def test_no_number_is_a_time() -> None:
    """What changed compares numbers that equal settings repeat."""
    assert not any("second" in one.unit or one.unit in ("s", "ms") for one in tell(run(made(**SMALL))).quantities)


def test_smaller_chunks_where_large_ones_take_too_long() -> None:
    p = made(clients=100, dimension=100, chunk=100)
    sizes = [tasks(p.replace(epsilon=epsilon))[0].chunk for epsilon in (0.2, 1.0, 6.0)]
    assert sizes[0] == 100 and sizes == sorted(sizes, reverse=True) and sizes[-1] < 10


def test_chunks_are_those_that_kernels_serve_and_small_ones_are_as_asked() -> None:
    """Even sizes below c; up to 16 entries in the focus whatever they take; elsewhere a slow run is made once."""
    figure = {"clients": 500, "dimension": 1000, "bits": 50}
    sizes = {task.chunk for task in tasks(made(**figure, chunk=45)) if task.name == "sliced_ppr"}
    assert len(sizes) > 2 and all(size % 2 == 0 for size in sizes - {45})
    for chunk in (7, 8, 12, 16):
        assert tasks(made(**figure, epsilon=6.0, chunk=chunk))[0].chunk == chunk
    assert tasks(made(**figure, epsilon=6.0, chunk=17))[0].chunk < 8
    last = max(tasks(made(**figure, chunk=50)), key=lambda task: (task.epsilon, task.chunk))
    assert (last.epsilon, last.chunk, last.once) == (6.0, 8, True)
    slow = cost(made(**figure, epsilon=6.0, chunk=16))
    assert slow.seconds > 60 and "PPR in chunks of 16 entries at ε = 6" in slow.reason


def test_plans_do_not_depend_on_kernels_and_costs_do() -> None:
    for p in (made(), made(clients=500, dimension=1000, chunk=50), made(**SMALL, compare="local", epsilon=6.0)):
        planned, expected = tasks(p), cost(p).seconds
        with kernels.disabled():
            schemes._sent_chunk.cache_clear()
            assert tasks(p) == planned
            assert cost(p).seconds > expected or not kernels.installed()


def test_bits_of_large_chunks_are_exact_and_go_below_the_signs() -> None:
    """Figure 1: computed for three sizes of chunks, counted where they are run; plain signs are a bit an entry."""
    p = made(clients=40, dimension=100, chunk=8, epsilon=6.0, many=True, points=2, repetitions=20)
    found = run(p)
    lines = {one.level: one for one in found.curve("size", "sliced_ppr")}
    assert set(lines) == {4, 8, 12}
    counted, line = found.headline.bits, lines[8]
    assert abs(counted.value - line.y[line.x == 6.0][0]) < 4.5 * counted.error
    assert abs(counted.value - lines[4].y[line.x == 6.0][0]) > 4.5 * counted.error, "other chunks send other bits"
    assert any("chunks of 8, PPR sends" in text and "than the 100 signs" in text for text in tell(found).notices)
    small = p.replace(clients=10, dimension=24, epsilon=1.0, repetitions=2)
    assert run(small).curve("size", "sliced_ppr")
    assert not run(small.replace(data="sphere")).curve("size", "sliced_ppr"), "chunks differ in length"


# Data.


@pytest.mark.parametrize("data", ["signs", "sphere", "sparse"])
def test_lengths_of_the_vectors(data: str) -> None:
    for compare, length in (("central", math.sqrt(60)), ("local", 1.0)):
        p = made(data=data, compare=compare, clients=30, dimension=60)
        assert np.linalg.norm(vectors(p), axis=1) == pytest.approx(np.full(30, length))


def test_rotation_keeps_lengths_and_spreads() -> None:
    x = np.zeros((1, 64))
    x[0, 0] = 1.0
    turned = rotated_vectors(x)
    assert np.linalg.norm(turned) == pytest.approx(1.0) and np.abs(turned).max() < 0.2


@pytest.mark.parametrize("data", ["sphere", "sparse"])
def test_chunks_of_rotated_vectors_keep_their_bound(data: str) -> None:
    for chunk in (1, 4, 20):
        p = made(data=data, clients=300, dimension=100, chunk=chunk)
        parts = vectors(p).reshape(300, -1, chunk)
        assert np.linalg.norm(parts, axis=2).max() < p.problem.chunk_bound(chunk) <= 10.0 + 1e-12


def test_file_is_read_scaled_and_compared(store: None) -> None:
    rows = np.random.default_rng(1).normal(size=(30, 16))
    text = "\n".join(",".join(map(str, row)) for row in rows).encode()
    digest = uploads.save(text)
    p = made(data="file", data_file=digest, bits=10, points=2, repetitions=2)
    assert p.shape == (30, 16) and np.abs(vectors(p)).max() == pytest.approx(1.0)
    assert vectors(p) == pytest.approx(rows / np.abs(rows).max())
    for compare in ("central", "local"):
        found = run(p.replace(compare=compare))
        assert all(abs(one.error.value - one.law) < LIMIT * one.error.error for one in found.runs)
    assert made(data="file", data_file=digest, data_columns="1,3,4", bits=2).shape == (30, 3)
    assert "your.csv" in EXPERIMENT.snippet(p)


@pytest.mark.parametrize(
    ("data", "changes", "said"),
    [
        (b"1,2\n3,x\n", {}, "must be a finite number"),
        (b"1,2\n3\n", {}, "line 2"),
        (b"1\n2\n", {}, "at least two columns"),
        (b"1,2,3\n", {}, "at least two rows"),
        (b"0,0\n0,0\n", {}, "not all 0"),
        (b"1,2\n0,0\n", {"compare": "local"}, "rows that are not 0"),
        (b"1,2\n3,4\n", {"bits": 3}, "at most d = 2"),
        (b"1,2\n3,4\n", {"data_columns": "3"}, "from 1 to 2"),
        (b"", {}, "empty file"),
        (b"\n".join([b"1,2"] * 10_001), {}, "at most 10000 rows"),
        (b",".join([b"1"] * 2_001), {}, "at most 2000 cells"),
    ],
)
def test_bad_files_are_refused_in_a_sentence(store: None, data: bytes, changes: dict, said: str) -> None:
    digest = uploads.save(data)
    with pytest.raises(ValueError, match="must be") as refused:
        made(**{"data": "file", "data_file": digest, "bits": 2} | changes).check_file()
    assert said in str(refused.value)


def test_a_file_is_needed() -> None:
    with pytest.raises(ValueError, match="must be an uploaded file"):
        run(made(data="file"))


def test_the_budget_ends_at_a_bit_for_each_number() -> None:
    """Where a slider ends is what `check` allows; local comparisons have no such end."""
    p = MeanParameters(dimension=50)
    assert p.ends() == {"bits": 50} and not p.replace(compare="local").ends()
    assert p.replace(bits=50).bits == 50
    with pytest.raises(ValueError, match="at most d = 50"):
        p.replace(bits=75)


def test_a_budget_that_no_noise_fits_is_refused() -> None:
    with pytest.raises(ValueError, match="bits must be above"):
        made(fit=True, bits=15)


# Running.


@pytest.mark.parametrize("compare", ["central", "local", "split", "compressed"])
def test_progress_rises_and_partial_results_show_the_chosen_setting(compare: str) -> None:
    shares, partials = [], []

    def told(fraction: float, note: str = "", partial: MeanResult | None = None) -> None:
        shares.append(fraction)
        partials.append(partial)

    run(made(**SMALL, compare=compare, epsilon=2.0), told)
    assert shares == sorted(shares) and shares[0] >= 0 and shares[-1] <= 1 + 1e-9
    assert partials[0] is None
    known = list({id(partial): partial for partial in partials if partial is not None}.values())
    assert len(known) > 2 and len(known[0].focus) == len(known[0].parameters.contenders)
    for one in known:
        story = tell(one)
        assert story.finding and story.notices and story.quantities and story.formulas() and one.table()


def test_a_run_can_be_cancelled() -> None:
    def stop(fraction: float, note: str = "", partial: MeanResult | None = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        run(made(), stop)


def test_every_preset_fits_the_budget_of_a_page() -> None:
    for name, (parameters, _) in EXPERIMENT.presets.items():
        predicted = cost(parameters)
        assert predicted.seconds < 60 and predicted.memory_bytes < 1e9, name
    assert cost(made()).seconds < 0.5
