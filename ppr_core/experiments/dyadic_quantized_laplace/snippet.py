"""The program that prints the first number of the experiment `dql`."""

from __future__ import annotations

from ppr_core.experiments.dyadic_quantized_laplace.parameters import DqlParameters

__all__ = ["snippet"]


def snippet(parameters: DqlParameters) -> str:
    """The mean length and the messages sent, or the smallest ν that keeps the bits."""
    p = parameters
    if p.show == "tradeoff":
        return f"""\
import numpy as np
from ppr_core.compressors import smallest_relaxation

for epsilon in np.linspace({p.lowest!r}, {p.highest!r}, {p.points}):
    nu = smallest_relaxation(epsilon=epsilon, bits={p.budget}, radius=1.0, code="{p.code}")
    print(f"epsilon {{epsilon:.4g}}: nu = {{nu:.6g}}, decoder {{nu * epsilon:.6g}}, error {{2 / epsilon**2:.4g}}")
"""
    return f"""\
import numpy as np
from ppr_core.compressors import DyadicQuantizedLaplace
from ppr_core.randomness import SharedRandomness

mechanism = DyadicQuantizedLaplace(epsilon={p.epsilon!r}, nu={p.nu!r})
x, shared = np.full({p.samples}, {p.x!r}), SharedRandomness({p.seed})
sent = mechanism.encode(x, shared, np.random.default_rng([{p.private_seed}, 1]))
z = mechanism.decode(sent, shared)
print(f"expected: {{mechanism.expected_bits({p.x!r}, '{p.code}'):.6f}} bits for {p.x!r}")
print(f"measured: {{sent.lengths('{p.code}').mean():.6f}} bits, mean squared error {{np.mean((z - x) ** 2):.6g}}")
"""
