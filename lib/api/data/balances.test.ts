import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { AggregatedAssetAmount } from "../../contract/data/primary-network-balances";
import {
  getCChainBalances,
  getPChainBalances,
  getXChainBalances,
} from "../../contract/data/primary-network-balances";
import { listPrimaryNetworkBlocksResponse } from "../../contract/data/primary-network-blocks";
import { getPChainUtxos, getXOrCChainUtxos } from "../../contract/data/primary-network-utxos";
import { listExports } from "../../contract/firn/exports";
import { parseLossless } from "../../contract/rpc";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Balances and outputs compared with the recorded node's answers for the same addresses. */

const CHAINS = ["p-chain", "x-chain", "c-chain"] as const;
type ChainName = (typeof CHAINS)[number];

async function ask(url: string, headers = {}): Promise<unknown> {
  const response = await fetch(url, { headers });
  const body = await response.json();
  expect(response.status, `${url}: ${JSON.stringify(body)}`).toBe(200);
  return body;
}

const pathOf = (indexed: IndexedRecording, chain: string) =>
  `${indexed.url}/v1/networks/fuji/blockchains/${chain}`;

/** All outputs of a list. */
async function listUtxos(indexed: IndexedRecording, chain: ChainName, addresses: string) {
  const utxos: z.infer<typeof getXOrCChainUtxos.response>["utxos"] = [];
  const pUtxos: z.infer<typeof getPChainUtxos.response>["utxos"] = [];
  for (let token = ""; ; ) {
    const body = await ask(`${pathOf(indexed, chain)}/utxos?pageSize=7&addresses=${addresses}${token}`);
    const page = chain === "p-chain" ? getPChainUtxos.response.parse(body) : undefined;
    if (page) pUtxos.push(...page.utxos);
    else utxos.push(...getXOrCChainUtxos.response.parse(body).utxos);
    const { nextPageToken } = z.object({ nextPageToken: z.string().optional() }).parse(body);
    if (nextPageToken === undefined) return { utxos, pUtxos };
    token = `&pageToken=${nextPageToken}`;
  }
}

interface Answer<Result> {
  params: { address?: string; addresses?: string[]; sourceChain?: string; includePartial?: boolean };
  result: Result;
}

describe.each(["custom-network", "local-network"])("owners in the recording %s", (name) => {
  let indexed: IndexedRecording;
  let chainIds: Record<string, string>;

  beforeAll(async () => {
    indexed = await indexRecording(name);
    const { chains } = JSON.parse(indexed.recording.genesis.platform) as {
      chains: { blockchainID: string; name: string }[];
    };
    chainIds = { P: "11111111111111111111111111111111LpoYY" };
    for (const { blockchainID, name: title } of chains) chainIds[title.charAt(0)] = blockchainID;
  });
  afterAll(() => indexed.close());

  /** The node's answers at the end of the recording, without errors. */
  function answersTo<Result>(method: string): Answer<Result>[] {
    const stream = { p: "P/block", a: "X/block" }[method.charAt(0)] as "P/block" | "X/block";
    const head = indexed.recording.containers[method.startsWith("avax") ? "C/block" : stream].length;
    return indexed.recording.answers
      .filter((answer) => answer.method === method && (answer.height ?? head) === head)
      .map(({ params, reply }) => ({
        params: parseLossless(params) as Answer<Result>["params"],
        result: (parseLossless(reply) as { result?: Result }).result as Result,
      }))
      .filter(({ result }) => result !== undefined);
  }

  const balancesOn = async (chain: ChainName, addresses: string, query = "") =>
    ask(`${pathOf(indexed, chain)}/balances?addresses=${addresses}${query}`);

  function amounts(...lists: AggregatedAssetAmount[][]): Record<string, string> {
    const sums: Record<string, bigint> = {};
    for (const { assetId, amount } of lists.flat()) sums[assetId] = (sums[assetId] ?? 0n) + BigInt(amount);
    return Object.fromEntries(Object.entries(sums).map(([id, sum]) => [id, String(sum)]));
  }

  const texts = (record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, String(value)]));

  interface NodeBalance {
    unlockeds: Record<string, string>;
    lockedStakeables: Record<string, string>;
    lockedNotStakeables: Record<string, string>;
    utxoIDs: { txID: string; outputIndex: number }[] | null;
  }

  test("platform.getBalance: every category, and its outputs", async () => {
    let asked = 0;
    for (const { params, result } of answersTo<NodeBalance>("platform.getBalance")) {
      const address = params.addresses?.join(",") ?? "";
      const { balances } = getPChainBalances.response.parse(await balancesOn("p-chain", address));
      const { pUtxos } = await listUtxos(indexed, "p-chain", address);
      const free = pUtxos.filter((utxo) => utxo.platformLocktime !== undefined && !utxo.staked);
      expect(
        {
          unlockedUnstaked: amounts(balances.unlockedUnstaked),
          lockedStakeable: amounts(balances.lockedStakeable),
          lockedPlatform: amounts(balances.lockedPlatform),
          utxoIds: free.map(({ txHash, outputIndex }) => `${txHash}:${outputIndex}`).sort(),
        },
        address,
      ).toEqual({
        unlockedUnstaked: texts(result.unlockeds),
        lockedStakeable: texts(result.lockedStakeables),
        lockedPlatform: texts(result.lockedNotStakeables),
        utxoIds: (result.utxoIDs ?? []).map(({ txID, outputIndex }) => `${txID}:${outputIndex}`).sort(),
      });
      asked++;
    }
    expect(asked).toBeGreaterThan(5);
  });

  test("platform.getStake: staked amounts, and the number of outputs", async () => {
    let staked = 0;
    for (const { params, result } of answersTo<{ stakeds: Record<string, string>; stakedOutputs: string[] }>(
      "platform.getStake",
    )) {
      const address = params.addresses?.join(",") ?? "";
      const { balances } = getPChainBalances.response.parse(await balancesOn("p-chain", address));
      const stakes = [balances.unlockedStaked, balances.lockedStaked, balances.pendingStaked];
      const { pUtxos } = await listUtxos(indexed, "p-chain", address);
      expect(
        { stakeds: amounts(...stakes), outputs: pUtxos.filter((utxo) => utxo.staked).length },
        address,
      ).toEqual({ stakeds: texts(result.stakeds), outputs: result.stakedOutputs.length });
      staked += result.stakedOutputs.length;
    }
    expect(staked).toBeGreaterThan(1);
  });

  test("avm.getAllBalances: of every asset, with locked and shared outputs", async () => {
    const avax = answersTo<{ assetID: string }>("avm.getAssetDescription")[0]?.result.assetID;
    let asked = 0;
    for (const { params, result } of answersTo<{ balances: { asset: string; balance: string }[] }>(
      "avm.getAllBalances",
    )) {
      if (params.includePartial !== true) continue;
      const { balances } = getXChainBalances.response.parse(
        await balancesOn("x-chain", params.address ?? ""),
      );
      const known = await indexedAvax();
      expect(amounts(balances.locked, balances.unlocked), params.address).toEqual(
        Object.fromEntries(
          result.balances
            .filter(({ balance }) => balance !== "0")
            .map(({ asset, balance }) => [asset === "AVAX" ? (known ?? avax) : asset, balance]),
        ),
      );
      asked++;
    }
    expect(asked).toBeGreaterThan(5);
  });

  async function indexedAvax(): Promise<string | undefined> {
    const { balances } = getPChainBalances.response.parse(await balancesOn("p-chain", everyone().join(",")));
    return balances.unlockedUnstaked.find(({ symbol }) => symbol === "AVAX")?.assetId;
  }

  const everyone = () =>
    answersTo<unknown>("platform.getBalance").flatMap(({ params }) => params.addresses ?? []);

  test.each([
    ["platform.getUTXOs", "P"],
    ["avm.getUTXOs", "X"],
    ["avax.getUTXOs", "C"],
  ] as const)("%s: every output to the byte, own and in atomic memory", async (method, here) => {
    const answers = answersTo<{ utxos: string[] | null }>(method);
    const chain = `${here.toLowerCase()}-chain` as ChainName;
    let outputs = 0;
    for (const { params, result } of answers) {
      const from = chainIds[params.sourceChain ?? here] ?? params.sourceChain;
      const { utxos, pUtxos } = await listUtxos(indexed, chain, params.addresses?.join(",") ?? "");
      const bytes = [...utxos, ...pUtxos.filter((utxo) => !utxo.staked)]
        .filter((utxo) => utxo.createdOnChainId === from && utxo.consumedOnChainId === chainIds[here])
        .map((utxo) => utxo.utxoBytes ?? "");
      expect(bytes.sort(), `${params.addresses} from ${params.sourceChain}`).toEqual(
        [...(result.utxos ?? [])].sort(),
      );
      outputs += bytes.length;
    }
    expect(outputs).toBeGreaterThan(method === "avax.getUTXOs" ? 0 : 10);
  });

  test("what waits for its import is what the nodes' atomic memory has, oldest first", async () => {
    const listed = listExports.response.shape.exports;
    const all: z.infer<typeof listed> = [];
    const path = `${indexed.url}/firn/v1/exports?pageSize=3&addresses=${everyone().join(",")}`;
    for (let token: string | undefined = ""; token !== undefined; ) {
      const page = listExports.response.parse(await ask(`${path}${token}`));
      all.push(...page.exports);
      token = page.nextPageToken === undefined ? undefined : `&pageToken=${page.nextPageToken}`;
    }
    const waiting = new Set<string>();
    for (const [method, here] of [
      ["platform.getUTXOs", "P"],
      ["avm.getUTXOs", "X"],
      ["avax.getUTXOs", "C"],
    ] as const) {
      const others = answersTo<{ utxos: string[] | null }>(method).filter(
        ({ params: { sourceChain = here } }) => ![here, chainIds[here]].includes(sourceChain),
      );
      for (const bytes of others.flatMap(({ result }) => result.utxos ?? [])) waiting.add(bytes);
    }
    expect(waiting.size).toBeGreaterThan(0);
    expect(all.map(({ utxoBytes }) => utxoBytes).sort()).toEqual([...waiting].sort());
    const times = all.map(({ timestamp = 0 }) => timestamp);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test("an output of several owners counts in full for each, and once for all of them together", async () => {
    let several = 0;
    for (const chain of CHAINS) {
      const all = everyone().join(",");
      const { utxos, pUtxos } = await listUtxos(indexed, chain, all);
      const names = [...utxos, ...pUtxos].map(({ utxoId }) => utxoId);
      const each = new Map<string, number>();
      for (const address of everyone()) {
        const own = await listUtxos(indexed, chain, address);
        for (const { utxoId } of [...own.utxos, ...own.pUtxos]) each.set(utxoId, (each.get(utxoId) ?? 0) + 1);
      }
      expect(new Set(names)).toEqual(new Set(each.keys()));
      expect(names.length).toBe(each.size);
      const { balances } = z
        .object({ balances: z.record(z.string(), z.array(z.object({ utxoCount: z.int() }))) })
        .parse(await balancesOn(chain, all));
      const counted = Object.values(balances).flat();
      const transfers = [...pUtxos, ...utxos.filter(({ utxoType }) => utxoType === "transfer")].filter(
        ({ asset }) => asset.amount !== "0",
      );
      expect(counted.reduce((sum, { utxoCount }) => sum + utxoCount, 0)).toBe(transfers.length);
      several += [...each.values()].filter((owners) => owners > 1).length;
    }
    expect(several).toBeGreaterThan(0);
  });

  test("SDKs get the published shapes", async () => {
    const objection = openPublishedShapes();
    const shapes = {
      "p-chain": ["ListPChainBalancesResponse", "ListPChainUtxosResponse"],
      "x-chain": ["ListXChainBalancesResponse", "ListUtxosResponse"],
      "c-chain": ["ListCChainAtomicBalancesResponse", "ListUtxosResponse"],
    } as const;
    const sdk = { "x-firn-dialect": "sdk" };
    for (const chain of CHAINS)
      for (const address of everyone()) {
        const [balances, utxos] = shapes[chain];
        const path = pathOf(indexed, chain);
        expect(objection(balances, await ask(`${path}/balances?addresses=${address}`, sdk))).toBeUndefined();
        const list = `${path}/utxos?pageSize=100&includeSpent=true&addresses=${address}`;
        expect(objection(utxos, await ask(list, sdk))).toBeUndefined();
      }
  });
});

describe("while blocks arrive", () => {
  let indexed: IndexedRecording;

  beforeAll(async () => {
    indexed = await indexRecording("custom-network", { acceptance: "manual" });
  });
  afterAll(() => indexed.close());

  const SHAPES = { "p-chain": getPChainBalances, "x-chain": getXChainBalances, "c-chain": getCChainBalances };

  async function balancesAt(addresses: string, query: string) {
    const bodies = [];
    for (const chain of CHAINS)
      bodies.push(
        SHAPES[chain].response.parse(
          await ask(`${pathOf(indexed, chain)}/balances?addresses=${addresses}${query}`),
        ).balances,
      );
    return bodies;
  }

  /** Times of a chain's blocks so far, by height. */
  async function timesOf(chain: ChainName): Promise<Map<number, number>> {
    const times = new Map<number, number>();
    for (let token = ""; ; ) {
      const url = `${pathOf(indexed, chain)}/blocks?pageSize=100${token}`;
      const { blocks, nextPageToken } = listPrimaryNetworkBlocksResponse.parse(await ask(url));
      for (const { blockNumber, blockTimestamp } of blocks)
        times.set(Number(blockNumber), blockTimestamp ?? Number.NaN);
      if (nextPageToken === undefined) return times;
      token = `&pageToken=${nextPageToken}`;
    }
  }

  async function headOf(chain: ChainName): Promise<number> {
    const { blocks } = listPrimaryNetworkBlocksResponse.parse(
      await ask(`${pathOf(indexed, chain)}/blocks?pageSize=1`),
    );
    return Number(blocks[0]?.blockNumber ?? 0);
  }

  test("balances at each block's time are those after that block", async () => {
    const everyone = indexed.recording.answers
      .filter(({ method }) => method === "platform.getBalance")
      .flatMap(({ params }) => (JSON.parse(params) as { addresses: string[] }).addresses);
    const seen: { heads: number[]; addresses: string; balances: unknown }[] = [];
    for (let step = 0; await indexed.accept(step === 0 ? 1 : 3); step++) {
      const addresses = step % 2 === 0 ? everyone.join(",") : (everyone[step % everyone.length] ?? "");
      const heads = await Promise.all(CHAINS.map(headOf));
      seen.push({ heads, addresses, balances: await balancesAt(addresses, "") });
    }
    const times = await Promise.all(CHAINS.map(timesOf));
    let compared = 0;
    for (const { heads, addresses, balances } of seen) {
      const at = Math.max(...heads.map((height, chain) => times[chain]?.get(height) ?? 0));
      // A time that does not determine the head: another block has the same time, or an earlier one.
      if (heads.some((height, chain) => (times[chain]?.get(height + 1) ?? Infinity) <= at)) continue;
      expect(await balancesAt(addresses, `&blockTimestamp=${at}`), `at ${at}`).toEqual(balances);
      compared++;
    }
    expect(compared).toBeGreaterThan(15);
  });
});
