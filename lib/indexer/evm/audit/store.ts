import { formatId, PRIMARY_NETWORK_ID } from "../../../avalanche/ids";
import { openEvm } from "../../../client/evm";
import type { RetryPolicy } from "../../../client/http";
import { openNode } from "../../../client/node";
import { addCredentials } from "../../../client/node-call";
import { describeError, NodeError } from "../../../errors";
import { type EvmFacts, readEvmFacts } from "../../../store/bookkeeping/evm-facts";
import { isWhole, readHistory } from "../../../store/bookkeeping/history";
import { snapshot } from "../../../store/db";
import type { EvmStoreId, Stores } from "../../../store/stores";
import { type CheckResult, notChecked } from "../../audit/check-result";
import type { Progress } from "../../rebuild/rebuild-rows";
import { openSource } from "../feed/source";
import { auditAttributes } from "./attributes";
import { auditBlocks } from "./blocks";
import { auditContainers } from "./containers";
import type { AuditContext } from "./context";
import { auditHoldings } from "./holdings";
import { auditLists } from "./lists";
import { auditNfts } from "./nfts";
import { auditEvmNode } from "./node";
import type { Sample } from "./sample";

export interface EvmAuditOptions {
  /** May be written by an indexer meanwhile. */
  stores: Stores;
  /** The chain's store. */
  id: EvmStoreId;
  /** The node whose index holds the C-Chain's containers. */
  nodeUrl: string;
  /** URLs of nodes and chains, with credentials: stores hold none. */
  urls: readonly string[];
  sample: Sample;
  /** How often to ask a node that does not answer; once unless given. */
  retry?: RetryPolicy;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Checks an EVM store against itself, in one snapshot, and a sample of it against the chain's node.
 * @throws StoreError when the store cannot be read
 */
export async function auditEvmStore(options: EvmAuditOptions): Promise<CheckResult[]> {
  const store = await options.stores.open(options.id, { mode: "read" });
  try {
    const facts = await readEvmFacts(store.db);
    const name = `EVM ${facts.evmChainId ?? "chain"}`;
    const results = await snapshot(store.db, async (db) => {
      const history = await readHistory(db);
      const partial = history && !isWhole(history) ? history : undefined;
      const contextOf = (check: string): AuditContext => ({
        db,
        stores: options.stores,
        partial,
        signal: options.signal,
        onProgress: (done, total) => options.onProgress({ stream: `${name} ${check}`, done, total }),
      });
      return [
        ...(await auditBlocks(contextOf("blocks"), { fromContainers: isCChain(facts) })),
        ...(isCChain(facts) ? [await auditContainers(contextOf("containers"))] : []),
        await auditLists(contextOf("lists")),
        ...(await auditHoldings(contextOf("holdings"))),
        await auditNfts(contextOf("NFTs")),
        await auditAttributes(contextOf("NFT attributes")),
        ...(await askNode(contextOf("node"), facts, options)),
      ];
    });
    return results.map((result) => ({ ...result, check: `${name} ${result.check}` }));
  } finally {
    await store.close();
  }
}

async function askNode(
  context: AuditContext,
  facts: EvmFacts,
  { nodeUrl, urls, sample, signal, retry }: EvmAuditOptions,
): Promise<CheckResult[]> {
  const { evmChainId, rpcUrl } = facts;
  if (signal.aborted) return [];
  if (evmChainId === undefined || rpcUrl === undefined)
    return [notChecked("node", "the store does not know its chain's id and URL")];
  const url = addCredentials(rpcUrl, urls);
  const nodeOptions = retry === undefined ? {} : { retry };
  const client = openEvm(url, nodeOptions);
  const source = openSource(
    isCChain(facts) ? { rpcUrl: url, indexUrl: nodeUrl } : { rpcUrl: url },
    nodeOptions,
  );
  try {
    const avaxAssetId = () => openNode(nodeUrl, nodeOptions).getStakingAssetId({ signal });
    return await auditEvmNode({ ...context, client, source, evmChainId, sample, avaxAssetId });
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return [notChecked("node", describeError(error))];
  }
}

function isCChain({ subnetId }: EvmFacts): boolean {
  return subnetId === formatId(PRIMARY_NETWORK_ID);
}
