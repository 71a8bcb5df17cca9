import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toHex } from "../../../avalanche/codec/bytes";
import { ALL_CONTRACT_FACTS } from "../../../store/rows/columns";
import { ENGINE } from "../../../testbed/engines";
import { VmChain } from "../../../testbed/evm/chain";
import { callData, deployment, textBytes } from "../../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../../testbed/evm/indexed";
import { type RpcAnswer, type RpcCall, serveVmNode, type VmNode } from "../../../testbed/evm/node";

type Json = Record<string, unknown>;
type Alter = VmNode["alter"];

const ID = 99_999;

/** Ways in which a node fails to say what a contract is. */
const FAILURES: [string, Alter][] = [
  ["limits calls", onCalls(() => ({ error: { code: -32005, message: "rate limited" } }))],
  ["keeps no state", onCalls(() => ({ error: { code: -32000, message: "missing trie node 0x12 (path )" } }))],
  [
    "ran out of time",
    onCalls(() => ({ error: { code: -32000, message: "execution aborted (timeout = 5s)" } })),
  ],
  ["answers with an invalid value", onCalls(() => ({ result: null }))],
  ["answers with invalid hex", onCalls(() => ({ result: "0xzz" }))],
  ["answers empty because it is behind", behind],
];

function onCalls(answer: () => RpcAnswer): Alter {
  return ({ method }, given) => (method === "eth_call" ? answer() : given);
}

/** Some of the nodes behind the URL have fewer blocks than others. */
function behind({ method, params }: RpcCall, given: RpcAnswer): RpcAnswer {
  if (method === "eth_call")
    return params[1] === "latest"
      ? { result: "0x" }
      : { error: { code: -32000, message: "header not found" } };
  return given;
}

describe("what contracts say of themselves", () => {
  let chain: VmChain;
  let node: VmNode;
  let firn: IndexedChains;
  let coin = "";
  let collection = "";
  let leapMs = 0;

  beforeEach(async () => {
    leapMs = 0;
    chain = await VmChain.open({ chainId: ID });
    const block = await chain.mine([
      { from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 18]) },
      { from: 0, data: deployment("PlainCollection", [textBytes("Kitties"), textBytes("K")]) },
    ]);
    [coin = "", collection = ""] = block.transactions.map(({ contractAddress = "" }) => contractAddress);
    await chain.mine([
      { from: 0, to: coin, data: callData("mint(address,uint256)", [chain.accounts[0], 1_000n]) },
    ]);
    node = await serveVmNode(chain);
    firn = await indexChains();
  });

  afterEach(async () => {
    await firn.close();
    await node.close();
  });

  const index = async () => {
    firn.add(node, {}, () => Date.now() + leapMs);
    await firn.reach(node);
  };
  const get = async (path: string) => (await fetch(firn.url + path)).json() as Promise<Json>;
  const readStore = async (text: string) => {
    const store = await firn.stores.open(`evm/${ID}`, { mode: "read" });
    try {
      return (await sql.raw<Json>(text).execute(store.db)).rows;
    } finally {
      await store.close();
    }
  };
  const writeStore = async (...texts: string[]) => {
    const store = await firn.stores.open(`evm/${ID}`, { mode: "write", nowMs: 0 });
    for (const text of texts) await sql.raw(text).execute(store.db);
    await store.close();
  };
  const undoMigrations = async (version: number) => {
    const store = await firn.stores.open(`evm/${ID}`, { mode: "write", nowMs: 0 });
    await ENGINE.undoMigrations(store.db, "evm", version);
    await store.close();
  };
  const questions = () => readStore("select * from contract_question order by address_id");
  const until = async (isIt: () => Promise<boolean>) => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20))
      if (await isIt()) return;
    throw new Error("it did not come to pass");
  };
  const settled = () => until(async () => (await questions()).length === 0);
  const coinFacts = () => get(`/v1/chains/${ID}/addresses/${coin}`);
  const TRUTH = { ercType: "ERC-20", name: "Coin", symbol: "C", decimals: 18 };

  it.each(FAILURES)("become right, in a new store, although the node %s at first", async (_, alter) => {
    node.alter = alter;
    await index();
    const before = await coinFacts();
    expect(before).not.toHaveProperty("decimals");
    expect(before).not.toHaveProperty("name");
    // Asked again while the node still has no answer: that settles nothing.
    await until(async () => {
      leapMs += 3_600_000;
      return (await questions()).every(({ attempts }) => Number(attempts) > 2);
    });
    expect(await questions()).toMatchObject([{ facts: ALL_CONTRACT_FACTS }, { facts: ALL_CONTRACT_FACTS }]);
    node.alter = (_, answer) => answer;
    leapMs += 3_600_000;
    await settled();
    expect(await coinFacts()).toMatchObject(TRUTH);
    expect(await get(`/v1/chains/${ID}/addresses/${collection}`)).toMatchObject({ ercType: "ERC-721" });
  });

  it("are asked at once after a restart, however long the pause was", async () => {
    node.alter = FAILURES[0]?.[1] ?? node.alter;
    await index();
    await firn.stop(node);
    await writeStore(`update contract_question set attempts = 30, due_at_ms = ${Date.now() + 3_000_000}`);
    node.alter = (_, answer) => answer;
    await index();
    await settled();
    expect(await coinFacts()).toMatchObject(TRUTH);
  });

  it("are asked in a store of an older Firn, which took a missing answer for none", async () => {
    await index();
    await firn.stop(node);
    await writeStore("update contract set name = null, symbol = null, decimals = null, standard = 1");
    await undoMigrations(7);
    await index();
    await settled();
    expect(await coinFacts()).toMatchObject(TRUTH);
    expect(await get(`/v1/chains/${ID}/addresses/${collection}`)).toMatchObject({ ercType: "ERC-721" });
  });

  it("are settled as absent when a node that has the block says so: a contract that fails is asked once", async () => {
    const [deployed] = (await chain.mine([{ from: 0, data: deployment("Forwarder") }])).transactions;
    let calls = 0;
    const { to } = { to: deployed?.contractAddress };
    node.alter = ({ method, params }, given) => {
      if (method === "eth_call" && (params[0] as { to: string }).to === to) calls++;
      return given;
    };
    await index();
    expect(await questions()).toEqual([]);
    expect(calls).toBe(6);
    expect(await get(`/v1/chains/${ID}/addresses/${to}`)).toMatchObject({ ercType: "UNKNOWN" });
  });

  it("are asked again after whole requests were refused", async () => {
    node.refuse = { methods: ["eth_call"], status: 429 };
    await index();
    expect(await questions()).toMatchObject([{ failure: expect.stringContaining("429") }, {}]);
    delete node.refuse;
    leapMs += 3_600_000;
    await settled();
    expect(await coinFacts()).toMatchObject(TRUTH);
  });

  it("do not hold up blocks: a node that never answers a call is asked later", async () => {
    let isSilent = true;
    node.alter = ({ method }, given) =>
      method === "eth_call" && isSilent ? new Promise<never>(() => {}) : given;
    await index();
    expect(await questions()).toHaveLength(2);
    isSilent = false;
    await firn.stop(node);
    await index();
    await settled();
    expect(await coinFacts()).toMatchObject(TRUTH);
  });

  it("are shown with their open facts, and asked again on request, once an hour", async () => {
    node.alter = FAILURES[0]?.[1] ?? node.alter;
    await index();
    const token = `/firn/v1/chains/${ID}/tokens/${coin}`;
    expect((await get(token)).open).toMatchObject({
      facts: ["name", "symbol", "decimals", "standard"],
      state: "unanswered",
      failure: expect.stringContaining("rate limited"),
    });
    node.alter = (_, answer) => answer;
    leapMs += 3_600_000;
    await settled();
    expect(await get(token)).toMatchObject({ name: "Coin", symbol: "C", decimals: 18 });
    expect(await get(token)).not.toHaveProperty("open");
    // Meanwhile the contract may say something else.
    await writeStore("update contract set name = 'Old'");
    const again = () => fetch(`${firn.url}${token}:reindex`, { method: "POST" });
    expect((await again()).status).toBe(201);
    await until(async () => (await coinFacts()).name === "Coin");
    expect((await again()).status).toBe(429);
    const nobody = `/firn/v1/chains/${ID}/tokens/0x${"9".repeat(40)}:reindex`;
    expect((await fetch(firn.url + nobody, { method: "POST" })).status).toBe(404);
  });

  it("leave unknown ones out of balances, without a value; for SDKs they are empty", async () => {
    node.alter = FAILURES[0]?.[1] ?? node.alter;
    await chain.mine([
      { from: 0, to: coin, data: callData("transfer(address,uint256)", [chain.accounts[1], 7n]) },
    ]);
    await index();
    const path = `/v1/chains/${ID}/addresses/${chain.accounts[1]}/balances:listErc20`;
    const { erc20TokenBalances: seed } = await get(path);
    expect(seed).toMatchObject([{ ercType: "ERC-20", balance: "7" }]);
    for (const field of ["name", "symbol", "decimals", "balanceValue"])
      expect((seed as Json[])[0]).not.toHaveProperty(field);
    const asSdk = await fetch(firn.url + path, { headers: { "x-firn-dialect": "sdk" } });
    const { erc20TokenBalances: sdk } = (await asSdk.json()) as Json;
    expect(sdk).toMatchObject([{ name: "", symbol: "", decimals: 0, balance: "7" }]);
  });

  it("correct a wrong guess: balances of a collection taken for a fungible token come from the node only", async () => {
    node.alter = FAILURES[0]?.[1] ?? node.alter;
    await chain.mine([
      { from: 0, to: collection, data: callData("mint(address,uint256)", [chain.accounts[0], 5n]) },
    ]);
    await index();
    node.alter = (_, answer) => answer;
    leapMs += 3_600_000;
    await settled();
    const contracts = await readStore(
      "select bytes, standard, asks_node from contract join address on id = address_id",
    );
    const row = contracts.find(({ bytes }) => toHex(bytes as Uint8Array) === collection);
    expect(row).toMatchObject({ standard: 2, asks_node: true });
  });
});
