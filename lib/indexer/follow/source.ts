import { equalBytes } from "../../avalanche/codec/bytes";
import { DataError } from "../../errors";
import type { PrimaryDb } from "../../store/db";
import { findFirstHeight } from "../../store/queries/first-height";
import { chainOfStream } from "../../store/queries/stream";
import type { StoredContainer } from "../../store/rows/container-run";
import { type BlockNode, Blocks } from "./blocks";
import { IndexSource } from "./index-source";
import type { Source } from "./read";
import { isBare } from "./state";
import type { Stream } from "./stream";

/** What a node has of one stream. */
export type ContainerSource = Source<StoredContainer>;

/** @param stored number of containers in the store: without blocks, the source ends there while the index is off */
export async function openSource(
  db: PrimaryDb,
  { node, stream, stored }: { node: BlockNode; stream: Stream; stored: () => number },
): Promise<ContainerSource> {
  if (!stream.name.endsWith("/block")) return new IndexSource(node, stream.name, stored);
  const chain = chainOfStream(stream.name);
  const first = chain === undefined ? undefined : await findFirstHeight(db, chain);
  return new Blocks(node, stream, { isEmpty: first === undefined });
}

/** Whether two containers hold the same block. Where one lacks its wrapper, the inner blocks are compared. */
export function isSameContainer(stream: Stream, one: StoredContainer, other: StoredContainer): boolean {
  if (equalBytes(one.containerId, other.containerId)) return true;
  if (!isBare(one) && !isBare(other)) return false;
  const a = blockIdOf(stream, one);
  const b = blockIdOf(stream, other);
  return a !== undefined && b !== undefined && equalBytes(a, b);
}

/** Id of the block in a container; undefined when its bytes are not a block. */
function blockIdOf(stream: Stream, container: StoredContainer): Uint8Array | undefined {
  try {
    return stream.decode({ ...container, wrapper: stream.unwrap(container.bytes) }).blockId;
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}
