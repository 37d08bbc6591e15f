"""The result of the experiment `your_mechanism`: what is known, what sending costs, and what would be better."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.channels import FiniteChannel, ScalarNoiseChannel
from ppr_core.experiments import files
from ppr_core.experiments.your_mechanism.parameters import YourMechanismParameters
from ppr_core.inference import allowed_misses
from ppr_core.mechanism_analysis import Description, Knowledge, Proposal, ProposalVerdict, best_relabelling
from ppr_core.wording import number

__all__ = ["Better", "Sent", "YourMechanismResult", "described", "optimum_outputs", "taken"]


@dataclass(frozen=True, eq=False)
class Sent:
    """Messages of PPR, of i inputs, (i,) each: exact bits, simulated ones with standard errors, p-values of outputs.
    proposals: from the smallest r* to the least worst KL, of tables; verdicts: of the law made wider, of noise; audit:
    ε proven of the messages with 95 %; promise: Theorem 7's, ∞ without pure ε; held: ε against the decoder at
    δ = 10⁻⁶, ∞ if unknown; microseconds: of encode and decode; candidates: looked at on average."""

    inputs: np.ndarray
    exact_bits: np.ndarray
    bits: np.ndarray
    errors: np.ndarray
    p_values: np.ndarray
    ratio: float
    worst_bits: float
    bound_bits: float
    proposals: tuple[Proposal, ...]
    verdicts: tuple[ProposalVerdict, ...]
    truncation: tuple[float, float, float] | None
    audit: float
    promise: float
    held: float
    microseconds: float
    candidates: float


@dataclass(frozen=True, eq=False)
class Better:
    """epsilon: at which the optimum is sought; own, best: losses; relabelled: whether the own loss is that after the
    best reading of the outputs; matrix: the optimum, None for noise, whose optimum is the staircase. each: (2, inputs),
    the own and the least loss of every input, of tables; squares: own and best E noise², of noise."""

    epsilon: float
    own: float
    relabelled: bool
    best: float
    matrix: np.ndarray | None = None
    each: np.ndarray | None = None
    squares: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False)
class YourMechanismResult:
    """sent and better are None until they are computed (``done``), better also where there is nothing to compare with,
    and sent where r* is beyond every search."""

    parameters: YourMechanismParameters
    description: Description
    known: Knowledge
    sent: Sent | None = None
    better: Better | None = None
    done: bool = True

    @property
    def matrix(self) -> np.ndarray:
        """The mechanism, where it is a table of probabilities."""
        assert isinstance(self.description.channel, FiniteChannel)
        return self.description.channel.matrix

    @property
    def noise_channel(self) -> ScalarNoiseChannel:
        """The mechanism, where it is noise on a number."""
        assert isinstance(self.description.channel, ScalarNoiseChannel)
        return self.description.channel

    @property
    def finite(self) -> bool:
        return isinstance(self.description.channel, FiniteChannel)

    def input_name(self, row: int) -> str:
        """What an input is called: its name in the table, or the number itself."""
        if self.finite:
            return self.description.inputs[int(row)]
        return number(float(row), 4)

    def curves(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of noise: outputs, densities under x = −C and x = C, and the curve above all shifted densities, (n,) each."""
        channel, reach = self.noise_channel, self.noise_channel.norm_bound
        low, high = channel.noise.ppf(0.005) - reach, channel.noise.isf(0.005) + reach
        z = np.linspace(low, high, 400)
        return z, channel.noise.pdf(z + reach), channel.noise.pdf(z - reach), np.exp(channel.log_envelope(z))

    def table(self) -> dict[str, np.ndarray]:
        """One row for every input of which messages were sent; before that the profile."""
        if self.sent is None:
            return {"epsilon": self.known.epsilons, "delta": self.known.delta}
        return {
            "input": np.array([self.input_name(row) for row in self.sent.inputs]),
            "exact_bits": self.sent.exact_bits,
            "bits": self.sent.bits,
            "bits_error": self.sent.errors,
            "p_value": self.sent.p_values,
        }

    def test_table(self) -> dict[str, np.ndarray]:
        """The trade-off function beside what ε allows of an output and 2αε of a message, and the Gaussian."""
        known, alarms = self.known, self.known.false_alarms
        allowed = [
            allowed_misses(alarms, known.epsilon and factor * known.epsilon)
            for factor in (1.0, 2 * self.parameters.alpha)
        ]
        return {
            "false_alarms": alarms, "misses": known.misses, "epsilon_allows": allowed[0], "message_allows": allowed[1],
            "gaussian": known.gaussian,
        }  # fmt: skip


def described(result: YourMechanismResult) -> dict[str, str]:
    """The mechanism as files: ending -> text."""
    return {"json": result.description.to_json(), "py": result.description.to_python()}


def optimum_outputs(result: YourMechanismResult) -> tuple[str, ...]:
    """Names of the optimum's outputs, whose j-th means input j: that of the own output that is read as j, where every
    input has one of its own, else that of the input."""
    p, inputs, outputs = result.parameters, result.description.inputs, result.description.outputs
    if result.better is None or len(outputs) != len(inputs):
        return tuple(inputs)
    read = best_relabelling(result.matrix, p.loss_rule())[0] if result.better.relabelled else np.arange(len(inputs))
    one_each = len(set(read.tolist())) == len(inputs)
    return tuple(outputs[place] for place in np.argsort(read)) if one_each else tuple(inputs)


def taken(result: YourMechanismResult) -> YourMechanismParameters:
    """The parameters with the optimum in place of the mechanism: in the link if it is small, else as a kept file."""
    better, p = result.better, result.parameters
    if better is None or better.matrix is None:
        return p.replace(source="staircase", epsilon=min(max(better.epsilon, 0.05), 10.0)) if better else p
    used = better.matrix.max(axis=0) > 0
    outputs = [name for name, is_used in zip(optimum_outputs(result), used, strict=True) if is_used]
    best = Description.of_matrix(better.matrix[:, used], result.description.inputs, outputs)
    if max(len(best.inputs), len(best.outputs)) <= files.MOST_LINKED:
        return p.replace(source="table", table=files.table_text(best))  # 12 digits: the rows still sum to 1
    return p.replace(source="file", file=files.save(best.to_json().encode(), "File"), normalise=False)
