"""The Bit cost experiment: its bounds against hand-derived numbers, its lengths against the public pieces, its
sentences against its numbers."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import digamma, gammaln

from ppr_core.codes import EliasDelta, EliasGamma, ZipfShannon
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.experiments.bit_cost import EXPERIMENT, BitCostParameters, BitCostResult
from ppr_core.experiments.bit_cost import measure as measuring
from ppr_core.experiments.bit_cost.measure import empty, law, measure, plan, simulate, theory
from ppr_core.experiments.bit_cost.parameters import CODES, SWEEPS
from ppr_core.experiments.bit_cost.run import cost, run
from ppr_core.experiments.contract import Cancelled, table_to_csv
from ppr_core.index_law import PiecesLaw, index_law, law_of_ratios, sampled_ratio_law
from ppr_core.randomness import SharedRandomness

LIMIT = 4.0  # standard errors
E, ETA = math.log2(math.e), math.log2(3.56)
CHUNK = {
    "mechanism": "gaussian", "noise_std": math.sqrt(596), "dimension": 50, "norm_bound": math.sqrt(50), "position": 1.0,
}  # fmt: skip
CENTRED = {"epsilon": 2.0, "proposal": "centred", "position": 1.0}  # at rate 1 for C = 1, from the end of the range
SLICED = CHUNK | {"dimension": 110, "norm_bound": math.sqrt(110), "chunk": 50}
RESPONSE = {"mechanism": "randomized_response", "categories": 8, "epsilon": 2.0}
SETTINGS = [
    {"samples": 2000},
    {"samples": 500, "alpha": 1.05, "code": "zipf_shannon"},
    {"samples": 500, "alpha": math.inf, "dimension": 3, "epsilon": 6.0, "code": "elias_gamma", "sweep": "none"},
    CHUNK | {"samples": 400, "sweep": "none"},
    SLICED | {"samples": 200, "sweep": "chunk"},
    RESPONSE | {"samples": 1000, "sweep": "dimension", "code": "zipf_shannon"},
]


def made(**changes: object) -> BitCostParameters:
    return BitCostParameters(**changes)


@pytest.fixture(scope="module", params=SETTINGS, ids=str)
def result(request: pytest.FixtureRequest) -> BitCostResult:
    return run(made(**request.param))


# Bounds.


def test_scalar_laplace_by_hand() -> None:
    """ε = 2, so a rate of 1, ε′ = 1, x = 1: D = E|z| − 1 = e⁻¹ nats; η₂ = 2 log2 3.56."""
    found = theory(made(**CENTRED))
    assert found.divergence == pytest.approx(E / math.e, rel=1e-9)
    assert found.bound == pytest.approx(E / math.e + 2 * ETA, rel=1e-9)
    assert found.leading == pytest.approx(E / math.e + E, rel=1e-9)
    length = 2 * E + 2 * ETA
    assert found.ldp_bound == pytest.approx(length + math.log2(length + 1) + 2, rel=1e-9)
    assert found.log_ratio_bound == pytest.approx(1.0)
    assert found.information is None and found.messages == 1
    assert found.plain_bits == 32 and found.mrc_bits == 4


def test_scalar_laplace_with_a_flat_proposal_by_hand() -> None:
    """ε = 1, x = 0.6, scale 2: r* = 1 + ½; D = ln r* − 1 + ½ E(|z| − 1)₊, E(|z| − 1)₊ = e^(−0.2) + e^(−0.8)."""
    found = theory(made())
    nats = math.log(1.5) - 1 + (math.exp(-0.2) + math.exp(-0.8)) / 2
    assert found.divergence == pytest.approx(nats * E, rel=1e-9)
    assert found.log_ratio_bound == pytest.approx(math.log(1.5), rel=1e-12)


def test_gaussian_chunk_by_hand() -> None:
    """d = C² = 50, s² = 596: y = (1 + √(1 + 4·596))/2 minimises r*."""
    y = (1 + math.sqrt(1 + 4 * 596)) / 2
    found = theory(made(**CHUNK))
    nats = 25 * (math.log1p(y / 596) - y / (596 + y)) + 25 / (596 + y)
    assert found.divergence == pytest.approx(nats * E, rel=1e-9)
    assert found.log_ratio_bound == pytest.approx(25 * math.log1p(y / 596) + 25 / y, rel=1e-12)
    assert found.plain_bits == 1600 and found.ldp_bound is None


def test_randomized_response_by_hand() -> None:
    """k = 8, ε = 2: I(X;Z) = log2 8 − H(Z|X), and the uniform proposal is the output law."""
    stay, other = (math.exp(p) / (math.exp(2) + 7) for p in (2, 0))
    found = theory(made(**RESPONSE))
    assert found.information == pytest.approx(3 + stay * math.log2(stay) + 7 * other * math.log2(other), rel=1e-12)
    assert found.divergence == pytest.approx(found.information, rel=1e-12)
    assert found.plain_bits == 3 and found.divergence < 2 * E


@pytest.mark.parametrize(
    ("code", "length"),
    [
        ("elias_gamma", lambda mu: 2 * mu + 1),
        ("elias_delta", lambda mu: mu + 2 * math.log2(mu + 1) + 1),
        ("zipf_shannon", lambda mu: mu + math.log2(mu + 1) + 2),
    ],
)
def test_bound_of_each_code(code: str, length) -> None:
    for alpha, eta in ((1.5, 4 * ETA), (2.0, 2 * ETA), (7.0, ETA)):
        assert theory(made(**CENTRED, code=code, alpha=alpha)).code_bound == pytest.approx(
            length(E / math.e + eta), rel=1e-9
        )


def test_corollary_6_only_where_its_conditions_hold() -> None:
    """With pure ε as long as no ratio exceeds e^ε: so with every best proposal, and not with one far too wide."""
    for other in ({}, CENTRED, {"epsilon": 20.0}, {"epsilon": 6.0, "dimension": 3}, RESPONSE):
        assert theory(made(**other)).ldp_bound is not None
    assert theory(made(epsilon=0.3, proposal_scale=1.5)).ldp_bound is None
    assert theory(made(**CHUNK)).ldp_bound is None


def test_slices_add_up() -> None:
    whole, one = theory(made(**SLICED)), theory(made(**CHUNK))
    rest = theory(made(**CHUNK | {"dimension": 10, "norm_bound": math.sqrt(10)}))
    for name in ("divergence", "bound", "refined", "leading", "code_bound", "mrc_bits", "messages", "plain_bits"):
        expected = 2 * getattr(one, name) + getattr(rest, name)
        assert getattr(whole, name) == pytest.approx(expected, rel=1e-9), name
    assert whole.log_ratio_bound == pytest.approx(one.log_ratio_bound, rel=1e-9)


def test_papers_width_cannot_be_run() -> None:
    """y = C²/d = 1: r* = (1 + 1/596)²⁵ e²⁵ = 7.5·10¹⁰, against 7.6 at the minimiser."""
    p = made(**CHUNK)
    scale = p.paper_scale()
    paper = theory(p.replace(proposal_scale=scale))
    assert paper.log_ratio_bound == pytest.approx(25 * math.log1p(1 / 596) + 25, rel=1e-12)
    assert math.exp(paper.log_ratio_bound) == pytest.approx(7.5e10, rel=0.01)
    assert paper.divergence == pytest.approx(25 * math.log1p(1 / 596) * E, rel=1e-9)
    assert math.exp(theory(p).log_ratio_bound) == pytest.approx(7.6, rel=0.01)
    assert 0.02 < theory(p).divergence - paper.divergence < 0.03
    assert cost(p.replace(proposal_scale=scale)).seconds > 1e6
    assert made().paper_scale() is None


@settings(max_examples=40)
@given(st.floats(1.02, 30.0), st.floats(0.05, 8.0), st.sampled_from(["laplace", "gaussian", "randomized_response"]))
def test_order_of_the_bounds(alpha: float, epsilon: float, mechanism: str) -> None:
    p = made(mechanism=mechanism, alpha=alpha, epsilon=epsilon, noise_std=1 / epsilon)
    found = theory(p)
    assert 0 <= found.divergence < found.refined <= found.bound < found.code_bound
    assert found.leading <= found.bound
    assert theory(p.replace(alpha=alpha + 0.5)).bound <= found.bound


# Messages.


def test_snippet_prints_the_headline(result: BitCostResult, capsys: pytest.CaptureFixture) -> None:
    exec(EXPERIMENT.snippet(result.parameters), {})
    assert float(capsys.readouterr().out.split()[0]) == pytest.approx(result.bits.value, abs=5.1e-5)


def test_means_are_those_of_the_codes() -> None:
    """All three lengths of the very same indices, and the logarithm, from the public pieces."""
    p = made(alpha=1.2, samples=300)
    found = measure(p, 300, tuple(CODES), np.random.default_rng([p.seed, 0]))
    indices = _indices(p)
    codes = {"elias_gamma": EliasGamma(), "elias_delta": EliasDelta(), "zipf_shannon": law(p).code("zipf_shannon")}
    for name, code in codes.items():
        lengths = code.lengths(indices)
        assert found.codes[name].value == pytest.approx(lengths.mean(), rel=1e-12)
        assert found.codes[name].error == pytest.approx(lengths.std(ddof=1) / math.sqrt(300), rel=1e-12)
    logs = np.array([math.log2(k) for k in indices])
    assert found.log_index.value == pytest.approx(logs.mean(), rel=1e-12)
    error = logs.std(ddof=1) / math.sqrt(300)
    assert law(p).code("zipf_shannon").mean_log2 == pytest.approx(logs.mean(), abs=LIMIT * error + 0.05), (
        "without seeing a message"
    )
    np.testing.assert_array_equal(found.lengths, codes["elias_gamma"].lengths(indices))


def _indices(p: BitCostParameters) -> np.ndarray:
    part = p.parts()[0]
    ppr = PoissonPrivateRepresentation(part.channel, p.alpha)
    return ppr.encode(part.inputs(p.samples), SharedRandomness(p.seed), np.random.default_rng([p.seed, 0])).indices


def test_theorems_hold_and_are_not_vacuous(result: BitCostResult) -> None:
    t, log_index = result.theory, result.measured.log_index
    assert log_index.value < t.refined + LIMIT * log_index.error
    assert result.bits.value < t.code_bound + LIMIT * result.bits.error
    assert log_index.value - LIMIT * log_index.error > t.divergence - 1e-9 - (result.parameters.alpha > 20)
    if t.ldp_bound is not None:
        assert result.measured.codes["zipf_shannon"].value < t.ldp_bound


def test_no_code_beats_the_entropy(result: BitCostResult) -> None:
    """Shannon: a prefix code's mean length is at least the entropy; the best of the three is within 12 %."""
    entropy = result.measured.entropy
    for mean in result.measured.codes.values():
        assert mean.value > entropy.value - LIMIT * math.hypot(mean.error, entropy.error)
    assert min(mean.value for mean in result.measured.codes.values()) < 1.12 * entropy.value + LIMIT * entropy.error


@pytest.mark.parametrize("alpha", [1.02, 1.05, 1.1])
def test_overhead_near_alpha_1(alpha: float) -> None:
    """With a ratio of nearly 1 everywhere, S = T V^{1/α} is least: a rate Γ(1 − 1/α) exponential, and V given S is
    Gamma(1 − 1/α). Hence E[ln T] = −γ − ln Γ(1 − 1/α) − ψ(1 − 1/α)/α, and K is T but for o(1) as α → 1."""
    a = 1 - 1 / alpha
    exact = (-np.euler_gamma - gammaln(a) - digamma(a) / alpha) * E
    found = measure(made(alpha=alpha, epsilon=0.05), 6000, ("elias_delta",), np.random.default_rng(7))
    assert found.log_index.value == pytest.approx(exact, abs=LIMIT * found.log_index.error + 3 * (alpha - 1))
    leading = E / (alpha - 1)
    assert 0.7 * leading < found.log_index.value < leading, "log2(e)/(α − 1) is its leading term, from above"
    eta = 2 * ETA / (alpha - 1)
    assert 2.5 < eta / found.log_index.value < 3.6, "by so much Theorem 5's overhead is too large"


def test_slicing_costs_per_chunk() -> None:
    """The vector's bits are the sum of independent chunks' bits."""
    rng = np.random.default_rng(3)
    whole = measure(made(**SLICED), 400, ("elias_delta",), rng)
    one = measure(made(**CHUNK, seed=8), 2000, ("elias_delta",), rng)
    rest = measure(made(**CHUNK | {"dimension": 10, "norm_bound": math.sqrt(10)}, seed=9), 2000, ("elias_delta",), rng)
    for get in (lambda m: m.codes["elias_delta"], lambda m: m.log_index, lambda m: m.entropy, lambda m: m.candidates):
        expected = 2 * get(one).value + get(rest).value
        error = math.hypot(get(whole).error, 2 * get(one).error, get(rest).error)
        assert abs(get(whole).value - expected) < LIMIT * error


def test_indices_beyond_machine_words_are_counted() -> None:
    """At α = 1.02 four of ten indices have more than 64 bits."""
    found = run(made(alpha=1.02, samples=4000, sweep="none"))
    assert np.mean(found.measured.lengths > 64) > 0.3 and found.measured.lengths.max() > 300
    assert np.isfinite(found.measured.log_index.value) and found.measured.entropy.value > found.measured.log_index.value


# Exact bits.


def test_exact_bits_are_those_of_the_law_of_the_index(result: BitCostResult) -> None:
    """Every exact number of the page from direct calls, chunk by chunk."""
    p, said = result.parameters, {one.key: one for one in EXPERIMENT.tell(result).quantities}
    laws = [(part.copies, index_law(part.channel, part.x, p.alpha)) for part in p.parts()]
    mean = sum(copies * law.mean_log2 for copies, law in laws)
    pieces = sum(copies for copies, _ in laws)
    zipf = ZipfShannon(max(float(f"{mean / pieces:.2g}"), 0.05))
    for name in CODES:
        code = zipf if name == "zipf_shannon" else name
        key = "exact_bits" if name == p.code else f"exact_bits_{name}"
        assert said[key].value == pytest.approx(sum(n * law.mean_length(code) for n, law in laws), rel=1e-12)
    assert said["exact_log_index"].value == pytest.approx(mean, rel=1e-12)
    assert said["exact_entropy"].value == pytest.approx(sum(n * law.entropy_bits for n, law in laws), rel=1e-12)
    assert all(said[key].kind == "exact" for key in said if key.startswith("exact"))


def test_messages_take_what_the_law_says(result: BitCostResult) -> None:
    """Means of real messages within four standard errors of the exact ones; those of a neighbouring α are not."""
    p, m = result.parameters, result.measured
    for name, mean in m.codes.items():
        assert mean.value == pytest.approx(law(p).length(name).value, abs=LIMIT * mean.error)
    assert m.log_index.value == pytest.approx(law(p).mean_log2.value, abs=LIMIT * m.log_index.error)
    if p.alpha == 2.0 and p.mechanism == "laplace":
        other = law(p.replace(alpha=1.7)).mean_log2.value
        assert abs(m.log_index.value - other) > LIMIT * m.log_index.error
    s = result.sweep
    done = np.isfinite(s.measured["bits"])
    for name in ("bits", "log_index"):
        assert np.isfinite(s.exact[name]).all(), "also where no encode can be afforded"
        assert (abs(s.measured[name] - s.exact[name])[done] <= LIMIT * s.measured[f"{name}_error"][done]).all()


def test_sweep_table_holds_the_exact_columns(result: BitCostResult) -> None:
    table = result.sweep.table()
    for place, value in enumerate(table[result.sweep.name]):
        point = plan(result.parameters).points[place]
        assert value == pytest.approx(plan(result.parameters).values[place])
        assert table["exact_bits"][place] == law(point).length(point.code).value
        assert table["exact_log_index"][place] == law(point).mean_log2.value


def test_a_law_that_is_sampled_says_how_well_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    p = made(samples=200, sweep="none")
    part = p.parts()[0]
    sampled = law_of_ratios(sampled_ratio_law(part.channel, part.x, samples=8192), p.alpha)
    known = law(p).mean_log2
    monkeypatch.setattr(measuring, "_law", lambda _: PiecesLaw(((1, sampled),)))
    found = law(p).mean_log2
    assert known.error == 0 < found.error < 0.1
    assert found.value == pytest.approx(known.value, abs=LIMIT * found.error)
    labels = {one.key: one.label for one in EXPERIMENT.tell(run(p)).quantities}
    assert "computed to ±" in labels["exact_bits"] and "±" not in labels["bits"]


# Histogram and markers.


def test_histogram_holds_all_lengths(result: BitCostResult) -> None:
    lengths, seen = result.measured.lengths, result.histogram
    edges = seen.edges
    assert seen.shares.sum() + seen.beyond == pytest.approx(100)
    assert seen.beyond <= 0.5 and len(seen.shares) <= 61
    inside = lengths[lengths < edges[-1]]
    expected = np.bincount(((inside - edges[0]) // seen.step).astype(int), minlength=len(seen.shares))
    np.testing.assert_allclose(seen.shares, 100 * expected / len(lengths), rtol=1e-12)
    assert not np.isin(edges, lengths).any(), "no length lies on an edge"
    assert len(seen.centres) == len(seen.shares) == len(seen.errors)


def test_markers_are_complete_and_bounds_hold(result: BitCostResult) -> None:
    index, size = result.markers
    every = [*index, *size]
    assert max(marker.bits for marker in every) < result.reach
    assert [marker.kind for marker in index] == ["exact", "measured", "bound"]
    kinds = [marker.kind for marker in size]
    assert kinds.count("measured") == 1 + len(CODES)
    assert kinds.count("bound") == 1 + (result.theory.ldp_bound is not None)
    assert ("plain" in kinds) == result.plain_shown
    for marker in every:
        assert (marker.exact is not None) == (marker.kind == "measured")
    bound = index[2].bits
    assert index[1].exact.value < bound and index[1].bits < bound, "Theorem 5 bounds what stands beside it"
    assert result.bits.value < result.theory.code_bound


# Sweeps.


@pytest.mark.parametrize("sweep", [name for name in SWEEPS if name != "none"])
@pytest.mark.parametrize("kind", [{}, RESPONSE, SLICED], ids=["laplace", "response", "gaussian"])
def test_plan_of_every_sweep(sweep: str, kind: dict) -> None:
    p = made(**kind, sweep=sweep, samples=200)
    planned = plan(p)
    applicable = not (
        (sweep == "chunk" and p.mechanism != "gaussian")
        or (sweep == "proposal" and p.mechanism == "randomized_response")
    )
    assert planned.applies == applicable
    assert (len(planned.points) > 1) == applicable
    assert list(planned.values) == sorted(set(planned.values))
    assert len(planned.values) == len(planned.points) == len(planned.samples)
    assert all(50 >= samples >= 40 or samples == 0 for samples in planned.samples)
    if len(planned.values) > 6:
        assert not any(planned.samples[1::2]), "every second point is computed only"
    assert all(planned.affordable[place] for place, samples in enumerate(planned.samples) if samples)
    field = {"dimension": "categories"}.get(sweep, sweep) if kind is RESPONSE else sweep
    field = {"proposal": "proposal_scale"}.get(field, field)
    if applicable and not (sweep == "epsilon" and kind is SLICED):
        assert [getattr(point, field) for point in planned.points] == pytest.approx(planned.values)
        assert getattr(p, field) in planned.values, "the setting on screen is one of the points"


def test_epsilon_of_a_gaussian_sets_its_noise() -> None:
    p = made(**CHUNK, sweep="epsilon")
    planned = plan(p)
    for value, point in zip(planned.values, planned.points, strict=True):
        part = point.replace(chunk=4096).parts()[0]
        assert part.channel.privacy(1e-6).epsilon == pytest.approx(value, rel=1e-6)
    assert any(point.noise_std == pytest.approx(p.noise_std, rel=1e-9) for point in planned.points)


def test_points_are_measured_where_they_can_be_afforded() -> None:
    p = made(**CHUNK, sweep="proposal", samples=200)
    found = run(p).sweep
    assert found.values[0] == pytest.approx(p.paper_scale())
    assert found.samples[0] == 0 and np.isnan(found.measured["bits"][0])
    assert np.isfinite(found.theory[0].bound)
    ran = found.samples > 0
    assert 5 <= ran.sum() < len(ran)
    for column in found.measured.values():
        assert np.isfinite(column[ran]).all() and np.isnan(column[~ran]).all()
    log_r, (measured, error) = found.log10_candidates, found.log10_measured
    assert (measured[ran] > log_r[ran] - LIMIT * error[ran] - 0.02).all(), "about r* candidates are looked at"
    assert (measured[ran] < log_r[ran] + LIMIT * error[ran] + math.log10(1.5)).all()
    assert found.log10_candidates[0] == pytest.approx(math.log10(7.5e10), abs=0.01)
    assert "7.5·10¹⁰" in EXPERIMENT.tell(run(p)).captions["sweep"] and found.search_varies


def test_sweep_over_alpha_keeps_to_the_bounds() -> None:
    found = run(made(samples=2000)).sweep
    ran = found.samples > 0
    log_index, error = found.measured["log_index"][ran], found.measured["log_index_error"][ran]
    assert (log_index < found.bound("refined")[ran] + LIMIT * error).all()
    assert (log_index > found.bound("divergence")[ran] - LIMIT * error).all()
    assert (np.diff(found.exact["log_index"]) < 0).all(), "bits fall as α grows"
    assert (found.exact["log_index"] < found.bound("refined")).all()
    assert (found.exact["log_index"] > found.bound("divergence")).all()
    np.testing.assert_allclose(found.axis, found.values - 1)
    assert not found.search_varies and found.bits_scale == "log"


def test_points_of_a_sweep_are_independent() -> None:
    """Other tables of the shared randomness and other private randomness at every point."""
    p = made(mechanism="gaussian", noise_std=1000.0, norm_bound=0.01, samples=2000, sweep="epsilon")
    planned = plan(p)
    same = dataclasses.replace(
        planned,
        points=(p,) * 3,
        values=np.array([1.0, 2.0, 3.0]),
        samples=np.full(3, 500),
        affordable=np.full(3, True),
    )
    sweep, bits = empty(same), []
    for place in range(3):
        sweep = simulate(sweep, place, first_table=500 * place)
        bits.append(sweep.measured["bits"][place])
    assert len(set(bits)) == 3


def test_sweep_without_meaning_is_one_point() -> None:
    for p in (made(sweep="none", samples=200), made(sweep="chunk", samples=200)):
        found = run(p)
        assert len(found.sweep.values) == 1 and not found.sweep.applies
        assert "one point" in EXPERIMENT.tell(found).captions["sweep"]
    assert run(made(mechanism="gaussian", sweep="chunk", samples=200)).sweep.applies is False


def test_empty_sweep_says_so() -> None:
    p = made(samples=200)
    found = run(p)
    bare = dataclasses.replace(found, sweep=empty(plan(p)))
    said = EXPERIMENT.tell(bare).captions["sweep"]
    assert "computed without a run" in said and EXPERIMENT.tell(bare).notices
    assert said.startswith(EXPERIMENT.tell(found).captions["sweep"]), "what is said of the bits needs no run"


# What is said.


def test_finding_is_honest_about_the_gain() -> None:
    short, long = run(made(samples=500, sweep="none")), run(made(samples=500, sweep="none", alpha=1.02))
    assert short.exact_bits.value < 32 < long.exact_bits.value
    gain, loss = EXPERIMENT.tell(short).finding, EXPERIMENT.tell(long).finding
    assert "instead of 32 uncompressed" in gain and "does not pay" not in gain
    assert "uncompressed only 32" in loss and "does not pay" in loss


def test_quantities_are_sorted_by_what_they_are(result: BitCostResult) -> None:
    found = {quantity.key: quantity for quantity in EXPERIMENT.tell(result).quantities}
    first = EXPERIMENT.tell(result).quantities[0]
    assert first.key == "bits" and first.kind == "measured" and first.samples == result.parameters.samples
    assert {"entropy", "log_index", "bound", "refined", "code_bound", "divergence", "plain", "mrc"} <= set(found)
    assert ("ldp_bound" in found) == (result.theory.ldp_bound is not None)
    assert ("information" in found) == (result.parameters.mechanism == "randomized_response")
    for quantity in found.values():
        assert (quantity.kind == "measured") == (quantity.error is not None)
        assert (quantity.kind == "bound") == bool(quantity.source)


def test_formulas_come_to_the_plotted_numbers(result: BitCostResult) -> None:
    values = [formula.value for formula in EXPERIMENT.tell(result).formulas()]
    assert values[:2] == [result.theory.bound, result.theory.refined]
    law = index_law(result.parameters.parts()[0].channel, result.parameters.parts()[0].x, result.parameters.alpha)
    assert any(value == pytest.approx(law.mean_log2, rel=1e-12) for value in values)
    specs = BitCostParameters.specs()
    for formula in EXPERIMENT.tell(result).formulas():
        assert all(not symbol.field or symbol.field in specs for symbol in formula.symbols)
        assert formula.source and "$" not in formula.symbolic + formula.substituted
    assert (result.theory.code_bound in values) == (result.theory.messages == 1)


def test_notices_are_sentences(result: BitCostResult) -> None:
    for text in (
        EXPERIMENT.tell(result).finding,
        *EXPERIMENT.tell(result).notices,
        EXPERIMENT.tell(result).captions["sweep"],
    ):
        assert text.endswith(".") and "nan" not in text and "  " not in text


# The contract.


def test_equal_parameters_give_equal_bytes() -> None:
    p = made(samples=400)

    def texts(result: BitCostResult) -> list[str]:
        return [table_to_csv(table, p, "1") for table in (result.table(), result.sweep.table())]

    found = run(p)
    assert texts(found) == texts(run(p))
    assert run(p.replace(seed=2)).bits.value != found.bits.value


def test_progress_and_partial_results() -> None:
    told: list[tuple[float, str, BitCostResult | None]] = []
    p = made(samples=400)
    final = run(p, lambda fraction, note="", partial=None: told.append((fraction, note, partial)))
    fractions = [fraction for fraction, _, _ in told]
    assert fractions == sorted(fractions) and fractions[0] > 0 and fractions[-1] == pytest.approx(1)
    partials = [partial for _, _, partial in told if partial is not None]
    known = [int(np.isfinite(partial.sweep.measured["bits"]).sum()) for partial in partials]
    assert known == sorted(known) and known[0] == 0 and known[-1] == (final.sweep.samples > 0).sum() - 1
    for partial in partials[:2]:
        assert (
            EXPERIMENT.tell(partial).finding == EXPERIMENT.tell(final).finding
            and EXPERIMENT.tell(partial).notices
            and partial.sweep.table()
        )

    def stop(fraction: float, note: str = "", partial: object = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        run(p, stop)


def test_cost_follows_the_work() -> None:
    base = made()
    assert cost(base).seconds < 0.15, "the page opens at once"
    for heavier in (
        base.replace(samples=100_000),
        base.replace(epsilon=8.0),
        base.replace(alpha=1.02),
        base.replace(dimension=1000),
        base.replace(samples=100_000, code="zipf_shannon"),
    ):
        assert cost(heavier).seconds > cost(base).seconds
    vector = made(**SLICED, samples=10_000)
    assert cost(vector).memory_bytes > cost(vector.replace(samples=1000)).memory_bytes
    assert "3 chunks" in cost(vector).reason and "r* = 7.6" in cost(vector).reason
    suggestion = EXPERIMENT.nearest_affordable(made(**CENTRED | {"epsilon": 30.0, "samples": 100_000}), 1.0, 1e9)
    assert suggestion is not None and suggestion.samples < 100_000 and cost(suggestion).seconds <= 1.0


@pytest.mark.parametrize(
    "extreme",
    [
        {"alpha": 1.02, "code": "zipf_shannon"},
        {"alpha": math.inf, "epsilon": 0.05, "code": "zipf_shannon"},
        {"position": 0.0},
        {"mechanism": "gaussian", "dimension": 7, "chunk": 1, "sweep": "dimension"},
        {"mechanism": "gaussian", "noise_std": 1000.0, "sweep": "epsilon"},
        {"mechanism": "gaussian", "noise_std": 0.01, "norm_bound": 0.01, "sweep": "proposal"},
        {"mechanism": "randomized_response", "categories": 2, "epsilon": 0.05, "sweep": "proposal"},
        {"mechanism": "randomized_response", "categories": 50, "epsilon": 20.0, "candidates": 2**24},
        {"epsilon": 0.05, "sweep": "proposal", "proposal_scale": 0.001},
    ],
    ids=str,
)
def test_extremes_run_without_a_warning(extreme: dict) -> None:
    found = run(made(**{"samples": 200} | extreme))
    assert (
        EXPERIMENT.tell(found).finding
        and EXPERIMENT.tell(found).notices
        and EXPERIMENT.tell(found).quantities
        and EXPERIMENT.tell(found).formulas()
    )
    assert found.markers and np.isfinite(found.reach) and found.sweep.bits_scale in ("log", "linear")
    for table in (found.table(), found.sweep.table()):
        assert len({len(column) for column in table.values()}) == 1


def test_every_preset_can_be_run() -> None:
    for parameters, text in EXPERIMENT.presets.values():
        assert cost(parameters).seconds < 10 and text.endswith(".")
        assert EXPERIMENT.tell(run(parameters.replace(samples=200, sweep="none"))).finding
    assert BitCostParameters() in [parameters for parameters, _ in EXPERIMENT.presets.values()]


@pytest.mark.parametrize("bad", [{"alpha": 1.0}, {"samples": 3}, {"code": "morse"}, {"sweep": "x"}, {"chunk": 0}])
def test_bad_settings_are_refused(bad: dict) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(bad))} must be"):
        made(**bad)


def test_the_least_width_of_a_proposal_stays_in_its_range() -> None:
    """ε′/ε of the best proposal is 5·10⁻⁴ here, below what the field allows."""
    from ppr_core.experiments.bit_cost import measure

    p = EXPERIMENT.parameters(mechanism="laplace", epsilon=2.0, norm_bound=1000.0, sweep="proposal")
    low, high = p.specs()["proposal_scale"].low, p.specs()["proposal_scale"].high
    assert all(low <= width <= high for width in measure._along_widths(p).values)


def test_the_worked_average_adds_up() -> None:
    """Its words' shares are those of real messages, within five standard errors; at α = ∞ eight rows are nearly all."""
    result = EXPERIMENT.run(BitCostParameters(samples=4_000))
    worked = result.worked(8)
    word, chance = worked.words[0], float(worked.chances[0])
    seen = np.mean(result.measured.lengths == len(word))
    assert word == "1" and abs(seen - chance) < 5 * math.sqrt(chance * (1 - chance) / 4_000)
    assert worked.parts[0] == len(word) * chance and worked.rest_bits > 0
    assert worked.parts.sum() + worked.rest_bits == pytest.approx(worked.bits)
    assert worked.chances.sum() + worked.rest_chance == pytest.approx(1.0)
    assert worked.bits == pytest.approx(result.exact_bits.value)
    surest = EXPERIMENT.run(BitCostParameters(alpha=math.inf, samples=200)).worked(8)
    assert surest.rest_bits < 0.01
