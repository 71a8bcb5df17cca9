import { afterEach, describe, expect, it } from "vitest";
import { listUncomparedTokens } from "../../store/queries/evm/uncompared-token";
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
  /** Tokens that wait for a comparison. */
  const readWaiting = async () => {
    const store = await firn.stores.open("evm/99999", { mode: "read" });
    const rows = await listUncomparedTokens(store.db, { after: 0, limit: 100 });
    await store.close();
    return rows;
  };
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

  /** A node without states of its tokens, as one that prunes, until it `keepsStates`. */
  const prune = () => {
    const pruned = { keepsStates: false };
    const isBalance = (params: unknown) => JSON.stringify(params).includes(selectorOf("balanceOf(address)"));
    node.alter = ({ method, params }, answer) =>
      method === "eth_call" && isBalance(params) && !pruned.keepsStates
        ? { error: { code: -32000, message: "missing trie node" } }
        : answer;
    return pruned;
  };
  const openWithoutStates = async () => {
    const chain = await open("FeeCoin");
    const [first, second] = chain.accounts;
    await chain.mine([
      call("mint(address,uint256)", [first, 1_000_000n]),
      call("transfer(address,uint256)", [second, 100_000n]),
    ]);
    return { chain, first, second, pruned: prune() };
  };

  it("with a fee is found out once the node has a state, even if the chain stands still", async () => {
    const { first, second, pruned } = await openWithoutStates();
    firn.add(node);
    await firn.reach(node);
    expect(await balance(second)).toEqual({ balance: "100000", balancesFrom: "transfers" });
    pruned.keepsStates = true;
    await expect.poll(() => balance(second)).toEqual({ balance: "90000", balancesFrom: "node" });
    expect(await balance(first)).toEqual({ balance: "900000", balancesFrom: "node" });
    await expect.poll(readWaiting).toEqual([]);
  });

  it("with a fee is found out after a restart", async () => {
    const { second, pruned } = await openWithoutStates();
    firn.add(node);
    await firn.reach(node);
    await firn.stop(node);
    expect(await balance(second)).toEqual({ balance: "100000", balancesFrom: "transfers" });
    pruned.keepsStates = true;
    firn.add(node);
    await expect.poll(() => balance(second)).toEqual({ balance: "90000", balancesFrom: "node" });
  });

  it("with a fee is found out once older blocks have arrived, of which the node had no state", async () => {
    const { chain, second, pruned } = await openWithoutStates();
    for (let block = 0; block < 6; block++) await chain.mine([{ from: 0, to: second ?? "", value: 7n }]);
    firn.add(node, {}, Date.now, { newest: 2, range: 2 });
    await firn.reach(node);
    const history = async () => (await firn.status(node))?.says;
    await expect.poll(history).toBeUndefined();
    await expect.poll(() => balance(second)).toEqual({ balance: "100000", balancesFrom: "transfers" });
    pruned.keepsStates = true;
    await expect.poll(() => balance(second)).toEqual({ balance: "90000", balancesFrom: "node" });
  });

  it("with a fee is found out among many that move in one block", async () => {
    const chain = await open("FeeCoin");
    const [first, second] = chain.accounts;
    const deployed = await chain.mine(
      Array.from({ length: 20 }, () => ({ from: 0, data: deployment("FeeCoin") })),
    );
    const coins = deployed.transactions.map(({ contractAddress }) => contractAddress ?? "");
    await chain.mine(
      coins.flatMap((to) => [
        { ...call("mint(address,uint256)", [first, 1_000_000n]), to },
        { ...call("transfer(address,uint256)", [second, 100_000n]), to },
      ]),
    );
    firn.add(node);
    await firn.reach(node);
    const sources = async () => {
      const tokens = await Promise.all(coins.map((token) => get(`/firn/v1/chains/99999/tokens/${token}`)));
      return new Set(tokens.map(({ balancesFrom }) => balancesFrom));
    };
    await expect.poll(sources).toEqual(new Set(["node"]));
  });

  it("does not wait for a contract that gives no balance", async () => {
    const chain = await open("FeeCoin");
    const [first, second] = chain.accounts;
    const balanceOf = selectorOf("balanceOf(address)");
    node.alter = ({ method, params }, answer) =>
      method === "eth_call" && JSON.stringify(params).includes(balanceOf)
        ? { error: { code: 3, message: "execution reverted" } }
        : answer;
    await chain.mine([
      call("mint(address,uint256)", [first, 1_000_000n]),
      call("transfer(address,uint256)", [second, 100_000n]),
    ]);
    firn.add(node);
    await firn.reach(node);
    expect(await readWaiting()).toEqual([]);
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
    expect(await balance(first)).toEqual({ balance: "1000", balancesFrom: "transfers" });
    node.alter = (_, given) => given;
    await expect.poll(() => balance(first)).toEqual({ balance: "2000", balancesFrom: "node" });
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
