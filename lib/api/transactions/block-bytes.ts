import { StoreError } from "../../errors";
import { type BlockRow, readBlocks } from "../../store/queries/block";
import { readContainers } from "../../store/queries/container-run";
import type { ChainCode } from "../../store/rows/columns";
import { heightOf } from "../../store/rows/columns";
import type { RequestContext } from "../handler";

/** The blocks at some positions, with the bytes of their containers. */
export async function readBlockBytes<Chain extends ChainCode>(
  { db }: RequestContext,
  place: { chain: Chain; stream: string },
  positions: readonly number[],
): Promise<{ block: BlockRow<Chain>; bytes: Uint8Array }[]> {
  const blocks = await readBlocks(db, place.chain, [...new Set(positions.map(heightOf))]);
  const indexes = [...blocks.values()].map((block) => block.container_index);
  const containers = await readContainers(db, place.stream, indexes);
  return [...blocks.values()].flatMap((block) => {
    const container = containers.get(block.container_index);
    return container === undefined ? [] : [{ block, bytes: container.bytes }];
  });
}

/** Rows and bytes are written together, so the store is damaged. */
export function bytesMissing(position: number): StoreError {
  return new StoreError("STORE_FAILED", `the bytes of position ${position} are not stored`);
}
