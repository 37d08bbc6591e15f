"""Records: messages and all that a decoder needs to know, to bytes and back.

Every record that is read has one spelling: writing what was read gives the same bytes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import VectorChannel
from ppr_core.codes import Code, CodeError, Signed, code_from_name
from ppr_core.codes.integers import show_integer
from ppr_core.compressors import Compressor, DrawLimitExceeded, Messages, QuantizedMessages, Quantizer
from ppr_core.randomness import SharedRandomness
from ppr_core.wire.fields import Cursor, u8, u32
from ppr_core.wire.registry import CODES, MECHANISMS, SCHEMES, Entry, code_entry, mechanism_of, numbers_of, scheme_of

__all__ = ["MAGIC", "VERSION", "Record", "WireError", "read", "seed_id", "write"]

MAGIC, VERSION = b"PPRW", 1
_FIRST_QUANTIZER = 32
_MOST_NUMBERS = 2**22  # that the messages of a record stand for
_NO_SEED = bytes(8)

_VERSION, _SCHEME, _MECHANISM, _CODE = u8("version"), u8("scheme"), u8("mechanism"), u8("code")
_SCALAR, _TABLE, _COUNT = u8("scalar", 0, 1), u32("first_table"), u32("count", 0, _MOST_NUMBERS)
_INTEGERS, _PAYLOAD = u32("integers", 1, 2**16), u32("payload", 0, 2**24)


class WireError(ValueError):
    """Bytes that are no record, or a record that is decoded with another seed; one sentence says what is wrong.

    >>> from ppr_core import wire
    >>> try:
    ...     wire.read(b"PNG")
    ... except wire.WireError as error:
    ...     print(error)
    magic must be 4 bytes long; got 3.
    """


@dataclass(frozen=True, eq=False)
class Record:
    """What a record says.

    compressor: the scheme on its mechanism, or the quantizer. messages: what was sent, with their tables. code: how
    each integer was written. seed_id: 8 bytes that tell which shared randomness is meant, zeros where none is needed.
    """

    compressor: Compressor | Quantizer
    messages: Messages | QuantizedMessages
    code: Code
    seed_id: bytes

    def decode(self, shared: SharedRandomness | None = None) -> np.ndarray:
        """The outputs, as the compressor's own `decode` gives them; `WireError` with another seed than the sender's.

        shared: may be None where the scheme shares nothing.
        """
        own = _NO_SEED if shared is None else seed_id(shared)
        if self.seed_id not in (own, _NO_SEED):
            raise WireError(f"shared must be the randomness with the seed id {self.seed_id.hex()}; got {own.hex()}.")
        try:
            return self.compressor.decode(self.messages, shared or SharedRandomness(0))  # type: ignore[arg-type]
        except (ValueError, ArithmeticError) as error:
            raise WireError(str(error)) from error


def seed_id(shared: SharedRandomness) -> bytes:
    """Which seed it is, 8 bytes: BLAKE2b of its hexadecimal digits.

    >>> from ppr_core import SharedRandomness, wire
    >>> wire.seed_id(SharedRandomness(0x5EED0123456789ABCDEF)).hex()  # as in docs/wire_format.md
    '7eba281b8ebef09c'
    """
    digits = f"{shared.seed:x}".encode()
    return hashlib.blake2b(digits, digest_size=8, person=b"shared-seed-id").digest()


def write(
    compressor: Compressor | Quantizer,
    messages: Messages | QuantizedMessages,
    shared: SharedRandomness | None,
    code: str | Code,
) -> bytes:
    """The record of messages that a compressor encoded with this shared randomness.

    code: Elias gamma, Elias delta or `FixedLength`; for quantizers the signed ones. Raises ``ValueError`` for a scheme,
    mechanism or code without a number, for tables that do not count on from the first, for an index out of range, and
    for messages that stand for more than 2²² numbers.

    >>> import numpy as np
    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel, SharedRandomness, wire
    >>> ppr = PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), 2.0)
    >>> shared = SharedRandomness(7)
    >>> messages = ppr.encode(np.array([2, 0, 1]), shared, np.random.default_rng(1))
    >>> record = wire.read(wire.write(ppr, messages, shared, "elias_delta"))
    >>> bool(np.all(record.messages.indices == messages.indices))
    True
    """
    scheme, quantized = scheme_of(compressor), isinstance(compressor, Quantizer)
    entry, positive = code_entry(code_from_name(code), signed=quantized)
    described: list[tuple[Entry, Any]] = [(scheme, compressor)]
    if isinstance(compressor, Compressor):
        described.append((mechanism_of(compressor.channel), compressor.channel))
        scheme.check_size(getattr(compressor.channel, "size", None))
    described.append((entry, positive))
    numbers = [scheme.number, 0 if quantized else described[1][0].number, entry.number]

    width = messages.integers.shape[1] if isinstance(messages, QuantizedMessages) else 1
    first, identity = 0, _NO_SEED
    if _shares(compressor):
        validation.require(shared is not None, "shared", shared, "the shared randomness that the encoder used")
        assert shared is not None
        first, identity = int(messages.tables[0]) if len(messages) else 0, seed_id(shared)
        counted = np.array_equal(messages.tables, first + np.arange(len(messages)))
        validation.require(counted, "tables", messages.tables, "whole numbers that count on from the first")
    _check(scheme, compressor, messages, first, width)
    words = (Signed(positive) if quantized else positive).encode(_integers(messages))
    return b"".join(
        [
            MAGIC, bytes([VERSION, *numbers, messages.scalar]), identity,
            _TABLE.pack(first), _COUNT.pack(len(messages)), _INTEGERS.pack(width), _PAYLOAD.pack(len(words)),
            *(field.pack(value) for of, made in described for field, value in of.values(made)), words,
        ]
    )  # fmt: skip


def read(data: bytes) -> Record:
    """The record that the bytes hold, to the last one; `WireError` for any others.

    >>> from ppr_core import wire
    >>> try:
    ...     wire.read(b"PPRW" + bytes(29))
    ... except wire.WireError as error:
    ...     print(error)
    version must be 1; got 0.
    """
    if not isinstance(data, (bytes, bytearray, memoryview)):
        validation.fail("data", data, "bytes")
    try:
        with np.errstate(all="ignore"):
            return _read(Cursor(bytes(data)))
    except (ValueError, DrawLimitExceeded) as error:
        raise WireError(str(error)) from error
    except ArithmeticError as error:
        raise WireError(f"parameters must be such that their ratios are floats; got an error: {error}.") from error


def _read(cursor: Cursor) -> Record:
    magic = cursor.take(4, "magic")
    validation.require(magic == MAGIC, "magic", magic, repr(MAGIC))
    version = cursor.read(_VERSION)
    validation.require(version == VERSION, "version", version, str(VERSION))
    scheme = _known(SCHEMES, "scheme", cursor.read(_SCHEME))
    quantized, number = scheme.number >= _FIRST_QUANTIZER, cursor.read(_MECHANISM)
    validation.require(not quantized or number == 0, "mechanism", number, "0 for a quantizer")
    mechanism = None if quantized else _known(MECHANISMS, "mechanism", number)
    entry = _known(CODES, "code", cursor.read(_CODE))
    validation.require(not (quantized and entry.fields), "code", entry.number, "1 or 2 for a quantizer")
    scalar, identity = bool(cursor.read(_SCALAR)), cursor.take(8, "seed_id")
    first, count, width, size = (cursor.read(field) for field in (_TABLE, _COUNT, _INTEGERS, _PAYLOAD))
    validation.require(quantized or width == 1, "integers", width, "1 for a scheme that sends an index")

    settings = _parameters(cursor, scheme)
    of_mechanism = {} if mechanism is None else _parameters(cursor, mechanism)
    positive = entry.made(**_parameters(cursor, entry))
    scheme.check_size(of_mechanism.get("size"))
    left = len(cursor.data) - cursor.place
    validation.require(left == size, "payload", left, f"the {size} bytes that the header says, and the record's last")
    compressor = scheme.made(*([mechanism.made(**of_mechanism)] if mechanism else []), **settings)

    shares = _shares(compressor)
    validation.require(shares or identity == _NO_SEED, "seed_id", identity.hex(), "zeros where nothing is shared")
    validation.require(first == 0 or (shares and count > 0), "first_table", first, "0 where no message reads a table")
    integers = _decoded(Signed(positive) if quantized else positive, cursor.take(size, "payload"), count * width)
    tables = np.arange(first, first + count)
    messages: Messages | QuantizedMessages
    if quantized:
        messages = QuantizedMessages(integers.reshape(count, width), tables, scalar)
    else:
        messages = Messages(integers, None, tables, scalar)
    _check(scheme, compressor, messages, first, width)
    return Record(compressor, messages, Signed(positive) if quantized else positive, identity)


def _known(entries: dict[int, Entry], field: str, number: int) -> Entry:
    validation.require(number in entries, field, number, "one of " + ", ".join(map(str, entries)))
    return entries[number]


def _parameters(cursor: Cursor, entry: Entry) -> dict[str, Any]:
    return {field.name: cursor.read(field) for field in entry.fields}


def _decoded(code: Code, payload: bytes, count: int) -> np.ndarray:
    """So many integers, each a word of at least one bit, so that no count asks for more memory than there are bits."""
    most = 8 * len(payload)
    validation.require(count <= most, "count", count, f"at most {most}, the bits of the payload, for all integers")
    try:
        return code.decode(payload, count)
    except CodeError as error:
        raise ValueError(str(error).replace("The stream", "payload", 1)) from error


def _integers(messages: Messages | QuantizedMessages) -> np.ndarray:
    return messages.integers.ravel() if isinstance(messages, QuantizedMessages) else messages.indices


def _shares(compressor: Compressor | Quantizer) -> bool:
    return compressor.width > 0 if isinstance(compressor, Quantizer) else compressor.uses_shared


def _check(scheme: Entry, compressor: Any, messages: Messages | QuantizedMessages, first: int, width: int) -> None:
    """What writer and reader refuse alike."""
    each, count = numbers_of(compressor, width), len(messages)
    allowed = f"at most {_MOST_NUMBERS // each} messages of {each} numbers"
    validation.require(count * each <= _MOST_NUMBERS, "count", count, allowed)
    validation.require(first + count <= 2**32, "first_table", first, f"at most 2^32 less the {count} messages")
    line = (
        width == 1
        if isinstance(compressor, Quantizer)
        else (isinstance(compressor.channel, VectorChannel) and each == 1)
    )
    validation.require(line or not messages.scalar, "scalar", 1, "0 unless a message is about one number")
    if not count:
        return
    integers = _integers(messages)
    low, high = int(integers.min()), int(integers.max())
    beyond, limit = (low, -low) if -low > high else (high, high)
    bits = scheme.index_bits
    validation.require(limit.bit_length() <= bits, "index", show_integer(beyond), f"an integer of at most {bits} bits")
    least, most = scheme.limits(compressor)
    validation.require(least is None or low >= least, "index", low, f"at least {least}")
    validation.require(most is None or high <= most, "index", show_integer(high), f"at most {most}")
