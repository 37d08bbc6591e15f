"""The schemes that planning compares, each one object."""

from __future__ import annotations

from collections.abc import Mapping

from ppr_core.planning.schemes.exact import Plain, Ppr, Rejection
from ppr_core.planning.schemes.frequencies import Hadamard, PiRappor, Response
from ppr_core.planning.schemes.scheme import LIMITS, Scheme, TunedScheme
from ppr_core.planning.schemes.trust import Local, Shuffled, Summed
from ppr_core.planning.schemes.vectors import Csgm, Dyadic, Mrc, Sqkr

__all__ = ["LIMITS", "SCHEMES", "Scheme", "TunedScheme"]

#: name -> scheme.
SCHEMES: Mapping[str, Scheme] = {
    scheme.name: scheme
    for scheme in (
        Ppr(), Rejection(), Plain(), Mrc(), Dyadic(), Sqkr(), Csgm(), Response(), Hadamard(), PiRappor(), Local(),
        Shuffled(), Summed(),
    )
}  # fmt: skip
