"""Compressors: channel + shared randomness -> message -> sample; quantizers, which need no channel."""

from __future__ import annotations

from ppr_core.compressors.algorithm1 import PoissonReference
from ppr_core.compressors.base import Compressor, DrawLimitExceeded
from ppr_core.compressors.bassily_smith import BassilySmith
from ppr_core.compressors.constant_looks import ConstantLooks, looks_needed
from ppr_core.compressors.dyadic_components import DyadicComponents
from ppr_core.compressors.dyadic_quantized_laplace import DyadicQuantizedLaplace, smallest_relaxation
from ppr_core.compressors.finite_pool import MinimalRandomCoding, TruncatedPoisson
from ppr_core.compressors.fixed_bits import FixedBits, dql_at_fixed_bits
from ppr_core.compressors.genprot import GenProt
from ppr_core.compressors.greedy_rejection import GreedyRejection
from ppr_core.compressors.laplace_rounding import LaplaceThenRound, rounding_at_bits
from ppr_core.compressors.learned import LEARNED, held_epsilon, learned, learned_of_pure
from ppr_core.compressors.learned_on_the_line import learned_of_coordinates
from ppr_core.compressors.messages import Messages
from ppr_core.compressors.minimum_variance import MinimumVarianceUnbiased
from ppr_core.compressors.modified_mrc import ModifiedMinimalRandomCoding
from ppr_core.compressors.piecewise_linear import PiecewiseLinearQuantizer
from ppr_core.compressors.poisson import PoissonPrivateRepresentation
from ppr_core.compressors.poisson_tree import PoissonTree
from ppr_core.compressors.pseudorandom_rejection import PseudorandomRejection
from ppr_core.compressors.quantized_messages import QuantizedMessages
from ppr_core.compressors.quantizer import SIGNED_CODES, Quantizer
from ppr_core.compressors.seed_generators import GENERATORS, Congruential, FewBits, SeedGenerator, Shake256
from ppr_core.compressors.subtractive_dither import LayeredDither, SubtractiveDither

__all__ = [
    "COMPRESSORS",
    "GENERATORS",
    "LEARNED",
    "QUANTIZERS",
    "SIGNED_CODES",
    "BassilySmith",
    "Compressor",
    "Congruential",
    "ConstantLooks",
    "DrawLimitExceeded",
    "DyadicComponents",
    "DyadicQuantizedLaplace",
    "FewBits",
    "FixedBits",
    "GenProt",
    "GreedyRejection",
    "LaplaceThenRound",
    "LayeredDither",
    "Messages",
    "MinimalRandomCoding",
    "MinimumVarianceUnbiased",
    "ModifiedMinimalRandomCoding",
    "PiecewiseLinearQuantizer",
    "PoissonPrivateRepresentation",
    "PoissonReference",
    "PoissonTree",
    "PseudorandomRejection",
    "QuantizedMessages",
    "Quantizer",
    "SeedGenerator",
    "Shake256",
    "SubtractiveDither",
    "TruncatedPoisson",
    "dql_at_fixed_bits",
    "held_epsilon",
    "learned",
    "learned_of_coordinates",
    "learned_of_pure",
    "looks_needed",
    "rounding_at_bits",
    "smallest_relaxation",
]

#: name -> class of every compressor; contract tests and pages go through it.
COMPRESSORS: dict[str, type[Compressor]] = {
    compressor.name: compressor
    for compressor in (
        PoissonPrivateRepresentation,
        PoissonReference,
        PoissonTree,
        ConstantLooks,
        TruncatedPoisson,
        MinimalRandomCoding,
        ModifiedMinimalRandomCoding,
        GreedyRejection,
        BassilySmith,
        GenProt,
        PseudorandomRejection,
    )
}

#: name -> class of every quantizer; each adds its own noise instead of simulating a channel.
QUANTIZERS: dict[str, type[Quantizer]] = {
    quantizer.name: quantizer
    for quantizer in (
        DyadicQuantizedLaplace,
        PiecewiseLinearQuantizer,
        LayeredDither,
        SubtractiveDither,
        LaplaceThenRound,
        MinimumVarianceUnbiased,
    )
}
