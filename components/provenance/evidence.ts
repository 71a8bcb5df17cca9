import { HASHES, renderEvidenceFile } from "./evidence-file";

/** A transaction with everything that its id follows from. Ids are cb58, those of C-Chain blocks and bytes 0x hex. */
export interface Evidence {
  /** The sentence of its page. */
  title: string;
  txId: string;
  /** Signed bytes, codec version first. */
  tx: string;
  blockId: string;
  height: string;
  txIndex: number;
  containerId: string;
  /** As accepted. */
  container: string;
  /** Bytes at the container's end that its id leaves out: the signature and its length. 0 if unsigned. */
  unhashed: number;
  /** Position of the block in the container. */
  block: { offset: number; length: number };
  /**
   * Of a C-Chain block, whose id is its header's hash: positions in the block of the header and the atomic
   * transactions.
   */
  header?: { offset: number; length: number; atomic: { offset: number; length: number } };
  /** When this node accepted it, unix nanoseconds; undefined for a block that was read by height. */
  acceptedAtNs: string | undefined;
  /** Firn's version and the network. */
  madeBy: string;
}

/**
 * One HTML file that shows a transaction and checks it again in any browser, without network and without Firn: its id,
 * its block's and its container's from their bytes, and that the block holds it.
 */
export function renderEvidence(evidence: Evidence): string {
  return renderEvidenceFile({
    title: evidence.title,
    facts: [
      ["Transaction", evidence.txId],
      ["Block", `${evidence.blockId}, height ${evidence.height}, transaction ${evidence.txIndex}`],
      ["Container", evidence.containerId],
      ...acceptedFact(evidence),
      ["Made by", evidence.madeBy],
    ],
    bytes: [
      ["Transaction, signed bytes", evidence.tx],
      ["Container, bytes as accepted", evidence.container],
    ],
    evidence,
    verify: VERIFY,
  });
}

function acceptedFact({ acceptedAtNs }: Evidence): [string, string][] {
  if (acceptedAtNs === undefined) return [];
  const at = new Date(Number(BigInt(acceptedAtNs) / 1_000_000n)).toISOString();
  return [["Accepted", `${at} by the node beside Firn`]];
}

/**
 * Source of `verify(evidence)`, which resolves to [sentence, holds] pairs. Plain JavaScript, since it may run from a
 * file years from now. It compares bytes only.
 */
export const VERIFY = `${HASHES}async function idOf(bytes) {
  return cb58(await sha256(bytes));
}
async function cb58(id) {
  const checksum = (await sha256(id)).slice(-4);
  let number = 0n, zeros = "", text = "", leading = true;
  for (const byte of [...id, ...checksum]) {
    number = number * 256n + BigInt(byte);
    if (leading && byte === 0) zeros += "1"; else leading = false;
  }
  for (; number > 0n; number /= 58n) {
    text = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[Number(number % 58n)] + text;
  }
  return zeros + text;
}
function verifyHeader(inner, blockId, header, hex) {
  const cut = ({ offset, length }) => inner.slice(offset, offset + length);
  const bytes = cut(header);
  return [
    ["keccak256 of " + bytes.length + " bytes of header is the block's hash", "0x" + hex(keccak256(bytes)) === blockId],
    ["the header holds the hash of the atomic transactions", hex(bytes).includes(hex(keccak256(cut(header.atomic))))],
  ];
}
async function verify({ tx, txId, container, containerId, unhashed, block, blockId, header }) {
  const signed = bytesOf(tx), whole = bytesOf(container);
  const inner = whole.slice(block.offset, block.offset + block.length);
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const isBare = header !== undefined && inner.length === whole.length;
  const place = hex(inner).indexOf(hex(signed.slice(2)));
  return [
    ["sha256 of " + signed.length + " signed bytes is the transaction's id", (await idOf(signed)) === txId],
    ["the block holds these bytes, from its byte " + place / 2, place >= 0 && place % 2 === 0],
    ...(header === undefined
      ? [["sha256 of " + inner.length + " bytes is the block's id", (await idOf(inner)) === blockId]]
      : verifyHeader(inner, blockId, header, hex)),
    isBare
      ? ["the block's hash is the container's id", (await cb58(bytesOf(blockId))) === containerId]
      : ["sha256 of the container without its signature is the container's id",
          (await idOf(whole.slice(0, whole.length - unhashed))) === containerId],
  ];
}`;
