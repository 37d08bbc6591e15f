// The slider of a file: shows the setting it stands at, and says its headline once it rests there.
(() => {
  const slider = document.getElementById("slider"), parts = document.querySelectorAll("section[data-value]");
  const headlines = document.querySelectorAll(".headlines p"), heard = document.querySelector(".heard");
  let resting = 0;
  const show = () => {
    const place = Number(slider.value), { value, number } = parts[place].dataset, back = document.getElementById("back");
    if (back) {
      const link = new URL(back.href);
      link.searchParams.set(back.dataset.field, number === "Infinity" ? "inf" : `${+number}`);
      back.href = link.href;
    }
    parts.forEach((part, each) => { part.hidden = each !== place; });
    headlines.forEach((headline, each) => headline.classList.toggle("shown", each === place));
    document.getElementById("value").textContent = value;
    slider.setAttribute("aria-valuetext", value);
    return headlines[place].textContent;
  };
  slider.addEventListener("input", () => {
    const headline = show();
    clearTimeout(resting);
    resting = setTimeout(() => { heard.textContent = headline; }, 400);
  });
  show();
})();
