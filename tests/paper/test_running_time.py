"""What can be recomputed of the running times printed in Liu, Chen, Özgür, Li (NeurIPS 2024).

A time belongs to a machine; what remains are sums, and that the table of printed times used by the experiment on
running time is the one printed. The noise of that section is recomputed with the other numbers of mean estimation.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from ppr_core.experiments.running_time.parameters import mean_noise
from ppr_core.guarantees.printed_times import CLIENTS, DIMENSION, QUOTED
from tests.paper.conftest import load

if TYPE_CHECKING:
    from tests.paper.conftest import Row


@pytest.mark.reproduces("ppr.section7.vector_seconds")
def test_time_of_a_vector(printed: Row):
    seconds, deviation = (load()[f"ppr.section7.chunk_{name}"] for name in ("seconds", "deviation"))
    chunks = math.ceil(DIMENSION / seconds.at["chunk"])
    printed.check(chunks * seconds.value)
    assert QUOTED[0].seconds == printed.value
    assert QUOTED[0].error == pytest.approx(chunks * deviation.value / math.sqrt(deviation.at["trials"]))
    assert (seconds.printed, deviation.printed, deviation.at["trials"]) == ("0.0667", "0.2038", 1000)


def test_table_of_printed_times():
    assert all(float(one.digits) == one.seconds for one in QUOTED)
    assert [(one.epsilon, one.chunk, one.digits) for one in QUOTED] == [
        (0.05, 50, "1.3348"),
        (6.0, 2, "0.0127"),
        (6.0, 4, "0.6343"),
        (10.0, 2, "0.0128"),
        (10.0, 4, "0.7301"),
    ]


def test_the_experiment_uses_the_printed_noise():
    row = load()["ppr.running_time.sigma"]
    row.check(mean_noise(0.05, entries=50, clients=CLIENTS))
    with pytest.raises(AssertionError):  # a whole vector's noise is another number
        row.check(mean_noise(0.05, entries=DIMENSION, clients=CLIENTS))
