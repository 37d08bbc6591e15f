"""PPR: the law of the index against two other ways to get it, every branch of the encoder, all α, the theorems.

The law of the decoded samples is checked for every channel in tests/contracts.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import integrate, optimize, stats
from scipy.special import gammainc

from ppr_core import guarantees
from ppr_core.channels import Channel, FiniteChannel, GaussianChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.compressors import Compressor, DrawLimitExceeded, PoissonPrivateRepresentation, PoissonReference, poisson
from ppr_core.compressors.arrivals import Arrivals, Revealed
from ppr_core.compressors.indices import as_indices, whole_times
from ppr_core.randomness import SharedRandomness
from tests.contracts.members import chi_square_p_value
from tests.core.compressors.index_laws import same_law

# Less than 200 p-values are taken in this file.
LEVEL = 1e-4 / 200
SHARED = SharedRandomness(77)

SCALAR = GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0, proposal_width=1.6)  # r* = 2.2
MATRIX = np.array([[0.6, 0.3, 0.1, 0.0], [0.1, 0.1, 0.3, 0.5]])
Q = np.array([0.3, 0.2, 0.3, 0.2])
FINITE = FiniteChannel(MATRIX, proposal=Q)  # r* = 2.5, with an impossible output
TRIVIAL = FiniteChannel([[0.5, 0.5], [0.5, 0.5]])  # P = Q

# Limits of the cells in which indices are compared.
CELLS = [1, 2, 3, 4, 5, 6, 8, 11, 16, 25, 50, 120, 1000, 10**5]


class OneTable(SharedRandomness):
    """Reads table 0 whatever the message, so that many encodes share one set of samples."""

    def uniforms(self, indices, width, message=0):
        return super().uniforms(indices, width, 0)


def cell_counts(indices: np.ndarray) -> np.ndarray:
    """How many indices lie in [CELLS[i], CELLS[i+1]), the last cell without end."""
    capped = np.array([min(int(k), 10**12) for k in indices])
    return np.histogram(capped, [*CELLS, 10**13])[0]


def indices(channel: Channel, alpha: float, x: np.ndarray, seed: int = 3, **options: float) -> np.ndarray:
    compressor = PoissonPrivateRepresentation(channel, alpha, **options)
    return compressor.encode(x, SHARED, np.random.default_rng(seed)).indices


# --- The law of the index --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [2.5, 4.0])
@pytest.mark.parametrize(("channel", "x"), [(SCALAR, 1.0), (FINITE, 1)], ids=["gaussian", "finite"])
def test_law_of_the_index_is_that_of_algorithm_1(channel: Channel, x: float, alpha: float) -> None:
    reference = PoissonReference(channel, alpha).encode(np.full(8_000, x), SHARED, np.random.default_rng(4))
    found = indices(channel, alpha, np.full(200_000, x))
    assert same_law(cell_counts(found), cell_counts(reference.indices)) > LEVEL
    other = indices(channel, {2.5: 4.0, 4.0: 2.5}[alpha], np.full(200_000, x))
    assert same_law(cell_counts(other), cell_counts(reference.indices)) < LEVEL  # the test can tell them apart


@pytest.mark.parametrize("alpha", [2.5, 4.0])
def test_law_of_the_index_given_the_samples_is_that_of_algorithm_1(alpha: float) -> None:
    """All encodes on one table: P(K = k | Z₁, Z₂, …), which is what the decoder's privacy rests on."""
    ours, reference = PoissonPrivateRepresentation(SCALAR, alpha), PoissonReference(SCALAR, alpha)

    def counts(compressor: Compressor, size: int, seed: int) -> np.ndarray:
        return cell_counts(compressor.encode(np.ones(size), OneTable(seed), np.random.default_rng(6)).indices)

    found = counts(ours, 100_000, 5)
    assert same_law(found, counts(reference, 8_000, 5)) > LEVEL
    assert same_law(found, counts(ours, 8_000, 6)) < LEVEL  # another table, another law


def first_arrivals(row: np.ndarray, alpha: float, runs: int, length: int, rng: np.random.Generator) -> np.ndarray:
    """K by its definition, argmin (T_k/r_k)^α V_k: (runs,) counts of 1..length and of "later", float.

    The first arrivals are simulated; that a later one wins has the probability 1 − exp(−Σ_j q_j G(b^{1/α} r_j, T))
    with b the best score, T the last time, and G(c, T) = ∫_T^∞ (1 − exp(−(c/t)^α)) dt.
    """
    ratio = row / Q
    time = np.cumsum(rng.standard_exponential((runs, length)), axis=1)
    r = ratio[rng.choice(len(Q), p=Q, size=(runs, length))]
    mark = 1.0 if math.isinf(alpha) else rng.standard_exponential((runs, length)) ** (1 / alpha)
    with np.errstate(divide="ignore"):
        score = time / r * mark  # the α-th root of the definition's
    best = np.argmin(score, axis=1)
    c = score[np.arange(runs), best, None] * ratio
    last = time[:, -1:]
    later = np.zeros(runs, dtype=bool)
    seen = np.isfinite(c[:, 0]) & np.isfinite(score.min(axis=1))
    if math.isinf(alpha):
        mass = np.maximum(c - last, 0.0)
    else:
        a, u = 1 - 1 / alpha, (c / last) ** alpha
        mass = c * math.gamma(a) * gammainc(a, u) + last * np.expm1(-u)
    later[seen] = rng.random(seen.sum()) > np.exp(-(mass[seen] @ Q))
    later |= ~seen
    return np.bincount(np.where(later, length, best), minlength=length + 1)


@pytest.mark.parametrize("alpha", [1.02, 1.1, 1.5, 2.0, 3.0, 50.0, math.inf])
@pytest.mark.parametrize("x", [0, 1])
def test_law_of_the_index_is_that_of_its_definition(alpha: float, x: int) -> None:
    """For every α, also where Algorithm 1 would not end."""
    length, runs = 24, 60_000
    expected = first_arrivals(MATRIX[x], alpha, runs, length, np.random.default_rng(10 + x))
    found = indices(FINITE, alpha, np.full(runs, x))
    counts = np.bincount([min(int(k), length + 1) - 1 for k in found], minlength=length + 1)
    assert same_law(counts, expected) > LEVEL


@pytest.mark.parametrize("alpha", [1.02, 1.1, 1.3])
def test_astronomic_indices_have_the_right_tail(alpha: float) -> None:
    """Where P = Q the chosen arrival has P(T > t) = ∫ α t (gt)^{−α} w^{α−2} e^{−w − (w/gt)^α} dw, and K ≈ T is large.

    From the density of the chosen (t, v): e^{−v} times the probability e^{−g t v^{1/α}} that no score is smaller.
    """
    n, g = 60_000, math.gamma(1 - 1 / alpha)
    found = indices(TRIVIAL, alpha, np.zeros(n, dtype=int))
    log2 = np.array([math.log2(int(k)) for k in found])
    for bits in (30, 45, 52, 53, 54, 62, 63, 64, 65, 90, 200):
        scale = bits * math.log(2) + math.log(g)  # ln (g t)

        def integrand(v: float, scale: float = scale) -> float:
            """In v = w^{α−1}, where the density is bounded."""
            log_w = math.log(v) / (alpha - 1)
            w = math.exp(log_w) if log_w < 700 else math.inf
            decay = math.exp(alpha * (log_w - scale)) if log_w - scale < 700 / alpha else math.inf
            return math.exp(-w - decay)

        integral = integrate.quad(integrand, 0, 1)[0] + integrate.quad(integrand, 1, 60 ** (alpha - 1))[0]
        tail = math.exp(bits * math.log(2) - alpha * scale) * alpha / (alpha - 1) * integral
        error = math.sqrt(tail * (1 - tail) / n)
        assert abs(np.mean(log2 > bits) - tail) < 5 * error + 1e-9


def test_low_bits_of_huge_indices_are_fair() -> None:
    """Beyond 2⁵³ the time decides about the leading bits only."""
    found = indices(TRIVIAL, 1.02, np.zeros(20_000, dtype=int))
    huge = [int(k) for k in found if k >= 2**80]
    assert len(huge) > 5000
    for bit in range(20):
        ones = sum(k >> bit & 1 for k in huge)
        assert abs(ones - len(huge) / 2) < 5 * math.sqrt(len(huge)) / 2


def test_whole_times_are_near_their_times() -> None:
    log_time = np.array([53 * math.log(2), 40.0, 44.4, 100.0, 5000.0, 20_000.0])
    found = whole_times(log_time, np.random.default_rng(0))
    for k, wanted in zip(found, log_time.tolist(), strict=True):
        assert isinstance(k, int) and k >= 2**53 - 100
        assert math.log(k) == pytest.approx(wanted, rel=1e-12)
    assert whole_times(np.empty(0), np.random.default_rng(0)).shape == (0,)


def test_indices_are_64_bit_where_that_suffices() -> None:
    assert as_indices(np.array([1, 2**63 - 1], dtype=object)).dtype == np.int64
    assert as_indices(np.array([1, 2**63], dtype=object)).dtype == object
    assert as_indices(np.array([1, 2])).dtype == np.int64
    assert indices(SCALAR, 4.0, np.ones(1000)).dtype == np.int64
    huge = indices(SCALAR, 1.02, np.ones(1000))
    assert huge.dtype == object and all(type(k) is int for k in huge)


# --- Later shells ----------------------------------------------------------------------------------------------------


class Counting(Arrivals):
    """Counts how often processes go on to another shell."""

    extensions = 0

    def reveal_more(self, extent: np.ndarray) -> Revealed:
        type(self).extensions += len(extent)
        return super().reveal_more(extent)


class FirstShellOnly(Arrivals):
    """An encoder on this stops at the end of the first shell: it is told that nothing more comes."""

    def reveal_more(self, extent: np.ndarray) -> Revealed:
        none = np.empty((len(extent), 0))
        return Revealed(none, none, none, np.full(len(extent), math.inf))


class Restarted(Arrivals):
    """Begins afresh instead of going on: new arrivals that forget what was counted."""

    def reveal_more(self, extent: np.ndarray) -> Revealed:
        more = Arrivals(self._alpha, len(extent), self._rng).reveal_first(int(extent.max()) + 3)
        return Revealed(more.score + self._stop[:, None], more.log_time, more.rank, more.stop + self._stop)


LATER_ALPHAS = [1.05, 1.3, 2.5, 50.0, math.inf]


def compare_with_one_shell(channel: Channel, x: np.ndarray, alpha: float, shell: float) -> list[float]:
    """p-values that indices and decoded samples do not depend on the size of the shells."""
    wide = PoissonPrivateRepresentation(channel, alpha, shell=8.0)
    narrow = PoissonPrivateRepresentation(channel, alpha, shell=shell)
    one = wide.encode(x, SHARED, np.random.default_rng(1))
    two = narrow.encode(x, SHARED, np.random.default_rng(2))
    laws = [same_law(cell_counts(one.indices), cell_counts(two.indices))]
    z = [narrow.decode(messages, SHARED) for messages in (one, two)]
    if channel.event_shape:
        laws.append(stats.ks_2samp(z[0], z[1]).pvalue)
        laws.append(stats.kstest(z[1] - x, stats.norm.cdf).pvalue)
    else:
        laws.append(same_law(*(np.bincount(values, minlength=4) for values in z)))
        laws.append(chi_square_p_value(np.bincount(z[1], minlength=4), MATRIX[x[0]]))
    return laws


@pytest.mark.parametrize("alpha", LATER_ALPHAS)
@pytest.mark.parametrize("shell", [0.1, 0.5])
@pytest.mark.parametrize(
    ("channel", "x"), [(SCALAR, np.ones(25_000)), (FINITE, np.zeros(25_000, dtype=int))], ids=["gaussian", "finite"]
)
def test_later_shells_change_nothing(
    channel: Channel, x: np.ndarray, alpha: float, shell: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poisson, "Arrivals", Counting)
    monkeypatch.setattr(Counting, "extensions", 0)
    assert min(compare_with_one_shell(channel, x, alpha, shell)) > LEVEL
    assert Counting.extensions > len(x) / 3  # the branch was really taken


@pytest.mark.parametrize(("faulty", "alpha"), [(FirstShellOnly, 1.3), (FirstShellOnly, 2.5), (Restarted, 2.5)])
def test_faulty_later_shells_are_noticed(faulty: type, alpha: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(poisson, "Arrivals", faulty)
    assert min(compare_with_one_shell(SCALAR, np.ones(25_000), alpha, 0.5)) < LEVEL


def test_stopping_at_the_first_default_shell_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the default size the first shell suffices for all but few encodes; a truncated one for too few."""
    monkeypatch.setattr(poisson, "Arrivals", FirstShellOnly)
    x = np.ones(50_000)
    truncated = PoissonPrivateRepresentation(SCALAR, 2.0, shell=1.0)
    z = truncated.decode(truncated.encode(x, SHARED, np.random.default_rng(1)), SHARED)
    assert stats.kstest(z - x, stats.norm.cdf).pvalue < LEVEL


# --- All α, all sizes of r* ------------------------------------------------------------------------------------------

EVERY_ALPHA = [math.nextafter(1.001, 2), 1.02, 1.05, 1.1, 1.5, 2.0, 5.0, 50.0, 1e3, 1e6, math.inf]


def scalar_gaussian(ratio_bound: float) -> GaussianChannel:
    """d = 1, s = 1, x = 1: √(1+y)·e^{1/(2y)} = r*; of the two widths y the smaller for r* up to 3, else the larger."""
    least = (1 + math.sqrt(5)) / 2

    def excess(y: float) -> float:
        return 0.5 * math.log1p(y) + 0.5 / y - math.log(ratio_bound)

    low, high = (1e-2, least) if ratio_bound <= 3 else (least, 1e12)
    width = optimize.brentq(excess, low, high, xtol=1e-14)
    return GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0, proposal_width=width)


@pytest.mark.parametrize("alpha", EVERY_ALPHA)
@pytest.mark.parametrize(
    ("channel", "runs"),
    [
        (GaussianChannel(dimension=50, noise_std=1e6, norm_bound=1.0), 300),  # r* = 1.000007
        (TRIVIAL, 300),  # r* = 1
        (SCALAR, 300),
        (LaplaceChannel(dimension=3, epsilon=1.0, norm_bound=3.0), 100),
        (RandomizedResponseChannel(size=1000, epsilon=50.0), 30),  # r* = 1000
        (scalar_gaussian(1e4), 10),
    ],
    ids=["r*=1+", "r*=1", "gaussian", "laplace", "r*=1000", "r*=10000"],
)
@pytest.mark.parametrize("shell", [4.0, 0.3])
def test_every_alpha_runs_without_overflow(channel: Channel, runs: int, alpha: float, shell: float) -> None:
    """Warnings are errors in this suite."""
    x = np.zeros((runs, *channel.event_shape))
    if channel.event_shape:
        x[:, 0] = channel.norm_bound
    compressor = PoissonPrivateRepresentation(channel, alpha, shell=shell)
    messages = compressor.encode(x, SHARED, np.random.default_rng(5))
    z = compressor.decode(messages, SHARED)
    assert z.shape == (runs, *channel.event_shape) and np.all(np.isfinite(z))
    assert min(messages.indices) >= 1
    assert messages.candidates.min() >= 1


@pytest.mark.parametrize(("ratio_bound", "runs"), [(2.5, 20_000), (7.6, 20_000), (50.0, 8_000), (1000.0, 500)])
@pytest.mark.parametrize(
    ("shell", "alpha"),
    [(4.0, alpha) for alpha in (1.05, 1.2, 2.0, 5.0, math.inf)] + [(None, alpha) for alpha in (2.0, 5.0, math.inf)],
)
def test_candidates_are_few(alpha: float, ratio_bound: float, runs: int, shell: float | None) -> None:
    """At most 1.3 r* on average, for every α; in theory r*, plus what is fetched a few at a time."""
    channel = scalar_gaussian(ratio_bound)
    assert np.exp(channel.log_ratio_bound(np.ones((1, 1)))) == pytest.approx([ratio_bound], rel=1e-9)
    compressor = PoissonPrivateRepresentation(channel, alpha, shell=shell)
    assert compressor.in_time_order == (shell is None)
    if compressor.in_time_order:  # fast: enough runs for the lower bound at r* = 1000
        runs *= 3
    x = np.ones(runs)
    candidates = compressor.encode(x, SHARED, np.random.default_rng(8)).candidates
    error = 3 * candidates.std() / math.sqrt(runs)
    assert candidates.mean() + error <= 1.3 * ratio_bound
    assert candidates.mean() + error >= ratio_bound  # fewer could not be exact
    assert compressor.expected_cost(x[:3]) == pytest.approx([ratio_bound] * 3, rel=1e-9)


def test_inputs_with_small_and_large_bounds_do_not_blow_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inputs are searched in blocks; one with a large r* must not make the rows of all others as long as its own."""
    largest = 0

    class Measuring(Arrivals):
        def reveal_first(self, count: int) -> Revealed:
            nonlocal largest
            size = self._processes * count
            largest = max(largest, size if self._processes > 1 else 0)
            assert size < 2**22, f"{self._processes} rows of {count} arrivals"
            return super().reveal_first(count)

    monkeypatch.setattr(poisson, "Arrivals", Measuring)
    channel = GaussianChannel(dimension=1, noise_std=1.0, norm_bound=4.0, proposal_width=1.0)  # r* from 1.4 to 4216
    x = np.concatenate([np.zeros(3000), np.full(40, 4.0), np.linspace(-4, 4, 200)])
    compressor = PoissonPrivateRepresentation(channel, 2.0, shell=4.0, one_stop=False)
    messages = compressor.encode(x, SHARED, np.random.default_rng(1))
    assert 0 < largest <= 2**18
    z = compressor.decode(messages, SHARED)
    assert stats.kstest((z - x)[:3000], stats.norm.cdf).pvalue > LEVEL
    assert stats.kstest((z - x)[3000:], stats.norm.cdf).pvalue > LEVEL


# --- Theorems --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [1.05, 1.1, 1.3, 1.5, 2.0, 2.5, 3.0, 5.0, 50.0, math.inf])
@pytest.mark.parametrize(
    ("channel", "x"),
    [(SCALAR, 1.0), (scalar_gaussian(20.0), 1.0), (FINITE, 1), (TRIVIAL, 0)],
    ids=["gaussian", "wide", "finite", "trivial"],
)
def test_theorem_5_bounds_the_expected_logarithm(channel: Channel, x: float, alpha: float) -> None:
    """E[log2 K] ≤ D + log2(3.56)/min((α−1)/2, 1), and Theorem 14's sharper bound."""
    n = 4_000
    log2 = np.array([math.log2(int(k)) for k in indices(channel, alpha, np.full(n, x))])
    upper = log2.mean() + 4 * log2.std() / math.sqrt(n)
    divergence = float(channel.divergence_bits(np.array([x]))[0])
    assert upper <= guarantees.ppr_bits(divergence, alpha).value
    assert log2.mean() - 4 * log2.std() / math.sqrt(n) <= guarantees.ppr_refined_bits(divergence, alpha).value


@pytest.mark.parametrize("alpha", [1.3, 2.0, 4.0])
def test_theorem_7_bounds_what_the_index_tells_the_decoder(alpha: float) -> None:
    """P(K = k | Z, x) / P(K = k | Z, x′) ≤ e^{2αε} for the samples of three tables."""
    channel = RandomizedResponseChannel(size=3, epsilon=0.5)
    compressor = PoissonPrivateRepresentation(channel, alpha)
    decoder = next(g for g in compressor.privacy() if g.against == "decoder")
    assert decoder.epsilon == pytest.approx(2 * alpha * 0.5)
    n = 40_000
    for seed in range(3):
        laws = []
        for x in range(3):
            found = compressor.encode(np.full(n, x), OneTable(seed), np.random.default_rng(x)).indices
            laws.append(np.bincount([min(int(k), 20) for k in found], minlength=21)[1:20])
        counts = np.array(laws)
        enough = counts.min(axis=0) > 100
        ratio = counts.max(axis=0)[enough] / counts.min(axis=0)[enough]
        assert np.all(np.log(ratio) <= decoder.epsilon + 5 * math.sqrt(2 / 100))


def test_guarantees_name_whose_view_they_protect() -> None:
    laplace = LaplaceChannel(dimension=1, epsilon=0.7, norm_bound=1.0)
    found = PoissonPrivateRepresentation(laplace, 2.0).privacy()
    assert [(g.against, g.notion) for g in found] == (
        [("database", "local"), ("decoder", "local"), ("database", "metric"), ("decoder", "metric")]
    )
    assert [g.epsilon for g in found] == pytest.approx([1.4, 5.6, 0.7, 2.8])
    gaussian = PoissonPrivateRepresentation(SCALAR, 2.0).privacy(1e-6)
    assert gaussian[1].delta == pytest.approx(2e-6)
    assert gaussian[1].epsilon == pytest.approx(4 * gaussian[0].epsilon)
    assert PoissonPrivateRepresentation(laplace, math.inf).privacy()[1].epsilon == math.inf
    assert PoissonReference(laplace, 2.0).privacy() == found


# --- Limits and refusals ---------------------------------------------------------------------------------------------


def test_a_search_that_cannot_end_is_refused_before_it_starts() -> None:
    """The paper's width C²/d makes r* about 7.5·10¹⁰ in the worked example."""
    size = {"dimension": 50, "noise_std": math.sqrt(596), "norm_bound": math.sqrt(50)}
    channel = GaussianChannel(**size, proposal_width=1.0)
    with pytest.raises(DrawLimitExceeded, match=r"e\^25 candidates.*more than candidate_limit = 10⁷"):
        PoissonPrivateRepresentation(channel, 2.0).encode(np.ones((3, 50)), SHARED, np.random.default_rng(0))


def test_alpha_that_needs_endless_indices_is_refused_by_encode() -> None:
    """log2(e)/(α − 1) bits: bounds at such an α are still shown, messages of 10⁵ bits are not made."""
    near = PoissonPrivateRepresentation(SCALAR, 1 + 1e-5)
    assert near.privacy()[1].epsilon == pytest.approx(2 * (1 + 1e-5) * SCALAR.privacy().epsilon)
    with pytest.raises(
        ValueError, match=r"alpha must be at least 1\.0000144.*about 144.270 bits, above 100.?000; got 1\.00001\.$"
    ):
        near.encode(np.zeros(1), SharedRandomness(1), np.random.default_rng(1))
    edge = PoissonPrivateRepresentation(SCALAR, 1 + 1.01 * math.log2(math.e) / 1e5)
    bits = math.log2(edge.encode(np.zeros(1), SharedRandomness(1), np.random.default_rng(1)).indices[0])
    assert 100 < bits < 1e7  # the law of log K has this scale, and it does encode


def test_candidate_limit() -> None:
    tight = PoissonPrivateRepresentation(SCALAR, 2.0, candidate_limit=2.0)
    with pytest.raises(DrawLimitExceeded, match="candidate_limit = 2"):
        tight.encode([0.0], SHARED, np.random.default_rng(0))
    own = PoissonPrivateRepresentation(SCALAR, 2.0, candidate_limit=2.0, one_stop=False)
    with pytest.raises(DrawLimitExceeded, match="candidate_limit = 2"):
        own.encode([0.0, 1.0], SHARED, np.random.default_rng(0))
    assert len(own.encode([0.0], SHARED, np.random.default_rng(0))) == 1  # r* = 1.6 at the origin
    assert len(tight.encode([], SHARED, np.random.default_rng(0))) == 0


def test_algorithm_1_says_how_far_it_came() -> None:
    reference = PoissonReference(SCALAR, 1.05, draw_limit=50)
    with pytest.raises(DrawLimitExceeded) as error:
        reference.encode(np.ones(200), SHARED, np.random.default_rng(0))
    text = str(error.value)
    assert "drew 50 samples (draw_limit)" in text and "best index so far" in text and "0.05" in text
    assert issubclass(DrawLimitExceeded, RuntimeError)


def test_algorithm_1_counts_what_it_draws() -> None:
    reference = PoissonReference(SCALAR, 4.0)
    messages = reference.encode(np.ones(500), SHARED, np.random.default_rng(0))
    assert np.all(messages.candidates >= messages.indices)
    assert messages.candidates.mean() >= 2  # r* bounds it from below
    assert np.all(reference.expected_cost(np.ones(2)) == np.exp(SCALAR.log_ratio_bound(np.ones((2, 1)))))
    assert np.all(np.isinf(PoissonReference(SCALAR, 2.0).expected_cost(np.ones(2))))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 1.0}, r"^alpha must be a number above 1 \(infinity allowed\); got 1\.$"),
        ({"alpha": 0.5}, r"^alpha must be a number above 1 \(infinity allowed\); got 0\.5\.$"),
        ({"alpha": math.nan}, r"^alpha must be .*; got nan\.$"),
        ({"alpha": "2"}, r"^alpha must be .*; got '2'\.$"),
        ({"alpha": 2.0, "shell": 0.0}, r"^shell must be a number above 0; got 0\.$"),
        ({"alpha": 2.0, "shell": math.inf}, r"^shell must be .*; got inf\.$"),
        ({"alpha": 2.0, "candidate_limit": 0.5}, r"^candidate_limit must be a number at least 1; got 0\.5\.$"),
        ({"alpha": 2.0, "channel": "gaussian"}, r"^channel must be .*; got 'gaussian'\.$"),
    ],
)
def test_wrong_parameters_are_refused(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PoissonPrivateRepresentation(**{"channel": SCALAR, **options})


@pytest.mark.parametrize(
    ("alpha", "limit", "message"),
    [
        (1.0, 10, r"^alpha must be a number above 1; got 1\.$"),
        (math.inf, 10, r"^alpha must be a number above 1; got inf\.$"),
        (2.0, 0, r"^draw_limit must be a whole number at least 1; got 0\.$"),
    ],
)
def test_wrong_parameters_of_algorithm_1_are_refused(alpha: float, limit: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PoissonReference(SCALAR, alpha, draw_limit=limit)
