"""Planning: from a task and its limits to the settings that send it best, with all that follows from them.

>>> from ppr_core.planning import Setup, best, solve
>>> plan = solve(Setup(task="gaussian", dimension=100, epsilon=1.0, delta=1e-6, decoder_epsilon=4.0))
>>> round(plan.bits, 1), round(plan.decoder.epsilon, 2)
(1.6, 4.0)
>>> best(Setup(task="categories", categories=1000, epsilon=2.0, decoder_epsilon=2.0)).best.label
'PI-RAPPOR, within 1 %'
"""

from __future__ import annotations

from ppr_core.planning import fixes
from ppr_core.planning.choice import ALIKE, Choice, best
from ppr_core.planning.guarantees import (
    SMALLEST_ALPHA,
    Told,
    as_it_is,
    claims,
    decoder_guarantee,
    default_limit,
    largest_alpha,
    theorem,
)
from ppr_core.planning.lengths import Option, bits_at, bound_at, code_of, option_of, samples_of
from ppr_core.planning.real_encodes import Trial, trial, trial_seconds
from ppr_core.planning.risk import RISKS, Risk, held_to, risk_of
from ppr_core.planning.schemes import LIMITS, SCHEMES, TunedScheme
from ppr_core.planning.schemes.trust import secure_mean
from ppr_core.planning.search import LARGEST_LOG_RATIO, longest
from ppr_core.planning.setup import (
    CODES,
    SMALLEST_EPSILON,
    SPLITS,
    TASKS,
    TRUSTED,
    Calibration,
    Claim,
    Setup,
    Task,
    mechanism,
    round_down,
    task_named,
)
from ppr_core.planning.solver import Plan, Relaxation, relaxations, solve
from ppr_core.planning.tasks import OWN_TASKS
from ppr_core.planning.tasks.mean import classical_local, epsilon_for_noise, renyi_local

__all__ = [
    "ALIKE", "CODES", "LARGEST_LOG_RATIO", "LIMITS", "OWN_TASKS", "RISKS", "SCHEMES", "SMALLEST_ALPHA",
    "SMALLEST_EPSILON", "SPLITS", "TASKS", "TRUSTED", "Calibration", "Choice", "Claim", "Option", "Plan", "Relaxation",
    "Risk", "Setup", "Task", "Told", "Trial", "TunedScheme", "as_it_is", "best", "bits_at", "bound_at", "claims",
    "classical_local", "code_of", "decoder_guarantee", "default_limit", "epsilon_for_noise", "fixes", "held_to",
    "largest_alpha", "longest", "mechanism", "option_of", "relaxations", "renyi_local", "risk_of", "round_down",
    "samples_of", "secure_mean", "solve", "task_named", "theorem", "trial", "trial_seconds",
]  # fmt: skip
