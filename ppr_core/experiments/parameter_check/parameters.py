"""What is asked of the experiment `parameter_check`: task, data, target, and what is left to choose."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ppr_core import validation
from ppr_core.codes import EliasDelta, EliasGamma
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS, Data, Mechanism
from ppr_core.planning import OWN_TASKS, SMALLEST_EPSILON, Setup, plain_bits
from ppr_core.wording import exponential, number

__all__ = ["CODES", "LARGEST_INDEX_BITS", "PRESETS", "PROPOSALS", "SPLITS", "TASKS", "TRUSTED", "ParameterCheck"]

_OWN_LABELS = ("One Gaussian release", "One Laplace release", "PrivUnit report", "Category report", "Mean of n clients")
_OWN_TASKS: dict[str, str] = dict(zip(OWN_TASKS, _OWN_LABELS, strict=True))
_KNOWN = {*_OWN_TASKS, "randomized_response"}
#: name -> label of what can be checked: these, and every other mechanism that can be made for a given ε.
TASKS: dict[str, str] = _OWN_TASKS | {
    one.name: f"One release: {one.label}" for one in MECHANISMS.values() if one.release and one.name not in _KNOWN
}
#: Who may learn what a report hides.
TRUSTED: dict[str, str] = {
    "nobody": "nobody: keep the decoder out",
    "server": "the server, which holds seed and message",
}
#: name -> label of the codes of the index.
CODES: dict[str, str] = {
    "auto": "choose for me",
    "elias_gamma": EliasGamma.label,
    "elias_delta": EliasDelta.label,
    "zipf_shannon": "Zipf–Shannon",
}
#: name -> label of the proposals.
PROPOSALS: dict[str, str] = {
    "auto": "choose for me",
    "own": "as set below",
    "paper": "the paper's",
}
#: name -> label of the splits of ε in a PrivUnit report.
SPLITS: dict[str, str] = {
    "auto": "choose for me",
    "optimized": "optimized",
    "default": "default",
    "hemisphere": "hemisphere (PrivHS)",
}
#: Mean of log2 K beyond which no α is taken.
LARGEST_INDEX_BITS = 1e5
# Largest dimension, or number of categories, of a mechanism that is taken as it is declared, by its kind of data.
_LARGEST_DECLARED = {"vector": 200, "direction": 200, "category": 32, "bits": 200}
_FLOAT_BITS = 32.0
# Fields that a set-up has under the same name, and those that a flag leaves open.
_GIVEN = (
    "task", "trusted", "dimension", "clients", "epsilon", "delta", "decoder_epsilon", "target", "neighbours",
    "norm_bound", "categories", "bit_budget", "time_budget",
)  # fmt: skip
_CHOSEN = {"alpha": "choose_alpha", "chunk": "choose_chunk", "reports": "choose_reports"}
_BUDGET_MS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, math.inf)
_BUDGET_BITS = (8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 4096.0, 16384.0, math.inf)


@dataclass(frozen=True, kw_only=True)
class ParameterCheck(Parameters):
    """Task, data and target, and the settings of the Poisson private representation (PPR), each given or left open.

    (ε, δ) is the mechanism's own guarantee, against the database. Inputs have ‖x‖₂ <= C and are taken at ‖x‖ = C with
    equal entries, the case the theorems speak of; a chunk of c entries then has norm C√(c/d). PrivUnit reports a unit
    vector by a unit vector.
    """

    trusted: str = parameter(
        "nobody", kind="choice", label="Who is trusted?", choices=TRUSTED,
        help="Whoever holds the shared randomness decodes a report and sees its index, which hints at the input. "
        "A trusted server may: then reports are shorter, and only their outputs are private.",
    )  # fmt: skip
    task: str = parameter(
        "gaussian", kind="choice", label="Task", choices=TASKS,
        help="A release is one noisy vector, a PrivUnit report a random direction. The mean is of n Gaussian reports.",
    )  # fmt: skip
    dimension: int = parameter(
        100, kind="integer", label="Dimension", symbol="d", low=1, high=10_000, scale="log",
        help="Entries of each vector.",
    )  # fmt: skip
    clients: int = parameter(
        500, kind="integer", label="Clients", symbol="n", low=1, high=10_000_000, scale="log",
        help="How many people send a report. δ is compared with 1/n.",
    )  # fmt: skip
    epsilon: float = parameter(
        1.0, kind="real", label="Privacy loss", symbol="ε", unit="nats", low=SMALLEST_EPSILON, high=30.0, scale="log",
        help="Target against the database. Left is more private, right is more accurate.",
    )  # fmt: skip
    delta: float = parameter(
        1e-6, kind="real", label="Failure chance", symbol="δ", low=1e-12, high=0.1, scale="log",
        stops=tuple(10.0**power for power in range(-12, 0)),
        help="Chance that the ε of a Gaussian mechanism does not hold; against the decoder 2δ.",
    )  # fmt: skip
    decoder_epsilon: float = parameter(
        4.0, kind="real", label="Limit for the decoder", symbol="ε′", unit="nats", low=0.001, high=math.inf,
        infinite=True, scale="log", stops=(0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100),
        help="Most that one report may tell whoever knows the shared randomness, at 2δ. ∞: as much as there is.",
    )  # fmt: skip
    target: str = parameter(
        "central", kind="choice", label="Target of the mean", choices={"central": "central", "local": "local"},
        group="more", help="Central: (ε, δ) protects one client in the mean. Local: it protects every single report.",
    )  # fmt: skip
    neighbours: str = parameter(
        "zero_out", kind="choice", label="Neighbours", choices={"zero_out": "zero out", "replace_one": "replace one"},
        group="more", help="Central target: one client's vector is replaced by zero, or by any other.",
    )  # fmt: skip
    norm_bound: float = parameter(
        1.0, kind="real", label="Norm bound", symbol="C", low=0.001, high=10_000.0, scale="log", group="more",
        help="Largest length of a vector. Errors are in its unit.",
    )  # fmt: skip
    categories: int = parameter(
        16, kind="integer", label="Categories", symbol="k", low=2, high=100_000, scale="log", group="more",
        help="Alphabet of a category report, sent through randomized response.",
    )  # fmt: skip
    split: str = parameter(
        "auto", kind="choice", label="Split of ε", choices=SPLITS, group="more",
        help="PrivUnit: how much ε goes into the size of the cap around the input, and how much into hitting it.",
    )  # fmt: skip
    choose_reports: bool = parameter(True, kind="flag", label="Choose the number of reports for me", group="more")
    reports: int = parameter(
        1, kind="integer", label="Reports of a user", symbol="s", low=1, high=64, scale="log", group="more",
        help="PrivUnit: ε is shared out over so many independent reports, whose mean is used. Each is found faster.",
    )  # fmt: skip
    choose_alpha: bool = parameter(True, kind="flag", label="Choose α for me", group="more")
    alpha: float = parameter(
        2.0, kind="real", label="PPR order", symbol="α", low=1.0, high=math.inf, infinite=True, group="more",
        stops=(1.01, 1.02, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 2, 2.5, 3, 4, 6, 10, 20),
        help="Smaller is more private from the decoder and costs bits. At ∞ the decoder is not kept out.",
    )  # fmt: skip
    choose_chunk: bool = parameter(True, kind="flag", label="Choose the chunk size for me", group="more")
    chunk: int = parameter(
        50, kind="integer", label="Chunk size", symbol="c", low=1, high=10_000, scale="log", group="more",
        help="Vectors with Gaussian noise are sent in pieces of so many entries, each with its own index.",
    )  # fmt: skip
    proposal: str = parameter(
        "auto", kind="choice", label="Proposal", choices=PROPOSALS, group="more",
        help="The law of the shared samples. The paper's has the least divergence, but its ratio r* is huge or ∞.",
    )  # fmt: skip
    proposal_scale: float = parameter(
        1.0, kind="real", label="Proposal width", unit="× best", low=0.01, high=100.0, scale="log", group="more",
        help="Best is the width with the fewest candidates.",
    )  # fmt: skip
    code: str = parameter(
        "auto", kind="choice", label="Code", choices=CODES, group="more", help="Turns the index into bits."
    )
    bit_budget: float = parameter(
        math.inf, kind="real", label="Bit budget", unit="bits", low=1.0, high=math.inf, infinite=True, group="more",
        stops=_BUDGET_BITS, help="For one report, on average. ∞: as few as the rest allows.",
    )  # fmt: skip
    time_budget: float = parameter(
        20.0, kind="real", label="Time budget", unit="ms", low=0.01, high=math.inf, infinite=True, group="more",
        stops=_BUDGET_MS, help="To encode one report. ∞: below 1 s, where more time saves little.",
    )  # fmt: skip
    samples: int = parameter(
        300, kind="integer", label="Real encodes", low=20, high=10_000, scale="log", group="more",
        help="Indices really encoded for the simulated numbers; fewer where one takes long.",
    )  # fmt: skip
    seed: int = parameter(1, kind="integer", label="Seed", low=0, high=2**31 - 1, group="seed")

    @property
    def declared(self) -> Mechanism:
        """The declaration of the mechanism behind the task."""
        return MECHANISMS[{"mean": "gaussian", "categories": "randomized_response"}.get(self.task, self.task)]

    @property
    def kind(self) -> Data:
        """What is reported."""
        return self.declared.kind

    @property
    def own(self) -> bool:
        """Whether the task is one that planning knows, not taken from the mechanisms as they are declared."""
        return self.task in OWN_TASKS

    @property
    def vector(self) -> bool:
        """Whether the data are vectors."""
        return self.kind.size == "dimension"

    @property
    def plain_label(self) -> str:
        """What the output is called when it is sent as it is."""
        return self.kind.plain[1 if self.vector and plain_bits(self.setup) > _FLOAT_BITS else 0]

    @property
    def setup(self) -> Setup:
        """The same for `ppr_core.planning`: what is left open is None."""
        return Setup(
            **{name: getattr(self, name) for name in _GIVEN},
            **{name: None if getattr(self, flag) else getattr(self, name) for name, flag in _CHOSEN.items()},
            **{name: None if getattr(self, name) == "auto" else getattr(self, name) for name in ("split", "code")},
            proposal={"auto": None, "paper": "paper"}.get(self.proposal, self.proposal_scale),
            release=None if self.own else self.declared.release,
        )

    def changed(self, changes: Mapping[str, Any]) -> ParameterCheck:
        """With changes of the set-up; ``ValueError`` where a field does not allow them."""
        return self.replace(**self.fields(changes))

    @staticmethod
    def fields(changes: Mapping[str, Any]) -> dict[str, Any]:
        """The fields that changes of the set-up mean."""
        found: dict[str, Any] = {}
        for name, value in changes.items():
            if name in _CHOSEN:
                found[_CHOSEN[name]] = value is None
                if value is None:
                    continue
            found[name] = "auto" if value is None else value
        return found

    def check(self) -> None:
        if self.declared.data == "direction":
            allowed = f"at least 2 for a {TASKS[self.task]}, whose vectors lie on a sphere"
            validation.require(self.dimension >= 2, "dimension", self.dimension, allowed)
        if not self.own:
            name = "dimension" if self.vector else "categories"
            most = _LARGEST_DECLARED[self.declared.data]
            allowed = f"at most {most} for the task “{TASKS[self.task]}”"
            validation.require(getattr(self, name) <= most, name, getattr(self, name), allowed)
        if not self.choose_alpha:
            excess = self.alpha - 1
            log_bits = -math.log(excess * math.log(2)) if excess > 0 else math.inf  # E[log2 K] grows as log2(e)/(α − 1)
            shown = exponential(log_bits) if math.isfinite(log_bits) else "infinitely many"
            allowed = f"so far above 1 that an index takes at most {number(LARGEST_INDEX_BITS)} bits, not {shown}"
            fits = math.isinf(excess) or log_bits <= math.log(LARGEST_INDEX_BITS)
            validation.require(fits, "alpha", self.alpha, allowed)

    def unused(self) -> dict[str, str]:
        reasons, setup = {}, self.setup
        if not setup.gaussian:
            for name in ("choose_chunk", "chunk"):
                reasons[name] = "Only Gaussian noise is independent over coordinates, so only it is sent in chunks."
        elif self.choose_chunk:
            reasons["chunk"] = "Chosen for you; the result says which."
        if self.choose_alpha:
            reasons["alpha"] = "Chosen for you; the result says which."
        if self.trusted == "server":
            reasons["decoder_epsilon"] = "The server is trusted, and it is the decoder."
        if self.vector:
            reasons["categories"] = "Only category reports have an alphabet."
        else:
            for name in ("dimension", "norm_bound", "proposal", "proposal_scale"):
                reasons[name] = f"Only vectors have this; {self.declared.label} reports a {self.kind.datum}."
        if self.declared.data == "direction":
            reasons["norm_bound"] = "Unit vectors have length 1."
        if self.vector and "dimension" not in self.declared.takes:
            reasons["dimension"] = f"{self.declared.label} is for single numbers."
        if self.vector and not setup.noisy:
            for name in ("proposal", "proposal_scale"):
                reasons[name] = f"{self.declared.label} has one proposal."
        if self.task != "privunit":
            reasons["split"] = "Only PrivUnit divides ε between the cap and its size."
            for name in ("choose_reports", "reports"):
                reasons[name] = "Only PrivUnit gains by several reports: noise is sent in chunks, which loses nothing."
        elif self.choose_reports:
            reasons["reports"] = "Chosen for you; the result says how many."
        if setup.noisy and self.proposal != "own":
            reasons["proposal_scale"] = "Used with the proposal “as set below”."
        if self.task != "mean":
            reasons["target"] = "A single report protects any two inputs: its target is local."
        if not setup.central:
            reasons["neighbours"] = "Only a central target has neighbouring databases."
        return reasons


_MEAN = ParameterCheck(trusted="server", task="mean", dimension=1000, choose_alpha=False, decoder_epsilon=math.inf)

PRESETS: Mapping[str, tuple[ParameterCheck, str]] = {
    "One Gaussian release": (ParameterCheck(), "Everything left open: what is the cheapest way to send it?"),
    "Mean of 500 clients, ε = 1": (
        _MEAN,
        "The set-up of Liu et al. 2024, Figure 1, with a trusted server: too large an ε for Corollary 12.",
    ),
    "Mean of 500 clients, ε = 0.01": (
        replace(_MEAN, epsilon=0.01),
        "Below half of 1/√n = 0.045: Corollary 12's local guarantee applies.",
    ),
    "The paper's proposal": (
        ParameterCheck(proposal="paper", choose_chunk=False, chunk=50),
        "Least divergence, but e²⁵ candidates for one index.",
    ),
    "Corollary 13's proposal": (
        ParameterCheck(task="laplace", dimension=3, epsilon=8.0, decoder_epsilon=32.0, proposal="paper"),
        "A Gaussian proposal for Laplace noise: the bits are a bound, the ratio is infinite.",
    ),
    "PrivUnit report": (
        ParameterCheck(task="privunit", dimension=1000, clients=10_000, epsilon=4.0, decoder_epsilon=16.0),
        "A random direction from a cap around the vector: ε = 4 in a thousand dimensions.",
    ),
    "α close to 1": (
        ParameterCheck(task="laplace", dimension=1, choose_alpha=False, alpha=1.02),
        "The decoder learns little more than the output, at more bits than a plain float.",
    ),
    "δ above 1/n": (
        ParameterCheck(clients=2_000, delta=0.001),
        "A δ that publishing one person's data would satisfy.",
    ),
    "Category report": (
        ParameterCheck(task="categories", epsilon=2.0, decoder_epsilon=8.0, categories=1000),
        "Randomized response over a thousand categories.",
    ),
    "Category report, server held to ε": (
        ParameterCheck(task="categories", epsilon=2.0, decoder_epsilon=2.0, categories=1000),
        "Its server may learn no more than a reader: every scheme is tuned to that, and PPR pays most.",
    ),
}
