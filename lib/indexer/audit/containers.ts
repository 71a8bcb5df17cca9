import { DataError } from "../../errors";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import type { PrimaryDb } from "../../store/db";
import { countContainers } from "../../store/queries/container-run";
import { findFirstNumber } from "../../store/queries/first-number";
import { dagPosition, positionOf } from "../../store/rows/columns";
import type { StoredContainer } from "../../store/rows/container-run";
import type { DecodedContainer } from "../follow/decode";
import { ALL_STREAMS, type Stream } from "../follow/stream";
import { type Head, verifyProposer } from "../follow/verify";
import { examine, type Rebuild, runFrom, storedContainers } from "../rebuild/rebuild";
import type { Progress } from "../rebuild/rebuild-rows";
import type { NetworkIds } from "../rows/projection";
import { type CheckResult, DifferenceCounter } from "./check-result";

export interface ScanOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** Where a stream is damaged: the rows of this container and later ones are not rebuilt. */
export interface Break {
  /** Index of the container. */
  index: number;
  /** Position at which rows of the chain are affected. */
  position: number;
}

/** Examines all streams, container by container, from their beginning to the end in a snapshot. */
export class ContainerScan {
  readonly #db: PrimaryDb;
  readonly #rebuild: Rebuild | undefined;
  readonly #options: ScanOptions;
  readonly #network: NetworkIds | undefined;
  readonly #counter = new DifferenceCounter();
  /** Number of valid signatures, and of those whose key can't be read. */
  #signed = 0;
  #unreadable = 0;
  readonly #breaks = new Map<string, Break>();
  readonly #cursors = new Map<string, { head: Head | undefined; next: number; first: number }>();

  /** @param known undefined where the store's facts are damaged: then only ids, order and parents are checked */
  constructor(
    db: PrimaryDb,
    known: { rebuild: Rebuild; network: NetworkIds } | undefined,
    options: ScanOptions,
  ) {
    this.#db = db;
    this.#rebuild = known?.rebuild;
    this.#network = known?.network;
    this.#options = options;
  }

  /** The first damage of each stream, by stream name. */
  get breaks(): ReadonlyMap<string, Break> {
    return this.#breaks;
  }

  async to(snapshot: PrimaryDb): Promise<void> {
    const ends = new Map<Stream, number>();
    for (const stream of ALL_STREAMS) ends.set(stream, await endOf(snapshot, stream));
    for (const [stream, end] of ends) await this.#scan(stream, end);
  }

  /** Whether older blocks were stored since it began: rows of these are not rebuilt. */
  async hasGrownDown(snapshot: PrimaryDb): Promise<boolean> {
    for (const [name, { first }] of this.#cursors)
      if ((await findFirstNumber(snapshot, name)) < first) return true;
    return false;
  }

  async result(snapshot: PrimaryDb): Promise<CheckResult> {
    const counts: string[] = [];
    for (const { name } of ALL_STREAMS) {
      const { next = 0, first = 0 } = this.#cursors.get(name) ?? {};
      const count = await countContainers(snapshot, name);
      if (count !== next - first)
        this.#counter.add(`${name} container_run count: stored ${count}, checkpoint ${next - first}`);
      counts.push(`${name} ${next - first}`);
    }
    const why = `${this.#unreadable} signatures: unsupported kind of key`;
    return this.#counter.result(
      "containers",
      `${counts.join(", ")}, ${this.#signed} signatures`,
      this.#unreadable > 0 ? { notChecked: why } : {},
    );
  }

  async #scan(stream: Stream, end: number): Promise<void> {
    const first = await findFirstNumber(this.#db, stream.name);
    const cursor = this.#cursors.get(stream.name) ?? { head: undefined, next: first, first };
    this.#cursors.set(stream.name, cursor);
    // Transactions that are also in blocks are found by the blocks.
    if (stream.after && this.#breaks.has(stream.after)) this.#break(stream, cursor);
    while (cursor.next < end && !this.#options.signal.aborted) {
      try {
        for await (const slice of storedContainers(this.#db, stream.name, { from: cursor.next, to: end })) {
          await this.#examine(stream, cursor, slice);
          this.#options.onProgress({ stream: stream.name, done: cursor.next, total: end });
          if (this.#options.signal.aborted) return;
        }
        if (cursor.next >= end) return;
        const stored = `${stream.name} next_index: stored ${end}`;
        this.#counter.add(`checkpoint ${stored}, but containers are stored to ${cursor.next - 1}`);
        this.#break(stream, cursor);
        cursor.next = end;
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        this.#counter.add(`${stream.name}: ${error.message}`);
        this.#break(stream, cursor);
        const run = await runFrom(this.#db, stream.name, cursor.next);
        Object.assign(cursor, { head: undefined, next: run ? run.first_index + run.count : end });
      }
    }
  }

  #examineSignature(stream: Stream, { container }: DecodedContainer): void {
    if (this.#network === undefined) return;
    try {
      if (verifyProposer(stream, container, this.#network)) this.#signed += 1;
      else if (container.wrapper.certificate !== undefined) this.#unreadable += 1;
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      this.#counter.add(`${stream.name}: ${error.message}`);
    }
  }

  /** Examines containers and rebuilds their rows, until the stream is damaged. */
  async #examine(
    stream: Stream,
    cursor: { head: Head | undefined; next: number },
    containers: readonly StoredContainer[],
  ): Promise<void> {
    const blocks: DecodedContainer[] = [];
    for (const container of containers) {
      const examined = examine(stream, cursor, container);
      if ("error" in examined) {
        this.#counter.add(`${stream.name}: ${examined.error.message}`);
        this.#break(stream, cursor);
      } else {
        if (!this.#breaks.has(stream.name)) blocks.push(examined.block);
        this.#examineSignature(stream, examined.block);
      }
      cursor.head = "error" in examined ? undefined : examined.head;
      cursor.next = container.index + 1;
    }
    const [first] = blocks;
    if (first === undefined) return;
    try {
      await this.#rebuild?.add(stream, blocks);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      this.#counter.add(`${stream.name}: ${error.message}`);
      this.#breaks.set(stream.name, breakAt(stream, first.container.index, first.height));
    }
  }

  /** Records damage: later containers are not rebuilt. */
  #break(stream: Stream, { head, next }: { head: Head | undefined; next: number }): void {
    if (!this.#breaks.has(stream.name))
      this.#breaks.set(stream.name, breakAt(stream, next, head === undefined ? 0 : head.height + 1));
  }
}

function breakAt({ name }: Stream, index: number, height: number): Break {
  return { index, position: name.endsWith("/block") ? positionOf(height, 0) : dagPosition(index) };
}

async function endOf(db: PrimaryDb, { name }: Stream): Promise<number> {
  return (await readCheckpoint(db, name))?.next_index ?? 0;
}
