// The surveys' encoders and decoders as a browser runs them: the law of ppr_core, in a second language.
//
// A plan (plain data, made by the surveys of ppr_core.classroom) holds every number that comes from mathematics: ratios,
// distribution functions, steps. What is here turns them, shared randomness and private randomness into a message.
// Shared uniforms are equal to those of ppr_core.randomness bit by bit. Logarithms, tangents and square roots may
// differ from NumPy's in their last bit: finite outputs decode the same, others to 1e-12.
//
//   const survey = ClassroomEncoder.survey(plan);
//   const word = survey.encode(x, table, ClassroomEncoder.cryptoRandom());   // "0101…", what is sent
//   const z = survey.decode(word, table);                                    // what the server reads
"use strict";

const ClassroomEncoder = (() => {
  // --- Shared randomness: Philox4x32-10 with the counter (block, table, index mod 2^32, index >> 32) ------------

  const UNIT = 2 ** -53;

  function highProduct(a, b) {
    const aLow = a & 0xffff, aHigh = a >>> 16, bLow = b & 0xffff, bHigh = b >>> 16;
    const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
    const other = aLow * bHigh + (middle & 0xffff);
    return (aHigh * bHigh + (middle >>> 16) + (other >>> 16)) >>> 0;
  }

  function philox(c0, c1, c2, c3, key0, key1) {
    for (let round = 0; round < 10; round++) {
      const high0 = highProduct(c0, 0xd2511f53), low0 = Math.imul(c0, 0xd2511f53) >>> 0;
      const high1 = highProduct(c2, 0xcd9e8d57), low1 = Math.imul(c2, 0xcd9e8d57) >>> 0;
      c0 = (high1 ^ c1 ^ key0) >>> 0;
      c1 = low1;
      c2 = (high0 ^ c3 ^ key1) >>> 0;
      c3 = low0;
      key0 = (key0 + 0x9e3779b9) >>> 0;
      key1 = (key1 + 0xbb67ae85) >>> 0;
    }
    return [c0, c1, c2, c3];
  }

  // The odd multiple of 2^-53 whose upper 52 bits are those of two words.
  const toUnit = (high, low) => (2 * (high * 2 ** 20 + (low >>> 12)) + 1) * UNIT;

  const MASK_64 = (1n << 64n) - 1n;
  const BLAKE_START = [
    0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
  ];
  const BLAKE_ORDER = [
    "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
    "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
  ].map((row) => [...row].map((digit) => parseInt(digit, 16)));

  // BLAKE2b of a text with 8 bytes of digest and a personalisation: the key of the rows from 2^64 on.
  function blake2b64(text, person) {
    const bytes = new TextEncoder().encode(text);
    const word = (array, at) => {
      let value = 0n;
      for (let i = 7; i >= 0; i--) value = (value << 8n) | BigInt(array[at + i] ?? 0);
      return value;
    };
    const name = new TextEncoder().encode(person), state = [...BLAKE_START];
    state[0] ^= 0x01010008n;
    state[6] ^= word(name, 0);
    state[7] ^= word(name, 8);
    const turn = (value, bits) => ((value >> bits) | (value << (64n - bits))) & MASK_64;
    const blocks = Math.max(1, Math.ceil(bytes.length / 128));
    for (let block = 0; block < blocks; block++) {
      const last = block === blocks - 1, v = [...state, ...BLAKE_START];
      const m = Array.from({ length: 16 }, (_, i) => word(bytes, 128 * block + 8 * i));
      v[12] ^= BigInt(last ? bytes.length : 128 * (block + 1));
      if (last) v[14] ^= MASK_64;
      const mix = (a, b, c, d, x, y) => {
        v[a] = (v[a] + v[b] + x) & MASK_64;
        v[d] = turn(v[d] ^ v[a], 32n);
        v[c] = (v[c] + v[d]) & MASK_64;
        v[b] = turn(v[b] ^ v[c], 24n);
        v[a] = (v[a] + v[b] + y) & MASK_64;
        v[d] = turn(v[d] ^ v[a], 16n);
        v[c] = (v[c] + v[d]) & MASK_64;
        v[b] = turn(v[b] ^ v[c], 63n);
      };
      for (let round = 0; round < 12; round++) {
        const o = BLAKE_ORDER[round % 10];
        for (let i = 0; i < 4; i++) mix(i, 4 + i, 8 + i, 12 + i, m[o[2 * i]], m[o[2 * i + 1]]);
        for (let i = 0; i < 4; i++)
          mix(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), m[o[8 + 2 * i]], m[o[9 + 2 * i]]);
      }
      for (let i = 0; i < 8; i++) state[i] ^= v[i] ^ v[i + 8];
    }
    return state[0];
  }

  class SharedRandomness {
    constructor(seed) {
      this.seed = seed; // hexadecimal digits, without leading zeros
      this.keys = new Map();
    }

    key(high) {
      let key = this.keys.get(high);
      if (key === undefined) {
        const digest = blake2b64(`${this.seed}:${high.toString(16)}`, "shared-table");
        key = [Number(digest & 0xffffffffn), Number(digest >> 32n)];
        if (this.keys.size > 64) this.keys.clear();
        this.keys.set(high, key);
      }
      return key;
    }

    // The uniforms of row `index` (a number below 2^53, or a BigInt) of a table, to be asked for by column.
    row(index, table) {
      let low, high, key;
      if (typeof index === "bigint") {
        low = Number(index & 0xffffffffn);
        high = Number((index >> 32n) & 0xffffffffn);
        key = this.key(index >> 64n);
      } else {
        low = index >>> 0;
        high = Math.floor(index / 2 ** 32);
        key = this.key(0n);
      }
      let known = -1, words;
      return (column) => {
        const block = column >>> 1;
        if (block !== known) {
          words = philox(block, table, low, high, key[0], key[1]);
          known = block;
        }
        return column & 1 ? toUnit(words[2], words[3]) : toUnit(words[0], words[1]);
      };
    }
  }

  // --- Private randomness: what never leaves the phone ----------------------------------------------------------

  // From 32-bit words: uniform() is an odd multiple of 2^-53, bits(n) a BigInt of n random bits.
  const randomFrom = (next) => ({
    uniform: () => toUnit(next(), next()),
    bits(count) {
      let value = 0n;
      for (let have = 0; have < count; have += 32) value = (value << 32n) | BigInt(next());
      return value & ((1n << BigInt(count)) - 1n);
    },
  });

  function cryptoRandom() {
    const words = new Uint32Array(4096);
    let at = words.length;
    return randomFrom(() => {
      if (at === words.length) {
        crypto.getRandomValues(words);
        at = 0;
      }
      const word = words[at];
      words[at++] = 0; // used once, then forgotten
      return word;
    });
  }

  // For tests: the words of Philox under a key that only the encoder has.
  function seededRandom(seed) {
    let block = 0, words = [], at = 4;
    return randomFrom(() => {
      if (at === 4) {
        words = philox(block >>> 0, Math.floor(block / 2 ** 32), 0, 0, seed >>> 0, 0x5eed);
        block += 1;
        at = 0;
      }
      return words[at++];
    });
  }

  const exponential = (random) => -Math.log(random.uniform());

  // ln of the Poisson probability of k, by the deviance, so that large means keep their digits (Loader 2000).
  function logPoisson(k, mean) {
    if (k === 0) return -mean;
    const gap = k - mean;
    let deviance;
    if (Math.abs(gap) < 0.1 * (k + mean)) {
      const v = gap / (k + mean);
      deviance = gap * v;
      for (let term = 2 * k * v * v * v, j = 1; Math.abs(term) > 1e-17 * deviance; j++, term *= v * v)
        deviance += term / (2 * j + 1);
    } else deviance = k * Math.log(k / mean) - gap;
    let rest = 1 / (12 * k) - 1 / (360 * k ** 3) + 1 / (1260 * k ** 5);
    if (k < 16) {
      let logFactorial = 0;
      for (let i = 2; i <= k; i++) logFactorial += Math.log(i);
      rest = logFactorial - (k + 0.5) * Math.log(k) + k - 0.5 * Math.log(2 * Math.PI);
    }
    return -rest - deviance - 0.5 * Math.log(2 * Math.PI * k);
  }

  // Poisson: by its waiting times up to a mean of 10, then by transformed rejection (Hörmann 1993, PTRS).
  function poisson(mean, random) {
    if (mean < 10) {
      let count = 0;
      for (let time = exponential(random); time <= mean; time += exponential(random)) count += 1;
      return count;
    }
    const b = 0.931 + 2.53 * Math.sqrt(mean), a = -0.059 + 0.02483 * b;
    const logInverse = Math.log(1.1239 + 1.1328 / (b - 3.4)), sure = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
      const u = random.uniform() - 0.5, v = random.uniform(), edge = 0.5 - Math.abs(u);
      const k = Math.floor(((2 * a) / edge + b) * u + mean + 0.43);
      if (edge >= 0.07 && v <= sure) return k;
      if (k < 0 || (edge < 0.013 && v > edge)) continue;
      if (Math.log(v) + logInverse - Math.log(a / (edge * edge) + b) <= logPoisson(k, mean)) return k;
    }
  }

  // --- Channels: samples of the proposal, ln r = ln dP/dQ, and its bound ----------------------------------------

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

  const CHANNELS = {
    randomized_response: (plan) => {
      const sample = (row) => Math.min(Math.floor(row(0) * plan.size), plan.size - 1);
      return { sample, logRatio: (x, row) => (sample(row) === x ? plan.high : plan.low), logBound: () => plan.high };
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
        logBound: () => plan.high,
      };
    },

    // Down the tree of ppr_core.channels.subset_tree to the block of 16 places.
    subset_selection: (plan) => {
      const word = (row, block) => {
        let node = plan.nodes[0], ones = plan.ones;
        for (;;) {
          if (ones === 0) return 0;
          if (!node.left) return pattern(row(node.column), ones, node.size);
          const { low, steps } = node.laws[ones - node.fewest];
          const left = low + countBelow(steps, row(node.column));
          const goesLeft = block < plan.nodes[node.right].start;
          ones = goesLeft ? left : ones - left;
          node = plan.nodes[goesLeft ? node.left : node.right];
        }
      };
      return {
        sample: (row) => bitsOf(plan, (block) => word(row, block)),
        logRatio: (x, row) => ((word(row, x >> 4) >> (x & 15)) & 1 ? plan.high : plan.low),
        logBound: () => plan.high,
      };
    },

    // Laplace noise in one dimension or two; answers and outputs are lists of coordinates.
    laplace: (plan) => {
      const flatter = plan.proposal_epsilon, volume = plan.dimension * Math.log(plan.epsilon / flatter);
      const sample = (row) => {
        if (plan.dimension === 1) {
          const centred = row(0) - 0.5;
          return [(Math.sign(centred) * Math.abs(Math.log1p(-2 * Math.abs(centred)))) / flatter];
        }
        const tangent = Math.tan((row(1) - 0.5) * Math.PI), square = tangent * tangent;
        const across = Math.sqrt(-2 * Math.log(row(0))) / (1 + square);
        const direction = [across * (1 - square), across * (2 * tangent)];
        const scale = -(Math.log(row(2)) + Math.log(row(3))) / flatter / Math.hypot(...direction);
        return direction.map((part) => part * scale);
      };
      return {
        sample,
        logRatio(x, row) {
          const z = sample(row);
          return volume - plan.epsilon * Math.hypot(...z.map((part, i) => part - x[i])) + flatter * Math.hypot(...z);
        },
        logBound: (x) => volume + flatter * Math.hypot(...x),
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
    const logBound = channel.logBound(x), stretch = alpha === Infinity ? 0 : Math.log(9) / alpha;
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
    const chosen = (u) => plan.tail.filter((beyond) => beyond > u).length;
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
    const below = (limit, random) => {
      for (;;) {
        const value = Number(random.bits(limit.toString(2).length));
        if (value < limit) return value;
      }
    };
    const index = (x, table, random) => {
      const slope = below(prime, random), vote = random.uniform() < own;
      const value = vote ? below(ones, random) : ones + below(prime - ones, random);
      const shift = Number((BigInt(slope) * BigInt(x + 1)) % BigInt(prime));
      return [(value - shift + prime) % prime, slope];
    };
    return {
      index,
      encode: (x, table, random) =>
        index(x, table, random).map((part) => part.toString(2).padStart(width, "0")).join(""),
      decode(word) {
        const [start, slope] = [word.slice(0, width), word.slice(width)].map((part) => BigInt("0b" + part));
        return Array.from({ length: size }, (_, j) =>
          Number((start + slope * BigInt(j + 1)) % BigInt(prime)) < ones ? 1 : 0);
      },
    };
  }

  const SURVEYS = { index: indexSurvey, quantized: quantizedSurvey, line: lineSurvey };

  return {
    survey: (plan) => SURVEYS[plan.message](plan),
    cryptoRandom,
    seededRandom,
    poisson,
    SharedRandomness,
  };
})();
