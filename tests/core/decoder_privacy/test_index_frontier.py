"""The fewest bits of exact schemes with one index: below those of schemes that exist, and what must fail."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from ppr_core.channels import GaussianChannel, RandomizedResponseChannel
from ppr_core.codes import EliasDelta
from ppr_core.decoder_privacy import attained_bits, least_bits, shared_marks
from ppr_core.decoder_privacy.list_masses import ListMasses
from ppr_core.decoder_privacy.shared_marks import FiniteMarks

EPSILON = math.log(3)
BINARY = shared_marks(RandomizedResponseChannel(size=2, epsilon=EPSILON))
FIRST = 8  # of which the program knows the kinds
assert isinstance(BINARY, FiniteMarks)


@pytest.mark.parametrize("alpha", [1.5, 4.0])
def test_ppr_is_above(alpha: float) -> None:
    """Its own law on all beginnings of eight candidates, which spends some δ at ε = 2."""
    lists = np.array(list(itertools.product(range(2), repeat=FIRST)))
    cut = ListMasses(BINARY, alpha, FIRST).unseen(lists)
    early, late = cut.told(2.0)
    delta = float((early.sum(axis=1) + late).mean())
    length = EliasDelta().lengths(np.arange(1, FIRST + 2))
    bits = float((cut.early[0] @ length[:-1] + cut.late[0].sum(axis=1) * length[-1]).mean())
    least = least_bits(BINARY, 2.0, delta)
    assert 1 < least < bits < least + 2
    assert least_bits(BINARY, 2.0, delta / 100) > least
    assert float(length[0]) < least, "must fail: the first candidate always is no exact scheme"


def test_more_privacy_takes_more_bits_and_no_scheme_beats_the_output() -> None:
    bits = [least_bits(BINARY, share * EPSILON, 1e-6) for share in (1.001, 1.5, 3.0)]
    assert bits == sorted(bits, reverse=True) and bits[0] > bits[-1] + 0.5
    assert math.isinf(least_bits(BINARY, 0.9 * EPSILON, 1e-6))


def test_two_inputs_have_a_scheme_at_the_bound() -> None:
    """Late indices have longer codes in the scheme, and next to no mass; with four outputs few beginnings are known."""
    for share in (1.001, 1.5, 3.0):
        least, attained = (bound(BINARY, share * EPSILON, 1e-6) for bound in (least_bits, attained_bits))
        assert least - 1e-9 <= attained < least + 1e-3
    four = shared_marks(RandomizedResponseChannel(size=4, epsilon=1.0))
    assert attained_bits(four, 1.001, 1e-6) > least_bits(four, 1.001, 1e-6) + 0.1
    assert math.isinf(attained_bits(BINARY, 0.9 * EPSILON, 1e-6))  # must fail: less than the output tells


def test_without_privacy_it_is_what_exactness_needs() -> None:
    """K = 1 where Z_1 is what x likes, 1/2, or the other output has to come, 1/4; else K is 2 or 3, of 4 bits."""
    assert least_bits(BINARY, 12.0, 0.0) == pytest.approx(0.75 * 1 + 0.25 * 4, abs=1e-3)


def test_pairs_that_are_no_mirror_images_are_refused() -> None:
    skewed = FiniteMarks(np.log([1.5, 0.75]), np.log([0.9, 1.05]), np.array([1 / 3, 2 / 3]))
    with pytest.raises(ValueError, match="mirror"):
        least_bits(skewed, 1.0, 0.1)
    gaussian = shared_marks(GaussianChannel(dimension=1, noise_std=1.0, norm_bound=1.0))
    with pytest.raises(ValueError, match="finitely many"):
        least_bits(gaussian, 1.0, 0.1)
