"""A scheme that does a task, and the settings of every scheme but PPR: the least error at the fewest bits.

Of what a scheme's settings allow within the limits, the fewest bits are taken whose squared error is within 1 % of the
least. A neighbour is then not better by 1 %: it has more bits, or breaks a limit, or errs by more than that.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ppr_core.channels import Channel, LaplaceChannel, PrivUnitChannel
from ppr_core.compressors import SIGNED_CODES, DyadicQuantizedLaplace
from ppr_core.compressors.speed import listed_seconds, rejection_seconds
from ppr_core.estimation.debias import mrc_cap_probability
from ppr_core.estimation.frequency import (
    FrequencyOracle,
    PairwiseIndependentRappor,
    RecursiveHadamardResponse,
)
from ppr_core.estimation.mean import SQKR, KashinFrame, csgm_noise_std
from ppr_core.planning.categories import frequency_error
from ppr_core.planning.listed import listed_laplace_error
from ppr_core.planning.mechanism import channel_of, mechanism, privunit
from ppr_core.planning.search import LARGEST_LOG_RATIO, longest
from ppr_core.planning.setup import Setup
from ppr_core.planning.solver import LEAST_EPSILON, REPORTS, Plan
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import number

__all__ = [
    "LIMITS",
    "Way",
    "broken",
    "csgm",
    "dql",
    "hadamard",
    "mrc",
    "pi_rappor",
    "rejected_reports",
    "rejection",
    "scaled",
    "sent",
    "sqkr",
    "tuned",
]

#: Limits of a set-up that a way may break, in the order in which they are named.
LIMITS = ("decoder_epsilon", "time_budget", "bit_budget")
#: Seconds of a report, of an entry of it, and of an entry of a frame, measured.
DRAW, FLOAT, PLACE = 1e-6, 3e-8, 2e-8
SEED_BITS = 128  # of pseudorandom rejection
_REJECTION = "Pseudorandom rejection"
_REJECTING = (("seed_bits", SEED_BITS), ("gamma", 1e-6))
_WORTH = 1.01  # less than 1 % of the squared error is not worth a bit
_MOST_MRC_BITS = 16
_TINY = 1e-100  # of a scale, whose square is divided by
_LARGEST_NU = 100.0  # beyond it bits hardly fall
_LEAST_NU = 1.001
_NU_STEPS = 40
_FRAME_SEED = 20201
_SYMBOLS = {
    "candidates": "N", "nu": "ν", "bits": "b", "report_bits": "b", "prime": "p", "coordinates": "t", "alpha": "α",
    "seed_bits": "ℓ", "reports": "s",
}  # fmt: skip

Settings = tuple[tuple[str, float | int | str], ...]


@dataclass(frozen=True)
class Way:
    """A scheme that does the task.

    error: in the unit of `Choice.measure`, None where unknown; bits: of all a user sends on average; seconds: predicted
    to encode it; decoder: ε of it in nats against whoever knows shared randomness and message, ∞ where nothing holds;
    exact: the output has the mechanism's own law; breaks: those of `LIMITS` that it does not keep; plan: of PPR;
    settings: names and values of what the scheme lets one choose, and of the channel it sends; standard: its class
    chooses the same by itself, where it does choose; free: the form of the scheme that would be taken without limits,
    where it is another; own: ε in nats against the database that it is tuned for, less than what is asked for where
    only so the decoder learns no more than it may.
    """

    name: str
    label: str
    error: float | None
    bits: float
    seconds: float
    decoder: float
    exact: bool = True
    breaks: tuple[str, ...] = ()
    plan: Plan | None = None
    settings: Settings = ()
    standard: bool = True
    free: Way | None = None
    own: float = math.nan

    @property
    def described(self) -> str:
        """The label with its settings: "MRC, N = 2048"."""
        shown = ((_SYMBOLS.get(name), value) for name, value in self.settings)
        words = (f"{symbol} = {number(value, 4)}" for symbol, value in shown if symbol and not isinstance(value, str))
        return ", ".join([self.label, *words])


def broken(setup: Setup, way: Way) -> tuple[str, ...]:
    """The limits that a way does not keep."""
    kept = {
        "decoder_epsilon": not setup.guarded or way.decoder <= setup.decoder_epsilon * (1 + 1e-12),
        "time_budget": way.seconds <= longest(setup),
        "bit_budget": way.bits <= setup.bit_budget,
    }
    return tuple(name for name in LIMITS if not kept[name])


def tuned(setup: Setup, forms: Iterable[Way]) -> Way:
    """The form of a scheme that is used: of those within the limits, or else of those that hold the decoder."""
    every = [form for form in forms if form.error is not None and math.isfinite(form.error)]
    within = [form for form in every if not broken(setup, form)]
    held = [form for form in every if "decoder_epsilon" not in broken(setup, form)]
    free, used = _soonest(every), _least(within) if within else _soonest(held or every)
    return used if used is free else replace(used, free=free)


def _soonest(forms: list[Way]) -> Way:
    return _least([form for form in forms if math.isfinite(form.seconds)] or forms)


def _least(allowed: list[Way]) -> Way:
    """The fewest bits with about the least error."""
    least = min(form.error or 0.0 for form in allowed)
    good = [form for form in allowed if form.error is not None and form.error**2 <= _WORTH * least**2]
    return min(good, key=lambda form: (form.bits, form.seconds, form.error))


def rejection(setup: Setup, error: float | None) -> Way:
    """A seed for every piece: the fewest chunks that are found in time, with the proposal of fewest candidates.

    Who tries all seeds learns more: their size is a matter of security and not searched. The generator has to be as
    good as random, or nothing holds.
    """

    def form(count: int) -> Way:
        chunk = -(-setup.dimension // count)
        copies, rest = divmod(setup.dimension, chunk) if setup.gaussian else (1, 0)
        sizes = [(chunk, copies), *([(rest, 1)] if rest else [])]
        channels = [(channel_of(setup, size, 1.0)[0], many) for size, many in sizes]
        runs = all(channel.log_ratio_bound() <= LARGEST_LOG_RATIO for channel, _ in channels)
        seconds = sum(many * rejection_seconds(channel) for channel, many in channels) if runs else math.inf
        bits, settings = float(SEED_BITS * (copies + len(sizes) - 1)), (*_REJECTING, *_shape(channels[0][0]))
        return Way("rejection", _REJECTION, error, bits, seconds, mechanism(setup).local.epsilon, settings=settings)

    low, high = 0, 1
    while setup.gaussian and high < setup.dimension and form(high).seconds > longest(setup):
        low, high = high, min(2 * high, setup.dimension)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if form(middle).seconds <= longest(setup) else (middle, high)
    return form(high)


def rejected_reports(setup: Setup) -> Iterator[Way]:
    """Several PrivUnit reports of ε/s, a seed each; errors are E‖·‖ of unit vectors."""
    for count in REPORTS:
        if count > 1 and setup.epsilon / count < LEAST_EPSILON:
            return
        settled = setup.replace(task="privunit", split="optimized", reports=count)
        channel = privunit(settled)
        seconds = math.inf
        if channel.log_ratio_bound() <= LARGEST_LOG_RATIO:
            seconds = count * rejection_seconds(channel)
        error, bits = math.sqrt(mechanism(settled).error or 0.0), float(SEED_BITS * count)
        settings = (*_REJECTING, *((("reports", count),) if count > 1 else ()), *_shape(channel))
        yield Way("rejection", _REJECTION, error, bits, seconds, mechanism(settled).local.epsilon, settings=settings)


def mrc(setup: Setup, channel: LaplaceChannel | PrivUnitChannel) -> Iterator[Way]:
    """Minimal random coding among N = 2^b candidates, made unbiased; errors as root mean squares of a coordinate for
    Laplace noise, and E‖·‖ for unit vectors."""
    counts = [1 << bits for bits in range(1, _MOST_MRC_BITS + 1)]
    for count, error in zip(counts, _mrc_errors(channel, tuple(counts)), strict=True):
        seconds, bits = listed_seconds(channel, float(count)), float(count.bit_length() - 1)
        settings = (("candidates", count), *_shape(channel))
        yield Way("mrc", "MRC", error, bits, seconds, 2 * setup.epsilon, exact=False, settings=settings)


def _mrc_errors(channel: LaplaceChannel | PrivUnitChannel, counts: tuple[int, ...]) -> list[float]:
    if isinstance(channel, LaplaceChannel):
        return np.sqrt(listed_laplace_error(channel, counts) / channel.dimension).tolist()
    levels = channel.two_levels()
    assert levels is not None
    scales = [channel.scale_at(mrc_cap_probability(levels, count)) for count in counts]
    return [math.sqrt(1 / scale**2 - 1) if scale > _TINY else math.inf for scale in scales]


def dql(setup: Setup) -> Iterator[Way]:
    """The dyadic scheme coordinate by coordinate, at a rate of ε/(2C√d): then ‖x − x′‖₁ <= 2C√d costs ε. Its mean
    length falls with ν, but not quite everywhere."""
    rate = setup.epsilon / (2 * setup.norm_bound * math.sqrt(setup.dimension))
    largest = _LARGEST_NU if not setup.guarded else min(setup.decoder_epsilon / setup.epsilon, _LARGEST_NU)
    if largest < _LEAST_NU:
        return
    radius, label = setup.norm_bound / math.sqrt(setup.dimension), "Dyadic quantized Laplace"
    for nu in 1 + np.geomspace((largest - 1) / 4, largest - 1, _NU_STEPS)[::-1]:
        scheme = DyadicQuantizedLaplace(epsilon=rate, nu=min(float(nu), largest))
        for code in SIGNED_CODES:
            bits, decoder = setup.dimension * scheme.mean_bits(radius, code), scheme.nu * setup.epsilon
            yield Way(
                "dql", label, math.sqrt(2) / rate, bits, setup.dimension * DRAW, decoder,
                exact=setup.dimension == 1, settings=(("nu", scheme.nu), ("code", code), ("epsilon", rate)),
            )  # fmt: skip


def sqkr(setup: Setup) -> Iterator[Way]:
    """k bits of Kashin's representation; errors are E‖·‖ at most, of unit vectors. Frame and level stay: a smaller
    level does not represent every vector."""
    first = SQKR(dimension=setup.dimension, epsilon=setup.epsilon, frame=_frame(setup.dimension))
    size = first.frame.size
    for bits in range(1, first.most_bits + 1):
        seconds, error = DRAW + 4 * PLACE * size * math.log2(size), math.sqrt(first.largest_error(bits))
        yield Way(
            "sqkr", "SQKR", error, float(bits), seconds, setup.epsilon,
            exact=False, settings=(("bits", bits),), standard=bits == first.bits,
        )  # fmt: skip


def csgm(setup: Setup) -> Way:
    """Sampled coordinates of Kashin's representation: the fewest bits, at most one an entry, that keep the budget and
    have about the least error. The error falls with the bits, so halving finds them."""

    @lru_cache(maxsize=64)
    def form(bits: int) -> Way:
        frame = _frame(setup.dimension)
        bound = frame.bound(setup.norm_bound)
        noise = csgm_noise_std(
            dimension=frame.size, clients=setup.clients, bits=bits, epsilon=setup.epsilon, delta=setup.delta,
            coordinate_bound=bound, neighbours=setup.neighbours,  # type: ignore[arg-type]
        )  # fmt: skip
        error = math.hypot(bound / math.sqrt(setup.clients * bits / frame.size), noise)
        seconds = DRAW + 4 * PLACE * frame.size
        return Way("csgm", "CSGM", error, bits, seconds, math.inf, exact=False, settings=(("bits", bits),))

    most = max(1, int(min(setup.dimension, setup.bit_budget)))
    low, high = 0, most
    while high - low > 1:
        middle = max(low + 1, min(high - 1, round(math.sqrt(max(low, 1) * high))))
        good = (form(middle).error or 0.0) ** 2 <= _WORTH * (form(most).error or 0.0) ** 2
        low, high = (low, middle) if good else (middle, high)
    return form(high)


def hadamard(setup: Setup) -> Iterator[Way]:
    """b bits of recursive Hadamard response."""
    standard = RecursiveHadamardResponse(size=setup.categories, epsilon=setup.epsilon).bits
    for bits in range(1, (setup.categories - 1).bit_length() + 1):
        oracle = RecursiveHadamardResponse(size=setup.categories, epsilon=setup.epsilon, report_bits=bits)
        way = sent("hadamard", "Recursive Hadamard response", oracle, setup, (("report_bits", bits),))
        yield replace(way, standard=bits == standard)


def pi_rappor(setup: Setup) -> Iterator[Way]:
    """PI-RAPPOR over the field and with the coordinates of fewest bits; coarser fields only where bits are short, up to
    twice RAPPOR's variance. None where no prime is large enough for this ε."""
    for tolerance in (_WORTH - 1, 0.03, 0.1, 0.3, 1.0):
        try:
            oracle = PairwiseIndependentRappor.shortest(
                size=setup.categories, epsilon=setup.epsilon, tolerance=tolerance
            )
        except ValueError:
            return
        family = oracle.family
        settings = (("prime", family.prime), ("coordinates", family.coordinates), ("rounding", oracle.rounding))
        way = sent("pi_rappor", "PI-RAPPOR", oracle, setup, settings)
        yield replace(way, standard=tolerance == _WORTH - 1)
        if way.bits <= setup.bit_budget:
            return


def sent(name: str, label: str, oracle: FrequencyOracle, setup: Setup, settings: Settings = ()) -> Way:
    """A report that is sent as it is: seen by the decoder, it keeps its own ε."""
    assert oracle.bits is not None
    decoder = next(one for one in oracle.privacy() if one.against == "decoder").epsilon
    error = frequency_error(oracle, setup)
    return Way(name, label, error, float(oracle.bits), DRAW, decoder, settings=settings)


def scaled(way: Way, unit: float, root: bool) -> Way:
    """With an error of unit vectors, E‖·‖, as a squared one times ``unit``, or its root."""
    assert way.error is not None
    square, free = unit * way.error**2, way.free and scaled(way.free, unit, root)
    return replace(way, error=math.sqrt(square) if root else square, free=free)


def _shape(channel: Channel) -> Settings:
    names = ("epsilon", "dimension", "noise_std", "norm_bound")
    return tuple((name, getattr(channel, name)) for name in names if hasattr(channel, name))


@lru_cache(maxsize=8)
def _frame(dimension: int) -> KashinFrame:
    return KashinFrame(dimension=dimension, shared=SharedRandomness(_FRAME_SEED))
