"""What every channel promises, checked on an example of every registered channel; and faulty ones, to be noticed."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy import optimize

from ppr_core.channels import CHANNELS, BitVectorChannel, CategoryChannel, Channel, GaussianChannel, VectorChannel
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness, SharedRows
from tests.contracts.members import CHANNEL_EXAMPLES, ChannelExample, channel_examples

# Less than 100 p-values and as many z-scores are taken in this file: false alarms in 1e-4 of all seeds, if any.
LEVEL = 1e-4 / 200
SCORE = 5.0  # two-sided tail 6e-7
SAMPLES = 100_000
SHARED = SharedRandomness(20240612)

every_channel = pytest.mark.parametrize("example", channel_examples(), ids=lambda example: example.label)


def proposals(channel: Channel, count: int, message: int = 0) -> np.ndarray:
    return channel.proposal(SHARED.uniforms(np.arange(1, count + 1), channel.width, message))


def z_score(values: np.ndarray, mean: float) -> float:
    return float((values.mean() - mean) / (values.std() / math.sqrt(len(values)) + 1e-15))


def check_law(example: ChannelExample) -> None:
    """sample() follows the independent formulas of the example."""
    x = example.batch(SAMPLES)
    found = example.p_values(x, example.channel.sample(x, np.random.default_rng(1)))
    assert min(found) > LEVEL


def check_ratio_is_a_density(example: ChannelExample) -> None:
    """E_Q[r] = 1 for every input."""
    z = proposals(example.channel, SAMPLES)
    for x in example.x:
        ratio = np.exp(example.channel.log_ratio(x, z))
        assert abs(z_score(ratio, 1.0)) < SCORE


def check_ratio_is_that_of_the_law(example: ChannelExample) -> None:
    """E_Q[r·f] = E_P[f] for bounded f: proposal, ratio and sample() belong together."""
    channel = example.channel
    z = proposals(channel, SAMPLES, message=1)
    rng = np.random.default_rng(2)
    for x in example.x:
        ratio = np.exp(channel.log_ratio(x, z))
        own = channel.sample(np.broadcast_to(x, (SAMPLES, *x.shape)), rng)
        for function in (np.tanh, lambda value: np.exp(-np.abs(value))):
            weighted, direct = (function(value.reshape(SAMPLES, -1).astype(float)).mean(axis=1) for value in (z, own))
            weighted = weighted * ratio
            error = math.hypot(weighted.std(), direct.std()) / math.sqrt(SAMPLES)
            assert abs(weighted.mean() - direct.mean()) < SCORE * error + 1e-12


def check_bound(example: ChannelExample) -> None:
    """ln r* is never exceeded, and reached: at an output for categories, by a search for vectors."""
    channel = example.channel
    bound = channel.log_ratio_bound(example.x)
    z = np.concatenate([proposals(channel, 20_000), channel.sample(example.batch(20_000), np.random.default_rng(3))])
    for x, limit in zip(example.x, bound, strict=True):
        ratio = channel.log_ratio(x, z)
        assert ratio.max() <= limit + 1e-12
        if isinstance(channel, VectorChannel):
            start = z[np.argmax(ratio)]
            found = optimize.minimize(
                lambda point, x=x: -channel.log_ratio(x, point),
                start,
                method="Nelder-Mead",
                options={"xatol": 1e-9, "fatol": 1e-13, "maxfev": 20_000, "adaptive": True},
            )
            assert -found.fun == pytest.approx(limit, abs=1e-7)
            assert -found.fun <= limit + 1e-12
        else:
            assert ratio.max() == pytest.approx(limit, abs=1e-12)
    assert channel.log_ratio_bound() == pytest.approx(bound.max(), rel=1e-12)


def check_divergence(example: ChannelExample) -> None:
    """KL(P‖Q) is the mean of log2 r over the mechanism's outputs."""
    channel = example.channel
    divergence = channel.divergence_bits(example.x)
    rng = np.random.default_rng(4)
    for x, bits in zip(example.x, divergence, strict=True):
        z = channel.sample(np.broadcast_to(x, (SAMPLES, *x.shape)), rng)
        assert abs(z_score(channel.log_ratio(x, z) / math.log(2), bits)) < SCORE


def check_privacy(example: ChannelExample) -> None:
    """P(z|x) ≤ e^ε P(z|x′) at every z tried, with the ε of `privacy` (δ = 0)."""
    channel = example.channel
    epsilon = channel.privacy().epsilon
    z = proposals(channel, 20_000, message=2)
    with np.errstate(invalid="ignore"):  # −∞ − (−∞): an output that neither input can give
        ratios = np.stack([channel.log_ratio(x, z) for x in example.x])
        gaps = ratios[:, None] - ratios[None, :]
    assert np.nanmax(gaps) <= epsilon + 1e-9


CHECKS = [
    check_law,
    check_ratio_is_a_density,
    check_ratio_is_that_of_the_law,
    check_bound,
    check_divergence,
    check_privacy,
]


@every_channel
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_laws_and_ratios(example: ChannelExample, check: Callable[[ChannelExample], None]) -> None:
    check(example)


def test_every_registered_channel_has_an_example() -> None:
    for name, channel in CHANNELS.items():
        assert {type(example.channel) for example in CHANNEL_EXAMPLES[name]} == {channel}
    labels = [example.label for example in channel_examples()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("name", CHANNELS)
def test_registered_classes_name_themselves(name: str) -> None:
    channel = CHANNELS[name]
    assert channel.name == name and channel.label
    assert issubclass(channel, Channel) and not inspect.isabstract(channel)
    numbers = [p for key, p in inspect.signature(channel).parameters.items() if key not in ("matrix", "law")]
    assert all(p.kind is inspect.Parameter.KEYWORD_ONLY for p in numbers)  # ε and δ cannot be swapped


@every_channel
def test_shapes(example: ChannelExample) -> None:
    channel, x = example.channel, example.x
    event = channel.event_shape
    assert event == (() if isinstance(channel, CategoryChannel | BitVectorChannel) else (channel.dimension,))
    assert channel.output_shape == ((channel.size,) if isinstance(channel, BitVectorChannel) else event)
    assert channel.inputs(x).shape == x.shape == (len(x), *event)
    assert channel.sample(x, np.random.default_rng(0)).shape == (len(x), *channel.output_shape)
    assert channel.log_ratio_bound(x).shape == channel.divergence_bits(x).shape == (len(x),)
    assert np.ndim(channel.log_ratio_bound()) == 0
    z = channel.proposal(np.full((3, 1, 7, channel.width), 0.3))
    assert z.shape == (3, 1, 7, *channel.output_shape)
    many = channel.log_ratio(x[:, None], z[0, 0][None, :])
    assert many.shape == (len(x), 7)
    assert np.array_equal(many[:, 2], channel.log_ratio(x, z[0, 0, 2]))


@every_channel
def test_proposal_is_a_function_of_its_uniforms(example: ChannelExample) -> None:
    channel = example.channel
    uniforms = SHARED.uniforms(np.arange(50), channel.width)
    before = uniforms.copy()
    z = channel.proposal(uniforms)
    assert np.array_equal(uniforms, before)
    assert np.array_equal(channel.proposal(uniforms), z)
    # One row, other batch shapes, memory order: the very same bits, since encoder and decoder must agree.
    assert np.array_equal(np.stack([channel.proposal(row) for row in uniforms]), z)
    assert np.array_equal(channel.proposal(uniforms.reshape(5, 10, -1)).reshape(z.shape), z)
    assert np.array_equal(channel.proposal(np.asfortranarray(uniforms)), z)
    assert np.array_equal(channel.proposal(uniforms[::-1])[::-1], z)
    wide = np.concatenate([uniforms, uniforms], axis=1)
    assert np.array_equal(channel.proposal(wide[:, : channel.width]), z)


@every_channel
def test_candidates_have_the_ratio_of_their_samples(example: ChannelExample) -> None:
    """Read in part or whole, the same uniforms give the same ratios."""
    channel, count = example.channel, 3000
    indices = np.arange(1, count + 1).astype(object) * 3**50
    tables = np.arange(count) % 7
    x = example.batch(count)
    z = channel.proposal(SHARED.uniforms(indices, channel.width, tables))
    found = channel.candidate_log_ratio(x, SharedRows(SHARED, indices, tables))
    assert np.array_equal(found, channel.log_ratio(x, z))
    assert channel.candidate_log_ratio(x[:0], SharedRows(SHARED, indices[:0], tables[:0])).shape == (0,)
    assert 1 <= channel.ratio_width <= channel.width


@every_channel
@pytest.mark.parametrize("end", [2.0**-53, 1 - 2.0**-53])
def test_extreme_uniforms_give_finite_samples(example: ChannelExample, end: float) -> None:
    z = example.channel.proposal(np.full((2, example.channel.width), end))
    assert np.all(np.isfinite(z))
    assert not np.any(np.isnan(example.channel.log_ratio(example.x[:1], z)))
    assert np.all(example.channel.log_ratio(example.x[:1], z) <= example.channel.log_ratio_bound())


@every_channel
def test_arguments_are_left_alone(example: ChannelExample) -> None:
    channel = example.channel
    x, z = example.x.copy(), proposals(channel, len(example.x))
    kept = z.copy()
    x.setflags(write=False)
    z.setflags(write=False)
    channel.sample(x, np.random.default_rng(0))
    channel.log_ratio(x, z)
    channel.log_ratio_bound(x)
    channel.divergence_bits(x)
    assert np.array_equal(x, example.x) and np.array_equal(z, kept)


@every_channel
def test_sampling_depends_on_its_generator_only(example: ChannelExample) -> None:
    x = example.batch(40)
    first, again, other = (example.channel.sample(x, np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def check_error(example: ChannelExample) -> None:
    """E‖z − x‖²/d is that of a hundred thousand outputs, within five standard errors."""
    exact = example.channel.mean_squared_error
    if exact is None:
        assert not isinstance(example.channel, VectorChannel)
        return
    x = example.batch(100_000)
    squares = np.mean((example.channel.sample(x, np.random.default_rng(8)) - x) ** 2, axis=1)
    assert abs(squares.mean() - exact) < 5 * squares.std() / math.sqrt(len(squares))


@every_channel
def test_error_is_that_of_the_outputs(example: ChannelExample) -> None:
    check_error(example)


@every_channel
def test_no_inputs_give_no_outputs(example: ChannelExample) -> None:
    channel = example.channel
    none = np.empty((0, *channel.event_shape))
    assert channel.inputs(none).shape == none.shape
    x = channel.inputs(none)
    assert channel.sample(x, np.random.default_rng(0)).shape == (0, *channel.output_shape)
    assert channel.log_ratio_bound(x).shape == channel.divergence_bits(x).shape == (0,)
    assert channel.proposal(np.empty((0, channel.width))).shape == (0, *channel.output_shape)


@every_channel
def test_divergence_lies_between_zero_and_the_bound(example: ChannelExample) -> None:
    bits = example.channel.divergence_bits(example.x)
    assert np.all(bits >= 0)
    assert np.all(bits * math.log(2) <= example.channel.log_ratio_bound(example.x) + 1e-12)


@every_channel
@pytest.mark.parametrize("delta", [0.0, 1e-6, 0.1])
def test_privacy_is_local_and_against_the_database(example: ChannelExample, delta: float) -> None:
    found = example.channel.privacy(delta)
    assert isinstance(found, PrivacyGuarantee)
    assert (found.against, found.notion) == ("database", "local")
    assert found.delta in (0.0, delta)
    assert found.epsilon <= example.channel.privacy().epsilon


@every_channel
def test_inputs_not_allowed_are_refused_with_a_reason(example: ChannelExample) -> None:
    channel = example.channel
    event = channel.event_shape
    wrong: list[object] = [
        np.full((1, *event), math.nan),
        np.full((1, *event), math.inf),
        np.full((1, *event), 1e300),
        np.full((1, *event), -1e300),
        np.zeros((2, *event, 3)),
        "abc",
        None,
        [[0.1], [0.1, 0.2]],
        np.full((1, *event), 0.1j),
    ]
    wrong += [[-1], [0.5], [channel.input_size]] if event == () else [np.full((1, *event), 1.01 * channel.norm_bound)]
    for x in wrong:
        for method in (channel.inputs, channel.divergence_bits, lambda x: channel.sample(x, np.random.default_rng(0))):
            with pytest.raises(ValueError, match=r"(?s)^(x|norm of x) must be .+; got .+\.$"):
                method(x)


class NarrowProposal(GaussianChannel):
    """Its samples of Q are less spread than its ratio says."""

    def proposal(self, uniforms):
        return 0.98 * super().proposal(uniforms)


class ShiftedSample(GaussianChannel):
    """Its own samples are off by a thirtieth of the noise."""

    def sample(self, x, rng):
        return super().sample(x, rng) + self.noise_std / 30


class TightBound(GaussianChannel):
    """Takes the ratio at z = x for the largest one."""

    def log_ratio_bound(self, x=None):
        square = self.norm_bound**2 if x is None else np.sum(x**2, axis=-1)
        return self._log_volume + square / (2 * self.proposal_std**2)


class LooseBound(GaussianChannel):
    """Bounds the ratio, but does not attain the bound."""

    def log_ratio_bound(self, x=None):
        return super().log_ratio_bound(x) + 1e-3


class NatsForBits(GaussianChannel):
    """Gives the divergence in nats."""

    def divergence_bits(self, x):
        return super().divergence_bits(x) * math.log(2)


class Overconfident(GaussianChannel):
    """Claims pure privacy that Gaussian noise does not have."""

    def privacy(self, delta=0.0):
        return PrivacyGuarantee(epsilon=2.0, against="database", notion="local", source="gaussian.analytic")


class Imprecise(GaussianChannel):
    """Overstates its error by a twentieth."""

    mean_squared_error = 1.05


@pytest.mark.parametrize(
    ("faulty", "check"),
    [
        (NarrowProposal, check_ratio_is_a_density),
        (NarrowProposal, check_ratio_is_that_of_the_law),
        (ShiftedSample, check_law),
        (ShiftedSample, check_ratio_is_that_of_the_law),
        (TightBound, check_bound),
        (LooseBound, check_bound),
        (NatsForBits, check_divergence),
        (Overconfident, check_privacy),
        (Imprecise, check_error),
    ],
    ids=lambda item: item.__name__,
)
def test_faulty_channels_are_noticed(faulty: type[Channel], check: Callable[[ChannelExample], None]) -> None:
    example = CHANNEL_EXAMPLES["gaussian"][0]
    check(example)
    with pytest.raises(AssertionError):
        check(replace(example, channel=faulty(dimension=1, noise_std=1.0, norm_bound=1.0)))
