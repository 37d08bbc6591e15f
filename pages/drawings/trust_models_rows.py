"""One trust model opened: who holds what, why that is private, three messages, a real run, and where to go on."""

from __future__ import annotations

import math
from typing import Any

import streamlit as st

from pages.drawings.parameter_check_elsewhere import address
from pages.ui.navigation import title_of
from pages.ui.quantities import cited
from pages.ui.state import plain
from ppr_core.experiments.trust_models import Model, TrustParameters, TrustResult
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, rounded

__all__ = ["opened"]

PARTIES = ("client", "between", "server", "reader")
TRUSTED = {"local": "nobody", "shuffled_outputs": "shuffling", "secure": "aggregation", "trusted": "server"}
FEWEST_USERS = 100  # of the page Frequency estimation

message = Messages("trust_models")


def opened(model: Model, result: TrustResult) -> None:
    """All that there is to see of a model, behind its name."""
    p = result.parameters
    with st.expander(plain(message("model", name=model.name).capitalize())):
        boxes = [party for party in PARTIES if party != "between" or message("between", name=model.name) != "–"]
        for column, party in zip(st.columns(len(boxes)), boxes, strict=True):
            with column.container(border=True, height="stretch"):
                st.markdown(f"**{plain(message(f'party-{party}', name=model.name))}**")
                st.markdown(plain(_held(model, party)))
        st.markdown(f"{plain(message('theorem', name=model.name))} {cited(model.final.source)}")
        error = measured(model.measured.value, model.measured.error)
        run = message(
            "real-run", runs=number(p.repetitions), measured=error, expected=number(rounded(model.expected, 3))
        )
        st.markdown(plain(run))
        st.code("\n".join(model.messages), language=None)
        if place := _place(model, p):
            st.link_button(
                plain(message("open", page=title_of(place[0]))), address(*place), icon=":material/open_in_new:"
            )


def _held(model: Model, party: str) -> str:
    if party == "client":
        return message("holds-client", sends=message("sends", carrier=model.carrier))
    if party == "reader":
        return message("holds-reader", epsilon=number(rounded(model.final.epsilon, 3)), delta=number(model.final.delta))
    return message(party, name=model.name)


def _place(model: Model, p: TrustParameters) -> tuple[str, dict[str, Any]] | None:
    """The page that goes on from these settings, None where none does."""
    vectors = p.task == "vectors"
    summed = model.name in ("secure", "trusted") or (vectors and model.name in TRUSTED)
    if summed and p.task != "histogram":
        fields = {"task": "mean", "trusted": TRUSTED[model.name], "clients": p.clients, "epsilon": p.epsilon}
        fields |= {"delta": p.delta, "decoder_delta": p.delta, "neighbours": "replace_one", "dimension": p.size}
        return "parameter_check", fields | {"norm_bound": 1.0 if vectors else 0.5}
    if not math.isnan(model.local) and not vectors and p.clients >= FEWEST_USERS:
        scheme = "subset_selection" if p.task == "histogram" else "randomized_response"
        size = p.categories if p.task == "histogram" else 2
        local = min(max(rounded(model.local, 4), 0.1), 8.0)
        return "frequency_estimation", {"scheme": scheme, "size": size, "users": p.clients, "epsilon": local}
    return None
