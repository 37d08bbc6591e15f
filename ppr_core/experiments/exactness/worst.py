"""One list of N candidates that all fit x badly: why choosing among N is not exact."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ppr_core.experiments.exactness.run import ExactnessResult
from ppr_core.randomness import SharedRandomness

__all__ = ["LISTS", "BadList", "bad_list"]

LISTS = 100  # that are looked at
_CHOOSE = ("mrc", "truncated_ppr")  # among the first N candidates
_MOST = 256  # candidates of a list that are still told apart


@dataclass(frozen=True, eq=False)
class BadList:
    """scheme: the name of who must choose; candidates: (N,), outputs z; ratios: (N,), P(z|x)/Q(z); heights: (N,), the
    density P(z|x) at them."""

    scheme: str
    candidates: np.ndarray
    ratios: np.ndarray
    heights: np.ndarray

    @property
    def reach(self) -> tuple[float, float]:
        """The smallest and the largest candidate."""
        return float(self.candidates.min()), float(self.candidates.max())

    def table(self) -> dict[str, np.ndarray]:
        """What the picture shows, a row for each candidate, in the order of the list."""
        index = np.arange(1, len(self.candidates) + 1)
        return {"index": index, "z": self.candidates, "ratio": self.ratios, "density": self.heights}


def bad_list(result: ExactnessResult) -> BadList | None:
    """Of the first `LISTS` lists of the run's seed the one whose largest P(z|x)/Q(z) is the smallest.

    None where no scheme chooses among N, of outputs that are not single numbers with a density, and of N > 256.
    """
    p, channel, picture = result.parameters, result.parameters.channel(), result.picture
    arm = next((arm for arm in result.arms if arm.scheme in _CHOOSE), None)
    if arm is None or p.candidates > _MOST or result.view != "single":
        return None
    if picture.curve is None or picture.density is None:
        return None
    shared, x, rows = SharedRandomness(p.seed), p.input(), np.arange(1, p.candidates + 1)
    lists = [channel.proposal(shared.uniforms(rows, channel.width, table)) for table in range(LISTS)]
    ratios = np.array([channel.log_ratio(x, candidates) for candidates in lists])
    worst = int(np.argmin(ratios.max(axis=1)))
    z = np.ravel(lists[worst])
    heights = np.interp(z, picture.curve, picture.density, left=0.0, right=0.0)
    return BadList(result.name(arm), z, np.exp(ratios[worst]), heights)
