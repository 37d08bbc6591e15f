"""One encode of the Poisson private representation, step by step, from the samples to the decoded value.

Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private mechanisms" (NeurIPS 2024),
section 4 (definition, Theorems 7 and 8) and Algorithm 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.stats import laplace, norm

from ppr_core.accounting import gaussian_noise_std
from ppr_core.channels import GaussianChannel, LaplaceChannel
from ppr_core.codes import code_from_name
from ppr_core.compressors import Messages, PoissonPrivateRepresentation
from ppr_core.compressors.trace import Points, fill_hidden, trace_encode
from ppr_core.compressors.trace_law import index_probabilities, later_share, ruled_out_inputs, with_later
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.diagnostics.searches import SearchComparison, compare_searches
from ppr_core.experiments.contract import Cost, Parameters, Progress, parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.mechanisms import served
from ppr_core.guarantees import PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import literal
from ppr_core.representation import program as program_of
from ppr_core.wording import number

__all__ = ["CHOSEN", "ENCODES", "FORMER_STEPS", "LIMIT", "MESSAGE", "PRESETS", "RACED", "SHELL", "STEPS", "PprSteps",
           "PprStepsResult", "channel_of", "compare", "cost", "input_of", "linear", "program", "run"]  # fmt: skip

SHELL = 4.0  # multiples of r* revealed at first; given, the search is the one in candidate order that is drawn
LIMIT = 1.0  # inputs lie in [−LIMIT, LIMIT], or in the ball of that radius
ENCODES = 100  # of each encoder that is compared; fewer where each looks at thousands of samples
_FEWEST = 10
_LOOKS = 200_000  # samples that the candidate-order encoder may look at in all of them together
_COMPARED = 600  # Poisson arrivals that a run of Algorithm 1 may go through
_RACES, _RACED = 1_000, 20_000  # races that are run for a picture, and candidates that they may take together
_RACE_BARS = 24
_LATER = 200  # candidates that are drawn although they arrive after the first m
_INPUTS = np.linspace(-LIMIT, LIMIT, 401)  # tried when asking which of them an index rules out
_DENSITY = 241  # points of the density curves
_MOST = 700.0  # logarithms are cut here before they are turned into floats

STEPS = 8
RACED = 3  # the step that shows the winners of many races
CHOSEN, MESSAGE = 5, 6  # the steps from which on the chosen row is known, and is all that counts
FORMER_STEPS = {"8": "6", "9": "7"}  # where the search stood between them


@dataclass(frozen=True, kw_only=True)
class PprSteps(Parameters):
    """One input, one shared seed, one private seed: one message. ε is the privacy of the mechanism itself."""

    mechanism: str = fields.mechanism(
        "laplace", **served("laplace", "gaussian", reason="the steps are drawn for noise of a known curve on the line")
    )
    epsilon: float = fields.epsilon(
        4.0, low=0.1, high=30.0,
        note="Of the uncompressed mechanism, for any two inputs in [−1, 1].",
    )  # fmt: skip
    x: float = fields.true_value(0.6, low=-LIMIT, high=LIMIT)
    alpha: float = fields.order(note="At ∞ the smallest T/r always wins, and nothing limits what the server learns.")
    seed: int = fields.shared_seed(27, note="Makes the candidates Z that sender and server both know.")
    private_seed: int = fields.private_seed(59, note="Makes the times T and marks V that only the sender knows.")
    code: str = fields.code(
        "elias_delta", group="more",
        choices={name: code_from_name(name).label for name in ("elias_delta", "elias_gamma")},
    )  # fmt: skip
    points: int = parameter(
        40, kind="integer", label="Candidates drawn", symbol="m", low=10, high=200, scale="log", group="more",
        help="The picture shows the first m candidates, and later ones that the sender looked at.",
    )  # fmt: skip
    proposal: float = fields.proposal_scale(1.0, low=0.5, high=4.0, note="r* is that of x = ±1.")
    dimension: int = fields.dimension(1, low=1, high=10, group="more")
    delta: float = fields.delta(1e-5, low=1e-12, high=0.1, group="more")
    step: int = parameter(0, kind="integer", label="Step", low=0, high=STEPS - 1)

    def unused(self) -> dict[str, str]:
        if self.mechanism == "gaussian":
            return {}
        return {
            "dimension": "The Laplace mechanism on this page is scalar.",
            "delta": "The Laplace mechanism is private without exception: δ = 0.",
        }


def channel_of(p: PprSteps) -> LaplaceChannel | GaussianChannel:
    """The mechanism at privacy ε for inputs up to 2·LIMIT apart."""
    if p.mechanism == "laplace":
        rate = p.epsilon / (2 * LIMIT)
        flat = min(rate, min(rate, 1 / LIMIT) / p.proposal)
        return LaplaceChannel(dimension=1, epsilon=rate, norm_bound=LIMIT, proposal_epsilon=flat)
    noise = gaussian_noise_std(2 * LIMIT, p.epsilon, p.delta)
    shape: dict[str, Any] = {"dimension": p.dimension, "noise_std": noise, "norm_bound": LIMIT}
    return GaussianChannel(**shape, proposal_width=GaussianChannel(**shape).proposal_width * p.proposal)


def input_of(p: PprSteps) -> np.ndarray:
    """x on the first axis, (1, d)."""
    return np.eye(1, p.dimension if p.mechanism == "gaussian" else 1) * p.x


PRESETS = {
    "From the first step": (PprSteps(), "The whole story from its beginning: press Next."),
    "One index is drawn": (PprSteps(step=CHOSEN), "The middle of the story, at α = 2. Back and Next tell the rest."),
    "No privacy left (α = ∞)": (
        PprSteps(alpha=math.inf, seed=79, private_seed=13, step=CHOSEN),
        "The Poisson functional representation: the shortest messages, and no privacy against the server.",
    ),
    "Rare long messages": (
        PprSteps(alpha=1.05, step=MESSAGE),
        "α = 1.05: the server’s ε is close to twice the mechanism’s, and the index may be astronomically large.",
    ),
    "Algorithm 1 is slow": (
        PprSteps(alpha=1.5, seed=79, private_seed=14, step=CHOSEN),
        "α = 1.5: Algorithm 1 draws all candidates up to the latest one that could still win. A tab counts them.",
    ),
    "Gaussian in 8 dimensions": (
        PprSteps(mechanism="gaussian", dimension=8, epsilon=10.0, step=CHOSEN),
        "The same with vectors: the picture shows the coordinate along x.",
    ),
}


@dataclass(frozen=True, eq=False)
class PprStepsResult:
    """One encode and decode, with everything in between.

    points: the first m arrivals in order of time, then later candidates (the first 200, and the chosen one); n rows,
    of which ``row`` is the chosen one. generated: (n,) the encoder generated this arrival. generated_earlier: all that
    it generated before the chosen one; the others of the K − 1 it only counted. probability: (n,) P(K = i)
    given the drawn times and samples. later: bound on the expected share of all arrivals after the first m in
    P(K = i). looked: samples the encoder looked at. stop: r*·(smallest S/r). word, data: the message as bits and as
    bytes; index, received: K before and after it; z, decoded: (d,) before and after. races, race_edges, race_density:
    how many endless races were run, each with a list and times of its own, and where their winners lie: (b + 1,) edges
    and (b,) densities. ruled_out: intervals of inputs that cannot have given this index.
    law_z, law_density, proposal_density: (k,) densities of mechanism and proposal along x.
    """

    parameters: PprSteps
    points: Points
    row: int
    generated: np.ndarray
    generated_earlier: int
    probability: np.ndarray
    later: float
    looked: int
    ratio_bound: float
    stop: float
    index: int
    word: str
    data: bytes
    received: int
    z: np.ndarray
    decoded: np.ndarray
    races: int
    race_edges: np.ndarray
    race_density: np.ndarray
    mechanism_privacy: PrivacyGuarantee
    decoder_privacy: PrivacyGuarantee
    accounted_privacy: PrivacyGuarantee
    ruled_out: tuple[tuple[float, float], ...]
    law_z: np.ndarray
    law_density: np.ndarray
    proposal_density: np.ndarray

    @property
    def private(self) -> bool:
        return math.isfinite(self.parameters.alpha)

    @property
    def scalar(self) -> bool:
        return self.points.z.shape[1] == 1

    @property
    def equal(self) -> bool:
        """Whether the decoder has the encoder's z, to the last bit."""
        return self.index == self.received and np.array_equal(self.z, self.decoded)

    @property
    def ruled_out_share(self) -> float:
        """Share of the inputs in [−LIMIT, LIMIT] that cannot have given this index."""
        return sum(high - low for low, high in self.ruled_out) / (2 * LIMIT)

    def table(self) -> dict[str, np.ndarray]:
        points = self.points
        return {
            "index": points.index if points.index.dtype != object else points.index.astype(str),
            "z": points.z[:, 0],
            "ratio": linear(points.log_ratio),
            "time": linear(points.log_time),
            "transformed_time": linear(points.log_transformed),
            "probability": self.probability,
            "candidate_time": linear(points.log_candidate),
            "score": linear(points.log_score),
            "generated": self.generated.astype(int),
            "looked_at": points.order,
            "chosen": (np.arange(len(points.index)) == self.row).astype(int),
        }


def linear(logarithm: np.ndarray | float) -> np.ndarray:
    """exp, cut where a float would overflow or vanish; NaN stays."""
    return np.asarray(np.exp(np.clip(logarithm, -_MOST, _MOST)))


def cost(parameters: PprSteps) -> Cost:
    """One encode of about 4 r* generated arrivals, and the races, which are fewer where each is long."""
    bound = math.exp(float(channel_of(parameters).log_ratio_bound()))
    return Cost(0.04 + 5e-6 * bound, 1e7 + 2e3 * bound, f"r* = {number(bound)} candidates an encode")


def run(parameters: PprSteps, progress: Progress | None = None) -> PprStepsResult:
    """Encode, send and decode one input; equal for all steps, so computed once for them."""
    return replace(_run(parameters.replace(step=0)), parameters=parameters)


@lru_cache(maxsize=64)
def _run(p: PprSteps) -> PprStepsResult:
    channel, x, shared = channel_of(p), input_of(p), SharedRandomness(p.seed)
    ppr = PoissonPrivateRepresentation(channel, p.alpha, shell=SHELL)
    trace = trace_encode(ppr, x[0], shared, np.random.default_rng(p.private_seed))
    first = fill_hidden(trace, np.random.default_rng([p.private_seed, 1]), p.points)
    points = with_later(first, trace.candidates, _LATER)
    row = int(np.flatnonzero(points.index == trace.index)[0])

    data = Messages(np.array([trace.index])).to_bytes(p.code)
    received = Messages.from_bytes(data, p.code)
    decoded = PoissonPrivateRepresentation(channel_of(p), p.alpha).decode(received, SharedRandomness(p.seed))
    against_reader, against_decoder = ppr.privacy(p.delta if p.mechanism == "gaussian" else 0.0)[:2]
    accounted = decoder_privacy(channel, p.alpha, min(1.0, 2 * against_reader.delta) or fields.DECODER_DELTA)
    return PprStepsResult(
        parameters=p,
        points=points,
        row=row,
        generated=(points.log_candidate <= trace.log_stop + 1e-12) | (points.order > 0),
        generated_earlier=int(np.count_nonzero(trace.revealed_log_time < points.log_time[row])),
        probability=index_probabilities(points.log_transformed, p.alpha),
        later=later_share(points, p.points, p.alpha, trace.log_ratio_bound),
        looked=len(trace.candidates.order),
        ratio_bound=math.exp(trace.log_ratio_bound),
        stop=math.exp(trace.log_limit[-1]),
        index=trace.index,
        word=code_from_name(p.code).word(trace.index),
        data=data,
        received=int(received.indices[0]),
        z=trace.candidates.z[trace.chosen],
        decoded=decoded[0],
        mechanism_privacy=against_reader,
        decoder_privacy=against_decoder,
        accounted_privacy=accounted,
        ruled_out=() if math.isfinite(p.alpha) else ruled_out_inputs(channel, points, row, _INPUTS),
        **_races(p, math.exp(trace.log_ratio_bound)),
        **_densities(p, points.z[:, 0]),
    )


def _races(p: PprSteps, ratio_bound: float) -> dict[str, Any]:
    """Where candidates of the smallest T/r lie, along x: the winners at α = ∞, by theorem draws of the mechanism."""
    races = max(_FEWEST, min(_RACES, int(_RACED / ratio_bound)))
    race = PoissonPrivateRepresentation(channel_of(p), math.inf)
    shared, rng = SharedRandomness(p.seed), np.random.default_rng([p.private_seed, 2])
    winners = race.decode(race.encode(np.repeat(input_of(p), races, axis=0), shared, rng), shared)[:, 0]
    counts, edges = np.histogram(winners, _RACE_BARS, tuple(np.quantile(winners, (0.005, 0.995))))
    return {"races": races, "race_edges": edges, "race_density": counts / (races * (edges[1] - edges[0]))}


def _densities(p: PprSteps, z: np.ndarray) -> dict[str, Any]:
    """Densities of mechanism and proposal along x, over the range of the drawn samples: (k,) each."""
    channel, margin = channel_of(p), 0.04 * np.ptp(z)
    law_z = np.union1d(np.linspace(min(z.min(), -LIMIT) - margin, max(z.max(), LIMIT) + margin, _DENSITY - 1), p.x)
    if isinstance(channel, LaplaceChannel):
        density, scales = laplace.pdf, (1 / channel.epsilon, 1 / channel.proposal_epsilon)
    else:
        density, scales = norm.pdf, (channel.noise_std, channel.proposal_std)
    curves = {"law_density": density(law_z, p.x, scales[0]), "proposal_density": density(law_z, 0.0, scales[1])}
    return {"law_z": law_z, **curves}


def compare(parameters: PprSteps) -> SearchComparison:
    """Encode the same input with both encoders, with other samples, times and marks in every encode."""
    return _compare(parameters.replace(step=0, code="elias_gamma", points=PprSteps().points))


@lru_cache(maxsize=64)
def _compare(p: PprSteps) -> SearchComparison:
    x, ppr = input_of(p), PoissonPrivateRepresentation(channel_of(p), p.alpha, shell=SHELL)
    encodes = max(_FEWEST, min(ENCODES, int(_LOOKS / ppr.expected_cost(x)[0])))
    rng = np.random.default_rng([p.private_seed, 3])
    return compare_searches(ppr, x, SharedRandomness(p.seed), rng, encodes=encodes, arrivals=_COMPARED)


def program(p: PprSteps) -> str:
    """A program that prints the length of the message and shows that the decoder gets the encoder's z."""
    channel, x = channel_of(p), f"np.array([{input_of(p)[0].tolist()!r}])"
    unit = "# ε per unit of x, as two values may be 2 apart\n" if isinstance(channel, LaplaceChannel) else ""
    body = f"""\
{unit}channel = {channel!r}
ppr = PoissonPrivateRepresentation(channel, alpha={literal(p.alpha)}, shell={SHELL})  # in candidate order
sent = ppr.encode({x}, SharedRandomness({p.seed}), np.random.default_rng({p.private_seed}))
data = sent.to_bytes("{p.code}")
z = ppr.decode(Messages.from_bytes(data, "{p.code}"), SharedRandomness({p.seed}))[0]
print(f"{{sent.lengths('{p.code}')[0]}} bits, K = {{sent.indices[0]}}, bytes {{data.hex()}}, z = {{z}}")
"""
    return program_of(body, type(channel), Messages, PoissonPrivateRepresentation, SharedRandomness)
