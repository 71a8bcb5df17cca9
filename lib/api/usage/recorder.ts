import { randomUUID } from "node:crypto";
import { describeError } from "../../errors";
import type { Log } from "../../log";
import { commit } from "../../store/db";
import { thinUsage, writeUsage } from "../../store/queries/usage/usage";
import { addDuration, type Durations } from "../../store/rows/durations";
import type { Store, Stores } from "../../store/stores";
import type { UsageTable, UsageTables } from "../../store/tables/usage";

/** A request that was answered. */
export interface Used {
  /** Name of its key; undefined without one. */
  key: string | undefined;
  /** The contract's path. */
  route: string;
  /** The `chainId` of an answer. */
  chain: string | undefined;
  status: number;
  /** What it counted against the limit. */
  credits: number;
  ms: number;
}

const MINUTE = 60;
const FLUSH_MS = 5_000;
const THIN_MS = 3_600_000;
/** Minutes that are kept while they can't be written. */
const MOST_MINUTES = 60;
/** Kinds of requests that are told apart in a minute; the others share one. */
const MOST_KINDS = 2_000;
const OTHER_ROUTE = "other";

type Counted = Omit<UsageTable, "durations"> & { durations: Durations; isWritten: boolean };

/** Counts who uses the API by the minute, and writes it to a store every few seconds. */
export class UsageRecorder {
  readonly #stores: Pick<Stores, "open">;
  readonly #nowMs: () => number;
  readonly #log: Pick<Log, "warn">;
  /** Nobody else writes rows of this name. */
  readonly #writer = randomUUID();
  readonly #minutes = new Map<number, Map<string, Counted>>();
  readonly #timer: NodeJS.Timeout;
  #opening: Promise<Store<UsageTables>> | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #thinnedAtMs = Number.NEGATIVE_INFINITY;
  #isAway = false;

  constructor({
    stores,
    nowMs,
    log,
  }: {
    stores: Pick<Stores, "open">;
    nowMs: () => number;
    log: Pick<Log, "warn">;
  }) {
    this.#stores = stores;
    this.#nowMs = nowMs;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS);
    this.#timer.unref();
  }

  add({ key = "", route, chain = "", status, credits, ms }: Used): void {
    const at = this.#minute();
    const minute = this.#minutes.get(at) ?? new Map<string, Counted>();
    this.#minutes.set(at, minute);
    const kind = JSON.stringify([key, route, chain, status]);
    const known = minute.get(kind);
    const isOther = known === undefined && minute.size >= MOST_KINDS;
    const counted = isOther
      ? kindIn(minute, { at, writer: this.#writer, key: "", route: OTHER_ROUTE, chain: "", status })
      : (known ?? kindIn(minute, { at, writer: this.#writer, key, route, chain, status }));
    counted.requests += 1;
    counted.credits += credits;
    counted.isWritten = false;
    addDuration(counted.durations, ms);
  }

  /** Writes what is not written yet. Never rejects: what can't be written is tried again. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    await (await this.#opening?.catch(() => undefined))?.close();
  }

  async #write(): Promise<void> {
    const now = this.#minute();
    const dirty = [...this.#minutes.values()].flatMap((minute) =>
      [...minute.values()].filter(({ isWritten }) => !isWritten),
    );
    try {
      if (dirty.length > 0) {
        const rows = dirty.map(({ isWritten: _, ...row }) => ({
          ...row,
          durations: JSON.stringify(row.durations),
        }));
        for (const counted of dirty) counted.isWritten = true;
        await commit((await this.#open()).db, (trx) => writeUsage(trx, rows));
      }
      if (this.#opening !== undefined && this.#nowMs() - this.#thinnedAtMs > THIN_MS) {
        this.#thinnedAtMs = this.#nowMs();
        await thinUsage((await this.#open()).db, Math.floor(this.#nowMs() / 1_000));
      }
      this.#isAway = false;
    } catch (error) {
      for (const counted of dirty) counted.isWritten = false;
      if (!this.#isAway) this.#log.warn(`usage of the API is not written for now: ${describeError(error)}`);
      this.#isAway = true;
    }
    for (const [at, minute] of this.#minutes) {
      const isWritten = [...minute.values()].every((counted) => counted.isWritten);
      if (at < now && (isWritten || this.#minutes.size > MOST_MINUTES)) this.#minutes.delete(at);
    }
  }

  #minute(): number {
    return Math.floor(this.#nowMs() / 1_000 / MINUTE) * MINUTE;
  }

  #open(): Promise<Store<UsageTables>> {
    this.#opening ??= this.#stores
      .open("usage", { mode: "write", nowMs: this.#nowMs() })
      .catch((error: unknown) => {
        this.#opening = undefined; // the next time tries again
        throw error;
      });
    return this.#opening;
  }
}

function kindIn(
  minute: Map<string, Counted>,
  place: Pick<Counted, "at" | "writer" | "key" | "route" | "chain" | "status">,
): Counted {
  const { key, route, chain, status } = place;
  const kind = JSON.stringify([key, route, chain, status]);
  const counted: Counted = minute.get(kind) ?? {
    step: MINUTE,
    ...place,
    requests: 0,
    credits: 0,
    durations: {},
    isWritten: false,
  };
  minute.set(kind, counted);
  return counted;
}
