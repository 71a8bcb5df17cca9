import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/node-txs";
import { NodeError } from "../../errors";
import type { EvmDb } from "../../store/db";
import { findHashOfNonce } from "../../store/queries/evm/sender";
import type { Handler, HandlerRequest } from "../handler";
import type { EvmTxOfNode } from "../node/evm-node";
import { type NodeTxFacts, presentEvmTx } from "../node/node-txs";
import { isCChain } from "../present/evm/chain";

export const getNodeTx: Handler<typeof contract.getNodeTx> = async (request) => {
  const { params, service } = request;
  const facts = await askNodeTx(params.chain, params.txId, request);
  return { ...facts, checkedAt: service.nowMs() };
};

/**
 * What the node says about a transaction. On C a hash names an EVM transaction or, like an id, an atomic one.
 * @throws NodeError when the node cannot be asked
 */
export async function askNodeTx(
  chain: string,
  txId: string,
  { service, evmChains, readEvm }: Pick<HandlerRequest<never>, "service" | "evmChains" | "readEvm">,
): Promise<NodeTxFacts> {
  if (chain === "p" || chain === "x") return service.askNodeTx(chain, parseId(txId));
  const isHash = txId.startsWith("0x");
  const cChain = chain === "c" ? (await evmChains.list()).find(isCChain)?.evmChainId : chain;
  if (isHash && cChain !== undefined) {
    const { nodes, facts } = await readEvm(cChain, async ({ nodes, facts }) => ({ nodes, facts }));
    const tx = await nodes.askTx(facts, fromHex(txId.toLowerCase()));
    const replacedBy = tx && (await readEvm(cChain, ({ db }) => findReplacement(db, tx)));
    const found = presentEvmTx(tx, replacedBy);
    if (found.status !== "unknown" || chain !== "c") return found;
  }
  if (chain === "c") return service.askNodeTx("c", parseId(txId));
  throw new NodeError("NODE_UNREACHABLE", `no node of chain ${chain} is known`);
}

/** Hash of the stored transaction that has the sender and nonce of one that is in no block; undefined if there is none. */
async function findReplacement(db: EvmDb, tx: EvmTxOfNode): Promise<string | undefined> {
  if (tx.height !== undefined) return undefined;
  const hash = await findHashOfNonce(db, tx.from, tx.nonce);
  return hash && toHex(hash);
}
