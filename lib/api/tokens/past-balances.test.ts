import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import { VmChain } from "../../testbed/evm/chain";
import { callData, deployment, encodeAbi, selectorOf } from "../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";
import { NOBODY } from "../../testbed/evm/tokens";

type Json = Record<string, unknown>;

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const MAX = 2n ** 256n - 1n;

describe("past balances at their limits", () => {
  let chain: VmChain;
  let node: VmNode;
  let firn: IndexedChains;
  let coin: string;
  let unmoved: string;
  let liar: string;
  let batcher: string;

  beforeAll(async () => {
    chain = await VmChain.open({ chainId: 99_999 });
    const [first, second, third] = chain.accounts;
    const made = await chain.mine([
      { from: 0, data: deployment("WordCoin") },
      { from: 0, data: deployment("PlainCoin") },
      { from: 0, data: deployment("Parrot") },
      { from: 0, data: deployment("Batcher") },
    ]);
    [coin, unmoved, liar, batcher] = made.transactions.map(
      ({ contractAddress }) => contractAddress ?? "",
    ) as [string, string, string, string];
    const call = (from: number, signature: string, values: readonly unknown[]) => ({
      from,
      to: coin,
      data: callData(signature, values),
    });
    const mint = (to: string | undefined, value: bigint) => call(0, "mint(address,uint256)", [to, value]);
    const transfer = (from: number, to: string | undefined, value: bigint) =>
      call(from, "transfer(address,uint256)", [to, value]);
    await chain.mine([mint(first, MAX), transfer(0, first, 77n)]); // 2
    await chain.mine([transfer(0, second, MAX - 5n), transfer(1, second, 9n)]); // 3
    await chain.mine([transfer(0, NOBODY, 5n), transfer(1, third, 1n)]); // 4
    const both = [
      callData("transferFrom(address,address,uint256)", [batcher, second, 0n]),
      callData("transfer(address,uint256)", [second, 0n]),
    ];
    await chain.mine([
      call(1, "burn(uint256)", [MAX - 6n]),
      { from: 0, to: batcher, data: callData("callAll(address,bytes[],uint256[])", [coin, both, [0n, 0n]]) },
    ]); // 5
    const teach = (signature: string, word: bigint) => ({
      from: 0,
      to: liar,
      data: callData("teach(bytes4,bytes)", [selectorOf(signature), encodeAbi("uint256", [word])]),
    });
    const say = (from: string | undefined, to: string | undefined, value: bigint) => ({
      from: 0,
      to: liar,
      data: callData("write(bytes32[],bytes)", [
        [TRANSFER, encodeAbi("address", [from]), encodeAbi("address", [to])],
        encodeAbi("uint256", [value]),
      ]),
    });
    await chain.mine([teach("decimals()", 6n), teach("totalSupply()", 1n), teach("balanceOf(address)", 3n)]); // 6
    await chain.mine([say(second, first, MAX), say(second, first, MAX)]); // 7
    node = await serveVmNode(chain);
    firn = await indexChains();
    firn.add(node);
    await firn.reach(node);
  });

  afterAll(async () => {
    await firn.close();
    await node.close();
  });

  const ask = async (path: string) => {
    const response = await fetch(firn.url + path, { headers: { "x-firn-dialect": "sdk" } });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const balancesOf = (n: number) => `/v1/chains/99999/addresses/${chain.accounts[n]}/balances`;
  const had = async (n: number, height: number | string) => {
    const { status, body } = await ask(
      `${balancesOf(n)}:listErc20?blockNumber=${height}&contractAddresses=${coin}`,
    );
    return status === 200 ? ((body.erc20TokenBalances as Json[])[0]?.balance ?? "0") : status;
  };
  /** Address ids in M2's list, with their balances now. */
  const over = async (query: string, token = coin) => {
    const { status, body } = await ask(`/v2/chains/99999/contracts/${token}/balances?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    const numbers = new Map(chain.accounts.map((account, n) => [formatEvmAddress(fromHex(account)), n]));
    return (body.addresses as Json[]).map(({ address, sortKey }) => [numbers.get(String(address)), sortKey]);
  };

  it("are answered from the genesis block to the head, and refused above it", async () => {
    const heights = [0, 1, 2, 3, 4, 5, 7];
    const answers = await Promise.all(
      [0, 1, 2].map((n) => Promise.all(heights.map((height) => had(n, height)))),
    );
    expect(answers).toEqual([
      ["0", "0", String(MAX), "5", "0", "0", "0"],
      ["0", "0", "0", String(MAX - 5n), String(MAX - 6n), "0", "0"],
      ["0", "0", "0", "0", "1", "1", "1"],
    ]);
    expect([await had(0, 8), await had(0, -1), await had(0, "x"), await had(0, 2 ** 53)]).toEqual([
      404, 400, 400, 400,
    ]);
    for (const list of ["getNative", "listErc1155"]) {
      expect((await ask(`${balancesOf(0)}:${list}?blockNumber=7`)).status).toBe(200);
      expect((await ask(`${balancesOf(0)}:${list}?blockNumber=8`)).status).toBe(404);
    }
  });

  it("decide who had more than a threshold: nobody at the maximum, every holder at 0", async () => {
    const everyone = [
      [2, "1"],
      [0, "0"],
      [1, "0"],
    ];
    expect(byNumber(await over("threshold=0"))).toEqual(byNumber(everyone));
    expect(byNumber(await over(`threshold=${MAX - 6n}`))).toEqual([
      [0, "0"],
      [1, "0"],
    ]);
    expect(await over(`threshold=${MAX - 5n}`)).toEqual([[0, "0"]]);
    expect(await over(`threshold=${MAX}`)).toEqual([]);
    const timeOf = (height: number) => chain.blocks[height]?.time ?? 0;
    expect(await over(`threshold=1&startTimestamp=${timeOf(5) + 1}`)).toEqual([]);
    expect(await over(`threshold=0&endTimestamp=${timeOf(2)}`)).toEqual([]);
    expect(await over(`threshold=0&endTimestamp=${timeOf(2) + 1}`)).toEqual([[0, "0"]]);
    expect(await over(`threshold=0&startTimestamp=${timeOf(3)}&endTimestamp=${timeOf(3)}`)).toEqual([]);
  });

  it("are the same in pages of one as in one page", async () => {
    const whole = await over("threshold=0");
    const walked: unknown[] = [];
    for (let token: unknown = ""; token !== undefined; ) {
      const next = token === "" ? "" : `&pageToken=${token}`;
      const { body } = await ask(`/v2/chains/99999/contracts/${coin}/balances?threshold=0&pageSize=1${next}`);
      walked.push(...(body.addresses as Json[]).map(({ sortKey }) => sortKey));
      token = body.nextPageToken;
    }
    expect(walked).toEqual(whole.map(([, sortKey]) => sortKey));
  });

  it("are empty for a token without transfers, and the node's for one with false events", async () => {
    expect(await over("threshold=0", unmoved)).toEqual([]);
    const answer = await ask(`/firn/v1/chains/99999/tokens/${liar}`);
    expect(answer.body).toMatchObject({ balancesFrom: "node", totalSupply: "1" });
    for (const at of ["", "&blockNumber=7", "&blockNumber=6"]) {
      const { body } = await ask(`${balancesOf(0)}:listErc20?contractAddresses=${liar}${at}`);
      expect(
        (body.erc20TokenBalances as Json[]).map(({ balance }) => balance),
        at,
      ).toEqual(["3"]);
    }
    expect((await ask(`/v2/chains/99999/contracts/${liar}/balances?threshold=0`)).status).toBe(404);
    const holders = await ask(`/firn/v1/chains/99999/tokens/${liar}/holders`);
    const named = holders.body.holders as { balance: string }[];
    expect([holders.body.accountsAsked, named.map(({ balance }) => balance)]).toEqual([2, ["3", "3"]]);
  });
});

function byNumber(list: unknown[][]): unknown[][] {
  return list.toSorted(([a], [b]) => Number(a) - Number(b));
}
