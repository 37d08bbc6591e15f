"""What can be set in the experiment `exactness`: a mechanism, two compressors, and what is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ppr_core import validation
from ppr_core.diagnostics import output_law
from ppr_core.experiments.contract import parameter
from ppr_core.experiments.vocabulary import fields
from ppr_core.experiments.vocabulary.fields import adapted
from ppr_core.experiments.vocabulary.mechanisms import MechanismParameters
from ppr_core.experiments.vocabulary.schemes import SchemeParameters

__all__ = ["PRESETS", "ExactnessParameters"]


@dataclass(frozen=True, kw_only=True)
class ExactnessParameters(MechanismParameters, SchemeParameters):
    """Two compressors of a mechanism at one input, and what is looked at."""

    candidates: int = adapted(SchemeParameters, "candidates", default=8)
    samples: int = fields.messages(
        10_000, low=1_000, high=1_000_000,
        note="More messages show smaller deviations.",
    )  # fmt: skip
    view: str = parameter(
        "coordinate", kind="choice", label="What is looked at",
        choices={"coordinate": "first coordinate", "projection": "projection on (1, …, 1)", "radius": "distance to x"},
        group="more", help="A one-dimensional view of z. A wrong distribution can look right in some views.",
    )  # fmt: skip
    seed: int = fields.seed(5)

    def check(self) -> None:
        super().check()
        channel = self.channel()
        output_law(channel, self.input(), self.view)  # says which views have a law that is known
        for scheme in self.schemes:
            reason = scheme.missing(channel)
            if reason:
                raise ValueError(f"{scheme.label} {reason}. Another compressor or mechanism will do.")
            allowed = "a compressor that decodes every message; half of its reports are lost"
            validation.require(not scheme.loses, "compressor", scheme.label, allowed)

    def unused(self) -> dict[str, str]:
        reasons = super().unused()
        if self.chosen.finite:
            reasons["view"] = "Categories are looked at as they are."
        return reasons


# s² = 596 and C² = 50, to what a control shows.
_CHUNK: dict[str, Any] = {
    "mechanism": "gaussian",
    "dimension": 50,
    "noise_std": 24.413,
    "norm_bound": 7.0711,
    "position": 1.0,
}

PRESETS = {
    "PPR against MRC": (
        ExactnessParameters(),
        "About 4 bits a message for PPR, 3 for MRC. Only one of the two is exact.",
    ),
    "Four entries: not exact": (
        ExactnessParameters(first="mrc", second="ppr", candidates=4, samples=20_000),
        "MRC may choose among N = 4 entries only. Where none of them lies near the true value, the best of the four is "
        "taken all the same: too few outputs lie in the middle, too many in the tails. The list of PPR is endless.",
    ),
    "16 entries: nearly exact": (
        ExactnessParameters(first="mrc", second="ppr", candidates=16, samples=20_000),
        "With N = 16 entries a good one is rarely missing, so MRC is nearly right, at 4 bits instead of 2. No finite N "
        "makes it exact. The endless list of PPR does, in no more bits.",
    ),
    "100 000 outputs": (
        ExactnessParameters(samples=100_000),
        "Ten times the outputs shrink the band to a third, and only PPR stays inside.",
    ),
    "PPR and MRC, equal bits": (
        ExactnessParameters(candidates=16, samples=50_000),
        "N = 16 candidates take 4 bits, as PPR does on average. MRC is closer now, but still not exact.",
    ),
    "MRC, too few candidates": (
        ExactnessParameters(epsilon=10.0, candidates=4),
        "Four candidates where r* = 6: most messages point at a sample of the proposal, not of the mechanism.",
    ),
    "PFR: exact, not private": (
        ExactnessParameters(first="pfr", second="ppr", epsilon=10.0),
        "PFR is PPR at α = ∞. It sends the fewest bits and is as exact, but no ε holds for its index.",
    ),
    "PPR and truncated PPR": (
        ExactnessParameters(first="ppr", second="truncated_ppr", epsilon=10.0),
        "The rule is the same, but only the first N candidates may win. The search is shorter, and exactness is lost.",
    ),
    "Figure 1: one chunk": (
        ExactnessParameters(**_CHUNK, candidates=4, samples=20_000, view="radius"),
        "A chunk of 50 entries of Figure 1 of Liu et al. 2024: s² = 596, C² = 50. The distance to x shows what a "
        "coordinate hides.",
    ),
    "Good and weak generator": (
        ExactnessParameters(first="rejection", second="weak_rejection"),
        "The message is a seed (Feldman, Talwar 2021). Stretched by SHAKE-256, it gives the right distribution, up to "
        "γ. Stretched by a generator with 64 rows, it does not.",
    ),
    "Randomized response": (
        ExactnessParameters(mechanism="randomized_response", epsilon=3.0, categories=8, candidates=8),
        "With eight categories the outputs of both compressors can be counted in a table.",
    ),
}
