"""An audit: a lower bound on the privacy loss of a compressor that its own messages prove.

The decoder's candidates are fixed, two inputs are encoded on them again and again, and an event of the index is sought
that one input causes more often than the other. If the view is (ε, δ)-private then P(E|x) <= e^ε P(E|x′) + δ, so limits
of the two probabilities give a limit of ε. Everything is chosen on some encodes and counted on others.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import betaincinv

from ppr_core import validation
from ppr_core.compressors import Compressor, Messages
from ppr_core.randomness import SharedRandomness

__all__ = ["Audit", "Event", "EventSearch", "audit", "clopper_pearson", "delta_from_search", "search_tables"]

_COMMON = 3  # an index seen at least so often is weighed by itself, all others together
_HUGE = -1  # stands for indices beyond 63 bits, which are practically never seen twice


@dataclass(frozen=True, eq=False)
class Event:
    """A set of messages on one table: the indices (m,), or with ``complement`` all but them.

    swapped: the second input is the one that causes it more often.
    """

    table: int
    indices: np.ndarray
    complement: bool
    swapped: bool

    def contains(self, indices: np.ndarray) -> np.ndarray:
        """Which of the (n,) indices of messages are in the set, (n,) bool."""
        return np.isin(_words(indices), self.indices) != self.complement


@dataclass(frozen=True, eq=False)
class EventSearch:
    """Encodes to choose an event from: indices (t, n) of each input on t tables."""

    tables: np.ndarray
    first: np.ndarray
    second: np.ndarray


@dataclass(frozen=True, eq=False)
class Audit:
    """What an audit proves.

    epsilon: nats; with at least this confidence the ε of the view is no smaller (0: nothing found). delta: the δ that
    the view is allowed. likely, unlikely: limits of the event's probability under the two inputs, from below and from
    above. hits: how often each of them caused it in ``encodes`` encodes. counts (g,), bounds (g,): the bound from the
    first so many of those encodes. search: what the event was chosen from.
    """

    epsilon: float
    confidence: float
    delta: float
    event: Event
    likely: float
    unlikely: float
    hits: tuple[int, int]
    encodes: int
    counts: np.ndarray
    bounds: np.ndarray
    search: EventSearch

    @property
    def error(self) -> float:
        """One standard error of ln of the ratio of the two frequencies, by the delta method; ∞ without hits."""
        if not all(self.hits):
            return math.inf
        return math.sqrt(sum((1 - hit / self.encodes) / hit for hit in self.hits))


def clopper_pearson(hits: Any, trials: Any, tail: float) -> tuple[np.ndarray, np.ndarray]:
    """Limits of a probability, each of which misses it with probability at most ``tail``: (lower, upper).

    hits, trials: whole numbers, broadcast. Clopper, Pearson 1934: no hit gives lower 0 and upper 1 − tail^{1/n}.
    """
    tail = validation.probability("tail", tail)
    hits, trials = np.asarray(hits, dtype=float), np.asarray(trials, dtype=float)
    lower = np.where(hits > 0, betaincinv(np.maximum(hits, 1), trials - hits + 1, tail), 0.0)
    upper = np.where(hits < trials, betaincinv(hits + 1, np.maximum(trials - hits, 1), 1 - tail), 1.0)
    return lower, upper


def audit(
    compressor: Compressor,
    x: Any,
    other: Any,
    shared: SharedRandomness,
    rng: np.random.Generator,
    *,
    encodes: int,
    tables: int = 8,
    first_table: int = 0,
    confidence: float = 0.95,
    delta: float = 0.0,
    seen: Callable[[Messages], np.ndarray] | None = None,
) -> Audit:
    """Encode x and other, (d,) or categories, ``encodes`` times each: half to choose an event, half to count it.

    tables: t >= 1 tables, from first_table on, among which the first half is shared out; the other half all goes to
    the table of the chosen event. confidence: in (0, 1), of the result for this one audit. delta: what the view is
    allowed beyond ε; a table may fail altogether with a small probability then, so the limit of P(E|x) is lowered by
    t·δ/β₃, which a fraction β₃ of the error probability pays for (Markov's inequality, and t tables). seen: what is
    looked at of n messages, (n,) integers at least 0, by default their indices; an index that practically never comes
    twice proves nothing, but what it decodes to may, and whatever is computed from a message is no better protected.
    """
    encodes = validation.integer("encodes", encodes, 8)
    tables = validation.integer("tables", tables, 1, encodes // 8)
    confidence = validation.probability("confidence", confidence)
    delta = validation.real("delta", delta, 0.0, 1.0)
    x, other = compressor.channel.inputs([x, other])
    half = encodes // 2
    search = search_tables(compressor, x, other, shared, rng, first_table + np.arange(tables), half // tables, seen)
    parts = 2 if delta == 0 else 3
    tail = (1 - confidence) / parts
    event = _choose(search, tail)
    pair = (other, x) if event.swapped else (x, other)
    trials = encodes - half
    caused = [event.contains(_encode(compressor, each, trials, event.table, shared, rng, seen)) for each in pair]
    counts = np.unique(np.geomspace(min(16, trials), trials, 24).astype(np.int64))
    hits = [np.cumsum(hit)[counts - 1] for hit in caused]
    likely, unlikely = _limits(hits, counts, tail, 0.0 if delta == 0 else tables * delta / tail)
    bounds = _bound(likely, unlikely)
    return Audit(
        epsilon=float(bounds[-1]),
        confidence=confidence,
        delta=delta,
        event=event,
        likely=float(likely[-1]),
        unlikely=float(unlikely[-1]),
        hits=(int(hits[0][-1]), int(hits[1][-1])),
        encodes=trials,
        counts=counts,
        bounds=bounds,
        search=search,
    )


def search_tables(
    compressor: Compressor,
    x: np.ndarray,
    other: np.ndarray,
    shared: SharedRandomness,
    rng: np.random.Generator,
    tables: np.ndarray,
    each: int,
    seen: Callable[[Messages], np.ndarray] | None = None,
) -> EventSearch:
    """Both inputs encoded ``each`` times on every table; ``seen`` as for `audit`."""
    read = np.repeat(tables, each)
    shape = (len(tables), each)
    indices = [_encode(compressor, point, len(read), read, shared, rng, seen).reshape(shape) for point in (x, other)]
    return EventSearch(np.asarray(tables), *indices)


def delta_from_search(search: EventSearch, epsilon: Any) -> tuple[np.ndarray, np.ndarray]:
    """An estimate of δ(ε) from below, averaged over the tables, with its standard error over them, (e,) each.

    For every table and ε the event {k : more than e^ε times as often under x} is chosen on one half of the encodes and
    P(E|x) − e^ε P(E|x′) estimated from the other, and the other way round. Each estimate has a mean of at most δ(ε).
    As δ(ε) does not increase, the largest estimate at an ε from here on is taken. epsilon: ascending.
    """
    factors = np.exp(np.atleast_1d(np.asarray(epsilon, dtype=float)))[:, None]
    each = search.first.shape[1]
    deltas = np.empty((len(factors), len(search.tables)))
    for place, rows in enumerate(zip(search.first, search.second, strict=True)):
        names, places = np.unique(_words(np.concatenate(rows)), return_inverse=True)
        cuts = [each // 2, each, each + each // 2]
        shares = [np.bincount(part, minlength=len(names)) / len(part) for part in np.array_split(places, cuts)]
        excess = [shares[half] - factors * shares[2 + half] for half in (0, 1)]
        deltas[:, place] = sum(np.where(excess[half] > 0, excess[1 - half], 0.0).sum(axis=1) for half in (0, 1)) / 2
    error = deltas.std(axis=1, ddof=1) / math.sqrt(deltas.shape[1]) if deltas.shape[1] > 1 else np.zeros(len(factors))
    highest = np.maximum.accumulate(deltas.mean(axis=1)[::-1])[::-1]
    return np.maximum(highest, 0.0), error


def _encode(
    compressor: Compressor,
    x: np.ndarray,
    count: int,
    tables: Any,
    shared: SharedRandomness,
    rng: np.random.Generator,
    seen: Callable[[Messages], np.ndarray] | None,
) -> np.ndarray:
    messages = compressor.encode(np.broadcast_to(x, (count, *np.shape(x))), shared, rng, tables=tables)
    return messages.indices if seen is None else seen(messages)


def _choose(search: EventSearch, tail: float) -> Event:
    """The event with the best bound: its indices are ranked on half of the encodes, their number chosen on the rest."""
    best, event = -1.0, None
    for table, first, second in zip(search.tables, search.first, search.second, strict=True):
        half = len(first) // 2
        names, (rank_1, rank_2), (test_1, test_2) = _counts(_words(first), _words(second), half)
        order = np.argsort((rank_2 + 0.5) / (rank_1 + 0.5), kind="stable")
        for swapped, ordered in ((False, order), (True, order[::-1])):
            hits = [np.cumsum(test[ordered]) for test in ((test_2, test_1) if swapped else (test_1, test_2))]
            bounds = _bound(*_limits(hits, len(first) - half, tail))
            place = int(np.argmax(bounds))
            if bounds[place] > best:
                best = bounds[place]
                event = _event(int(table), names, ordered[: place + 1], swapped)
    assert event is not None
    return event


def _counts(first: np.ndarray, second: np.ndarray, half: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Common indices (m,), and how often each occurs under both inputs in either half, (2, m + 1); the last column
    counts all other indices."""
    names, seen = np.unique(np.concatenate([first[:half], second[:half]]), return_counts=True)
    names = names[(seen >= _COMMON) & (names != _HUGE)]

    def counted(indices: np.ndarray) -> np.ndarray:
        place = np.minimum(np.searchsorted(names, indices), max(len(names) - 1, 0))
        known = names[place] == indices if len(names) else np.zeros(len(indices), dtype=bool)
        return np.bincount(np.where(known, place, len(names)), minlength=len(names) + 1)

    parts = (slice(None, half), slice(half, None))
    ranking, test = (np.array([counted(hits[part]) for hits in (first, second)]) for part in parts)
    return names, ranking, test


def _event(table: int, names: np.ndarray, chosen: np.ndarray, swapped: bool) -> Event:
    """The event of the chosen columns; with the last one among them it is the complement of the others."""
    if len(names) in chosen:
        return Event(table, np.delete(names, chosen[chosen < len(names)]), True, swapped)
    return Event(table, np.sort(names[chosen]), False, swapped)


def _limits(hits: list[np.ndarray], trials: Any, tail: float, less: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Limits of both probabilities from their counts, the first from below and lowered by ``less``."""
    likely, unlikely = hits
    return np.maximum(clopper_pearson(likely, trials, tail)[0] - less, 0.0), clopper_pearson(unlikely, trials, tail)[1]


def _bound(likely: np.ndarray, unlikely: np.ndarray) -> np.ndarray:
    """ln of the ratio of the limits, at least 0."""
    with np.errstate(divide="ignore"):
        return np.maximum(np.log(likely) - np.log(unlikely), 0.0)


def _words(indices: np.ndarray) -> np.ndarray:
    """Indices as int64, those beyond 63 bits as one."""
    if indices.dtype != object:
        return indices
    return np.array([index if index < 2**63 else _HUGE for index in indices], dtype=np.int64)
