import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { VmChain } from "../../../testbed/evm/chain";
import { callData, deployment } from "../../../testbed/evm/contracts";
import { type ChainStatus, type IndexedChains, indexChains } from "../../../testbed/evm/indexed";
import { type RpcAnswer, type RpcCall, serveVmNode, type VmNode } from "../../../testbed/evm/node";

type Json = Record<string, unknown>;

const TRACES = "debug_traceBlockByNumber";
const BALANCE = "eth_getBalance";
const GONE: RpcAnswer = {
  error: { code: -32000, message: `missing trie node ${"ab".repeat(32)} (path 0f)` },
};
/** Time until a block at the head is compared again. */
const NEXT_SAMPLE_MS = 10_000;

describe("native balances before and after a block at the head", () => {
  let node: VmNode;
  let firn: IndexedChains;
  let chain: VmChain;
  let forwarder = "";
  let leapMs = 0;
  /** Heights whose balances were requested. */
  let requested: number[] = [];

  beforeEach(async () => {
    chain = await VmChain.open({ chainId: 99_999 });
    const [deployed] = (await chain.mine([{ from: 0, data: deployment("Forwarder") }])).transactions;
    forwarder = deployed?.contractAddress ?? "";
    node = await serveVmNode(chain);
    firn = await indexChains();
    requested = [];
    answers((_, answer) => answer);
    firn.add(node, {}, () => Date.now() + leapMs);
    await firn.reach(node);
  });
  afterEach(async () => {
    await firn.close();
    await node.close();
  });

  const answers = (alter: (call: RpcCall, answer: RpcAnswer) => RpcAnswer) => {
    node.alter = (call, answer) => {
      if (call.method === BALANCE) requested.push(Number(call.params[1]));
      return alter(call, answer);
    };
  };
  /** A block in which a contract passes on 7 wei, and another payment. Compared unless another was within ten seconds. */
  const forward = async () => {
    const data = callData("forward(address)", [chain.accounts[1]]);
    const block = await chain.mine([
      { from: 2, to: chain.accounts[0] ?? "", value: 1n },
      { from: 0, to: forwarder, value: 7n, data },
    ]);
    return block.transactions[1]?.hash ?? "";
  };
  const status = async () => (await firn.status(node)) as ChainStatus;
  const internals = async (hash: string) => {
    const response = await fetch(`${firn.url}/v1/chains/99999/transactions/${hash}`);
    const body = (await response.json()) as { internalTransactions?: { value: string }[] };
    return { status: response.status, values: body.internalTransactions?.map(({ value }) => value) };
  };
  const looksAgain = () => {
    leapMs += 60_000;
  };

  it("stop the chain at a false trace, with both values, until the node tells the truth", async () => {
    leapMs += NEXT_SAMPLE_MS;
    answers(lyingAbout(2));
    const hash = await forward();
    expect(await firn.stopped(node)).toBe(
      `the traces of block 2 and its fees change the native balance of ${forwarder.toLowerCase()} by -2 wei, the node's state by 0`,
    );
    expect(await status()).toMatchObject({ height: 1 });
    expect(await internals(hash)).toMatchObject({ status: 404 });

    const before = requested.length;
    looksAgain();
    await expect.poll(() => requested.length).toBeGreaterThan(before);
    expect((await status()).state).toBe("stopped");

    answers((_, answer) => answer);
    // Before it pauses, a leap is nothing to it.
    const stateAfterLeap = async () => {
      looksAgain();
      return (await status()).state;
    };
    await expect.poll(stateAfterLeap).toBe("following");
    await firn.reach(node);
    expect(await internals(hash)).toEqual({ status: 200, values: ["7"] });
  });

  it("do not stop the chain if the node gave them wrongly only once", async () => {
    leapMs += NEXT_SAMPLE_MS;
    let isFalse = true;
    answers(({ method }, answer) => {
      if (method !== BALANCE || !isFalse) return answer;
      isFalse = false;
      return { result: "0x1" };
    });
    const hash = await forward();
    await firn.reach(node);
    expect(isFalse).toBe(false);
    expect(await internals(hash)).toEqual({ status: 200, values: ["7"] });
  });

  it("are requested less and less often where the node has no state, which is no contradiction", async () => {
    answers((call, answer) => (call.method === BALANCE ? GONE : lyingAbout(call.method)(call, answer)));
    const heights: number[] = [];
    for (let i = 0; i < 20; i++) {
      leapMs += NEXT_SAMPLE_MS;
      requested = [];
      const hash = await forward();
      await firn.reach(node);
      expect((await internals(hash)).values).toEqual(["9"]);
      if (requested.length > 0) heights.push(chain.head.height);
    }
    const pauses = heights.slice(1).map((height, i) => height - (heights[i] ?? 0));
    expect(heights.length).toBeGreaterThan(2);
    expect(heights.length).toBeLessThan(6);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  });

  it("that contradicted a block's traces leave it without traces, once the node has no state of it", async () => {
    leapMs += NEXT_SAMPLE_MS;
    answers(lyingAbout(2));
    const hash = await forward();
    await firn.stopped(node);
    answers((call, answer) => (call.method === BALANCE ? GONE : lyingAbout(2)(call, answer)));
    looksAgain();
    await expect.poll(async () => (await status()).height).toBe(2);
    expect(await internals(hash)).toEqual({ status: 200, values: undefined });
  });

  it("are requested neither of every block nor when there is none", async () => {
    leapMs += NEXT_SAMPLE_MS;
    for (let i = 0; i < 4; i++) {
      await forward();
      await firn.reach(node);
    }
    expect(new Set(requested)).toEqual(new Set([0, 1, 2]));
    const count = requested.length;
    const looks: string[] = [];
    node.alter = (call, answer) => {
      looks.push(call.method);
      return answer;
    };
    await expect.poll(() => looks.length).toBeGreaterThan(5);
    expect(looks).not.toContain(BALANCE);
    expect(requested.length).toBe(count);
  });
});

/** The value that a contract passes on is reported 2 wei too high, at one height or all. */
function lyingAbout(height: number | string) {
  return ({ method, params }: RpcCall, answer: RpcAnswer): RpcAnswer => {
    if (method !== TRACES || (typeof height === "number" && Number(params[0]) !== height)) return answer;
    const result = (answer as { result: { result: Json }[] }).result.map((each) => {
      const calls = (each.result.calls as Json[] | undefined)?.map((call) => ({ ...call, value: "0x9" }));
      return { ...each, result: { ...each.result, ...(calls && { calls }) } };
    });
    return { result };
  };
}
