import { DataError } from "../../errors";
import { toHex } from "../codec/bytes";
import {
  type ChainRecord,
  type L1ValidatorRecord,
  ownCopy,
  parseRecord,
  type StakerRecord,
  type SubnetRecord,
  serializeRecord,
  type Tables,
} from "./records";
import { Sorted } from "./sorted";
import { compareBytes, compareStakers } from "./staker-order";
import type { LedgerState, ValidatorKey } from "./state";

/** A record in its stored form; `text` is undefined if it was removed. */
export interface RecordChange {
  table: keyof Tables;
  /** Hex of the record's id; empty for the chain's single record. */
  key: string;
  text?: string;
}

/**
 * The ledger in memory.
 *
 * const state = MemoryState.load(rows);          // or startLedger(genesis, rules).state
 * const effects = applyBlock(state, block, rules);
 * for (const { table, key, text } of state.takeChanges()) …   // upsert, or delete if text is undefined
 *
 * Changes are collected per record, not per block: a commit after a thousand blocks writes each record once. If a
 * commit fails or `applyBlock` throws, the ledger is ahead of the store: load it again.
 */
export class MemoryState implements LedgerState {
  private chainRecord: ChainRecord | undefined;
  private readonly stakersById = new Map<string, StakerRecord>();
  private readonly validatorsByKey = new Map<string, StakerRecord>();
  private readonly order = { pending: new Sorted(compareStakers), current: new Sorted(compareStakers) };
  private readonly l1ValidatorsById = new Map<string, L1ValidatorRecord>();
  private readonly activeOrder = new Sorted(compareL1Validators);
  private readonly subnetsById = new Map<string, SubnetRecord>();
  /** What `takeChanges` will return: table and key. */
  private changed = new Map<string, { table: keyof Tables; key: string }>();

  /** Loads the ledger from the records that `takeChanges` returned earlier, in any order. @throws SyntaxError */
  static load(rows: Iterable<{ table: keyof Tables; text: string }>): MemoryState {
    const state = new MemoryState();
    const stakers: StakerRecord[] = [];
    const l1Validators: L1ValidatorRecord[] = [];
    for (const { table, text } of rows) {
      if (table === "chain") state.chainRecord = parseRecord<"chain">(text);
      else if (table === "staker") stakers.push(parseRecord<"staker">(text));
      else if (table === "l1Validator") l1Validators.push(parseRecord<"l1Validator">(text));
      else state.indexSubnet(parseRecord<"subnet">(text));
    }
    for (const status of ["pending", "current"] as const) {
      state.order[status].addAll(stakers.filter((staker) => staker.status === status));
    }
    for (const staker of stakers) state.indexStaker(staker);
    state.activeOrder.addAll(l1Validators.filter(isActive));
    for (const validator of l1Validators)
      state.l1ValidatorsById.set(toHex(validator.validationId), validator);
    return state;
  }

  /** Records changed since the last call, in stored form. */
  takeChanges(): RecordChange[] {
    const changes = [...this.changed.values()].map(({ table, key }) => {
      const record = this.find(table, key);
      return record === undefined ? { table, key } : { table, key, text: serializeRecord(record) };
    });
    this.changed = new Map();
    return changes;
  }

  /** @throws DataError LEDGER_MISMATCH before `setChain` was called for the first time */
  chain(): ChainRecord {
    if (this.chainRecord === undefined) throw new DataError("LEDGER_MISMATCH", "the ledger has no genesis");
    return this.chainRecord;
  }

  setChain(record: ChainRecord): void {
    this.chainRecord = record;
    this.mark("chain", "");
  }

  staker(txId: Uint8Array): StakerRecord | undefined {
    return this.stakersById.get(toHex(txId));
  }

  validator(status: StakerRecord["status"], key: ValidatorKey): StakerRecord | undefined {
    return this.validatorsByKey.get(formatKey(status, key));
  }

  nextStaker(status: StakerRecord["status"]): StakerRecord | undefined {
    return this.order[status].first();
  }

  putStaker(staker: StakerRecord): void {
    const record = ownCopy(staker);
    const key = toHex(record.txId);
    const before = this.stakersById.get(key);
    if (before !== undefined) this.unindexStaker(before);
    this.order[record.status].add(record);
    this.indexStaker(record);
    this.mark("staker", key);
  }

  removeStaker(record: StakerRecord): void {
    this.unindexStaker(record);
    this.mark("staker", toHex(record.txId));
  }

  /** In the order in which they start or end. */
  stakers(status: StakerRecord["status"]): Iterable<StakerRecord> {
    return this.order[status];
  }

  l1Validator(validationId: Uint8Array): L1ValidatorRecord | undefined {
    return this.l1ValidatorsById.get(toHex(validationId));
  }

  nextL1Validator(): L1ValidatorRecord | undefined {
    return this.activeOrder.first();
  }

  activeL1Validators(): number {
    return this.activeOrder.size;
  }

  putL1Validator(validator: L1ValidatorRecord): void {
    const record = ownCopy(validator);
    const key = toHex(record.validationId);
    const before = this.l1ValidatorsById.get(key);
    if (before !== undefined) this.activeOrder.remove(before);
    this.l1ValidatorsById.set(key, record);
    if (isActive(record)) this.activeOrder.add(record);
    this.mark("l1Validator", key);
  }

  removeL1Validator(record: L1ValidatorRecord): void {
    const key = toHex(record.validationId);
    this.activeOrder.remove(record);
    this.l1ValidatorsById.delete(key);
    this.mark("l1Validator", key);
  }

  /** Active and inactive ones, unordered. */
  l1Validators(): Iterable<L1ValidatorRecord> {
    return this.l1ValidatorsById.values();
  }

  subnet(subnetId: Uint8Array): SubnetRecord | undefined {
    return this.subnetsById.get(toHex(subnetId));
  }

  putSubnet(record: SubnetRecord): void {
    this.mark("subnet", this.indexSubnet(ownCopy(record)));
  }

  /** Includes the primary network. */
  subnets(): Iterable<SubnetRecord> {
    return this.subnetsById.values();
  }

  private indexStaker(record: StakerRecord): void {
    this.stakersById.set(toHex(record.txId), record);
    if (record.role === "validator") this.validatorsByKey.set(formatKey(record.status, record), record);
  }

  private unindexStaker(record: StakerRecord): void {
    this.order[record.status].remove(record);
    this.stakersById.delete(toHex(record.txId));
    if (record.role === "validator") this.validatorsByKey.delete(formatKey(record.status, record));
  }

  private indexSubnet(record: SubnetRecord): string {
    const key = toHex(record.subnetId);
    this.subnetsById.set(key, record);
    return key;
  }

  private mark(table: keyof Tables, key: string): void {
    this.changed.set(`${table} ${key}`, { table, key });
  }

  private find(table: keyof Tables, key: string): Tables[keyof Tables] | undefined {
    switch (table) {
      case "chain":
        return this.chainRecord;
      case "staker":
        return this.stakersById.get(key);
      case "l1Validator":
        return this.l1ValidatorsById.get(key);
      case "subnet":
        return this.subnetsById.get(key);
    }
  }
}

function formatKey(status: StakerRecord["status"], { subnetId, nodeId }: ValidatorKey): string {
  return status + toHex(subnetId) + toHex(nodeId);
}

function isActive(record: L1ValidatorRecord): boolean {
  return record.endAccumulatedFee !== 0n;
}

function compareL1Validators(a: L1ValidatorRecord, b: L1ValidatorRecord): number {
  if (a.endAccumulatedFee !== b.endAccumulatedFee) return a.endAccumulatedFee < b.endAccumulatedFee ? -1 : 1;
  return compareBytes(a.validationId, b.validationId);
}
