import { afterAll, beforeAll, expect, test } from "vitest";
import { fromHex } from "../../avalanche/codec/bytes";
import { openDataClient } from "../../client/data";
import { openEvm } from "../../client/evm";
import { listChainContracts } from "../../contract/firn/chain-lists";
import { getCode } from "../../contract/firn/contracts";
import { VmChain } from "../../testbed/evm/chain";
import { deployment } from "../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";
import { openCodeSizes } from "./code-sizes";

const CHAIN = 99_311;
let chain: VmChain;
let node: VmNode;
let firn: IndexedChains;
let contracts: string[];

beforeAll(async () => {
  chain = await VmChain.open({ chainId: CHAIN });
  const { transactions } = await chain.mine(
    (["Items", "PlainCoin"] as const).map((name) => ({ from: 0, data: deployment(name) })),
  );
  contracts = transactions.map(({ contractAddress }) => contractAddress ?? "");
  node = await serveVmNode(chain);
  firn = await indexChains();
  firn.add(node);
  await firn.reach(node);
});
afterAll(async () => {
  await firn.close();
  await node.close();
});

const sizesOf = () => contracts.map((address) => chain.codeOf(address).length);
const params = (address = "") => ({ chainId: String(CHAIN), address });

test("a contract has the size of its code, in the list and alone", async () => {
  const client = openDataClient({ baseUrl: firn.url });
  const { contracts: listed } = await client.get(listChainContracts, {
    params: params(),
    query: { order: "asc" },
  });
  expect(listed.map(({ codeSize }) => codeSize)).toEqual(sizesOf());
  expect(await client.get(getCode, { params: params(contracts[1]) })).toEqual({ codeSize: sizesOf()[1] });
  expect(await client.get(getCode, { params: params(`0x${"12".repeat(20)}`) })).toEqual({ codeSize: 0 });
});

test("a size that the node does not say is unknown, never 0", async () => {
  const url = await firn.serveAgain();
  const client = openDataClient({ baseUrl: url });
  node.alter = ({ method, params: [address] }, answer) => {
    if (method !== "eth_getCode") return answer;
    return address === contracts[0] ? { error: { code: -32000, message: "missing trie node" } } : answer;
  };
  const page = await client.get(listChainContracts, { params: params(), query: { order: "asc" } });
  node.alter = (_, answer) => answer;
  expect(page.contracts.map(({ codeSize }) => codeSize)).toEqual([undefined, sizesOf()[1]]);
});

test("a known size is asked for again after ten minutes, and a silent node is left alone for a while", async () => {
  let nowMs = 0;
  let asked = 0;
  let isSilent = false;
  const nodes = { client: () => openEvm(node.url) };
  node.alter = ({ method }, answer) => {
    if (method !== "eth_getCode") return answer;
    asked += 1;
    return isSilent ? { result: "nonsense" } : answer;
  };
  const sizes = openCodeSizes(() => nowMs);
  const ask = () =>
    sizes.of(
      { nodes, facts: {}, evmChainId: "1" } as unknown as Parameters<typeof sizes.of>[0],
      contracts.map((address) => fromHex(address)),
    );
  expect(await ask()).toEqual(sizesOf());
  await ask();
  expect(asked).toBe(2);
  nowMs = 600_000;
  isSilent = true;
  expect(await ask()).toEqual([undefined, undefined]);
  expect(asked).toBe(4);
  node.alter = (_, answer) => answer;
});
