"""What a datum costs in bits: exactly, by the theorems, in real messages, and all of that along one setting.

Everything is per datum: where it is sent in chunks, lengths, divergences and bounds are sums over its chunks.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ppr_core.channels import LaplaceChannel
from ppr_core.diagnostics.sent_chunks import SentPieces, send_pieces
from ppr_core.experiments.bit_cost.parameters import BitCostParameters
from ppr_core.experiments.vocabulary.schemes import encode_seconds
from ppr_core.index_law import Piece, PiecesBounds, PiecesLaw, pieces_bounds, pieces_law
from ppr_core.randomness import SharedRandomness

__all__ = [
    "PlannedSweep", "Sweep", "Theory", "block_size", "datum_seconds", "empty", "law", "measure", "plan", "simulate",
    "theory",
]  # fmt: skip

_BLOCK_SECONDS = 0.5  # of predicted work in one call, so that a run can be cancelled
_BLOCK_FLOATS = 1 << 21  # of inputs held at once
_REST = {"sweep": "none", "code": "elias_delta", "candidates": 16, "samples": 200, "seed": 1}  # not in the law

_FEWEST = 40  # encodes without which a point of a sweep is not simulated
_SHARE = 4  # a point takes the samples of the histogram over this
_POINT_SECONDS = 0.3
_ALL = 6  # points up to which each of them is simulated
_SPREAD = 10.0  # of the bits along a sweep from which on they are drawn on a logarithmic axis

_ALPHAS = (1.05, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0, 2.5, 3.0, 5.0)
_EPSILONS = (0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 4096)
_CATEGORIES = (2, 3, 4, 6, 8, 12, 16, 24, 32, 50)
_SCALES = (0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0, 5.0, 8.0)


@dataclass(frozen=True, kw_only=True)
class Theory(PiecesBounds):
    """What is known without a run, in bits per datum. plain_bits: of the output as it is, in 32-bit floats or as a
    category; mrc_bits: log2 N for each index."""

    plain_bits: float
    mrc_bits: float


def law(p: BitCostParameters) -> PiecesLaw:
    """The exact law of the datum's indices."""
    return _law(p.replace(**_REST))


@lru_cache(maxsize=128)
def _law(p: BitCostParameters) -> PiecesLaw:
    return pieces_law(p.parts(), p.alpha)


def theory(p: BitCostParameters) -> Theory:
    """Every bound of the datum; no run."""
    bounds, plain = pieces_bounds(p.parts(), p.alpha, p.code), p.chosen.kind.plain_bits(p.channel())
    return Theory(**vars(bounds), plain_bits=plain, mrc_bits=bounds.messages * math.log2(p.candidates))


def measure(
    p: BitCostParameters,
    samples: int,
    codes: tuple[str, ...],
    rng: np.random.Generator,
    first_table: int = 0,
    progress: Callable[[float], None] = lambda share: None,
) -> SentPieces:
    """Encode the datum ``samples`` times; codes: names out of `CODES`, the first one's lengths are kept."""
    parts = p.parts()
    return send_pieces(
        parts,
        p.alpha,
        samples,
        {name: law(p).code(name) for name in codes},
        SharedRandomness(p.seed),
        rng,
        blocks=[block_size(part, p.alpha) for part in parts],
        first_table=first_table,
        progress=progress,
    )


def datum_seconds(parts: tuple[Piece, ...], alpha: float, compiled: bool = False) -> float:
    """Predicted time to encode a datum once, with or without compiled kernels."""
    return sum(part.copies * _seconds(part, alpha, compiled) for part in parts)


def block_size(part: Piece, alpha: float) -> int:
    """Encodes in one call."""
    by_time = int(min(_BLOCK_SECONDS / _seconds(part, alpha), 1e9))
    return max(1, min(by_time, _BLOCK_FLOATS // part.channel.width))


def _seconds(part: Piece, alpha: float, compiled: bool = False) -> float:
    return encode_seconds("ppr", part.channel, part.x, alpha=alpha, compiled=compiled)


@dataclass(frozen=True, kw_only=True)
class PlannedSweep:
    """What a sweep goes over: values of a setting, and the parameters and the samples at each, (p,).

    name: the setting; scale: of its axis; samples: encodes of a point, real ones at every second value that is
    cheap, 0 where it is not simulated; affordable: whether an encode is cheap enough for some. applies: False where the
    mechanism has no such setting; the only value is then the one it has. refused: why, "no-chunks", "not-cut" or
    "no-width", "" where none is wanted.
    """

    name: str
    scale: str
    values: np.ndarray
    points: tuple[BitCostParameters, ...]
    samples: np.ndarray
    affordable: np.ndarray
    applies: bool = True
    refused: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Sweep(PlannedSweep):
    """Bits per datum along a setting, (p,) each; NaN where a point is not simulated (yet).

    theory: bounds at every point; exact: bits, log_index and entropy at every point, without simulation; measured: the
    same and candidates, with standard errors in ``<name>_error``.
    """

    theory: tuple[Theory, ...]
    exact: dict[str, np.ndarray]
    measured: dict[str, np.ndarray]

    @property
    def axis(self) -> np.ndarray:
        """Where a chart puts the values: α − 1 in place of α."""
        return self.values - 1 if self.applies and self.name == "alpha" else self.values

    def bound(self, name: str) -> np.ndarray:
        """A field of `Theory` along the sweep."""
        return np.array([getattr(point, name) for point in self.theory])

    @property
    def log10_candidates(self) -> np.ndarray:
        """log10 of the largest r* of a piece."""
        return self.bound("log_ratio_bound") / math.log(10)

    @property
    def bits_scale(self) -> str:
        """How a chart spaces the bits: logarithmic where they change manyfold."""
        spread = np.max([self.bound(name) for name in self.drawn]) / max(np.min(self.bound("bound")), 1e-9)
        return "log" if spread > _SPREAD else "linear"

    @property
    def drawn(self) -> tuple[str, ...]:
        """The fields of `Theory` that say something along this sweep."""
        extra = {"alpha": ("leading",), "dimension": ("plain_bits",)} if self.applies else {}
        return ("bound", "refined", "divergence", *extra.get(self.name, ()))

    @property
    def log10_measured(self) -> tuple[np.ndarray, np.ndarray]:
        """log10 of the candidates looked at for one index, on average, with its standard error."""
        each = self.bound("messages")
        mean, error = self.measured["candidates"] / each, self.measured["candidates_error"] / each
        return np.log10(mean), error / mean / math.log(10)

    def seen(self, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of what is simulated so far: places on the axis, measured means and standard errors."""
        done = np.isfinite(self.measured[name])
        return self.axis[done], self.measured[name][done], self.measured[f"{name}_error"][done]

    @property
    def search_varies(self) -> bool:
        """Whether the candidates of an encode change along the sweep."""
        return bool(np.ptp(self.log10_candidates) > 0.01)

    def table(self) -> dict[str, np.ndarray]:
        columns = {self.name: self.values, "samples": self.samples} | self.measured
        columns |= {f"exact_{name}": column for name, column in self.exact.items()}
        columns |= {"divergence": self.bound("divergence"), "theorem_5": self.bound("bound")}
        columns |= {"theorem_14": self.bound("refined"), "leading_term": self.bound("leading")}
        return columns | {"plain_bits": self.bound("plain_bits"), "log10_ratio_bound": self.log10_candidates}


def plan(p: BitCostParameters) -> PlannedSweep:
    """What a sweep will do; a function of the parameters alone, so that the same link gives the same numbers."""
    setting = _SETTINGS[p.sweep](p) if p.sweep in _SETTINGS else ""
    refused, applies = "", not isinstance(setting, str)
    if isinstance(setting, str):
        refused, setting = setting, _Setting((p.alpha,), _replacing("alpha"), "linear")
    values = tuple(sorted({*setting.values, *setting.current}))
    points = tuple(setting.change(p, value) for value in values)
    every = 1 if len(values) <= _ALL else 2
    most = np.array([_affordable(point) for point in points])
    return PlannedSweep(
        name=p.sweep if applies else "alpha",
        scale=setting.scale,
        values=np.array(values, dtype=float),
        points=points,
        samples=np.where(np.arange(len(values)) % every == 0, most, 0),
        affordable=most > 0,
        applies=applies,
        refused=refused,
    )


def empty(planned: PlannedSweep) -> Sweep:
    """The sweep before any point of it is simulated."""
    laws = [(point, law(point)) for point in planned.points]
    exact = {
        "bits": [index_law.length(point.code) for point, index_law in laws],
        "log_index": [index_law.mean_log2 for _, index_law in laws],
        "entropy": [index_law.entropy for _, index_law in laws],
    }
    columns = (f"{name}{end}" for name in (*exact, "candidates") for end in ("", "_error"))
    return Sweep(
        **vars(planned),
        theory=tuple(theory(point) for point in planned.points),
        exact={name: np.array([value.value for value in column]) for name, column in exact.items()},
        measured={name: np.full(len(laws), np.nan) for name in columns},
    )


def simulate(
    sweep: Sweep, place: int, first_table: int, progress: Callable[[float], None] = lambda share: None
) -> Sweep:
    """The sweep with one more point measured, on tables from first_table on."""
    point = sweep.points[place]
    rng = np.random.default_rng([point.seed, place + 1])
    sent = measure(point, int(sweep.samples[place]), (point.code,), rng, first_table, progress)
    estimates: dict[str, Any] = {"bits": sent.codes[point.code], "log_index": sent.log_index}
    estimates |= {"entropy": sent.entropy, "candidates": sent.candidates}
    measured = {name: column.copy() for name, column in sweep.measured.items()}
    for name, mean in estimates.items():
        measured[name][place], measured[f"{name}_error"][place] = mean.value, mean.error
    return dataclasses.replace(sweep, measured=measured)


@dataclass(frozen=True)
class _Setting:
    """What a sweep goes over: values, how the parameters change, and the value on screen."""

    values: tuple[float, ...]
    change: Callable[[Any, float], Any]
    scale: str = "log"
    current: tuple[float, ...] = ()


def _replacing(field: str) -> Callable[[BitCostParameters, float], BitCostParameters]:
    return lambda p, value: p.replace(**{field: value})


def _along_alpha(p: BitCostParameters) -> _Setting:
    current = () if math.isinf(p.alpha) else (p.alpha,)
    return _Setting(_ALPHAS, _replacing("alpha"), current=current)


def _along_epsilon(p: BitCostParameters) -> _Setting:
    """The ε that sets the mechanism, or from which its noise follows."""
    declared = p.chosen
    epsilon = declared.epsilon_of(p)
    near = "epsilon" in declared.takes or _EPSILONS[0] <= epsilon <= 2 * _EPSILONS[-1]
    return _Setting(_EPSILONS, declared.with_epsilon, current=(epsilon,) if near else ())


def _along_size(p: BitCostParameters) -> _Setting:
    field = p.chosen.kind.size
    current, change = (getattr(p, field),), _replacing(field)
    if field == "categories":
        return _Setting(_CATEGORIES, change, current=current)
    least = 2 if p.chosen.data == "direction" else 1
    sizes = tuple(size for size in _SIZES if least <= size <= 1000)
    return _Setting(sizes, change, current=current)


def _along_chunks(p: BitCostParameters) -> _Setting | str:
    if not p.chosen.chunks or p.dimension == 1:
        return "no-chunks" if p.chosen.chunks else "not-cut"
    sizes = tuple(size for size in (*_SIZES, p.dimension) if size <= p.dimension)
    return _Setting(sizes, _replacing("chunk"), current=(min(p.chunk, p.dimension),))


def _along_widths(p: BitCostParameters) -> _Setting | str:
    """For the Gaussian from the paper's width on; for Laplace those at which ε′ stays below ε."""
    if "proposal_scale" not in p.chosen.takes:
        return "no-width"
    paper, best = p.paper_scale(), p.replace(proposal_scale=1.0).channel()
    spec, least = p.specs()["proposal_scale"], 0.0
    if paper is not None:
        least = paper
    elif isinstance(best, LaplaceChannel):
        least = best.proposal_epsilon / best.epsilon
    least = min(max(least, spec.low), spec.high)
    widths = (least, *(scale for scale in _SCALES if scale > (least if paper is None else paper)))
    return _Setting(widths, _replacing("proposal_scale"), current=(p.proposal_scale,))


_SETTINGS: dict[str, Callable[[BitCostParameters], _Setting | str]] = {
    "alpha": _along_alpha,
    "epsilon": _along_epsilon,
    "dimension": _along_size,
    "chunk": _along_chunks,
    "proposal": _along_widths,
}


def _affordable(p: BitCostParameters) -> int:
    """Samples of a point: a quarter of the histogram's, fewer where an encode is slow, none where too slow."""
    samples = int(min(p.samples // _SHARE, _POINT_SECONDS / datum_seconds(p.parts(), p.alpha)))
    return samples if samples >= min(_FEWEST, p.samples // _SHARE) else 0
