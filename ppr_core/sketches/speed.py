"""How long sketching and clustering are predicted to take on one core: measured seconds of parts, times their number.

n: samples; d: their dimension; K: clusters; a `ClusteringSetting` says how many features m each sample gives.
"""

from __future__ import annotations

from dataclasses import replace

from ppr_core.sketches.clustering import ClusteringSetting

__all__ = ["decode_seconds", "kmeans_seconds", "lloyd_seconds", "release_seconds", "sum_seconds"]

# Seconds of one core, measured: of a decoding, of a feature of a sample, of a distance.
_CLUSTER, _PRODUCT, _FEATURE, _MASKED, _DISTANCE = 1.8e-3, 2.8e-5, 2.3e-9, 1.5e-8, 1.2e-8
_GAUSSIAN = 2e-3  # of finding the noise for (ε, δ)
_PILOT = 48  # features of the sketch that finds a private scale


def sum_seconds(setting: ClusteringSetting, samples: int) -> float:
    """Of the sum of all features of n samples."""
    if setting.kept < setting.features:
        return samples * (_MASKED * setting.kept + 2e-7)
    return samples * _FEATURE * setting.features


def decode_seconds(setting: ClusteringSetting, dimension: int) -> float:
    """Of finding K centroids in a sketch, restarts included."""
    clusters = setting.clusters
    once = _CLUSTER * (1 + clusters / 15) + _PRODUCT * setting.features * (1 + min(dimension, 15) / 15)
    return setting.restarts * clusters * once


def release_seconds(setting: ClusteringSetting, samples: int, dimension: int) -> float:
    """Of a release after the first: its sum where it is drawn anew, its decoding, and its sum of squares."""
    anew = setting.scale == "private" or setting.kept < setting.features
    noise = 0.0 if setting.noise == "laplace" else _GAUSSIAN
    pilot = replace(setting, features=_PILOT, kept=_PILOT)
    scale = sum_seconds(pilot, samples) + 3e-3 if setting.scale == "private" else 0.0
    drawn = (sum_seconds(setting, samples) if anew else 0.0) + scale + noise
    return drawn + decode_seconds(setting, dimension) + _squares(samples, setting.clusters)


def lloyd_seconds(samples: int, dimension: int, clusters: int) -> float:
    """Of five steps of DP-Lloyd, and of the sum of squares."""
    squares = _squares(samples, clusters)
    return 5 * (squares + 2e-8 * samples * dimension) + squares + 2e-4


def kmeans_seconds(samples: int, dimension: int, clusters: int) -> float:
    """Of k-means on the data themselves, restarts included."""
    return 5e-3 + 6e-7 * samples * clusters * (1 + dimension / 10)


def _squares(samples: int, clusters: int) -> float:
    return _DISTANCE * samples * clusters
