"""Messages: what a batch holds, slices, bytes; and round trips over channels, α and codes."""

from __future__ import annotations

import dataclasses
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ppr_core.channels import GaussianChannel
from ppr_core.codes import CODES, CodeError, FixedLength, ZipfShannon
from ppr_core.compressors import Messages, MinimalRandomCoding, PoissonPrivateRepresentation
from ppr_core.randomness import SharedRandomness
from tests.contracts.members import ChannelExample, channel_examples

EVERY_CODE = [*CODES, ZipfShannon(3.0), ZipfShannon(60.0)]
SCALAR = GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0)
SHARED = SharedRandomness(1)
HUGE = [2**53 + 1, 2**63 - 1, 2**63, 2**64, 2**64 + 1, 2**100 + 7, 2**1000 - 1]

alphas = st.one_of(
    st.sampled_from([1.02, 1.05, 2.0, 1e6, math.inf]), st.floats(1.02, 20.0, exclude_min=True), st.floats(20.0, 1e9)
)


@given(
    example=st.sampled_from(channel_examples()),
    alpha=alphas,
    code=st.sampled_from(EVERY_CODE),
    size=st.integers(0, 12),
    seed=st.integers(0, 2**70),
    first_table=st.integers(0, 2**32 - 100),
    data=st.data(),
)
def test_encode_bytes_decode(
    example: ChannelExample, alpha: float, code: object, size: int, seed: int, first_table: int, data: st.DataObject
) -> None:
    """A receiver that knows the channel, the seed, the code and the first table gets the sender's samples."""
    sender, receiver = SharedRandomness(seed), SharedRandomness(seed)
    compressor = PoissonPrivateRepresentation(example.channel, alpha)
    x = example.x[data.draw(st.lists(st.integers(0, len(example.x) - 1), min_size=size, max_size=size))]
    messages = compressor.encode(x, sender, np.random.default_rng(seed), first_table=first_table)
    z = compressor.decode(messages, sender)
    assert z.shape == (size, *example.channel.output_shape)
    stream = messages.to_bytes(code)
    assert len(stream) == -(-int(messages.lengths(code).sum()) // 8)
    received = Messages.from_bytes(stream, code, first_table=first_table)
    assert received.candidates is None
    assert [int(k) for k in received.indices] == [int(k) for k in messages.indices]
    assert np.array_equal(received.tables, messages.tables)
    again = PoissonPrivateRepresentation(example.channel, 3.0)  # the decoder needs no α
    assert np.array_equal(again.decode(received, receiver), z)


@given(values=st.lists(st.one_of(st.integers(1, 50), st.integers(2**62, 2**66), st.sampled_from(HUGE)), max_size=8))
@pytest.mark.parametrize("code", EVERY_CODE, ids=str)
def test_indices_of_any_size_survive_as_bytes(code: object, values: list[int]) -> None:
    indices = np.empty(len(values), dtype=object)
    indices[:] = values
    messages = Messages(indices)
    received = Messages.from_bytes(messages.to_bytes(code), code)
    assert [int(k) for k in received.indices] == values
    fits = all(k < 2**63 for k in values)
    assert received.indices.dtype == (np.int64 if fits else object)
    assert np.array_equal(received.lengths(code), messages.lengths(code))
    z = PoissonPrivateRepresentation(SCALAR, 2.0).decode(received, SHARED)
    assert z.shape == (len(values), 1)
    assert np.array_equal(z, PoissonPrivateRepresentation(SCALAR, 2.0).decode(messages, SHARED))


@given(
    size=st.integers(1, 30),
    chosen=st.one_of(
        st.integers(-1, 0),
        st.slices(30),
        st.lists(st.integers(0, 1000), max_size=9).map(lambda picks: np.array(picks, dtype=int)),
    ),
)
def test_chosen_messages_decode_the_same(size: int, chosen: object) -> None:
    compressor = PoissonPrivateRepresentation(SCALAR, 1.1)
    messages = compressor.encode(np.zeros(size), SHARED, np.random.default_rng(0), first_table=5)
    z = compressor.decode(messages, SHARED)
    if isinstance(chosen, np.ndarray):
        chosen = chosen % size
    some = messages[chosen]
    assert isinstance(some, Messages)
    assert np.array_equal(compressor.decode(some, SHARED), np.atleast_1d(z[chosen]))
    assert np.array_equal(some.tables, np.atleast_1d(messages.tables[chosen]))
    assert np.array_equal(some.candidates, np.atleast_1d(messages.candidates[chosen]))
    mask = np.arange(size) % 2 == 0
    assert np.array_equal(compressor.decode(messages[mask], SHARED), z[mask])


def test_tables_count_from_zero_unless_given() -> None:
    messages = Messages(np.array([4, 5, 6]))
    assert messages.tables.tolist() == [0, 1, 2]
    assert len(messages) == 3 and messages.candidates is None and not messages.scalar
    assert Messages(np.array([4]), tables=np.array([9])).tables.tolist() == [9]
    sliced = messages[1:]
    assert sliced.tables.tolist() == [1, 2] and sliced.candidates is None


def test_one_message_of_many_can_be_sent_alone() -> None:
    """Its table has to be known to the receiver; nothing else does."""
    compressor = PoissonPrivateRepresentation(SCALAR, 2.0)
    messages = compressor.encode(np.zeros(10), SHARED, np.random.default_rng(0))
    z = compressor.decode(messages, SHARED)
    received = Messages.from_bytes(messages[7].to_bytes("elias_delta"), "elias_delta", first_table=7)
    assert compressor.decode(received, SHARED) == pytest.approx(z[7:8, None], abs=0)


def test_two_batches_of_one_seed_use_different_tables() -> None:
    compressor = PoissonPrivateRepresentation(SCALAR, 2.0)
    first, second = (
        compressor.decode(compressor.encode(np.zeros(50), SHARED, np.random.default_rng(0), first_table=table), SHARED)
        for table in (0, 50)
    )
    assert not np.any(first == second)


def test_lengths_are_those_of_the_code() -> None:
    messages = Messages(np.array([1, 2, 17]))
    assert messages.lengths("elias_gamma").tolist() == [1, 3, 9]
    assert messages.lengths(FixedLength(7)).tolist() == [7, 7, 7]
    assert messages.to_bytes("elias_gamma") == bytes([0b10100000, 0b10001000])


@pytest.mark.parametrize("bits", [4, 5, 8, 13])
def test_fixed_length_words_need_their_count_below_a_byte(bits: int) -> None:
    """⌈log2 N⌉ bits are all that minimal random coding sends."""
    compressor = MinimalRandomCoding(SCALAR, 2**bits)
    messages = compressor.encode(np.linspace(-1, 1, 9), SHARED, np.random.default_rng(0))
    stream = messages.to_bytes(FixedLength(bits))
    assert len(stream) == -(-9 * bits // 8)
    received = Messages.from_bytes(stream, FixedLength(bits), count=9)
    assert np.array_equal(received.indices, messages.indices)
    with pytest.raises(CodeError):
        Messages.from_bytes(stream, FixedLength(bits), count=12)


def test_damaged_streams_raise() -> None:
    messages = Messages(np.array([1, 2, 17, 90]))
    stream = messages.to_bytes("elias_delta")
    with pytest.raises(CodeError):
        Messages.from_bytes(stream[:-1], "elias_delta")
    with pytest.raises(CodeError):
        Messages.from_bytes(bytes(50), "elias_delta")


@pytest.mark.parametrize("first_table", [-1, 1.5, "0", None])
def test_wrong_first_table_is_refused(first_table: object) -> None:
    compressor, rng = PoissonPrivateRepresentation(SCALAR, 2.0), np.random.default_rng(0)
    with pytest.raises(ValueError, match=r"^first_table must be a whole number at least 0.*; got .+\.$"):
        Messages.from_bytes(b"\x80", "elias_delta", first_table=first_table)
    with pytest.raises(ValueError, match=r"^first_table must be a whole number at least 0.*; got .+\.$"):
        compressor.encode([0.0], SHARED, rng, first_table=first_table)


@pytest.mark.parametrize("first_table", [2**32, 2**32 - 1, 2**63, 2**64, 2**80])
def test_tables_end_where_the_shared_randomness_ends(first_table: int) -> None:
    """There are 2³² tables; a batch that would run past the last one is refused, with a reason."""
    with pytest.raises(ValueError, match=r"(?s) must be .+; got .+\.$"):
        PoissonPrivateRepresentation(SCALAR, 2.0).encode(
            [0.0, 0.0], SHARED, np.random.default_rng(0), first_table=first_table
        )


@pytest.mark.parametrize("code", ["morse", None, 3])
def test_wrong_codes_are_refused(code: object) -> None:
    messages = Messages(np.array([1, 2]))
    for call in (messages.lengths, messages.to_bytes, lambda code: Messages.from_bytes(b"\x80", code)):
        with pytest.raises(ValueError, match=r"^code must be one of .+; got .+\.$"):
            call(code)


def test_messages_cannot_be_changed_and_can_be_stored() -> None:
    compressor = PoissonPrivateRepresentation(SCALAR, 1.02)
    messages = compressor.encode(np.zeros(20), SHARED, np.random.default_rng(0))
    with pytest.raises(dataclasses.FrozenInstanceError):
        messages.indices = np.array([1])
    copy = pickle.loads(pickle.dumps(messages))
    assert np.array_equal(compressor.decode(copy, SHARED), compressor.decode(messages, SHARED))
    assert copy.scalar == messages.scalar


@pytest.mark.parametrize("index", [-1, -(2**70)])
def test_indices_below_zero_are_refused(index: int) -> None:
    messages = Messages(np.array([1, index], dtype=object))
    with pytest.raises(ValueError, match=r"^indices must be .+; got .+\.$"):
        PoissonPrivateRepresentation(SCALAR, 2.0).decode(messages, SHARED)
    with pytest.raises(ValueError, match=r"^integers must be .+; got .+\.$"):
        messages.to_bytes("elias_delta")
