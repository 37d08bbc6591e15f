// The stops of a walk one at a time, by their links and by the keys; a prediction is answered as it was made.
(() => {
  const stops = [...document.querySelectorAll("section.stop")];
  function go(to) {
    const at = Math.min(stops.length, Math.max(1, to || 1));
    stops.forEach((stop, i) => { stop.hidden = i !== at - 1; });
    stops[at - 1].querySelector("h2").focus();
    scrollTo(0, 0);
  }
  // Pictures are fitted to the window, under what stands above them and over their notes.
  function fit() {
    for (const picture of document.querySelectorAll(".picture")) {
      const top = picture.getBoundingClientRect().top + scrollY, note = picture.nextElementSibling;
      const below = note?.tagName === "P" ? note.offsetHeight + 10 : 8;
      if (picture.offsetWidth) picture.style.setProperty("--left", `${innerHeight - top - below}px`);
    }
  }
  new ResizeObserver(fit).observe(document.querySelector("main"));
  addEventListener("resize", fit);
  const place = () => Number(location.hash.replace("#stop-", "")) || 1;
  addEventListener("hashchange", () => go(place()));
  addEventListener("keydown", (event) => {
    const way = { PageDown: 1, PageUp: -1 }[event.key];
    const to = place() + way;
    if (!way || event.ctrlKey || event.altKey || event.metaKey) return;
    const asks = stops[place() - 1].querySelector("form:not([hidden]) button.reveal");
    const folded = stops[place() - 1].querySelector("details.hint:not([open])");
    if (way > 0 && (asks || folded)) { // what is hidden is shown first
      event.preventDefault();
      if (asks) asks.click();
      else {
        folded.open = true;
        folded.scrollIntoView({ block: "nearest" });
      }
      return;
    }
    if (to < 1 || to > stops.length) return;
    event.preventDefault();
    location.hash = `stop-${to}`;
  });
  for (const stop of stops) {
    const data = stop.querySelector("script"), result = stop.querySelector(".result");
    if (!data) continue;
    const { values, answers, skipped } = JSON.parse(data.textContent);
    const slider = stop.querySelector("input[type=range]"), out = stop.querySelector("output");
    const show = () => {
      out.textContent = values[slider.value];
      slider.setAttribute("aria-valuetext", out.textContent);
    };
    if (slider) { slider.addEventListener("input", show); show(); }
    stop.querySelector("button.reveal").addEventListener("click", () => {
      const chosen = slider || stop.querySelector("input:checked");
      stop.querySelector(".said").innerHTML = chosen ? answers[Number(chosen.value)] : skipped;
      stop.querySelector("form").hidden = true;
      result.hidden = false;
      stop.querySelector(".said").focus();
    });
  }
  go(place());
})();
