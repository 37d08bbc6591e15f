"""Exactness checks: do samples follow an analytic law, and if not, how far are they from it?

A test gives a p-value and an effect size. The p-value is the probability that samples of the law show a statistic at
least as large. It is not the probability that the law holds; a large one proves nothing about deviations smaller than
the effect size's floor, and a small one does not say that the deviation matters: the effect size with its error does.
"""

from __future__ import annotations

from ppr_core.diagnostics.cap_law import CapLaw
from ppr_core.diagnostics.comparison import (
    Bins,
    Expectation,
    QuantileBand,
    WholeHistogram,
    count_limits,
    equal_width_bins,
    expectation,
    order_statistics_band,
    whole_histogram,
)
from ppr_core.diagnostics.effects import Effect, total_variation, wasserstein
from ppr_core.diagnostics.exactness import (
    ExactnessTest,
    chi_square_bins,
    chi_square_finite,
    exactness_tests,
    kolmogorov_smirnov,
)
from ppr_core.diagnostics.laws import (
    FiniteLaw,
    GammaLaw,
    LaplaceLaw,
    NormalLaw,
    NormLaw,
    ScalarLaw,
    ScipyLaw,
)
from ppr_core.diagnostics.likelihoods import LikelihoodCone, SteepestSlopes, likelihood_cone, steepest_slopes
from ppr_core.diagnostics.moments import Moments, moments
from ppr_core.diagnostics.projection import log_projected_laplace, log_share_ratios
from ppr_core.diagnostics.projection_law import LaplaceProjectionLaw
from ppr_core.diagnostics.timing import Encodes, median_interval, timed_encodes
from ppr_core.diagnostics.views import VIEWS, cell_name, hits, observe, output_law
from ppr_core.means import Mean, mean_and_error

__all__ = [
    "VIEWS", "Bins", "CapLaw", "Effect", "Encodes", "ExactnessTest", "Expectation", "FiniteLaw", "GammaLaw",
    "LaplaceLaw", "LaplaceProjectionLaw", "LikelihoodCone", "Mean", "Moments", "NormLaw", "NormalLaw", "QuantileBand",
    "ScalarLaw", "ScipyLaw", "SteepestSlopes", "WholeHistogram", "cell_name", "chi_square_bins", "chi_square_finite",
    "count_limits", "equal_width_bins", "exactness_tests", "expectation", "hits", "kolmogorov_smirnov",
    "likelihood_cone", "log_projected_laplace", "log_share_ratios", "mean_and_error", "median_interval", "moments",
    "observe", "order_statistics_band", "output_law", "steepest_slopes", "timed_encodes", "total_variation",
    "wasserstein", "whole_histogram",
]  # fmt: skip
