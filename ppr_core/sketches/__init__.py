"""Private sketches: random Fourier features of data, noise for privacy, and k-means from the sketch alone."""

from __future__ import annotations

from ppr_core.sketches.baselines import PrivateLloyd, kmeans, private_lloyd, sum_of_squares
from ppr_core.sketches.compressed import CompressedSketch, SentSketches
from ppr_core.sketches.data import SHAPES, Dataset, digits, mixture, mixture_sketch, shape
from ppr_core.sketches.decoder import CompressiveKMeans, compressive_kmeans
from ppr_core.sketches.fourier import FourierSketch, SketchSum
from ppr_core.sketches.frequencies import FREQUENCY_LAWS, draw_frequencies
from ppr_core.sketches.objective import correlation, landscape, objective, objective_gradient
from ppr_core.sketches.private import NEIGHBOURS, NOISES, PrivateSketch, ReleasedSketch
from ppr_core.sketches.scale import PrivateScale, private_scale, scale_from_bounds
from ppr_core.sketches.snr import (
    laplace_signal_to_noise,
    measured_signal_to_noise,
    signal_share,
    signal_to_noise,
)

__all__ = [
    "FREQUENCY_LAWS",
    "NEIGHBOURS",
    "NOISES",
    "SHAPES",
    "CompressedSketch",
    "CompressiveKMeans",
    "Dataset",
    "FourierSketch",
    "PrivateLloyd",
    "PrivateScale",
    "PrivateSketch",
    "ReleasedSketch",
    "SentSketches",
    "SketchSum",
    "compressive_kmeans",
    "correlation",
    "digits",
    "draw_frequencies",
    "kmeans",
    "landscape",
    "laplace_signal_to_noise",
    "measured_signal_to_noise",
    "mixture",
    "mixture_sketch",
    "objective",
    "objective_gradient",
    "private_lloyd",
    "private_scale",
    "scale_from_bounds",
    "shape",
    "signal_share",
    "signal_to_noise",
    "sum_of_squares",
]
