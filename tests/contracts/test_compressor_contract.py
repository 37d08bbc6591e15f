"""What every compressor promises, checked on examples of all of them with every channel; and teeth.

Those that claim exactness decode at least 2·10⁵ samples that are tested against the law of the channel. Algorithm 1,
one input at a time in Python, decodes 2·10⁴: 0.1 to 0.7 ms each would make minutes of more.
"""

from __future__ import annotations

import hashlib
import inspect
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ppr_core.channels import BitVectorChannel, CategoryChannel
from ppr_core.codes import CODES, FixedLength, ZipfShannon
from ppr_core.compressors import COMPRESSORS, Compressor, Messages, PoissonPrivateRepresentation
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from tests.contracts.members import (
    CHANNEL_EXAMPLES,
    COMPRESSOR_EXAMPLES,
    ChannelExample,
    CompressorExample,
    category_p_values,
    pairs,
)

ROOT = Path(__file__).resolve().parents[2]

# At most 400 p-values are taken by the tests of laws together; their false-alarm level in total is 1e-4.
LEVEL = 1e-4 / 400
SHARED = SharedRandomness(20240612)
OTHER = SharedRandomness(20240613)

ALL_PAIRS = pairs(lambda compressor: True)
EXACT_PAIRS = [(c, e) for c, e in ALL_PAIRS if c.build(e.channel).exact]
NOTICED_PAIRS = [(c, e) for c, e in ALL_PAIRS if c.noticed]


def pair_name(value: object) -> str:
    return value.label if isinstance(value, CompressorExample | ChannelExample) else repr(value)


def every(chosen: list[tuple[CompressorExample, ChannelExample]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("compressor_example", "example"), chosen, ids=pair_name)


# The rest hardly depends on the channel: one of each kind is enough.
KINDS = ("gaussian d=1", "laplace d=3", "randomized response", "rappor k=5", "finite minimal")
FEW_PAIRS = [(c, e) for c, e in ALL_PAIRS if e.label in KINDS]


def decoded(compressor: Compressor, x: np.ndarray, seed: int = 1, decoder: SharedRandomness = SHARED) -> np.ndarray:
    return compressor.decode(compressor.encode(x, SHARED, np.random.default_rng(seed)), decoder)


def hardest(example: ChannelExample, size: int) -> np.ndarray:
    """The input farthest from the proposal, (size, *event_shape)."""
    farthest = example.x[np.argmax(example.channel.divergence_bits(example.x))]
    return np.broadcast_to(farthest, (size, *farthest.shape))


# --- Laws ------------------------------------------------------------------------------------------------------------


@every(EXACT_PAIRS)
def test_decoded_samples_follow_the_channel(compressor_example: CompressorExample, example: ChannelExample) -> None:
    compressor = compressor_example.build(example.channel)
    x = example.batch(compressor_example.samples)
    z = decoded(compressor, x)
    assert min(example.p_values(x, z)) > LEVEL
    if isinstance(example.channel, CategoryChannel):
        for row, law in enumerate(example.channel.matrix):
            outputs = z[x == row]
            frequency = np.bincount(outputs, minlength=len(law)) / len(outputs)
            assert np.all(np.abs(frequency - law) <= 5.5 * np.sqrt(law * (1 - law) / len(outputs)))


@every(NOTICED_PAIRS)
def test_inexact_compressors_are_rejected(compressor_example: CompressorExample, example: ChannelExample) -> None:
    """The test above has teeth: with as many samples it tells minimal random coding with 16 candidates from P."""
    compressor = compressor_example.build(example.channel)
    assert not compressor.exact
    x = hardest(example, 200_000)
    assert min(example.p_values(x, decoded(compressor, x))) < LEVEL


@every([(c, e) for c, e in EXACT_PAIRS if c.label in ("ppr alpha=1.02", "ppr alpha=2.0", "greedy rejection")])
def test_a_decoder_with_another_seed_is_noticed(compressor_example: CompressorExample, example: ChannelExample) -> None:
    """What it decodes are samples of Q, whatever the input was."""
    compressor = compressor_example.build(example.channel)
    x = hardest(example, 10_000)
    assert min(example.p_values(x, decoded(compressor, x))) > LEVEL
    assert min(example.p_values(x, decoded(compressor, x, decoder=OTHER))) < LEVEL


def test_one_message_off_is_noticed() -> None:
    """Decoding each message with its neighbour's table: a decoder that skipped one."""
    example = CHANNEL_EXAMPLES["gaussian"][0]
    compressor = PoissonPrivateRepresentation(example.channel, 2.0)
    x = hardest(example, 10_000)
    messages = compressor.encode(x, SHARED, np.random.default_rng(1))
    shifted = Messages(messages.indices, tables=messages.tables + 1)
    assert min(example.p_values(x, compressor.decode(shifted, SHARED))) < LEVEL


def test_categories_are_compared_row_by_row() -> None:
    """Rows exchanged, or an impossible output: the comparison itself has teeth."""
    channel = CHANNEL_EXAMPLES["finite"][0].channel
    test = category_p_values(channel)
    x = np.zeros(20_000, dtype=int)
    rng = np.random.default_rng(0)
    assert min(test(x, rng.choice(4, p=channel.matrix[0], size=len(x)))) > LEVEL
    assert min(test(x, rng.choice(4, p=channel.matrix[1], size=len(x)))) == 0.0
    assert min(test(x, rng.choice(4, p=[0.47, 0.33, 0.2, 0.0], size=len(x)))) < LEVEL


# --- Registry --------------------------------------------------------------------------------------------------------


def test_every_registered_compressor_has_an_example() -> None:
    for name, compressor in COMPRESSORS.items():
        fitting = [(c, e) for c, e in ALL_PAIRS if c in COMPRESSOR_EXAMPLES[name]]
        assert {type(c.build(e.channel)) for c, e in fitting} == {compressor}
    labels = [c.label for examples in COMPRESSOR_EXAMPLES.values() for c in examples]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("name", COMPRESSORS)
def test_registered_classes_name_themselves(name: str) -> None:
    compressor = COMPRESSORS[name]
    assert compressor.name == name and compressor.label and isinstance(compressor.exact, bool)
    assert issubclass(compressor, Compressor) and not inspect.isabstract(compressor)


@pytest.mark.parametrize("name", COMPRESSORS)
def test_exact_compressors_are_tested_at_full_size(name: str) -> None:
    for example in COMPRESSOR_EXAMPLES[name]:
        if COMPRESSORS[name].exact:
            assert example.samples >= (20_000 if name == "ppr_algorithm1" else 200_000)


# --- Messages --------------------------------------------------------------------------------------------------------


def same(one: np.ndarray, two: np.ndarray) -> bool:
    """Equal shape, type and bits; NaN (a lost report) equals NaN."""
    return one.dtype == two.dtype and np.array_equal(one, two, equal_nan=one.dtype.kind == "f")


@every(ALL_PAIRS)
def test_shapes_and_counts(compressor_example: CompressorExample, example: ChannelExample) -> None:
    compressor = compressor_example.build(example.channel)
    x = example.batch(9)
    messages = compressor.encode(x, SHARED, np.random.default_rng(2), first_table=100)
    assert len(messages) == 9
    assert messages.indices.shape == messages.candidates.shape == messages.tables.shape == (9,)
    assert messages.tables.tolist() == list(range(100, 109))
    assert messages.indices.dtype in (np.dtype(np.int64), np.dtype(object))
    assert min(messages.indices) >= 1 and messages.candidates.min() >= 1
    z = compressor.decode(messages, SHARED)
    assert z.shape == (9, *example.channel.output_shape)
    assert z.dtype.kind == ("i" if isinstance(example.channel, CategoryChannel | BitVectorChannel) else "f")
    cost = compressor.expected_cost(x)
    assert cost.shape == (9,) and np.all(cost >= 1 - 1e-12)


@every(ALL_PAIRS)
def test_each_message_decodes_alone_and_in_any_order(
    compressor_example: CompressorExample, example: ChannelExample
) -> None:
    compressor = compressor_example.build(example.channel)
    messages = compressor.encode(example.batch(12), SHARED, np.random.default_rng(3))
    z = compressor.decode(messages, SHARED)
    assert same(compressor.decode(messages, SharedRandomness(SHARED.seed)), z)
    order = np.array([7, 2, 2, 11, 0])
    assert same(compressor.decode(messages[order], SHARED), z[order])
    assert same(compressor.decode(messages[::-1], SHARED)[::-1], z)
    for i in (0, 5, 11):
        alone = compressor.decode(messages[i], SharedRandomness(SHARED.seed))
        assert same(alone, z[i : i + 1])
    # All that counts is the shared row: any compressor of the family decodes the same.
    if type(compressor).decode is Compressor.decode:
        rows = SHARED.uniforms(messages.indices, example.channel.width, messages.tables)
        assert same(example.channel.proposal(rows), z)


@every(FEW_PAIRS)
@pytest.mark.parametrize(
    "code", [*CODES, ZipfShannon(2.0), ZipfShannon(50.0), FixedLength(6000)], ids=lambda code: str(code)
)
def test_bytes_of_every_code_decode(
    compressor_example: CompressorExample, example: ChannelExample, code: object
) -> None:
    compressor = compressor_example.build(example.channel)
    messages = compressor.encode(example.batch(40), SHARED, np.random.default_rng(4))
    z = compressor.decode(messages, SHARED)
    stream = messages.to_bytes(code)
    assert 8 * len(stream) < messages.lengths(code).sum() + 8
    received = Messages.from_bytes(stream, code)
    assert same(compressor.decode(received, SHARED), z)


def test_another_process_decodes_the_same() -> None:
    """It gets bytes, the seed and the name of the example; nothing else is shared."""
    program = f"""
import hashlib, sys
from ppr_core.compressors import Messages
from ppr_core.randomness import SharedRandomness
from tests.contracts.members import pairs
for compressor_example, example in pairs(lambda compressor: True):
    stream = bytes.fromhex(sys.stdin.readline())
    compressor = compressor_example.build(example.channel)
    z = compressor.decode(Messages.from_bytes(stream, "elias_delta", first_table=7), SharedRandomness({SHARED.seed}))
    print(hashlib.sha256(z.tobytes()).hexdigest())
"""
    lines, expected = [], []
    for compressor_example, example in ALL_PAIRS:
        compressor = compressor_example.build(example.channel)
        messages = compressor.encode(example.batch(25), SHARED, np.random.default_rng(5), first_table=7)
        lines.append(messages.to_bytes("elias_delta").hex())
        expected.append(hashlib.sha256(compressor.decode(messages, SHARED).tobytes()).hexdigest())
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, input="\n".join(lines), capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == expected


@every(FEW_PAIRS)
def test_encoding_depends_on_its_two_sources_of_randomness_only(
    compressor_example: CompressorExample, example: ChannelExample
) -> None:
    compressor, x = compressor_example.build(example.channel), example.batch(60)

    def indices(shared: SharedRandomness, seed: int) -> list[int]:
        fresh = compressor_example.build(example.channel)
        return fresh.encode(x, shared, np.random.default_rng(seed)).indices.tolist()

    first = indices(SHARED, 6)
    assert indices(SharedRandomness(SHARED.seed), 6) == first
    assert (indices(OTHER, 6) != first) == compressor.uses_shared
    assert indices(SHARED, 7) != first
    assert compressor.encode(x, SHARED, np.random.default_rng(6)).indices.tolist() == first


@every(FEW_PAIRS)
def test_batches_of_none_and_of_one(compressor_example: CompressorExample, example: ChannelExample) -> None:
    compressor, event = compressor_example.build(example.channel), example.channel.event_shape
    output = example.channel.output_shape
    none = compressor.encode(np.empty((0, *event)), SHARED, np.random.default_rng(0))
    assert len(none) == 0 and none.indices.dtype == np.int64 and none.candidates.shape == (0,)
    assert compressor.decode(none, SHARED).shape == (0, *output)
    assert none.to_bytes("elias_gamma") == b"" and none.lengths("elias_gamma").shape == (0,)
    assert len(Messages.from_bytes(b"", "elias_gamma")) == 0
    assert compressor.expected_cost(np.empty((0, *event))).shape == (0,)
    one = compressor.encode(example.x[:1], SHARED, np.random.default_rng(0))
    assert compressor.decode(one, SHARED).shape == (1, *output)


@every([(c, e) for c, e in ALL_PAIRS if e.channel.event_shape == (1,)])
def test_scalars_come_back_as_they_were_given(compressor_example: CompressorExample, example: ChannelExample) -> None:
    """x (n,) gives z (n,), x (n, 1) gives z (n, 1), with the same numbers."""
    compressor = compressor_example.build(example.channel)
    x = example.batch(8)
    flat, column = (compressor.encode(values, SHARED, np.random.default_rng(8)) for values in (x[:, 0], x))
    assert flat.indices.tolist() == column.indices.tolist()
    z = compressor.decode(flat, SHARED)
    assert z.shape == (8,) and compressor.decode(column, SHARED).shape == (8, 1)
    assert same(compressor.decode(column, SHARED)[:, 0], z)
    assert same(compressor.decode(flat[3:5], SHARED), z[3:5])
    assert compressor.decode(flat[2], SHARED).shape == (1,)
    assert compressor.decode(compressor.encode([0.0], SHARED, np.random.default_rng(0)), SHARED).shape == (1,)


@every(FEW_PAIRS)
def test_inputs_are_left_alone(compressor_example: CompressorExample, example: ChannelExample) -> None:
    compressor, x = compressor_example.build(example.channel), example.batch(10)
    kept = x.copy()
    x.setflags(write=False)
    messages = compressor.encode(x, SHARED, np.random.default_rng(0))
    indices = messages.indices.copy()
    compressor.decode(messages, SHARED)
    assert np.array_equal(x, kept) and np.array_equal(messages.indices, indices)


@every(FEW_PAIRS)
def test_wrong_inputs_are_refused(compressor_example: CompressorExample, example: ChannelExample) -> None:
    compressor, event = compressor_example.build(example.channel), example.channel.event_shape
    for wrong in (np.full((2, *event), math.nan), np.full((2, *event), 99.0), "abc", np.zeros((2, *event, 2)), None):
        for call in (lambda x: compressor.encode(x, SHARED, np.random.default_rng(0)), compressor.expected_cost):
            with pytest.raises(ValueError, match=r"(?s)^(x|norm of x) must be .+; got .+\.$"):
                call(wrong)


@pytest.mark.parametrize("name", COMPRESSORS)
def test_only_channels_are_compressed(name: str) -> None:
    build = COMPRESSOR_EXAMPLES[name][0].build
    for wrong in (None, "gaussian", np.eye(2)):
        with pytest.raises(ValueError, match=r"(?s)^channel must be .+; got .+\.$"):
            build(wrong)


@every(ALL_PAIRS)
def test_guarantees_name_their_view(compressor_example: CompressorExample, example: ChannelExample) -> None:
    """One against the database, one against the decoder, who sees more: its ε is not smaller."""
    compressor = compressor_example.build(example.channel)
    for delta in (0.0, 1e-6):
        found = compressor.privacy(delta)
        assert isinstance(found, tuple) and all(isinstance(guarantee, PrivacyGuarantee) for guarantee in found)
        for notion in {guarantee.notion for guarantee in found}:
            view = {g.against: g for g in found if g.notion == notion}
            assert {"database", "decoder"} <= set(view)
            assert view["decoder"].epsilon >= view["database"].epsilon
            assert view["decoder"].delta >= view["database"].delta
        if compressor.exact:  # the output follows the channel, so it has the channel's privacy
            own = example.channel.privacy(delta)
            assert (found[0].epsilon, found[0].delta) == (own.epsilon, own.delta)


@every(FEW_PAIRS)
def test_candidates_agree_with_the_expected_cost(
    compressor_example: CompressorExample, example: ChannelExample
) -> None:
    """On average, within a factor of two: the prediction that pages refuse or queue runs by."""
    compressor = compressor_example.build(example.channel)
    x = example.batch(400)
    cost = compressor.expected_cost(x).mean()
    measured = compressor.encode(x, SHARED, np.random.default_rng(9)).candidates.mean()
    if np.isfinite(cost) and compressor.name != "ppr_algorithm1":  # for that one only a lower bound is known
        assert cost / 2 < measured < 2 * cost
