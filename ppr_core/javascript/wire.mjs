// Records of the wire format (docs/wire_format.md): what is known here are the schemes that send an index into samples of
// a mechanism, and the mechanisms of mechanisms.mjs. What is not known is refused.

import { CODES, poissonIndex } from "./encoders.mjs";
import { mechanism } from "./mechanisms.mjs";

export { SCHEMES, decode, encode, read, write };

const MAGIC = [0x50, 0x50, 0x52, 0x57], VERSION = 1, HEAD = 33, MOST_NUMBERS = 2 ** 22, MOST_BITS = 2 ** 16;
const SIZES = { u8: 1, u16: 2, u32: 4, f64: 8 };
const CANDIDATES = ["candidates", "u32", 1, 2 ** 24];
const ABOVE_ONE = ["alpha", "f64", 1 + 2 ** -52, Infinity];

// name -> number, parameters (name, kind, least, most).
const SCHEMES = {
  ppr: [1, [ABOVE_ONE]],
  ppr_algorithm1: [2, [["alpha", "f64", 1 + 2 ** -52, 1e300]]],
  truncated_ppr: [4, [ABOVE_ONE, CANDIDATES]],
  mrc: [5, [CANDIDATES]],
  modified_mrc: [6, [CANDIDATES]],
  greedy_rejection: [7, []],
  bassily_smith: [8, []],
  genprot: [9, [CANDIDATES]],
};
const SCALE = [1e-9, 1e9], EPSILON = ["epsilon", "f64", 1e-6, 500];
const LAWS = {
  randomized_response: [1, [["size", "u32", 2, 2 ** 31 - 1], EPSILON]],
  subset_selection: [2, [["size", "u32", 2, 2 ** 16], EPSILON]],
  laplace: [5, [["dimension", "u32", 1, 2 ** 16], ["epsilon", "f64", ...SCALE], ["norm_bound", "f64", ...SCALE],
    ["proposal_epsilon", "f64", ...SCALE], ["proposal_plateau", "f64", 0, 1e9]]],
  gaussian: [6, [["dimension", "u32", 1, 2 ** 16], ["noise_std", "f64", ...SCALE], ["norm_bound", "f64", ...SCALE],
    ["proposal_width", "f64", ...SCALE]]],
};
const WORDS = { elias_gamma: [1, []], elias_delta: [2, []], fixed_length: [3, [["bits", "u16", 1, 256]]] };

function refuse(field, value, allowed) {
  throw new RangeError(`${field} must be ${allowed}; got ${value}.`);
}

function checked([name, , least, most], value) {
  if (!(value >= least && value <= most) || Object.is(value, -0)) {
    refuse(name, Object.is(value, -0) ? "-0" : value, `from ${least} to ${most}`);
  }
  return value;
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const known = (field, table, name) =>
  Object.hasOwn(table, name) ? table[name] : refuse(field, name, `one of ${Object.keys(table).join(", ")}`);
const named = (field, table, number) => Object.keys(table).find((name) => table[name][0] === number)
  ?? refuse(field, number, `one of ${Object.values(table).map(([own]) => own).join(", ")}`);

// What writer and reader refuse alike; the mechanism of the record.
function check(record) {
  const channel = mechanism(record.mechanism, record.mechanismParameters), count = record.integers.length;
  const categories = record.mechanismParameters.size ?? 0;
  if (record.scheme === "greedy_rejection" && categories > 1024) refuse("size", categories, "at most 1024");
  if (count * channel.size > MOST_NUMBERS) refuse("count", count, `at most ${Math.floor(MOST_NUMBERS / channel.size)}`);
  if (record.firstTable + count > 2 ** 32) refuse("first_table", record.firstTable, `at most 2^32 less ${count} messages`);
  if (!count && record.firstTable) refuse("first_table", record.firstTable, "0 where no message reads a table");
  if (record.scalar && record.mechanismParameters.dimension !== 1) {
    refuse("scalar", 1, "0 unless a message is about one number");
  }
  const most = record.scheme === "bassily_smith" ? 2n : record.schemeParameters.candidates;
  for (const index of record.integers) {
    if (index < 1n) refuse("index", index, "at least 1");
    if (most !== undefined && index > most) refuse("index", index, `at most ${most}`);
    if (index.toString(16).length > MOST_BITS / 4) refuse("index", "a longer one", `an integer of at most ${MOST_BITS} bits`);
  }
  return channel;
}

// The record as bytes. record: scheme, schemeParameters, mechanism, mechanismParameters, code, codeParameters, scalar,
// firstTable, and integers as BigInts. shared: the SharedRandomness of the encoder.
function write(record, shared) {
  check(record);
  const parts = [[SCHEMES, "scheme", record.scheme, record.schemeParameters],
    [LAWS, "mechanism", record.mechanism, record.mechanismParameters], [WORDS, "code", record.code, record.codeParameters]];
  const fields = parts.flatMap(([table, field, name, values]) =>
    known(field, table, name)[1].map((own) => [own, checked(own, values[own[0]] ?? (own[0] === "proposal_plateau" ? 0 : NaN))]));
  const bits = record.integers.map((index) => word(record, index)).join("");
  const start = HEAD + fields.reduce((sum, [[, kind]]) => sum + SIZES[kind], 0), size = Math.ceil(bits.length / 8);
  if (size > 2 ** 24) refuse("payload", size, "at most 2^24 bytes");
  const bytes = new Uint8Array(start + size), view = new DataView(bytes.buffer);
  const numbers = parts.map(([table, , name]) => table[name][0]);
  bytes.set([...MAGIC, VERSION, ...numbers, record.scalar ? 1 : 0, ...shared.id]);
  [record.firstTable, record.integers.length, 1, size].forEach((value, i) => view.setUint32(17 + 4 * i, value));
  let place = HEAD;
  for (const [[, kind], value] of fields) {
    put(view, place, kind, value);
    place += SIZES[kind];
  }
  for (let at = 0; at < bits.length; at++) if (bits[at] === "1") bytes[start + (at >> 3)] |= 128 >> (at & 7);
  return bytes;
}

function word({ code, codeParameters }, index) {
  if (code !== "fixed_length") return CODES[code].write(index);
  const text = (index - 1n).toString(2), { bits } = codeParameters;
  return text.length > bits ? refuse("index", index, `at most 2^${bits}`) : text.padStart(bits, "0");
}

const put = (view, at, kind, value) => view[{ u8: "setUint8", u16: "setUint16", u32: "setUint32", f64: "setFloat64" }[kind]](at, value);
const get = (view, at, kind) => view[{ u8: "getUint8", u16: "getUint16", u32: "getUint32", f64: "getFloat64" }[kind]](at);

// The record that the bytes hold, to the last one; RangeError for any others.
function read(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const need = (field, end) => end <= bytes.length || refuse(field, bytes.length, `a record of at least ${end} bytes`);
  need("magic", 4);
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) refuse("magic", hex(bytes.slice(0, 4)), hex(MAGIC));
  need("payload", HEAD);
  if (bytes[4] !== VERSION) refuse("version", bytes[4], VERSION);
  const record = { scheme: named("scheme", SCHEMES, bytes[5]), mechanism: named("mechanism", LAWS, bytes[6]),
    code: named("code", WORDS, bytes[7]), scalar: checked(["scalar", "u8", 0, 1], bytes[8]) === 1, seedId: hex(bytes.slice(9, 17)) };
  const [firstTable, count, each, size] = [17, 21, 25, 29].map((at) => view.getUint32(at));
  checked(["count", "u32", 0, MOST_NUMBERS], count);
  checked(["payload", "u32", 0, 2 ** 24], size);
  if (each !== 1) refuse("integers", each, "1 for a scheme that sends an index");
  let place = HEAD;
  const parameters = (table, name) => Object.fromEntries(table[name][1].map((field) => {
    need(field[0], place + SIZES[field[1]]);
    place += SIZES[field[1]];
    return [field[0], checked(field, get(view, place - SIZES[field[1]], field[1]))];
  }));
  record.schemeParameters = parameters(SCHEMES, record.scheme);
  record.mechanismParameters = parameters(LAWS, record.mechanism);
  record.codeParameters = parameters(WORDS, record.code);
  if (bytes.length - place !== size) refuse("payload", bytes.length - place, `the ${size} bytes that the header says`);
  if (count > 8 * size) refuse("count", count, `at most ${8 * size}, the bits of the payload`);
  record.firstTable = firstTable;
  record.integers = integers(bytes.subarray(place), count, record);
  check(record);
  return record;
}

function integers(payload, count, { code, codeParameters }) {
  const bits = Array.from(payload, (byte) => byte.toString(2).padStart(8, "0")).join(""), found = [];
  let place = 0;
  const take = (length) => {
    if (place + length > bits.length) refuse("payload", "a word cut off", `${count} words of ${code}`);
    place += length;
    return BigInt("0b" + (bits.slice(place - length, place) || "0"));
  };
  const gamma = () => {
    const one = bits.indexOf("1", place);
    if (one < 0) refuse("payload", "a word cut off", `${count} words of ${code}`);
    const zeros = one - place;
    place = one;
    return take(zeros + 1);
  };
  const next = { elias_gamma: gamma, fixed_length: () => take(codeParameters.bits) + 1n, elias_delta: () => {
    const length = gamma() - 1n;
    return length > BigInt(bits.length) ? take(Infinity) : (1n << length) | take(Number(length));
  } }[code];
  while (found.length < count) found.push(next());
  if (bits.length - place > 7 || bits.indexOf("1", place) >= 0) refuse("payload", `more from bit ${place} on`, `${count} words, then padding`);
  return found;
}

// The outputs of a record, message by message; null for a lost report of Bassily–Smith. RangeError with another seed.
function decode(record, shared) {
  const channel = check(record), id = hex(shared.id);
  if (record.seedId !== undefined && record.seedId !== id) refuse("shared", id, `of the seed id ${record.seedId}`);
  return record.integers.map((index, i) => {
    if (record.scheme === "bassily_smith" && index === 2n) return null;
    const z = channel.sample(shared.row(record.scheme === "bassily_smith" ? 1n : index, record.firstTable + i));
    return record.scalar ? z[0] : z;
  });
}

// The same record with an index for every input, by Poisson private representation. record: scheme "ppr", integers not
// needed. random: the encoder's own randomness, which must stay secret.
function encode(record, inputs, shared, random) {
  if (record.scheme !== "ppr") refuse("scheme", record.scheme, "ppr to encode");
  const channel = mechanism(record.mechanism, record.mechanismParameters), { bound } = channel;
  const found = inputs.map((input, i) => {
    const x = record.scalar ? [input] : input;
    if (bound === undefined) checked(["x", "u32", 0, record.mechanismParameters.size - 1], Number.isInteger(x) ? x : NaN);
    else if (!(x.length === channel.size && Math.hypot(...x) <= bound * (1 + 1e-9))) refuse("x", x, `in the ball of radius ${bound}`);
    return BigInt(poissonIndex(channel, record.schemeParameters.alpha, x, shared, record.firstTable + i, random));
  });
  return { ...record, integers: found, seedId: hex(shared.id) };
}
