"""What an unchanged limit for the decoder costs by three accounts of it: the 20 forms of docs/decoder_privacy.md.

    python -m benchmarks.limits

Each row has the largest α and the bits of a report where Rényi divergences hold the decoder, where the law of the loss
with the times does, by which Parameter check goes, and where the upper end of list and index does, for mechanisms of
which any two inputs are a relabelling of any other two. All reports are one message.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ppr_core.decoder_privacy import decoder_epsilon, decoder_privacy
from ppr_core.planning import Setup, round_down, solve
from ppr_core.wording import number

__all__ = ["FORMS", "accounts", "main"]

_GAUSSIAN = {"task": "gaussian", "delta": 1e-6, "dimension": 100}
#: ε, the decoder's limit at δ′ = 2·10⁻⁶, and what else the form says.
FORMS: tuple[tuple[float, float, dict[str, Any]], ...] = (
    *((own, limit, _GAUSSIAN) for own, limit in ((1.0, 4.0), (1.0, 2.0), (0.5, 2.0), (2.0, 8.0), (4.0, 16.0))),
    (1.0, 4.0, _GAUSSIAN | {"dimension": 1}),
    (1.0, 4.0, _GAUSSIAN | {"dimension": 1000}),
    (8.0, 32.0, _GAUSSIAN),
    (1.0, 4.0, _GAUSSIAN | {"task": "mean", "target": "local"}),
    *((own, limit, {"task": "laplace", "dimension": 1}) for own, limit in ((1.0, 4.0), (2.0, 4.0))),
    (1.0, 4.0, {"task": "laplace", "dimension": 3}),
    (4.0, 8.0, {"task": "laplace", "dimension": 100}),
    (1.0, 3.0, {"task": "categories", "categories": 2}),
    (1.0, 4.0, {"task": "categories", "categories": 16}),
    (2.0, 6.0, {"task": "categories", "categories": 100}),
    (2.0, 8.0, {"task": "categories", "categories": 1000}),
    (1.0, 2.5, {"task": "categories", "categories": 16, "decoder_delta": 1e-2}),
    (4.0, 16.0, {"task": "privunit", "dimension": 1000}),
    (2.0, 5.0, {"task": "privunit", "dimension": 100}),
)
_HALVINGS, _SPAN = 14, 1.6  # of α, and how many times the α of the law with the times is looked at


def accounts(setup: Setup, *, lists: int = 12_000) -> list[tuple[float, float]]:
    """The largest α, rounded down to four digits, and its bits by Rényi divergences, by the law, and by list and index
    where these hold for all inputs."""
    plan, limit, delta = solve(setup), setup.decoder_epsilon, setup.decoder_delta
    channel, _ = plan.settled.kind.channel(plan.settled, setup.dimension)
    found = [_largest(lambda alpha: decoder_privacy(channel, alpha, delta).epsilon <= limit, 1.01, plan.alpha)]
    found.append(plan.alpha)
    if setup.task == "categories":

        def listed(alpha: float) -> bool:
            return decoder_epsilon(channel, alpha, delta, lists=lists, width=0.0).promised <= limit

        found.append(_largest(listed, plan.alpha, _SPAN * plan.alpha))
    return [(alpha, solve(setup.replace(alpha=alpha)).bits) for alpha in found]


def _largest(holds: Callable[[float], bool], low: float, high: float) -> float:
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return round_down(low)


def main() -> None:
    """Print the table."""
    print("| form | ε | limit |" + " α | bits |" * 3 + "\n" + "|---" * 9 + "|")
    for own, limit, fields in FORMS:
        setup = Setup(**{"epsilon": own, "decoder_epsilon": limit, "decoder_delta": 2e-6, **fields})
        cells = [number(value, 4) for pair in accounts(setup) for value in pair]
        name = ", ".join(f"{key} {value}" for key, value in fields.items())
        print(f"| {name} | {number(own)} | {number(limit)} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
