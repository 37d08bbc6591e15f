"""PageUp and PageDown step through a page or a lesson also while a slider or a choice has the focus.

Streamlit leaves a button's shortcut alone while an input is focused, and these are: there the key would move the
slider. A listener before all others gives the key to the button.
"""

from __future__ import annotations

import streamlit as st

__all__ = ["listen"]

_LISTENER = """<script>
if (!window.labSteps) {
  window.labSteps = true;
  const steps = {PageUp: '[class*="-step-back"] button', PageDown: '[class*="-step-next"] button'};
  window.addEventListener('keydown', event => {
    const button = steps[event.key] && document.querySelector(steps[event.key]);
    if (!button || !event.target.closest('[data-testid=stSlider], [data-testid=stRadio]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!button.disabled) button.click();
  }, true);
}
</script>"""


def listen() -> None:
    """Put the listener on the page, once a window."""
    st.html(_LISTENER, unsafe_allow_javascript=True)
