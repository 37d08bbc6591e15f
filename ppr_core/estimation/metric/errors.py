"""Mean squared errors of the discrete Laplace mechanism by simulation, for many ε and steps on common draws."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from ppr_core import validation
from ppr_core.estimation.metric.discrete import quantised, truncated

__all__ = ["discrete_laplace_errors", "error_crossing", "simulation_seconds"]

_FLOATS = 1 << 15  # of a block of inputs: few enough for the second-level cache
_COORDINATE, _STEP_COORDINATE, _CALL = 4e-9, 4e-9, 3e-5  # measured seconds


def discrete_laplace_errors(
    *,
    dimension: int,
    norm_bound: float,
    epsilons: Sequence[float],
    steps: Sequence[float],
    trials: int,
    rng: np.random.Generator,
    progress: Callable[[float], None] = lambda share: None,
) -> tuple[np.ndarray, np.ndarray]:
    """E‖X − Z‖² with one standard error, each (steps, epsilons), for X uniform on the ball of radius C.

    The same inputs and noise directions serve every ε and every step, so neighbouring values are correlated, while
    each error is right by itself. dimension: d >= 1; norm_bound: C > 0; epsilons: (g,), > 0, nats per unit of
    distance; steps: (s,), > 0, NaN comes of infinite ones; trials: >= 2. progress is told the share that is done.

    >>> import numpy as np
    >>> from ppr_core.estimation.metric import discrete_laplace_errors
    >>> noise, rng = {"epsilons": [10.0], "steps": [1e-3]}, np.random.default_rng(1)
    >>> mean, error = discrete_laplace_errors(dimension=2, norm_bound=1.0, trials=2000, rng=rng, **noise)
    >>> mean.round(2)  # below d(d + 1)/ε² = 0.06, as outputs are brought back into the ball
    array([[0.05]])
    """
    dimension = validation.integer("dimension", dimension, 1)
    norm_bound = validation.positive("norm_bound", norm_bound)
    trials = validation.integer("trials", trials, 2)
    epsilons = [validation.positive("epsilons", epsilon) for epsilon in epsilons]
    steps = [validation.real("steps", step, 0.0, low_open=True, infinite=True) for step in steps]
    errors = np.full((len(steps), len(epsilons), trials), np.nan)
    finite = [(row, step) for row, step in enumerate(steps) if step < math.inf]
    block = max(1, _FLOATS // dimension)
    for start in range(0, trials if finite else 0, block):
        n = min(block, trials - start)
        x = _directions(n, dimension, rng) * (norm_bound * rng.random((n, 1)) ** (1 / dimension))
        noise = _directions(n, dimension, rng) * rng.standard_gamma(dimension, size=(n, 1))
        for place, epsilon in enumerate(epsilons):
            z = truncated(x + noise / epsilon, norm_bound)
            for row, step in finite:
                gap = quantised(z, step)
                gap -= x
                errors[row, place, start : start + n] = np.einsum("ni,ni->n", gap, gap)
        progress((start + n) / trials)
    return errors.mean(axis=2), errors.std(axis=2, ddof=1) / np.sqrt(trials)


def simulation_seconds(dimension: int, epsilons: int, steps: int, trials: int) -> float:
    """Predicted seconds of `discrete_laplace_errors` on one core.

    >>> from ppr_core.estimation.metric import simulation_seconds
    >>> simulation_seconds(2, 5, 5, 1000) > 0
    True
    """
    blocks = -(-trials * dimension // _FLOATS)
    work = trials * dimension * (10 * _COORDINATE + epsilons * (_COORDINATE + steps * _STEP_COORDINATE))
    return work + blocks * epsilons * (1 + steps) * _CALL


def error_crossing(x: np.ndarray, ours: np.ndarray, theirs: np.ndarray) -> float:
    """Where along x our error falls below theirs for good, by interpolation of the logarithms; (k,) each, x rising.

    The first x if it always is below; NaN if it is not at the end, or if an error is not finite.

    >>> import numpy as np
    >>> from ppr_core.estimation.metric import error_crossing
    >>> x = np.array([1.0, 2.0, 3.0])
    >>> round(error_crossing(x, np.array([4.0, 2.0, 1.0]), np.array([2.0, 2.0, 2.0])), 6)
    2.0
    """
    gap = np.log(ours) - np.log(theirs)
    if not np.isfinite(gap).all() or gap[-1] > 0:
        return math.nan
    above = np.flatnonzero(gap > 0)
    if not len(above):
        return float(x[0])
    last = above[-1]
    share = gap[last] / (gap[last] - gap[last + 1])
    return float(x[last] * (x[last + 1] / x[last]) ** share)


def _directions(count: int, dimension: int, rng: np.random.Generator) -> np.ndarray:
    """Points uniform on the unit sphere, (count, dimension)."""
    z = rng.standard_normal((count, dimension))
    z /= np.sqrt(np.einsum("ni,ni->n", z, z))[:, None]
    return z
