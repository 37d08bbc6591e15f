"""Compressors: channel + shared randomness -> message -> sample."""

from __future__ import annotations

from ppr_core.compressors.algorithm1 import PoissonReference
from ppr_core.compressors.base import Compressor, DrawLimitExceeded
from ppr_core.compressors.finite_pool import MinimalRandomCoding, TruncatedPoisson
from ppr_core.compressors.messages import Messages
from ppr_core.compressors.poisson import PoissonPrivateRepresentation

__all__ = [
    "COMPRESSORS",
    "Compressor",
    "DrawLimitExceeded",
    "Messages",
    "MinimalRandomCoding",
    "PoissonPrivateRepresentation",
    "PoissonReference",
    "TruncatedPoisson",
]

#: name -> class of every compressor; contract tests and pages go through it.
COMPRESSORS: dict[str, type[Compressor]] = {
    compressor.name: compressor
    for compressor in (PoissonPrivateRepresentation, PoissonReference, TruncatedPoisson, MinimalRandomCoding)
}
