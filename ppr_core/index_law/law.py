"""The law of PPR's index, its moments, entropy, quantiles and code lengths: sums, no simulation."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.channels import Channel
from ppr_core.codes import Code, EliasDelta, EliasGamma, ZipfShannon, code_from_name
from ppr_core.codes.integers import as_integers
from ppr_core.entropy import log2_of_integers
from ppr_core.index_law.code_steps import code_steps
from ppr_core.index_law.mixture import PowerTail, mixture
from ppr_core.index_law.quadrature import panels
from ppr_core.index_law.ratios import NODES, RatioLaw, ratio_law
from ppr_core.wording import rounded

__all__ = ["IndexLaw", "expected_bits", "index_law", "law_of_ratios", "two_digits"]

_SINGLE = 128  # indices summed one by one; from there Gauss–Legendre on every octave
_OCTAVE_NODES = 5  # the sums then err by a relative 10⁻⁹
_DEAD = 60.0  # e^−60 of the geometric laws is left out
_BLOCK = 1 << 13  # floats worked on at once: larger arrays are returned to the system and cleared again
_LARGEST = 690.0  # ln of the largest number that is formed
_ALIKE = 300.0  # ln of the spread within which numbers have one common factor
_ZIPF_RANGE = (0.05, 1000.0)
_ZIPF_FACTORS = (1, 0.65, 1.7, 5)
_ELIAS = (EliasGamma(), EliasDelta())
_SMOOTH = 10.0  # α up to which half of the nodes are enough: means then err by 3·10⁻⁶ bits
_FLOAT_BITS = 53
_HARDLY_BEGUN, _OVER = -38.0, 9.0  # ln of m · rate: e^−x is 1 to a float's last digit; is 0 whatever multiplies it
_LN2 = math.log(2)


@dataclass(frozen=True, eq=False)
class IndexLaw:
    """The law of K for one channel, input and α: a mixture of geometric laws and, for α < ∞, a power tail.

    log_odds: ln of success against failure of each geometric law, (n,); mass: their probabilities, (n,); tail: what
    lies left of them, None at α = ∞. samples: laws of the ratio from independent groups of samples where it was
    sampled (see `standard_error`), none where it was computed.

    Accuracy of a computed law: E[log2 K], mean lengths and the entropy to 5·10⁻⁴ bits (a relative 10⁻⁵ for channels of
    few ratios), P(K > k) to a relative 10⁻³ as long as it exceeds 10⁻¹². Where it is much smaller its logarithm has
    the right order; for large k it is the leading power of the tail, or at α = ∞ the slowest geometric law.

    >>> from ppr_core import LaplaceChannel
    >>> from ppr_core.index_law import index_law
    >>> law = index_law(LaplaceChannel(dimension=1, epsilon=1.0, norm_bound=1.0), 0.5, 2.0)
    >>> round(float(law.pmf(1)), 3)
    0.57
    """

    alpha: float
    log_odds: np.ndarray
    mass: np.ndarray
    tail: PowerTail | None
    samples: tuple[RatioLaw, ...] = ()

    # --- Probabilities -------------------------------------------------------------------------------------------

    def log_survival(self, k: Any) -> np.ndarray:
        """ln P(K > k) in nats for whole k >= 0 of any size, (...) -> (...)."""
        return self._pointwise(self._log_survival, k, 0)

    def log_pmf(self, k: Any) -> np.ndarray:
        """ln P(K = k) in nats for whole k >= 1 of any size, (...) -> (...)."""
        return self._pointwise(self._log_pmf, k, 1)

    def survival(self, k: Any) -> np.ndarray:
        """P(K > k) for whole k >= 0, (...) -> (...)."""
        return np.exp(self.log_survival(k))

    def pmf(self, k: Any) -> np.ndarray:
        """P(K = k) for whole k >= 1, (...) -> (...)."""
        return np.exp(self.log_pmf(k))

    def quantile(self, q: float) -> int:
        """The smallest k with P(K <= k) >= q, 0 < q < 1; beyond 2⁵³ to the precision of a float."""
        q = validation.real("q", q, 0.0, 1.0, low_open=True, high_open=True)
        wanted = math.log1p(-q)

        def enough(log2_k: float) -> bool:
            return float(self._log_survival(np.array([log2_k * _LN2]))[0]) <= wanted

        if enough(0.0):
            return 1
        bits = 1
        while not enough(bits):
            bits *= 2
        bits = bisect_left(range(bits), True, lo=bits // 2, key=enough)  # 2^(bits − 1) < k <= 2^bits
        unit = 1 << max(0, bits - _FLOAT_BITS)
        steps = range((1 << (bits - 1)) // unit, (1 << bits) // unit)
        first_enough = bisect_left(steps, True, key=lambda step: enough(math.log2(step) + math.log2(unit)))
        return (steps.start + first_enough) * unit

    # --- Means, in bits ------------------------------------------------------------------------------------------

    @cached_property
    def mean_log2(self) -> float:
        """E[log2 K] = Σ_k P(K > k) log2(1 + 1/k)."""
        log_k, weight = self._sums
        inverse = np.exp(-np.minimum(log_k, _LARGEST))
        nats = float(weight @ (np.exp(self._log_survival(log_k)) * np.log1p(inverse) / inverse))
        return (nats + self._remaining / self._exponent) / _LN2

    @cached_property
    def entropy_bits(self) -> float:
        """H(K) = −Σ_k P(K = k) log2 P(K = k)."""
        log_k, weight = self._sums
        log_pmf = self._log_pmf(log_k)
        mass = np.exp(log_pmf + log_k)
        some = mass > 0
        nats = -float(weight[some] @ (mass[some] * log_pmf[some]))
        if self.tail is not None and self._remaining > 0:  # P(K = k) = β c k^{−β−1} from here on
            beta, log_last = self.tail.exponent, float(self.tail.log_pmf(self._octaves[-1]))
            nats += self._remaining * ((beta + 1) / beta - log_last)
        return nats / _LN2

    def mean_length(self, code: str | Code) -> float:
        """Mean length in bits of the index under a code, given by name or as an object: Σ_k P(K > k)(|k+1| − |k|).

        A Zipf–Shannon code is taken to go on beyond its largest word, a fixed length to hold every index. Raises
        ``ValueError`` for codes whose lengths `code_steps` does not know.
        """
        code = code_from_name(code)
        if code not in self._lengths:
            self._lengths.update(self._lengths_of(self._company(code)))
        return self._lengths[code]

    @cached_property
    def zipf_codes(self) -> tuple[ZipfShannon, ...]:
        """Zipf–Shannon codes of which one suits this law: for its mean of log2 K, or some times that, to two digits."""
        return tuple(dict.fromkeys(_zipf_code(two_digits(self.mean_log2 * factor)) for factor in _ZIPF_FACTORS))

    @cached_property
    def replicates(self) -> tuple[IndexLaw, ...]:
        """The laws of the index that the single `samples` give."""
        return tuple(law_of_ratios(one, self.alpha) for one in self.samples)

    def standard_error(self, quantity: Callable[[IndexLaw], float]) -> float:
        """Of a quantity such as ``lambda law: law.mean_length("elias_delta")``: 0 unless the ratio was sampled."""
        if not self.samples:
            return 0.0
        values = np.array([quantity(one) for one in self.replicates])
        return float(values.std(ddof=1)) / math.sqrt(len(values))

    # --- How it is done ------------------------------------------------------------------------------------------

    @cached_property
    def _lengths(self) -> dict[Code, float]:
        """Mean lengths that have been asked for."""
        return {}

    def _company(self, code: Code) -> tuple[Code, ...]:
        """Codes whose lengths are computed together, whichever is asked for first: so equal questions have equal
        answers to the last digit."""
        group: tuple[Code, ...] = self.zipf_codes if isinstance(code, ZipfShannon) else _ELIAS
        return group if code in group else (code,)

    def _lengths_of(self, codes: tuple[Code, ...]) -> dict[Code, float]:
        edges = [code_steps(code).log2_all(self._log_last / _LN2) for code in codes]
        log2_edges, edge_of = np.unique(np.concatenate(edges), return_inverse=True)
        survival = np.exp(self._log_survival(log2_edges * _LN2))[edge_of]
        parts = np.split(survival, np.cumsum([len(part) for part in edges])[:-1])
        power = self._exponent * _LN2
        return {code: code_steps(code).mean(part, power) for code, part in zip(codes, parts, strict=True)}

    @cached_property
    def _log_rate(self) -> np.ndarray:
        """ln of −ln of the probability of failure, ln ln(1 + odds), also for the smallest odds."""
        return np.where(self.log_odds < -36, self.log_odds, np.log(np.logaddexp(0.0, np.maximum(self.log_odds, -36))))

    @property
    def _exponent(self) -> float:
        return math.inf if self.tail is None else self.tail.exponent

    @cached_property
    def _log_last(self) -> float:
        """ln k from which on only the pure power is left, or at α = ∞ nothing."""
        slowest = float(self._log_rate.min())
        return math.log(_DEAD) - (slowest if self.tail is None else min(slowest, self.tail.log_first))

    @cached_property
    def _octaves(self) -> np.ndarray:
        """ln of the ends of the octaves that are summed beyond the first indices."""
        octaves = max(1, math.ceil((self._log_last - math.log(_SINGLE)) / _LN2))
        return math.log(_SINGLE + 0.5) + _LN2 * np.arange(octaves + 1)

    @cached_property
    def _sums(self) -> tuple[np.ndarray, np.ndarray]:
        """Σ_k f(k) ≈ Σ weight·k f(k): ln k and weights at the nodes, (m,) each.

        Indices up to 128 one by one; from 128½ on the integral over ln k, which errs by f′/24 at its start.
        """
        nodes, weights = panels(self._octaves, _OCTAVE_NODES)
        single = np.arange(1.0, _SINGLE + 1)
        log_k = np.concatenate([np.log(single), nodes])
        return log_k, np.concatenate([1 / single, weights])

    @cached_property
    def _remaining(self) -> float:
        """P(K > what is summed)."""
        return 0.0 if self.tail is None else float(np.exp(self.tail.log_survival(self._octaves[-1])))

    def _log_survival(self, log_k: np.ndarray) -> np.ndarray:
        nodes = self._log_geometric(log_k)
        whole = nodes if self.tail is None else np.logaddexp(nodes, self.tail.log_survival(log_k))
        return np.minimum(whole, 0.0)

    def _log_pmf(self, log_k: np.ndarray) -> np.ndarray:
        with np.errstate(divide="ignore"):
            log_failures = log_k + np.log(-np.expm1(-log_k))  # ln(k − 1)
        log_success = self.log_odds - np.logaddexp(0.0, self.log_odds)
        nodes = self._log_geometric(log_failures, log_k, log_success) - log_k
        return nodes if self.tail is None else np.logaddexp(nodes, self.tail.log_pmf(log_k))

    def _log_geometric(
        self, log_failures: np.ndarray, log_factor: np.ndarray | None = None, log_each: np.ndarray | None = None
    ) -> np.ndarray:
        """ln Σ_i mass_i · factor · each_i (1 + odds_i)^{−m} from ln m, (k,) -> (k,), taken relative to the slowest;
        factor: (k,), and each: (n,), 1 where not given.

        Of neighbouring m only the laws with m · odds near 1 need an exponential: the faster ones are over, the slower
        ones have hardly begun. Where indices have 10⁵ bits these are few of all.
        """
        slowest = self._log_rate.min()
        with np.errstate(divide="ignore"):
            log_faster = self._log_rate + np.log(-np.expm1(slowest - self._log_rate))  # ln of how much faster
            log_mass = np.log(self.mass) if log_each is None else np.log(self.mass) + log_each
        total = np.empty(len(log_failures))
        rows = max(1, _BLOCK // len(log_faster))
        for start in range(0, len(log_failures), rows):
            part = slice(start, start + rows)
            begun = log_failures[part].max() + self._log_rate > _HARDLY_BEGUN
            running = begun & (log_failures[part].min() + log_faster < _OVER)
            exponent = _products(log_failures[part], log_faster[running])
            np.negative(exponent, out=exponent)
            waiting = np.logaddexp.reduce(log_mass[~begun], initial=-math.inf)
            if log_factor is not None and log_each is not None:
                exponent += np.minimum(log_factor[part, None] + log_each[running], _LARGEST)
                waiting = np.minimum(log_factor[part] + waiting, _LARGEST)
            total[part] = np.exp(exponent, out=exponent) @ self.mass[running] + np.exp(waiting)
        with np.errstate(divide="ignore"):
            return np.log(total) - np.exp(np.minimum(log_failures + slowest, _LARGEST))

    @staticmethod
    def _pointwise(function: Callable[[np.ndarray], np.ndarray], k: Any, smallest: int) -> np.ndarray:
        values = np.asarray(k)
        whole = as_integers(values.ravel(), smallest)
        positive = np.asarray(whole > 0, dtype=bool)
        found = np.zeros(len(whole))  # P(K > 0) = 1
        if positive.any():
            found[positive] = function(log2_of_integers(whole[positive]) * _LN2)
        return found.reshape(values.shape)[()]


_zipf_code = cache(ZipfShannon)


def _products(log_left: np.ndarray, log_right: np.ndarray) -> np.ndarray:
    """All products of numbers (m,) and (n,) that are given by their logarithms: (m, n), those beyond e^690 as that.

    m + n exponentials in place of m · n, unless those on the left that are not 0 are too far apart.
    """
    top = log_left.max(initial=0.0)  # also where all are 0
    if not top - log_left.min(initial=top, where=log_left > -math.inf) < _ALIKE:
        return np.exp(np.minimum(log_left[:, None] + log_right, _LARGEST))
    return np.exp(log_left - top)[:, None] * np.exp(np.minimum(log_right + top, _LARGEST))


def law_of_ratios(ratios: RatioLaw, alpha: float) -> IndexLaw:
    """The law of the index of PPR with parameter α in (1, ∞] for a law of the density ratio.

    >>> import math
    >>> import numpy as np
    >>> from ppr_core.index_law import RatioLaw, law_of_ratios
    >>> ratios = RatioLaw(np.log([1.5, 0.5]), np.array([0.5, 0.5]), np.array([0.75, 0.25]))
    >>> round(float(law_of_ratios(ratios, math.inf).pmf(1)), 4)
    0.75
    """
    alpha = validation.real("alpha", alpha, 1.0, low_open=True, infinite=True)
    return IndexLaw(alpha, *mixture(ratios, alpha), ratios.replicates)


def index_law(channel: Channel, x: Any, alpha: float, *, samples: int = 65_536, seed: int = 7) -> IndexLaw:
    """The law of the index of PPR with parameter α in (1, ∞] for one input x of a channel.

    samples, seed: of the law of the ratio, for channels without a formula for it (`ratio_law`). Raises ``ValueError``
    for an input outside the channel's domain or an α outside (1, ∞].

    >>> import math
    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.index_law import index_law
    >>> law = index_law(RandomizedResponseChannel(size=4, epsilon=1.0), 0, 2.0)
    >>> round(law.mean_log2, 3), round(law.mean_length("elias_gamma"), 3)
    (0.958, 2.685)
    """
    nodes = NODES // 2 if alpha <= _SMOOTH else NODES
    return law_of_ratios(ratio_law(channel, x, samples=samples, seed=seed, nodes=nodes), alpha)


def expected_bits(channel: Channel, x: Any, alpha: float, code: str | Code = "elias_delta") -> float:
    """Mean length in bits of PPR's message for the input x under a code; that of several messages is the sum.

    >>> from ppr_core.channels import RandomizedResponseChannel
    >>> channel = RandomizedResponseChannel(size=50, epsilon=3.0)
    >>> round(expected_bits(channel, 0, 2.0, "elias_delta"), 3)
    3.91
    """
    return index_law(channel, x, alpha).mean_length(code)


def two_digits(mean: float) -> float:
    """A mean of log2 K to two digits, within what there is a Zipf–Shannon code for.

    >>> from ppr_core.index_law import two_digits
    >>> two_digits(2.8097)
    2.8
    """
    return min(max(rounded(mean, 2), _ZIPF_RANGE[0]), _ZIPF_RANGE[1])
