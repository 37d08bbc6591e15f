"""Where else in the laboratory a scheme that Parameter check compares runs, at the settings that were found for it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from pages.ui.navigation import GROUPS
from pages.ui.state import LINK_VERSION, text_of
from ppr_core.experiments.parameter_check import ParameterCheck, Way

__all__ = ["LIMITS", "address", "place", "title_of"]

#: page -> field -> smallest and largest value; a test compares them with the pages' own.
LIMITS: dict[str, dict[str, tuple[float, float]]] = {
    "exactness": {
        "epsilon": (0.05, 20.0), "dimension": (1, 200), "noise_std": (0.01, 1000.0), "norm_bound": (0.01, 1000.0),
        "categories": (2, 50), "candidates": (2, 65_536), "gamma": (1e-9, 0.5),
    },
    "mean_estimation": {
        "epsilon": (0.1, 10.0), "dimension": (10, 2000), "clients": (10, 10_000), "bits": (1, 2000),
        "candidates": (2, 1024), "delta": (1e-9, 0.01),
    },
    "frequency_estimation": {"epsilon": (0.1, 8.0), "size": (2, 65_536), "users": (100, 1_000_000)},
    "dyadic_quantized_laplace": {"epsilon": (0.01, 100.0), "nu": (1.01, 100.0)},
    "parameter_check": {"categories": (2, 32), "dimension": (2, 10_000)},
}  # fmt: skip
_DECLARED = ("geometric", "subset_selection", "rappor")  # tasks that are mechanisms of k categories
# Page runs have to end soon. Of a report that everybody sends for themselves the error does not depend on how many do.
_FEW, _FEW_RUNS = 20, {"points": 2, "repetitions": 2}
_MOST_ENTRIES, _MOST_CELLS = 1_000_000, 10**10  # of all vectors of CSGM, of all users and categories: about 30 s
_FREQUENCY = {
    "Recursive Hadamard response": "recursive_hadamard", "PI-RAPPOR": "pi_rappor_shortest",
    "Randomized response": "randomized_response",
    "Pseudorandom rejection, subset selection": "rejection_subset_selection",
    "Pseudorandom rejection, RAPPOR": "rejection_rappor",
}  # fmt: skip
_OTHER_TASKS = {"PPR, subset selection": "subset_selection", "PPR, RAPPOR": "rappor", "PPR, PrivUnit": "privunit"}


def place(way: Way, parameters: ParameterCheck) -> tuple[str, dict[str, Any]] | None:
    """The page that runs a scheme at these settings, and its fields; None where no page takes them."""
    for page, fields in _places(way, parameters, dict(way.settings)):
        limits = LIMITS[page]
        if all(limits[name][0] <= value <= limits[name][1] for name, value in fields.items() if name in limits):
            return page, fields
    return None


def address(page: str, fields: dict[str, Any]) -> str:
    """The link to a page at such fields, from any other page."""
    return f"{page}?{urlencode({'v': LINK_VERSION} | {name: text_of(value) for name, value in fields.items()})}"


def title_of(page: str) -> str:
    """As the navigation has it."""
    return next(title for entries in GROUPS.values() for name, title, _ in entries if name == page)


def _places(way: Way, p: ParameterCheck, settings: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """In the order in which they are tried."""
    if way.name == "ppr":
        own = {name: value for name, value in p.values().items() if name not in ("samples", "seed")}
        sizes = {"dimension": p.dimension} if p.vector else {"categories": p.categories}
        own |= sizes | {"task": _OTHER_TASKS.get(way.label, p.task), "epsilon": way.own}
        if own["task"] == "privunit" and way.plan is not None:
            settled = way.plan.settled
            own |= {"choose_reports": False, "reports": settled.reports, "split": settled.split}
        return [("parameter_check", own)]
    if not way.standard:  # a tighter budget than the page's scheme knows
        return []
    if way.label in _FREQUENCY and p.clients * p.categories <= _MOST_CELLS:
        fields = {"scheme": _FREQUENCY[way.label], "epsilon": way.own, "size": p.categories, "users": p.clients}
        return [("frequency_estimation", fields | {"gamma": settings.get("gamma", 1e-6)})]
    if way.name == "dql":
        return [("dyadic_quantized_laplace", {name: settings[name] for name in ("epsilon", "nu", "code")})]
    people = {"clients": p.clients, "dimension": p.dimension, "epsilon": way.own} | _FEW_RUNS
    if way.name == "csgm" and way.error is not None and p.clients * p.dimension <= _MOST_ENTRIES:
        more = {"bits": settings["bits"], "delta": p.delta, "neighbours": p.neighbours, "data": "sphere"}
        return [("mean_estimation", people | more | {"compare": "central"})]
    if way.name == "sqkr":
        return [("mean_estimation", people | {"compare": "local", "clients": min(p.clients, _FEW)})]
    if way.name in ("mrc", "rejection"):
        return _sent(way, p, settings, people)
    return []


def _sent(
    way: Way, p: ParameterCheck, settings: dict[str, Any], people: dict[str, Any]
) -> list[tuple[str, dict[str, Any]]]:
    """MRC or rejection of one message: among the clients of a mean, or by itself."""
    mechanism = "privunit" if way.name == "mrc" and p.task == "mean" else {"mean": "gaussian"}.get(p.task, p.task)
    named = {name: settings[name] for name in settings if name in LIMITS["exactness"]}
    alone = {"first": way.name, "second": "none", "mechanism": mechanism, "samples": 1000} | named
    found = [("exactness", alone)]
    if mechanism in _DECLARED:
        alone["categories"] = p.categories
    if way.name == "mrc" and mechanism == "privunit":
        listed = people | {"compare": "compressed", "candidates": settings["candidates"]}
        listed["clients"] = min(p.clients, _FEW)
        found.insert(0, ("mean_estimation", listed))
    return found
