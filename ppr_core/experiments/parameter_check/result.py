"""The answer of the experiment `parameter_check`: what is used, what it costs, what holds and what is wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.parameter_check.findings import Finding
from ppr_core.experiments.parameter_check.guarantees import Claim
from ppr_core.experiments.parameter_check.mechanism import Mechanism, mechanism
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.solver import Relaxation, Solution
from ppr_core.experiments.vocabulary.averages import Mean
from ppr_core.guarantees import PrivacyGuarantee

__all__ = ["ParameterCheckResult"]


@dataclass(frozen=True, eq=False)
class ParameterCheckResult:
    """mechanism: with the split and the number of reports that are used; decoder: what is promised against it;
    relaxations: of the limits that are set; bits: simulated mean length of all a user sends, None where no encoder can
    run; seconds: measured time to encode it on this machine, None likewise; alphas, alpha_bits, alpha_bound,
    alpha_epsilon (k,): along α, exact bits of the chosen way to send, Theorem 5's bound on them, and ε against the
    decoder."""

    parameters: ParameterCheck
    mechanism: Mechanism
    solution: Solution
    decoder: PrivacyGuarantee
    relaxations: tuple[Relaxation, ...]
    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]
    bits: Mean | None
    seconds: Mean | None
    alphas: np.ndarray
    alpha_bits: np.ndarray
    alpha_bound: np.ndarray
    alpha_epsilon: np.ndarray

    @property
    def problems(self) -> tuple[Finding, ...]:
        """What is not green."""
        return tuple(finding for finding in self.findings if finding.light != "green")

    @property
    def milliseconds(self) -> np.ndarray:
        """(m,) predicted time of every option."""
        return 1000 * np.array([option.seconds for option in self.solution.options])

    @property
    def runnable(self) -> np.ndarray:
        """(m,) options whose encoder can run."""
        return np.isfinite(self.milliseconds)

    @property
    def has_trade(self) -> bool:
        """Whether the ways to send differ by more than a factor 2 in bits or in time, and in nothing else; else α is
        what is left to choose. The splits of a PrivUnit report differ in error first of all."""
        bits, milliseconds = self.solution.option_bits, self.milliseconds
        if not self.runnable.all() or self.parameters.task == "privunit":
            return False
        return bool(bits.max() > 2 * bits.min() or milliseconds.max() > 2 * milliseconds.min())

    @property
    def chosen(self) -> np.ndarray:
        """(m,) true at the option that is used."""
        return np.array([option is self.solution.option for option in self.solution.options])

    def table(self) -> dict[str, np.ndarray]:
        """The ways to send that were compared; times here are predicted, so equal parameters give equal tables."""
        options = self.solution.options
        splits = {}
        if self.parameters.task == "privunit":
            splits["split"] = np.array([option.split for option in options])
            splits["reports"] = np.array([option.reports for option in options])
            splits["squared_error"] = np.array([mechanism(option.settled).error for option in options])
        return splits | {
            "chunk": np.array([option.chunk for option in options]),
            "indices": np.array([option.indices for option in options]),
            "proposal_scale": np.array([option.scale for option in options]),
            "divergence_bits": np.array([option.divergence for option in options]),
            "log10_candidates": np.array([option.log_ratio for option in options]) / math.log(10),
            "predicted_ms": self.milliseconds,
            "bits": self.solution.option_bits,
            "on_frontier": self.solution.frontier.astype(int),
            "used": self.chosen.astype(int),
            "simulated_bits": np.where(self.chosen, self.bits.value if self.bits else math.nan, math.nan),
            "simulated_error": np.where(self.chosen, self.bits.error if self.bits else math.nan, math.nan),
        }

    def alpha_table(self) -> dict[str, np.ndarray]:
        """Bits and ε against the decoder along α."""
        return {
            "alpha": self.alphas,
            "bits": self.alpha_bits,
            "bits_at_most": self.alpha_bound,
            "decoder_epsilon": self.alpha_epsilon,
        }
