import { formatId, PRIMARY_NETWORK_ID } from "../../../avalanche/ids";
import { openEvm } from "../../../client/evm";
import type { RetryPolicy } from "../../../client/http";
import { openNode } from "../../../client/node";
import { addCredentials } from "../../../client/node-call";
import { describeError, NodeError } from "../../../errors";
import { type EvmFacts, readEvmFacts } from "../../../store/bookkeeping/evm-facts";
import { snapshot } from "../../../store/db";
import type { EvmStoreId, Stores } from "../../../store/stores";
import { type Finding, notChecked } from "../../audit/audit";
import type { Progress } from "../../rebuild/rebuild-rows";
import { openSource } from "../feed/source";
import { auditAttributes } from "./attributes";
import { auditBlocks } from "./blocks";
import { auditContainers } from "./containers";
import { auditHoldings } from "./holdings";
import { auditLists } from "./lists";
import { auditNfts } from "./nfts";
import { auditEvmNode } from "./node";
import type { Sample } from "./sample";
import type { Audited } from "./walk";

export interface EvmAuditOptions {
  /** An indexer may be writing them. */
  stores: Stores;
  /** Of the chain. */
  id: EvmStoreId;
  /** The node whose index holds the C-Chain's containers. */
  nodeUrl: string;
  /** Of nodes and chains, with their credentials: stores hold none. */
  urls: readonly string[];
  sample: Sample;
  /** How often the node is asked that does not answer; once unless given. */
  retry?: RetryPolicy;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Checks the store of an EVM chain against itself, as it is at one moment, and a sample of it against the chain's node.
 * @throws StoreError when the file can't be read
 */
export async function auditEvmStore(options: EvmAuditOptions): Promise<Finding[]> {
  const store = await options.stores.open(options.id, { mode: "read" });
  try {
    const facts = await readEvmFacts(store.db);
    const name = `EVM ${facts.evmChainId ?? "chain"}`;
    const audited = (db: Audited["db"], check: string): Audited => ({
      db,
      stores: options.stores,
      signal: options.signal,
      onProgress: (done, total) => options.onProgress({ stream: `${name} ${check}`, done, total }),
    });
    const findings = await snapshot(store.db, async (db) => [
      ...(await auditBlocks(audited(db, "blocks"))),
      ...(isCChain(facts) ? [await auditContainers(audited(db, "containers"))] : []),
      await auditLists(audited(db, "lists")),
      ...(await auditHoldings(audited(db, "holdings"))),
      await auditNfts(audited(db, "NFTs")),
      await auditAttributes(audited(db, "NFT attributes")),
      ...(await askNode(audited(db, "node"), facts, options)),
    ]);
    return findings.map((finding) => ({ ...finding, check: `${name} ${finding.check}` }));
  } finally {
    await store.close();
  }
}

async function askNode(
  audited: Audited,
  facts: EvmFacts,
  { nodeUrl, urls, sample, signal, retry }: EvmAuditOptions,
): Promise<Finding[]> {
  const { evmChainId, rpcUrl } = facts;
  if (signal.aborted) return [];
  if (evmChainId === undefined || rpcUrl === undefined)
    return [notChecked("node", "the store does not know its chain's id and where its node answers")];
  const url = addCredentials(rpcUrl, urls);
  const patience = retry === undefined ? {} : { retry };
  const client = openEvm(url, patience);
  const source = openSource(isCChain(facts) ? { rpcUrl: url, indexUrl: nodeUrl } : { rpcUrl: url }, patience);
  try {
    const avaxAssetId = () => openNode(nodeUrl, patience).getStakingAssetId({ signal });
    return await auditEvmNode({ ...audited, client, source, evmChainId, sample, avaxAssetId });
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return [notChecked("node", describeError(error))];
  }
}

function isCChain({ subnetId }: EvmFacts): boolean {
  return subnetId === formatId(PRIMARY_NETWORK_ID);
}
