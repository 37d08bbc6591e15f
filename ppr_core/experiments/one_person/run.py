"""A run of the experiment `one_person`: real reports of one person, and how often the best guess is right at all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ppr_core.channels import Channel
from ppr_core.compressors import (
    Compressor,
    Messages,
    MinimalRandomCoding,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
    learned,
)
from ppr_core.experiments.contract import Columns, Cost, Progress, Steps
from ppr_core.experiments.one_person.parameters import OnePersonParameters
from ppr_core.experiments.vocabulary.decoder_view import OneMessage, one_message
from ppr_core.experiments.vocabulary.fields import DECODER_DELTA
from ppr_core.guarantees import DECODER, READER, PrivacyGuarantee
from ppr_core.inference import (
    Attack,
    TestCurve,
    View,
    allowed_misses,
    estimated_prior,
    message_likelihoods,
    message_view,
    output_view,
    pool_log_ratio,
    pool_output_view,
    posterior,
    reading,
    repeated_attack,
    repeated_sets,
    success_bound,
    test_curve,
    uniform_prior,
)
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import MINUS, number

__all__ = ["OnePersonResult", "cost", "run", "sends", "snippet"]

_EVERY = 6  # reports up to which the guess after each is computed; of more, after so many of them


@dataclass(frozen=True, eq=False)
class OnePersonResult:
    """names: k inputs, ``points`` where they are locations; truth, other: places of the true one and of the farthest.

    epsilon, delta: of the mechanism; pure, promise: ε of an output and of a message at δ = 0; reader, decoder: what
    they tell at `DECODER_DELTA`, each by its own tight accounting. prior (k,); outputs, messages: (t, k) posteriors
    after 1, …, t reports. counts: (s,) numbers of reports; seen, sent: the best guess from outputs and from
    messages at each; bounds, message_bounds: what ε allows. test, message_test: of truth against other. area,
    message_area: (s, 2) mean share of the disc that holds 90 % of the posterior, with its error, of locations.
    """

    parameters: OnePersonParameters
    names: tuple[str, ...]
    points: np.ndarray | None
    truth: int
    other: int
    epsilon: float
    delta: float
    pure: float
    promise: float
    reader: PrivacyGuarantee
    decoder: PrivacyGuarantee
    prior: np.ndarray
    outputs: np.ndarray
    messages: np.ndarray
    counts: np.ndarray
    seen: tuple[Attack, ...]
    sent: tuple[Attack, ...]
    bounds: np.ndarray
    message_bounds: np.ndarray
    test: TestCurve
    message_test: TestCurve
    area: np.ndarray | None
    message_area: np.ndarray | None

    def table(self) -> dict[str, np.ndarray]:
        """One row for every input."""
        return {
            "input": np.array([name.replace(MINUS, "-") for name in self.names]),
            "prior": self.prior,
            "after_one_output": self.outputs[0],
            "after_one_message": self.messages[0],
            "after_all_outputs": self.outputs[-1],
            "after_all_messages": self.messages[-1],
        }

    def believed(self) -> np.ndarray:
        """What the server believes after 0, …, t reports, (t + 1, k): shares of the true value and of the others, each
        added to those before it."""
        laws = np.vstack([self.prior, self.messages])
        return np.cumsum(np.column_stack([laws[:, self.truth], np.delete(laws, self.truth, axis=1)]), axis=1)

    def success_table(self) -> dict[str, np.ndarray]:
        """One row for every number of reports."""
        return {
            "reports": self.counts,
            **Columns("seen", from_outputs="value", error_outputs="error").of(self),
            **Columns("sent", from_messages="value", error_messages="error").of(self),
            "bound_outputs": self.bounds,
            "bound_messages": self.message_bounds,
        }

    def tests_table(self) -> dict[str, np.ndarray]:
        """The best test of one output and of one message, and what ε allows each, along the false alarms."""
        levels, columns = np.linspace(0, 1, 201), {}
        views = (
            ("output", self.test, self.pure, self.reader),
            ("message", self.message_test, self.promise, self.decoder),
        )
        for view, curve, epsilon, known in views:
            columns[f"misses_{view}"] = np.interp(levels, curve.false_alarms, curve.misses)
            allowed = allowed_misses(levels, epsilon), allowed_misses(levels, known.epsilon, known.delta)
            columns[f"allowed_{view}"] = np.maximum(*allowed)
        return {"false_alarms": levels} | columns


def cost(parameters: OnePersonParameters) -> Cost:
    """Mostly the laws of messages on lists of candidates: inputs, lists, candidates, and a grid finer for larger α."""
    p, size, (read, each) = parameters, len(parameters.inputs()[0]), reading(parameters.compressor())
    lists, encoding = _lists(p), 1e-5 * math.exp(min(float(p.channel().log_ratio_bound()), 20.0))
    return Cost(
        0.02 + 0.55 * each * size * (lists + p.reports) + 8e-7 * p.people * size * p.reports + encoding,
        8e7 + 24.0 * size * lists * (read + 500) + 80.0 * p.people * size,
        f"{size} inputs on {lists} lists of {number(read)} candidates",
    )


def run(parameters: OnePersonParameters, progress: Progress | None = None) -> OnePersonResult:
    """The reports are encoded, sent and decoded; the same report is then read as an output and as a message."""
    p, steps = parameters.readable(), Steps(progress, [1.0, 6.0, 3.0])
    (inputs, names), channel, compressor = p.inputs(), p.channel(), p.compressor()
    size, truth = len(inputs), min(p.truth, len(inputs)) - 1
    shared = SharedRandomness(p.seed)
    prior = _prior(p, channel, inputs, np.random.default_rng([p.seed, 1]))
    messages = _messages(p, compressor, inputs[truth : truth + 1], shared)
    z = compressor.decode(messages, shared)
    seen, mechanism = channel.log_ratio(inputs[None, :], z[:, None]), channel.privacy(DECODER_DELTA)
    steps.tell(1, "what messages say")
    read = message_likelihoods(compressor, inputs, messages, shared)
    output, pure = output_view(channel, inputs), mechanism.epsilon if mechanism.delta == 0 else math.inf
    if isinstance(compressor, MinimalRandomCoding):  # whose outputs have a law of their own
        output, pure = pool_output_view(compressor, inputs), learned(READER, compressor).epsilon
        seen = pool_log_ratio(compressor, inputs, seen)
    message = output if isinstance(compressor, PseudorandomRejection) else message_view(
        compressor, inputs, shared, tables=_lists(p), first_table=p.reports
    )  # fmt: skip
    steps.tell(2, "how often the best guess is right")
    counts = np.arange(1, p.reports + 1)
    if p.reports > _EVERY:
        counts = np.unique(np.round(np.geomspace(1, p.reports, _EVERY)).astype(int))

    def guesses(view: View, known: Sequence[Attack | None]) -> tuple[Attack, ...]:
        pairs = zip(counts.tolist(), known, strict=True)
        return tuple(_guessed(p, view, prior, count, attack) for count, attack in pairs)

    from_outputs = guesses(output, [None] * len(counts))
    from_messages = from_outputs if message is output else guesses(message, from_outputs)
    promise = mechanism.epsilon if message is output else _promise(compressor)
    apart = np.abs(np.arange(size) - truth) if inputs.ndim == 1 else np.linalg.norm(inputs - inputs[truth], axis=1)
    far = int(np.argmax(apart))

    def test(view: View) -> TestCurve:
        return test_curve(view, truth, far, np.random.default_rng([p.seed, 4]))

    def area(view: View) -> np.ndarray | None:
        if not p.planar:
            return None
        sets = repeated_sets(view, prior, p.reports, np.random.default_rng([p.seed, 5]))
        return np.stack(sets, axis=1)[counts - 1] / size

    return OnePersonResult(
        p, names, inputs if p.planar else None, truth, far, mechanism.epsilon, mechanism.delta, pure, promise,
        learned(READER, compressor, DECODER_DELTA), learned(DECODER, compressor, DECODER_DELTA), prior,
        _after(seen, prior), _after(read, prior), counts, from_outputs, from_messages,
        np.array([success_bound(prior, count * pure) for count in counts]),
        np.array([success_bound(prior, count * promise) for count in counts]),
        test(output), test(message), area(output), area(message),
    )  # fmt: skip


def sends(result: OnePersonResult) -> OneMessage | None:
    """One of the reports."""
    return one_message(result.parameters.compressor(), DECODER_DELTA)


def snippet(parameters: OnePersonParameters) -> str:
    """A program that prints how often the server's best guess from all messages is right."""
    p, channel, compressor = parameters, parameters.channel(), parameters.compressor()
    inputs, kind = p.inputs()[0], type(channel).__name__
    pool, seed = isinstance(compressor, MinimalRandomCoding), isinstance(compressor, PseudorandomRejection)
    names = ", ".join(([] if seed else ["message_view"]) + [f"{'pool_' * pool}output_view", "repeated_attack"])
    rng = f"np.random.default_rng([{p.seed}, 3, {p.reports}])"

    def guess(view: str, known: str = "") -> str:
        return f"repeated_attack({view}, prior, {p.reports}, {rng}, {p.people}{known})"

    lists = f"SharedRandomness({p.seed}), tables={_lists(p)}, first_table={p.reports}"
    sent = (
        f"read = {guess('outputs')}\nmessages = message_view(scheme, inputs, {lists})\n"
        f"print(100 * {guess('messages', ', read')}.value)\n"
    )
    return (
        f"import numpy as np\nfrom ppr_core.channels import {kind}\n"
        f"from ppr_core.compressors import {type(compressor).__name__}\n"
        f"from ppr_core.inference import {names}\n"
        + ("" if seed else "from ppr_core.randomness import SharedRandomness\n")
        + f"\nscheme = {compressor!r}\n"
        f"inputs = np.array({inputs.tolist()})\n"
        f"prior = np.array({_prior(p, channel, inputs, np.random.default_rng([p.seed, 1])).tolist()})\n"
        f"outputs = {'pool_output_view(scheme' if pool else 'output_view(scheme.channel'}, inputs)\n"
        + (f"print(100 * {guess('outputs')}.value)\n" if seed else sent)
    )


def _messages(p: OnePersonParameters, compressor: Compressor, x: np.ndarray, shared: SharedRandomness) -> Messages:
    """The reports as they are sent, of the input x (1, *event_shape): each draws for itself, so that one more report
    leaves those before it as they are."""
    sent = [
        compressor.encode(x, shared, np.random.default_rng([p.seed, 6, report]), first_table=report)
        for report in range(p.reports)
    ]
    columns = zip(*((each.indices, each.searched, each.tables) for each in sent), strict=True)
    indices, candidates, tables = map(np.concatenate, columns)
    return Messages(indices, candidates, tables, sent[0].scalar)


def _guessed(p: OnePersonParameters, view: View, prior: np.ndarray, count: int, known: Attack | None) -> Attack:
    """The best guess from that many reports; known: that from as many outputs."""
    return repeated_attack(view, prior, count, np.random.default_rng([p.seed, 3, count]), p.people, known)


def _lists(p: OnePersonParameters) -> int:
    """Lists of candidates that messages are read on: from 12 to 60 for every report, as a second allows."""
    affordable = 0.7 / (reading(p.compressor())[1] * len(p.inputs()[0]) * p.reports)
    return int(min(max(affordable, 12), 60)) * max(p.reports, 2)


def _prior(p: OnePersonParameters, channel: Channel, inputs: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    if p.prior == "own":
        return p.own_shares()
    size = len(inputs)
    if p.prior == "uniform":
        return uniform_prior(size)
    common = 0.5 ** np.minimum(np.arange(size), 12.0)
    common /= common.sum()
    if p.prior == "declining":
        return common
    reports = channel.sample(inputs[rng.choice(size, size=p.people, p=common)], rng)
    return estimated_prior(channel.log_ratio(inputs[None, :], reports[:, None]))


def _after(logs: np.ndarray, prior: np.ndarray) -> np.ndarray:
    """Posteriors after 1, …, t reports, (t, k)."""
    return np.stack([posterior(logs[: count + 1], prior) for count in range(len(logs))])


def _promise(compressor: Compressor) -> float:
    """Pure ε against the decoder, ∞ where there is none."""
    if isinstance(compressor, PoissonPrivateRepresentation) and math.isinf(compressor.alpha):
        return math.inf
    try:
        promises = DECODER.all_of(compressor.privacy())
    except ValueError:
        return math.inf
    pure = (promise.epsilon for promise in promises if promise.notion == "local" and promise.delta == 0)
    return min(pure, default=math.inf)
