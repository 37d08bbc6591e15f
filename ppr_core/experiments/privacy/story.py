"""The words and formulas of the experiment `privacy`: which message of `privacy.ftl`, with which numbers."""

from __future__ import annotations

import functools
import math

import numpy as np

from ppr_core.channels import CategoryChannel
from ppr_core.compressors import PoissonPrivateRepresentation, looks_needed
from ppr_core.decoder_privacy import clock_delta, half_width
from ppr_core.diagnostics import Effect, Mean
from ppr_core.diagnostics.tradeoff import accounted_delta
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.privacy.formulas import formulas
from ppr_core.experiments.privacy.list_law import one_list
from ppr_core.experiments.privacy.parameters import PrivacyParameters
from ppr_core.experiments.privacy.run import Measured, PrivacyResult
from ppr_core.experiments.vocabulary.schemes import SCHEMES, gamma_text
from ppr_core.guarantees import ppr_tight_excess
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, percent, rounded

__all__ = ["event", "tell"]

message = Messages("privacy")

_LISTED = 4  # indices of an event that are named
_NO_DELTA = 1e-15  # what is below is rounding
_ROUNDING = 1e-9  # nats
_SHARE, _LARGEST = 0.1, 500.0  # of δ that a constant number of looks may take, for decoders of at most so many nats


def tell(result: PrivacyResult) -> Story:
    """The story of a run."""
    notices = (_reason, _audit, _accounting)
    return Story(
        quantities=_quantities(result),
        finding=_finding(result),
        notices=tuple(filter(None, (notice(result) for notice in notices))),
        formulas=functools.partial(formulas, result),
        captions={
            "first": _reading(result),
            "list": _list(result),
            "growth": _growth(result),
            "delta": _curve(result),
            "price": _price(result),
            "frontier": _frontier(result),
            "table": _table_note(result),
            "clock": _clock(result),
        },
    )


def _quantities(result: PrivacyResult) -> tuple[Quantity, ...]:
    p, row, accounted, n = result.parameters, result.chosen, result.accounted, result.parameters.encodes
    error = row.audit.error if math.isfinite(row.audit.error) else None
    source, delta = message("audit-source", confidence=percent(p.confidence)), number(_delta(result))
    at_delta = Quantity.promised("decoder_exact", message("tile-decoder-at-delta", delta=delta), row.at_delta)
    if p.scheme == "ppr" and math.isfinite(accounted.epsilon):
        label = message("tile-decoder-accounted", delta=number(accounted.delta))
        at_delta = Quantity.promised("decoder_exact", label, accounted)

    def mean(key: str, label: str, value: Mean | Effect, samples: int, unit: str = "", times: int = 1) -> Quantity:
        if not value.error:
            return Quantity(key, label, times * value.value, unit)
        return Quantity(
            key, label, times * value.value, unit, "measured", times * value.error, samples,
            samples_text=message("count-messages", count=number(samples)),
        )  # fmt: skip

    shown = message("tile-proven", confidence=percent(p.confidence))
    promised = message("tile-decoder", pure=row.decoder.delta == 0, delta=number(row.decoder.delta))
    worst = message("tile-worst", lists=number(result.tables))
    deviation = message("tile-deviation", floor=number(row.deviation.floor, 2))
    alike = row.database.delta == 0 and number(row.reader.epsilon) == number(row.database.epsilon)
    enclosed = None
    if result.listed:
        label = message("tile-list", low=number(result.listed.epsilon[0]))
        enclosed = Quantity("list_only", label, result.listed.epsilon[1], "nats", "bound", source="ppr.list")
    quantities = (
        Quantity("proven", shown, row.audit.epsilon, "nats", "shown", error, source=source),
        at_delta,
        Quantity.promised("decoder", promised, row.decoder),
        Quantity.promised("database", message("tile-reader"), row.database),
        None if alike else Quantity.promised("reader_exact", message("tile-reader-at-delta", delta=delta), row.reader),
        enclosed,
        None if row.worst is None else Quantity("worst", worst, row.worst, "nats"),
        mean("bits", message("tile-bits", code=row.code.split(",")[0]), row.bits, n, "bits"),
        mean("deviation", deviation, row.deviation, round(n * (1 - row.lost.value))),
        mean("lost", message("tile-lost"), row.lost, n, "%", 100) if row.lost.value > 0 else None,
        mean("candidates", message("tile-candidates"), row.candidates, n),
    )
    return tuple(filter(None, quantities))


def _epsilon(value: float) -> str:
    """An ε to three digits; what root finding left beyond the ninth is not shown."""
    return number(rounded(value, 9))


def _reading(result: PrivacyResult) -> str:
    """How the first picture is read."""
    own = result.mechanism.own
    pure = own.delta == 0 and own.epsilon < _LARGEST
    rows = [row for row in (result.chosen, result.of("pfr")) if row]
    odds = number(math.exp(min(own.epsilon, _LARGEST)))
    note = message("chart-note", pure=pure, own=_epsilon(own.epsilon), odds=odds)
    proven = [row.audit.epsilon for row in rows if math.isinf(row.decoder.epsilon)]
    limits = [row.decoder.epsilon for row in rows if math.isfinite(row.decoder.epsilon)]
    surprising = proven and limits and min(proven) < max(limits)
    return f"{note} {message('endless-note') if surprising else message('server-note')}"


def _list(result: PrivacyResult) -> str:
    """What the index of one list tells that differs most for the two values."""
    if (found := one_list(result.parameters)) is None:
        return ""
    factor, tells, row = number(found.factor), number(math.log(found.factor)), result.chosen
    known = row.decoder.delta == 0 and math.isfinite(row.decoder.epsilon)
    ends = "1", number(result.parameters.categories)
    likelier, other = ends if found.chances[0, found.farthest] > found.chances[1, found.farthest] else ends[::-1]
    return message(
        "list-caption", index=number(found.farthest + 1), factor=factor, epsilon=tells,
        finite=result.parameters.chosen.finite, known=known, limit=_epsilon(row.decoder.epsilon),
        likelier=likelier, other=other, proven=number(row.audit.epsilon),
    ).rstrip()  # fmt: skip


def _finding(result: PrivacyResult) -> str:
    """The most that the decoder learns, or what is proven where nothing is guaranteed."""
    row, p = result.chosen, result.parameters
    guaranteed, proven = row.decoder.epsilon, row.audit.epsilon
    kind = "none" if math.isinf(guaranteed) else "broken" if proven > guaranteed * (1 + 1e-9) else "kept"
    delta = row.decoder.delta
    if kind == "kept" and delta == 0:
        kind = "pure"
    elif kind == "kept" and p.scheme == "ppr" and result.accounted_for:
        guaranteed, delta = result.accounted.epsilon, result.accounted.delta
    return message(
        "finding", kind=kind, scheme=p.described(p.scheme), encodes=number(p.encodes), proven=number(proven),
        guaranteed=_epsilon(guaranteed), delta=number(delta), own=_epsilon(result.own),
    )  # fmt: skip


def event(row: Measured, p: PrivacyParameters) -> str:
    """The event that the audit chose, and how often it came for the page's two inputs."""
    chosen, (likely, unlikely) = row.audit.event, row.audit.hits
    ends = {"first": "1", "last": number(p.categories)}
    inputs = [message("input", finite=p.chosen.finite, category=category, end=end) for end, category in ends.items()]
    inputs = inputs[::-1] if chosen.swapped else inputs
    seen = message(
        "event-likely", times=likely, count=number(likely), encodes=number(row.audit.encodes), input=inputs[0]
    )
    unseen = message("event-unlikely", times=unlikely, count=number(unlikely), input=inputs[1])
    if row.outputs:
        caused = np.nonzero(chosen.contains(np.arange(len(row.outputs))))[0]
        listed = [row.outputs[output] for output in caused[:_LISTED]]
        listed += [message("event-others")] * (len(caused) > _LISTED)
        outputs = functools.reduce(lambda first, second: message("event-or", first=first, second=second), listed)
        return message("event", what=message("event-output", outputs=outputs), likely=seen, unlikely=unseen)
    indices = ", ".join(number(int(index)) for index in chosen.indices[:_LISTED])
    indices += ", …" if len(chosen.indices) > _LISTED else ""
    kind = ("other-than" if indices else "any") if chosen.complement else "one" if len(chosen.indices) == 1 else "among"
    lists = {"list": number(chosen.table + 1), "lists": number(p.tables)}
    what = message("event-index", kind=kind, indices=indices, **lists)
    return message("event", what=what, likely=seen, unlikely=unseen)


def _reason(result: PrivacyResult) -> str:
    """Why the guarantee of the chosen scheme holds, or why there is none."""
    p, row = result.parameters, result.chosen
    without = row.decoder.epsilon == math.inf and p.scheme in ("ppr", "truncated_ppr")
    scheme = "pfr" if without else "ppr_delta" if p.scheme == "ppr" and row.decoder.delta > 0 else p.scheme
    weak = message("rejection-none")
    if p.scheme == "rejection" and math.isfinite(left := p.any_generator().privacy()[1].epsilon):
        weak = message("rejection-weak", epsilon=_epsilon(left))
    bound, half = _epsilon(row.decoder.epsilon), _epsilon(row.decoder.epsilon / 2)
    first = message("reason", scheme=scheme, bound=bound, half=half)
    return f"{first} {message('reason-more', scheme=scheme, weak=weak, bound=bound)}".rstrip()


def _audit(result: PrivacyResult) -> str:
    """What the audit proves, by which event, and what it cannot."""
    audit, pfr = result.chosen.audit, result.of("pfr")
    more = pfr is not None and pfr.audit.epsilon > audit.epsilon
    values = {
        "pfr": number(pfr.audit.epsilon) if pfr else "",
        "all": number(result.parameters.encodes),
        "encodes": number(audit.encodes),
        "proven": number(audit.epsilon),
        "confidence": percent(audit.confidence),
    }
    proof = message("audit", zero=audit.epsilon == 0, more=more, **values)
    return f"{proof} {message('audit-more', event=event(result.chosen, result.parameters))}"


def _accounting(result: PrivacyResult) -> str:
    """What numerical accounting allows with probability δ, and why nothing better holds without."""
    if result.parameters.scheme != "ppr" or math.isinf(result.accounted.epsilon):
        return ""
    return message(
        "accounting", average=result.chosen.decoder.delta > 0,
        bound=_epsilon(result.chosen.decoder.epsilon), delta=number(result.accounted.delta),
        epsilon=number(result.accounted.epsilon),
    )  # fmt: skip


def _growth(result: PrivacyResult) -> str:
    """From the first to the last count of messages."""
    parts = (
        message("growth-part", scheme=row.label, first=number(row.audit.bounds[0]), last=number(row.audit.bounds[-1]))
        for row in result.measured
        if row.scheme in (result.parameters.scheme, "ppr", "pfr")
    )
    counts = result.chosen.audit.counts
    fewest, most = number(int(counts[0])), number(int(counts[-1]))
    return message("growth-caption", fewest=fewest, most=most, parts="; ".join(parts))


def _curve(result: PrivacyResult) -> str:
    """δ at the mechanism's own ε."""
    at = int(np.argmin(np.abs(result.mechanism.epsilons - result.own)))
    parts = (
        message("delta-part", scheme=row.label, delta=_delta_text(row.delta[at]))
        for row in result.measured
        if row.scheme in (result.parameters.scheme, "ppr", "pfr")
    )
    needs = message("delta-parts", parts=", ".join(parts))
    delta = _delta_text(result.mechanism.delta[at])
    return message("delta-caption", epsilon=_epsilon(result.own), delta=delta, parts=needs)


def _delta_text(value: float) -> str:
    """A δ to two digits; what rounding leaves of none is not shown."""
    return number(value if value > _NO_DELTA else 0.0, 2)


def _price(result: PrivacyResult) -> str:
    """Bits and ε at both ends of α, and where Theorem 10 would be."""
    p, (low, high), accounted = result.parameters, result.ends.items(), result.accounted_for
    left, right = ((number(alpha), row, row.epsilon if accounted else row.promised) for alpha, row in (low, high))
    return message(
        "price-caption", low=left[0], low_bits=number(left[1].bits), low_epsilon=number(left[2]), high=right[0],
        high_bits=number(right[1].bits), high_epsilon=number(right[2]),
        excess=number(ppr_tight_excess(*p.slack)), bits=number(rounded(result.tight_bits, 2)),
    )  # fmt: skip


def _frontier(result: PrivacyResult) -> str:
    """What list and index tell at the page's α, and the fewest bits at that ε."""
    if result.listed is None:
        return message("frontier-none")
    low, high = result.listed.epsilon
    places, bits = result.listed.least
    return message(
        "frontier-caption", alpha=number(result.parameters.alpha), low=number(low), high=number(high),
        width=percent(half_width(low, high), 2), times=number(result.accounted.epsilon),
        reader=number(float(places[0])), bits=number(float(bits[0])),
    )  # fmt: skip


def _clock(result: PrivacyResult) -> str:
    """What the number of candidates tells, as all values stop by one bound, and would tell if each had its own."""
    p, channel = result.parameters, result.parameters.channel()
    if p.scheme != "ppr":
        return ""
    middle = p.chosen.kind.point(channel, 0.0)[None]
    inputs = np.arange(channel.input_size) if isinstance(channel, CategoryChannel) else middle
    bound, own = float(channel.log_ratio_bound()), float(np.min(channel.log_ratio_bound(inputs)))
    in_time = PoissonPrivateRepresentation(channel, p.alpha).in_time_order and math.isfinite(p.alpha)
    order = "time" if in_time and channel.two_levels() is None else "candidates"
    sentences = [message("clock", bound=number(math.exp(bound)), order=order)]
    if bound - own >= _ROUNDING:
        right = percent(0.5 + clock_delta(0.0, bound, own) / 2, 3)
        sentences.append(message("clock-price", own=number(math.exp(own)), right=right))
    known = result.chosen.at_delta
    if known.delta > 0 and known.epsilon < _LARGEST:
        failure = _SHARE * known.delta / (1 + math.exp(known.epsilon))
        looks = looks_needed(bound, failure)
        ratio = number(looks * math.exp(-bound), 2)
        sentences.append(message("clock-constant", looks=number(looks), ratio=ratio, failure=number(failure, 2)))
    return " ".join(sentences)


def _delta(result: PrivacyResult) -> float:
    """At which all are compared."""
    return accounted_delta(result.parameters.channel(), result.parameters.delta)


def _table_note(result: PrivacyResult) -> str:
    """What the columns hold, and which schemes have no row."""
    p, floor = result.parameters, result.chosen.deviation
    note = message(
        "compared-note", encodes=number(p.encodes), floor=measured(floor.floor, floor.floor_error),
        counted=number(result.chosen.audit.encodes), confidence=percent(p.confidence), lists=number(result.tables),
        delta=number(_delta(result)), gamma=gamma_text(p.gamma),
    )  # fmt: skip
    absent = "; ".join(
        message("compared-absent-one", scheme=SCHEMES[scheme].label, reason=reason)
        for scheme, reason in result.missing.items()
    )
    return f"{note} {message('compared-absent', schemes=absent)}" if absent else note
