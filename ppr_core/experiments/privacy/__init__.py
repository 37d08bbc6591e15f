"""Privacy: what compressors promise against the database and the decoder, and what can be proven of them by a run."""

from __future__ import annotations

from ppr_core.experiments.contract import Experiment
from ppr_core.experiments.privacy import run, story
from ppr_core.experiments.privacy.guarantees import ERRATA, Statement
from ppr_core.experiments.privacy.measure import Measured
from ppr_core.experiments.privacy.parameters import PRESETS, PrivacyParameters
from ppr_core.experiments.privacy.program import program
from ppr_core.experiments.privacy.result import PrivacyResult

__all__ = ["ERRATA", "EXPERIMENT", "Measured", "PrivacyParameters", "PrivacyResult", "Statement"]

EXPERIMENT = Experiment(
    name="privacy",
    parameters=PrivacyParameters,
    cost=run.cost,
    run=run.run,
    snippet=program,
    tell=story.tell,
    presets=PRESETS,
    dial="encodes",
)
