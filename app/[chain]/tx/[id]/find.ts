import { findEvmChain } from "@/app/[chain]/evm-chain";
import { findEvmTx } from "@/app/[chain]/evm-read";
import { tryId } from "@/app/[chain]/network";
import { readNodeTx } from "@/app/[chain]/node-tx";
import { readContainer } from "@/app/[chain]/read";
import { type Existence, type Find, moved } from "@/app/existence";
import { toResult } from "@/app/server";
import { type EvmChain, isEvmHash } from "@/components/evm/chain";
import type { WaitingTx } from "@/components/tx/waiting-words";
import { CHAINS, type Chain, isChain } from "@/components/ui/chains";
import { formatId } from "@/lib/avalanche/ids";
import type { FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import type { NodeTx } from "@/lib/contract/firn/node-txs";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

/** A transaction that Firn has not indexed, as the node knows it. */
export interface FoundWaiting {
  kind: "waiting";
  chainName: string;
  txId: string;
  node: NodeTx & { status: WaitingTx };
  evm: EvmChain | undefined;
}

/** An EVM transaction, a transaction of P, X or (atomic) C by its cb58 id, or one that only the node knows. */
export type FoundTx =
  | { kind: "evm"; chain: EvmChain; detail: FirnEvmTransaction }
  | { kind: "primary"; chain: Chain; txHash: string }
  | FoundWaiting;

/** Ids in hex and other forms redirect to the canonical one. */
export const findTx: Find<"tx", FoundTx> = async ({ params: { chain: segment, id: text } }) => {
  const id = tryId(text);
  if (id === undefined && !isEvmHash(text)) return "malformed";
  const indexed = await findIndexed(segment, text);
  return indexed === "missing" ? findAtNode(segment, text) : indexed;
};

async function findIndexed(segment: string, text: string): Promise<Existence<FoundTx>> {
  const evm = await findEvmTx(segment, text);
  if (evm !== undefined) {
    const { txHash } = evm.detail.nativeTransaction;
    if (segment === evm.chain.segment && text === txHash) return { found: { kind: "evm", ...evm } };
    return moved(hrefTo("tx", { chain: evm.chain.segment, id: txHash }));
  }
  const id = tryId(text);
  if (!isChain(segment) || id === undefined) return "missing";
  const txHash = formatId(id);
  const container = await toResult(readContainer(segment, txHash));
  if (container instanceof FirnError) {
    if (container.code === "NOT_FOUND") return "missing";
    throw container;
  }
  // A block's id does not name a transaction's page.
  if (container.txIndex === undefined) return "missing";
  if (txHash !== text) return moved(hrefTo("tx", { chain: segment, id: txHash }));
  return { found: { kind: "primary", chain: segment, txHash } };
}

/** P and X write ids in cb58, EVM chains in hex; C has both. */
async function findAtNode(segment: string, text: string): Promise<Existence<FoundTx>> {
  const evm = isEvmHash(text) ? await findEvmChain(segment) : undefined;
  if (evm === undefined && !isChain(segment)) return "missing";
  const id = tryId(text);
  const isCb58 = segment === "p" || segment === "x" || !isEvmHash(text);
  const txId = isCb58 && id !== undefined ? formatId(id) : text.toLowerCase();
  const node = await readNodeTx(evm?.segment ?? segment, txId);
  // A node that cannot be asked is a reason on the page of what is missing.
  if (node instanceof FirnError || node.status === "unknown") return "missing";
  const { status } = node;
  const chain = evm?.segment ?? segment;
  if (chain !== segment || txId !== text) return { href: hrefTo("tx", { chain, id: txId }), status: 307 };
  const chainName = isChain(segment) ? CHAINS[segment].name : (evm?.name ?? segment);
  return { found: { kind: "waiting", chainName, txId, node: { ...node, status }, evm } };
}
