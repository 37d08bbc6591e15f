// PageUp and PageDown step, and every page and every stop opens at its top.
if (!window.labSteps) {
  const steps = { PageUp: '[class*="-step-back"] button', PageDown: '[class*="-step-next"] button' };
  window.labSteps = {
    press(key) {
      const button = document.querySelector(steps[key] ?? ":not(*)");
      if (button && !button.disabled) button.click();
      return button;
    },
  };
  window.addEventListener("keydown", (event) => {
    if (!steps[event.key] || !event.target.closest("[data-testid=stSlider], [data-testid=stRadio]")) return;
    if (!window.labSteps.press(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
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
  for (const change of ["pushState", "replaceState"]) {
    const before = history[change];
    history[change] = function () { before.apply(this, arguments); arrive(); };
  }
  window.addEventListener("popstate", arrive);
}
