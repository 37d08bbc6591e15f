"""Vectors that are private by distance: the discrete Laplace mechanism, which PPR is compared with."""

from __future__ import annotations

from ppr_core.estimation.metric.cells import CellCode, cell_counts, ideal_coordinate_bits, log2_cells
from ppr_core.estimation.metric.discrete import CellBits, DiscreteLaplace, step_by_cells, step_by_volume
from ppr_core.estimation.metric.errors import discrete_laplace_errors, error_crossing, simulation_seconds

__all__ = [
    "CellBits", "CellCode", "DiscreteLaplace", "cell_counts", "discrete_laplace_errors", "error_crossing",
    "ideal_coordinate_bits", "log2_cells", "simulation_seconds", "step_by_cells", "step_by_volume",
]  # fmt: skip
