"""The experiment `frequency_estimation`: populations, collections, the curve along ε, the message, and the contract.

No test looks at how long anything takes: only that times are there and outside of what equal parameters reproduce.
"""

from __future__ import annotations

import contextlib
import io
import math
import tempfile

import numpy as np
import pytest

from ppr_core import kernels
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.estimation.frequency import FREQUENCY_SCHEMES, apportioned_counts, zipf_frequencies
from ppr_core.experiments import files, frequency_estimation
from ppr_core.experiments.contract import Cancelled, table_to_csv
from ppr_core.experiments.frequency_estimation import (
    EXPERIMENT,
    FrequencyEstimationParameters,
    FrequencyEstimationResult,
    measured_where,
    report,
)
from ppr_core.experiments.frequency_estimation.run import message

DIRECT = [name for name, scheme in FREQUENCY_SCHEMES.items() if not scheme.by]
cost, run, tell = EXPERIMENT.cost, EXPERIMENT.run, EXPERIMENT.tell

SURVEY = b"city,job\n" + b"".join(
    f"{city},{job}\n".encode()
    for city, job, times in (("Bern", "cook", 120), ("Rome", "cook", 40), ("Oslo", "smith", 240))
    for _ in range(times)
)


def made(**values) -> FrequencyEstimationParameters:
    return FrequencyEstimationParameters(**{"size": 40, "users": 1500} | values)


@pytest.fixture(scope="module")
def result() -> FrequencyEstimationResult:
    return run(made())


@pytest.fixture(scope="module")
def every_scheme() -> FrequencyEstimationResult:
    """At equal ε against a reader of the output."""
    return run(made(compressed=True, epsilon=1.0, users=1000, against="database"))


@pytest.fixture
def survey(tmp_path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The digest of a kept file of two columns."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return files.save(SURVEY)


# Who the users are.


@pytest.mark.parametrize("data", ["zipf", "geometric", "uniform", "heavy"])
def test_counts_are_whole_sorted_and_of_all_users(data: str) -> None:
    counts = made(data=data).counts()
    assert counts.sum() == 1500 and len(counts) == 40 and np.all(np.diff(counts) <= 0)
    assert made(data=data).names()[:2] == ("1", "2")


def test_a_few_heavy_hitters_hold_their_share() -> None:
    counts = made(data="heavy", share=0.8).counts()
    assert counts[:10].sum() == 1200 and counts[9] > 10 * counts[10]
    assert len(made(data="heavy", size=4).counts()) == 4


def test_a_file_is_counted_and_named(survey: str) -> None:
    p = made(data="file", data_file=survey)
    assert p.counts().tolist() == [240, 120, 40] and p.names() == ("Oslo", "Bern", "Rome")
    assert (p.categories, p.reports) == (3, 400)
    jobs = p.replace(data_columns="2")
    assert jobs.counts().tolist() == [240, 160] and jobs.names() == ("smith", "cook")
    found = run(p)
    assert found.table()["category"].tolist() == ["Oslo", "Bern", "Rome"]
    assert found.truth.tolist() == [0.6, 0.3, 0.1]


def test_unclear_files_are_refused_with_a_reason(survey: str) -> None:
    for values, said in (
        ({"data_file": ""}, "Data file must be an uploaded file"),
        ({"data_file": survey, "data_columns": "3"}, "numbers of the file's columns, from 1 to 2"),
        ({"data_file": files.save(b"a\na\na\n"), "data_columns": "1"}, "at least 2 categories"),
        ({"data_file": survey, "data_columns": "1", "sender": 4}, "sender must be one of the 3 categories; got 4"),
        ({"data_file": "0" * 32}, "upload it again"),
    ):
        with pytest.raises(ValueError, match=said):
            made(data="file", **values).check_file()
    with pytest.raises(ValueError, match="sender must be one of the 40 categories"):
        made(sender=41)


def test_settings_without_effect_say_why(survey: str) -> None:
    compression = {"alpha", "gamma", "generator"}
    assert set(made().unused()) == {"ratio", "share", "data_file", "data_columns", "against"} | compression
    p = made(data="file", data_file=survey, data_columns="1", compressed=True)
    assert set(p.unused()) == {"exponent", "ratio", "share", "size", "users"}
    assert compression & set(made(scheme="ppr_rappor").unused()) == {"gamma", "generator"}
    assert compression & set(made(scheme="rejection_rappor").unused()) == {"alpha"}


# Collections.


def test_the_chosen_scheme_runs_first_and_is_compared(result: FrequencyEstimationResult) -> None:
    assert [one.name for one in result.ran] == list(DIRECT)
    assert result.chosen.name == "pi_rappor" and result.found is result.chosen.found
    assert run(made(scheme="ppr_rappor", epsilon=0.5, users=100)).chosen.name == "ppr_rappor"


def test_errors_are_those_of_the_closed_form(every_scheme: FrequencyEstimationResult) -> None:
    """Within 4.5 standard errors; rejection is within 10⁻⁶ of exact."""
    assert len(every_scheme.ran) == len(FREQUENCY_SCHEMES)
    for one in every_scheme.ran:
        found = one.found
        error = found.estimates - every_scheme.truth
        assert found.norms.root_mean_square == pytest.approx(math.sqrt(np.mean(error**2)))
        assert abs(found.norms.root_mean_square - one.expected) < 4.5 * found.norm_error
        assert one.expected == pytest.approx(math.sqrt(np.mean(one.deviations**2)))
        assert found.client_seconds > 0 and found.server_seconds > 0


def test_bits_on_the_wire(every_scheme: FrequencyEstimationResult) -> None:
    bits = {one.name: one.found.bits for one in every_scheme.ran}
    assert bits["rappor"] == bits["subset_selection"] == 40
    assert bits["randomized_response"] == 6 and bits["recursive_hadamard"] == 1
    assert bits["rejection_rappor"] == bits["rejection_subset_selection"] == 128
    oracle = every_scheme.parameters.oracle("pi_rappor")
    assert bits["pi_rappor"] == oracle.bits == 2 * math.ceil(math.log2(oracle.family.prime))
    for one in every_scheme.ran:
        assert (one.found.bits_error > 0) == one.name.startswith("ppr_")
    assert 1 < bits["ppr_rappor"] < 5


def test_what_the_server_may_learn(every_scheme: FrequencyEstimationResult) -> None:
    epsilon = {one.name: one.guarantee.epsilon for one in every_scheme.ran}
    assert epsilon["rappor"] == 1.0 and epsilon["ppr_rappor"] == pytest.approx(4.0)
    assert 0.9 < epsilon["pi_rappor"] <= 1.0 and epsilon["pi_rappor_full_epsilon"] == pytest.approx(1.0)
    deletion = run(made(notion="deletion", epsilon=1.0, scheme="ppr_rappor", users=100, against="database"))
    notions = {one.name: (one.notion, one.guarantee.epsilon) for one in deletion.ran}
    assert notions["rappor"] == ("deletion", 1.0) and notions["randomized_response"] == ("replacement", 1.0)
    assert notions["ppr_rappor"] == ("replacement", pytest.approx(8.0)), "two categories are 2ε apart, and α = 2"
    assert any("recursive Hadamard response" in notice for notice in tell(deletion).notices)


@pytest.mark.parametrize("generator", ["shake256", "few_bits"])
def test_a_weak_generator_spoils_the_counts_but_not_all_privacy(generator: str) -> None:
    """Estimates from 16 different reports are several times as far off as promised; Lemma 3.6 still gives 2ε."""
    settings = {"scheme": "rejection_subset_selection", "generator": generator, "against": "database"}
    found = run(made(epsilon=0.5, users=2000, **settings))
    one, weak = found.chosen, generator != "shake256"
    assert (found.found.norms.root_mean_square > 3 * one.expected) == weak
    assert (found.found.covered(found.truth).mean() < 0.6) == weak
    assert one.guarantee.epsilon == pytest.approx(1.0 if weak else 0.5)
    assert any("weak on purpose" in notice for notice in tell(found).notices) == weak
    assert tell(found).finding.startswith("A weak generator spoils") == weak


def test_the_order_of_ppr_is_paid_against_the_server() -> None:
    settings = {"scheme": "ppr_rappor", "epsilon": 0.5, "users": 500, "against": "database"}
    near, far = (run(made(alpha=alpha, **settings)) for alpha in (1.1, 3.0))
    assert near.chosen.guarantee.epsilon == pytest.approx(1.1) and far.chosen.guarantee.epsilon == pytest.approx(3.0)
    assert near.found.bits > far.found.bits + 3


def test_reports_that_nobody_accepted_pull_the_counts_together() -> None:
    """At γ = ½ a share β = (1 − 1/r*)^J of the reports says nothing, so a count of its excess over n/k keeps 1 − β."""
    p = made(scheme="rejection_rappor", epsilon=4.0, size=2, data="heavy", share=1.0, users=5000, gamma=0.5)
    compressor = p.oracle(p.scheme).compressor
    beta = (1 - math.exp(-compressor.log_cap)) ** compressor.tries
    found = run(p)
    slope = float(found.found.estimates[0] - found.found.estimates[1])
    error = 4.5 * float(np.hypot(*found.chosen.deviations))
    assert abs(slope - (1 - beta)) < error < beta / 3
    assert any("says nothing" in notice for notice in tell(found).notices)


def test_the_same_randomness_for_every_choice(result: FrequencyEstimationResult) -> None:
    other = run(made(scheme="rappor"))
    for one, same in zip(result.ran, other.ran, strict=True):
        assert np.array_equal(one.found.estimates, same.found.estimates)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    found = run(made(scheme="rappor", size=1000, users=20_000, epsilon=1.0)).found
    truth = apportioned_counts(zipf_frequencies(1000), 20_000) / 20_000
    assert abs(found.covered(truth).mean() - 0.95) < 4 * math.sqrt(0.95 * 0.05 / 1000)
    assert found.high - found.estimates == pytest.approx(found.estimates - found.low)


# Along ε.


def test_runs_along_epsilon_follow_the_closed_form(result: FrequencyEstimationResult) -> None:
    one = result.curves[0]
    assert one.name == "pi_rappor" and np.all(np.diff(one.expected) < 0)
    ran = ~np.isnan(one.measured)
    assert one.epsilon[ran].tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]
    assert np.all(np.abs(one.measured - one.expected)[ran] < 4.5 * one.error[ran])
    assert one.measured[one.epsilon == 2.0] == result.found.norms.root_mean_square, "the run of the page itself"
    assert [other.name for other in result.curves[1:]] == ["rappor", "recursive_hadamard", "randomized_response"]
    assert all(np.isnan(other.measured).all() for other in result.curves[1:])


def test_the_chosen_epsilon_has_its_own_point() -> None:
    one = run(made(epsilon=0.1)).curves[0]
    assert one.epsilon[0] == 0.1 and not math.isnan(one.measured[0])


def test_a_part_of_the_users_sends_where_all_would_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """No point is left out, and the error of the part, brought to all users, is that of the closed form."""
    monkeypatch.setattr(frequency_estimation.run, "_POINT_SECONDS", 0.01)
    found = run(made(scheme="ppr_rappor", epsilon=0.5, users=20_000, against="database"))
    one = found.curves[0]
    assert one.users[one.epsilon % 1 == 0].all() and one.users[one.epsilon == 0.5] == 20_000
    few = (one.users > 0) & (one.users < 20_000)
    assert few.sum() >= 6 and one.users[one.epsilon == 8.0] < one.users[one.epsilon == 1.0]
    assert np.all(np.abs(one.measured - one.expected)[few] < 4.5 * one.error[few])
    small = few & (one.users < 5000)  # of a larger part the own error is hardly told from that of all
    own = one.measured[small] * np.sqrt(20_000 / one.users[small])
    assert small.sum() >= 3 and np.all(own - one.expected[small] > 4.5 * one.error[small]), "a part's own is larger"
    assert found.sweep_table()["users"].max() == 20_000


def test_what_a_part_of_the_users_is_does_not_depend_on_kernels() -> None:
    p = made(scheme="ppr_subset_selection", users=1_000_000, size=1000, against="database")
    with kernels.disabled():
        before, slow = frequency_estimation.run._simulated(p), cost(p).seconds
    assert frequency_estimation.run._simulated(p) == before
    assert cost(p).seconds < slow or not kernels.installed()


def test_of_a_weak_generators_points_a_part_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frequency_estimation.run, "_POINT_SECONDS", 0.01)
    settings = {"scheme": "rejection_rappor", "generator": "few_bits", "against": "database"}
    found = run(made(epsilon=0.5, users=3000, **settings))
    one = found.curves[0]
    assert set(one.users.tolist()) == {0, 3000} and one.users[one.epsilon == 8.0] == 0


# The message.


@pytest.mark.parametrize("sender", [1, 7, 40])
def test_a_message_is_a_line(sender: int) -> None:
    one = message(made(sender=sender, epsilon=1.0))
    j, (start, slope), prime = np.arange(1, 41), one.coefficients, one.family.prime
    assert one.values.tolist() == ((start + j * slope) % prime).tolist()
    assert one.votes.tolist() == (one.values < one.family.ones).tolist()
    assert one.family.bits == 2 * math.ceil(math.log2(prime)) and one.family.ones < prime
    x, y = one.polyline
    drawn = ~np.isnan(x)
    assert np.all((y[drawn] > -1e-9) & (y[drawn] < prime + 1e-9))
    pieces = np.split(np.arange(len(x)), np.flatnonzero(np.isnan(x)))
    pieces = [piece[~np.isnan(x[piece])] for piece in pieces]
    for category, value in zip(j, one.values, strict=True):
        heights = [np.interp(category, x[p], y[p]) for p in pieces if x[p[0]] <= category <= x[p[-1]]]
        assert any(abs(height - value) % prime < 1e-6 for height in heights), "the line runs through the points"


def test_the_sender_gets_votes_as_often_as_promised() -> None:
    votes = [message(made(sender=3, epsilon=1.0, seed=seed)).votes for seed in range(400)]
    own, other = np.mean(votes, axis=0)[2], np.delete(np.mean(votes, axis=0), 2)
    assert abs(own - 0.5) < 4 * math.sqrt(0.25 / 400)
    assert abs(other.mean() - 1 / (math.e + 1)) < 4 * math.sqrt(0.2 / (400 * 39)) + 0.002


# Who is held to ε.


@pytest.mark.parametrize(
    "changes", [{"epsilon": 1.0}, {"epsilon": 3.0, "alpha": 1.2}, {"generator": "few_bits"}], ids=str
)
def test_the_server_is_held_to_epsilon_with_every_scheme(changes: dict) -> None:
    """By a direct call of the accountant for the scheme that really ran; a ten-thousandth more would be too much."""
    found = run(made(compressed=True, users=200, **changes))
    p = found.parameters
    for one in found.ran:
        oracle = p.oracle(one.name)
        if one.name in DIRECT:
            assert one.own_epsilon == p.epsilon and one.server_epsilon <= p.epsilon * (1 + 1e-9)
            continue
        assert oracle.compressor.channel.epsilon == one.own_epsilon <= p.epsilon
        assert p.epsilon * (1 - 1e-5) < one.server_epsilon <= p.epsilon  # at δ = 10⁻⁶ a little below pure ε
        if one.name.startswith("ppr_"):
            channel = type(oracle.compressor.channel)
            learned = [
                decoder_privacy(channel(size=40, epsilon=factor * one.own_epsilon), p.alpha, 1e-6).epsilon
                for factor in (1, 1.0001)
            ]
            assert learned[0] == one.server_epsilon <= p.epsilon < learned[1]
        if one.name.startswith("rejection_"):
            assert one.own_epsilon == pytest.approx(p.epsilon / 2 if p.weak_generator else p.epsilon)


def test_holding_the_server_costs_ppr_accuracy_and_others_nothing() -> None:
    held, free = (run(made(compressed=True, epsilon=1.0, users=200, against=who)) for who in ("decoder", "database"))
    for one, other in zip(held.ran, free.ran, strict=True):
        ratio = one.expected / other.expected
        assert ratio > 3 if one.name.startswith("ppr_") else ratio == 1.0
    said = {who: next(text for text in tell(each).notices if "every scheme" in text)
            for who, each in (("decoder", held), ("database", free))}  # fmt: skip
    assert "learns at most ε = 1" in said["decoder"] and "0.254 with subset" in said["decoder"]
    assert "may learn more. The server may learn most with subset selection by PPR: ε = 3.97" in said["database"]
    assert not any("every scheme" in text for text in tell(run(made(users=100))).notices)


def test_the_curve_along_epsilon_holds_the_same_observer() -> None:
    one = run(made(scheme="ppr_rappor", users=100, epsilon=1.0)).curves[0]
    oracle = made(against="database").oracle("rappor", made(scheme="ppr_rappor").own_epsilon("ppr_rappor", 4.0))
    counts = made(users=100).counts()
    assert one.expected[one.epsilon == 4.0] == pytest.approx(np.sqrt(np.mean(oracle.variance(counts, 100))) / 100)


# What is said, and the contract.


def test_quantities(result: FrequencyEstimationResult) -> None:
    found = {quantity.key: quantity for quantity in tell(result).quantities}
    assert tell(result).quantities[0].key == "error" and found["bits"].kind == "exact"
    assert found["epsilon"].kind == "guarantee" and found["epsilon"].value <= 2.0
    assert found["error"].value == pytest.approx(100 * result.found.norms.root_mean_square)
    compressed = tell(run(made(scheme="ppr_rappor", epsilon=0.5, users=100))).quantities[1]
    assert compressed.kind == "measured" and "Elias delta" in compressed.label and compressed.error > 0


def test_what_stands_out_is_said_and_every_count_is_of_users_or_of_categories() -> None:
    """1.96 times 0.8545 %, the error by the closed form, is 1.675 %; 10 000 (1.675)² users bring it down to 1 %."""
    found = tell(run(FrequencyEstimationParameters())).notices[1]
    assert found.startswith("Only categories above 1.7 % of people are told from zero; the average has 0.39 %.")
    assert "With 28\u202f000 people or more, a category of 1 % is told from zero" in found
    samples = {one.key: one.samples_text for one in tell(run(made())).quantities if one.error is not None}
    assert samples.pop("covered") == "40 categories" and set(samples.values()) == {"1500 people"}


def test_the_forms_of_pi_rappor_are_told_apart() -> None:
    found = run(FrequencyEstimationParameters())
    text = next(notice for notice in tell(found).notices if "four forms" in notice)
    assert "PI-RAPPOR with all of ε is shorter by 6 bits, with 0.857 % computed error instead of " in text


def test_the_first_picture_has_one_form_of_pi_rappor_until_all_schemes_are_asked_for() -> None:
    for changes, forms in (({}, 1), ({"scheme": "rappor"}, 1), ({"scheme": "pi_rappor_shortest"}, 1),
                           ({"compressed": True}, 4)):  # fmt: skip
        found = run(made(users=100, **changes))
        assert sum(each.name.startswith("pi_") for each in found.drawn) == forms and found.chosen in found.drawn
        assert len(found.drawn) == len(found.ran) - 4 + forms


def test_common_errors_are_pointed_out() -> None:
    said = {}
    for name, changes in (("much", {"epsilon": 5.0, "size": 200}), ("little", {"epsilon": 1.0}),
                          ("nothing", {"epsilon": 5.0, "scheme": "rappor"})):  # fmt: skip
        notices = tell(run(made(**changes))).notices
        said[name] = next((text for text in notices if "pairwise" in text), "")
    assert "as if there were" in said["much"] and "are estimated as well as from independent answers" in said["little"]
    assert not said["nothing"]


def test_times_are_nowhere_in_the_tables(result: FrequencyEstimationResult) -> None:
    again = run(result.parameters)
    for name in ("table", "comparison_table", "hitter_table", "sweep_table", "message_table"):
        one, other = (table_to_csv(getattr(each, name)(), each.parameters, "1") for each in (result, again))
        assert one == other and "second" not in one.splitlines()[len(result.parameters.values()) + 1]
    assert "UTC" in measured_where(result)
    changed = run(made(seed=2)).table()
    assert table_to_csv(changed, made(), "1") != table_to_csv(result.table(), made(), "1")


def test_snippet_of_a_file_prints_its_numbers(survey: str, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    p = made(data="file", data_file=survey, data_columns="2", scheme="subset_selection")
    (tmp_path / "your.csv").write_bytes(SURVEY)
    monkeypatch.chdir(tmp_path)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(EXPERIMENT.snippet(p), "snippet", "exec"), {})
    assert out.getvalue().startswith(f"{tell(run(p)).quantities[0].value:.4g} %")


def test_progress_and_partial_results() -> None:
    told: list[tuple[float, FrequencyEstimationResult | None]] = []
    run(made(), lambda fraction, note="", partial=None: told.append((fraction, partial)))
    fractions = [fraction for fraction, _ in told]
    assert fractions == sorted(fractions) and fractions[-1] == pytest.approx(1)
    partial = next(partial for _, partial in told if partial is not None)
    assert partial.chosen.found is not None and len(partial.ran) == 1
    story = tell(partial)
    sentences = (story.finding, *story.captions.values(), *story.notices)
    assert all(sentence.endswith(".") for sentence in sentences) and story.quantities and story.formulas()
    for table in (partial.table(), partial.comparison_table(), partial.hitter_table(), partial.sweep_table()):
        assert len({len(column) for column in table.values()}) == 1

    def stop(fraction: float, note: str = "", partial: object = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        run(made(), stop)


def test_cost_follows_the_work() -> None:
    assert cost(FrequencyEstimationParameters()).seconds < 0.15, "the page opens at once"
    base = made(users=10_000)
    for heavier in ({"users": 100_000}, {"size": 2000}, {"compressed": True}, {"scheme": "ppr_subset_selection"}):
        assert cost(base.replace(**heavier)).seconds > cost(base).seconds
    large = FrequencyEstimationParameters(users=1_000_000, size=1000, compressed=True, epsilon=8.0)
    suggestion = EXPERIMENT.nearest_affordable(large, 60.0, 1e9)
    assert suggestion is not None and 100 < suggestion.users < 1_000_000


def test_every_preset_is_affordable() -> None:
    for parameters, text in EXPERIMENT.presets.values():
        wanted = cost(parameters)
        assert wanted.seconds < 20 and wanted.memory_bytes < 1e9 and text.endswith(".")
    assert FrequencyEstimationParameters() in [parameters for parameters, _ in EXPERIMENT.presets.values()]


@pytest.mark.parametrize(
    "extreme",
    [
        {"size": 2, "users": 100},
        {"size": 2, "users": 100, "epsilon": 8.0, "data": "uniform"},
        {"size": 3, "users": 100, "epsilon": 0.1, "scheme": "pi_rappor_generalized"},
        {"size": 5000, "users": 100},
        {"data": "geometric", "ratio": 0.1},
        {"data": "heavy", "share": 1.0},
        {"data": "heavy", "share": 0.0, "size": 2, "users": 100},
        {"exponent": 3.0, "epsilon": 8.0, "scheme": "recursive_hadamard", "notion": "deletion"},
        {"scheme": "randomized_response", "epsilon": 8.0, "notion": "deletion"},
        {"scheme": "rejection_subset_selection", "users": 100, "epsilon": 0.5},
        {"scheme": "pi_rappor_full_epsilon", "size": 300, "epsilon": 0.3},
        {"scheme": "rejection_rappor", "users": 100, "epsilon": 0.5, "gamma": 0.5, "generator": "congruential"},
        {"scheme": "rejection_subset_selection", "size": 2, "users": 100, "epsilon": 0.5, "gamma": 1e-9},
        {"scheme": "ppr_subset_selection", "users": 100, "epsilon": 0.5, "alpha": 1.05},
    ],
    ids=str,
)
def test_extremes_run_without_a_warning(extreme: dict) -> None:
    found = run(made(**extreme))
    story = tell(found)
    assert set(story.captions) == {"comparison", "top", "cover", "sweep", "message"}
    for text in (story.finding, *story.captions.values(), *story.notices):
        assert text.endswith(".") and "nan" not in text and "  " not in text
    assert story.quantities and story.formulas()
    for table in (found.table(), found.comparison_table(), found.hitter_table(), found.sweep_table()):
        assert len({len(column) for column in table.values()}) == 1
    compile(EXPERIMENT.snippet(found.parameters), "snippet", "exec")


@pytest.mark.parametrize(
    "bad",
    [
        {"size": 1},
        {"users": 10},
        {"epsilon": 9.0},
        {"scheme": "x"},
        {"notion": "metric"},
        {"alpha": 1.0},
        {"gamma": 0.0},
        {"generator": "dice"},
    ],
)
def test_bad_settings_are_refused(bad: dict) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must be"):
        made(**bad)


def test_reports_by_ppr_are_accounted_exactly(every_scheme) -> None:
    """A direct call for each scheme sent by PPR; no other scheme has such a number."""
    for one in every_scheme.ran:
        oracle = every_scheme.parameters.oracle(one.name)
        assert (one.accounted is not None) == one.name.startswith("ppr_")
        if one.accounted is None:
            continue
        found = decoder_privacy(oracle.compressor.channel, oracle.compressor.alpha, 1e-6)
        assert one.accounted.epsilon == found.epsilon < one.guarantee.epsilon
    told = " ".join(EXPERIMENT.tell(every_scheme).notices)
    assert "with δ = 10⁻⁶, by numerical accounting. Without a δ, Theorem 7 guarantees" in told


@pytest.mark.parametrize("changes", [{}, {"sender": 33, "seed": 4}, {"size": 12, "epsilon": 0.5, "sender": 12}])
def test_a_report_on_its_way_has_the_numbers_of_its_message(changes: dict[str, object]) -> None:
    result = run(made(**changes))
    sent, sender = result.message, result.parameters.sender
    steps = " ".join(report(result)).replace("\u202f", "")
    first, slope = sent.coefficients
    value = (first + sender * slope) % sent.family.prime
    assert f"**{first} and {slope}**" in steps and f"mine, j = {sender}, is **{value}**" in steps
    votes = sum((first + j * slope) % sent.family.prime < sent.family.ones for j in range(1, len(sent.values) + 1))
    assert f"A remainder below {sent.family.ones} counts as a yes" in steps
    assert f"{votes} of {len(sent.values)} categories get one" in steps
    assert ("mine among them" in steps) == (value < sent.family.ones)
    assert report(run(made(scheme="rappor", **changes))) == ()
