import { setTimeout as sleep } from "node:timers/promises";
import { DataError } from "../../errors";
import { signLease } from "../../store/bookkeeping/lease";
import type { PrimaryDb } from "../../store/db";
import { findRunAround, listRuns } from "../../store/queries/container-run";
import { listStoredTimes } from "../../store/queries/stored-times";
import { chainOfStream } from "../../store/queries/stream";
import { decodeRun, type StoredContainer } from "../../store/rows/container-run";
import type { ContainerRunTable } from "../../store/tables/bookkeeping";
import type { DecodedContainer } from "../follow/decode";
import { BlockFailure } from "../follow/failure";
import { headAt, loadState, type StreamState } from "../follow/state";
import type { Stream } from "../follow/stream";
import { type Head, verifyContainer, verifyLink } from "../follow/verify";
import { writeContainers, writeGenesis } from "../follow/write";
import type { KnownNetwork } from "../known-network";
import { IdDictionaries } from "../rows/id-dictionaries";

/** Rebuilds rows from verified and decoded containers, one stream after the other. */
export interface Rebuild {
  /**
   * Stores the rows of the next containers of a stream.
   * @throws DataError for a container that contradicts the rows before it
   */
  add(stream: Stream, containers: readonly DecodedContainer[]): Promise<void>;
}

/**
 * Starts a rebuild with the rows of the genesis. Numbers of dictionaries, and the times at which blocks were stored,
 * come from `source`.
 */
export async function openRebuild(
  { source, scratch }: { source: PrimaryDb; scratch: PrimaryDb },
  { known, now, signal }: { known: KnownNetwork; now: () => number; signal: AbortSignal },
): Promise<Rebuild> {
  const lease = { name: "rebuild", holder: "rebuild" };
  await signLease(scratch, lease);
  const states = new Map<string, StreamState>();
  const options = {
    db: scratch,
    ...known,
    dictionaries: new IdDictionaries(scratch, source),
    lease,
    now,
    signal,
    observe: () => {},
    sleep: (ms: number) => sleep(ms),
  };
  if (known.genesis) await writeGenesis(known.genesis, options);
  return {
    async add(stream, containers) {
      const state = states.get(stream.name) ?? (await loadState(scratch, stream, known.rules));
      states.set(stream.name, state);
      const times = await storedTimes(source, stream, containers);
      const rebuild = { storedAtMs: (height: number) => times.get(height) ?? now() };
      try {
        await writeContainers(state, containers, { ...options, rebuild });
      } catch (error) {
        throw error instanceof BlockFailure ? error.reason : error;
      }
    },
  };
}

/**
 * Stored containers of a stream from index `from` to before `to`, in slices of about `SLICE`. Runs may be packed
 * meanwhile, so the run of the next container is looked up each time.
 * @throws DataError for a run whose columns don't match each other, after all before it
 */
export async function* storedContainers(
  db: PrimaryDb,
  stream: string,
  { from, to }: { from: number; to: number },
): AsyncGenerator<StoredContainer[], void, void> {
  let slice: StoredContainer[] = [];
  for (let next = from; next < to; ) {
    const run = await runFrom(db, stream, next);
    if (!run) break;
    const end = run.first_index + run.count;
    let containers: StoredContainer[];
    try {
      containers = decodeRun(run);
    } catch (error) {
      if (slice.length > 0) yield slice;
      throw error;
    }
    slice.push(...containers.filter(({ index }) => index >= next && index < to));
    next = end;
    if (slice.length < SLICE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

/** The run that holds container `next`, or the one after it if there is a hole. */
export async function runFrom(
  db: PrimaryDb,
  stream: string,
  next: number,
): Promise<ContainerRunTable | undefined> {
  const around = await findRunAround(db, stream, next);
  if (around && around.first_index + around.count > next) return around;
  return (await listRuns(db, stream, { from: next, limit: 1 }))[0];
}

/** Decodes a stored container and checks it against the one before it. */
export function examine(
  stream: Stream,
  { head, next }: { head: Head | undefined; next: number },
  container: StoredContainer,
): { block: DecodedContainer; head: Head } | { error: DataError } {
  try {
    const block = stream.decode(verifyContainer(stream, next - 1, container));
    verifyLink(stream, head, block);
    return { block, head: headAt(block) };
  } catch (error) {
    if (error instanceof DataError) return { error };
    throw error;
  }
}

/** Containers projected together. */
const SLICE = 1024;

async function storedTimes(
  source: PrimaryDb,
  { name }: Stream,
  containers: readonly DecodedContainer[],
): Promise<Map<number, number>> {
  const chain = chainOfStream(name);
  const [first] = containers;
  const last = containers.at(-1);
  if (chain === undefined || !first?.block || !last) return new Map();
  return listStoredTimes(source, chain, { from: first.height, to: last.height });
}
