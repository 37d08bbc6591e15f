"""What can be concluded about one person: posterior, best guess and best test, from an output or from a message.

>>> from ppr_core.channels import RandomizedResponseChannel
>>> from ppr_core.inference import LawView, attack, success_bound, uniform_prior
>>> channel, prior = RandomizedResponseChannel(size=2, epsilon=1.0), uniform_prior(2)
>>> round(attack(LawView.of_outputs(channel), prior).value, 4), round(success_bound(prior, 1.0), 4)
(0.7311, 0.7311)
"""

from __future__ import annotations

from ppr_core.inference.attacks import (
    Attack,
    TestCurve,
    allowed_misses,
    attack,
    repeated_attack,
    repeated_sets,
    success_bound,
    test_curve,
)
from ppr_core.inference.messages import message_likelihoods, message_view, reading
from ppr_core.inference.pool_outputs import pool_log_ratio, pool_output_view
from ppr_core.inference.posteriors import estimated_prior, posterior, smallest_set, uniform_prior
from ppr_core.inference.views import DensityView, LawView, View, output_view

__all__ = [
    "Attack", "DensityView", "LawView", "TestCurve", "View", "allowed_misses", "attack", "estimated_prior",
    "message_likelihoods", "message_view", "output_view", "pool_log_ratio", "pool_output_view", "posterior", "reading",
    "repeated_attack", "repeated_sets", "smallest_set", "success_bound", "test_curve", "uniform_prior",
]  # fmt: skip
