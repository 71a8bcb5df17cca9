import type { ChainRecord, L1ValidatorRecord, StakerRecord, SubnetRecord } from "./records";

/**
 * The books as `applyBlock` needs them. It reads and puts records and keeps none.
 *
 * `MemoryState` is the one implementation: the books of mainnet are some hundred thousand records, which fit in memory
 * and are asked for their first in order with every block. Who must survive a restart (the indexer) loads it once from
 * the texts it stored and stores `takeChanges()` with every commit; who need not (the recorded node) starts it from
 * genesis.
 */
export interface LedgerState {
  chain(): ChainRecord;
  setChain(record: ChainRecord): void;

  staker(txId: Uint8Array): StakerRecord | undefined;
  /** A node validates a subnet once at a time. */
  validator(status: StakerRecord["status"], place: ValidatorPlace): StakerRecord | undefined;
  /** Of the pending ones the first to start, of the current ones the first to end (`compareStakers`). */
  nextStaker(status: StakerRecord["status"]): StakerRecord | undefined;
  putStaker(record: StakerRecord): void;
  removeStaker(record: StakerRecord): void;

  l1Validator(validationId: Uint8Array): L1ValidatorRecord | undefined;
  /** The active one whose balance is used up first. */
  nextL1Validator(): L1ValidatorRecord | undefined;
  /** How many are active. */
  activeL1Validators(): number;
  putL1Validator(record: L1ValidatorRecord): void;
  removeL1Validator(record: L1ValidatorRecord): void;

  subnet(subnetId: Uint8Array): SubnetRecord | undefined;
  putSubnet(record: SubnetRecord): void;
}

/** Which validator: of which subnet, on which node. */
export interface ValidatorPlace {
  readonly subnetId: Uint8Array;
  readonly nodeId: Uint8Array;
}
