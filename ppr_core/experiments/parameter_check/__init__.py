"""Parameter check: is this choice of parameters sane, what does it cost, and what would be better?

A task with its data and target goes in, settings of the Poisson private representation given or left open; out come
guarantees, expected bits, encode time and error, and what is wrong with the nearest setting that is not.

>>> from ppr_core.experiments.parameter_check import EXPERIMENT, ParameterCheck
>>> result = EXPERIMENT.run(ParameterCheck(task="gaussian", samples=20))
>>> round(result.decoder.epsilon, 2), round(result.checked.bits, 2)  # bits a user
(4.0, 1.62)
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.parameter_check import run, story
from ppr_core.experiments.parameter_check.finding import Finding
from ppr_core.experiments.parameter_check.parameters import ParameterCheck
from ppr_core.experiments.parameter_check.report import (
    data,
    guarantee_heads,
    guarantee_rows,
    program,
    scheme_heads,
    scheme_rows,
    text,
)
from ppr_core.experiments.parameter_check.run import AlphaPicture, ParameterCheckResult, Picture, alpha_picture, picture
from ppr_core.experiments.parameter_check.words import alpha_note, level_label
from ppr_core.planning import TunedScheme

__all__ = [
    "EXPERIMENT", "AlphaPicture", "Finding", "ParameterCheck", "ParameterCheckResult", "Picture", "TunedScheme",
    "alpha_note", "alpha_picture", "data", "guarantee_heads", "guarantee_rows", "level_label", "picture",
    "scheme_heads", "scheme_rows", "text",
]  # fmt: skip


def renewed(named: Mapping[str, Any], preset: Mapping[str, Any]) -> dict[str, Any]:
    """What links of the first version meant: ε′ at twice the δ of the mechanism."""
    meant = {**preset, **named}.get("delta")
    return dict(named) if meant is None else {**named, "decoder_delta": min(2 * meant, 0.1)}


_MEAN = ParameterCheck(
    trusted="server", task="mean", dimension=1000, clients=500, choose_alpha=False, decoder_epsilon=math.inf
)

PRESETS: Mapping[str, tuple[ParameterCheck, str]] = {
    "100 numbers, no trust": (
        ParameterCheck(),
        "A phone reports 100 numbers once, with Gaussian noise, and trusts nobody: what is cheapest to send?",
    ),
    "Mean of 500, ε = 1": (
        _MEAN,
        "The set-up of Liu et al. 2024, Figure 1, with a trusted server: too large an ε for Corollary 12.",
    ),
    "Mean of 500, ε = 0.01": (
        replace(_MEAN, epsilon=0.01),
        "Below half of 1/√n = 0.045: Corollary 12's local guarantee applies.",
    ),
    "The paper's proposal": (
        ParameterCheck(proposal="paper", choose_chunk=False, chunk=50),
        "Least divergence, but e²⁵ candidates for one index.",
    ),
    "Corollary 13's proposal": (
        ParameterCheck(task="laplace", dimension=3, epsilon=8.0, decoder_epsilon=32.0, proposal="paper"),
        "A Gaussian proposal for Laplace noise: the bits are a bound, the ratio is infinite.",
    ),
    "PrivUnit report": (
        ParameterCheck(task="privunit", dimension=1000, clients=10_000, epsilon=4.0, decoder_epsilon=16.0),
        "A random direction from a cap around the vector: ε = 4 in a thousand dimensions.",
    ),
    "Secure aggregation": (
        replace(_MEAN, trusted="aggregation"),
        "The same mean where the server is not trusted: what it costs to let it see only a sum.",
    ),
    "α close to 1": (
        ParameterCheck(task="laplace", dimension=1, choose_alpha=False, alpha=1.02),
        "The decoder learns little more than the output, at more bits than a plain float.",
    ),
    "δ above 1/n": (ParameterCheck(clients=2_000, delta=0.001), "A δ that publishing one person's data would satisfy."),
    "Category report": (
        ParameterCheck(task="categories", epsilon=2.0, decoder_epsilon=8.0, categories=1000),
        "Randomized response over a thousand categories.",
    ),
    "Category, strict server": (
        ParameterCheck(task="categories", epsilon=2.0, decoder_epsilon=2.0, categories=1000),
        "Its server may learn no more than a reader: every scheme is tuned to that, and PPR pays most.",
    ),
}

EXPERIMENT = Experiment(
    name="parameter_check",
    parameters=ParameterCheck,
    cost=run.cost,
    run=run.run,
    snippet=program,
    tell=story.tell,
    presets=PRESETS,
    dial="samples",
    renewed=renewed,
    sends=run.sends,
)
