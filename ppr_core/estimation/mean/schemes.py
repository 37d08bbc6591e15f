"""The schemes of mean estimation by name, each declared once: what it is called, and what makes a client's reports."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MEAN_SCHEMES", "DeclaredScheme"]


@dataclass(frozen=True, kw_only=True)
class DeclaredScheme:
    """A scheme as comparisons list it; of those for unit vectors what makes a report, and how many a client sends.

    split: see `PrivUnitChannel`; reports: s, each with ε/s, 0 for as many as make the error least; compressor: of each
    report.

    >>> from ppr_core.estimation.mean import DeclaredScheme
    >>> DeclaredScheme(name="privunit", label="PrivUnit by PPR").compressor
    'ppr'
    """

    name: str
    label: str
    split: str = "optimized"
    reports: int = 1
    compressor: str = "ppr"


#: name -> scheme.
MEAN_SCHEMES: dict[str, DeclaredScheme] = {
    scheme.name: scheme
    for scheme in (
        DeclaredScheme(name="gaussian", label="Gaussian"),
        DeclaredScheme(name="sliced_ppr", label="PPR in chunks"),
        DeclaredScheme(name="csgm", label="CSGM"),
        DeclaredScheme(name="sqkr", label="SQKR"),
        DeclaredScheme(name="privunit", label="PrivUnit"),
        DeclaredScheme(name="privunit_default", label="PrivUnit, default", split="default"),
        DeclaredScheme(name="privhs", label="PrivHS", split="hemisphere", reports=0),
        DeclaredScheme(name="reports_1", label="PrivUnit"),
        DeclaredScheme(name="reports_2", label="2 × ε/2", reports=2),
        DeclaredScheme(name="reports_4", label="4 × ε/4", reports=4),
        DeclaredScheme(name="ppr", label="PPR"),
        DeclaredScheme(name="mrc", label="MRC", compressor="mrc"),
        DeclaredScheme(name="modified_mrc", label="Modified MRC", compressor="modified_mrc"),
        DeclaredScheme(name="rejection", label="Rejection", compressor="rejection"),
    )
}
