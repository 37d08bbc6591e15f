// PageUp and PageDown step, every page and every stop opens at its top; the menu's groups, a stop's title and headline and
// pictures are what they are for screen readers, reading goes on from a stop's title, and the menu shows the page.
if (!window.labSteps) {
  const steps = { PageUp: '[class*="-step-back"] button', PageDown: '[class*="-step-next"] button' };
  window.labSteps = {
    press(key) {
      const button = document.querySelector(steps[key] ?? ":not(*)");
      if (button && !button.disabled) button.click();
      return button;
    },
  };
  // Texts are written in, and an open list is read, with these keys; whatever else has the focus leaves them to the stops.
  const TYPED = "textarea, [contenteditable=true], [role=listbox], [aria-expanded=true][role=combobox], "
    + ":is(input:not([type]), [type=text], [type=search], [type=number], [type=password]):not([role=combobox])";
  window.addEventListener("keydown", (event) => {
    if (!steps[event.key] || event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.(TYPED)) return;
    if (!window.labSteps.press(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  // The page scrolls inside the window, where these keys would find nothing to scroll while nothing has the focus.
  const LINE = 40; // px, as browsers scroll by an arrow
  window.addEventListener("keydown", (event) => {
    const main = document.querySelector("[data-testid=stMain]"), { target } = event;
    if (!main || event.ctrlKey || event.altKey || event.metaKey) return;
    if (target !== document.body && !target.matches?.(".st-key-lesson")) return;
    const by = { ArrowDown: LINE, ArrowUp: -LINE, Home: -main.scrollHeight, End: main.scrollHeight }[event.key];
    if (!by) return;
    event.preventDefault();
    main.scrollBy({ top: by, behavior: "instant" });
  });
  const place = () => {
    const link = new URLSearchParams(location.search);
    return [location.pathname, ...["lesson", "stop", "guess", "at", "end"].map((name) => link.get(name) ?? "")].join(" ");
  };
  let last = place();
  const arrive = () => {
    if (place() === last) return;
    last = place();
    document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
    window.dispatchEvent(new Event("lab-arrived"));
  };
  // The secret of a room stays in this window, not in its address, which a projector shows; a reload takes it back.
  const kept = (code) => { try { return sessionStorage.getItem(`lab-room-${code}`); } catch { return null; } };
  const hidden = (address) => {
    const url = new URL(address, location.href), { searchParams: link } = url, code = link.get("room"), key = link.get("key");
    if (!code || !key) return address;
    try { sessionStorage.setItem(`lab-room-${code}`, key); } catch { return address; }
    link.delete("key");
    return url.href;
  };
  const back = () => {
    const url = new URL(location.href), key = kept(url.searchParams.get("room"));
    if (!key || url.searchParams.has("key")) return false;
    url.searchParams.set("key", key);
    location.replace(url.href);
    return true;
  };
  const replace = history.replaceState;
  for (const change of ["pushState", "replaceState"]) {
    const before = history[change];
    history[change] = function (state, title, address) {
      const shown = address == null ? address : hidden(address);
      const same = shown != null && new URL(shown, location.href).href === location.href;
      (same ? replace : before).call(this, state, title, shown);
      arrive();
    };
  }
  window.addEventListener("popstate", arrive);
  if (!back()) replace.call(history, history.state, "", hidden(location.href));
  // Streamlit's menu has its items in divisions of a list, where no reader looks for them: groups with names instead.
  const grouped = () => {
    for (const item of document.querySelectorAll("[data-testid=stSidebarNavItems] li:not([role])")) {
      item.role = item.closest("ul").role = "presentation";
      item.parentElement.role = "group";
      item.parentElement.ariaLabel = item.parentElement.querySelector("header span")?.textContent ?? "";
    }
  };
  // A stop's title and its headline are headings, the title the first where a wall folds the page's own away. A picture
  // is read by its name: the letters along its axes are no text.
  const named = () => {
    const strip = document.querySelector(".st-key-lesson");
    if (strip && strip.dataset.place !== last) { // there the next Tab begins, where nothing else has the focus
      strip.dataset.place = last;
      strip.tabIndex = -1;
      if (document.activeElement === document.body) strip.focus({ preventScroll: true });
    }
    const first = document.querySelector("[data-testid=stMain] h1")?.checkVisibility() ? 2 : 1;
    for (const [where, level] of [[".st-key-lesson-step", first], [".st-key-page-headline", 2]]) {
      const words = document.querySelector(".st-key-lesson") && document.querySelector(`${where} p`);
      if (!words || words.ariaLevel === `${level}`) continue;
      words.role = "heading";
      words.ariaLevel = `${level}`;
    }
    for (const drawn of document.querySelectorAll(":is([data-testid=stVegaLiteChart], [data-testid=stPlotlyChart]) "
      + ":is(svg.marks, svg.main-svg):not([aria-hidden])")) drawn.ariaHidden = "true";
  };
  // The menu is longer than a window: it shows where one is.
  let current = "";
  const shown = () => {
    const here = document.querySelector("[data-testid=stSidebarNavLink][aria-current=page]");
    if (!here || here.href === current) return;
    current = here.href;
    for (const wait of [0, 800]) setTimeout(() => here.scrollIntoView({ block: "nearest" }), wait); // groups still open
  };
  let asked = 0;
  new MutationObserver(() => { asked ||= requestAnimationFrame(() => { asked = 0; grouped(); named(); shown(); }); })
    .observe(document.body, { childList: true, subtree: true });
  let steered = false;
  setInterval(() => {
    steered ||= document.querySelector(".wall") !== null;
    // A server that was started anew knows nobody.
    if ((steered && document.querySelector(".phone")) || document.querySelector(".room-without-key")) back();
  }, 2000);
}
