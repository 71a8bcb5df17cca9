import type { NetworkRules } from "../../avalanche/ledger/rules";
import { proposedTimeOf } from "../../avalanche/p/block";
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
 * Where the next batch of a stream starts: the stored state, and what memory keeps of it. After a batch that was not
 * committed it is ahead of the store and must be loaded again.
 */
export interface StreamState extends StoredState {
  stream: Stream;
  /** Absent when no ledger is kept, see `ContainerWithLedger`. */
  ledger: Ledger | undefined;
  /** Whether the last block was read by height: then its wrapper, and with it its container id, is unknown. */
  isHeadBare: boolean;
  /** P only, where no ledger says it: chain time that the last block proposes, unix seconds. */
  proposedTime: number | undefined;
  /** The largest number given to an L1 validator. */
  lastValidation: { id: number };
}

/** Loads the stored state of a stream. */
export async function loadState(db: PrimaryDb, stream: Stream, rules: NetworkRules): Promise<StreamState> {
  const checkpoint = await readCheckpoint(db, stream.name);
  const last = checkpoint && (await readContainer(db, stream.name, checkpoint.next_index - 1));
  const records = stream.keepsLedger ? await readLedger(db) : [];
  return {
    stream,
    checkpoint,
    ledger: records.length > 0 ? Ledger.load(records, rules) : undefined,
    isHeadBare: last !== undefined && isBare(last),
    proposedTime: records.length > 0 ? undefined : last && proposedTimeIn(stream, last),
    lastValidation: { id: await lastIdOf(db, "l1_validator") },
  };
}

/** Chain time that the block in a container proposes. */
function proposedTimeIn(stream: Stream, container: StoredContainer): number | undefined {
  if (!stream.keepsLedger) return undefined;
  const { block } = stream.decode({ ...container, wrapper: stream.unwrap(container.bytes) });
  return block?.pBlock && proposedTimeOf(block.pBlock);
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

/** The head once `block` is the last one. */
export function headAt({ container, blockId, height }: DecodedContainer): Head {
  const { index, containerId } = container;
  return { index, containerId, blockId, height, isBare: isBare(container) };
}

/** Whether a container was read by height: only the index has the time of acceptance and the wrapper. */
export function isBare({ acceptedAtNs }: Pick<StoredContainer, "acceptedAtNs">): boolean {
  return acceptedAtNs === undefined;
}
