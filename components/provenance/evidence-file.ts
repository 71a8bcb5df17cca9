import { escapeHtml } from "../ui/escape-html";

/** One HTML file that shows something and checks it again, without network and without Firn. */
export interface EvidenceFile {
  /** The sentence of its page. */
  title: string;
  facts: [name: string, value: string][];
  /** Headings and 0x hex. */
  bytes: [heading: string, hex: string][];
  /** The argument of `verify`. */
  evidence: object;
  /** Source of `verify(evidence)`, which resolves to [sentence, holds] pairs: plain JavaScript without dependencies. */
  verify: string;
}

export function renderEvidenceFile({ title, facts, bytes, evidence, verify }: EvidenceFile): string {
  const json = JSON.stringify(evidence).replaceAll("<", "\\u003c");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
<h1>${escapeHtml(title)}</h1>
<p>This file holds the bytes and checks them here. It needs no network and asks nobody.</p>
<ol id="checks"><li>Checking needs script.</li></ol>
<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>
${bytes.map(([heading, hex]) => `<h2>${heading}</h2><pre>${hex}</pre>`).join("\n")}
<script>const evidence = ${json};
${verify}
${SHOW}</script></body></html>
`;
}

/** Source of the functions every `verify` reads and hashes bytes with. */
export const HASHES = `
function bytesOf(hex) {
  return Uint8Array.from(hex.slice(2).match(/../g) || [], (byte) => parseInt(byte, 16));
}
async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
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
`;

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
