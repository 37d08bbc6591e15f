"""All indices of one sender in one range-coded string, over the public Zipf law: no rounding to whole bits an index.

Not a `Code`: an index has no word of its own, and the receiver must know how many there are. Needs the optional package
constriction (Bamler, Understanding entropy coding with asymmetric numeral systems, 2022).
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ppr_core.codes.base import CodeError
from ppr_core.codes.integers import as_integers, exact_array
from ppr_core.validation import fail, integer, real

__all__ = ["ZipfRange"]

_DIRECT = 1 << 10  # smaller integers are symbols themselves
_TOP = 4  # leading bits, behind the first one, that are part of a larger integer's symbol
_PIECE = 16  # of the bits behind them, which the law makes all but uniform, so many are coded at once
_REACH = 40  # octaves per bit of the mean: a larger integer has a chance of 2^-40
_EIGHT = 8


@dataclass(frozen=True)
class ZipfRange:
    """Range coder for p(k) = k^{−λ}/ζ(λ), k >= 1, with λ = 1 + 1/mean_log2.

    n integers take about Σ −log2 p(k) bits, and less than 5 bytes more for all of them together. An integer from 1024
    on is given by its octave's sixteenth, under the law, and by its other bits, as if they were uniform: that costs
    less than 0.001 bits. The law is made of floats, so sender and receiver need the same library versions and platform.

    mean_log2: in bits, from 0.05 to 100; integers go to 2^(40 mean_log2 + 64).

    Raises ValueError for a mean outside the interval, and ImportError where constriction is missing.
    """

    mean_log2: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean_log2", real("mean_log2", self.mean_log2, 0.05, 100))
        if not self.available():
            raise ImportError("The range coder needs the package constriction; pip install constriction==0.5.0.")

    @staticmethod
    def available() -> bool:
        """Whether constriction is there; does not import it."""
        return importlib.util.find_spec("constriction") is not None

    @property
    def exponent(self) -> float:
        """λ of the Zipf law."""
        return 1 + 1 / self.mean_log2

    @property
    def largest(self) -> int:
        return (1 << self._octaves) - 1

    def encode(self, integers: Any) -> bytes:
        """The string of integers of shape (n,), each from 1 to ``largest``."""
        import constriction

        symbols, rest = self._split(as_integers(integers, 1, self.largest))
        coder = constriction.stream.queue.RangeEncoder()
        coder.encode(symbols, self._model)
        for value, size in rest:
            for start in range(0, size, _PIECE):
                width = min(_PIECE, size - start)
                piece = np.array([(value >> start) & ((1 << width) - 1)], dtype=np.int32)
                coder.encode(piece, _uniform(width))
        return coder.get_compressed().astype(">u4").tobytes().rstrip(b"\0")

    def decode(self, data: bytes, count: int) -> np.ndarray:
        """The n = count integers of a string, int64 if all fit, otherwise object.

        Raises CodeError where the string is not what `encode` writes for what it decodes to.
        """
        import constriction

        if not isinstance(data, (bytes, bytearray, memoryview)):
            fail("data", data, "bytes")
        count, data = integer("count", count, 0), bytes(data)
        words = np.frombuffer(data + b"\0" * (-len(data) % _EIGHT + _EIGHT), dtype=">u4").astype(np.uint32)
        try:
            coder = constriction.stream.queue.RangeDecoder(words)
            values = [self._whole(int(symbol), coder) for symbol in coder.decode(self._model, count)]
        except (AssertionError, ValueError) as error:
            raise CodeError("The string must come from this range coder; got one that decodes to nothing.") from error
        found = exact_array(values)
        if self.encode(found) != data:
            raise CodeError(f"The string must hold exactly {count} integers; got another one.")
        return found

    def _split(self, values: np.ndarray) -> tuple[np.ndarray, list[tuple[int, int]]]:
        """The symbol of each integer, (n,) int32, and for the large ones (bits behind it, how many)."""
        symbols, rest = np.empty(len(values), dtype=np.int32), []
        for i, value in enumerate(values.tolist()):
            if value < _DIRECT:
                symbols[i] = value - 1
                continue
            size = value.bit_length() - 1 - _TOP
            symbols[i] = _DIRECT - 1 + (size - self._smallest_size << _TOP) + (value >> size) - (1 << _TOP)
            rest.append((value & ((1 << size) - 1), size))
        return symbols, rest

    def _whole(self, symbol: int, coder: Any) -> int:
        if symbol < _DIRECT - 1:
            return symbol + 1
        octave, top = divmod(symbol - (_DIRECT - 1), 1 << _TOP)
        size = octave + self._smallest_size
        value = (1 << _TOP | top) << size
        for start in range(0, size, _PIECE):
            value |= int(coder.decode(_uniform(min(_PIECE, size - start)))) << start
        return value

    @property
    def _smallest_size(self) -> int:
        return _DIRECT.bit_length() - 1 - _TOP

    @property
    def _octaves(self) -> int:
        return int(_REACH * self.mean_log2) + 64

    @cached_property
    def _law(self) -> np.ndarray:
        """Probabilities of all symbols: of the large ones by the integral of x^{−λ} between half-integers."""
        slope, count = 1 / self.mean_log2, self._octaves - _DIRECT.bit_length() + 1
        octave, top = np.divmod(np.arange((count << _TOP) + 1), 1 << _TOP)
        log_edge = np.log(_DIRECT) + octave * np.log(2.0) + np.log1p(top / (1 << _TOP))
        tail = np.exp(-slope * (log_edge - 0.5 * np.exp(-log_edge))) / slope
        weights = np.concatenate([np.arange(1.0, _DIRECT) ** -self.exponent, -np.diff(tail)])
        return np.maximum(weights / weights.sum(), 1e-30)

    @cached_property
    def _model(self) -> Any:
        import constriction

        return constriction.stream.model.Categorical(self._law, perfect=False)


def _uniform(width: int) -> Any:
    """The law of so many fair bits."""
    import constriction

    return constriction.stream.model.Uniform(1 << width)
