import { truncateSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listenOnLoopback } from "../../listen";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { amountColumn } from "../../store/rows/columns";
import { copyDatabase } from "../../store/sqlite/files";
import type { EvmStore, Stores } from "../../store/stores";
import { type AuditedChain, indexAuditedChain } from "../../testbed/evm/audited";
import type { RpcAnswer, VmNode } from "../../testbed/evm/node";
import { followChains } from "../../testbed/followed-chains";
import { indexRecording } from "../../testbed/recording";
import { runVerify } from "./run-verify";

/** Runs `firn verify` over the EVM stores of a folder; its lines about them, and whether all is right. */
async function run(options: { stores: Stores; nodeUrl: string }) {
  const { code, lines } = await runVerify(options);
  const own = lines.slice(
    lines.findIndex((line) => line.startsWith("EVM")),
    -2,
  );
  return { code, own, text: own.join("\n"), all: lines.join("\n") };
}

/** Passes questions on to a node; while it `hangsUp`, each only when it is asked again. */
async function openDoor(nodeUrl: string, door: { hangsUp?: true }) {
  const asked = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const key = `${request.url} ${body}`;
    if (door.hangsUp && !asked.has(key)) {
      asked.add(key);
      return void request.socket.destroy();
    }
    const headers = { "content-type": "application/json" };
    const answer = await fetch(nodeUrl + request.url, { method: "POST", headers, body }).catch(
      () => undefined,
    );
    if (answer === undefined) return void request.socket.destroy(); // the node behind it is gone
    response.writeHead(answer.status, headers).end(await answer.text());
  });
  const origin = await listenOnLoopback(server);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: origin, close };
}

describe("the C-Chain's store", () => {
  const check = async (
    name: string,
    id: number,
    prepare: (store: EvmStore, stores: Stores) => Promise<void>,
    through: (url: string) => Promise<{ url: string; close(): void }> = async (url) => ({
      url,
      close: () => {},
    }),
  ) => {
    const firn = await indexRecording(name);
    const node = await through(firn.nodeUrl);
    const chains = followChains(node.url, firn);
    const read = () => firn.stores.open(`evm/${id}`, { mode: "read" });
    try {
      const height = firn.accepted().C;
      for (let at = -1; at < height; await sleep(50)) {
        const store = await read().catch(() => undefined);
        at = (store && (await readCheckpoint(store.db, "blocks"))?.height) ?? -1;
        await store?.close();
      }
      const store = await read();
      await prepare(store, firn.stores);
      await store.close();
      return { ...(await run({ ...firn, nodeUrl: node.url })), height };
    } finally {
      node.close();
      await chains.close();
      await firn.close();
    }
  };

  it("passes every check, with one line for each", async () => {
    const { code, own, text, all, height } = await check("custom-network", 43_999, async () => {});
    expect(all).toContain("sample drawn with --seed 1; --all checks everything");
    expect(own.map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual(
      C_CHECKS.map((name) => [`EVM 43999 ${name}`, "equal"]),
    );
    expect(text).toContain(`blocks  equal  ${height} blocks`);
    // A recorded node answers some calls only.
    expect(text.match(/not checked: .*/g)).toEqual([
      expect.stringMatching(/^not checked: \d+ blocks: no native balances \(missing trie node/),
      expect.stringMatching(/^not checked: 2 balances: the node does not have them as of block \d+$/),
    ]);
    expect(code).toBe(3);
  });

  it("passes every check, and so do the others, though the node hangs up on each question once", async () => {
    const door: { hangsUp?: true } = {};
    const open = async () => {
      door.hangsUp = true;
    };
    const { own, all } = await check("custom-network", 43_999, open, (url) => openDoor(url, door));
    expect(own.map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual(
      C_CHECKS.map((name) => [`EVM 43999 ${name}`, "equal"]),
    );
    expect(all).toContain("facts at node  equal");
    expect(all).not.toMatch(/no answer/);
  });

  it("is proved by the containers in the primary store, block by block: no node is asked", async () => {
    const { own, code } = await check("local-network", 43_112, async (store, stores) => {
      await copyDatabase(store.db, stores.whereIs("evm/77778"));
      const copy = await stores.open("evm/77778", { mode: "write", nowMs: 0 });
      await sql`update block set size = size + 1, accepted_at_ns = accepted_at_ns + 1 where height = 3`.execute(
        copy.db,
      );
      await copy.close();
    });
    const at = own.findIndex((line) => / containers +2 differ/.test(line));
    expect(own.slice(at + 1, at + 3)).toEqual([
      expect.stringMatching(/^ {2}block 3 size: stored \d+, its container \d+$/),
      expect.stringMatching(/^ {2}block 3 accepted_at_ns: stored \d+, its container \d+$/),
    ]);
    expect(code).toBe(1);
  });

  it("is checked though another one is cut short, which is a difference", async () => {
    const { code, own, text } = await check("local-network", 43_112, async (store, stores) => {
      const cut = stores.whereIs("evm/77777");
      await copyDatabase(store.db, cut);
      truncateSync(cut, 40_000);
    });
    expect(text).toMatch(/^EVM 77777 +1 differ {2}nothing\n {2}\S+77777\.db: .*(malformed|not a database)/m);
    expect(own.filter((line) => line.startsWith("EVM 43112")).map((line) => line.split(/ {2,}/)[1])).toEqual(
      C_CHECKS.map(() => "equal"),
    );
    expect(code).toBe(1);
  });
});

const CHECKS = [
  "blocks",
  "hours, days",
  "lists",
  "holdings",
  "tokens",
  "NFTs",
  "NFT attributes",
  "blocks at node",
  "events at node",
  "calls at node",
  "balances at node",
];
/** The C-Chain's containers are in the primary store. */
const C_CHECKS = CHECKS.toSpliced(2, 0, "containers");

describe("the store of an L1", () => {
  let audited: AuditedChain;
  let node: VmNode;

  beforeAll(async () => {
    audited = await indexAuditedChain();
    node = audited.node;
  });
  afterAll(() => audited.close());

  it("passes every check; what only the node knows is said", async () => {
    const { differing, results, differences } = await audited.check();
    expect({ differing, differences }).toEqual({ differing: 0, differences: [] });
    const [leftOut] = results.flatMap((each) => each.leftOut ?? []);
    expect(leftOut).toBe("balances of 1 tokens, which only the node knows");
    expect(results.map(({ check: name }) => name)).toEqual(CHECKS.map((name) => `EVM 99999 ${name}`));
    expect(results[0]?.compared).toBe("7 blocks, 57 transactions");
    expect(results.find(({ check: name }) => name.endsWith("balances at node"))?.compared).toMatch(
      /^[5-9] balances$/,
    );
  });

  it("names who got otherwise than the node's traces say, in which block", async () => {
    const unaltered = node.alter;
    node.alter = ({ method, params }, answer) =>
      method === "debug_traceBlockByNumber" && params[0] === "0x3" ? withFalseValue(answer) : answer;
    const { results, differences } = await audited.check();
    const text = differences.join("\n");
    node.alter = unaltered;
    const changes = text.matchAll(
      /native balance of 0x\w{40}: block 3 changed it by (-?\d+) at the node, its fees and calls by (-?\d+)$/gm,
    );
    // Who paid one wei more, and who got it.
    const off = [...changes].map(([, node = "", traced = ""]) => Number(BigInt(node) - BigInt(traced)));
    expect(off.sort((a, b) => a - b)).toEqual([-1, 1]);
    expect(text).toMatch(/internal_transaction \d+\/1 value: stored 9, node 10$/m);
    expect(results.find(({ check: name }) => name.endsWith("calls at node"))?.differing).toBe(3);
  });

  it("says of how many blocks the node has no state any more", async () => {
    const unaltered = node.alter;
    node.alter = ({ method, params }, answer) =>
      method === "eth_getBalance" && Number(params[1]) < 4
        ? { error: { code: -32000, message: `missing trie node ${params[0]} (path )` } }
        : answer;
    const { results, differing } = await audited.check();
    node.alter = unaltered;
    expect(differing).toBe(0);
    const result = results.find(({ check: name }) => name.endsWith("calls at node"));
    expect(result?.notChecked).toBe("4 blocks: no native balances (missing trie node # (path ))");
    expect(result?.compared).toMatch(/^6 blocks, \d+ native balances$/);
  });

  it("that does not know where its node answers is not checked against it, which is said", async () => {
    for (const key of ["rpcUrl", "evmChainId"]) {
      const { results } = await audited.checkDamaged((db) =>
        sql`delete from network where "key" = ${key}`.execute(db),
      );
      const { check, ...node } = results.find(({ notChecked }) => notChecked !== undefined) ?? {};
      expect(check, key).toMatch(/ node$/);
      expect(node, key).toMatchObject({
        nothing: true,
        notChecked: "the store does not know its chain's id and URL",
      });
    }
  });

  describe("without its node", () => {
    let before: VmNode["alter"];
    beforeAll(() => {
      before = node.alter;
      node.alter = () => ({ error: { code: -32000, message: "away" } });
    });
    afterAll(() => {
      node.alter = before;
    });

    it("is checked as far as it goes, and what the node would have to tell is said to be not checked", async () => {
      const { results, differences } = await audited.check();
      expect(differences).toEqual([]);
      expect(results.filter(({ notChecked }) => notChecked !== undefined)).toEqual([
        expect.objectContaining({
          check: "EVM 99999 node",
          nothing: true,
          notChecked: expect.stringContaining("away"),
        }),
      ]);
    });

    it("is reported for gas that its transactions cannot have used", async () => {
      const { differences } = await audited.checkDamaged((db) =>
        sql`update "transaction" set gas_used = gas_used + 1 where position = 131073`.execute(db),
      );
      expect(differences).toContainEqual(
        expect.stringMatching(
          /^transaction 131072 to 131083 gas_used: stored \d+ in total, the header of block 2 says \d+$/,
        ),
      );
    });

    it.each([
      [
        "gas_limit + 1",
        /^transaction 131073 gas_used: stored (\d+), which is not from 21000 to its gas_limit \d+$/,
      ],
      ["20999", /^transaction 131073 gas_used: stored 20999, which is not from 21000 to/],
    ])("is reported for a transaction that used %s of gas", async (used, words) => {
      const { differences } = await audited.checkDamaged((db) =>
        sql`update "transaction" set gas_used = ${sql.raw(used)} where position = 131073`.execute(db),
      );
      expect(differences).toContainEqual(expect.stringMatching(words));
    });

    it("is reported for each contract wrongly said to wrap coin or not", async () => {
      const { differences } = await audited.checkDamaged((db) =>
        sql`update contract set wraps_coin = not wraps_coin where name = 'Wrapped Coin' or name = 'Coin'`.execute(
          db,
        ),
      );
      expect(differences.filter((text) => text.includes("wraps_coin"))).toEqual([
        expect.stringMatching(/^contract \d+ wraps_coin: stored true, expected false$/),
        expect.stringMatching(/^contract \d+ wraps_coin: stored false, expected true$/),
      ]);
    });

    it("is reported for an address that is gone", async () => {
      const { differences } = await audited.checkDamaged((db) =>
        sql`delete from address where id = 7`.execute(db),
      );
      expect(differences).toContain("address 7: stored none, expected a row");
    });
  });

  const KEYS = { block: "height", block_body: "height", transaction: "position" };
  const zeros = sql`${new Uint8Array(32)}`;
  const one = (table: keyof typeof KEYS, column: string, by: RawBuilder<unknown>, where = "true") =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${by}
      where ${sql.ref(KEYS[table])} = (select min(${sql.ref(KEYS[table])}) from ${sql.table(table)} where ${sql.raw(where)})`;
  const every = (table: string, column: string, by: RawBuilder<unknown>, where: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${by} where ${sql.raw(where)}`;
  const remove = (table: string, where: string) =>
    sql`delete from ${sql.table(table)} where ${sql.raw(where)}`;
  const coinId = "(select address_id from contract where name = 'Coin')";
  const some = sql`${amountColumn(123_456n)}`;

  it.each<[string, RawBuilder<unknown>, RegExp]>([
    [
      "a block's parent",
      one("block", "parent_hash", zeros, "height = 3"),
      /block 3 parent_hash: stored 0x0+, block 2 is/,
    ],
    ["a block's hash", one("block", "hash", zeros, "height = 3"), /block 3 hash: stored 0x0+, node 0x/],
    [
      "a block's time",
      one("block", "time", sql`time + 1`, "height = 3"),
      /block 3 time: stored \d+, node \d+/,
    ],
    [
      "the sum of transactions",
      one("block", "tx_total", sql`tx_total + 1`, "height = 3"),
      /block 3 tx_total: stored 31, expected 30/,
    ],
    [
      "what a block's transactions paid",
      one("block", "fees", some, "height = 3"),
      /block 3 fees: stored 123456, expected \d+/,
    ],
    ["a block", remove("block", "height = 3"), /block 4 parent_hash/],
    [
      "a body",
      one("block_body", "bytes", sql`substr(bytes, 1, 20)`, "height = 2"),
      /block_body 2 bytes: stored \d+, of which no transactions can be read/,
    ],
    [
      "a transaction's hash",
      one("transaction", "hash", zeros),
      /transaction \d+ hash: stored 0x0+, its bytes in block_body 1 hash to/,
    ],
    [
      "a transaction's value",
      one("transaction", "value", some),
      /transaction \d+ value: stored 123456, its bytes say 0/,
    ],
    [
      "a receiver",
      one("transaction", "to_id", sql`1`, "to_id > 1"),
      /transaction \d+ to_id: stored 0x\w+ \(address 1\), its bytes say 0x/,
    ],
    [
      "a receipt",
      one("transaction", "log_count", sql`9`, "position > 70000"),
      /transaction \d+ log_count: stored 9, node \d/,
    ],
    [
      "where a hash is found",
      remove("hash", "kind = 1 and position = 65536"),
      /hash \d+\/1\/65536: stored none/,
    ],
    [
      "where the chain ends",
      every("checkpoint", "height", sql`height - 1`, "true"),
      /checkpoint blocks height: stored 5, the last block's is 6/,
    ],
    [
      "an hour",
      every("chain_activity", "gas", sql`gas + 1`, "hours = 1"),
      /chain_activity 1\/\d+ gas: stored \d+, expected \d+/,
    ],
    [
      "a day",
      every("chain_activity", "contracts", sql`contracts + 1`, "hours = 24"),
      /chain_activity 24\/\d+ contracts: stored \d+/,
    ],
    ["an hour's row", remove("chain_activity", "hours = 1"), /chain_activity 1\/\d+: stored none/],
    [
      "a list of transactions",
      remove("address_activity", "kind = 0 and position = 65536"),
      /0\/\d+\/0\/65536\/0 \(native\): stored none, expected a row/,
    ],
    [
      "what a call inside paid",
      every("internal_transaction", "value", some, "position > 0"),
      /internal_transaction \d+\/1 value: stored 123456, node \d+$/m,
    ],
    [
      "a call inside",
      remove("internal_transaction", "position > 0"),
      /internal_transaction \d+\/1: stored none, node a row$/m,
    ],
    [
      "a list of inner calls",
      every("address_activity", "item", sql`item + 1`, "kind = 1"),
      /0\/\d+\/1\/\d+\/2 \(internal\): stored a row, expected none/,
    ],
    [
      "a list of transfers",
      remove("address_activity", "kind = 2"),
      /0\/\d+\/2\/\d+\/\d+ \(erc20\): stored none/,
    ],
    [
      "the list of a token",
      remove("address_activity", "kind = 5"),
      /0\/\d+\/5\/\d+\/\d+ \(token\): stored none/,
    ],
    [
      "a list of wraps",
      remove("address_activity", "kind = 7"),
      /0\/\d+\/7\/\d+\/\d+ \(wrapper\): stored none/,
    ],
    [
      "where lists are looked for",
      remove("address_epoch", "address_id = 1"),
      /address_epoch 1\/0: stored none/,
    ],
    [
      "a balance",
      every("token_balance", "balance", some, `token_id = ${coinId}`),
      /token_balance \d+\/\d+ balance: stored 123456, moved \d+/,
    ],
    [
      "a balance's row",
      remove("token_balance", "length(token_number) > 0"),
      /token_balance \d+\/\d+\/0x\w*: stored none, moved 1/,
    ],
    [
      "a movement",
      every("token_transfer", "value", some, `token_id = ${coinId}`),
      /token_balance \d+\/\d+ balance: stored \d+, moved -?\d+/,
    ],
    [
      "what was wrapped",
      remove("coin_wrap", "not wrapped"),
      /token_balance \d+\/\d+ balance: stored 190, moved 200/,
    ],
    [
      "a token's figures",
      every("token", "holders", sql`holders + 1`, `token_id = ${coinId}`),
      /token \d+ holders: stored 3, expected 2/,
    ],
    [
      "a token's supply",
      every("token", "supply", some, `token_id = ${coinId}`),
      /token \d+ supply: stored 123456, expected 4000/,
    ],
    [
      "an NFT's owner",
      every("nft", "owner_id", sql`1`, "form = 1"),
      /nft \d+ \(\d+\/0x02\) owner_id: stored 1, expected \d+/,
    ],
    [
      "the count of an attribute",
      every("nft_attribute", "tokens", sql`tokens + 1`, "name = 'Hat'"),
      /nft_attribute \d+\/Hat\/Red tokens: stored 5, expected 4/,
    ],
    [
      "an attribute",
      remove("nft_attribute", "name = 'Hat'"),
      /nft_attribute \d+\/Hat\/Red: stored none, expected a row/,
    ],
    [
      "the count of tokens that were read",
      every("nft_collection", "tokens_read", sql`tokens_read - 1`, "tokens_read = 4"),
      /nft_collection \d+ tokens_read: stored 3, expected 4/,
    ],
    ["an NFT", remove("nft", "form = 2"), /nft \d+\/0x07: stored none, expected a row/],
  ])("with another %s is reported with its value", async (_, damage, words) => {
    const { differences } = await audited.checkDamaged((db) => damage.execute(db));
    expect(differences.join("\n")).toMatch(words);
  });
});

/** Traces of a block, of which the first inner call of the last transaction that pays in one paid one more. */
function withFalseValue(answer: RpcAnswer): RpcAnswer {
  const { result } = structuredClone(answer) as { result: { result: { calls?: { value?: string }[] } }[] };
  const paying = result.filter(({ result: { calls } }) => BigInt(calls?.[0]?.value ?? 0) > 0n);
  const inner = paying.at(-1)?.result.calls?.[0];
  if (inner?.value !== undefined) inner.value = `0x${(BigInt(inner.value) + 1n).toString(16)}`;
  return { result };
}
