// The presenter's window: it hears from a wall where the lecture is, and gives its keys to that wall.
const KEYS = { PageDown: "PageDown", ArrowRight: "PageDown", " ": "PageDown", PageUp: "PageUp", ArrowLeft: "PageUp" };
const SILENT = 10000; // milliseconds after which a wall that does not answer is gone
const views = new WeakMap();

function element(name, kind, ...children) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...children);
  return made;
}

function button(words, press) {
  const made = element("button", "", words);
  made.onclick = press;
  return made;
}

const two = (number) => `${number}`.padStart(2, "0");
const spoken = (seconds) => `${Math.floor(seconds / 60)}:${two(Math.floor(seconds % 60))}`;
const hour = (time) => `${two(time.getHours())}:${two(time.getMinutes())}`;
const begun = (wall) => wall.at >= 0 || wall.ended;

class View {
  constructor(root) {
    this.root = root;
    this.own = new URLSearchParams(location.search).get("wall"); // the wall that opened this window
    this.walls = new Map(); // by id: what each has last said, and when that was heard
    this.channel = new BroadcastChannel("lab-lecture");
    this.channel.onmessage = ({ data }) => {
      if (!data.wall || data.lecture !== this.data.lecture) return;
      this.walls.set(data.wall.id, { ...data.wall, heard: Date.now() });
      this.draw();
    };
    this.keys = (event) => {
      const key = KEYS[event.key];
      if (!key || event.target.closest?.("button, input, textarea")) return;
      event.preventDefault();
      this.send({ press: key });
    };
    window.addEventListener("keydown", this.keys);
    this.ticking = setInterval(() => this.tick(), 1000);
  }

  show(data) {
    this.data = data;
    this.tick();
  }

  close() {
    clearInterval(this.ticking);
    window.removeEventListener("keydown", this.keys);
    this.channel.close();
  }

  send(what) {
    if (this.wall) this.channel.postMessage({ to: this.wall.id, ...what });
  }

  // The walls that answer, the one that is followed first: the own one, else the one that was used last.
  answering() {
    const first = (wall) => (wall.id === this.own ? Infinity : wall.active);
    return [...this.walls.values()].sort((one, other) => first(other) - first(one))
      .filter((wall) => Date.now() - wall.heard < SILENT && (wall.id === this.own || begun(wall)));
  }

  tick() {
    this.channel.postMessage({ lecture: this.data.lecture, where: true });
    this.draw();
    this.clock();
  }

  clock() {
    const clock = this.root.querySelector(".clock"), { words, parts } = this.data, wall = this.wall;
    const part = parts[wall?.at], seconds = (from) => (from ? (Date.now() - from) / 1000 : 0);
    const ahead = part?.planned && wall?.began ? Math.round(part.from + Math.min(seconds(wall.since) / 60, part.to - part.from) - seconds(wall.began) / 60) : 0;
    const pace = ahead ? words[ahead > 0 ? "ahead" : "behind"].replace("{minutes}", Math.abs(ahead)) : "";
    const late = (from, minutes) => (part?.planned && seconds(from) > 60 * minutes ? "late" : "");
    clock.replaceChildren(element("small", "", hour(new Date())),
      element("span", late(wall?.began, part?.to), element("small", "", words.elapsed), spoken(seconds(wall?.began)), element("small", "", pace)),
      ...(part ? [element("span", late(wall.since, part.to - part.from), element("small", "", words.here),
        spoken(seconds(wall.since)), element("small", "", part.planned))] : []));
  }

  part(part, kind, name) {
    const { words } = this.data, lines = [];
    if (kind === "now" && part.note) lines.push(element("p", "note", part.note));
    for (const [text, before] of [[part.say, words.say], [part.task, ""], [part.ask, words.predict],
        ...(kind === "now" ? [[part.measured, words.measured], [this.wall.told, words.class],
          [this.wall.guessed && part.why, words.because], [part.wrong, words.wrong]] : [])])
      if (text) lines.push(element("p", "", ...(before ? [element("strong", "", before), " "] : []), text));
    const minutes = part.planned ? ` · ${words.minutes} ${part.from}–${part.to}` : "";
    return element("div", kind, element("h2", "", `${name}${minutes}`), element("h3", "", part.name), ...lines);
  }

  // What stands on the wall at the end: the sentences to take home, and the pictures for phones.
  ended() {
    const { sentences, ways } = this.data.end;
    const pictures = ways.map(({ name, link, picture }) => {
      const image = Object.assign(document.createElement("img"), { src: picture, alt: name });
      const way = Object.assign(document.createElement("a"), { href: link, textContent: name, target: "_blank" });
      return element("figure", "", ...(picture ? [image] : []), element("figcaption", "", way));
    });
    return element("div", "now", element("h3", "", this.data.words.end),
      element("ol", "", ...sentences.map((sentence) => element("li", "", sentence))), element("div", "ways", ...pictures));
  }

  // Every part with its minutes, the one on the wall marked.
  plan(at) {
    const items = this.data.parts.map(({ name, planned, from, to }, i) =>
      element("li", i === at ? "here" : "", ...(planned ? [element("small", "", `${from}–${to}`), " "] : []), name));
    items[at]?.setAttribute("aria-current", "step");
    return element("ol", "plan", ...items);
  }

  // Which wall is followed, and the ways to follow another.
  following(others) {
    const { words } = this.data, wall = this.wall;
    const filled = (text, one) => text.replace("{time}", hour(new Date(one.opened))).replace("{part}", one.at + 1);
    return element("p", "following", filled(wall.id === this.own ? words.own : words.newest, wall),
      ...others.map((other) => button(filled(words.other, other), () => { this.own = other.id; this.draw(); })));
  }

  // Anew only where it would look otherwise, so that words can be marked and buttons keep the focus.
  draw() {
    const [wall, ...others] = this.answering(), { parts, title, words } = this.data;
    const seen = (one) => one && { ...one, heard: 0, active: 0 };
    const looks = JSON.stringify([this.own, this.data, seen(wall), others.filter(begun).map(seen)]);
    this.wall = wall;
    if (looks === this.looks) return;
    this.looks = looks;
    const on = wall && begun(wall), counted = on && !wall.ended ? ` · ${wall.at + 1} / ${parts.length}` : "";
    const header = element("header", "", element("h1", "", title + counted), element("p", "clock"),
      button(words.restart, () => this.send({ begin: true })));
    const now = !on ? element("p", "now", words.nowhere)
      : wall.ended ? this.ended() : this.part(parts[wall.at], "now", words.now);
    const following = on && !wall.ended ? parts[wall.at + 1] : on ? null : parts[0];
    const next = following ? this.part(following, "next", words.next) : element("div", "next", element("h3", "", on && wall.ended ? "" : words.end));
    this.root.replaceChildren(header, ...(wall ? [this.following(others.filter(begun))] : []), now, next,
      this.plan(on && !wall.ended ? wall.at : -1), element("footer", "", words.keys));
    this.clock();
  }
}

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".presenter");
  if (!views.has(root)) views.set(root, new View(root));
  views.get(root).show(data);
  return () => {
    views.get(root)?.close();
    views.delete(root);
  };
}
