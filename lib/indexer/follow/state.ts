import type { NetworkRules } from "../../avalanche/ledger/rules";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { readLedger } from "../../store/bookkeeping/ledger-record";
import type { PrimaryDb } from "../../store/db";
import { lastIdOf } from "../../store/queries/by-key";
import { readContainer } from "../../store/queries/container-run";
import type { StoredContainer } from "../../store/rows/container-run";
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
  /** Absent when no ledger is kept, see `SettledContainer`. */
  ledger: Ledger | undefined;
  /** Whether the last block was read by height: its wrapper, and so its own container id, is not known. */
  isHeadBare: boolean;
  /** The largest number given to an L1 validator. */
  lastValidation: { id: number };
}

/** The state of a stream as it is stored. */
export async function loadState(db: PrimaryDb, stream: Stream, rules: NetworkRules): Promise<StreamState> {
  const checkpoint = await readCheckpoint(db, stream.name);
  const last = checkpoint && (await readContainer(db, stream.name, checkpoint.next_index - 1));
  const records = stream.keepsLedger ? await readLedger(db) : [];
  return {
    stream,
    checkpoint,
    ledger: records.length > 0 ? Ledger.load(records, rules) : undefined,
    isHeadBare: last !== undefined && isBare(last),
    lastValidation: { id: await lastIdOf(db, "l1_validator") },
  };
}

/** The container that the next one must follow. */
export function headOf({ checkpoint, isHeadBare }: StreamState): Head | undefined {
  if (!checkpoint) return undefined;
  return {
    index: checkpoint.next_index - 1,
    containerId: checkpoint.head_id,
    blockId: checkpoint.head_block_id,
    height: checkpoint.height,
    isBare: isHeadBare,
  };
}

/** The same while `block` is the last one. */
export function headAt({ container, blockId, height }: DecodedContainer): Head {
  const { index, containerId } = container;
  return { index, containerId, blockId, height, isBare: isBare(container) };
}

/** Whether a block was read by height: only the index says when a container was accepted, and has its wrapper. */
export function isBare({ acceptedAtNs }: Pick<StoredContainer, "acceptedAtNs">): boolean {
  return acceptedAtNs === undefined;
}
