import { setTimeout as sleep } from "node:timers/promises";
import { keptOf, missingReceipts } from "../../devnet/rpc/evm-chain";
import { auditEvmStore } from "../../indexer/evm/audit/store";
import { EVM_STREAM } from "../../indexer/evm/blocks";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { type EvmHistory, readHistory, writeHistory } from "../../store/bookkeeping/history";
import type { Stores } from "../../store/stores";
import type { VmNode } from "./node";

/** Blocks before the first whole one that the node has without receipts. A real one has 256. */
const BODIES = 2;

/** Makes a node one that was synced by state, as the recorded node with `firstBlock`. */
export function pruneBlocks(node: VmNode, firstBlock: number): void {
  node.alter = ({ method, params }, answer) => {
    const asked = Number(params[0]);
    const kept = Number.isNaN(asked) ? "everything" : keptOf(asked, { firstBlock, bodies: BODIES });
    if (kept === "nothing" && ["eth_getBlockByNumber", "eth_getBlockReceipts"].includes(method))
      return { result: null };
    if (kept !== "body" || method !== "eth_getBlockReceipts") return answer;
    return missingReceipts(node.chain.blocks[asked]?.transactions.length ?? 0);
  };
}

async function readStoredHistory(stores: Stores, chainId: number) {
  const store = await stores.open(`evm/${chainId}`, { mode: "read" });
  try {
    const checkpoint = await readCheckpoint(store.db, EVM_STREAM);
    return { history: await readHistory(store.db), height: checkpoint?.height };
  } finally {
    await store.close();
  }
}

const TIMEOUT_MS = 60_000;

/** Waits until a store's history is as expected, and its last block at least as high. */
export async function untilHistory(
  stores: Stores,
  chainId: number,
  isThere: (history: EvmHistory) => boolean,
  height = 0,
): Promise<EvmHistory> {
  let history: EvmHistory | undefined;
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    const read = await readStoredHistory(stores, chainId).catch(() => undefined); // it is being created
    history = read?.history;
    if (history && isThere(history) && (read?.height ?? -1) >= height) return history;
  }
  throw new Error(`the history of chain ${chainId} is ${JSON.stringify(history)}`);
}

/** What `firn verify` finds wrong in a chain's store, with everything asked of the node. */
export async function findDifferences(stores: Stores, { chain, url }: VmNode): Promise<string[]> {
  const results = await auditEvmStore({
    stores,
    id: `evm/${chain.chainId}`,
    nodeUrl: url,
    urls: [],
    sample: { size: "all", seed: 0 },
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return results.flatMap(({ differences }) => differences);
}

/** Changes what a store says of its history, as if its indexer, which must not run, were at another stage. */
export async function setHistory(stores: Stores, chainId: number, history: EvmHistory): Promise<void> {
  const store = await stores.open(`evm/${chainId}`, { mode: "write", nowMs: Date.now() });
  await writeHistory(store.db, history);
  await store.close();
}
