import { equalBytes } from "../../avalanche/codec/bytes";
import { formatId, formatNodeId } from "../../avalanche/ids";
import { isSignedByProposer } from "../../avalanche/proposer/proposer";
import { DataError } from "../../errors";
import type { StoredContainer } from "../../store/rows/container-run";
import type { NetworkIds } from "../rows/projection";
import type { VerifiedContainer } from "./container";
import type { DecodedContainer } from "./decode";
import type { Stream } from "./stream";

/** The last container of a stream: what the next one must follow. */
export interface Head {
  /** Number in the store: of a block its height less one, as in a complete index. */
  index: number;
  containerId: Uint8Array;
  /** Id of the inner block. */
  blockId: Uint8Array;
  height: number;
  /**
   * Whether it was read by height: then `containerId` is the block's own id, which no child names as its outer parent.
   */
  isBare: boolean;
}

/**
 * Parses the wrapper and checks that the container has the id and the index that the node gives, and that the index is
 * the next one.
 * @throws DataError INDEX_MISMATCH, ID_MISMATCH, or an error of the wrapper's decoder
 */
export function verifyContainer(
  { name, unwrap }: Stream,
  previousIndex: number,
  container: StoredContainer,
): VerifiedContainer {
  if (container.index !== previousIndex + 1) {
    throw new DataError(
      "INDEX_MISMATCH",
      `the node's ${name} index returned container ${container.index} instead of ${previousIndex + 1}`,
      { hint: NODE_HINT },
    );
  }
  const wrapper = unwrap(container.bytes);
  if (!equalBytes(wrapper.containerId, container.containerId)) {
    throw new DataError(
      "ID_MISMATCH",
      `container ${container.index} of ${name} has the id ${formatId(container.containerId)}, but its bytes hash to ${formatId(wrapper.containerId)}`,
      { hint: NODE_HINT },
    );
  }
  return { wrapper, ...container };
}

/**
 * Checks that the proposer named by a container has signed it. The id does not cover the signature.
 * @returns false when this cannot be checked: it is unsigned, or its key is of a kind that nodes accepted before they
 * restricted them
 * @throws DataError SIGNATURE_INVALID
 */
export function verifyProposer(
  { name, blockchainId }: Stream,
  { index, wrapper }: Pick<VerifiedContainer, "index" | "wrapper">,
  network: NetworkIds,
): boolean {
  if (wrapper.certificate === undefined) return false;
  let isSigned: boolean;
  try {
    isSigned = isSignedByProposer(wrapper, blockchainId(network));
  } catch (error) {
    if (error instanceof DataError) return false;
    throw error;
  }
  if (isSigned) return true;
  const proposer = formatNodeId(wrapper.proposer ?? new Uint8Array());
  const message = `container ${index} of ${name} is not signed by its proposer ${proposer}`;
  throw new DataError("SIGNATURE_INVALID", message, { hint: NODE_HINT });
}

/**
 * Checks that a block is the child of the head: inside (parent and height) and, where both wrappers are known, outside.
 * The first wrapped block names an unwrapped one as its outer parent, whose container and block ids are the same.
 * Vertices and their transactions have no such order. Of a block without a head only its number is checked.
 * @throws DataError HEAD_MISMATCH, INDEX_MISMATCH
 */
export function verifyLink({ name }: Stream, head: Head | undefined, decoded: DecodedContainer): void {
  const { block, container, height } = decoded;
  if (!block) return;
  if (!head) {
    expectNumber(name, decoded);
    return;
  }
  const chain = `${name.slice(0, 1)}-Chain`;
  if (height !== head.height + 1) {
    const what = `has height ${height}, not ${head.height + 1}`;
    throw mismatch(chain, head, { what, hole: height > head.height });
  }
  if (!equalBytes(block.parentId, head.blockId)) {
    const what = `has the parent ${formatId(block.parentId)}, not ${formatId(head.blockId)}`;
    throw mismatch(chain, head, { what });
  }
  const { parentId } = container.wrapper;
  if (parentId && !head.isBare && !equalBytes(parentId, head.containerId)) {
    const what = `has the outer parent ${formatId(parentId)}, not ${formatId(head.containerId)}`;
    throw mismatch(chain, head, { what });
  }
}

/** @throws DataError INDEX_MISMATCH when the number of a block does not say its height */
function expectNumber(name: string, { container: { index }, height }: DecodedContainer): void {
  if (index === height - 1) return;
  const message = `the node's ${name} index returned block ${height} instead of block ${index + 1}`;
  throw new DataError("INDEX_MISMATCH", message, { hint: NODE_HINT });
}

function mismatch(chain: string, head: Head, { what, hole = false }: { what: string; hole?: boolean }) {
  const message = `the ${chain} block after the stored height ${head.height} ${what}`;
  return new DataError("HEAD_MISMATCH", message, { hint: hole ? HOLE_HINT : FORK_HINT });
}

const NODE_HINT = "compare with another node; when this one is wrong, repair its index, then restart Firn";
const FORK_HINT =
  "the node is on a different history than the store: point FIRN_NODE_URL at the right node, or run `firn reset`";
const HOLE_HINT =
  "the node's index has a hole, and the node does not have these blocks by height either: point FIRN_NODE_URL at a node that has them";
