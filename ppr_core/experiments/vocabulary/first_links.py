"""What links of the first version meant on pages of mechanisms, so that they keep their numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ppr_core.channels import LaplaceChannel

__all__ = ["kept", "renewed"]


def kept(**defaults: Any) -> Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]:
    """`Experiment.renewed` of a page that had these defaults then."""
    return lambda named, preset: {**({} if preset else defaults), **named}


def renewed(**defaults: Any) -> Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]:
    """`Experiment.renewed` of a page of mechanisms; defaults: those it had then, where they are others now.

    ε of Laplace noise was per unit of distance, and the proposal fell from 0 on.
    """

    def of(named: Mapping[str, Any], preset: Mapping[str, Any]) -> dict[str, Any]:
        renewed = kept(**defaults)(named, preset)
        meant = {"mechanism": LaplaceChannel.name, "norm_bound": 1.0, **preset, **renewed}
        if meant["mechanism"] == LaplaceChannel.name and "epsilon" in renewed:
            renewed |= {"epsilon": 2 * meant["norm_bound"] * renewed["epsilon"], "proposal": "centred"}
        return renewed

    return of
