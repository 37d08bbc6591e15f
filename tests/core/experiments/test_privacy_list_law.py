"""One list of candidates: the law of the index for two values, against draws and against what theorems allow."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.experiments.privacy import OneList, PrivacyParameters, one_list
from ppr_core.index_law import index_law
from ppr_core.randomness import SharedRandomness, SharedRows

ALL_SETTINGS = [
    {"seed": seed, "scheme": scheme, "mechanism": mechanism, "epsilon": epsilon}
    for seed in (1, 2, 3)
    for scheme in ("ppr", "mrc")
    for mechanism in ("randomized_response", "laplace")
    for epsilon in (0.25, 1.0)
]


def _found(**settings: object) -> OneList:
    found = one_list(PrivacyParameters(**settings))  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize("settings", ALL_SETTINGS)
def test_one_message_tells_no_more_than_is_guaranteed(settings: dict[str, object]) -> None:
    found, epsilon = _found(**settings), settings["epsilon"]
    assert isinstance(epsilon, float)
    most = 2 * epsilon if settings["scheme"] == "mrc" else 4 * epsilon  # 2ε, and 2αε at α = 2
    assert 1 <= found.factor <= math.exp(most) * (1 + 1e-9)
    pair = found.chances[:, found.farthest]
    assert found.factor == pytest.approx(pair.max() / pair.min())


def test_mrc_weighs_candidates_by_their_ratio() -> None:
    """Of two ratios, e^ε times apart, and 8 candidates the chances are e^ε/s and 1/s with s = b e^ε + 8 − b."""
    for row in _found(scheme="mrc", candidates=8).chances:
        inside = int((row > row.min() * 1.5).sum())
        total = inside * math.e + 8 - inside
        assert np.allclose(np.sort(row), np.sort([math.e / total] * inside + [1 / total] * (8 - inside)))


def test_averaged_over_lists_it_is_the_law_of_the_index() -> None:
    """P(K = 1) of 400 lists against its closed form: within four standard errors, false alarms 6·10⁻⁵. Another order is
    noticed."""
    p = PrivacyParameters()
    share = float(index_law(p.channel(), p.inputs()[0], p.alpha).pmf(1))

    def apart(alpha: float) -> float:
        chances = [_found(alpha=alpha, seed=seed).chances[0, 0] for seed in range(400)]
        return float(abs(np.mean(chances) - share) / (np.std(chances) / 20))

    assert apart(p.alpha) < 4 < apart(1.1)


def test_on_one_list_it_is_what_encodes_with_fresh_times_send() -> None:
    """20 000 draws of times and marks on the list itself: within four standard errors for each index, false alarms
    10⁻³. The other value's chances are noticed."""
    p, rng = PrivacyParameters(), np.random.default_rng(6)
    count, n = 200, 20_000
    rows = SharedRows(SharedRandomness(p.seed), np.arange(1, count + 1), np.zeros(count, dtype=np.int64))
    log_ratio = p.channel().candidate_log_ratio(np.repeat(p.inputs()[0][None], count, axis=0), rows)
    times = np.cumsum(rng.standard_exponential((n, count)), axis=1)
    score = np.log(times) + np.log(rng.standard_exponential((n, count))) / p.alpha - log_ratio
    sent = np.bincount(score.argmin(axis=1), minlength=count)[: len(_found().chances[0])] / n
    for chances, agrees in zip(_found().chances, (True, False), strict=True):
        apart = np.abs(sent - chances) / np.sqrt(chances * (1 - chances) / n)
        assert bool(np.all(apart < 4)) is agrees


def test_a_larger_alpha_tells_more_on_the_same_list() -> None:
    factors = [_found(alpha=alpha).factor for alpha in (1.05, 1.5, 2.0, 3.0)]
    assert factors == sorted(factors)


@pytest.mark.parametrize(
    "settings", [{"scheme": "pfr"}, {"scheme": "truncated_ppr"}, {"alpha": math.inf}, {"alpha": 50.0}]
)
def test_schemes_without_the_law_on_a_list_have_none(settings: dict[str, object]) -> None:
    assert one_list(PrivacyParameters(**settings)) is None  # type: ignore[arg-type]
