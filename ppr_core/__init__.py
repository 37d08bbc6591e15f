"""Compression of differentially private mechanisms: exact simulation of noisy outputs by short messages.

Start with `ppr_core.channels` (mechanisms), `ppr_core.compressors` (what sends their outputs) and
`ppr_core.randomness` (what encoder and decoder share). Their names are also found here and are loaded when first used,
each with its room alone:

>>> import ppr_core
>>> ppr_core.GaussianChannel is ppr_core.channels.GaussianChannel
True
"""

from __future__ import annotations

import importlib
from typing import Any

# Room -> the names of it that a program or a notebook usually needs; each room's own __all__ holds the rest.
_ROOMS: dict[str, tuple[str, ...]] = {
    "randomness": ("SharedRandomness",),
    "channels": (
        "Channel", "FiniteChannel", "GaussianChannel", "LaplaceChannel", "PrivUnitChannel", "RandomizedResponseChannel",
        "RapporChannel", "ScalarNoiseChannel", "SubsetSelectionChannel",
    ),
    "compressors": (
        "BassilySmith", "Compressor", "DyadicQuantizedLaplace", "GenProt", "GreedyRejection", "LaplaceThenRound",
        "LayeredDither", "Messages", "MinimalRandomCoding", "MinimumVarianceUnbiased", "ModifiedMinimalRandomCoding",
        "PiecewiseLinearQuantizer", "PoissonPrivateRepresentation", "PseudorandomRejection", "QuantizedMessages",
        "Quantizer", "SubtractiveDither", "TruncatedPoisson",
    ),
    "codes": ("Code", "EliasDelta", "EliasGamma", "FixedLength", "Signed", "ZipfShannon"),
    "guarantees": (
        "Bound", "PrivacyGuarantee", "ppr_approximate", "ppr_bits", "ppr_metric", "ppr_pure", "ppr_refined_bits",
        "ppr_tight",
    ),
    "accounting": ("gaussian_noise_std", "gaussian_privacy", "sampled_gaussian_privacy"),
    "estimation": (),
    "estimation.mean": ("CSGM", "SQKR", "KashinCSGM", "PlainGaussian", "SlicedGaussianPPR", "UnitReports"),
    "estimation.metric": ("DiscreteLaplace",),
    "estimation.frequency": (
        "AffineFamily", "CompressedOracle", "PairwiseIndependentRappor", "RandomizedResponse", "Rappor",
        "RecursiveHadamardResponse", "SubsetSelection",
    ),
    "sketches": ("CompressedSketch", "FourierSketch", "PrivateSketch", "compressive_kmeans"),
    "mechanism_analysis": ("Description", "best_proposal", "capacity", "know", "optimal_mechanism", "pure_loss"),
    "inference": ("attack", "message_view", "output_view", "posterior", "repeated_attack"),
    "diagnostics": ("exactness_tests", "observe", "output_law"),
    "entropy": ("index_entropy",),
    "planning": ("Setup",),
    "experiments": (),
    "kernels": (),
}  # fmt: skip
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__version__ = "0.2.0"

__all__ = sorted(["__version__", *_ROOM_OF, *(room for room in _ROOMS if "." not in room)])


def __getattr__(name: str) -> Any:
    """A room, or a public name of one, imported at its first use."""
    if name in _ROOM_OF:
        value = getattr(importlib.import_module(f"{__name__}.{_ROOM_OF[name]}"), name)
    elif name in _ROOMS:
        value = importlib.import_module(f"{__name__}.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
