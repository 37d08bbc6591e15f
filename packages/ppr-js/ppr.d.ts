/** Private words, which must stay secret: `cryptoRandom()` takes them from the browser, `seededRandom` is for tests. */
export interface PrivateRandom {
  /** An odd multiple of 2⁻⁵³ in (0, 1). */
  uniform(): number;
  /** One of 0, …, limit − 1, for a limit below 2³². */
  below(limit: number): number;
  /** So many random bits. */
  bits(count: number): bigint;
}

/** Column of a row → its uniform in (0, 1). */
export type Row = (column: number) => number;

/** What encoder and decoder share: an endless table of uniforms for each message. */
export class SharedRandomness {
  /** seed: a whole number, or a text of lower-case hexadecimal digits. */
  constructor(seed: string | number | bigint);
  readonly seed: string;
  /** Which seed it is, as records say: 8 bytes. */
  readonly id: Uint8Array;
  row(index: number | bigint, table: number): Row;
}

export function cryptoRandom(): PrivateRandom;
export function seededRandom(seed: number): PrivateRandom;
/** Exp(1). */
export function exponential(random: PrivateRandom): number;
/** Poisson of that mean. */
export function poisson(mean: number, random: PrivateRandom): number;
/** The inverse of the standard normal distribution function at u in (0, 1). */
export function inverseNormal(u: number): number;

export type Output = number | number[];
export type Input = number | number[];

/** A mechanism with the proposal whose samples are shared. */
export interface Channel {
  /** A sample of the proposal. */
  sample(row: Row): Output;
  /** ln of the density ratio of the sample that the row gives, in nats. */
  logRatio(x: Input, row: Row): number;
  /** ln of the largest ratio of all inputs. */
  logBound: number;
  /** Numbers in an output. */
  size?: number;
  /** The largest norm of an input, of mechanisms of vectors. */
  bound?: number;
  /** ε in nats between any two inputs. */
  privacy?: number;
}

export type MechanismName = "randomized_response" | "subset_selection" | "laplace" | "gaussian";
export type CodeName = "elias_gamma" | "elias_delta" | "fixed_length";
export type SchemeName =
  | "ppr" | "ppr_algorithm1" | "truncated_ppr" | "mrc" | "modified_mrc" | "greedy_rejection" | "bassily_smith" | "genprot";

/** The mechanism of that name; RangeError for parameters out of range. */
export function mechanism(name: MechanismName, parameters: Record<string, number>): Channel;

/** The index that PPR sends for x; α in (1, ∞]. */
export function poissonIndex(
  channel: Channel, alpha: number, x: Input, shared: SharedRandomness, table: number, random: PrivateRandom,
): number | bigint;

/** What all messages of a record have in common. */
export interface RecordHead {
  scheme: SchemeName;
  schemeParameters: Record<string, number>;
  mechanism: MechanismName;
  mechanismParameters: Record<string, number>;
  code: CodeName;
  codeParameters: Record<string, number>;
  /** Whether inputs and outputs of dimension 1 are numbers, not lists of one. */
  scalar: boolean;
  /** Message i reads table firstTable + i. */
  firstTable: number;
}

export interface WireRecord extends RecordHead {
  integers: bigint[];
  /** Hexadecimal digits. */
  seedId?: string;
}

/** The record with an index for every input, by PPR. */
export function encode(head: RecordHead, inputs: Input[], shared: SharedRandomness, random: PrivateRandom): WireRecord;
/** The outputs; null for a lost report of Bassily–Smith. RangeError with another seed than the record's. */
export function decode(record: WireRecord, shared: SharedRandomness): (Output | null)[];
export function write(record: WireRecord, shared: Pick<SharedRandomness, "id">): Uint8Array;
/** RangeError for any bytes that are no record, in a sentence. */
export function read(bytes: Uint8Array): WireRecord;

/** The surveys of ppr_core.classroom, from their plans. */
export function survey(plan: object): {
  index(x: Input, table: number, random: PrivateRandom): number | bigint | number[];
  encode(x: Input, table: number, random: PrivateRandom): string;
  decode(word: string, table: number): Output;
};

export const MECHANISMS: Record<MechanismName, (parameters: Record<string, number>) => Channel>;
export const SCHEMES: Record<SchemeName, unknown>;
export const CHANNELS: Record<string, (plan: object) => Channel>;
export const CODES: Record<string, { write(k: number | bigint): string; read(word: string): bigint }>;
