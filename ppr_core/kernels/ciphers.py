"""SHAKE-256 and ChaCha20 of many inputs at once: every step is a loop over inputs."""

from __future__ import annotations

import numpy as np

from ppr_core.kernels.decorators import inlined, kernel
from ppr_core.kernels.philox import to_unit

__all__ = ["chacha20_places", "chacha20_rows", "shake256_blocks", "stream_column"]

_LANES = 128  # inputs worked on together
_RATE = 17  # 64-bit words that SHAKE-256 takes in or gives out at once
_64 = np.uint64(64)


def _constants() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Keccak's rotations, where each lane goes, and the round constants (FIPS 202, 3.2.2, 3.2.3 and 3.2.5)."""
    turns, goes, x, y = np.zeros(25, dtype=np.uint64), np.zeros(25, dtype=np.int64), 1, 0
    for t in range(24):
        turns[x + 5 * y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    for x in range(5):
        for y in range(5):
            goes[x + 5 * y] = y + 5 * ((2 * x + 3 * y) % 5)
    constants, register = np.zeros(24, dtype=np.uint64), 1
    for number in range(24):
        for j in range(7):
            if register & 1:
                constants[number] |= np.uint64(1 << (2**j - 1))
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
    return turns, goes, constants


_TURNS, _GOES, _CONSTANTS = _constants()


@kernel()
def _keccak(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> None:
    """The 24 rounds on states a (25, lanes); b and c (5, lanes) are room to work in."""
    lanes = _LANES
    for number in range(24):
        for x in range(5):
            for w in range(lanes):
                c[x, w] = a[x, w] ^ a[x + 5, w] ^ a[x + 10, w] ^ a[x + 15, w] ^ a[x + 20, w]
        for i in range(25):
            before, after, turn, to = (i + 4) % 5, (i + 1) % 5, _TURNS[i], _GOES[i]
            back = (_64 - turn) % _64
            for w in range(lanes):
                v = a[i, w] ^ c[before, w] ^ ((c[after, w] << np.uint64(1)) | (c[after, w] >> np.uint64(63)))
                b[to, w] = (v << turn) | (v >> back)
        for y in range(0, 25, 5):
            for x in range(5):
                one, two = y + (x + 1) % 5, y + (x + 2) % 5
                for w in range(lanes):
                    a[y + x, w] = b[y + x, w] ^ (~b[one, w] & b[two, w])
        for w in range(lanes):
            a[0, w] ^= _CONSTANTS[number]


@inlined
def _swapped(word: np.uint64) -> np.uint64:
    """The eight bytes in the opposite order."""
    low, middle = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF)
    word = ((word >> np.uint64(8)) & low) | ((word & low) << np.uint64(8))
    word = ((word >> np.uint64(16)) & middle) | ((word & middle) << np.uint64(16))
    return (word >> np.uint64(32)) | (word << np.uint64(32))


@kernel("void(u1[:,::1], i8[::1], u8[:,::1])")
def shake256_blocks(inputs: np.ndarray, numbers: np.ndarray, words: np.ndarray) -> None:
    """words[i] = block numbers[i] of 17 big-endian words of SHAKE-256(inputs[i]), inputs shorter than 136 bytes."""
    size = inputs.shape[1]
    a, b, c = np.empty((25, _LANES), np.uint64), np.empty((25, _LANES), np.uint64), np.empty((5, _LANES), np.uint64)
    for start in range(0, len(inputs), _LANES):
        count, last = min(_LANES, len(inputs) - start), np.int64(0)
        a[:] = np.uint64(0)
        for w in range(count):
            for k in range(size):
                a[k // 8, w] |= np.uint64(inputs[start + w, k]) << np.uint64(8 * (k % 8))
            a[size // 8, w] |= np.uint64(0x1F) << np.uint64(8 * (size % 8))
            a[_RATE - 1, w] ^= np.uint64(1 << 63)
            last = max(last, numbers[start + w])
        for number in range(last + 1):
            _keccak(a, b, c)
            for w in range(count):
                if numbers[start + w] == number:
                    for k in range(_RATE):
                        words[start + w, k] = _swapped(a[k, w])


@inlined
def _turned(word: np.uint32, by: int) -> np.uint32:
    return np.uint32(np.uint32(word << np.uint32(by)) | (np.uint32(word) >> np.uint32(32 - by)))


@kernel()
def _chacha20(s: np.ndarray, count: int) -> None:
    """The 20 rounds on the first ``count`` lanes of states (16, lanes)."""
    for number in range(20):
        shift = number % 2  # columns, then diagonals
        for q in range(4):
            i, j = q, 4 + (q + shift) % 4
            k, m = 8 + (q + 2 * shift) % 4, 12 + (q + 3 * shift) % 4
            for w in range(count):
                s[i, w] += s[j, w]
                s[m, w] = _turned(s[m, w] ^ s[i, w], 16)
                s[k, w] += s[m, w]
                s[j, w] = _turned(s[j, w] ^ s[k, w], 12)
                s[i, w] += s[j, w]
                s[m, w] = _turned(s[m, w] ^ s[i, w], 8)
                s[k, w] += s[m, w]
                s[j, w] = _turned(s[j, w] ^ s[k, w], 7)


@kernel()
def _begin(s: np.ndarray, count: int) -> None:
    """The constant and no nonce; key and block number are still to be written."""
    s[:, :count] = np.uint32(0)
    for w in range(count):
        s[0, w], s[1, w], s[2, w], s[3, w] = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574


@kernel("void(u4[:,::1], i8[::1], f8[::1])")
def chacha20_places(keys: np.ndarray, columns: np.ndarray, uniforms: np.ndarray) -> None:
    """uniforms[i] = pair columns[i] of the words of ChaCha20's key stream under keys[i] of 8 words, with nonce 0."""
    s, kept = np.empty((16, _LANES), np.uint32), np.empty((16, _LANES), np.uint32)
    for start in range(0, len(keys), _LANES):
        count = min(_LANES, len(keys) - start)
        _begin(s, count)
        for w in range(count):
            for k in range(8):
                s[4 + k, w] = keys[start + w, k]
            s[12, w] = np.uint32(columns[start + w] // 8)
        kept[:] = s
        _chacha20(s, count)
        for w in range(count):
            k = 2 * (columns[start + w] % 8)
            upper, lower = np.uint32(s[k + 1, w] + kept[k + 1, w]), np.uint32(s[k, w] + kept[k, w])
            uniforms[start + w] = to_unit(np.uint64(upper), np.uint64(lower))


@kernel("void(u4[:,::1], f8[:,::1])")
def chacha20_rows(keys: np.ndarray, uniforms: np.ndarray) -> None:
    """uniforms[i] = the beginning of the key stream of keys[i], a uniform of each pair of ChaCha20's words."""
    s, kept = np.empty((16, _LANES), np.uint32), np.empty((16, _LANES), np.uint32)
    width = uniforms.shape[1]
    blocks = (width + 7) // 8
    for start in range(0, len(keys) * blocks, _LANES):
        count = min(_LANES, len(keys) * blocks - start)
        _begin(s, count)
        for w in range(count):
            for k in range(8):
                s[4 + k, w] = keys[(start + w) // blocks, k]
            s[12, w] = np.uint32((start + w) % blocks)
        kept[:] = s
        _chacha20(s, count)
        for w in range(count):
            row, first = (start + w) // blocks, 8 * ((start + w) % blocks)
            for k in range(min(8, width - first)):
                upper, lower = np.uint32(s[2 * k + 1, w] + kept[2 * k + 1, w]), np.uint32(s[2 * k, w] + kept[2 * k, w])
                uniforms[row, first + k] = to_unit(np.uint64(upper), np.uint64(lower))


@kernel()
def stream_column(keys: np.ndarray, index: np.ndarray, column: int, uniforms: np.ndarray) -> None:
    """uniforms[i] = one column of the key stream of keys[index[i]], a pair of ChaCha20's words each."""
    s, number, first = np.empty((16, _LANES), np.uint32), np.uint32(column // 8), 2 * (column % 8)
    low, high = np.empty(_LANES, np.uint32), np.empty(_LANES, np.uint32)
    for start in range(0, len(index), _LANES):
        count = min(_LANES, len(index) - start)
        _begin(s, count)
        for w in range(count):
            for k in range(8):
                s[4 + k, w] = keys[index[start + w], k]
            s[12, w] = number
        low[:], high[:] = s[first], s[first + 1]
        _chacha20(s, count)
        for w in range(count):
            upper, lower = np.uint32(s[first + 1, w] + high[w]), np.uint32(s[first, w] + low[w])
            uniforms[start + w] = to_unit(np.uint64(upper), np.uint64(lower))
