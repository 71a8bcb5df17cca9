/** A transaction with everything its id follows from. Ids are cb58, those of C-Chain blocks and bytes 0x hex. */
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
  /** Bytes at the container's end its id leaves out: the signature and its length; 0 when unsigned. */
  unhashed: number;
  /** Where the block lies in the container. */
  block: { offset: number; length: number };
  /** Of a C-Chain block, which its header names: places in the block of the header and of the atomic transactions. */
  header?: { offset: number; length: number; atomic: { offset: number; length: number } };
  /** When this node accepted it, unix nanoseconds. */
  acceptedAtNs: string;
  /** Firn's version and the network it speaks of. */
  madeBy: string;
}

/**
 * One HTML file that shows a transaction and checks it again in any browser, without network and without Firn: its id
 * from its bytes, its block's and container's ids from theirs, and that the block holds it.
 */
export function renderEvidence(evidence: Evidence): string {
  const json = JSON.stringify(evidence).replaceAll("<", "\\u003c");
  const facts: [string, string][] = [
    ["Transaction", evidence.txId],
    ["Block", `${evidence.blockId}, height ${evidence.height}, transaction ${evidence.txIndex}`],
    ["Container", evidence.containerId],
    [
      "Accepted",
      `${new Date(Number(BigInt(evidence.acceptedAtNs) / 1_000_000n)).toISOString()} by the node beside Firn`,
    ],
    ["Made by", evidence.madeBy],
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${escapeHtml(evidence.title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(evidence.title)}</h1>
<p>This file holds the bytes and checks them here. It needs no network and asks nobody.</p>
<ol id="checks"><li>Checking needs script.</li></ol>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>
<h2>Transaction, signed bytes</h2><pre>${evidence.tx}</pre>
<h2>Container, bytes as accepted</h2><pre>${evidence.container}</pre>
<script>const evidence = ${json};
${VERIFY}
${SHOW}</script></body></html>
`;
}

/**
 * Source of \`verify(evidence)\`: resolves to [sentence, holds] pairs. Plain JavaScript, since it runs from a file years
 * from now; bytes are compared, never what was said of them.
 */
export const VERIFY = `
function bytesOf(hex) {
  return Uint8Array.from(hex.slice(2).match(/../g) || [], (byte) => parseInt(byte, 16));
}
async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
async function idOf(bytes) {
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
function keccak256(bytes) {
  const RATE = 136, MASK = (1n << 64n) - 1n;
  const turn = (lane, by) => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & MASK;
  const padded = new Uint8Array((Math.floor(bytes.length / RATE) + 1) * RATE);
  padded.set(bytes);
  padded[bytes.length] = 1;
  padded[padded.length - 1] |= 128;
  const lanes = Array(25).fill(0n);
  const view = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += RATE) {
    for (let i = 0; i < RATE / 8; i++) lanes[i] ^= view.getBigUint64(at + 8 * i, true);
    for (let round = 0, bits = 1; round < 24; round++) {
      const sums = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ lanes[x + y], 0n));
      for (let i = 0; i < 25; i++) lanes[i] ^= sums[(i + 4) % 5] ^ turn(sums[(i + 1) % 5], 1);
      for (let step = 1, x = 1, y = 0, held = lanes[1]; step <= 24; step++) {
        [x, y] = [y, (2 * x + 3 * y) % 5];
        [held, lanes[x + 5 * y]] = [lanes[x + 5 * y], turn(held, ((step * (step + 1)) / 2) % 64)];
      }
      for (let y = 0; y < 25; y += 5) {
        const row = lanes.slice(y, y + 5);
        for (let x = 0; x < 5; x++) lanes[y + x] ^= ~row[(x + 1) % 5] & MASK & row[(x + 2) % 5];
      }
      for (let j = 0; j < 7; j++) {
        bits = ((bits << 1) ^ ((bits >> 7) * 113)) % 256;
        if (bits & 2) lanes[0] ^= 1n << BigInt(2 ** j - 1);
      }
    }
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 4; i++) digest.setBigUint64(8 * i, lanes[i], true);
  return new Uint8Array(digest.buffer);
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

const SHOW = `
const list = document.getElementById("checks");
const say = (lines) => list.replaceChildren(...lines.map(([text, holds]) => {
  const item = document.createElement("li");
  item.textContent = (holds ? "\\u2713 holds: " : "\\u2717 FAILS: ") + text;
  item.className = holds ? "ok" : "bad";
  return item;
}));
verify(evidence).then(say, (error) => say([["this browser could not check: " + error.message, false]]));`;

const STYLE = `:root{color-scheme:light dark}body{font:14px/20px system-ui,sans-serif;max-width:80ch;margin:32px auto;padding:0 16px}h1{font-size:24px;line-height:30px}h2{font-size:15px}ol{padding-left:20px;line-height:26px}.ok{color:light-dark(#126c42,#76d59f)}.bad{color:light-dark(#ba1e23,#f88680);font-weight:600}dt{color:GrayText}dd{margin:0 0 8px;overflow-wrap:anywhere}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px}`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
