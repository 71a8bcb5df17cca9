import { parseLossless, stringifyLossless } from "../../lib/contract/rpc";
import { InputError } from "../../lib/errors";
import type { Random } from "./random";

/**
 * A lie: answers to `method` have another value at `path`. `*` stands for any member of a list. An empty path is the
 * whole result.
 */
export interface Lie {
  method: string;
  path: string;
  mutation: MutationName;
}

export type MutationName = keyof typeof MUTATIONS;

/**
 * What a lie does to a value; `undefined` removes it. The results of `FORM` are recognizable as wrong by their form
 * alone.
 */
const MUTATIONS = {
  null: () => null,
  missing: () => undefined,
  list: (value: unknown) => [value],
  object: (value: unknown) => ({ value }),
  number: () => 7,
  flag: () => true,
  rubbish: () => "rubbish",
  empty: () => "",
  flipped: (value: unknown) => flipped(value),
  more: (value: unknown) => shifted(value, 1n),
  less: (value: unknown) => shifted(value, -1n),
  zero: (value: unknown) => zeroed(value),
  shorter: (value: unknown) => (Array.isArray(value) ? value.slice(0, -1) : cut(value)),
  doubled: (value: unknown) => (Array.isArray(value) ? [...value, ...value] : value),
  turned: (value: unknown) => (Array.isArray(value) ? value.toReversed() : value),
} as const satisfies Record<string, (value: unknown) => unknown>;

const FORM = ["null", "missing", "list", "object", "flag"] as const satisfies MutationName[];

/**
 * Values that only the node knows and nothing on the chain commits to. Here a lie is limited to forms that no answer
 * has.
 */
const UNPROVABLE: readonly { method: RegExp; path: RegExp; why: string }[] = [
  { method: /^index\./, path: /timestamp$/, why: "no container says when this node accepted it" },
  {
    method: /^eth_call$/,
    path: /./,
    why: "what a contract says of itself is proved by state, which Firn does not have",
  },
  {
    method: /^eth_call$/,
    path: /^$/,
    why: "what a contract says of itself is proved by state, which Firn does not have",
  },
  {
    method: /^info\.(getNodeVersion|peers|uptime|isBootstrapped)$/,
    path: /./,
    why: "the node's own condition",
  },
  {
    method: /^debug_trace/,
    path: /calls\.\*\.(.*\.)?(type|gas|gasUsed|input|output|error)$/,
    why: "the gas and the bytes of an inner call are in no receipt",
  },
  {
    method: /^debug_trace/,
    path: /calls\.\*\.(.*\.)?value$/,
    why: "balances are compared for a sample of blocks at the head alone (decision 0026)",
  },
];

/** Every place in an answer where a lie is possible: leaves, lists and objects, as paths with `*` for list members. */
function placesOf(result: unknown, path = ""): Set<string> {
  const places = new Set([path]);
  if (typeof result !== "object" || result === null) return places;
  for (const [key, value] of Object.entries(result)) {
    const below = `${path}${path === "" ? "" : "."}${Array.isArray(result) ? "*" : key}`;
    for (const place of placesOf(value, below)) places.add(place);
  }
  return places;
}

/** Places in answers, by method. */
export type Places = Map<string, Set<string>>;

/**
 * The lies of one fault: about one place in each of a few methods, drawn when the method is called, or the given ones.
 */
export class Liar {
  readonly told = new Set<string>();
  readonly #random: Random;
  readonly #coverage: LieCoverage;
  readonly #lies = new Map<string, Lie | undefined>();
  readonly #mayDraw: boolean;

  constructor(random: Random, coverage: LieCoverage, given: readonly Lie[] = []) {
    this.#random = random;
    this.#coverage = coverage;
    this.#mayDraw = given.length === 0;
    for (const lie of given) this.#lies.set(lie.method, lie);
  }

  lieAbout(method: string): Lie | undefined {
    if (this.#mayDraw && !this.#lies.has(method)) this.#lies.set(method, this.#draw(method));
    const lie = this.#lies.get(method);
    if (lie === undefined) return undefined;
    this.#coverage.addLie(lie);
    this.told.add(`${method} ${lie.path === "" ? "result" : lie.path} ${lie.mutation}`);
    return lie;
  }

  /** A place without a lie so far, while there is one. Some methods are answered truthfully. */
  #draw(method: string): Lie | undefined {
    const isEnough = [...this.#lies.values()].filter((lie) => lie !== undefined).length >= LIES_AT_ONCE;
    const { seen, lied } = this.#coverage;
    const places = [...(seen.get(method) ?? [])].sort();
    const fresh = places.filter((place) => !lied.get(method)?.has(place));
    if (isEnough || this.#random.chance(fresh.length > 0 ? 0.3 : 0.8)) return undefined;
    return drawLie(this.#random, method, fresh.length > 0 ? fresh : places);
  }
}

/** More lies would hide each other. */
const LIES_AT_ONCE = 4;

function drawLie(random: Random, method: string, paths: readonly string[]): Lie {
  const path = random.pick(paths);
  const isUnprovable = UNPROVABLE.some((known) => known.method.test(method) && known.path.test(path));
  const names = isUnprovable ? FORM : (Object.keys(MUTATIONS) as MutationName[]);
  return { method, path, mutation: random.pick(names) };
}

/** Which places the answers had, and which of them were lied about. */
export class LieCoverage {
  readonly seen: Places = new Map();
  readonly lied: Places = new Map();

  addAnswer(method: string, result: unknown): void {
    for (const place of placesOf(result)) add(this.seen, method, place);
  }

  addLie({ method, path }: Lie): void {
    add(this.lied, method, path);
  }

  /** How many of the known places were lied about, by subject. */
  summary(): string[] {
    return Object.keys(SUBJECTS).map((subject) => {
      const count = (places: Places) =>
        [...places].reduce(
          (sum, [method, paths]) =>
            sum + [...paths].filter((path) => subjectOf(method, path) === subject).length,
          0,
        );
      return `${subject} ${count(this.lied)} of ${count(this.seen)}`;
    });
  }
}

function add(places: Places, method: string, place: string): void {
  const paths = places.get(method) ?? new Set();
  places.set(method, paths.add(place));
}

/** The subject of a place: the first match counts. */
const SUBJECTS = {
  genesis: (method) => method.endsWith(OF_GENESIS),
  receipts: (method) => /Receipt/.test(method),
  traces: (method) => method.startsWith("debug_"),
  calls: (method) => /^eth_(call|getCode|getBalance)/.test(method),
  "index numbers": (method, path) => method.startsWith("index.") && /index$/i.test(path),
  times: (_, path) => /time(stamp)?$|deadline|Milliseconds$|accruedAt$/i.test(path),
  ids: (_, path) => /(id|hash|root)s?(\.\*)?$/i.test(path),
  bytes: (_, path) =>
    /(bytes|input|data|block|tx|signature|bloom|key|possession|encoding)(\.\*)?$/i.test(path),
  "numbers and others": () => true,
} as const satisfies Record<string, (method: string, path: string) => boolean>;

function subjectOf(method: string, path: string): string | undefined {
  return Object.entries(SUBJECTS).find(([, fits]) => fits(method, path))?.[0];
}

/** Suffix of the name of a method that is called for block 0. */
export const OF_GENESIS = "#0";

/**
 * Parses a lie to repeat: `METHOD PATH MUTATION`, where `result` is the whole result.
 * @throws InputError BAD_PARAMETER
 */
export function parseLie(text: string): Lie {
  const [method = "", path = "", name = ""] = text.split(" ");
  const mutation = (Object.keys(MUTATIONS) as MutationName[]).find((each) => each === name);
  if (mutation !== undefined) return { method, path: path === "result" ? "" : path, mutation };
  throw new InputError("BAD_PARAMETER", `--lie is "${text}"`, {
    hint: `write METHOD PATH and one of ${Object.keys(MUTATIONS).join(", ")}`,
  });
}

/**
 * The answer with the lie in it: at every place of the path, or at one drawn place. Text that is not JSON stays as it
 * is.
 */
export function tellLie(lie: Lie, result: unknown, random: Random): unknown {
  const copy = parseLossless(stringifyLossless(result));
  const mutate = MUTATIONS[lie.mutation] as (value: unknown) => unknown;
  if (lie.path === "") return mutate(copy);
  const keys = lie.path.split(".");
  const last = keys.pop() ?? "";
  let holders: unknown[] = [copy];
  for (const key of keys) holders = holders.flatMap((holder) => below(holder, key));
  const places = holders.flatMap((holder) =>
    keysOf(holder, last).map((key) => ({ holder: holder as Record<string, unknown>, key })),
  );
  const chosen = random.chance(0.5) || places.length === 0 ? places : [random.pick(places)];
  for (const { holder, key } of chosen) {
    const value = mutate(holder[key]);
    if (value === undefined && !Array.isArray(holder)) delete holder[key];
    else holder[key] = value;
  }
  return copy;
}

function below(holder: unknown, key: string): unknown[] {
  return keysOf(holder, key).map((each) => (holder as Record<string, unknown>)[each]);
}

function keysOf(holder: unknown, key: string): string[] {
  if (typeof holder !== "object" || holder === null) return [];
  if (key === "*") return Array.isArray(holder) ? Object.keys(holder) : [];
  return Object.hasOwn(holder, key) ? [key] : [];
}

/** The value with one bit flipped, in hex or in its last letter. */
function flipped(value: unknown): unknown {
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string" || value === "") return shifted(value, 1n);
  const at = value.length >> 1;
  const was = value.charAt(at);
  const now = /[0-9a-f]/i.test(was) ? (was === "1" ? "2" : "1") : was === "a" ? "b" : "a";
  return value.slice(0, at) + now + value.slice(at + 1);
}

/** A number in any notation, increased by `by`. */
function shifted(value: unknown, by: bigint): unknown {
  if (typeof value === "number") return value + Number(by);
  if (typeof value === "bigint") return value + by;
  if (typeof value !== "string") return value;
  if (/^\d+$/.test(value)) return String(BigInt(value) + by);
  if (/^0x[0-9a-f]+$/i.test(value)) {
    const digits = (BigInt(value) + by + (by < 0n && BigInt(value) === 0n ? 2n : 0n)).toString(16);
    return `0x${value.length > 34 || /^0x0./.test(value) ? digits.padStart(value.length - 2, "0") : digits}`;
  }
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? flipped(value) : new Date(ms + Number(by) * 86_400_000).toISOString();
}

function zeroed(value: unknown): unknown {
  if (typeof value === "number") return 0;
  if (typeof value === "string")
    return value.startsWith("0x") ? `0x${"0".repeat(value.length - 2) || "0"}` : "0";
  return Array.isArray(value) ? [] : {};
}

function cut(value: unknown): unknown {
  return typeof value === "string" ? value.slice(0, -2) : value;
}
