import type { ChainRecord, L1ValidatorRecord, StakerRecord, SubnetRecord } from "./records";

/**
 * The ledger as `applyBlock` needs it: records to read and replace.
 *
 * `MemoryState` is the only implementation: mainnet's ledger is several hundred thousand records, which fit into
 * memory, and every block asks for the first in order. To survive a restart, the indexer loads it once from stored
 * texts and stores `takeChanges()` with every commit. The recorded node starts it from genesis.
 */
export interface LedgerState {
  chain(): ChainRecord;
  setChain(record: ChainRecord): void;

  staker(txId: Uint8Array): StakerRecord | undefined;
  /** A node validates a subnet at most once at a time. */
  validator(status: StakerRecord["status"], key: ValidatorKey): StakerRecord | undefined;
  /** The first pending staker to start, or the first current one to end (`compareStakers`). */
  nextStaker(status: StakerRecord["status"]): StakerRecord | undefined;
  putStaker(record: StakerRecord): void;
  removeStaker(record: StakerRecord): void;

  l1Validator(validationId: Uint8Array): L1ValidatorRecord | undefined;
  /** The active validator whose balance is used up first. */
  nextL1Validator(): L1ValidatorRecord | undefined;
  /** Number of active validators. */
  activeL1Validators(): number;
  putL1Validator(record: L1ValidatorRecord): void;
  removeL1Validator(record: L1ValidatorRecord): void;

  subnet(subnetId: Uint8Array): SubnetRecord | undefined;
  putSubnet(record: SubnetRecord): void;
}

/** A validator, by subnet and node. */
export interface ValidatorKey {
  readonly subnetId: Uint8Array;
  readonly nodeId: Uint8Array;
}
