"""Small examples of every registered channel and compressor; the contract suites run on all of them.

A registered class without an example fails the suite: add one here when a channel or compressor is added.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import special, stats

from ppr_core.channels import (
    CHANNELS,
    BitVectorChannel,
    CategoryChannel,
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    ScalarNoiseChannel,
    SubsetSelectionChannel,
    TruncatedGeometricChannel,
)
from ppr_core.compressors import COMPRESSORS, Compressor

__all__ = [
    "CHANNEL_EXAMPLES",
    "COMPRESSOR_EXAMPLES",
    "ChannelExample",
    "CompressorExample",
    "category_p_values",
    "channel_examples",
    "chi_square_p_value",
    "pairs",
    "shifted",
]

Distribution = Callable[[np.ndarray], np.ndarray]
PValues = Callable[[np.ndarray, np.ndarray], list[float]]


@dataclass(frozen=True)
class ChannelExample:
    """A channel, allowed inputs (k, *event_shape) and a test of its law against independent formulas.

    p_values: (x, z) with z_i ~ P(·|x_i), both (n, *event_shape) -> p-values of the hypothesis that this is so.
    """

    label: str
    channel: Channel
    x: np.ndarray
    p_values: PValues

    def batch(self, size: int) -> np.ndarray:
        """The inputs in turn, (size, *event_shape)."""
        return self.x[np.arange(size) % len(self.x)]


@dataclass(frozen=True)
class CompressorExample:
    """How to build a compressor on a channel, and what the contract expects of it.

    samples: decoded samples for the test of the law; noticed: not exact, and so far from exact that the test must
    notice it; suits: whether the compressor runs on that channel at all.
    """

    label: str
    build: Callable[[Channel], Compressor]
    samples: int = 200_000
    noticed: bool = False
    suits: Callable[[Channel], bool] = lambda channel: True


def chi_square_p_value(counts: np.ndarray, probabilities: np.ndarray) -> float:
    """Chi-square test of counts (m,) against probabilities (m,); cells expected below 5 are merged.

    A count where the probability is 0 gives p-value 0.
    """
    expected = counts.sum() * probabilities
    if np.any(counts[probabilities == 0] > 0):
        return 0.0
    rare = expected < 5
    seen = np.append(counts[~rare], counts[rare].sum())
    wanted = np.append(expected[~rare], expected[rare].sum())
    seen, wanted = seen[wanted > 0], wanted[wanted > 0]
    return float(stats.chisquare(seen, wanted).pvalue) if len(seen) > 1 else 1.0


def category_p_values(channel: CategoryChannel) -> PValues:
    """Chi-square of the outputs against the matrix row, for every input that occurs."""

    def p_values(x: np.ndarray, z: np.ndarray) -> list[float]:
        matrix = channel.matrix
        return [
            chi_square_p_value(np.bincount(z[x == row], minlength=matrix.shape[1]), matrix[row]) for row in np.unique(x)
        ]

    return p_values


def shifted(coordinate: Distribution, radius: Distribution, edges: np.ndarray) -> PValues:
    """Tests of z = x + noise with spherical noise, from the distribution functions of a coordinate and the radius.

    Kolmogorov–Smirnov on the first coordinate and (d > 1) on the projection to a fixed direction, chi-square on the
    radius with the given edges.
    """

    def p_values(x: np.ndarray, z: np.ndarray) -> list[float]:
        noise = z - x
        direction = np.cos(1.0 + 2.0 * np.arange(noise.shape[1]))
        direction /= np.linalg.norm(direction)
        found = [stats.kstest(noise[:, 0], coordinate).pvalue]
        if len(direction) > 1:
            found.append(stats.kstest(noise @ direction, coordinate).pvalue)
        bounds = np.concatenate([[0.0], edges, [np.inf]])
        counts = np.histogram(np.linalg.norm(noise, axis=1), bounds)[0]
        return [*map(float, found), chi_square_p_value(counts, np.diff(radius(bounds)))]

    return p_values


def _inputs(dimension: int, norm_bound: float) -> np.ndarray:
    """The origin, a point inside the ball and two on its surface, (4, d)."""
    spread = np.sin(1.0 + np.arange(dimension))
    first = np.eye(dimension)[0]
    return norm_bound * np.stack([0 * first, 0.4 * first, first, -spread / np.linalg.norm(spread)])


def _gaussian(label: str, dimension: int, noise_std: float, norm_bound: float, **others: float) -> ChannelExample:
    channel = GaussianChannel(dimension=dimension, noise_std=noise_std, norm_bound=norm_bound, **others)
    radius = stats.chi(dimension, scale=noise_std)
    test = shifted(stats.norm(scale=noise_std).cdf, radius.cdf, radius.ppf(np.linspace(0, 1, 41)[1:-1]))
    return ChannelExample(label, channel, _inputs(dimension, norm_bound), test)


def _laplace_coordinate_3(epsilon: float) -> Distribution:
    """Coordinate of the density ∝ exp(−ε‖z‖) in R³: density ε(1 + ε|t|) e^{−ε|t|}/4."""

    def distribution(t: np.ndarray) -> np.ndarray:
        tail = (2 + epsilon * np.abs(t)) * np.exp(-epsilon * np.abs(t)) / 4
        return np.where(t < 0, tail, 1 - tail)

    return distribution


def _laplace(label: str, dimension: int, epsilon: float, norm_bound: float, **others: float) -> ChannelExample:
    channel = LaplaceChannel(dimension=dimension, epsilon=epsilon, norm_bound=norm_bound, **others)
    coordinate = {1: stats.laplace(scale=1 / epsilon).cdf, 3: _laplace_coordinate_3(epsilon)}[dimension]
    radius = stats.gamma(dimension, scale=1 / epsilon)
    test = shifted(coordinate, radius.cdf, radius.ppf(np.linspace(0, 1, 41)[1:-1]))
    return ChannelExample(label, channel, _inputs(dimension, norm_bound), test)


def _privunit(label: str, epsilon: float) -> ChannelExample:
    """d = 3, where ⟨x, z⟩ is uniform on [−1, 1] under Q: the best cap is γ = tanh(ε/4), with p = 1/(1 + e^{−ε/2})."""
    gamma, cap = math.tanh(epsilon / 4), 1 / (1 + math.exp(-epsilon / 2))
    side = np.array([0.6, 0.0, 0.8])

    def along(t: np.ndarray) -> np.ndarray:
        return (1 - cap) * np.minimum((1 + t) / (1 + gamma), 1) + cap * np.maximum((t - gamma) / (1 - gamma), 0)

    def p_values(x: np.ndarray, z: np.ndarray) -> list[float]:
        """Of ⟨x, z⟩, of the mass of the cap, and of the angle around x, which is uniform."""
        inner = np.einsum("ij,ij->i", x, z)
        across = np.cross(x, side)
        across /= np.linalg.norm(across, axis=1, keepdims=True)
        turn = np.einsum("ij,ij->i", across, z) / np.sqrt(1 - inner**2)
        inside = np.count_nonzero(inner >= gamma)
        return [
            float(stats.kstest(inner, along).pvalue),
            chi_square_p_value(np.array([inside, len(x) - inside]), np.array([cap, 1 - cap])),
            float(stats.kstest(turn, lambda u: 1 - np.arccos(np.clip(u, -1, 1)) / np.pi).pvalue),
        ]

    x = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [2 / 3, 2 / 3, -1 / 3]])
    return ChannelExample(label, PrivUnitChannel(dimension=3, epsilon=epsilon), x, p_values)


def _categories(label: str, channel: CategoryChannel) -> ChannelExample:
    return ChannelExample(label, channel, np.arange(channel.input_size), category_p_values(channel))


def _bit_vectors(label: str, channel: BitVectorChannel, x: list[int], probability: Distribution) -> ChannelExample:
    """Chi-square over all outputs of each input; probability: of z (m, k) given that bit x is the last one, (m,)."""
    places = np.arange(channel.size)
    outputs = (np.arange(2**channel.size)[:, None] >> places[::-1]) & 1
    law = probability(outputs)

    def p_values(x: np.ndarray, z: np.ndarray) -> list[float]:
        found = []
        for value in np.unique(x):
            order = np.append(np.delete(places, value), value)
            code = z[x == value][:, order].astype(np.int64) @ (1 << places[::-1])
            found.append(chi_square_p_value(np.bincount(code, minlength=len(law)), law))
        return found

    return ChannelExample(label, channel, np.array(x), p_values)


def _scalar_noise(label: str, law: str, norm_bound: float, scale: float, noise: Distribution) -> ChannelExample:
    """noise: the distribution function at scale 1, by a formula of its own; the noise is symmetric."""
    channel = ScalarNoiseChannel(law, norm_bound=norm_bound, scale=scale)
    test = shifted(lambda t: noise(t / scale), lambda r: 2 * noise(r / scale) - 1, scale * np.linspace(0.2, 3, 15))
    return ChannelExample(label, channel, _inputs(1, norm_bound), test)


def _subset_selection(label: str, size: int, epsilon: float, x: list[int]) -> ChannelExample:
    channel = SubsetSelectionChannel(size=size, epsilon=epsilon)
    w = math.ceil(size / (math.exp(epsilon) + 1))
    mean = math.comb(size - 1, w - 1) * math.exp(epsilon) + math.comb(size - 1, w)

    def probability(z: np.ndarray) -> np.ndarray:
        return (z.sum(axis=1) == w) * np.exp(epsilon * z[:, -1]) / mean

    return _bit_vectors(label, channel, x, probability)


def _rappor(label: str, size: int, epsilon: float, notion: str) -> ChannelExample:
    channel = RapporChannel(size=size, epsilon=epsilon, notion=notion)
    other = 1 / (math.exp(epsilon) + 1)
    same = 0.5 if notion == "replacement" else 1 - other

    def probability(z: np.ndarray) -> np.ndarray:
        one = np.where(np.arange(size) == size - 1, same, other)
        return np.prod(np.where(z == 1, one, 1 - one), axis=1)

    return _bit_vectors(label, channel, list(range(size)), probability)


_MATRIX = np.array([[0.5, 0.3, 0.2, 0.0], [0.1, 0.2, 0.3, 0.4], [0.25, 0.0, 0.05, 0.7]])

#: registered name -> examples, each with r* of a few units.
CHANNEL_EXAMPLES: dict[str, list[ChannelExample]] = {
    "gaussian": [
        _gaussian("gaussian d=1", 1, 1.0, 1.0),
        _gaussian("gaussian d=4", 4, 2.5, 2.0, proposal_width=2.5),
    ],
    "laplace": [
        _laplace("laplace d=1", 1, 0.9, 1.0),
        _laplace("laplace d=3", 3, 1.0, 1.0, proposal_epsilon=0.8),
    ],
    "privunit": [_privunit("privunit d=3", 2.0)],
    "randomized_response": [_categories("randomized response", RandomizedResponseChannel(size=5, epsilon=1.5))],
    # 18 coordinates are two blocks of the tree that draws the subsets.
    "subset_selection": [_subset_selection("subset selection k=18", 18, 1.5, [0, 15, 17])],
    "rappor": [_rappor("rappor k=5", 5, 1.5, "replacement")],
    "finite": [
        _categories("finite minimal", FiniteChannel(_MATRIX)),
        _categories("finite given", FiniteChannel(_MATRIX, proposal=[0.4, 0.25, 0.15, 0.2])),
    ],
    "geometric": [_categories("truncated geometric", TruncatedGeometricChannel(size=5, epsilon=2.0))],
    "scalar_noise": [_scalar_noise("normal noise", "norm", 1.5, 1.2, special.ndtr)],
}


def _example(name: str, label: str, **others: object) -> CompressorExample:
    """An example of the compressor of that name; ``options`` are its parameters."""
    options = others.pop("options")
    return CompressorExample(label, lambda channel: COMPRESSORS[name](channel, **options), **others)


def _one_of_a_kind(channel: Channel) -> bool:
    """One channel each of numbers, vectors, directions and categories, for compressors that are slow to test."""
    kinds = ("gaussian d=1", "laplace d=3", "privunit d=3", "randomized response")
    return any(example.channel is channel for example in channel_examples() if example.label in kinds)


def _single_peak(channel: Channel) -> bool:
    return channel.ratio_peak(channel.inputs(np.zeros((0, *channel.event_shape)))) is not None


#: registered name -> examples.
COMPRESSOR_EXAMPLES: dict[str, list[CompressorExample]] = {
    "ppr": [
        # Indices of hundreds of bits take seconds, and hardly depend on the channel.
        _example("ppr", "ppr alpha=1.02", options={"alpha": 1.02}, suits=_one_of_a_kind),
        *(_example("ppr", f"ppr alpha={alpha}", options={"alpha": alpha}) for alpha in (1.3, 2.0, math.inf)),
    ],
    # One input at a time in Python, 0.1 to 0.7 ms each: fewer samples on fewer channels, which it hardly depends on.
    "ppr_algorithm1": [
        _example("ppr_algorithm1", "algorithm 1 alpha=4", options={"alpha": 4.0}, samples=20_000, suits=_one_of_a_kind)
    ],
    "ppr_tree": [_example("ppr_tree", "ppr by a tree alpha=2.0", options={"alpha": 2.0}, suits=_single_peak)],
    # Misses PPR's winner once in 10⁸ encodes: too near for the tests of laws, which `test_constant_looks` makes.
    "ppr_constant_looks": [
        _example("ppr_constant_looks", "ppr by constant looks", options={"alpha": 2.0, "failure": 1e-8})
    ],
    "truncated_ppr": [
        _example("truncated_ppr", "truncated ppr N=4", options={"alpha": 2.0, "candidates": 4}, noticed=True)
    ],
    "mrc": [_example("mrc", "mrc N=16", options={"candidates": 16}, noticed=True)],
    "modified_mrc": [
        _example(
            "modified_mrc",
            "modified mrc N=16",
            options={"candidates": 16},
            noticed=True,
            suits=lambda channel: channel.two_levels() is not None,
        )
    ],
    "greedy_rejection": [
        _example(
            "greedy_rejection",
            "greedy rejection",
            options={},
            suits=lambda channel: isinstance(channel, CategoryChannel) or channel.two_levels() is not None,
        )
    ],
    # Loses half of the reports, so its outputs are not compared with the channel's.
    "bassily_smith": [
        _example(
            "bassily_smith",
            "bassily-smith",
            options={},
            suits=lambda channel: channel.log_ratio_bound() < math.log(2),
        )
    ],
    "pseudorandom_rejection": [_example("pseudorandom_rejection", "pseudorandom rejection", options={"gamma": 1e-6})],
    "genprot": [
        _example(
            "genprot",
            "genprot T=4",  # exact but for the share 2⁻ᵀ where r* < 2
            options={"candidates": 4},
            noticed=True,
            suits=lambda channel: math.isfinite(channel.privacy().epsilon),
        )
    ],
}


def channel_examples() -> list[ChannelExample]:
    """The examples of all registered channels."""
    return [example for name in CHANNELS for example in CHANNEL_EXAMPLES.get(name, [])]


def pairs(chosen: Callable[[CompressorExample], bool]) -> list[tuple[CompressorExample, ChannelExample]]:
    """Every chosen example of a registered compressor with every channel example that it suits."""
    return [
        (compressor, example)
        for name in COMPRESSORS
        for compressor in COMPRESSOR_EXAMPLES.get(name, [])
        if chosen(compressor)
        for example in channel_examples()
        if compressor.suits(example.channel)
    ]
