import { afterEach, describe, expect, it } from "vitest";
import { type HeaderLayout, VmChain } from "./chain";
import { callData, deployment, textBytes } from "./contracts";
import { type IndexedChains, indexChains } from "./indexed";
import { serveVmNode, type VmNode } from "./node";

/** The node of a chain with a token and its transfers. */
async function coinNode(chainId: number, layout: HeaderLayout): Promise<{ node: VmNode; coin: string }> {
  const chain = await VmChain.open({ chainId, layout });
  const deployed = await chain.mine([
    { from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 18]) },
  ]);
  const coin = deployed.transactions[0]?.contractAddress ?? "";
  const [first = "", second = ""] = chain.accounts;
  await chain.mine([
    { from: 0, to: coin, data: callData("mint(address,uint256)", [first, 1_000n]), type: 0 },
    { from: 0, to: coin, data: callData("transfer(address,uint256)", [second, 400n]), type: 1 },
  ]);
  await chain.mine([{ from: 1, to: coin, data: callData("transfer(address,uint256)", [first, 300n]) }]);
  return { node: await serveVmNode(chain), coin };
}

type Json = Record<string, unknown>;

describe("a chain with subnet-evm headers", () => {
  const nodes: VmNode[] = [];
  let firn: IndexedChains;

  afterEach(async () => {
    await firn.close();
    for (const node of nodes.splice(0)) await node.close();
  });

  const open = async (chainId: number, layout: HeaderLayout) => {
    const made = await coinNode(chainId, layout);
    nodes.push(made.node);
    return made;
  };
  const get = async (path: string) => (await fetch(`${firn.url}/v1/chains/${path}`)).json() as Promise<Json>;

  it.each(["durango", "granite"] as const)(
    "is indexed and answered with the headers of %s",
    async (layout) => {
      firn = await indexChains();
      const { node, coin } = await open(99_999, layout);
      firn.add(node);
      await firn.reach(node);
      for (const { height, hash, time, transactions } of node.chain.blocks) {
        const body = await get(`99999/blocks/${height}`);
        expect(body).toMatchObject({ blockHash: hash, blockTimestamp: time, txCount: transactions.length });
        expect(body.blockTimestampMilliseconds).toBe(layout === "granite" ? time * 1_000 + 250 : undefined);
        for (const { hash: txHash, gasUsed, effectiveGasPrice } of transactions) {
          expect((await get(`99999/transactions/${txHash}`)).nativeTransaction).toMatchObject({
            txHash,
            blockHash: hash,
            txStatus: "1",
            gasUsed: String(gasUsed),
            gasPrice: String(effectiveGasPrice),
          });
        }
      }
      const { erc20TokenBalances } = await get(
        `99999/addresses/${node.chain.accounts[1]}/balances:listErc20`,
      );
      expect(erc20TokenBalances).toMatchObject([
        {
          name: "Coin",
          symbol: "C",
          decimals: 18,
          balance: "100",
          address: expect.stringMatching(new RegExp(coin, "i")),
        },
      ]);
    },
  );

  /** A node's lie about block 4, and the error that it causes. */
  const lies: [string, string, (result: Json & Json[]) => void, RegExp][] = [
    [
      "a receipt's status",
      "eth_getBlockReceipts",
      ([receipt]) => Object.assign(receipt ?? {}, { status: "0x0" }),
      /receipts of block 4 have root/,
    ],
    [
      "an event",
      "eth_getBlockReceipts",
      ([receipt]) => Object.assign(receipt ?? {}, { logs: [] }),
      /receipts of block 4 have root/,
    ],
    [
      "the header",
      "eth_getBlockByNumber",
      (block) => Object.assign(block, { gasLimit: "0x1" }),
      /header of block 4 hashes to/,
    ],
    [
      "a transaction",
      "eth_getBlockByNumber",
      ({ transactions }) => Object.assign((transactions as Json[])[0] ?? {}, { value: "0x1" }),
      /transactions of block 4 have root/,
    ],
  ];

  it.each(lies)(
    "stops with its reason where %s is not what was accepted; other chains go on",
    async (_, method, lie, reason) => {
      firn = await indexChains();
      const [{ node: honest }, { node: lying, coin }] = [
        await open(99_997, "granite"),
        await open(99_998, "granite"),
      ];
      lying.alter = (call, answer) => {
        if (call.method !== method || Number(call.params[0]) !== 4) return answer;
        const { result } = structuredClone(answer) as { result: Json & Json[] };
        lie(result);
        return { result };
      };
      for (const node of [lying, honest]) firn.add(node);
      await firn.reach(lying);
      const data = callData("transfer(address,uint256)", [lying.chain.accounts[1], 5n]);
      await lying.chain.mine([{ from: 0, to: coin, data }]);
      expect(await firn.stopped(lying)).toMatch(reason);
      for (const { chain } of [lying, honest, honest]) await chain.mine([]);
      await firn.reach(honest);
      expect(await firn.status(lying)).toMatchObject({ state: "stopped", height: 3 });
      expect(await get("99998/blocks/3")).toMatchObject({ blockHash: lying.chain.blocks[3]?.hash });
      expect(await get("99998/blocks/4")).toMatchObject({ statusCode: 404 });
      expect(await get("99997/blocks/5")).toMatchObject({ blockHash: honest.chain.head.hash });
    },
  );

  it.each(lies)(
    "has every block before the one where %s is not what was accepted, read with it or not",
    async (_, method, lie, reason) => {
      firn = await indexChains();
      const { node, coin } = await open(99_996, "granite");
      const data = callData("transfer(address,uint256)", [node.chain.accounts[1], 5n]);
      for (let i = 0; i < 3; i++) await node.chain.mine([{ from: 0, to: coin, data }]);
      node.alter = (call, answer) => {
        if (call.method !== method || Number(call.params[0]) !== 4) return answer;
        const { result } = structuredClone(answer) as { result: Json & Json[] };
        lie(result);
        return { result };
      };
      firn.add(node);
      expect(await firn.stopped(node)).toMatch(reason);
      expect(await firn.status(node)).toMatchObject({ state: "stopped", height: 3 });
    },
  );

  it("stops where a block's parent is not the previous block", async () => {
    firn = await indexChains();
    const { node } = await open(99_999, "granite");
    firn.add(node);
    await firn.reach(node);
    const { node: other } = await open(99_999, "durango");
    await other.chain.mine([]);
    const elsewhere = other.chain.blocks.slice(4);
    node.chain.blocks.push(...elsewhere);
    expect(await firn.stopped(node)).toMatch(/block 4 .*has parent/);
  });
});
