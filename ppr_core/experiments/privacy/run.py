"""Privacy: what compressors promise against the database and the decoder, and what can be proven of them by a run.

Promises are theorems of Liu, Chen, Özgür, Li: Universal exact compression of differentially private mechanisms (NeurIPS
2024) and of the compressors' own papers. What is proven comes from an audit (`ppr_core.diagnostics.audit`) and, where
the law of the index is known, from enumeration (`ppr_core.diagnostics.index_laws`).
"""

from __future__ import annotations

import numpy as np

from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.privacy.guarantees import statements
from ppr_core.experiments.privacy.measure import SENT, enumerated_tables, measure, mechanism, tradeoff
from ppr_core.experiments.privacy.parameters import COMPARED, PrivacyParameters
from ppr_core.experiments.privacy.result import PrivacyResult
from ppr_core.experiments.vocabulary.schemes import SCHEMES, Settings
from ppr_core.wording import exponential, number

__all__ = ["cost", "run"]

_FIXED, _EACH = 0.01, 0.0015  # seconds of a run, and of every compressor, besides its encodes


def cost(parameters: PrivacyParameters) -> Cost:
    """Three times n encodes of every compressor (two inputs, and a sample to decode), and PPR along α."""
    p, channel, x = parameters, parameters.channel(), parameters.inputs()[0]
    runs = [SCHEMES[name] for name in COMPARED if not SCHEMES[name].missing(channel)]
    each = [scheme.seconds(scheme, channel, x, p.settings) for scheme in runs]
    ppr = SCHEMES["ppr"]
    along = sum(ppr.seconds(ppr, channel, x, Settings(alpha=alpha)) for alpha in SENT)
    enumerated = 6e-8 * enumerated_tables(p) * p.candidates * min(64, p.candidates)
    slowest = runs[int(np.argmax(each))]
    bound = float(np.max(channel.log_ratio_bound()))
    work = f"N = {p.candidates}" if slowest.finite_list else f"r* = {exponential(bound)}"
    return Cost(
        seconds=_FIXED + enumerated + _EACH * len(runs) + 3 * p.encodes * sum(each) + p.encodes / 8 * along,
        memory_bytes=SCHEMES["mrc"].memory_bytes(channel, p.settings) + 400.0 * p.encodes,
        reason=f"{work} candidates for each of {number(3 * p.encodes)} messages of {slowest.label}",
    )


def run(parameters: PrivacyParameters, progress: Progress | None = None) -> PrivacyResult:
    """Measure the chosen compressor first, then the others in their order."""
    channel, base = parameters.channel(), mechanism(parameters)
    reasons = {name: SCHEMES[name].missing(channel) for name in COMPARED}
    promises, found, along = statements(parameters), {}, None

    def result() -> PrivacyResult:
        ordered = tuple(found[name] for name in COMPARED if name in found)
        absent = {name: reason for name, reason in reasons.items() if reason}
        return PrivacyResult(parameters, base, ordered, absent, promises, along)

    waiting = sorted((name for name, reason in reasons.items() if not reason), key=parameters.scheme.__ne__)
    steps = Steps(progress, [1.0] * (len(waiting) + 1))
    for place, name in enumerate(waiting):
        if found:
            steps.partial = result()
            steps.tell(place, f"{SCHEMES[name].label} is next")
        found[name] = measure(name, parameters, base)
    steps.partial = result()
    steps.tell(len(waiting), "PPR along α")
    along = tradeoff(parameters)
    return result()
