"""scikit-learn's handwritten digits in the hands of clients, and the model that they train: softmax regression."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from ppr_core import validation
from ppr_core.extras import needed

__all__ = ["Clients", "SoftmaxModel", "clients_of_digits"]

_PIXELS, _CLASSES = 64, 10
_TESTED = 397  # images that no client holds
_SPLIT_SEED = 1


@dataclass(frozen=True, eq=False)
class Clients:
    """images: (n, m, 64), each of length 1; labels: (n, m); the same of the test: (t, 64), (t,).

    >>> from ppr_core.estimation.federated import clients_of_digits
    >>> clients = clients_of_digits(100)
    >>> clients.images.shape, clients.test_images.shape
    ((100, 14, 64), (397, 64))
    """

    images: np.ndarray
    labels: np.ndarray
    test_images: np.ndarray
    test_labels: np.ndarray


def clients_of_digits(clients: int) -> Clients:
    """1400 images in equal parts to so many clients, 1 to 1400; what is left over, nobody holds.

    >>> from ppr_core.estimation.federated import clients_of_digits
    >>> clients_of_digits(300).labels.shape  # 200 images are left over
    (300, 4)
    """
    images, labels = _digits()
    trained = len(images) - _TESTED
    clients = validation.integer("clients", clients, 1, trained)
    each = trained // clients
    held = slice(0, clients * each)
    return Clients(
        images[held].reshape(clients, each, _PIXELS), labels[held].reshape(clients, each),
        images[trained:], labels[trained:],
    )  # fmt: skip


@lru_cache(maxsize=1)
def _digits() -> tuple[np.ndarray, np.ndarray]:
    """Images (1797, 64) of length 1 and labels in a fixed random order. The table is read without importing
    scikit-learn, which takes longer than a run."""
    spec = importlib.util.find_spec("sklearn")
    if spec is None or spec.origin is None:
        needed("sklearn")
    path = Path(str(spec and spec.origin)).parent / "datasets" / "data" / "digits.csv.gz"
    table = np.loadtxt(path, delimiter=",")[np.random.default_rng(_SPLIT_SEED).permutation(1797)]
    images = table[:, :_PIXELS]
    return images / np.linalg.norm(images, axis=1, keepdims=True), table[:, _PIXELS].astype(np.int64)


class SoftmaxModel:
    """P(class c | image x) ∝ exp(⟨w_c, x⟩); weights: (10, 64), at first 0.

    >>> from ppr_core.estimation.federated import SoftmaxModel
    >>> SoftmaxModel().weights.shape
    (10, 64)
    """

    dimension = _CLASSES * _PIXELS

    def __init__(self) -> None:
        self.weights = np.zeros((_CLASSES, _PIXELS))

    def updates(self, clients: Clients, clip: float) -> np.ndarray:
        """Each client's mean gradient of the log loss over its own images, shortened to at most ``clip``: (n, 640)."""
        scores = clients.images @ self.weights.T
        chances = np.exp(scores - scores.max(axis=-1, keepdims=True))
        chances /= chances.sum(axis=-1, keepdims=True)
        chances -= np.eye(_CLASSES)[clients.labels]
        gradients = np.einsum("nmc,nmp->ncp", chances, clients.images) / clients.images.shape[1]
        flat = gradients.reshape(len(gradients), -1)
        return flat * np.minimum(1.0, clip / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-300))

    def learn(self, mean: np.ndarray, rate: float) -> None:
        """One step against the mean update (640,)."""
        self.weights = self.weights - rate * mean.reshape(self.weights.shape)

    def accuracy(self, clients: Clients) -> float:
        """Share of the test's images that it reads right."""
        return float(np.mean(np.argmax(clients.test_images @ self.weights.T, axis=1) == clients.test_labels))
