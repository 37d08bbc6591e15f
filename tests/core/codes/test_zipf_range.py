"""The range coder over the Zipf law: what it writes is read back, and takes the bits that the law says."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.special import zeta

from ppr_core.channels import GaussianChannel
from ppr_core.codes import CodeError, ZipfRange, ZipfShannon
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.randomness import SharedRandomness

pytestmark = pytest.mark.skipif(not ZipfRange.available(), reason="constriction is not installed")
MEANS = [0.05, 1.0, 2.7, 20.0, 100.0]


def zipf_bits(values: list[int], mean: float) -> float:
    exponent = 1 + 1 / mean
    return sum(exponent * math.log2(value) + math.log2(zeta(exponent)) for value in values)


@pytest.mark.parametrize("mean", MEANS)
@settings(max_examples=40)
@given(
    values=st.lists(st.one_of(st.integers(1, 2000), st.integers(1, 2**66), st.integers(0, 62).map(lambda e: 1 << e)))
)
def test_what_is_written_is_read_back(mean: float, values: list[int]) -> None:
    code = ZipfRange(mean)
    values = [min(value, code.largest) for value in values]
    found = code.decode(code.encode(values), len(values))
    assert found.tolist() == values
    assert found.dtype == (np.int64 if all(value < 2**63 for value in values) else object)


@pytest.mark.parametrize("mean", MEANS[1:])
def test_bits_are_those_of_the_law(mean: float) -> None:
    """Σ −log2 p(k); within a sixteenth of an octave, from 1024 on, p(k) is its mean, at most λ/32 octaves away."""
    values = [1, 2, 1, 5, 1000, 1023, 1024, 1025, 3, 2**15 - 1, 2**15, 2**40 + 12345, 10**15, 1]
    # The coder keeps probabilities to 24 bits.
    values = [value for value in values if value < {1.0: 100, 2.7: 2**16}.get(mean, 2**63)]
    code, times = ZipfRange(mean), 2000
    allowed = 0.05 * code.exponent * sum(value >= 1024 for value in values) + 1e-3 * len(values) + 40 / times
    assert 8 * len(code.encode(times * values)) / times == pytest.approx(zipf_bits(values, mean), abs=allowed)


@pytest.mark.parametrize("mean", [1.5, 5.0, 20.0])
def test_a_string_takes_the_entropy_and_less_than_five_bytes(mean: float) -> None:
    """Of integers that follow the law, up to 2⁶²; the sixteenths cost less than 0.001 bits each."""
    code, n = ZipfRange(mean), 5000
    drawn = stats.zipf(code.exponent).rvs(size=2 * n, random_state=np.random.default_rng(1))
    values = drawn[drawn > 0][:n].tolist()
    wanted = zipf_bits(values, mean)
    assert -0.001 * n < 8 * len(code.encode(values)) - wanted < 0.002 * n + 40


def test_one_string_saves_the_rounding_of_every_index() -> None:
    """125 chunks of one client: about half a bit each, against words of whole bits."""
    channel = GaussianChannel(dimension=8, noise_std=1.0, norm_bound=1.0)
    x = np.full((125, 8), 8**-0.5)
    encoder = PoissonPrivateRepresentation(channel, 2.0)
    indices = encoder.encode(x, SharedRandomness(1), np.random.default_rng(1)).indices
    mean = float(np.mean([math.log2(int(k)) for k in indices]))
    words = int(ZipfShannon(mean).lengths(indices).sum())
    string = 8 * len(ZipfRange(mean).encode(indices))
    assert string < words - 0.25 * len(indices)


def test_nothing_takes_no_bytes() -> None:
    assert ZipfRange(1.0).encode([]) == b""
    assert ZipfRange(1.0).decode(b"", 0).tolist() == []


def test_damage_is_never_read_as_the_original() -> None:
    code, values = ZipfRange(3.0), [5, 1, 77, 3000, 1, 1, 2**50, 9]
    data = code.encode(values)
    whole = int.from_bytes(data)
    damaged = [data[:size] for size in range(len(data))] + [data + b"\0", data + b"\1"]
    damaged += [(whole ^ (1 << bit)).to_bytes(len(data)) for bit in range(8 * len(data))]
    for stream in damaged:
        try:
            found = code.decode(stream, len(values))
        except CodeError as error:
            assert str(error).endswith(".")
        else:
            assert found.tolist() != values and code.encode(found) == stream


@given(data=st.binary(max_size=60), count=st.integers(0, 20))
def test_any_bytes_are_refused_or_exact(data: bytes, count: int) -> None:
    code = ZipfRange(2.0)
    try:
        found = code.decode(data, count)
    except CodeError:
        return
    assert len(found) == count and code.encode(found) == data


def test_what_is_out_of_range_is_refused() -> None:
    for mean in (0.01, 101.0, math.nan, "3"):
        with pytest.raises(ValueError, match=r"^mean_log2 must be .*; got .*\.$"):
            ZipfRange(mean)
    code = ZipfRange(0.5)
    for values in ([0], [-3], [code.largest + 1], [1.5]):
        with pytest.raises(ValueError, match=r"^integers must be .*; got .*\.$"):
            code.encode(values)
    assert code.decode(code.encode([code.largest]), 1).tolist() == [code.largest]
    with pytest.raises(ValueError, match=r"^data must be bytes; got .*\.$"):
        code.decode("101", 1)
    with pytest.raises(ValueError, match=r"^count must be .*; got .*\.$"):
        code.decode(b"", -1)


def test_importing_the_codes_does_not_import_constriction() -> None:
    program = "import sys, ppr_core.codes; print('constriction' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
