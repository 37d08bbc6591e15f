"""What the exactness experiment says about pseudorandom rejection, under a good and under a weak generator."""

from __future__ import annotations

import math

from ppr_core.compressors import PseudorandomRejection
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.exactness.parameters import ExactnessParameters
from ppr_core.experiments.exactness.result import ExactnessResult
from ppr_core.experiments.vocabulary.schemes import SCHEMES, WEAK
from ppr_core.wording import latex, number

__all__ = ["generator_notices", "missed_formula"]


def generator_notices(result: ExactnessResult) -> tuple[str, ...]:
    """What the seeds' generator is needed for: of each of the two that is shown, one sentence or two."""
    said = {"rejection": _good, "weak_rejection": _weak}
    return tuple(said[arm.scheme](result.parameters) for arm in result.arms if arm.scheme in said)


def _good(p: ExactnessParameters) -> str:
    compressor = _compressor(p, "rejection")
    return (
        f"Pseudorandom rejection sends a seed; the first J = {number(float(compressor.tries))} are all refused with "
        f"probability {number(_missed(compressor), 2)}, below γ. SHAKE-256 makes a candidate of each. It has to be "
        "cryptographic: no efficient test, the density ratio included, may tell its candidates from samples of the "
        "proposal. Then the output is within γ of the law, in total variation (Lemma 3.3), and the seed tells no more "
        "than the output does (Lemma 3.7)."
    )


def _weak(p: ExactnessParameters) -> str:
    promise, own = _compressor(p, "weak_rejection").privacy()[1].epsilon, p.channel().privacy().epsilon
    kept = (
        f"Of privacy ε = {number(promise)} remains, where the mechanism has {number(own)} (Lemma 3.6)."
        if math.isfinite(promise)
        else "Privacy with a bad generator needs a density ratio with a lower limit (Lemma 3.6), which is missing here."
    )
    return (
        f"The weak generator reads {WEAK.bits} bits of a seed: 2¹²⁸ seeds make {1 << WEAK.bits} candidates. Accepting "
        f"by the density ratio among so few does not give the mechanism's law, however many seeds are tried. {kept}"
    )


def missed_formula(result: ExactnessResult) -> Formula:
    """How often every try fails, the only way in which rejection with a good generator leaves the law."""
    p = result.parameters
    compressor = _compressor(p, "rejection")
    ratio, tries = math.exp(min(compressor.log_cap, 700.0)), compressor.tries
    return Formula(
        "Rejection: how often J seeds are all refused",
        r"\left(1 - \frac{1}{r^*}\right)^{J} \le \gamma, \qquad J = \left\lceil r^* \ln\frac{1}{\gamma} \right\rceil",
        rf"\left(1 - \frac{{1}}{{{latex(ratio, 12)}}}\right)^{{{tries}}}",
        _missed(compressor),
        (
            Symbol("r^*", "largest density ratio, over all inputs", ratio),
            Symbol("J", "most seeds tried, then one is sent unseen", float(tries)),
            Symbol(r"\gamma", "what rejection may miss", p.gamma, "", "gamma"),
        ),
        "rejection.algorithm1",
    )


def _compressor(p: ExactnessParameters, scheme: str) -> PseudorandomRejection:
    found = SCHEMES[scheme].build(p.channel(), p.settings)
    assert isinstance(found, PseudorandomRejection)
    return found


def _missed(compressor: PseudorandomRejection) -> float:
    """(1 − 1/r*)^J."""
    accepted = math.exp(-compressor.log_cap)
    return math.exp(compressor.tries * math.log1p(-accepted)) if accepted < 1 else 0.0
