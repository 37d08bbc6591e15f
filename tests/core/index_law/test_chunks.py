"""A datum in pieces: exact bits and bounds against direct calls and hand-derived numbers; real messages beside them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.channels import GaussianChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.codes import ZipfShannon
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.diagnostics.sent_chunks import send_pieces
from ppr_core.guarantees import ppr_ldp_size
from ppr_core.index_law import Piece, PiecesLaw, index_law, law_of_ratios, pieces_bounds, pieces_law, sampled_ratio_law
from ppr_core.randomness import SharedRandomness

E, ETA = math.log2(math.e), math.log2(3.56)
SCALAR = Piece(LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0, proposal_plateau=0.0), np.array([1.0]))
GAUSS = GaussianChannel(dimension=2, noise_std=3.0, norm_bound=1.0)
PIECES = (Piece(GAUSS, np.array([0.5, 0.5]), copies=3), Piece(SCALAR.channel, np.array([0.3])))
CODES = ("elias_gamma", "elias_delta", "zipf_shannon")


def test_scalar_laplace_by_hand() -> None:
    """ε = ε′ = 1, x = 1: D = 1/e nats; η₂ = 2 log2 3.56; ε of the mechanism is 2."""
    found = pieces_bounds([SCALAR], 2.0, "elias_gamma")
    assert found.divergence == pytest.approx(E / math.e, rel=1e-9)
    assert found.bound == pytest.approx(E / math.e + 2 * ETA, rel=1e-9) and found.refined < found.bound
    assert found.leading == pytest.approx(E / math.e + E, rel=1e-9)
    assert found.code_bound == pytest.approx(2 * found.bound + 1, rel=1e-12)
    assert found.ldp_bound is not None and found.information is None and found.log_ratio_bound == pytest.approx(1.0)


def test_bounds_add_up_and_conditions_are_checked() -> None:
    whole = pieces_bounds(PIECES, 1.5, "elias_delta")
    each = [pieces_bounds([Piece(one.channel, one.x)], 1.5, "elias_delta") for one in PIECES]
    for name in ("messages", "divergence", "bound", "refined", "leading", "code_bound"):
        expected = 3 * getattr(each[0], name) + getattr(each[1], name)
        assert getattr(whole, name) == pytest.approx(expected, rel=1e-12), name
    assert whole.log_ratio_bound == max(one.log_ratio_bound for one in each)
    assert whole.ldp_bound is None, "Gaussian noise is not private with δ = 0"
    response = pieces_bounds([Piece(RandomizedResponseChannel(size=8, epsilon=2.0), np.array(0))], 2.0, "elias_delta")
    assert response.information == pytest.approx(response.divergence, rel=1e-12)
    assert response.ldp_bound == ppr_ldp_size(2.0, 2.0).value, "no ratio to the uniform law exceeds e^ε"


def test_exact_bits_are_sums_over_indices() -> None:
    law, laws = pieces_law(PIECES, 1.5), [(one.copies, index_law(one.channel, one.x, 1.5)) for one in PIECES]
    mean = sum(copies * one.mean_log2 for copies, one in laws)
    assert law.mean_log2.value == pytest.approx(mean, rel=1e-12) and law.mean_log2.error == 0
    assert law.entropy.value == pytest.approx(sum(copies * one.entropy_bits for copies, one in laws), rel=1e-12)
    zipf = law.code("zipf_shannon")
    assert zipf == ZipfShannon(float(f"{mean / 4:.2g}"))
    expected = sum(copies * one.mean_length(zipf) for copies, one in laws)
    assert law.length("zipf_shannon").value == pytest.approx(expected, rel=1e-12)


def test_a_sampled_law_has_an_error() -> None:
    sampled = law_of_ratios(sampled_ratio_law(SCALAR.channel, SCALAR.x, samples=8192), 2.0)
    found, known = PiecesLaw(((2, sampled),)).mean_log2, pieces_law([SCALAR], 2.0).mean_log2
    assert 0 < found.error < 0.2 and found.value == pytest.approx(2 * known.value, abs=4 * found.error)


def test_real_messages_take_what_the_law_says() -> None:
    """Means within four standard errors of the exact ones, and not within those of another α."""
    law, shared, n = pieces_law(PIECES, 1.5), SharedRandomness(4), 1_500
    codes = {name: law.code(name) for name in CODES}
    rng = np.random.default_rng(5)
    sent = send_pieces(PIECES, 1.5, n, codes, shared, rng, blocks=(700, 10_000), first_table=9)
    for name in CODES:
        mean = sent.codes[name]
        assert mean.value == pytest.approx(law.length(name).value, abs=4 * mean.error)
    assert sent.log_index.value == pytest.approx(law.mean_log2.value, abs=4 * sent.log_index.error)
    assert abs(sent.log_index.value - pieces_law(PIECES, 1.3).mean_log2.value) > 4 * sent.log_index.error
    assert sent.lengths.mean() == sent.codes["elias_gamma"].value and len(sent.lengths) == n
    bounds = [math.exp(one.log_ratio_bound) * one.copies for one in PIECES]
    assert sent.candidates.value > 0.9 * sum(bounds)


def test_blocks_change_only_the_randomness_and_progress_is_told() -> None:
    """One block, one piece: the lengths are those of PPR's own messages."""
    told: list[float] = []
    shared, codes = SharedRandomness(1), {"elias_delta": pieces_law([SCALAR], 2.0).code("elias_delta")}
    found = send_pieces(
        [SCALAR], 2.0, 100, codes, shared, np.random.default_rng(2), blocks=[1_000], progress=told.append
    )
    ppr = PoissonPrivateRepresentation(SCALAR.channel, 2.0)
    messages = ppr.encode(SCALAR.inputs(100), shared, np.random.default_rng(2))
    np.testing.assert_array_equal(found.lengths, messages.lengths("elias_delta"))
    assert told == [1.0]
    send_pieces([SCALAR], 2.0, 100, codes, shared, np.random.default_rng(2), blocks=[30], progress=told.append)
    assert told[1:] == pytest.approx([0.3, 0.6, 0.9, 1.0])
