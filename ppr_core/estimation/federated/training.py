"""Rounds of federated training: how the mean of the clients' updates reaches the server, at one final (ε, δ).

The same clients take part in all T rounds. The guarantee is of all T published means together, for any one client whose
images are replaced: Gaussian noise composes exactly (√T times the distance), CSGM and discrete noise by their Rényi
divergences, and T reports of pure privacy ε₀ as T binary responses (Kairouz, Oh, Viswanath 2015), which is exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ppr_core import validation
from ppr_core.accounting import gaussian_noise_std
from ppr_core.estimation.aggregate import SecureMean
from ppr_core.estimation.federated.digits import Clients, SoftmaxModel
from ppr_core.estimation.federated.updates import UpdateCode
from ppr_core.estimation.mean import SQKR, KashinCSGM, MeanScheme, csgm_noise_std, public_frame
from ppr_core.randomness import SharedRandomness
from ppr_core.roots import bracketed_root

__all__ = ["WAYS", "Trained", "Way", "ppr_updates", "repeated_response_epsilon", "train", "way_of"]

#: How updates are sent -> label.
WAYS: dict[str, str] = {
    "plain": "Plain, no privacy",
    "ppr": "PPR",
    "csgm": "CSGM",
    "secure": "Secure aggregation",
    "sqkr": "SQKR",
}

_SPARE_BITS = 8  # of the modulus, above ⌈log2 n⌉

#: Updates (n, d), number of the round -> their mean as the server reads it (d,), and bytes that all clients sent.
Way = Callable[[np.ndarray, int, np.random.Generator], tuple[np.ndarray, int]]


@dataclass(frozen=True, eq=False)
class Trained:
    """accuracies: (T + 1,), from before the first round; sent_bytes: (T,) of all clients together.

    >>> import numpy as np
    >>> from ppr_core.estimation.federated import Trained
    >>> Trained(np.array([0.1, 0.8]), np.array([256_000])).accuracies[-1].item()
    0.8
    """

    accuracies: np.ndarray
    sent_bytes: np.ndarray


def train(
    clients: Clients, way: Way, *, rounds: int, clip: float, rate: float, rng: np.random.Generator,
    progress: Callable[[float], None] | None = None,
) -> Trained:  # fmt: skip
    """Softmax regression from 0: in each round all clients send an update, and the server takes a step.

    rounds: T >= 0; clip: > 0, the largest length of an update, in the model's own units; rate: what the mean update is
    multiplied by before it is added. rng: of the clients' noise and of each round's shared seed. progress: called
    with the share of the rounds that are done.

    >>> import numpy as np
    >>> from ppr_core.estimation.federated import clients_of_digits, train, way_of
    >>> plain = way_of("plain", clients=100, rounds=2, clip=1.0, epsilon=1.0, delta=1e-6)
    >>> trained = train(clients_of_digits(100), plain, rounds=2, clip=1.0, rate=1.0, rng=np.random.default_rng(1))
    >>> trained.accuracies.round(2), trained.sent_bytes  # 640 numbers of 4 bytes a client
    (array([0.1 , 0.8 , 0.81]), array([256000, 256000]))
    """
    model = SoftmaxModel()
    accuracies, sent = [model.accuracy(clients)], []
    for turn in range(rounds):
        mean, count = way(model.updates(clients, clip), turn, rng)
        model.learn(mean, rate)
        accuracies.append(model.accuracy(clients))
        sent.append(count)
        if progress is not None:
            progress((turn + 1) / rounds)
    return Trained(np.array(accuracies), np.array(sent))


def way_of(
    name: str, *, clients: int, rounds: int, clip: float, epsilon: float, delta: float, alpha: float = 2.0,
    csgm_bits: float = 256.0,
) -> Way:  # fmt: skip
    """What sends the updates; all but "plain" calibrated to (ε, δ) after all rounds. csgm_bits: of a client a round.

    "ppr": Gaussian reports of a rotated update in chunks. "csgm", "sqkr": in Kashin's representation. "secure": whole
    numbers with Skellam noise, of which the server reads the sum. clients: n >= 1; rounds: T >= 1; clip: > 0; epsilon:
    nats, > 0; delta: in (0, 1), both when one client's images are replaced; alpha: of PPR, > 1. ``ValueError`` where a
    value is not allowed, or so few clients that the noise of a secure sum does not fit into its modulus.

    >>> import numpy as np
    >>> from ppr_core.estimation.federated import way_of
    >>> way = way_of("secure", clients=100, rounds=10, clip=1.0, epsilon=1.0, delta=1e-6)
    >>> mean, sent = way(np.zeros((100, 640)), 0, np.random.default_rng(1))
    >>> sent // 100  # bytes of a client: 1024 entries of 7 + 8 bits
    1920
    """
    validation.choice("name", name, tuple(WAYS))
    clients, rounds = validation.integer("clients", clients, 1), validation.integer("rounds", rounds, 1)
    clip = validation.positive("clip", clip)
    epsilon = validation.positive("epsilon", epsilon)
    delta = validation.probability("delta", delta)
    dimension = SoftmaxModel.dimension
    if name == "plain":
        return _plain
    if name == "secure":
        mean = SecureMean(
            dimension=dimension, clients=clients, epsilon=epsilon, delta=delta, norm_bound=clip, noise="skellam",
            bits=(clients - 1).bit_length() + _SPARE_BITS, rounds=rounds,
        )  # fmt: skip
        return lambda x, turn, rng: (mean.run(x, rng).mean, math.ceil(mean.message_bits / 8) * len(x))
    if name == "ppr":
        return _by_code(
            ppr_updates(clients=clients, rounds=rounds, clip=clip, epsilon=epsilon, delta=delta, alpha=alpha)
        )
    frame = public_frame(dimension)  # which remembers: all ways send the same updates in the first round
    if name == "sqkr":
        local = repeated_response_epsilon(rounds, epsilon, delta)
        return _by_scheme(SQKR(dimension=dimension, epsilon=local, frame=frame, norm_bound=clip))
    noise = csgm_noise_std(
        dimension=frame.size * rounds, clients=clients, bits=csgm_bits * rounds, epsilon=epsilon, delta=delta,
        coordinate_bound=frame.bound(clip), neighbours="replace_one",
    )  # fmt: skip
    return _by_scheme(
        KashinCSGM(
            frame=frame, bits=csgm_bits, noise_std=noise, clients=clients, norm_bound=clip, neighbours="replace_one"
        )
    )


def _plain(x: np.ndarray, turn: int, rng: np.random.Generator) -> tuple[np.ndarray, int]:
    sent = x.astype("<f4").tobytes()
    return np.frombuffer(sent, dtype="<f4").reshape(x.shape).mean(axis=0, dtype=float), len(sent)


def _by_scheme(scheme: MeanScheme) -> Way:
    def way(x: np.ndarray, turn: int, rng: np.random.Generator) -> tuple[np.ndarray, int]:
        found = scheme.estimate(x, SharedRandomness(int(rng.integers(1 << 62))), rng)
        return found.mean, found.sent_bytes

    return way


def ppr_updates(
    *, clients: int, rounds: int, clip: float, epsilon: float, delta: float, alpha: float = 2.0
) -> UpdateCode:
    """Reports whose mean has the noise of one Gaussian mechanism that is (ε, δ)-private in all rounds together.

    Noise of a report: σ/√n, σ that of the analytic Gaussian mechanism at distance 2 clip √T (Balle & Wang 2018, Theorem
    8).

    >>> from ppr_core.estimation.federated import ppr_updates
    >>> code = ppr_updates(clients=100, rounds=10, clip=1.0, epsilon=1.0, delta=1e-6)
    >>> code.messages, code.clip
    (16, 1.0)
    """
    noise_std = gaussian_noise_std(2 * clip * math.sqrt(rounds), epsilon, delta) / math.sqrt(clients)
    return UpdateCode(dimension=SoftmaxModel.dimension, clip=clip, noise_std=noise_std, alpha=alpha)


def _by_code(code: UpdateCode) -> Way:
    def way(x: np.ndarray, turn: int, rng: np.random.Generator) -> tuple[np.ndarray, int]:
        shared = SharedRandomness(int(rng.integers(1 << 62)))
        sent = code.encode(x, shared, rng)
        return code.decode(sent, shared, len(x)).mean(axis=0), len(sent)

    return way


def repeated_response_epsilon(rounds: int, epsilon: float, delta: float) -> float:
    """The largest ε₀ whose reports, pure and each for the same input, are (ε, δ)-private all T together.

    T of them are told apart no better than T binary responses: δ = Σ_i C(T, i) (e^{(T − i) ε₀} − e^{ε + i ε₀})₊ over
    (1 + e^{ε₀})^T (Kairouz, Oh, Viswanath 2015, Theorem 3.3). rounds: T >= 1; epsilon: nats, > 0; delta: in (0, 1).

    >>> from ppr_core.estimation.federated import repeated_response_epsilon
    >>> round(repeated_response_epsilon(1, 1.0, 1e-6), 3), round(repeated_response_epsilon(100, 1.0, 1e-6), 3)
    (1.0, 0.024)
    """
    rounds = validation.integer("rounds", rounds, 1)
    epsilon = validation.positive("epsilon", epsilon)
    delta = validation.probability("delta", delta)
    lies = np.arange(rounds + 1)
    ways = np.array([math.comb(rounds, i) for i in lies], dtype=float)

    def excess(local: float) -> float:
        above = np.maximum(np.exp((rounds - lies) * local - rounds * np.logaddexp(0, local)), 0)
        below = np.exp(epsilon + lies * local - rounds * np.logaddexp(0, local))
        return float(ways @ np.maximum(above - below, 0)) - delta

    low, high = epsilon / rounds, epsilon
    if excess(high) <= 0:  # one round
        return high
    root = float(bracketed_root(excess, low, high, xtol=1e-10))
    while excess(root) > 0:
        root -= 1e-10
    return root
