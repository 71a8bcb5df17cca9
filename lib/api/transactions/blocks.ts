import type { PrimaryNetworkBlock } from "../../contract/data/primary-network-blocks";
import type { BlockRow } from "../../store/queries/block";
import { listTxIds } from "../../store/queries/tx";
import { positionOf } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { presentBlock } from "../present/tx/block";
import type { Chain } from "../request/chains";

/** Blocks as the API answers them, with the ids of their transactions. */
export async function presentBlocks(
  context: RequestContext,
  chain: Chain,
  blocks: readonly BlockRow[],
): Promise<PrimaryNetworkBlock[]> {
  const bodies: PrimaryNetworkBlock[] = [];
  for (const block of blocks) {
    const range = {
      from: positionOf(block.height, 0),
      below: positionOf(block.height + 1, 0),
      order: "asc",
    } as const;
    const txs = block.tx_count === 0 ? [] : await listTxIds(context.db, chain.code, range);
    bodies.push(
      presentBlock(
        block,
        txs.map(({ tx_id }) => tx_id),
        context.dialect,
      ),
    );
  }
  return bodies;
}
