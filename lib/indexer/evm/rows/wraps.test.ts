import { afterEach, describe, expect, it } from "vitest";
import { quantityToBigint } from "../../../avalanche/codec/rlp";
import { VmChain } from "../../../testbed/evm/chain";
import { callData, deployment, type VmContract } from "../../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../../testbed/evm/node";
import { NOBODY } from "../../../testbed/evm/tokens";

type Json = Record<string, unknown>;

describe("a token that wraps the chain's own coin", () => {
  let chain: VmChain;
  let node: VmNode;
  let firn: IndexedChains;
  let coin: string;
  let batcher: string;

  afterEach(async () => {
    await firn.close();
    await node.close();
  });

  const open = async (contract: VmContract) => {
    chain = await VmChain.open({ chainId: 99_999 });
    const block = await chain.mine([
      { from: 0, data: deployment(contract) },
      { from: 0, data: deployment("Batcher") },
    ]);
    [coin, batcher] = block.transactions.map(({ contractAddress }) => contractAddress ?? "") as [
      string,
      string,
    ];
    node = await serveVmNode(chain);
    firn = await indexChains();
  };
  const call = (from: number, signature: string, values: readonly unknown[] = [], value = 0n) => ({
    from,
    to: coin,
    value,
    data: callData(signature, values),
  });
  const deposit = (from: number, value: bigint) => call(from, "deposit()", [], value);
  const withdraw = (from: number, value: bigint) => call(from, "withdraw(uint256)", [value]);
  const transfer = (from: number, to: string | undefined, value: bigint) =>
    call(from, "transfer(address,uint256)", [to, value]);
  /** Calls of one contract in one transaction. */
  const together = (from: number, calls: readonly { data: string; value: bigint }[]) => ({
    from,
    to: batcher,
    value: calls.reduce((sum, { value }) => sum + value, 0n),
    data: callData("callAll(address,bytes[],uint256[])", [
      coin,
      calls.map(({ data }) => data),
      calls.map(({ value }) => value),
    ]),
  });
  const index = async () => {
    firn.add(node);
    await firn.reach(node);
  };
  const get = async (path: string) => {
    const response = await fetch(firn.url + path, { headers: { "x-firn-dialect": "sdk" } });
    const text = await response.text();
    expect(response.status, `${path} ${text}`).toBe(200);
    return JSON.parse(text) as Json;
  };
  const balancesAt = async (height: number) => {
    const balances = new Map<string, bigint>();
    for (const holder of [...chain.accounts, batcher, coin]) {
      const answer = await chain.call(coin, callData("balanceOf(address)", [holder]), height);
      balances.set(holder, quantityToBigint(answer ?? new Uint8Array()));
    }
    return balances;
  };

  /** Compares all balances and lists of the token, now and at every block, with `balanceOf` in the EVM. */
  const compareAll = async () => {
    let before = new Map<string, bigint>();
    for (const { height, time } of chain.blocks) {
      const balances = await balancesAt(height);
      for (const [holder, balance] of balances) {
        const path = `/v1/chains/99999/addresses/${holder}/balances:listErc20?blockNumber=${height}`;
        const [held] = (await get(path)).erc20TokenBalances as Json[];
        expect(held?.balance ?? "0", path).toBe(String(balance));
      }
      const frame = `startTimestamp=${time}&endTimestamp=${time + 1}`;
      for (const threshold of [0n, 10n, 25n]) {
        const over = [...balances].filter(
          ([holder, balance]) => balance > threshold || (before.get(holder) ?? 0n) > threshold,
        );
        const path = `/v2/chains/99999/contracts/${coin}/balances?threshold=${threshold}&${frame}`;
        const listed = (await get(path)).addresses as Json[];
        expect(listed.map(({ address }) => String(address).toLowerCase()).sort(), path).toEqual(
          over.map(([holder]) => holder).sort(),
        );
      }
      before = balances;
    }
    const now = [...before].filter(([, balance]) => balance > 0n);
    expect(await get(`/firn/v1/chains/99999/tokens/${coin}`)).toMatchObject({
      balancesFrom: "transfers",
      holders: now.length,
      totalSupply: String(now.reduce((sum, [, balance]) => sum + balance, 0n)),
    });
    const { holders } = await get(`/firn/v1/chains/99999/tokens/${coin}/holders`);
    const listed = (holders as { holder: Json; balance: string }[]).map(
      ({ holder, balance }) => `${String(holder.address).toLowerCase()} ${balance}`,
    );
    expect(listed.sort()).toEqual(now.map(([holder, balance]) => `${holder} ${balance}`).sort());
  };

  it("is followed by its events alone, now and at every block, and lists no wraps as transfers", async () => {
    await open("WrappedCoin");
    const [first, second] = chain.accounts;
    await chain.mine([deposit(0, 70n)]);
    await chain.mine([transfer(0, second, 30n), withdraw(0, 15n)]);
    await chain.mine([deposit(1, 0n), withdraw(1, 30n), transfer(0, first, 25n)]);
    await chain.mine([transfer(0, coin, 5n), deposit(1, 11n)]);
    await chain.mine([withdraw(1, 11n)]);
    await index();
    await compareAll();
    for (const path of [`/addresses/${first}/transactions:listErc20`, `/tokens/${coin}/transfers`]) {
      const listed = await get(`/v1/chains/99999${path}`);
      const values = ((listed.transactions ?? listed.transfers) as Json[]).map(({ value }) => value);
      expect(values, path).toEqual(["5", "25", "30"]);
    }
  });

  it("is followed through transactions that wrap, pass on and unwrap, even with transfers from or to the zero address", async () => {
    await open("WrappedCoin");
    const [first] = chain.accounts;
    const ofNobody = call(0, "transferFrom(address,address,uint256)", [NOBODY, first, 0n]);
    await chain.mine([together(0, [ofNobody, deposit(0, 40n), transfer(0, first, 8n)])]);
    await chain.mine([together(0, [transfer(0, NOBODY, 6n), withdraw(0, 6n)])]);
    await chain.mine([together(1, [deposit(0, 90n), withdraw(0, 90n)]), withdraw(0, 8n)]);
    await index();
    await compareAll();
  });

  it("and also writes transfers for it is counted once", async () => {
    await open("MintingWrappedCoin");
    const [, second] = chain.accounts;
    await chain.mine([deposit(0, 0n), deposit(0, 70n)]);
    await chain.mine([transfer(0, second, 30n), withdraw(0, 15n), withdraw(1, 1n)]);
    await chain.mine([together(0, [deposit(0, 12n), transfer(0, second, 3n), withdraw(0, 4n)])]);
    await index();
    await compareAll();
  });
});
