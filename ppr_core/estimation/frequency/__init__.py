"""Frequency estimation under local differential privacy: how many users hold each of k categories."""

from __future__ import annotations

from ppr_core.estimation.frequency.accuracy import ErrorNorms, HeavyHitters, error_norms, heavy_hitters
from ppr_core.estimation.frequency.affine_family import ROUNDINGS, AffineFamily, variance_loss
from ppr_core.estimation.frequency.collection import Collection, collect
from ppr_core.estimation.frequency.compressed import CompressedOracle
from ppr_core.estimation.frequency.hadamard import RecursiveHadamardResponse
from ppr_core.estimation.frequency.levels import NOTIONS, Notion, rappor_levels, vote_variance
from ppr_core.estimation.frequency.measured import (
    ExpectedCollection,
    MeasuredCollection,
    collection_seconds,
    expected_collection,
    measured_collection,
    part_of_the_users,
    sampled_error,
)
from ppr_core.estimation.frequency.oracle import FrequencyOracle
from ppr_core.estimation.frequency.pairwise_rappor import AffineLine, PairwiseIndependentRappor
from ppr_core.estimation.frequency.populations import (
    apportioned_counts,
    geometric_frequencies,
    heavy_hitter_frequencies,
    uniform_frequencies,
    users_of,
    zipf_frequencies,
)
from ppr_core.estimation.frequency.randomized_response import RandomizedResponse
from ppr_core.estimation.frequency.rappor import Rappor
from ppr_core.estimation.frequency.schemes import FREQUENCY_SCHEMES, FrequencyScheme, frequency_scheme
from ppr_core.estimation.frequency.spread import common_share, root_mean_square_error
from ppr_core.estimation.frequency.subset_selection import SubsetSelection

__all__ = [
    "FREQUENCY_SCHEMES", "NOTIONS", "ROUNDINGS", "AffineFamily", "AffineLine", "Collection", "CompressedOracle",
    "ErrorNorms", "ExpectedCollection", "FrequencyOracle", "FrequencyScheme", "HeavyHitters", "MeasuredCollection",
    "Notion", "PairwiseIndependentRappor", "RandomizedResponse", "Rappor", "RecursiveHadamardResponse",
    "SubsetSelection", "apportioned_counts", "collect", "collection_seconds", "common_share", "error_norms",
    "expected_collection", "frequency_scheme", "geometric_frequencies", "heavy_hitter_frequencies", "heavy_hitters",
    "measured_collection", "part_of_the_users", "rappor_levels", "root_mean_square_error", "sampled_error",
    "uniform_frequencies", "users_of", "variance_loss", "vote_variance", "zipf_frequencies",
]  # fmt: skip
