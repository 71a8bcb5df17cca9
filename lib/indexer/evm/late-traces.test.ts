import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { ACTIVITY } from "../../store/rows/columns";
import { ENGINE } from "../../testbed/engines";
import { VmChain } from "../../testbed/evm/chain";
import { callData, deployment } from "../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import {
  NO_SUCH_METHOD,
  type RpcAnswer,
  type RpcCall,
  serveVmNode,
  type VmNode,
} from "../../testbed/evm/node";

type Json = Record<string, unknown>;

const GONE: RpcAnswer = {
  error: { code: -32000, message: `missing trie node ${"ab".repeat(32)} (path 0f)` },
};
const HOUR = 3_600;

describe("blocks that were stored without traces", () => {
  let node: VmNode;
  const indexed: IndexedChains[] = [];
  let leapMs = 0;

  afterEach(async () => {
    for (const each of indexed.splice(0)) await each.close();
    await node.close();
  });

  const open = async () => {
    const firn = await indexChains();
    indexed.push(firn);
    return firn;
  };
  /** A chain of payments, and of contracts created by calls, over some hours. */
  const openChain = async () => {
    const chain = await VmChain.open({ chainId: 99_999 });
    const [factory = "", forwarder = ""] = (
      await chain.mine([
        { from: 0, data: deployment("Factory") },
        { from: 1, data: deployment("Forwarder") },
      ])
    ).transactions.map(({ contractAddress = "" }) => contractAddress);
    for (let block = 0; block < 5; block++) {
      const coin = deployment("Coin", [textOf("Coin"), textOf("C"), 18]);
      await chain.mine(
        [
          { from: block % 3, to: factory, data: callData("make(bytes)", [coin]) },
          { from: 1, to: forwarder, value: 7n, data: callData("forward(address)", [chain.accounts[2]]) },
          { from: 2, to: forwarder, value: 9n, data: callData("payInVain(address)", [newcomer(block)]) },
        ],
        HOUR * 7,
      );
    }
    node = await serveVmNode(chain);
    return chain;
  };
  /** All rows that traces give, with addresses instead of their numbers. */
  const rowsOf = async (firn: IndexedChains) => {
    const store = await firn.stores.open("evm/99999", { mode: "read" });
    try {
      const read = async (text: string) => {
        const { rows } = await sql.raw<Json>(text).execute(store.db);
        return rows.map((row) =>
          Object.values(row).map((value) => (value instanceof Uint8Array ? toHex(value) : value)),
        );
      };
      return {
        calls:
          await read(`select position, trace_index, call_type, f.bytes, t.bytes, value, gas_used, reverted
          from internal_transaction join address f on f.id = from_id left join address t on t.id = to_id
          order by position, trace_index`),
        activity:
          await read(`select bytes, kind, position, item from address_activity join address on id = address_id
          order by bytes, kind, position, item`),
        epochs: await read(
          `select bytes, epoch from address_epoch join address on id = address_id order by bytes`,
        ),
        contracts: await read(`select a.bytes, created_position, d.bytes, c.bytes, standard, name
          from contract join address a on a.id = address_id left join address d on d.id = deployer_id
          left join address c on c.id = creator_id order by a.bytes`),
        created: await read(
          `select hours, start_hour, contracts, deployers, new_deployers
          from chain_activity order by hours, start_hour`,
        ),
        deployers: await read(`select bytes, first_time, last_time, start_hour
          from deployer join address on id = deployer.address_id join deployer_day using (address_id)
          order by bytes, start_hour`),
      };
    } finally {
      await store.close();
    }
  };
  const get = async (firn: IndexedChains, path: string) => {
    const response = await fetch(firn.url + path);
    return { status: response.status, body: (await response.json()) as Json };
  };
  const until = async (isIt: () => Promise<boolean>) => {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(20))
      if (await isIt()) return;
    throw new Error("it did not come to pass");
  };
  const untracedTo = async (firn: IndexedChains) => {
    const store = await firn.stores.open("evm/99999", { mode: "read" });
    const row = await store.db
      .selectFrom("network")
      .select("value")
      .where("key", "=", "untraced")
      .executeTakeFirst();
    await store.close();
    return row?.value;
  };

  /** Makes the store look as if written by a Firn that ignored SELFDESTRUCT. */
  const asOlder = async (firn: IndexedChains, { keepingEnds = false } = {}) => {
    const store = await firn.stores.open("evm/99999", { mode: "write", nowMs: 0 });
    const ends = "(select position, trace_index from internal_transaction where call_type = 0)";
    for (const text of [
      ...(keepingEnds
        ? []
        : [
            `delete from address_activity where kind = ${ACTIVITY.internal} and (position, item) in ${ends}`,
            "delete from internal_transaction where call_type = 0",
          ]),
      "delete from network where key = 'untraced'",
    ])
      await sql.raw(text).execute(store.db);
    await ENGINE.undoMigrations(store.db, "evm", 8);
    await store.close();
  };

  /** Contracts that are still to be asked. */
  const openQuestions = async (firn: IndexedChains) => {
    const store = await firn.stores.open("evm/99999", { mode: "read" });
    const rows = await store.db.selectFrom("contract_question").selectAll().execute();
    await store.close();
    return rows.length;
  };

  it("get them when the debug API is switched on while Firn runs, as if it had been on from the start", async () => {
    const chain = await openChain();
    const whole = await open();
    whole.add(node);
    await whole.reach(node);
    const expected = await rowsOf(whole);
    expect(expected.calls.length).toBeGreaterThan(10);

    let isOn = false;
    node.alter = (call, answer) => (isOn || !call.method.startsWith("debug_") ? answer : NO_SUCH_METHOD);
    const firn = await open();
    firn.add(node, {}, () => Date.now() + leapMs);
    await firn.reach(node);
    expect((await rowsOf(firn)).calls).toEqual([]);
    const internals = `/v1/chains/99999/addresses/${chain.accounts[2]}/transactions:listInternals`;
    expect((await get(firn, internals)).status).toBe(503);
    const [paid] = chain.blocks.at(-1)?.transactions ?? [];
    const answers = async () => [
      (await get(firn, `/v1/chains/99999/transactions/${paid?.hash}`)).body,
      ...((await get(firn, `/v1/chains/99999/addresses/${chain.accounts[2]}/transactions`)).body
        .transactions as Json[]),
      ...((await get(firn, "/firn/v1/chains/99999/transactions")).body.transactions as Json[]),
    ];
    expect((await answers()).map(({ untraced }) => untraced)).toEqual((await answers()).map(() => true));

    isOn = true;
    leapMs += 60_000;
    await until(async () => (await untracedTo(firn)) === "" && (await openQuestions(firn)) === 0);
    expect(await rowsOf(firn)).toEqual(expected);
    for (const each of await answers()) expect(each).not.toHaveProperty("untraced");
    expect((await get(firn, internals)).body).toEqual((await get(whole, internals)).body);

    // Later blocks are traced as they arrive.
    await chain.mine([{ from: 1, to: chain.accounts[0] ?? "", value: 1n }], HOUR);
    await Promise.all([firn.reach(node), whole.reach(node)]);
    expect(await rowsOf(firn)).toEqual(await rowsOf(whole));
  });

  it("get them even while the node cannot say what their contracts are; those are asked until it can", async () => {
    await openChain();
    const whole = await open();
    whole.add(node);
    await whole.reach(node);
    const expected = await rowsOf(whole);
    let isOn = false;
    let isLimited = true;
    node.alter = ({ method }, answer) => {
      if (!isOn && method.startsWith("debug_")) return NO_SUCH_METHOD;
      const isRefused = isOn && isLimited && method === "eth_call";
      return isRefused ? { error: { code: -32005, message: "rate limited" } } : answer;
    };
    const firn = await open();
    firn.add(node, {}, () => Date.now() + leapMs);
    await firn.reach(node);
    isOn = true;
    leapMs += 60_000;
    await until(async () => (await untracedTo(firn)) === "" && (await openQuestions(firn)) > 0);
    expect(await rowsOf(firn)).not.toEqual(expected);
    isLimited = false;
    await until(async () => {
      leapMs += HOUR * 1_000;
      return (await openQuestions(firn)) === 0;
    });
    expect(await rowsOf(firn)).toEqual(expected);
  });

  it("stay marked where the node has no old state, and get the others", async () => {
    const chain = await openChain();
    let refuses = ({ method }: RpcCall) => method.startsWith("debug_");
    node.alter = (call, answer) => (refuses(call) ? NO_SUCH_METHOD : answer);
    const firn = await open();
    firn.add(node, {}, () => Date.now() + leapMs);
    await firn.reach(node);
    const requested: number[] = [];
    refuses = () => false;
    node.alter = (call, answer) => {
      if (call.method !== "debug_traceBlockByNumber") return answer;
      const height = Number(call.params[0]);
      requested.push(height);
      return height < 4 ? GONE : answer;
    };
    leapMs += 60_000;
    await until(async () => (await untracedTo(firn)) === "1-3");
    const { calls } = await rowsOf(firn);
    expect(new Set(calls.map(([position]) => Math.floor(Number(position) / 65_536)))).toEqual(
      new Set([4, 5, 6]),
    );
    expect(new Set(requested)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
    const internals = `/v1/chains/99999/addresses/${chain.accounts[2]}/transactions:listInternals`;
    const answers = async (query: string) => (await get(firn, internals + query)).body.untracedTo;
    expect(await answers("")).toBe("3");
    expect(await answers("?startBlock=4")).toBeUndefined();
    expect(await answers("?endBlock=3")).toBe("2");
  });

  it("get them although newer ones are refused, and tracing twice adds nothing", async () => {
    await openChain();
    const firn = await open();
    firn.add(node);
    await firn.reach(node);
    await firn.stop(node);
    const before = await rowsOf(firn);
    const store = await firn.stores.open("evm/99999", { mode: "write", nowMs: 0 });
    await writeEvmFacts(store.db, { untraced: "1-3,6-6" });
    await store.close();
    node.alter = ({ method, params }, answer) =>
      method === "debug_traceBlockByNumber" && Number(params[0]) === 6 ? GONE : answer;
    firn.add(node);
    await until(async () => (await untracedTo(firn)) === "6-6");
    expect(await rowsOf(firn)).toEqual(before);
  });

  it("because one transaction took too long get them later", async () => {
    const chain = await openChain();
    const slow = chain.blocks[3]?.transactions[1]?.hash;
    let isSlow = true;
    node.alter = ({ method }, answer) => {
      if (method !== "debug_traceBlockByNumber" || !isSlow) return answer;
      const { result } = answer as { result: Json[] };
      return {
        result: result.map((each) =>
          each.txHash === slow ? { txHash: slow, error: "execution timeout" } : each,
        ),
      };
    };
    const firn = await open();
    firn.add(node);
    await firn.reach(node);
    await until(async () => (await untracedTo(firn)) === "3-3");
    const { calls } = await rowsOf(firn);
    expect(new Set(calls.map(([position]) => Math.floor(Number(position) / 65_536)))).toEqual(
      new Set([2, 4, 5, 6]),
    );
    isSlow = false;
    await until(async () => (await untracedTo(firn)) === "");
    const whole = await open();
    whole.add(node);
    await whole.reach(node);
    expect((await rowsOf(firn)).calls).toEqual((await rowsOf(whole)).calls);
  });

  it("do not get false ones; they get the others, and the truth once the node has it", async () => {
    await openChain();
    let isOn = false;
    let lies = true;
    node.alter = ({ method, params }, answer) => {
      if (!method.startsWith("debug_")) return answer;
      if (!isOn) return NO_SUCH_METHOD;
      if (!lies || Number(params[0]) !== 3) return answer;
      const { result } = answer as { result: { result: Json }[] };
      return {
        result: result.map((each) => ({ ...each, result: { ...each.result, value: "0xde0b6b3a7640000" } })),
      };
    };
    const firn = await open();
    firn.add(node, {}, () => Date.now() + leapMs);
    await firn.reach(node);
    isOn = true;
    leapMs += 60_000;
    await until(async () => (await untracedTo(firn)) === "3-3");
    expect((await rowsOf(firn)).calls.some(([position]) => Math.floor(Number(position) / 65_536) === 3)).toBe(
      false,
    );
    lies = false;
    await until(async () => (await untracedTo(firn)) === "");
    const whole = await open();
    whole.add(node);
    await whole.reach(node);
    expect(await rowsOf(firn)).toEqual(await rowsOf(whole));
  });

  it("of an older Firn, which ignored SELFDESTRUCT, get those calls and keep what they have", async () => {
    const chain = await openChain();
    const [mortal = "", factory = ""] = (
      await chain.mine([
        { from: 0, data: deployment("Mortal"), value: 70n },
        { from: 1, data: deployment("Factory") },
      ])
    ).transactions.map(({ contractAddress = "" }) => contractAddress);
    const heir = newcomer(7);
    // The first block creates what ends itself. In the second nothing else happens inside.
    await chain.mine([
      { from: 0, to: factory, value: 5n, data: callData("make(bytes)", [deployment("Stillborn")]) },
      { from: 1, to: mortal, data: callData("end(address)", [heir]) },
    ]);
    const firn = await open();
    firn.add(node);
    await firn.reach(node);
    await until(async () => (await openQuestions(firn)) === 0);
    await firn.stop(node);
    const whole = await rowsOf(firn);
    const older = whole.calls.filter(([, , type]) => type !== 0);
    expect(older.length).toBe(whole.calls.length - 2);
    await asOlder(firn);

    // A node that no longer traces: nothing is lost, and what may be missing is reported.
    node.alter = (call, answer) => (call.method.startsWith("debug_") ? GONE : answer);
    firn.add(node);
    await chain.mine([{ from: 1, to: chain.accounts[0] ?? "", value: 1n }]);
    await firn.reach(node);
    expect((await rowsOf(firn)).calls).toEqual(older);
    const list = await get(firn, `/v1/chains/99999/addresses/${heir}/transactions:listInternals`);
    expect(list.body).toMatchObject({ untracedTo: expect.any(String) });
    const [first] = chain.blocks.at(-2)?.transactions ?? [];
    const detail = await get(firn, `/v1/chains/99999/transactions/${first?.hash}`);
    expect(detail.body.internalTransactions).toMatchObject([{ internalTxType: "CREATE", value: "5" }]);

    node.alter = (_, answer) => answer;
    await until(async () => (await untracedTo(firn)) === "");
    expect((await rowsOf(firn)).calls).toEqual(whole.calls);
    expect((await rowsOf(firn)).epochs).toEqual(whole.epochs);
    expect((await rowsOf(firn)).contracts).toEqual(whole.contracts);
    const { body } = await get(firn, `/v1/chains/99999/addresses/${heir}/transactions:listInternals`);
    expect((body.transactions as { value: string }[]).map(({ value }) => value)).toEqual(["70"]);
    await firn.stop(node);
    // Tracing again adds nothing.
    await asOlder(firn, { keepingEnds: true });
    firn.add(node);
    await firn.reach(node);
    await until(async () => (await untracedTo(firn)) === "");
    expect((await rowsOf(firn)).calls).toEqual(whole.calls);
  });

  it("show what a contract leaves to whom when it ends itself, in the lists of both", async () => {
    const chain = await VmChain.open({ chainId: 99_999, layout: "durango" });
    const [mortal] = (await chain.mine([{ from: 0, data: deployment("Mortal"), value: 70n }])).transactions;
    const ended = mortal?.contractAddress ?? "";
    const heir = newcomer(1);
    await chain.mine([{ from: 0, to: ended, data: callData("end(address)", [heir]) }]);
    expect(chain.balanceOf(heir)).toBe(70n);
    node = await serveVmNode(chain);
    const firn = await open();
    firn.add(node);
    await firn.reach(node);
    for (const address of [ended, heir]) {
      const path = `/v1/chains/99999/addresses/${address}/transactions:listInternals`;
      expect((await get(firn, path)).body.transactions).toEqual([
        expect.objectContaining({
          internalTxType: "UNKNOWN",
          from: expect.objectContaining({ address: expect.stringMatching(new RegExp(ended, "i")) }),
          to: expect.objectContaining({ address: expect.stringMatching(new RegExp(heir, "i")) }),
          value: "70",
          isReverted: false,
        }),
      ]);
    }
  });
});

function textOf(text: string): string {
  return toHex(new TextEncoder().encode(text));
}

/** An address that occurs nowhere else. */
function newcomer(n: number): string {
  return `0x${String(n + 1).padStart(40, "9")}`;
}
