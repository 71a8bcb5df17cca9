import type { PrimaryDb } from "../db";
import { decodeRun, type StoredContainer } from "../rows/container-run";
import { sumOf } from "../sql/computed";
import type { ContainerRunTable } from "../tables/bookkeeping";

/** Container number `index` of a stream, as the node accepted it; undefined when it isn't stored. */
export async function readContainer(
  db: PrimaryDb,
  stream: string,
  index: number,
): Promise<StoredContainer | undefined> {
  const run = await findRunAround(db, stream, index);
  return run && decodeRun(run, (one) => one === index)[0];
}

/** Containers of a stream by number; those not stored are missing. Each run is read once. */
export async function readContainers(
  db: PrimaryDb,
  stream: string,
  indexes: readonly number[],
): Promise<Map<number, StoredContainer>> {
  const found = new Map<number, StoredContainer>();
  const wanted = new Set(indexes);
  for (const index of wanted) {
    if (found.has(index)) continue;
    const run = await findRunAround(db, stream, index);
    const containers = run ? decodeRun(run, (one) => wanted.has(one)) : [];
    for (const container of containers) found.set(container.index, container);
  }
  return found;
}

/** Runs of a stream from the one that starts at `from`, in order. */
export async function listRuns(
  db: PrimaryDb,
  stream: string,
  range: { from: number; limit: number },
): Promise<ContainerRunTable[]> {
  return db
    .selectFrom("container_run")
    .selectAll()
    .where("stream", "=", stream)
    .where("first_index", ">=", range.from)
    .orderBy("first_index")
    .limit(range.limit)
    .execute();
}

/** How many containers of a stream its runs hold, by their counts. */
export async function countContainers(db: PrimaryDb, stream: string): Promise<number> {
  const { count } = await db
    .selectFrom("container_run")
    .select(sumOf("count").as("count"))
    .where("stream", "=", stream)
    .executeTakeFirstOrThrow();
  return count;
}

/** The run that holds container `index`, or else the last one before it. */
export async function findRunAround(
  db: PrimaryDb,
  stream: string,
  index: number,
): Promise<ContainerRunTable | undefined> {
  return db
    .selectFrom("container_run")
    .selectAll()
    .where("stream", "=", stream)
    .where("first_index", "<=", index)
    .orderBy("first_index", "desc")
    .limit(1)
    .executeTakeFirst();
}
