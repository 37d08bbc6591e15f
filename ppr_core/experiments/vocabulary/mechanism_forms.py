"""Formulas of the mechanisms as data: the law of what is observed of an output, and the largest density ratio r*."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ppr_core.experiments.contract import Symbol

__all__ = [
    "GAUSSIAN", "GEOMETRIC", "LAPLACE", "NONE", "PRIVUNIT", "RANDOMIZED_RESPONSE", "RAPPOR", "SUBSET_SELECTION",
    "DensityForm", "Formulas", "RatioForm", "ReportForm", "additive",
]  # fmt: skip

_LARGEST = "largest value of the density ratio"


@dataclass(frozen=True)
class DensityForm:
    """A density: symbolic form, form with numbers at <slots> where it is highest, at top(law), and further symbols."""

    symbolic: str
    numbers: str
    source: str
    top: Callable[[Any], float] = lambda law: law.location
    more: tuple[Symbol, ...] = ()


@dataclass(frozen=True)
class ReportForm:
    """A probability of finitely many outputs: of the first ``cells(channel)`` that are observed."""

    symbolic: str
    numbers: str
    source: str
    title: str = "How often the true category is reported"
    cells: Callable[[Any], int] = lambda channel: 1


@dataclass(frozen=True)
class RatioForm:
    """r* at <slots>, a different form for each kind of proposal."""

    numbers: str
    source: str


@dataclass(frozen=True)
class Formulas:
    """What a mechanism's laws and ratio are called: curves by the class name of the law that is observed."""

    curves: Mapping[str, DensityForm] = field(default_factory=dict)
    report: ReportForm | None = None
    ratio: Callable[[Any], RatioForm] | None = None


NONE = Formulas()


def additive(density: str, top: str, source: str = "local.definition") -> Formulas:
    """Of noise with one peak, proposed by the envelope of all its shifts: f(z) in t, the noise's scale, and f(μ)."""
    curve = DensityForm(f"f(z) = {density}", rf"f(\mu) = {top}", source)
    ratio = RatioForm(r"1 + 2 \cdot <bound> \cdot <top>", f"{_LARGEST}, at z = x")
    return Formulas({"ScipyLaw": curve}, ratio=lambda channel: ratio)


def _laplace_ratio(channel: Any) -> RatioForm:
    if channel.proposal_plateau:
        return RatioForm(r"\frac{<plateau> + <flat>}{<spread>}", f"{_LARGEST}, at z = x")
    form = r"\left(\frac{<flat>}{<spread>}\right)^{<dimension>} e^{<bound> / <flat>}"
    return RatioForm(form, f"{_LARGEST}, at z = x")


LAPLACE = Formulas(
    {
        "LaplaceLaw": DensityForm(
            r"f(z) = \frac{1}{2 b}\, e^{-|z-\mu| / b}, \quad b = \frac{2C}{\varepsilon}",
            r"f(\mu) = \frac{1}{2 \cdot <spread>}",
            "laplace.mechanism",
        ),
        "LaplaceProjectionLaw": DensityForm(
            r"f(z) = \frac{1}{b \sqrt{\pi}\,\Gamma(\frac{d+1}{2})}"
            r"\left(\frac{|z-\mu|}{2b}\right)^{d/2} K_{d/2}\!\left(\frac{|z-\mu|}{b}\right)",
            r"f(\mu) = \frac{\Gamma(\frac{<dimension>}{2})}"
            r"{2 \cdot <spread> \sqrt{\pi}\;\Gamma(\frac{<dimension>+1}{2})}",
            "metric.laplace",
            more=(Symbol(r"K_{d/2}", "modified Bessel function", "of the second kind"),),
        ),
        "GammaLaw": DensityForm(
            r"f(r) = \frac{r^{d-1} e^{-r/b}}{b^d\, \Gamma(d)}",
            r"f((d-1)\, b) = \frac{<below>^{<below>} e^{-<below>}}{<spread> \cdot \Gamma(<dimension>)}",
            "metric.laplace",
            top=lambda law: (law.shape - 1) * law.scale,
        ),
    },
    ratio=_laplace_ratio,
)
GAUSSIAN = Formulas(
    {
        "NormalLaw": DensityForm(
            r"f(z) = \frac{1}{s\sqrt{2\pi}}\, e^{-(z-\mu)^2/(2 s^2)}",
            r"f(\mu) = \frac{1}{<noise>\sqrt{2\pi}}",
            "gaussian.analytic",
        ),
        "NormLaw": DensityForm(
            r"f(r) = \frac{r^{d-1} e^{-r^2/(2s^2)}}{2^{d/2-1}\,\Gamma(d/2)\, s^d}",
            r"f(s\sqrt{d-1}) = \frac{<below>^{(<dimension>-1)/2} e^{-(<dimension>-1)/2}}"
            r"{2^{<dimension>/2-1}\,\Gamma(<dimension>/2) \cdot <noise>}",
            "gaussian.analytic",
            top=lambda law: math.sqrt(law.dimension - 1) * law.scale,
        ),
    },
    ratio=lambda channel: RatioForm(
        r"\left(1 + \frac{<width>}{<noise>^2}\right)^{<dimension>/2} e^{<bound>^2 / (2 \cdot <width>)}",
        f"{_LARGEST} N(x, s² I) over N(0, (s² + y) I)",
    ),
)
PRIVUNIT = Formulas(
    {
        "CapLaw": DensityForm(
            r"f(t) = c(t)\, \frac{(1 - t^2)^{(d-3)/2}}{B(\frac{1}{2}, \frac{d-1}{2})},"
            r" \quad c = c_1 \text{ for } t \ge \gamma",
            r"f(\gamma) = <high> \cdot \frac{(1 - <edge>^2)^{(<dimension>-3)/2}}"
            r"{B(\frac{1}{2}, \frac{<dimension>-1}{2})}",
            "privunit.definition",
            top=lambda law: law.gamma,
        )
    },
    ratio=lambda channel: RatioForm(r"\frac{<cap>}{<mass>}", "privunit.definition"),
)
RANDOMIZED_RESPONSE = Formulas(
    report=ReportForm(
        r"P(x \mid x) = \frac{e^{\varepsilon}}{e^{\varepsilon} + k - 1}",
        r"P(x \mid x) = \frac{e^{<epsilon>}}{e^{<epsilon>} + <size> - 1}",
        "response.k_ary",
    ),
    ratio=lambda channel: RatioForm(r"\frac{<size>\, e^{<epsilon>}}{e^{<epsilon>} + <size> - 1}", "response.k_ary"),
)
SUBSET_SELECTION = Formulas(
    report=ReportForm(
        r"P(z_x = 1) = \frac{w\, e^{\varepsilon}}{w\, e^{\varepsilon} + k - w}",
        r"P(z_x = 1) = \frac{<ones> \cdot e^{<epsilon>}}{<ones> \cdot e^{<epsilon>} + <size> - <ones>}",
        "subset.selection",
        title="How often the true bit is 1",
        cells=lambda channel: channel.size,
    ),
    ratio=lambda channel: RatioForm(r"\frac{1}{<mass> + (1 - <mass>)\, e^{-<epsilon>}}", "subset.selection"),
)
RAPPOR = Formulas(
    report=ReportForm(
        r"P(z = e_x) = \frac{1}{2} \left(\frac{e^{\varepsilon}}{e^{\varepsilon} + 1}\right)^{k-1}",
        r"P(z = e_x) = \frac{1}{2} \left(\frac{e^{<epsilon>}}{e^{<epsilon>} + 1}\right)^{<size> - 1}",
        "rappor.asymmetric",
        title="The true bit is 1 half of the time, every other bit more rarely; here the true bit alone",
    ),
    ratio=lambda channel: RatioForm(r"\frac{1 + e^{<epsilon>}}{2}", "rappor.asymmetric"),
)
GEOMETRIC = Formulas(
    report=ReportForm(
        r"P(0 \mid 0) = \frac{1}{1 + a}, \qquad a = e^{-\varepsilon/(k - 1)}",
        r"P(0 \mid 0) = \frac{1}{1 + e^{-<epsilon>/(<size> - 1)}}",
        "geometric.truncated",
        title="How often category 0, an end of the row, is reported as it is",
    )
)
