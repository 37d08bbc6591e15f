"""The entropy of a discrete law from samples of it, with the bias of finite samples corrected.

An index of a Poisson private representation has a heavy tail, P(K > t) ~ t^{1−α}: among n indices most of the large
ones occur once, so estimates from their counts alone miss several bits, whatever their correction. What is known of
the law helps: P(K = k) changes slowly with k. `index_entropy` groups large indices into cells and counts those.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import digamma

from ppr_core import validation
from ppr_core.codes.integers import as_integers

__all__ = ["EntropyEstimate", "index_entropy", "log2_of_integers"]

_CELL_BITS = 2  # leading bits, after the first, that tell the cells of one octave apart


@dataclass(frozen=True)
class EntropyEstimate:
    """An entropy in bits with one standard error. coverage: Good and Turing's estimate 1 − f₁/n of the share of the
    law's mass on what was seen, f₁ counting what was seen once; near 1 the estimate can be relied on.

    >>> import numpy as np
    >>> from ppr_core.entropy import index_entropy
    >>> estimate = index_entropy(np.array([1, 2] * 500))
    >>> round(estimate.value, 2), estimate.coverage
    (1.0, 1.0)
    """

    value: float
    error: float
    samples: int
    coverage: float


def index_entropy(indices: Any) -> EntropyEstimate:
    """Entropy of a law on the positive integers whose probabilities change slowly, from samples (n,) of any size.

    H(K) = H(cell of K) + E[log2 of the cell's size] − (how uneven the law is inside its cells). Integers below 8 are
    cells of their own, larger ones share one with those that agree in their three leading bits. The first term is
    [ψ(n) − Σ_i (n_i/n) G(n_i)] log2 e of the cells' counts, n = Σ n_i, G(k) = ψ(k) + (−1)^k/2 · [ψ((k+1)/2) − ψ(k/2)]:
    Grassberger, "Entropy estimates from insufficient samplings" (arXiv:physics/0307138v2), with ψ(n) for his ln n,
    which takes away the last 1/(2n) of bias. The second is a mean, the third is neglected: for probabilities ∝ k^{−α}
    it is below 0.002 bits. Laws with steps at single large integers are outside its use; below 0 the sum is cut off.
    Error: that of the mean of −log2 of the estimated probability of each sample.

    >>> from ppr_core import index_entropy
    >>> round(index_entropy([1, 2] * 5000).value, 2)
    1.0
    """
    cells, log_sizes = _cells(as_integers(indices, 1))
    validation.require(cells.size > 0, "indices", [], "one number at least")
    _, first, counts = np.unique(cells, return_index=True, return_counts=True)
    return _estimate(counts.astype(float), log_sizes[first].astype(float))


def log2_of_integers(integers: np.ndarray) -> np.ndarray:
    """log2 of positive integers of any size, also beyond the floats, (n,) int64 or object -> (n,) float.

    >>> import numpy as np
    >>> from ppr_core.entropy import log2_of_integers
    >>> log2_of_integers(np.array([1, 8, 2**2000], dtype=object))
    array([   0.,    3., 2000.])
    """
    if integers.dtype != object:
        return np.log2(integers)
    return np.array([math.log2(value) for value in integers], dtype=float)


def _estimate(counts: np.ndarray, log_sizes: np.ndarray) -> EntropyEstimate:
    """From the counts of the cells, (m,), and log2 of their sizes, (m,)."""
    n = counts.sum()
    share = counts / n
    surprise = log_sizes - np.log2(share)
    centred = surprise - share @ surprise
    return EntropyEstimate(
        value=max(0.0, float((digamma(n) - share @ _log_count(counts)) / math.log(2) + share @ log_sizes)),
        error=math.sqrt(share @ centred**2 / n),
        samples=int(n),
        coverage=float(1 - np.count_nonzero(counts == 1) / n),
    )


def _log_count(counts: np.ndarray) -> np.ndarray:
    """Grassberger's G, in the place of ln of a count."""
    alternating = 0.5 - counts % 2
    return digamma(counts) + alternating * (digamma((counts + 1) / 2) - digamma(counts / 2))


def _cells(integers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A label of each integer's cell and log2 of the cell's size, (n,) -> (n,), (n,) int64."""
    if integers.dtype == object:
        sizes = np.array([value.bit_length() for value in integers], dtype=np.int64)
    else:
        sizes = np.frexp(integers.astype(float))[1].astype(np.int64)
        sizes -= integers >> (sizes - 1) == 0  # where rounding to a float reached the next power of two
    log_sizes = np.maximum(sizes - 1 - _CELL_BITS, 0)
    leading = (integers >> log_sizes).astype(np.int64)
    return (log_sizes << (_CELL_BITS + 1)) + leading, log_sizes
