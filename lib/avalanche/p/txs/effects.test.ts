import { describe, expect, test } from "vitest";
import { fromHex } from "../../codec/bytes";
import type { Effect, Output, Owner } from "../../effects";
import { PRIMARY_NETWORK_ID, parseId } from "../../ids";
import { listVectors, readVectors } from "../../vectors/read";
import { decodePTx, effectsOf, P_TXS, type PTxType } from ".";

/** Bytes that count upwards, as the constructed samples have them. */
const counting = (first: number, length = 20) => Uint8Array.from({ length }, (_, i) => first + i);
const single = (first: number): Owner => ({ locktime: 0n, threshold: 1, addresses: [counting(first)] });

const assetId = counting(0xa0, 32);
const subnetId = parseId("SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU");
const nodeId = counting(0x40);
const otherChain = parseId("rXD9VEGoexvCfuiQaze4XWFTQGMxAVohVCJCNMnNihsTwyY6m");
const validationId = parseId("epoVDdjBS1UYgg5AJXTsWB1gHMW7bS7cuzTnH8wRwPJiL6Fgi");
const stakingTxId = parseId("X4t6V4QCTshFc98KEueJ9anKfUxqoKuUGS1CTkt7yRUsLmTTs");
const bls = {
  publicKey: fromHex(
    "0x95ef762294c968ef18653a8690b40802006f2e459d3c7cb8969f5d4bf082b26affd0e47f31f54758539d07ac9c7d9f30",
  ),
  proofOfPossession: fromHex(
    "0x8c73f7e4cefed67a462bed834ad96376286e2a07e4b07fbbeb937f8de71f1e642639415a1da1b4de452ce414c39ab2090f4e152b06a585a85070783627ca63d1787ddaa1b961b0bab6f21ec1321596a5987d9271de643a8533c91b43d3d44d33",
  ),
};

/** The constructed transactions all begin with the same inputs and outputs, one of each stakeable. */
const MOVES: Effect[] = [
  {
    kind: "utxo.consumed",
    sourceTxId: counting(0x10, 32),
    outputIndex: 3,
    assetId,
    amount: 99_999n,
    credential: 0,
    sigIndices: [0, 2],
  },
  {
    kind: "utxo.consumed",
    sourceTxId: counting(0x20, 32),
    outputIndex: 7,
    assetId,
    amount: 4_242n,
    stakeableLocktime: 876_543_210n,
    credential: 1,
    sigIndices: [0],
  },
  {
    kind: "utxo.produced",
    outputIndex: 0,
    output: {
      outputType: "secp256k1.transfer",
      assetId,
      amount: 1_234_567n,
      owner: { locktime: 77n, threshold: 2, addresses: [counting(1), counting(2), counting(3)] },
    },
  },
  {
    kind: "utxo.produced",
    outputIndex: 1,
    output: {
      outputType: "secp256k1.transfer",
      assetId,
      amount: 5_555n,
      owner: single(9),
      stakeableLocktime: 876_543_210n,
    },
  },
];

const output: Output = {
  outputType: "secp256k1.transfer",
  assetId,
  amount: 2_000_000_000_000n,
  owner: single(5),
};
/** Behind the two outputs of its own. */
const STAKED: Effect = { kind: "utxo.staked", outputIndex: 2, output };
const staker = { nodeId, start: 1_700_000_000n, end: 1_701_000_000n, weight: 2_000_000_000_000n };
const primary = { subnetId: PRIMARY_NETWORK_ID, permissioned: false, rewardsOwner: single(6) };

/** What each constructed transaction does besides. */
const EXPECTED: Record<PTxType, Effect[]> = {
  BaseTx: MOVES,
  AddValidatorTx: [
    ...MOVES,
    STAKED,
    {
      ...{ kind: "staker.added", role: "validator", ...staker, ...primary },
      ...{ delegationRewardsOwner: single(6), delegationShares: 30_000 },
    },
  ],
  AddSubnetValidatorTx: [
    ...MOVES,
    { kind: "staker.added", role: "validator", ...staker, subnetId, permissioned: true },
  ],
  AddDelegatorTx: [...MOVES, STAKED, { kind: "staker.added", role: "delegator", ...staker, ...primary }],
  CreateChainTx: [
    ...MOVES,
    {
      kind: "blockchain.created",
      subnetId,
      name: "chain name",
      vmId: parseId("tPWyobHgErq1VFBDn9eahad4JsBFa48SHZhbrXjrVttg9TZD"),
      fxIds: [parseId("spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ")],
      genesisData: new TextEncoder().encode("genesis"),
    },
  ],
  CreateSubnetTx: [
    ...MOVES,
    { kind: "subnet.created", owner: { locktime: 5n, threshold: 2, addresses: [counting(1), counting(2)] } },
  ],
  ImportTx: [
    ...MOVES,
    {
      kind: "utxo.consumed",
      sourceTxId: parseId("NE1FfXYqCHge2nrpSsNatM2MRJscMtKBiGR7EPkBpJ2k5wMJ4"),
      outputIndex: 1,
      assetId,
      amount: 1n,
      sourceChain: otherChain,
      // behind those of its own two inputs
      credential: 2,
      sigIndices: [0],
    },
  ],
  ExportTx: [...MOVES, { kind: "utxo.exported", outputIndex: 2, output, destinationChain: otherChain }],
  AdvanceTimeTx: [{ kind: "time.proposed", time: 1_700_000_123n }],
  RewardValidatorTx: [
    {
      kind: "staker.rewardProposed",
      stakingTxId: parseId("PYwHBrgEgj5vy6Q9GNiLmvzFMdnbUbrRo6FipJDUe4ecbsTvW"),
    },
  ],
  RemoveSubnetValidatorTx: [...MOVES, { kind: "staker.removed", subnetId, nodeId }],
  TransformSubnetTx: [
    ...MOVES,
    {
      kind: "subnet.transformed",
      subnetId,
      assetId: parseId("tPWyobHgErq1VFBDn9eahad4JsBFa48SHZhbrXjrVttg9TZD"),
    },
  ],
  AddPermissionlessValidatorTx: [
    ...MOVES,
    STAKED,
    {
      ...{ kind: "staker.added", role: "validator", ...staker, ...primary },
      ...{ delegationRewardsOwner: single(7), delegationShares: 20_000, bls },
    },
  ],
  AddPermissionlessDelegatorTx: [
    ...MOVES,
    STAKED,
    { kind: "staker.added", role: "delegator", ...staker, ...primary },
  ],
  TransferSubnetOwnershipTx: [...MOVES, { kind: "subnet.ownerChanged", subnetId, owner: single(8) }],
  ConvertSubnetToL1Tx: [
    ...MOVES,
    {
      kind: "subnet.converted",
      subnetId,
      managerChainId: parseId("jSug2obK3J7K1dW1Yxph7iSgQXVNDLw53TpvasGpzbuomnQt6"),
      managerAddress: fromHex("0xcafe"),
    },
    {
      kind: "l1Validator.registered",
      // made by the node's ids.ID.Append
      validationId: parseId("2DWrUduvMAMqNuG5fpyu15qjwUXz3xFkzUUHRvi4Cus3wrueEz"),
      subnetId,
      nodeId,
      weight: 5n,
      balance: 6n,
      bls,
      remainingBalanceOwner: { threshold: 1, addresses: [counting(0x11)] },
      deactivationOwner: { threshold: 1, addresses: [counting(0x11)] },
    },
  ],
  RegisterL1ValidatorTx: [
    ...MOVES,
    {
      kind: "l1Validator.registered",
      validationId,
      subnetId: counting(1, 32),
      nodeId,
      weight: 77n,
      balance: 1_000_000_000n,
      bls,
      remainingBalanceOwner: { threshold: 1, addresses: [counting(0x11)] },
      deactivationOwner: { threshold: 2, addresses: [counting(1), counting(2)] },
    },
  ],
  SetL1ValidatorWeightTx: [...MOVES, { kind: "l1Validator.weightSet", validationId, nonce: 4n, weight: 99n }],
  IncreaseL1ValidatorBalanceTx: [
    ...MOVES,
    { kind: "l1Validator.balanceIncreased", validationId, amount: 5n },
  ],
  DisableL1ValidatorTx: [...MOVES, { kind: "l1Validator.disabled", validationId }],
  AddAutoRenewedValidatorTx: [
    ...MOVES,
    STAKED,
    {
      ...{ kind: "staker.added", role: "validator", nodeId, start: 0n, weight: staker.weight, ...primary },
      ...{ delegationRewardsOwner: single(7), delegationShares: 20_000, bls },
      autoRenew: { period: 86_400n, autoCompoundShares: 300_000, authority: single(8) },
    },
  ],
  SetAutoRenewedValidatorConfigTx: [
    ...MOVES,
    { kind: "staker.configured", stakingTxId, autoCompoundShares: 1, period: 0n },
  ],
  RewardAutoRenewedValidatorTx: [{ kind: "staker.renewProposed", stakingTxId, timestamp: 1_700_000_000n }],
};

describe.each(listVectors("../p/vectors"))("the transaction constructed in %s", (file) => {
  const { type, samples } = readVectors<{
    type: PTxType;
    samples: { constructed?: string; bytes: string }[];
  }>(`../p/vectors/${file}`);
  const first = samples.find(({ constructed }) => constructed !== undefined);

  test(`does what a ${type} does`, () => {
    expect(effectsOf(decodePTx(fromHex(first?.bytes ?? "")))).toEqual(EXPECTED[type]);
  });
});

test("a validator of another subnet has no BLS key", () => {
  const { samples } = readVectors<{ samples: { constructed?: string; bytes: string }[] }>(
    "../p/vectors/add-permissionless-validator.json",
  );
  const effects = effectsOf(decodePTx(fromHex(samples.at(-1)?.bytes ?? "")));
  const added = effects.find(({ kind }) => kind === "staker.added");
  expect(added).toMatchObject({ subnetId });
  expect(added).not.toHaveProperty("bls");
});

test("every transaction type is expected to do something", () => {
  for (const { name } of P_TXS) expect(EXPECTED[name].length).toBeGreaterThan(0);
});
