"""How much the total error of a collection varies from run to run."""

from __future__ import annotations

import math

import numpy as np

from ppr_core import validation
from ppr_core.channels import RapporChannel
from ppr_core.estimation.frequency.compressed import CompressedOracle
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.estimation.frequency.pairwise_rappor import PairwiseIndependentRappor
from ppr_core.estimation.frequency.rappor import Rappor

__all__ = ["common_share", "root_mean_square_error"]


def root_mean_square_error(oracle: FrequencyOracle, counts: np.ndarray) -> tuple[float, float]:
    """√(E Σ_j e_j²/k) for the errors e_j of the estimated counts, and the standard deviation of √(Σ_j e_j²/k).

    counts: true ones (k,). With c the centred votes of a user over α1 − α0 and S the mean of Cov(c) over the n users,
    Var Σ_j e_j² = 2n² tr S² + n Var ‖c‖², and half of the relative deviation of the sum is that of its root. tr S² is
    Σ_j S_jj² for independent votes, times k/(k−1) where the number of votes of a report is fixed (both cases exact
    but for the differences between categories), and has the part of `_lines` for PI-RAPPOR.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import frequency_scheme, root_mean_square_error
    >>> oracle = frequency_scheme("rappor", size=4, epsilon=1.0)
    >>> error, spread = root_mean_square_error(oracle, np.array([25, 25, 25, 25]))
    >>> round(error, 3)
    19.831
    """
    users = validation.integer("users", int(np.sum(counts)), 1)
    size, own, other = oracle.size, oracle.own, oracle.other
    gap, variance = own - other, oracle.variance(counts, users)
    trace = float(variance @ variance) / users**2
    if _independent(oracle):
        weights = (1 - 2 * other) ** 2, (1 - 2 * own) ** 2
        length = weights[0] * (size - 1) * other * (1 - other) + weights[1] * own * (1 - own)
        if isinstance(oracle, PairwiseIndependentRappor):
            together, mean = _lines(oracle, counts / users)
            trace += together / gap**4
            length += weights[0] * mean
        length /= gap**4
    else:
        trace *= size / (size - 1)
        length = 4 * own * (1 - own) / gap**2
    total = float(variance.sum())
    root = math.sqrt(total / size)
    return root, root * math.sqrt(2 * users**2 * trace + users * length) / (2 * total)


def common_share(oracle: FrequencyOracle, counts: np.ndarray) -> float:
    """Share of tr S² that comes from votes depending on each other, in [0, 1); 0 but for PI-RAPPOR.

    >>> import numpy as np
    >>> from ppr_core.estimation.frequency import common_share, frequency_scheme
    >>> common_share(frequency_scheme("subset_selection", size=4, epsilon=1.0), np.array([25, 25, 25, 25]))
    0.0
    """
    if not isinstance(oracle, PairwiseIndependentRappor):
        return 0.0
    users = int(np.sum(counts))
    variance = oracle.variance(counts, users) / users
    together = _lines(oracle, counts / users)[0] / (oracle.own - oracle.other) ** 4
    return together / (together + float(variance @ variance))


def _lines(oracle: PairwiseIndependentRappor, frequencies: np.ndarray) -> tuple[float, float]:
    """Σ_{i≠j} S_ij² and Σ_{i≠j} Cov_x(b_i, b_j) of the votes b, about.

    A message that is constant along a line of F_p^t votes there as it does for its sender. So the votes for two other
    points on a line through the sender's have covariance (α1 − α0)(p − 2c)/(p(p − 2)), on average over these points;
    votes for points not in line with the sender are independent. For t = 1 all points are on one line; for t > 1 two
    of them are in line with a third with probability p^{1−t}, about.
    """
    prime, ones, pairs = oracle.family.prime, oracle.family.ones, oracle.size * (oracle.size - 1)
    covariance = (oracle.own - oracle.other) * (prime - 2 * ones) / (prime * max(1, prime - 2))
    line = prime ** (1.0 - oracle.family.coordinates)
    same = float(frequencies @ frequencies)
    return pairs * covariance**2 * (same * line + (1 - same) * line**2), pairs * covariance * line


def _independent(oracle: FrequencyOracle) -> bool:
    """Whether the number of votes of a report is free, and not one or the size of a subset."""
    if isinstance(oracle, CompressedOracle):
        return isinstance(oracle.compressor.channel, RapporChannel)
    return isinstance(oracle, (Rappor, PairwiseIndependentRappor))
