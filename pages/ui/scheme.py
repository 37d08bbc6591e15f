"""Charts are drawn for a light or a dark background: when the browser turns from one to the other, they are drawn anew.

Streamlit changes the colours of everything else by itself, without running the page. A listener then asks for a run
with Streamlit's own key for it.
"""

from __future__ import annotations

__all__ = ["LISTENER"]

LISTENER = """<script>
if (!window.labScheme) {
  const app = document.querySelector('[data-testid=stApp]');
  const scheme = () => getComputedStyle(app).colorScheme;
  window.labScheme = scheme();
  new MutationObserver(() => {
    if (scheme() === window.labScheme) return;
    window.labScheme = scheme();
    const key = {key: 'r', code: 'KeyR', keyCode: 82, which: 82, bubbles: true};
    document.dispatchEvent(new KeyboardEvent('keydown', key));
    document.dispatchEvent(new KeyboardEvent('keyup', key));
  }).observe(app, {attributeFilter: ['class']});
}
</script>"""
