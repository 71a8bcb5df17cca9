import type { Kysely } from "kysely";
import { fromHex } from "../avalanche/bytes";
import type { NetworkRules } from "../avalanche/ledger/rules";
import { readCheckpoint } from "../store/checkpoint";
import { readLedger } from "../store/ledger-record";
import { readNetwork } from "../store/network";
import { findAddresses, findAssets, lastIdOf } from "../store/queries/by-key";
import type { PrimaryTables } from "../store/tables";
import type { CheckpointTable } from "../store/tables/checkpoint";
import { Dictionary } from "./dictionary";
import { Ledger } from "./ledger";
import type { Head } from "./verify";

/**
 * What the next batch of a stream starts from: the stored state, and what is kept of it in memory. After a batch that
 * wasn't committed it is ahead of the store: load it again.
 */
export interface StreamState {
  stream: string;
  checkpoint: CheckpointTable | undefined;
  /** Absent when the books can't be kept, see `SettledBlock`. */
  ledger: Ledger | undefined;
  addresses: Dictionary;
  assets: Dictionary;
  /** The largest number given to an L1 validator. */
  lastValidation: { id: number };
  /** Unknown before the first block. */
  avaxAssetId: Uint8Array | undefined;
}

/** The state of a stream as it is stored. */
export async function loadState(
  db: Kysely<PrimaryTables>,
  stream: string,
  rules: NetworkRules,
): Promise<StreamState> {
  const checkpoint = await readCheckpoint(db, stream);
  const records = await readLedger(db);
  const { avaxAssetId } = await readNetwork(db);
  const findAsset = async (ids: Uint8Array[]) => {
    const rows = await findAssets(db, ids);
    return rows.map(({ id, asset_id }) => ({ id, bytes: asset_id }));
  };
  return {
    stream,
    checkpoint,
    ledger: checkpoint && records.length > 0 ? Ledger.load(records, rules) : undefined,
    addresses: new Dictionary((bytes) => findAddresses(db, bytes), await lastIdOf(db, "address")),
    assets: new Dictionary(findAsset, await lastIdOf(db, "asset")),
    lastValidation: { id: await lastIdOf(db, "l1_validator") },
    avaxAssetId: checkpoint && avaxAssetId !== undefined ? fromHex(avaxAssetId) : undefined,
  };
}

/** The block that the next one must follow. */
export function headOf({ checkpoint }: StreamState): Head | undefined {
  if (!checkpoint) return undefined;
  return {
    index: checkpoint.next_index - 1,
    containerId: checkpoint.head_id,
    blockId: checkpoint.head_block_id,
    height: checkpoint.height,
  };
}
