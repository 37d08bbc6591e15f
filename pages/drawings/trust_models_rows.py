"""One trust model opened: who holds what, why that is private, three messages, a real run, and where to go on."""

from __future__ import annotations

import streamlit as st

from pages.ui.navigation import title_of
from pages.ui.quantities import cited
from pages.ui.state import address, plain
from ppr_core.experiments.trust_models import Model, OneList, TrustResult
from ppr_core.texts import Messages
from ppr_core.wording import measured, number, rounded

__all__ = ["opened"]

PARTIES = ("client", "between", "server", "reader")

message = Messages("trust_models")


def opened(model: Model, result: TrustResult) -> None:
    """All that there is to see of a model, behind its name."""
    p = result.parameters
    label = message("model", name=model.name)
    with st.expander(plain(label[:1].upper() + label[1:])):
        boxes = [party for party in PARTIES if party != "between" or message("between", name=model.name) != "–"]
        for column, party in zip(st.columns(len(boxes)), boxes, strict=True):
            with column.container(border=True, height="stretch"):
                name = "protocol" if party == "between" and model.name == "secure" else party
                st.markdown(f"**{plain(message('party', name=name))}**")
                st.markdown(plain(_held(model, party)))
        st.markdown(plain(message("theorem", name=model.name)))
        st.caption(plain(message("theorem-source", source=cited(model.final.source))))
        if model.final.conditions:
            st.caption(plain(message("theorem-conditions", conditions="; ".join(model.final.conditions))))
        error = measured(model.measured.value, model.measured.error)
        run = message(
            "real-run", runs=number(p.repetitions), measured=error, expected=number(rounded(model.expected, 3))
        )
        st.markdown(plain(run))
        st.code("\n".join(model.messages), language=None)
        if model.one_list:
            st.markdown(plain(_one_list(model.one_list)))
        if place := result.place(model):
            st.link_button(
                plain(message("open", page=title_of(place[0]))), address(*place), icon=":material/open_in_new:"
            )
        else:
            st.caption(plain(message("open-none")))


def _one_list(found: OneList) -> str:
    times = measured(found.times.value, found.times.error)
    counts = {"runs": number(found.times.samples), "clients": number(found.clients), "saved": number(found.saved)}
    return f"{message('one-list', times=times, **counts)} {message('one-list-why')}"


def _held(model: Model, party: str) -> str:
    if party == "client":
        return message("holds-client", sends=message("sends", carrier=model.carrier))
    if party == "reader":
        return message("holds-reader", epsilon=number(rounded(model.final.epsilon, 3)), delta=number(model.final.delta))
    if party == "between":
        return message("between", name=model.name)
    return message("server", name=model.name)
