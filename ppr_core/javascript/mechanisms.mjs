// Mechanisms from their parameters, without a plan: what encoders and decoders need of them (docs/wire_format.md).

import { CHANNELS } from "./encoders.mjs";

export { MECHANISMS, inverseNormal, mechanism };

const square = (z) => z.reduce((sum, value) => sum + value * value, 0);
const between = (field, value, low, high) => {
  if (!(value >= low && value <= high)) throw new RangeError(`${field} must be from ${low} to ${high}; got ${value}.`);
  return value;
};
const whole = (field, value, low, high) => {
  if (!Number.isInteger(value)) throw new RangeError(`${field} must be a whole number; got ${value}.`);
  return between(field, value, low, high);
};

// The inverse of the standard normal distribution function, to 1e-15 (Wichura 1988, AS 241).
function inverseNormal(u) {
  const ratio = (r, above, below) => {
    const at = (list) => list.reduceRight((sum, value) => sum * r + value, 0);
    return at(above) / at(below);
  };
  const q = u - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(0.180625 - q * q, NEAR[0], NEAR[1]);
  const r = Math.sqrt(-Math.log(q < 0 ? u : 1 - u));
  const size = r <= 5 ? ratio(r - 1.6, MIDDLE[0], MIDDLE[1]) : ratio(r - 5, FAR[0], FAR[1]);
  return q < 0 ? -size : size;
}

const NEAR = [
  [3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
    45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727],
  [1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
    39307.89580009271061, 28729.085735721942674, 5226.495278852545925],
];
const MIDDLE = [
  [1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
    1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4],
  [1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459,
    0.0151986665636164571966, 5.475938084995344946e-4, 1.05075007164441684324e-9],
];
const FAR = [
  [6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123,
    0.026532189526576123093, 0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7],
  [1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4,
    1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15],
];

// d independent normals from d uniforms: pairs by Box–Muller, an odd last one by inversion.
function normals(row, dimension) {
  const half = dimension >> 1, found = new Array(dimension);
  for (let i = 0; i < half; i++) {
    const tangent = Math.tan(Math.PI * (row(half + i) - 0.5)), squared = tangent * tangent;
    const radius = Math.sqrt(-2 * Math.log(row(i))) / (1 + squared);
    found[i] = radius * (1 - squared);
    found[half + i] = radius * (2 * tangent);
  }
  if (dimension % 2) found[dimension - 1] = inverseNormal(row(dimension - 1));
  return found;
}

// Each from its parameters, by the names that they have in a record. Inputs and outputs are categories, lists of bits, or
// lists of coordinates. `sample` makes an output of a row of uniforms; `size` is how many numbers that is; `privacy` is
// the ε, in nats, between any two inputs.
const MECHANISMS = {
  randomized_response({ size, epsilon }) {
    whole("size", size, 2, 2 ** 31 - 1);
    between("epsilon", epsilon, 1e-6, 500);
    const high = Math.log(size) - Math.log1p((size - 1) * Math.exp(-epsilon));
    return { ...CHANNELS.randomized_response({ size, high, low: high - epsilon }), size: 1, privacy: epsilon };
  },

  subset_selection({ size, epsilon }) {
    whole("size", size, 2, 2 ** 16);
    between("epsilon", epsilon, 1e-6, 500);
    const share = Math.exp(-epsilon) / (1 + Math.exp(-epsilon)), ones = Math.max(1, Math.ceil(size * share));
    const mass = ones / size, high = -Math.log(mass + (1 - mass) * Math.exp(-epsilon));
    return { ...CHANNELS.subset_selection({ size, ones, high, low: high - epsilon }), size, privacy: epsilon };
  },

  laplace({ dimension, epsilon, norm_bound: bound, proposal_epsilon: flatter, proposal_plateau: plateau = 0 }) {
    whole("dimension", dimension, 1, 2); // more in ppr_core
    between("epsilon", epsilon, 1e-9, 1e9);
    between("norm_bound", bound, 1e-9, 1e9);
    between("proposal_epsilon", flatter, 1e-9, epsilon);
    between("proposal_plateau", plateau, 0, dimension === 1 ? bound : 0);
    const law = CHANNELS.laplace({ dimension, epsilon, norm_bound: bound, proposal_epsilon: flatter, proposal_plateau: plateau });
    return { ...law, size: dimension, bound, privacy: 2 * bound * epsilon };
  },

  gaussian({ dimension, noise_std: noise, norm_bound: bound, proposal_width: width }) {
    whole("dimension", dimension, 1, 2 ** 16);
    between("noise_std", noise, 1e-9, 1e9);
    between("norm_bound", bound, 1e-9, 1e9);
    between("proposal_width", width, 1e-9, 1e9);
    const spread = Math.sqrt(noise * noise + width), volume = 0.5 * dimension * Math.log1p(width / (noise * noise));
    const sample = (row) => normals(row, dimension).map((value) => value * spread);
    return {
      sample,
      logRatio(x, row) {
        const z = sample(row), gap = z.map((value, i) => value - x[i]);
        return volume - square(gap) / (2 * noise * noise) + square(z) / (2 * spread * spread);
      },
      logBound: volume + (bound * bound) / (2 * width),
      size: dimension,
      bound,
      privacy: Infinity,
    };
  },
};

// The mechanism of that name; RangeError for one that is not known here, or for parameters out of range.
function mechanism(name, parameters) {
  if (!Object.hasOwn(MECHANISMS, name)) {
    throw new RangeError(`mechanism must be one of ${Object.keys(MECHANISMS).join(", ")}; got ${name}.`);
  }
  return MECHANISMS[name](parameters);
}
