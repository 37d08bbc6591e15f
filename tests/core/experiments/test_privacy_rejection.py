"""Pseudorandom rejection in the privacy experiment: what it promises with and without a generator, and its audit."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.channels import RandomizedResponseChannel
from ppr_core.compressors import FewBits, PseudorandomRejection
from ppr_core.diagnostics.audit import audit
from ppr_core.diagnostics.output_cells import output_cells
from ppr_core.experiments.privacy import EXPERIMENT, PrivacyParameters, PrivacyResult, statements
from ppr_core.experiments.privacy.run import run
from ppr_core.experiments.privacy.story import event
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS
from ppr_core.randomness import SharedRandomness

SURE = 0.999  # confidence of the audits that are compared with a promise


def at(mechanism: str, **more: object) -> PrivacyParameters:
    """Any mechanism, vectors on a sphere in three dimensions."""
    return PrivacyParameters(mechanism=mechanism, dimension=3 if mechanism == "privunit" else 1, **more)


def bounded_below(parameters: PrivacyParameters) -> bool:
    """The density ratio has a lower limit."""
    return parameters.chosen.data != "vector"


@pytest.fixture(scope="module", params=MECHANISMS)
def result(request: pytest.FixtureRequest) -> PrivacyResult:
    return run(at(request.param, scheme="rejection", encodes=4_000, confidence=SURE))


def test_rejection_is_audited_by_its_outputs(result: PrivacyResult) -> None:
    """Its seeds of 128 bits never come twice: an audit of the indices must find nothing."""
    one = result.chosen
    assert one.outputs and one.worst is None and one.bits.value == 128 and one.distance == result.parameters.gamma
    others = [other for other in result.measured if other is not one]
    assert not any(other.outputs or other.distance or other.fallback for other in others)
    finite = bounded_below(result.parameters)
    assert one.fallback.epsilon == pytest.approx(2 * result.own if finite else math.inf)
    bound = math.exp(float(np.max(result.parameters.channel().log_ratio_bound())))
    assert abs(one.candidates.value - bound) < 5 * one.candidates.error + 0.01 * bound
    assert abs(one.deviation.excess) < 5 * one.deviation.error
    if result.parameters.mechanism != "gaussian":
        assert 0.6 * result.own < one.audit.epsilon <= result.own
        pair = result.parameters.inputs()
        compressor = result.parameters.compressor("rejection", result.parameters.channel())
        blind = audit(compressor, *pair, SharedRandomness(1), np.random.default_rng(1), encodes=2_000)
        assert blind.epsilon == 0


def test_an_audit_of_outputs_notices_a_generator_that_fails() -> None:
    """Four rows for all seeds, of which three are category 0: ε = 1 + ln((3e + 1)/(3 + e)) = 1.4706, and 2 allowed."""
    channel = RandomizedResponseChannel(size=2, epsilon=1.0)
    found = []
    for seed_bits, generator in ((128, "shake256"), (8, FewBits(2))):
        compressor = PseudorandomRejection(channel, 1e-3, seed_bits, generator=generator)
        rng, shared = np.random.default_rng(2), SharedRandomness(2)
        settings = {"encodes": 20_000, "tables": 1, "confidence": SURE, "seen": output_cells(compressor)}
        found.append(audit(compressor, 0, 1, shared, rng, **settings).epsilon)
    assert 0.8 < found[0] <= 1.0 and 1.2 < found[1] <= 1 + math.log((3 * math.e + 1) / (3 + math.e)), found


def test_what_a_failing_generator_leaves() -> None:
    """Lemma 3.6: 2 max{ε, ε₀}; nothing for ratios without a lower limit, and nothing for δ > 0."""
    found = {one: statements(at(one, scheme="rejection", epsilon=0.7)) for one in MECHANISMS}
    for mechanism, all_ in found.items():
        good, weak = all_[-2:]
        assert good.applies and good.guarantee.epsilon == pytest.approx(0.7, rel=1e-6)
        assert weak.guarantee.source == "rejection.lemma3.6" and weak.name == "any generator"
        finite = bounded_below(at(mechanism))
        assert weak.applies == finite and weak.guarantee.epsilon == pytest.approx(1.4 if finite else math.inf)


def test_it_says_what_was_audited(result: PrivacyResult) -> None:
    finite, data = bounded_below(result.parameters), result.parameters.chosen.data
    told = {"category": "category", "bits": "first bit"}.get(data, "a first coordinate")
    assert told in event(result.chosen, result.parameters)
    reason, proof = EXPERIMENT.tell(result).notices[:2]
    assert event(result.chosen, result.parameters) in proof and "on list" not in event(result.chosen, result.parameters)
    assert "A seed of pseudorandom rejection only names an output to whoever cannot break the generator" in reason
    assert ("Then ε = 2 remains" if finite else "Then no guarantee remains") in reason
    assert EXPERIMENT.tell(result).finding.startswith(
        "With Pseudorandom rejection (γ = 0.001), a message tells the server at most ε = 1"
    )
    fallback = [one.value for one in EXPERIMENT.tell(result).formulas() if one.source == "rejection.lemma3.6"]
    assert fallback == ([pytest.approx(2.0)] if finite else [])
