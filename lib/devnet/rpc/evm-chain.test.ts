import { beforeAll, describe, expect, it } from "vitest";
import { openHistory } from "../history";
import { openAnswers } from "../recorded-answers";
import { openRecording, type Recording } from "../recording";
import { evmMethods } from "./evm";
import { cChainOf, type EvmRetention } from "./evm-chain";

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("local-network");
});

type Call = (method: string, ...params: unknown[]) => unknown;

/** A node at a height of the C-Chain that keeps less than all. */
function nodeWith(retention: EvmRetention, height = 170): { call: Call; accept(height: number): void } {
  const history = openHistory({ recording, start: { C: height } });
  const methods = evmMethods(cChainOf(history, retention), openAnswers(recording));
  return {
    call: (method, ...params) => methods(method)?.(params),
    accept(height) {
      while (history.height("C") < height) history.acceptNext();
    },
  };
}

const hex = (height: number) => `0x${height.toString(16)}`;
const error = (message: string) => ({ error: { code: -32000, message } });
const TRACER = { tracer: "callTracer" };
/** A block in the middle with a transaction, as every block of the recording has. */
const FIRST = 100;
const blockAt = (height: number) => recording.evm[height]?.block;
const txAt = (height: number) => recording.evm[height]?.receipts[0]?.transactionHash;

describe("a node that began by state sync", () => {
  it("has the genesis block, and every block from the first one on", () => {
    const { call } = nodeWith({ firstBlock: FIRST, bodies: 0 });
    for (const height of [0, FIRST, 170]) {
      const { block, receipts } = recording.evm[height] ?? {};
      expect(call("eth_getBlockByNumber", hex(height), true)).toEqual({ result: block });
      expect(call("eth_getBlockByHash", block?.hash, true)).toEqual({ result: block });
      expect(call("eth_getBlockReceipts", hex(height))).toEqual({ result: receipts });
    }
    expect(call("eth_getTransactionReceipt", txAt(FIRST))).toEqual({
      result: recording.evm[FIRST]?.receipts[0],
    });
    expect(call("debug_traceBlockByNumber", hex(FIRST + 1), TRACER)).toEqual({
      result: recording.evm[FIRST + 1]?.traces,
    });
  });

  it("answers null for older blocks, their transactions and receipts, and refuses their traces and state", () => {
    const { call } = nodeWith({ firstBlock: FIRST, bodies: 0 });
    const old = FIRST - 1;
    const state = error("header not found");
    const answers: [answer: unknown, expected: unknown][] = [
      [call("eth_getBlockByNumber", hex(old), true), { result: null }],
      [call("eth_getBlockByHash", blockAt(old)?.hash, true), { result: null }],
      [call("eth_getBlockReceipts", hex(old)), { result: null }],
      [call("eth_getBlockReceipts", blockAt(old)?.hash), { result: null }],
      [call("eth_getTransactionByHash", txAt(old)), { result: null }],
      [call("eth_getTransactionReceipt", txAt(old)), { result: null }],
      [call("debug_traceBlockByNumber", hex(old), TRACER), error(`block #${old} not found`)],
      [call("debug_traceTransaction", txAt(old), TRACER), error("transaction not found")],
      // The first block's own trace begins with the state of a block that is not there.
      [call("debug_traceBlockByNumber", hex(FIRST), TRACER), error(`block #${old} not found`)],
      [call("eth_getBalance", `0x${"11".repeat(20)}`, hex(old)), state],
      [call("eth_call", { to: `0x${"11".repeat(20)}`, data: "0x" }, hex(old)), state],
      // Above the head all is as ever.
      [call("eth_getBlockByNumber", hex(171), true), error("cannot query unfinalized data")],
    ];
    for (const [answer, expected] of answers) expect(answer).toEqual(expected);
  });

  it("ends a search of logs without an error at the first block that is missing", () => {
    const { call } = nodeWith({ firstBlock: FIRST, bodies: 0 });
    const logsFrom = (height: number) =>
      recording.evm.slice(height).flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs));
    expect(logsFrom(FIRST).length).toBeGreaterThan(0);
    expect(call("eth_getLogs", { fromBlock: hex(FIRST), toBlock: "latest" })).toEqual({
      result: logsFrom(FIRST),
    });
    expect(call("eth_getLogs", { fromBlock: "0x0", toBlock: "latest" })).toEqual({ result: [] });
    expect(call("eth_getLogs", { fromBlock: hex(FIRST - 1) })).toEqual({ result: [] });
    expect(call("eth_getLogs", { blockHash: blockAt(FIRST - 1)?.hash })).toEqual(error("unknown block"));
    expect(call("eth_feeHistory", hex(171 - FIRST), "latest")).toMatchObject({
      result: { oldestBlock: hex(FIRST) },
    });
    expect(call("eth_feeHistory", hex(172 - FIRST), "latest")).toEqual({
      result: { oldestBlock: "0x0", gasUsedRatio: null },
    });
  });

  it("synced to its head at the start, and keeps what it accepts from then on", () => {
    const { call, accept } = nodeWith({ firstBlock: 1_000, bodies: 0 }, 50);
    expect(call("eth_getBlockByNumber", "latest", true)).toEqual({ result: blockAt(50) });
    expect(call("eth_getBlockByNumber", hex(49), true)).toEqual({ result: null });
    accept(52);
    expect(call("eth_getBlockByNumber", hex(50), true)).toEqual({ result: blockAt(50) });
    expect(call("debug_traceBlockByNumber", hex(51), TRACER)).toEqual({
      result: recording.evm[51]?.traces,
    });
  });
});

describe("the blocks before the first one, which came as bodies with the state", () => {
  const BODIES = 10;
  const state = (height: number) => {
    const root = String(blockAt(height)?.stateRoot).slice(2);
    return error(`missing trie node ${root} (path ) state 0x${root} is not available, not found`);
  };

  it("have their transactions, but no receipts, and none of the transactions is found", () => {
    const { call } = nodeWith({ firstBlock: FIRST, bodies: BODIES });
    for (const height of [FIRST - BODIES, FIRST - 1]) {
      const count = recording.evm[height]?.receipts.length ?? 0;
      expect(count).toBeGreaterThan(0);
      const none = error(`receipts length mismatch: ${count} vs 0`);
      expect(call("eth_getBlockByNumber", hex(height), true)).toEqual({ result: blockAt(height) });
      expect(call("eth_getBlockByHash", blockAt(height)?.hash, true)).toEqual({ result: blockAt(height) });
      expect(call("eth_getBlockReceipts", hex(height))).toEqual(none);
      expect(call("eth_getBlockReceipts", blockAt(height)?.hash)).toEqual(none);
      expect(call("eth_getTransactionByHash", txAt(height))).toEqual({ result: null });
      expect(call("eth_getTransactionReceipt", txAt(height))).toEqual({ result: null });
      expect(call("debug_traceTransaction", txAt(height), TRACER)).toEqual(error("transaction not found"));
    }
    expect(call("eth_getBlockByNumber", hex(FIRST - BODIES - 1), true)).toEqual({ result: null });
    expect(call("eth_getBlockReceipts", hex(FIRST - BODIES - 1))).toEqual({ result: null });
  });

  it("have no state but the last one's, with which the first block's traces begin", () => {
    const { call } = nodeWith({ firstBlock: FIRST, bodies: BODIES });
    const nobody = `0x${"11".repeat(20)}`;
    const old = FIRST - 2;
    expect(call("debug_traceBlockByNumber", hex(FIRST - 1), TRACER)).toEqual(
      error("required historical state unavailable (reexec=0)"),
    );
    expect(call("debug_traceBlockByNumber", hex(FIRST - BODIES), TRACER)).toEqual(
      error(`block #${FIRST - BODIES - 1} not found`),
    );
    expect(call("debug_traceBlockByNumber", hex(FIRST), TRACER)).toEqual({
      result: recording.evm[FIRST]?.traces,
    });
    expect(call("eth_getBalance", nobody, hex(old))).toEqual(state(old));
    expect(call("eth_getBalance", nobody, hex(FIRST - 1))).toEqual(
      error("missing trie node (not in this recording)"),
    );
  });

  it("make a search of logs fail, unless no block without receipts may have one", () => {
    const { call } = nodeWith({ firstBlock: FIRST, bodies: BODIES });
    const from = FIRST - BODIES;
    const hash = String(blockAt(from)?.hash).slice(2);
    const short = `${hash.slice(0, 6)}..${hash.slice(-6)}`;
    expect(call("eth_getLogs", { fromBlock: hex(from), toBlock: "latest" })).toEqual(
      error(`failed to get logs for block #${from} (0x${short})`),
    );
    const nobody = `0x${"11".repeat(20)}`;
    expect(call("eth_getLogs", { fromBlock: hex(from), address: nobody })).toEqual({ result: [] });
  });

  it("are 256 on a real node", () => {
    const { call } = nodeWith({ firstBlock: FIRST });
    expect(call("eth_getBlockByNumber", "0x1", true)).toEqual({ result: blockAt(1) });
    expect(call("eth_getTransactionReceipt", txAt(1))).toEqual({ result: null });
  });
});

describe("a node that pruned", () => {
  it("has every block and receipt, and traces from a block on", () => {
    const { call } = nodeWith({ firstTrace: FIRST });
    const pruned = error("required historical state unavailable (reexec=0)");
    for (const height of [1, FIRST - 1]) {
      expect(call("eth_getBlockByNumber", hex(height), true)).toEqual({ result: blockAt(height) });
      expect(call("eth_getBlockReceipts", hex(height))).toEqual({ result: recording.evm[height]?.receipts });
      expect(call("debug_traceBlockByNumber", hex(height), TRACER)).toEqual(pruned);
      expect(call("debug_traceTransaction", txAt(height), TRACER)).toEqual(pruned);
    }
    const [trace] = recording.evm[FIRST]?.traces ?? [];
    expect(call("debug_traceTransaction", txAt(FIRST), TRACER)).toEqual({ result: trace?.result });
  });

  it("has no state before the one that the first trace begins with, but the genesis's and the head's", () => {
    const { call } = nodeWith({ firstTrace: FIRST });
    const root = String(blockAt(FIRST - 2)?.stateRoot).slice(2);
    const nobody = `0x${"11".repeat(20)}`;
    expect(call("eth_getBalance", nobody, hex(FIRST - 2))).toEqual(
      error(`missing trie node ${root} (path ) state 0x${root} is not available, not found`),
    );
    const notRecorded = error("missing trie node (not in this recording)");
    for (const height of [0, FIRST - 1, 170]) {
      expect(call("eth_getBalance", nobody, hex(height))).toEqual(notRecorded);
    }
  });
});
