import { setTimeout as sleep } from "node:timers/promises";
import { runEvmIndexer } from "../indexer/evm/start";
import { SILENT } from "../log";
import type { EvmStoreId, Stores } from "../store/stores";
import type { VmNode } from "./evm/node";
import { Pauses } from "./pauses";
import { type IndexedRecording, indexRecording } from "./recording";

/** A recording whose C-Chain is also indexed as an EVM chain. */
export interface IndexedCChain extends IndexedRecording {
  /** EVM chain id of the C-Chain, as in paths. */
  chainId: string;
}

/** Returns once a whole recording is indexed: P, X, C and EVM. */
export async function indexCChain(...given: Parameters<typeof indexRecording>): Promise<IndexedCChain> {
  const firn = await indexRecording(...given);
  const stop = new AbortController();
  const pauses = new Pauses();
  const indexing = runEvmIndexer({
    chain: {
      rpcUrl: `${firn.nodeUrl}/ext/bc/C/rpc`,
      indexUrl: firn.nodeUrl,
      facts: { name: "C-Chain", tokenName: "Avalanche", tokenSymbol: "AVAX" },
    },
    stores: firn.stores,
    holder: "test",
    now: Date.now,
    sleep: pauses.sleep,
    signal: stop.signal,
    log: SILENT,
  });
  const indexed = untilIndexed(firn.stores, firn.recording.containers["C/block"].length);
  const chainId = await Promise.race([indexed, indexing.then(() => indexed)]);
  pauses.rest();
  return {
    ...firn,
    chainId,
    async close() {
      stop.abort();
      await indexing;
      await firn.close();
    },
  };
}

/** Indexes an L1 into the same stores. Returns once its last block is stored, with what stops the indexing. */
export async function followL1(
  { stores, url }: Pick<IndexedRecording, "stores" | "url">,
  node: VmNode,
): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const pauses = new Pauses();
  const indexing = runEvmIndexer({
    chain: { rpcUrl: node.url, facts: {} },
    stores,
    holder: "l1",
    now: Date.now,
    signal: stop.signal,
    log: SILENT,
    sleep: pauses.sleep,
  });
  const { chainId, head } = node.chain;
  const isStored = async () => (await fetch(`${url}/v1/chains/${chainId}/blocks/${head.height}`)).ok;
  for (const deadline = Date.now() + TIMEOUT_MS; !(await isStored()) && Date.now() < deadline; )
    await Promise.race([sleep(50), indexing]);
  pauses.rest();
  return async () => {
    stop.abort();
    await indexing;
  };
}

const TIMEOUT_MS = 240_000;

/** @returns the EVM chain id, which names the store */
async function untilIndexed(stores: Stores, blocks: number): Promise<string> {
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(50)) {
    const id = (await stores.list()).find((id): id is EvmStoreId => id !== "primary");
    if (id === undefined) continue;
    const store = await stores.open(id, { mode: "read" }).catch(() => undefined);
    if (store === undefined) continue; // it is being created
    const checkpoint = await store.db.selectFrom("checkpoint").select("next_index").executeTakeFirst();
    await store.close();
    if (checkpoint?.next_index === blocks) return id.slice("evm/".length);
  }
  throw new Error("the C-Chain's EVM side was not indexed in time");
}
