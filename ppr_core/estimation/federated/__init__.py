"""Federated training that is really run: clients clip, rotate, compress and send updates of a small model."""

from __future__ import annotations

from ppr_core.estimation.federated.digits import Clients, SoftmaxModel, clients_of_digits
from ppr_core.estimation.federated.training import (
    WAYS,
    Trained,
    Way,
    ppr_updates,
    repeated_response_epsilon,
    train,
    way_of,
)
from ppr_core.estimation.federated.updates import UpdateCode

__all__ = [
    "WAYS", "Clients", "SoftmaxModel", "Trained", "UpdateCode", "Way", "clients_of_digits", "ppr_updates",
    "repeated_response_epsilon", "train", "way_of",
]  # fmt: skip
