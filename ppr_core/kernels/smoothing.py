"""The recursion of `ppr_core.accounting.order_statistics.smoothed`, row by row."""

from __future__ import annotations

import numpy as np

from ppr_core.kernels.decorators import kernel

__all__ = ["smooth_rows"]

TAPS = 8


@kernel("void(f8[:,::1], f8[::1], f8, f8, i8, f8[:,::1])")
def smooth_rows(f: np.ndarray, weights: np.ndarray, decay: float, dead: float, ahead: int, smooth: np.ndarray) -> None:
    """Rows (n, g) into ``smooth`` by the additions of the array program in their order.

    ahead: how many of the weighted points stand before the one that is smoothed; dead: the decay that is none.
    """
    size, behind = f.shape[1], TAPS - 1 - ahead
    padded, before = np.zeros(size + TAPS - 1), np.empty(size)  # tap t of point j: padded[j + TAPS − 1 − t]
    for i in range(f.shape[0]):
        base = f[i, 0]
        for j in range(size):
            padded[behind + j] = f[i, j] - base
        padded[behind + size :] = f[i, size - 1] - base
        row = smooth[i]
        for j in range(size):
            total = 0.0
            for tap in range(TAPS):
                total += weights[tap] * padded[TAPS - 1 - tap + j]
            row[j] = total
        rate, reach = decay, 1
        while rate > dead and reach < size:
            before[:size] = row
            for j in range(reach, size):
                row[j] += rate * before[j - reach]
            rate, reach = rate * rate, 2 * reach
        for j in range(size):
            row[j] += base
