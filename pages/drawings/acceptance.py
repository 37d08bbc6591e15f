"""How GenProt, Bassily–Smith and greedy rejection choose, in one picture each."""

from __future__ import annotations

import numpy as np

from pages.ui import charts
from ppr_core.experiments.contract import Story
from ppr_core.experiments.privacy import PrivacyResult, acceptances
from ppr_core.experiments.vocabulary.schemes import SCHEMES

__all__ = ["HOW", "rules"]

HOW = (
    "GenProt tosses a coin for every one of N entries, with chance r/2, and sends the place of one that it accepted: "
    "private against the decoder, but only nearly the mechanism's law. Bassily–Smith tosses one coin with chance r/2 "
    "for the first entry alone and sends it as one bit: about half of all reports are lost. Greedy rejection takes "
    "entry after entry with the largest chance that does not overfill the mechanism's law: exact and short, but from entry 2 "
    "on it accepts the sender's own category only, so such an index gives it away."
)


def rules(result: PrivacyResult, story: Story, theme: charts.Theme) -> charts.Figure:
    """A panel for each: its chance to accept every entry of the list, of the own and of any other category."""
    panels, table = [], {"scheme": [], "entry": [], "own_category": [], "other_category": []}
    for one in acceptances():
        name, seen = SCHEMES[one.scheme].label, np.flatnonzero(~np.isnan(one.own))
        places = (seen + 1).tolist()
        own = charts.points_with_errors(places, one.own[seen], None, label="own category", role="ppr", joined=True)
        other = charts.points_with_errors(places, one.other[seen], None, label="another", role="baseline", joined=True)
        x = charts.Axis(f"Entry of the list, {name}", domain=(0.5, len(one.own) + 0.5))
        y = charts.Axis("Chance to accept", domain=(-0.05, 1.05))
        panels.append(charts.layered(other, own, x=x, y=y, theme=theme))
        table["scheme"] += [name] * len(places)
        table["entry"] += places
        table["own_category"] += one.own[seen].tolist()
        table["other_category"] += one.other[seen].tolist()
    columns = {name: np.array(values) for name, values in table.items()}
    title = "Chance to accept an entry: randomized response, four categories, ε = ln 2"
    return charts.Figure(tuple(panels), "acceptance", title, HOW, columns)
