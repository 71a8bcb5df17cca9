import { toHex } from "../../avalanche/bytes";
import { formatId } from "../../avalanche/ids";
import { parseBlockId } from "../../contract/data/primary-network-blocks";
import type * as contract from "../../contract/firn/containers";
import { InputError } from "../../errors";
import { CHAIN, type ChainCode, heightOf, indexInBlockOf } from "../../store/columns";
import { findBlock, readBlock } from "../../store/queries/block";
import { readContainer } from "../../store/queries/container-run";
import { findTx } from "../../store/queries/tx";
import type { BlockTable } from "../../store/tables/block";
import type { Handler, RequestContext } from "../handler";
import { storedLagMs } from "../present/status";

export const getContainer: Handler<typeof contract.getContainer> = ({ params, read }) =>
  read(async (context) => {
    const found = await findByAnyId(context, CHAIN[params.chain], parseBlockId(params.id));
    const stream = `${params.chain.toUpperCase()}/block`;
    const container = found && (await readContainer(context.db, stream, found.block.container_index));
    if (found === undefined || container === undefined)
      throw new InputError(
        "NOT_FOUND",
        `no container, block or transaction ${params.id} of ${params.chain} is indexed`,
      );
    const { block, txIndex } = found;
    return {
      chain: params.chain,
      containerId: formatId(block.container_id),
      index: block.container_index,
      acceptedAtNs: block.accepted_at_ns.toString(),
      bytes: toHex(container.bytes),
      encoding: "hex",
      height: block.height,
      blockId: formatId(block.block_id),
      txIndex,
      storedAtMs: block.stored_at_ms,
      indexedInMs: storedLagMs(block),
    };
  });

/** A block by height, container id, its own id, or the id of a transaction in it. */
async function findByAnyId(
  { db }: RequestContext,
  chain: ChainCode,
  id: number | Uint8Array,
): Promise<{ block: BlockTable; txIndex?: number } | undefined> {
  if (typeof id === "number") {
    const block = await readBlock(db, chain, id);
    return block && { block };
  }
  for (const kind of ["container", "block"] as const) {
    const block = await findBlock(db, id, { chain, kind });
    if (block) return { block };
  }
  const tx = await findTx(db, chain, id);
  const block = tx && (await readBlock(db, chain, heightOf(tx.position)));
  return tx && block && { block, txIndex: indexInBlockOf(tx.position) };
}
