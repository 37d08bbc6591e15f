"""Pictures and tables of the page Privacy."""

from __future__ import annotations

import math
from dataclasses import replace

import streamlit as st

from pages.ui import charts, markdown_table, memo
from pages.ui.charts.layers import Layers
from pages.ui.quantities import cited
from pages.ui.state import plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.privacy import ERRATA, Measured, PrivacyResult, Statement, acceptances, statements
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, rounded

__all__ = ["compared", "curve", "frontier", "growth", "losses", "price", "rules"]

LEAST = 0.2  # the axis begins at this share of the mechanism's own ε
NAMED = (1.05, 1.1, 1.2, 1.3, 1.5, 2, 3, 5, 10)  # α at which the curve is labelled
NEAR = 0.9  # share of a promise from which on numerical accounting is named at the same line
SPARSE = 10  # of a curve that is estimated every so many-th point is drawn
HALF = 0.26  # of a bar's height, in rows
COMPARED = ("scheme", "exact", "deviation", "at-delta", "guaranteed", "audit", "worst", "bits", "candidates")
PROMISED = ("against", "statement", "pair", "here", "needs", "source")
CORRECTED = ("where", "printed", "used", "because")

message = Messages("privacy")


def _bars(result: PrivacyResult, story: Story, theme: charts.Theme, rows: list[Measured]) -> charts.Figure:
    epsilon = result.own
    low, high = LEAST * epsilon, 1.25 * result.highest
    layers = [charts.line([epsilon, epsilon], [-0.5, len(rows) - 0.5], label=message("legend-mechanism"), role="law")]
    for y, row in reversed(list(enumerate(reversed(rows)))):
        layers += _bar(row, y, low, high)
        if row.scheme == "ppr" and low < result.accounted.epsilon < high:
            layers.append(charts.value_marker([result.accounted.epsilon], [y], role="ppr"))
    layers += [
        charts.line((), (), label=message("legend-guaranteed"), role="bound"),
        charts.points_with_errors((), (), None, label=message("legend-audit"), role="ppr"),
        charts.value_marker((), (), label=message("legend-exact")),
    ]
    x = charts.Axis(message("axis-decoder"), "nats", scale="log", domain=(low, high))
    y = charts.Axis("", categories=tuple(row.label for row in reversed(rows)))
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    return charts.Figure(chart, "all-promised-and-proven", message("bars-title"), story.finding, result.table())


def _bar(row: Measured, y: int, low: float, high: float) -> list[Layers]:
    """One row: the bar, its two ends and, where it is known, the exact loss."""
    role, endless = SCHEMES[row.scheme].role, math.isinf(row.decoder.epsilon)
    proven = row.proven if math.isfinite(row.proven) else row.audit.epsilon
    start, end = max(low, proven), high if endless else row.decoder.epsilon
    ends = [min(start, end), max(start, end)]
    layers = [charts.band(ends, [y - HALF], [y + HALF], role=role)]
    if endless:
        words = message("label-infinite" if row.worst == math.inf else "label-none")
        at = start if start > math.sqrt(low * high) else high  # beside the bar, or in it where it is long
        layers.append(charts.words_beside(at, y, words, -10))
    else:
        layers.append(charts.line([end, end], [y - 0.4, y + 0.4], role="bound"))
    if row.fallback is not None and row.fallback.epsilon < high:
        at = row.fallback.epsilon
        layers.append(charts.line([at, at], [y - 0.4, y + 0.4], role="bound"))
        layers.append(charts.words_beside(at, y, message("label-broken"), 8))
    if row.audit.epsilon > low:
        audit = charts.points_with_errors([row.audit.epsilon], [y], None, role=role)
        layers.append(tuple(replace(layer, mark={**layer.mark, "shape": "circle"}) for layer in audit))
    if row.worst is not None and low < row.worst < math.inf:
        layers.append(charts.value_marker([row.worst], [y], role=role))
    return layers


def growth(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The ε that the first so many encodes prove."""
    chosen, counts = result.chosen, result.chosen.audit.counts
    series = [charts.Series(row.label, SCHEMES[row.scheme].role, counts, row.audit.bounds) for row in _drawn(result)]
    bounds = []
    if chosen.decoder.epsilon < math.inf:
        promise, ends = message("growth-guarantee", scheme=chosen.label), [counts[0], counts[-1]]
        if chosen.scheme == "ppr" and result.accounted_for:
            delta, epsilon = number(result.accounted.delta), number(result.accounted.epsilon)
            exact = message("growth-accounting", delta=delta)
            near = result.accounted.epsilon > NEAR * chosen.decoder.epsilon
            if near:
                promise = message("growth-guarantee-near", scheme=chosen.label, delta=delta, epsilon=epsilon)
            bounds.append(charts.Series("" if near else exact, "bound", ends, [result.accounted.epsilon] * 2))
        bounds.append(charts.Series(promise, "bound", ends, [chosen.decoder.epsilon] * 2))
    x, y = (
        charts.Axis(message("growth-axis"), scale="log"),
        charts.Axis(message("growth-axis-proven"), "nats", zero=True),
    )
    chart = charts.sweep(series, x=x, y=y, theme=theme, bounds=bounds)
    title = message("growth-title")
    return charts.Figure(chart, "growth", title, story.captions["growth"], result.growth_table())


def curve(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """δ(ε) of the mechanism and of what the decoder sees."""
    m = result.mechanism
    table = result.delta_table()
    groups = [charts.line(m.epsilons, m.delta, label=message("legend-mechanism"), role="law", at_end=True)]
    for row in _drawn(result):
        role = SCHEMES[row.scheme].role
        if row.scheme == "ppr":
            some = slice(None, None, SPARSE)
            seen = m.epsilons[some], row.delta[some]
            groups.append(charts.points_with_errors(*seen, None, label=message("delta-from-below"), role=role))
        else:
            groups.append(charts.line(m.epsilons, row.delta, label=row.label, role=role, at_end=True))
    exact = [(x, y) for x, y in zip(m.epsilons, table["ppr_exact"], strict=True) if y >= 0]
    if exact:
        groups.append(charts.line(*zip(*exact, strict=True), label=message("delta-most"), role="ppr", at_end=True))
    if result.listed:
        enclosed = result.listed.epsilons, *result.listed.delta
        groups.insert(1, charts.band(*enclosed, role="ppr", label=message("delta-list")))
    chart = charts.layered(*groups, x=charts.Axis("ε", "nats"), y=charts.Axis("δ(ε)", zero=True), theme=theme)
    return charts.Figure(chart, "delta", message("delta-title"), story.captions["delta"], table)


def losses(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """How often the privacy loss exceeds a level, for the mechanism and where the law of the index is known."""
    m, known = result.mechanism, [row for row in result.measured if row.survival is not None]
    series = [charts.Series(message("legend-mechanism"), "law", m.epsilons, m.survival)]
    series += [charts.Series(row.label, SCHEMES[row.scheme].role, m.epsilons, row.survival) for row in known]
    x, y = charts.Axis(message("losses-axis"), "nats"), charts.Axis(message("losses-axis-share"), zero=True)
    chart = charts.sweep(series, x=x, y=y, theme=theme)
    title = message("losses-title")
    return charts.Figure(chart, "losses", title, story.captions["delta"], result.loss_table())


def price(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """PPR along α: exact bits against exact ε, what the theorems promise, and what is proven at the page's α."""
    table = result.tradeoff_table()
    bits, promised = table["exact_bits"], table["epsilon"]
    epsilon = table["exact_epsilon"] if result.accounted_for else promised
    ppr = result.of("ppr")
    theorem = message("theorem", delta=ppr is not None and ppr.decoder.delta > 0)
    corner = {"style": "label", "align": "right", "baseline": "top", "dx": -6, "dy": 4}
    names = [
        charts.words(x, y, message("price-point", alpha=number(alpha)), **corner)
        for alpha, x, y in zip(table["alpha"], epsilon, bits, strict=True)
        if alpha in NAMED
    ]
    sent = [row for row in zip(epsilon, bits, table["bits"], table["bits_error"], strict=True) if row[2] > 0]
    groups: list[Layers] = [
        charts.line(
            promised, table["bound"], label=message("price-promised", theorem=theorem), role="bound", at_end=True
        ),
        charts.line(promised, bits, label=message("price-theorem", theorem=theorem), role="bound", at_end=True),
    ]
    if result.accounted_for:
        groups.append(charts.line(epsilon, bits, label=message("price-most"), role="ppr", at_end=True))
    if sent:
        x, _, seen, errors = zip(*sent, strict=True)
        groups.append(charts.points_with_errors(x, seen, errors, label=message("price-real"), role="ppr"))
    groups += [_audited(result), *names]
    low = min(epsilon.min(), ppr.audit.epsilon or math.inf) if ppr else epsilon.min()
    name = message("axis-decoder")
    if result.accounted_for:
        name = message("axis-decoder-delta", delta=number(result.accounted.delta))
    x = charts.Axis(name, "nats", scale="log", domain=(0.7 * low, 1.1 * promised.max()))
    chart = charts.layered(*groups, x=x, y=charts.Axis(message("price-axis"), scale="log"), theme=theme)
    title, finding = message("price-title"), story.captions["price"]
    return charts.Figure(chart, "price", title, finding, table, note=finding)


def frontier(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Bits against the decoder's ε at one δ: PPR with the times and without, other schemes, and a lower bound."""
    table, listed = result.frontier_table(), result.listed
    epsilon, bits = table["exact_epsilon"], table["exact_bits"]
    groups: list[Layers] = []
    if listed:
        groups.append(charts.line(*listed.least, role="bound", label=message("frontier-least")))
        known = [row for row in zip(*(table[name] for name in ("list_epsilon_low", "list_epsilon_high")), bits,
                                    strict=True) if row[1] >= 0]  # fmt: skip
        for low, high, height in known:
            groups.append(charts.line([low, high], [height] * 2, role="law"))
        middles = [(low * high) ** 0.5 for low, high, _ in known]
        marks = middles, [height for *_, height in known]
        groups.append(charts.points_with_errors(*marks, None, role="law", label=message("frontier-list")))
    if result.accounted_for:
        groups.append(charts.line(epsilon, bits, role="ppr", label=message("frontier-times")))
    others = [row for row in result.measured if row.scheme not in ("ppr", "pfr", "truncated_ppr")]
    shown = [(row.at_delta.epsilon, row.bits.value, row.label, SCHEMES[row.scheme].role) for row in others]
    if result.plain_bits:
        shown.append((result.mechanism.at_delta.epsilon, result.plain_bits, message("cell-output"), "law"))
    shown = sorted(mark for mark in shown if mark[0] < math.inf)
    for at, height, name, role in shown:
        level = [other for other in shown if other[1] == height]
        above = len(level) > 1 and level.index((at, height, name, role)) % 2 == 0
        beside = {"align": "left", "baseline": "middle", "dx": 6, "dy": -9 if above else 9}
        groups += [charts.value_marker([at], [height], role=role), charts.words(at, height, name, **beside)]
    drawn = [*zip(epsilon, bits, strict=True), *(mark[:2] for mark in shown)]
    places, heights = zip(*(point for point in drawn if point[0] < math.inf), strict=True)
    name = message("axis-decoder-delta", delta=number(result.accounted.delta))
    x = charts.Axis(name, "nats", scale="log", domain=(0.85 * min(places), 1.1 * max(places)))
    y = charts.Axis(message("price-axis"), scale="log", domain=(0.65 * min(heights), 1.3 * max(heights)))
    chart = charts.layered(*groups, x=x, y=y, theme=theme)
    caption = story.captions["frontier"]
    return charts.Figure(chart, "frontier", message("frontier-title"), caption, table, note=caption)


def _audited(result: PrivacyResult) -> Layers:
    """At the page's α a stroke from the ε that the audit proves to the exact one."""
    ppr, alpha = result.of("ppr"), result.parameters.alpha
    if ppr is None or math.isinf(alpha) or not ppr.audit.epsilon:
        return ()
    proven, height = ppr.audit.epsilon, [ppr.bits.value] * 2
    stroke = charts.line([proven, result.accounted.epsilon], height, role="ppr")
    stroke = stroke if result.accounted_for else ()
    label = message("price-audit", alpha=number(alpha))
    return (*stroke, *charts.points_with_errors([proven], height[:1], None, label=label, role="baseline"))


def _drawn(result: PrivacyResult) -> list[Measured]:
    """The compressors that curves are drawn of; of two that look alike the chosen one, or else the first."""
    chosen = result.parameters.scheme
    first = {SCHEMES[row.scheme].role: row.scheme for row in reversed(result.measured)}
    first[SCHEMES[chosen].role] = chosen
    return [row for row in result.measured if first[SCHEMES[row.scheme].role] == row.scheme]


def rules(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """GenProt, Bassily–Smith and greedy rejection: the chance to accept each entry of the list, a panel for each."""
    panels, names, rows = [], [], []
    other, own = message("rules-other"), message("rules-own")
    for rule in acceptances():
        name, groups = SCHEMES[rule.scheme].label, []
        for label, role, chances in ((other, "baseline", rule.other), (own, "ppr", rule.own)):
            seen = [(entry, chance) for entry, chance in enumerate(chances.tolist(), 1) if not math.isnan(chance)]
            places, heights = zip(*seen, strict=True)
            groups.append(charts.points_with_errors(places, heights, None, label=label, role=role, joined=True))
            names += [name] * len(seen)
            rows += [(label, *pair) for pair in seen]
        x = charts.Axis(message("rules-axis", scheme=name), domain=(0.5, len(rule.own) + 0.5))
        y = charts.Axis(message("rules-axis-chance"), domain=(-0.05, 1.05))
        panels.append(charts.layered(*groups, x=x, y=y, theme=theme))
    title, caption = message("rules-title"), message("rules-caption")
    table = {"compressor": names} | dict(
        zip(("entry_holds", "entry", "chance"), map(list, zip(*rows, strict=True)), strict=True)
    )
    return charts.Figure(tuple(panels), "acceptance", title, caption, table)


def compared(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """All schemes side by side, and the guarantees of the chosen one."""
    rows = (_plain(result), *(_row(result, row) for row in result.measured))
    markdown_table.show("privacy-compared", _heads(COMPARED), rows)
    st.caption(plain(story.captions["table"]))
    _guarantees(result, story)
    return _bars(result, story, theme, list(result.measured))


def _guarantees(result: PrivacyResult, story: Story) -> None:
    """Every guarantee of the chosen scheme; what is corrected in the paper."""
    p = result.parameters
    st.subheader(message("guarantees-title", scheme=p.described(p.scheme)), anchor=False)
    promised = memo.made_of(result, ("promised",), lambda: [_promise(row) for row in statements(p)])
    markdown_table.show("privacy-promised", _heads(PROMISED), promised)
    if story.captions["clock"]:
        st.caption(plain(story.captions["clock"]))
    st.subheader(message("corrected-title"), anchor=False)
    st.markdown(message("corrected-note"))
    rows = ((erratum.where, erratum.printed, erratum.here, erratum.reason) for erratum in ERRATA)
    markdown_table.show("privacy-corrected", _heads(CORRECTED), rows)


def _heads(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(message(f"head-{name}") for name in names)


def _plain(result: PrivacyResult) -> tuple[str, ...]:
    """The output as it is, whose reader every decoder learns as much as."""
    own = result.mechanism
    here = (_epsilon(own.at_delta.epsilon), _epsilon(own.own.epsilon))
    return (message("cell-output"), message("cell-yes"), "–", *here, *("–",) * 4)


def _row(result: PrivacyResult, row: Measured) -> tuple[str, ...]:
    inexact = message("cell-no") if row.distance is None else message("cell-within", distance=number(row.distance))
    at_delta = _epsilon(row.at_delta.epsilon)
    if row.fallback is not None:
        endless = math.isinf(row.fallback.epsilon)
        rest = message("cell-nothing") if endless else _epsilon(row.fallback.epsilon)
        at_delta = message("cell-generator", epsilon=at_delta, rest=rest)
    return (
        row.label,
        message("cell-yes") if row.exact else inexact,
        measured(row.deviation.value, row.deviation.error),
        at_delta,
        _epsilon(row.decoder.epsilon),
        f"≥ {number(row.audit.epsilon)}",
        "–" if row.worst is None else _epsilon(row.worst),
        measured(row.bits.value, row.bits.error or None),
        measured(row.candidates.value, row.candidates.error or None),
    )


def _promise(statement: Statement) -> tuple[str, ...]:
    g = statement.guarantee
    now = f"({_epsilon(g.epsilon)}, {_epsilon(g.delta)})"
    if g.notion == "metric":
        now = message("here-distance", epsilon=_epsilon(g.epsilon))
    if not statement.applies:
        now = message("here-none") if math.isinf(g.epsilon) else message("here-unmet", pair=now)
    needs = statement.needs if statement.applies else message("needs-unmet", needs=statement.needs)
    return (g.against, statement.name, statement.rule, now, needs, cited(g.source))


def _epsilon(value: float) -> str:
    """To three digits, without what root finding left beyond the ninth."""
    return number(rounded(value, 9))
