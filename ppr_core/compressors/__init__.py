"""Compressors: channel + shared randomness -> message -> sample."""

from __future__ import annotations

from ppr_core.compressors.algorithm1 import PoissonReference
from ppr_core.compressors.base import Compressor, DrawLimitExceeded
from ppr_core.compressors.bassily_smith import BassilySmith
from ppr_core.compressors.finite_pool import MinimalRandomCoding, TruncatedPoisson
from ppr_core.compressors.genprot import GenProt
from ppr_core.compressors.greedy_rejection import GreedyRejection
from ppr_core.compressors.messages import Messages
from ppr_core.compressors.modified_mrc import ModifiedMinimalRandomCoding
from ppr_core.compressors.poisson import PoissonPrivateRepresentation

__all__ = [
    "COMPRESSORS",
    "BassilySmith",
    "Compressor",
    "DrawLimitExceeded",
    "GenProt",
    "GreedyRejection",
    "Messages",
    "MinimalRandomCoding",
    "ModifiedMinimalRandomCoding",
    "PoissonPrivateRepresentation",
    "PoissonReference",
    "TruncatedPoisson",
]

#: name -> class of every compressor; contract tests and pages go through it.
COMPRESSORS: dict[str, type[Compressor]] = {
    compressor.name: compressor
    for compressor in (
        PoissonPrivateRepresentation,
        PoissonReference,
        TruncatedPoisson,
        MinimalRandomCoding,
        ModifiedMinimalRandomCoding,
        GreedyRejection,
        BassilySmith,
        GenProt,
    )
}
