"""Mean estimation: what does a mean cost in bits and error, and what does it promise?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import streamlit as st

from pages.ui import charts, page
from pages.ui.charts.layers import Layers
from pages.ui.quantities import cited
from pages.ui.state import PageState, plain
from ppr_core.estimation.mean.paper import paper_figures
from ppr_core.experiments.contract import Story
from ppr_core.experiments.mean_estimation import EXPERIMENT, MeanResult
from ppr_core.experiments.mean_estimation.measure import FLOAT_BITS, Curve, Promise, Run
from ppr_core.wording import number

ROLES = {
    "gaussian": "law", "ppr": "ppr", "sliced_ppr": "ppr", "csgm": "sketch",
    "privunit": "ppr", "privunit_default": "pfr", "privhs": "rejection", "sqkr": "baseline",
    "reports_1": "ppr", "reports_2": "pfr", "reports_4": "rejection",
    "mrc": "mrc", "modified_mrc": "baseline", "rejection": "rejection",
}  # fmt: skip
PARTS = (("information", "information", "ppr"), ("code_overhead", "code of one message", "pfr"),
         ("message_overhead", "code of the other messages", "baseline"))  # fmt: skip
HALF = 0.3  # of a bar's height, in rows
GUARANTEES = ("Scheme", "Hides", "From whom", "ε", "δ", "Source", "Conditions")
PAPER = ("Number", "ε, bits", "Paper", "Here", "Difference", "Why")
MORE = "“More curves” among the settings shows {} here."
VIEWS = {"central": "the published mean", "local": "one client's report"}
_SCROLL = "<style>.st-key-mean-tables [data-testid='stMarkdown'] { overflow-x: auto; }</style>"


def main(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Squared error along ε at the chosen budget, and along the bits at the chosen ε."""
    epsilon = number(result.parameters.epsilon)
    return charts.Figure(
        chart=(_along_epsilon(result, theme), _along_bits(result, theme)),
        name="error",
        title=f"Squared error {result.error_unit}: along ε, and along the bits at {result.parameters.kind} ε = "
        f"{epsilon}",
        finding_alt=story.finding,
        table=result.table(),
        note=result.reading(),
    )


def _along_epsilon(result: MeanResult, theme: charts.Theme) -> charts.Spec:
    p = result.parameters
    groups: list[Layers] = []
    if p.central:
        groups += [_line(one, "Gaussian") for one in result.curve("epsilon", "gaussian")]
        groups += [_bound(one, f"PPR in ≤ {p.bits} bits") for one in result.curve("epsilon", "ppr", p.bits)]
    for name in p.contenders:
        runs = [run for run in result.along("epsilon", name)]
        if not runs or name == "gaussian":
            continue
        level = p.bits if name == "csgm" else None
        limits = {"csgm": f", {p.bits} bits", "sliced_ppr": ", bits not limited"}
        label = runs[0].label + limits.get(name, "")
        found = result.curve("epsilon", name, level)
        groups += [_line(one, "") for one in found]
        groups.append(_points([run.task.epsilon for run in runs], runs, label, joined=bool(found)))
    x = charts.Axis(result.privacy_axis, scale="log")
    return charts.layered(*groups, x=x, y=_error_axis(result), theme=theme)


def _along_bits(result: MeanResult, theme: charts.Theme) -> charts.Spec:
    p = result.parameters
    groups: list[Layers] = []
    if p.central:
        plain_bits, law = FLOAT_BITS * p.shape[1], result.at("gaussian").law
        groups += [_bound(one, "PPR in one message") for one in result.curve("bits", "ppr", p.epsilon)]
        groups += [_line(one, "") for one in result.curve("bits", "csgm", p.epsilon)]
        groups.append(charts.value_marker([plain_bits], [law], label="Gaussian"))
    else:
        groups += [_line(one, "") for one in result.curves if one.part == "bits"]
    for name in p.contenders:
        runs = [run for run in result.along("bits", name) if run.compressed]
        if runs:
            lined = bool(result.curve("bits", name)) and name != "sliced_ppr"
            groups.append(_points([run.bits.value for run in runs], runs, runs[0].label, joined=lined))
    x, y = charts.Axis("Bits of a client", scale="log"), _error_axis(result)
    if p.central and result.curve("bits", "csgm", p.epsilon):  # where PPR's bound leaves the chart it is of no use
        largest = max([*result.curve("bits", "csgm", p.epsilon)[0].y, 2.5 * law])
        y = replace(y, domain=(0.75 * law, 1.1 * largest))
    return charts.layered(*groups, x=x, y=y, theme=theme)


def _points(x: list[float], runs: Iterable[Run], label: str, joined: bool = False) -> Layers:
    """Measured errors; joined: the name also stands for the line that is drawn of the expectation."""
    runs = list(runs)
    values, errors = [run.error.value for run in runs], [run.error.error for run in runs]
    return _named(x, values, errors, runs[0], label, joined)


def _named(
    x: list[float], values: list[float], errors: list[float], run: Run, label: str = "", joined: bool = True
) -> Layers:
    role = ROLES[run.task.name]
    layers = charts.points_with_errors(x, values, errors, label=label or run.label, role=role)
    styles = (f"{role}-line", f"{role}-point") if joined else (f"{role}-point",)
    return tuple(replace(one, key=replace(one.key, styles=styles)) if one.key else one for one in layers)


def _line(one: Curve, label: str) -> Layers:
    return charts.line(one.x, one.y, label=label, role=ROLES[one.name], in_key=bool(label))


def _bound(one: Curve, label: str) -> Layers:
    return charts.line(one.x, one.y, label=label, role="bound")


def _error_axis(result: MeanResult) -> charts.Axis:
    return charts.Axis(f"Squared error {result.error_unit}", scale="log")


def composition(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """What a client's bits are, a row for each scheme."""
    table = result.bits_table()
    names = tuple(reversed(table["scheme"].tolist()))
    layers = []
    for row, place in enumerate(reversed(range(len(names)))):
        start = 0.0
        for part, label, role in PARTS:
            end = start + float(table[part][place])
            if end > start:
                layers.append(_block(start, end, row, label, role))
            start = end
    x, y = charts.Axis("Bits of a client", zero=True), charts.Axis("", categories=names)
    chart = charts.layered(*layers, x=x, y=y, theme=theme)
    title = f"What a client's bits are, at {result.parameters.kind} ε = {number(result.parameters.epsilon)}"
    return charts.Figure(chart, "bits", title, result.bits_finding(), table, note=result.bits_finding())


def _block(start: float, end: float, row: int, label: str, role: str) -> Layers:
    """One part of a row, as solid as a bar."""
    style = f"{role}-box"
    (layer,) = charts.band([start, end], [row - HALF], [row + HALF], label=label, role=role)
    return (replace(layer, mark={**layer.mark, "style": style}, key=replace(layer.key, styles=(style,))),)


def more_epsilon(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Central: bits of a client, or PPR and CSGM at every budget. Local: candidates of a client."""
    if result.parameters.central and not result.parameters.many:
        return _sizes(result, theme)
    if result.parameters.central:
        chart = _pair(result, "epsilon", "bits", theme)
        title = "PPR by Theorem 5 (left) and CSGM (right), every budget"
        return charts.Figure(chart, "budgets", title, result.curves_finding(), result.curve_table("epsilon"),
                             note=result.curves_finding())  # fmt: skip
    groups = []
    for name in result.parameters.contenders:
        runs = [run for run in result.along("epsilon", name) if run.candidates.value]
        groups += [_line(one, "" if runs else result.at(name).label) for one in result.curve("candidates", name)]
        if runs:
            values, errors = [run.candidates.value for run in runs], [run.candidates.error for run in runs]
            groups.append(_named([run.task.epsilon for run in runs], values, errors, runs[0]))
    x, y = charts.Axis(result.privacy_axis, scale="log"), charts.Axis("Candidates of a client", scale="log")
    title = "Candidates that a client looks at: expected (lines) and counted (points)"
    note = "Where no point is, reports were sent as floats: the candidates of all clients would have taken too long."
    chart = charts.layered(*groups, x=x, y=y, theme=theme)
    return charts.Figure(chart, "candidates", title, result.bits_finding(), result.table(), note)


def _sizes(result: MeanResult, theme: charts.Theme) -> charts.Figure:
    """What the main chart leaves out: the bits that go with each ε."""
    groups = [_bound(one, "PPR in one message, at most") for one in result.curve("size", "ppr")]
    for name in ("sliced_ppr", "csgm"):
        runs = result.along("epsilon", name)
        values, errors = [run.bits.value for run in runs], [run.bits.error for run in runs]
        groups.append(_named([run.task.epsilon for run in runs], values, errors, runs[0], joined=False))
    x, y = charts.Axis(result.privacy_axis, scale="log"), charts.Axis("Bits of a client", scale="log")
    title = "Bits that go with the errors along ε: counted (points) and by Theorem 5 (dotted)"
    finding = result.curves_finding()
    return charts.Figure(charts.layered(*groups, x=x, y=y, theme=theme), "sizes", title, finding, result.table(),
                         note=f"{finding} {MORE.format('six budgets')}")  # fmt: skip


def _chunks(result: MeanResult, theme: charts.Theme) -> charts.Figure:
    """What the main chart leaves out: what is searched for so few bits."""
    groups = [charts.line(one.x, one.y, label="Sliced PPR: Σ r*, bits by Theorem 5", role="bound")
              for one in result.curve("chunks", "sliced_ppr")]  # fmt: skip
    runs = result.along("bits", "sliced_ppr")
    values, errors = [run.candidates.value for run in runs], [run.candidates.error for run in runs]
    groups.append(
        _named([run.bits.value for run in runs], values, errors, runs[0], "Sliced PPR, counted", joined=False)
    )
    x, y = charts.Axis("Bits of a client", scale="log"), charts.Axis("Candidates of a client", scale="log")
    title = f"What bits save in candidates, at central ε = {number(result.parameters.epsilon)}"
    finding = result.chunks_finding()
    return charts.Figure(charts.layered(*groups, x=x, y=y, theme=theme), "chunks", title, finding,
                         result.curve_table("chunks"), note=f"{finding} {MORE.format('four values of ε')}")  # fmt: skip


def more_bits(result: MeanResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Central: what chunks cost, or PPR and CSGM at every ε. Local: what the error costs in candidates."""
    if result.parameters.central and not result.parameters.many:
        return _chunks(result, theme)
    if result.parameters.central:
        chart = _pair(result, "bits", "ε =", theme)
        title = "PPR by Theorem 5 (left) and CSGM (right), every ε"
        return charts.Figure(chart, "levels", title, result.curves_finding(), result.curve_table("bits"))
    groups = []
    for name in result.parameters.contenders:
        pairs = zip(result.curve("candidates", name), result.curve("epsilon", name), strict=False)
        label = result.at(name).label
        groups += [charts.line(one.y, other.y, label=label, role=ROLES[name]) for one, other in pairs]
    x = charts.Axis("Candidates of a client, expected", scale="log")
    chart = charts.layered(*groups, x=x, y=_error_axis(result), theme=theme)
    title = "What candidates buy: expected error, along ε"
    return charts.Figure(chart, "price", title, story.finding, result.curve_table("candidates"))


def _pair(result: MeanResult, part: str, unit: str, theme: charts.Theme) -> tuple[charts.Spec, ...]:
    """One chart for PPR and one for CSGM on equal axes, a line for each level, named where it ends."""
    chosen = [one for one in result.curves if one.part == part and one.name in ("ppr", "csgm")]
    errors = [value for one in chosen for value in one.y if value > 0]
    places = [value for one in chosen for value in one.x]
    if not errors:
        return (charts.layered(x=charts.Axis(""), y=charts.Axis(""), theme=theme),)
    x = charts.Axis(
        "Bits of a client" if part == "bits" else result.privacy_axis, scale="log", domain=(min(places), max(places))
    )
    # Along the bits PPR's bound leaves the chart where its noise is far above that of ε.
    largest = max(errors) if part == "epsilon" else 2 * max(one.y.max() for one in chosen if one.name == "csgm")
    y = charts.Axis(f"Squared error {result.error_unit}", scale="log", domain=(min(errors) / 1.2, largest * 1.2))
    found = []
    for name in ("ppr", "csgm"):
        groups = []
        for one in chosen:
            if one.name == name:
                level = number(one.level)
                text = f"{unit} {level}" if part == "bits" else f"{level} {unit}"
                groups.append(charts.line(one.x, one.y, label=text, role=ROLES[name], at_end=True))
        found.append(charts.layered(*groups, x=x, y=y, theme=theme))
    return tuple(found)


def tables(state: PageState, result: MeanResult | None, theme: charts.Theme) -> None:
    """Every guarantee side by side; the numbers that the paper prints beside those found here."""
    st.html(_SCROLL)
    with st.container(key="mean-tables"):
        if result is not None and result.promises:
            st.subheader("What each scheme promises", anchor=False)
            _table(GUARANTEES, (_promise(one, result) for one in result.promises))
        mark = ":material/compare_arrows:"
        with st.expander("The paper says / here", key=f"{EXPERIMENT.name}-paper", icon=mark, on_change="rerun") as box:
            if box.open:
                figures = paper_figures()
                _table(PAPER, map(_printed, figures))
                st.caption(plain(f"Here: {figures[0].convention}. n = 500, d = 1000, δ = 10⁻⁶, α = 2."))


def _promise(one: Promise, result: MeanResult) -> tuple[str, ...]:
    g = one.guarantee
    near = "a client's taking part" if result.parameters.neighbours == "zero_out" else "a client's vector, replaced"
    hides = near if g.notion == "central" else "a client's vector, any two"
    sees = {"database": VIEWS[g.notion], "decoder": "the server: seed and message"}[g.against]
    conditions = "; ".join(word for word in g.conditions if not word.startswith("neighbours"))
    return (one.label, hides, sees, _epsilon(g.epsilon), number(g.delta), cited(g.source), conditions)


def _epsilon(value: float) -> str:
    """To three digits, without what root finding left beyond the seventh."""
    return number(float(f"{value:.7g}"))


def _printed(one) -> tuple[str, ...]:
    share = one.unit == "%"
    apart = f"{one.here - one.quoted:+.2f} points" if share else f"{100 * one.difference:+.2f} %"
    quoted, here = (f"{value:.{one.digits}f}{' %' if share else ''}" for value in (one.quoted, one.here))
    return (one.what, f"{one.epsilon:g}, {one.bits}", quoted, here, apart.replace("-", "−"), one.explanation)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    lines = [head, ("---",) * len(head), *(tuple(map(plain, row)) for row in rows)]
    st.markdown("\n".join(f"| {' | '.join(line)} |" for line in lines))


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Mean estimation",
        question="How accurate is a private mean at so many bits a client, and what does each scheme promise?",
        main=main,
        views=(
            page.View("What a client's bits are", composition),
            page.View("More along ε", more_epsilon),
            page.View("More along the bits", more_bits),
        ),
        footer=tables,
    )
)
