"""Contests whose ratio depends on a whole vector of normals, by an approximation that never decides a close call.

The normals are those of `ppr_core.channels.transforms`: pairs by Box–Muller from the uniforms i and i + d/2. NumPy's
logarithms and tangents cannot be had here bit for bit, so a candidate's ln r is found up to ``margin``, more than the
error of the series and of NumPy's rounding. A row in which some comparison is closer than that is
``unsure`` and left to the caller; of the others the winner and the count are NumPy's. Only even dimensions.
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.kernels.decorators import kernel
from ppr_core.kernels.philox import block, to_unit
from ppr_core.kernels.search import sort_rows

__all__ = ["contest_cap", "contest_gaussian", "lone_gaussian"]

_RELATIVE = 1e-7  # of the sum of all terms' sizes; only where a radius is next to 0 its root's error comes near
_LONGEST = 9.0  # no normal is farther out
_LN2, _ROOT_2 = math.log(2.0), math.sqrt(2.0)
_MANTISSA, _ONE, _52 = np.int64((1 << 52) - 1), np.int64(0x3FF << 52), np.int64(52)
_PI_2 = math.pi**2
_SINE = [math.pi * (-_PI_2) ** n / math.factorial(2 * n + 1) for n in range(9)]
_COSINE = [(-_PI_2) ** n / math.factorial(2 * n) for n in range(9)]
_S0, _S1, _S2, _S3, _S4, _S5, _S6, _S7, _S8 = _SINE
_C0, _C1, _C2, _C3, _C4, _C5, _C6, _C7, _C8 = _COSINE


@kernel()
def _fill(key: np.uint64, index: np.uint64, table: np.uint64, uniforms: np.ndarray) -> None:
    """The row's uniforms, exactly."""
    for number in range(len(uniforms) // 2):
        c0, c1, c2, c3 = block(key, index, table, np.uint64(number & 0xFFFFFFFF))
        uniforms[2 * number] = to_unit(c0, c1)
        uniforms[2 * number + 1] = to_unit(c2, c3)


@kernel(fastmath=True)
def _sums(
    uniforms: np.ndarray, bits: np.ndarray, mantissas: np.ndarray, mantissa_bits: np.ndarray, exponents: np.ndarray,
    weights: np.ndarray,
) -> tuple[float, float]:  # fmt: skip
    """Σ N² and Σ weight·N over the normals N of a row, approximately; bits are those of the uniforms."""
    half = len(exponents)
    for i in range(half):
        mantissa_bits[i] = (bits[i] & _MANTISSA) | _ONE
        exponents[i] = np.float64(bits[i] >> _52) - 1022.5
    angles, first_weights, second_weights = uniforms[half:], weights[:half], weights[half:]
    square = inner = 0.0
    for i in range(half):
        # ln u = (e + ½) ln 2 + 2 artanh((m−√2)/(m+√2)) for u = m 2^e, m in [1, 2); the radius² is −2 ln u.
        s = (mantissas[i] - _ROOT_2) / (mantissas[i] + _ROOT_2)
        q = s * s
        series = 1.0 + q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q * (1 / 13 + q / 15))))))
        radius_2 = -2.0 * (exponents[i] * _LN2 + 2.0 * s * series)
        w = angles[i] - 0.5  # of a whole turn
        q = w * w
        sine = w * (_S0 + q * (_S1 + q * (_S2 + q * (_S3 + q * (_S4 + q * (_S5 + q * (_S6 + q * (_S7 + q * _S8))))))))
        cosine = _C0 + q * (_C1 + q * (_C2 + q * (_C3 + q * (_C4 + q * (_C5 + q * (_C6 + q * (_C7 + q * _C8)))))))
        along = first_weights[i] * (1.0 - 2.0 * sine * sine) + second_weights[i] * (2.0 * sine * cosine)
        square += radius_2
        inner += math.sqrt(abs(radius_2)) * along
    return square, inner


_ROWS = "f8[:,::1], i8[:,::1], i8[::1], f8[::1], f8[::1], i8[::1], i8[::1], u1[::1], u8"


@kernel(f"void({_ROWS}, f8[::1], i8[::1], f8[:,::1], f8[::1], f8)")
def contest_gaussian(
    log_score: np.ndarray, index: np.ndarray, table: np.ndarray, log_bound: np.ndarray, best: np.ndarray,
    winning: np.ndarray, seen: np.ndarray, unsure: np.ndarray, key: np.uint64, errors: np.ndarray, rows: np.ndarray,
    weights: np.ndarray, offset: np.ndarray, curvature: float,
) -> None:  # fmt: skip
    """ln r = offset + weights·N − curvature·‖N‖²: rows of candidates as in `search`, row i with those of rows[i].

    winning (out): the winning column of a row, as it was where none is better. errors: how far best may be off.
    """
    columns, dimension = log_score.shape[1], weights.shape[1]
    uniforms = np.empty(dimension)
    bits = uniforms.view(np.int64)
    exponents, mantissas = np.empty(dimension // 2), np.empty(dimension // 2)
    mantissa_bits = mantissas.view(np.int64)
    for i in range(log_score.shape[0]):
        own, constant = weights[rows[i]], offset[rows[i]]
        least, error, size = best[i], errors[i], 1.0 + abs(constant)
        for k in range(dimension):
            size += _LONGEST * abs(own[k])
        for j in range(columns):
            ahead = log_score[i, j] - (least + log_bound[i])
            if ahead >= error and ahead >= 0.0:
                continue
            if ahead > -error:
                unsure[i] = 1
                break
            seen[i] += 1
            _fill(key, np.uint64(index[i, j]), np.uint64(table[i]), uniforms)
            square, inner = _sums(uniforms, bits, mantissas, mantissa_bits, exponents, own)
            value = log_score[i, j] - (constant + inner - curvature * square)
            margin = _RELATIVE * (size + abs(log_score[i, j]) + curvature * square)
            if value + margin < least - error:
                least, error, winning[i] = value, margin, j
            elif value - margin < least + error:
                unsure[i] = 1
                break
        best[i], errors[i] = least, error


@kernel("Tuple((b1, f8, f8, f8, i8, i8))(f8[:,::1], f8, i8, i8, f8[::1], u8, f8[:,::1], f8[::1], f8)")
def lone_gaussian(
    logs: np.ndarray, alpha: float, short: int, table: int, log_bound: np.ndarray, key: np.uint64, weights: np.ndarray,
    offset: np.ndarray, curvature: float,
) -> tuple[bool, float, float, float, int, int]:  # fmt: skip
    """The first candidates of one message, in one call: index j + 1 has ln S = logs[0, j] + logs[1, j]/α.

    Returns whether every comparison was sure, and then best, how far it may be off, ln S of the winner, winner, seen.
    """
    log_score, index = np.empty((1, logs.shape[1])), np.empty((1, logs.shape[1]), np.int64)
    for j in range(logs.shape[1]):
        log_score[0, j], index[0, j] = logs[0, j] + logs[1, j] / alpha, j + 1
    sort_rows(log_score, index, short)
    best, errors, winning = np.full(1, np.inf), np.zeros(1), np.zeros(1, np.int64)
    seen, unsure = np.zeros(1, np.int64), np.zeros(1, np.uint8)
    contest_gaussian(
        log_score, index, np.full(1, table), log_bound, best, winning, seen, unsure, key, errors,
        np.zeros(1, np.int64), weights, offset, curvature,
    )  # fmt: skip
    return unsure[0] == 0, best[0], errors[0], log_score[0, winning[0]], index[0, winning[0]], seen[0]


@kernel(f"void({_ROWS}, f8[:,::1], f8, f8, f8)")
def contest_cap(
    log_score: np.ndarray, index: np.ndarray, table: np.ndarray, log_bound: np.ndarray, best: np.ndarray,
    winner: np.ndarray, seen: np.ndarray, unsure: np.ndarray, key: np.uint64, x: np.ndarray, gamma: float, high: float,
    low: float,
) -> None:  # fmt: skip
    """PrivUnit: ln r is high where ⟨x, N⟩ >= γ‖N‖. Rows as in `search`; what is written of unsure ones is void."""
    dimension = x.shape[1]
    uniforms = np.empty(dimension)
    bits = uniforms.view(np.int64)
    exponents, mantissas = np.empty(dimension // 2), np.empty(dimension // 2)
    mantissa_bits = mantissas.view(np.int64)
    for i in range(log_score.shape[0]):
        least, limit = best[i], best[i] + log_bound[i]
        for j in range(log_score.shape[1]):
            if log_score[i, j] < limit:
                seen[i] += 1
                _fill(key, np.uint64(index[i, j]), np.uint64(table[i]), uniforms)
                square, inner = _sums(uniforms, bits, mantissas, mantissa_bits, exponents, x[i])
                beyond = inner - gamma * math.sqrt(square)
                if abs(beyond) < _RELATIVE * (1.0 + math.sqrt(square) + _LONGEST * dimension):
                    unsure[i] = 1
                    break
                value = log_score[i, j] - (high if beyond > 0.0 else low)
                if value < least:
                    least, limit, winner[i] = value, value + log_bound[i], index[i, j]
        best[i] = least
