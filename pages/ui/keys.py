"""What the browser does by itself: PageUp and PageDown step, and every page and every stop opens at its top.

Streamlit leaves a button's shortcut alone while an input is focused, and these are: there the key would move the
slider. A listener before all others gives the key to the button. Streamlit also keeps the scroll position of one page
for the next; where the address comes to name another page, stop or guess, the page goes back to its top. In a lecture
it then tells the presenter's window, whose keys are pressed here, and what is hidden in the page for it, see
`pages.ui.lessons.presenter`.
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
  const place = () => {
    const link = new URLSearchParams(location.search);
    return [location.pathname, ...['lesson', 'stop', 'guess', 'at', 'end'].map(name => link.get(name) ?? '')].join(' ');
  };
  const channel = new BroadcastChannel('lab-lecture');
  const said = () => [...document.querySelectorAll('.for-presenter')].map(part => part.textContent).join(' ');
  let lastSaid = '';
  const tell = () => {
    const link = new URLSearchParams(location.search), lecture = link.get('lecture');
    if (!lecture || link.has('presenter') || !(link.has('at') || link.has('end'))) return;
    lastSaid = said();
    const at = Number(link.get('at') ?? -1), guessed = link.has('guess'), ended = link.has('end');
    channel.postMessage({lecture, place: {at, guessed, ended, told: lastSaid}});
  };
  setInterval(() => said() !== lastSaid && tell(), 1000);
  channel.onmessage = ({data}) => {
    const link = new URLSearchParams(location.search);
    if (data.lecture !== link.get('lecture') || link.has('presenter')) return;
    if (data.where) tell();
    const button = document.querySelector(steps[data.press] ?? ':not(*)');
    if (button && !button.disabled) button.click();
  };
  let last = place();
  const arrive = () => {
    if (place() === last) return;
    last = place();
    document.querySelector('[data-testid=stMain]')?.scrollTo(0, 0);
    tell();
  };
  for (const change of ['pushState', 'replaceState']) {
    const before = history[change];
    history[change] = function () { before.apply(this, arguments); arrive(); };
  }
  window.addEventListener('popstate', arrive);
}
</script>"""


def listen() -> None:
    """Put the listener on the page, once a window."""
    st.html(_LISTENER, unsafe_allow_javascript=True)
