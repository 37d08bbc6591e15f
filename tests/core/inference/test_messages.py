"""What the decoder sees of a message, against frequencies of real messages and against outputs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import FiniteChannel, LaplaceChannel, RandomizedResponseChannel, RapporChannel
from ppr_core.compressors import GreedyRejection, MinimalRandomCoding, PoissonPrivateRepresentation
from ppr_core.decoder_privacy import exact_decoder_privacy
from ppr_core.inference import (
    Attack,
    LawView,
    allowed_misses,
    attack,
    message_likelihoods,
    message_view,
    output_view,
    reading,
    repeated_attack,
    test_curve,
    uniform_prior,
)
from ppr_core.randomness import SharedRandomness

SHARED = SharedRandomness(5)
CHANNEL = FiniteChannel([[0.5, 0.3, 0.2], [0.2, 0.3, 0.5], [0.25, 0.5, 0.25]])


@pytest.mark.parametrize("alpha", [1.5, 2.0, math.inf])
def test_law_of_the_index_is_that_of_real_messages(alpha: float) -> None:
    """20 000 encodes on one table: chi-square at a false-alarm rate of 10⁻⁴ for each of three inputs."""
    count, compressor = 20_000, PoissonPrivateRepresentation(CHANNEL, alpha)
    laws = message_view(compressor, np.arange(3), SHARED, tables=1, first_table=2).laws[0][:, :20]
    counts = []
    for x in range(3):
        messages = compressor.encode(np.full(count, x), SHARED, np.random.default_rng(x), tables=2)
        counts.append([int(np.sum(messages.indices == k)) for k in range(1, 21)])
        assert _fits(np.array(counts[x]), laws[x], count)
    assert not _fits(np.array(counts[1]), laws[0], count)


def _fits(counts: np.ndarray, law: np.ndarray, count: int) -> bool:
    """Whether counts of the first 20 indices, and of all later ones together, are a sample of the law."""
    seen, expected = np.append(counts, count - counts.sum()), count * np.append(law, max(1 - law.sum(), 0.0))
    kept = expected > 5
    if seen[expected < 1e-6].sum():
        return False
    return bool(stats.chi2.sf(((seen - expected)[kept] ** 2 / expected[kept]).sum(), kept.sum()) > 1e-4)


@pytest.mark.parametrize("alpha", [1.3, 2.0, math.inf])
def test_likelihood_of_a_real_message_is_that_of_the_view(alpha: float) -> None:
    """On the same lists; a late one has what all late ones of its output have, without its share in the proposal."""
    compressor = PoissonPrivateRepresentation(CHANNEL, alpha)
    messages = compressor.encode(np.zeros(200, dtype=int), SHARED, np.random.default_rng(1))
    logs = message_likelihoods(compressor, np.arange(3), messages, SHARED)
    z, view = compressor.decode(messages, SHARED), message_view(compressor, np.arange(3), SHARED, tables=200)
    size, late = view.laws.shape[2] - 3, 0
    for row, (index, table) in enumerate(zip(messages.indices.tolist(), messages.tables.tolist(), strict=True)):
        place = index - 1 if index <= size else size + int(z[row])
        likelihood = view.laws[table, :, place]
        assert np.exp(logs[row] - logs[row, 0]) == pytest.approx(likelihood / likelihood[0], rel=2e-4)
        late += index > size
    assert (late > 0) == math.isfinite(alpha)


def test_outcomes_decode_to_outputs_of_the_mechanism() -> None:
    """The guess from the decoded output, made on every list by its law, is right as often as from outputs: z-test."""
    for channel in (CHANNEL, LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.0)):
        inputs = np.arange(3) if channel is CHANNEL else np.array([[-1.0], [0.0], [1.0]])
        view = message_view(PoissonPrivateRepresentation(channel, 2.0), inputs, SHARED, tables=400)
        guess = np.argmax(view.decoded, axis=1)
        right = np.take_along_axis(view.laws, guess[:, None], axis=1)[:, 0].sum(axis=1) / 3
        z = channel.sample(np.repeat(inputs, 20_000, axis=0), np.random.default_rng(0))
        best = np.argmax(channel.log_ratio(inputs[:, None], z[None]), axis=0) == np.repeat(np.arange(3), 20_000)
        error = math.hypot(right.std() / 20, best.std() / math.sqrt(60_000))
        assert abs(right.mean() - best.mean()) < 4 * error
        assert error < 0.02


def test_one_message_of_randomized_response_says_no_more_than_its_output() -> None:
    """Without an error: the guess is the output on every list, whatever α is."""
    channel, prior, rng = RandomizedResponseChannel(size=4, epsilon=1.0), uniform_prior(4), np.random.default_rng(3)
    output = attack(LawView.of_outputs(channel), prior)
    for alpha in (1.2, 2.0, math.inf):
        view = message_view(PoissonPrivateRepresentation(channel, alpha), np.arange(4), SHARED, tables=16)
        found = attack(view, prior, output)
        assert found.value == pytest.approx(output.value, abs=1e-12) and found.error < 1e-12
        alone = attack(view, prior)
        assert 0 < abs(alone.value - output.value) < 5 * alone.error
    skewed = np.array([0.7, 0.1, 0.1, 0.1])
    output = repeated_attack(LawView.of_outputs(channel), skewed, 1, rng)
    assert attack(view, skewed, output).value > output.value + 0.02


def test_rare_outputs_of_late_messages_are_not_lost() -> None:
    """RAPPOR at ε = 10 has r* = 148: most indices come after those that are read, and say as much as their outputs."""
    channel, prior, rng = RapporChannel(size=4, epsilon=10.0), uniform_prior(4), np.random.default_rng(6)
    view = message_view(PoissonPrivateRepresentation(channel, 2.0), np.arange(4), SHARED, tables=24)
    assert view.laws[:, :, :-256].sum(axis=2).mean() < 0.95
    alone, outputs = attack(view, prior), repeated_attack(output_view(channel, np.arange(4)), prior, 1, rng)
    assert alone.value == pytest.approx(outputs.value, abs=0.06)


def test_error_of_repeated_reports_knows_of_lists_and_people() -> None:
    """Over 40 seeds the values scatter as their errors say: the ratio of variances is within that of χ²_39/39 at
    10⁻⁴ each side, with and without the control variate, which does not move the mean."""
    channel, prior = RandomizedResponseChannel(size=2, epsilon=1.0), uniform_prior(2)
    outputs = repeated_attack(LawView.of_outputs(channel), prior, 3, np.random.default_rng(0))
    found: dict[bool, list[Attack]] = {True: [], False: []}
    for seed in range(40):
        view = message_view(PoissonPrivateRepresentation(channel, math.inf), np.arange(2), SHARED, tables=60,
                            first_table=60 * seed)  # fmt: skip
        for known, attacks in found.items():
            rng = np.random.default_rng(seed)
            attacks.append(repeated_attack(view, prior, 3, rng, 400, outputs if known else None))
    low, high = stats.chi2.ppf([1e-4, 1 - 1e-4], 39) / 39
    means = []
    for attacks in found.values():
        values, errors = np.array([one.value for one in attacks]), np.array([one.error for one in attacks])
        assert low < values.var(ddof=1) / np.mean(errors**2) < high
        means.append(values.mean())
    assert abs(means[0] - means[1]) < 4 * values.std() / math.sqrt(40)


def test_what_compression_gives_away() -> None:
    """A message says no less than its output, and little more for small α; PFR's says much more; all keep to 2αε."""
    channel, prior, rng = RandomizedResponseChannel(size=4, epsilon=1.0), uniform_prior(4), np.random.default_rng(3)
    outputs = repeated_attack(LawView.of_outputs(channel), prior, 4, rng)
    found = {}
    for alpha in (1.2, 2.0, math.inf):
        view = message_view(PoissonPrivateRepresentation(channel, alpha), np.arange(4), SHARED, tables=48)
        found[alpha] = repeated_attack(view, prior, 4, rng)
    assert outputs.value < found[1.2].value < found[2.0].value < found[math.inf].value
    assert found[math.inf].value > outputs.value + 0.1


def test_test_of_messages_keeps_to_exact_accounting() -> None:
    """The curve averaged over tables is above that of exact (ε, δ), which gives the decoder the arrival times, too."""
    channel, rng = RandomizedResponseChannel(size=3, epsilon=1.0), np.random.default_rng(4)
    view = message_view(PoissonPrivateRepresentation(channel, 2.0), np.arange(3), SHARED, tables=24)
    curve = test_curve(view, 0, 1, rng)
    for delta in (0.01, 0.1):
        exact = exact_decoder_privacy(channel, 2.0, delta)
        assert np.all(curve.misses >= allowed_misses(curve.false_alarms, exact.epsilon, delta) - 0.02)
    assert np.any(curve.misses < allowed_misses(curve.false_alarms, 1.0) - 0.02), "more than the output says"


def test_listed_schemes_and_vectors() -> None:
    for compressor in (MinimalRandomCoding(CHANNEL, 16), GreedyRejection(CHANNEL)):
        view = message_view(compressor, np.arange(3), SHARED, tables=8)
        assert view.decoded is None and attack(view, uniform_prior(3)).value < 1
    channel = LaplaceChannel(dimension=2, epsilon=1.0, norm_bound=1.0)
    points = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, -1.0]])
    view = message_view(PoissonPrivateRepresentation(channel, 2.0), points, SHARED, tables=4)
    assert view.laws.shape[:2] == (4, 3)


def test_a_law_that_takes_for_ever_is_predicted_to() -> None:
    """Of a mechanism that tells nothing, too: its grid is as fine as α is large, and as wide as a list is short."""
    channel = FiniteChannel([[0.7, 0.3], [0.7, 0.3]])
    for alpha in (1e3, 1e5, 1e30):
        count, seconds = reading(PoissonPrivateRepresentation(channel, alpha))
        points = 4 * alpha * 16 / count
        assert 0.99 * 3e-8 * count * points < seconds < 6e-8 * count * points + 1e-3
