"""Subset selection and RAPPOR: laws, ratios and privacy by enumeration, blocks and tree against scipy, costs."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ppr_core.channels import BitVectorChannel, RapporChannel, SubsetSelectionChannel
from ppr_core.channels.subset_tree import SubsetTree
from ppr_core.compressors import (
    BassilySmith,
    GenProt,
    MinimalRandomCoding,
    ModifiedMinimalRandomCoding,
    PoissonPrivateRepresentation,
    PoissonReference,
    PseudorandomRejection,
    TruncatedPoisson,
)
from ppr_core.randomness import SharedRandomness, SharedRows

SHARED = SharedRandomness(41)
SMALL = [
    *(SubsetSelectionChannel(size=k, epsilon=e) for k, e in ((2, 1.0), (5, 0.3), (7, 2.0), (6, 9.0))),
    *(RapporChannel(size=k, epsilon=e, notion=n) for k, e in ((2, 1.0), (5, 2.5)) for n in ("replacement", "deletion")),
]
every_small = pytest.mark.parametrize("channel", SMALL, ids=lambda c: f"{c.name} k={c.size} eps={c.epsilon}")


def outputs(size: int) -> np.ndarray:
    return (np.arange(2**size)[:, None] >> np.arange(size)) & 1


def matrix(channel: BitVectorChannel) -> np.ndarray:
    """P(z|x) from the definitions of the mechanisms, (inputs, 2^k)."""
    z, k, e = outputs(channel.size), channel.size, math.exp(channel.epsilon)
    if isinstance(channel, SubsetSelectionChannel):
        w = math.ceil(k / (e + 1))
        weight = (z.sum(axis=1) == w) * np.where(z.T == 1, e, 1.0)
        return weight / (e * math.comb(k - 1, w - 1) + math.comb(k - 1, w))
    other = 1 / (e + 1)
    one = np.full((k, k), other) + (0.5 - other if channel.notion == "replacement" else 1 - 2 * other) * np.eye(k)
    return np.prod(np.where(z == 1, one[:, None], 1 - one[:, None]), axis=2)


@every_small
def test_ratio_privacy_and_divergence_by_enumeration(channel: BitVectorChannel) -> None:
    law, z, k = matrix(channel), outputs(channel.size), channel.size
    possible = law.max(axis=0) > 0
    law, z = law[:, possible], z[possible]
    reference = np.where(z == 1, channel.mass, 1 - channel.mass).prod(axis=1)
    reference = np.full(len(z), 1 / len(z)) if isinstance(channel, SubsetSelectionChannel) else reference
    ratio = np.log(law / reference)
    assert channel.log_ratio(np.arange(k)[:, None], z[None]) == pytest.approx(ratio, abs=1e-12)
    assert channel.log_ratio_bound() == pytest.approx(ratio.max(), abs=1e-12)
    assert channel.divergence_bits(np.arange(k)) == pytest.approx((law * ratio).sum(axis=1) / math.log(2), abs=1e-12)
    levels = channel.two_levels()
    assert levels.mass * levels.high + (1 - levels.mass) * levels.low == pytest.approx(1, rel=1e-12)
    same, other = channel.bit_probabilities
    bits = law @ z
    assert np.diag(bits) == pytest.approx(np.full(k, same), rel=1e-12)
    assert bits[~np.eye(k, dtype=bool)] == pytest.approx(np.full(k * k - k, other), rel=1e-9)
    # The worst output reaches the stated ε, and none exceeds it.
    worst = np.log(law.max(axis=0) / law.min(axis=0)).max()
    assert channel.privacy().epsilon == pytest.approx(worst, rel=1e-12)


def test_notions_are_told_apart() -> None:
    """Symmetric RAPPOR at deletion ε is not ε-private between two inputs, but 2ε."""
    deletion = RapporChannel(size=5, epsilon=1.2, notion="deletion")
    law = matrix(deletion)
    assert np.log(law[0] / law[1]).max() == pytest.approx(2.4, rel=1e-12)
    assert deletion.privacy().epsilon == 2.4
    replacement = RapporChannel(size=5, epsilon=1.2)
    assert replacement.privacy().epsilon == 1.2


def test_closed_forms_of_the_largest_ratio() -> None:
    for epsilon in (0.2, 1.0, 4.0):
        subset = SubsetSelectionChannel(size=1000, epsilon=epsilon)
        theta = subset.subset_size / 1000
        assert math.exp(subset.log_ratio_bound()) == pytest.approx(1 / (theta + (1 - theta) * math.exp(-epsilon)))
        assert math.exp(RapporChannel(size=9, epsilon=epsilon).log_ratio_bound()) == pytest.approx(
            (math.exp(epsilon) + 1) / 2
        )
        assert RapporChannel(size=9, epsilon=epsilon, notion="deletion").log_ratio_bound() == epsilon


@pytest.mark.parametrize(("size", "subset"), [(17, 5), (64, 20), (100, 50), (250, 3), (1000, 269)])
def test_splits_of_the_tree_are_hypergeometric(size: int, subset: int) -> None:
    """Just below and just above each step of scipy's distribution function, for every node and several counts."""
    tree = SubsetTree(size, subset)
    for node in np.nonzero(tree._left)[0]:
        left, right = tree._size[tree._left[node]], tree._size[tree._right[node]]
        law = stats.hypergeom(size, subset, left + right)
        for ones in np.unique(law.ppf([1e-9, 0.1, 0.5, 0.9, 1 - 1e-9]).astype(int)):
            steps = stats.hypergeom(left + right, ones, left)
            counts = np.arange(max(0, ones - right), min(left, ones) + 1)
            cdf = steps.cdf(counts)
            clear = (cdf > 1e-9) & (cdf < 1 - 1e-9) & (steps.pmf(counts) > 1e-8)
            for shift, expected in ((-1e-9, counts), (1e-9, counts + 1)):
                found = tree._splits.left_ones(np.array([node]), np.array([ones]), cdf[clear] + shift)
                assert np.array_equal(found, expected[clear])


@pytest.mark.parametrize("size", [1, 3, 16])
def test_one_uniform_gives_independent_bits(size: int) -> None:
    """On equally spaced uniforms every pattern has its share, up to the ends of its interval."""
    channel = RapporChannel(size=max(size, 2), epsilon=0.7)
    count = 2**20
    z = channel.proposal(((np.arange(count) + 0.5) / count)[:, None])
    found = np.bincount(z.astype(np.int64) @ (1 << np.arange(channel.size)), minlength=2**channel.size)
    law = np.where(outputs(channel.size) == 1, channel.mass, 1 - channel.mass).prod(axis=1)
    assert np.abs(found - count * law).max() <= 1.001


@pytest.mark.parametrize("uniform", [2.0**-53, 0.5, 1 - 2.0**-53])
@pytest.mark.parametrize(
    ("size", "epsilon"), [(2, 1e-6), (2, 500.0), (33, 500.0), (33, 40.0), (4000, 0.001), (4000, 9.0)]
)
def test_extremes(size: int, epsilon: float, uniform: float) -> None:
    subset = SubsetSelectionChannel(size=size, epsilon=epsilon)
    z = subset.proposal(np.full((2, subset.width), uniform))
    assert np.all(z.sum(axis=1) == subset.subset_size) and set(np.unique(z)) <= {0, 1}
    for notion in ("replacement", "deletion"):
        rappor = RapporChannel(size=size, epsilon=epsilon, notion=notion)
        assert set(np.unique(rappor.proposal(np.full((2, rappor.width), uniform)))) <= {0, 1}
        assert math.isfinite(rappor.log_ratio_bound()) and np.all(rappor.divergence_bits([0, 1]) >= 0)


@pytest.mark.parametrize(
    "channel",
    [SubsetSelectionChannel(size=300, epsilon=1.5), RapporChannel(size=300, epsilon=1.5)],
    ids=lambda channel: channel.name,
)
def test_pairs_of_bits_within_and_across_blocks(channel: BitVectorChannel) -> None:
    """Under Q and under P, at input 20: every pair of a few coordinates, within 5.5 standard errors."""
    count, w = 40_000, channel.mass * channel.size
    places = np.array([0, 1, 15, 16, 20, 160, 299])
    z = channel.proposal(SHARED.uniforms(np.arange(count), channel.width))
    own = channel.sample(np.full(count, 20), np.random.default_rng(3))
    fixed = isinstance(channel, SubsetSelectionChannel)
    if fixed:
        assert np.all(z.sum(axis=1) == channel.subset_size) and np.all(own.sum(axis=1) == channel.subset_size)
    else:
        ones = np.bincount(z.sum(axis=1), minlength=301)
        law = stats.binom(300, channel.mass).pmf(np.arange(301))
        usual = law * count > 5
        assert stats.chisquare(ones[usual], law[usual] / law[usual].sum() * ones[usual].sum()).pvalue > 1e-6
    both = channel.mass * (w - 1) / (channel.size - 1) if fixed else channel.mass**2
    same, other = channel.bit_probabilities
    others = other**2
    if fixed:  # given bit x, the rest is a uniform subset of w − 1 or w of the k − 1 others
        k = channel.size
        others = (same * (w - 1) * (w - 2) + (1 - same) * w * (w - 1)) / ((k - 1) * (k - 2))
    with_own = same * ((w - 1) / (channel.size - 1) if fixed else other)
    for i, first in enumerate(places):
        for second in places[i + 1 :]:
            for sample, expected in ((z, both), (own, with_own if 20 in (first, second) else others)):
                found = np.mean(sample[:, first] & sample[:, second])
                assert abs(found - expected) < 5.5 * math.sqrt(expected / count)
    assert abs(own[:, 20].mean() - same) < 5.5 * math.sqrt(0.25 / count)


def test_single_uniforms_of_shared_rows() -> None:
    indices = np.array([0, 1, 2**40, 2**63, 3**60, 2**64 + 5], dtype=object)
    tables = np.array([0, 5, 5, 1, 2, 9])
    whole = SHARED.uniforms(indices, 11, tables)
    for columns in (np.arange(6), np.array([10, 9, 0, 0, 3, 4])):
        found = SHARED.uniforms_at(indices, columns, tables)
        assert np.array_equal(found, whole[np.arange(6), columns])
    assert np.array_equal(SHARED.uniforms_at(np.arange(4), np.full(4, 7)), SHARED.uniforms(np.arange(4), 8)[:, 7])
    assert SHARED.uniforms_at(np.empty(0, dtype=int), np.empty(0, dtype=int)).shape == (0,)
    for wrong in ([-1], [0.5], [1, 2], [[1]]):
        with pytest.raises(ValueError, match=r"^columns must be .+; got .+\.$"):
            SHARED.uniforms_at([3], wrong)


class CountingRows(SharedRows):
    """Counts the uniforms that are read."""

    read = 0

    def at(self, columns):
        CountingRows.read += len(columns)
        return super().at(columns)

    def whole(self, width):
        raise AssertionError("the whole row was read")

    def __getitem__(self, chosen):
        return CountingRows(self.shared, self.indices[chosen], self.tables[chosen])


@pytest.mark.parametrize("epsilon", [1.0, 3.0])
def test_a_ratio_reads_few_uniforms(epsilon: float) -> None:
    count = 500
    rows = CountingRows(SHARED, np.arange(count), np.zeros(count, dtype=int))
    for kind, most in ((RapporChannel, 1), (SubsetSelectionChannel, 7)):
        CountingRows.read, channel = 0, kind(size=1000, epsilon=epsilon)
        channel.candidate_log_ratio(np.arange(count), rows)
        assert channel.ratio_width == most and CountingRows.read <= most * count


@pytest.mark.parametrize(
    "channel",
    [SubsetSelectionChannel(size=90, epsilon=0.6), RapporChannel(size=90, epsilon=0.6, notion="deletion")],
    ids=lambda channel: channel.name,
)
def test_every_compressor_runs(channel: BitVectorChannel) -> None:
    """The bit of the true category comes out with probability α1 (exact schemes), lost reports as rows of −1."""
    x = np.arange(3000) % 90
    same, _ = channel.bit_probabilities
    for compressor in (
        PoissonReference(channel, 4.0),
        PoissonPrivateRepresentation(channel, 2.0),
        TruncatedPoisson(channel, 2.0, 8),
        MinimalRandomCoding(channel, 8),
        ModifiedMinimalRandomCoding(channel, 8),
        GenProt(channel, 8),
        BassilySmith(channel),
        PseudorandomRejection(channel, 1e-6),
    ):
        messages = compressor.encode(x, SHARED, np.random.default_rng(1))
        z = compressor.decode(messages, SHARED)
        assert z.shape == (3000, 90) and z.dtype == np.int8
        if compressor.name == "bassily_smith":
            lost = messages.indices == 2
            assert np.all(z[lost] == -1) and 0.45 < lost.mean() < 0.55
            x_kept, z = x[~lost], z[~lost]
        else:
            x_kept = x
        if compressor.exact or compressor.name in ("bassily_smith", "pseudorandom_rejection"):
            found = z[np.arange(len(z)), x_kept].mean()
            assert abs(found - same) < 5 * math.sqrt(0.25 / len(z))


@pytest.mark.parametrize("size", [1, 2**16 + 1, 2.5])
@pytest.mark.parametrize("kind", [SubsetSelectionChannel, RapporChannel])
def test_wrong_sizes_are_refused(kind: type[BitVectorChannel], size: float) -> None:
    if kind is RapporChannel and size == 2**16 + 1:
        size = 2**20 + 1
    with pytest.raises(ValueError, match=r"^size must be .+; got .+\.$"):
        kind(size=size, epsilon=1.0)


def test_wrong_parameters_are_refused() -> None:
    for epsilon in (0.0, -1.0, 501.0, math.nan, math.inf):
        with pytest.raises(ValueError, match=r"^epsilon must be .+; got .+\.$"):
            SubsetSelectionChannel(size=4, epsilon=epsilon)
    with pytest.raises(ValueError, match=r"^notion must be one of replacement, deletion; got 'central'\.$"):
        RapporChannel(size=4, epsilon=1.0, notion="central")


@pytest.mark.parametrize("size", [2, 15, 16, 17, 33, 48, 49, 100, 257, 300, 513, 1000])
def test_the_shape_of_a_tree_is_known_before_it_is_built(size: int) -> None:
    tree = SubsetTree(size, max(1, size // 3))
    assert SubsetTree.shape(size) == (tree.width, len(tree._levels)) == (len(tree._column), tree.depth)


def test_predicting_a_run_builds_no_tree() -> None:
    """Its laws take a second for 2¹⁵ categories."""
    channel = SubsetSelectionChannel(size=2**15, epsilon=7.5)
    assert (channel.width, channel.ratio_width) == (4095, 12) and "_tree" not in vars(channel)
