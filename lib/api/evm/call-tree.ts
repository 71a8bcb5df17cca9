import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { decodeCall, decodeLog, decodeReturn } from "../../avalanche/evm/abi/read";
import { isNeverRun, MOST_OUTPUT } from "../../avalanche/evm/call";
import { failurePath } from "../../avalanche/evm/failure";
import { isPrecompile } from "../../avalanche/evm/precompiles";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type { EvmTraceCall, EvmTreeEvent } from "../../contract/firn/evm-transactions";
import type { TracedCall, TracedLog } from "../../contract/node/evm";
import type { ChainLabels } from "../labels/labels";
import { presentReason } from "../present/evm/failure";

/** An event as the tracer gave it, with its place in the tree. */
export interface TreeEvent {
  by: number;
  depth: number;
  log: TracedLog;
}

/** A call of a tree, without the calls inside it. */
export interface TreeCall extends Pick<EvmTraceCall, "depth" | "isLast" | "isReverted" | "isOnFailurePath"> {
  call: Omit<TracedCall, "calls" | "logs">;
  eventsBefore: TreeEvent[];
  eventsAfter: TreeEvent[];
}

/** A call tree in the order in which its calls began, each with the events before it. */
export function listCalls(root: TracedCall): TreeCall[] {
  const list: TreeCall[] = [];
  const hasFailed = root.error !== undefined || isNeverRun({ type: root.type, to: undefined, calls: [] });
  const path = new Set<TracedCall>(hasFailed ? failurePath(root) : []);
  let events: TreeEvent[] = [];
  const add = (traced: TracedCall, place: Pick<TreeCall, "depth" | "isLast" | "isReverted">) => {
    const { calls = [], logs = [], ...call } = traced;
    const isReverted = place.isReverted || call.error !== undefined;
    const isOnFailurePath = path.has(traced);
    list.push({ ...place, isReverted, isOnFailurePath, call, eventsBefore: events, eventsAfter: [] });
    events = [];
    const by = list.length;
    const write = (log: TracedLog) => events.push({ by, depth: place.depth + 1, log });
    for (const [at, inner] of calls.entries()) {
      for (const log of logs) if (placeOf(log) === at) write(log);
      add(inner, { depth: place.depth + 1, isLast: at === calls.length - 1, isReverted });
    }
    for (const log of logs) if (placeOf(log) >= calls.length) write(log);
  };
  add(root, { depth: 0, isLast: true, isReverted: false });
  const last = list.at(-1);
  if (last) last.eventsAfter = events;
  return list;
}

/** Events of a tree. */
export function countEvents(calls: readonly TreeCall[]): number {
  return calls.reduce((sum, each) => sum + each.eventsBefore.length + each.eventsAfter.length, 0);
}

type WrittenLog = Pick<TracedLog, "address" | "topics" | "data">;

/**
 * Places the events of a receipt in a tree whose tracer left some out: nodes do not trace what precompiles write. An event
 * that is missing belongs to the call of its precompile that comes next. If the tracer tells anything else, no event has
 * a place.
 */
export function placeEvents(calls: readonly TreeCall[], logs: readonly WrittenLog[]): TreeCall[] {
  const placed = calls.map((call): TreeCall => ({ ...call, eventsBefore: [], eventsAfter: [] }));
  const slots = calls.flatMap((call, at): Slot[] => [
    ...call.eventsBefore.map((event) => ({ at, event })),
    { at },
    ...call.eventsAfter.map((event) => ({ at: at + 1, event })),
  ]);
  let next = 0;
  for (const log of logs) {
    while (next < slots.length && !fits(slots[next] as Slot, log, calls)) {
      if (slots[next]?.event !== undefined) return withoutEvents(calls);
      next += 1;
    }
    const slot = slots[next];
    if (slot === undefined) return withoutEvents(calls);
    // A precompile makes no calls: what it writes is written before the call after it.
    const at = slot.event === undefined ? slot.at + 1 : slot.at;
    const depth = (calls[slot.at]?.depth ?? 0) + 1;
    const event = slot.event ?? { by: slot.at + 1, depth, log };
    if (at < placed.length) placed[at]?.eventsBefore.push(event);
    else placed.at(-1)?.eventsAfter.push(event);
    if (slot.event !== undefined) next += 1;
  }
  return slots.slice(next).some(({ event }) => event !== undefined) ? withoutEvents(calls) : placed;
}

/** A place for events: an event of the tracer's before a call, or the call itself. */
interface Slot {
  at: number;
  event?: TreeEvent;
}

function fits({ at, event }: Slot, log: WrittenLog, calls: readonly TreeCall[]): boolean {
  if (event !== undefined) return nameOfLog(event.log) === nameOfLog(log);
  const { call, isReverted } = calls[at] ?? {};
  if (call?.to == null || isReverted === true) return false;
  return call.to.toLowerCase() === log.address.toLowerCase() && isPrecompile(fromHex(call.to.toLowerCase()));
}

function nameOfLog({ address, topics, data }: WrittenLog): string {
  return [address, ...topics, data].join(" ").toLowerCase();
}

function withoutEvents(calls: readonly TreeCall[]): TreeCall[] {
  return calls.map((call) => ({ ...call, eventsBefore: [], eventsAfter: [] }));
}

function placeOf({ position = 0n }: TracedLog): number {
  return Number(position);
}

/** Bytes of a call kept in memory, about. */
export function weightOf({ call, eventsBefore, eventsAfter }: TreeCall): number {
  const events = [...eventsBefore, ...eventsAfter];
  const text = call.input.length + (call.output?.length ?? 0);
  return 400 + text + events.reduce((sum, { log }) => sum + 400 + log.data.length, 0);
}

/** A call for readers, decoded. */
export function presentTreeCall(
  { depth, isLast, isReverted, isOnFailurePath, call, ...events }: TreeCall,
  labels: ChainLabels,
): EvmTraceCall {
  const { type, from, to, value, gas, gasUsed, error } = call;
  return {
    depth,
    isLast,
    type,
    from: formatEvmAddress(fromHex(from)),
    ...(to != null && { to: formatEvmAddress(fromHex(to)) }),
    value: String(value ?? 0n),
    gas: String(gas),
    gasUsed: String(gasUsed),
    ...presentData(call, labels),
    ...(error !== undefined && { error, failure: presentReason(toldOf(call), labels) }),
    isReverted,
    isOnFailurePath,
    eventsBefore: events.eventsBefore.map((event) => presentEvent(event, labels)),
    eventsAfter: events.eventsAfter.map((event) => presentEvent(event, labels)),
  };
}

/** What a call said and was answered. The input of a creation is code, and so is its answer. */
function presentData(
  { type, to, input, output = "0x", error }: TreeCall["call"],
  labels: ChainLabels,
): Pick<EvmTraceCall, "methodHash" | "methodName" | "called" | "returned" | "output"> {
  if (type.startsWith("CREATE") || to == null) return {};
  const address = fromHex(to);
  const books = labels.books(address);
  const methodHash = input.length >= 10 ? input.slice(0, 10) : undefined;
  const called = decodeCall(books, input);
  const methodName = called?.signature ?? (methodHash && labels.method(fromHex(methodHash), address));
  const returned = error === undefined ? decodeReturn(books, input, output) : undefined;
  return {
    ...(methodHash !== undefined && { methodHash }),
    ...(methodName !== undefined && { methodName }),
    ...(called !== undefined && { called }),
    ...(returned !== undefined ? { returned } : output.length > 2 && { output: cutHex(output) }),
  };
}

function presentEvent(
  { by, depth, log: { address, topics, data } }: TreeEvent,
  labels: ChainLabels,
): EvmTreeEvent {
  const bytes = fromHex(address.toLowerCase());
  const event = decodeLog(labels.books(bytes), topics, data);
  return {
    by,
    depth,
    address: formatEvmAddress(bytes),
    topics,
    data: cutHex(data),
    ...(event !== undefined && { event }),
  };
}

/** What the failure of a call is read from. */
export function toldOf({ error = "", output = "0x", to }: TreeCall["call"]) {
  return { error, output: cutHex(output), to: to == null ? undefined : toHex(fromHex(to.toLowerCase())) };
}

function cutHex(hex: string): string {
  return hex.slice(0, 2 + 2 * MOST_OUTPUT);
}
