"""The mechanism that keeps the decoder at a given ε, against closed forms and the accountant itself."""

from __future__ import annotations

import math

import pytest

from ppr_core.channels import PrivUnitChannel, RandomizedResponseChannel, RapporChannel
from ppr_core.decoder_privacy import decoder_privacy, mechanism_epsilon


@pytest.mark.parametrize("limit", [1e-3, 0.5, 8.0])
@pytest.mark.parametrize("factor", [0.5, 1.0, 2.0, 40.0])
def test_a_multiple_of_epsilon_is_divided_by_the_factor(factor: float, limit: float) -> None:
    found = mechanism_epsilon(limit, lambda epsilon: factor * epsilon)
    assert found == pytest.approx(limit / max(1.0, factor), rel=2e-8) and factor * found <= max(1.0, factor) * limit


def test_a_bent_curve_is_inverted() -> None:
    """ε′ = ε + ε² has ε = (√(1 + 4ε′) − 1)/2."""
    found = mechanism_epsilon(3.0, lambda epsilon: epsilon + epsilon**2)
    assert found == pytest.approx((math.sqrt(13) - 1) / 2, rel=2e-8) and found + found**2 <= 3.0


def test_nothing_is_asked_for_twice() -> None:
    """What the decoder learns takes milliseconds, and a page's cost is predicted from nine such mechanisms."""
    asked: list[float] = []

    def learned(epsilon: float) -> float:
        asked.append(round(math.log(epsilon), 9))
        return epsilon + epsilon**2

    mechanism_epsilon(3.0, learned)
    assert len(asked) == len(set(asked)) <= 9


@pytest.mark.parametrize(
    "channel",
    [
        lambda e: RandomizedResponseChannel(size=20, epsilon=e),
        lambda e: RapporChannel(size=20, epsilon=e),
        lambda e: PrivUnitChannel(dimension=30, epsilon=e),
    ],
)
@pytest.mark.parametrize(("alpha", "limit"), [(1.1, 0.3), (2.0, 2.0), (6.0, 8.0)])
def test_the_decoder_learns_just_what_it_may(channel, alpha: float, limit: float) -> None:
    def learned(epsilon: float) -> float:
        return decoder_privacy(channel(epsilon), alpha, 1e-6).epsilon

    found = mechanism_epsilon(limit, learned)
    assert learned(found) <= limit < learned(found * (1 + 1e-4)), "neither too much nor wasteful"
    assert limit / (2 * alpha) * (1 - 1e-6) <= found < limit, "Theorem 7's choice is never the better one"


def test_a_small_mechanism_may_tell_the_decoder_nothing() -> None:
    """As with a large δ, which covers all that little noise lets through."""
    found = mechanism_epsilon(0.5, lambda epsilon: max(0.0, 4 * epsilon - 1))
    assert found == pytest.approx(0.375, rel=2e-8) and 4 * found - 1 <= 0.5


def test_what_cannot_be_held_is_refused() -> None:
    with pytest.raises(ValueError, match="one that the decoder can be held to"):
        mechanism_epsilon(1.0, lambda epsilon: math.inf)
    with pytest.raises(ValueError, match="limit must be"):
        mechanism_epsilon(0.0, lambda epsilon: epsilon)
