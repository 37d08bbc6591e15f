"""What the number N of candidates looked at tells a clock, when PPR looks at them in candidate order.

**Statement.** Let the search look at candidates in increasing S = T V^{1/α}, V ~ Exp(1), and stop before the first with
S >= r·min S/r_x(Z) over those before it, r >= sup r_x. Then N is geometric with success probability 1/r, whatever α and
P_x are, and independent of the output Z_K. So with one r for all inputs a clock learns nothing from N, and with
r = sup r_x it tells apart two geometric laws.

**Proof.** By the mapping theorem the points (S, Z) are a Poisson process of intensity g ds Q(dz), g = Γ(1 − 1/α); take
gS for S. Then (S/r_x(Z), Z) has intensity dθ P_x(dz): the least θ is Θ ~ Exp(1), independent of the winner's Z ~ P_x.
The candidates looked at are the winner and those with S < rΘ and S/r_x(Z) > Θ, a Poisson number of mean
∫₀^{rΘ} Q(r_x < s/Θ) ds = Θ (r − E_Q min(r_x, r)) = (r − 1)Θ. Given Θ it is independent of Z, and
1 + Poisson((r − 1)Θ) is geometric with success probability 1/r. ∎

An implementation that looks at several candidates at once, or in order of time, has another N, of which
tests say how much it tells.
"""

from __future__ import annotations

import math

from ppr_core import validation

__all__ = ["clock_delta"]


def clock_delta(epsilon: float, log_first: float, log_second: float) -> float:
    """δ(ε) of N between two inputs, at most which an event is likelier under the first than e^ε times the second.

    epsilon: ε >= 0 in nats; log_first, log_second: ln r >= 0 by which the two searches stop. The ratio of two geometric
    laws is monotone in n, so the best event is N >= m or N <= m.

    >>> import math
    >>> from ppr_core.decoder_privacy import clock_delta
    >>> clock_delta(0.0, math.log(2), math.log(2)), round(clock_delta(0.0, math.log(2), 0.0), 6)
    (0.0, 0.5)
    """
    epsilon = validation.real("epsilon", epsilon, 0.0)
    first, second = (
        math.exp(-validation.real(name, value, 0.0))
        for name, value in (("log_first", log_first), ("log_second", log_second))
    )
    if first == second:
        return 0.0
    fail_first, fail_second = (math.log1p(-chance) if chance < 1 else -math.inf for chance in (first, second))
    if math.isinf(fail_second):  # the second looks at one candidate and stops
        return 1.0 - first
    level = epsilon + log_first - log_second  # (n − 1)(fail_first − fail_second) has to pass it
    if first < second:  # large N speak for the first input
        count = max(math.floor(level / (fail_first - fail_second)) + 1, 0) if level >= 0 else 0
        return max(math.exp(count * fail_first) - math.exp(epsilon + count * fail_second), 0.0)
    if level >= 0:
        return 0.0
    if math.isinf(fail_first):
        return max(1.0 - math.exp(epsilon) * second, 0.0)
    count = math.ceil(level / (fail_first - fail_second))
    return max(-math.expm1(count * fail_first) + math.exp(epsilon) * math.expm1(count * fail_second), 0.0)
