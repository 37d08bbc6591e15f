"""Mean estimation: schemes that really encode, send, decode and average, and the accounting behind them."""

from __future__ import annotations

from ppr_core.estimation.mean.budget import ReportSize, sign_information_bits
from ppr_core.estimation.mean.central import Accounting, mean_noise_std, mean_privacy, mean_sensitivity
from ppr_core.estimation.mean.csgm import CSGM, csgm_noise_std
from ppr_core.estimation.mean.csgm_kashin import KashinCSGM
from ppr_core.estimation.mean.data import (
    rotated_chunk_bound,
    rotated_vectors,
    sign_vectors,
    sparse_vectors,
    sphere_vectors,
)
from ppr_core.estimation.mean.gaussian import PlainGaussian, SlicedGaussianPPR
from ppr_core.estimation.mean.kashin import KashinFrame, forget_frames, public_frame
from ppr_core.estimation.mean.problem import CentralMean
from ppr_core.estimation.mean.reports import UnitReports, best_report_count
from ppr_core.estimation.mean.scheme import ClientBits, MeanEstimate, MeanScheme
from ppr_core.estimation.mean.schemes import MEAN_SCHEMES, DeclaredScheme
from ppr_core.estimation.mean.sqkr import SQKR

__all__ = [
    "CSGM", "MEAN_SCHEMES", "SQKR", "Accounting", "CentralMean", "ClientBits", "DeclaredScheme", "KashinCSGM",
    "KashinFrame", "MeanEstimate", "MeanScheme", "PlainGaussian", "ReportSize", "SlicedGaussianPPR", "UnitReports",
    "best_report_count", "csgm_noise_std", "forget_frames", "mean_noise_std", "mean_privacy", "mean_sensitivity",
    "public_frame", "rotated_chunk_bound", "rotated_vectors", "sign_information_bits", "sign_vectors", "sparse_vectors",
    "sphere_vectors",
]  # fmt: skip
