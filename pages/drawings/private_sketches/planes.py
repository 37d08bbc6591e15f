"""Plotly figures of the page Private sketches: planes side by side, the sketch's entries, and the map of m and ε."""

from __future__ import annotations

from math import cos, isfinite, log10, pi, sin
from typing import Any

from pages.ui import charts
from pages.ui.charts import stepped
from ppr_core.experiments.contract import Story
from ppr_core.experiments.private_sketches import PrivateSketchesResult, Shade
from ppr_core.texts import Messages
from ppr_core.wording import number, rounded

__all__ = ["centroids", "feature_map", "objective", "sketch"]

PANELS = ((0.0, 0.48), (0.52, 1.0))
TURN = [2 * pi * step / 60 for step in range(61)]
MOST_CIRCLES = 80

message = Messages("private_sketches")


def centroids(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The data in two coordinates: on the left centroids from sketches, on the right those of DP-Lloyd."""
    x, y = (charts.Axis(message("axis-plane", axis=str(axis + 1))) for axis in result.axes)
    figure = stepped.figure(theme, x, y)
    known = result.picture.truth is not None
    targets = result.plane(result.picture.truth if known else result.picture.kmeans)
    p, runs = result.parameters, len(result.releases)
    heads = (
        f"{_sign('▶', 'sketch', theme)} {message('head-sketch')}<br>{story.captions['ours']}",
        f"{_sign('◀', 'baseline', theme)} {message('head-lloyd')}<br>{story.captions['theirs']}",
    )
    ours = [result.plane(release.centroids) for release in result.releases]
    theirs = [result.plane(release) for release in result.lloyd]
    strays = False
    for panel, (head, groups) in enumerate(zip(heads, (ours, theirs), strict=True)):
        axes = stepped.panel(figure, theme, panel, head)
        if not panel and result.shade is not None:
            _shade(figure, result.shade, theme, axes)
        _cloud(figure, result, theme, axes)
        name = message("legend-true" if known else "legend-kmeans")
        _targets(figure, targets, name, theme, axes)
        label = message("legend-lloyd" if panel else "legend-sketch")
        _found(figure, groups, label, "baseline" if panel else "sketch", theme, axes)
        for run, east, north in result.strays(groups, targets) if runs > 1 else ():
            strays = True
            side = {"xshift": (1 if run % 2 else -1) * 0.75 * theme.font_size}  # of two near each other, often two runs
            ends = {"xref": axes["xaxis"], "yref": axes["yaxis"], "font": {"color": theme.ink.text}}
            stepped.words(figure, theme, f"<b>{run}</b>", x=east, y=north, **side, **ends)
    _square_panels(figure, theme, result.picture.bounds[:, list(result.axes)].tolist(), heads=4.9)
    samples = number(result.picture.samples)
    title = message("chart-title", samples=samples, runs=number(runs), known=known)
    note = message("chart-note", features=number(p.setting().features), shaded=result.shade is not None)
    if strays:
        note += f" {message('chart-strays')}"
    return charts.Figure(figure.chart, "centroids", title, story.finding, result.centroid_table(), note)


def _cloud(figure: stepped.Drawing, result: PrivateSketchesResult, theme: charts.Theme, axes: Any) -> None:
    points = result.plane(result.picture.points)
    marker = {"color": theme.color("baseline"), "size": 3 if not theme.projector else 5, "opacity": 0.2}
    figure.add_scatter(
        x=points[:, 0], y=points[:, 1], mode="markers", marker=marker, hoverinfo="skip", showlegend=False, **axes
    )


def _shade(figure: stepped.Drawing, shade: Shade, theme: charts.Theme, axes: Any) -> None:
    """What the sketch says of the places of centres, under the data; of the lower half nothing is seen."""
    scale = [[0.0, theme.ink.background], [0.5, theme.ink.background], [1.0, theme.color("sketch")]]
    figure.add(
        "heatmap", x=shade.x, y=shade.y, z=shade.values, zmin=0.0, zsmooth="best", colorscale=scale, opacity=0.6,
        showscale=False, hoverinfo="skip", **axes,
    )  # fmt: skip


def _sign(sign: str, role: str, theme: charts.Theme) -> str:
    """A mark's shape in its colour, before the name of what it marks."""
    return f'<span style="color:{theme.color(role)};font-size:{1.5 * theme.font_size}px">{sign}</span>'


def _targets(figure: stepped.Drawing, places: Any, name: str, theme: charts.Theme, axes: Any) -> None:
    """Where centres should be."""
    marker = stepped.marker_style("law", theme, exact=True)
    edge = {"width": 2, "color": theme.color("law")}
    marker |= {"symbol": "diamond-open", "size": 2.4 * marker["size"], "line": edge}
    hover = f"{name}: %{{x:.3f}}, %{{y:.3f}}<extra></extra>"
    figure.add_scatter(x=places[:, 0], y=places[:, 1], mode="markers", marker=marker, name=name,
                       hovertemplate=hover, **axes)  # fmt: skip


def _found(figure: stepped.Drawing, groups: list[Any], name: str, role: str, theme: charts.Theme, axes: Any) -> None:
    marker = stepped.marker_style(role, theme)
    marker |= {"size": 1.35 * marker["size"], "line": {"width": 1, "color": theme.ink.background}}
    number = [f"{index + 1}" for index, centroids in enumerate(groups) for _ in centroids]
    x, y = ([float(coordinate) for centroids in groups for coordinate in centroids[:, axis]] for axis in (0, 1))
    hover = f"{message('hover-number', name=name, number='%{customdata}')}: %{{x:.3f}}, %{{y:.3f}}<extra></extra>"
    figure.add_scatter(
        x=x, y=y, mode="markers", marker=marker, name=name, customdata=number, hovertemplate=hover, **axes
    )


def sketch(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The entries of the first release in the complex plane, where they would be, and circles of the noise."""
    view, reach = result.view, result.reach
    domain = (-reach, reach)
    real = charts.Axis(message("sketch-real"), domain=domain)
    imaginary = charts.Axis(message("sketch-imaginary"), domain=domain)
    figure = stepped.figure(theme, real, imaginary)
    clean, noisy = view.clean[:MOST_CIRCLES], view.noisy[:MOST_CIRCLES]
    circles_x, circles_y, moves_x, moves_y = [], [], [], []
    for true, seen in zip(clean, noisy, strict=True):
        circles_x += [true.real + view.noise * cos(t) for t in TURN] + [None]
        circles_y += [true.imag + view.noise * sin(t) for t in TURN] + [None]
        moves_x += [true.real, seen.real, None]
        moves_y += [true.imag, seen.imag, None]
    ring, thin = ({"color": theme.color("sketch"), "width": width} for width in (1.5, 1))
    figure.add_scatter(x=circles_x, y=circles_y, mode="lines", line=ring, opacity=0.75, hoverinfo="skip",
                       name=message("sketch-noise"))  # fmt: skip
    figure.add_scatter(x=moves_x, y=moves_y, mode="lines", line=thin, hoverinfo="skip", showlegend=False)
    law, style = stepped.marker_style("law", theme, exact=True), stepped.marker_style("sketch", theme)
    law["size"] *= 0.7
    for entries, marker, name in ((clean, law, message("legend-clean")), (noisy, style, message("legend-sketch"))):
        x, y = [float(entry.real) for entry in entries], [float(entry.imag) for entry in entries]
        hover = f"{name}: %{{x:.3f}} + %{{y:.3f}} i<extra></extra>"
        figure.add_scatter(x=x, y=y, mode="markers", marker=marker, name=name, hovertemplate=hover)
    shown = number(min(MOST_CIRCLES, len(view.clean)))
    features = number(len(view.clean))
    note = message("sketch-drawn", all=len(view.clean) <= MOST_CIRCLES, shown=shown, features=features)
    if reach >= 1:
        figure.add_shape(type="circle", x0=-1, x1=1, y0=-1, y1=1, line=stepped.line_style("bound", theme))
        note += f" {message('sketch-dotted')}"
    fixed = {"fixedrange": True, "constrain": "domain"}
    figure.update_layout(
        xaxis=fixed,
        yaxis=fixed | {"scaleanchor": "x"},
        legend={"yref": "container", "y": 0, "yanchor": "bottom"},  # the toolbar lies at the top
        margin={"t": 2.2 * theme.font_size, "b": 6.2 * theme.font_size},
    )
    title = message("sketch-title", features=features)
    return charts.Figure(figure.chart, "sketch", title, story.captions["sketch"], result.sketch_table(), note)


def objective(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """The decoder's objective while one centroid moves over the plane, without noise and with it."""
    x, y = (charts.Axis(message("axis-plane", axis=str(axis + 1))) for axis in result.axes)
    figure, scape = stepped.figure(theme, x, y), result.landscape
    top = max(float(scape.clean.max()), float(scape.noisy.max()))
    panels = ((scape.clean, message("landscape-clean")), (scape.noisy, message("landscape-noisy")))
    for panel, (values, head) in enumerate(panels):
        axes = stepped.panel(figure, theme, panel, head)
        bar = {"title": {"text": "J − min", "font": theme.font}, "tickfont": theme.font, "thickness": 12,
               "outlinewidth": 0, "len": 0.9}  # fmt: skip
        figure.add(
            "heatmap", x=scape.x, y=scape.y, z=values, zmin=0.0, zmax=top, colorscale=_scale(theme),
            showscale=bool(panel), colorbar=bar, hovertemplate="%{x:.2f}, %{y:.2f}: %{z:.3g}<extra></extra>", **axes,
        )  # fmt: skip
        marker = stepped.marker_style("law", theme, exact=True)
        marker["line"] = {"width": 2, "color": theme.ink.background}
        spot = result.places[panel]
        figure.add_scatter(x=[spot[0]], y=[spot[1]], mode="markers", marker=marker, hoverinfo="skip", **axes)
    _square_panels(figure, theme, result.picture.bounds[:, list(result.axes)].tolist())
    columns = {"x": [], "y": [], "clean": [], "private": []}
    for row, height in enumerate(scape.y):
        columns["x"] += scape.x.tolist()
        columns["y"] += [float(height)] * len(scape.x)
        columns["clean"] += scape.clean[row].tolist()
        columns["private"] += scape.noisy[row].tolist()
    title = message("landscape-title")
    return charts.Figure(
        figure.chart, "landscape", title, story.captions["landscape"], columns, story.captions["landscape"]
    )


def feature_map(result: PrivateSketchesResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """Left the formula's signal-to-noise ratio with the best simulated m, right the simulated error; m upwards."""
    features = result.features
    ends = float(features.features[0]), float(features.features[-1])
    figure = stepped.figure(
        theme,
        charts.Axis("ε", "nats", scale="log"),
        charts.Axis(message("map-axis"), scale="log", domain=(0.9 * ends[0], 1.1 * ends[1])),
    )
    lines = {"color": theme.ink.background, "width": 1}
    decades = features.decades
    figure.add(
        "contour", x=features.along_epsilon, y=features.along_features, z=features.log_predicted,
        colorscale=_scale(theme), line=lines,
        contours={"start": decades[0], "end": decades[-1], "size": 1, "coloring": "heatmap"}, showscale=False,
        customdata=features.predicted, hovertemplate="ε = %{x:.3g}, m = %{y}: SNR %{customdata:.3g}<extra></extra>",
    )  # fmt: skip
    for power, epsilon, m in features.decade_places():
        place = {"x": log10(epsilon), "y": log10(m), "xref": "x", "yref": "y", "borderpad": 1}
        ratio = message("map-signal", ratio=number(10.0**power))
        stepped.words(figure, theme, ratio, bgcolor=theme.ink.background, opacity=0.85, **place)
    marker = stepped.marker_style("law", theme, exact=True)
    marker["line"] = {"width": 1.5, "color": theme.ink.background}
    for epsilon, best, low, high in features.optimum():
        ends_of = {"x": [epsilon, epsilon], "y": [low, high]}
        figure.add_scatter(**ends_of, mode="lines", line={"color": theme.color("law"), "width": 4}, hoverinfo="skip")
        hover = f"{message('map-hover', best=number(best), epsilon=number(epsilon))}<extra></extra>"
        figure.add_scatter(x=[epsilon], y=[best], mode="markers", marker=marker | {"size": 1.5 * marker["size"]},
                           hovertemplate=hover)  # fmt: skip
    second = {"xaxis": "x2", "yaxis": "y2"}
    for row, epsilon in enumerate(features.epsilons):
        columns = zip(features.drawn[row], features.features, features.excess_error[row], strict=True)
        known = [point for point in columns if isfinite(point[0])]
        if not known:
            continue
        x, y, errors = ([float(point[axis]) for point in known] for axis in range(3))
        line = stepped.line_style("sketch", theme) | {"dash": "solid", "width": 1.2 + 0.6 * row}
        style = stepped.marker_style("sketch", theme)
        hover = f"ε = {number(epsilon)}, m = %{{y}}: %{{x:.3g}} %<extra></extra>"
        bars = {"array": [2 * error for error in errors], "color": theme.color("sketch"), "thickness": 1, "width": 0}
        figure.add_scatter(
            x=x, y=y, error_x=bars, mode="lines+markers", line=line, marker=style, hovertemplate=hover, **second
        )
        end = {"x": log10(x[-1]), "y": log10(y[-1]), "xref": "x2", "yref": "y2", "yanchor": "bottom"}
        end["yshift"] = 6 + 1.1 * theme.font_size * (row % 2)  # neighbours may end close to each other
        stepped.words(figure, theme, f"ε = {number(float(epsilon))}", **end)
    horizontal, vertical = figure.layout["xaxis"], figure.layout["yaxis"]
    places = {"fixedrange": True, "tickmode": "array"}
    sizes = places | {"tickvals": features.features.tolist(), "ticktext": [str(m) for m in features.features]}
    budgets = [rounded(epsilon) for epsilon in features.epsilons]
    first, last = features.excess_decades
    powers = range(first, last + 1, 1 + (last - first) // 4)
    figure.update_layout(
        xaxis=horizontal | places | {"domain": (0.0, 0.52), "tickvals": budgets, "ticktext": list(map(str, budgets))},
        yaxis=vertical | sizes,
        xaxis2=horizontal
        | places
        | {"domain": (0.62, 1.0), "anchor": "y2", "showgrid": True, "tickangle": 0}
        | {"range": [first, last], "tickvals": [10.0**power for power in powers]}
        | {"ticktext": [number(10.0**power) for power in powers]}
        | {"title": {"text": message("map-axis-error"), "font": horizontal["title"]["font"]}},
        yaxis2=vertical | sizes | {"anchor": "x2", "title": {"text": ""}, "matches": "y"},
        margin={"t": 3.2 * theme.font_size},
        showlegend=False,
    )
    title, note = message("map-title"), message("map-note", trials=number(result.parameters.trials))
    return charts.Figure(figure.chart, "feature-map", title, story.finding, result.feature_table(), note)


def _square_panels(figure: stepped.Drawing, theme: charts.Theme, ranges: Any, heads: float = 2.2) -> None:
    """Two panels of equal scales; ranges: lower and upper ends of both axes; heads: height of theirs, in letters."""
    (left, bottom), (right, top) = ranges
    room_x, room_y = 0.06 * (right - left), 0.06 * (top - bottom)
    shared = {"fixedrange": True, "nticks": 5, "constrain": "domain", "showgrid": True}
    x, y = {"range": [left - room_x, right + room_x]}, {"range": [bottom - room_y, top + room_y]}
    stepped.square_panels(
        figure, PANELS, shared | x, shared | y,
        margin={"t": heads * theme.font_size, "b": 1.0 * theme.font_size}, showlegend=False,
    )  # fmt: skip


def _scale(theme: charts.Theme) -> list[list[Any]]:
    """From the background to the sketch's colour."""
    return [[0.0, theme.ink.grid], [1.0, theme.color("sketch")]]
