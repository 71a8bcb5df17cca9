import { createHash } from "node:crypto";
import { toHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import type { FirnAlert } from "../../contract/firn/alerts";
import type { FirnStatus } from "../../contract/firn/status";
import { FirnError } from "../../errors";
import { listChanges, readLastChange, type StreamChange } from "../../store/bookkeeping/stream-status";
import type { BookkeepingDb } from "../../store/db";
import { UNKNOWN_TIME } from "../../store/rows/columns";
import { storeIdOf } from "../../store/store-id";
import type { CheckpointTable } from "../../store/tables/bookkeeping";
import type { Alerts } from "../alerts/alerts";
import type { EvmChains } from "../snapshot/evm";
import type { Primary } from "../snapshot/primary";

export interface Head {
  height: number;
  containerId: string;
  time: number | undefined;
}

/** What the stores hold at one time, as far as events tell of it. */
export interface Moment {
  store: string;
  /** By stream. */
  heads: ReadonlyMap<string, Head>;
  /** Number of the newest change, by store. */
  changes: ReadonlyMap<string, number>;
  status: FirnStatus;
  /** Fingerprint of what matters of the status. */
  statusPrint: string;
  /** What needs attention, and its fingerprint; undefined while it is not known. */
  alerts: { list: readonly FirnAlert[]; print: string } | undefined;
}

/** Where moments are read from. */
export interface MomentSource {
  primary: Pick<Primary, "read">;
  evmChains: Pick<EvmChains, "read" | "list">;
  readStatus: () => Promise<FirnStatus>;
  alertsAt: Alerts["at"];
}

/** Store of P, X and C by its name in cursors. */
const PRIMARY = "primary";

/** @throws NodeError NOTHING_INDEXED */
export async function readMoment({
  primary,
  evmChains,
  readStatus,
  alertsAt,
}: MomentSource): Promise<Moment> {
  const heads = new Map<string, Head>();
  const changes = new Map<string, number>();
  const status = await readStatus();
  const store = await primary.read(async ({ db, pageTokenKey }) => {
    for (const checkpoint of await listCheckpoints(db))
      heads.set(checkpoint.stream, headOf(checkpoint, formatId));
    changes.set(PRIMARY, (await readLastChange(db)) ?? 0);
    return storeIdOf(pageTokenKey);
  });
  for (const { evmChainId = "" } of await evmChains.list()) {
    // A chain whose store is just being made or replaced comes with the next moment.
    await evmChains
      .read(evmChainId, async ({ db }) => {
        const [checkpoint] = await listCheckpoints(db);
        if (checkpoint !== undefined) heads.set(evmStream(evmChainId), headOf(checkpoint, toHex));
        changes.set(evmChainId, (await readLastChange(db)) ?? 0);
      })
      .catch(unlessExpected);
  }
  const list = alertsAt(status);
  return {
    store,
    heads,
    changes,
    status,
    statusPrint: printOf(status),
    alerts: list && { list, print: printOf(list) },
  };
}

/** Changes of the streams of one store, from the one after `after` to `last`; by stream as in the status. */
export async function readChanges(
  { primary, evmChains }: Pick<MomentSource, "primary" | "evmChains">,
  { store, after, last }: { store: string; after: number; last: number },
): Promise<StreamChange[]> {
  const list = (db: BookkeepingDb) => listChanges(db, after, last - after);
  if (store === PRIMARY) return primary.read(({ db }) => list(db));
  const changes = await evmChains.read(store, ({ db }) => list(db));
  return changes.map((change) => ({ ...change, stream: evmStream(store) }));
}

const evmStream = (evmChainId: string) => `EVM ${evmChainId}`;

function listCheckpoints(db: BookkeepingDb): Promise<CheckpointTable[]> {
  return db.selectFrom("checkpoint").selectAll().execute();
}

function headOf({ height, head_id, time }: CheckpointTable, format: (id: Uint8Array) => string): Head {
  return { height, containerId: format(head_id), time: time === UNKNOWN_TIME ? undefined : time };
}

function unlessExpected(error: unknown): void {
  if (!(error instanceof FirnError)) throw error;
}

/**
 * Of status and alerts, what changes by itself while nothing happens: times of looking, sizes, how late a stream is, and
 * when a balance runs out at the fee of the moment.
 */
const VOLATILE = ["updatedAt", "checkedAt", "sizeBytes", "lagMs", "availableBytes", "runsOutTimestamp"];

function printOf(told: FirnStatus | readonly FirnAlert[]): string {
  const text = JSON.stringify(told, (key, value) => (VOLATILE.includes(key) ? undefined : value));
  return createHash("sha256").update(text).digest("base64url").slice(0, 10);
}
