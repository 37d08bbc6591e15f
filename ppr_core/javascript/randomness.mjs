// Randomness as a browser makes it: the shared tables of ppr_core.randomness, and private words that never leave.
//
// Shared uniforms are equal to those of ppr_core.randomness bit by bit, for rows of any size.

export { SharedRandomness, cryptoRandom, exponential, poisson, seededRandom };

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
    this.seed = typeof seed === "string" ? seed : BigInt(seed).toString(16); // a text is hexadecimal digits
    if (!/^(0|[1-9a-f][0-9a-f]*)$/.test(this.seed)) throw new RangeError(`seed must be hexadecimal digits; got ${seed}.`);
    this.keys = new Map();
  }

  // Which seed it is, as records of the wire format say: 8 bytes.
  get id() {
    const digest = blake2b64(this.seed, "shared-seed-id");
    return Uint8Array.from({ length: 8 }, (_, i) => Number((digest >> BigInt(8 * i)) & 0xffn));
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

// From 32-bit words: uniform() is an odd multiple of 2^-53, below(n) one of 0, …, n − 1 for n < 2^32, bits(n) a
// BigInt of n random bits.
const randomFrom = (next) => ({
  uniform: () => toUnit(next(), next()),
  below(limit) {
    const whole = 2 ** 32 - (2 ** 32 % limit);
    let word = next();
    while (word >= whole) word = next();
    return word % limit;
  },
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
