"""What is asked of the experiment `parameter_check`: task, data, target, and what is left to choose."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ppr_core import validation
from ppr_core.codes import EliasDelta, EliasGamma
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS, Data, Mechanism
from ppr_core.guarantees import DECODER, READER, refusals
from ppr_core.planning import OWN_TASKS, SMALLEST_EPSILON, Risk, Setup, Task, held_to, secure_mean, task_named
from ppr_core.wording import exponential, number

__all__ = ["CODES", "LARGEST_INDEX_BITS", "LIMITED", "PROPOSALS", "SPLITS", "TASKS", "TRUSTED", "ParameterCheck"]

_KNOWN = {task.channel_name for task in OWN_TASKS.values()}
#: name -> label of what can be checked: tasks, and every other mechanism that can be made for a given ε.
TASKS: dict[str, str] = {name: task.label for name, task in OWN_TASKS.items()} | {
    mechanism.name: f"Release: {mechanism.label}"
    for mechanism in MECHANISMS.values()
    if mechanism.release and mechanism.name not in _KNOWN
}
#: Who may learn what a report hides.
TRUSTED: dict[str, str] = {
    "nobody": "nobody, not even the server",
    "shuffling": "a shuffler, which decodes",
    "aggregation": "secure aggregation",
    "server": DECODER.label,
}
#: name -> label of the codes of the index.
CODES: dict[str, str] = {
    "auto": "choose for me",
    "elias_gamma": EliasGamma.label,
    "elias_delta": EliasDelta.label,
    "zipf_shannon": "Zipf–Shannon",
}
#: name -> label of the proposals.
PROPOSALS: dict[str, str] = {"auto": "choose for me", "own": "as set below", "paper": "the paper's"}
#: name -> label of the splits of ε in a PrivUnit report.
SPLITS: dict[str, str] = {
    "auto": "choose for me",
    "optimized": "optimized",
    "default": "default",
    "hemisphere": "hemisphere (PrivHS)",
}
#: What the search starts from: ε itself, or what somebody reaches who is asked which of two inputs it was.
LIMITED: dict[str, str] = {
    "epsilon": "ε",
    "right_guesses": "right guesses",
    "advantage": "advantage of a test",
    "true_positives": "true positives",
}
#: Mean of log2 K beyond which no α is taken.
LARGEST_INDEX_BITS = 1e5
_LARGEST_KNOWN_ALPHA = 100.0  # to which the law of the decoder's loss is computed
# Largest dimension, or number of categories, of a mechanism that is taken as it is declared, by its kind of data.
_LARGEST_DECLARED = {"vector": 200, "direction": 200, "category": 32, "bits": 200}
# Fields that a set-up has under the same name, and those that a flag leaves open.
_GIVEN = (
    "task", "trusted", "dimension", "clients", "epsilon", "delta", "decoder_epsilon", "decoder_delta", "target",
    "neighbours", "norm_bound", "categories", "bit_budget", "time_budget",
)  # fmt: skip
_FOLLOWING = ("epsilon", "decoder_epsilon")  # from a risk, where one is limited
_CHOSEN = {"alpha": "choose_alpha", "chunk": "choose_chunk", "reports": "choose_reports"}
_OF_PPR = "choose_alpha alpha choose_chunk chunk code proposal proposal_scale limit_by risk samples"
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
        refused=refusals((READER.name, DECODER.name)),
        help="A trusted server may see every report with its place; a shuffler forgets who sent it; "
        "secure aggregation shows only a sum.",
    )  # fmt: skip
    task: str = parameter(
        "gaussian", kind="choice", label="Task", choices=TASKS,
        help="A release is one noisy vector, a PrivUnit report a random direction. The mean is of n Gaussian reports.",
    )  # fmt: skip
    dimension: int = fields.dimension(100, low=1, high=10_000)
    clients: int = fields.people(100_000, low=1, high=10_000_000, note="δ is compared with 1/n.")
    epsilon: float = fields.epsilon(
        1.0, low=SMALLEST_EPSILON, high=30.0, note="This is the limit for a reader of the output, or of the mean."
    )
    delta: float = fields.delta(
        1e-6, low=1e-12, high=0.1, stops=tuple(10.0**power for power in range(-12, 0)),
        note="Only Gaussian noise uses it.",
    )  # fmt: skip
    decoder_epsilon: float = parameter(
        4.0, kind="real", label="Limit for the server", symbol="ε′", unit="nats", low=0.001, high=math.inf,
        infinite=True, scale="log", stops=(0.1, 0.2, 0.5, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100),
        help="The most that the server may learn from one report, with failure chance δ′. "
        "At ∞ nothing limits the server.",
    )  # fmt: skip
    decoder_delta: float = parameter(
        1e-6, kind="real", label="δ of all comparisons", symbol="δ′", low=1e-12, high=0.1, scale="log", group="more",
        stops=tuple(10.0**power for power in range(-12, 0)),
        help="Every ε in chart, tiles and table may fail with this chance, so that schemes can be compared.",
    )  # fmt: skip
    limit_by: str = parameter(
        "epsilon", kind="choice", label="Limit by", choices=LIMITED, group="more",
        help="The limit is an ε, or the risk that this ε stands for.",
    )  # fmt: skip
    risk: float = parameter(
        75.0, kind="real", label="Risk at most", unit="in 100", low=0.1, high=99.9, group="more",
        help="Right guesses between two equally likely inputs; true positives less false alarms; or true positives.",
    )  # fmt: skip
    false_alarms: float = parameter(
        1.0, kind="real", label="False alarms", unit="in 100", low=0.01, high=50.0, scale="log", group="more",
        help="True positives are counted at this rate of false alarms.",
    )  # fmt: skip
    target: str = parameter(
        "central", kind="choice", label="Target of the mean", choices={"central": "central", "local": "local"},
        group="more", help="Central: (ε, δ) protects one client in the mean. Local: it protects every single report.",
    )  # fmt: skip
    neighbours: str = fields.neighbours(
        "zero_out", "replace_one", group="more",
        note="With a central target, one person's vector is replaced by zero, or by any other.",
    )  # fmt: skip
    norm_bound: float = fields.norm_bound(1.0, low=0.001, high=10_000.0, group="more", note="Errors are in its unit.")
    categories: int = fields.categories(
        16, low=2, high=100_000, scale="log", group="more",
        note="Only category reports use it.",
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
    alpha: float = fields.order(low=1.0, group="more")
    choose_chunk: bool = parameter(True, kind="flag", label="Choose the chunk size for me", group="more")
    chunk: int = fields.chunk(
        50, high=10_000, scale="log", group="more",
        note="Of vectors with Gaussian noise; each chunk has its own index.",
    )  # fmt: skip
    proposal: str = parameter(
        "auto", kind="choice", label="Proposal", choices=PROPOSALS, group="more",
        help="The distribution of the candidates. The paper's has the least divergence, but its ratio r* is huge or ∞.",
    )  # fmt: skip
    proposal_scale: float = fields.proposal_scale(1.0, low=0.01, high=100.0)
    code: str = fields.code("auto", choices=CODES, group="more")
    bit_budget: float = parameter(
        math.inf, kind="real", label="Bit budget", unit="bits", low=1.0, high=math.inf, infinite=True, group="more",
        stops=_BUDGET_BITS, help="The most bits that a report may take on average. At ∞ there is no such limit.",
    )  # fmt: skip
    time_budget: float = parameter(
        20.0, kind="real", label="Time budget", unit="ms", low=0.01, high=math.inf, infinite=True, group="more",
        stops=_BUDGET_MS, help="The most time that encoding a report may take. At ∞ it stays below 1 s, "
        "where more time saves little.",
    )  # fmt: skip
    samples: int = fields.messages(
        300, low=20, high=10_000, group="more",
        note="Fewer are sent where one takes long.",
    )  # fmt: skip
    seed: int = fields.seed(1)

    @property
    def declared(self) -> Mechanism:
        """The declaration of the mechanism behind the task."""
        return MECHANISMS[OWN_TASKS[self.task].channel_name if self.own else self.task]

    @property
    def kind(self) -> Data:
        """What is reported."""
        return self.declared.kind

    @property
    def own(self) -> bool:
        """Whether the task is one that planning knows, not taken from the mechanisms as they are declared."""
        return self.task in OWN_TASKS

    @property
    def planned(self) -> Task:
        """The task as planning knows it; a mechanism is not made for that."""
        task = task_named(self.task)
        return task.asked_for(self._given) if self.own else task

    @property
    def vector(self) -> bool:
        """Whether the data are vectors."""
        return self.kind.size == "dimension"

    @property
    def plain_label(self) -> str:
        """What the output is called when it is sent as it is."""
        return self.kind.plain[1 if self.vector and self.dimension > 1 else 0]

    @property
    def setup(self) -> Setup:
        """The same for `ppr_core.planning`: what is left open is None; a limited risk has become ε and ε′."""
        return held_to(self._given, self.limit) if self.limit else self._given

    @property
    def _given(self) -> Setup:
        given = {name: getattr(self, name) for name in (*_GIVEN, *_CHOSEN, "split", "code")}
        given |= {name: None for name, flag in _CHOSEN.items() if getattr(self, flag)}
        given |= {name: None for name in ("split", "code") if given[name] == "auto"}
        given["proposal"] = {"auto": None, "paper": "paper"}.get(self.proposal, self.proposal_scale)
        return Setup(**given, release=None if self.own else self.declared.release)

    @property
    def limit(self) -> Risk | None:
        """The risk that ε follows from; None where ε is given."""
        if self.limit_by == "epsilon" or not self.own or self._given.modelled:
            return None
        return Risk(self.limit_by, self.risk / 100, self.false_alarms / 100)

    def changed(self, changes: Mapping[str, Any]) -> ParameterCheck:
        """With changes of the set-up; ``ValueError`` where a field does not allow them."""
        return self.replace(**self.fields(changes))

    def fields(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """The fields that changes of the set-up mean; who changes an ε that follows from a risk gives it instead."""
        fields: dict[str, Any] = {}
        if self.limit is not None and not changes.keys().isdisjoint(_FOLLOWING):
            held = self.setup
            fields = {"limit_by": "epsilon"} | {name: getattr(held, name) for name in _FOLLOWING}
        for name, value in changes.items():
            if name in _CHOSEN:
                fields[_CHOSEN[name]] = value is None
                if value is None:
                    continue
            fields[name] = "auto" if value is None else value
        return fields

    def check(self) -> None:
        if self.declared.data == "direction":
            allowed = f"at least 2 for a {TASKS[self.task]}, whose vectors lie on a sphere"
            validation.require(self.dimension >= 2, "dimension", self.dimension, allowed)
        given = self._given
        if given.modelled:
            allowed = "nobody or server, because only a mean with a central target can be shuffled or added up"
            validation.require(self.own and self.planned.central, "trusted", self.trusted, allowed)
            if self.trusted == "shuffling":
                allowed = "at least 2 for a shuffler, because reports are directions"
                validation.require(self.dimension >= 2, "dimension", self.dimension, allowed)
            elif not secure_mean(given):
                allowed = f"another model, because the sum of {number(self.clients)} clients needs more than 30 bits"
                validation.require(False, "trusted", self.trusted, allowed)
        if not self.own:
            name = "dimension" if self.vector else "categories"
            most = _LARGEST_DECLARED[self.declared.data]
            allowed = f"at most {most} for the task “{TASKS[self.task]}”"
            validation.require(getattr(self, name) <= most, name, getattr(self, name), allowed)
        if self.own and self.limit_by != "epsilon":
            guessed = {"right_guesses": 50.0, "true_positives": self.false_alarms}.get(self.limit_by, 0.0)
            allowed = f"more than {number(guessed)} in 100, which need no look"
            validation.require(self.risk > guessed, "risk", self.risk, allowed)
            known = self.trusted == "server" or self.choose_alpha or self.alpha <= _LARGEST_KNOWN_ALPHA
            allowed = f"at most {number(_LARGEST_KNOWN_ALPHA)} where the risk from the decoder is limited"
            validation.require(known, "alpha", self.alpha, allowed)
        if not self.choose_alpha:
            excess = self.alpha - 1
            log_bits = -math.log(excess * math.log(2)) if excess > 0 else math.inf  # E[log2 K] grows as log2(e)/(α − 1)
            shown = exponential(log_bits) if math.isfinite(log_bits) else "infinitely many"
            allowed = f"so far above 1 that an index takes at most {number(LARGEST_INDEX_BITS)} bits, not {shown}"
            fits = math.isinf(excess) or log_bits <= math.log(LARGEST_INDEX_BITS)
            validation.require(fits, "alpha", self.alpha, allowed)

    def unused(self) -> dict[str, str]:
        task, label, chosen = self.planned, self.declared.label, "Chosen for you; the result says which."
        rules: tuple[tuple[bool, str, str], ...] = (
            (self.choose_chunk, "chunk", chosen),
            (not task.chunked, "choose_chunk chunk",
             "Only Gaussian noise is independent over coordinates, so only it is sent in chunks."),
            (self.choose_alpha, "alpha", chosen),
            (self.limit is not None, "epsilon decoder_epsilon", "Follows from the risk; the result says what it is."),
            (self.limit_by == "epsilon", "risk", "ε is limited, not a risk."),
            (self.limit_by != "true_positives", "false_alarms", "Only true positives are counted at false alarms."),
            (not self.own, "limit_by risk false_alarms", f"The loss of {label} is not at hand in time: give ε."),
            (self._given.trusting, "decoder_epsilon", "Whoever decodes is trusted, or nobody decodes."),
            (self._given.modelled, _OF_PPR, "Chosen for you in this trust model, or not used."),
            (self.vector, "categories", "Only category reports have an alphabet."),
            (task.noisy and self.proposal != "own", "proposal_scale", "Used with “as set below”."),
            (not task.noisy, "proposal proposal_scale", f"{label} has one proposal."),
            (not self.vector, "dimension norm_bound proposal proposal_scale",
             f"Only vectors have this; {label} reports a {self.kind.datum}."),
            (self.declared.data == "direction", "norm_bound", "Unit vectors have length 1."),
            (self.vector and "dimension" not in self.declared.takes, "dimension", f"{label} is for single numbers."),
            (self.choose_reports, "reports", "Chosen for you; the result says how many."),
            (not task.shared, "split", "Only PrivUnit divides ε between the cap and its size."),
            (not task.shared, "choose_reports reports",
             "Only PrivUnit gains by several reports: noise is sent in chunks, which loses nothing."),
            (task.shared and self.limit is not None, "choose_reports reports", "A limited risk is that of one report."),
            (not task.averaged, "target", "A single report protects any two inputs: its target is local."),
            (not task.central, "neighbours", "Only a central target has neighbouring databases."),
        )  # fmt: skip
        return {name: reason for holds, names, reason in rules if holds for name in names.split()}
