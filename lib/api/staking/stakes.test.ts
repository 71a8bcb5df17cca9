import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDataClient } from "../../client/data";
import { listBlockchains } from "../../contract/data/blockchains";
import { listDelegators } from "../../contract/data/delegators";
import { listL1Validators } from "../../contract/data/l1-validators";
import { getNetworkDetails } from "../../contract/data/networks";
import type { PChainTransaction, PChainUtxo } from "../../contract/data/p-chain";
import type { SubnetOwnershipInfo } from "../../contract/data/primary-network";
import { listPChainTransactions } from "../../contract/data/primary-network-transactions";
import { getSubnetById, listSubnets } from "../../contract/data/subnets";
import { listValidators } from "../../contract/data/validators";
import { getL1, getValidation } from "../../contract/firn/l1s";
import { getPState } from "../../contract/firn/p-state";
import { getStakeSummary, getValidator, type ValidatorPeriod } from "../../contract/firn/validators";
import { parseLossless } from "../../contract/rpc";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Stakes, subnets and L1 validators compared with the recorded node's answers at the same height. */

const network = "fuji";
const PRIMARY = "11111111111111111111111111111111LpoYY";

/** A validator in the node's form. */
type NodeValidator = Record<string, unknown> & { nodeID: string; txID?: string };

describe.each(["custom-network", "local-network"])("the recording %s", (name) => {
  let indexed: IndexedRecording;
  beforeAll(async () => {
    indexed = await indexRecording(name);
  });
  afterAll(() => indexed.close());

  const client = () => openDataClient({ baseUrl: indexed.url });
  const asked = (method: string) =>
    indexed.recording.answers
      .filter((answer) => answer.method === `platform.${method}`)
      .map(({ params, reply }) => ({
        params: parseLossless(params) as {
          subnetID?: string;
          nodeIDs?: string[];
          txID?: string;
          validationID?: string;
        },
        ...(parseLossless(reply) as { result?: unknown }),
      }));
  const said = <T>(method: string, params: object = {}) => {
    const found = asked(method).find((call) => JSON.stringify(call.params) === JSON.stringify(params));
    return found?.result as T;
  };
  const currentOf = (subnetID: string) =>
    asked("getCurrentValidators").flatMap(({ params, result }) =>
      params.nodeIDs === undefined && (params.subnetID ?? PRIMARY) === subnetID && result !== undefined
        ? (result as { validators: NodeValidator[] }).validators
        : [],
    );

  test("validators of the Primary Network are the node's, field by field", async () => {
    const wanted = currentOf(PRIMARY);
    expect(wanted.length).toBeGreaterThan(1);
    const query = { subnetId: PRIMARY, validationStatus: "active", pageSize: 100 } as const;
    const { validators } = await client().get(listValidators, { params: { network }, query });
    expect(validators.map(({ txHash }) => txHash).sort()).toEqual(wanted.map(({ txID }) => txID).sort());
    for (const { uptime: _, connected: __, ...validator } of wanted) {
      const { period } = await client().get(getValidator, { params: { nodeId: validator.nodeID } });
      if (period === undefined) throw new Error(`${validator.nodeID} has no period`);
      expect(asNodeValidator(period)).toEqual(validator);
    }
  });

  test("delegators of a validator are the node's, field by field", async () => {
    const listed = asked("getCurrentValidators").flatMap(
      ({ result }) => (result as { validators: NodeValidator[] } | undefined)?.validators ?? [],
    );
    const withDelegators = listed.filter(({ delegators }) => Array.isArray(delegators));
    expect(withDelegators.length).toBeGreaterThan(0);
    for (const { nodeID, delegators } of withDelegators) {
      const query = { nodeIds: nodeID, delegationStatus: "active", sortOrder: "asc" } as const;
      const answer = await client().get(listDelegators, { params: { network }, query });
      const bodies = answer.delegators.map((one) => ({
        txID: one.txHash,
        startTime: String(one.startTimestamp),
        endTime: String(one.endTimestamp),
        weight: one.amountDelegated,
        nodeID: one.nodeId,
        addresses: one.rewardAddresses.map((address) => `P-${address}`),
        potentialReward: "estimatedGrossReward" in one ? one.estimatedGrossReward : undefined,
      }));
      expect(bodies).toEqual(
        (delegators as { rewardOwner: { addresses: string[] } }[]).map(({ rewardOwner, ...one }) => ({
          ...one,
          addresses: rewardOwner.addresses,
        })),
      );
    }
  });

  test("validators of every other subnet are the node's", async () => {
    const { subnets } = await client().get(listSubnets, { params: { network } });
    for (const { subnetId, isL1 } of subnets.filter((one) => one.subnetId !== PRIMARY)) {
      const wanted = currentOf(subnetId);
      if (isL1) {
        const { validators } = await client().get(getL1, { params: { subnetId } });
        const ids = validators.map(({ validationId }) => validationId);
        expect(ids.sort()).toEqual(wanted.map(({ validationID }) => validationID).sort());
        continue;
      }
      const query = { subnetId, validationStatus: "active" } as const;
      const { validators } = await client().get(listValidators, { params: { network }, query });
      const bodies = validators.map((one) => ({
        txID: one.txHash,
        startTime: String(one.startTimestamp),
        endTime: String(one.endTimestamp),
        weight: one.amountStaked,
        nodeID: one.nodeId,
      }));
      expect(sortedById(bodies)).toEqual(sortedById(wanted));
    }
  });

  test("every L1 validator is the node's, with its balance to the last nAVAX", async () => {
    const calls = asked("getL1Validator").filter(({ result }) => result !== undefined);
    expect(calls.length).toBeGreaterThan(3);
    for (const { params, result } of calls) {
      const validationId = params.validationID ?? "";
      const body = await client().get(getValidation, { params: { validationId } });
      const owner = ({ addresses, threshold }: { addresses: string[]; threshold: number }) =>
        nodeOwner({ locktime: 0, threshold, addresses });
      expect({
        subnetID: body.subnetId,
        nodeID: body.nodeId,
        validationID: body.validationId,
        publicKey: body.publicKey,
        remainingBalanceOwner: owner(body.remainingBalanceOwner),
        deactivationOwner: owner(body.deactivationOwner),
        startTime: String(body.registeredTimestamp),
        weight: body.weight,
        minNonce: body.minNonce,
        balance: body.balanceNavax,
        height: String(body.height),
      }).toEqual(result);
      const query = { l1ValidationId: validationId, includeInactiveL1Validators: "true" } as const;
      const listed = await client().get(listL1Validators, { params: { network }, query });
      expect(listed.blockHeight).toBe(String(body.height));
      expect(listed.validators).toMatchObject([
        {
          validationIdHex: body.validationIdHex,
          weight: Number(body.weight),
          remainingBalance: Number(body.balanceNavax),
          creationTimestamp: body.registeredTimestamp,
          blsCredentials: {
            publicKey: body.publicKey,
            proofOfPossession: expect.stringMatching(/^0x[0-9a-f]{192}$/),
          },
        },
      ]);
    }
  });

  test("supply, stake and fees are the node's", async () => {
    const state = await client().get(getPState, { params: {} });
    const { supply } = said<{ supply: string }>("getCurrentSupply");
    expect(state.supplyNavax).toBe(supply);
    const fee = said<Record<string, unknown>>("getFeeState");
    expect({ ...state.gas, timestamp: rfc3339(state.time) }).toEqual({
      capacity: String(fee.capacity),
      excess: String(fee.excess),
      priceNavax: String(fee.price),
      timestamp: fee.timestamp,
    });
    const validatorFee = said<Record<string, unknown>>("getValidatorFeeState");
    expect(state.validatorFee).toMatchObject({
      excess: String(validatorFee.excess),
      priceNavax: String(validatorFee.price),
    });
    const stake = await client().get(getStakeSummary, { params: {} });
    const total = said<{ stake: string }>("getTotalStake").stake;
    expect(String(BigInt(stake.weight) + BigInt(stake.delegatedWeight))).toBe(total);
    const details = await client().get(getNetworkDetails, { params: { network } });
    const ofAll = currentOf(PRIMARY);
    expect(details.validatorDetails).toMatchObject({
      validatorCount: ofAll.length,
      totalAmountStaked: stake.weight,
    });
    expect(Number(details.validatorDetails.stakingRatio)).toBeCloseTo(Number(total) / Number(supply), 7);
    const delegators = ofAll.map(({ delegatorCount }) => Number(delegatorCount));
    expect(details.delegatorDetails.delegatorCount).toBe(delegators.reduce((sum, count) => sum + count, 0));
  });

  test("blockchains and subnets are the node's", async () => {
    const { blockchains } = await client().get(listBlockchains, { params: { network } });
    const chains = said<{ blockchains: { id: string }[] }>("getBlockchains").blockchains;
    const bodies = blockchains.map((one) => ({
      id: one.blockchainId,
      name: one.blockchainName,
      subnetID: one.subnetId,
      vmID: one.vmId,
    }));
    expect(sortedById(bodies)).toEqual(sortedById(chains));
    const { subnets } = await client().get(listSubnets, { params: { network } });
    const all = said<{ subnets: { id: string; controlKeys: string[]; threshold: string }[] }>("getSubnets");
    const owned = subnets.map(({ subnetId, subnetOwnershipInfo: { addresses, threshold } }) => ({
      id: subnetId,
      controlKeys: addresses.map((address) => `P-${address}`),
      threshold: String(threshold),
    }));
    expect(sortedById(owned)).toEqual(sortedById(all.subnets));
    for (const { params, result } of asked("getSubnet").filter((call) => call.result !== undefined)) {
      const wanted = result as Record<string, unknown>;
      const body = await client().get(getSubnetById, {
        params: { network, subnetId: params.subnetID ?? "" },
      });
      expect({ locktime: String(body.locktime), isPermissioned: !body.isL1 }).toEqual({
        locktime: wanted.locktime,
        isPermissioned: wanted.isPermissioned,
      });
      const manager = body.l1ValidatorManagerDetails;
      expect([manager?.blockchainId ?? PRIMARY, manager?.contractAddress.toLowerCase() ?? null]).toEqual([
        wanted.managerChainID,
        typeof wanted.managerAddress === "string"
          ? wanted.managerAddress.toLowerCase()
          : wanted.managerAddress,
      ]);
    }
  });

  test("rewards are the node's, byte for byte", async () => {
    const rewards = new Map<string, PChainUtxo[]>();
    for (const { txHash, rewardType, ...utxo } of (await everyTx()).flatMap((tx) => tx.emittedUtxos))
      if (rewardType !== undefined)
        rewards.set(txHash, [...(rewards.get(txHash) ?? []), { txHash, rewardType, ...utxo }]);
    const calls = asked("getRewardUTXOs").filter(({ result }) => result !== undefined);
    expect(calls.length).toBeGreaterThan(2);
    for (const { params, result } of calls) {
      const { utxos } = result as { utxos: string[] | null };
      const paid = rewards.get(params.txID ?? "") ?? [];
      expect(paid.map(({ utxoBytes }) => utxoBytes).sort()).toEqual((utxos ?? []).sort());
    }
  });

  async function everyTx(): Promise<PChainTransaction[]> {
    const txs: PChainTransaction[] = [];
    for (let pageToken: string | undefined, more = true; more; more = pageToken !== undefined) {
      const query = { pageSize: 100, ...(pageToken && { pageToken }) };
      const page = await client().get(listPChainTransactions, {
        params: { network, blockchainId: "p-chain" },
        query,
      });
      txs.push(...page.transactions);
      pageToken = page.nextPageToken;
    }
    return txs;
  }
});

/** A period in the node's form. */
function asNodeValidator(period: ValidatorPeriod): object {
  return {
    txID: period.txHash,
    startTime: String(period.startTimestamp),
    endTime: String(period.endTimestamp),
    weight: period.weight,
    nodeID: period.nodeId,
    validationRewardOwner: period.validationRewardOwner && nodeOwner(period.validationRewardOwner),
    delegationRewardOwner: period.delegationRewardOwner && nodeOwner(period.delegationRewardOwner),
    potentialReward: period.potentialReward,
    accruedDelegateeReward: period.accruedDelegateeReward,
    delegationFee: Number(period.delegationFeePercent).toFixed(4),
    signer: period.blsCredentials,
    delegatorCount: String(period.delegatorCount),
    delegatorWeight: period.delegatedWeight,
  };
}

function nodeOwner({ locktime, threshold, addresses }: SubnetOwnershipInfo): object {
  return {
    locktime: String(locktime),
    threshold: String(threshold),
    addresses: addresses.map((address) => `P-${address}`),
  };
}

function sortedById<T extends { id?: unknown; txID?: unknown }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => String(a.id ?? a.txID).localeCompare(String(b.id ?? b.txID)));
}

function rfc3339(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
}
