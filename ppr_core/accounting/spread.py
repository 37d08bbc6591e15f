"""How a change of bounded L2 norm does the most harm when a vector is sent in chunks, each a message of its own."""

from __future__ import annotations

import numpy as np

from ppr_core import validation

__all__ = ["worst_spread"]


def worst_spread(distance: float, caps: np.ndarray) -> np.ndarray:
    """The distances μ_i of the chunks that are worst for Gaussian noise: (n,) caps -> (n,), Σ μ_i² <= distance².

    At every whole order (λ − 1) D_λ of one chunk is a convex function of μ² that is 0 at 0: a log-sum-exp of linear
    functions. A sum of such functions is largest where as few chunks as possible change, each as much as its cap
    allows, those with the largest caps first: that vector of μ_i² majorises all others. distance: >= 0; caps: the
    most that each chunk may change, >= 0, ∞ where nothing else bounds it.

    >>> import numpy as np
    >>> from ppr_core.accounting import worst_spread
    >>> worst_spread(5.0, np.array([3.0, 4.0, 10.0])).tolist(), worst_spread(5.0, np.array([3.0, 4.0])).tolist()
    ([0.0, 0.0, 5.0], [3.0, 4.0])
    """
    distance = validation.real("distance", distance, 0.0)
    caps = np.asarray(caps, dtype=float)
    proper = caps.ndim == 1 and len(caps) > 0 and bool(np.all(caps >= 0))
    validation.require(proper, "caps", caps.tolist(), "one number at least 0 for each chunk")
    squares = np.minimum(caps, distance) ** 2
    order = np.argsort(-squares, kind="stable")
    before = np.concatenate([[0.0], np.cumsum(squares[order])[:-1]])
    spreads = np.empty(len(caps))
    spreads[order] = np.sqrt(np.clip(distance**2 - before, 0.0, squares[order]))
    return spreads
