"""Every mechanism that pages offer, declared once: its parameters, its channel, its inputs, and what it supports."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ppr_core import accounting, validation
from ppr_core.channels import (
    Channel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
    TruncatedGeometricChannel,
)
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.planning import CategoryRelease, Release

__all__ = ["DATA", "MECHANISMS", "Data", "Mechanism", "MechanismParameters", "labels"]


@dataclass(frozen=True)
class Data:
    """What a mechanism is fed.

    size: the field that says how large an input is; datum: what one is called; plain: what an output is called when it
    is sent as it is, one and several; point(channel, position): an input, at a share of the largest length for
    vectors; ends(channel): two inputs as far apart as can be. observed: what is looked at of an output, "" where there
    are several views; event: the outputs that say x, in symbols.
    """

    size: str
    datum: str
    plain: tuple[str, str]
    plain_bits: Callable[[Channel], float]
    point: Callable[[Channel, float], np.ndarray]
    ends: Callable[[Channel], tuple[np.ndarray, np.ndarray]]
    observed: str = ""
    event: str = ""


def _axis(channel: Channel, length: float) -> np.ndarray:
    """length·e₁, (d,)."""
    x = np.zeros(channel.dimension)
    x[0] = length
    return x


_FLOATS = ("32-bit float", "32-bit floats")
_CATEGORIES = {
    "size": "categories",
    "datum": "category",
    "point": lambda channel, position: np.array(0),
    "ends": lambda channel: (np.array(0), np.array(channel.input_size - 1)),
}

#: kind of data -> what it is.
DATA: dict[str, Data] = {
    "vector": Data(
        size="dimension",
        datum="vector",
        plain=_FLOATS,
        plain_bits=lambda channel: 32.0 * channel.dimension,
        point=lambda channel, position: _axis(channel, position * channel.norm_bound),
        ends=lambda channel: (_axis(channel, channel.norm_bound), _axis(channel, -channel.norm_bound)),
    ),
    # A unit vector is as long as it is, wherever it points.
    "direction": Data(
        size="dimension",
        datum="unit vector",
        plain=_FLOATS,
        plain_bits=lambda channel: 32.0 * channel.dimension,
        point=lambda channel, position: _axis(channel, 1.0),
        ends=lambda channel: (_axis(channel, 1.0), _axis(channel, -1.0)),
    ),
    "category": Data(
        plain=("plain category", "plain categories"),
        observed="category",
        event="z = x",
        plain_bits=lambda channel: float(math.ceil(math.log2(channel.output_size))),
        **_CATEGORIES,
    ),
    "bits": Data(
        plain=("plain bit vector", "plain bit vectors"),
        observed="true bit + number of the others that are 1",
        event="bit x is 1",
        plain_bits=lambda channel: float(channel.size),
        **_CATEGORIES,
    ),
}


@dataclass(frozen=True)
class Mechanism:
    """A local randomizer as the pages offer it.

    data: kind of its inputs, a key of `DATA`; takes: the fields of `MechanismParameters` that set it; build: those
    fields -> the channel; release: the same mechanism from the privacy it is to reach, None where no ε sets it;
    chunks: its noise is independent over coordinates, so that a vector may be sent in pieces. epsilon_axis: what ε is
    called on an axis; with_epsilon(p, ε): the parameters p at which its ε is this, epsilon_of(p): that ε. None where
    it has no ε of its own. uniform: the proposal is uniform on the outputs.
    """

    name: str
    label: str
    data: str
    takes: frozenset[str]
    build: Callable[[MechanismParameters], Channel]
    release: Callable[[Release], Channel] | None = None
    chunks: bool = False
    uniform: bool = False
    epsilon_axis: str = "ε of the mechanism, in nats"
    with_epsilon: Callable[[MechanismParameters, float], MechanismParameters] | None = None
    epsilon_of: Callable[[MechanismParameters], float] | None = None

    @property
    def kind(self) -> Data:
        """What it is fed."""
        return DATA[self.data]

    @property
    def finite(self) -> bool:
        """Its outputs are categories or bit vectors."""
        return self.data in ("category", "bits")


def labels(*names: str) -> dict[str, str]:
    """name -> label of these mechanisms, of all without names."""
    return {name: MECHANISMS[name].label for name in names or MECHANISMS}


def _laplace(p: MechanismParameters) -> Channel:
    shape = {"dimension": p.dimension, "epsilon": p.epsilon, "norm_bound": p.norm_bound}
    flat = LaplaceChannel(**shape).proposal_epsilon / p.proposal_scale
    return LaplaceChannel(**shape, proposal_epsilon=min(flat, p.epsilon))


def _gaussian(p: MechanismParameters) -> Channel:
    shape = {"dimension": p.dimension, "noise_std": p.noise_std, "norm_bound": p.norm_bound}
    return GaussianChannel(**shape, proposal_width=GaussianChannel(**shape).proposal_width * p.proposal_scale)


def _laplace_release(goal: Release) -> Channel:
    epsilon = goal.epsilon / (2 * goal.norm_bound)
    return LaplaceChannel(dimension=goal.dimension, epsilon=epsilon, norm_bound=goal.norm_bound)


def _privunit_release(goal: Release) -> Channel:
    return PrivUnitChannel(dimension=goal.dimension, epsilon=goal.epsilon)


def _gaussian_release(goal: Release) -> Channel:
    noise = accounting.gaussian_noise_std(2 * goal.norm_bound, goal.epsilon, goal.delta)
    return GaussianChannel(dimension=goal.dimension, noise_std=noise, norm_bound=goal.norm_bound)


def _gaussian_with_epsilon(p: MechanismParameters, epsilon: float) -> MechanismParameters:
    """The noise that makes any two inputs of the ball (ε, δ)-indistinguishable, within the range of s."""
    spec = p.specs()["noise_std"]
    noise = accounting.gaussian_noise_std(2 * p.norm_bound, epsilon, Release.delta)
    return p.replace(noise_std=min(max(noise, spec.low), spec.high))


def _gaussian_epsilon(p: MechanismParameters) -> float:
    return accounting.gaussian_privacy(p.noise_std, 2 * p.norm_bound, Release.delta).epsilon


_VECTOR = frozenset({"dimension", "norm_bound", "position", "proposal_scale"})
_OWN_EPSILON = {
    "with_epsilon": lambda p, epsilon: p.replace(epsilon=epsilon),
    "epsilon_of": lambda p: p.epsilon,
}


def _of_categories(kind: type[Channel], data: str, **more: object) -> Mechanism:
    return Mechanism(
        name=kind.name,
        label=kind.label,
        data=data,
        takes=frozenset({"epsilon", "categories"}),
        build=lambda p: kind(size=p.categories, epsilon=p.epsilon),
        release=CategoryRelease(kind),
        **_OWN_EPSILON,
        **more,
    )


#: name -> declaration, in the order of the menus.
MECHANISMS: Mapping[str, Mechanism] = {
    one.name: one
    for one in (
        Mechanism(
            name=LaplaceChannel.name,
            label=LaplaceChannel.label,
            data="vector",
            takes=_VECTOR | {"epsilon"},
            build=_laplace,
            release=_laplace_release,
            epsilon_axis="ε of the mechanism, in nats per unit of distance",
            **_OWN_EPSILON,
        ),
        Mechanism(
            name=GaussianChannel.name,
            label=GaussianChannel.label,
            data="vector",
            takes=_VECTOR | {"noise_std"},
            build=_gaussian,
            release=_gaussian_release,
            chunks=True,
            epsilon_axis=f"local ε of the mechanism at δ = {Release.delta:g}, in nats",
            with_epsilon=_gaussian_with_epsilon,
            epsilon_of=_gaussian_epsilon,
        ),
        Mechanism(
            name=PrivUnitChannel.name,
            label=PrivUnitChannel.label,
            data="direction",
            takes=frozenset({"epsilon", "dimension"}),
            build=lambda p: PrivUnitChannel(dimension=p.dimension, epsilon=p.epsilon),
            release=_privunit_release,
            uniform=True,
            **_OWN_EPSILON,
        ),
        _of_categories(RandomizedResponseChannel, "category", uniform=True),
        _of_categories(TruncatedGeometricChannel, "category"),
        _of_categories(SubsetSelectionChannel, "bits", uniform=True),
        _of_categories(RapporChannel, "bits"),
    )
}


@dataclass(frozen=True, kw_only=True)
class MechanismParameters(Parameters):
    """A mechanism, its input and its proposal. Subclasses add what they do with it.

    The input is x = position·norm_bound·(1, 0, …, 0), or category 0. The proposal is the one with the smallest r*
    made proposal_scale times as wide: variance y·scale beyond s² for the Gaussian, ε′/scale (at most ε) for Laplace.
    """

    mechanism: str = parameter(
        "laplace", kind="choice", label="Mechanism", choices=labels(),
        help="The randomizer whose outputs are to be sent: noise on a vector, or a noisy category.",
    )  # fmt: skip
    epsilon: float = parameter(
        3.0, kind="real", label="Privacy loss", symbol="ε", unit="nats", low=0.05, high=20.0, scale="log",
        help="Laplace: per unit of distance, so the noise has scale 1/ε. All others: between any two inputs.",
    )  # fmt: skip
    dimension: int = parameter(1, kind="integer", label="Dimension", symbol="d", low=1, high=200, scale="log")
    noise_std: float = parameter(
        1.0, kind="real", label="Noise", symbol="s", low=0.01, high=1000.0, scale="log",
        help="Standard deviation of the Gaussian noise on every coordinate.",
    )  # fmt: skip
    norm_bound: float = parameter(
        1.0, kind="real", label="Norm bound", symbol="C", low=0.01, high=1000.0, scale="log", group="more",
        help="Largest length of an input the mechanism allows.",
    )  # fmt: skip
    position: float = parameter(
        1.0, kind="real", label="Input length", symbol="‖x‖/C", low=0.0, high=1.0, group="more",
        help="As a share of C. The input lies on the first axis; at 1 it is as far out as the mechanism allows.",
    )  # fmt: skip
    categories: int = parameter(
        8, kind="integer", label="Categories", symbol="k", low=2, high=50, group="more",
        help="How many values an input can take.",
    )  # fmt: skip
    proposal_scale: float = parameter(
        1.0, kind="real", label="Proposal width", unit="× best", low=0.1, high=10.0, scale="log", group="more",
        help="Best is the width with the smallest r*, so the fewest candidates. Others are as exact, but slower.",
    )  # fmt: skip

    @property
    def chosen(self) -> Mechanism:
        """The declaration of the mechanism."""
        return MECHANISMS[self.mechanism]

    def check(self) -> None:
        super().check()
        if self.chosen.data == "direction":
            allowed = f"at least 2 for {self.chosen.label}, whose vectors lie on a sphere"
            validation.require(self.dimension >= 2, "dimension", self.dimension, allowed)

    def unused(self) -> dict[str, str]:
        """Fields that the chosen mechanism does not have."""
        reasons, own = super().unused(), set(MechanismParameters.specs()) - {"mechanism"}
        for name in own - self.chosen.takes:
            reasons[name] = f"{self.chosen.label} has no such setting."
        return reasons

    def channel(self) -> Channel:
        """The mechanism with its proposal."""
        return self.chosen.build(self)

    def input(self) -> np.ndarray:
        """The input: (d,), or a category as a 0-dimensional array."""
        return self.chosen.kind.point(self.channel(), self.position)
