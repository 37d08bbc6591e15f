// What somebody reads stays: opened sentences stay open when a setting moves, and a chosen tab comes into view.
if (!window.labReads) {
  window.labReads = true;
  const FOLDS = "ul.told summary", HEAD = 56, LOW = 0.6, PATIENCE_MS = 4000; // px of the app's head; of the window
  // A sentence with other numbers, or put a little differently, is the same one: more than half of its words are.
  const words = (summary) => new Set(summary.textContent.toLowerCase().match(/\p{L}{2,}/gu));
  const alike = (one, other) => 2 * [...one].filter((word) => other.has(word)).length > Math.max(one.size, other.size);
  let page = "", open = [];
  const here = () => {
    if (page !== location.pathname) [page, open] = [location.pathname, []];
    return open;
  };
  const seen = new WeakSet();
  const unfold = () => {
    const folds = [...document.querySelectorAll(FOLDS)].filter((summary) => !seen.has(summary));
    for (const summary of folds) {
      seen.add(summary);
      const now = words(summary), place = here().findIndex((before) => alike(before, now));
      if (place < 0) continue;
      open[place] = now;
      summary.parentElement.open = true;
    }
  };
  // Streamlit draws a tab's panel after the click: the strip goes up as the panel gets its height, until somebody scrolls.
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let strip = null, pressed = false;
  const raise = () => {
    if (pressed || !strip?.isConnected || Math.abs(strip.getBoundingClientRect().top - HEAD) < 2) return;
    strip.style.scrollMarginTop = `${HEAD}px`;
    strip.scrollIntoView({ block: "start", behavior: calm.matches ? "instant" : "smooth" });
  };
  document.addEventListener("click", ({ target }) => {
    const summary = target.closest(FOLDS);
    if (!summary) return;
    const now = words(summary), others = here().filter((before) => !alike(before, now));
    open = summary.parentElement.open ? others : [...others, now]; // it turns after this
  }, true);
  // A pressed tab is drawn anew before it is let go, so that no click comes of it; a program's click comes alone.
  const choose = ({ type, target }) => {
    const list = target.closest("[data-testid=stTabs] [role=tab]")?.closest("[role=tablist]");
    if (!list || list === strip || new URLSearchParams(location.search).has("lecture")) return;
    if (list.getBoundingClientRect().bottom < LOW * innerHeight) return;
    [strip, pressed] = [list, type === "pointerdown"];
    setTimeout(() => { if (strip === list) strip = null; }, PATIENCE_MS);
    raise();
  };
  for (const chosen of ["pointerdown", "click"]) document.addEventListener(chosen, choose, true);
  document.addEventListener("pointerup", () => { pressed = false; raise(); }, true);
  for (const own of ["wheel", "touchmove", "keydown", "pointercancel"]) addEventListener(own, () => { strip = null; }, { passive: true });
  new MutationObserver(() => { unfold(); raise(); }).observe(document.body, { childList: true, subtree: true });
}
