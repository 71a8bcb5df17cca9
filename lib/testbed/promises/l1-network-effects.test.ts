import { decodeAbiParameters } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { sha256 } from "../../avalanche/crypto/sha256";
import { formatId } from "../../avalanche/ids";
import type { RecordedEvmBlock } from "../../devnet/recording";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network, listLogs } from "../l1-network";

/** What the precompiles of a real L1 did is what Firn answers: coins, fees, roles, and messages both ways. */

let network: L1Network;
let events: Record<typeof L1 | typeof C, PlacedEvent[]>;

beforeAll(async () => {
  network = await followL1Network();
  events = { [L1]: await readEvents(L1, l1Blocks()), [C]: await readEvents(C, network.firn.recording.evm) };
}, L1_NETWORK_TIMEOUT_MS);
afterAll(() => network?.close());

const PRECOMPILES = ["deployer", "minter", "sender", "fees", "rewards", "warp"] as const;
type Precompile = (typeof PRECOMPILES)[number];

interface PlacedEvent {
  precompile: Precompile;
  height: number;
  txHash: string;
  topics: `0x${string}`[];
  data: `0x${string}`;
}

type Json = Record<string, unknown>;

const l1Blocks = (): RecordedEvmBlock[] => network.firn.recording.evmChains[0]?.blocks ?? [];

async function get(path: string): Promise<Json> {
  const response = await fetch(`${network.firn.url}${path}`, { headers: { "x-firn-dialect": "seed" } });
  const body = (await response.json()) as Json;
  expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
  return body;
}

/** Events of the precompiles, as the API answers them. */
async function readEvents(chainId: string, blocks: readonly RecordedEvmBlock[]): Promise<PlacedEvent[]> {
  const found: PlacedEvent[] = [];
  for (const [height, { receipts }] of blocks.entries()) {
    for (const { transactionHash: txHash, logs } of receipts as unknown as {
      transactionHash: string;
      logs: unknown[];
    }[]) {
      if (logs.length === 0) continue;
      const shown = (await listLogs(get, chainId, txHash)) as unknown as (PlacedEvent & {
        address: string;
      })[];
      for (const { address, topics, data } of shown) {
        const number = /^0x02(00){18}0([0-5])$/.exec(address.toLowerCase())?.[2];
        const precompile = PRECOMPILES[Number(number ?? -1)];
        if (precompile !== undefined) found.push({ precompile, height, txHash, topics, data });
      }
    }
  }
  return found;
}

const accountIn = (topic = "0x") => `0x${topic.slice(-40)}`;

it("has every event of the precompiles", () => {
  const counts = (chainId: typeof L1 | typeof C) =>
    Object.fromEntries(
      PRECOMPILES.map((name) => [
        name,
        events[chainId].filter(({ precompile }) => precompile === name).length,
      ]),
    );
  expect(counts(L1)).toEqual({ deployer: 3, minter: 12, sender: 4, fees: 3, rewards: 3, warp: 9 });
  expect(counts(C)).toEqual({ deployer: 0, minter: 0, sender: 0, fees: 0, rewards: 0, warp: 3 });
});

describe("native coin", () => {
  const NATIVE_COIN_MINTED = "0x400cd392f3d56fd10bb1dbd5839fdda8298208ddaa97b368faa053e1850930ee";
  /** What the chain's genesis and upgrades mint without a transaction: an account, wei, and after which block. */
  const MINTED_BY_UPGRADE = [
    ["0x223ef1db694878b2507245f3056268e254e581cd", 0x4c53ecdc18a60000n, 211],
  ] as const;
  const FRANK = "0x94dc196504d1938421c01941d20f9bed00bff089";

  it("has what the genesis mints besides what it allocates", async () => {
    expect(await balanceAt(FRANK, 0)).toBe(0x29d42b31acb6afb0000n);
  });

  it("has what the precompile minted, by a call or inside one, and what an upgrade minted without any", async () => {
    const heights = recordedHeights();
    const mints = events[L1].filter(({ topics }) => topics[0] === NATIVE_COIN_MINTED);
    expect(mints).toHaveLength(8);
    const recipients = new Set([
      ...mints.map(({ topics }) => accountIn(topics[2])),
      ...MINTED_BY_UPGRADE.map(([account]) => account as string),
    ]);
    for (const account of recipients) {
      for (const [at, until] of heights.entries()) {
        const from = heights[at - 1];
        if (from === undefined) continue;
        const isIn = (height: number) => height > from && height <= until;
        const moved = changesOf(account, isIn);
        const minted = mints.filter(
          ({ height, txHash, topics }) =>
            isIn(height) && accountIn(topics[2]) === account && !isNamed(account, txHash),
        );
        const byUpgrade = MINTED_BY_UPGRADE.filter(([of, , height]) => of === account && isIn(height));
        const gained = (await balanceAt(account, until)) - (await balanceAt(account, from));
        const expected =
          moved -
          feesUntraced(account, isIn) +
          minted.reduce((sum, { data }) => sum + BigInt(data), 0n) +
          byUpgrade.reduce((sum, [, wei]) => sum + wei, 0n);
        expect(gained, `${account} from ${from} to ${until}`).toBe(expected);
      }
    }
  });

  async function balanceAt(account: string, height: number): Promise<bigint> {
    const body = await get(`/v1/chains/${L1}/addresses/${account}/balances:getNative?blockNumber=${height}`);
    return BigInt((body.nativeTokenBalance as { balance: string }).balance);
  }

  function recordedHeights(): number[] {
    const { answers, evmChains } = network.firn.recording;
    const path = `/ext/bc/${evmChains[0]?.blockchainId}/rpc`;
    const asked = answers.filter((each) => each.path === path && each.method === "eth_getBalance");
    return [...new Set(asked.map(({ height = 0 }) => height))].sort((a, b) => a - b);
  }

  type Diff = Record<"pre" | "post", Record<string, { balance?: string }>>;
  const diffs = () =>
    l1Blocks().flatMap(({ stateDiffs = [] }, height) =>
      stateDiffs.map(({ txHash, result }) => ({ height, txHash, diff: result as unknown as Diff })),
    );

  /** What transactions changed of a balance, by the recorded state differences. */
  function changesOf(account: string, isIn: (height: number) => boolean): bigint {
    return diffs()
      .filter(({ height }) => isIn(height))
      .reduce((sum, { diff: { pre, post } }) => {
        const before = BigInt(pre[account]?.balance ?? 0);
        const after = account in post ? BigInt(post[account]?.balance ?? before) : 0n;
        return account in pre || account in post ? sum + after - before : sum;
      }, 0n);
  }

  /** Fees of creations that the chain refused before any code ran: the tracer shows no change at all. */
  function feesUntraced(account: string, isIn: (height: number) => boolean): bigint {
    const refused = new Set(
      diffs().flatMap(({ height, txHash, diff }) =>
        isIn(height) && Object.keys(diff.pre).length === 0 ? [txHash] : [],
      ),
    );
    return l1Blocks()
      .flatMap(({ receipts }) => receipts as unknown as Record<string, string>[])
      .filter(({ transactionHash = "", from }) => refused.has(transactionHash) && from === account)
      .reduce(
        (sum, { gasUsed = 0, effectiveGasPrice = 0 }) => sum + BigInt(gasUsed) * BigInt(effectiveGasPrice),
        0n,
      );
  }

  /** The tracer does not see an account that only a precompile touched. */
  function isNamed(account: string, txHash: string): boolean {
    return diffs().some(
      ({ txHash: of, diff }) => of === txHash && (account in diff.pre || account in diff.post),
    );
  }
});

it("has blocks with the limits and fees that the fee manager and an upgrade set", async () => {
  const seen: [number, number, bigint][] = [];
  for (const { block } of l1Blocks()) {
    const { number, gasLimit, baseFeePerGas } = block as Record<string, string>;
    const shown = await get(`/v1/chains/${L1}/blocks/${BigInt(number ?? 0)}`);
    expect([shown.gasLimit, shown.baseFee]).toEqual([
      String(BigInt(gasLimit ?? 0)),
      String(BigInt(baseFeePerGas ?? 0)),
    ]);
    const last = seen.at(-1);
    const limit = Number(gasLimit);
    if (last?.[1] !== limit) seen.push([Number(number), limit, BigInt(baseFeePerGas ?? 0)]);
  }
  const changes = events[L1].filter(({ precompile, topics }) => precompile === "fees" && topics.length === 2);
  expect(changes.map(({ height }) => height)).toEqual([155, 160]);
  expect(seen).toEqual(LIMITS);
});

/** From which block on: gas limit, base fee of the first such block in wei. */
const LIMITS: [number, number, bigint][] = [
  [0, 20_000_000, 25_000_000_000n],
  [156, 15_000_000, 30_000_000_000n],
  [161, 20_000_000, 29_381_950_475n],
  [214, 18_000_000, 26_000_000_000n],
];

describe("Warp", () => {
  const messagesOf = (chainId: typeof L1 | typeof C) =>
    events[chainId]
      .filter(({ precompile }) => precompile === "warp")
      .map(({ topics, data }) => {
        const [bytes] = decodeAbiParameters([{ type: "bytes" }], data);
        return { id: topics[2] ?? "0x", bytes };
      });

  it.each([L1, C] as const)("messages of chain %s have the ids and bytes that its node gives", (chainId) => {
    const { answers, evmChains } = network.firn.recording;
    const path = chainId === C ? "/ext/bc/C/rpc" : `/ext/bc/${evmChains[0]?.blockchainId}/rpc`;
    const given = new Map(
      answers
        .filter((each) => each.path === path && each.method === "warp_getMessage")
        .map(({ params, reply }) => [
          (JSON.parse(params) as [string])[0],
          (JSON.parse(reply) as { result: string }).result,
        ]),
    );
    const sent = messagesOf(chainId);
    for (const { id, bytes } of sent) expect(toHex(sha256(fromHex(bytes)))).toBe(id);
    const byId = new Map(sent.map(({ id, bytes }) => [formatId(fromHex(id)), bytes]));
    expect(given.size).toBe(chainId === L1 ? 7 : 1);
    for (const [id, bytes] of given) expect(byId.get(id)).toBe(bytes);
  });

  it("messages that the P-Chain acted on were sent by the L1's manager", async () => {
    const sent = new Set(messagesOf(L1).map(({ bytes }) => bytes.slice(2)));
    const { transactions } = (await get(
      "/v1/networks/fuji/blockchains/p-chain/transactions?pageSize=100",
    )) as { transactions: { txType: string; txHash: string }[] };
    const acted = transactions.filter(({ txType }) =>
      ["RegisterL1ValidatorTx", "SetL1ValidatorWeightTx"].includes(txType),
    );
    expect(acted).toHaveLength(6);
    for (const { txHash } of acted) {
      const { bytes } = await get(`/firn/v1/containers/p/${txHash}`);
      const message = [...sent].find((each) => String(bytes).includes(each));
      expect(message, txHash).toBeDefined();
      sent.delete(message ?? "");
    }
  });
});
