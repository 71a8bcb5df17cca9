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
  /** Unix nanoseconds. */
  acceptedAtNs: string;
  containerId: string;
  /** The container, 0x hex. */
  bytes: string;
  madeBy: string;
}

/** Bytes and ids of a transaction and of what holds it, for a file of their own. @throws DataError */
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
    ...(block.chain === "c" && { header: headerPlace(block.bytes) }),
  };
}

/** Bytes that say how long a container's signature is; they are there also when it has none. */
const SIGNATURE_LENGTH = 4;

/** Where the header lies in a C-Chain block, and where the atomic transactions, which the header holds a hash of. */
function headerPlace(block: Uint8Array): NonNullable<Evidence["header"]> {
  // the prefix shows in texts only, and none of them is taken
  const spans = annotateCBlock(block, { hrp: "avax" });
  const placeOf = (path: string) => {
    const span = spans.find((each) => each.path === path);
    return { offset: span?.start ?? 0, length: (span?.end ?? 0) - (span?.start ?? 0) };
  };
  return { ...placeOf("header"), atomic: placeOf("extData") };
}
