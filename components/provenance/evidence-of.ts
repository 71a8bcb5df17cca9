import { fromHex, toHex } from "@/lib/avalanche/bytes";
import { formatId } from "@/lib/avalanche/ids";
import type { PBlock } from "@/lib/avalanche/p/block";
import type { PTx } from "@/lib/avalanche/p/txs";
import { decodeContainer } from "@/lib/avalanche/proposervm";
import type { Evidence } from "./evidence";

interface EvidenceParts {
  title: string;
  tx: PTx;
  txIndex: number;
  block: PBlock;
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
  const container = decodeContainer(fromHex(bytes), "p");
  const isHashedWhole = container.kind === "preFork" || container.kind === "option";
  return {
    ...said,
    txId: formatId(tx.txId),
    tx: toHex(tx.bytes),
    blockId: formatId(block.blockId),
    height: String(block.height),
    container: bytes,
    unhashed: isHashedWhole ? 0 : SIGNATURE_LENGTH + (container.signature?.length ?? 0),
    block: { offset: container.innerOffset, length: container.inner.length },
  };
}

/** Bytes that say how long a container's signature is; they are there also when it has none. */
const SIGNATURE_LENGTH = 4;
