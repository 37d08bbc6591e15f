"""What a result of `frequency_estimation` says: which message of `frequency_estimation.ftl`, with which numbers."""

from __future__ import annotations

import math
from functools import partial

from ppr_core.compressors import PseudorandomRejection
from ppr_core.estimation.frequency import MeasuredCollection, PairwiseIndependentRappor, common_share
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.experiments.frequency_estimation.formulas import formulas
from ppr_core.experiments.frequency_estimation.parameters import LEVEL
from ppr_core.experiments.frequency_estimation.result import FORMS, FrequencyEstimationResult, Scheme
from ppr_core.experiments.frequency_estimation.story_captions import bits_text, captions
from ppr_core.experiments.vocabulary.schemes import gamma_text
from ppr_core.guarantees import DECODER
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, percent, rounded

__all__ = ["measured_where", "tell"]

message = Messages("frequency_estimation")

_PERCENT = 100.0
_NOTEWORTHY = 0.2  # share of the variation of the total error that comes from errors moving together
_SEEN = 0.01  # of all reports
_LITTLE = 0.25  # of the bits of RAPPOR


def tell(result: FrequencyEstimationResult) -> Story:
    """The numbers, sentences and formulas of a result."""
    notices = (
        _shortest, _resolution, _together, _held, _forms, _rounding, _accounted, _rejection, _notion,
    )  # fmt: skip
    told = tuple(filter(None, (notice(result) for notice in notices)))
    rivals = frozenset(("raw",))
    return Story(_quantities(result), _finding(result), told, partial(formulas, result), captions(result), rivals)


def measured_where(result: FrequencyEstimationResult) -> str:
    """The sentence that belongs to every time."""
    return message("measured-where", machine=result.machine, moment=result.moment)


def _quantities(result: FrequencyEstimationResult) -> tuple[Quantity, ...]:
    """What carries an error is measured from the reports of all n users, the others once."""
    chosen, collection, norms = result.chosen, result.found, result.found.norms
    p, exact, level = result.parameters, chosen.accounted, percent(LEVEL)
    covered, of_level = float(collection.covered(result.truth).mean()), math.sqrt(LEVEL * (1 - LEVEL))

    people = message("people", number=number(result.users))

    def seen(key: str, label: str, value: float, unit: str = "%", error: float | None = None) -> Quantity:
        samples = 1 if error is None else result.users  # of a number without an error, one run
        return Quantity(key, label, value, unit, "measured", error, samples, samples_text=people)

    bits = Quantity("bits", message("tile-bits"), collection.bits, "bits")
    if collection.bits_error:
        bits = seen("bits", message("tile-bits-coded"), bits.value, "bits", collection.bits_error)
    numbers = [
        seen("error", message("tile-error"), _PERCENT * norms.root_mean_square,
             error=_PERCENT * collection.norm_error),
        bits,
        Quantity("raw", message("tile-raw"), float(len(result.counts)), "bits"),
    ]  # fmt: skip
    if exact is not None:
        label = message("tile-accounted", delta=number(exact.delta))
        numbers.append(Quantity.promised("epsilon_exact", label, exact))
    less = number(chosen.guarantee.epsilon) != number(p.epsilon) and _pairwise(result) is not None
    label = message("tile-epsilon", notion=chosen.notion, rounded=less)
    numbers.append(Quantity.promised("epsilon", label, chosen.guarantee))
    if chosen.own_epsilon < p.epsilon:
        numbers.insert(4, Quantity("own_epsilon", message("tile-own"), chosen.own_epsilon, "nats"))
    top = message("tile-top", top=number(len(collection.hitters.true)))
    numbers += [
        seen("top", top, float(chosen.top_found), ""),
        Quantity("expected", message("tile-expected"), _PERCENT * chosen.expected, "%"),
        seen("largest", message("tile-largest"), _PERCENT * norms.largest),
        Quantity("covered", message("tile-covered", level=level), _PERCENT * covered, "%", "measured",
                 _PERCENT * of_level / math.sqrt(chosen.independent), len(result.truth),
                 samples_text=message("categories", number=number(len(result.truth)))),
    ]  # fmt: skip
    return tuple(numbers)


def _pairwise(result: FrequencyEstimationResult) -> PairwiseIndependentRappor | None:
    """The chosen scheme's oracle where that is a form of PI-RAPPOR."""
    oracle = result.parameters.oracle(result.chosen.name)
    return oracle if isinstance(oracle, PairwiseIndependentRappor) else None


def _finding(result: FrequencyEstimationResult) -> str:
    chosen, collection, size = result.chosen, result.found, len(result.counts)
    saved = 1.0 - collection.bits / size
    kind = "raw" if chosen.name == "rappor" else "long" if saved <= 0 else "little" if saved < _LITTLE else "short"
    weak = result.parameters.spoiled
    return message(
        "finding", kind="weak" if weak else kind, raw=number(size),
        scheme=chosen.spoken if weak or kind == "raw" else _capital(chosen.spoken),
        bits=bits_text(collection.bits, collection.bits_error), error=_error(collection),
        expected=percent(chosen.expected, 2),
    )  # fmt: skip


def _resolution(result: FrequencyEstimationResult) -> str:
    """What can be told from zero; an estimate that is biased has no such margin."""
    if result.parameters.spoiled:
        return ""
    expected, average = result.chosen.expected, percent(1 / len(result.counts), 2)
    first = message("resolution", margin=percent(result.margin, 2), average=average)
    users = number(rounded(result.users_to_see(0.01), 2))
    return f"{first} {message('resolution-more', expected=percent(expected, 3), users=users)}"


def _change(scheme: Scheme, other: Scheme) -> str:
    """The error of one scheme beside that of another."""
    error, beside = (percent(each.expected, 3) for each in (scheme, other))
    return message("change", same=error == beside, error=error, other=beside)


def _least(result: FrequencyEstimationResult) -> Scheme | None:
    """The scheme of fewest bits, where that is another than the chosen one and ε compares the same."""
    chosen, least = result.chosen, min(result.drawn, key=lambda scheme: scheme.found.bits)
    longer = least.found.bits >= chosen.found.bits
    return None if longer or least.notion != chosen.notion or result.parameters.spoiled else least


def _shortest(result: FrequencyEstimationResult) -> str:
    """Bits and error of the shortest scheme beside those of the chosen one."""
    chosen, least = result.chosen, _least(result)
    if least is None:
        return ""
    error, other = (percent(scheme.expected, 3) for scheme in (least, chosen))
    named = {"scheme": _capital(least.spoken), "own": chosen.spoken}
    return message("shortest", bits=bits_text(least.found.bits), error=error, other=other, **named)


def _held(result: FrequencyEstimationResult) -> str:
    """Who is held to ε by all schemes, and what that means for those that share randomness."""
    p, compressed = result.parameters, [scheme for scheme in result.ran if scheme.by]
    if not compressed:
        return ""
    if p.adversary is DECODER:
        most = min(compressed, key=lambda scheme: scheme.own_epsilon)
        value = most.own_epsilon
    else:
        most = max(compressed, key=lambda scheme: scheme.server_epsilon)
        value = most.server_epsilon
    first = message("held", who=p.against, epsilon=number(p.epsilon))
    more = {"scheme": most.spoken, "value": number(value), "control": p.specs()["against"].label}
    return f"{first} {message('held-more', who=p.against, **more)}"


def _together(result: FrequencyEstimationResult) -> str:
    """What pairwise independence costs."""
    if (oracle := _pairwise(result)) is None:
        return ""
    share = common_share(oracle, result.counts)
    kind, size = "small" if share < _NOTEWORTHY else "large", number(len(result.counts))
    more = message("together-more", kind=kind, independent=number(result.chosen.independent, 2), size=size)
    return f"{message('together', kind=kind)} {more}"


def _forms(result: FrequencyEstimationResult) -> str:
    """What PI-RAPPOR sends, how its forms differ, and which is shortest."""
    schemes = [scheme for scheme in result.ran if scheme.name in FORMS]
    if result.chosen.name not in FORMS or len(schemes) < len(FORMS):
        return ""
    first, *others = schemes
    best = min(others, key=lambda scheme: (scheme.found.bits, scheme.expected))
    choice = message(
        "forms-choice", kind="shorter" if best.found.bits < first.found.bits else "none",
        scheme=_capital(best.spoken),
        saved=bits_text(first.found.bits - best.found.bits), change=_change(best, first),
    )  # fmt: skip
    return f"{message('forms')} {choice}"


def _rounding(result: FrequencyEstimationResult) -> str:
    """What the rounding of α₀ leaves of ε."""
    oracle = _pairwise(result)
    if oracle is None or oracle.rounding == "full_epsilon":
        return ""
    used, epsilon = number(oracle.effective_epsilon[oracle.notion], 4), number(result.parameters.epsilon, 4)
    return message("rounding", prime=number(oracle.family.prime), epsilon=epsilon, used=used)


def _accounted(result: FrequencyEstimationResult) -> str:
    """What PPR's decoder may learn."""
    exact = [(scheme, scheme.accounted) for scheme in result.ran if scheme.accounted is not None]
    if not exact:
        return ""
    epsilon, delta = max(accounted.epsilon for _, accounted in exact), exact[0][1].delta
    theorem, factor = max(scheme.guarantee.epsilon for scheme, _ in exact), 2 * result.parameters.alpha
    values = {"epsilon": number(epsilon), "delta": number(delta), "theorem": number(theorem)}
    return message("accounted", factor=number(factor), **values)


def _rejection(result: FrequencyEstimationResult) -> str:
    """What a seed costs and what its guarantee needs."""
    p, by_seed = result.parameters, [scheme for scheme in result.ran if scheme.by == "rejection"]
    if not by_seed:
        return ""
    compressors = (p.oracle(scheme.name).compressor for scheme in by_seed)
    tries = max(compressor.tries for compressor in compressors if isinstance(compressor, PseudorandomRejection))
    told = [message("rejection", tries=number(tries), gamma=gamma_text(p.gamma))]
    if p.weak_generator:
        held = [int(scheme.found.covered(result.truth).sum()) for scheme in by_seed]
        worst = by_seed[held.index(min(held))]
        promised = number(max(scheme.guarantee.epsilon for scheme in by_seed))
        values = {"covered": number(min(held)), "size": number(len(result.truth)), "scheme": worst.spoken}
        told.append(message("rejection-weak", epsilon=promised, **values))
    else:
        told += [message("rejection-missed", share=percent(p.gamma, 3))] * (p.gamma >= _SEEN)
        told.append(message("rejection-holds"))
    return " ".join(told)


def _notion(result: FrequencyEstimationResult) -> str:
    """Whom a report without a list protects, and what ε compares."""
    p, told = result.parameters, []
    if not any(scheme.by for scheme in result.ran):
        told.append(message("held-direct", epsilon=number(p.epsilon), notion=p.notion))
    if p.notion == "deletion":
        other = ", ".join(scheme.spoken for scheme in result.ran if scheme.notion == "replacement")
        told.append(message("notion", schemes=other))
    return " ".join(told)


def _capital(text: str) -> str:
    """A sentence's beginning; k-ary keeps its small letter."""
    return text[0].upper() + text[1:] if not text.startswith("k-") else text


def _error(collection: MeasuredCollection) -> str:
    """The root mean square error in %, with its standard error."""
    return measured(_PERCENT * collection.norms.root_mean_square, _PERCENT * collection.norm_error, "%")
