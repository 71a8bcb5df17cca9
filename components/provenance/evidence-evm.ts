import { HASHES, renderEvidenceFile } from "./evidence-file";

/** An EVM transaction with everything that proves its hash, its block and its status. Hashes and bytes are 0x hex. */
export interface EvmEvidence {
  /** The sentence of its page. */
  title: string;
  txHash: string;
  /** Signed bytes. */
  tx: string;
  chain: string;
  height: string;
  blockHash: string;
  txIndex: number;
  /** RLP, whose keccak256 is the block's hash. */
  header: string;
  /** All transactions of its block, in order. */
  transactions: string[];
  /** The header that commits to the receipts, of this block or one that settles it. Absent if the node was away. */
  execution?: { height: number; header: string; receipts: string[]; first: number };
  madeBy: string;
}

/** One HTML file that shows an EVM transaction and checks it again in any browser. */
export function renderEvmEvidence(evidence: EvmEvidence): string {
  const { execution, txIndex } = evidence;
  const receipt = execution?.receipts[execution.first + txIndex];
  return renderEvidenceFile({
    title: evidence.title,
    facts: [
      ["Transaction", evidence.txHash],
      ["Chain", evidence.chain],
      ["Block", `${evidence.blockHash}, height ${evidence.height}, transaction ${txIndex}`],
      ["Made by", evidence.madeBy],
    ],
    bytes: [
      ["Transaction, signed bytes", evidence.tx],
      ["Header of its block, RLP", evidence.header],
      ...(receipt === undefined ? [] : [["Receipt, as its trie holds it", receipt] as [string, string]]),
    ],
    evidence,
    verify: VERIFY_EVM,
  });
}

/** Source of `verify(evidence)`: hashes bytes and rebuilds the tries whose roots are in the headers. */
export const VERIFY_EVM = `${HASHES}
const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const join = (parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
function big(length) {
  const hex = length.toString(16);
  return bytesOf("0x" + (hex.length % 2 === 0 ? hex : "0" + hex));
}
function wrap(bytes, short) {
  if (bytes.length < 56) return join([[short + bytes.length], bytes]);
  const length = big(bytes.length);
  return join([[short + 55 + length.length], length, bytes]);
}
const rlp = (bytes) => (bytes.length === 1 && bytes[0] < 128 ? bytes : wrap(bytes, 128));
const rlpList = (items) => wrap(join(items), 192);
const digitsOf = (bytes) => [...hexOf(bytes)].map((digit) => parseInt(digit, 16));
function packed(digits, leaf) {
  const odd = digits.length % 2;
  const all = [2 * leaf + odd, ...(odd ? [] : [0]), ...digits];
  return Uint8Array.from({ length: all.length / 2 }, (_, i) => all[2 * i] * 16 + all[2 * i + 1]);
}
const reference = (node) => (node.length < 32 ? node : rlp(keccak256(node)));
function nodeOf(leaves, depth) {
  if (leaves.length === 0) return rlp([]);
  const [{ path, value }] = leaves;
  if (leaves.length === 1) return rlpList([rlp(packed(path.slice(depth), 1)), rlp(value)]);
  let shared = depth;
  while (leaves.every((leaf) => leaf.path.length > shared && leaf.path[shared] === path[shared])) shared++;
  const inside = (digit) => leaves.filter((leaf) => leaf.path[shared] === digit);
  const branch = rlpList([
    ...Array.from({ length: 16 }, (_, digit) => {
      const below = inside(digit);
      return below.length === 0 ? rlp([]) : reference(nodeOf(below, shared + 1));
    }),
    rlp([]),
  ]);
  return shared === depth ? branch : rlpList([rlp(packed(path.slice(depth, shared), 0)), reference(branch)]);
}
function rootOf(items) {
  const key = (index) => rlp(index === 0 ? [] : big(index));
  return hexOf(keccak256(nodeOf(items.map((item, index) => ({ path: digitsOf(key(index)), value: bytesOf(item) })), 0)));
}
function rootAt(header, place) {
  let at = header[0] < 248 ? 1 : header[0] - 246;
  for (let i = 0; i < place; i++) {
    const first = header[at];
    at += first < 128 ? 1 : first < 184 ? first - 127 : first - 182 + parseInt(hexOf(header.slice(at + 1, at + first - 182)), 16);
  }
  return hexOf(header.slice(at + 1, at + 33));
}
async function verify({ tx, txHash, header, blockHash, transactions, txIndex, execution }) {
  const head = bytesOf(header);
  return [
    ["keccak256 of " + bytesOf(tx).length + " signed bytes is the transaction's hash", "0x" + hexOf(keccak256(bytesOf(tx))) === txHash],
    ["keccak256 of " + head.length + " bytes of header is the block's hash", "0x" + hexOf(keccak256(head)) === blockHash],
    ["the transactions have the root that the header names", rootOf(transactions) === rootAt(head, 4)],
    ["transaction " + txIndex + " of them is this one", transactions[txIndex] === tx],
    ...(execution === undefined ? [] : [["the receipts have the root that the header of block " + execution.height + " names",
      rootOf(execution.receipts) === rootAt(bytesOf(execution.header), 5)]]),
  ];
}`;
