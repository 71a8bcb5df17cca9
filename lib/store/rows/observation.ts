import { deflateRawSync, inflateRawSync } from "node:zlib";

/**
 * Observations of a node, as sums that add up: those of an hour are those of its minutes added, and those of a day those of
 * its hours.
 */

/** How one validator was seen. */
export interface ValidatorSums {
  /** How often the node named it as a current validator. */
  seen: number;
  /** How often the node was connected to it then. */
  connected: number;
  /** Its uptime as was said last, hundredths of a percent: by the node, or of the node itself by its peers. Undefined if nobody said it. */
  uptime: number | undefined;
}

/** What the node said of itself and of its peers. */
export interface NodeSums {
  /** As its peers see it, in percent: the share of stake that sees it up enough for rewards, and the mean weighed by stake. */
  uptime?: { samples: number; rewarding: number; average: number };
  /**
   * Peers of each version in all samples added, and their share of stake, hundredths of a percent, in the `weighed` ones of
   * them: those in which the node said who validates.
   */
  peers?: { samples: number; weighed: number; versions: Record<string, { peers: number; stake: number }> };
  /** How often it was healthy, and how often each check failed. */
  health?: { samples: number; healthy: number; failing: Record<string, number> };
}

/** In one stretch of time. */
export interface Observation {
  asked: number;
  answered: number;
  node: NodeSums;
  /** By a validator's number in the store. */
  validators: ReadonlyMap<number, ValidatorSums>;
}

const NO_UPTIME = 0xffff;
/** Of each validator: seen, connected, uptime. They are stored column by column, because equal values side by side pack well. */
const COLUMNS = 3;

/** Two bytes a column and validator, up to the highest number; one that was not seen has zeros. */
export function packValidators(validators: Observation["validators"]): Uint8Array {
  const count = Math.max(0, ...validators.keys()) + 1;
  const bytes = new DataView(new ArrayBuffer(count * COLUMNS * 2));
  for (const [number, { seen, connected, uptime }] of validators)
    for (const [column, value] of [seen, connected, uptime ?? NO_UPTIME].entries())
      bytes.setUint16((column * count + number) * 2, value);
  return deflateRawSync(new Uint8Array(bytes.buffer));
}

export function unpackValidators(packed: Uint8Array): Map<number, ValidatorSums> {
  const bytes = inflateRawSync(packed);
  const count = bytes.length / (COLUMNS * 2);
  const validators = new Map<number, ValidatorSums>();
  for (let number = 0; number < count; number++) {
    const sums = sumsIn(bytes, number);
    if (sums !== undefined) validators.set(number, sums);
  }
  return validators;
}

/** One of the validators; undefined if it was not seen. */
export function unpackValidator(packed: Uint8Array, number: number): ValidatorSums | undefined {
  return sumsIn(inflateRawSync(packed), number);
}

function sumsIn(bytes: Buffer, number: number): ValidatorSums | undefined {
  const count = bytes.length / (COLUMNS * 2);
  if (number >= count) return undefined;
  const at = (column: number) => bytes.readUInt16BE((column * count + number) * 2);
  const seen = at(0);
  const connected = at(1);
  const uptime = at(2);
  return seen === 0 ? undefined : { seen, connected, uptime: uptime === NO_UPTIME ? undefined : uptime };
}

/** Observations of one stretch after another, as one. */
export function addObservations(parts: readonly Observation[]): Observation {
  const validators = new Map<number, ValidatorSums>();
  let node: NodeSums = {};
  for (const part of parts) {
    node = addNode(node, part.node);
    for (const [number, { seen, connected, uptime }] of part.validators) {
      const before = validators.get(number) ?? { seen: 0, connected: 0, uptime: undefined };
      validators.set(number, {
        seen: before.seen + seen,
        connected: before.connected + connected,
        uptime: uptime ?? before.uptime,
      });
    }
  }
  const all = (of: "asked" | "answered") => parts.reduce((count, part) => count + part[of], 0);
  return { asked: all("asked"), answered: all("answered"), node, validators };
}

function addNode(a: NodeSums, b: NodeSums): NodeSums {
  const uptime = b.uptime && { ...b.uptime, samples: (a.uptime?.samples ?? 0) + b.uptime.samples };
  return {
    ...((uptime ?? a.uptime) && { uptime: uptime ?? a.uptime }),
    ...((a.peers ?? b.peers) && {
      peers: {
        samples: (a.peers?.samples ?? 0) + (b.peers?.samples ?? 0),
        weighed: (a.peers?.weighed ?? 0) + (b.peers?.weighed ?? 0),
        versions: addEach(a.peers?.versions, b.peers?.versions, (x, y) => ({
          peers: (x?.peers ?? 0) + (y?.peers ?? 0),
          stake: (x?.stake ?? 0) + (y?.stake ?? 0),
        })),
      },
    }),
    ...((a.health ?? b.health) && {
      health: {
        samples: (a.health?.samples ?? 0) + (b.health?.samples ?? 0),
        healthy: (a.health?.healthy ?? 0) + (b.health?.healthy ?? 0),
        failing: addEach(a.health?.failing, b.health?.failing, (x = 0, y = 0) => x + y),
      },
    }),
  };
}

function addEach<T>(
  a: Readonly<Record<string, T>> = {},
  b: Readonly<Record<string, T>> = {},
  add: (x: T | undefined, y: T | undefined) => T,
): Record<string, T> {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(names.map((name) => [name, add(a[name], b[name])]));
}
