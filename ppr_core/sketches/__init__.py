"""Private sketches: random Fourier features of data, noise for privacy, and k-means from the sketch alone."""

from __future__ import annotations

from ppr_core.sketches.baselines import distinct_points, kmeans, private_lloyd, sum_of_squares
from ppr_core.sketches.clustering import PILOT_SHARE, ClusteringSetting, PrivateClustering, SignalCurve, SketchRelease
from ppr_core.sketches.compressed import CompressedSketch
from ppr_core.sketches.data import SHAPES, Dataset, digits, mixture, shape, stretched
from ppr_core.sketches.decoder import CompressiveKMeans, compressive_kmeans
from ppr_core.sketches.device_trials import DeviceTrials, device_trials
from ppr_core.sketches.feature_map import FeatureMap, predicted_map
from ppr_core.sketches.fourier import FourierSketch, SketchSum
from ppr_core.sketches.frequencies import FREQUENCY_LAWS, draw_frequencies
from ppr_core.sketches.objective import correlation, landscape, objective_gradient
from ppr_core.sketches.private import NEIGHBOURS, NOISES, PrivateSketch
from ppr_core.sketches.scale import private_scale, scale_from_bounds
from ppr_core.sketches.snr import measured_signal_to_noise, signal_share, signal_to_noise
from ppr_core.sketches.yardstick import RelativeErrors, Yardstick

__all__ = [
    "FREQUENCY_LAWS", "NEIGHBOURS", "NOISES", "PILOT_SHARE", "SHAPES", "ClusteringSetting", "CompressedSketch",
    "CompressiveKMeans", "Dataset", "DeviceTrials", "FeatureMap", "FourierSketch", "PrivateClustering", "PrivateSketch",
    "RelativeErrors", "SignalCurve", "SketchRelease", "SketchSum", "Yardstick", "compressive_kmeans", "correlation",
    "device_trials", "digits", "distinct_points", "draw_frequencies", "kmeans", "landscape", "measured_signal_to_noise",
    "mixture", "objective_gradient", "predicted_map", "private_lloyd", "private_scale", "scale_from_bounds", "shape",
    "signal_share", "signal_to_noise", "stretched", "sum_of_squares",
]  # fmt: skip
