import type { PrimaryDb } from "../db";
import { commit } from "../db";
import { listRuns } from "../queries/container-run";
import { setOf } from "../sql/expressions";
import type { ContainerRunTable } from "../tables/bookkeeping";
import { decodeRun, encodeRun, RUN_BYTES, sizeOfRun } from "./container-run";

/** Runs read per call. Limits how long a waiting head block is delayed. */
const RUNS_PER_CALL = 128;

/**
 * Joins small neighbouring runs of a stream (written one by one at the head) to runs of at most `RUN_BYTES`, starting
 * with the run at `from`. A group is joined once the next run no longer fits, so each container is rewritten once.
 * @returns where to go on: the start of the first group that isn't full
 */
export async function packRuns(db: PrimaryDb, stream: string, from: number): Promise<number> {
  const runs = await listRuns(db, stream, { from, limit: RUNS_PER_CALL });
  const groups = groupRuns(runs);
  // The last group may still grow, unless the limit on runs cut it off.
  const open = runs.length === RUNS_PER_CALL && groups.length === 1 ? undefined : groups.pop();
  const full = groups.filter((group) => group.length > 1);
  if (full.length > 0) await rewrite(db, full);
  return open?.[0]?.first_index ?? nextIndex(runs, from);
}

function groupRuns(runs: readonly ContainerRunTable[]): ContainerRunTable[][] {
  const groups: ContainerRunTable[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const run of runs) {
    const length = sizeOfRun(run);
    if (size + length > RUN_BYTES) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(run);
    size += length;
  }
  return groups;
}

async function rewrite(db: PrimaryDb, groups: readonly ContainerRunTable[][]): Promise<void> {
  const joined = await Promise.all(
    groups.map((group) =>
      encodeRun(
        group[0]?.stream ?? "",
        group.flatMap((run) => decodeRun(run)),
      ),
    ),
  );
  await commit(db, async (trx) => {
    for (const [i, run] of joined.entries()) {
      const firsts = groups[i]?.map(({ first_index }) => first_index) ?? [];
      await trx
        .deleteFrom("container_run")
        .where("stream", "=", run.stream)
        .where("first_index", "in", setOf(firsts))
        .execute();
      await trx.insertInto("container_run").values(run).execute();
    }
  });
}

function nextIndex(runs: readonly ContainerRunTable[], from: number): number {
  const last = runs.at(-1);
  return last ? last.first_index + last.count : from;
}
