"""Theorems as functions: from a mechanism's parameters to what is promised, with the source of the promise."""

from __future__ import annotations

from ppr_core.guarantees.adversaries import (
    ADVERSARIES,
    AGGREGATOR,
    CLOCK,
    DECODER,
    OUTSIDER,
    PUBLIC,
    READER,
    SEEN,
    SHUFFLER,
    Adversary,
    Observer,
    adversary,
    observers,
    refusals,
)
from ppr_core.guarantees.gaussian_mean import (
    Neighbours,
    gaussian_mean_local,
    gaussian_mean_renyi_local,
    gaussian_mean_renyi_sigma,
    gaussian_mean_sigma,
    gaussian_mean_size,
)
from ppr_core.guarantees.laplace_metric import (
    laplace_metric_epsilon,
    laplace_metric_error,
    laplace_metric_length,
    laplace_metric_radius,
    laplace_metric_size,
)
from ppr_core.guarantees.lengths import elias_delta_size, zipf_shannon_size
from ppr_core.guarantees.mrc import mrc_pure, mrc_two_level, mrc_two_level_candidates
from ppr_core.guarantees.poisson import (
    ppr_approximate,
    ppr_bits,
    ppr_ldp_size,
    ppr_metric,
    ppr_overhead_bits,
    ppr_pure,
    ppr_refined_bits,
    ppr_refined_overhead_bits,
    ppr_tight,
    ppr_tight_alpha_limit,
    ppr_tight_excess,
    ppr_tight_overhead_bits,
)
from ppr_core.guarantees.references import REFERENCES, SOURCES, Reference, Source, cite, source
from ppr_core.guarantees.rejection import (
    rejection_any_generator,
    rejection_distance,
    rejection_private,
    rejection_tries,
)
from ppr_core.guarantees.renyi import rdp_to_approximate
from ppr_core.guarantees.types import Bound, PrivacyGuarantee

__all__ = [
    "ADVERSARIES", "AGGREGATOR", "CLOCK", "DECODER", "OUTSIDER", "PUBLIC", "READER", "REFERENCES", "SEEN", "SHUFFLER",
    "SOURCES", "Adversary", "Bound", "Neighbours", "Observer", "PrivacyGuarantee", "Reference", "Source", "adversary",
    "cite", "elias_delta_size", "gaussian_mean_local", "gaussian_mean_renyi_local", "gaussian_mean_renyi_sigma",
    "gaussian_mean_sigma", "gaussian_mean_size", "laplace_metric_epsilon", "laplace_metric_error",
    "laplace_metric_length", "laplace_metric_radius", "laplace_metric_size", "mrc_pure", "mrc_two_level",
    "mrc_two_level_candidates", "observers", "ppr_approximate", "ppr_bits", "ppr_ldp_size", "ppr_metric",
    "ppr_overhead_bits", "ppr_pure", "ppr_refined_bits", "ppr_refined_overhead_bits", "ppr_tight",
    "ppr_tight_alpha_limit", "ppr_tight_excess", "ppr_tight_overhead_bits", "rdp_to_approximate", "refusals",
    "rejection_any_generator", "rejection_distance", "rejection_private", "rejection_tries", "source",
    "zipf_shannon_size",
]  # fmt: skip
