"""Pseudorandom rejection: exact laws by enumeration of all seeds, weak generators, truncation, guarantees."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy import integrate, stats

from ppr_core import guarantees as g
from ppr_core.channels import (
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
)
from ppr_core.codes import FixedLength
from ppr_core.compressors import (
    GENERATORS,
    Congruential,
    DrawLimitExceeded,
    FewBits,
    Messages,
    PseudorandomRejection,
    Shake256,
)
from ppr_core.randomness import SharedRandomness

SHARED = SharedRandomness(5)
RESPONSE = RandomizedResponseChannel(size=4, epsilon=1.3)
MATRIX = np.array([[0.5, 0.3, 0.2], [0.1, 0.3, 0.6], [0.3, 0.3, 0.4]])


@dataclass(frozen=True)
class Spread:
    """For channels of width 1: the seeds' uniforms are equally spaced, so G is as good as random for any step of Q."""

    bits: int
    name = "spread"
    label = "Spread"
    cryptographic = True

    def rows(self, seeds):
        number = seeds.astype(np.int64) @ (256 ** np.arange(seeds.shape[1])[::-1])
        return SpreadRows((number + 0.5) / 2**self.bits)


@dataclass(frozen=True)
class SpreadRows:
    uniforms: np.ndarray

    def whole(self, width):
        assert width == 1
        return self.uniforms[:, None]

    def __getitem__(self, chosen):
        return SpreadRows(self.uniforms[chosen])


def message_law(compressor: PseudorandomRejection, x: np.ndarray) -> np.ndarray:
    """P(message = s + 1 | x) of all 2^ℓ seeds: (n, 2^ℓ)."""
    count = 1 << compressor.seed_bits
    rows = compressor.generator.rows(compressor._seeds(np.arange(count) + 1))
    law = []
    for one in compressor.channel.inputs(x):
        accepted = compressor._acceptance(np.broadcast_to(one, (count, *one.shape)), rows)
        mean = accepted.mean()
        missed = math.exp(compressor.tries * math.log1p(-mean)) if mean < 1 else 0.0
        law.append((accepted * ((1 - missed) / mean if mean > 0 else 0.0) + missed) / count)
    return np.array(law)


def output_law(compressor: PseudorandomRejection, x: np.ndarray, size: int) -> np.ndarray:
    """P(z|x) of categories from the law of the message, (n, size)."""
    law = message_law(compressor, x)
    z = compressor.decode(Messages(np.arange(1, law.shape[1] + 1)))
    return np.stack([np.bincount(z, weights=row, minlength=size) for row in law])


def distance(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    return 0.5 * np.abs(one - two).sum(axis=-1)


def worst_ratio(law: np.ndarray) -> float:
    return float(np.log(law.max(axis=0) / law.min(axis=0)).max())


# --- The law of message and output -----------------------------------------------------------------------------------


@pytest.mark.parametrize("gamma", [0.5, 0.1, 1e-3, 1e-9])
def test_output_is_within_gamma_and_equal_to_the_mixture(gamma: float) -> None:
    """(1 − β) P + β Q with β = (1 − 1/r*)^J <= γ."""
    compressor = PseudorandomRejection(RESPONSE, gamma, 16, generator=Spread(16))
    x, matrix = np.arange(4), RESPONSE.matrix
    found = output_law(compressor, x, 4)
    missed = (1 - math.exp(-RESPONSE.log_ratio_bound())) ** compressor.tries
    assert compressor.missed == pytest.approx(missed, rel=1e-9)
    assert missed <= gamma < (1 - math.exp(-RESPONSE.log_ratio_bound())) ** (compressor.tries / 2)
    assert found == pytest.approx((1 - missed) * matrix + missed / 4, abs=1e-12)
    assert np.all(distance(found, matrix) <= compressor.distance().value)
    assert worst_ratio(message_law(compressor, x)) <= RESPONSE.epsilon + 1e-12


@pytest.mark.parametrize("gamma", [0.3, 1e-6])
def test_decoded_samples_follow_that_law(gamma: float) -> None:
    """With SHAKE-256 and long seeds; at γ = 0.3 they do not follow P itself."""
    compressor = PseudorandomRejection(RESPONSE, gamma)
    count = 60_000
    messages = compressor.encode(np.full(count, 2), SHARED, np.random.default_rng(1))
    counts = np.bincount(compressor.decode(messages), minlength=4)
    missed = (1 - math.exp(-RESPONSE.log_ratio_bound())) ** compressor.tries
    mixture = (1 - missed) * RESPONSE.matrix[2] + missed / 4
    assert stats.chisquare(counts, mixture * count).pvalue > 1e-5
    error = np.sqrt(RESPONSE.matrix[2] * (1 - RESPONSE.matrix[2]) / count).sum()
    assert distance(counts / count, RESPONSE.matrix[2]) <= gamma + 2.5 * error
    assert (stats.chisquare(counts, RESPONSE.matrix[2] * count).pvalue < 1e-12) == (gamma == 0.3)


@pytest.mark.parametrize(
    "channel", [RESPONSE, SubsetSelectionChannel(size=5, epsilon=1.0), RapporChannel(size=20, epsilon=0.8)],
    ids=lambda channel: channel.name,
)  # fmt: skip
def test_messages_follow_their_enumerated_law(channel: Channel) -> None:
    compressor = PseudorandomRejection(channel, 0.05, 6)
    count = 40_000
    for x in (0, 3):
        messages = compressor.encode(np.full(count, x), SHARED, np.random.default_rng(x))
        law = message_law(compressor, [x])[0]
        assert law.sum() == pytest.approx(1, abs=1e-12)
        assert stats.chisquare(np.bincount(messages.indices - 1, minlength=64), law * count).pvalue > 1e-5
        assert messages.candidates.max() <= compressor.tries
        missed = np.mean(messages.candidates == compressor.tries)
        assert missed < 0.05 + 5 * math.sqrt(0.05 / count) + math.exp(-channel.log_ratio_bound())


# --- Privacy ---------------------------------------------------------------------------------------------------------

ENUMERATED = [
    RandomizedResponseChannel(size=3, epsilon=1.0),
    SubsetSelectionChannel(size=6, epsilon=1.5),
    RapporChannel(size=4, epsilon=1.2),
    FiniteChannel(MATRIX),
]


@pytest.mark.parametrize("channel", ENUMERATED, ids=lambda channel: channel.name)
def test_privacy_by_enumeration_of_all_messages(channel: Channel) -> None:
    """A good generator: ε up to the sampling error of 2¹⁴ seeds. Any generator: at most 2ε. A weak one: above ε."""
    x = np.arange(channel.input_size)
    own = channel.privacy().epsilon
    good = PseudorandomRejection(channel, 1e-6, 14)
    assert abs(worst_ratio(message_law(good, x)) - own) <= 0.1
    assert worst_ratio(message_law(good, x)) <= good.privacy()[1].epsilon == pytest.approx(2 * own, rel=1e-9)
    assert PseudorandomRejection(channel, 1e-6).privacy()[1].epsilon == own
    weak = []
    for bits in (1, 2, 3, 4):
        compressor = PseudorandomRejection(channel, 1e-6, 14, generator=FewBits(bits))
        weak.append(worst_ratio(message_law(compressor, x)))
        assert weak[-1] <= compressor.privacy()[1].epsilon + 1e-9
    assert compressor.privacy()[1].epsilon == pytest.approx(2 * own, rel=1e-9)
    assert max(weak) > own + 0.05


@pytest.mark.parametrize("bits", [2, 4, 6, 8, 12])
def test_few_seeds_are_counted_in(bits: int) -> None:
    """All messages enumerated: with few seeds even SHAKE-256 loses more than ε, never more than is promised."""
    channel = RandomizedResponseChannel(size=4, epsilon=1.0)
    compressor = PseudorandomRejection(channel, 1e-6, bits)
    lost = worst_ratio(message_law(compressor, np.arange(4)))
    promised = {view.against: view for view in compressor.privacy()}
    assert lost <= promised["decoder"].epsilon == promised["database"].epsilon == pytest.approx(2.0)
    assert promised["decoder"].source == "rejection.lemma3.6"
    strong = g.rejection_private(channel.privacy())  # what would hold for seeds without end
    assert lost > strong.epsilon + (0.05 if bits <= 8 else 0.0)


@pytest.mark.parametrize(("bits", "epsilon"), [(63, 2.0), (64, 1.0), (128, 1.0)])
def test_seeds_that_are_enough(bits: int, epsilon: float) -> None:
    """From 64 bits on the mean acceptance is off by √(r*/2⁶⁴), below 10⁻⁹ of ε for all r* up to 10."""
    channel = RandomizedResponseChannel(size=4, epsilon=1.0)
    assert PseudorandomRejection(channel, 0.1, bits).privacy()[1].epsilon == pytest.approx(epsilon)
    assert math.sqrt(10.0 / 2.0**64) < 1e-9


@pytest.mark.parametrize("gamma", [0.5, 0.01])
def test_two_epsilon_holds_for_every_generator(gamma: float) -> None:
    """Adversarial sets of outputs behind two or three seeds, with the fallback counted."""

    class Chosen(Spread):
        def rows(self, seeds):
            return SpreadRows(self.places[seeds[:, -1] % len(self.places)])

    worst = 0.0
    for places in ([0.1, 0.9], [0.1, 0.1, 0.9], [0.4, 0.6, 0.6], [0.1, 0.4, 0.4, 0.4]):
        generator = Chosen(8)
        object.__setattr__(generator, "places", np.array(places))
        law = message_law(PseudorandomRejection(RESPONSE, gamma, 8, generator=generator), np.arange(4))
        worst = max(worst, worst_ratio(law))
    assert RESPONSE.epsilon < worst <= 2 * RESPONSE.epsilon


# --- Weak generators -------------------------------------------------------------------------------------------------


def agreement_p_value(generator: object) -> float:
    """The ones in three neighbouring blocks of a RAPPOR vector, in four classes each, against independence."""
    channel = RapporChannel(size=64, epsilon=0.5)
    compressor = PseudorandomRejection(channel, 1e-6, generator=generator)
    x = np.full(20_000, 60)
    z = compressor.decode(compressor.encode(x, SHARED, np.random.default_rng(2)))
    limits = np.array([4.5, 6.5, 8.5])
    classes = np.searchsorted(limits, z.reshape(-1, 4, 16)[:, :3].sum(axis=2))
    law = np.diff(stats.binom.cdf([-1, *limits, 16], 16, channel.bit_probabilities[1]))
    joint = np.einsum("i,j,k->ijk", law, law, law).ravel()
    return float(stats.chisquare(np.bincount(classes @ [16, 4, 1], minlength=64), joint * len(x)).pvalue)


def test_weak_generators_are_detected_and_the_good_one_is_not() -> None:
    assert agreement_p_value(Shake256()) > 1e-4
    assert agreement_p_value(Congruential()) < 1e-12
    assert agreement_p_value(FewBits(6)) < 1e-12


def test_single_places_of_every_generator() -> None:
    for generator in [*GENERATORS.values(), FewBits(1), FewBits(31)]:
        for size in (1, 2, 5, 16, 32):
            seeds = np.random.default_rng(0).integers(0, 256, size=(30, size), dtype=np.uint8)
            rows, whole = generator.rows(seeds), generator.rows(seeds).whole(60)
            assert whole.shape == (30, 60) and whole.min() > 0 and whole.max() < 1
            for columns in (np.arange(30), 59 - np.arange(30), np.full(30, 16), np.full(30, 17), np.full(30, 0)):
                assert np.array_equal(rows.at(columns), whole[np.arange(30), columns])
            part = rows[np.array([4, 4, 20])]
            assert np.array_equal(part.at(np.array([1, 2, 3])), whole[[4, 4, 20], [1, 2, 3]])
            assert np.array_equal(part.whole(9), whole[[4, 4, 20], :9])
        assert generator.rows(seeds[:0]).whole(3).shape == (0, 3)


def test_rows_are_those_of_their_definitions() -> None:
    seeds = np.arange(6, dtype=np.uint8).reshape(2, 3)
    for segment, place in ((0, 19), (3, 67)):  # of 68 words each
        word = hashlib.shake_256(bytes([3, 4, 5]) + segment.to_bytes(4, "big")).digest(8 * 68)[8 * place :][:8]
        expected = (2 * (int.from_bytes(word, "big") >> 12) + 1) / 2**53
        assert Shake256().rows(seeds).whole(400)[1, 68 * segment + place] == expected
    few = FewBits(3).rows(np.random.default_rng(0).integers(0, 256, size=(500, 2), dtype=np.uint8)).whole(2)
    assert len(np.unique(few, axis=0)) == 8
    state = Congruential().rows(seeds).whole(40) * 2**31 - 0.5
    assert np.all((state[:, 1:] - 3 * state[:, :-1]) % 2**31 == 0)
    assert Shake256.cryptographic and not FewBits.cryptographic and not Congruential.cryptographic


# --- Truncation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cap", [0.0, 0.3])
def test_truncated_mass_of_a_gaussian(cap: float) -> None:
    """Against quadrature of (p − T q)₊ at the norm bound, where it is largest."""
    channel = GaussianChannel(dimension=1, noise_std=1.0, norm_bound=0.8)

    def excess(x: float) -> float:
        p, q = stats.norm(x, 1.0).pdf, stats.norm(0, channel.proposal_std).pdf
        return integrate.quad(lambda z: max(p(z) - math.exp(cap) * q(z), 0.0), -12, 12, limit=200, points=[x])[0]

    masses = [excess(x) for x in np.linspace(0, 0.8, 5)]
    assert channel.truncated_mass(cap) == pytest.approx(masses[-1], abs=2e-7) == pytest.approx(max(masses), abs=2e-7)
    assert channel.truncated_mass(channel.log_ratio_bound()) == 0


def test_truncated_mass_of_finite_channels() -> None:
    for channel in (RESPONSE, FiniteChannel(MATRIX)):
        matrix = channel.matrix
        x, z = np.indices(matrix.shape)
        q = matrix / np.exp(channel.log_ratio(x, z))
        for cap in (0.0, 0.1, 0.4):
            expected = np.maximum(matrix - math.exp(cap) * q, 0).sum(axis=1).max()
            assert channel.truncated_mass(cap) == pytest.approx(expected, rel=1e-9, abs=1e-15)
    bits = RapporChannel(size=4, epsilon=1.0)
    levels = bits.two_levels()
    assert bits.truncated_mass(0.2) == pytest.approx(levels.mass * (levels.high - math.exp(0.2)))
    with pytest.raises(ValueError, match=r"^channel must be .+; got 'laplace'\.$"):
        PseudorandomRejection(LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0), 0.1, truncation=0.5)


@pytest.mark.parametrize("cap", [0.3, 0.6])
def test_truncation_costs_what_is_stated(cap: float) -> None:
    """Fewer tries; output within γ + τ of P; (ε, δ) by enumeration of all messages."""
    matrix = np.array([[0.60, 0.38, 0.02], [0.38, 0.60, 0.02], [0.55, 0.35, 0.10]])
    channel = FiniteChannel(matrix, proposal=[0.48, 0.48, 0.04])
    whole = PseudorandomRejection(channel, 0.01, 16, generator=Spread(16))
    cut = PseudorandomRejection(channel, 0.01, 16, generator=Spread(16), truncation=cap * channel.log_ratio_bound())
    x = np.arange(3)
    assert cut.tries < whole.tries and 0 < cut.truncated_mass < 0.5
    far = distance(output_law(cut, x, 3), matrix)
    assert np.all(far <= cut.distance().value) and far.max() > cut.truncated_mass / 4
    # These 2¹⁶ seeds are spread evenly, so what holds for seeds without end holds for them.
    endless = PseudorandomRejection(channel, 0.01, truncation=cap * channel.log_ratio_bound())
    law, claim = message_law(cut, x), endless.privacy()[1]
    for one in law:
        for two in law:
            assert np.maximum(one - math.exp(claim.epsilon) * two, 0).sum() <= claim.delta
    assert claim.source == "rejection.algorithm2"


# --- Interface -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bits", [1, 7, 8, 62, 63, 64, 128, 256])
def test_the_message_is_the_seed(bits: int) -> None:
    """ℓ bits each, decoded without shared randomness, from the bytes alone."""
    compressor = PseudorandomRejection(RapporChannel(size=40, epsilon=1.0), 0.01, bits)
    messages = compressor.encode(np.arange(40), SHARED, np.random.default_rng(0))
    code = FixedLength(bits)
    assert set(messages.lengths(code).tolist()) == {bits}
    stream = messages.to_bytes(code)
    assert len(stream) == math.ceil(40 * bits / 8)
    z = compressor.decode(Messages.from_bytes(stream, code, count=40))
    assert np.array_equal(z, compressor.decode(messages, SharedRandomness(99)))
    assert messages.indices.dtype == (np.int64 if bits <= 62 else object)
    assert max(messages.indices) > 2**bits / 2  # the highest bit is used
    other = compressor.encode(np.arange(40), SharedRandomness(99), np.random.default_rng(0))
    assert other.indices.tolist() == messages.indices.tolist() and not compressor.uses_shared


def test_indices_out_of_range_are_refused() -> None:
    compressor = PseudorandomRejection(RESPONSE, 0.1, 8)
    for wrong, text in (([0], "index must be at least 1; got 0."), ([257], "index must be at most 2^8; got 257.")):
        with pytest.raises(ValueError) as error:
            compressor.decode(Messages(np.array(wrong)))
        assert str(error.value) == text


@pytest.mark.parametrize("gamma", [0.3, 1e-6])
def test_tries(gamma: float) -> None:
    channel = RapporChannel(size=64, epsilon=3.0)
    compressor = PseudorandomRejection(channel, gamma)
    r = math.exp(channel.log_ratio_bound())
    assert compressor.tries == math.ceil(r * math.log(1 / gamma))
    x = np.arange(64).repeat(200)
    tries = compressor.encode(x, SHARED, np.random.default_rng(4)).candidates
    expected = compressor.expected_cost(x)[0]
    assert expected == pytest.approx(sum((1 - 1 / r) ** j for j in range(compressor.tries)), rel=1e-9)
    assert abs(tries.mean() - expected) < 5 * tries.std() / math.sqrt(len(x))
    costly = PseudorandomRejection(RapporChannel(size=4, epsilon=20.0), gamma)
    with pytest.raises(DrawLimitExceeded, match=r"about e\^19\.3 seeds"):
        costly.encode([0], SHARED, np.random.default_rng(0))


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("gamma", {"gamma": 0.0}),
        ("gamma", {"gamma": 1.0}),
        ("seed_bits", {"seed_bits": 0}),
        ("seed_bits", {"seed_bits": 257}),
        ("generator", {"generator": "mersenne"}),
        ("truncation", {"truncation": -0.1}),
        ("truncation", {"truncation": 99.0}),
        ("candidate_limit", {"candidate_limit": 0.5}),
    ],
)
def test_wrong_parameters_are_refused(field: str, options: dict) -> None:
    with pytest.raises(ValueError, match=rf"^{field} must be .+; got .+\.$"):
        PseudorandomRejection(RESPONSE, **{"gamma": 0.1, **options})
    with pytest.raises(ValueError, match=r"^bits must be .+; got 0\.$"):
        FewBits(0)


# --- Guarantees ------------------------------------------------------------------------------------------------------


def test_guarantees_name_their_statements() -> None:
    pure = RESPONSE.privacy()
    strong = g.rejection_private(pure)
    assert (strong.epsilon, strong.delta, strong.against) == (1.3, 0.0, "decoder")
    assert any("generator" in condition for condition in strong.conditions)
    approximate = GaussianChannel(dimension=2, noise_std=3.0, norm_bound=1.0).privacy(1e-5)
    kept = g.rejection_private(approximate, gamma=1e-3)
    assert (kept.epsilon, kept.delta, kept.source) == (approximate.epsilon, 1e-5, "rejection.lemma3.11")
    cut = g.rejection_private(approximate, gamma=1e-3, truncated_mass=1e-3)
    assert cut.delta == pytest.approx(1e-5 + (1 + math.exp(approximate.epsilon)) * 2e-3)
    any_generator = g.rejection_any_generator(pure, deletion_epsilon=1.0)
    assert (any_generator.epsilon, any_generator.source) == (2.6, "rejection.lemma3.6")
    assert g.rejection_any_generator(pure, deletion_epsilon=math.inf).epsilon == math.inf
    assert g.rejection_tries(log_ratio_bound=2.0, gamma=0.01).value == math.ceil(math.exp(2) * math.log(100))
    assert g.rejection_distance(gamma=0.1, truncated_mass=0.2).value == pytest.approx(0.3)
    for found in (strong, kept, cut, any_generator):
        assert "Feldman & Talwar 2021" in g.cite(found.source)
    with pytest.raises(ValueError, match=r"^mechanism.delta must be 0 for this lemma; got 1e-05\.$"):
        g.rejection_any_generator(approximate, deletion_epsilon=1.0)


def test_a_ratio_without_lower_bound_is_not_protected_by_a_weak_generator() -> None:
    laplace = LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0, proposal_epsilon=0.5)
    assert PseudorandomRejection(laplace, 0.1, generator="few_bits").privacy()[1].epsilon == math.inf
    assert PseudorandomRejection(laplace, 0.1).privacy()[1].epsilon == 2.0
