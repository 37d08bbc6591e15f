"""Packages that only some results need: installed with an extra of this package, imported when first used."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["EXTRAS", "needed"]

#: Package -> (its distribution, the extra that brings it).
EXTRAS = {
    "dp_accounting": ("dp-accounting", "accounting"),
    "opendp": ("opendp", "opendp"),
    "flwr": ("flwr", "flower"),
    "sklearn": ("scikit-learn", "clustering"),
    "fluent": ("fluent.runtime", "words"),
}


def needed(module: str) -> Any:
    """The module, imported now; ``ImportError`` with the command that installs its package where it is missing.

    >>> from ppr_core.extras import needed
    >>> needed("json").loads("[1, 2]")
    [1, 2]
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if (error.name or "").partition(".")[0] != package:
            raise
        distribution, extra = EXTRAS[package]
        raise ModuleNotFoundError(
            f"This needs the package {distribution}: pip install 'ppr-core[{extra}]'", name=error.name
        ) from None
