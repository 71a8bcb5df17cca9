import type { Kysely } from "kysely";
import type { FirnError } from "../errors";
import { writeStreamStatus } from "../store/stream-status";
import type { PrimaryTables } from "../store/tables";
import type { StreamState, StreamStatusTable } from "../store/tables/stream-status";

/**
 * What is known of a stream right now, written to the store when it changes and on `write`. Nothing here may stop the
 * stream: a status that can't be written is written next time.
 */
export class StreamReport {
  readonly #db: Kysely<PrimaryTables>;
  readonly #now: () => number;
  #status: StreamStatusTable;
  #notice: string | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Kysely<PrimaryTables>, stream: string, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#status = {
      stream,
      state: "starting",
      node_head_index: null,
      node_reachable: 0,
      node_checked_at_ms: null,
      node_error: null,
      error_code: null,
      error_message: null,
      error_hint: null,
      error_at_ms: null,
      notice: null,
      updated_at_ms: now(),
    };
  }

  get state(): StreamState {
    return this.#status.state;
  }

  /** Index of the node's last container, as it answered last. */
  get nodeHead(): number | undefined {
    return this.#status.node_head_index ?? undefined;
  }

  /** Whether the node has answered at all. */
  get asked(): boolean {
    return this.#status.node_checked_at_ms !== null;
  }

  /** Says so at once when it is another state than before. */
  setState(state: StreamState): void {
    if (state === this.#status.state) return;
    this.#change({ state });
    void this.write();
  }

  nodeAnswered(headIndex: number | undefined): void {
    this.#change({
      node_head_index: headIndex ?? null,
      node_reachable: 1,
      node_checked_at_ms: this.#now(),
      node_error: null,
    });
  }

  nodeFailed(error: FirnError): void {
    this.#change({ node_reachable: 0, node_checked_at_ms: this.#now(), node_error: error.message });
    this.setState("waiting-for-node");
  }

  notice(text: string | undefined): void {
    this.#notice = text ?? null;
    this.#change({ notice: this.#notice });
  }

  /** Said in place of the notice while it lasts. */
  nodeElsewhere(text: string | undefined): void {
    this.#change({ notice: text ?? this.#notice });
  }

  /** The stream stands still until what stopped it is gone. */
  async stopped(error: FirnError): Promise<void> {
    this.#change({
      state: "stopped",
      error_code: error.code,
      error_message: error.message,
      error_hint: error.hint ?? null,
      error_at_ms: this.#now(),
    });
    await this.write();
  }

  /** What stopped it is gone. */
  resumed(): void {
    this.#change({ error_code: null, error_message: null, error_hint: null, error_at_ms: null });
    this.setState("starting");
  }

  /** One write after the other; the last one tells the latest. */
  write(): Promise<void> {
    this.#writing = this.#writing
      .then(() => writeStreamStatus(this.#db, { ...this.#status, updated_at_ms: this.#now() }))
      .catch(() => undefined);
    return this.#writing;
  }

  #change(changes: Partial<StreamStatusTable>): void {
    this.#status = { ...this.#status, ...changes };
  }
}
