import type { FirnEvent } from "../../contract/firn/events";
import type { StreamChange } from "../../store/bookkeeping/stream-status";
import { type Cursor, formatCursor } from "./cursor";
import type { Moment } from "./moment";

/** Most changes of states that one reader is told at a time; the others follow. */
const MOST_CHANGES = 500;

/** Reads changes of one store's streams. */
export type ReadChanges = (range: { store: string; after: number; last: number }) => Promise<StreamChange[]>;

/** What a reader has seen who begins with the present; nothing of the status or the alerts. */
export function cursorAt(moment: Moment): Cursor {
  return {
    store: moment.store,
    heights: Object.fromEntries([...moment.heads].map(([stream, { height }]) => [stream, height])),
    changes: Object.fromEntries(moment.changes),
    status: "",
    alerts: "",
  };
}

/**
 * The events that lead from what a reader has seen to a moment, each with the cursor after it. They depend on nothing but
 * the two and the stores.
 */
export async function eventsBetween(
  from: Cursor,
  moment: Moment,
  readChanges: ReadChanges,
): Promise<{ event: FirnEvent; cursor: Cursor }[]> {
  const events: { event: FirnEvent; cursor: Cursor }[] = [];
  let cursor = from;
  const add = (change: Partial<Cursor>, event: DataOf) => {
    cursor = { ...cursor, ...change };
    events.push({ event: { ...event, id: formatCursor(cursor) }, cursor });
  };
  const reason = lostBetween(from, moment);
  if (reason !== undefined) {
    add(cursorAt(moment), { event: "reset", data: { reason } });
  }
  for (const [store, last] of moment.changes) {
    const after = cursor.changes[store] ?? 0;
    if (last <= after) continue;
    const changes = await readChanges({ store, after, last: Math.min(last, after + MOST_CHANGES) });
    if (changes[0] !== undefined && changes[0].change > after + 1 && after > 0)
      add({}, { event: "reset", data: { reason: "older changes of states are not kept" } });
    for (const change of changes)
      add(
        { changes: { ...cursor.changes, [store]: change.change } },
        { event: "stream", data: tell(change) },
      );
  }
  for (const [stream, { height, containerId, time }] of moment.heads) {
    const seen = cursor.heights[stream];
    if (seen === height) continue;
    add(
      { heights: { ...cursor.heights, [stream]: height } },
      {
        event: "blocks",
        // Of a stream that was not there yet, only the newest block is new.
        data: {
          stream,
          from: seen === undefined ? height : seen + 1,
          to: height,
          head: { containerId, time },
        },
      },
    );
  }
  if (cursor.status !== moment.statusPrint)
    add({ status: moment.statusPrint }, { event: "status", data: moment.status });
  if (moment.alerts !== undefined && cursor.alerts !== moment.alerts.print)
    add({ alerts: moment.alerts.print }, { event: "alerts", data: { alerts: [...moment.alerts.list] } });
  return events;
}

type WithoutId<Event> = Event extends unknown ? Omit<Event, "id"> : never;
type DataOf = WithoutId<FirnEvent>;

/** Why what lies between cannot be told; undefined if it can. */
function lostBetween({ store, heights, changes }: Cursor, moment: Moment): string | undefined {
  if (store !== moment.store) return "the store is another one";
  for (const [stream, height] of Object.entries(heights))
    if (height > (moment.heads.get(stream)?.height ?? height)) return `${stream} was stored anew`;
  for (const [name, change] of Object.entries(changes))
    if (change > (moment.changes.get(name) ?? change)) return "a store was made anew";
  return undefined;
}

function tell({ stream, state, at_ms, error_code, error_message }: StreamChange) {
  const error = error_code === null ? {} : { error: { code: error_code, message: error_message ?? "" } };
  return { stream, state, at: at_ms, ...error };
}
