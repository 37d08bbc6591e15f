"""Planning: from a task and its limits to the settings that send it best, with all that follows from them.

>>> from ppr_core.planning import Setup, best, solve
>>> plan = solve(Setup(task="gaussian", dimension=100, epsilon=1.0, delta=1e-6, decoder_epsilon=4.0))
>>> round(plan.bits, 1), round(plan.decoder.epsilon, 2)
(1.7, 4.0)
>>> best(Setup(task="categories", categories=1000, epsilon=2.0, decoder_epsilon=2.0)).best.label
'PI-RAPPOR'
"""

from __future__ import annotations

from ppr_core.planning import remedies
from ppr_core.planning.guarantees import (
    SMALLEST_ALPHA,
    Claim,
    claims,
    classical_local,
    decoder_guarantee,
    default_limit,
    is_accounted,
    largest_alpha,
    renyi_local,
    theorem,
)
from ppr_core.planning.lengths import Option, Piece, bits_at, bound_at, code_of, option_of, samples_of
from ppr_core.planning.mechanism import (
    Mechanism,
    channel_of,
    epsilon_for_noise,
    mechanism,
    plain_bits,
    privunit,
    round_down,
    shares,
)
from ppr_core.planning.search import LARGEST_LOG_RATIO, longest
from ppr_core.planning.setup import CODES, OWN_TASKS, SMALLEST_EPSILON, SPLITS, CategoryRelease, Release, Setup
from ppr_core.planning.solver import Plan, Relaxation, relaxations, solve
from ppr_core.planning.trial import Trial, trial, trial_sizes
from ppr_core.planning.ways import Choice, Way, best, ways

__all__ = [
    "CODES",
    "LARGEST_LOG_RATIO",
    "OWN_TASKS",
    "SMALLEST_ALPHA",
    "SMALLEST_EPSILON",
    "SPLITS",
    "CategoryRelease",
    "Choice",
    "Claim",
    "Mechanism",
    "Option",
    "Piece",
    "Plan",
    "Relaxation",
    "Release",
    "Setup",
    "Trial",
    "Way",
    "best",
    "bits_at",
    "bound_at",
    "channel_of",
    "claims",
    "classical_local",
    "code_of",
    "decoder_guarantee",
    "default_limit",
    "epsilon_for_noise",
    "is_accounted",
    "largest_alpha",
    "longest",
    "mechanism",
    "option_of",
    "plain_bits",
    "privunit",
    "relaxations",
    "remedies",
    "renyi_local",
    "round_down",
    "samples_of",
    "shares",
    "solve",
    "theorem",
    "trial",
    "trial_sizes",
    "ways",
]
