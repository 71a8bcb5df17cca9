import { sha256 } from "#sha256";
import { decodeCBlock } from "../../avalanche/c/block";
import { equalBytes } from "../../avalanche/codec/bytes";
import { decodePBlock } from "../../avalanche/p/block";
import { type ContainerChain, decodeContainer } from "../../avalanche/proposer/proposervm";
import { decodeXBlock } from "../../avalanche/x/block";
import type { NodeContainer } from "../../client/node";
import type { IndexName } from "../../contract/node/index";
import { DataError } from "../../errors";

/** The block indexes and their chains. Transactions and vertices were never wrapped. */
export const BLOCK_INDEXES: Partial<Record<IndexName, ContainerChain>> = {
  "P/block": "p",
  "X/block": "x",
  "C/block": "c",
};

/** Facts found in a container's bytes. */
export interface IndexedBytes {
  /** Whether the bytes hash to the id that the node gave. */
  isIdRight: boolean;
  /** Height of the block inside; absent when there is none, or its kind is unknown. */
  height?: number;
}

/** Reads the bytes of any index. */
export function readIndexedBytes(
  name: IndexName,
  { bytes, containerId }: Pick<NodeContainer, "bytes" | "containerId">,
): IndexedBytes {
  const chain = BLOCK_INDEXES[name];
  if (chain === undefined) return { isIdRight: equalBytes(sha256(bytes), containerId) };
  try {
    const wrapper = decodeContainer(bytes, chain);
    const isIdRight = equalBytes(wrapper.containerId, containerId);
    return { isIdRight, ...heightOf(chain, wrapper.inner) };
  } catch (error) {
    if (error instanceof DataError) return { isIdRight: false };
    throw error;
  }
}

const HEIGHTS = {
  p: (inner) => decodePBlock(inner).height,
  x: (inner) => decodeXBlock(inner).height,
  c: (inner) => decodeCBlock(inner).header.number,
} satisfies Record<ContainerChain, (inner: Uint8Array) => bigint>;

function heightOf(chain: ContainerChain, inner: Uint8Array): { height?: number } {
  try {
    return { height: Number(HEIGHTS[chain](inner)) };
  } catch (error) {
    if (error instanceof DataError) return {};
    throw error;
  }
}
