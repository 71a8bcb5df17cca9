import { describe, expect, test } from "vitest";
import { annotateCBlock, annotateCTx } from "../c/annotate";
import { decodeCBlock } from "../c/block";
import { parseId } from "../ids";
import { annotatePBlock, annotatePTx } from "../p/annotate";
import { allTxs, decodePBlock } from "../p/block";
import { decodeContainer } from "../proposer/proposervm";
import { NETWORKS, readContainers, readVectors } from "../vectors/read";
import { annotateXBlock, annotateXTx } from "../x/annotate";
import { decodeXBlock } from "../x/block";
import { fromHex } from "./bytes";
import type { Span } from "./layout";

/** Requires adjacent spans from `start` to `end`, recursively. */
function expectTiling(spans: Span[], start: number, end: number): void {
  let at = start;
  for (const span of spans) {
    expect([span.path, span.start]).toEqual([span.path, at]);
    expect(span.end).toBeGreaterThan(span.start);
    if (span.children !== undefined && span.children.length > 0) expectInside(span);
    at = span.end;
  }
  expect(at).toBe(end);
}

/** Requires children inside their parent, in order. An RLP head or a length may come before the first. */
function expectInside({ path, start, end, children = [] }: Span): void {
  const first = children[0]?.start ?? start;
  expect(first - start, path).toBeLessThanOrEqual(9);
  expectTiling(children, first, end);
}

describe.each(NETWORKS)("the spans of $name", async ({ name, hrp }) => {
  test("cover every byte of every P-Chain block and transaction once", async () => {
    for (const { bytes } of await readContainers(name, "P/block")) {
      const { inner } = decodeContainer(bytes, "p");
      expectTiling(annotatePBlock(inner, { hrp }), 0, inner.length);
      for (const tx of allTxs(decodePBlock(inner))) {
        expectTiling(annotatePTx(tx.bytes, { hrp }), 0, tx.bytes.length);
      }
    }
  });

  test("cover every byte of every X-Chain block and transaction once", async () => {
    for (const { bytes } of await readContainers(name, "X/block")) {
      const { inner } = decodeContainer(bytes, "x");
      expectTiling(annotateXBlock(inner, { hrp }), 0, inner.length);
      for (const tx of decodeXBlock(inner).txs) {
        expectTiling(annotateXTx(tx.bytes, { hrp }), 0, tx.bytes.length);
      }
    }
  });

  test("cover every byte of every C-Chain block's content and atomic transaction once", async () => {
    for (const { bytes } of await readContainers(name, "C/block")) {
      const { inner } = decodeContainer(bytes, "c");
      const spans = annotateCBlock(inner, { hrp });
      expect(spans.map(({ label }) => label)).toEqual([
        "Header",
        "Transactions",
        "Uncles",
        "Version",
        "Ext data",
      ]);
      expectTiling(spans, spans[0]?.start ?? 0, inner.length);
      for (const tx of decodeCBlock(inner).atomic.txs) {
        expectTiling(annotateCTx(tx.bytes, { hrp }), 0, tx.bytes.length);
      }
    }
  });
});

describe("the lines of a hex view", () => {
  const line = ({ label, start, end, value }: Span) => `${label} | ${start}–${end - 1} | ${value}`;

  test("of a block", async () => {
    const containers = await readContainers("custom-network", "P/block");
    const block = decodeContainer(containers[6]?.bytes ?? new Uint8Array(), "p").inner;
    expect(annotatePBlock(block, { hrp: "custom" }).map(line)).toEqual([
      "Codec version | 0–1 | 0",
      "Type | 2–5 | 0x20 BanffStandardBlock",
      "Time | 6–13 | 21 Nov 2026, 00:44:12 UTC",
      "Parent | 14–45 | 2L1TrR7bZeKyGF1JGM2AM7i9opQZ7hyWCGYwW1yxfJAbRnTfaA",
      "Height | 46–53 | 7",
      "Transaction count | 54–57 | 1",
      "Transaction 0 | 58–566 | ImportTx",
    ]);
  });

  test("of a transaction: amounts, owners and times as people read them", () => {
    const { samples } = readVectors<{ samples: { bytes: string }[] }>(
      "../p/vectors/add-permissionless-delegator.json",
    );
    const avaxAssetId = parseId("2VKMUSKMMW5jrkjAmPrhnithvVb28EdfgfhUMUah1nQD5xkuBi");
    const spans = annotatePTx(fromHex(samples[0]?.bytes ?? ""), { hrp: "custom", avaxAssetId });
    expect(spans.map(line)).toMatchInlineSnapshot(`
      [
        "Codec version | 0–1 | 0",
        "Type | 2–5 | 0x1a AddPermissionlessDelegatorTx",
        "Network | 6–9 | 54321",
        "Blockchain | 10–41 | 11111111111111111111111111111111LpoYY",
        "Output count | 42–45 | 1",
        "Output 0 | 46–125 | 3,299.999983402 AVAX to P-custom1syya0de…",
        "Input count | 126–129 | 1",
        "Input 0 | 130–217 | 2XifxojH…:0, 4,400.000000013 AVAX",
        "Memo length | 218–221 | 0",
        "Validator | 222–241 | NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ",
        "Start time | 242–249 | 21 Nov 2026, 00:47:42 UTC",
        "End time | 250–257 | 21 Nov 2026, 00:48:53 UTC",
        "Weight | 258–265 | 1,100.000000013 AVAX",
        "Subnet | 266–297 | Primary Network",
        "Stake output count | 298–301 | 1",
        "Stake output 0 | 302–381 | 1,100.000000013 AVAX to P-custom1syya0de…",
        "Rewards owner | 382–421 | 1 of 1, P-custom1057eux8…",
        "Credentials | 422–498 | 1, one signature each",
      ]
    `);
  });

  test("of an amount of another asset name the asset", () => {
    const { samples } = readVectors<{ samples: { bytes: string }[] }>("../p/vectors/base-tx.json");
    const spans = annotatePTx(fromHex(samples[0]?.bytes ?? ""), {
      hrp: "custom",
      avaxAssetId: new Uint8Array(32),
    });
    expect(spans.find(({ label }) => label === "Output 0")?.value).toMatch(
      /^[\d,]+ units of 2VKMUSKM… to P-custom1/,
    );
  });
});
