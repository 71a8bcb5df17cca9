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
  /** In the node's index. */
  index: number;
  containerId: Uint8Array;
  /** Of the inner block. */
  blockId: Uint8Array;
  height: number;
  /** Whether it was read by height: `containerId` is then the block's own id, which no child names as its outer parent. */
  isBare: boolean;
}

/**
 * Parses the wrapper and checks that the container is the one the node says it is, at the index that comes next.
 * @throws DataError INDEX_MISMATCH, ID_MISMATCH, or what the wrapper's decoder throws
 */
export function verifyContainer(
  { name, unwrap }: Stream,
  previousIndex: number,
  container: StoredContainer,
): VerifiedContainer {
  if (container.index !== previousIndex + 1) {
    throw new DataError(
      "INDEX_MISMATCH",
      `the node's ${name} index gave container ${container.index} where ${previousIndex + 1} comes next`,
      { hint: NODE_HINT },
    );
  }
  const wrapper = unwrap(container.bytes);
  if (!equalBytes(wrapper.containerId, container.containerId)) {
    throw new DataError(
      "ID_MISMATCH",
      `container ${container.index} of ${name} is said to be ${formatId(container.containerId)}, its bytes hash to ${formatId(wrapper.containerId)}`,
      { hint: NODE_HINT },
    );
  }
  return { ...container, wrapper };
}

/**
 * Checks that the node which a container names as its proposer has signed it: the id, which says what is in it, leaves the
 * signature out.
 * @returns false when nobody can tell: it is unsigned, or of a kind of key that nodes took before they named those allowed
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
  const message = `container ${index} of ${name} has a signature that is not of its proposer ${proposer}`;
  throw new DataError("SIGNATURE_INVALID", message, { hint: NODE_HINT });
}

/**
 * Checks that a block is the child of our head, inside (parent and height) and, where both wrappers are known, outside. The first
 * wrapped block names a bare one as its outer parent, whose container and block ids are the same. Vertices and what
 * stood in them have no such order.
 * @throws DataError HEAD_MISMATCH
 */
export function verifyLink({ name }: Stream, head: Head | undefined, decoded: DecodedContainer): void {
  const { block, container, height } = decoded;
  if (!head || !block) return;
  const chain = `${name.slice(0, 1)}-Chain`;
  if (height !== head.height + 1) {
    const what = `is of height ${height}, height ${head.height + 1} comes next`;
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

function mismatch(chain: string, head: Head, { what, hole = false }: { what: string; hole?: boolean }) {
  const message = `the ${chain} block after the stored height ${head.height} ${what}`;
  return new DataError("HEAD_MISMATCH", message, { hint: hole ? HOLE_HINT : FORK_HINT });
}

const NODE_HINT = "compare with another node; when this one is wrong, repair its index, then restart Firn";
const FORK_HINT =
  "the node follows another history than the store: point FIRN_NODE_URL at the right node, or run `firn reset`";
const HOLE_HINT =
  "the node's index has a hole, and the node lacks these blocks by height too: point FIRN_NODE_URL at a node that has them";
