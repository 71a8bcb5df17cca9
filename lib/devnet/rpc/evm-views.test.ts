import { decodeAbiParameters } from "viem";
import { describe, expect, it } from "vitest";
import { openHistory } from "../history";
import { openAnswers } from "../recorded-answers";
import { openRecording } from "../recording";
import { evmMethods } from "./evm";
import { cChainOf, subnetChainOf } from "./evm-chain";

const recording = await openRecording("local-network");
const END = recording.evm.length - 1;
/**
 * ERC-20 created in block 9, collection in block 11, items in block 12; a token that was never called while recording.
 */
const COIN = "0xA4cD3b0Eb6E5Ab5d8CE4065BcCD70040ADAB1F00";
const COLLECTION = "0xa4DfF80B4a1D748BF28BC4A271eD834689Ea3407";
const ITEMS = "0xD5ac4AC51bB30Ad51A577bD7274f09e5667A857d";
const UNRECORDED = "0xe336d36faca76840407e6836d26119e1ece0a2b4";
const REVERTED = { error: { code: -32000, message: "execution reverted" } };
const MISSING = { error: { code: -32000, message: "missing trie node (not in this recording)" } };

interface Log {
  address: string;
  topics: string[];
}

const methods = evmMethods(cChainOf(openHistory({ recording, start: "all" })), openAnswers(recording));
const call = (to: string, data: string, height: number | "latest") =>
  methods("eth_call")?.([{ to, data }, height === "latest" ? height : `0x${height.toString(16)}`]) as {
    result: `0x${string}`;
  };
const supports = (id: string) => `0x01ffc9a7${id}${"00".repeat(28)}`;
const token = (selector: string, id: number) => selector + id.toString(16).padStart(64, "0");
const word = (value: number) => `0x${value.toString(16).padStart(64, "0")}`;

describe("what a recorded contract says about itself", () => {
  it("is answered at every height from its creation on, and is empty before", () => {
    for (const data of ["0x06fdde03", "0x95d89b41", "0x313ce567", "0x18160ddd"])
      expect(call(COIN, data, 8)).toEqual({ result: "0x" });
    for (const height of [9, 40, END - 1, END, "latest"] as const) {
      expect(decodeAbiParameters([{ type: "string" }], call(COIN, "0x06fdde03", height).result)[0]).not.toBe(
        "",
      );
      expect(call(COIN, "0x313ce567", height)).toEqual({ result: word(6) });
      expect(call(COLLECTION, supports("80ac58cd"), height === 9 ? 11 : height)).toEqual({ result: word(1) });
    }
  });

  it("is a revert if its code has no such function", () => {
    for (const id of ["80ac58cd", "d9b67a26"]) expect(call(COIN, supports(id), 40)).toEqual(REVERTED);
    for (const data of ["0x06fdde03", "0x313ce567"]) expect(call(ITEMS, data, 40)).toEqual(REVERTED);
  });

  it("is not made up: what was not recorded is reported as missing", () => {
    expect(call(UNRECORDED, "0x313ce567", END)).toEqual(MISSING);
    expect(
      call(COIN, `0x70a08231${"00".repeat(12)}${"8db97c7cece249c2b98bdc0226cc4c2a57bf52fc"}`, 40),
    ).toEqual(MISSING);
    expect(call(COIN, "0x06fdde03", END + 1)).toEqual(MISSING);
  });

  it("is the supply that its events add up to at that height", () => {
    const alive = new Set<string>();
    for (const [height, { receipts }] of recording.evm.entries()) {
      for (const { address, topics } of receipts.flatMap(({ logs }) => logs as unknown as Log[])) {
        if (address.toLowerCase() !== COLLECTION.toLowerCase() || topics.length !== 4) continue;
        if (topics[2] === word(0)) alive.delete(topics[3] ?? "");
        else if (topics[1] === word(0)) alive.add(topics[3] ?? "");
      }
      if (height >= 11) expect(call(COLLECTION, "0x18160ddd", height)).toEqual({ result: word(alive.size) });
    }
    expect(alive.size).toBe(4);
  });

  it("is a token's URI from the block on that minted it", () => {
    const first = recording.evm.findIndex(({ receipts }) =>
      receipts.some(({ logs }) =>
        (logs as unknown as Log[]).some(
          ({ address, topics }) =>
            address.toLowerCase() === COLLECTION.toLowerCase() && topics[3] === word(1),
        ),
      ),
    );
    const uri = token("0xc87b56dd", 1);
    expect(call(COLLECTION, uri, first - 1)).toEqual(REVERTED);
    expect(call(COLLECTION, uri, first)).toEqual(call(COLLECTION, uri, END));
    expect(call(COLLECTION, uri, END).result.length).toBeGreaterThan(130);
  });
});

it("answers for a contract of an L1's genesis at every height, but not about state that was not recorded", async () => {
  const token = "0x1000000000000000000000000000000000000001";
  const recording = await openRecording("l1-network");
  const [recordedChain] = recording.evmChains;
  if (recordedChain === undefined) throw new Error("the recording has no L1");
  const chain = subnetChainOf(openHistory({ recording, start: "all" }), recordedChain);
  const methods = evmMethods(chain, openAnswers(recording));
  const ask = (data: string, height: number) =>
    methods("eth_call")?.([{ to: token, data }, `0x${height.toString(16)}`]) as { result: `0x${string}` };
  for (const height of [0, 1, 150, 222]) {
    const name = decodeAbiParameters([{ type: "string" }], ask("0x06fdde03", height).result)[0];
    expect(name).toBe("Genesis Token");
  }
  expect(ask(supports("80ac58cd"), 150)).toEqual(REVERTED);
  const balance = `0x70a08231${"00".repeat(12)}8db97c7cece249c2b98bdc0226cc4c2a57bf52fc`;
  expect(ask(balance, 222)).toEqual({ result: word(3_750_000) });
  expect(ask(balance, 150)).toEqual(MISSING);
});
