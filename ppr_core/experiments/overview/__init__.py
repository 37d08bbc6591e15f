"""The lab in one run: a person's value, Laplace noise, a few bits, and exactly the noisy value at the other end.

One value x in [−1, 1] is reported again and again through the scalar Laplace mechanism, compressed by the Poisson
private representation (PPR). Source: Liu, Chen, Özgür, Li, "Universal exact compression of differentially private
mechanisms" (NeurIPS 2024), Theorems 5 and 7.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import LaplaceChannel
from ppr_core.codes import code_from_name
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.experiments.contract import Cost, Experiment, Formula, Parameters, Progress, Quantity, Symbol, parameter
from ppr_core.experiments.vocabulary.averages import mean_and_error
from ppr_core.guarantees import ppr_bits, ppr_overhead_bits, ppr_pure
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import latex, number

__all__ = ["EXPERIMENT", "FLOAT_BITS", "LIMIT", "OverviewParameters", "OverviewResult", "cost", "run", "snippet"]

FLOAT_BITS = 32  # what sending the noisy value as a single-precision float would take
LIMIT = 1.0  # values lie in [−LIMIT, LIMIT], so two of them differ by at most 2·LIMIT

_BINS = 60
_SCALES_SHOWN = 6.0  # the chart reaches this many noise scales to either side of x; 0.25 % lies beyond
_ERRORS_ALLOWED = 3.0  # standard errors within which a bar agrees with the law
_BARS_ASTRAY = 3  # bars of 60 that chance alone puts farther off than that: more of them less than once in 10⁴ draws


@dataclass(frozen=True, kw_only=True)
class OverviewParameters(Parameters):
    """ε is the privacy of the mechanism itself: noise of scale 2/ε hides any value in [−1, 1] among all others."""

    epsilon: float = parameter(
        1.0, kind="real", label="Privacy loss", symbol="ε", unit="nats", low=0.1, high=10.0, scale="log",
        help="Left is more private, right is more accurate: the noise has scale 2/ε.",
    )  # fmt: skip
    alpha: float = parameter(
        2.0, kind="real", label="PPR order", symbol="α", low=1.05, high=math.inf, infinite=True, group="more",
        stops=(1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0),
        help="Larger is shorter, smaller is more private from the decoder. At ∞ the decoder is not kept out at all.",
    )  # fmt: skip
    x: float = parameter(
        0.4, kind="real", label="True value", symbol="x", low=-LIMIT, high=LIMIT, group="more",
        help="The value that one imagined person holds.",
    )  # fmt: skip
    samples: int = parameter(
        10_000, kind="integer", label="Reports", symbol="n", low=1_000, high=50_000, scale="log", group="more",
        help="How often the value is noised, sent and decoded, each time independently.",
    )  # fmt: skip
    code: str = parameter(
        "elias_delta", kind="choice", label="Code of the index", group="more",
        choices={"elias_delta": "Elias delta", "elias_gamma": "Elias gamma"},
    )  # fmt: skip
    seed: int = parameter(11, kind="integer", label="Seed", low=0, high=2**31 - 1, group="seed")


@dataclass(frozen=True)
class OverviewResult:
    """What n reports of the same value look like at the decoder.

    edges: (m + 1,) bins of the noisy value; density, expected, expected_error: (m,) measured density, the law's mean
    over the bin and the standard error it has at n samples; law_z, law_density: (k,) the law as a curve; beyond: share
    of outputs outside the bins. bits, log_index: mean message length and mean log2 K, in bits, each with its standard
    error; divergence: D(P‖Q) in bits; bound: Theorem 5's on the mean of log2 K, in bits. first_output, first_index,
    first_word: one of the reports.
    """

    parameters: OverviewParameters
    edges: np.ndarray
    density: np.ndarray
    expected: np.ndarray
    expected_error: np.ndarray
    law_z: np.ndarray
    law_density: np.ndarray
    beyond: float
    bits: float
    bits_error: float
    log_index: float
    log_index_error: float
    divergence: float
    bound: float
    epsilon_database: float
    epsilon_decoder: float
    first_output: float
    first_index: int
    first_word: str

    @property
    def scale(self) -> float:
        """Scale of the noise, 2/ε."""
        return _scale(self.parameters)

    @property
    def saved(self) -> float:
        """Share of the 32 bits of a float that is not sent; negative when the message is longer."""
        return 1.0 - self.bits / FLOAT_BITS

    @property
    def band(self) -> tuple[np.ndarray, np.ndarray]:
        """Three standard errors around the law, lower and upper limit for each bar, (m,) each."""
        reach = _ERRORS_ALLOWED * self.expected_error
        return self.expected - reach, self.expected + reach

    @property
    def agreeing(self) -> int:
        """Bars of the histogram inside that band."""
        low, high = self.band
        return int(np.count_nonzero((low <= self.density) & (self.density <= high)))

    def table(self) -> dict[str, np.ndarray]:
        return {
            "from": self.edges[:-1],
            "to": self.edges[1:],
            "measured_density": self.density,
            "law_density": self.expected,
            "standard_error": self.expected_error,
        }

    def quantities(self) -> tuple[Quantity, ...]:
        n = self.parameters.samples
        saved = {"kind": "measured", "error": 100 * self.bits_error / FLOAT_BITS, "samples": n}
        return (
            Quantity("bits", "Average message", self.bits, "bits", "measured", self.bits_error, n),
            Quantity("saved", f"Saved against a {FLOAT_BITS}-bit float", 100 * self.saved, "%", **saved),
            Quantity("epsilon_database", "ε against the database", self.epsilon_database, "nats", "guarantee",
                     source="laplace.mechanism"),
            Quantity("epsilon_decoder", "ε against the decoder", self.epsilon_decoder, "nats", "guarantee",
                     source="ppr.theorem7"),
        )  # fmt: skip

    def finding(self) -> str:
        n, bars = number(self.parameters.samples), len(self.density)
        follow = "follow" if bars - self.agreeing <= _BARS_ASTRAY else "do not follow"
        law = (
            f"the {n} decoded values {follow} the Laplace law "
            f"({self.agreeing} of {bars} bars within {_ERRORS_ALLOWED:g} standard errors)"
        )
        if math.isinf(self.epsilon_decoder):
            law += "; at α = ∞, though, nothing guarantees privacy from the decoder"
        if self.bits + 2 * self.bits_error >= FLOAT_BITS:
            return (
                f"At α = {number(self.parameters.alpha)} a noisy value takes {self.bits:.1f} bits on average, "
                f"so nothing is saved against the {FLOAT_BITS} bits of a plain float; {law}."
            )
        return f"A noisy value takes {self.bits:.1f} bits on average instead of {FLOAT_BITS}, and {law}."

    def notices(self) -> tuple[str, ...]:
        alpha, own, penalised = self.parameters.alpha, number(self.epsilon_database), number(self.epsilon_decoder)
        view = "says little about x" if self.parameters.epsilon < 3 else "points at x: weak privacy"
        decoder = f"the bound is 2αε = {penalised}; a smaller α lowers it and costs bits."
        if math.isinf(alpha):
            decoder = "no bound holds: at α = ∞ the index is a fixed function of x and that list."
        return (
            f"The noise has scale 2/ε = {number(self.scale)}, the possible values fill an interval of length "
            f"{2 * LIMIT:g} (grey): a single noisy value {view}.",
            f"On average log₂ K is {self.log_index:.2f} bits. Theorem 5 allows D = {number(self.divergence, 2)} for "
            f"the noisy value itself and {number(ppr_overhead_bits(alpha))} more for choosing the index at α = "
            f"{number(alpha)}.",
            f"Each report is private by itself, at ε = {own} for whoever sees only its noisy value. For the decoder, "
            f"who also knows the shared list and the index, {decoder}",
        )

    def formulas(self) -> tuple[Formula, ...]:
        epsilon, alpha = self.parameters.epsilon, self.parameters.alpha
        loss = Symbol(r"\varepsilon", "privacy loss of the mechanism", epsilon, "nats", "epsilon")
        order = Symbol(r"\alpha", "order of PPR", alpha, "", "alpha")
        return (
            Formula(
                "The Laplace law, and the top of its curve",
                r"p(z) = \frac{\varepsilon}{4}\, e^{-\varepsilon |z - x| / 2}, \qquad p(x) = \frac{\varepsilon}{4}",
                rf"p(x) = \frac{{{latex(epsilon)}}}{{4}}",
                epsilon / 4,
                (loss, Symbol("x", "true value", self.parameters.x, "", "x"), Symbol("z", "noisy value", "axis")),
                "laplace.mechanism",
            ),
            Formula(
                "What the index costs: Theorem 5",
                r"\mathbb{E}[\log_2 K] \le D + \eta_\alpha, \qquad"
                r" \eta_\alpha = \frac{\log_2 3.56}{\min\{(\alpha - 1)/2,\; 1\}}",
                rf"\mathbb{{E}}[\log_2 K] \le {latex(self.divergence)} +"
                rf" \frac{{\log_2 3.56}}{{\min\{{({latex(alpha)} - 1)/2,\; 1\}}}}",
                self.bound,
                (
                    Symbol(r"\mathbb{E}[\log_2 K]", "mean logarithm of the index, measured", self.log_index, "bits"),
                    Symbol("D", "divergence of the noisy value's law from the shared list's", self.divergence, "bits"),
                    order,
                ),
                "ppr.theorem5",
            ),
            Formula(
                "What the decoder may learn: Theorem 7",
                r"\varepsilon_{\text{decoder}} = 2 \alpha \varepsilon",
                rf"\varepsilon_{{\text{{decoder}}}} = 2 \cdot {latex(alpha)} \cdot {latex(epsilon)}",
                self.epsilon_decoder,
                (order, loss),
                "ppr.theorem7",
            ),
        )


def cost(parameters: OverviewParameters) -> Cost:
    """n times r* candidates; an encoder near α = 1 meets indices too large for machine words and is slower."""
    channel = _channel(parameters)
    candidates = math.exp(float(channel.log_ratio_bound(np.array([parameters.x]))))
    each = 0.9e-6 if math.isinf(parameters.alpha) else 1.8e-6 if parameters.alpha >= 1.15 else 4e-6
    return Cost(
        seconds=0.002 + each * parameters.samples * candidates,
        memory_bytes=6e7 + 200.0 * parameters.samples,
        reason=f"r* = {candidates:.3g} candidates for each of {parameters.samples} reports",
    )


def run(parameters: OverviewParameters, progress: Progress | None = None) -> OverviewResult:
    """Noise, compress, send and decode the value n times."""
    channel, n = _channel(parameters), parameters.samples
    ppr = PoissonPrivateRepresentation(channel, parameters.alpha)
    shared = SharedRandomness(parameters.seed)
    messages = ppr.encode(np.full(n, parameters.x), shared, np.random.default_rng(parameters.seed))
    if progress is not None:
        progress(0.9, "decoding")
    z = ppr.decode(messages, shared)
    lengths = messages.lengths(parameters.code)
    bits, bits_error = mean_and_error(lengths)
    mean_log_index, log_index_error = mean_and_error(_log2(messages.indices))
    divergence = max(0.0, float(channel.divergence_bits([parameters.x])[0]))  # rounding may fall below 0

    edges = _edges(parameters)
    width = edges[1] - edges[0]
    counts, _ = np.histogram(z, edges)
    probability = np.diff(_cumulative(edges - parameters.x, _scale(parameters)))
    law_z = np.union1d(np.linspace(edges[0], edges[-1], 241), parameters.x)
    own = channel.privacy()
    return OverviewResult(
        parameters=parameters,
        edges=edges,
        density=counts / (n * width),
        expected=probability / width,
        expected_error=np.sqrt(probability * (1 - probability) / n) / width,
        law_z=law_z,
        law_density=np.exp(-abs(law_z - parameters.x) / _scale(parameters)) / (2 * _scale(parameters)),
        beyond=1.0 - int(counts.sum()) / n,
        bits=bits,
        bits_error=bits_error,
        log_index=mean_log_index,
        log_index_error=log_index_error,
        divergence=divergence,
        bound=ppr_bits(divergence, parameters.alpha).value,
        epsilon_database=own.epsilon,
        epsilon_decoder=ppr_pure(own, parameters.alpha).epsilon,
        first_output=float(z[0]),
        first_index=int(messages.indices[0]),
        first_word=code_from_name(parameters.code).word(int(messages.indices[0])),
    )


def snippet(parameters: OverviewParameters) -> str:
    """A program that prints the average message length."""
    alpha = "np.inf" if math.isinf(parameters.alpha) else repr(parameters.alpha)
    return f"""\
import numpy as np
from ppr_core.channels import LaplaceChannel
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.randomness import SharedRandomness

channel = LaplaceChannel(dimension=1, epsilon={parameters.epsilon!r} / 2, norm_bound={LIMIT!r})
ppr = PoissonPrivateRepresentation(channel, alpha={alpha})
shared = SharedRandomness({parameters.seed})
messages = ppr.encode(np.full({parameters.samples}, {parameters.x!r}), shared, np.random.default_rng({parameters.seed}))
noisy = ppr.decode(messages, shared)
print(f"{{messages.lengths('{parameters.code}').mean():.4f}} bits on average instead of {FLOAT_BITS}")
"""


def _channel(parameters: OverviewParameters) -> LaplaceChannel:
    """Laplace noise with ε spread over the largest distance of two values, 2·LIMIT."""
    return LaplaceChannel(dimension=1, epsilon=1 / _scale(parameters), norm_bound=LIMIT)


def _scale(parameters: OverviewParameters) -> float:
    return 2 * LIMIT / parameters.epsilon


def _edges(parameters: OverviewParameters) -> np.ndarray:
    """Bins on both sides of x, wide enough for the noise and for all possible values."""
    reach = max(_SCALES_SHOWN * _scale(parameters), 1.05 * LIMIT + abs(parameters.x))
    return parameters.x + np.linspace(-reach, reach, _BINS + 1)


def _cumulative(z: np.ndarray, scale: float) -> np.ndarray:
    """Distribution function of Laplace(0, scale), elementwise."""
    return 0.5 + np.copysign(np.expm1(-abs(z) / scale), z) / 2


def _log2(indices: np.ndarray) -> np.ndarray:
    """log2 of integers of any size, (n,) -> (n,)."""
    if indices.dtype == object:
        return np.array([math.log2(k) for k in indices])
    return np.log2(indices)


EXPERIMENT = Experiment(
    name="overview",
    parameters=OverviewParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    presets={
        "Strong privacy": (
            OverviewParameters(epsilon=0.1),
            "ε = 0.1: noise ten times as wide as the range of the values; the message is as short as ever.",
        ),
        "Medium privacy": (OverviewParameters(), "ε = 1: noise as wide as the range of the values."),
        "Weak privacy": (
            OverviewParameters(epsilon=8.0),
            "ε = 8: noise an eighth as wide as the range of the values; the message is longer by a bit or two.",
        ),
    },
    dial="samples",
)
