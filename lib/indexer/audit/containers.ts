import { DataError } from "../../errors";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import type { PrimaryDb } from "../../store/db";
import { countContainers } from "../../store/queries/container-run";
import { dagPosition, positionOf } from "../../store/rows/columns";
import type { StoredContainer } from "../../store/rows/container-run";
import type { DecodedContainer } from "../follow/decode";
import { ALL_STREAMS, type Stream } from "../follow/stream";
import { type Head, verifyProposer } from "../follow/verify";
import { examine, type Rebuild, runFrom, storedContainers } from "../rebuild/rebuild";
import type { Progress } from "../rebuild/rebuild-rows";
import type { NetworkIds } from "../rows/projection";
import { type Finding, Tally } from "./audit";

export interface WalkOptions {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** Where a stream is damaged: nothing of what comes at or after it is made anew. */
export interface Break {
  /** Of the container. */
  index: number;
  /** What the rows of the chain begin with from there on. */
  position: number;
}

/** All streams, container by container, from their beginning to where a snapshot ends. */
export class ContainerWalk {
  readonly #db: PrimaryDb;
  readonly #rebuild: Rebuild | undefined;
  readonly #options: WalkOptions;
  readonly #network: NetworkIds | undefined;
  readonly #tally = new Tally();
  /** Signatures that are their proposers', and those of keys that can't be read. */
  #signed = 0;
  #unreadable = 0;
  readonly #breaks = new Map<string, Break>();
  readonly #places = new Map<string, { head: Head | undefined; next: number }>();

  /** Nothing is `known` where the store's facts are damaged: then ids, places and parents alone are looked at. */
  constructor(
    db: PrimaryDb,
    known: { rebuild: Rebuild; network: NetworkIds } | undefined,
    options: WalkOptions,
  ) {
    this.#db = db;
    this.#rebuild = known?.rebuild;
    this.#network = known?.network;
    this.#options = options;
  }

  /** Where the rows of a stream could be made anew no further. */
  get breaks(): ReadonlyMap<string, Break> {
    return this.#breaks;
  }

  async to(snapshot: PrimaryDb): Promise<void> {
    const ends = new Map<Stream, number>();
    for (const stream of ALL_STREAMS) ends.set(stream, await endOf(snapshot, stream));
    for (const [stream, end] of ends) await this.#walk(stream, end);
  }

  async finding(snapshot: PrimaryDb): Promise<Finding> {
    const counts: string[] = [];
    for (const { name } of ALL_STREAMS) {
      const next = this.#places.get(name)?.next ?? 0;
      const held = await countContainers(snapshot, name);
      if (held !== next) this.#tally.add(`${name} container_run count: stored ${held}, checkpoint ${next}`);
      counts.push(`${name} ${next}`);
    }
    const why = `${this.#unreadable} signatures: keys of a kind that is not read`;
    return this.#tally.finding(
      "containers",
      `${counts.join(", ")}, ${this.#signed} signatures`,
      this.#unreadable > 0 ? { notChecked: why } : {},
    );
  }

  async #walk(stream: Stream, end: number): Promise<void> {
    const place = this.#places.get(stream.name) ?? { head: undefined, next: 0 };
    this.#places.set(stream.name, place);
    // What stands in blocks too is told apart by the blocks.
    if (stream.after && this.#breaks.has(stream.after)) this.#break(stream, place);
    while (place.next < end && !this.#options.signal.aborted) {
      try {
        for await (const part of storedContainers(this.#db, stream.name, { from: place.next, to: end })) {
          await this.#examine(stream, place, part);
          this.#options.onProgress({ stream: stream.name, done: place.next, total: end });
          if (this.#options.signal.aborted) return;
        }
        if (place.next >= end) return;
        const stored = `${stream.name} next_index: stored ${end}`;
        this.#tally.add(`checkpoint ${stored}, containers are stored to ${place.next - 1}`);
        this.#break(stream, place);
        place.next = end;
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        this.#tally.add(`${stream.name}: ${error.message}`);
        this.#break(stream, place);
        const run = await runFrom(this.#db, stream.name, place.next);
        Object.assign(place, { head: undefined, next: run ? run.first_index + run.count : end });
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
      this.#tally.add(`${stream.name}: ${error.message}`);
    }
  }

  /** Rows are made anew as long as nothing is wrong in the stream. */
  async #examine(
    stream: Stream,
    place: { head: Head | undefined; next: number },
    containers: readonly StoredContainer[],
  ): Promise<void> {
    const blocks: DecodedContainer[] = [];
    for (const container of containers) {
      const examined = examine(stream, place, container);
      if ("error" in examined) {
        this.#tally.add(`${stream.name}: ${examined.error.message}`);
        this.#break(stream, place);
      } else {
        if (!this.#breaks.has(stream.name)) blocks.push(examined.block);
        this.#examineSignature(stream, examined.block);
      }
      place.head = "error" in examined ? undefined : examined.head;
      place.next = container.index + 1;
    }
    const [first] = blocks;
    if (first === undefined) return;
    try {
      await this.#rebuild?.add(stream, blocks);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      this.#tally.add(`${stream.name}: ${error.message}`);
      this.#breaks.set(stream.name, breakAt(stream, first.container.index, first.height));
    }
  }

  /** Rows are made anew up to here, and none of the containers after it. */
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
