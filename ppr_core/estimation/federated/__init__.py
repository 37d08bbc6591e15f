"""Federated training that is really run: clients clip, rotate, compress and send updates of a small model."""

from __future__ import annotations

from ppr_core.estimation.federated.digits import Clients, SoftmaxModel, clients_of_digits
from ppr_core.estimation.federated.training import (
    WAYS,
    RotatedPPR,
    Trained,
    Way,
    repeated_response_epsilon,
    train,
    way_of,
)

__all__ = [
    "WAYS", "Clients", "RotatedPPR", "SoftmaxModel", "Trained", "Way", "clients_of_digits",
    "repeated_response_epsilon", "train", "way_of",
]  # fmt: skip
