// A secret in a few bits: one picture, six scenes. The encoder above runs here; nothing of the answer leaves the browser.
const WIDTH = 1000, HEIGHT = 460, BASE = 385, ROWS = 16, PEOPLE = 1000, TRIES = 3000, GRID = 49;
const REPEATS = 200, CELLS = 24, PEAK = 230; // draws a click, bars of their histogram, height of the wanted curve's top
const ASKED = 270; // top of the first scene, which has only the line
const ANSWERS = [30, WIDTH - 30], TRADE = [90, WIDTH - 90], THUMB = 16; // ends of the axes; width of a slider's knob
const SVG = "http://www.w3.org/2000/svg";
const stories = new WeakMap();

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made[key] = value;
    else if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

// Marks keep their elements from scene to scene, so they glide to their new places.
function painter(svg) {
  const marks = new Map();
  let used = new Set();
  return {
    mark(key, name, attributes, text) {
      let made = marks.get(key);
      if (!made) {
        made = document.createElementNS(SVG, name);
        marks.set(key, made);
        svg.insertBefore(made, attributes.class?.startsWith("under") ? marks.get("axis") : null);
      }
      for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
      if (text !== undefined && made.textContent !== text) made.textContent = text;
      used.add(key);
      return made;
    },
    finish() {
      for (const [key, made] of marks) {
        if (used.has(key)) continue;
        made.remove();
        marks.delete(key);
      }
      used = new Set();
    },
  };
}

const short = (value) => `${+value.toPrecision(3)}`.replace("-", "−");
const gamma = (k) => "0".repeat(k.toString(2).length - 1) + k.toString(2);
const word = (k) => gamma(k.toString(2).length) + k.toString(2).slice(1); // Elias delta

function begin(data) {
  const survey = PPR.survey(data.plan), { low, high } = data;
  const hours = (z) => (low + high + z * (high - low)) / 2, centred = (value) => (2 * value - low - high) / (high - low);
  const rows = Array.from({ length: ROWS }, (_, i) => hours(survey.decode(word(i + 1), data.table)[0]));
  return { survey, hours, centred, rows, scene: 1, answer: (low + high) / 2 + (high - low) / 8, sent: null, belief: null, crowd: null, draws: null, alpha: data.alphas.indexOf(data.alpha) };
}

// The row that is sent for this answer, and what the server reads; drawn again beyond what is shown, as the scene says.
function send(story, data) {
  if (story.sent?.answer === story.answer) return;
  const random = PPR.cryptoRandom(), x = [story.centred(story.answer)];
  let index = 0;
  for (let tries = 0; tries < 400 && !(index >= 1 && index <= ROWS); tries++) index = Number(story.survey.index(x, data.table, random));
  story.sent = { answer: story.answer, index, word: word(index), z: story.hours(story.survey.decode(word(index), data.table)[0]) };
  story.belief = story.draws = null;
}

// The same answer again and again, each time with a new list: what the server reads, whatever the row.
function repeat(story, data, redraw) {
  const random = PPR.cryptoRandom(), x = [story.centred(story.answer)], draws = (story.draws ??= { read: [], wanted: 0 });
  const running = draws.read.length < draws.wanted;
  draws.wanted += REPEATS;
  const step = () => {
    if (story.draws !== draws || story.scene !== 3) return;
    for (let many = 0; many < 5 && draws.read.length < draws.wanted; many++) {
      const table = 5000 + draws.read.length;
      draws.read.push(story.hours(story.survey.decode(story.survey.encode(x, table, random), table)[0]));
    }
    redraw();
    if (draws.read.length < draws.wanted) requestAnimationFrame(step);
  };
  if (!running) requestAnimationFrame(step);
}

// How often each answer would have sent this row: a few answers a frame, so that nothing stands still.
function believe(story, data, redraw) {
  const random = PPR.cryptoRandom(), belief = (story.belief = { of: story.sent, hits: [] });
  const step = () => {
    if (story.belief !== belief || story.scene !== 4) return;
    for (let many = 0; many < 4 && belief.hits.length < GRID; many++) {
      const x = [-1 + (2 * belief.hits.length) / (GRID - 1)];
      let hits = 0;
      for (let i = 0; i < TRIES; i++) hits += Number(story.survey.index(x, data.table, random)) === belief.of.index;
      belief.hits.push(hits / TRIES);
    }
    redraw();
    if (belief.hits.length < GRID) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

// A thousand made-up people, each with a table of their own; what the server reads of each.
function gather(story, data, redraw) {
  const random = PPR.cryptoRandom(), crowd = (story.crowd = { read: [], truth: 0 });
  const step = () => {
    if (story.crowd !== crowd || story.scene !== 5) return;
    for (let many = 0; many < 12 && crowd.read.length < PEOPLE; many++) {
      let draw = 0;
      for (let i = 0; i < 12; i++) draw += random.uniform();
      const value = Math.min(data.high, Math.max(data.low, 7 + 1.3 * (draw - 6))), table = 1000 + crowd.read.length;
      const index = story.survey.encode([story.centred(value)], table, random);
      crowd.truth += value;
      crowd.read.push(story.hours(story.survey.decode(index, table)[0]));
    }
    redraw();
    if (crowd.read.length < PEOPLE) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function draw(story, data, svg, paint) {
  const { scene } = story, { words } = data, span = data.high - data.low;
  const around = scene === 1 ? 0 : span, from = data.low - around, to = data.high + around; // noise comes later
  const x = (value) => ANSWERS[0] + ((Math.min(to, Math.max(from, value)) - from) / (to - from)) * (ANSWERS[1] - ANSWERS[0]);
  if (scene === 6) return trade(story, data, svg, paint);
  if (around) {
    paint.mark("range", "rect", { class: "range", x: x(data.low), y: 76, width: x(data.high) - x(data.low), height: BASE - 76 });
    if (scene !== 4) paint.mark("rangename", "text", { class: "faint", x: (x(data.low) + x(data.high)) / 2, y: 96, "text-anchor": "middle" }, words.range);
  }
  paint.mark("axis", "line", { class: "axis", x1: 10, x2: WIDTH - 10, y1: BASE, y2: BASE });
  for (let value = from; value <= to; value += span / 4) {
    paint.mark(`tick${value}`, "line", { class: "tick", x1: x(value), x2: x(value), y1: BASE, y2: BASE + 8 });
    if ((value - from) % (span / 2) === 0) paint.mark(`name${value}`, "text", { x: x(value), y: BASE + 30, "text-anchor": "middle" }, `${value}`.replace("-", "−"));
  }
  paint.mark("unit", "text", { x: WIDTH - 10, y: BASE + 62, "text-anchor": "end" }, data.unit);
  const words_ = [];
  if (scene <= 4) {
    paint.mark("pin", "circle", { class: "pin moving", r: 11, style: `transform: translate(${x(story.answer)}px, ${BASE}px)` });
    const name = scene === 1 ? { class: "strong moving large", y: BASE - 60 } : { class: "strong moving", y: BASE + 62 };
    paint.mark("pinname", "text", { class: name.class, "text-anchor": "middle", style: `transform: translate(${x(story.answer)}px, ${name.y}px)` }, `${words.you}: ${short(story.answer)}`);
    words_.push(`${words.you}: ${short(story.answer)} ${data.unit}`);
  }
  if (scene >= 2 && scene <= 4)
    story.rows.forEach((value, i) => {
      const won = scene >= 3 && story.sent?.index === i + 1, y = 122 + i * 15;
      const style = `transform: translate(${x(value)}px, ${y}px); opacity: ${won || scene === 2 ? 1 : scene === 3 && !story.draws ? 0.3 : 0}`;
      const group = paint.mark(`row${i}`, "g", { class: `candidate moving${won ? " won" : ""}`, style });
      if (!group.firstChild) {
        const dot = document.createElementNS(SVG, "circle"), name = document.createElementNS(SVG, "text");
        dot.setAttribute("r", 7);
        name.setAttribute("x", 13);
        name.setAttribute("y", 6);
        name.textContent = `${i + 1}`;
        group.append(dot, name);
      }
    });
  if (scene === 2) paint.mark("order", "text", { class: "faint", x: 30, y: 96 }, words.order);
  if (scene >= 3 && scene <= 4 && story.sent) message(story, data, paint);
  if (scene === 3) wanted(story, data, paint, x, words_);
  if (scene === 4 && story.belief) {
    const { hits } = story.belief, most = Math.max(...hits, 1e-9), cell = (x(data.high) - x(data.low)) / (GRID - 1);
    if (hits.length === GRID) { // of five neighbours together, so that chance counts less
      const near = hits.slice(2, -2).map((_, j) => hits.slice(j, j + 5).reduce((sum, share) => sum + share, 0));
      const least = Math.min(...near), factor = short(+(Math.max(...near) / (least || 1 / TRIES)).toPrecision(2));
      const ratio = words.ratio.replace("{value}", least ? factor : `> ${factor}`);
      paint.mark("ratio", "text", { class: "strong", x: WIDTH / 2, y: 62, "text-anchor": "middle", style: "fill: var(--st-primary-color)" }, ratio);
      words_.push(ratio);
    }
    words_.push(reader(story, data, paint, x));
    hits.forEach((share, j) => {
      const height = ((PEAK + 20) * share) / most;
      paint.mark(`belief${j}`, "rect", { class: "under belief", x: x(data.low) + (j - 0.45) * cell, y: BASE - height, width: 0.9 * cell, height });
    });
  }
  if (scene === 5 && story.crowd) crowd(story, data, paint, x, words_);
  paint.finish();
  svg.setAttribute("aria-label", `${words.picture}: ${data.scenes[scene - 1].title}. ${words_.join("; ")}`);
}

// What a reader of the noisy answer alone should believe of each answer, at the scale of the bars; and its factor.
function reader(story, data, paint, x) {
  const answers = Array.from({ length: GRID }, (_, j) => data.low + (j * (data.high - data.low)) / (GRID - 1));
  const off = answers.map((value) => Math.abs(story.sent.z - value) / data.noise), least = Math.min(...off);
  const at = (value, j) => `${x(value)},${BASE - (PEAK + 20) * Math.exp(least - off[j])}`;
  paint.mark("reader", "polyline", { class: "wanted", points: answers.map(at).join(" ") });
  const said = data.words.reader.replace("{value}", short(+Math.exp(Math.max(...off) - least).toPrecision(2)));
  paint.mark("readername", "text", { class: "strong", x: WIDTH / 2, y: 96, "text-anchor": "middle" }, said);
  return said;
}

// The noise that is wanted around the answer; below it, at the same scale, what the repeated draws gave.
function wanted(story, data, paint, x, said) {
  const span = data.high - data.low, at = (value) => `${x(value)},${BASE - PEAK * Math.exp(-Math.abs(value - story.answer) / data.noise)}`;
  const places = Array.from({ length: 145 }, (_, i) => data.low - span + (i * 3 * span) / 144);
  paint.mark("wanted", "polyline", { class: "wanted", points: [...places, story.answer].sort((one, other) => one - other).map(at).join(" ") });
  const flank = story.answer + 0.9 * data.noise; // where its name stands beside it
  paint.mark("wantedname", "text", { class: "strong", x: x(flank) + 12, y: BASE - PEAK * Math.exp(-0.9) - 6 }, data.words.curve);
  if (!story.draws) return;
  const { read } = story.draws, width = (3 * span) / CELLS, bins = Array(CELLS).fill(0);
  for (const value of read) if (value >= data.low - span && value < data.high + span) bins[Math.floor((value - data.low + span) / width)]++;
  bins.forEach((many, i) => {
    const height = (PEAK * 2 * data.noise * many) / (width * read.length);
    paint.mark(`draws${i}`, "rect", { class: "under crowd", x: x(data.low - span + i * width) + 1, width: x(width) - x(0) - 2, y: BASE - height, height });
  });
  const count = data.words.draws.replace("{count}", read.length);
  paint.mark("drawcount", "text", { class: "strong", x: WIDTH / 2, y: 66, "text-anchor": "middle" }, count);
  said.push(count);
}

// The word on its way: from the phone's end of the picture to the server's.
function message(story, data, paint) {
  const { word, index, z } = story.sent, size = 34, there = story.arrived;
  const left = there ? WIDTH - 30 - word.length * size : 30;
  const length = `${word.length} bit${word.length === 1 ? "" : "s"}`;
  paint.mark("from", "text", { x: 30, y: 22, class: "strong" }, `${data.words.message.replace("{row}", index)}: ${length}`);
  paint.mark("to", "text", { x: WIDTH - 30, y: 22, "text-anchor": "end", class: "strong" },
    there ? `${data.words.server}: ${data.words.noisy} ${short(z)}` : data.words.server);
  [...word].forEach((bit, i) => {
    const style = `transform: translate(${left + i * size}px, 32px)`;
    paint.mark(`bit${i}`, "rect", { class: "bit moving", width: size - 5, height: size - 2, rx: 5, style });
    paint.mark(`bitname${i}`, "text", { class: "bitname moving", x: (size - 5) / 2, y: 23, style }, bit);
  });
}

function crowd(story, data, paint, x, said) {
  const { read, truth } = story.crowd, count = read.length, bins = new Map();
  if (!count) return;
  for (const value of read) {
    if (value < data.low - (data.high - data.low) || value > 2 * data.high - data.low) continue; // beyond the picture
    const bin = Math.round(x(value) / 14);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  const most = Math.max(...bins.values(), 30);
  for (const [bin, many] of bins) paint.mark(`crowd${bin}`, "rect", { class: "under crowd", x: bin * 14 - 6, width: 12, y: BASE - (170 * many) / most, height: (170 * many) / most });
  const mean = read.reduce((sum, value) => sum + value, 0) / count;
  const error = Math.sqrt(read.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(count - 1, 1) / count);
  paint.mark("true", "line", { class: "true", x1: x(truth / count), x2: x(truth / count), y1: 140, y2: BASE });
  paint.mark("truename", "text", { x: x(truth / count), y: 132, "text-anchor": "middle" }, `${data.words.truth}: ${short(truth / count)}`);
  paint.mark("mean", "line", { class: "estimate", x1: x(mean - error), x2: x(mean + error), y1: 168, y2: 168 });
  paint.mark("meanname", "text", { class: "strong", x: x(mean + error) + 12, y: 174 }, `${data.words.estimate}: ${short(mean)} ± ${short(error)}`);
  paint.mark("count", "text", { class: "strong", x: 30, y: 40 }, data.words.answers.replace("{count}", count));
  said.push(`${data.words.estimate}: ${short(mean)} ± ${short(error)}`, `${data.words.truth}: ${short(truth / count)}`);
}

// Bits and what the server learns at each α of the slider: two panels, so that each has a scale of its own.
function trade(story, data, svg, paint) {
  const x = (i) => TRADE[0] + (i / (data.alphas.length - 1)) * (TRADE[1] - TRADE[0]);
  const i = story.alpha, said = [];
  [["bits", data.bits], ["decoder", data.decoder]].forEach(([name, values], panel) => {
    const foot = [190, BASE][panel], step = 20, top = step * Math.ceil(Math.max(...values) / step), at = (value) => foot - (140 * value) / top;
    const colour = `fill: ${panel ? "#c2410c" : "var(--st-primary-color)"}`, text = data.words[name].replace("{value}", short(values[i]));
    paint.mark(`foot${name}`, "line", { class: "axis", x1: 70, x2: WIDTH - 70, y1: foot, y2: foot });
    const middle = `translate(22, ${foot - 70}) rotate(-90)`;
    paint.mark(`axis${name}`, "text", { class: "small", transform: middle, "text-anchor": "middle", style: colour }, data.words[`axis_${name}`]);
    for (let value = 0; value <= top; value += step)
      paint.mark(`scale${name}${value}`, "text", { x: 60, y: at(value) + 6, "text-anchor": "end", style: colour }, `${value}`);
    paint.mark(`curve${name}`, "polyline", { class: `curve ${name}`, points: values.map((value, j) => `${x(j)},${at(value)}`).join(" ") });
    paint.mark(`mark${name}`, "circle", { class: `mark ${name}`, r: 10, cx: x(i), cy: at(values[i]) });
    paint.mark(`said${name}`, "text", { class: "strong", x: WIDTH / 2, y: foot - 155, "text-anchor": "middle", style: colour }, `α = ${data.alphas[i]}: ${text}`);
    said.push(text);
  });
  data.alphas.forEach((alpha, j) => paint.mark(`alpha${j}`, "text", { class: j % 2 ? "small" : "", x: x(j), y: BASE + 30, "text-anchor": "middle" }, `${alpha}`));
  paint.mark("unit", "text", { x: WIDTH / 2, y: BASE + 62, "text-anchor": "middle" }, data.words.alpha);
  paint.finish();
  svg.setAttribute("aria-label", `${data.words.picture}: α = ${data.alphas[i]}, ${said.join(", ")}`);
}

function show(root, data) {
  const story = stories.get(root), still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const title = element("h2"), say = element("p", { class: "say" }), svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("role", "img");
  const shape = () => { // where it is on the screen, and pixels a unit
    const box = svg.getBoundingClientRect();
    return { box, scale: Math.min(box.width / WIDTH, box.height / svg.viewBox.baseVal.height) };
  };
  const paint = painter(svg), redraw = () => draw(story, data, svg, paint);
  const slider = element("input", { type: "range" }), ends = element("div", { class: "ends" }, element("span"), element("span"));
  const again = element("button", { type: "button", onclick: () => repeat(story, data, redraw) }, data.words.repeat);
  const back = element("button", { type: "button", onclick: () => go(story.scene - 1) }, data.words.back);
  const next = element("button", { type: "button", class: "next", onclick: () => go(story.scene === data.scenes.length ? 1 : story.scene + 1) });
  const dots = element("span", { class: "count" });

  function answer(value) {
    story.answer = Math.min(data.high, Math.max(data.low, Math.round(value / data.step) * data.step));
    story.sent = story.belief = story.draws = null;
    if (+slider.value !== story.answer) slider.value = story.answer;
    redraw();
  }
  slider.oninput = () => {
    if (story.scene === 6) story.alpha = +slider.value;
    else answer(+slider.value);
    redraw();
  };
  svg.addEventListener("click", (event) => {
    if (story.scene !== 1) return;
    const { box, scale } = shape();
    const at = (event.clientX - box.left - (box.width - WIDTH * scale) / 2) / scale;
    answer(data.low + ((at - ANSWERS[0]) / (ANSWERS[1] - ANSWERS[0])) * (data.high - data.low));
  });

  function fit() { // the slider goes as far as what it moves in the picture
    const { box, scale } = shape();
    const [low, high] = story.scene === 6 ? TRADE : ANSWERS, left = (box.width - WIDTH * scale) / 2 + low * scale - THUMB / 2;
    for (const part of [slider, ends]) Object.assign(part.style, { marginLeft: `${left}px`, width: `${(high - low) * scale + THUMB}px` });
  }
  new ResizeObserver(fit).observe(svg);

  function go(scene) {
    story.scene = Math.min(data.scenes.length, Math.max(1, scene));
    const words = data.scenes[story.scene - 1], asks = story.scene === 1, slides = story.scene === 6;
    svg.setAttribute("viewBox", asks ? `0 ${ASKED} ${WIDTH} ${HEIGHT - ASKED}` : `0 0 ${WIDTH} ${HEIGHT}`);
    title.textContent = words.title;
    say.textContent = words.say;
    slider.hidden = !asks && !slides;
    ends.hidden = !slides;
    again.hidden = story.scene !== 3;
    [data.words.alpha_low, data.words.alpha_high].forEach((end, i) => (ends.children[i].textContent = end));
    Object.assign(slider, slides ? { min: 0, max: data.alphas.length - 1, step: 1 } : { min: data.low, max: data.high, step: data.step });
    slider.value = slides ? story.alpha : story.answer;
    slider.setAttribute("aria-label", slides ? "α" : data.words.ask);
    back.disabled = story.scene === 1;
    next.textContent = story.scene === data.scenes.length ? data.words.finish : data.words.next;
    dots.textContent = `${story.scene} / ${data.scenes.length}`;
    const link = new URL(location.href);
    link.searchParams.set("scene", story.scene);
    if (location.protocol !== "file:") history.replaceState(history.state, "", link); // files may not
    if (story.scene === 3 || story.scene === 4) send(story, data);
    story.arrived = story.scene === 4 || still;
    fit();
    redraw();
    if (story.scene === 3) setTimeout(() => { story.arrived = true; if (story.scene === 3) redraw(); }, 350);
    if (story.scene === 4 && !story.belief) believe(story, data, redraw);
    if (story.scene === 5) gather(story, data, redraw);
  }

  window.addEventListener("keydown", function step(event) {
    if (!root.isConnected) return window.removeEventListener("keydown", step);
    const way = { PageDown: 1, PageUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    go(story.scene + way);
  });
  root.replaceChildren(title, say, svg, element("div", { class: "setting" }, slider, ends, again), element("div", { class: "ways" }, back, dots, next));
  go(Number(new URLSearchParams(location.search).get("scene")) || 1);
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".story");
  if (stories.has(root)) return; // a run of the page that brings nothing new
  stories.set(root, begin(data));
  show(root, data);
}
