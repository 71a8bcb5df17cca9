import { fromHex } from "@/lib/avalanche/bytes";
import { formatId } from "@/lib/avalanche/ids";
import { decodePBlock } from "@/lib/avalanche/p/block";
import { decodeContainer } from "@/lib/avalanche/proposervm";
import { proveId } from "./prove-id";
import { compare, type Report } from "./report";

/** A block page's bytes, and what the page says of them. Ids are cb58. */
export interface BlockClaims {
  kind: "block";
  /** The container as accepted, 0x hex. */
  container: string;
  containerId: string;
  /** Number in the node's index. */
  index: number;
  blockId: string;
  parentId: string;
  height: string;
}

/** Compares what a page says of a block with its bytes. @throws DataError when they are not a P-Chain container */
export function checkBlock(claims: BlockClaims): Omit<Report, "ms"> {
  const container = decodeContainer(fromHex(claims.container), "p");
  const block = decodePBlock(container.inner);
  const said = {
    got: `${block.height} after ${formatId(block.parentId)}`,
    expected: `${claims.height} after ${claims.parentId}`,
  };
  return {
    proof: proveId(container.inner, claims.blockId),
    checks: [
      compare("Height and parent read from bytes", {
        ...said,
        ok: "Not from what any API said about them.",
        noun: "height",
      }),
      compare("Index agrees", {
        got: formatId(container.containerId),
        expected: claims.containerId,
        ok: `P/block index ${claims.index.toLocaleString("en")} names the container these bytes hash to.`,
        noun: "container",
      }),
    ],
  };
}
