"""What a record can be about: numbers of schemes, mechanisms and codes, and the parameters that follow them.

A new one takes the next free number; a number is never used again. What is not listed is agreed beforehand: a finite
table and a law of SciPy are mechanisms that a record does not describe, and the Zipf–Shannon code needs decimals of 60
digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ppr_core import validation
from ppr_core.channels import (
    BitVectorChannel,
    Channel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
    TruncatedGeometricChannel,
    VectorChannel,
)
from ppr_core.codes import Code, EliasDelta, EliasGamma, FixedLength, Signed
from ppr_core.compressors import (
    BassilySmith,
    Compressor,
    ConstantLooks,
    DyadicQuantizedLaplace,
    GenProt,
    GreedyRejection,
    LaplaceThenRound,
    LayeredDither,
    MinimalRandomCoding,
    MinimumVarianceUnbiased,
    ModifiedMinimalRandomCoding,
    PiecewiseLinearQuantizer,
    PoissonPrivateRepresentation,
    PoissonReference,
    PoissonTree,
    PseudorandomRejection,
    Quantizer,
    SubtractiveDither,
    TruncatedPoisson,
)
from ppr_core.wire.fields import Field, choice, f64, u8, u16, u32

__all__ = [
    "CODES",
    "MECHANISMS",
    "SCHEMES",
    "SENT_AS",
    "Entry",
    "code_entry",
    "mechanism_of",
    "numbers_of",
    "scheme_of",
]

_MOST_DIMENSIONS = 2**16
_SCALE = (1e-9, 1e9)  # of noise, bounds and steps
_EPSILON = (1e-6, 500.0)
_LONG = 900  # bits of an integer whose multiples are floats


@dataclass(frozen=True)
class Entry:
    """number: what the record's byte holds. made: the class. fields: its parameters, in the order of the record.

    index_bits: of a scheme, the bits of the largest index that a record may hold. most_categories: of a scheme that
    makes a table of its mechanism.
    """

    number: int
    made: Callable[..., Any]
    fields: tuple[Field, ...] = ()
    index_bits: int = 2**16
    most_categories: int = 2**32

    @property
    def name(self) -> str:
        """Its key."""
        return str(self.made.name)  # type: ignore[attr-defined]

    def values(self, made: Any) -> list[tuple[Field, Any]]:
        """The parameters of an object, as its constructor takes them."""
        return [(field, getattr(made, field.name)) for field in self.fields]

    def check_size(self, size: Any) -> None:
        """Refuse a mechanism of more categories than the scheme can serve; ``size`` is None for vectors."""
        most = self.most_categories
        validation.require(size is None or size <= most, "size", size, f"at most {most} for {self.name}")

    @staticmethod
    def limits(compressor: Compressor | Quantizer) -> tuple[int | None, int | None]:
        """The least and the largest integer that its encoder sends; None where there is none."""
        if isinstance(compressor, Compressor):
            return 1, compressor.most_index
        half = 2 ** (compressor.output_bits - 1) if isinstance(compressor, MinimumVarianceUnbiased) else None
        return (None, None) if half is None else (-half, half - 1)


def _alpha(low: float, **others: Any) -> Field:
    return f64("alpha", low, math.inf, **others)


_CANDIDATES = u32("candidates", 1, 2**24)
_DIMENSION = u32("dimension", 1, _MOST_DIMENSIONS)
_EPSILON_FIELD, _STEP = f64("epsilon", *_EPSILON), f64("step", *_SCALE)
_METRIC_EPSILON = f64("epsilon", *_SCALE)

_GENERATOR = choice(
    "generator", "shake256", "chacha20", to_wire=lambda made: made.name if hasattr(made, "name") else made
)
_TRUNCATION = f64(
    "truncation", 0.0, math.inf,
    to_wire=lambda ratio: math.inf if ratio is None else ratio,
    from_wire=lambda ratio: None if math.isinf(ratio) else ratio,
)  # fmt: skip
_SPLIT = f64(
    "split", 0.0, 1.0,
    to_wire=lambda split: {"optimized": 0.0, "hemisphere": 1.0, "default": 0.5}.get(split, split),
    from_wire=lambda share: {0.0: "optimized", 1.0: "hemisphere"}.get(share, share),
)  # fmt: skip

#: number -> scheme; below 32 an index into samples of a mechanism, from there on integers of a quantizer.
SCHEMES: dict[int, Entry] = {
    entry.number: entry
    for entry in (
        Entry(1, PoissonPrivateRepresentation, (_alpha(1.0, low_open=True),)),
        Entry(2, PoissonReference, (f64("alpha", 1.0, 1e300, low_open=True),)),
        Entry(3, PoissonTree, (_alpha(1.2),), _LONG),
        Entry(4, TruncatedPoisson, (_alpha(1.0, low_open=True), _CANDIDATES)),
        Entry(5, MinimalRandomCoding, (_CANDIDATES,)),
        Entry(6, ModifiedMinimalRandomCoding, (_CANDIDATES,)),
        Entry(7, GreedyRejection, most_categories=1024),
        Entry(8, BassilySmith),
        Entry(9, GenProt, (_CANDIDATES,)),
        Entry(
            10, PseudorandomRejection,
            (f64("gamma", 0.0, 1.0, low_open=True, high_open=True), u16("seed_bits", 1, 256), _GENERATOR, _TRUNCATION),
        ),
        Entry(32, DyadicQuantizedLaplace, (_METRIC_EPSILON, f64("nu", 1.000001, 1e6)), _LONG),
        Entry(33, PiecewiseLinearQuantizer, (_METRIC_EPSILON, _STEP), _LONG),
        Entry(34, LayeredDither, (_METRIC_EPSILON,), _LONG),
        Entry(35, SubtractiveDither, (_STEP,), _LONG),
        Entry(36, LaplaceThenRound, (_METRIC_EPSILON, _STEP), _LONG),
        Entry(
            37, MinimumVarianceUnbiased,
            (f64("epsilon", 1e-3, 16.0), u8("output_bits", 1, 4), u16("input_points", 2, 32),
             choice("notion", "metric", "local"), f64("half_width", 1.0, 1e9)),
            _LONG,
        ),
    )
}  # fmt: skip

#: number -> mechanism; 0 in a record stands for none, as quantizers have it.
MECHANISMS: dict[int, Entry] = {
    entry.number: entry
    for entry in (
        Entry(1, RandomizedResponseChannel, (u32("size", 2, 2**31 - 1), _EPSILON_FIELD)),
        Entry(2, SubsetSelectionChannel, (u32("size", 2, 2**16), _EPSILON_FIELD)),
        Entry(3, RapporChannel,
              (u32("size", 2, 2**20), _EPSILON_FIELD, choice("notion", "replacement", "deletion"))),
        Entry(4, TruncatedGeometricChannel, (u32("size", 2, 1024), _EPSILON_FIELD)),
        Entry(5, LaplaceChannel,
              (_DIMENSION, _METRIC_EPSILON, f64("norm_bound", *_SCALE), f64("proposal_epsilon", *_SCALE),
               f64("proposal_plateau", 0.0, 1e9))),
        Entry(6, GaussianChannel,
              (_DIMENSION, f64("noise_std", *_SCALE), f64("norm_bound", *_SCALE), f64("proposal_width", *_SCALE))),
        Entry(7, PrivUnitChannel, (u32("dimension", 2, _MOST_DIMENSIONS), f64("epsilon", 1e-6, 100.0), _SPLIT)),
    )
}  # fmt: skip

#: number -> code; quantizers send the signed integers of the first two.
CODES: dict[int, Entry] = {
    entry.number: entry
    for entry in (Entry(1, EliasGamma), Entry(2, EliasDelta), Entry(3, FixedLength, (u16("bits", 1, 256),)))
}


#: Schemes whose messages are those of another one, with its parameters: a decoder has nothing else to know.
SENT_AS: dict[type, type] = {ConstantLooks: PoissonPrivateRepresentation}


def scheme_of(compressor: Compressor | Quantizer) -> Entry:
    """Its entry, or that of the scheme whose messages it sends; ``ValueError`` for one without.

    >>> from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel, wire
    >>> wire.scheme_of(PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), 2.0)).number
    1
    """
    return _entry("scheme", SCHEMES, compressor)


def mechanism_of(channel: Channel) -> Entry:
    """Its entry; ``ValueError`` for one without.

    >>> from ppr_core import GaussianChannel, wire
    >>> wire.mechanism_of(GaussianChannel(dimension=1, noise_std=2.0, norm_bound=1.0)).number
    6
    """
    return _entry("mechanism", MECHANISMS, channel)


def code_entry(code: Code, *, signed: bool) -> tuple[Entry, Code]:
    """Entry and code of positive integers behind a code; ``ValueError`` unless it is signed as asked."""
    inner = code.code if isinstance(code, Signed) else code
    fits = isinstance(code, Signed) == signed and not (signed and isinstance(inner, FixedLength))
    validation.require(fits, "code", code.name, "a signed one for quantizers, else one of positive integers")
    return _entry("code", CODES, inner), inner


def numbers_of(compressor: Compressor | Quantizer, dimension: int) -> int:
    """Numbers that one message stands for: d of a vector, k of a set, 1 of a category."""
    if isinstance(compressor, Quantizer):
        return dimension
    channel = compressor.channel
    return channel.output_shape[0] if isinstance(channel, VectorChannel | BitVectorChannel) else 1


def _entry(field: str, entries: dict[int, Entry], made: Any) -> Entry:
    kind = SENT_AS.get(type(made), type(made))
    known = next((entry for entry in entries.values() if entry.made is kind), None)
    if known is None:
        validation.fail(field, getattr(made, "name", made), f"one of {', '.join(map(_name, entries.values()))}")
    return known


def _name(entry: Entry) -> str:
    return entry.name
