// A printed page says on which day. Plotly draws for the screen, in pixels: while a page is printed, its pictures scale to the sheet as all others do.
if (!window.labPrints) {
  window.labPrints = true;
  const drawn = () => document.querySelectorAll("svg.main-svg");
  window.addEventListener("beforeprint", () => {
    for (const day of document.querySelectorAll(".printed time")) day.textContent = new Date().toLocaleDateString("sv");
    for (const svg of drawn()) svg.setAttribute("viewBox", `0 0 ${svg.getAttribute("width")} ${svg.getAttribute("height")}`);
  });
  window.addEventListener("afterprint", () => {
    for (const svg of drawn()) svg.removeAttribute("viewBox");
  });
}
