"""Parameter check: a choice, everything that follows from it, and a few real encodes of it.

Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
Theorems 5, 7 to 10 and 14, Corollaries 12, 13 and 17.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.experiments.contract import Columns, Cost, Progress, Steps
from ppr_core.experiments.parameter_check.finding import Finding
from ppr_core.experiments.parameter_check.findings import findings
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.vocabulary.decoder_view import OneMessage, one_message
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.means import Mean
from ppr_core.planning import (
    LARGEST_LOG_RATIO,
    Calibration,
    Choice,
    Claim,
    Plan,
    Relaxation,
    Told,
    Trial,
    TunedScheme,
    best,
    bits_at,
    bound_at,
    claims,
    decoder_guarantee,
    mechanism,
    relaxations,
    solve,
    trial,
    trial_seconds,
)
from ppr_core.wording import number

__all__ = ["AlphaPicture", "ParameterCheckResult", "Picture", "alpha_picture", "cost", "picture", "run", "sends"]

_SEARCH = 0.35  # seconds of everything but the encodes, measured: 0.01 to 0.8
_ALPHAS = np.concatenate([1 + np.geomspace(0.01, 1.0, 8), np.geomspace(3.0, 20.0, 4)])
_SLOWEST_SHOWN = 30.0  # times the budget or the used option's time
_FAR = 1e6  # a time budget this many times beyond the times is told in words, not drawn
_NEAR = 40.0  # a level this many times beyond the points is told in words, not drawn

Points = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True, eq=False)
class ParameterCheckResult:
    """mechanism: with the split and the number of reports that are used; decoder: what is promised against it;
    relaxations: of the limits that are set; choice: among all schemes of the laboratory; trial: real encodes, None
    where no encoder can run; alphas, alpha_bits, alpha_bound (k,): along α, exact bits of the chosen way to send, and
    Theorem 5's bound on them."""

    parameters: ParameterCheck
    mechanism: Calibration
    solution: Plan
    decoder: PrivacyGuarantee
    relaxations: tuple[Relaxation, ...]
    choice: Choice
    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]
    trial: Trial | None
    alphas: np.ndarray
    alpha_bits: np.ndarray
    alpha_bound: np.ndarray

    @property
    def checked(self) -> TunedScheme:
        """The scheme that is checked: PPR, or the trust model that is asked for."""
        return self.choice.schemes[0]

    @property
    def modelled(self) -> bool:
        """Whether a shuffler or secure aggregation is trusted; then `solution` is PPR with a trusted server."""
        return self.parameters.setup.modelled

    @property
    def told(self) -> Told:
        """What the checked scheme tells reader and decoder, at δ′."""
        return self.checked.told

    @property
    def price(self) -> float | None:
        """Error of the checked scheme over that of a mean by a trusted server."""
        return _price(self, self.checked)

    def prices(self) -> dict[str, tuple[float, TunedScheme]]:
        """Trust model -> the error over a trusted server's, and the scheme; of a mean only."""
        rows = {way.name: way for way in self.choice.schemes if way.scheme.trusts is not None}
        return {name: (price, rows[name]) for name in sorted(rows) if (price := _price(self, rows[name]))}

    @property
    def bits(self) -> Mean | None:
        """Simulated mean length of all a user sends."""
        return self.trial.bits if self.trial else None

    @property
    def seconds(self) -> Mean | None:
        """Measured time to encode it on this machine."""
        return self.trial.seconds if self.trial else None

    @property
    def of_people(self) -> tuple[float, float] | None:
        """Typical error of an entry of the mean of all reports, and size of a true entry; of Gaussian vectors only."""
        p = self.parameters
        if self.modelled or not p.setup.kind.chunked:
            return None
        return self.mechanism.noise / math.sqrt(p.clients), p.norm_bound / math.sqrt(p.dimension)

    @property
    def useless(self) -> bool:
        """Whether the mean of all reports has more noise than signal."""
        return self.of_people is not None and self.of_people[0] > self.of_people[1]

    @property
    def plain_bits(self) -> float:
        """Of the output as it is."""
        return self.parameters.setup.kind.plain_bits(self.parameters.setup)

    @property
    def problems(self) -> tuple[Finding, ...]:
        """What is not green."""
        return tuple(finding for finding in self.findings if finding.light != "green")

    @cached_property
    def alpha_epsilon(self) -> np.ndarray:
        """(k,) ε against the decoder along α."""
        settled, chunk = self.solution.settled, self.solution.option.chunk
        return np.array([decoder_guarantee(settled, float(alpha), chunk).epsilon for alpha in self.alphas])

    @property
    def milliseconds(self) -> np.ndarray:
        """(m,) predicted time of every option."""
        return 1000 * np.array([option.seconds for option in self.solution.options])

    @property
    def runnable(self) -> np.ndarray:
        """(m,) options whose encoder can run."""
        return np.isfinite(self.milliseconds)

    @property
    def chosen(self) -> np.ndarray:
        """(m,) true at the option that is used."""
        return np.array([option is self.solution.option for option in self.solution.options])

    def table(self) -> dict[str, np.ndarray]:
        """The ways to send that were compared; times here are predicted, so equal parameters give equal tables."""
        options = self.solution.options
        splits = {}
        if self.solution.option.split:
            splits["split"] = np.array([option.split for option in options])
            splits["reports"] = np.array([option.reports for option in options])
            splits["squared_error"] = np.array([mechanism(option.settled).error for option in options])
        return splits | {
            **_OPTIONS.shown(options),
            "log10_candidates": np.array([option.log_ratio for option in options]) / math.log(10),
            "predicted_ms": self.milliseconds,
            "bits": self.solution.option_bits,
            "on_frontier": self.solution.frontier.astype(int),
            "used": self.chosen.astype(int),
            "simulated_bits": np.where(self.chosen, self.bits.value if self.bits else math.nan, math.nan),
            "simulated_error": np.where(self.chosen, self.bits.error if self.bits else math.nan, math.nan),
        }

    #: Bits and ε against the decoder along α.
    alpha_table = Columns(
        "", alpha="alphas", bits="alpha_bits", bits_at_most="alpha_bound", decoder_epsilon="alpha_epsilon"
    )


#: Columns of `ParameterCheckResult.table`.
_OPTIONS = Columns("", chunk="chunk", indices="indices", proposal_scale="scale", divergence_bits="divergence")


@dataclass(frozen=True)
class Picture:
    """compared, frontier, used: times in ms and exact bits; simulated: time, bits and standard error, or ();
    levels, limits: names with heights and places of lines; far: levels and limits too far off to be drawn, with
    their units; times, bits: the ends of the axes."""

    compared: Points
    frontier: Points
    used: Points
    simulated: tuple[np.ndarray, ...]
    levels: tuple[tuple[str, float], ...]
    limits: tuple[tuple[str, float], ...]
    far: tuple[tuple[str, float, str], ...]
    times: tuple[float, float]
    bits: tuple[float, float]


@dataclass(frozen=True)
class AlphaPicture:
    """used: ε against the decoder and exact bits, or () at α = ∞; simulated: the same with real messages and their
    standard error, or (); levels, limits: as in `Picture`."""

    used: tuple[np.ndarray, ...]
    simulated: tuple[np.ndarray, ...]
    levels: tuple[tuple[str, float], ...]
    limits: tuple[tuple[str, float], ...]


def _price(result: ParameterCheckResult, way: TunedScheme) -> float | None:
    least = result.mechanism.error
    return way.error / least if way.error and least and result.parameters.setup.kind.central else None


def picture(result: ParameterCheckResult) -> Picture:
    """Bits against time; options far slower than what is allowed are left out."""
    p, s = result.parameters, result.solution
    milliseconds = np.where(result.runnable, result.milliseconds, 1.0)
    used, budget = milliseconds[result.chosen], p.time_budget
    slowest = _SLOWEST_SHOWN * max(used[0], budget if math.isfinite(budget) else 0.0)
    shown = milliseconds <= slowest
    on = np.flatnonzero(s.frontier & shown)
    on = on[np.argsort(milliseconds[on])]
    simulated: tuple[np.ndarray, ...] = ()
    if result.bits:
        simulated = (used, np.array([result.bits.value]), np.array([result.bits.error]))
    heights = [*s.option_bits[shown], *(simulated[1] + simulated[2] if simulated else ())]
    levels = [level for level in _levels(result) if min(heights) / 4 <= level[1] <= _NEAR * max(heights)]
    near = min(milliseconds[shown]) / 50 <= budget <= _FAR * max(milliseconds[shown])
    limits = [("time_budget", budget)] if near else []
    places = [*milliseconds[shown], *(mark for _, mark in limits)]
    tall = [*heights, *(height for _, height in levels)]
    return Picture(
        compared=(milliseconds[shown], s.option_bits[shown]),
        frontier=(milliseconds[on], s.option_bits[on]),
        used=(used, s.option_bits[result.chosen]),
        simulated=simulated,
        levels=tuple(levels),
        limits=tuple(limits),
        far=(
            *((name, height, "bits") for name, height in _levels(result) if (name, height) not in levels),
            *((("time_budget", budget, "ms"),) if math.isfinite(budget) and not near else ()),
        ),
        times=_with_room(places, 0.1, 0.25),
        bits=_with_room(tall, 0.08, 0.2),
    )


def alpha_picture(result: ParameterCheckResult) -> AlphaPicture:
    """Bits of the used option against ε for the decoder."""
    p, s = result.parameters, result.solution
    epsilon, limit = result.decoder.epsilon, p.setup.decoder_epsilon
    low, high = float(result.alpha_epsilon.min()), float(result.alpha_epsilon.max())
    level = [
        (name, height)
        for name, height in _levels(result)
        if result.alpha_bits.min() / 4 <= height <= 4 * result.alpha_bits.max()
    ]
    mark = np.array([epsilon])
    simulated = result.bits and (mark, np.array([result.bits.value]), np.array([result.bits.error]))
    return AlphaPicture(
        used=() if math.isinf(epsilon) else (mark, np.array([s.bits])),
        simulated=() if math.isinf(epsilon) or not simulated else simulated,
        levels=tuple(level),
        limits=((("decoder_epsilon", limit),) if low / 2 <= limit <= 2 * high else ()),
    )


def _with_room(values: list[float], below: float, above: float) -> tuple[float, float]:
    """Ends of a logarithmic axis that leave these shares of the range, at least of a factor 4, free for names."""
    low, high = float(min(values)), float(max(values))
    span = max(high / low, 4.0)
    return low / span**below, high * span**above


def _levels(result: ParameterCheckResult) -> list[tuple[str, float]]:
    levels = [("plain", result.plain_bits)]
    if math.isfinite(result.parameters.bit_budget):
        levels.append(("bit_budget", result.parameters.bit_budget))
    return levels


def cost(parameters: ParameterCheck) -> Cost:
    """A search for the optimum, and a few encodes of the option it chose; said without the search, which would keep
    the server from everybody else."""
    seconds = _SEARCH + 0.1 * trial_seconds(parameters.samples)
    return Cost(seconds, 8e7, f"a search, and {number(parameters.samples)} encodes")


def run(parameters: ParameterCheck, progress: Progress | None = None) -> ParameterCheckResult:
    """Choose what is open, look at everything, and encode a few reports."""
    steps = Steps(progress, (0.4, 0.3, 0.3))
    solution = solve(parameters.setup)
    settled, option = solution.settled, solution.option
    steps.tell(1, "looking for what is wrong")
    # A few changes are slow to try: without a word between them an overrun could not be noticed, nor stopped.
    problems = findings(parameters, solution, lambda: steps.tell(1, "looking for what is wrong"))
    alphas = np.union1d(_ALPHAS, () if math.isinf(solution.alpha) else (solution.alpha,))
    modelled, schemes = parameters.setup.modelled, best(parameters.setup)
    loosened = () if modelled else relaxations(parameters.setup, solution)
    claimed = claims(settled, solution.alpha, option.chunk)
    steps.tell(2, "encoding")
    return ParameterCheckResult(
        parameters=parameters,
        mechanism=solution.mechanism,
        solution=solution,
        decoder=solution.decoder,
        relaxations=loosened,
        choice=schemes,
        claims=(_of_model(schemes),) if modelled else claimed,
        findings=problems,
        trial=None if modelled else trial(solution, samples=parameters.samples, seed=parameters.seed),
        alphas=alphas,
        alpha_bits=np.array([bits_at(option, float(alpha), solution.code) for alpha in alphas]),
        alpha_bound=np.array([bound_at(option, float(alpha), solution.code) for alpha in alphas]),
    )


def sends(result: ParameterCheckResult) -> OneMessage | None:
    """What the option that is used sends, where it is one message with an encoder that can run."""
    s, case = result.solution, result.solution.option.pieces[0].case
    by_law = result.decoder.source == "ppr.loss"  # of one message
    if result.modelled or not by_law or case is None or s.option.log_ratio > LARGEST_LOG_RATIO:
        return None
    return one_message(PoissonPrivateRepresentation(case.channel, s.alpha), result.parameters.decoder_delta)


def _of_model(choice: Choice) -> Claim:
    """What the checked trust model promises."""
    reader, setup = choice.schemes[0].told.reader, choice.schemes[0].setup
    return Claim("mean", reader, reader.source, "zeroed" if setup.neighbours == "zero_out" else "replaced")
