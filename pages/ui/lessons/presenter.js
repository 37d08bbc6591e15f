// The presenter's window: it hears from the wall where the lecture is, and gives its keys to the wall.
const KEYS = { PageDown: "PageDown", ArrowRight: "PageDown", " ": "PageDown", PageUp: "PageUp", ArrowLeft: "PageUp" };
const views = new WeakMap();

function element(name, kind, ...children) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...children);
  return made;
}

const two = (number) => `${number}`.padStart(2, "0");
const spoken = (seconds) => `${Math.floor(seconds / 60)}:${two(Math.floor(seconds % 60))}`;

class View {
  constructor(root) {
    this.root = root;
    this.place = null; // where the wall is: {at, guessed, ended, told}
    this.channel = new BroadcastChannel("lab-lecture");
    this.channel.onmessage = ({ data }) => data.place && data.lecture === this.data.lecture && this.arrive(data.place);
    this.keys = (event) => {
      const key = KEYS[event.key];
      if (!key || event.target.closest?.("button, input, textarea")) return;
      event.preventDefault();
      this.channel.postMessage({ lecture: this.data.lecture, press: key });
    };
    window.addEventListener("keydown", this.keys);
    this.ticking = setInterval(() => this.tick(), 1000);
  }

  show(data) {
    this.data = data;
    this.channel.postMessage({ lecture: data.lecture, where: true });
    this.draw();
  }

  close() {
    clearInterval(this.ticking);
    window.removeEventListener("keydown", this.keys);
    this.channel.close();
  }

  arrive(place) {
    this.place = place;
    if (place.at === 0 && !this.began) this.restart();
    this.draw();
  }

  // The clock outlives a reload of this window.
  get began() { return Number(sessionStorage.getItem("lab-lecture-began")); }
  restart() { sessionStorage.setItem("lab-lecture-began", Date.now()); this.tick(); }

  tick() {
    const now = new Date(), clock = this.root.querySelector(".clock");
    if (!clock) return;
    const seconds = this.began ? (Date.now() - this.began) / 1000 : 0, part = this.data.parts[this.place?.at];
    const late = part?.to > part?.from && seconds > 60 * part.to;
    clock.classList.toggle("late", late);
    clock.replaceChildren(element("small", "", `${two(now.getHours())}:${two(now.getMinutes())}`),
      element("small", "", `${this.data.words.elapsed} `), spoken(seconds));
  }

  part(part, kind, name) {
    const { words } = this.data, lines = [];
    if (kind === "now" && part.note) lines.push(element("p", "note", part.note));
    for (const [text, before] of [[part.say, words.say], [part.task, ""], [part.ask, words.predict],
        ...(kind === "now" ? [[part.measured, words.measured], [this.place.told, words.class],
          [this.place.guessed && part.why, words.because], [part.wrong, words.wrong]] : [])])
      if (text) lines.push(element("p", "", ...(before ? [element("strong", "", before), " "] : []), text));
    const minutes = part.to > part.from ? ` · ${words.minutes} ${part.from}–${part.to}` : "";
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

  draw() {
    const { parts, title, words } = this.data, place = this.place;
    const counted = place && !place.ended ? ` · ${place.at + 1} / ${parts.length}` : "";
    const again = element("button", "", words.restart);
    again.onclick = () => this.restart();
    const header = element("header", "", element("h1", "", title + counted), element("p", "clock"), again);
    const now = !place ? element("p", "now", words.nowhere)
      : place.ended ? this.ended() : this.part(parts[place.at], "now", words.now);
    const following = place && !place.ended ? parts[place.at + 1] : place ? null : parts[0];
    const next = following ? this.part(following, "next", words.next) : element("div", "next", element("h3", "", place?.ended ? "" : words.end));
    this.root.replaceChildren(header, now, next, element("footer", "", words.keys));
    this.tick();
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
