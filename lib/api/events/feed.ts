import type { FirnEvent } from "../../contract/firn/events";
import type { FirnStatus } from "../../contract/firn/status";
import { FirnError, InputError } from "../../errors";
import { every, pause } from "../../every";
import type { Log } from "../../log";
import { cursorAt, eventsBetween } from "./between";
import { formatCursor, parseCursor } from "./cursor";
import { type Moment, type MomentSource, readChanges, readMoment } from "./moment";

/** How often the stores are looked at, for all readers together. Without readers nobody looks. */
const LOOK_MS = 500;
/** The status is put together this often at most. */
const STATUS_MS = 1_000;
/** A connection that carries nothing for longer is given up by some proxies. */
const IDLE_MS = 15_000;
/** Most readers at a time. Browsers poll instead. */
const MOST_READERS = 1_000;

export interface EventFeed {
  /**
   * Events after an id, or from now on. It goes on until the reader leaves or the feed closes; undefined while nothing
   * happens.
   * @throws InputError BAD_PARAMETER for an id that is none, RATE_LIMITED if there are too many readers
   * @throws NodeError NOTHING_INDEXED
   */
  follow(after: string | undefined): Promise<AsyncIterable<FirnEvent | undefined>>;
  /** Ends every reader's stream. */
  close(): void;
}

interface FeedOptions {
  /** Current time, unix ms. */
  nowMs: () => number;
  log: Log;
}

/** One look at the stores for all readers; where each is stands in its own ids. */
export function openEventFeed(source: MomentSource, { nowMs, log }: FeedOptions): EventFeed {
  const closed = new AbortController();
  let readers = 0;
  let looking: AbortController | undefined;
  let latest: Moment | undefined;
  let status: { atMs: number; value: Promise<FirnStatus> } | undefined;
  /** Resolved when there is another moment. */
  let changed = signalOf();

  const readStatus: MomentSource["readStatus"] = () => {
    if (status === undefined || Math.abs(nowMs() - status.atMs) >= STATUS_MS)
      status = { atMs: nowMs(), value: source.readStatus() };
    return status.value;
  };
  const look = async () => {
    const moment = await readMoment({ ...source, readStatus }).catch((error: unknown) => {
      // A store that cannot be read just now is looked at again.
      if (!(error instanceof FirnError)) log.error("the events could not be read", { err: error });
      return undefined;
    });
    if (moment === undefined) return;
    const isNew = latest === undefined || signatureOf(latest) !== signatureOf(moment);
    latest = moment;
    if (!isNew) return;
    changed.resolve();
    changed = signalOf();
  };
  const arrive = () => {
    readers += 1;
    if (looking !== undefined) return;
    looking = new AbortController();
    void every(LOOK_MS, look, { signal: looking.signal });
  };
  const leave = () => {
    readers -= 1;
    if (readers > 0) return;
    looking?.abort();
    looking = undefined;
    latest = undefined;
  };
  const changes = (range: Parameters<typeof readChanges>[1]) => readChanges(source, range);

  async function* readOn(first: Moment, after: ReturnType<typeof parseCursor>) {
    let cursor = after;
    let moment: Moment = first;
    arrive();
    try {
      while (!closed.signal.aborted) {
        const next = changed.promise;
        moment = latest ?? moment;
        const events = await eventsBetween(cursor, moment, changes);
        for (const { event, cursor: seen } of events) {
          yield event;
          cursor = seen;
        }
        // The first line goes out at once, so that the reader knows that it is connected.
        if (events.length === 0) yield undefined;
        const idle = new AbortController();
        await Promise.race([next, pause(IDLE_MS, AbortSignal.any([idle.signal, closed.signal]))]);
        idle.abort();
      }
    } finally {
      leave();
    }
  }

  return {
    async follow(after) {
      if (readers >= MOST_READERS)
        throw new InputError("RATE_LIMITED", `${MOST_READERS} readers follow the events already`, {
          hint: "ask for /firn/v1/status instead",
        });
      const given = after === undefined ? undefined : parseCursor(after);
      const moment = latest ?? (await readMoment({ ...source, readStatus }));
      return readOn(moment, given ?? cursorAt(moment));
    },
    close: () => closed.abort(),
  };
}

/** Everything that events are made of, in short. */
function signatureOf(moment: Moment): string {
  return formatCursor({
    ...cursorAt(moment),
    status: moment.statusPrint,
    alerts: moment.alerts?.print ?? "",
  });
}

function signalOf(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
