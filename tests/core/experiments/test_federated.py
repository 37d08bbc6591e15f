"""The experiment `federated`: its headline claims a difference only where it is beyond chance."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from ppr_core.experiments.federated import EXPERIMENT, FederatedParameters, FederatedResult


@pytest.fixture(scope="module")
def result() -> FederatedResult:
    return EXPERIMENT.run(FederatedParameters(clients=20, runs=2))


@pytest.mark.parametrize(
    ("apart", "said"),
    [
        (0.0, "no difference beyond chance"),
        (-0.2, "costs accuracy"),
        (-0.4, "is nearly useless"),
        (0.4, "costs no accuracy"),
    ],
)
def test_the_headline_knows_its_error(result: FederatedResult, apart: float, said: str) -> None:
    shares = np.full_like(result.accuracies, 0.5)
    shares[result.names.index("ppr")] += apart
    assert said in EXPERIMENT.tell(dataclasses.replace(result, accuracies=shares)).finding
