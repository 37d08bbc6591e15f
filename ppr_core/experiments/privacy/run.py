"""Privacy: what compressors promise against the database and the decoder, and what can be proven of them by a run.

Promises are theorems of Liu, Chen, Özgür, Li: Universal exact compression of differentially private mechanisms (NeurIPS
2024) and of the compressors' own papers. What is proven comes from an audit (`ppr_core.diagnostics.audit`) and, where
the law of the index is known, from enumeration (`ppr_core.diagnostics.index_laws`).
"""

from __future__ import annotations

import numpy as np

from ppr_core import representation
from ppr_core.compressors import PoissonPrivateRepresentation
from ppr_core.diagnostics import Mean
from ppr_core.diagnostics.audit import audit
from ppr_core.diagnostics.examination import examine
from ppr_core.diagnostics.loss import mechanism_loss
from ppr_core.diagnostics.output_cells import output_cells
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.privacy.parameters import COMPARED, PrivacyParameters
from ppr_core.experiments.privacy.result import Measured, Mechanism, PrivacyResult, enumerated_tables
from ppr_core.experiments.vocabulary.schemes import SCHEMES, Settings
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import exponential, number

__all__ = ["SENT", "STREAMS", "cost", "program", "run"]

#: Numbers of the random streams of a run. They stay when another compressor joins, and so do all results.
STREAMS: dict[str, int] = {
    name: place
    for place, name in enumerate(
        ("ppr", "pfr", "greedy_rejection", "truncated_ppr", "mrc", "modified_mrc", "genprot", "bassily_smith",
         "mechanism", "tradeoff", "rejection")
    )
}  # fmt: skip
#: Orders of PPR at which real messages are sent -> the number of their random stream, which stays.
SENT: dict[float, int] = {1.05: 0, 1.2: 2, 1.5: 4, 3.0: 6, 10.0: 8}
_CURVE = 121  # points of a curve along ε
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
    channel, base = parameters.channel(), _mechanism(parameters)
    absent = {name: SCHEMES[name].missing(channel) for name in COMPARED if SCHEMES[name].missing(channel)}
    found: dict[str, Measured] = {}

    def result(along: dict[float, Mean]) -> PrivacyResult:
        ordered = tuple(found[name] for name in COMPARED if name in found)
        return PrivacyResult(parameters, base, ordered, absent, along)

    waiting = sorted((name for name in COMPARED if name not in absent), key=parameters.scheme.__ne__)
    steps = Steps(progress, [1.0] * (len(waiting) + 1))
    for place, name in enumerate(waiting):
        if found:
            steps.partial = result({})
            steps.tell(place, f"{SCHEMES[name].label} is next")
        found[name] = _measure(name, parameters, base)
    steps.partial = result({})
    steps.tell(len(waiting), "PPR along α")
    return result(_tradeoff(parameters))


def _mechanism(p: PrivacyParameters) -> Mechanism:
    """The privacy loss of the mechanism itself, along ε from 0 to three times its own."""
    rng = np.random.default_rng([p.seed, STREAMS["mechanism"]])
    loss = mechanism_loss(p.channel(), *p.inputs(), rng)
    epsilons = np.linspace(0.0, 3 * p.epsilon, _CURVE)
    return Mechanism(p.channel().privacy(p.delta), epsilons, loss.delta(epsilons), loss.survival(epsilons))


def _measure(scheme: str, p: PrivacyParameters, base: Mechanism) -> Measured:
    compressor, code = p.compressor(scheme, p.channel()), SCHEMES[scheme].code(p.settings)
    found = examine(
        compressor,
        *p.inputs(),
        SharedRandomness(p.seed),
        np.random.default_rng([p.seed, STREAMS[scheme]]),
        encodes=p.encodes,
        epsilons=base.epsilons,
        code=code,
        delta=p.delta,
        tables=p.tables,
        confidence=p.confidence,
        enumerated=enumerated_tables(p),
    )
    fallback = p.any_generator().privacy()[1] if scheme == "rejection" else None
    return Measured(scheme=scheme, code=code.label, fallback=fallback, **vars(found))


def _tradeoff(p: PrivacyParameters) -> dict[float, Mean]:
    """Bits of PPR at several α, each from an eighth of the encodes."""
    channel, (x, _), shared = p.channel(), p.inputs(), SharedRandomness(p.seed)
    batch, found = np.broadcast_to(x, (max(100, p.encodes // 8), *x.shape)), {}
    for alpha, place in SENT.items():
        rng = np.random.default_rng([p.seed, STREAMS["tradeoff"], place])
        ppr = PoissonPrivateRepresentation(channel, alpha)
        messages = ppr.encode(batch, shared, rng, first_table=p.tables + p.encodes)
        found[alpha] = Mean.of(messages.lengths("elias_delta").astype(float))
    return found


def program(p: PrivacyParameters) -> str:
    """A program against ``ppr_core``; what it prints is the first number of the page."""
    channel, inputs = p.channel(), p.inputs()
    compressor = p.compressor(p.scheme, channel)
    x, other = (str(int(one)) if one.ndim == 0 else representation.vector(one) for one in inputs)
    delta = min(1.0, 2 * channel.privacy(p.delta).delta)
    allowed = f", delta={delta!r}" if delta else ""
    used = [type(channel), *representation.classes(compressor), audit, SharedRandomness]
    if p.scheme == "rejection":  # its seeds never come twice
        used.append(output_cells)
        allowed += ", seen=output_cells(compressor)"
    body = f"""\
channel = {channel!r}
compressor = {representation.on_channel(compressor)}
x, other = {x}, {other}
rng = np.random.default_rng([{p.seed}, {STREAMS[p.scheme]}])
found = audit(
    compressor, x, other, SharedRandomness({p.seed}), rng,
    encodes={p.encodes}, tables={p.tables}, confidence={p.confidence!r}{allowed},
)
print(f"{{found.epsilon:.6g}} is the least ε, {{found.hits[0]}} hits against {{found.hits[1]}} of {{found.encodes}}")
"""
    return representation.program(body, *used)
