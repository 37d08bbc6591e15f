"""Known words and lengths of each code, and the bounds that come with them."""

from __future__ import annotations

import decimal
import hashlib
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import zeta

from ppr_core.codes import (
    CODES,
    Code,
    CodeError,
    EliasDelta,
    EliasGamma,
    FixedLength,
    Signed,
    ZipfShannon,
    code_from_name,
    zipf,
)

GAMMA, DELTA = EliasGamma(), EliasDelta()
LARGE = [2**49 - 1, 2**49, 2**53 - 1, 2**53 + 1, 2**62 - 1, 2**63 - 1, 2**63, 2**64 + 1, 2**4000 - 1, 2**4000 + 1]

# Riemann's zeta function at whole numbers (OEIS A013661, A002117, A013663).
ZETA = {
    2: Fraction("1.64493406684822643647241516664602518921894990120679843773555822937"),
    3: Fraction("1.20205690315959428539973816151144999076498629234049888179227155534"),
    5: Fraction("1.03692775514336992633136548645703416805708091950191281197419267790"),
}
MEANS = [0.05, 0.3, 1.0, 2.0, 5.0, 12.5, 64.0, 300.0, 1000.0]


class TestElias:
    def test_first_gamma_words(self) -> None:
        assert GAMMA.words(range(1, 10)) == (
            ["1", "010", "011", "00100", "00101", "00110", "00111", "0001000", "0001001"]
        )

    def test_first_delta_words(self) -> None:
        assert DELTA.words([*range(1, 10), 16, 17]) == (
            ["1", "0100", "0101", "01100", "01101", "01110", "01111", "00100000", "00100001", "001010000", "001010001"]
        )

    @pytest.mark.parametrize("k", LARGE)
    def test_lengths_of_large_integers(self, k: int) -> None:
        log = k.bit_length() - 1  # ⌊log2 k⌋
        assert GAMMA.lengths([k]).tolist() == [2 * log + 1]
        assert DELTA.lengths([k]).tolist() == [log + 2 * ((log + 1).bit_length() - 1) + 1]

    @pytest.mark.parametrize("code", [GAMMA, DELTA])
    def test_vectorised_lengths_beside_every_power_of_two(self, code: Code) -> None:
        values = np.array([2**n + offset for n in range(1, 63) for offset in (-1, 0, 1)] + [2**63 - 1])
        assert values.dtype == np.int64
        assert code.lengths(values).tolist() == [len(word) for word in code.words(values)]

    def test_every_bit_string_is_used(self) -> None:
        """The Kraft sum of the gamma words up to 2^n − 1 is 1 − 2^{−n}; that of the delta words follows from it."""
        lengths = GAMMA.lengths(np.arange(1, 2**12))
        assert sum(Fraction(1, 2 ** int(length)) for length in lengths) == 1 - Fraction(1, 2**12)
        lengths = DELTA.lengths(np.arange(1, 2**15))  # gamma words of the sizes 1 to 15
        assert sum(Fraction(1, 2 ** int(length)) for length in lengths) == 1 - Fraction(1, 2**4)

    def test_expected_lengths_are_within_the_bounds(self, rng: np.random.Generator) -> None:
        """Both bounds hold for every law, so for that of any sample, without tolerance for chance."""
        for shape in (0.1, 0.5, 2.0):
            k = np.ceil(rng.pareto(shape, 5000) + 1e-9)
            mean = np.log2(k).mean()
            assert GAMMA.lengths(k).mean() <= 2 * mean + 1 + 1e-9
            assert DELTA.lengths(k).mean() <= mean + 2 * np.log2(mean + 1) + 1 + 1e-9

    @pytest.mark.parametrize("code", [GAMMA, DELTA, Signed(GAMMA), Signed(DELTA)], ids=lambda code: code.name)
    def test_a_run_of_zeros_is_refused_at_once(self, code: Code) -> None:
        for data in (bytes(10**6), bytes(10**6) + b"\x01"):
            with pytest.raises(CodeError, match=r"^The stream must not end inside a code word; got .* at bit 0\.$"):
                code.decode(data)

    def test_a_claimed_size_beyond_the_stream_is_refused_at_once(self) -> None:
        for size in (2**60, 2**5000):
            with pytest.raises(CodeError, match=r"cut off that starts at bit 3\.$"):
                DELTA.decode(np.packbits([int(bit) for bit in "111" + GAMMA.word(size)]).tobytes())

    def test_an_error_names_the_bit(self) -> None:
        with pytest.raises(CodeError, match=r"got one cut off that starts at bit 4\.$"):
            GAMMA.decode(bytes([0b01010001]))
        with pytest.raises(CodeError, match=r"after 2 code words; got more than padding from bit 4\.$"):
            GAMMA.decode(bytes([0b01011010]), count=2)


class TestSigned:
    def test_first_words(self) -> None:
        order = [0, 1, -1, 2, -2, 3, -3]
        assert Signed(GAMMA).words(order) == GAMMA.words(range(1, 8))
        assert Signed(DELTA).words(order) == DELTA.words(range(1, 8))

    @pytest.mark.parametrize("name", ["signed_elias_gamma", "signed_elias_delta"])
    def test_zero_comes_back(self, name: str) -> None:
        code = code_from_name(name)
        assert code.word(0) == "1"
        assert code.decode(code.encode([0])).tolist() == [0]
        assert code.decode(code.encode([0] * 13)).tolist() == [0] * 13

    @pytest.mark.parametrize("code", [GAMMA, DELTA])
    def test_ends_of_int64(self, code: Code) -> None:
        values = np.array([-(2**63), 1 - 2**63, -(2**62), 1 - 2**62, -1, 0, 2**62 - 1, 2**62, 2**63 - 1])
        signed = Signed(code)
        assert signed.lengths(values).tolist() == [len(word) for word in signed.words(values)]
        decoded = signed.decode(signed.encode(values))
        assert decoded.dtype == np.int64
        np.testing.assert_array_equal(decoded, values)

    def test_range_follows_the_code_inside(self) -> None:
        assert (Signed(GAMMA).smallest, Signed(GAMMA).largest) == (None, None)
        bounded = Signed(FixedLength(3))
        assert (bounded.smallest, bounded.largest) == (-3, 4)
        assert sorted(bounded.words(range(-3, 5))) == FixedLength(3).words(range(1, 9))

    def test_only_codes_from_one_on_can_be_signed(self) -> None:
        for wrong in (Signed(GAMMA), "elias_gamma", None):
            with pytest.raises(ValueError, match=r"^code must be a code for the integers from 1 on; got .*\.$"):
                Signed(wrong)


class TestZipfShannon:
    @pytest.mark.parametrize("mean", MEANS)
    def test_lengths_are_shannons(self, mean: float) -> None:
        code, k = ZipfShannon(mean), np.arange(1, 10**5 + 1)
        bits = code.exponent * np.log2(k) + np.log2(zeta(code.exponent))  # −log2 p(k)
        assert np.abs(bits - np.round(bits)).min() > 1e-11  # the floats above decide every case
        np.testing.assert_array_equal(code.lengths(k), np.ceil(bits))

    @pytest.mark.parametrize("exponent", ZETA)
    def test_lengths_of_large_integers(self, exponent: int, rng: np.random.Generator) -> None:
        """2^{l−1} < k^λ ζ(λ) ≤ 2^l in rational arithmetic, for integers of up to 3000 bits."""
        code = ZipfShannon(1 / (exponent - 1))
        values = [int.from_bytes(rng.bytes(size)) + 1 for size in (1, 5, 8, 9, 30, 100, 250, 375) for _ in range(20)]
        for k, length in zip(values, code.lengths(values).tolist(), strict=True):
            assert Fraction(2) ** (length - 1) < k**exponent * ZETA[exponent] <= 2**length

    @pytest.mark.parametrize("exponent", ZETA)
    def test_boundaries_are_exact(self, exponent: int) -> None:
        """The last integer of each length up to 180 bits, found by bisection on words, obeys the same inequality."""
        code = ZipfShannon(1 / (exponent - 1))
        for length in range(10, 181, 10):
            low, high = 1, 2**length
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if code.lengths([middle])[0] <= length else (low, middle)
            assert low**exponent * ZETA[exponent] <= 2**length < high**exponent * ZETA[exponent]

    @pytest.mark.parametrize("mean", MEANS)
    def test_some_node_stays_free_on_every_level(self, mean: float) -> None:
        tree = zipf._tree(mean, 1 << 14)
        assert min(tree.free) >= 1
        assert all(first <= second for first, second in zip(tree.bounds, tree.bounds[1:], strict=False))

    @pytest.mark.parametrize("mean", MEANS)
    def test_first_word_is_all_ones(self, mean: float) -> None:
        assert set(ZipfShannon(mean).word(1)) == {"1"}

    @pytest.mark.parametrize("mean", MEANS)
    def test_the_largest_integer_fits(self, mean: float) -> None:
        code = ZipfShannon(mean)
        values = [code.largest, 1, code.largest - 1]
        assert 16384 - 2 * code.exponent <= code.lengths(values)[0] <= 16384
        assert code.decode(code.encode(values)).tolist() == values
        with pytest.raises(ValueError, match=r"^integers must be whole numbers from 1 to 2\^\d+; got an integer of"):
            code.lengths([code.largest + 1])

    @pytest.mark.parametrize("mean", MEANS)
    def test_a_word_of_a_larger_integer_is_refused(self, mean: float) -> None:
        code = ZipfShannon(mean)
        word = code._word(code.largest + 1)  # without the check of the range
        stream = np.packbits([int(bit) for bit in word]).tobytes()
        with pytest.raises(CodeError, match=r"got bits that begin none at bit 0\.$"):
            code.decode(stream)

    def test_expected_length_is_within_the_bound(self, rng: np.random.Generator) -> None:
        """Tuned to the mean of log2 K, the bound holds for every law of K, so for that of any sample."""
        for shape in (0.1, 0.5, 2.0):
            k = np.ceil(rng.pareto(shape, 5000) + 1e-9)
            mean = np.log2(k).mean()
            assert ZipfShannon(mean).lengths(k).mean() <= mean + np.log2(mean + 1) + 2

    def test_words_depend_on_nothing_but_the_mean(self) -> None:
        """Neither on what was encoded before, nor on the caller's decimal context; and they are pinned."""
        values = [1, 2, 3, 10, 10**6, 2**63 - 1, 2**64 + 1, 2**4000 + 1]
        streams = set()
        for order in (values, values[::-1]):
            for context in (decimal.Context(prec=3, rounding=decimal.ROUND_UP), decimal.BasicContext.copy()):
                zipf._tree.cache_clear()
                zipf._zeta.cache_clear()
                with decimal.localcontext(context):
                    words = dict(zip(order, ZipfShannon(4.0).words(order), strict=True))
                streams.add("".join(words[value] for value in values))
        assert [hashlib.sha256(stream.encode()).hexdigest()[:16] for stream in streams] == ["1a86a8a54bbd6c53"]

    def test_bits_that_begin_no_word_are_refused(self) -> None:
        """The words' total probability is below 1, so some bit strings are nobody's; zeros are among them."""
        for mean in MEANS:
            with pytest.raises(CodeError, match=r"got bits that begin none at bit 0\.$"):
                ZipfShannon(mean).decode(bytes(10**5))

    def test_bits_that_begin_no_word_are_refused_early(self) -> None:
        """The tree is not grown to the length of a hostile stream."""
        zipf._tree.cache_clear()
        with pytest.raises(CodeError):
            ZipfShannon(5.0).decode(bytes(10**5))
        assert zipf._tree.cache_info().currsize <= 4  # depths 64, 128, 256, 512

    @pytest.mark.parametrize("mean", [0.0, 0.049, 1000.5, -1.0, float("nan"), float("inf"), True, "5", None])
    def test_mean_out_of_range(self, mean: object) -> None:
        with pytest.raises(ValueError, match=r"^mean_log2 must be a number at least 0\.05 and at most 1000; got .*\.$"):
            ZipfShannon(mean)


class TestFixedLength:
    def test_words(self) -> None:
        assert FixedLength(2).words([1, 2, 3, 4]) == ["00", "01", "10", "11"]
        assert FixedLength(8).encode([1, 256, 10]) == bytes([0, 255, 9])

    def test_a_full_range_round_trips(self) -> None:
        values = np.arange(1, 1025)
        np.testing.assert_array_equal(FixedLength(10).decode(FixedLength(10).encode(values)), values)

    def test_short_words_need_the_count(self) -> None:
        code = FixedLength(3)
        assert code.decode(code.encode([1, 1, 8]), count=3).tolist() == [1, 1, 8]
        with pytest.raises(ValueError, match=r"^count must be given for .* 3 bits, .*; got None\.$"):
            code.decode(code.encode([1, 1, 8]))

    @pytest.mark.parametrize("bits", [0, -1, 1.5, 65537, float("nan"), True, "8", None])
    def test_bits_out_of_range(self, bits: object) -> None:
        with pytest.raises(ValueError, match=r"^bits must be a whole number at least 1 and at most 65536; got .*\.$"):
            FixedLength(bits)


class TestRegistry:
    def test_names(self) -> None:
        assert {name: code_from_name(name) for name in CODES} == {
            "elias_gamma": GAMMA,
            "elias_delta": DELTA,
            "signed_elias_gamma": Signed(GAMMA),
            "signed_elias_delta": Signed(DELTA),
        }

    def test_a_code_stands_for_itself(self) -> None:
        code = ZipfShannon(3.0)
        assert code_from_name(code) is code

    @pytest.mark.parametrize("wrong", ["elias", "", None, 3, EliasGamma, ["elias_gamma"]])
    def test_anything_else_is_refused(self, wrong: object) -> None:
        allowed = "elias_gamma, elias_delta, signed_elias_gamma, signed_elias_delta, or a Code object"
        with pytest.raises(ValueError, match=rf"^code must be one of {allowed}; got .*\.$"):
            code_from_name(wrong)


def test_errors_show_integers_too_long_to_print() -> None:
    with pytest.raises(ValueError, match=r"at least 1; got a negative integer of 20002 bits\.$"):
        GAMMA.lengths([-3 << 20000])
    with pytest.raises(ValueError, match=r"from 1 to 16; got 2\^20000\.$"):
        FixedLength(4).lengths([1 << 20000])


def test_integers_are_never_rounded() -> None:
    """numpy alone would turn these into floats or wrap them around."""
    for values in ([2**63, 1], [2**63 + 1, 2**62 + 1], [2**64, 2**53 + 1]):
        assert GAMMA.decode(GAMMA.encode(values)).tolist() == values
    for kind in (np.float16, np.float32, np.longdouble, np.uint8):
        assert GAMMA.words(np.array([1, 5], dtype=kind)) == ["1", "00101"]
    unsigned = np.array([2**64 - 1, 1], dtype=np.uint64)
    assert GAMMA.decode(GAMMA.encode(unsigned)).tolist() == [2**64 - 1, 1]
    assert GAMMA.decode(GAMMA.encode([1e300, 2.0])).tolist() == [int(1e300), 2]
    assert GAMMA.decode(GAMMA.encode(np.array([1e300, 2.0]))).tolist() == [int(1e300), 2]


def test_the_shortest_words_take_eight_bytes_each() -> None:
    """A stream of ones is the longest list a file of its size can hold."""
    tracemalloc.start()
    try:
        values = DELTA.decode(b"\xff" * 25_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert values.tolist() == [1] * 200_000
    assert peak < 2_000_000 + 8 * len(values)
