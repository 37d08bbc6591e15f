"""The privacy experiment: promises against hand-made numbers, what is measured against what is known, words against
numbers."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from ppr_core.accounting import poisson_loss, poisson_renyi
from ppr_core.channels import FiniteChannel, RandomizedResponseChannel, TruncatedGeometricChannel
from ppr_core.decoder_privacy import decoder_privacy, loss_pair
from ppr_core.diagnostics.loss import mechanism_loss
from ppr_core.experiments.contract import table_to_csv
from ppr_core.experiments.privacy import (
    ERRATA,
    EXPERIMENT,
    PrivacyParameters,
    PrivacyResult,
    Statement,
    statements,
)
from ppr_core.experiments.privacy import run as exact
from ppr_core.experiments.privacy.parameters import COMPARED
from ppr_core.experiments.privacy.run import ALPHAS, SENT, cost, run, stream
from ppr_core.experiments.privacy.story import event
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS
from ppr_core.experiments.vocabulary.schemes import SCHEMES, SchemeSettings
from ppr_core.guarantees import cite, ppr_overhead_bits, ppr_tight_excess
from ppr_core.guarantees.printed import ERRATA as PRINTED_ERRATA
from ppr_core.index_law import index_law
from ppr_core.wording import number

SURE = 0.999  # of the audits that are compared with a promise; higher, and δ = 10⁻⁶ would explain everything


def at(mechanism: str, **more: object) -> PrivacyParameters:
    """Any mechanism, vectors on a sphere in three dimensions."""
    return PrivacyParameters(**{"mechanism": mechanism, "dimension": 3 if mechanism == "privunit" else 1} | more)


@pytest.fixture(scope="module")
def result() -> PrivacyResult:
    return run(PrivacyParameters())


@pytest.fixture(scope="module", params=MECHANISMS)
def sure(request: pytest.FixtureRequest) -> PrivacyResult:
    """Every mechanism, with few candidates and bounds that can be relied on."""
    return run(at(request.param, candidates=4, encodes=4_000, confidence=SURE))


def promise(parameters: PrivacyParameters, name: str) -> Statement:
    return next(one for one in statements(parameters) if one.name == name)


def quantity(result: PrivacyResult, key: str) -> float:
    return next(quantity.value for quantity in EXPERIMENT.tell(result).quantities if quantity.key == key)


# --- Mechanisms ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "epsilon"), [(2, 0.5), (3, 1.0), (7, 4.0), (50, 10.0)])
def test_truncated_geometric_is_rounded_two_sided_geometric_noise(size: int, epsilon: float) -> None:
    matrix = TruncatedGeometricChannel(size=size, epsilon=epsilon).matrix
    ratio = math.exp(-epsilon / (size - 1))
    noise = np.arange(-4000, 4001)
    chance = (1 - ratio) / (1 + ratio) * ratio ** np.abs(noise)
    for x in range(size):
        law = np.bincount(np.clip(x + noise, 0, size - 1), weights=chance, minlength=size)
        np.testing.assert_allclose(matrix[x], law, atol=1e-9)
    assert FiniteChannel(matrix).privacy().epsilon == pytest.approx(epsilon, rel=1e-12)
    assert np.abs(np.log(matrix[:-1] / matrix[1:])).max() == pytest.approx(epsilon / (size - 1), rel=1e-9)


def test_truncated_geometric_with_two_categories_is_randomized_response() -> None:
    for epsilon in (0.1, 1.0, 5.0):
        response = RandomizedResponseChannel(size=2, epsilon=epsilon)
        np.testing.assert_allclose(
            TruncatedGeometricChannel(size=2, epsilon=epsilon).matrix, response.matrix, rtol=1e-12
        )


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 6.0])
@pytest.mark.parametrize("dimension", [1, 5])
def test_epsilon_is_the_mechanisms_own_and_the_inputs_attain_it(mechanism: str, epsilon: float, dimension: int) -> None:
    p = at(mechanism, epsilon=epsilon, delta=1e-4, **({"dimension": 5} if dimension == 5 else {}))
    assert p.channel().privacy(p.delta).epsilon == pytest.approx(epsilon, rel=1e-6)
    loss = mechanism_loss(p.channel(), *p.inputs(), np.random.default_rng(1))
    if mechanism == "gaussian":
        assert loss.delta(epsilon)[0] == pytest.approx(p.delta, rel=1e-4)
    else:
        assert loss.largest == pytest.approx(epsilon, rel=1e-9)


# --- Promises --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scheme", "epsilon", "more", "expected"),
    [
        ("ppr", 0.5, {"alpha": 2.0}, 2.0),
        ("ppr", 1.0, {"alpha": 1.05}, 2.1),
        ("ppr", 3.0, {"alpha": 10.0}, 60.0),
        ("pfr", 1.0, {}, math.inf),
        ("greedy_rejection", 0.2, {}, math.inf),
        ("truncated_ppr", 1.5, {"alpha": 4.0}, 12.0),
        ("mrc", 0.25, {}, 0.5),
        ("mrc", 4.0, {}, 8.0),
        ("modified_mrc", 2.5, {}, 2.5),
        ("genprot", 0.1, {}, 1.0),
        ("genprot", 2.0, {}, 20.0),
        ("bassily_smith", math.log(2), {"categories": 4}, math.log(3)),  # (2 − 4/5)/(2 − 8/5)
        ("rejection", 1.5, {"gamma": 0.3}, 1.5),
    ],
)
def test_promises_by_hand(scheme: str, epsilon: float, more: dict[str, float], expected: float) -> None:
    p = PrivacyParameters(scheme=scheme, epsilon=epsilon, **more)
    found = statements(p)
    assert found[0].guarantee.against == "database"
    decoder = next(one for one in found if one.guarantee.against == "decoder")
    assert decoder.guarantee.epsilon == pytest.approx(expected, rel=1e-9)
    assert decoder.applies == math.isfinite(expected)
    own = 1 if scheme not in ("truncated_ppr", "mrc", "genprot") else expected / epsilon
    assert found[0].guarantee.epsilon == pytest.approx(own * epsilon, rel=1e-9)


def test_every_statement_of_ppr_for_every_mechanism() -> None:
    names = {mechanism: [one.name for one in statements(at(mechanism))] for mechanism in MECHANISMS}
    own, distance = "the mechanism’s own", "the mechanism’s own, by distance"
    purely_private = ("randomized_response", "geometric", "privunit", "subset_selection", "rappor")
    assert all(names[one] == [own, "Theorem 7", "numerical accounting", "Theorem 10"] for one in purely_private)
    assert names["laplace"] == [own, distance, "Theorem 7", "Theorem 9", "numerical accounting", "Theorem 10"]
    assert names["gaussian"] == [own, "Theorem 8", "numerical accounting", "Theorem 10"]
    laplace = PrivacyParameters(mechanism="laplace", epsilon=3.0)
    assert promise(laplace, "Theorem 9").guarantee.epsilon == pytest.approx(2 * 2 * 1.5)
    gaussian = promise(PrivacyParameters(mechanism="gaussian", delta=1e-5, alpha=1.5), "Theorem 8").guarantee
    assert (gaussian.epsilon, gaussian.delta) == pytest.approx((3.0, 2e-5), rel=1e-6)


@pytest.mark.parametrize(
    ("slack_epsilon", "slack_delta", "excess"),
    [
        (1.0, 0.1, 0.0149955768 * 0.1 / 2.3025850930),
        (0.5, 0.001, 0.0149955768 * 0.001 * 0.25 / 6.9077552790),
        (0.001, 1e-12, 0.0149955768e-18 / 27.6310211159),
    ],
)
def test_theorem_10_and_its_price_by_hand(slack_epsilon: float, slack_delta: float, excess: float) -> None:
    """e^(−4.2) = 0.0149955768…, and η_α = 2 log2(3.56)/(α − 1) = 3.663758…/(α − 1)."""
    assert ppr_tight_excess(slack_epsilon, slack_delta) == pytest.approx(excess, rel=1e-7)
    p = PrivacyParameters(slack_epsilon=slack_epsilon, slack_delta=slack_delta, epsilon=2.0, alpha=1.5)
    found = promise(p, "Theorem 10")
    assert not found.applies and found.guarantee.source == "ppr.theorem10"
    assert found.guarantee.epsilon == pytest.approx(2.0 * (1 + excess) + slack_epsilon, rel=1e-9)
    assert found.guarantee.delta == pytest.approx(2 * slack_delta, rel=1e-9)
    assert "here α = 1.5" in found.needs
    bits = run(p.replace(encodes=200)).tight_bits
    assert bits == pytest.approx(2 * math.log2(3.56) / excess, rel=1e-7)
    assert excess < 1e-12 or bits == pytest.approx(ppr_overhead_bits(1 + excess), rel=1e-2)


def test_two_level_statement_of_mrc() -> None:
    """k = 4, e^ε = 3: ratios 2 and ⅔, so N must exceed (4/3)² ln(2/δ)/2; at N = 64, δ = e⁻², t = 0.1697."""
    p = PrivacyParameters(scheme="mrc", epsilon=math.log(3), candidates=64, delta=0.1)
    found = promise(p, "the sum of weights is near its mean")
    t = 4 / 3 * math.sqrt(math.log(20) / 128)
    assert found.applies and found.guarantee.delta == 0.1
    assert found.guarantee.epsilon == pytest.approx(math.log(3) + math.log((1 + t) / (1 - t)), rel=1e-9)
    short = promise(p.replace(candidates=2), "the sum of weights is near its mean")
    assert not short.applies and "here N = 2" in short.needs
    assert len(statements(PrivacyParameters(scheme="mrc", mechanism="gaussian"))) == 2, "not for a δ of its own"


def test_streams_stay() -> None:
    """Numbers that were linked to and quoted hang on them."""
    first = ("ppr", "pfr", "greedy_rejection", "truncated_ppr", "mrc", "modified_mrc", "genprot", "bassily_smith")
    assert [stream(part) for part in (*first, "mechanism", "tradeoff", "rejection")] == list(range(11))
    parts = (*COMPARED, "mechanism", "tradeoff")
    assert len({stream(part) for part in parts}) == len(parts)


def test_statements_name_known_sources_and_say_what_they_need() -> None:
    for mechanism in MECHANISMS:
        for scheme in COMPARED:
            if SCHEMES[scheme].missing(at(mechanism).channel()):
                continue
            for one in statements(at(mechanism, scheme=scheme)):
                assert cite(one.guarantee.source) and one.needs and one.rule and one.name


def test_all_printed_errata_about_privacy_are_shown() -> None:
    about = [one for one in PRINTED_ERRATA.values() if one.source in ("ppr.corollary12", "ppr.corollary17")]
    assert list(ERRATA) == [one for one in about if "bound on ℓ" not in one.where]
    assert len(ERRATA) == 4 and all(one.reason for one in ERRATA)


# --- What runs where -------------------------------------------------------------------------------------------------


def test_what_cannot_run_says_why_and_what_can_is_built() -> None:
    for mechanism in MECHANISMS:
        for epsilon in (0.3, 3.0):
            p = at(mechanism, epsilon=epsilon)
            for scheme in COMPARED:
                reason = SCHEMES[scheme].missing(p.channel())
                try:
                    SCHEMES[scheme].build(p.channel(), SchemeSettings(candidates=4))
                    assert reason == ""
                except ValueError:
                    assert reason.startswith("needs ")
    with pytest.raises(ValueError, match=r"^Bassily–Smith needs r\* ≤ 2, so .* is a probability; here r\* = 3\.4"):
        PrivacyParameters(scheme="bassily_smith", epsilon=3.0)
    with pytest.raises(ValueError, match=r"^Modified MRC needs a density ratio with the same two values"):
        PrivacyParameters(scheme="modified_mrc", mechanism="geometric")


def test_everything_runs_on_the_default(result: PrivacyResult) -> None:
    assert [one.scheme for one in result.measured] == list(COMPARED) and result.missing == {}
    exact = {one.scheme: one.exact for one in result.measured}
    assert exact["ppr"] and exact["pfr"] and exact["greedy_rejection"]
    assert not any(exact[name] for name in ("truncated_ppr", "mrc", "modified_mrc", "genprot", "bassily_smith"))


# --- What is measured ------------------------------------------------------------------------------------------------


def test_proven_below_exact_below_promised(sure: PrivacyResult) -> None:
    for one in sure.measured:
        assert one.audit.epsilon <= one.decoder.epsilon * (1 + 1e-9), one.scheme
        if one.worst is not None:
            assert one.worst <= one.decoder.epsilon * (1 + 1e-9)
        assert one.decoder.epsilon >= one.database.epsilon
    pfr, ppr = sure.of("pfr"), sure.of("ppr")
    assert pfr.audit.hits[1] == 0 and pfr.audit.epsilon > ppr.audit.epsilon
    assert pfr.audit.epsilon > sure.own, "what PFR's index gives away is not what the mechanism gives away"


def test_exact_worst_losses_are_known_ones() -> None:
    """Four candidates at ε = 1: 1 + ln((3e + 1)/(e + 3)) for MRC, ε for the modified one, the bit for Bassily–Smith."""
    result = run(PrivacyParameters(candidates=4, encodes=200))
    e = math.e
    expected = {
        "mrc": 1 + math.log((3 * e + 1) / (e + 3)),
        "modified_mrc": 1.0,
        "bassily_smith": math.log((2 - 4 / (e + 3)) / (2 - 4 * e / (e + 3))),
        "greedy_rejection": math.inf,
    }
    for scheme, loss in expected.items():
        assert result.of(scheme).worst == pytest.approx(loss, rel=1e-9)
    assert result.of("ppr").worst is None


def test_exactness_loss_and_candidates(sure: PrivacyResult) -> None:
    bound = math.exp(float(np.max(sure.parameters.channel().log_ratio_bound())))
    for one in sure.measured:
        deviation = one.deviation
        if one.exact or one.scheme == "bassily_smith":
            assert abs(deviation.excess) < 5 * deviation.error
        if one.scheme == "bassily_smith":
            assert abs(one.lost.value - 0.5) < 5 * one.lost.error and one.bits.value == 1
        else:
            assert one.lost.value == 0
        if one.scheme in ("ppr", "pfr"):  # r* in candidate order; in order of time the tail is looked at after the head
            error = 6 * one.candidates.error + 0.02
            assert bound - error < one.candidates.value < 1.3 * bound + error
        if one.scheme in ("mrc", "modified_mrc", "genprot"):
            assert (one.bits.value, one.candidates.value) == (2.0, 4.0)
    if sure.parameters.mechanism == "randomized_response":
        off = [one.scheme for one in sure.measured if one.deviation.excess > 5 * one.deviation.error]
        assert {"mrc", "modified_mrc"} <= set(off)


def test_curves_are_curves(sure: PrivacyResult) -> None:
    m = sure.mechanism
    assert np.all(np.diff(m.delta) <= 1e-12) and np.all(np.diff(m.survival) <= 1e-12)
    for one in sure.measured:
        assert np.all(np.diff(one.delta) <= 1e-9) and one.delta.min() >= 0 and one.delta.max() <= 1
        assert (one.survival is None) == (one.worst is None)
        if one.worst is not None and one.worst < m.epsilons[-1]:
            assert one.delta[-1] < 1e-12 and one.survival[-1] == 0
        assert one.audit.bounds[-1] == one.audit.epsilon
    if sure.parameters.mechanism != "gaussian":
        assert m.delta[m.epsilons > sure.own * (1 + 1e-9)].max() < 1e-12


def test_tradeoff_has_both_ends(result: PrivacyResult) -> None:
    bits = [mean.value for mean in result.tradeoff.values()]
    assert list(result.tradeoff) == list(SENT) and bits[0] > 8 * bits[-1]
    table = result.tradeoff_table()
    assert {len(column) for column in table.values()} == {len(ALPHAS)}
    np.testing.assert_allclose(table["epsilon"], 2 * np.array(ALPHAS), rtol=1e-12)
    assert np.all(table["exact_bits"] < table["bound"]) and np.all(table["exact_epsilon"] <= table["epsilon"])


# --- Numerical accounting ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_accounting_is_that_of_the_core(mechanism: str) -> None:
    """ε at every α by a direct call, at the page's δ, or twice the mechanism's where it has one of its own."""
    p = at(mechanism, delta=1e-5, scheme="mrc")
    delta = 2e-5 if mechanism == "gaussian" else 1e-5
    x = p.inputs()[0]
    for alpha, one in zip(ALPHAS, exact.along(p), strict=True):
        assert one.epsilon == decoder_privacy(p.channel(), alpha, delta).epsilon
        assert one.bits == pytest.approx(index_law(p.channel(), x, alpha).mean_length("elias_delta"), rel=1e-12)
        assert one.epsilon <= one.promised == pytest.approx(2 * alpha, rel=1e-6)
        assert p.channel().privacy(delta).epsilon * 0.9 < one.epsilon, "the decoder sees the output, too"
    epsilons, curve = exact.curve(p)
    found = poisson_loss(loss_pair(p.channel(), *p.inputs()), p.alpha)
    np.testing.assert_allclose(curve[::10], found.delta(epsilons[::10]), rtol=1e-9, atol=1e-12)
    assert found.epsilon(delta) <= exact.accounted(p).epsilon * (1 + 1e-9), "conversion never says less than is true"


def test_messages_and_audit_agree_with_what_is_exact(sure: PrivacyResult) -> None:
    """Bits within four standard errors of the exact ones; the proven ε below the exact one; and δ at ε a little lower
    is more than δ: no smaller ε would do for these inputs."""
    table = sure.tradeoff_table()
    ran = np.isfinite(table["bits"])
    assert ran.sum() == len(SENT)
    assert np.all(np.abs(table["bits"] - table["exact_bits"])[ran] < 4 * table["bits_error"][ran])
    sent, errors = (table[name][ran] for name in ("bits", "bits_error"))
    assert not np.all(np.abs(sent - table["exact_bits"][: len(sent)]) < 4 * errors), "of other α"
    assert sure.of("ppr").audit.epsilon <= sure.accounted.epsilon
    assert exact.pair(sure.parameters).mean > 0


def test_accounting_stands_between_proof_and_theorem(result: PrivacyResult) -> None:
    found = {one.key: one for one in EXPERIMENT.tell(result).quantities}
    assert found["proven"].value < found["decoder_exact"].value < found["decoder"].value
    assert found["decoder_exact"].kind == "guarantee" and found["decoder_exact"].source == "ppr.renyi"
    row = promise(PrivacyParameters(), "numerical accounting")
    assert row.applies and row.guarantee.delta == 1e-6 and row.guarantee.epsilon == result.accounted.epsilon
    for words in ("used twice for one person", "who knows the input", "worst single list"):
        assert words in row.needs
    open_ended = promise(PrivacyParameters(alpha=math.inf), "numerical accounting")
    assert not open_ended.applies and math.isinf(open_ended.guarantee.epsilon)


def test_gaussian_noise_gains_most() -> None:
    """One (1, 10⁻⁶)-private message at α = 2: 2.51 by exact divergences instead of 4 by Theorem 8, at δ = 2·10⁻⁶."""
    found = run(PrivacyParameters(mechanism="gaussian", encodes=200))
    assert (found.accounted.epsilon, found.accounted.delta) == pytest.approx((2.51, 2e-6), abs=0.005)
    story = EXPERIMENT.tell(found)
    assert "tells the server at most ε = 2.51 (δ = 2·10⁻⁶)" in story.finding
    assert story.notices[0].startswith("Theorem 8 guarantees 2αε = 4 with 2δ, on average over lists")
    assert "on a single list it may fail more often" in story.notices[2]
    formula = next(one for one in EXPERIMENT.tell(found).formulas() if one.source == "ppr.renyi")
    divergence = poisson_renyi(loss_pair(found.parameters.channel(), *found.parameters.inputs()), 2.0, 2)[0]
    assert formula.value == pytest.approx(math.exp(divergence), rel=1e-9)


def test_a_constant_number_of_looks_has_its_price(result: PrivacyResult) -> None:
    """A tenth of δ for e^ε′ + 1 missed winners: n = ⌈ln(10 (e^ε′ + 1)/δ)/ln(r/(r − 1))⌉."""
    r, known = math.exp(float(result.parameters.channel().log_ratio_bound())), result.chosen.at_delta
    looks = math.ceil(math.log(10 * (math.exp(known.epsilon) + 1) / known.delta) / math.log(r / (r - 1)))
    said = EXPERIMENT.tell(result).captions["clock"]
    assert f"takes {looks} candidates for every value, {number(looks / r, 2)} times r*" in said


def test_limit_without_delta_is_explained(result: PrivacyResult) -> None:
    told = [text for text in EXPERIMENT.tell(result).notices if "Why is the computed limit smaller than 4?" in text]
    assert len(told) == 1 and f"ε = {number(result.accounted.epsilon)}." in told[0]


# --- Records ---------------------------------------------------------------------------------------------------------


def test_tables_have_columns_of_equal_length(result: PrivacyResult) -> None:
    gaussian = run(PrivacyParameters(mechanism="gaussian", encodes=400))
    for one in (result, gaussian):
        for table in (one.table(), one.growth_table(), one.delta_table(), one.loss_table(), one.tradeoff_table()):
            assert len({len(column) for column in table.values()}) == 1
    row = list(COMPARED).index("modified_mrc")
    assert math.isnan(gaussian.table()["epsilon_proven"][row]), "what cannot run has no numbers"
    assert result.table()["bits"][row] == 3.0


def test_same_seed_same_bytes_and_another_seed_other_audits() -> None:
    p = PrivacyParameters(encodes=400)
    first, again, other = (run(PrivacyParameters(encodes=400, seed=seed)) for seed in (3, 3, 4))
    csv = [table_to_csv(one.table(), p, "0") for one in (first, again, other)]
    assert csv[0] == csv[1] != csv[2]
    for key in ("decoder", "database"):
        assert quantity(first, key) == quantity(other, key)


def test_chosen_compressor_comes_first_and_partial_results_are_results() -> None:
    seen: list[PrivacyResult] = []
    fractions: list[float] = []

    def progress(fraction: float, note: str = "", partial: object = None) -> None:
        fractions.append(fraction)
        seen.append(partial)

    final = run(PrivacyParameters(scheme="genprot", encodes=200), progress)
    assert [one.scheme for one in seen[0].measured] == ["genprot"] and seen[0].tradeoff == {}
    assert fractions == sorted(fractions) and min(fractions) > 0 and max(fractions) < 1
    for partial in (*seen, final):
        assert (
            EXPERIMENT.tell(partial).finding
            and EXPERIMENT.tell(partial).notices
            and EXPERIMENT.tell(partial).quantities
            and EXPERIMENT.tell(partial).captions["price"]
        )
        assert (
            EXPERIMENT.tell(partial).captions["growth"]
            and EXPERIMENT.tell(partial).captions["delta"]
            and EXPERIMENT.tell(partial).captions["table"]
        )
    whole = run(PrivacyParameters(scheme="mrc", encodes=200))
    assert whole.of("ppr").audit.hits == final.of("ppr").audit.hits, "the choice changes no other measurement"


def test_default_is_cheap_and_the_dial_makes_anything_affordable() -> None:
    assert cost(PrivacyParameters()).seconds < 0.15
    for mechanism in MECHANISMS:
        assert cost(at(mechanism)).seconds < 0.2
    worst = PrivacyParameters(encodes=100_000, candidates=4096)
    assert cost(worst).seconds > 60 and "N = 4096" in cost(worst).reason
    cheaper = EXPERIMENT.nearest_affordable(worst, 60.0, 1e9)
    assert cheaper is not None and cost(cheaper).seconds <= 60


# --- Words -----------------------------------------------------------------------------------------------------------


def test_finding_says_what_the_numbers_say(result: PrivacyResult) -> None:
    assert EXPERIMENT.tell(result).finding == (
        "With PPR (α = 2), a message tells the server at most ε = 4 about x; the noisy output alone, at most 1."
    )


def test_finding_of_the_others() -> None:
    pfr = EXPERIMENT.tell(run(PrivacyParameters(scheme="pfr", encodes=1_000))).finding
    assert pfr.startswith("PFR has no guarantee: our attack on 1000 messages of each value shows at least ε = ")
    open_ended = EXPERIMENT.tell(run(PrivacyParameters(alpha=math.inf, encodes=1_000)))
    assert open_ended.finding.startswith("PPR (α = ∞) has no guarantee")
    assert open_ended.notices[0].startswith("Why no limit? PFR (PPR at α = ∞) always sends the best candidate")
    modified = EXPERIMENT.tell(run(PrivacyParameters(scheme="modified_mrc", encodes=400))).finding
    assert modified.startswith("With Modified MRC (N = 8), a message tells the server at most ε = 1 about x;")


def test_a_broken_guarantee_is_told(result: PrivacyResult) -> None:
    """What no scheme here does: an audit that proves more than the theorem."""
    row = dataclasses.replace(result.chosen, audit=dataclasses.replace(result.chosen.audit, epsilon=4.5))
    rest = tuple(one for one in result.measured if one is not result.chosen)
    broken = dataclasses.replace(result, measured=(row, *rest))
    assert EXPERIMENT.tell(broken).finding == "Our attack on PPR (α = 2) shows ε = 4.5, more than the guaranteed 4."


def test_notices_give_the_reason_the_evidence_and_the_price(result: PrivacyResult) -> None:
    reason, proof, accounting = EXPERIMENT.tell(result).notices
    assert reason.startswith("Why 4? The chance of an index is its weight ÷ the sum of all weights; another x")
    assert "changes both at most e^2-fold (αε = 2), so the chance at most e^4-fold" in reason
    assert "The fit is the density ratio r." in reason
    proven, pfr = (f"{row.audit.epsilon:.2f}".rstrip("0") for row in (result.chosen, result.of("pfr")))
    assert f"server’s ε is at least {proven}; against PPR at α = ∞ (called PFR), it shows at least {pfr}." in proof
    assert "(95\u00a0% sure)" in proof.replace("95 %", "95\u00a0%")
    assert "Of 2000 messages for each of two values, 1000 were counted" in proof
    assert "an attack shows only a lower limit" in proof and event(result.chosen, result.parameters) in proof
    assert f"with a chance of δ = 10⁻⁶ may leave these out: ε = {number(result.accounted.epsilon)}." in accounting


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"epsilon": 0.0}, "epsilon must be a number at least 0.1 and at most 10; got 0"),
        ({"alpha": 1.0}, "alpha must be"),
        ({"mechanism": "coin"}, "mechanism must be one of laplace, gaussian, .*, randomized_response, .*; got 'coin'"),
        ({"scheme": "morse"}, "scheme must be one of ppr, pfr"),
        ({"candidates": 1}, "candidates must be"),
        ({"confidence": 1.0}, "confidence must be"),
        ({"tables": 0}, "tables must be"),
    ],
)
def test_impossible_parameters_are_named(change: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValueError, match="^" + complaint):
        PrivacyParameters(**change)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_no_decoder_learns_less_than_the_reader_at_the_same_delta(mechanism: str) -> None:
    """Of every scheme whose output has the mechanism's law; and no more than what is promised with δ = 0."""
    found = EXPERIMENT.run(at(mechanism, encodes=200))
    reader = found.mechanism.at_delta
    for one in found.measured:
        if one.exact:
            assert one.at_delta.epsilon >= reader.epsilon * (1 - 1e-9), one.scheme
        if one.decoder.delta == 0:
            assert one.at_delta.epsilon <= one.decoder.epsilon * (1 + 1e-9), one.scheme
        assert one.at_delta.delta in (0.0, reader.delta) or math.isinf(one.at_delta.epsilon)


# --- List and index only ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def enclosed() -> PrivacyResult:
    return run(PrivacyParameters(encodes=200, lists=250, delta=1e-2, alpha=3.0))


def test_list_and_index_tell_less_than_the_times_and_more_than_the_output(enclosed: PrivacyResult) -> None:
    listed = enclosed.listed
    low, high = listed.epsilon
    assert enclosed.own < low < high < enclosed.accounted.epsilon
    assert listed.frontier[3.0] == listed.epsilon
    ends = np.array(list(listed.frontier.values()))
    assert np.all(ends[:, 0] < ends[:, 1]) and np.all(np.diff(ends, axis=0) > 0), "a larger α tells more"
    assert np.all(listed.delta[0] <= listed.delta[1]) and np.all(np.diff(listed.delta, axis=1) < 0)
    assert np.all(np.diff(listed.least[1]) < 0) and listed.least[1].max() < enclosed.tradeoff[1.5].value
    story = EXPERIMENT.tell(enclosed)
    tile = next(one for one in story.quantities if one.key == "list_only")
    assert tile.value == high and number(low) in tile.label and number(high) in story.captions["frontier"]


def test_what_is_not_asked_for_or_not_known_is_left_out(result: PrivacyResult) -> None:
    assert result.listed is None and "Choose a number of lists" in EXPERIMENT.tell(result).captions["frontier"]
    for other in (at("gaussian", lists=100), PrivacyParameters(lists=100, scheme="mrc"),
                  PrivacyParameters(lists=100, alpha=60.0)):  # fmt: skip
        assert "lists" in other.unused() and not other.encloses
    assert cost(PrivacyParameters(lists=1000)).seconds > 1 + cost(PrivacyParameters()).seconds
