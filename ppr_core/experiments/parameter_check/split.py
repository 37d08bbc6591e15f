"""The split of ε of a PrivUnit report, given or chosen: the least error that time and bits allow."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from ppr_core.channels import PrivUnitChannel
from ppr_core.experiments.parameter_check.estimate import estimated_bits, zipf_mean
from ppr_core.experiments.parameter_check.limits import LARGEST_LOG_RATIO, alpha_of, codes_of, longest
from ppr_core.experiments.parameter_check.parameters import SPLITS, ParameterCheck
from ppr_core.experiments.vocabulary.schemes import encode_seconds

__all__ = ["privunit", "split_of", "splits_of", "unit_vector"]


def privunit(p: ParameterCheck, split: str | None = None) -> PrivUnitChannel:
    """The channel with this split, or with the one that is used."""
    return PrivUnitChannel(dimension=p.dimension, epsilon=p.epsilon, split=split or split_of(p))


def unit_vector(p: ParameterCheck) -> np.ndarray:
    """An input; all are alike."""
    return np.full(p.dimension, 1 / math.sqrt(p.dimension))


def splits_of(p: ParameterCheck) -> tuple[str, ...]:
    """The splits to compare."""
    return tuple(name for name in SPLITS if name != "auto") if p.split == "auto" else (p.split,)


@lru_cache(maxsize=512)
def split_of(p: ParameterCheck) -> str:
    """The given split; else the one of least error whose report keeps the budgets of time and bits, or, where none
    does, the one with the fewest candidates. "" for other tasks."""
    if p.task != "privunit":
        return ""
    found = {name: privunit(p, name) for name in splits_of(p)}
    by_error = sorted(found, key=lambda name: found[name].error_per_client)
    fewest = min(found, key=lambda name: found[name].log_high)
    return next((name for name in by_error if _fits(p, found[name])), fewest)


def _fits(p: ParameterCheck, channel: PrivUnitChannel) -> bool:
    if channel.log_high > LARGEST_LOG_RATIO:
        return False
    x = unit_vector(p)
    alpha, _ = alpha_of(p, channel.privacy().epsilon)
    if encode_seconds("ppr", channel, x, alpha=alpha, candidates=0) > longest(p):
        return False
    divergence = float(channel.divergence_bits(x[None])[0])
    zipf = zipf_mean(divergence, alpha)
    return min(float(estimated_bits(np.array(divergence), alpha, code, zipf)) for code in codes_of(p)) <= p.bit_budget
