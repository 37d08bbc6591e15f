"""The table of speeds: what it is asked for, it prints or refuses."""

from __future__ import annotations

import itertools
import subprocess
import sys

import numpy as np
import pytest

from benchmarks.__main__ import ROWS, chosen
from benchmarks.clock import beats_a_coin
from benchmarks.limits import accounts
from benchmarks.list_cases import CASES, DELTAS
from benchmarks.list_only import simulated
from benchmarks.list_weights import log_weight
from ppr_core.channels import RandomizedResponseChannel
from ppr_core.decoder_privacy import decoder_epsilon, exact_decoder_privacy, half_width
from ppr_core.guarantees import ppr_approximate, ppr_pure
from ppr_core.planning import Setup
from tests.sources import ROOT


def test_rows_are_chosen_by_their_names() -> None:
    assert chosen([]) == list(ROWS.values())
    assert [row.__name__ for row in chosen(["tree", "decode"])] == ["tree", "decode"]
    with pytest.raises(ValueError, match=r"^no row is called decod, all; the rows are candidates, .*decode.*\.$"):
        chosen(["decode", "decod", "all"])


def test_no_row_hides_another_of_its_name() -> None:
    from benchmarks import dql, frequency, mean, ppr, sketches

    assert len(ROWS) == sum(len(room.ROWS) for room in (ppr, mean, dql, frequency, sketches))


def test_an_unknown_row_fails_before_any_table() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "nosuch"], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith("python -m benchmarks: no row is called nosuch; the rows are candidates, ")


def test_weights_of_equal_slopes_are_the_power() -> None:
    log_time = np.linspace(-9.0, 9.0, 7)
    np.testing.assert_allclose(log_weight(log_time, np.full(4, 2.0)), -2 * log_time, atol=1e-12)
    tilted = log_weight(log_time, np.array([3.0, 3.0, 2.0, 1.0]))
    assert np.all(np.diff(tilted) < 0) and tilted[-1] > -2 * log_time[-1]


def test_a_clock_is_at_chance_unless_the_times_differ() -> None:
    """By 20 000 made-up times; the false alarm is below 10⁻⁵."""
    rng = np.random.default_rng(1)
    chosen, spent = rng.integers(2, size=20_000), rng.gamma(5.0, 1e4, 20_000)
    assert abs(beats_a_coin(chosen, spent)[1]) < 4.5
    right, errors = beats_a_coin(chosen, spent * (1 + 0.2 * chosen))
    assert right > 0.55 and errors > 10


def listed() -> list[list[str]]:
    """Rows of α = 2 of docs/decoder_privacy.md, DELTAS for each of CASES."""
    text = (ROOT / "docs" / "decoder_privacy.md").read_text(encoding="utf-8")
    head, rule = (
        r"| $\alpha=2$ | $\delta$ | low | high | ± % | with the times | Theorem 7, 8 |",
        "|---|---|---|---|---|---|---|",
    )
    table = text.partition(f"{head}\n{rule}\n")[2].partition("\n\n")[0]
    return [row.strip("| ").split(" | ") for row in table.splitlines()]


def test_the_table_of_list_and_index_is_current() -> None:
    """Both ends at δ = 10⁻², ε with the times and the paper's theorem in every row."""
    rows = listed()
    assert len(rows) == len(CASES) * len(DELTAS)
    for (case, delta), (_, _, low, high, _, times, theorem) in zip(
        itertools.product(CASES.values(), DELTAS), rows, strict=True
    ):
        channel, own = case.channel, case.channel.privacy(delta / 2)
        promised = (ppr_approximate if own.delta > 0 else ppr_pure)(own, 2.0).epsilon
        assert float(theorem) == pytest.approx(promised, abs=5.1e-4)
        assert float(times) == pytest.approx(exact_decoder_privacy(channel, 2.0, delta).epsilon, abs=5.1e-4)
        if delta == DELTAS[0]:
            found = decoder_epsilon(channel, 2.0, delta, lists=12_000, width=0.0)
            assert [float(low), float(high)] == pytest.approx([found.lower, found.upper], abs=2e-3)


def test_an_unchanged_limit_allows_what_the_table_says() -> None:
    """Laplace noise by two accounts; binary response by list and index, by the lists that the table has."""
    setup = Setup(task="laplace", dimension=1, epsilon=1.0, decoder_epsilon=4.0, decoder_delta=2e-6)
    np.testing.assert_allclose(accounts(setup), [(2.012, 2.594), (2.014, 2.590)], atol=5e-3)
    channel = RandomizedResponseChannel(size=2, epsilon=1.0)
    held, broken = (decoder_epsilon(channel, alpha, 2e-6, lists=12_000, width=0.0) for alpha in (1.706, 1.75))
    assert held.promised <= 3.0 < held.times
    assert broken.lower > 3.0  # must fail


@pytest.mark.parametrize("name", ["binary", "4-ary", "16-ary", "subset", "privunit"])
def test_ends_of_two_ratios_are_within_two_percent(name: str) -> None:
    """At both ends of α and of δ, each by as few lists as that takes; a hundred leave more."""
    channel = CASES[name].channel
    for alpha, delta in itertools.product((1.2, 8.0), (DELTAS[0], DELTAS[-1])):
        found = decoder_epsilon(channel, alpha, delta)
        assert half_width(found.lower, found.upper) <= 0.02
    few = decoder_epsilon(channel, 1.2, DELTAS[-1], lists=100)
    assert half_width(few.lower, few.upper) > 0.02  # must fail


@pytest.mark.parametrize(("name", "far"), [("subset", 1.1), ("privunit", 1.1), ("laplace", 1.1), ("gaussian", 1.17)])
def test_ends_hold_whole_lists_of_another_program(name: str, far: float) -> None:
    """The row of δ = 10⁻²; a false alarm in 30 000 for either end. Not so for ends that are moved by so much."""
    row = list(CASES).index(name) * len(DELTAS)
    low, high = (float(end) for end in listed()[row][2:4])
    told = simulated(CASES[name].channel, CASES[name].x, CASES[name].other, 2.0, 1500, 100, np.random.default_rng(3))
    below, at_low, at_high, above = (told(epsilon, DELTAS[0]) for epsilon in (low / 1.17, low, high, high * far))
    assert below and at_low and at_high and above  # enough lists tell
    assert at_low[0] > -4 and at_high[1] < 4
    assert below[1] > 4 and above[0] < -4  # must fail
