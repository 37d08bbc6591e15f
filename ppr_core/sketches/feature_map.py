"""How many features m are best at which ε: simulated errors of centroids beside the predicted signal over noise."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ppr_core.sketches.clustering import ClusteringSetting
from ppr_core.sketches.yardstick import RelativeErrors

__all__ = ["FeatureMap", "predicted_map"]

_GRID = (25, 17)  # of the predicted map along ε and m


@dataclass(frozen=True, eq=False)
class FeatureMap(RelativeErrors):
    """ratios: (a, b, T) simulated at ε (a,) and m (b,); the formula's SNR (j, i) over along_features (j,) and
    along_epsilon (i,).

    >>> import numpy as np
    >>> from ppr_core.sketches import FeatureMap
    >>> ratios = np.array([[[1.2, 1.2], [1.1, 1.1]]])  # one ε, two m, two releases each
    >>> found = FeatureMap(ratios, np.array([1.0]), np.array([50, 100]), np.ones(1), np.ones(1), np.ones((1, 1)))
    >>> found.optimum()  # ε, the best m, and from where to where m is as good
    [(1.0, 100, 100, 100)]
    """

    epsilons: np.ndarray
    features: np.ndarray
    along_epsilon: np.ndarray
    along_features: np.ndarray
    predicted: np.ndarray

    @property
    def grid_epsilons(self) -> np.ndarray:
        """ε at every simulated point, (a, b)."""
        return np.repeat(self.epsilons[:, None], len(self.features), axis=1)

    @property
    def grid_features(self) -> np.ndarray:
        """m there, (a, b)."""
        return np.repeat(self.features[None], len(self.epsilons), axis=0)

    @property
    def drawn(self) -> np.ndarray:
        """`excess`, (a, b), with NaN where there is none, for a logarithmic axis."""
        return np.where(self.mean > 1.0, self.excess, np.nan)

    @property
    def log_predicted(self) -> np.ndarray:
        """log10 of the predicted SNR, (j, i)."""
        return np.log10(self.predicted)

    @property
    def decades(self) -> list[int]:
        """Powers of ten that the predicted SNR passes, two at least."""
        low, high = np.floor(self.log_predicted.min()), np.ceil(self.log_predicted.max())
        return list(range(int(low), int(max(high, low + 1)) + 1))

    def decade_places(self) -> list[tuple[int, float, float]]:
        """Where the predicted SNR is a power of ten on the way from least ε and largest m to largest ε and middle m:
        exponent, ε, m."""
        way = np.linspace(0.0, 1.0, 200)
        columns = np.round(way * (len(self.along_epsilon) - 1)).astype(int)
        rows = np.round((1.0 - way / 2.0) * (len(self.along_features) - 1)).astype(int)
        values = np.maximum.accumulate(self.log_predicted[rows, columns])
        inner = [power for power in self.decades if values[0] + 0.2 < power < values[-1] - 0.2]
        share = np.interp(inner, values, way)
        ends = np.log(self.along_epsilon[[0, -1]]), np.log(self.along_features[[-1, rows[-1]]])
        epsilon, features = (np.exp(low + share * (high - low)) for low, high in ends)
        return list(zip(inner, epsilon.tolist(), features.tolist(), strict=True))

    @property
    def excess_decades(self) -> tuple[int, int]:
        """Exponents of the powers of ten around `drawn`."""
        known = np.log10(self.drawn[np.isfinite(self.drawn)])
        return (int(np.floor(known.min())), int(np.ceil(known.max() + 0.15))) if len(known) else (0, 3)

    def optimum(self) -> list[tuple[float, int, int, int]]:
        """For each ε that is finished: ε, the best m, and the least and the largest m that are as good."""
        rows = []
        for row, best in enumerate(self.best):
            if best >= 0:
                good = self.features[self.as_good[row]]
                rows.append((float(self.epsilons[row]), int(self.features[best]), int(good.min()), int(good.max())))
        return rows


def predicted_map(
    setting: ClusteringSetting,
    kept_share: float,
    epsilons: np.ndarray,
    features: np.ndarray,
    share: float,
    device_samples: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Signal over noise over a map of ε and m: ε (i,) in nats, m (j,), and `signal_to_noise` there, (j, i).

    The grids are geometric between the ends of epsilons, ε of sketch and scale together, and of features. kept_share:
    r/m, in (0, 1]; share: δ = ‖z‖²/m; device_samples: n₀. All else is as in the setting.

    >>> import numpy as np
    >>> from ppr_core.sketches import ClusteringSetting, predicted_map
    >>> setting = ClusteringSetting(clusters=3, features=100, kept=100, epsilon=1.0)
    >>> epsilons, features, ratio = predicted_map(setting, 1.0, np.array([0.1, 10.0]), np.array([20, 200]), 0.1, 1000)
    >>> ratio.shape, bool((ratio[:, 0] < ratio[:, -1]).all())  # for every m, signal over noise rises with ε
    ((17, 25), True)
    """
    along_epsilon = np.geomspace(epsilons[0], epsilons[-1], _GRID[0])
    along_features = np.unique(np.round(np.geomspace(features[0], features[-1], _GRID[1])).astype(int))
    settings = (replace(setting, features=m, kept=max(1, round(kept_share * m))) for m in along_features.tolist())
    rows = [setting.signal_to_noise(setting.left * along_epsilon, share, device_samples) for setting in settings]
    return along_epsilon, along_features, np.array(rows)
