"""The formulas of the experiment `running_time`, with the numbers of the point in focus."""

from __future__ import annotations

import math

from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.experiments.running_time.parameters import DELTA, PRINTED_CHUNK, noise_multiplier
from ppr_core.experiments.running_time.result import RunningTimeResult
from ppr_core.texts import Messages
from ppr_core.wording import latex, number

__all__ = ["formulas"]

message = Messages("running_time")

_SOURCE = "ppr.running_time"


def formulas(result: RunningTimeResult) -> tuple[Formula, ...]:
    """Noise of the mean and of a client, candidates for a chunk, time for a vector."""
    p, row = result.parameters, result.focus
    point, channel = row.point, row.point.channel
    entries = PRINTED_CHUNK if point.noise == "chunk" else p.dimension
    z, s, y = noise_multiplier(point.epsilon), channel.noise_std, channel.proposal_width
    epsilon = Symbol(r"\varepsilon", message("symbol-epsilon", delta=number(DELTA)), point.epsilon, "nats", "epsilon")
    noise = Symbol("s", message("symbol-client"), s)
    sigma = Symbol(r"\tilde\sigma", message("symbol-mean"), point.noise_mean)
    clients = Symbol("n", message("symbol-clients"), float(p.clients), "", "clients")
    size = Symbol("c", message("symbol-chunk"), float(point.chunk), "", "chunk")
    formulas = [
        Formula(
            message("formula-noise"),
            r"\tilde\sigma = z\,\frac{\sqrt{k}}{n}, \qquad"
            r" z = \min_\gamma \sqrt{\frac{\gamma}{2(\varepsilon - c_\gamma)}}, \quad"
            r" c_\gamma = \frac{\ln(1/(\gamma\delta))}{\gamma - 1} + \ln\frac{\gamma - 1}{\gamma}",
            rf"{latex(z, 6)} \cdot \frac{{\sqrt{{{entries}}}}}{{{p.clients}}}",
            point.noise_mean,
            (
                sigma,
                Symbol("z", message("symbol-multiplier"), z),
                Symbol("k", message("symbol-entries"), float(entries), "", "noise"),
                clients,
                epsilon,
            ),
            "renyi.conversion",
        ),
        Formula(
            message("formula-client"),
            r"s = \sqrt{n}\,\tilde\sigma",
            rf"\sqrt{{{p.clients}}} \cdot {latex(point.noise_mean, 6)}",
            s,
            (noise, clients, sigma),
            _SOURCE,
        ),
    ]
    if point.log_bound < 700.0:
        formulas.append(
            Formula(
                message("formula-candidates"),
                r"r^* = \left(1 + \frac{y}{s^2}\right)^{c/2} \exp\!\left(\frac{C^2}{2y}\right), \qquad C^2 = c",
                rf"\left(1 + \frac{{{latex(y, 6)}}}{{{latex(s * s, 6)}}}\right)^{{{point.chunk}/2}}"
                rf" \exp\!\left(\frac{{{point.chunk}}}{{2 \cdot {latex(y, 6)}}}\right)",
                math.exp(point.log_bound),
                (Symbol("y", message("symbol-extra"), y), noise, size),
                message("formula-candidates-source"),
            )
        )
    if row.ppr is not None:
        seconds = row.chunk_seconds
        formulas.append(
            Formula(
                message("formula-vector"),
                r"T = \left\lceil \frac{d}{c} \right\rceil T_{\text{chunk}}",
                rf"{point.chunks} \cdot {latex(seconds)}",
                point.chunks * seconds,
                (
                    Symbol("d", message("symbol-dimension"), float(p.dimension), "", "dimension"),
                    size,
                    Symbol(r"T_{\text{chunk}}", message("symbol-time"), seconds, "s"),
                ),
                _SOURCE,
            )
        )
    return tuple(formulas)
