"""The formulas of the experiment `mean_estimation`, with its numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ppr_core.channels import PrivUnitChannel
from ppr_core.estimation.mean import ppr_size_bits
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.mean_estimation.schemes import csgm_noise, noise
from ppr_core.guarantees import ppr_overhead_bits
from ppr_core.wording import latex

if TYPE_CHECKING:
    from ppr_core.experiments.mean_estimation.result import MeanResult

__all__ = ["formulas"]


def formulas(result: MeanResult) -> tuple[Formula, ...]:
    return _central(result) if result.parameters.central else _local(result)


def _central(result: MeanResult) -> tuple[Formula, ...]:
    p = result.parameters
    n, d = p.shape
    sigma = math.sqrt(result.headline.law)
    mean_noise = Symbol(r"\tilde\sigma", "noise in each coordinate of the mean", sigma, "", "epsilon")
    clients, entries = Symbol("n", "clients", n, "", "clients"), Symbol("d", "entries of a vector", d, "", "dimension")
    distance = math.sqrt(d) / n * (2 if p.neighbours == "replace_one" else 1)
    factor = "2" if p.neighbours == "replace_one" else "1"
    return (
        Formula(
            "Squared error per coordinate of the Gaussian mechanism, and of PPR",
            r"\frac{1}{d}\, \mathbb{E}\Vert \hat\mu - \mu \Vert^2 = \tilde\sigma^2",
            f"{latex(sigma, 10)}^2",
            result.headline.law,
            (
                mean_noise,
                Symbol(r"\hat\mu, \mu", "the server's estimate and the mean of the vectors", "d entries each"),
            ),
            "ppr.corollary12",
        ),
        Formula(
            "How far one client moves the mean",
            r"\Delta = \frac{k \sqrt{d}}{n}",
            rf"\frac{{{factor} \cdot \sqrt{{{d}}}}}{{{n}}}",
            distance,
            (
                Symbol("k", "1 to add or remove a client, 2 to replace its vector", int(factor), "", "neighbours"),
                entries,
                clients,
            ),
            "The largest length of a vector is √d",
        ),
        Formula(
            "Noise of one client's report, which PPR simulates",
            r"s = \sqrt{n}\, \tilde\sigma",
            rf"\sqrt{{{n}}} \cdot {latex(sigma, 10)}",
            math.sqrt(n) * sigma,
            (clients, mean_noise),
            "The mean of n such reports has noise σ̃",
        ),
        _size(result, entries),
        _csgm(result, clients),
    )


def _size(result: MeanResult, entries: Symbol) -> Formula:
    p = result.parameters
    n, d = p.shape
    information = "signs" if p.data == "signs" else "gaussian"
    value = ppr_size_bits(noise(p, p.epsilon), dimension=d, clients=n, alpha=p.alpha, information=information)
    length = _length(value)
    text = latex(length, 10)
    return Formula(
        "Theorem 5 with the Shannon code: bits of a whole vector in one message, at most",
        r"\ell + \log_2(\ell + 1) + 2, \quad \ell = I(X; Z) + \eta_\alpha",
        rf"{text} + \log_2({text} + 1) + 2",
        value,
        (
            Symbol(r"\ell", "bound on the mean of log₂ K", length, "bits"),
            Symbol(r"\eta_\alpha", "overhead of PPR", ppr_overhead_bits(p.alpha), "bits", "alpha"),
            Symbol("I(X; Z)", "information of a report", max(length - ppr_overhead_bits(p.alpha), 0.0), "bits"),
            entries,
        ),
        "ppr.theorem5",
    )


def _length(size: float) -> float:
    """ℓ of a size ℓ + log2(ℓ + 1) + 2, by Newton's method."""
    length = size
    for _ in range(60):
        length -= (length + math.log2(length + 1) + 2 - size) / (1 + 1 / ((length + 1) * math.log(2)))
    return length


def _csgm(result: MeanResult, clients: Symbol) -> Formula:
    p, run = result.parameters, result.at("csgm")
    sigma = csgm_noise(p, p.epsilon, p.bits)
    sampling = max(run.law - sigma**2, 0.0)
    symbols = (
        Symbol("S", "error of sampling, for these data", sampling),
        Symbol(r"\sigma_{\text{CSGM}}", "noise of the server, in each coordinate", sigma),
        Symbol("b", "bits of a client", p.bits, "bits", "bits"),
    )
    if p.data != "signs":
        return Formula(
            "Squared error per coordinate of CSGM",
            r"S + \sigma_{\text{CSGM}}^2",
            f"{latex(sampling, 10)} + {latex(sigma, 10)}^2",
            run.law,
            symbols,
            "csgm.algorithm1",
        )
    n, d = p.shape
    share = rf"\frac{{{p.bits}}}{{{d}}}"
    return Formula(
        "Squared error per coordinate of CSGM",
        r"\frac{1 - \gamma}{n \gamma} + \sigma_{\text{CSGM}}^2, \quad \gamma = \frac{b}{d}",
        rf"(1 - {share}) / ({n} \cdot {share}) + {latex(sigma, 10)}^2",
        run.law,
        (*symbols[1:], clients),
        "csgm.algorithm1",
    )


def _local(result: MeanResult) -> tuple[Formula, ...]:
    p = result.parameters
    n, d = p.shape
    channel = PrivUnitChannel(dimension=d, epsilon=p.epsilon)
    scale = latex(channel.scale, 14)
    e = Symbol(r"\varepsilon", "local privacy of a client", p.epsilon, "", "epsilon")
    return (
        Formula(
            "Squared error of PrivUnit, the sum over all coordinates",
            r"\mathbb{E}\Vert \hat\mu - \mu \Vert^2 = \frac{1}{n} \left(\frac{1}{m^2} - 1\right)",
            rf"\frac{{1}}{{{n}}} \cdot \left(\frac{{1}}{{{scale} \cdot {scale}}} - 1\right)",
            channel.error_per_client / n,
            (
                Symbol("m", "scale of a report: E[Z] = m x", channel.scale, "", "epsilon"),
                Symbol("n", "clients", n, "", "clients"),
            ),
            "privunit.definition",
        ),
        Formula(
            "Candidates that PPR and rejection look at for one report",
            r"r^* = c_1 = \frac{p}{\theta}",
            rf"\frac{{{latex(channel.cap_probability, 10)}}}{{{latex(channel.cap_mass, 10)}}}",
            math.exp(channel.log_high),
            (
                Symbol("p", "probability of a report within the cap around x", channel.cap_probability),
                Symbol(r"\theta", "share of the sphere that is the cap", channel.cap_mass),
                e,
            ),
            "privunit.definition",
        ),
        Formula(
            "What PPR's decoder may learn",
            r"\varepsilon_{\text{decoder}} = 2 \alpha \varepsilon",
            rf"2 \cdot {latex(p.alpha, 8)} \cdot {latex(p.epsilon, 8)}",
            2 * p.alpha * p.epsilon,
            (Symbol(r"\alpha", "order of PPR", p.alpha, "", "alpha"), e),
            "ppr.corollary11",
        ),
    )
