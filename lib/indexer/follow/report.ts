import { isLimit } from "../../client/limits";
import type { Pace } from "../../client/pace";
import { describeError, type FirnError } from "../../errors";
import type { Log } from "../../log";
import { Mutex } from "../../mutex";
import { asHolder, type Claim } from "../../store/bookkeeping/lease";
import { writeStreamStatus } from "../../store/bookkeeping/stream-status";
import type { BookkeepingDb } from "../../store/db";
import type { BlockSource, StreamState, StreamStatusTable } from "../../store/tables/bookkeeping";

export interface ReportOptions {
  /** Of the lease on the store. */
  claim: Claim;
  /** Unix ms. */
  now: () => number;
  log: Log;
  /** Of the node. */
  pace?: Pick<Pace, "limit"> | undefined;
}

/**
 * The current state of a stream. `write` stores it when it changed; the lease's heartbeat shows that it is still
 * current. Nothing here may stop the stream: a failed write is retried with the next one.
 */
export class StreamReport {
  readonly #db: BookkeepingDb;
  readonly #options: ReportOptions;
  #status: StreamStatusTable;
  #notice: string | null = null;
  /** Orders writes, so that the last one stores the latest state. */
  readonly #writing = new Mutex();

  /** The stored row without its times. */
  #written = "";
  /** Failed writes since the last success. */
  #failures = 0;

  constructor(db: BookkeepingDb, stream: string, options: ReportOptions) {
    this.#db = db;
    this.#options = options;
    this.#status = {
      stream,
      state: "starting",
      node_head_index: null,
      node_reachable: false,
      node_checked_at_ms: null,
      node_error: null,
      ...NO_ERROR,
      notice: null,
      source: null,
      updated_at_ms: options.now(),
    };
  }

  get state(): StreamState {
    return this.#status.state;
  }

  /** Index of the node's last container, as last reported. */
  get nodeHead(): number | undefined {
    return this.#status.node_head_index ?? undefined;
  }

  /** Whether the node has answered at all. */
  get hasAnswered(): boolean {
    return this.#status.node_checked_at_ms !== null;
  }

  /** Written at once when it differs from the state before. */
  async setState(state: StreamState): Promise<void> {
    if (state === this.#status.state) return;
    this.#change({ state });
    await this.write();
  }

  nodeAnswered(headIndex: number | undefined): void {
    this.#change({
      node_head_index: headIndex ?? null,
      node_reachable: true,
      node_checked_at_ms: this.#options.now(),
      node_error: null,
    });
    if (this.state !== "stopped") this.#change(NO_ERROR);
  }

  /** Keeps the time at which the error began, until the node answers. A node that limits requests does answer. */
  async nodeFailed(error: FirnError): Promise<void> {
    const now = this.#options.now();
    const node_reachable = isLimit(error);
    this.#change({ node_reachable, node_checked_at_ms: now, node_error: describeError(error) });
    if (this.state === "stopped") return;
    this.#change(errorFrom(error, this.#status.error_at_ms ?? now));
    await this.setState("waiting-for-node");
  }

  notice(text: string | undefined): void {
    this.#notice = text ?? null;
    this.#change({ notice: this.#notice });
  }

  /** Where the next blocks are read from. */
  setSource(source: BlockSource): void {
    this.#change({ source });
  }

  /** Notice that the node is behind the store; replaces the other notice while it lasts. */
  setLag(text: string | undefined): void {
    this.#change({ notice: text ?? this.#notice });
  }

  /** The stream waits until what stopped it is gone. */
  async stopped(error: FirnError): Promise<void> {
    this.#change({ state: "stopped", ...errorFrom(error, this.#options.now()) });
    await this.write();
  }

  /** What stopped it is gone. */
  async resumed(): Promise<void> {
    this.#change(NO_ERROR);
    await this.setState("starting");
  }

  /** Never throws. */
  write(): Promise<void> {
    return this.#writing.run(() => this.#store());
  }

  async #store(): Promise<void> {
    const { claim, now, log, pace } = this.#options;
    const notice = withLimit(this.#status.notice, pace?.limit);
    const status = { ...this.#status, notice, updated_at_ms: now() };
    const text = JSON.stringify({ ...status, updated_at_ms: 0, node_checked_at_ms: 0 });
    if (text === this.#written) return;
    try {
      await asHolder(this.#db, claim, (trx) => writeStreamStatus(trx, status));
      this.#written = text;
      if (this.#failures > 0) {
        log.info(`the status of ${status.stream} can be written again`, { failedWrites: this.#failures });
      }
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === 1)
        log.warn(`the status of ${status.stream} was not written: ${describeError(error)}`);
    }
  }

  #change(changes: Partial<StreamStatusTable>): void {
    this.#status = { ...this.#status, ...changes };
  }
}

function withLimit(notice: string | null, limit: string | undefined): string | null {
  if (limit === undefined) return notice;
  const text = `the node limits requests (${limit}): Firn asks it as often as it allows`;
  return notice === null ? text : `${notice}; ${text}`;
}

type ErrorColumns = Pick<StreamStatusTable, "error_code" | "error_message" | "error_hint" | "error_at_ms">;

const NO_ERROR: ErrorColumns = {
  error_code: null,
  error_message: null,
  error_hint: null,
  error_at_ms: null,
};

function errorFrom({ code, message, hint }: FirnError, atMs: number): ErrorColumns {
  return { error_code: code, error_message: message, error_hint: hint ?? null, error_at_ms: atMs };
}
