"""Every mechanism that pages offer, declared once: its parameters, its channel, its inputs, and what it supports."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core import accounting, validation
from ppr_core.channels import (
    Channel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    Release,
    ScalarNoiseChannel,
    SubsetSelectionChannel,
    TruncatedGeometricChannel,
)
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary import mechanism_forms as forms
from ppr_core.wording import number

__all__ = ["DATA", "MECHANISMS", "Data", "Mechanism", "MechanismParameters", "declined", "labels", "served"]


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
    plain_bits: Callable[[Any], float]
    point: Callable[[Any, float], np.ndarray]
    ends: Callable[[Any], tuple[np.ndarray, np.ndarray]]
    observed: str = ""
    event: str = ""


def _axis(channel: Any, length: float) -> np.ndarray:
    """length·e₁, (d,)."""
    x = np.zeros(channel.dimension)
    x[0] = length
    return x


_FLOATS = ("32-bit float", "32-bit floats")
_CATEGORIES: dict[str, Any] = {
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
    called on an axis; with_epsilon(p, ε): the parameters p at which its ε is this, epsilon_of(p): that ε. uniform: the
    proposal is uniform on the outputs; formulas: those of its laws and of r*.
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
    with_epsilon: Callable[[MechanismParameters, float], MechanismParameters] = lambda p, epsilon: p.replace(
        epsilon=epsilon
    )
    epsilon_of: Callable[[MechanismParameters], float] = lambda p: p.epsilon
    formulas: forms.Formulas = forms.NONE

    @property
    def kind(self) -> Data:
        """What it is fed."""
        return DATA[self.data]

    def unused(self, names: Iterable[str]) -> dict[str, str]:
        """Those of the fields that it does not take, each with the reason."""
        return {name: f"{self.label} has no such setting." for name in names if name not in self.takes}

    @property
    def finite(self) -> bool:
        """Its outputs are categories or bit vectors."""
        return self.data in ("category", "bits")


def labels(*names: str) -> dict[str, str]:
    """name -> label of these mechanisms, of all without names."""
    return {name: MECHANISMS[name].label for name in names or MECHANISMS}


def _laplace(p: MechanismParameters) -> Channel:
    """ε between any two inputs of the ball; on the line the proposal of fewest candidates is flat between −C and C."""
    rate = p.epsilon / (2 * p.norm_bound)
    shape: dict[str, Any] = {"dimension": p.dimension, "epsilon": rate, "norm_bound": p.norm_bound}
    best = LaplaceChannel(**shape, proposal_plateau=0.0 if p.proposal == "centred" else None)
    shape |= {"proposal_epsilon": min(best.proposal_epsilon / p.proposal_scale, rate)}
    return LaplaceChannel(**shape, proposal_plateau=best.proposal_plateau)


def _gaussian(p: MechanismParameters) -> Channel:
    shape: dict[str, Any] = {"dimension": p.dimension, "noise_std": p.noise_std, "norm_bound": p.norm_bound}
    return GaussianChannel(**shape, proposal_width=GaussianChannel(**shape).proposal_width * p.proposal_scale)


def _gaussian_with_epsilon(p: MechanismParameters, epsilon: float) -> MechanismParameters:
    """The noise that makes any two inputs of the ball (ε, δ)-indistinguishable, within the range of s."""
    spec = p.specs()["noise_std"]
    noise = accounting.gaussian_noise_std(2 * p.norm_bound, epsilon, Release.delta)
    return p.replace(noise_std=min(max(noise, spec.low), spec.high))


def _gaussian_epsilon(p: MechanismParameters) -> float:
    return accounting.gaussian_privacy(p.noise_std, 2 * p.norm_bound, Release.delta).epsilon


_VECTOR = frozenset({"dimension", "norm_bound", "position", "proposal_scale"})


def additive_noise(
    *, name: str, label: str, law: str, shapes: tuple[float, ...] = (), density: str, top: str
) -> Mechanism:
    """Noise of a law of SciPy on one number, as wide as ε between any two inputs asks for.

    law, shapes: as in `ScalarNoiseChannel`, of pure ε; density: LaTeX of f(z), with peak μ and scale t; top: that of
    f(μ), with the number of t at <scale>.
    """
    reaching = functools.partial(ScalarNoiseChannel.reaching, law=law, shapes=shapes)
    return Mechanism(
        name=name,
        label=label,
        data="vector",
        takes=frozenset({"epsilon", "norm_bound", "position"}),
        build=lambda p: reaching(Release(epsilon=p.epsilon, norm_bound=p.norm_bound)),
        release=reaching,
        formulas=forms.additive(density, top),
    )


def _of_categories(kind: Any, data: str, **more: Any) -> Mechanism:
    return Mechanism(
        name=kind.name,
        label=kind.label,
        data=data,
        takes=frozenset({"epsilon", "categories"}),
        build=lambda p: kind(size=p.categories, epsilon=p.epsilon),
        release=kind.reaching,
        **more,
    )


#: name -> declaration, in the order of the menus.
MECHANISMS: Mapping[str, Mechanism] = {
    mechanism.name: mechanism
    for mechanism in (
        Mechanism(
            name=LaplaceChannel.name,
            label=LaplaceChannel.label,
            data="vector",
            takes=_VECTOR | {"epsilon", "proposal"},
            build=_laplace,
            release=LaplaceChannel.reaching,
            formulas=forms.LAPLACE,
        ),
        Mechanism(
            name=GaussianChannel.name,
            label=GaussianChannel.label,
            data="vector",
            takes=_VECTOR | {"noise_std"},
            build=_gaussian,
            release=GaussianChannel.reaching,
            chunks=True,
            epsilon_axis=f"local ε of the mechanism at δ = {number(Release.delta)}, in nats",
            with_epsilon=_gaussian_with_epsilon,
            epsilon_of=_gaussian_epsilon,
            formulas=forms.GAUSSIAN,
        ),
        Mechanism(
            name=PrivUnitChannel.name,
            label=PrivUnitChannel.label,
            data="direction",
            takes=frozenset({"epsilon", "dimension"}),
            build=lambda p: PrivUnitChannel(dimension=p.dimension, epsilon=p.epsilon),
            release=PrivUnitChannel.reaching,
            uniform=True,
            formulas=forms.PRIVUNIT,
        ),
        _of_categories(RandomizedResponseChannel, "category", uniform=True, formulas=forms.RANDOMIZED_RESPONSE),
        _of_categories(TruncatedGeometricChannel, "category", formulas=forms.GEOMETRIC),
        _of_categories(SubsetSelectionChannel, "bits", uniform=True, formulas=forms.SUBSET_SELECTION),
        _of_categories(RapporChannel, "bits", formulas=forms.RAPPOR),
    )
}


def declined(*names: str, reason: str) -> str:
    """Why a page serves these mechanisms alone, with the names of all others."""
    others = ", ".join(label for name, label in labels().items() if name not in names)
    return f"Not here: {others}; {reason}."


def served(*names: str, reason: str) -> dict[str, Any]:
    """What `fields.mechanism` takes on a page that serves these mechanisms alone, for this reason."""
    refused = {name: reason for name in MECHANISMS if name not in names}
    return {"choices": labels(*names), "refused": refused, "note": declined(*names, reason=reason)}


@dataclass(frozen=True, kw_only=True)
class MechanismParameters(Parameters):
    """A mechanism, its input and its proposal. Subclasses add what they do with it.

    The input is x = position·norm_bound·(1, 0, …, 0), or category 0. The proposal is the one with the smallest r*
    made proposal_scale times as wide: variance y·scale beyond s² for the Gaussian, ε′/scale (at most that of the noise)
    for Laplace.
    """

    mechanism: str = fields.mechanism(
        "laplace", choices=labels(),
        note="The randomizer whose outputs are to be sent: noise on a vector, or a noisy category.",
    )  # fmt: skip
    epsilon: float = fields.epsilon(
        6.0, low=0.05, high=30.0, vanishes=True,
        note="It holds for any two inputs, so Laplace noise has the scale 2C/ε.",
    )  # fmt: skip
    dimension: int = fields.dimension(1, low=1, high=200, vanishes=True)
    noise_std: float = fields.noise_std(1.0, low=0.01, high=1000.0, vanishes=True)
    norm_bound: float = fields.norm_bound(1.0, low=0.01, high=1000.0, group="more")
    position: float = fields.position(
        0.6, group="more",
        note="The input lies on the first axis; at 1 it is as far out as the mechanism allows.",
    )  # fmt: skip
    categories: int = fields.categories(8, high=50, group="more")
    proposal: str = parameter(
        "best", kind="choice", label="Proposal", group="more",
        choices={"best": "with the fewest candidates", "centred": "falling from 0 on"},
        help="Candidates for Laplace noise come from a flat curve between −C and C, or from a Laplace curve "
        "around 0. The outputs are the same.",
    )  # fmt: skip
    proposal_scale: float = fields.proposal_scale(1.0, low=0.1, high=10.0)

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
        reasons = self.chosen.unused(set(MechanismParameters.specs()) - {"mechanism"})
        if self.dimension > 1:
            reasons.setdefault("proposal", "Of several numbers the proposal falls from 0 on.")
        return super().unused() | reasons

    def channel(self) -> Channel:
        """The mechanism with its proposal."""
        return self.chosen.build(self)

    def input(self) -> np.ndarray:
        """The input: (d,), or a category as a 0-dimensional array."""
        return self.chosen.kind.point(self.channel(), self.position)
