"""How GenProt, Bassily–Smith and greedy rejection choose, against the chances of the small mechanism by hand."""

from __future__ import annotations

import numpy as np

from ppr_core.diagnostics.acceptance import acceptances


def test_chances_of_four_categories_at_ln_2() -> None:
    """P = (2, 1, 1, 1)/5 and Q = 1/4: r is 8/5 and 4/5; half of it is the coin of two of the three."""
    genprot, bassily_smith, greedy = acceptances()
    assert np.allclose(genprot.own, 0.8) and np.allclose(genprot.other, 0.4)
    assert np.isclose(bassily_smith.own[0], 0.8)
    assert np.isclose(bassily_smith.other[0], 0.4) and np.isnan(bassily_smith.own[1:]).all()
    assert np.isclose((bassily_smith.own[0] + 3 * bassily_smith.other[0]) / 4, 0.5), "half of the reports are lost"
    assert np.allclose(greedy.own, 1.0) and np.allclose(greedy.other, [0.8, 0, 0, 0, 0, 0], atol=1e-12)


def test_greedy_rejection_by_hand_fills_the_law() -> None:
    """Entry by entry, P(sent at k with the own category) and with another add up to 2/5 and 3/5."""
    greedy, reached, law = acceptances()[2], 1.0, np.zeros(2)
    for own, other in zip(greedy.own, greedy.other, strict=True):
        law += reached * np.array([own / 4, 3 * other / 4])
        reached *= 1 - own / 4 - 3 * other / 4
    law[0] += reached  # from here on only the own category is taken
    assert np.allclose(law, [0.4, 0.6])
