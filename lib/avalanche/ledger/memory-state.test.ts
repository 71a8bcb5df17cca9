import { describe, expect, it } from "vitest";
import { PRIMARY_NETWORK_ID } from "../ids";
import { increaseBalance, registerValidator } from "./l1-validator";
import { MemoryState, type RecordChange } from "./memory-state";
import { AVAX, id, nodeId, START, sampleLedger, stake } from "./sample-ledger";

/** Stores as the indexer does: one text per table and key. */
function store(rows: Map<string, RecordChange>, changes: RecordChange[]): void {
  for (const change of changes) {
    const key = `${change.table}/${change.key}`;
    if (change.text === undefined) rows.delete(key);
    else rows.set(key, change);
  }
}

function load(rows: Map<string, RecordChange>): MemoryState {
  return MemoryState.load(
    [...rows.values()].flatMap(({ table, text }) => (text === undefined ? [] : [{ table, text }])),
  );
}

describe("the ledger in memory", () => {
  it("is the same after loading the changes it reported", () => {
    const rows = new Map<string, RecordChange>();
    const ledger = sampleLedger();
    for (let i = 1; i <= 20; i++) stake(ledger, { txId: i, node: i, end: START + BigInt((i * 7) % 11) });
    store(rows, ledger.state.takeChanges());
    const first = ledger.state.nextStaker("current");
    if (first !== undefined) ledger.state.removeStaker(first);
    store(rows, ledger.state.takeChanges());

    const loaded = load(rows);
    expect(loaded.chain()).toEqual(ledger.state.chain());
    expect([...loaded.stakers("current")]).toEqual([...ledger.state.stakers("current")]);
    expect([...loaded.subnets()]).toEqual([...ledger.state.subnets()]);
    expect(loaded.takeChanges()).toEqual([]);
  });

  it("keeps no block in memory for the few bytes taken from it", () => {
    const ledger = sampleLedger();
    stake(ledger, { txId: 1, node: 1, end: START + 10n });
    const record = ledger.state.nextStaker("current");
    if (record === undefined) throw new Error("no staker");
    const block = new Uint8Array(10_000);
    block.set(record.nodeId, 500);
    const rewardsOwner = { locktime: 0n, threshold: 1, addresses: [block.subarray(500, 520)] };
    ledger.state.putStaker({ ...record, nodeId: block.subarray(500, 520), rewardsOwner });
    const kept = ledger.state.staker(record.txId);
    expect(kept).toEqual({ ...record, rewardsOwner });
    for (const bytes of [kept?.nodeId, kept?.rewardsOwner?.addresses[0]]) {
      expect(bytes?.buffer.byteLength).toBe(20);
    }
  });

  it("reports each changed record once, with its last value", () => {
    const ledger = sampleLedger();
    ledger.state.takeChanges();
    stake(ledger, { txId: 1, node: 1 });
    stake(ledger, { txId: 2, node: 2 });
    const tables = ledger.state.takeChanges().map(({ table }) => table);
    expect(tables.sort()).toEqual(["staker", "staker", "subnet"]);
    expect(ledger.state.takeChanges()).toEqual([]);
  });

  it("finds a validator by subnet and node, separately for pending and current", () => {
    const ledger = sampleLedger();
    stake(ledger, { txId: 1, node: 4 });
    const key = { subnetId: PRIMARY_NETWORK_ID, nodeId: nodeId(4) };
    expect(ledger.state.validator("current", key)?.txId).toEqual(id(1));
    expect(ledger.state.validator("pending", key)).toBeUndefined();
  });

  it("knows which active L1 validator runs out first, also after a top-up and after loading", () => {
    const rows = new Map<string, RecordChange>();
    const ledger = sampleLedger();
    for (const [n, balance] of [5n, 3n, 0n, 4n].entries()) {
      registerValidator(ledger, {
        kind: "l1Validator.registered",
        validationId: id(n),
        subnetId: id(100),
        nodeId: nodeId(n),
        weight: 1n,
        balance: balance * AVAX,
        bls: { publicKey: new Uint8Array(48) },
        remainingBalanceOwner: { threshold: 1, addresses: [] },
        deactivationOwner: { threshold: 1, addresses: [] },
      });
    }
    expect(ledger.state.nextL1Validator()?.validationId).toEqual(id(1));
    increaseBalance(ledger, { kind: "l1Validator.balanceIncreased", validationId: id(1), amount: 9n * AVAX });
    expect(ledger.state.nextL1Validator()?.validationId).toEqual(id(3));
    expect(ledger.state.activeL1Validators()).toBe(3);
    store(rows, ledger.state.takeChanges());
    const loaded = load(rows);
    expect(loaded.nextL1Validator()?.validationId).toEqual(id(3));
    expect(loaded.activeL1Validators()).toBe(3);
    expect([...loaded.l1Validators()]).toHaveLength(4);
  });

  it("reports a missing genesis", () => {
    expect(() => new MemoryState().chain()).toThrow("the ledger has no genesis");
  });
});
