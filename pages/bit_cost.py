"""Bit cost: what do real messages take, and how far is that from what theory promises?"""

from __future__ import annotations

from pages.ui import charts, page
from pages.ui.formatting import format_number
from pages.ui.layers import Layer, Layers
from ppr_core.experiments.bit_cost import EXPERIMENT, BitCostParameters, BitCostResult
from ppr_core.experiments.bit_cost_parameters import CODES, SWEEPS
from ppr_core.experiments.bit_cost_result import Marker

ROLES = {"exact": "law", "measured": "ppr", "bound": "bound", "mrc": "mrc", "plain": "baseline"}
LINES = (
    ("Theorem 5", "bound", "bound"),
    ("Theorem 14", "bound", "refined"),
    ("KL", "law", "divergence"),
    ("leading term", "baseline", "leading"),
    ("plain output", "baseline", "plain_bits"),
)
FLAG_ROWS = 17  # names of markers that would fill the height of the chart


def main(result: BitCostResult, parameters: BitCostParameters, theme: charts.Theme) -> charts.Figure:
    """The lengths of real messages, and above them, as flags, what they are compared with."""
    bars = charts.bars_with_errors(result.centres, result.shares, result.share_errors, width=0.9 * result.step,
                                   label=f"lengths in {CODES[parameters.code]} code", role="ppr")  # fmt: skip
    rows, top = len(result.markers), max(result.shares + result.share_errors)
    row = 1.05 * top / (FLAG_ROWS - rows)
    flags = (
        _flag(marker, 1.05 * top + row * (rows - place - 0.5), marker.bits > 0.8 * result.reach)
        for place, marker in enumerate(result.markers)
    )
    x = charts.Axis(f"Bits for one {result.datum}", domain=(0.0, result.reach))
    y = charts.Axis(f"Share of {result.datum}s", "%", domain=(0.0, 1.05 * top + row * rows))
    note = "Bars and averages with one standard error. Theorem 5 bounds the mean of log₂ K"
    note += ", Corollary 6 the mean size." if result.theory.ldp_bound is not None else "."
    note += "" if result.plain_shown else f" Far off to the right, {result.plain_text}."
    return charts.Figure(
        chart=_with_ticks(charts.layered(bars, *flags, x=x, y=y, theme=theme), result.ticks),
        name="lengths",
        title=f"Lengths of {format_number(parameters.samples)} real {result.datum}s, and what they are compared with",
        finding_alt=result.finding(),
        table=result.table(),
        note=note,
    )


def _flag(marker: Marker, height: float, left: bool) -> Layers:
    """An upright line with its name at the top."""
    mark = {"type": "text", "style": "label", "text": marker.label, "baseline": "middle"}
    mark |= {"align": "right", "dx": -5} if left else {"align": "left", "dx": 5}
    name = Layer(mark, {"x": [marker.bits], "y": [height]}, {"x": "x", "y": "y"})
    pole = charts.line([marker.bits] * 2, [0.0, height], label=marker.label, role=ROLES[marker.kind], in_key=False)
    return (*pole, name)


def _with_ticks(chart: charts.Spec, ticks: tuple[float, ...]) -> charts.Spec:
    """The vertical axis with these ticks only: there are no shares where the flags stand."""
    for layer in chart["layer"]:
        if "axis" in layer["encoding"].get("y", {}):
            layer["encoding"]["y"]["axis"] = {"values": ticks}
    return chart


def sweep(result: BitCostResult, parameters: BitCostParameters, theme: charts.Theme) -> charts.Figure:
    """Measured bits along one setting beside the bounds; where r* changes, also the candidates of an encode."""
    s = result.sweep
    x = charts.Axis(s.label, scale=s.scale)
    series = [
        charts.Series(CODES[parameters.code], "ppr", s.axis, s.measured["bits"], s.measured["bits_error"]),
        charts.Series("mean of log₂ K", "ppr", s.axis, s.measured["log_index"], s.measured["log_index_error"]),
        *(charts.Series(label, role, s.axis, s.bound(name)) for label, role, name in LINES if name in s.drawn),
    ]
    bits = charts.sweep(series, x=x, y=charts.Axis("Bits", scale=s.bits_scale), theme=theme)
    search = (
        charts.Series("r*", "law", s.axis, s.log10_candidates),
        charts.Series("measured", "ppr", s.axis, *s.log10_measured),
    )
    y = charts.Axis("log₁₀ of the candidates for an index", zero=True)
    chart = (bits, charts.sweep(search, x=x, y=y, theme=theme)) if s.search_varies else bits
    title = f"Bits for one {result.datum}, sweep over {SWEEPS[parameters.sweep]}"
    return charts.Figure(chart, "sweep", title, result.sweep_finding(), s.table(), result.sweep_finding())


page.show(
    page.ExperimentPage(
        experiment=EXPERIMENT,
        title="Bit cost",
        question="How many bits do real messages take, and how far is that from what theory promises?",
        main=main,
        views=(page.View("The sweep: bits along one setting", sweep),),
    )
)
