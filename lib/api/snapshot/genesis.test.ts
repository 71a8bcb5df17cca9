import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sha256 } from "#sha256";
import { fromHex } from "../../avalanche/codec/bytes";
import { formatId, stripChecksum } from "../../avalanche/ids";
import { followChains } from "../../testbed/followed-chains";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

const N = "/v1/networks/fuji";
/** Owner of genesis outputs on P and X. */
let holder: string;
let firn: IndexedRecording;

beforeAll(async () => {
  firn = await indexRecording("custom-network", { acceptance: "manual" });
  const { allocations } = JSON.parse(firn.recording.genesis.configuration) as {
    allocations: { avaxAddr: string; initialAmount: number }[];
  };
  const rich = allocations.find(({ initialAmount }) => initialAmount > 0);
  holder = rich?.avaxAddr.replace("X-", "") ?? "";
  await vi.waitFor(async () => expect((await get(firn, "/firn/v1/p-state")).status).toBe(200), 60_000);
}, 120_000);
afterAll(() => firn.close());

type Json = Record<string, unknown>;

async function get<Body = Json>({ url }: IndexedRecording, path: string) {
  const response = await fetch(url + path);
  return { status: response.status, body: (await response.json()) as Body };
}

async function askNode<Result>(path: string, method: string, params: object = {}): Promise<Result> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(firn.nodeUrl + path, { method: "POST", headers, body });
  return ((await answer.json()) as { result: Result }).result;
}

describe("before the P-Chain's first block, with a known genesis,", () => {
  test("validators are those that the node has", async () => {
    expect((await askNode<Json>("/ext/bc/P", "platform.getHeight")).height).toBe("0");
    const { validators } = await askNode<{ validators: Json[] }>(
      "/ext/bc/P",
      "platform.getCurrentValidators",
    );
    const { body } = await get<{ validators: (Json & { potentialRewards: Json })[] }>(
      firn,
      `${N}/validators?validationStatus=active&pageSize=100`,
    );
    const mine = body.validators.map((one) => [
      one.txHash,
      one.nodeId,
      one.amountStaked,
      one.potentialRewards.validationRewardAmount,
    ]);
    const theirs = validators.map((one) => [one.txID, one.nodeID, one.weight, one.potentialReward]);
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.sort()).toEqual(theirs.sort());
    const network = await get(firn, N);
    expect(network.body).toMatchObject({ validatorDetails: { validatorCount: theirs.length } });
  });

  test("supply, balances and outputs are the node's", async () => {
    const { supply } = await askNode<Json>("/ext/bc/P", "platform.getCurrentSupply");
    expect((await get(firn, "/firn/v1/p-state")).body).toMatchObject({ height: 0, supplyNavax: supply });
    for (const [chain, path, method] of [
      ["p-chain", "/ext/bc/P", "platform.getUTXOs"],
      ["x-chain", "/ext/bc/X", "avm.getUTXOs"],
    ] as const) {
      const letter = chain.slice(0, 1).toUpperCase();
      const { numFetched } = await askNode<Json>(path, method, { addresses: [`${letter}-${holder}`] });
      const { body } = await get(firn, `${N}/blockchains/${chain}/utxos?addresses=${holder}`);
      expect(Number(numFetched), chain).toBeGreaterThan(0);
      expect(body.utxos, chain).toHaveLength(Number(numFetched));
    }
  });

  test.each([
    ["p-chain", "/ext/bc/P", "platform.getBlockByHeight"],
    ["x-chain", "/ext/bc/X", "avm.getBlockByHeight"],
  ])("block 0 of %s is the node's, by height and by id", async (chain, path, method) => {
    const { block } = await askNode<{ block: string }>(path, method, { height: "0", encoding: "hex" });
    const bytes = stripChecksum(fromHex(block));
    const found = await get(firn, `${N}/blockchains/${chain}/blocks/0`);
    expect(found.body).toMatchObject({
      blockNumber: "0",
      blockHash: formatId(sha256(bytes)),
      blockSizeBytes: bytes.length,
      txCount: 0,
    });
    const byId = await get(firn, `${N}/blockchains/${chain}/blocks/${found.body.blockHash}`);
    expect(byId.body).toEqual(found.body);
  });

  test("block 0 of c-chain is the node's, before block 1 is indexed", async () => {
    const chains = followChains(firn.nodeUrl, { stores: firn.stores });
    try {
      const path = `${N}/blockchains/c-chain/blocks/0`;
      await vi.waitFor(async () => expect((await get(firn, path)).status).toBe(200), 60_000);
      const { hash, size } = await askNode<Json>("/ext/bc/C/rpc", "eth_getBlockByNumber", ["0x0", false]);
      expect((await get(firn, path)).body).toMatchObject({
        blockNumber: "0",
        blockHash: hash,
        blockSizeBytes: Number(size),
      });
      expect((await get(firn, `${N}/blockchains/c-chain/blocks/1`)).status).toBe(404);
    } finally {
      await chains.close();
    }
  });

  test("before the genesis all balances are 0", async () => {
    const { status, body } = await get(
      firn,
      `${N}/blockchains/p-chain/balances?addresses=${holder}&blockTimestamp=1`,
    );
    expect(status).toBe(200);
    expect(Object.values(body.balances as Json)).toSatisfy((lists: unknown[][]) =>
      lists.every((list) => list.length === 0),
    );
  });
});

test("without the genesis, a chain before its first block is unknown, not empty", async () => {
  const bare = await indexRecording("custom-network", { acceptance: "manual", withoutGenesis: true });
  try {
    // Its node has been identified.
    await vi.waitFor(
      async () => expect((await get(bare, `${N}/blockchains/p-chain/blocks/0`)).status).toBe(404),
      60_000,
    );
    for (const path of [
      "/validators",
      "",
      `/blockchains/p-chain/balances?addresses=${holder}`,
      `/blockchains/p-chain/utxos?addresses=${holder}`,
      "/blockchains",
    ]) {
      const { status, body } = await get(bare, N + path);
      expect([path, status, body.message]).toEqual([path, 503, expect.stringContaining("is not known")]);
    }
    expect((await get(bare, `${N}/blockchains/p-chain/blocks/0`)).status).toBe(404);
  } finally {
    await bare.close();
  }
}, 120_000);
