"""Privacy: what compressors promise against the database and the decoder, and what can be proven of them by a run.

Promises are theorems of Liu, Chen, Özgür, Li: Universal exact compression of differentially private mechanisms (NeurIPS
2024) and of the compressors' own papers. What is proven comes from an audit (`ppr_core.diagnostics.audit`) and, where
the law of the index is known, from enumeration (`ppr_core.diagnostics.index_laws`).
"""

from __future__ import annotations

import math

import numpy as np

from ppr_core.channels import Channel, FiniteChannel, GaussianChannel, LaplaceChannel
from ppr_core.experiments.contract import Cost, Experiment, Progress
from ppr_core.experiments.privacy.guarantees import statements
from ppr_core.experiments.privacy.measure import ALPHAS, enumerated_tables, measure, mechanism, tradeoff
from ppr_core.experiments.privacy.parameters import FINITE, PrivacyParameters
from ppr_core.experiments.privacy.result import PrivacyResult
from ppr_core.experiments.privacy.schemes import SCHEMES, STREAMS, USES_CANDIDATES, missing, program, scheme_seconds
from ppr_core.experiments.vocabulary.schemes import encode_bytes
from ppr_core.wording import number

__all__ = ["EXPERIMENT", "PrivacyParameters", "PrivacyResult", "cost", "run", "snippet"]

_FIXED, _EACH = 0.01, 0.0015  # seconds of a run, and of every compressor, besides its encodes


def cost(parameters: PrivacyParameters) -> Cost:
    """Three times n encodes of every compressor (two inputs, and a sample to decode), and PPR along α."""
    p, channel, x = parameters, parameters.channel(), parameters.inputs()[0]
    runs = [scheme for scheme in SCHEMES if not missing(scheme, channel)]
    each = {scheme: scheme_seconds(scheme, channel, x, p.alpha, p.candidates) for scheme in runs}
    along = sum(scheme_seconds("ppr", channel, x, alpha, p.candidates) for alpha in ALPHAS)
    enumerated = 6e-8 * enumerated_tables(p) * p.candidates * min(64, p.candidates)
    slowest = max(each, key=each.__getitem__)
    size = float(np.max(channel.log_ratio_bound()))
    work = f"N = {p.candidates}" if slowest in USES_CANDIDATES else f"r* = {number(math.exp(min(size, 700.0)), 2)}"
    return Cost(
        seconds=_FIXED + enumerated + _EACH * len(runs) + 3 * p.encodes * sum(each.values()) + p.encodes / 8 * along,
        memory_bytes=encode_bytes("mrc", channel, candidates=p.candidates) + 400.0 * p.encodes,
        reason=f"{work} candidates for each of {number(3 * p.encodes)} messages of {SCHEMES[slowest]}",
    )


def run(parameters: PrivacyParameters, progress: Progress | None = None) -> PrivacyResult:
    """Measure the chosen compressor first, then the others in their order."""
    channel, base = parameters.channel(), mechanism(parameters)
    reasons = {scheme: missing(scheme, channel) for scheme in SCHEMES}
    promises, found, along = statements(parameters), {}, None

    def result() -> PrivacyResult:
        ordered = tuple(found[scheme] for scheme in SCHEMES if scheme in found)
        absent = {scheme: reason for scheme, reason in reasons.items() if reason}
        return PrivacyResult(parameters, base, ordered, absent, promises, along)

    waiting = sorted((scheme for scheme, reason in reasons.items() if not reason), key=parameters.scheme.__ne__)
    for place, scheme in enumerate(waiting):
        if progress is not None and found:
            progress(place / (len(waiting) + 1), f"{SCHEMES[scheme]} is next", result())
        found[scheme] = measure(scheme, parameters, base)
    if progress is not None:
        progress(len(waiting) / (len(waiting) + 1), "PPR along α", result())
    along = tradeoff(parameters)
    return result()


def snippet(parameters: PrivacyParameters) -> str:
    """A program that prints the ε proven by the audit of the chosen compressor."""
    p, channel = parameters, parameters.channel()
    made, imported = _channel(p, channel)
    kind, arguments = program(p.scheme, p.alpha, p.candidates, p.gamma)
    ends = f"0, {p.categories - 1}" if p.mechanism in FINITE else f"np.eye({p.dimension})[0], -np.eye({p.dimension})[0]"
    delta = min(1.0, 2 * channel.privacy(p.delta).delta)
    allowed = f", delta={delta!r}" if delta else ""
    if p.scheme == "rejection":  # its seeds never come twice
        imported = f"from ppr_core.experiments.privacy.measure import output_cells\n{imported}"
        allowed += ", seen=output_cells(compressor)"
    return f"""\
import numpy as np
from ppr_core.channels import {type(channel).__name__}
from ppr_core.compressors import {kind}
from ppr_core.diagnostics.audit import audit
{imported}from ppr_core.randomness import SharedRandomness

channel = {made}
compressor = {kind}(channel{arguments})
x, other = {ends}
rng = np.random.default_rng([{p.seed}, {STREAMS[p.scheme]}])
found = audit(
    compressor, x, other, SharedRandomness({p.seed}), rng,
    encodes={p.encodes}, tables={p.tables}, confidence={p.confidence!r}{allowed},
)
print(f"{{found.epsilon:.6g}} is the least ε, {{found.hits[0]}} hits against {{found.hits[1]}} of {{found.encodes}}")
"""


def _channel(p: PrivacyParameters, channel: Channel) -> tuple[str, str]:
    """The program's lines that make the mechanism, and import what that takes."""
    if isinstance(channel, FiniteChannel):
        imported = "from ppr_core.experiments.privacy.parameters import truncated_geometric\n"
        return f"FiniteChannel(truncated_geometric({p.categories}, {p.epsilon!r}))", imported
    if isinstance(channel, LaplaceChannel):
        return f"LaplaceChannel(dimension={p.dimension}, epsilon={p.epsilon / 2!r}, norm_bound=1.0)", ""
    if isinstance(channel, GaussianChannel):
        return f"GaussianChannel(dimension={p.dimension}, noise_std={channel.noise_std!r}, norm_bound=1.0)", ""
    return f"RandomizedResponseChannel(size={p.categories}, epsilon={p.epsilon!r})", ""


EXPERIMENT = Experiment(
    name="privacy",
    parameters=PrivacyParameters,
    cost=cost,
    run=run,
    snippet=snippet,
    presets={
        "All nine on 4 categories": (
            PrivacyParameters(),
            "Four categories at ε = 1: the promises of nine compressors, and what two thousand encodes prove of them.",
        ),
        "Fifty thousand encodes": (
            PrivacyParameters(encodes=50_000, tables=16),
            "The audits come closer to the truth, and that of PFR goes on growing.",
        ),
        "PFR: exact but not private": (
            PrivacyParameters(scheme="pfr", encodes=20_000),
            "At α = ∞ some indices never occur for one of the inputs: the bound grows with every further encode.",
        ),
        "MRC with four candidates": (
            PrivacyParameters(scheme="mrc", candidates=4, encodes=10_000),
            "Two bits and a factor of 2 at most, but the outputs no longer follow the mechanism's law.",
        ),
        "Pseudorandom rejection": (
            PrivacyParameters(scheme="rejection", encodes=10_000),
            "Feldman, Talwar 2021: a seed of 128 bits in place of an index, and ε itself while the generator holds.",
        ),
        "PPR with α close to 1": (
            PrivacyParameters(alpha=1.05, encodes=10_000),
            "The factor 2α falls to 2.1, messages grow to 30 bits; Theorem 10 would need α almost 10⁵ times closer.",
        ),
        "Laplace noise": (
            PrivacyParameters(mechanism="laplace", encodes=10_000),
            "A number in [−1, 1] with Laplace noise: what needs finitely many outputs cannot run.",
        ),
        "Gaussian noise in ten dimensions": (
            PrivacyParameters(mechanism="gaussian", dimension=10, encodes=10_000),
            "(1, 10⁻⁶)-privacy: of the promises only Theorem 8 is left.",
        ),
    },
    dial="encodes",
)
