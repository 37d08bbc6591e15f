// What a student sees. The answer stays in this file's variables: only a word and the device's random name are sent,
// at a moment that depends on the press alone.
const SENT_AFTER_MS = 400;

const states = new WeakMap();

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made[key] = value;
    else if (value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children);
  return made;
}

// This device's record of a round: its random name, the word that it sent and what it was shown for it, so that a reload
// shows it again. Without storage it lasts for the tab.
function remembered(id) {
  try {
    const record = JSON.parse(localStorage.getItem(`ppr-classroom-${id}`));
    if (/^[0-9a-f]{32}$/.test(record?.device)) return record;
  } catch {}
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { device: [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(""), word: "" };
}

function remember(id, record) {
  try {
    localStorage.setItem(`ppr-classroom-${id}`, JSON.stringify(record));
  } catch {}
}

// The seed of this phone's worksheets: chance chooses it once, so that neighbours have different ones.
function ownSeed() {
  let seed = 1 + crypto.getRandomValues(new Uint32Array(1))[0] % 999;
  try {
    seed = Number(localStorage.getItem("ppr-worksheet-seed")) || seed;
    localStorage.setItem("ppr-worksheet-seed", seed);
  } catch {}
  return seed;
}

// --- Controls: each calls back with the answer as the encoder takes it -------------------------------------------

function choices(data, chosen) {
  const option = (label, place) => {
    const input = element("input", { type: "radio", name: "answer", onchange: () => chosen(place) });
    return element("label", { class: "option" }, input, element("span", {}, label));
  };
  return element("fieldset", { class: "options" },
    element("legend", { class: "quiet" }, data.words.answer), ...data.labels.map(option));
}

function numberLine(data, chosen) {
  const { low, high, unit, step } = data;
  const [onto, back] = data.scale === "log" ? [Math.log, Math.exp] : [Number, Number];
  const reach = { min: onto(low), max: onto(high), step: data.scale === "log" ? "any" : step };
  const box = element("input", { type: "number", min: low, max: high, step: "any", "aria-label": data.words.number });
  const range = element("input", { type: "range", ...reach, "aria-label": data.words.answer,
    value: data.kind === "prediction" ? onto(low) : (onto(low) + onto(high)) / 2 }); // a prediction begins where nothing is suggested
  const take = (text, from) => {
    let value = from === range ? Math.min(high, Math.max(low, +back(parseFloat(text)).toPrecision(data.scale === "log" ? 2 : 6))) : parseFloat(text);
    const count = Math.min(high, Math.max(low, value)); // of an answer beyond an end, which counts as that end
    if (Number.isNaN(value) || (data.kind === "prediction" && count !== value))
      return chosen(null, text && data.range);
    const beyond = count === value ? "" : data.counts[+(count === high)];
    value = count;
    if (from === range) box.value = +value.toPrecision(6);
    else range.value = onto(value);
    chosen(data.kind === "prediction" ? value : [(2 * value - low - high) / (high - low)], beyond);
  };
  range.oninput = () => take(range.value, range);
  box.oninput = () => take(box.value, box);
  const middle = +back((onto(low) + onto(high)) / 2).toPrecision(2); // which shows how the scale runs
  const ends = element("div", { class: "ends" }, ...[low, middle, high].map((value) => element("span", {}, `${value}`)));
  return element("div", { class: "number" }, element("div", { class: "box" }, box, element("span", {}, unit)), range, ends);
}

function map(data, chosen) {
  const pin = element("span", { class: "pin", hidden: true });
  const place = element("button", { type: "button", class: "map", "aria-label": data.words.map }, pin);
  let at = [0, 0];
  const put = (x, y) => {
    at = [x, y].map((part) => Math.min(1, Math.max(-1, part)));
    pin.hidden = false;
    pin.style.left = `${50 + 50 * at[0]}%`;
    pin.style.top = `${50 - 50 * at[1]}%`;
    chosen(at);
  };
  place.onclick = (event) => {
    if (event.detail === 0) return put(...at); // by keyboard
    const box = place.getBoundingClientRect();
    put((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
  };
  place.onkeydown = (event) => {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!move) return;
    event.preventDefault();
    put(at[0] + data.step * move[0], at[1] + data.step * move[1]);
  };
  return place;
}

const CONTROLS = { number: numberLine, prediction: numberLine, place: map };

// --- What the server can conclude ---------------------------------------------------------------------------------

function bars(data, receipt) {
  const [plain, informed] = receipt.percents;
  const bar = (share, kind, percent) => {
    const fill = element("i", { class: kind });
    fill.style.width = `${100 * share}%`;
    return element("td", {}, element("span", { class: "bar" }, fill, element("b", {}, percent)));
  };
  const row = (label, j) => element("tr", {}, element("th", { scope: "row" }, label),
    bar(receipt.uniform[j], "plain", plain[j]), ...(receipt.estimated ? [bar(receipt.estimated[j], "informed", informed[j])] : []));
  const head = element("tr", {}, element("td", {}), element("th", { scope: "col" }, data.words.nothing_else),
    ...(receipt.estimated ? [element("th", { scope: "col" }, data.words.the_class)] : []));
  return element("table", { class: "conclusion" }, element("thead", {}, head),
    element("tbody", {}, ...data.labels.map(row)));
}

// A likelihood over the range or the map: the darker, the likelier.
function shades(data, receipt) {
  const strip = (values, caption, kind) => {
    const most = Math.max(...values), side = data.kind === "place" ? Math.sqrt(values.length) : values.length;
    const cells = values.map((value) => {
      const cell = element("i", {});
      cell.style.opacity = value / most;
      return cell;
    });
    const rows = [];
    for (let start = 0; start < cells.length; start += side) rows.unshift(...cells.slice(start, start + side));
    const grid = element("div", { class: `shades ${kind} ${data.kind}`, role: "img", "aria-label": caption }, ...rows);
    grid.style.gridTemplateColumns = `repeat(${side}, 1fr)`;
    return element("figure", {}, element("figcaption", {}, caption), grid);
  };
  const ends = data.kind === "number" ? [element("div", { class: "ends" },
    element("span", {}, `${data.low}`), element("span", {}, `${data.high}`))] : [];
  return element("div", {}, strip(receipt.uniform, data.words.likely_nothing_else, "plain"), ...ends,
    ...(receipt.estimated ? [strip(receipt.estimated, data.words.likely_the_class, "informed"), ...ends.map((one) => one.cloneNode(true))] : []));
}

// Each answer of several with the class's share; of a prediction the right one is marked.
function classLines({ lines, words }) {
  const line = ({ name, value, share, right }) => {
    const fill = element("i", { class: "plain" });
    fill.style.width = `${100 * Math.min(1, Math.max(0, share ?? 0))}%`;
    return element("tr", { class: right && "right" }, element("th", { scope: "row" }, right ? `${name} ✓ ${words.right}` : name),
      element("td", {}, element("span", { class: "bar" }, fill, element("b", {}, value))));
  };
  return element("table", { class: "conclusion" }, element("tbody", {}, ...lines.map(line)));
}

function receiptOf(data, again) {
  const { receipt, words } = data, parts = [];
  if (data.kind === "prediction") {
    const answer = data.lines.findIndex(({ right }) => right); // known once it is revealed
    parts.push(element("h2", {}, data.result ? words.you_predicted : words.prediction_in), element("p", { class: "word" }, data.labels[+receipt.word] ?? `${receipt.word} ${data.unit}`.trim()));
    if (answer >= 0) parts.push(element("p", {}, answer === +receipt.word ? words.was_right : words.was_wrong));
  } else {
    const bits = element("p", { class: "word", role: "img", "aria-label": receipt.label },
      ...[...receipt.word.slice(0, 96)].map((bit) => element("span", { class: `bit b${bit}`, "aria-hidden": "true" }, bit)));
    if (receipt.word.length > 96) bits.append(" …");
    parts.push(element("h2", {}, data.words.answer_in), bits, element("p", {}, receipt.left), element("p", {}, receipt.learns),
      element("details", {}, element("summary", {}, receipt.title), data.labels.length ? bars(data, receipt) : shades(data, receipt),
        ...[receipt.about, ...receipt.bounds].map((sentence) => element("p", {}, sentence))));
  }
  const button = element("button", { type: "button", class: "again", onclick: again }, data.words.again);
  const why = data.kind === "prediction" ? data.words.replaces : data.why;
  return element("div", {}, ...parts, ...(data.open ? [button, element("p", { class: "note" }, why)] : []));
}

// --- The phone ----------------------------------------------------------------------------------------------------

// What is left of the class, and where to go on; ended: why nothing more can be answered here.
function farewell({ title, sentences, sheets, links }, ended) {
  const place = (link) => new URL(link.replace("&own=1", `&seed=${ownSeed()}`), document.baseURI).href;
  const ways = Object.entries(links).map(([name, link]) => element("li", {}, element("a", { href: place(link) }, name)));
  return [element("h1", {}, title), element("ol", {}, ...sentences.map((one) => element("li", {}, one))),
    element("h2", {}, sheets), element("ul", { class: "ways" }, ...ways), element("p", { class: "status", role: "status" }, ended)];
}

// What protects an answer, or that nothing does: of the question that is asked now.
function protection(words, hidden) {
  const bold = (text, place) => (place % 2 ? element("b", {}, text) : text);
  const lines = (hidden ? words.private : words.open).map((line) => element("li", {}, ...line.split("**").map(bold)));
  return element("details", { class: "protection" }, element("summary", {}, hidden ? words.protection : words.protection_open), element("ul", {}, ...lines));
}

function render(root, component, state) {
  const { data, setTriggerValue } = component;
  if (data.farewell) return root.replaceChildren(...farewell(data.farewell, ""));
  let answer = null;
  const status = element("p", { class: "status", role: "status" });
  const send = element("button", { type: "submit", class: "send", disabled: true }, data.send);
  const chosen = (value, problem = "") => {
    answer = value;
    if (data.open) status.textContent = problem;
    send.disabled = value === null || !data.open;
    hint.hidden = value !== null || !data.open;
  };
  const { words } = data, ask = data.labels.length ? words.choose : data.kind === "place" ? words.tap : words.move;
  const hint = element("p", { class: "hint" }, ask);
  const control = (data.labels.length ? choices : CONTROLS[data.kind])(data, chosen);

  const form = element("form", {
    novalidate: true, // a number beyond the range counts as its end
    onsubmit(event) {
      event.preventDefault();
      if (answer === null || send.disabled) return;
      const pressed = performance.now(), { device } = state.record;
      send.disabled = true;
      status.textContent = words.sending;
      let word;
      try {
        word = data.plan
          ? PPR.survey(data.plan).encode(answer, parseInt(device.slice(0, 8), 16), PPR.cryptoRandom())
          : `${answer}`;
      } catch (error) {
        status.textContent = error.message;
        return;
      }
      // However long the encoder took, the message leaves at the same time after the press.
      const spent = performance.now() - pressed;
      setTimeout(() => {
        state.editing = false;
        state.sending = word; // remembered as sent when the receipt is there; the device's name now, so that it counts once
        remember(data.id, { device, word: state.record.word });
        setTriggerValue("message", { round: data.round, device, word });
      }, Math.ceil((spent + 1) / SENT_AFTER_MS) * SENT_AFTER_MS - spent);
    },
  }, control, hint, send);
  hint.hidden = !data.open;

  if (!data.open) status.textContent = words.closed;
  else if (data.problem) status.textContent = data.problem;
  else if (state.record.word && !data.receipt) status.textContent = words.sent;

  const body = data.receipt && !state.editing
    ? receiptOf(data, () => {
        state.editing = true;
        render(root, component, state);
      })
    : data.open ? form : "";
  const result = data.result ? [element("p", { class: "result", role: "status" }, data.result)] : [];
  if (data.lines.length) result.push(classLines(data));
  root.replaceChildren(element("h1", {}, data.question), element("p", { class: "about" }, data.about), ...result, body, status,
    protection(words, data.plan !== null));
}

// What the server tells of the room between two refreshes of the page, at once: the round that is open now, or its end.
function listen(root, path) {
  const address = new URL(path, document.baseURI.replace(/^http/, "ws"));
  const socket = new WebSocket(address);
  let opened = false;
  socket.onopen = () => { opened = true; };
  socket.onmessage = ({ data }) => {
    const state = states.get(root);
    if (!root.isConnected || !state) return socket.close();
    state.told = JSON.parse(data);
    show(root, state.component);
  };
  socket.onclose = () => {
    if (opened && root.isConnected && !states.get(root)?.told?.ended) setTimeout(listen, 2000 + 3000 * Math.random(), root, path);
  };
}

// A page that has not been refreshed yet gives way to what was told later.
function newest(data, told) {
  if (!told || told.round < data.round) return data;
  if (told.id === data.id) return { ...data, open: told.open, result: told.result, lines: told.lines, farewell: told.farewell };
  return { ...told, problem: "", receipt: null, sent: data.sent, words: data.words };
}

function show(root, component) {
  let state = states.get(root);
  if (state?.told?.ended || component.data.ended) {
    const { ended, farewell: last } = state?.told?.ended ? state.told : component.data;
    states.set(root, { ...state, component });
    return root.replaceChildren(...(last ? farewell(last, ended) : [element("h1", {}, component.data.question), element("p", { class: "status", role: "status" }, ended)]));
  }
  const data = { ...newest(component.data, state?.told) };
  // A refresh that brings nothing new must not touch what is being answered.
  const news = JSON.stringify([data.id, data.open, data.receipt, data.problem, data.sent, data.result, data.lines, data.farewell]);
  if (state?.id !== data.id) state = { id: data.id, record: remembered(data.id), editing: false, told: state?.told };
  else if (state.news === news) return;
  if (data.receipt && state.sent !== data.sent) state.editing = false;
  if (data.receipt && data.receipt.word === state.sending) remember(data.id, Object.assign(state.record, { word: state.sending, receipt: data.receipt }));
  data.receipt ??= state.record.receipt ?? null;
  states.set(root, Object.assign(state, { news, sent: data.sent, component }));
  render(root, { ...component, data, setTriggerValue: component.setTriggerValue }, state);
}

export default function (component) {
  const root = component.parentElement.querySelector(".phone");
  const first = !states.has(root);
  if (!first) states.get(root).component = component;
  show(root, component);
  if (first) listen(root, component.data.news);
}
