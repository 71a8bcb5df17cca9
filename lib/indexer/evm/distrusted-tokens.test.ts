import { afterEach, describe, expect, it } from "vitest";
import { VmChain } from "../../testbed/evm/chain";
import { callData, deployment, selectorOf, type VmContract } from "../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";

type Json = Record<string, unknown>;

describe("a token whose transfers do not add up to its balances", () => {
  let node: VmNode;
  let firn: IndexedChains;
  let coin: string;

  afterEach(async () => {
    await firn.close();
    await node.close();
  });

  const open = async (contract: VmContract) => {
    const chain = await VmChain.open({ chainId: 99_999 });
    const [deployed] = (await chain.mine([{ from: 0, data: deployment(contract) }])).transactions;
    coin = deployed?.contractAddress ?? "";
    node = await serveVmNode(chain);
    firn = await indexChains();
    return chain;
  };
  const call = (signature: string, values: readonly unknown[] = []) => ({
    from: 0,
    to: coin,
    data: callData(signature, values),
  });
  const get = async (path: string) => (await fetch(firn.url + path)).json() as Promise<Json>;
  /** A balance in the API, and its source. */
  const balance = async (account: string | undefined) => {
    const { erc20TokenBalances } = await get(`/v1/chains/99999/addresses/${account}/balances:listErc20`);
    const { balancesFrom } = await get(`/firn/v1/chains/99999/tokens/${coin}`);
    return { balance: (erc20TokenBalances as Json[])[0]?.balance, balancesFrom };
  };

  it("with a fee is read from the node from its first transfer on, even if minted long before", async () => {
    const chain = await open("FeeCoin");
    const [first, second] = chain.accounts;
    await chain.mine([call("mint(address,uint256)", [first, 1_000n])]);
    firn.add(node);
    await firn.reach(node);
    expect(await balance(first)).toEqual({ balance: "1000", balancesFrom: "transfers" });
    await chain.mine([call("transfer(address,uint256)", [second, 100n])]);
    await firn.reach(node);
    expect(await balance(second)).toEqual({ balance: "90", balancesFrom: "node" });
    expect(await balance(first)).toEqual({ balance: "900", balancesFrom: "node" });
  });

  it("with a fee is found out by the first transfer that pays one, whatever small ones came before", async () => {
    const chain = await open("FeeCoin");
    const [first, second] = chain.accounts;
    await chain.mine([call("mint(address,uint256)", [first, 1_000n])]);
    firn.add(node);
    for (const amount of [0n, 9n]) {
      await chain.mine([call("transfer(address,uint256)", [second, amount])]);
      await firn.reach(node);
    }
    expect(await balance(second)).toEqual({ balance: "9", balancesFrom: "transfers" });
    await chain.mine([call("transfer(address,uint256)", [second, 100n])]);
    await firn.reach(node);
    expect(await balance(second)).toEqual({ balance: "99", balancesFrom: "node" });
  });

  it("with a fee is found out at the head if the node had no state of its transfers", async () => {
    const chain = await open("FeeCoin");
    const [first, second, third] = chain.accounts;
    await chain.mine([
      call("mint(address,uint256)", [first, 1_000_000n]),
      call("transfer(address,uint256)", [second, 100_000n]),
    ]);
    const isBalance = (params: unknown) => JSON.stringify(params).includes(selectorOf("balanceOf(address)"));
    let keepsStates = false;
    node.alter = ({ method, params }, answer) =>
      method === "eth_call" && isBalance(params) && !keepsStates
        ? { error: { code: -32000, message: "missing trie node" } }
        : answer;
    firn.add(node);
    await firn.reach(node);
    expect(await balance(second)).toEqual({ balance: "100000", balancesFrom: "transfers" });
    keepsStates = true;
    // Not at once: a node without an answer is asked again after some batches.
    for (let block = 0; block < 4; block++) {
      await chain.mine([{ from: 0, to: third ?? "", value: 7n }]);
      await firn.reach(node);
    }
    expect(await balance(second)).toEqual({ balance: "90000", balancesFrom: "node" });
    expect(await balance(first)).toEqual({ balance: "900000", balancesFrom: "node" });
  });

  it("is listed without a balance while the node has no answer, never left out", async () => {
    const chain = await open("FeeCoin");
    const [first, second] = chain.accounts;
    await chain.mine([
      call("mint(address,uint256)", [first, 1_000n]),
      call("transfer(address,uint256)", [second, 100n]),
    ]);
    firn.add(node);
    await firn.reach(node);
    expect(await balance(second)).toEqual({ balance: "90", balancesFrom: "node" });
    for (const answer of [{ error: { code: -32005, message: "rate limited" } }, { result: null }]) {
      node.alter = ({ method }, given) => (method === "eth_call" ? answer : given);
      const path = `/v1/chains/99999/addresses/${second}/balances:listErc20`;
      const [listed] = (await get(path)).erc20TokenBalances as Json[];
      expect(listed).toMatchObject({ ercType: "ERC-20" });
      expect(listed).not.toHaveProperty("balance");
    }
    // A node that is behind has no such contract yet.
    node.alter = ({ method }, given) =>
      method === "eth_call" ? { result: "0x" } : method === "eth_blockNumber" ? { result: "0x0" } : given;
    expect((await balance(second)).balance).toBeUndefined();
    node.alter = (_, given) => given;
    expect((await balance(second)).balance).toBe("90");
  });

  it("that changes them without an event is read from the node", async () => {
    const chain = await open("RebasingCoin");
    const [first, second] = chain.accounts;
    await chain.mine([
      call("mint(address,uint256)", [first, 1_000n]),
      call("transfer(address,uint256)", [second, 100n]),
      call("rebase()"),
    ]);
    firn.add(node);
    await firn.reach(node);
    expect(await balance(second)).toEqual({ balance: "200", balancesFrom: "node" });
    expect(await balance(first)).toEqual({ balance: "1800", balancesFrom: "node" });
  });

  it("that changes them long after its first transfer is read from the node from then on", async () => {
    const chain = await open("RebasingCoin");
    const [first, second] = chain.accounts;
    await chain.mine([
      call("mint(address,uint256)", [first, 1_000n]),
      call("transfer(address,uint256)", [second, 100n]),
    ]);
    firn.add(node);
    await firn.reach(node);
    expect(await balance(second)).toEqual({ balance: "100", balancesFrom: "transfers" });
    await chain.mine([{ ...call("rebase()"), from: 2 }]);
    await firn.reach(node);
    expect(await balance(second)).toEqual({ balance: "200", balancesFrom: "node" });
    expect(await balance(first)).toEqual({ balance: "1800", balancesFrom: "node" });
  });

  it("that changes them while the node does not answer is read from the node once it does", async () => {
    const chain = await open("RebasingCoin");
    const [first] = chain.accounts;
    await chain.mine([call("mint(address,uint256)", [first, 1_000n])]);
    firn.add(node);
    await firn.reach(node);
    node.alter = ({ method }, given) =>
      method === "eth_call" ? { error: { code: -32005, message: "rate limited" } } : given;
    await chain.mine([call("rebase()")]);
    await firn.reach(node);
    node.alter = (_, given) => given;
    expect(await balance(first)).toEqual({ balance: "1000", balancesFrom: "transfers" });
    // Whoever had no answer is not asked with every block.
    for (let blocks = 0; blocks < 3; blocks++) {
      await chain.mine([]);
      await firn.reach(node);
    }
    expect(await balance(first)).toEqual({ balance: "2000", balancesFrom: "node" });
  });

  it("that only claims to wrap coin is read from the node from the first wrap on", async () => {
    const chain = await open("DepositCoin");
    const [first] = chain.accounts;
    await chain.mine([{ ...call("deposit()"), value: 70n }, call("mint(address,uint256)", [first, 5n])]);
    firn.add(node);
    await firn.reach(node);
    expect(await balance(first)).toEqual({ balance: "5", balancesFrom: "node" });
  });
});
