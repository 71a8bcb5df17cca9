import { setTimeout as sleep } from "node:timers/promises";
import { followChains } from "./followed-chains";
import { type IndexedRecording, indexRecording } from "./recording";

/** EVM chain ids of the recording `l1-network`. */
export const L1 = "177177";
export const C = "43177";

const TIMEOUT_MS = 120_000;

/** For the hook that follows the recording. */
export const L1_NETWORK_TIMEOUT_MS = TIMEOUT_MS + 60_000;

/** Blocks of each chain. The C-Chain is counted by its index, which has no genesis block. */
const BLOCKS = { [L1]: 223, [C]: 132 };

/** A real L1 beside its C-Chain, indexed whole and answered by the API. */
export interface L1Network {
  firn: IndexedRecording;
  /** Ends the indexers of its chains: from then on tests may change what stores say. */
  stopChains(): Promise<void>;
  close(): Promise<void>;
}

/** Returns once every block of every chain is indexed. @param labels the operator's folder */
export async function followL1Network({ labels }: { labels?: string } = {}): Promise<L1Network> {
  const firn = await indexRecording("l1-network", { labels });
  const chains = followChains(firn.nodeUrl, { stores: firn.stores });
  const deadline = Date.now() + TIMEOUT_MS;
  for (const [chainId, blocks] of Object.entries(BLOCKS)) {
    while ((await indexedOf(firn, chainId)) !== blocks) {
      if (Date.now() > deadline) throw new Error(`chain ${chainId} was not indexed in time`);
      await sleep(100);
    }
  }
  chains.rest();
  return {
    firn,
    stopChains: () => chains.close(),
    async close() {
      await chains.close();
      await firn.close();
    },
  };
}

/** The logs of a transaction, from all pages of its list. */
export function listLogs(get: Get, chainId: string, txHash: string): Promise<Json[]> {
  return listRows(get, `/firn/v1/chains/${chainId}/transactions/${txHash}/logs`, "logs");
}

/** The calls of a transaction, from all pages of its list. */
export function listCalls(get: Get, chainId: string, txHash: string): Promise<Json[]> {
  return listRows(get, `/firn/v1/chains/${chainId}/transactions/${txHash}/calls`, "calls");
}

type Json = Record<string, unknown>;
type Get = (path: string) => Promise<Json>;

async function listRows(get: Get, path: string, member: string): Promise<Json[]> {
  const rows: Json[] = [];
  for (let token = ""; ; ) {
    const { [member]: page, nextPageToken } = await get(`${path}?pageSize=5${token}`);
    rows.push(...(page as Json[]));
    if (nextPageToken === undefined) return rows;
    token = `&pageToken=${nextPageToken}`;
  }
}

/** Number of blocks in the store of a chain. */
async function indexedOf({ stores }: IndexedRecording, chainId: string): Promise<number | undefined> {
  const store = await stores.open(`evm/${chainId}`, { mode: "read" }).catch(() => undefined);
  if (store === undefined) return undefined;
  const checkpoint = await store.db.selectFrom("checkpoint").select("next_index").executeTakeFirst();
  await store.close();
  return checkpoint?.next_index;
}
