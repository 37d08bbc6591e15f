"""What every quantizer promises, checked on examples of all of them; and teeth."""

from __future__ import annotations

import inspect
import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.codes import CODES, CodeError
from ppr_core.compressors import (
    QUANTIZERS,
    SIGNED_CODES,
    DyadicQuantizedLaplace,
    LaplaceThenRound,
    LayeredDither,
    MinimumVarianceUnbiased,
    PiecewiseLinearQuantizer,
    QuantizedMessages,
    Quantizer,
    SubtractiveDither,
)
from ppr_core.randomness import SharedRandomness
from tests.contracts.members import chi_square_p_value

SHARED = SharedRandomness(20240612)
LEVEL = 1e-4 / 100  # at most 100 p-values; their false-alarm level in total is 1e-4

EXAMPLES: dict[str, list[Quantizer]] = {
    "dql": [DyadicQuantizedLaplace(epsilon=0.7, nu=1.5), DyadicQuantizedLaplace(epsilon=4.0, nu=12.0)],
    "piecewise_linear": [PiecewiseLinearQuantizer(epsilon=1.0, step=1.2)],
    "layered_dither": [LayeredDither(epsilon=1.3)],
    "subtractive_dither": [SubtractiveDither(step=0.6)],
    "laplace_round": [LaplaceThenRound(epsilon=1.0, step=0.5)],
    "mvu": [MinimumVarianceUnbiased(epsilon=2.0, output_bits=3, input_points=8)],
}
ALL = [quantizer for examples in EXAMPLES.values() for quantizer in examples]
every = pytest.mark.parametrize("quantizer", ALL, ids=lambda quantizer: quantizer.name)


def batch(size: int, dimension: int = 1) -> np.ndarray:
    return np.linspace(-1.0, 1.0, size * dimension).reshape(size, dimension)


def error_law(quantizer: Quantizer):
    """Distribution function of z − x, from formulas of its own."""
    if isinstance(quantizer, SubtractiveDither):
        return stats.uniform(-quantizer.step / 2, quantizer.step).cdf
    if quantizer.exact:
        return stats.laplace(scale=1 / quantizer.epsilon).cdf
    step, grid = quantizer.step, np.arange(-400, 401)
    height = np.exp(-quantizer.epsilon * step * np.abs(grid))
    areas = np.concatenate([[0.0], np.cumsum((height[1:] + height[:-1]) / 2)])

    def distribution(error: np.ndarray) -> np.ndarray:
        place = np.clip(error / step, grid[0], grid[-1] - 1e-9)
        cell = np.floor(place).astype(int) - grid[0]
        part = place - grid[cell]
        slope = height[cell + 1] - height[cell]
        return (areas[cell] + height[cell] * part + slope * part**2 / 2) / areas[-1]

    return distribution


def test_every_registered_quantizer_has_examples_and_names_itself() -> None:
    assert set(EXAMPLES) == set(QUANTIZERS)
    for name, quantizer in QUANTIZERS.items():
        assert quantizer.name == name and quantizer.label and isinstance(quantizer.exact, bool)
        assert issubclass(quantizer, Quantizer) and not inspect.isabstract(quantizer)
        assert {type(example) for example in EXAMPLES[name]} == {quantizer}


@pytest.mark.parametrize("quantizer", [q for q in ALL if q.exact], ids=lambda quantizer: quantizer.name)
def test_errors_of_exact_quantizers_are_laplace(quantizer: Quantizer) -> None:
    """Kolmogorov–Smirnov with 10⁶ samples at inputs of every kind of place between the steps."""
    x = np.linspace(-3.0, 3.0, 1_000_000)
    error = quantizer.decode(quantizer.encode(x, SHARED, np.random.default_rng(1)), SHARED) - x
    assert stats.kstest(error, error_law(quantizer)).pvalue > LEVEL


@pytest.mark.parametrize("quantizer", [EXAMPLES["piecewise_linear"][0], EXAMPLES["subtractive_dither"][0]])
def test_the_others_have_the_error_they_state(quantizer: Quantizer) -> None:
    x = np.full(200_000, 0.37)
    error = quantizer.decode(quantizer.encode(x, SHARED, np.random.default_rng(1)), SHARED) - x
    assert stats.kstest(error, error_law(quantizer)).pvalue > LEVEL


@pytest.mark.parametrize("quantizer", [q for q in ALL if not q.exact], ids=lambda quantizer: quantizer.name)
def test_inexact_errors_are_not_laplace(quantizer: Quantizer) -> None:
    x = np.full(300_000, 0.37)
    error = quantizer.decode(quantizer.encode(x, SHARED, np.random.default_rng(1)), SHARED) - x
    rate = getattr(quantizer, "epsilon", math.sqrt(24) / 0.6)
    assert stats.kstest(error, stats.laplace(scale=1 / rate).cdf).pvalue < LEVEL


def test_a_decoder_with_another_seed_is_noticed() -> None:
    quantizer = EXAMPLES["dql"][0]
    x = np.linspace(-3.0, 3.0, 20_000)
    messages = quantizer.encode(x, SHARED, np.random.default_rng(1))
    error = quantizer.decode(messages, SharedRandomness(SHARED.seed + 1)) - x
    assert stats.kstest(error, error_law(quantizer)).pvalue < LEVEL


@every
def test_scalar_and_vector_agree(quantizer: Quantizer) -> None:
    """x (n,) and (n, 1) give the same numbers, and a coordinate of a vector decodes by itself."""
    flat, column = (quantizer.encode(x, SHARED, np.random.default_rng(2)) for x in (batch(50)[:, 0], batch(50)))
    assert np.array_equal(flat.integers, column.integers)
    z = quantizer.decode(flat, SHARED)
    assert z.shape == (50,) and np.array_equal(quantizer.decode(column, SHARED)[:, 0], z)
    vector = quantizer.encode(batch(50, 3), SHARED, np.random.default_rng(3), first_table=9)
    z = quantizer.decode(vector, SHARED)
    assert vector.integers.shape == z.shape == (50, 3) and vector.tables[0] == 9
    assert np.array_equal(flat.indices, flat.integers[:, 0]) and np.array_equal(vector.indices, vector.integers)
    assert vector.candidates.tolist() == 50 * [1]
    first = QuantizedMessages(vector.integers[:, :1], vector.tables, scalar=True)
    assert np.array_equal(quantizer.decode(first, SHARED), z[:, 0])


@every
@pytest.mark.parametrize("code", SIGNED_CODES)
def test_bytes_decode_in_any_order(quantizer: Quantizer, code: str) -> None:
    messages = quantizer.encode(batch(40, 2), SHARED, np.random.default_rng(4), first_table=5)
    z = quantizer.decode(messages, SHARED)
    stream = messages.to_bytes(code)
    assert 8 * len(stream) < messages.lengths(code).sum() + 8
    received = QuantizedMessages.from_bytes(stream, code, dimension=2, first_table=5)
    fresh = SharedRandomness(SHARED.seed)
    assert np.array_equal(quantizer.decode(received, fresh), z)
    order = np.array([7, 2, 2, 39, 0])
    assert np.array_equal(quantizer.decode(received[order], fresh), z[order])
    assert np.array_equal(quantizer.decode(received[3], fresh), z[3:4])


@every
def test_encoding_depends_on_its_randomness_only(quantizer: Quantizer) -> None:
    def integers(shared: SharedRandomness, seed: int) -> list[list[int]]:
        return quantizer.encode(batch(200), shared, np.random.default_rng(seed)).integers.tolist()

    first = integers(SHARED, 6)
    assert integers(SharedRandomness(SHARED.seed), 6) == first
    assert (integers(SharedRandomness(1), 6) == first) == (quantizer.width == 0)
    local = not isinstance(quantizer, LayeredDither | SubtractiveDither)
    assert (integers(SHARED, 7) != first) == local


@every
def test_likelihoods_are_the_law_of_the_message(quantizer: Quantizer) -> None:
    """Sum 1 within 1e−12 for every shared row, and the frequencies of 20 000 encodes on the same table."""
    if isinstance(quantizer, DyadicQuantizedLaplace):
        tails = np.append(1.0, quantizer.components.tail[:6])
        rows = np.column_stack([(tails[1:] + tails[:-1]) / 2, np.linspace(0.01, 0.99, 6)])
    else:
        rows = quantizer.shared_rows(SHARED, np.arange(6))
    integers = np.arange(-6000, 6001) if quantizer.name != "mvu" else np.arange(-4, 4)
    for row in range(6):
        law = np.exp(quantizer.log_likelihood(0.3, integers, rows[row : row + 1]))
        assert math.isclose(law.sum(), 1.0, rel_tol=0, abs_tol=1e-12)
    sent = quantizer.encode(np.full(20_000, 0.3), SHARED, np.random.default_rng(8), tables=2).integers[:, 0]
    row = quantizer.shared_rows(SHARED, np.array([2]))
    law = np.exp(quantizer.log_likelihood(0.3, integers, row))
    counts = np.bincount(sent - integers[0], minlength=len(integers))
    assert chi_square_p_value(counts, np.where(law > 1e-200, law, 0.0)) > LEVEL


@every
@pytest.mark.parametrize("code", SIGNED_CODES)
def test_expected_bits_are_those_of_a_simulation(quantizer: Quantizer, code: str) -> None:
    """For one input and for X ~ Unif(−1, 1), within 4 standard errors of 10⁵ encodes."""
    inputs = {None: np.random.default_rng(9).uniform(-1.0, 1.0, 100_000)}
    far = -62.3 * getattr(quantizer, "step", 1.0)  # near enough to |m| = 64 that both lengths occur
    inputs |= {x: np.full(100_000, x) for x in ((0.0, 0.8) if quantizer.name == "mvu" else (0.0, 0.8, far))}
    for x, values in inputs.items():
        lengths = quantizer.encode(values, SHARED, np.random.default_rng(10)).lengths(code)
        exact = quantizer.mean_bits(1.0, code) if x is None else quantizer.expected_bits(x, code)
        assert abs(lengths.mean() - exact) <= 4 * lengths.std() / math.sqrt(len(values)) + 1e-12


@every
def test_mean_bits_average_the_expected_bits(quantizer: Quantizer) -> None:
    nodes, weights = np.polynomial.legendre.leggauss(400)
    for radius in (1.0, 0.37):
        average = sum(w / 2 * quantizer.expected_bits(radius * u) for u, w in zip(nodes, weights, strict=True))
        # The integrand has steps or kinks for a bare dither and where inputs are interpolated.
        loose = isinstance(quantizer, SubtractiveDither | MinimumVarianceUnbiased)
        assert math.isclose(quantizer.mean_bits(radius), average, rel_tol=2e-2 if loose else 1e-5)


@every
def test_guarantees_name_their_view(quantizer: Quantizer) -> None:
    found = {guarantee.against: guarantee for guarantee in quantizer.privacy()}
    assert set(found) == {"database", "decoder"}
    assert found["decoder"].epsilon >= found["database"].epsilon
    assert {guarantee.notion for guarantee in found.values()} == {"metric"}


@every
def test_wrong_inputs_are_refused(quantizer: Quantizer) -> None:
    for wrong in ([math.nan], [math.inf], "abc", np.zeros((2, 2, 2)), None, 1.0):
        with pytest.raises(ValueError, match=r"(?s)^x must be .+; got .+\.$"):
            quantizer.encode(wrong, SHARED, np.random.default_rng(0))
    with pytest.raises(ValueError, match="code must be one of signed_elias_gamma"):
        quantizer.expected_bits(0.0, "elias_gamma")
    with pytest.raises(ValueError, match="tables must be"):
        quantizer.encode([0.0, 0.1], SHARED, np.random.default_rng(0), tables=[1])


@every
def test_batches_of_none(quantizer: Quantizer) -> None:
    for x in (np.empty(0), np.empty((0, 3))):
        none = quantizer.encode(x, SHARED, np.random.default_rng(0))
        assert len(none) == 0 and quantizer.decode(none, SHARED).shape == x.shape
        assert none.to_bytes("signed_elias_gamma") == b"" and none.lengths("signed_elias_gamma").shape == (0,)


def test_streams_that_are_none_are_refused() -> None:
    assert set(SIGNED_CODES) <= set(CODES)
    with pytest.raises(CodeError):
        QuantizedMessages.from_bytes(b"\x00\x01", "signed_elias_gamma")
    with pytest.raises(ValueError, match="dimension must be a divisor of the 3 integers received; got 2"):
        QuantizedMessages.from_bytes(b"\xe0", "signed_elias_gamma", dimension=2)
    far = QuantizedMessages(np.array([[4]]), scalar=True)
    with pytest.raises(ValueError, match="integers must be from -4 to 3; got 4"):
        EXAMPLES["mvu"][0].decode(far, SHARED)
