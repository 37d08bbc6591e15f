// A mechanism and its message, encoded anew while settings are dragged. `PPR` is ppr_core/javascript; the settings and
// words stand in the element, made by live.py.
(() => {
  const BINS = 50, ROWS = 10, FEWEST = 20, LONGEST = 8; // messages, and milliseconds of encoding, in a frame
  const root = document.getElementById("live"), settings = JSON.parse(root.querySelector("script").textContent);
  const { law, plateau, proposal, size, reach, code, seed, words, most, held } = settings;
  const canvas = root.querySelector("canvas"), pen = canvas.getContext("2d"), coder = PPR.CODES[code];
  const sliders = Object.fromEntries([...root.querySelectorAll("input")].map((input) => [input.name, input]));
  const shared = new PPR.SharedRandomness(seed), calm = matchMedia("(prefers-reduced-motion: reduce)");
  const places = law === "laplace" ? BINS : size;
  const short = (value) => (value === Infinity ? "∞" : `${+value.toPrecision(3)}`.replace("-", "−"));
  const power = (low, high, share) => +(low * (high / low) ** share).toPrecision(3);
  let state, waiting = false, last = 0, budget = LONGEST;

  function chosen() {
    // What the file's own slider varies is read there: a quantity has one slider.
    const outer = () => Number(document.querySelector("section[data-number]:not([hidden])").dataset.number);
    const stop = (name, value) => { // where a slider opens is the page's own value
      if (name === held) return outer();
      const { value: now, max, defaultValue } = sliders[name];
      return now === defaultValue ? settings.start[name] ?? Infinity : value(now / max);
    };
    const [alphaLow, alphaHigh] = settings.alpha;
    const alpha = (share) => (share === 1 ? Infinity : +(1 + power(alphaLow - 1, alphaHigh - 1, share)).toPrecision(3));
    return { epsilon: stop("epsilon", (share) => power(...settings.epsilon, share)), alpha: stop("alpha", alpha), x: held === "x" ? outer() : Number(sliders.x.value) };
  }

  function begin() {
    const { epsilon, alpha, x } = chosen(), rate = epsilon / 2;
    const flat = plateau ? { proposal_epsilon: rate, proposal_plateau: 1 } : { proposal_epsilon: Math.min(rate, Math.min(rate, 1) / proposal) };
    const channel = law === "laplace"
      ? PPR.mechanism(law, { dimension: 1, epsilon: rate, norm_bound: 1, ...flat })
      : PPR.mechanism(law, { size, epsilon });
    state = { epsilon, alpha, x, rate, flat, channel, input: law === "laplace" ? [x] : x - 1, looked: new Set(),
      counts: new Array(places).fill(0), outside: 0, n: 0, bits: 0, squares: 0 };
    for (const [name, value] of Object.entries({ epsilon, alpha, x })) {
      if (name === held) continue;
      root.querySelector(`output[name=${name}]`).textContent = short(value);
      sliders[name].setAttribute("aria-valuetext", short(value));
    }
    ask();
  }

  // Message i has a table and private words of its own, so that equal settings give equal messages.
  function send(i) {
    const { channel, alpha, input, looked } = state;
    const seen = i ? shared : { row(index, table) { looked.add(Number(index)); return shared.row(index, table); } };
    const index = PPR.poissonIndex(channel, alpha, input, seen, i, PPR.seededRandom(i));
    const word = coder.write(index), z = channel.sample(shared.row(coder.read(word), i));
    if (!i) Object.assign(state, { index: Number(index), word, z: place(z) });
    const bin = law === "laplace" ? Math.floor(((z[0] + reach) / (2 * reach)) * BINS) : z;
    if (bin >= 0 && bin < places) state.counts[bin] += 1;
    else state.outside += 1;
    state.n += 1;
    state.bits += word.length;
    state.squares += word.length ** 2;
  }
  const place = (z) => (law === "laplace" ? z[0] : z + 1);

  // Where frames come late, less is encoded in each.
  function frame(now) {
    waiting = false;
    budget = now - last > 25 ? Math.max(1, budget / 2) : Math.min(LONGEST, 1.2 * budget);
    last = now;
    const first = !state.n, until = performance.now() + budget;
    while (state.n < most && (state.n < FEWEST || performance.now() < until)) send(state.n);
    if (first || state.n === most || !calm.matches) draw();
    if (state.n < most) ask();
  }
  function ask() {
    if (!waiting) requestAnimationFrame(frame);
    waiting = true;
  }

  // --- The picture: decoded outputs above, the first message's candidates below, over the same outputs ---------------
  const density = (z) => (law === "laplace" ? (state.rate / 2) * Math.exp(-state.rate * Math.abs(z - state.x))
    : Math.exp(z === state.x ? state.epsilon : 0) / (Math.exp(state.epsilon) + size - 1));
  const proposed = (z) => {
    if (law !== "laplace") return 1 / size;
    const { proposal_epsilon: decay, proposal_plateau: flat = 0 } = state.flat;
    return (decay / (2 * (1 + decay * flat))) * Math.exp(-decay * Math.max(Math.abs(z) - flat, 0));
  };

  function draw() {
    const css = getComputedStyle(root), ink = (name) => css.getPropertyValue(`--${name}`);
    const scale = devicePixelRatio || 1, wide = canvas.clientWidth, text = Math.min(15, 11 + wide / 200);
    const high = Math.round(Math.min(440, Math.max(360, 0.6 * wide)));
    if (canvas.width !== Math.round(wide * scale) || canvas.height !== Math.round(high * scale)) {
      canvas.width = Math.round(wide * scale);
      canvas.height = Math.round(high * scale);
      canvas.style.height = `${high}px`;
    }
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, wide, high);
    pen.font = `${text}px ${css.fontFamily}`;
    const left = 3.2 * text, right = wide - 6, base = 0.5 * high, list = base + 3.6 * text;
    const low = law === "laplace" ? -reach : 0.5, top = law === "laplace" ? reach : size + 0.5;
    const at = (z) => left + ((z - low) / (top - low)) * (right - left);
    const step = (top - low) / places, share = (count) => count / state.n / step;
    const peak = 1.08 * Math.max(density(state.x), proposed(0), ...state.counts.map(share));
    const keys = [["ppr", words.decoded], ["law", words.law], ["mrc", words.proposal]], spread = [];
    for (let i = 0, x = left, y = 0.55 * text; i < keys.length; i++) {
      const length = pen.measureText(keys[i][1]).width + 1.1 * text;
      if (x + length > wide) [x, y] = [left, y + 1.4 * text];
      spread.push([x, y]);
      x += length + 1.1 * text;
    }
    const up = (value) => base - (value / peak) * (base - spread[2][1] - 1.4 * text);
    const write = (words, x, y, align, color = "text") => {
      pen.fillStyle = ink(color);
      pen.textAlign = align;
      pen.fillText(words, x, y);
    };
    const line = (color, width, dash, points) => {
      pen.strokeStyle = ink(color);
      pen.lineWidth = width;
      pen.setLineDash(dash);
      pen.beginPath();
      points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
      pen.stroke();
      pen.setLineDash([]);
    };

    state.counts.forEach((count, i) => {
      const from = at(low + i * step) + (law === "laplace" ? 0.5 : 8), to = at(low + (i + 1) * step) - (law === "laplace" ? 0.5 : 8);
      pen.fillStyle = ink("ppr");
      pen.globalAlpha = 0.55;
      pen.fillRect(from, up(share(count)), to - from, base - up(share(count)));
      pen.globalAlpha = 1;
    });
    const curve = (value) => (law === "laplace"
      ? [Array.from({ length: 201 }, (_, i) => low + (i * (top - low)) / 200).concat(state.x).sort((a, b) => a - b).map((z) => [at(z), up(value(z))])]
      : Array.from({ length: size }, (_, i) => [[at(i + 0.6), up(value(i + 1))], [at(i + 1.4), up(value(i + 1))]]));
    for (const points of curve(proposed)) line("mrc", 2, [8, 4], points);
    for (const points of curve(density)) line("law", 3, [], points);
    line("muted", 1, [], [[left, base], [right, base]]);
    const marks = law === "laplace" ? [-1, -0.5, 0, 0.5, 1].map((part) => part * (reach - 1)) : Array.from({ length: size }, (_, i) => i + 1);
    for (const mark of marks) write(short(mark), at(mark), base + 1.2 * text, "center", "muted");
    write(words.axis, right, base + 2.3 * text, "right", "muted");
    keys.forEach(([color, said], i) => {
      const [x, y] = spread[i];
      pen.fillStyle = ink(color);
      pen.fillRect(x, y, 0.8 * text, 0.5 * text);
      write(said, x + 1.1 * text, y + 0.6 * text, "left");
    });

    // The list: one row a candidate, the chosen one last where it stands beyond the list.
    const rows = Array.from({ length: ROWS }, (_, i) => i + 1);
    if (state.index > ROWS) rows[ROWS - 1] = state.index;
    write(words.rows, 2, base + 2.3 * text, "left", "muted");
    rows.forEach((k, i) => {
      const row = shared.row(k, 0), z = place(state.channel.sample(row)), picked = k === state.index;
      const y = list + (i * (high - list - 0.4 * text)) / (ROWS - 1), x = Math.min(right - 5, Math.max(left + 5, at(z)));
      const radius = Math.min(9, 2 + 3 * Math.sqrt(Math.exp(state.channel.logRatio(state.input, row))));
      line("grid", 1, [], [[left, y], [right, y]]);
      write(k > 99999 ? "…" : String(k), left - 8, y + 0.35 * text, "right", picked ? "ppr" : "muted");
      if (picked) line("ppr", 2, [3, 3], [[x, y], [x, base + 1.5 * text]]);
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fillStyle = ink(picked ? "ppr" : state.looked.has(k) ? "muted" : "background");
      pen.fill();
      pen.strokeStyle = ink(picked ? "ppr" : "muted");
      pen.lineWidth = 1.5;
      pen.stroke();
      if (!picked) return;
      pen.beginPath();
      pen.arc(x, y, radius + 4, 0, 2 * Math.PI);
      pen.stroke();
    });
    canvas.dataset.drawn = Number(canvas.dataset.drawn ?? 0) + 1;
    tell();
  }

  function tell() {
    const { n, bits, squares, alpha, epsilon, index, word } = state, mean = bits / n;
    const error = Math.sqrt(Math.max(squares / n - mean ** 2, 0) / n);
    const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    const shown = { message: `K = ${index > 1e9 ? index.toExponential(1) : index} → ${word.length > 24 ? `${word.slice(0, 23)}…` : word}`,
      bits: `${mean.toFixed(2)} ± ${error.toFixed(2)}`, reader: short(epsilon), decoder: alpha === Infinity ? words.none : short(2 * alpha * epsilon),
      right: short((100 * Math.exp(epsilon)) / (Math.exp(epsilon) + size - 1)), count: fill(words.count, { n }) };
    for (const [name, value] of Object.entries(shown)) {
      const holder = root.querySelector(`[data-live=${name}]`);
      if (holder) holder.textContent = value;
    }
    const values = { n, index, bits: mean.toFixed(2), epsilon: short(epsilon), alpha: short(alpha), x: short(state.x) };
    if (n === most) canvas.setAttribute("aria-label", fill(words.alternative, values));
  }

  for (const input of Object.values(sliders)) input.addEventListener("input", begin);
  if (held) document.getElementById("slider").addEventListener("input", begin);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ask);
  new ResizeObserver(ask).observe(canvas);
  begin();
})();
