import { findEvmTx } from "@/app/[chain]/evm-read";
import { tryId } from "@/app/[chain]/network";
import { readContainer } from "@/app/[chain]/read";
import { type Find, moved } from "@/app/existence";
import type { EvmChain } from "@/components/evm/chain";
import { type Chain, isChain } from "@/components/ui/chains";
import { formatId } from "@/lib/avalanche/ids";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";
import { hrefTo } from "@/lib/contract/pages";

/** An EVM transaction, or a transaction of P, X or (atomic) C by its cb58 id. */
export type FoundTx =
  | { kind: "evm"; chain: EvmChain; detail: TransactionDetail }
  | { kind: "primary"; chain: Chain; txHash: string };

/** Ids in hex and other forms redirect to the canonical one. */
export const findTx: Find<"tx", FoundTx> = async ({ params: { chain: segment, id: text } }) => {
  const evm = await findEvmTx(segment, text);
  if (evm !== undefined) {
    const { txHash } = evm.detail.nativeTransaction;
    if (segment === evm.chain.segment && text === txHash) return { found: { kind: "evm", ...evm } };
    return moved(hrefTo("tx", { chain: evm.chain.segment, id: txHash }));
  }
  const id = tryId(text);
  if (!isChain(segment) || id === undefined) return "missing";
  const txHash = formatId(id);
  const { txIndex } = await readContainer(segment, txHash);
  // A block's id does not name a transaction's page.
  if (txIndex === undefined) return "missing";
  if (txHash !== text) return moved(hrefTo("tx", { chain: segment, id: txHash }));
  return { found: { kind: "primary", chain: segment, txHash } };
};
