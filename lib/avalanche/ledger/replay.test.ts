import { parse } from "lossless-json";
import { beforeAll, describe, expect, it } from "vitest";
import { openRecording, type Recording } from "../../devnet/recording";
import { concatBytes, equalBytes, fromHex, toHex } from "../codec/bytes";
import type { Effect, Output, Owner, PChainOwner } from "../effects";
import { decodeGenesis } from "../genesis/genesis";
import {
  formatAddress,
  formatId,
  formatNodeId,
  PRIMARY_NETWORK_ID,
  parseAddress,
  parseId,
  parseNodeId,
  withChecksum,
} from "../ids";
import { decodePBlock, type PBlock } from "../p/block";
import { effectsOf } from "../p/txs";
import { decodeContainer } from "../proposer/proposervm";
import { encodeUtxo, type Utxo } from "../utxo/utxo";
import { applyBlock } from "./apply";
import type { LedgerEffect } from "./effects";
import { gasPrice } from "./gas";
import { remainingBalance } from "./l1-validator";
import { MemoryState } from "./memory-state";
import type { L1ValidatorRecord, StakerRecord } from "./records";
import { readUpgrades, rulesOfNetwork } from "./rules";
import { startLedger } from "./start";
import { validatorPrice } from "./validator-fee";

/** Every P-Chain answer that the recorded node gave at its last height must follow from the blocks before it. */

type Json = Record<string, unknown>;

/** UTXOs by transaction and output index. */
type Live = Map<string, Utxo>;

const exactly = (text: string) => parse(text, undefined, (digits) => BigInt(digits)) as Json;
const keyOf = (txId: Uint8Array, outputIndex: number) => `${toHex(txId)}:${outputIndex}`;
const inHex = (bytes: Uint8Array) => toHex(withChecksum(bytes));

interface Replay {
  recording: Recording;
  hrp: string;
  state: MemoryState;
  rules: ReturnType<typeof rulesOfNetwork>;
  live: Live;
  initialSupply: bigint;
  /** Reward UTXOs by the id of their transaction, in order. */
  rewards: Map<string, Utxo[]>;
}

function spend(live: Live, sourceTxId: Uint8Array, outputIndex: number): Utxo {
  const key = keyOf(sourceTxId, outputIndex);
  const utxo = live.get(key);
  if (utxo === undefined) throw new Error(`${formatId(sourceTxId)}:${outputIndex} is spent but not there`);
  live.delete(key);
  return utxo;
}

function produce(live: Live, utxo: Utxo): void {
  const key = keyOf(utxo.txId, utxo.outputIndex);
  if (live.has(key)) throw new Error(`${formatId(utxo.txId)}:${utxo.outputIndex} is made twice`);
  live.set(key, utxo);
}

function moveUtxos(live: Live, txId: Uint8Array, effects: readonly Effect[]): void {
  for (const effect of effects) {
    if (effect.kind === "utxo.consumed" && effect.sourceChain === undefined) {
      expect(spend(live, effect.sourceTxId, effect.outputIndex).output.amount).toBe(effect.amount);
    } else if (effect.kind === "utxo.produced") {
      produce(live, { txId, outputIndex: effect.outputIndex, output: effect.output });
    }
  }
}

function addLedgerUtxos(replay: Replay, effects: readonly LedgerEffect[]): void {
  for (const effect of effects) {
    if (effect.kind !== "utxo.rewarded" && effect.kind !== "utxo.unstaked" && effect.kind !== "utxo.refunded")
      continue;
    const { txId, outputIndex, output } = effect;
    produce(replay.live, { txId, outputIndex, output });
    if (effect.kind === "utxo.rewarded") {
      const under = formatId(txId);
      replay.rewards.set(under, [...(replay.rewards.get(under) ?? []), { txId, outputIndex, output }]);
    }
  }
}

async function startReplay(name: string): Promise<Replay> {
  const recording = await openRecording(name);
  const { genesisBytes, hrp } = exactly(recording.genesis.platform) as { genesisBytes: string; hrp: string };
  const upgrades = answersOf(recording, "/ext/info", "info.upgrades")[0]?.result;
  const rules = rulesOfNetwork(recording.network.networkId, readUpgrades(upgrades ?? {}));
  const genesis = decodeGenesis(fromHex(genesisBytes));
  const live: Live = new Map();
  for (const utxo of genesis.utxos) produce(live, utxo);
  const { state } = startLedger(genesis, rules);
  return { recording, hrp, rules, live, initialSupply: genesis.initialSupply, rewards: new Map(), state };
}

function blocksOf(recording: Recording): PBlock[] {
  return (recording.containers["P/block"] ?? []).map(({ bytes }) =>
    decodePBlock(decodeContainer(fromHex(bytes), "p").inner),
  );
}

/** Applies every block. Between any two, the ledger is stored and loaded. */
async function replay(name: string): Promise<Replay> {
  const started = await startReplay(name);
  const rows = new Map<string, { table: "chain" | "staker" | "l1Validator" | "subnet"; text: string }>();
  for (const block of blocksOf(started.recording)) {
    const before = supplyOf(started);
    const effects = applyBlock(started.state, block, started.rules);
    for (const tx of block.txs) moveUtxos(started.live, tx.txId, effectsOf(tx));
    addLedgerUtxos(started, effects);
    expectBalance(started, effects, before);
    for (const { table, key, text } of started.state.takeChanges()) {
      if (text === undefined) rows.delete(`${table} ${key}`);
      else rows.set(`${table} ${key}`, { table, text });
    }
    started.state = MemoryState.load(rows.values());
  }
  return started;
}

function supplyOf({ state }: Replay): bigint {
  return state.subnet(PRIMARY_NETWORK_ID)?.supply ?? 0n;
}

/** Invariants after every block: the supply changes as the effects say, and consists of what was paid or may be. */
function expectBalance(replay: Replay, effects: readonly LedgerEffect[], supplyBefore: bigint): void {
  const supply = supplyOf(replay);
  const said = sum(effects.map((effect) => (effect.kind === "supply.changed" ? effect.change : 0n)));
  expect(supply - supplyBefore).toBe(said);
  const paid = sum([...replay.rewards.values()].flat().map(({ output }) => output.amount));
  const promised = sum(
    [...replay.state.stakers("current")].map(
      ({ potentialReward, delegateeReward, autoRenew }) =>
        potentialReward +
        delegateeReward +
        (autoRenew ? autoRenew.accruedRewards + autoRenew.accruedDelegateeRewards : 0n),
    ),
  );
  expect(supply).toBe(replay.initialSupply + paid + promised);
  for (const validator of replay.state.l1Validators()) remainingBalance(replay.state.chain(), validator);
}

/** A staked output in the form of getStake: a UTXO without the 36 bytes of its id. */
function stakedHex(output: Output): string {
  const bytes = encodeUtxo({ txId: PRIMARY_NETWORK_ID, outputIndex: 0, output });
  return inHex(concatBytes(bytes.subarray(0, 2), bytes.subarray(38)));
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}

function answersOf(recording: Recording, path: string, method: string): { params: Json; result?: Json }[] {
  return recording.answers
    .filter((answer) => answer.path === path && answer.method === method)
    .map(({ params, reply }) => ({
      params: (exactly(params) ?? {}) as Json,
      ...(exactly(reply) as { result?: Json }),
    }));
}

/** Recorded answers of a platform method, without errors. */
function answered(replay: Replay, method: string): { params: Json; result: Json }[] {
  return answersOf(replay.recording, "/ext/bc/P", `platform.${method}`).flatMap(({ params, result }) =>
    result === undefined ? [] : [{ params, result }],
  );
}

describe.each(["custom-network", "local-network"])("replaying %s", (name) => {
  let done: Replay;

  beforeAll(async () => {
    done = await replay(name);
  });

  it("ends at the recorded height and time", () => {
    const { height, time } = done.state.chain();
    expect(answered(done, "getHeight")[0]?.result.height).toBe(String(height));
    expect(answered(done, "getTimestamp")[0]?.result.timestamp).toBe(timeText(time));
  });

  it("has the recorded supply", () => {
    const answers = answered(done, "getCurrentSupply");
    expect(answers.length).toBeGreaterThan(0);
    for (const { params, result } of answers) {
      const supply = done.state.subnet(subnetOf(params))?.supply;
      expect(result).toEqual({ supply: String(supply), height: String(done.state.chain().height) });
    }
  });

  it("has the recorded fee states", () => {
    const { gas, validatorFee, time } = done.state.chain();
    const timestamp = timeText(time);
    expect(answered(done, "getFeeState")[0]?.result).toEqual({
      ...gas,
      price: gasPrice(done.rules.gas, gas),
      timestamp,
    });
    const { excess } = validatorFee;
    expect(answered(done, "getValidatorFeeState")[0]?.result).toEqual({
      excess,
      price: validatorPrice(done.rules.validatorFee, excess),
      timestamp,
    });
  });

  it("has the recorded fee configurations and minimum stakes", () => {
    const { weights, ...gas } = done.rules.gas;
    expect(answered(done, "getFeeConfig")[0]?.result).toEqual({ weights: Object.values(weights), ...gas });
    expect(answered(done, "getValidatorFeeConfig")[0]?.result).toEqual(done.rules.validatorFee);
    expect(answered(done, "getMinStake")[0]?.result).toEqual({
      minValidatorStake: String(done.rules.staking.minValidatorStake),
      minDelegatorStake: String(done.rules.staking.minDelegatorStake),
    });
  });

  it("has the recorded validators of every subnet, without the node's own uptime reports", () => {
    const answers = answered(done, "getCurrentValidators");
    expect(answers.length).toBeGreaterThan(5);
    for (const { params, result } of answers) {
      const expected = (result.validators as Json[]).map(({ uptime, connected, ...facts }) => facts);
      const found = validatorsOf(done, params);
      expect(byText(found), JSON.stringify(params)).toEqual(byText(expected));
    }
  });

  it("has the recorded L1 validators, balances to the nAVAX", () => {
    const answers = answered(done, "getL1Validator");
    expect(answers.length).toBeGreaterThan(2);
    for (const { params, result } of answers) {
      const validator = done.state.l1Validator(parseId(String(params.validationID)));
      expect(validator && l1Entry(done, validator)).toEqual(
        Object.fromEntries(
          Object.entries(result).filter(([field]) => field !== "subnetID" && field !== "height"),
        ),
      );
      expect(validator && formatId(validator.subnetId)).toBe(result.subnetID);
    }
  });

  it("has the recorded reward UTXOs", () => {
    const answers = answered(done, "getRewardUTXOs");
    expect(answers.length).toBe(done.rewards.size);
    for (const { params, result } of answers) {
      const rewards = done.rewards.get(String(params.txID)) ?? [];
      expect(byText(rewards.map((utxo) => inHex(encodeUtxo(utxo))))).toEqual(
        byText(result.utxos as string[]),
      );
    }
  });

  it("has the recorded UTXOs of every address", () => {
    const answers = answered(done, "getUTXOs").filter(({ params }) => params.sourceChain === undefined);
    expect(answers.length).toBeGreaterThan(5);
    for (const { params, result } of answers) {
      const utxos = ownedBy(done, params).map((utxo) => inHex(encodeUtxo(utxo)));
      expect(byText(utxos)).toEqual(byText(result.utxos as string[]));
    }
  });

  it("has the recorded balances of every address", () => {
    const answers = answered(done, "getBalance");
    expect(answers.length).toBeGreaterThan(5);
    for (const { params, result } of answers) {
      const owned = ownedBy(done, params);
      const ids = owned.map(({ txId, outputIndex }) => ({
        txID: formatId(txId),
        outputIndex: BigInt(outputIndex),
      }));
      expect(byText(ids)).toEqual(byText((result.utxoIDs ?? []) as Json[]));
      const totals = new Map<string, bigint>();
      for (const { output } of owned) {
        const asset = formatId(output.assetId);
        totals.set(asset, (totals.get(asset) ?? 0n) + output.amount);
      }
      const asText = Object.fromEntries([...totals].map(([asset, amount]) => [asset, String(amount)]));
      expect(asText).toEqual(result.balances);
    }
  });

  it("has the recorded stake of every address", () => {
    for (const { params, result } of answered(done, "getStake")) {
      const outputs = [...done.state.stakers("current"), ...done.state.stakers("pending")]
        .flatMap(({ stake }) => stake.map(({ output }) => output))
        .filter((output) => isOwner(output.owner, addressesOf(params)));
      const staked = outputs.reduce((sum, { amount }) => sum + amount, 0n);
      expect(String(staked)).toBe(result.staked);
      expect(byText(outputs.map(stakedHex))).toEqual(byText(result.stakedOutputs as string[]));
    }
  });

  it("has the recorded total stake of every subnet", () => {
    for (const { params, result } of answered(done, "getTotalStake")) {
      const subnetId = subnetOf(params);
      const weights = [...done.state.stakers("current"), ...done.state.l1Validators()]
        .filter((each) => equalBytes(each.subnetId, subnetId))
        .map(({ weight }) => weight);
      expect(String(weights.reduce((sum, weight) => sum + weight, 0n))).toBe(result.weight);
    }
  });

  it("has the recorded weights of every validator set, inactive L1 validators under the zero node", () => {
    const last = String(done.state.chain().height);
    const answers = answered(done, "getValidatorsAt").filter(({ params }) =>
      ["proposed", last].includes(String(params.height)),
    );
    expect(answers.length).toBeGreaterThan(2);
    for (const { params, result } of answers) {
      const weights = Object.entries(result).map(([nodeId, entry]) => [nodeId, (entry as Json).weight]);
      expect(byText([...weightsOf(done, subnetOf(params))])).toEqual(byText(weights));
    }
  });

  it("has the recorded subnets: owners and conversions", () => {
    const answers = answered(done, "getSubnet");
    expect(answers.length).toBeGreaterThan(2);
    for (const { params, result } of answers) {
      const subnet = done.state.subnet(subnetOf(params));
      const { conversion } = subnet ?? {};
      const zero = formatId(new Uint8Array(32));
      expect(result).toMatchObject({
        isPermissioned: conversion === undefined,
        controlKeys: texts(done, subnet?.owner?.addresses ?? []),
        threshold: String(subnet?.owner?.threshold),
        conversionID: conversion ? formatId(conversion.conversionId) : zero,
        managerChainID: conversion ? formatId(conversion.managerChainId) : zero,
        managerAddress: conversion ? toHex(conversion.managerAddress) : null,
      });
    }
  });
});

/** Weights by node in the form of getValidatorsAt: delegators count for their validator. */
function weightsOf(done: Replay, subnetId: Uint8Array): Map<string, string> {
  const weights = new Map<string, bigint>();
  const add = (nodeId: Uint8Array, weight: bigint) => {
    const text = formatNodeId(nodeId);
    weights.set(text, (weights.get(text) ?? 0n) + weight);
  };
  for (const staker of done.state.stakers("current")) {
    if (equalBytes(staker.subnetId, subnetId)) add(staker.nodeId, staker.weight);
  }
  for (const validator of done.state.l1Validators()) {
    if (!equalBytes(validator.subnetId, subnetId)) continue;
    add(validator.endAccumulatedFee === 0n ? new Uint8Array(20) : validator.nodeId, validator.weight);
  }
  return new Map([...weights].map(([nodeId, weight]) => [nodeId, String(weight)]));
}

/** Entries of getCurrentValidators in the node's form, without `uptime` and `connected`. */
function validatorsOf(done: Replay, params: Json): Json[] {
  const subnetId = subnetOf(params);
  const nodeIds = [...new Set((params.nodeIDs ?? []) as string[])].map(parseNodeId);
  const asked = (each: { subnetId: Uint8Array; nodeId: Uint8Array }) =>
    equalBytes(each.subnetId, subnetId) &&
    (nodeIds.length === 0 || nodeIds.some((nodeId) => equalBytes(nodeId, each.nodeId)));
  const stakers = [...done.state.stakers("current")].filter(asked);
  const l1Validators = [...done.state.l1Validators()].filter(asked);
  const delegators = stakers.filter(({ role }) => role === "delegator");
  return [
    ...stakers
      .filter(({ role }) => role === "validator")
      .map((validator) => validatorEntry(done, validator, { delegators, listed: nodeIds.length === 1 })),
    ...l1Validators.map((validator) => l1Entry(done, validator)),
  ];
}

function stakerEntry(staker: StakerRecord): Json {
  return {
    txID: formatId(staker.txId),
    startTime: String(staker.start),
    endTime: String(staker.end),
    weight: String(staker.weight),
    nodeID: formatNodeId(staker.nodeId),
  };
}

function validatorEntry(
  done: Replay,
  staker: StakerRecord,
  others: { delegators: StakerRecord[]; listed: boolean },
): Json {
  if (staker.permissioned) return stakerEntry(staker);
  const delegators = others.delegators.filter(({ nodeId }) => equalBytes(nodeId, staker.nodeId));
  const { bls, autoRenew } = staker;
  return {
    ...stakerEntry(staker),
    validationRewardOwner: ownerEntry(done, staker.rewardsOwner),
    delegationRewardOwner: ownerEntry(done, staker.delegationRewardsOwner),
    potentialReward: String(staker.potentialReward),
    accruedDelegateeReward: String(staker.delegateeReward),
    delegationFee: ((staker.delegationShares ?? 0) / 10_000).toFixed(4),
    ...(bls && {
      signer: {
        publicKey: toHex(bls.publicKey),
        proofOfPossession: toHex(bls.proofOfPossession ?? new Uint8Array()),
      },
    }),
    delegatorCount: String(delegators.length),
    delegatorWeight: String(delegators.reduce((sum, { weight }) => sum + weight, 0n)),
    ...(autoRenew && { autoRenew }),
    ...(others.listed && {
      delegators: delegators.map((delegator) => ({
        ...stakerEntry(delegator),
        rewardOwner: ownerEntry(done, delegator.rewardsOwner),
        potentialReward: String(delegator.potentialReward),
      })),
    }),
  };
}

function l1Entry(done: Replay, validator: L1ValidatorRecord): Json {
  return {
    nodeID: formatNodeId(validator.nodeId),
    weight: String(validator.weight),
    startTime: String(validator.start),
    validationID: formatId(validator.validationId),
    publicKey: toHex(validator.publicKey),
    remainingBalanceOwner: ownerEntry(done, validator.remainingBalanceOwner),
    deactivationOwner: ownerEntry(done, validator.deactivationOwner),
    minNonce: String(validator.minNonce),
    balance: String(remainingBalance(done.state.chain(), validator)),
  };
}

function ownerEntry(done: Replay, owner: Owner | PChainOwner | undefined): Json {
  return {
    locktime: String(owner && "locktime" in owner ? owner.locktime : 0n),
    threshold: String(owner?.threshold),
    addresses: texts(done, owner?.addresses ?? []),
  };
}

function texts(done: Replay, addresses: readonly Uint8Array[]): string[] {
  return addresses.map((address) => `P-${formatAddress(done.hrp, address)}`);
}

function subnetOf(params: Json): Uint8Array {
  return typeof params.subnetID === "string" ? parseId(params.subnetID) : new Uint8Array(32);
}

function addressesOf(params: Json): Uint8Array[] {
  const texts = (params.addresses ?? [params.address]) as string[];
  return texts.map((text) => parseAddress(text).address);
}

function ownedBy(done: Replay, params: Json): Utxo[] {
  const addresses = addressesOf(params);
  return [...done.live.values()].filter(({ output }) => isOwner(output.owner, addresses));
}

function isOwner(owner: Output["owner"], addresses: readonly Uint8Array[]): boolean {
  return owner.addresses.some((own) => addresses.some((address) => equalBytes(own, address)));
}

/** Sorted by text: the node's own orders differ. */
function byText<T>(values: readonly T[]): T[] {
  const text = (value: T) =>
    JSON.stringify(value, (_, part) => (typeof part === "bigint" ? Number(part) : part));
  return [...values].sort((a, b) => (text(a) < text(b) ? -1 : 1));
}

function timeText(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z");
}
