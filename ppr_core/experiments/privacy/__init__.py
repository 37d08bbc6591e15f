"""Privacy: what compressors promise against the database and the decoder, and what can be proven of them by a run.

>>> from ppr_core.experiments.privacy import EXPERIMENT, PrivacyParameters
>>> result = EXPERIMENT.run(PrivacyParameters(epsilon=1.0, alpha=2.0, encodes=200))
>>> round(result.accounted.epsilon, 2)  # towards the decoder, where an output tells 1
3.98
"""

from __future__ import annotations

from ppr_core.diagnostics.acceptance import acceptances
from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.privacy import listed, run, snippet, story
from ppr_core.experiments.privacy.conditions import ERRATA, Statement, statements
from ppr_core.experiments.privacy.list_law import OneList, one_list
from ppr_core.experiments.privacy.parameters import PRESETS, PrivacyParameters
from ppr_core.experiments.privacy.run import Measured, PrivacyResult

__all__ = [
    "ERRATA", "EXPERIMENT", "Measured", "OneList", "PrivacyParameters", "PrivacyResult", "Statement", "acceptances",
    "one_list", "statements",
]  # fmt: skip

EXPERIMENT = Experiment(
    name="privacy",
    parameters=PrivacyParameters,
    cost=run.cost,
    run=run.run,
    snippet=snippet.program,
    tell=story.tell,
    presets=PRESETS,
    dial="encodes",
    sends=lambda result: listed.sent(result.parameters),
)
