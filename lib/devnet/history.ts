import { INDEX_NAMES, type IndexName } from "../contract/node/index";
import type { RecordedContainer, Recording } from "./recording";

export type ChainName = "P" | "X" | "C";

/** What the node has accepted so far, of a recording that may hold more. */
export interface History {
  readonly recording: Recording;
  /** Containers of an index accepted so far, in their order. */
  containers(index: IndexName): readonly RecordedContainer[];
  /** An accepted container by its id's text. */
  containerById(index: IndexName, id: string): RecordedContainer | undefined;
  /** Height of the last accepted block; genesis, which no index holds, is 0. */
  height(chain: ChainName): number;
  /** Accepts the next container in the order of the recorded acceptance times; undefined at the recording's end. */
  acceptNext(): Accepted | undefined;
}

export interface Accepted {
  index: IndexName;
  container: RecordedContainer;
}

/** How a history begins: with the whole recording accepted, or with nothing. */
export type Acceptance = "all" | "manual";

/** Opens a recording's history. The recording is only read, and must stay as it is meanwhile. */
export function openHistory(recording: Recording, acceptance: Acceptance): History {
  const order = acceptanceOrder(recording);
  const accepted = new Map<IndexName, RecordedContainer[]>(INDEX_NAMES.map((name) => [name, []]));
  const byId = new Map<string, RecordedContainer>();
  let next = 0;

  const history: History = {
    recording,
    containers: (index) => accepted.get(index) ?? [],
    containerById: (index, id) => byId.get(`${index} ${id}`),
    // The first container of a complete index is the block of height 1.
    height: (chain) => accepted.get(`${chain}/block`)?.length ?? 0,
    acceptNext() {
      const step = order[next];
      if (step === undefined) return undefined;
      next++;
      accepted.get(step.index)?.push(step.container);
      byId.set(`${step.index} ${step.container.id}`, step.container);
      return step;
    },
  };
  if (acceptance === "all") while (history.acceptNext() !== undefined);
  return history;
}

/** All containers by acceptance time; within an index the recorded order holds whatever its times say. */
function acceptanceOrder(recording: Recording): Accepted[] {
  const queues = INDEX_NAMES.map((index) => ({ index, containers: recording.containers[index], at: 0 }));
  const order: Accepted[] = [];
  for (;;) {
    let first: { queue: (typeof queues)[number]; container: RecordedContainer; time: bigint } | undefined;
    for (const queue of queues) {
      const container = queue.containers[queue.at];
      if (container === undefined) continue;
      const time = timestampNs(container.timestamp);
      if (first === undefined || time < first.time) first = { queue, container, time };
    }
    if (first === undefined) return order;
    first.queue.at++;
    order.push({ index: first.queue.index, container: first.container });
  }
}

/** RFC 3339 with up to nine fractional digits to nanoseconds since 1970; a malformed one counts as 0. */
function timestampNs(text: string): bigint {
  const [, seconds = "", fraction = "", zone = ""] =
    /^(.{19})(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const ms = Date.parse(seconds + zone);
  return Number.isNaN(ms) ? 0n : BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}
