import { beforeAll, describe, expect, it } from "vitest";
import { type History, openHistory } from "../history";
import { openAnswers } from "../recorded-answers";
import { openRecording, type Recording } from "../recording";
import { evmMethods } from "./evm";
import { cChainOf } from "./evm-chain";

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("local-network");
});

interface Log {
  address: string;
  topics: string[];
  blockNumber: string;
}

function open(height: number): { history: History; call(method: string, ...params: unknown[]): unknown } {
  const history = openHistory({ recording, start: { C: height } });
  const methods = evmMethods(cChainOf(history), openAnswers(recording));
  return { history, call: (method, ...params) => methods(method)?.(params) };
}

const logsAt = (height: number, filter: object) =>
  (open(height).call("eth_getLogs", filter) as { result: Log[] }).result;

const everything = () =>
  recording.evm.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs as Log[]));

describe("eth_getLogs", () => {
  it("returns the logs of accepted blocks' receipts, in order", () => {
    expect(everything().length).toBeGreaterThan(50);
    expect(logsAt(170, { fromBlock: "earliest", toBlock: "latest" })).toEqual(everything());
    const half = everything().filter(({ blockNumber }) => Number(blockNumber) <= 85);
    expect(logsAt(85, { fromBlock: "0x0" })).toEqual(half);
  });

  it("filters by block hash, by address, and by topic at its position", () => {
    const log = everything().find(({ topics }) => topics.length === 3);
    const [first, , third] = log?.topics ?? [];
    const height = Number(log?.blockNumber);
    const same = everything().filter(({ blockNumber }) => Number(blockNumber) === height);
    expect(logsAt(170, { blockHash: recording.evm[height]?.block.hash })).toEqual(same);
    const wanted = everything().filter(
      ({ address, topics }) => address === log?.address && topics[0] === first && topics[2] === third,
    );
    const filter = { fromBlock: "0x0", address: [log?.address.toUpperCase().replace("0X", "0x")] };
    expect(logsAt(170, { ...filter, topics: [[first], null, third] })).toEqual(wanted);
    expect(logsAt(170, { ...filter, topics: [third] })).toEqual([]);
  });

  it.each([
    [{ fromBlock: "0x56" }, "requested from block 86 after last accepted block 85"],
    [{ fromBlock: "0x1", toBlock: "0x56" }, "requested to block 86 after last accepted block 85"],
    [{ fromBlock: "0x9", toBlock: "0x8" }, "invalid block range params"],
    [{ blockHash: `0x${"ab".repeat(32)}` }, "unknown block"],
  ])("refuses %j", (filter, message) => {
    expect(open(85).call("eth_getLogs", filter)).toEqual({ error: { code: -32000, message } });
  });
});

describe("eth_feeHistory", () => {
  it("goes back from any accepted block, at any head", () => {
    const { call } = open(170);
    const { result } = call("eth_feeHistory", "0x4", "latest", [10, 50]) as { result: object };
    expect(open(170).call("eth_feeHistory", 4, "0xaa", [10, 50])).toEqual({ result });
    const earlier = open(100).call("eth_feeHistory", "0x3", "latest", []);
    expect(earlier).toEqual({
      result: {
        oldestBlock: "0x62",
        reward: undefined,
        baseFeePerGas: recording.evm.slice(98, 101).map(({ block }) => block.baseFeePerGas),
        gasUsedRatio: recording.evm
          .slice(98, 101)
          .map(({ block }) => Number(block.gasUsed) / Number(block.gasLimit)),
      },
    });
    expect(open(2).call("eth_feeHistory", "0x400", "latest")).toMatchObject({
      result: { oldestBlock: "0x0" },
    });
  });

  it.each([
    ["0xab", [], "request beyond head block: requested 171, head 170"],
    ["latest", [50, 10], "invalid reward percentile: 10"],
    ["latest", [101], "invalid reward percentile: 101"],
  ])("refuses block %s with percentiles %j", (tag, percentiles, message) => {
    expect(open(170).call("eth_feeHistory", "0x1", tag, percentiles)).toEqual({
      error: { code: -32000, message },
    });
  });
});
