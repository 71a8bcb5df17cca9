import { expect, it } from "vitest";
import { VmChain } from "../../testbed/evm/chain";
import { callData, deployment, encodeAbi, selectorOf } from "../../testbed/evm/contracts";
import { indexChains } from "../../testbed/evm/indexed";
import { NO_SUCH_METHOD, serveVmNode } from "../../testbed/evm/node";
import { NOBODY } from "../../testbed/evm/tokens";

type Json = Record<string, unknown>;

const ITEMS = 65_540;
const SINGLE = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";
const BATCH = "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";

it("distinguishes the items of a batch of any length from the events after it", async () => {
  const chain = await VmChain.open({ chainId: 99_999 });
  const [first = "", second = ""] = chain.accounts;
  const block = await chain.mine([
    { from: 0, data: deployment("Parrot") },
    { from: 0, data: deployment("Batcher") },
  ]);
  const [parrot = "", batcher = ""] = block.transactions.map(({ contractAddress }) => contractAddress ?? "");
  const yes = callData("teach(bytes4,bytes)", [
    selectorOf("supportsInterface(bytes4)"),
    encodeAbi("bool", [true]),
  ]);
  await chain.mine([{ from: 0, to: parrot, data: yes }]);
  const parties = (from: string, to: string) =>
    [NOBODY, from, to].map((party) => encodeAbi("address", [party]));
  const ids = Array.from({ length: ITEMS }, (_, i) => BigInt(i));
  const events = [
    [[BATCH, ...parties(NOBODY, first)], encodeAbi("uint256[],uint256[]", [ids, ids.map(() => 1n)])],
    [[SINGLE, ...parties(NOBODY, second)], encodeAbi("uint256,uint256", [7n, 3n])],
    [[SINGLE, ...parties(first, second)], encodeAbi("uint256,uint256", [BigInt(ITEMS - 1), 1n])],
  ];
  const writes = events.map((event) => callData("write(bytes32[],bytes)", event));
  const call = callData("callAll(address,bytes[],uint256[])", [parrot, writes, writes.map(() => 0n)]);
  const { transactions } = await chain.mine([{ from: 0, to: batcher, data: call, gas: 900_000_000 }]);
  expect(transactions[0]?.succeeded).toBe(true);
  const node = await serveVmNode(chain);
  // traces would repeat the long input for every call
  node.alter = ({ method }, answer) => (method === "debug_traceBlockByNumber" ? NO_SUCH_METHOD : answer);
  const firn = await indexChains();
  try {
    firn.add(node);
    await firn.reach(node);
    const get = async (path: string) => (await fetch(`${firn.url}${path}`)).json() as Promise<Json>;
    const chainPath = "/v1/chains/99999";
    expect(await get(`/firn/v1${chainPath.slice(3)}/tokens/${parrot}`)).toMatchObject({
      transfers: ITEMS + 2,
    });
    const moved = await get(`${chainPath}/addresses/${second}/transactions:listErc1155`);
    expect(moved.transactions).toMatchObject([
      { logIndex: 1, value: "3", erc1155Token: { tokenId: "7" } },
      { logIndex: 2, value: "1", erc1155Token: { tokenId: String(ITEMS - 1) } },
    ]);
    const page = await get(`${chainPath}/tokens/${parrot}/transfers?pageSize=3`);
    expect(page.transfers).toMatchObject(["0", "1", "2"].map((tokenId) => ({ erc1155Token: { tokenId } })));
    // only the batch's own items are undone
    for (const [holder, height, held] of [
      [first, 2, 0],
      [second, 2, 0],
      [second, 3, 2],
    ] as const) {
      const path = `${chainPath}/addresses/${holder}/balances:listErc1155?blockNumber=${height}`;
      expect((await get(path)).erc1155TokenBalances, path).toHaveLength(held);
    }
  } finally {
    await firn.close();
    await node.close();
  }
});
