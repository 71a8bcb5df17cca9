import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type IndexedCChain, indexCChain } from "../../testbed/c-chain";

/** A whole history without a known genesis, as mainnet and Fuji are indexed without FIRN_GENESIS. */

const N = "/v1/networks/fuji";
const PRIMARY = "11111111111111111111111111111111LpoYY";
let firn: IndexedCChain;

beforeAll(async () => {
  firn = await indexCChain("custom-network", { withoutGenesis: true });
});
afterAll(() => firn.close());

type Json = Record<string, unknown>;

async function get<Body = Json>(path: string, headers: Record<string, string> = {}): Promise<Body> {
  const response = await fetch(firn.url + path, { headers });
  const body = (await response.json()) as Body & { message?: string };
  expect([path, response.status, body.message]).toEqual([path, 200, undefined]);
  return body;
}

/** Running validators of the Primary Network. */
async function runningValidators(headers?: Record<string, string>) {
  const path = `${N}/validators?validationStatus=active&subnetId=${PRIMARY}`;
  const { validators } = await get<{ validators: { nodeId: string; potentialRewards: Json }[] }>(
    path,
    headers,
  );
  expect(validators.length).toBeGreaterThan(0);
  return validators;
}

const asSdk = { "x-firn-dialect": "sdk" };

/** Names of fields that are 0 or an empty text, at any depth. */
function emptyNames(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, held] of Object.entries(value)) {
    if (held === 0 || held === "0" || held === "") found.add(name);
    emptyNames(held, found);
  }
  return found;
}

describe("without the network's genesis,", () => {
  test("supply and fees are unknown, with the reason: neither 0 nor 404", async () => {
    const response = await fetch(`${firn.url}/firn/v1/p-state`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(/genesis is not known.*FIRN_GENESIS/),
    });
  });

  test.each([
    N,
    `${N}/validators`,
    `${N}/blockchains`,
    `${N}/rewards:listPending?nodeIds=NodeID-111111111111111111116DBWJs`,
    "/firn/v1/stake",
    "/firn/v1/l1s",
  ])("%s is marked as partial, with its reason", async (path) => {
    const response = await fetch(firn.url + path, { headers: { origin: firn.url } });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
    expect(response.headers.get("x-firn-partial")).toMatch(/genesis.*not known.*FIRN_GENESIS/);
  });

  test("rewards of validators and delegators are left out, never 0; SDKs get empty texts", async () => {
    for (const { potentialRewards } of await runningValidators())
      expect(potentialRewards).not.toHaveProperty("validationRewardAmount");
    for (const { potentialRewards } of await runningValidators(asSdk))
      expect(potentialRewards.validationRewardAmount).toBe("");
    for (const status of ["active", "pending", "completed"]) {
      const { delegators } = await get<{ delegators: Json[] }>(`${N}/delegators?delegationStatus=${status}`);
      for (const one of delegators)
        for (const name of ["estimatedGrossReward", "estimatedNetReward", "endTimestamp"])
          expect(one[name], `${status} ${name}`).not.toBe("0");
    }
  });

  test("the network's rewards and staking ratio are left out", async () => {
    const { validatorDetails } = await get(N);
    expect(validatorDetails).not.toHaveProperty("estimatedAnnualStakingReward");
    expect(validatorDetails).not.toHaveProperty("stakingRatio");
    const forSdk = await get(N, asSdk);
    expect(forSdk.validatorDetails).toMatchObject({ estimatedAnnualStakingReward: "", stakingRatio: "" });
  });

  test("pending rewards are listed, without their amounts", async () => {
    const nodes = (await runningValidators()).map(({ nodeId }) => nodeId).join(",");
    const { pendingRewards } = await get<{ pendingRewards: { estimatedReward: Json }[] }>(
      `${N}/rewards:listPending?nodeIds=${nodes}`,
    );
    expect(pendingRewards.length).toBeGreaterThan(0);
    for (const { estimatedReward } of pendingRewards) {
      expect(estimatedReward).not.toHaveProperty("amount");
      expect(estimatedReward.symbol).toBe("AVAX");
    }
  });

  test("nothing was created on 1 January 1970", async () => {
    const pChain = await get(`${N}/blockchains/p-chain`);
    expect(pChain).not.toHaveProperty("createBlockTimestamp");
    expect((await get(`${N}/blockchains/p-chain`, asSdk)).createBlockTimestamp).toBe(0);
    expect(await get(`${N}/subnets/${PRIMARY}`)).not.toHaveProperty("createBlockTimestamp");
    for (const chain of ["p-chain", "x-chain", "c-chain"]) {
      const { transactions } = await get<{ transactions: Json[] }>(
        `${N}/blockchains/${chain}/transactions?pageSize=100`,
      );
      expect(transactions.length, chain).toBeGreaterThan(0);
      const times = [...emptyNames(transactions)].filter((name) =>
        /^(timestamp|.*(?<!EVM)Timestamp)$/.test(name),
      );
      expect(times, chain).toEqual([]);
    }
    const { allocations } = JSON.parse(firn.recording.genesis.configuration) as {
      allocations: { avaxAddr: string; initialAmount: number }[];
    };
    const [holder = ""] = allocations.flatMap(({ avaxAddr, initialAmount }) =>
      initialAmount > 0 ? avaxAddr.replace("X-", "") : [],
    );
    for (const chain of ["p-chain", "x-chain"]) {
      const of = `${N}/blockchains/${chain}`;
      const { utxos } = await get<{ utxos: Json[] }>(`${of}/utxos?addresses=${holder}&includeSpent=true`);
      expect(utxos.length, chain).toBeGreaterThan(0);
      expect([...emptyNames(utxos)].filter((name) => /timestamp/i.test(name))).toEqual([]);
      const last = await get(`${of}/lastActivityTimestampByAddresses?addresses=${holder}`);
      expect(last.timestamp, chain).toBeGreaterThan(1_600_000_000);
    }
  });

  test("an L1 validator's balance is left out, also from its L1's sum", async () => {
    const { validators } = await get<{ validators: Json[] }>(`${N}/l1Validators?pageSize=100`);
    const unknown = validators.filter((one) => one.remainingBalance === undefined);
    expect(unknown.length).toBeGreaterThan(0);
    const { l1s } = await get<{ l1s: Json[] }>("/firn/v1/l1s");
    const l1 = l1s.find(({ subnetId }) => subnetId === unknown[0]?.subnetId);
    expect(l1).toBeDefined();
    expect(l1).not.toHaveProperty("balanceNavax");
    const forSdk = await get<{ validators: Json[] }>(`${N}/l1Validators?pageSize=100`, asSdk);
    for (const one of forSdk.validators) expect(typeof one.remainingBalance).toBe("number");
  });

  test("block 0 of P and C is unknown, with a hint; that of X is known from its block 1", async () => {
    for (const chain of ["p-chain", "c-chain"]) {
      const response = await fetch(`${firn.url}${N}/blockchains/${chain}/blocks/0`);
      expect([chain, response.status, await response.text()]).toEqual([
        chain,
        404,
        expect.stringMatching(/genesis, which gives it, is not known.*FIRN_GENESIS/),
      ]);
    }
    const first = await get(`${N}/blockchains/x-chain/blocks/1`);
    expect((await get(`${N}/blockchains/x-chain/blocks/0`)).blockHash).toBe(first.parentHash);
  });

  test("block 0 of the C-Chain as an EVM block is the node's, if block 1 follows it", async () => {
    const path = `/v1/chains/${firn.chainId}/blocks`;
    const said = firn.recording.evm[0]?.block as unknown as Record<string, string>;
    const { hash, stateRoot = "" } = said;
    const block = await get(`${path}/0`);
    expect(block).toMatchObject({ blockNumber: "0", blockHash: hash, parentHash: `0x${"00".repeat(32)}` });
    expect(await get(`${path}/${hash}`)).toEqual(block);
    expect(await get(`${path}/${hash}/transactions`)).toEqual({ transactions: [] });
    said.stateRoot = `0x${"11".repeat(32)}`;
    const lie = await fetch(`${firn.url}${path}/0`);
    said.stateRoot = stateRoot;
    expect([lie.status, await lie.text()]).toEqual([502, expect.stringContaining(`block 1 follows ${hash}`)]);
    expect((await fetch(`${firn.url}${path}/0x${"11".repeat(32)}`)).status).toBe(404);
  });
});
