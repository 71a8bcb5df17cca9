import { type Abi, type AbiEvent, type AbiFunction, type AbiParameter, parseAbiItem } from "viem";
import { keccak256 } from "#keccak";
import { toHex } from "../../codec/bytes";

type AbiError = Extract<Abi[number], { type: "error" }>;

/** What an ABI says of a contract: its functions, its events, and the errors that it reverts with. */
export type AbiEntry = AbiFunction | AbiEvent | AbiError;

/** Reads `function name(types names) returns (types)`, `event …` or `error …`. @throws Error for anything else */
export function parseEntry(text: string): AbiEntry {
  return parseAbiItem(text) as AbiEntry;
}

/** `name(types)`, with structures as tuples. @source Solidity, contract ABI specification */
export function signatureOf({ name, inputs }: Pick<AbiEntry, "name" | "inputs">): string {
  return `${name}(${inputs.map(typeOf).join(",")})`;
}

/** A parameter's type as signatures write it. */
export function typeOf(parameter: AbiParameter): string {
  const { type } = parameter;
  if (!type.startsWith("tuple")) return type;
  return `(${componentsOf(parameter).map(typeOf).join(",")})${type.slice("tuple".length)}`;
}

/** The members of a structure. */
export function componentsOf(parameter: AbiParameter): readonly AbiParameter[] {
  return "components" in parameter ? (parameter.components ?? []) : [];
}

/** keccak256 of a signature, 0x hex: an event's first topic; its first four bytes select a function or an error. */
export function hashSignature(signature: string): string {
  return toHex(keccak256(new TextEncoder().encode(signature)));
}

/** Hex digits of a selector, with `0x`. */
const SELECTOR = 10;

/** Entries by what the chain shows of them. Of two that look alike the first one counts. */
export class AbiBook {
  readonly #functions = new Map<string, AbiFunction>();
  readonly #errors = new Map<string, AbiError>();
  /** By topic and number of indexed parameters: standards differ in these alone. */
  readonly #events = new Map<string, AbiEvent>();

  static of(texts: readonly string[]): AbiBook {
    const book = new AbiBook();
    for (const text of texts) book.add(parseEntry(text));
    return book;
  }

  add(entry: AbiEntry): void {
    const hash = hashSignature(signatureOf(entry));
    if (entry.type === "function") keepFirst(this.#functions, hash.slice(0, SELECTOR), entry);
    else if (entry.type === "error") keepFirst(this.#errors, hash.slice(0, SELECTOR), entry);
    else keepFirst(this.#events, eventKey(hash, countIndexed(entry)), entry);
  }

  /** Everything in it: functions, events, errors. */
  entries(): AbiEntry[] {
    return [...this.#functions.values(), ...this.#events.values(), ...this.#errors.values()];
  }

  /** Every function, in the order in which they came. */
  get functions(): readonly AbiFunction[] {
    return [...this.#functions.values()];
  }

  /** `selector`: 0x and 8 hex digits. */
  function(selector: string): AbiFunction | undefined {
    return this.#functions.get(selector);
  }

  error(selector: string): AbiError | undefined {
    return this.#errors.get(selector);
  }

  event(topics: readonly string[]): AbiEvent | undefined {
    const [topic, ...indexed] = topics;
    return topic === undefined ? undefined : this.#events.get(eventKey(topic, indexed.length));
  }
}

function eventKey(topic: string, indexed: number): string {
  return `${topic}/${indexed}`;
}

function countIndexed({ inputs }: AbiEvent): number {
  return inputs.filter(({ indexed }) => indexed === true).length;
}

function keepFirst<T>(map: Map<string, T>, key: string, value: T): void {
  if (!map.has(key)) map.set(key, value);
}
