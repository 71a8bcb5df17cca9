import { afterAll, beforeAll, expect, test } from "vitest";
import { openDataClient } from "../../client/data";
import { listTokenHolders } from "../../contract/firn/tokens";
import { getAddressesByBalanceOverTime } from "../../contract/metrics/looking-glass";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../l1-network";

/** Who holds a token of a real L1 and its C-Chain is what `balanceOf` said of every account. */

let network: L1Network;

beforeAll(async () => {
  network = await followL1Network();
}, L1_NETWORK_TIMEOUT_MS);
afterAll(() => network?.close());

const BALANCE_OF = "0x70a08231";
const GENESIS_TOKEN = "0x1000000000000000000000000000000000000001";
const SILENT_TOKEN = "0xbbfce55ad100b5bed880083fce366120347af872";

/** The recorded answers of `balanceOf` above zero, by token: `[account, balance]`, as lists have them. */
function recordedHolders(chainId: string): Map<string, [string, string][]> {
  const { answers, evmChains } = network.firn.recording;
  const path = chainId === C ? "/ext/bc/C/rpc" : `/ext/bc/${evmChains[0]?.blockchainId}/rpc`;
  const tokens = new Map<string, [string, string][]>();
  for (const { params, reply } of answers.filter(
    (each) => each.path === path && each.method === "eth_call",
  )) {
    const [{ to, data }] = JSON.parse(params) as [{ to: string; data: string }];
    const { result } = JSON.parse(reply) as { result?: string };
    if (!data.startsWith(BALANCE_OF) || result === undefined || BigInt(result) === 0n) continue;
    const holders = tokens.get(to) ?? [];
    holders.push([`0x${data.slice(-40)}`, String(BigInt(result))]);
    tokens.set(to, holders);
  }
  return new Map([...tokens].map(([token, holders]) => [token, holders.sort(byBalance)]));
}

function byBalance([a, one]: [string, string], [b, other]: [string, string]): number {
  return one === other ? (a < b ? -1 : 1) : BigInt(one) > BigInt(other) ? -1 : 1;
}

/** All pages of a list, two holders on each. */
async function holdersOf(chainId: string, address: string) {
  const client = openDataClient({ baseUrl: network.firn.url });
  const found: [string, string][] = [];
  let accountsAsked: number | undefined;
  for (let pageToken: string | undefined, more = true; more; more = pageToken !== undefined) {
    const page = await client.get(listTokenHolders, {
      params: { chainId, address },
      query: { pageSize: 2, ...(pageToken !== undefined && { pageToken }) },
    });
    found.push(
      ...page.holders.map(({ holder, balance }): [string, string] => [holder.address.toLowerCase(), balance]),
    );
    ({ accountsAsked, nextPageToken: pageToken } = page);
  }
  return { found, accountsAsked };
}

test.each([
  [L1, 8],
  [C, 4],
])(
  "every token of chain %s has the holders that its contract told the recorded node",
  async (chainId, tokens) => {
    const recorded = recordedHolders(chainId);
    expect(recorded.size).toBe(tokens);
    for (const [token, holders] of recorded) {
      expect((await holdersOf(chainId, token)).found, token).toEqual(holders);
    }
  },
);

test.each([
  ["Genesis Token", GENESIS_TOKEN, 4],
  ["Silent Bytes32", SILENT_TOKEN, 2],
])(
  "the holders of %s come from the node, and no list is made of its transfers",
  async (_, address, accounts) => {
    expect((await holdersOf(L1, address)).accountsAsked).toBe(accounts);
    const client = openDataClient({ baseUrl: network.firn.url });
    const list = client.get(getAddressesByBalanceOverTime, {
      params: { chainId: L1, address },
      query: { threshold: "0", startTimestamp: 0, endTimestamp: 2_000_000_000 },
    });
    await expect(list).rejects.toMatchObject({ code: "NOT_FOUND", message: /do not add up/ });
  },
);
