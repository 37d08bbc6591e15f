// The vectors of packages/vectors: bytes, integers, uniforms and finite outputs bit for bit, reals to 1e-12.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

import { SCHEMES, SharedRandomness, decode, encode, inverseNormal, mechanism, read, seededRandom, write } from "../../../ppr_core/javascript/ppr.mjs";

const folder = new URL("../../vectors/", import.meta.url);
const MECHANISMS = ["randomized_response", "subset_selection", "laplace", "gaussian"];
const load = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf-8"));
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const plain = (values) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value === "Infinity" ? Infinity : value]));

function close(ours, theirs, tolerance) {
  if (Array.isArray(theirs)) {
    assert.equal(ours.length, theirs.length);
    theirs.forEach((value, i) => close(ours[i], value, tolerance));
  } else if (tolerance) assert.ok(Math.abs(ours - theirs) <= tolerance * Math.abs(theirs), `${ours} for ${theirs}`);
  else assert.equal(ours, theirs);
}

test("vectors are read, decoded and written", () => {
  let met = 0, passed = 0;
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".json") && file !== "refused.json")) {
    const { scheme, vectors } = load(name);
    for (const vector of vectors) {
      const data = bytes(vector.record), far = vector.mechanism === "laplace" && vector.mechanism_parameters.dimension > 2;
      if (!(scheme in SCHEMES) || !MECHANISMS.includes(vector.mechanism) || far) {
        assert.throws(() => read(data), /must be .*; got/);
        passed += 1;
        continue;
      }
      const record = read(data), shared = new SharedRandomness(vector.seed);
      assert.equal(hex(shared.id), vector.seed_id);
      assert.deepEqual(record.schemeParameters, plain(vector.scheme_parameters));
      assert.deepEqual(record.mechanismParameters, plain(vector.mechanism_parameters));
      assert.deepEqual([record.code, record.codeParameters, record.scalar, record.firstTable],
        [vector.code, vector.code_parameters, vector.scalar, vector.first_table]);
      assert.deepEqual(record.integers.map(String), vector.integers);
      vector.uniforms.forEach((row, i) => {
        const own = shared.row(scheme === "bassily_smith" ? 1n : record.integers[i], record.firstTable + i);
        row.forEach((value, column) => assert.equal(own(column), value));
      });
      close(decode(record, shared), vector.outputs, vector.relative_tolerance);
      assert.equal(hex(write(record, shared)), vector.record);
      assert.throws(() => decode(record, new SharedRandomness("1234")), /^RangeError: shared must/);
      met += 1;
    }
  }
  assert.ok(met >= 25 && passed >= 20, `${met} met, ${passed} passed over`);
});

test("what must be refused is refused in a sentence", () => {
  const { vectors } = load("refused.json");
  for (const { record, why } of vectors) assert.throws(() => read(bytes(record)), { name: "RangeError", message: /must be .*; got .*\.$/ }, why);
  assert.ok(vectors.length > 120);
});

test("bytes that were changed are read or refused, and nothing else", () => {
  const random = seededRandom(7), good = load("ppr.json").vectors.map((vector) => bytes(vector.record));
  let refused = 0;
  for (let i = 0; i < 1500; i++) {
    const data = good[random.below(good.length)].slice();
    for (let change = 0; change < 2; change++) data[random.below(data.length)] = random.below(256);
    try {
      const record = read(data.subarray(0, data.length - (random.below(8) === 0)));
      assert.equal(hex(write(record, { id: bytes(record.seedId) })), hex(data));
    } catch (error) {
      assert.ok(error instanceof RangeError && /must be/.test(error.message), error.stack);
      refused += 1;
    }
  }
  assert.ok(refused > 500 && refused < 1500, `${refused}`);
});

test("encoded inputs decode near them", () => {
  const shared = new SharedRandomness(2n ** 100n), random = seededRandom(3), count = 1500;
  const laplace = { dimension: 1, epsilon: 2, norm_bound: 1, proposal_epsilon: 2, proposal_plateau: 1 };
  const gaussian = { dimension: 1, noise_std: 0.5, norm_bound: 1, proposal_width: 0.8 };
  for (const [name, mechanismParameters, variance] of [["laplace", laplace, 0.5], ["gaussian", gaussian, 0.25]]) {
    const head = { scheme: "ppr", schemeParameters: { alpha: 2 }, mechanism: name, mechanismParameters, code: "elias_delta",
      codeParameters: {}, scalar: true, firstTable: 17 };
    const sent = write(encode(head, new Array(count).fill(0.5), shared, random), shared), z = decode(read(sent), shared);
    const mean = z.reduce((a, b) => a + b) / count, spread = z.reduce((a, b) => a + (b - 0.5) ** 2, 0) / count;
    assert.ok(Math.abs(mean - 0.5) < 5 * Math.sqrt(variance / count), `${name}: mean ${mean}`);
    assert.ok(Math.abs(spread - variance) < 5 * variance * Math.sqrt(5 / count), `${name}: variance ${spread}`);
  }
  for (const name of ["randomized_response", "subset_selection"]) {
    const head = { scheme: "ppr", schemeParameters: { alpha: 2 }, mechanism: name, mechanismParameters: { size: 40, epsilon: 2 },
      code: "elias_gamma", codeParameters: {}, scalar: false, firstTable: 0 };
    const z = decode(encode(head, new Array(count).fill(23), shared, random), shared), e = Math.exp(2);
    const share = z.filter((own) => (Array.isArray(own) ? own[23] : own === 23)).length / count, ones = Math.ceil(40 / (e + 1));
    const wanted = name === "randomized_response" ? e / (e + 39) : (ones * e) / (ones * e + 40 - ones);
    assert.ok(Math.abs(share - wanted) < 5 * Math.sqrt((wanted * (1 - wanted)) / count), `${name}: ${share} for ${wanted}`);
  }
  assert.throws(() => encode({ scheme: "mrc" }, [], shared, random), /scheme must be/);
  assert.throws(() => mechanism("privunit", {}), /mechanism must be/);
});

test("normal quantiles are the inverse of printed values", () => {
  for (const [u, z] of [[0.975, 1.959963984540054], [0.5, 0], [2 ** -53, -8.20953615160139], [1e-3, -3.0902323061678136], [0.9, 1.2815515655446008]]) {
    assert.ok(Math.abs(inverseNormal(u) - z) <= 4e-15 * Math.max(1, Math.abs(z)), `${u}: ${inverseNormal(u)}`);
  }
});
