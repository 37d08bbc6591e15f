"""Where else in the laboratory a scheme that Parameter check compares runs, at the settings that were found for it."""

from __future__ import annotations

from typing import Any

from ppr_core.experiments.parameter_check import EXPERIMENT, ParameterCheck, TunedScheme

__all__ = ["LIMITS", "place"]

#: page -> field -> smallest and largest value; a test compares them with the pages' own.
LIMITS: dict[str, dict[str, tuple[float, float]]] = {
    "exactness": {
        "epsilon": (0.05, 30.0), "dimension": (1, 200), "noise_std": (0.01, 1000.0), "norm_bound": (0.01, 1000.0),
        "categories": (2, 50), "candidates": (2, 65_536), "gamma": (1e-9, 0.5),
    },
    "mean_estimation": {
        "epsilon": (0.1, 10.0), "dimension": (10, 2000), "clients": (10, 10_000), "bits": (1, 2000),
        "candidates": (2, 1024), "delta": (1e-9, 0.01),
    },
    "frequency_estimation": {"epsilon": (0.1, 8.0), "size": (2, 65_536), "users": (100, 1_000_000)},
    "dyadic_quantized_laplace": {"epsilon": (0.01, 100.0), "nu": (1.01, 100.0)},
    "trust_models": {
        "clients": (2, 1_000_000), "dimension": (2, 2000), "epsilon": (0.1, 8.0), "delta": (1e-12, 0.01),
    },
    "parameter_check": {"categories": (2, 32), "dimension": (2, 10_000)},
}  # fmt: skip


def place(scheme: TunedScheme, parameters: ParameterCheck) -> tuple[str, dict[str, Any]] | None:
    """The page that runs a scheme at these settings, and its fields; None where no page takes them."""
    settings = {name: value for name, value in parameters.values().items() if name not in ("samples", "seed")}
    for page, fields in scheme.runs_on:
        limits, asked = LIMITS[page], (settings if page == EXPERIMENT.name else {}) | fields
        if all(limits[name][0] <= value <= limits[name][1] for name, value in asked.items() if name in limits):
            return page, asked
    return None
