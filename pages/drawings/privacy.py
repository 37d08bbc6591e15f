"""Pictures and tables of the page Privacy."""

from __future__ import annotations

import math
from dataclasses import replace

import streamlit as st

from pages.ui import charts, markdown_table, memo
from pages.ui.charts.layers import Layers
from pages.ui.quantities import cited
from pages.ui.state import PageState, plain
from ppr_core.experiments.contract import Story
from ppr_core.experiments.privacy import ERRATA, EXPERIMENT, Measured, PrivacyResult, Statement, acceptances, statements
from ppr_core.experiments.vocabulary.schemes import SCHEMES
from ppr_core.wording import measured, number, percent, rounded

__all__ = ["curve", "growth", "losses", "main", "price", "promises", "rules"]

LEAST = 0.2  # the axis begins at this share of the mechanism's own ε
NAMED = (1.05, 1.1, 1.2, 1.3, 1.5, 2, 3, 5, 10)  # α at which the curve is labelled
NEAR = 0.9  # share of a promise from which on numerical accounting is named at the same line
SPARSE = 10  # of a curve that is estimated every so many-th point is drawn
HALF = 0.26  # of a bar's height, in rows
COMPARED = (
    "Compressor", "Exact", "Total variation", "ε at the same δ", "ε promised", "Proven by the audit", "Largest loss",
    "Factor", "Bits", "Lost", "Candidates",
)  # fmt: skip
PROMISED = ("Against", "Statement", "(ε, δ)", "Here", "Needs", "Source")
CORRECTED = ("Where", "Printed", "Used here", "Because")
# A table wider than a phone scrolls by itself, not with the page.


def main(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """For every compressor a bar from the ε that is proven to the ε that is promised: the true one lies on it."""
    rows, epsilon = result.measured, result.own
    if theme.lesson:
        rows = [row for row in rows if row.scheme in ("ppr", result.chosen.scheme)]
    low, high = LEAST * epsilon, 1.25 * result.highest
    layers = [charts.line([epsilon, epsilon], [-0.5, len(rows) - 0.5], label="mechanism", role="law")]
    for y, row in reversed(list(enumerate(reversed(rows)))):
        layers += _bar(row, y, low, high)
        if row.scheme == "ppr" and low < result.accounted.epsilon < high:
            layers.append(charts.value_marker([result.accounted.epsilon], [y], role="ppr"))
    layers += [
        charts.line((), (), label="promised", role="bound"),
        charts.points_with_errors((), (), None, label="proven by the audit", role="ppr"),
        charts.value_marker((), (), label="exact (see below)"),
    ]
    x = charts.Axis("ε against the decoder", "nats", scale="log", domain=(low, high))
    y = charts.Axis("", categories=tuple(row.label for row in reversed(rows)))
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    title = "Between proven and promised: ε against the decoder"
    absent = "" if theme.lesson else _absent(result)
    note = (
        "Each bar starts at the largest ε that is proven, by an audit or by exact calculation. An audit gives a lower "
        "bound on ε and can never rule out a larger one. The true ε lies on the bar (with "
        f"{percent(result.parameters.confidence)} confidence for each audit). {_diamond(result)}{absent}"
    )
    return charts.Figure(chart, "promised-and-proven", title, story.finding, result.table(), note)


def _bar(row: Measured, y: int, low: float, high: float) -> list[Layers]:
    """One row: the bar, its two ends and, where it is known, the exact loss."""
    role, endless = SCHEMES[row.scheme].role, math.isinf(row.decoder.epsilon)
    proven = row.proven if math.isfinite(row.proven) else row.audit.epsilon
    start, end = max(low, proven), high if endless else row.decoder.epsilon
    ends = [min(start, end), max(start, end)]
    layers = [charts.band(ends, [y - HALF], [y + HALF], role=role)]
    if endless:
        words = "ε = ∞" if row.worst == math.inf else "no promise"
        at = start if start > math.sqrt(low * high) else high  # beside the bar, or in it where it is long
        layers.append(charts.words_beside(at, y, words, -10))
    else:
        layers.append(charts.line([end, end], [y - 0.4, y + 0.4], role="bound"))
    if row.fallback is not None and row.fallback.epsilon < high:
        at = row.fallback.epsilon
        layers.append(charts.line([at, at], [y - 0.4, y + 0.4], role="bound"))
        layers.append(charts.words_beside(at, y, "generator fails", 8))
    if row.audit.epsilon > low:
        audit = charts.points_with_errors([row.audit.epsilon], [y], None, role=role)
        layers.append(tuple(replace(layer, mark={**layer.mark, "shape": "circle"}) for layer in audit))
    if row.worst is not None and low < row.worst < math.inf:
        layers.append(charts.value_marker([row.worst], [y], role=role))
    return layers


def _diamond(result: PrivacyResult) -> str:
    if not result.accounted_for:
        return f"Diamonds are exact on the worst of {result.tables} lists."
    return (
        f"Diamonds are exact on the worst of {result.tables} lists, PPR's the most over all lists at δ = "
        f"{number(result.accounted.delta)}; its bar ends at {_end(result)}."
    )


def _end(result: PrivacyResult) -> str:
    """What the theorem says that ends PPR's bar."""
    ppr = result.of("ppr")
    every = ppr is None or not ppr.decoder.delta
    return "what holds on every single list" if every else "Theorem 8, an average over lists as well"


def _absent(result: PrivacyResult) -> str:
    """The compressors without a row, and why."""
    absent = "; ".join(f"{SCHEMES[scheme].label} {reason}" for scheme, reason in result.missing.items())
    return f" Without a row: {absent}." if absent else ""


def growth(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The ε that the first so many encodes prove."""
    chosen, counts = result.chosen, result.chosen.audit.counts
    series = [charts.Series(row.label, SCHEMES[row.scheme].role, counts, row.audit.bounds) for row in _drawn(result)]
    bounds = []
    if chosen.decoder.epsilon < math.inf:
        promise, ends = f"promised by {chosen.label}", [counts[0], counts[-1]]
        if chosen.scheme == "ppr" and result.accounted_for:
            exact = f"numerical accounting, δ = {number(result.accounted.delta)}"
            near = result.accounted.epsilon > NEAR * chosen.decoder.epsilon
            promise += f"; {exact}: {number(result.accounted.epsilon)}" if near else ""
            bounds.append(charts.Series("" if near else exact, "bound", ends, [result.accounted.epsilon] * 2))
        bounds.append(charts.Series(promise, "bound", ends, [chosen.decoder.epsilon] * 2))
    x, y = (
        charts.Axis("Encodes of each input that count", scale="log"),
        charts.Axis("ε proven by the audit", "nats", zero=True),
    )
    chart = charts.sweep(series, x=x, y=y, theme=theme, bounds=bounds)
    return charts.Figure(chart, "growth", "What more encodes prove", story.captions["growth"], result.growth_table())


def curve(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """δ(ε) of the mechanism and of what the decoder sees."""
    m = result.mechanism
    table = result.delta_table()
    groups = [charts.line(m.epsilons, m.delta, label="mechanism", role="law", at_end=True)]
    for row in _drawn(result):
        role = SCHEMES[row.scheme].role
        if row.scheme == "ppr":
            some = slice(None, None, SPARSE)
            seen = m.epsilons[some], row.delta[some]
            groups.append(charts.points_with_errors(*seen, None, label="PPR, at least, from encodes", role=role))
        else:
            groups.append(charts.line(m.epsilons, row.delta, label=row.label, role=role, at_end=True))
    exact = [(x, y) for x, y in zip(m.epsilons, table["ppr_exact"], strict=True) if y >= 0]
    if exact:
        groups.append(charts.line(*zip(*exact, strict=True), label="PPR, if times leak", role="ppr", at_end=True))
    chart = charts.layered(*groups, x=charts.Axis("ε", "nats"), y=charts.Axis("δ(ε)", zero=True), theme=theme)
    return charts.Figure(chart, "delta", "How large δ must be at each ε", story.captions["delta"], table)


def losses(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """How often the privacy loss exceeds a level, for the mechanism and where the law of the index is known."""
    m, known = result.mechanism, [row for row in result.measured if row.survival is not None]
    series = [charts.Series("mechanism", "law", m.epsilons, m.survival)]
    series += [charts.Series(row.label, SCHEMES[row.scheme].role, m.epsilons, row.survival) for row in known]
    x, y = charts.Axis("Level", "nats"), charts.Axis("P(loss > level)", zero=True)
    chart = charts.sweep(series, x=x, y=y, theme=theme)
    title = "How often the privacy loss exceeds a level"
    return charts.Figure(chart, "losses", title, story.captions["delta"], result.loss_table())


def price(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """PPR along α: exact bits against exact ε, what the theorems promise, and what is proven at the page's α."""
    table = result.tradeoff_table()
    bits, promised = table["exact_bits"], table["epsilon"]
    epsilon = table["exact_epsilon"] if result.accounted_for else promised
    theorem = "Theorem 7" if result.of("ppr") is None or not result.of("ppr").decoder.delta else "Theorem 8"
    corner = {"style": "label", "align": "right", "baseline": "top", "dx": -6, "dy": 4}
    names = [
        charts.words(x, y, f"α = {number(alpha)}", **corner)
        for alpha, x, y in zip(table["alpha"], epsilon, bits, strict=True)
        if alpha in NAMED
    ]
    sent = [row for row in zip(epsilon, bits, table["bits"], table["bits_error"], strict=True) if row[2] > 0]
    groups: list[Layers] = [
        charts.line(promised, table["bound"], label=f"promised: {theorem}, Theorem 5", role="bound", at_end=True),
        charts.line(promised, bits, label=f"{theorem}, exact bits", role="bound", at_end=True),
    ]
    if result.accounted_for:
        groups.append(charts.line(epsilon, bits, label="if times leak", role="ppr", at_end=True))
    if sent:
        x, _, seen, errors = zip(*sent, strict=True)
        groups.append(charts.points_with_errors(x, seen, errors, label="bits of real messages", role="ppr"))
    groups += [_audited(result), *names]
    low = min(epsilon.min(), result.of("ppr").audit.epsilon or math.inf) if result.of("ppr") else epsilon.min()
    exact = f", at δ = {number(result.accounted.delta)}" if result.accounted_for else ""
    x = charts.Axis(f"ε against the decoder{exact}", "nats", scale="log", domain=(0.7 * low, 1.1 * promised.max()))
    chart = charts.layered(*groups, x=x, y=charts.Axis("Bits of a message", scale="log"), theme=theme)
    title, finding = "The price of a smaller ε against the decoder, along α", story.captions["price"]
    return charts.Figure(chart, "price", title, finding, table, note=finding)


def _audited(result: PrivacyResult) -> Layers:
    """At the page's α a stroke from the ε that the audit proves to the exact one."""
    ppr, alpha = result.of("ppr"), result.parameters.alpha
    if ppr is None or math.isinf(alpha) or not ppr.audit.epsilon:
        return ()
    proven, height = ppr.audit.epsilon, [ppr.bits.value] * 2
    stroke = charts.line([proven, result.accounted.epsilon], height, role="ppr")
    stroke = stroke if result.accounted_for else ()
    label = f"proven by the audit at α = {number(alpha)}"
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
    for rule in acceptances():
        name, groups = SCHEMES[rule.scheme].label, []
        for label, role, chances in (("another category", "baseline", rule.other), ("own category", "ppr", rule.own)):
            seen = [(entry, chance) for entry, chance in enumerate(chances.tolist(), 1) if not math.isnan(chance)]
            places, heights = zip(*seen, strict=True)
            groups.append(charts.points_with_errors(places, heights, None, label=label, role=role, joined=True))
            names += [name] * len(seen)
            rows += [(label, *pair) for pair in seen]
        x = charts.Axis(f"Entry of the list, {name}", domain=(0.5, len(rule.own) + 0.5))
        y = charts.Axis("Chance to accept", domain=(-0.05, 1.05))
        panels.append(charts.layered(*groups, x=x, y=y, theme=theme))
    title = "Chance to accept an entry: randomized response on four categories, ε = ln 2"
    caption = "An entry of the own category is accepted more often; how much more decides who learns what."
    table = {"compressor": names} | dict(
        zip(("entry_holds", "entry", "chance"), map(list, zip(*rows, strict=True)), strict=True)
    )
    return charts.Figure(tuple(panels), "acceptance", title, caption, table)


def promises(state: PageState, result: PrivacyResult | None, theme: charts.Theme) -> None:
    """All compressors side by side; every promise of the chosen one; what is corrected in the paper."""
    if result is None:
        return
    st.subheader("All compressors on this mechanism", anchor=False)
    rows = (_plain(result), *(_row(result, row) for row in result.measured))
    markdown_table.show("privacy-compared", COMPARED, rows)
    st.caption(plain(memo.story(EXPERIMENT, result).captions["table"]))
    st.subheader(f"All guarantees of {result.parameters.described(result.parameters.scheme)}", anchor=False)
    promised = memo.made_of(result, ("promised",), lambda: [_promise(row) for row in statements(result.parameters)])
    markdown_table.show("privacy-promised", PROMISED, promised)
    st.subheader("Two corollaries, corrected", anchor=False)
    st.markdown("On means of Gaussian reports, Liu, Chen, Özgür and Li 2024 print what does not hold as it stands.")
    rows = ((erratum.where, erratum.printed, erratum.here, erratum.reason) for erratum in ERRATA)
    markdown_table.show("privacy-corrected", CORRECTED, rows)


def _plain(result: PrivacyResult) -> tuple[str, ...]:
    """The output as it is, whose reader every decoder learns as much as."""
    own = result.mechanism
    here = (_epsilon(own.at_delta.epsilon), _epsilon(own.own.epsilon))
    return ("The output as it is", "yes", "–", *here, *("–",) * 3, "–", "none", "–")


def _row(result: PrivacyResult, row: Measured) -> tuple[str, ...]:
    lost = measured(100 * row.lost.value, 100 * row.lost.error, "%") if row.lost.value else "none"
    return (
        row.label,
        "yes" if row.exact else "no" if row.distance is None else f"within {number(row.distance)}",
        measured(row.deviation.value, row.deviation.error),
        _epsilon(row.at_delta.epsilon) + _fallback(row),
        _epsilon(row.decoder.epsilon),
        f"≥ {number(row.audit.epsilon)}",
        "–" if row.worst is None else _epsilon(row.worst),
        _range(row.proven / result.own, row.decoder.epsilon / result.own),
        measured(row.bits.value, row.bits.error or None),
        lost,
        measured(row.candidates.value, row.candidates.error or None),
    )


def _fallback(row: Measured) -> str:
    if row.fallback is None:
        return ""
    left = "nothing" if math.isinf(row.fallback.epsilon) else _epsilon(row.fallback.epsilon)
    return f" ({left} if the generator fails)"


def _promise(statement: Statement) -> tuple[str, ...]:
    g = statement.guarantee
    now = f"({_epsilon(g.epsilon)}, {_epsilon(g.delta)})"
    if g.notion == "metric":
        now = f"{_epsilon(g.epsilon)} · distance"
    if not statement.applies:
        now = "no bound" if math.isinf(g.epsilon) else f"{now} if it were met"
    needs = statement.needs if statement.applies else f"not met: {statement.needs}"
    return (g.against, statement.name, statement.rule, now, needs, cited(g.source))


def _range(low: float, high: float) -> str:
    """Both ends, or one number where they are the same."""
    low_text, high_text = _epsilon(low), _epsilon(high)
    return low_text if low_text == high_text else f"{low_text} to {high_text}"


def _epsilon(value: float) -> str:
    """To three digits, without what root finding left beyond the ninth."""
    return number(rounded(value, 9))
