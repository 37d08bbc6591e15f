"""Guarantees against PPR's decoder for channels: worst pairs of inputs, promises, audits that must stay below."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.accounting import (
    AtomicPair,
    GaussianPair,
    gaussian_noise_std,
    poisson_curve,
    poisson_loss,
    poisson_renyi,
)
from ppr_core.channels import (
    CHANNELS,
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
    TruncatedGeometricChannel,
)
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.decoder_privacy import (
    accountable,
    decoder_privacy,
    exact_decoder_privacy,
    gaussian_chunks_privacy,
    loss_pair,
    worst_pair,
)
from ppr_core.diagnostics.audit import audit
from ppr_core.guarantees import cite, ppr_pure
from ppr_core.randomness import SharedRandomness
from tests.contracts.members import ChannelExample, channel_examples

DELTA = 1e-6
NOISE = gaussian_noise_std(2.0, 1.0, DELTA)
EXAMPLES = {example.label: example for example in channel_examples() if accountable(example.channel)}
EXPONENTS = np.array([-30.0, -4.0, -1.5, 0.0, 0.5, 3.0, 25.0])


# --- Pairs of inputs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_moments_of_every_channel(example: ChannelExample) -> None:
    """M(c) and KL from outputs of the channel itself, for every ordered pair of the example's inputs."""
    channel, rng = example.channel, np.random.default_rng(8)
    c = np.array([0.7, -1.3])
    for x in example.x[:3]:
        z = channel.sample(np.broadcast_to(x, (40_000, *np.shape(x))), rng)
        for other in example.x[:3]:
            pair = loss_pair(channel, x, other)
            losses = channel.log_ratio(x, z) - channel.log_ratio(other, z)
            for power, exact in zip(c, np.atleast_1d(pair.log_moment(c)), strict=True):
                if math.isinf(exact):
                    continue
                values = np.exp(power * losses)
                assert abs(values.mean() - math.exp(exact)) <= 5 * values.std() / 200 + 1e-9
            if np.all(np.isfinite(losses)):
                assert abs(losses.mean() - float(pair.mean)) <= 5 * losses.std() / 200 + 1e-9


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_no_pair_is_worse_than_the_worst(example: ChannelExample) -> None:
    worst = worst_pair(example.channel).log_moment(EXPONENTS).reshape(len(EXPONENTS), -1).max(axis=1)
    for x in example.x:
        for other in example.x:
            with np.errstate(invalid="ignore"):
                assert np.all(loss_pair(example.channel, x, other).log_moment(EXPONENTS) <= worst * (1 + 1e-9) + 1e-12)


def test_the_worst_pair_of_a_finite_channel_is_one_of_all() -> None:
    channel = FiniteChannel(np.random.default_rng(3).dirichlet(np.ones(4), size=3))
    curve = poisson_curve(worst_pair(channel), 1.7)
    all_pairs = [poisson_renyi(loss_pair(channel, i, j), 1.7) for i in range(3) for j in range(3) if i != j]
    np.testing.assert_allclose(curve.divergences, np.max(all_pairs, axis=0), rtol=1e-11)


def test_rows_that_are_permutations_are_one_pair() -> None:
    response = RandomizedResponseChannel(size=6, epsilon=1.2)
    assert worst_pair(FiniteChannel(response.matrix)).losses.shape == (1, 6)
    np.testing.assert_allclose(
        poisson_curve(worst_pair(FiniteChannel(response.matrix)), 2.0).divergences,
        poisson_curve(worst_pair(response), 2.0).divergences,
    )


def test_a_new_channel_is_refused_until_it_registers() -> None:
    class Unknown(LaplaceChannel):
        name = "unknown"

    class Other(Channel):
        name = "other"

    for function in (loss_pair, worst_pair):
        assert function.dispatch(Unknown) is function.dispatch(LaplaceChannel)
        assert function.dispatch(Other) is function.dispatch(object)
    bare = object.__new__(type("Bare", (), {"name": "bare"}))
    with pytest.raises(ValueError, match=r"^channel must be one whose privacy loss is registered .*; got 'bare'\.$"):
        worst_pair(bare)
    with pytest.raises(ValueError, match=r"^channel must be one"):
        loss_pair(bare, 0, 1)


def test_caps_overlap_as_they_should() -> None:
    """Mass of the difference of two caps: by samples, in 2, 3 and 40 dimensions."""
    rng = np.random.default_rng(6)
    for dimension in (2, 3, 40):
        channel, unit = PrivUnitChannel(dimension=dimension, epsilon=2.0), np.eye(dimension)
        z = channel.proposal(rng.random((100_000, dimension)))
        for angle in (0.05, 0.7, 1.6, 2.5, math.pi):
            turned = math.cos(angle) * unit[0] + math.sin(angle) * unit[1]
            only = (channel.log_ratio(unit[0], z) > 0) & (channel.log_ratio(turned, z) < 0)
            pair = loss_pair(channel, unit[0], turned)
            exact = pair.masses[0] / math.exp(channel.log_high)
            assert abs(only.mean() - exact) <= 5 * math.sqrt(exact / 1e5) + 1e-12


# --- Promises --------------------------------------------------------------------------------------------------------


def test_one_gaussian_message() -> None:
    channel = GaussianChannel(dimension=100, noise_std=NOISE, norm_bound=1.0)
    found = decoder_privacy(channel, 2.0, 2 * DELTA)
    assert found.epsilon == pytest.approx(2.506, abs=5e-4) and found.delta == 2 * DELTA
    assert (found.against, found.notion) == ("decoder", "local")
    statement = "docs/decoder_privacy.md, section 2: numerical accounting of PPR (upper bound)"
    assert cite(found.source) == f"Proof in this lab's source 2026, {statement}"
    assert any("a table of its own" in condition for condition in found.conditions)


def test_chunks_cost_nothing_unless_they_are_bounded() -> None:
    """However a change of the whole is spread, 100 chunks are no worse than one message; evenly they are better."""
    free = gaussian_chunks_privacy(NOISE, 2.0, np.full(100, np.inf), 2.0, 2 * DELTA)
    evenly = gaussian_chunks_privacy(NOISE, 2.0, np.full(100, 0.2), 2.0, 2 * DELTA)
    assert free.epsilon == pytest.approx(2.506, abs=5e-4) and evenly.epsilon == pytest.approx(1.558, abs=5e-4)
    between = gaussian_chunks_privacy(NOISE, 2.0, np.full(100, 0.9), 2.0, 2 * DELTA)
    assert evenly.epsilon < between.epsilon < free.epsilon
    assert gaussian_chunks_privacy(NOISE, 0.0, np.full(3, 1.0), 2.0, DELTA).epsilon == 0.0


@pytest.mark.parametrize(
    "channel",
    [
        RandomizedResponseChannel(size=4, epsilon=1.0),
        RapporChannel(size=16, epsilon=1.0),
        SubsetSelectionChannel(size=32, epsilon=1.0),
        FiniteChannel([[0.5, 0.3, 0.2], [0.2, 0.5, 0.3], [0.1, 0.4, 0.5]]),
    ],
    ids=lambda channel: channel.name,
)
def test_exact_below_rényi_below_theorem_7(channel: Channel) -> None:
    for alpha, delta in ((1.1, 1e-6), (2.0, 1e-2)):
        theorem = ppr_pure(channel.privacy(), alpha).epsilon
        exact, renyi = (f(channel, alpha, delta).epsilon for f in (exact_decoder_privacy, decoder_privacy))
        assert 0 < exact <= renyi <= theorem * (1 + 1e-12)
        assert decoder_privacy(channel, alpha, 0.0).epsilon <= theorem * (1 + 1e-12)


NOISY = (
    GaussianChannel(dimension=9, noise_std=NOISE, norm_bound=1.0),
    LaplaceChannel(dimension=1, epsilon=0.5, norm_bound=1.0),
    PrivUnitChannel(dimension=20, epsilon=2.0),
    TruncatedGeometricChannel(size=5, epsilon=1.0),
)


@pytest.mark.parametrize("channel", NOISY, ids=lambda channel: channel.name)
def test_exact_is_the_curve_of_the_worst_pair(channel: Channel) -> None:
    for alpha in (1.1, 2.0):
        found = exact_decoder_privacy(channel, alpha, 2 * DELTA)
        assert found.epsilon == poisson_loss(worst_pair(channel), alpha).epsilon(2 * DELTA)
        assert found.epsilon <= decoder_privacy(channel, alpha, 2 * DELTA).epsilon and found.source == "ppr.loss"


def test_the_ends_of_the_row_are_worst() -> None:
    """All pairs of the matrix, without knowing whose it is, give no more."""
    channel = TruncatedGeometricChannel(size=5, epsilon=1.5)
    unknown = FiniteChannel(channel.matrix)
    for alpha, delta in ((1.3, 1e-6), (3.0, 1e-2)):
        for find in (exact_decoder_privacy, decoder_privacy):
            assert find(channel, alpha, delta).epsilon == pytest.approx(find(unknown, alpha, delta).epsilon, rel=1e-9)


# --- The theorem of docs/decoder_privacy.md, section 4 ---------------------------------------------------------------

LEVELS = np.array([0.0, 0.1, 0.5, 1.0, 2.0, 4.0])  # ε; with the inputs exchanged δ(−ε) = 1 − e^{−ε} + e^{−ε} δ′(ε)


def _both(first: np.ndarray, second: np.ndarray, alpha: float) -> np.ndarray:
    """δ(ε) of the decoder's views of two laws, and of the same exchanged."""
    pairs = [loss_pair(FiniteChannel([p, q]), 0, 1) for p, q in ((first, second), (second, first))]
    return np.array([poisson_loss(pair, alpha).delta(LEVELS) for pair in pairs])


@pytest.mark.parametrize("alpha", [1.05, 2.0, 8.0])
def test_forgetting_a_part_of_the_output_tells_the_decoder_no_more(alpha: float) -> None:
    """12 random pairs of laws through random maps; two different maps for the two laws can tell more."""
    rng, more = np.random.default_rng(17), 0
    for _ in range(12):
        laws = rng.dirichlet(np.full(5, 0.7), size=2) + 1e-9
        laws /= laws.sum(axis=1, keepdims=True)
        kernel = rng.dirichlet(np.full(3, 0.3), size=5)
        fine, coarse = _both(*laws, alpha), _both(*(laws @ kernel), alpha)
        assert np.all(coarse <= fine + 1e-9)
        other = _both(laws[0] @ kernel, laws[1] @ np.roll(kernel, 1, axis=1), alpha)
        more += bool(np.any(other > fine + 1e-9))
    assert more > 2


@pytest.mark.parametrize("alpha", [1.1, 3.0])
def test_closer_inputs_tell_the_decoder_less(alpha: float) -> None:
    gaussian, laplace = NOISY[0], LaplaceChannel(dimension=3, epsilon=1.0, norm_bound=1.0)
    shares = (0.05, 0.3, 0.7, 0.95, 1.0)
    for channel, ends in ((gaussian, np.eye(9)[0]), (laplace, np.eye(3)[0])):
        curves = [poisson_loss(loss_pair(channel, ends, (1 - 2 * one) * ends), alpha).delta(LEVELS) for one in shares]
        assert np.all(np.diff(curves, axis=0) >= -1e-12)
    sphere = NOISY[2]
    angles = [np.cos(one * math.pi) * np.eye(20)[0] + np.sin(one * math.pi) * np.eye(20)[1] for one in shares]
    curves = [poisson_loss(loss_pair(sphere, np.eye(20)[0], one), alpha).delta(LEVELS) for one in angles]
    assert np.all(np.diff(curves, axis=0) >= -1e-12) and np.all(curves[0][:3] < curves[-1][:3])


def test_many_messages_of_the_worst_pair_are_worst() -> None:
    """50 Gaussian messages: between one and the Rényi divergences' sum; a closer pair gives less."""
    exact, renyi = (f(NOISY[0], 1.5, 1e-6, messages=50).epsilon for f in (exact_decoder_privacy, decoder_privacy))
    closer = GaussianChannel(dimension=9, noise_std=NOISE, norm_bound=0.9)
    assert exact_decoder_privacy(closer, 1.5, 1e-6, messages=50).epsilon < exact < renyi


def test_theorem_8_stands_in_for_very_large_epsilon() -> None:
    found = decoder_privacy(GaussianChannel(dimension=1, noise_std=0.2, norm_bound=1.0), 2.0, 2 * DELTA)
    assert found.source == "ppr.theorem8" and found.delta == 2 * DELTA


def test_many_reports_by_both_methods() -> None:
    channel = RandomizedResponseChannel(size=4, epsilon=0.2)
    exact, renyi = (f(channel, 1.5, 1e-6, messages=50).epsilon for f in (exact_decoder_privacy, decoder_privacy))
    single = decoder_privacy(channel, 1.5, 1e-6).epsilon
    assert single < exact < renyi < 50 * 2 * 1.5 * 0.2 / 2
    assert renyi < 1.12 * exact


def test_what_is_refused_and_what_is_unbounded() -> None:
    gaussian = GaussianChannel(dimension=2, noise_std=1.0, norm_bound=1.0)
    skewed = FiniteChannel([[0.5, 0.3, 0.2], [0.2, 0.5, 0.3], [0.1, 0.4, 0.5]])
    with pytest.raises(ValueError, match=r"^messages must be 1 for the channel finite"):
        exact_decoder_privacy(skewed, 2.0, 1e-6, messages=2)
    assert decoder_privacy(gaussian, math.inf, 1e-6).epsilon == math.inf
    assert decoder_privacy(gaussian, 2.0, 0.0).epsilon == math.inf
    with pytest.raises(ValueError, match=r"^alpha must be"):
        decoder_privacy(gaussian, 1.0, 1e-6)
    assert decoder_privacy(FiniteChannel([[0.3, 0.7]] * 3), math.inf, 0.0).epsilon == 0.0


# --- Audits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [1.2, 2.0])
@pytest.mark.parametrize(
    "channel",
    [
        RandomizedResponseChannel(size=4, epsilon=1.0),
        LaplaceChannel(dimension=1, epsilon=0.5, norm_bound=1.0),
        PrivUnitChannel(dimension=4, epsilon=1.0),
    ],
    ids=lambda channel: channel.name,
)
def test_no_audit_proves_more(channel: Channel, alpha: float) -> None:
    """What is proven from messages stays below the exact ε at the same δ; α = 6 under the same claim does not."""
    axis = np.eye(1, math.prod(channel.event_shape))[0]
    ends = (axis, -axis) if channel.event_shape else (0, 3)
    claim = poisson_loss(loss_pair(channel, *ends), alpha)
    options = {"encodes": 8_000, "confidence": 0.999, "tables": 4}
    shared, rng = SharedRandomness(5), np.random.default_rng(5)
    for delta in (0.0, 1e-6):
        proven = audit(PoissonPrivateRepresentation(channel, alpha), *ends, shared, rng, delta=delta, **options)
        assert proven.epsilon <= claim.epsilon(delta)
    careless = audit(PoissonPrivateRepresentation(channel, 6.0), *ends, shared, rng, delta=1e-6, **options)
    assert careless.epsilon > claim.epsilon(1e-6)


def test_every_channel_is_covered() -> None:
    covered = {name for name, kind in CHANNELS.items() if worst_pair.dispatch(kind) is not worst_pair.dispatch(object)}
    assert set(CHANNELS) == covered
    with pytest.raises(ValueError, match="channel must be one whose privacy loss is registered"):
        worst_pair("noise")
    assert isinstance(worst_pair(EXAMPLES["gaussian d=1"].channel), GaussianPair)
    assert isinstance(worst_pair(EXAMPLES["privunit d=3"].channel), AtomicPair)
