"""A run of the experiment `your_mechanism`: know it, compress it, better it, one after the other."""

from __future__ import annotations

import math
import time

import numpy as np

from ppr_core.channels import FiniteChannel, ScalarNoiseChannel
from ppr_core.codes import EliasDelta
from ppr_core.compressors import DrawLimitExceeded, PoissonPrivateRepresentation
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.diagnostics import exactness_tests, output_law
from ppr_core.diagnostics.audit import audit
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.your_mechanism.parameters import YourMechanismParameters
from ppr_core.experiments.your_mechanism.result import Better, Sent, YourMechanismResult
from ppr_core.guarantees import elias_delta_size, ppr_bits, ppr_pure
from ppr_core.index_law import index_law
from ppr_core.mechanism_analysis import (
    Knowledge,
    Proposal,
    ProposalVerdict,
    input_losses,
    know,
    least_loss,
    noise_loss,
    optimal_mechanism,
    proposal_curve,
    scaled_proposal,
    staircase_loss,
    truncation_for,
)
from ppr_core.mechanism_analysis.optimal import MOST_INPUTS
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = ["cost", "run", "snippet"]

_INPUTS = 8  # of which messages are sent
_WIDTHS = (1.0, 1.25, 1.5, 2.0, 3.0)
_CUT = 1e-6  # δ that cutting noise may cost
_FEW = 12  # inputs of a table all of whose pairs are accounted for
_AS_TEXT = 400  # cells of a matrix that a program holds


def cost(parameters: YourMechanismParameters) -> Cost:
    """By the size of the table, and r* for each message."""
    p, channel = parameters, parameters.description().channel
    cells = channel.matrix.size if isinstance(channel, FiniteChannel) else 10_000
    inputs = channel.input_size if isinstance(channel, FiniteChannel) else 17
    ratio = math.exp(min(float(channel.log_ratio_bound()), 40.0))
    sent = 2 * p.samples * (5e-7 + ratio * (3e-7 + (0.0 if p.alpha >= 1.5 else 1.2e-7 / (p.alpha - 1))))
    linear = 5e-8 * inputs**3.6 if isinstance(channel, FiniteChannel) and inputs <= MOST_INPUTS else 0.0
    fixed = 0.04 if isinstance(channel, FiniteChannel) else 0.3
    return Cost(
        fixed + 1.4e-7 * cells * inputs + 1.4e-5 * cells + sent + linear,
        6e7 + 200.0 * p.samples + 60.0 * cells,
        f"{inputs} inputs, and r* = {number(ratio)} candidates for each of {number(2 * p.samples)} messages",
    )


def run(parameters: YourMechanismParameters, progress: Progress | None = None) -> YourMechanismResult:
    """What is known is told while messages are sent and the optimum is sought."""
    p = parameters.readable()
    description = p.description()
    channel = description.channel
    steps = Steps(progress, [1.0, 2.0, 1.0])
    known = know(channel)
    result = YourMechanismResult(p, description, known, done=False)
    steps.partial = result
    steps.tell(1, "messages are sent")
    result = YourMechanismResult(p, description, known, _sent(p, channel, known), done=False)
    steps.partial = result
    steps.tell(2, "the optimum is sought")
    better = _better_table(p, channel, known) if isinstance(channel, FiniteChannel) else _better_noise(channel, known)
    return YourMechanismResult(p, description, known, result.sent, better)


def snippet(parameters: YourMechanismParameters) -> str:
    """A program that prints ε and the capacity."""
    channel = parameters.description().channel
    if isinstance(channel, ScalarNoiseChannel):
        return (
            f"from ppr_core.channels import ScalarNoiseChannel\n\nchannel = {channel!r}\n"
            "print(channel.privacy().epsilon, channel.log_ratio_bound())\n"
        )
    imports = "from ppr_core.mechanism_analysis import capacity, pure_loss"
    line = f"matrix = {channel.matrix.tolist()!r}"
    if channel.matrix.size > _AS_TEXT:
        imports = "from pathlib import Path\n\n" + imports.replace("import ", "import Description, ", 1)
        line = 'matrix = Description.read(Path("mechanism.json").read_text(encoding="utf-8")).channel.matrix'
    return f"{imports}\n\n{line}\nprint(pure_loss(matrix).epsilon, capacity(matrix).bits)\n"


def _sent(p: YourMechanismParameters, channel: FiniteChannel | ScalarNoiseChannel, known: Knowledge) -> Sent | None:
    """Exact lengths, real messages, their outputs tested and audited; None where r* is beyond every search."""
    proposals: tuple[Proposal, ...] = ()
    verdicts: tuple[ProposalVerdict, ...] = ()
    truncation = None
    if isinstance(channel, FiniteChannel):
        size = channel.input_size
        inputs = np.unique(np.linspace(0, size - 1, min(size, _INPUTS)).round().astype(int))
        assert known.witness is not None
        pair = np.asarray(known.witness.likely), np.asarray(known.witness.unlikely)
        proposals = proposal_curve(channel.matrix)
    else:
        inputs = np.linspace(-channel.norm_bound, channel.norm_bound, 5)
        pair = np.array([channel.norm_bound]), np.array([-channel.norm_bound])
        verdicts = tuple(scaled_proposal(channel, width) for width in _WIDTHS)
        endless = all(map(math.isinf, channel.noise.support()))
        truncation = truncation_for(channel, _CUT) if math.isinf(known.epsilon) and endless else None
    x = inputs if isinstance(channel, FiniteChannel) else inputs[:, None]
    compressor, code = PoissonPrivateRepresentation(channel, p.alpha), EliasDelta()
    shared, rng = SharedRandomness(p.seed), np.random.default_rng(p.seed)
    each = max(p.samples // len(x), 50)
    bits, errors, p_values, candidates, seconds = [], [], [], [], 0.0
    try:
        for column, point in enumerate(x):
            batch = np.broadcast_to(point, (each, *point.shape))
            started = time.perf_counter()
            messages = compressor.encode(batch, shared, rng, first_table=column * each)
            z = compressor.decode(messages, shared)
            seconds += time.perf_counter() - started
            lengths = messages.lengths(code)
            bits.append(float(lengths.mean()))
            errors.append(float(lengths.std(ddof=1)) / math.sqrt(each))
            candidates.append(float(messages.searched.mean()))
            outputs = z if z.ndim == 1 else z[:, 0]
            p_values.append(exactness_tests(outputs, output_law(channel, point))[0].p_value)
        proven = audit(compressor, *pair, shared, rng, encodes=p.samples, first_table=len(x) * each).epsilon
    except DrawLimitExceeded:
        return None
    exact = np.array([index_law(channel, point, p.alpha).mean_length(code) for point in x])
    everything = x if isinstance(channel, ScalarNoiseChannel) else np.arange(channel.input_size)
    worst = float(channel.divergence_bits(everything).max())
    promise = ppr_pure(channel.privacy(), p.alpha).epsilon if math.isfinite(known.epsilon) else math.inf
    few = isinstance(channel, ScalarNoiseChannel) or channel.input_size <= _FEW
    held = decoder_privacy(channel, p.alpha, 1e-6).epsilon if few else math.inf
    return Sent(
        inputs, exact, np.array(bits), np.array(errors), np.array(p_values),
        math.exp(float(channel.log_ratio_bound())), worst, elias_delta_size(ppr_bits(worst, p.alpha).value).value,
        proposals, verdicts, truncation, proven, promise, held, 1e6 * seconds / (each * len(x)),
        float(np.mean(candidates)),
    )  # fmt: skip


def _better_table(p: YourMechanismParameters, channel: FiniteChannel, known: Knowledge) -> Better | None:
    size = channel.input_size
    if size > MOST_INPUTS:
        return None
    epsilon, loss = known.epsilon if math.isfinite(known.epsilon) else p.epsilon, p.loss_rule()
    best = optimal_mechanism(size, epsilon, loss, criterion=p.criterion)
    each = np.array([input_losses(matrix, loss, p.criterion)[0] for matrix in (channel.matrix, best.matrix)])
    return Better(epsilon, *least_loss(channel.matrix, loss, p.criterion), best.loss, best.matrix, each)


def _better_noise(channel: ScalarNoiseChannel, known: Knowledge) -> Better | None:
    if math.isinf(known.epsilon):
        return None
    absolute, square = noise_loss(channel, 1), noise_loss(channel, 2)
    best, best_square = (
        staircase_loss(known.epsilon, 2 * channel.norm_bound, loss) for loss in ("absolute", "squared")
    )
    return Better(known.epsilon, absolute, False, best, squares=(square, best_square))
