"""Shared randomness: Philox against its published answers, random access, agreement of platforms and processes, law."""

from __future__ import annotations

import hashlib
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from ppr_core import kernels, randomness
from ppr_core.randomness import SharedRandomness, philox4x32, round_keys

ROOT = Path(__file__).resolve().parents[2]

# Random123's known answers for philox4x32-10: counter, key, output.
KNOWN_ANSWERS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]

# Rows as they came out when this was written. All later versions and all platforms must give the same.
# Seed, message, index, first three uniforms.
FROZEN = [
    (0, 0, 0, ["0x1.a812e068532bbp-1", "0x1.ec29a74f47a27p-1", "0x1.4b594e52dcf2dp-1"]),
    (0, 0, 1, ["0x1.eafd845abbeb5p-1", "0x1.5744f63524f1dp-1", "0x1.bc3df0ab490d7p-1"]),
    (7, 0, 1, ["0x1.d339af2ff43adp-1", "0x1.842fbfbfa6bf4p-3", "0x1.eb571dac81815p-1"]),
    (7, 1, 1, ["0x1.4a0cc643c7c2ep-2", "0x1.cb4e05648dd83p-1", "0x1.cc7f86aa30cecp-3"]),
    (7, 2**32 - 1, 2**32, ["0x1.13da3735745b8p-4", "0x1.225302131d3d4p-3", "0x1.5df65d2efa55ep-2"]),
    (2024, 5, 2**63 - 1, ["0x1.d5efb5b51738dp-1", "0x1.5453c322ec45fp-1", "0x1.67462f796e9bfp-1"]),
    (2024, 5, 2**63, ["0x1.d0545dc647d54p-3", "0x1.06f24b49aff8ap-2", "0x1.1d88b76af79a2p-2"]),
    (2024, 5, 2**64 + 3, ["0x1.d772cb6ff8f87p-1", "0x1.9fc6ddaddd461p-1", "0x1.c051a16c666c4p-3"]),
    (2**70, 12, 2**200, ["0x1.e2436d6dae995p-1", "0x1.4a1078c61920fp-1", "0x1.ab53875bb284ap-2"]),
]

# p-values and z-scores below: less than 100, each with this false-alarm level.
LEVEL = 1e-6
SCORE = 4.9  # two-sided tail 1e-6

HUGE = [2**53, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**64 + 3, 2**128, 2**200]


def as_object(indices: list[int]) -> np.ndarray:
    out = np.empty(len(indices), dtype=object)
    out[:] = indices
    return out


class TestPhilox:
    @pytest.mark.parametrize(("counter", "key", "output"), KNOWN_ANSWERS)
    def test_known_answers(self, counter: tuple, key: tuple, output: tuple) -> None:
        words = np.array(counter, dtype=np.uint64)[:, None]
        philox4x32(words, round_keys(np.uint64(key[0] | key[1] << 32)))
        assert words[:, 0].tolist() == list(output)

    def test_known_answers_as_arrays_of_counters_and_keys(self) -> None:
        counters, keys, outputs = (np.array(part, dtype=np.uint64) for part in zip(*KNOWN_ANSWERS, strict=True))
        words = np.repeat(counters.T[:, :, None], 5, axis=2)
        philox4x32(words, round_keys(keys[:, :1] | keys[:, 1:] << np.uint64(32)))
        assert np.array_equal(words, np.repeat(outputs.T[:, :, None], 5, axis=2))

    def test_one_bit_changes_half_of_the_output(self) -> None:
        """A bijection that mixes: every input bit turns over each output bit about every second time."""
        rng = np.random.default_rng(1)
        base = rng.integers(0, 2**32, (4, 4000), dtype=np.uint64)
        plain = base.copy()
        keys = round_keys(np.uint64(7))
        philox4x32(plain, keys)
        for word in range(4):
            changed = base.copy()
            changed[word] ^= np.uint64(1 << (5 * word))
            philox4x32(changed, keys)
            bits = np.unpackbits((changed ^ plain).astype(">u4").view(np.uint8).reshape(4, -1, 4), axis=-1)
            assert abs(bits.mean() - 0.5) < SCORE * 0.5 / math.sqrt(bits.size)


class TestRandomAccess:
    @pytest.mark.parametrize(("seed", "message", "index", "row"), FROZEN)
    def test_frozen_rows(self, seed: int, message: int, index: int, row: list[str]) -> None:
        found = SharedRandomness(seed).uniforms(as_object([index]), 3, message)[0]
        assert [value.hex() for value in found.tolist()] == row

    @given(
        seed=st.integers(0, 2**100),
        indices=st.lists(st.one_of(st.integers(0, 40), st.integers(0, 2**64 + 5), st.integers(0, 2**300)), max_size=12),
        width=st.integers(1, 9),
        message=st.integers(0, 2**32 - 1),
        data=st.data(),
    )
    def test_a_row_does_not_depend_on_how_it_is_fetched(self, seed, indices, width, message, data) -> None:
        shared = SharedRandomness(seed)
        single = np.array([shared.uniforms(as_object([k]), width, message)[0] for k in indices]).reshape(-1, width)
        assert np.array_equal(shared.uniforms(as_object(indices), width, message), single)
        assert np.array_equal(shared.uniforms(as_object(indices[::-1]), width, message)[::-1], single)
        tables = np.full(len(indices), message)
        assert np.array_equal(SharedRandomness(seed).uniforms(as_object(indices), width, tables), single)
        other = data.draw(st.integers(1, 30))
        common = min(width, other)
        assert np.array_equal(shared.uniforms(as_object(indices), other, message)[:, :common], single[:, :common])
        for limit, dtype in ((2**63, np.int64), (2**64, np.uint64), (2**32, np.uint32), (2**8, np.uint8)):
            fits = [i for i, k in enumerate(indices) if k < limit]
            narrow = np.array([indices[i] for i in fits], dtype=dtype)
            assert np.array_equal(shared.uniforms(narrow, width, message), single[fits])
        assert np.array_equal(shared.uniforms(as_object([*indices, 2**70, 3]), width, message)[: len(indices)], single)

    @given(
        tables=st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=10),
        index=st.sampled_from([0, 1, 77, *HUGE]),
        width=st.integers(1, 5),
    )
    def test_messages_of_a_batch_are_those_of_single_calls(self, tables, index, width) -> None:
        shared = SharedRandomness(3)
        batch = shared.uniforms(as_object([index] * len(tables)), width, np.array(tables))
        for row, table in zip(batch, tables, strict=True):
            assert np.array_equal(row, shared.uniforms(as_object([index]), width, table)[0])

    @pytest.mark.parametrize("width", [1, 2, 3, 64, 501])
    def test_large_batches_are_made_of_the_same_rows(self, width: int) -> None:
        """Longer than what is worked on at once."""
        shared = SharedRandomness(9)
        count = 40_000 // width + 17
        tables = np.arange(count) % 5
        rows = shared.uniforms(np.arange(count), width, tables)
        for k in (0, 1, 16383, 16384, count // 2, count - 1):
            if k < count:
                assert np.array_equal(rows[k], shared.uniforms(np.array([k]), width, int(tables[k]))[0])

    def test_repeated_and_numpy_integers(self) -> None:
        shared = SharedRandomness(1)
        rows = shared.uniforms(as_object([np.int64(3), 3, np.uint64(2**63 + 1), 2**63 + 1, 3]), 4)
        assert np.array_equal(rows[0], rows[1]) and np.array_equal(rows[1], rows[4])
        assert np.array_equal(rows[2], rows[3])

    def test_one_index_is_an_array_of_one(self) -> None:
        assert SharedRandomness(1).uniforms(5, 3).shape == (1, 3)

    def test_no_indices_give_no_rows(self) -> None:
        for none in (np.array([], dtype=np.int64), np.array([], dtype=object), []):
            assert SharedRandomness(1).uniforms(none, 3).shape == (0, 3)

    def test_indices_are_left_alone(self) -> None:
        for indices in (np.arange(5), as_object([1, 2**70])):
            before = indices.copy()
            SharedRandomness(1).uniforms(indices, 3)
            assert np.array_equal(indices, before)

    def test_nothing_is_remembered(self) -> None:
        shared = SharedRandomness(5)
        first = shared.uniforms(np.arange(10), 3)
        shared.uniforms(np.arange(1000), 7, 3)
        assert np.array_equal(shared.uniforms(np.arange(10), 3), first)
        assert repr(shared) == "SharedRandomness(5)"

    def test_other_processes_agree(self) -> None:
        program = (
            "import hashlib, numpy as np\n"
            "from ppr_core.randomness import SharedRandomness\n"
            "rows = SharedRandomness(2**80 + 1).uniforms("
            "np.array([0, 1, 2**63, 2**64 + 3, 2**200, 7], dtype=object), 5, 123)\n"
            "print(hashlib.sha256(rows.tobytes()).hexdigest())"
        )
        run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
        rows = SharedRandomness(2**80 + 1).uniforms(as_object([0, 1, 2**63, 2**64 + 3, 2**200, 7]), 5, 123)
        assert run.stdout.strip() == hashlib.sha256(rows.tobytes()).hexdigest()


class TestLaw:
    def test_uniforms_are_odd_multiples_of_the_smallest(self) -> None:
        values = SharedRandomness(0).uniforms(np.arange(20_000), 5)
        odd = values * 2.0**53
        assert np.all(odd == np.floor(odd)) and np.all(odd % 2 == 1)

    @pytest.mark.parametrize(("word", "value"), [(0, 2.0**-53), (2**32 - 1, 1 - 2.0**-53)])
    def test_the_interval_is_open(self, monkeypatch: pytest.MonkeyPatch, word: int, value: float) -> None:
        """Even where every bit of the generator is equal."""

        def constant(counter: np.ndarray, keys: list) -> None:
            counter[...] = word

        monkeypatch.setattr(randomness, "philox4x32", constant)
        with kernels.disabled():
            assert np.all(SharedRandomness(0).uniforms(np.arange(3), 5) == value)

    @pytest.mark.parametrize(
        "rows",
        [
            lambda: SharedRandomness(1).uniforms(np.arange(100_000), 1),
            lambda: SharedRandomness(1).uniforms(np.array([5]), 100_000),
            lambda: SharedRandomness(1).uniforms(np.full(100_000, 3), 1, np.arange(100_000)),
            lambda: np.array([SharedRandomness(seed).uniforms(3, 1)[0, 0] for seed in range(10_000)]),
            lambda: SharedRandomness(1).uniforms(as_object([2**100 + k for k in range(10_000)]), 2),
            lambda: SharedRandomness(1).uniforms(as_object([1 << k for k in range(2000)]), 8),
            lambda: SharedRandomness(1).uniforms(np.arange(2**16) * 2**47, 1),
        ],
        ids=["indices", "columns", "messages", "seeds", "huge indices", "powers of two", "strides"],
    )
    def test_uniform(self, rows) -> None:
        values = np.ravel(rows())
        assert stats.kstest(values, stats.uniform.cdf).pvalue > LEVEL
        # The lower bits, too: each of 32 bits of the 52 is fair.
        bits = (values[:, None] * 2.0 ** np.arange(20, 52)) % 1.0 >= 0.5
        assert np.abs(bits.mean(axis=0) - 0.5).max() < (SCORE + 0.7) * 0.5 / math.sqrt(len(values))

    def test_neighbours_are_independent(self) -> None:
        """Along rows, columns, messages, seeds, and across the limits of 32 and 64 bits."""
        n = 50_000
        shared = SharedRandomness(11)
        table = shared.uniforms(np.arange(n), 4)
        high = np.arange(n, dtype=np.uint64)
        streams = [
            *table.T,
            shared.uniforms(np.arange(n) + 1, 1)[:, 0],
            shared.uniforms(np.arange(n) + 2, 1)[:, 0],
            shared.uniforms(np.arange(n), 1, 1)[:, 0],
            shared.uniforms(np.arange(n), 1, 2**31)[:, 0],
            SharedRandomness(12).uniforms(np.arange(n), 1)[:, 0],
            SharedRandomness(11 + 2**64).uniforms(np.arange(n), 1)[:, 0],
            shared.uniforms(high + np.uint64(2**32), 1)[:, 0],
            shared.uniforms(high + np.uint64(2**63), 1)[:, 0],
        ]
        correlation = np.corrcoef(streams) - np.eye(len(streams))
        # 66 pairs, level 1e-6 each.
        assert np.abs(correlation).max() * math.sqrt(n) < SCORE
        pairs = np.floor(table[:, :2] * 8).astype(int) @ [8, 1]
        assert stats.chisquare(np.bincount(pairs, minlength=64)).pvalue > LEVEL

    def test_tables_do_not_repeat(self) -> None:
        """Different (seed, message, index, column) never give the same 52 bits among some 10⁵ rows."""
        shared = SharedRandomness(2)
        seen = np.concatenate(
            [
                shared.uniforms(np.arange(20_000), 2).ravel(),
                shared.uniforms(np.arange(20_000), 2, 1).ravel(),
                SharedRandomness(3).uniforms(np.arange(20_000), 2).ravel(),
                shared.uniforms(as_object([k << 64 for k in range(1, 3000)]), 2).ravel(),
                shared.uniforms(as_object([k << 32 for k in range(1, 3000)]), 2).ravel(),
            ]
        )
        # Chance of any accidental pair: n²/2 / 2^52 < 1e-5.
        assert len(np.unique(seen)) == len(seen)


class TestRefusals:
    @pytest.mark.parametrize("seed", [-1, 1.5, "1", None, True, math.nan, math.inf, [1]])
    def test_seed(self, seed: object) -> None:
        with pytest.raises(ValueError, match=r"^seed must be a whole number at least 0; got .+\.$"):
            SharedRandomness(seed)

    def test_whole_seeds_of_any_kind_are_equal(self) -> None:
        rows = [SharedRandomness(seed).uniforms(1, 2) for seed in (5, 5.0, np.uint64(5), np.int8(5))]
        assert all(np.array_equal(row, rows[0]) for row in rows)
        assert SharedRandomness(10**100).seed == 10**100

    @pytest.mark.parametrize("width", [0, -1, 1.5, "1", None, True, math.nan])
    def test_width(self, width: object) -> None:
        with pytest.raises(ValueError, match=r"^width must be a whole number at least 1; got .+\.$"):
            SharedRandomness(1).uniforms(np.arange(3), width)

    @pytest.mark.parametrize(
        "indices",
        [
            [-1],
            [3, -1],
            np.array([-1, 2**70], dtype=object),
            np.array([-(2**70), 1], dtype=object),
            [1.0],
            [0.5],
            ["1"],
            [True],
            [None],
            None,
            [[1, 2]],
            [[1], [2, 3]],
            np.array([1.5, 2**70], dtype=object),
            np.array([1.0], dtype=object),
            np.array(["1"], dtype=object),
            np.array([None], dtype=object),
            [math.nan],
        ],
        ids=repr,
    )
    def test_indices(self, indices: object) -> None:
        with pytest.raises(ValueError, match=r"(?s)^indices must be .+; got .+\.$"):
            SharedRandomness(1).uniforms(indices, 2)

    @pytest.mark.parametrize("message", [-1, 2**32, 2**70, 1.5, "1", None, True, [1, -1, 2], [[1]], [1, 2]], ids=repr)
    def test_message(self, message: object) -> None:
        with pytest.raises(ValueError, match=r"(?s)^message must be .+; got .+\.$"):
            SharedRandomness(1).uniforms(np.arange(3), 2, message)

    def test_last_message(self) -> None:
        assert SharedRandomness(1).uniforms(np.arange(3), 2, 2**32 - 1).shape == (3, 2)
