import type { Kysely } from "kysely";
import { DataError } from "../errors";
import { readCheckpoint } from "../store/checkpoint";
import { compareTables } from "../store/compare";
import type { StoredContainer } from "../store/container-run";
import { type NetworkFacts, readNetwork } from "../store/network";
import { openStore, type Store } from "../store/open";
import { countContainers } from "../store/queries/container-run";
import { openScratch } from "../store/scratch";
import type { PrimaryTables } from "../store/tables";
import { type Finding, Tally } from "./audit";
import type { DecodedContainer } from "./decode";
import { knownNetwork } from "./known-network";
import { examine, openRebuild, type Rebuild, runFrom, storedContainers } from "./rebuild";
import type { Progress } from "./rebuild-rows";
import { ALL_STREAMS, type Stream } from "./stream";
import type { Head } from "./verify";

type Db = Kysely<PrimaryTables>;

export interface AuditOptions {
  /** File of the primary store; an indexer may be writing it. */
  storePath: string;
  /** File for the rows made anew; it goes again. */
  scratchPath: string;
  now: () => number;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Checks a store against itself: the id, place and parent of every container, and every row against one made anew from
 * the containers. It only reads; while an indexer writes, the store is compared as it was at one moment.
 * @throws ConfigError CONFIG_INVALID when the store doesn't say enough
 */
export async function auditStore(options: AuditOptions): Promise<Finding[]> {
  const { storePath, scratchPath, now, signal } = options;
  const live = await openStore(storePath, { mode: "read" });
  // A connection holds one snapshot: containers, which never change, are read beside it.
  const snapshot = await openStore(storePath, { mode: "read" });
  const scratch = await openScratch(scratchPath, now());
  try {
    const known = knownNetwork(await readNetwork(live.db), { nowMs: now() });
    const rebuild = await openRebuild({ source: live.db, scratch: scratch.db }, { known, now, signal });
    const walk = new Walk(live.db, rebuild, options);
    await walk.to(live.db);
    const comparing = snapshot.db.transaction().setAccessMode("read only");
    return await comparing.execute(async (trx) => {
      await walk.to(trx);
      const containers = await walk.finding(trx);
      if (containers.differing > 0) return [containers, notMade()];
      return [containers, await compareRows({ stored: trx, scratch }, options)];
    });
  } finally {
    await scratch.close();
    await snapshot.close();
    await live.close();
  }
}

/** All streams, container by container, from their beginning to where a snapshot ends. */
class Walk {
  readonly #db: Db;
  readonly #rebuild: Rebuild;
  readonly #options: AuditOptions;
  readonly #tally = new Tally();
  readonly #places = new Map<string, { head: Head | undefined; next: number }>();

  constructor(db: Db, rebuild: Rebuild, options: AuditOptions) {
    this.#db = db;
    this.#rebuild = rebuild;
    this.#options = options;
  }

  async to(snapshot: Db): Promise<void> {
    const ends = new Map<Stream, number>();
    for (const stream of ALL_STREAMS) ends.set(stream, await endOf(snapshot, stream));
    for (const [stream, end] of ends) await this.#walk(stream, end);
  }

  async finding(snapshot: Db): Promise<Finding> {
    const counts: string[] = [];
    for (const { name } of ALL_STREAMS) {
      const next = this.#places.get(name)?.next ?? 0;
      const held = await countContainers(snapshot, name);
      if (held !== next) this.#tally.add(`${name} container_run count: stored ${held}, checkpoint ${next}`);
      counts.push(`${name} ${next}`);
    }
    return this.#tally.finding("containers", counts.join(", "));
  }

  async #walk(stream: Stream, end: number): Promise<void> {
    const place = this.#places.get(stream.name) ?? { head: undefined, next: 0 };
    this.#places.set(stream.name, place);
    while (place.next < end && !this.#options.signal.aborted) {
      try {
        for await (const part of storedContainers(this.#db, stream.name, { from: place.next, to: end })) {
          await this.#examine(stream, place, part);
          this.#options.onProgress({ stream: stream.name, done: place.next, total: end });
          if (this.#options.signal.aborted) return;
        }
        if (place.next >= end) return;
        this.#tally.add(`${stream.name} containers: stored to ${place.next - 1}, checkpoint ${end - 1}`);
        place.next = end;
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        this.#tally.add(`${stream.name}: ${error.message}`);
        const run = await runFrom(this.#db, stream.name, place.next);
        Object.assign(place, { head: undefined, next: run ? run.first_index + run.count : end });
      }
    }
  }

  /** Rows are made anew as long as nothing is wrong. */
  async #examine(
    stream: Stream,
    place: { head: Head | undefined; next: number },
    containers: readonly StoredContainer[],
  ): Promise<void> {
    const blocks: DecodedContainer[] = [];
    for (const container of containers) {
      const examined = examine(stream, place, container);
      if ("error" in examined) this.#tally.add(`${stream.name}: ${examined.error.message}`);
      else blocks.push(examined.block);
      place.head = "error" in examined ? undefined : examined.head;
      place.next = container.index + 1;
    }
    if (this.#tally.differing > 0) return;
    try {
      await this.#rebuild.add(stream, blocks);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      this.#tally.add(`${stream.name}: ${error.message}`);
    }
  }
}

async function endOf(db: Db, { name }: Stream): Promise<number> {
  return (await readCheckpoint(db, name))?.next_index ?? 0;
}

function notMade(): Finding {
  return new Tally().finding("rows", "none", "rows can't be made anew from these containers");
}

async function compareRows(
  { stored, scratch }: { stored: Db; scratch: Store },
  { onProgress }: AuditOptions,
): Promise<Finding> {
  const tally = new Tally();
  const rows = await compareTables(
    { stored, expected: scratch.db },
    {
      onDifference: ({ table, key, field, ...values }) => {
        const { stored = "none", expected = "none" } = values;
        tally.add(
          `${table} ${key}${field ? ` ${field}` : ""}: stored ${stored}, made anew ${expected}`,
          table,
        );
      },
      onTable: (done, total) => onProgress({ stream: "rows", done, total }),
    },
  );
  const facts = await readNetwork(stored);
  const expected = Object.entries(await readNetwork(scratch.db)) as [keyof NetworkFacts, string][];
  for (const [key, value] of expected) {
    if (facts[key] !== value) tally.add(`network ${key}: stored ${facts[key]}, made anew ${value}`);
  }
  return tally.finding("rows", `${rows + expected.length} rows`);
}
