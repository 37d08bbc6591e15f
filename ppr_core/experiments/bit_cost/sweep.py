"""Sweeps of one setting: exact bits and bounds at every value, and real messages at every second one that is cheap."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import LaplaceChannel
from ppr_core.experiments.bit_cost import exact
from ppr_core.experiments.bit_cost.measure import Theory, datum_seconds, measure, theory
from ppr_core.experiments.bit_cost.parameters import BitCostParameters

__all__ = ["FEWEST", "Plan", "Sweep", "empty", "plan", "simulate"]

FEWEST = 40  # encodes without which a point is not simulated
_SHARE = 4  # a point takes the samples of the histogram over this
_POINT_SECONDS = 0.3
_ALL = 6  # points up to which each of them is simulated
_SPREAD = 10.0  # of the bits along a sweep from which on they are drawn on a logarithmic axis
_COLUMNS = ("bits", "log_index", "entropy", "candidates")

_ALPHAS = (1.05, 1.1, 1.2, 1.35, 1.5, 1.75, 2.0, 2.5, 3.0, 5.0)
_EPSILONS = (0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 4096)
_CATEGORIES = (2, 3, 4, 6, 8, 12, 16, 24, 32, 50)
_SCALES = (0.1, 0.2, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0, 5.0, 8.0)


@dataclass(frozen=True)
class Plan:
    """The values of a sweep (p,) with the parameters and the samples at each; 0 samples: not simulated.

    affordable: whether an encode is cheap enough to simulate the point. applies: False where the mechanism has no such
    setting; the only value is then the one it has. refused: why.
    """

    label: str
    scale: str
    values: tuple[float, ...]
    points: tuple[BitCostParameters, ...]
    samples: tuple[int, ...]
    affordable: tuple[bool, ...]
    applies: bool = True
    refused: str = ""


@dataclass(frozen=True, eq=False)
class Sweep:
    """Bits per datum along a setting, (p,) each; NaN where a point is not simulated (yet).

    values: of the setting; axis: where a chart puts them (α − 1 in place of α); label, scale: of that axis; theory:
    bounds at every point; exact: bits, log_index and entropy at every point, without simulation; measured: the same and
    candidates, with standard errors in ``<name>_error``. samples: encodes of a point; affordable: whether an encode is
    cheap enough for some; log10_candidates: of the largest r* of a piece.
    """

    name: str
    label: str
    scale: str
    values: np.ndarray
    axis: np.ndarray
    theory: tuple[Theory, ...]
    exact: dict[str, np.ndarray]
    samples: np.ndarray
    affordable: np.ndarray
    measured: dict[str, np.ndarray]
    applies: bool
    refused: str

    def bound(self, name: str) -> np.ndarray:
        """A field of `Theory` along the sweep."""
        return np.array([getattr(one, name) for one in self.theory])

    @property
    def simulated(self) -> np.ndarray:
        """Points that have been, or will be, simulated."""
        return self.samples > 0

    @property
    def log10_candidates(self) -> np.ndarray:
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


def plan(p: BitCostParameters) -> Plan:
    """What a sweep will do; a function of the parameters alone, so that the same link gives the same numbers."""
    found, refused = _SETTINGS[p.sweep](p) if p.sweep in _SETTINGS else None, ""
    if isinstance(found, str) or found is None:
        found, refused = _Setting("α", (p.alpha,), lambda q, value: q, "linear"), found or ""
        values = found.values
    else:
        values = tuple(sorted({*found.values, *found.current}))
    points = tuple(found.change(p, value) for value in values)
    every = 1 if len(values) <= _ALL else 2
    most = tuple(_affordable(point) for point in points)
    samples = tuple(0 if place % every else count for place, count in enumerate(most))
    affordable = tuple(count > 0 for count in most)
    applies = p.sweep in _SETTINGS and not refused
    return Plan(found.label, found.scale, values, points, samples, affordable, applies, refused)


def empty(p: BitCostParameters, planned: Plan) -> Sweep:
    """The sweep before any point of it is simulated."""
    values = np.array(planned.values, dtype=float)
    missing = {f"{name}{end}": np.full(len(values), np.nan) for name in _COLUMNS for end in ("", "_error")}
    shifted = planned.applies and p.sweep == "alpha"
    return Sweep(
        name=p.sweep if planned.applies else "alpha",
        label=planned.label,
        scale=planned.scale,
        values=values,
        axis=values - 1 if shifted else values,
        theory=tuple(theory(point) for point in planned.points),
        exact={
            "bits": np.array([exact.length(point, point.code).value for point in planned.points]),
            "log_index": np.array([exact.mean_log_index(point).value for point in planned.points]),
            "entropy": np.array([exact.entropy(point).value for point in planned.points]),
        },
        samples=np.array(planned.samples),
        affordable=np.array(planned.affordable),
        measured=missing,
        applies=planned.applies,
        refused=planned.refused,
    )


def simulate(
    sweep: Sweep, planned: Plan, place: int, first_table: int, progress: Callable[[float], None] = lambda share: None
) -> Sweep:
    """The sweep with one more point measured, on tables from first_table on."""
    point, samples = planned.points[place], planned.samples[place]
    rng = np.random.default_rng([point.seed, place + 1])
    found = measure(point, samples, (point.code,), rng, first_table, progress)
    means = {"bits": found.codes[point.code], "log_index": found.log_index}
    means |= {"entropy": found.entropy, "candidates": found.candidates}
    measured = {name: column.copy() for name, column in sweep.measured.items()}
    for name, mean in means.items():
        measured[name][place], measured[f"{name}_error"][place] = mean.value, mean.error
    return Sweep(**(vars(sweep) | {"measured": measured}))


@dataclass(frozen=True)
class _Setting:
    """What a sweep goes over: name of its axis, values, how the parameters change, and the value on screen."""

    label: str
    values: tuple[float, ...]
    change: Callable[[BitCostParameters, float], BitCostParameters]
    scale: str = "log"
    current: tuple[float, ...] = ()


def _replacing(field: str) -> Callable[[BitCostParameters, float], BitCostParameters]:
    return lambda p, value: p.replace(**{field: value})


def _along_alpha(p: BitCostParameters) -> _Setting:
    current = () if math.isinf(p.alpha) else (p.alpha,)
    return _Setting("α − 1", _ALPHAS, _replacing("alpha"), current=current)


def _along_epsilon(p: BitCostParameters) -> _Setting | str:
    """Of mechanisms that an ε sets, or whose noise follows from one."""
    declared = p.chosen
    if declared.with_epsilon is None:
        return f"No ε sets {declared.label}"
    epsilon = declared.epsilon_of(p)
    near = "epsilon" in declared.takes or _EPSILONS[0] <= epsilon <= 2 * _EPSILONS[-1]
    return _Setting(declared.epsilon_axis, _EPSILONS, declared.with_epsilon, current=(epsilon,) if near else ())


def _along_size(p: BitCostParameters) -> _Setting:
    field = p.chosen.kind.size
    current, change = (getattr(p, field),), _replacing(field)
    if field == "categories":
        return _Setting("Categories k", _CATEGORIES, change, current=current)
    least = 2 if p.chosen.data == "direction" else 1
    sizes = tuple(size for size in _SIZES if least <= size <= 1000)
    return _Setting("Dimension d", sizes, change, current=current)


def _along_chunks(p: BitCostParameters) -> _Setting | str:
    if not p.chosen.chunks or p.dimension == 1:
        return "There are no chunks here" if p.chosen.chunks else f"{p.chosen.label} cannot be sent in chunks"
    sizes = tuple(size for size in (*_SIZES, p.dimension) if size <= p.dimension)
    return _Setting("Chunk size c", sizes, _replacing("chunk"), current=(min(p.chunk, p.dimension),))


def _along_widths(p: BitCostParameters) -> _Setting | str:
    """For the Gaussian from the paper's width on; for Laplace those at which ε′ stays below ε."""
    if "proposal_scale" not in p.chosen.takes:
        return f"The proposal of {p.chosen.label} has no width"
    paper, best = p.paper_scale(), p.replace(proposal_scale=1.0).channel()
    least = p.specs()["proposal_scale"].low
    if paper is not None:
        least = max(paper, least)
    elif isinstance(best, LaplaceChannel):
        least = best.proposal_epsilon / best.epsilon
    widths = (least, *(scale for scale in _SCALES if scale > (least if paper is None else paper)))
    label = "Width of the proposal, as a multiple of the best"
    return _Setting(label, widths, _replacing("proposal_scale"), current=(p.proposal_scale,))


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
    return samples if samples >= min(FEWEST, p.samples // _SHARE) else 0
