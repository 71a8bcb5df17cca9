import type { BlockInside, ChainTx } from "@/components/block/inside";
import { annotateCBlock } from "@/lib/avalanche/c/annotate";
import { fromHex, toHex } from "@/lib/avalanche/codec/bytes";
import { formatId } from "@/lib/avalanche/ids";
import { decodeContainer } from "@/lib/avalanche/proposer/proposervm";
import { formatBlockId } from "./check-block";
import type { Evidence } from "./evidence";

interface EvidenceParts {
  title: string;
  tx: ChainTx;
  txIndex: number;
  block: BlockInside;
  /** Unix nanoseconds; undefined where nobody said. */
  acceptedAtNs: string | undefined;
  containerId: string;
  /** The container, 0x hex. */
  bytes: string;
  madeBy: string;
}

/** Bytes and ids of a transaction and its container, for a file of their own. @throws DataError */
export function evidenceOf(parts: EvidenceParts): Evidence {
  const { tx, block, bytes, ...said } = parts;
  const container = decodeContainer(fromHex(bytes), block.chain);
  const isHashedWhole = container.kind === "preFork" || container.kind === "option";
  return {
    ...said,
    txId: formatId(tx.txId),
    tx: toHex(tx.bytes),
    blockId: formatBlockId(block.chain, block.blockId),
    height: String(block.height),
    container: bytes,
    unhashed: isHashedWhole ? 0 : SIGNATURE_LENGTH + (container.signature?.length ?? 0),
    block: { offset: container.innerOffset, length: block.bytes.length },
    ...(block.chain === "c" && { header: headerPosition(block.bytes) }),
  };
}

/** Bytes for the length of a container's signature. They are there even if it has none. */
const SIGNATURE_LENGTH = 4;

/** Position in a C-Chain block of its header and of the atomic transactions, whose hash the header holds. */
function headerPosition(block: Uint8Array): NonNullable<Evidence["header"]> {
  // The prefix appears only in texts, which are not used here.
  const spans = annotateCBlock(block, { hrp: "avax" });
  const placeOf = (path: string) => {
    const span = spans.find((each) => each.path === path);
    return { offset: span?.start ?? 0, length: (span?.end ?? 0) - (span?.start ?? 0) };
  };
  return { ...placeOf("header"), atomic: placeOf("extData") };
}
