import { describe, expect, test } from "vitest";
import { openRecording, type RecordedAnswer } from "../devnet/recording";
import { decodeCBlock } from "./c/block";
import { decodeCTx } from "./c/txs";
import { fromHex, toHex } from "./codec/bytes";
import type { Json } from "./codec/layout";
import { formatId, stripChecksum } from "./ids";
import { allTxs, decodePBlock, encodePBlock } from "./p/block";
import { txToJson as pTxToJson } from "./p/json";
import { decodePTx } from "./p/txs";
import { decodeContainer } from "./proposer/proposervm";
import { countBy, emptyForNull, jsonText, NETWORKS, parseLossless, readCaptures } from "./vectors/read";
import { decodeXBlock, encodeXBlock } from "./x/block";
import { blockToJson as xBlockToJson, txToJson as xTxToJson } from "./x/json";
import { decodeXTx } from "./x/txs";

type Result = Record<"tx" | "block", string | Json> & { blockHeight?: string };

describe.each(NETWORKS)("what the node of $name answered", async ({ name, hrp }) => {
  const { answers, containers } = await openRecording(name);
  const inner = {
    p: containers["P/block"].map(({ bytes }) => decodeContainer(fromHex(bytes), "p").inner),
    x: containers["X/block"].map(({ bytes }) => decodeContainer(fromHex(bytes), "x").inner),
    c: containers["C/block"].map(({ bytes }) => decodeContainer(fromHex(bytes), "c").inner),
  };
  const blocks = {
    p: inner.p.map(decodePBlock),
    x: inner.x.map(decodeXBlock),
    c: inner.c.map(decodeCBlock),
  };

  test("for every P-Chain block, bytes: block 0 and those in containers", () => {
    const [first, ...others] = parseLossless<string[]>(readCaptures(name).pBlocksHex).map(bytesOf);
    expect(others.map(toHex)).toEqual(inner.p.map(toHex));
    expect(toHex(encodePBlock(decodePBlock(first ?? new Uint8Array())))).toBe(
      toHex(first ?? new Uint8Array()),
    );
    expect(formatId(decodePBlock(first ?? new Uint8Array()).blockId)).toBe(
      formatId(blocks.p[0]?.parentId ?? new Uint8Array()),
    );
  });

  test("for every P-Chain transaction, bytes and JSON", () => {
    const ids = blocks.p.flatMap(allTxs).map(({ txId }) => formatId(txId));
    const asked = results(answers, "platform.getTx");
    for (const encoding of ["hex", "json"]) {
      const found = asked.filter(({ params }) => params.encoding === encoding);
      expect(found.map(({ params }) => params.txID).sort()).toEqual([...ids].sort());
    }
    const bytes = new Map(blocks.p.flatMap(allTxs).map((tx) => [formatId(tx.txId), tx.bytes]));
    for (const { params, result } of asked) {
      const tx = decodePTx(bytes.get(params.txID ?? "") ?? new Uint8Array());
      if (params.encoding === "hex") expect(toHex(bytesOf(String(result.tx)))).toBe(toHex(tx.bytes));
      else expect(jsonText(pTxToJson(tx, { hrp }))).toBe(jsonText(result.tx));
    }
  });

  test("for every X-Chain block, bytes and JSON, including block 0, which no index holds", () => {
    const asked = results(answers, "avm.getBlockByHeight").filter(
      ({ params }) => params.height !== undefined,
    );
    const bytes = new Map(
      asked
        .filter(({ params }) => params.encoding === "hex")
        .map(({ params, result }) => [Number(params.height), bytesOf(String(result.block))]),
    );
    expect([...bytes.keys()].sort((a, b) => a - b)).toEqual([
      0,
      ...blocks.x.map(({ height }) => Number(height)),
    ]);
    expect(inner.x.map((_, i) => bytes.get(i + 1))).toEqual(inner.x);
    for (const { params, result } of asked.filter(({ params }) => params.encoding === "json")) {
      const block = decodeXBlock(bytes.get(Number(params.height)) ?? new Uint8Array());
      expect(toHex(encodeXBlock(block))).toBe(toHex(block.bytes));
      // a block that was never encoded has null where others have no transactions
      const expected = { ...(result.block as { [key: string]: Json }) };
      expect(jsonText(xBlockToJson(block, { hrp }))).toBe(jsonText({ ...expected, txs: expected.txs ?? [] }));
    }
  });

  test("for every X-Chain transaction, bytes and JSON, including genesis assets", () => {
    const known = new Set(blocks.x.flatMap(({ txs }) => txs).map(({ txId }) => formatId(txId)));
    const asked = results(answers, "avm.getTx").filter(({ params }) => params.encoding !== undefined);
    const bytes = new Map(
      asked
        .filter(({ params }) => params.encoding === "hex")
        .map(({ params, result }) => [params.txID, bytesOf(String(result.tx))]),
    );
    expect([...known].filter((id) => !bytes.has(id))).toEqual([]);
    for (const { params, result } of asked) {
      const tx = decodeXTx(bytes.get(params.txID) ?? new Uint8Array());
      expect(formatId(tx.txId)).toBe(params.txID);
      // what genesis created was never encoded: it has null where others have empty lists
      const expected = known.has(params.txID ?? "") ? result.tx : emptyForNull(result.tx);
      if (params.encoding === "json") expect(jsonText(xTxToJson(tx, { hrp }))).toBe(jsonText(expected));
    }
  });

  test("for every atomic transaction of the C-Chain, bytes and height (the node has no JSON of them)", () => {
    const known = blocks.c.flatMap(({ atomic, header }) =>
      atomic.txs.map((tx) => ({ tx, height: header.number })),
    );
    const asked = results(answers, "avax.getAtomicTx").filter(({ params }) => params.encoding === "hex");
    expect(asked.map(({ params }) => params.txID).sort()).toEqual(
      known.map(({ tx }) => formatId(tx.txId)).sort(),
    );
    for (const { params, result } of asked) {
      const tx = decodeCTx(bytesOf(String(result.tx)));
      const found = known.find((each) => formatId(each.tx.txId) === params.txID);
      expect(tx).toEqual(found?.tx);
      expect(result.blockHeight).toBe(String(found?.height));
    }
  });

  test("has the counts per type that its own codecs report", () => {
    console.info(name, {
      P: countsOf(
        containers["P/block"],
        blocks.p.map(({ blockType }) => blockType),
        blocks.p.flatMap(allTxs),
      ),
      X: countsOf(
        containers["X/block"],
        blocks.x.map(({ blockType }) => blockType),
        blocks.x.flatMap(({ txs }) => txs),
      ),
      C: countsOf(
        containers["C/block"],
        blocks.c.map(({ header }) => `header of ${Object.keys(header).length} fields`),
        blocks.c.flatMap(({ atomic }) => atomic.txs),
      ),
    });
    const wrappers = (["P", "X", "C"] as const).flatMap((chain) =>
      containers[`${chain}/block`].map(({ bytes }) => {
        const { kind, proposer } = decodeContainer(fromHex(bytes), chain.toLowerCase() as "p" | "x" | "c");
        return `${kind}${proposer ? ", signed" : ""}`;
      }),
    );
    console.info(name, "containers", countBy(wrappers));
    expect(wrappers.length).toBe(blocks.p.length + blocks.x.length + blocks.c.length);
  });
});

/** The answers to a method, without errors. */
function results(answers: readonly RecordedAnswer[], method: string) {
  return answers
    .filter((answer) => answer.method === method)
    .map(({ params, reply }) => ({
      params: parseLossless<Record<string, string>>(params),
      result: parseLossless<{ result?: Result }>(reply).result,
    }))
    .flatMap(({ params, result }) => (result === undefined || result === null ? [] : [{ params, result }]));
}

function bytesOf(hex: string): Uint8Array {
  return stripChecksum(fromHex(hex));
}

function countsOf(containers: readonly unknown[], kinds: string[], txs: readonly { txType: string }[]) {
  return { containers: containers.length, ...countBy(kinds), ...countBy(txs.map(({ txType }) => txType)) };
}
