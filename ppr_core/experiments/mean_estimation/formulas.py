"""The formulas of the experiment `mean_estimation`, with its numbers."""

from __future__ import annotations

import math
from dataclasses import replace

from ppr_core.channels import PrivUnitChannel
from ppr_core.decoder_privacy import worst_pair
from ppr_core.estimation.mean import report_information_bits
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.mean_estimation.result import MeanResult
from ppr_core.experiments.mean_estimation.schemes import csgm_noise, noise
from ppr_core.experiments.vocabulary.formulas import CODE_LENGTH, DECODER_LOSS, Rule, Slot, divergence_formula
from ppr_core.guarantees import ppr_overhead_bits

__all__ = ["formulas"]

_FIELDS = {
    "noise": "epsilon", "clients": "clients", "dimension": "dimension", "factor": "neighbours", "bits": "bits",
    "alpha": "alpha", "epsilon": "epsilon", "scale": "epsilon",
}  # fmt: skip
_CLIENTS, _DIMENSION = Slot("n", "clients"), Slot("d", "entries of a vector")
_NOISE = Slot(r"\tilde\sigma", "noise in each coordinate of the mean")
_CSGM_NOISE = Slot(r"\sigma_{\text{CSGM}}", "noise of the server, in each coordinate")
_ERROR = r"\frac{1}{d}\, \mathbb{E}\Vert \hat\mu - \mu \Vert^2 ="

GAUSSIAN = Rule(
    "Squared error per coordinate of the Gaussian mechanism, and of PPR",
    _ERROR,
    "<noise>^2",
    {"noise": _NOISE},
    lambda noise: noise**2,
    "ppr.corollary12",
)
DISTANCE = Rule(
    "How far one client moves the mean",
    r"\Delta =",
    r"\frac{<factor> \cdot \sqrt{<dimension>}}{<clients>}",
    {
        "factor": Slot("k", "1 to set its vector to 0, 2 to replace it"),
        "dimension": _DIMENSION,
        "clients": _CLIENTS,
    },
    lambda factor, dimension, clients: factor * math.sqrt(dimension) / clients,
    "The largest length of a vector is √d",
)
REPORT = Rule(
    "Noise of one client's report, which PPR simulates",
    "s =",
    r"\sqrt{<clients>} \cdot <noise>",
    {"clients": _CLIENTS, "noise": _NOISE},
    lambda clients, noise: math.sqrt(clients) * noise,
    "The mean of n such reports has noise σ̃",
)
SIZE = replace(
    CODE_LENGTH["zipf_shannon"],
    title="Theorem 5 with the Shannon code: bits of a whole vector in one message, at most",
    left=r"\ell = I(X; Z) + \eta_\alpha, \quad \mathbb{E}[\text{bits}] \le",
    slots={"index_bits": Slot(r"\ell", "bound on the mean of log₂ K", "bits")},
    source="ppr.theorem5",
)
CSGM_SIGNS = Rule(
    "Squared error per coordinate of CSGM",
    _ERROR,
    r"\frac{1 - <rate>}{<clients> \cdot <rate>} + <noise>^2",
    {
        "rate": Slot(r"\gamma", "share of the entries that is sent, b/d"),
        "clients": _CLIENTS,
        "noise": _CSGM_NOISE,
    },
    lambda rate, clients, noise: (1 - rate) / (clients * rate) + noise**2,
    "csgm.algorithm1",
)
CSGM = replace(
    CSGM_SIGNS,
    right="<sampling> + <noise>^2",
    slots={"sampling": Slot("S", "error of sampling, for these data"), "noise": _CSGM_NOISE},
    value=lambda sampling, noise: sampling + noise**2,
)
PRIVUNIT = Rule(
    "Squared error of PrivUnit, the sum over all coordinates",
    r"\mathbb{E}\Vert \hat\mu - \mu \Vert^2 =",
    r"\frac{1}{<clients>} \cdot \left(\frac{1}{<scale>^2} - 1\right)",
    {"scale": Slot("m", "scale of a report: E[Z] = m x"), "clients": _CLIENTS},
    lambda scale, clients: (1 / scale**2 - 1) / clients,
    "privunit.definition",
)
CANDIDATES = Rule(
    "Candidates that PPR and rejection look at for one report",
    "r^* = c_1 =",
    r"\frac{<probability>}{<mass>}",
    {
        "probability": Slot("p", "probability of a report within the cap around x"),
        "mass": Slot(r"\theta", "share of the sphere that is the cap"),
    },
    lambda probability, mass: probability / mass,
    "privunit.definition",
)
DECODER = replace(
    DECODER_LOSS,
    title="What PPR's decoder may learn",
    slots=DECODER_LOSS.slots | {"epsilon": Slot(r"\varepsilon", "local privacy of a client")},
    source="ppr.corollary11",
)


def formulas(result: MeanResult) -> tuple[Formula, ...]:
    """For central ε the Gaussian mechanism, PPR's size and CSGM; for local ε PrivUnit and its candidates."""
    return _central(result) if result.parameters.central else _local(result)


def _central(result: MeanResult) -> tuple[Formula, ...]:
    p = result.parameters
    n, d = p.shape
    sigma = {"noise": math.sqrt(result.headline.law)}
    estimates = Symbol(r"\hat\mu, \mu", "the server's estimate and the mean of the vectors", "d entries each")
    information, overhead = report_information_bits(noise(p, p.epsilon), **p.report), ppr_overhead_bits(p.alpha)
    size = (
        Symbol(r"\eta_\alpha", "overhead of PPR", overhead, "bits", "alpha"),
        Symbol("I(X; Z)", "information of a report", information, "bits"),
        Symbol("d", _DIMENSION.meaning, d, "", "dimension"),
    )
    return (
        GAUSSIAN.at(_FIELDS, digits=10, more=(estimates,), **sigma),
        DISTANCE.at(_FIELDS, digits=10, factor=2 if p.neighbours == "replace_one" else 1, dimension=d, clients=n),
        REPORT.at(_FIELDS, digits=10, clients=n, **sigma),
        SIZE.at(digits=10, more=size, index_bits=information + overhead),
        _csgm(result),
    )


def _csgm(result: MeanResult) -> Formula:
    p = result.parameters
    (n, d), sigma = p.shape, csgm_noise(p, p.epsilon, p.bits)
    bits = Symbol("b", "bits of a client", p.bits, "bits", "bits")
    fields = _FIELDS | {"noise": ""}
    if p.data == "signs":
        return CSGM_SIGNS.at(fields, digits=10, more=(bits,), rate=p.bits / d, clients=n, noise=sigma)
    sampling = max(result.at("csgm").law - sigma**2, 0.0)
    return CSGM.at(fields, digits=10, more=(bits,), sampling=sampling, noise=sigma)


def _local(result: MeanResult) -> tuple[Formula, ...]:
    p = result.parameters
    n, d = p.shape
    channel = PrivUnitChannel(dimension=d, epsilon=p.epsilon)
    cap = {"probability": channel.cap_probability, "mass": channel.cap_mass}
    e = Symbol(r"\varepsilon", "local privacy of a client", p.epsilon, "", "epsilon")
    return (
        PRIVUNIT.at(_FIELDS, digits=14, scale=channel.scale, clients=n),
        CANDIDATES.at(_FIELDS, digits=10, more=(e,), **cap),
        DECODER.at(_FIELDS, digits=8, alpha=p.alpha, epsilon=p.epsilon),
        *filter(None, [divergence_formula(worst_pair(channel), p.alpha, {"alpha": "alpha"})]),
    )
