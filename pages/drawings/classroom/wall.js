// What the projector shows: how to join, how many have, and the estimate with its intervals. Bars and marks keep their
// elements from one refresh to the next, so they glide to their new places.
const seen = new WeakMap();

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// The SVG element of this key, made once; attributes are set anew.
function mark(svg, key, name, attributes, text) {
  let made = svg.marks.get(key);
  if (!made) {
    made = document.createElementNS("http://www.w3.org/2000/svg", name);
    svg.marks.set(key, made);
    svg.append(made);
  }
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  if (text !== undefined) made.textContent = text;
  svg.used.add(key);
}

// Rectangles move by style, which transitions understand.
function box(svg, key, kind, x, y, width, height) {
  mark(svg, key, "rect", { class: `${kind} moving`, rx: 4,
    style: `x:${x}px;y:${y}px;width:${Math.max(0, width)}px;height:${Math.max(0, height)}px` });
}

// Twice: as a style it moves, as an attribute it is seen where styles know no paths.
function path(svg, key, kind, d) {
  mark(svg, key, "path", { class: `${kind} moving`, d, style: `d: path("${d}")` });
}

function line(svg, key, kind, x1, y1, x2, y2) {
  path(svg, key, kind, `M${x1} ${y1} L${x2} ${y2}`);
}

// An interval: a line with two ends, on a seam that sets it off from what lies below.
function interval(svg, key, x1, x2, y, half) {
  const d = `M${x1} ${y} L${x2} ${y} M${x1} ${y - half} L${x1} ${y + half} M${x2} ${y - half} L${x2} ${y + half}`;
  for (const kind of ["seam", "whisker"]) path(svg, key + kind, kind, d);
}

// As far as false answers could have moved it: dashed, between two short ends.
function pulled(svg, key, x1, x2, y, half) {
  path(svg, key, "pulled", `M${x1} ${y} L${x2} ${y} M${x1} ${y - half} L${x1} ${y + half} M${x2} ${y - half} L${x2} ${y + half}`);
}

function diamond(svg, key, x, y) {
  path(svg, key, "truth", `M${x} ${y - 11} L${x + 9} ${y} L${x} ${y + 11} L${x - 9} ${y} Z`);
}

// Pictures are drawn in sixteenths of the wall's letters, which grow with the window; this is one in pixels.
const unit = (panel) => parseFloat(getComputedStyle(panel.closest(".wall")).fontSize) / 16;

// A picture's height: what the window leaves below the question, above the messages and the controls.
const WORDS = 168; // title, key and messages in sixteenths
const CONTROLS = 104; // pixels of their row
const below = (part) => window.innerHeight - part.getBoundingClientRect().top
  - (document.querySelector("[data-testid=stMain]")?.scrollTop ?? 0);
function tall(panel) {
  const told = [...panel.parentElement.querySelectorAll(".told")].map((words) => words.offsetHeight / unit(panel));
  const key = panel.closest(".wall").querySelector(".key").offsetHeight / unit(panel);
  const more = Math.max(0, Math.max(...told) - 32) + Math.max(0, key - 24); // of several lines, beside one that is in WORDS
  return Math.max(210, (below(panel.parentElement) - CONTROLS) / unit(panel) - WORDS - more);
}

const percent = (share) => `${Math.round(100 * share)} %`.replace("-", "−");
const named = (value, unit) => `${short(value)} ${value === 1 ? unit.replace(/^(bit|nat)s\b/, "$1") : unit}`;
const short = (value) => `${+value.toPrecision(3)}`.replace("-", "−");

function begin(panel, width, height) {
  let svg = panel.querySelector("svg");
  if (!svg) {
    svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.marks = new Map();
    panel.append(svg);
  }
  svg.used = new Set();
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("role", "img");
  return svg;
}

function end(svg, words) {
  svg.setAttribute("aria-label", words);
  for (const [key, made] of svg.marks) {
    if (svg.used.has(key)) continue;
    made.remove();
    svg.marks.delete(key);
  }
}

// --- One picture for each kind of question ------------------------------------------------------------------------

function shares(panel, data, round, width) {
  const rows = data.labels.length, step = Math.min(130, Math.max(22, (tall(panel) - 40) / rows)), size = Math.min(28, step * 0.66);
  const longest = Math.max(...data.labels.map((label) => label.length));
  const left = Math.min(width * 0.38, 18 + longest * size * 0.56);
  const told = Math.max(...round.said.map((words) => words.length)), small = Math.min(size, (0.3 * width) / (0.56 * told));
  const right = width - 0.56 * told * small - 12;
  const rounds = data.rounds, ends = (name) => rounds.flatMap((one) => one[name]); // one scale, so that bars compare
  const low = 0, high = Math.max(0.5, ...ends("high"), ...ends("truth"), ...ends("value"));
  const x = (share) => left + ((Math.min(high, Math.max(low, share)) - low) / (high - low)) * (right - left);
  const svg = begin(panel, width, rows * step + 40);
  data.labels.forEach((label, j) => {
    const middle = (j + 0.5) * step, half = Math.min(34, step * 0.36);
    const cut = label.length * size * 0.56 > left ? `${label.slice(0, Math.floor(left / size / 0.56) - 2)}…` : label;
    mark(svg, `label${j}`, "text", { x: left - 12, y: middle + size * 0.35, "text-anchor": "end", "font-size": size }, cut);
    const vague = round.vague[j]; // then its bar would say too much
    const end = vague ? x(0) : x(round.value[j]), empty = vague && round.empty[j]; // and then its interval, too
    box(svg, `bar${j}`, "fill", Math.min(x(0), end), middle - half, Math.abs(end - x(0)), 2 * half);
    if (round.low.length && !empty) interval(svg, `interval${j}`, x(round.low[j]), x(round.high[j]), middle, half * 0.55);
    if (round.pulled_low.length) pulled(svg, `pulled${j}`, x(round.pulled_low[j]), x(round.pulled_high[j]), middle + half, half * 0.3);
    if (round.truth.length) diamond(svg, `truth${j}`, x(round.truth[j]), middle);
    mark(svg, `value${j}`, "text", { x: width, y: middle + small * 0.36, "font-size": small, "font-weight": 700,
      "text-anchor": "end" }, round.said[j]);
  });
  line(svg, "zero", "axis", x(0), 0, x(0), rows * step);
  const ticks = right - left < 420 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]; // names of two rounds do not touch
  for (const share of ticks.filter((one) => one >= low && one <= high)) {
    line(svg, `tick${share}`, "axis", x(share), rows * step, x(share), rows * step + 8);
    mark(svg, `tickname${share}`, "text", { x: x(share), y: rows * step + 32, "text-anchor": "middle", "font-size": 20 }, percent(share));
  }
  end(svg, data.labels.map((label, j) => `${label}: ${round.said[j]}`
    + (round.low.length && !round.vague[j] ? ` (${percent(round.low[j])} – ${percent(round.high[j])})` : "")).join("; "));
}

// Words above a mark, as near to it as the picture's edges allow.
function over(svg, key, at, words, width) {
  const size = Math.min(24, width / (0.56 * words.length)), half = 0.28 * size * words.length;
  mark(svg, key, "text", { x: Math.min(Math.max(at, half), width - half), y: 24, "text-anchor": "middle", "font-size": size, "font-weight": 700 }, words);
}

function numbers(panel, data, round, width) {
  const height = tall(panel), base = height - 44, span = data.high - data.low, reach = data.kind === "prediction" ? 0 : 0.25;
  const onto = data.scale === "log" ? Math.log : Number;
  const from = data.low - reach * span, to = data.high + reach * span;
  const x = (value) => 16 + ((onto(Math.min(to, Math.max(from, value))) - onto(from)) / (onto(to) - onto(from))) * (width - 32);
  const svg = begin(panel, width, height);
  line(svg, "axis", "axis", 0, base, width, base);
  const most = Math.max(...round.likely, 1e-9), cell = span / Math.max(1, round.likely.length - 1);
  round.likely.forEach((share, j) => {
    const top = (share / most) * (base - 90), middle = data.low + j * cell;
    box(svg, `likely${j}`, "likely", x(middle - 0.42 * cell), base - top, x(middle + 0.42 * cell) - x(middle - 0.42 * cell), top);
  });
  const stacks = new Map(), dot = round.dots.length > 60 ? 10 : 20; // few are seen from the last row, too
  round.dots.forEach(([place, value]) => {
    const bin = Math.round(x(value) / (1.1 * dot)), level = stacks.get(bin) ?? 0;
    stacks.set(bin, level + 1);
    mark(svg, `dot${place}`, "circle", { class: "dot", cx: bin * 1.1 * dot,
      cy: base - 0.8 * dot - (level % Math.floor((base - 60) / dot)) * dot, r: 0.45 * dot });
  });
  const between = data.scale === "log" // equal steps multiply there, as the numbers say
    ? Array.from({ length: 13 }, (_, j) => (data.high > 100 * data.low ? 10 : 2) ** j).filter((value) => value > 1.2 * data.low && value < data.high / 1.2)
    : [0.25, 0.5, 0.75].map((part) => data.low + part * span);
  for (const value of [data.low, ...between, data.high]) {
    const end = value === data.low || value === data.high;
    if (!end && width < 560) continue; // names of two rounds do not touch
    line(svg, `tick${value}`, "axis", x(value), base, x(value), base + 8);
    mark(svg, `name${value}`, "text", { x: x(value), y: height - 8, "text-anchor": "middle", "font-size": 22 }, end ? named(value, data.unit) : short(value));
  }
  const words = [];
  if (round.value.length) {
    interval(svg, "mean", x(round.low[0]), x(round.high[0]), 48, 12);
    if (!round.vague[0]) mark(svg, "meanpoint", "circle", { cx: x(round.value[0]), cy: 48, r: 8, class: "fill" });
    over(svg, "meanname", round.vague[0] ? (x(round.low[0]) + x(round.high[0])) / 2 : x(round.value[0]), round.label, width);
    words.push(round.label);
    if (round.pulled_low.length) pulled(svg, "pulled", x(round.pulled_low[0]), x(round.pulled_high[0]), 68, 6);
  }
  if (round.median !== null) {
    line(svg, "median", "whisker", x(round.median), 34, x(round.median), base);
    over(svg, "medianname", x(round.median), round.label, width);
    words.push(round.label);
  }
  if (round.truth.length) {
    line(svg, "truth", "truth-line", x(round.truth[0]), 34, x(round.truth[0]), base);
    words.push(`${data.truth} ${short(round.truth[0])}`);
  }
  end(svg, words.join("; "));
}

function places(panel, data, round, width) {
  const alone = data.rounds.length === 1; // then its words stand beside the map
  panel.classList.toggle("beside", alone);
  const side = Math.min(width, tall(panel) + (alone ? 60 : 0)), edge = side / 24, inner = side - 2 * edge; // and a rim around it
  const on = (value) => Math.min(1 + 2 / 22, Math.max(-1 - 2 / 22, value));
  const x = (value) => edge + ((on(value) + 1) / 2) * inner;
  const y = (value) => edge + ((1 - on(value)) / 2) * inner;
  const svg = begin(panel, side, side);
  svg.style.width = `${side * unit(panel)}px`;
  mark(svg, "map", "rect", { class: "axis", x: edge, y: edge, width: inner, height: inner });
  const cells = Math.sqrt(round.likely.length), most = Math.max(...round.likely, 1e-9), cell = inner / cells;
  round.likely.forEach((share, j) => mark(svg, `cell${j}`, "rect", { class: "likely",
    x: edge + (j % cells) * cell, y: edge + inner - (Math.floor(j / cells) + 1) * cell, width: cell, height: cell, style: `fill-opacity: ${(0.6 * share) / most}` }));
  round.dots.forEach(([place, across, up]) => mark(svg, `dot${place}`, "circle", { class: "dot", cx: x(across), cy: y(up), r: 4.5 }));
  interval(svg, "across", x(round.low[0]), x(round.high[0]), y(round.value[1]), 9);
  for (const kind of ["seam", "whisker"])
    line(svg, `up${kind}`, kind, x(round.value[0]), y(round.low[1]), x(round.value[0]), y(round.high[1]));
  if (round.pulled_low.length) {
    const [left, bottom] = round.pulled_low, [right, top] = round.pulled_high;
    path(svg, "pulled", "pulled", `M${x(left)} ${y(bottom)} L${x(right)} ${y(bottom)} L${x(right)} ${y(top)} L${x(left)} ${y(top)} Z`);
  }
  if (round.truth.length) diamond(svg, "truth", x(round.truth[0]), y(round.truth[1]));
  end(svg, round.label);
}

const PICTURES = { number: numbers, prediction: numbers, place: places };

// --- The wall -----------------------------------------------------------------------------------------------------

function keep(parent, selector, make) {
  const found = parent.querySelector(selector);
  if (found) return found;
  const made = make();
  parent.append(made);
  return made;
}

function say(parent, selector, text) {
  const at = parent.querySelector(selector);
  if (at.textContent !== text) at.textContent = text;
}

function drawPanels(panels, data) {
  const wanted = data.rounds.map((round) => `round-${round.number}`);
  for (const panel of [...panels.children]) if (!wanted.includes(panel.id)) panel.remove();
  panels.style.gridTemplateColumns = `repeat(${Math.max(1, data.rounds.length)}, 1fr)`;
  const width = Math.max(300, (panels.clientWidth || 880) / unit(panels) / Math.max(1, data.rounds.length) - 20);
  for (const round of data.rounds) {
    const panel = keep(panels, `#round-${round.number}`, () => element("div", { class: "panel", id: `round-${round.number}` },
      element("h2"), element("p", { class: "told" })));
    panel.style.order = round.number;
    say(panel, "h2", round.title);
    say(panel, ".told", round.told);
    const shown = round.shown && (round.value.length || round.dots.length);
    if (!shown) {
      panel.querySelector("svg")?.remove();
      panel.classList.remove("beside");
      const hidden = keep(panel, ".hidden-estimate", () => element("div", { class: "hidden-estimate" }));
      hidden.textContent = round.waiting;
      hidden.style.minHeight = `${tall(panel) * unit(panel)}px`;
      continue;
    }
    panel.querySelector(".hidden-estimate")?.remove();
    (data.labels.length ? shares : PICTURES[data.kind])(panel, data, round, width);
  }
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".wall");
  const join = keep(root, ".join", () => element("div", { class: "join" }, element("img", { alt: data.names.picture }),
    element("p", { class: "code", title: data.names.code }), element("p", { class: "url" }), element("p", { class: "sub joined" }), element("p", { class: "count" }),
    element("p", { class: "sub answers" }), element("p", { class: "sub networks" }), element("p", { class: "sub bits" }), element("p", { class: "badge" })));
  const stage = keep(root, ".stage", () => element("div", { class: "stage" }, element("h1"), element("div", { class: "panels" }),
    element("p", { class: "key" }), element("ol", { class: "stream", "aria-label": data.names.stream })));
  const picture = join.querySelector("img");
  picture.hidden = !data.qr;
  if (data.qr && picture.src !== data.qr) picture.src = data.qr;
  say(join, ".code", data.code);
  say(join, ".url", data.url);
  say(join, ".joined", data.joined);
  say(join, ".count", `${data.count}`);
  say(join, ".answers", data.answers);
  say(join, ".networks", data.networks);
  say(join, ".bits", data.bits);
  say(join, ".badge", data.state);
  say(stage, "h1", data.question);
  const intervals = data.rounds.some((round) => round.low.some((_, j) => !data.labels.length || !round.empty[j])), likely = data.rounds.some((round) => round.likely.length), dots = data.rounds.some((round) => round.dots.length);
  stage.querySelector(".key").replaceChildren(...(intervals ? [element("b", {}, "├─┤ "), `${data.interval}  `] : []),
    ...(likely ? [element("s", {}, "▮ "), `${data.likely}  `] : []),
    ...(dots ? [element("i", {}, "● "), `${data.dots}  `] : []), ...(data.key ? [element("span", {}, data.labels.length || data.kind === "place" ? "◆ " : "│ "), `${data.key}  `] : []),
    ...(data.pulled ? [element("span", {}, "┅ "), data.pulled] : []));
  drawPanels(stage.querySelector(".panels"), data); // whose height depends on the key's

  const stream = stage.querySelector(".stream"), before = seen.get(root) ?? Infinity;
  stream.replaceChildren(...data.recent.map(([place, word]) =>
    element("li", { class: place > before ? "new" : "" }, word.length > 24 ? `${word.slice(0, 22)}…` : word)));
  seen.set(root, data.latest);
}
