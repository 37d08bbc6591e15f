"""The answer of the experiment `parameter_check`: what is used, what it costs, what holds and what is wrong."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.contract import Formula, Quantity, Symbol
from ppr_core.experiments.parameter_check.findings import plain_bits, plain_label
from ppr_core.experiments.parameter_check.fixes import Finding
from ppr_core.experiments.parameter_check.guarantees import Claim, decoder_guarantee
from ppr_core.experiments.parameter_check.mechanism import Mechanism
from ppr_core.experiments.parameter_check.parameters import CODES, ParameterCheck
from ppr_core.experiments.parameter_check.picture import AlphaPicture, Picture, alpha_picture, picture
from ppr_core.experiments.parameter_check.privunit import scale_formula, split_error, split_notice
from ppr_core.experiments.parameter_check.solver import Solution
from ppr_core.experiments.vocabulary.averages import Mean
from ppr_core.guarantees.types import PrivacyGuarantee
from ppr_core.wording import latex, measured, number

__all__ = ["ParameterCheckResult"]


@dataclass(frozen=True, eq=False)
class ParameterCheckResult:
    """bits: simulated mean length of a report, None where no encoder can run; seconds: measured time to encode a
    report on this machine, None likewise; alphas, alpha_bits, alpha_bound, alpha_epsilon (k,): along α, estimated bits
    of the chosen way to send, Theorem 5's bound on them, and ε against the decoder."""

    parameters: ParameterCheck
    mechanism: Mechanism
    solution: Solution
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
            splits["squared_error"] = np.array([split_error(self.parameters, option.split) for option in options])
        return splits | {
            "chunk": np.array([option.chunk for option in options]),
            "indices": np.array([option.indices for option in options]),
            "proposal_scale": np.array([option.scale for option in options]),
            "divergence_bits": np.array([option.divergence for option in options]),
            "log10_candidates": np.array([option.log_ratio for option in options]) / math.log(10),
            "predicted_ms": self.milliseconds,
            "estimated_bits": self.solution.option_bits,
            "on_frontier": self.solution.frontier.astype(int),
            "used": self.chosen.astype(int),
            "simulated_bits": np.where(self.chosen, self.bits.value if self.bits else math.nan, math.nan),
            "simulated_error": np.where(self.chosen, self.bits.error if self.bits else math.nan, math.nan),
        }

    def alpha_table(self) -> dict[str, np.ndarray]:
        """Bits and ε against the decoder along α."""
        return {
            "alpha": self.alphas,
            "estimated_bits": self.alpha_bits,
            "bits_at_most": self.alpha_bound,
            "decoder_epsilon": self.alpha_epsilon,
        }

    def picture(self) -> Picture:
        """What the chart of bits against time shows."""
        return picture(self)

    def alpha_picture(self) -> AlphaPicture:
        """What the chart along α shows."""
        return alpha_picture(self)

    def quantities(self) -> tuple[Quantity, ...]:
        s, m = self.solution, self.mechanism
        decoder = decoder_guarantee(self.parameters, s.alpha)
        code = _CODE_SOURCES[s.code]
        found = []
        if self.bits:
            one = self.bits
            found.append(Quantity("bits", "Report, simulated", one.value, "bits", "measured", one.error, one.samples))
        found.append(Quantity("bound", "Report, at most", s.code_bound, "bits", "bound", source=code))
        if m.central is not None:
            found.append(_guarantee("central", "ε of the mean", m.central))
        found.append(_guarantee("local", "ε of a report", m.local))
        found.append(_guarantee("decoder", "ε of a report", decoder))
        if self.seconds:
            time = self.seconds
            found.append(
                Quantity("time", "Encode, measured here", 1e3 * time.value, "ms", "measured", 1e3 * time.error,
                         time.samples)
            )  # fmt: skip
        found.append(Quantity("error", m.error_label, m.error))
        if m.mean_error is not None:
            found.append(Quantity("mean_error", "Squared error of the mean", m.mean_error))
        if self.parameters.gaussian:
            found.append(Quantity("noise", "Noise of a report", m.noise))
        found.append(Quantity("theorem5", "Sum of log₂ K at most", s.bound, "bits", "bound", source="ppr.theorem5"))
        sharper = "Sum of log₂ K at most, sharper"
        found.append(Quantity("theorem14", sharper, s.refined, "bits", "bound", source="ppr.theorem14"))
        return tuple(found)

    def finding(self) -> str:
        red = [finding for finding in self.findings if finding.light == "red"]
        amber = len(self.problems) - len(red)
        if red:
            others = len(self.problems) - 1
            more = f" {_counted(others, 'more point')} beside it." if others else ""
            return f"Not like this. {red[0].text}{more}"
        verdict = "Usable, with " + _counted(amber, "remark") if amber else "A sane choice"
        return f"{verdict}: {self._summary()}"

    def notices(self) -> tuple[str, ...]:
        p, s, m = self.parameters, self.solution, self.mechanism
        way = f"{_counted(s.option.indices, 'index', 'indices')} with α = {number(s.alpha, 4)}, {CODES[s.code]} code"
        if p.gaussian:
            way += f", chunks of {number(s.option.chunk)} entries"
        if p.noisy and math.isfinite(s.option.scale):
            way += f", proposal {number(s.option.scale)} times as wide as the one with the fewest candidates"
        compared = len(s.options)
        found = [
            f"Used: {way}." + (f" Compared with {compared - 1} other ways to send." if compared > 1 else ""),
            f"Of the estimated {number(s.bits)} bits, {number(s.option.divergence)} are the divergence between output "
            "and proposal, which no exact scheme avoids; the rest hides the index and makes it decodable.",
        ]
        if p.gaussian:
            entry = p.norm_bound / math.sqrt(p.dimension)
            found.append(
                f"The noise of a report is {number(m.noise / entry, 2)} times an entry of the vector, "
                f"C/√d = {number(entry, 2)}; averaging n reports divides it by √n = {number(math.sqrt(p.clients), 2)}."
            )
        elif p.task == "privunit":
            found.append(split_notice(p, s))
        else:
            found.append("A small ε is no fault: it is strong privacy, paid for with the error shown.")
        return tuple(found)

    def formulas(self) -> tuple[Formula, ...]:
        s, local = self.solution, self.mechanism.local
        decoder = decoder_guarantee(self.parameters, s.alpha)
        alpha = Symbol(r"\alpha", "order of PPR", s.alpha, "", "alpha")
        found = [
            Formula(
                "What the decoder may learn of one report",
                r"\varepsilon_{\text{decoder}} = 2 \alpha \varepsilon_{\text{report}}",
                rf"\varepsilon_{{\text{{decoder}}}} = 2 \cdot {latex(s.alpha, 6)} \cdot {latex(local.epsilon, 6)}",
                decoder.epsilon,
                (
                    alpha,
                    Symbol(r"\varepsilon_{\text{report}}", "local privacy of the mechanism", local.epsilon, "nats"),
                ),
                decoder.source,
            ),
            Formula(
                "What the indices cost at most",
                r"\sum \mathbb{E}[\log_2 K] \le D + m\, \eta_\alpha, \qquad"
                r" \eta_\alpha = \frac{\log_2 3.56}{\min\{(\alpha - 1)/2,\; 1\}}",
                rf"\sum \mathbb{{E}}[\log_2 K] \le {latex(s.option.divergence, 6)} + {s.option.indices} \cdot"
                rf" \frac{{\log_2 3.56}}{{\min\{{({latex(s.alpha, 6)} - 1)/2,\; 1\}}}}",
                s.bound,
                (
                    Symbol("D", "divergence of the outputs from the proposal", s.option.divergence, "bits"),
                    Symbol("m", "indices of a report", s.option.indices),
                    alpha,
                ),
                "ppr.theorem5",
            ),
        ]
        if self.parameters.task == "privunit":
            found.append(scale_formula(self.parameters))
        return tuple(found)

    def _summary(self) -> str:
        p, s = self.parameters, self.solution
        decoder = decoder_guarantee(p, s.alpha)
        bits = measured(self.bits.value, self.bits.error) if self.bits else f"about {number(s.bits)}"
        text = f"{bits} bits instead of {number(round(plain_bits(p)))} for the {plain_label(p)}"
        if math.isinf(decoder.epsilon):
            return f"{text}, no limit on what the decoder learns."
        limit = f"ε = {number(decoder.epsilon)}"
        if decoder.delta:
            limit = f"(ε, δ) = ({number(decoder.epsilon)}, {number(decoder.delta)})"
        return f"{text}, at most {limit} against the decoder."


_CODE_SOURCES = {"elias_gamma": "code.elias", "elias_delta": "ppr.codes", "zipf_shannon": "ppr.codes"}


def _guarantee(key: str, label: str, one: PrivacyGuarantee) -> Quantity:
    """ε with its δ, if there is one, and the view it holds against in the label."""
    delta = f" at δ = {number(one.delta)}" if one.delta else ""
    return Quantity(key, f"{label}{delta}, {one.against}", one.epsilon, "nats", "guarantee", source=one.source)


def _counted(value: int, one: str, many: str = "") -> str:
    return f"{number(value)} {one if value == 1 else many or one + 's'}"
