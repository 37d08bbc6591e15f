"""How wrong minimal random coding is on Laplace noise, exactly, for every number of candidates.

Among N candidates Z_i ~ Q one is chosen with probability r(Z_i)/Σ_j r(Z_j), so the decoded Z has the density

    P_N(z) = P(z) w_N(r(z)),   w_N(r) = E[N/(r + Σ_{j=2}^N r(Z_j))] = N ∫₀^∞ e^{−tr} φ(t)^{N−1} dt,

with φ(t) = E_Q e^{−t r(Z)}, because 1/s = ∫₀^∞ e^{−ts} dt and the candidates are independent. By symmetry
E_{P_N} Z = m x; Z/m has the mean x and the squared error E‖Z‖²/m² − ‖x‖². Havasi, Peharz, Hernández-Lobato 2019
describe the scheme; nothing there says how far it is from P at a finite N.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ppr_core import validation
from ppr_core.channels import LaplaceChannel
from ppr_core.index_law.laplace_ratio import laplace_nodes

__all__ = ["listed_laplace_error"]

_STEP = 0.5  # of ln t: the trapezoidal rule then errs by e^−20, as e^{−t} is analytic for |arg t| < π/2
_CUT = 1e-10  # of w on the left
_LAST = 50.0  # e^−50 is left out on the right
_RELEVANT = 1e-14  # mass of a node


def listed_laplace_error(channel: LaplaceChannel, candidates: Sequence[int]) -> np.ndarray:
    """E‖Z/m − x‖² of one message at ‖x‖ = C for every number of candidates N >= 1, (n,); ∞ for N = 1,
    where Z knows nothing of x.

    m depends on ‖x‖, which the decoder does not know: shorter vectors are stretched by m(C), too. Limit for N → ∞ is
    the mechanism's own d(d + 1)/ε². By quadrature, to about
    10⁻⁵ of itself even at N = 2²⁴, which takes the error of φ N times.
    """
    counts = np.array([validation.integer("candidates", count, 1) for count in candidates])
    norm = channel.norm_bound
    nodes = np.array(laplace_nodes(channel, norm))
    gap, length, log_proposal, log_output = nodes[:, np.maximum(nodes[2], nodes[3]) > math.log(_RELEVANT)]
    ratio, mass, output = np.exp(log_output - log_proposal), np.exp(log_proposal), np.exp(log_output)
    mass /= mass.sum()  # the N − 1st power of φ takes its error N times
    kept = output > _RELEVANT
    first = math.log(_CUT / counts.max()) - max(0.0, math.log(ratio[kept].max()))
    log_t = np.arange(first, math.log(_LAST / ratio[kept].min()), _STEP)
    decay = np.exp(-np.outer(ratio, np.exp(log_t)))
    with np.errstate(divide="ignore"):
        powers = np.outer(np.log(np.minimum(mass @ decay, 1.0)), counts - 1)
    weights = _STEP * counts * np.exp(log_t[:, None] + np.where(counts == 1, 0.0, powers))
    law = output[kept, None] * (decay[kept] @ weights)
    along = (norm**2 + length**2 - gap**2)[kept] / 2  # ⟨z, x⟩
    scale, square = along @ law / norm**2, length[kept] ** 2 @ law
    return np.where(counts > 1, square / np.maximum(scale, _CUT) ** 2 - norm**2, math.inf)
