"""One list of candidates: the law of the index for two values, against draws and against what theorems allow."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core.experiments.privacy import OneList, PrivacyParameters, one_list
from ppr_core.randomness import SharedRandomness

ALL_SETTINGS = [
    {"seed": seed, "scheme": scheme, "mechanism": mechanism, "epsilon": epsilon}
    for seed in (1, 2, 3)
    for scheme in ("ppr", "truncated_ppr", "mrc")
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


def test_averaged_over_lists_it_is_the_law_of_real_encodes() -> None:
    """P(K = 1) of 400 lists against 20 000 encodes: within four standard errors, false alarms 6·10⁻⁵. Another order is
    noticed."""
    p = PrivacyParameters(scheme="truncated_ppr")
    x = np.broadcast_to(p.inputs()[0], 20_000)
    sent = p.compressor(p.scheme, p.channel()).encode(x, SharedRandomness(4), np.random.default_rng(5))
    share = float((sent.indices == 1).mean())

    def apart(alpha: float) -> float:
        chances = [_found(scheme=p.scheme, alpha=alpha, seed=seed).chances[0, 0] for seed in range(400)]
        error = math.hypot(np.std(chances) / 20, math.sqrt(share * (1 - share) / 20_000))
        return abs(float(np.mean(chances)) - share) / error

    assert apart(p.alpha) < 4 < apart(1.1)


def test_a_larger_alpha_tells_more_on_the_same_list() -> None:
    factors = [_found(alpha=alpha).factor for alpha in (1.05, 1.5, 2.0, 5.0)]
    assert factors == sorted(factors)


@pytest.mark.parametrize("settings", [{"scheme": "pfr"}, {"scheme": "rejection"}, {"alpha": math.inf}])
def test_schemes_that_do_not_weigh_have_no_list(settings: dict[str, object]) -> None:
    assert one_list(PrivacyParameters(**settings)) is None  # type: ignore[arg-type]
