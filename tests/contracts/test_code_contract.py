"""What every code promises, checked on every code; and codes with known faults, which the checks must notice."""

from __future__ import annotations

import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ppr_core.codes
from ppr_core.codes import CODES, Code, CodeError, EliasDelta, EliasGamma, FixedLength, Signed, ZipfShannon
from ppr_core.codes import code_from_name as named

WITH_PARAMETERS = [
    *(ZipfShannon(mean) for mean in (0.05, 1.0, 7.3, 80.0, 1000.0)),
    *(FixedLength(bits) for bits in (1, 3, 7, 8, 64, 129)),
    Signed(ZipfShannon(2.5)),
    Signed(FixedLength(3)),
    Signed(FixedLength(16)),
]
EVERY_CODE = [*map(named, CODES), *WITH_PARAMETERS]
every_code = pytest.mark.parametrize("code", EVERY_CODE, ids=lambda code: code.label)

_HUGE = 1 << 4200


def within(code: Code, value: int) -> int:
    """The integer nearest to the value that the code accepts."""
    low = -_HUGE if code.smallest is None else code.smallest
    high = _HUGE if code.largest is None else code.largest
    return min(max(value, low), high)


def first_integers(code: Code) -> list[int]:
    """Up to 2000 integers around the shortest words."""
    return sorted({within(code, value) for value in range(1, 2001)} | {within(code, -value) for value in range(1000)})


def edges(code: Code) -> list[int]:
    """Integers beside powers of two, of every size up to thousands of bits, and the ends of the range."""
    sizes = [*range(66), 127, 128, 777, 4000]
    values = {sign * ((1 << size) + offset) for size in sizes for offset in (-1, 0, 1) for sign in (1, -1)}
    return sorted({within(code, value) for value in values | {-_HUGE, _HUGE}})


def count_for(code: Code, values: list[int]) -> int | None:
    return len(values) if code.needs_count else None


def check_words(code: Code) -> None:
    """Distinct, prefix-free, Kraft sum at most 1, and never mistaken for padding."""
    words = code.words(first_integers(code))
    assert len(set(words)) == len(words)
    assert not any(later.startswith(word) for word, later in pairwise(sorted(words)))
    assert sum(Fraction(1, 1 << len(word)) for word in words) <= 1
    assert code.needs_count or all("1" in word or len(word) >= 8 for word in words)


def check_lengths(code: Code) -> None:
    for values in (first_integers(code), edges(code), [v for v in edges(code) if -(2**63) <= v < 2**63]):
        lengths = code.lengths(values)
        assert lengths.dtype == np.int64
        assert lengths.tolist() == [len(word) for word in code.words(values)]


def check_round_trip(code: Code, values: list[int]) -> None:
    data = code.encode(values)
    assert len(data) == -(-int(code.lengths(values).sum()) // 8)
    for count in {count_for(code, values), len(values)}:
        decoded = code.decode(data, count)
        assert decoded.tolist() == values
        assert decoded.dtype == (np.int64 if all(-(2**63) <= value < 2**63 for value in values) else object)


def check_any_bytes(code: Code, data: bytes, count: int | None) -> None:
    """Bytes are refused, or they are exactly what the decoded integers encode to: nothing is made up."""
    try:
        decoded = code.decode(data, count)
    except CodeError as error:
        assert str(error).endswith(".") and len(str(error)) < 200
    else:
        assert code.encode(decoded) == data


def check_samples(code: Code) -> None:
    """Round trips of the first words one by one, of streams that end at each bit of a byte, and of the edges."""
    values = first_integers(code)
    for value in values[:100]:
        check_round_trip(code, [value])
    for size in range(17):
        check_round_trip(code, values[:size])
        check_round_trip(code, [values[0]] * size)
        check_round_trip(code, [values[-1]] * size)
    check_round_trip(code, values)
    check_round_trip(code, edges(code))


def check_damage(code: Code) -> None:
    """A stream cut at any byte, lengthened, or with any bit turned over is never read as the original."""
    values = [within(code, value) for value in (1, 5, 2, 1, 900, -3, 0, 17, 2**40 + 3, 2, 2**70 - 1, 1)]
    data = code.encode(values)
    count = count_for(code, values)
    damaged = [data[:size] for size in range(len(data))]
    damaged += [data + b"\x00", data + b"\x01", data + b"\xff"]
    whole = int.from_bytes(data)
    damaged += [(whole ^ (1 << bit)).to_bytes(len(data)) for bit in range(8 * len(data))]
    assert code.decode(data, count).tolist() == values
    for stream in damaged:  # none equals data, so whatever it decodes to must differ
        check_any_bytes(code, stream, count)
    with pytest.raises(CodeError):
        code.decode(data + b"\x00", len(values))
    with pytest.raises(CodeError):
        code.decode(data[:-1], len(values))


@every_code
def test_words(code: Code) -> None:
    check_words(code)


@every_code
def test_lengths_are_those_of_the_words(code: Code) -> None:
    check_lengths(code)


@every_code
def test_samples_round_trip(code: Code) -> None:
    check_samples(code)


@every_code
def test_damage_is_never_read_as_the_original(code: Code) -> None:
    check_damage(code)


_signed_sizes = st.tuples(st.integers(0, 4100), st.integers(0, 2**64), st.sampled_from([1, -1]))
_sized = _signed_sizes.map(lambda draw: draw[2] * ((1 << draw[0]) + draw[1]))
_mixed = st.lists(st.one_of(st.integers(-20, 20), st.integers(-(2**63), 2**63 - 1), _sized), max_size=30)


@every_code
@given(values=_mixed)
def test_any_integers_round_trip(code: Code, values: list[int]) -> None:
    check_round_trip(code, [within(code, value) for value in values])


@every_code
@given(data=st.binary(max_size=300), count=st.integers(0, 50))
def test_any_bytes_are_refused_or_exact(code: Code, data: bytes, count: int) -> None:
    check_any_bytes(code, data, count)
    if not code.needs_count:
        check_any_bytes(code, data, None)


@every_code
@pytest.mark.parametrize("filling", [b"\x00", b"\xff", b"\x01", b"\x80", b"\x55"])
def test_long_monotonous_streams_end(code: Code, filling: bytes) -> None:
    data = filling * 5000
    check_any_bytes(code, data, 40000 if code.needs_count else None)


@every_code
def test_stream_is_the_words_and_zeros(code: Code) -> None:
    values = first_integers(code)[:50]
    bits = "".join(map(code.word, values))
    written = "".join(f"{byte:08b}" for byte in code.encode(values))
    assert written == bits + "0" * (-len(bits) % 8)


@every_code
def test_nothing_takes_no_bytes(code: Code) -> None:
    assert code.encode([]) == b""
    assert code.lengths(np.array([])).tolist() == []
    empty = code.decode(b"", 0)
    assert empty.shape == (0,) and empty.dtype == np.int64


@every_code
def test_count_is_exact(code: Code) -> None:
    values = [within(code, value) for value in range(1, 40)]
    data = code.encode(values)
    wrong = range(0, len(values) - 8)  # eight words fewer are surely more than padding
    for count in [*wrong, len(values) + 8, 10**12]:
        with pytest.raises(CodeError):
            code.decode(data, count)
    for count in (-1, 1.5, True, "3", float("nan")):
        with pytest.raises(ValueError, match=r"^count must be a whole number at least 0; got .*\.$"):
            code.decode(data, count)


@every_code
def test_forms_of_integers_agree(code: Code) -> None:
    values = [within(code, value) for value in (1, 2, 1, 5)]
    expected = code.words(values)
    forms = (tuple(values), np.array(values, dtype=np.int8), np.array(values, dtype=np.uint64), np.array(values, float))
    for form in (*forms, np.array(values, dtype=object), [np.int32(value) for value in values]):
        assert code.words(form) == expected


@every_code
@pytest.mark.parametrize(
    "wrong",
    [
        *([1.5], [float("nan")], [float("inf")], [1, True], [None], ["1"], "1", 1, None, [[1, 2]], [[1], [2, 3]]),
        *map(np.array, ([True], [1.5], [np.nan], [1j], 1, [[1, 2], [3, 4]])),
        *([Fraction(1, 3)], [Fraction(10**400)]),
    ],
    ids=repr,
)
def test_what_is_no_integer_is_refused(code: Code, wrong: object) -> None:
    for method in (code.lengths, code.words, code.encode):
        with pytest.raises(ValueError, match=r"^integers must be .*; got .*\.$"):
            method(wrong)


@every_code
def test_integers_out_of_range_are_refused(code: Code) -> None:
    outside = [] if code.smallest is None else [code.smallest - 1, code.smallest - (1 << 20000)]
    outside += [] if code.largest is None else [code.largest + 1, code.largest + (1 << 20000)]
    for value in outside:
        for form in ([value], np.array([1, value], dtype=object)):
            with pytest.raises(ValueError, match=r"^integers must be whole numbers (at least|from) .*; got .*\.$"):
                code.lengths(form)


@every_code
@pytest.mark.parametrize("wrong", ["101", [1, 0], None, 5])
def test_only_bytes_are_decoded(code: Code, wrong: object) -> None:
    with pytest.raises(ValueError, match=r"^data must be bytes; got .*\.$"):
        code.decode(wrong, 1)


@every_code
def test_kinds_of_bytes_agree(code: Code) -> None:
    values = [within(code, value) for value in (3, 1, 2)]
    data = code.encode(values)
    for form in (bytearray(data), memoryview(data)):
        assert code.decode(form, 3).tolist() == values


@every_code
def test_codes_are_values(code: Code) -> None:
    copy = pickle.loads(pickle.dumps(code))
    assert copy == code and hash(copy) == hash(code)
    assert code.name and code.label
    with pytest.raises(AttributeError):
        code.smallest = 7


def test_names_are_those_of_the_registry() -> None:
    assert {name: make().name for name, make in CODES.items()} == {name: name for name in CODES}
    assert len({code.label for code in EVERY_CODE}) == len(EVERY_CODE)


def test_no_code_is_left_out() -> None:
    names = [module.name for module in pkgutil.iter_modules(ppr_core.codes.__path__, "ppr_core.codes.")]
    classes = {item for name in names for item in vars(importlib.import_module(name)).values() if inspect.isclass(item)}
    concrete = {item for item in classes if issubclass(item, Code) and not inspect.isabstract(item)}
    assert concrete == {type(code) for code in EVERY_CODE}


class OneReadAsTwo(EliasDelta):
    """Reads the word of 1 as 2, so that a signed zero is lost."""

    def _read(self, bits: str, start: int) -> tuple[int, int]:
        value, end = super()._read(bits, start)
        return max(value, 2), end


class RoundedLogarithm(EliasGamma):
    """Takes its lengths from a rounded logarithm: one too large from 2^49 − 1 on."""

    def _lengths(self, values: np.ndarray) -> np.ndarray:
        return 2 * np.floor(np.log2(values)).astype(np.int64) + 1


class PlainBinary(EliasGamma):
    """Not prefix-free."""

    def _word(self, value: int) -> str:
        return f"{value:b}"


class Unary(EliasGamma):
    """Prefix-free, but its shortest word is a single zero, as padding is."""

    def _word(self, value: int) -> str:
        return "1" * (value - 1) + "0"

    def _read(self, bits: str, start: int) -> tuple[int, int]:
        end = bits.index("0", start) + 1
        return end - start, end


class Careless(EliasGamma):
    """Takes missing bits for zeros."""

    def _read(self, bits: str, start: int) -> tuple[int, int]:
        return super()._read(bits.ljust(3 * len(bits) + 16, "0"), start)


@pytest.mark.parametrize(
    ("code", "check"),
    [
        (OneReadAsTwo(), check_samples),
        (Signed(OneReadAsTwo()), check_samples),
        (RoundedLogarithm(), check_lengths),
        (PlainBinary(), check_words),
        (PlainBinary(), check_samples),
        (Unary(), check_words),
        (Unary(), check_samples),
        (Careless(), check_damage),
    ],
    ids=lambda item: type(item).__name__ if isinstance(item, Code) else item.__name__,
)
def test_faulty_codes_are_noticed(code: Code, check: Callable[[Code], None]) -> None:
    with pytest.raises((AssertionError, CodeError, pytest.fail.Exception)):
        check(code)
