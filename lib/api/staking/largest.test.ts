import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Store } from "../../store/stores";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** A subnet's owner may choose any u64 as a weight. It must not make answers about others fail or be wrong. */

const LARGEST = 2n ** 64n - 1n;
const N = "/v1/networks/fuji";

let indexed: IndexedRecording;
let store: Store;

beforeAll(async () => {
  indexed = await indexRecording("custom-network");
  await indexed.stopIndexer();
  store = await indexed.stores.open("primary", { mode: "write", nowMs: 0 });
  await store.db.updateTable("stake").set({ weight: LARGEST, potential_reward: LARGEST }).execute();
  await store.db.updateTable("stake_cycle").set({ weight: LARGEST, potential_reward: LARGEST }).execute();
  await sql`update l1_point set weight = ${LARGEST}, balance = case when balance > 0 then ${LARGEST} else balance end,
    paid_in = ${LARGEST}`.execute(store.db);
  await store.db.updateTable("l1_validator").set({ weight: LARGEST }).execute();
  await store.db.updateTable("utxo").set({ amount: LARGEST }).execute();
});
afterAll(async () => {
  await store.close();
  await indexed.close();
});

async function ask(path: string) {
  const response = await fetch(`${indexed.url}${path}`);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test("running stake is summed exactly", async () => {
  const { body } = await ask(`${N}`);
  const { validatorDetails: validators, delegatorDetails: delegators } = body;
  expect(validators.validatorCount).toBeGreaterThan(1);
  expect(delegators.delegatorCount).toBeGreaterThan(0);
  expect(validators.totalAmountStaked).toBe(String(LARGEST * BigInt(validators.validatorCount)));
  expect(delegators.totalAmountStaked).toBe(String(LARGEST * BigInt(delegators.delegatorCount)));
});

test("shares of the largest weights lie between 0 and 100", async () => {
  const { body } = await ask(`${N}/validators?validationStatus=active&pageSize=100`);
  expect(body.validators.length).toBeGreaterThan(1);
  for (const { stakePercentage } of body.validators) {
    expect(stakePercentage).toBeGreaterThan(0);
    expect(stakePercentage).toBeLessThanOrEqual(100);
  }
});

test("every answer with sums succeeds", async () => {
  const addresses = await ask(`${N}/blockchains/p-chain/transactions?pageSize=100`).then(({ body }) => {
    const found = JSON.stringify(body).match(/custom1[0-9a-z]{38}/g) ?? [];
    return [...new Set(found)].slice(0, 64).join(",");
  });
  const listed = await ask(`${N}/validators?pageSize=100`);
  const nodeIds = [...new Set((listed.body.validators as { nodeId: string }[]).map(({ nodeId }) => nodeId))];
  expect(nodeIds.length).toBeGreaterThan(1);
  const paths = [
    ...["blockIndex", "delegationCapacity", "timeRemaining", "delegationFee"].map(
      (sortBy) => `${N}/validators?sortBy=${sortBy}&pageSize=100`,
    ),
    ...nodeIds.flatMap((id) => [
      `${N}/validators/${id}`,
      `${N}/delegators?nodeIds=${id}`,
      `/firn/v1/validators/${id}`,
    ]),
    ...["p", "x", "c"].flatMap((chain) =>
      ["balances", "utxos", "transactions"].map(
        (list) => `${N}/blockchains/${chain}-chain/${list}?addresses=${addresses}`,
      ),
    ),
    `${N}/rewards?addresses=${addresses}`,
    `${N}/rewards:listPending?addresses=${addresses}`,
    `${N}/l1Validators`,
    `${N}/subnets`,
    "/firn/v1/stake",
    "/firn/v1/l1s",
    "/firn/v1/p-state",
  ];
  const failed = (await Promise.all(paths.map(async (path) => [path, await ask(path)] as const))).filter(
    ([, { status }]) => status !== 200,
  );
  expect(failed.map(([path, { body }]) => [path, body.message])).toEqual([]);
});
