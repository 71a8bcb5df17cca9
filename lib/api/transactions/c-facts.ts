import { decodeCBlock } from "../../avalanche/c/block";
import { effectsOf } from "../../avalanche/c/txs";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { CHAIN, heightOf, indexInBlockOf } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import type { CTxFacts } from "../present/tx/c-transaction";
import { bytesMissing, readBlockBytes } from "./block-bytes";
import { readUtxoFacts } from "./utxo-facts";

/**
 * Atomic transactions of the C-Chain at some positions, in the given order: decoded from the bytes of their blocks,
 * with stored facts of their outputs.
 */
export async function readCTxFacts(
  context: RequestContext,
  positions: readonly number[],
): Promise<CTxFacts[]> {
  if (positions.length === 0) return [];
  const found = await readBlockBytes(context, { chain: CHAIN.c, stream: "C/block" }, positions);
  const blocks = new Map(
    found.map(({ block, bytes }) => [
      block.height,
      { block, txs: decodeCBlock(decodeContainer(bytes, "c").inner).atomic.txs },
    ]),
  );
  const utxosOf = await readUtxoFacts(context, CHAIN.c, positions);
  return positions.map((position) => {
    const placed = blocks.get(heightOf(position));
    const tx = placed?.txs[indexInBlockOf(position)];
    if (placed === undefined || tx === undefined) throw bytesMissing(position);
    return {
      tx,
      block: placed.block,
      ...utxosOf(position),
      effects: effectsOf(tx),
      time: placed.block.time,
      blockchainId: context.network.cChainId ?? PRIMARY_NETWORK_ID,
    };
  });
}
