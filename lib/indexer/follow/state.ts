import type { NetworkRules } from "../../avalanche/ledger/rules";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { readLedger } from "../../store/bookkeeping/ledger-record";
import type { PrimaryDb } from "../../store/db";
import { lastIdOf } from "../../store/queries/by-key";
import { Ledger } from "../rows/ledger";
import type { DecodedContainer } from "./decode";
import type { Stream } from "./stream";
import type { StoredState } from "./verbs";
import type { Head } from "./verify";

/**
 * What the next batch of a stream starts from: the stored state, and what is kept of it in memory. After a batch that
 * wasn't committed it is ahead of the store: load it again.
 */
export interface StreamState extends StoredState {
  stream: Stream;
  /** Absent when no books are kept, see `SettledContainer`. */
  ledger: Ledger | undefined;
  /** The largest number given to an L1 validator. */
  lastValidation: { id: number };
}

/** The state of a stream as it is stored. */
export async function loadState(db: PrimaryDb, stream: Stream, rules: NetworkRules): Promise<StreamState> {
  const checkpoint = await readCheckpoint(db, stream.name);
  const records = stream.keepsBooks ? await readLedger(db) : [];
  return {
    stream,
    checkpoint,
    ledger: records.length > 0 ? Ledger.load(records, rules) : undefined,
    lastValidation: { id: await lastIdOf(db, "l1_validator") },
  };
}

/** The container that the next one must follow. */
export function headOf({ checkpoint }: StreamState): Head | undefined {
  if (!checkpoint) return undefined;
  return {
    index: checkpoint.next_index - 1,
    containerId: checkpoint.head_id,
    blockId: checkpoint.head_block_id,
    height: checkpoint.height,
  };
}

/** The same while `block` is the last one. */
export function headAt({ container, blockId, height }: DecodedContainer): Head {
  const { index, containerId } = container;
  return { index, containerId, blockId, height };
}
