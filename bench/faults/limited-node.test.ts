import { relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Stores } from "../../lib/store/stores";
import { compareStores } from "../../lib/testbed/compare-stores";
import { followChains } from "../../lib/testbed/followed-chains";
import { type LimitingProxy, openLimitingProxy, type ProviderLimits } from "../../lib/testbed/limiting-proxy";
import { type IndexedRecording, indexRecording } from "../../lib/testbed/recording";

/**
 * A node that limits requests as public RPCs do, in front of a recorded network: what is stored in the end is what is
 * stored from the node without limits, and few requests are refused.
 */

const L1 = "177177";
const C = "43177";
/** Idle streams would take all that the node allows if their pauses were short. */
const PAUSE_MS = 1_000;
/** How fast the clock runs by which contracts are asked again. */
const HASTE = 60;
const TIMEOUT_MS = 600_000;

interface Followed {
  firn: IndexedRecording;
  proxy: LimitingProxy;
  close(): Promise<void>;
}

/** With genesis. */
const L1_BLOCKS = 223;

const NO_LIMIT: ProviderLimits = { perS: 1e9, burst: 1e9, counts: "requests", refusal: "429" };

/** Follows everything of the recording through a proxy. */
async function follow(limits: ProviderLimits): Promise<Followed> {
  let proxy: LimitingProxy | undefined;
  const firn = await indexRecording("l1-network", {
    longestPauseMs: PAUSE_MS,
    through: async (nodeUrl) => {
      proxy = await openLimitingProxy(nodeUrl, limits);
      return proxy.url;
    },
  });
  if (proxy === undefined) throw new Error("no proxy");
  const { close: closeProxy } = proxy;
  const startMs = Date.now();
  const chains = followChains(firn.nodeUrl, {
    stores: firn.stores,
    longestPauseMs: PAUSE_MS,
    now: () => startMs + (Date.now() - startMs) * HASTE,
  });
  return {
    firn,
    proxy,
    async close() {
      await chains.close();
      await firn.close();
      await closeProxy();
    },
  };
}

/** Whether every block is stored, and the metadata of every NFT. */
async function isWhole({ stores, recording }: IndexedRecording, chainId: string): Promise<boolean> {
  const blocks = chainId === C ? recording.containers["C/block"].length : L1_BLOCKS;
  const store = await stores.open(`evm/${chainId}`, { mode: "read" }).catch(() => undefined);
  try {
    const checkpoint = await store?.db.selectFrom("checkpoint").select("next_index").executeTakeFirst();
    if (store === undefined || checkpoint?.next_index !== blocks) return false;
    const tokens = await store.db.selectFrom("nft").select("id").execute();
    const read = await store.db.selectFrom("nft_metadata").select("nft_id").execute();
    return read.length === tokens.length;
  } finally {
    await store?.close();
  }
}

/** What a provider must have refused for its test to prove anything, beside how it limits requests. */
type Refusal = "refused" | "tooLarge" | "lacking";

const PROVIDERS: [string, ProviderLimits, Refusal[]][] = [
  ["refuses requests with 429", { perS: 20, burst: 5, counts: "requests", refusal: "429" }, ["refused"]],
  [
    "counts calls, and answers some calls of a batch only",
    { perS: 200, burst: 60, counts: "calls", refusal: "each call" },
    ["refused"],
  ],
  [
    "asks to wait, refuses long bodies with 413 and lacks eth_getBlockReceipts",
    {
      perS: 40,
      burst: 5,
      counts: "requests",
      refusal: "429 with retry-after",
      mostBytes: 4_096,
      lacks: ["eth_getBlockReceipts"],
    },
    ["refused", "tooLarge", "lacking"],
  ],
  [
    "takes five calls at most, and answers a longer batch with one error",
    { ...NO_LIMIT, batch: { most: 5, refusal: "one error" } },
    ["tooLarge"],
  ],
  ["refuses batches with 403", { ...NO_LIMIT, batch: { most: 1, refusal: "403" } }, ["tooLarge"]],
];

describe("a node that limits requests", () => {
  let calm: Followed;
  beforeAll(async () => {
    calm = await follow(NO_LIMIT);
    while (!((await isWhole(calm.firn, C)) && (await isWhole(calm.firn, L1)))) await sleep(100);
  });
  afterAll(() => calm?.close());

  function differences(stores: Stores): Promise<string[]> {
    const { folder } = stores.place;
    const ids = ["primary", `evm/${C}`, `evm/${L1}`] as const;
    const names = ids.map((id) => relative(folder, stores.whereIs(id)));
    return compareStores(folder, calm.firn.stores.place.folder, names);
  }

  it.concurrent.for(PROVIDERS)("and %s fills the same stores", async ([, limits, refusals], { expect }) => {
    const limited = await follow(limits);
    try {
      const { firn } = limited;
      const areWhole = async () => (await isWhole(firn, C)) && (await isWhole(firn, L1));
      await expect.poll(areWhole, { timeout: TIMEOUT_MS, interval: 500 }).toBe(true);
      // What contracts say of themselves may come later than their blocks.
      await expect.poll(() => differences(firn.stores), { timeout: TIMEOUT_MS, interval: 2_000 }).toEqual([]);
      const { requests, refused } = limited.proxy;
      for (const refusal of refusals) expect(limited.proxy[refusal], refusal).toBeGreaterThan(0);
      expect(refused).toBeLessThan(0.1 * requests);
    } finally {
      await limited.close();
    }
  });
});
