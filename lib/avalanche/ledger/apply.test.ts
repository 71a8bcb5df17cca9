import { describe, expect, it } from "vitest";
import { DataError } from "../../errors";
import type { Owner } from "../effects";
import { PRIMARY_NETWORK_ID } from "../ids";
import type { PBlock, PBlockType } from "../p/block";
import { decodePTx, encodePTx, type PTx, type PTxType } from "../p/txs";
import { applyBlock } from "./apply";
import { MemoryState } from "./memory-state";
import { rulesOfNetwork } from "./rules";
import { AVAX, AVAX_ID, DAY, id, nodeId, owner, START, sampleLedger, stake, supplyOf } from "./sample-ledger";

/** Blocks from before Banff, which no running node makes any more. */

const apricot = rulesOfNetwork(1);
const END = START + 400n * DAY;

function txOf(txType: PTxType, typeId: number, unsigned: object): PTx {
  return decodePTx(encodePTx({ txType, typeId, unsigned, credentials: [] } as unknown as PTx));
}

const base = (amounts: { out: bigint; in: bigint }) => ({
  networkId: 1,
  blockchainId: PRIMARY_NETWORK_ID,
  outputs: [transferable(amounts.out)],
  inputs: [
    {
      txId: id(90),
      outputIndex: 0,
      assetId: AVAX_ID,
      input: { type: "secp256k1.transfer", amount: amounts.in, signatureIndices: [0] },
    },
  ],
  memo: new Uint8Array(),
});

function transferable(amount: bigint) {
  return { assetId: AVAX_ID, output: { type: "secp256k1.transfer", amount, ...owner(1) } };
}

const staking = (start: bigint) => ({ nodeId: nodeId(1), start, end: END, weight: 2_000n * AVAX });
const rewardsOwner: Owner = owner(2);

const addValidator = (start: bigint) =>
  txOf("AddValidatorTx", 12, {
    base: base({ in: 2_005n * AVAX, out: 5n * AVAX }),
    validator: staking(start),
    stake: [transferable(2_000n * AVAX)],
    rewardsOwner,
    shares: 20_000,
  });

const addDelegator = (start: bigint) =>
  txOf("AddDelegatorTx", 14, {
    base: base({ in: 2_005n * AVAX, out: 5n * AVAX }),
    validator: staking(start),
    stake: [transferable(2_000n * AVAX)],
    rewardsOwner,
  });

const advanceTo = (time: bigint) => txOf("AdvanceTimeTx", 19, { time });

/** A chain of blocks on top of a ledger: each call applies the next one. */
function chainOn(ledger: ReturnType<typeof sampleLedger>) {
  return (blockType: PBlockType, parts: Partial<PBlock> = {}) => {
    const { blockId, height } = ledger.state.chain();
    const block: PBlock = {
      blockId: id(1_000 + Number(height)),
      typeId: 0,
      blockType,
      codecVersion: 0,
      parentId: blockId,
      height: height + 1n,
      txs: [],
      bytes: new Uint8Array(),
      ...parts,
    };
    return applyBlock(ledger.state, block, apricot);
  };
}

describe("a block that does not follow", () => {
  it("is refused by its parent or its height", () => {
    const apply = chainOn(sampleLedger());
    expect(() => apply("BanffStandardBlock", { parentId: id(5) })).toThrow(DataError);
    expect(() => apply("BanffStandardBlock", { height: 2n })).toThrow("the ledger is at block 0");
  });

  it("is refused as an option without a proposal, and as anything else after one", () => {
    const apply = chainOn(sampleLedger());
    expect(() => apply("BanffCommitBlock")).toThrow("follows a block that proposes nothing");
    apply("ApricotProposalBlock", { proposalTx: advanceTo(START + 1n) });
    expect(() => apply("ApricotStandardBlock")).toThrow("is no option, but its parent is a proposal");
  });
});

describe("a staker proposed before Banff", () => {
  const start = START + DAY;

  it("waits for its start once committed", () => {
    const ledger = sampleLedger();
    const apply = chainOn(ledger);
    expect(apply("ApricotProposalBlock", { proposalTx: addValidator(start) })).toEqual([]);
    const effects = apply("ApricotCommitBlock");
    expect(effects.map(({ kind }) => kind)).toEqual(["staker.queued"]);
    expect(effects[0]?.by).toEqual(addValidator(start).txId);
    expect(ledger.state.nextStaker("pending")).toMatchObject({ start, end: END, rewardIndex: 2 });
    expect(ledger.state.chain().proposal).toBeUndefined();
  });

  it("gets its stake back as an ordinary output if it is aborted", () => {
    const ledger = sampleLedger();
    const apply = chainOn(ledger);
    const proposalTx = addValidator(start);
    apply("ApricotProposalBlock", { proposalTx });
    const effects = apply("ApricotAbortBlock");
    expect(effects).toMatchObject([
      { kind: "utxo.unstaked", outputIndex: 1, output: { amount: 2_000n * AVAX } },
    ]);
    expect(ledger.state.nextStaker("pending")).toBeUndefined();
  });

  it("starts by a proposal to advance time, delegators before validators in rewards", () => {
    const ledger = sampleLedger();
    const apply = chainOn(ledger);
    for (const proposalTx of [addValidator(start), addDelegator(start)]) {
      apply("ApricotProposalBlock", { proposalTx });
      apply("ApricotCommitBlock");
    }
    apply("ApricotProposalBlock", { proposalTx: advanceTo(start) });
    expect(ledger.state.chain().time).toBe(START);
    const kinds = apply("ApricotCommitBlock").map((effect) =>
      effect.kind === "staker.started" ? effect.staker.role : effect.kind,
    );
    expect(kinds).toEqual(["supply.changed", "delegator", "supply.changed", "validator", "time.advanced"]);
    expect(ledger.state.chain().time).toBe(start);
  });

  it("does not move time if that proposal is aborted", () => {
    const ledger = sampleLedger();
    const apply = chainOn(ledger);
    apply("ApricotProposalBlock", { proposalTx: advanceTo(start) });
    expect(apply("ApricotAbortBlock")).toEqual([]);
    expect(ledger.state.chain().time).toBe(START);
  });
});

describe("a proposal block after Banff", () => {
  it("survives a restart between itself and its option", () => {
    const ledger = sampleLedger();
    stake(ledger, { txId: 1, node: 1, end: START + DAY });
    const minted = supplyOf(ledger);
    const apply = chainOn(ledger);
    const proposalTx = txOf("RewardValidatorTx", 20, { txId: id(1) });
    apply("BanffProposalBlock", { time: START + DAY, proposalTx });
    expect(ledger.state.chain().time).toBe(START + DAY);
    expect(supplyOf(ledger)).toBe(minted);

    const rows = ledger.state.takeChanges().flatMap(({ table, text }) => (text ? [{ table, text }] : []));
    const restarted = { ...ledger, state: MemoryState.load(rows) };
    const effects = chainOn(restarted)("BanffAbortBlock");
    expect(effects.map(({ kind }) => kind)).toEqual(["utxo.unstaked", "supply.changed", "staker.ended"]);
    expect(effects.every(({ by }) => by !== undefined && by.join() === proposalTx.txId.join())).toBe(true);
  });
});

describe("an elastic subnet", () => {
  it("has a supply and rewards of its own from its transformation on", () => {
    const ledger = sampleLedger();
    const apply = chainOn(ledger);
    const subnetId = id(40);
    ledger.state.putSubnet({ subnetId, owner: owner(1) });
    const transform = txOf("TransformSubnetTx", 24, {
      base: base({ in: 5n, out: 5n }),
      subnetId,
      assetId: id(41),
      initialSupply: 1_000n * AVAX,
      maximumSupply: 2_000n * AVAX,
      minConsumptionRate: 10_000n,
      maxConsumptionRate: 20_000n,
      minValidatorStake: 1n,
      maxValidatorStake: 1_000n * AVAX,
      minStakeDuration: 1,
      maxStakeDuration: 1_000,
      minDelegationFee: 0,
      minDelegatorStake: 1n,
      maxValidatorWeightFactor: 5,
      uptimeRequirement: 0,
      subnetAuthorization: { signatureIndices: [] },
    });
    const effects = apply("BanffStandardBlock", { time: START, txs: [transform] });
    expect(effects.map(({ kind }) => kind)).toEqual(["subnet.changed"]);
    expect(ledger.state.subnet(subnetId)).toMatchObject({
      supply: 1_000n * AVAX,
      transformation: { assetId: id(41), reward: { supplyCap: 2_000n * AVAX, mintingPeriod: 365n * DAY } },
    });
  });
});
