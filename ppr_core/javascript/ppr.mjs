// All that the package ppr-js offers.
export * from "./randomness.mjs";
export * from "./encoders.mjs";
export * from "./mechanisms.mjs";
export * from "./wire.mjs";
