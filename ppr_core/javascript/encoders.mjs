// Encoders and decoders as a browser runs them: the law of ppr_core, in a second language.
//
// A survey's plan (plain data, made by ppr_core.classroom) holds what comes from mathematics: ratios, distribution
// functions, steps. What is here turns it and randomness (randomness.mjs), shared and private, into a message.
// Logarithms, tangents and square roots may differ from NumPy's in their last bit: finite outputs decode the same,
// others to 1e-12.
//
//   const encoders = survey(plan);
//   const word = encoders.encode(x, table, cryptoRandom());   // "0101…", what is sent
//   const z = encoders.decode(word, table);                 // what the server reads

import { SharedRandomness, exponential, poisson } from "./randomness.mjs";

export { CHANNELS, CODES, poissonIndex, survey };

// --- Channels: samples of the proposal, ln r = ln dP/dQ, and its bound of all inputs ----------------------------

const choose = (n, k) => {
  let value = 1;
  for (let i = 0; i < k; i++) value = (value * (n - i)) / (i + 1);
  return Math.round(value);
};

// How many entries of an increasing list are below a value (or not above it).
function countBelow(list, value, orEqual = false) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle] < value || (orEqual && list[middle] === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The pattern of `ones` ones among `size` places, in increasing order, at the part `share` of all of them.
function pattern(share, ones, size) {
  const count = choose(size, ones);
  let rank = Math.min(Math.floor(share * count), count - 1), word = 0;
  for (let place = size - 1; ones > 0; place--) {
    const without = choose(place, ones);
    if (rank >= without) {
      rank -= without;
      word |= 1 << place;
      ones -= 1;
    }
  }
  return word;
}

const bitsOf = (plan, word) =>
  Array.from({ length: plan.size }, (_, j) => (word(j >> 4) >> (j & 15)) & 1);

// The nodes of the tree over blocks of 16 places, level by level; those on a path stand in neighbouring columns.
function subsetTree(size) {
  const nodes = [{ start: 0, stop: Math.ceil(size / 16), depth: 0, chunk: 0, left: 0, right: 0 }];
  for (let at = 0; at < nodes.length; at++) {
    const { start, stop, depth, chunk } = nodes[at], middle = (start + stop + 1) >> 1;
    nodes[at].size = Math.min(16 * stop, size) - 16 * start;
    if (stop - start < 2) continue;
    for (const [side, from, to] of [["left", start, middle], ["right", middle, stop]]) {
      const number = (nodes[at][side] = nodes.length);
      const own = (depth + 1) % 4 === 0 ? number : chunk;
      nodes.push({ start: from, stop: to, depth: depth + 1, chunk: own, left: 0, right: 0 });
    }
  }
  const order = [...nodes.keys()].sort((a, b) => nodes[a].chunk - nodes[b].chunk || nodes[a].depth - nodes[b].depth || a - b);
  order.forEach((number, column) => (nodes[number].column = column));
  return nodes;
}

// The distribution function of the ones among the first of n1 + n2 places that hold so many, from `low` on, ending in 1:
// from the ratios of neighbours, as differences of large logarithms would lose digits.
function hypergeometric(ones, n1, n2) {
  const mean = (ones * n1) / (n1 + n2), spread = 9 * Math.sqrt((mean * n2) / (n1 + n2)) + 30;
  const low = Math.max(0, ones - n2, Math.floor(mean - spread)), most = Math.min(n1, ones, Math.ceil(mean + spread));
  const logs = [0];
  for (let j = low; j < most; j++) {
    const rising = Math.log((n1 - j) * (ones - j)) - Math.log((j + 1) * (n2 - ones + j + 1));
    logs.push(logs[logs.length - 1] + rising);
  }
  const top = logs.reduce((a, b) => Math.max(a, b));
  let sum = 0;
  const sums = logs.map((log) => (sum += Math.exp(log - top)));
  return { low, steps: sums.map((value) => value / sum) };
}

const CHANNELS = {
  randomized_response: (plan) => {
    const sample = (row) => Math.min(Math.floor(row(0) * plan.size), plan.size - 1);
    return { sample, logRatio: (x, row) => (sample(row) === x ? plan.high : plan.low), logBound: plan.high };
  },

  rappor: (plan) => {
    const word = (row, block) => {
      const size = plan.sizes[block], steps = plan.steps[size], u = row(block);
      const ones = countBelow(steps, u, true) - 1;
      return pattern((u - steps[ones]) / (steps[ones + 1] - steps[ones]), ones, size);
    };
    return {
      sample: (row) => bitsOf(plan, (block) => word(row, block)),
      logRatio: (x, row) => ((word(row, x >> 4) >> (x & 15)) & 1 ? plan.high : plan.low),
      logBound: plan.high,
    };
  },

  // Down the tree of ppr_core.channels.subset_tree to the block of 16 places.
  subset_selection: (plan) => {
    const nodes = subsetTree(plan.size), steps = new Map();
    const word = (row, block) => {
      let node = nodes[0], ones = plan.ones;
      for (;;) {
        if (ones === 0) return 0;
        if (!node.left) return pattern(row(node.column), ones, node.size);
        const first = nodes[node.left].size, second = nodes[node.right].size, key = `${ones} ${first} ${second}`;
        if (!steps.has(key)) steps.set(key, hypergeometric(ones, first, second));
        const law = steps.get(key), left = law.low + countBelow(law.steps, row(node.column));
        const goesLeft = block < nodes[node.right].start;
        ones = goesLeft ? left : ones - left;
        node = nodes[goesLeft ? node.left : node.right];
      }
    };
    return {
      sample: (row) => bitsOf(plan, (block) => word(row, block)),
      logRatio: (x, row) => ((word(row, x >> 4) >> (x & 15)) & 1 ? plan.high : plan.low),
      logBound: plan.high,
    };
  },

  // Laplace noise in one dimension or two; answers and outputs are lists of coordinates. On the line the proposal may be
  // flat from −plateau to plateau.
  laplace: (plan) => {
    const { dimension, epsilon, norm_bound: bound, proposal_epsilon: flatter, proposal_plateau: plateau = 0 } = plan;
    const volume = dimension * Math.log(epsilon / flatter) + Math.log1p(flatter * plateau);
    const length = dimension === 1 ? (a) => Math.abs(a) : (a, b) => Math.sqrt(a * a + b * b);
    const sample = (row) => {
      if (dimension === 1) {
        const centred = row(0) - 0.5, share = 2 * Math.abs(centred);
        let size = plateau - (Math.log1p(-share) + Math.log1p(flatter * plateau)) / flatter;
        if (size < plateau) size = share * (plateau + 1 / flatter);
        return [centred < 0 ? -size : size];
      }
      const tangent = Math.tan((row(1) - 0.5) * Math.PI), square = tangent * tangent;
      const across = Math.sqrt(-2 * Math.log(row(0))) / (1 + square);
      const a = across * (1 - square), b = across * (2 * tangent);
      const scale = -(Math.log(row(2)) + Math.log(row(3))) / flatter / length(a, b);
      return [a * scale, b * scale];
    };
    return {
      sample,
      logRatio([x, y], row) {
        const [a, b] = sample(row);
        return volume - epsilon * length(a - x, b - y) + flatter * Math.max(length(a, b) - plateau, 0);
      },
      logBound: volume + flatter * Math.max(bound - plateau, 0),
    };
  },
};

// --- Poisson private representation, exactly, in order of time (ppr_core.compressors.time_order) ---------------

const LN2 = Math.LN2, LOG_EXACT = 53 * LN2, MOST_ARRIVALS = 1e7;

// A whole number near e^logTime >= 2^53, with random bits below the precision of a float.
function wholeTime(logTime, random) {
  const exponent = Math.floor(logTime / LN2) - 52;
  const mantissa = Math.floor(Math.exp(logTime - exponent * LN2));
  return (BigInt(mantissa) << BigInt(exponent)) | random.bits(exponent);
}

// Up to a constant, the mean number of arrivals up to t with S >= limit: its derivative is exp(−(limit/t)^α), so it
// is t·Σ (−u)^m / (m!(1 − αm)) with u = (limit/t)^α, at most 1/9 here.
function hidden(alpha, logLimit, logTime) {
  const u = Math.exp(alpha * (logLimit - logTime));
  let power = 1, sum = 1;
  for (let m = 1; m < 16; m++) {
    power *= -u / m;
    sum += power / (1 - alpha * m);
  }
  return Math.exp(logTime) * sum;
}

// The index K that PPR sends for x: a number below 2^53, or a BigInt.
function poissonIndex(channel, alpha, x, shared, table, random) {
  const { logBound } = channel, stretch = alpha === Infinity ? 0 : Math.log(9) / alpha;
  let best = Infinity, winner = 0, time = 0, number = 0, logTime;
  const meet = (logScore, index) => {
    if (!(logScore < best + logBound)) return; // passed over, whatever its ratio
    const value = logScore - channel.logRatio(x, shared.row(index, table));
    if (value < best) {
      best = value;
      winner = index;
    }
  };
  do {
    time += exponential(random);
    number += 1;
    logTime = Math.log(time);
    meet(logTime + (alpha === Infinity ? 0 : Math.log(exponential(random)) / alpha), number);
    if (number > MOST_ARRIVALS) throw new Error("This setting needs more candidates than a phone should look at.");
  } while (logTime < best + logBound + stretch);
  if (alpha === Infinity) return winner;

  const logLimit = best + logBound, late = [];
  const count = poisson(Math.exp(alpha * logLimit - (alpha - 1) * logTime) / (alpha - 1), random);
  for (let i = 0; i < count; i++) {
    const point = { time: logTime + exponential(random) / (alpha - 1), score: logLimit - exponential(random) / alpha };
    if (Math.exp(alpha * (point.score - point.time)) < exponential(random)) late.push(point);
  }
  late.sort((one, other) => one.time - other.time);
  let before = hidden(alpha, logLimit, logTime);
  for (const point of late) {
    if (point.time >= LOG_EXACT) {
      meet(point.score, wholeTime(point.time, random));
      continue;
    }
    const now = hidden(alpha, logLimit, point.time);
    number += 1 + poisson(Math.max(now - before, 0), random);
    before = now;
    meet(point.score, number);
  }
  return winner;
}

// --- Words: Elias codes of the positive integers, and of all ---------------------------------------------------

function gamma(k) {
  const binary = k.toString(2);
  return "0".repeat(binary.length - 1) + binary;
}

function delta(k) {
  const binary = k.toString(2);
  return gamma(binary.length) + binary.slice(1);
}

function readGamma(word) {
  const zeros = word.indexOf("1");
  return [BigInt("0b" + word.slice(zeros, 2 * zeros + 1)), 2 * zeros + 1];
}

function readDelta(word) {
  const [size, at] = readGamma(word);
  return [BigInt("0b1" + word.slice(at, at + Number(size) - 1)), at + Number(size) - 1];
}

const CODES = {
  elias_gamma: { write: gamma, read: (word) => readGamma(word)[0] },
  elias_delta: { write: delta, read: (word) => readDelta(word)[0] },
};
for (const name of ["elias_gamma", "elias_delta"]) {
  const code = CODES[name];
  CODES[`signed_${name}`] = {
    write: (m) => code.write(m > 0 ? 2 * m : 1 - 2 * m),
    read(word) {
      const value = code.read(word);
      return value % 2n ? -(value / 2n) : value / 2n;
    },
  };
}

// --- Surveys ---------------------------------------------------------------------------------------------------

function indexSurvey(plan) {
  const channel = CHANNELS[plan.channel.name](plan.channel), alpha = plan.alpha ?? Infinity;
  const shared = new SharedRandomness(plan.seed), code = CODES[plan.code];
  return {
    index: (x, table, random) => poissonIndex(channel, alpha, x, shared, table, random),
    encode: (x, table, random) => code.write(poissonIndex(channel, alpha, x, shared, table, random)),
    decode: (word, table) => channel.sample(shared.row(code.read(word), table)),
  };
}

// Dyadic quantized Laplace: M = round(x/step + J + V − U), z = step·(M + U).
function quantizedSurvey(plan) {
  const shared = new SharedRandomness(plan.seed), code = CODES[plan.code];
  const chosen = (u) => plan.tail.findIndex((beyond) => beyond <= u); // tails fall, to 0
  const index = ([x], table, random) => {
    const row = shared.row(0, table), t = chosen(row(0)), [decay, odd, ratio, total] = plan.laws[t];
    const place = random.uniform() * total, isOdd = place >= 1 + ratio;
    const negative = (place >= 1 && !isOdd) || place >= 1 + ratio + odd;
    let jump = 2 * Math.floor(exponential(random) / (2 * decay)) + (isOdd ? 1 : negative ? 2 : 0);
    if (negative) jump = -jump;
    const position = x / plan.steps[t], whole = Math.round(position);
    return whole + jump + Math.round(position - whole + (random.uniform() - 0.5) - (row(1) - 0.5));
  };
  return {
    index,
    encode: (x, table, random) => code.write(index(x, table, random)),
    decode(word, table) {
      const row = shared.row(0, table);
      return [plan.steps[chosen(row(0))] * (Number(code.read(word)) + (row(1) - 0.5))];
    },
  };
}

// PI-RAPPOR: a random line over F_p whose value at x + 1 lies below `ones` with probability `own`.
function lineSurvey(plan) {
  const { prime, ones, own, size, element_bits: width } = plan;
  const index = (x, table, random) => {
    const slope = random.below(prime), vote = random.uniform() < own;
    const value = vote ? random.below(ones) : ones + random.below(prime - ones);
    const shift = (slope * (x + 1)) % prime; // the product stays below 2^53
    return [(value - shift + prime) % prime, slope];
  };
  return {
    index,
    encode: (x, table, random) =>
      index(x, table, random).map((part) => part.toString(2).padStart(width, "0")).join(""),
    decode(word) {
      const [start, slope] = [word.slice(0, width), word.slice(width)].map((part) => parseInt(part, 2));
      return Array.from({ length: size }, (_, j) => ((start + slope * (j + 1)) % prime < ones ? 1 : 0));
    },
  };
}

// Randomized response without compression: the answer with probability `own`, else another one, all alike. flip: as the
// bits of a word have it, 1 where they stand for the other of two answers.
function plainSurvey({ own, size, bits, flip }) {
  const index = (x, table, random) => {
    const kept = random.uniform() < own, other = random.below(size - 1);
    return kept ? x : other + (other >= x);
  };
  return {
    index,
    encode: (x, table, random) => (index(x, table, random) ^ flip).toString(2).padStart(bits, "0"),
    decode: (word) => parseInt(word, 2) ^ flip,
  };
}

const SURVEYS = { index: indexSurvey, quantized: quantizedSurvey, line: lineSurvey, plain: plainSurvey };

const survey = (plan) => SURVEYS[plan.message](plan);
