import { afterEach, describe, expect, it } from "vitest";
import { VmChain } from "../../testbed/evm/chain";
import { callData, deployment } from "../../testbed/evm/contracts";
import { type ChainStatus, type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { type RpcAnswer, serveVmNode, type VmNode } from "../../testbed/evm/node";

type Json = Record<string, unknown>;

const FALSE_ADDRESS = `0x${"ab".repeat(20)}`;
const RECEIPTS = "eth_getBlockReceipts";
const TRACES = "debug_traceBlockByNumber";
const RICH = {
  type: "CALL",
  from: FALSE_ADDRESS,
  value: "0x3635c9adc5dea00000",
  gas: "0x9",
  gasUsed: "0x1",
  input: "0x",
};

/** What the node reports falsely of a block's first transaction (a call) or second (a creation). */
const LIES: [string, { of: string; at: 0 | 1; is: (given: Json) => Json; says: RegExp }][] = [
  [
    "the sender",
    {
      of: RECEIPTS,
      at: 0,
      is: () => ({ from: FALSE_ADDRESS }),
      says: /sender is 0xabab\w+, the signature says 0x\w{40}$/,
    },
  ],
  [
    "the gas used",
    {
      of: RECEIPTS,
      at: 0,
      is: () => ({ gasUsed: "0x1" }),
      says: /gas used is 1, the cumulative gas says \d{5}$/,
    },
  ],
  [
    "the gas price",
    {
      of: RECEIPTS,
      at: 0,
      is: () => ({ effectiveGasPrice: "0xffffffffffff" }),
      says: /gas price is 281474976710655, .* says 26000000000$/,
    },
  ],
  [
    "the created contract",
    {
      of: RECEIPTS,
      at: 1,
      is: () => ({ contractAddress: FALSE_ADDRESS }),
      says: /contract made is 0xabab\w+, the sender's nonce says 0x\w{40}$/,
    },
  ],
  [
    "that no contract was created",
    {
      of: RECEIPTS,
      at: 1,
      is: () => ({ contractAddress: null }),
      says: /contract made is none, the sender's nonce says 0x\w{40}$/,
    },
  ],
  [
    "who called",
    {
      of: TRACES,
      at: 0,
      is: () => ({ from: FALSE_ADDRESS }),
      says: /sender is 0xabab\w+, the signature says 0x\w{40}$/,
    },
  ],
  [
    "the value of a call",
    {
      of: TRACES,
      at: 0,
      is: () => ({ value: "0x3635c9adc5dea00000" }),
      says: /value is 1000000000000000000000, the transaction says 7$/,
    },
  ],
  [
    "a call from an account without funds",
    {
      of: TRACES,
      at: 0,
      is: ({ to }) => ({ calls: [{ ...RICH, to }] }),
      says: /call 1 of CALL, which says the sender is 0xabab\w+, the contract that runs there says 0x\w{40}$/,
    },
  ],
  [
    "an inner payment",
    {
      of: TRACES,
      at: 0,
      is: ({ calls }) => ({ calls: [{ ...(calls as Json[])[0], from: FALSE_ADDRESS }] }),
      says: /call 1 of CALL, which says the sender/,
    },
  ],
  [
    "who created a contract",
    {
      of: TRACES,
      at: 1,
      is: () => ({ from: FALSE_ADDRESS }),
      says: /sender is 0xabab\w+, the signature says/,
    },
  ],
  [
    "a contract's address",
    {
      of: TRACES,
      at: 1,
      is: () => ({ to: FALSE_ADDRESS }),
      says: /receiver is 0xabab\w+, the transaction says 0x\w{40}$/,
    },
  ],
  [
    "that a call failed",
    {
      of: TRACES,
      at: 0,
      is: () => ({ error: "execution reverted" }),
      says: /failure is execution reverted, the receipt says none$/,
    },
  ],
];

describe("a node that lies", () => {
  let node: VmNode;
  let firn: IndexedChains;
  let chain: VmChain;
  let leapMs = 0;

  afterEach(async () => {
    await firn.close();
    await node.close();
  });

  const open = async () => {
    chain = await VmChain.open({ chainId: 99_999 });
    node = await serveVmNode(chain);
    firn = await indexChains();
  };
  const follow = () => firn.add(node, {}, () => Date.now() + leapMs);
  const status = async () => (await firn.status(node)) as ChainStatus;
  const get = async (path: string) => {
    const response = await fetch(`${firn.url}/v1/chains/99999${path}`);
    return { status: response.status, body: (await response.json()) as Json };
  };
  /** Restores the truth, and lets the minute pass after which a stopped chain is checked again. */
  const mend = async () => {
    node.alter = (_, answer) => answer;
    leapMs += 60_000;
    await expect.poll(async () => (await status()).state).toBe("following");
    await firn.reach(node);
  };

  it.each(LIES)("about %s stops the chain with an error, until it tells the truth", async (_, lie) => {
    await open();
    const [, payee = ""] = chain.accounts;
    const [deployed] = (await chain.mine([{ from: 0, data: deployment("Forwarder") }])).transactions;
    follow();
    await firn.reach(node);
    node.alter = ({ method, params }, answer) =>
      method === lie.of && Number(params[0]) === 2 ? falsely(answer, lie.at, lie.is) : answer;
    const { transactions } = await chain.mine([
      {
        from: 0,
        to: deployed?.contractAddress ?? "",
        value: 7n,
        data: callData("forward(address)", [payee]),
      },
      { from: 1, data: deployment("Factory") },
    ]);
    const says = await firn.stopped(node);
    const what = lie.of === TRACES ? "trace" : "receipt";
    expect(says).toContain(`the ${what} of transaction ${transactions[lie.at]?.hash} in block 2 `);
    expect(says).toMatch(lie.says);
    expect(await status()).toMatchObject({ height: 1 });
    expect((await get(`/transactions/${transactions[0]?.hash}`)).status).toBe(404);
    await mend();
    expect((await get(`/transactions/${transactions[0]?.hash}`)).body).toMatchObject({
      nativeTransaction: {
        from: { address: expect.stringMatching(new RegExp(chain.accounts[0] ?? "", "i")) },
      },
      internalTransactions: [{ value: "7" }],
    });
    expect((await get(`/addresses/${FALSE_ADDRESS}/transactions:listInternals`)).body).toEqual({
      transactions: [],
    });
  });

  it("and answers with another first block stops the chain before anything is stored", async () => {
    await open();
    for (let i = 0; i < 3; i++) await chain.mine([{ from: 0, to: chain.accounts[1] ?? "", value: 7n }]);
    const second = (await (
      await fetch(node.url, ask("eth_getBlockByNumber", ["0x2", true]))
    ).json()) as RpcAnswer;
    node.alter = ({ method, params }, answer) =>
      method === "eth_getBlockByNumber" && params[0] === "0x0"
        ? { result: (second as { result: Json }).result }
        : answer;
    follow();
    expect(await firn.stopped(node)).toBe("the node answers block 2 (number 2) where number 0 was asked for");
    expect(await status()).toMatchObject({ height: -1 });
    await mend();
    for (const { hash, height } of chain.blocks)
      expect((await get(`/blocks/${height}`)).body).toMatchObject({ blockHash: hash });
  });
});

function falsely(answer: RpcAnswer, at: number, lie: (given: Json) => Json): RpcAnswer {
  const given = (answer as { result: Json[] }).result;
  const result = given.map((each, i) => {
    if (i !== at) return each;
    if (!("txHash" in each)) return { ...each, ...lie(each) };
    return { ...each, result: { ...(each.result as Json), ...lie(each.result as Json) } };
  });
  return { result };
}

function ask(method: string, params: unknown[]): RequestInit {
  return { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) };
}
