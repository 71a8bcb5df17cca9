import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { openRecording } from "../../devnet/recording";
import { type Devnet, serveDevnet } from "../../devnet/serve";
import { decodeRun, encodeRun } from "../../store/rows/container-run";
import type { Store } from "../../store/stores";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { main } from "../main";
import { runVerify } from "./run-verify";
import { run as runCommand } from "./verify";

let indexed: IndexedRecording;
let store: Store;

beforeAll(async () => {
  indexed = await indexRecording("custom-network");
  store = await indexed.stores.open("primary", { mode: "write", nowMs: 0 });
});
afterAll(async () => {
  await store.close();
  await indexed.close();
});

/** Runs `firn verify`, with the indexer running; its lines, and whether all is right. */
async function run(changes: { nodeUrl?: string; signal?: AbortSignal } = {}) {
  const { code, lines } = await runVerify({
    stores: indexed.stores,
    nodeUrl: indexed.nodeUrl,
    ...changes,
  });
  expect(readdirSync(indexed.stores.place.folder).filter((name) => name.startsWith("verify-"))).toEqual([]);
  return { code, lines, text: lines.join("\n") };
}

/** Changes the store, runs, and changes it back. */
async function runWith(change: RawBuilder<unknown>, back: RawBuilder<unknown>) {
  await change.execute(store.db);
  try {
    return await run();
  } finally {
    await back.execute(store.db);
  }
}

/** A change of some rows of a column that has its own inverse. */
const flip = (table: string, column: string, where: string, by = 1) =>
  [by, -by].map(
    (step) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${BigInt(step)} where ${sql.raw(where)}`,
  ) as [RawBuilder<unknown>, RawBuilder<unknown>];

describe("a store that is right", () => {
  it("passes every check, with one line for each", async () => {
    const { code, lines } = await run();
    expect(lines.slice(0, -1).map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ["facts", "equal"],
      ["containers", "equal"],
      ["rows", "equal"],
      ["network", "equal"],
      ["facts at node", "equal"],
      ["balances on P", "equal"],
      ["stakes", "equal"],
      ["balances on X", "equal"],
      ["atomic memory", "equal"],
      ["validators", "equal"],
      ["supply", "equal"],
      ["locks", "skipped"],
    ]);
    expect(lines[1]).toContain("P/block 110, X/block 62, C/block 202");
    expect(lines.at(-1)).toBe("12 checks, 0 differences, 0 not checked");
    expect(code).toBe(0);
  });
});

describe("a run that is interrupted", () => {
  it("says so also in the middle of a request to the node", async () => {
    const stop = new AbortController();
    const node = createServer(() => stop.abort());
    await once(node.listen(0, "127.0.0.1"), "listening");
    const { port } = node.address() as AddressInfo;
    const { code, lines } = await run({ nodeUrl: `http://127.0.0.1:${port}`, signal: stop.signal });
    node.closeAllConnections();
    node.close();
    expect(lines.at(-2)).toMatch(/^the rest .*not checked: interrupted$/);
    expect(code).toBe(3);
  });
});

describe("a store with a damaged container", () => {
  const byte = async (column: string, stream: string, at: number) => {
    const { rows } = await sql<{ first_index: number; value: Uint8Array }>`
      select first_index, ${sql.ref(column)} as value from container_run
      where stream = ${stream} order by first_index limit 1`.execute(store.db);
    const [run] = rows;
    const value = run?.value ?? new Uint8Array();
    const write = (bytes: Uint8Array) =>
      sql`update container_run set ${sql.ref(column)} = ${bytes}
        where stream = ${stream} and first_index = ${run?.first_index ?? -1}`;
    return [write(value.map((old, index) => (index === at ? old ^ 1 : old))), write(value)] as const;
  };

  it.each([
    ["bytes", "P/block", 100, /P\/block: (run 0|container \d+)/],
    ["ids", "X/block", 32, /X\/block: container 1 of X\/block has the id \w+, but its bytes hash to \w+/],
    ["lengths", "C/block", 3, /C\/block: run 0 of C\/block has \d+ bytes where its lengths add up to \d+/],
  ])("names it: %s of %s", async (column, stream, at, words) => {
    const { code, text } = await runWith(...(await byte(column, stream, at)));
    expect(text).toMatch(words);
    expect(text).toContain(`not checked: what follows from ${stream} from container`);
    expect(text).not.toMatch(/^ {2}\w+ \S+.*expected/m);
    expect(code).toBe(1);
  });

  it("compares all the same what is before it, and what it has no part in", async () => {
    const [damage, mend] = await byte("ids", "X/block", 37);
    const [change, back] = flip("block", "size", "(chain, height) in ((0, 50), (1, 1), (1, 60))");
    const [change2, back2] = flip("stake", "weight", "position = 1");
    for (const each of [change, change2]) await each.execute(store.db);
    const { text } = await runWith(damage, mend);
    for (const each of [back, back2]) await each.execute(store.db);
    expect(text).toMatch(/X\/block: container 1 of X\/block has the id/);
    expect(text).toMatch(/block 0\/50 size: stored \d+, expected \d+/);
    expect(text).toMatch(/block 1\/1 size: stored \d+, expected \d+/);
    expect(text).toMatch(/stake 1 weight: stored \d+, expected \d+/);
    expect(text).not.toContain("block 1/60");
    expect(text).toMatch(
      /^rows +3 differ {2}\d{3,} rows {2}not checked: what follows from X\/block from container 1 on, X\/tx from container 0 on$/m,
    );
  });

  it("names it: a proposer's signature, which no id depends on; rows are compared all the same", async () => {
    const [row] = await store.db
      .selectFrom("container_run")
      .selectAll()
      .where("stream", "=", "P/block")
      .where("first_index", "=", 0)
      .execute();
    if (!row) throw new Error("no run");
    const containers = decodeRun(row);
    const signed = containers.find(({ bytes }) => decodeContainer(bytes, "p").signature);
    if (!signed) throw new Error("no container is signed");
    const change = (bytes: Uint8Array) =>
      sql`update container_run set bytes = ${bytes} where stream = 'P/block' and first_index = 0`;
    signed.bytes = signed.bytes.map((byte, i) => (i === signed.bytes.length - 1 ? byte ^ 1 : byte));
    const { bytes } = await encodeRun("P/block", containers);
    const { code, text } = await runWith(change(bytes), change(row.bytes));
    expect(text).toContain(
      `P/block: container ${signed.index} of P/block is not signed by its proposer NodeID-`,
    );
    expect(text).toMatch(/^rows +equal/m);
    expect(code).toBe(1);
  });

  it("finds that some are missing", async () => {
    const runs = await store.db
      .selectFrom("container_run")
      .selectAll()
      .where("stream", "=", "X/block")
      .execute();
    await store.db.deleteFrom("container_run").where("stream", "=", "X/block").execute();
    const { code, text } = await run();
    await store.db.insertInto("container_run").values(runs).execute();
    expect(text).toContain("checkpoint X/block next_index: stored 62, but containers are stored to -1");
    expect(code).toBe(1);
  });
});

describe("a store with a changed row", () => {
  const live = "consumed_position is null and destination is null and not staked and output_type = 0";
  const one = (chain: number) =>
    `(chain, position, output_index) in (select chain, position, output_index from utxo where chain = ${chain} and ${live} order by position, output_index limit 1)`;

  it.each([
    ["utxo", "amount", one(0), /^ {2}utxo 0\/\d+\/\d+ amount: stored \d+, expected \d+$/m],
    ["tx", "tx_type", "chain = 1 and position > 0", /^ {2}tx 1\/\d+ tx_type: stored \d+, expected \d+$/m],
    ["checkpoint", "time", "stream = 'C/block'", /^ {2}checkpoint C\/block time: stored/m],
    ["stake", "id", "position = 1", /^ {2}stake \d+ id: stored/m],
  ])("names table, key and field: %s.%s", async (table, column, where, words) => {
    const { code, text } = await runWith(...flip(table, column, where, 1_000));
    expect(text).toMatch(words);
    expect(code).toBe(1);
  });

  it("finds rows that are missing, too many, or of another address", async () => {
    const [address] = await store.db.selectFrom("address").selectAll().orderBy("id").limit(1).execute();
    if (!address) throw new Error("no address");
    const rename = (bytes: Uint8Array) => sql`update address set bytes = ${bytes} where id = ${address.id}`;
    const { text } = await runWith(rename(new Uint8Array(20)), rename(address.bytes));
    expect(text).toContain(`address ${address.id}: stored a row, expected none`);
    expect(text).toMatch(/address_tx 1\/0\/\d+: stored a row, expected none/);
    const many = await runWith(
      sql`insert into hash (prefix48, chain, kind, position) values (1, 0, 2, 3)`,
      sql`delete from hash where prefix48 = 1`,
    );
    expect(many.text).toContain("hash 1/0/2/3: stored a row, expected none");
    const blockchains = await store.db.selectFrom("blockchain").selectAll().execute();
    await store.db.deleteFrom("blockchain").execute();
    const none = await run();
    await store.db.insertInto("blockchain").values(blockchains).execute();
    expect(none.text).toMatch(/blockchain \d+: stored none, expected a row/);
  });
});

describe("a store that differs from its node", () => {
  const live = "consumed_position is null and not staked and output_type = 0";

  it("is reported by field, with its addresses and subnets", async () => {
    const changes = [
      flip("utxo", "amount", `chain = 0 and destination is null and ${live}`),
      flip("utxo", "amount", `chain = 1 and destination is null and ${live}`, 3),
      flip("utxo", "amount", "chain = 0 and staked and released_position is null", 5),
      flip("utxo", "amount", `destination is not null and ${live}`, 7),
      flip("stake", "weight", "ended_position is null", 9),
      flip("l1_validator", "min_nonce", "removed_position is null", 2),
      flip("block", "supply", "chain = 0"),
    ];
    for (const [change] of changes) await change.execute(store.db);
    const { code, text } = await run();
    for (const [, back] of changes) await back.execute(store.db);
    for (const words of [
      /P-custom1\w+ balances of \w+: stored \d+, node \d+/,
      /P-custom1\w+ unlockeds of \w+: stored \d+, node \d+/,
      /P-custom1\w+ stakeds of \w+: stored \d+, node \d+/,
      /X-custom1\w+ balances of \w+: stored \d+, node \d+/,
      /C-custom1\w+ utxo \w+\/\d+ from [PX]: stored 0x\w+, node 0x\w+/,
      /subnet \w+ validator \w+ weight: stored \d+, node \d+/,
      /subnet \w+ validator \w+ minNonce: stored \d+, node \d+/,
      /subnet \w+ supply: stored \d+, node \d+/,
    ])
      expect(text).toMatch(words);
    expect(code).toBe(1);
  });
});

describe("a node that can't be compared", () => {
  let other: Devnet;
  afterAll(() => other.close());

  it("is not asked at another height, and said so", async () => {
    other = await serveDevnet({ recording: indexed.recording, port: 0, acceptance: "manual" });
    while (other.accepted().P < 100) other.acceptNext();
    const { code, lines } = await run({ nodeUrl: other.url });
    const asked = lines.filter((line) => /^(balances|stakes|atomic|validators|supply)/.test(line));
    expect(asked.length).toBe(6);
    for (const line of asked)
      expect(line).toMatch(
        / {2}not checked {2}0 (addresses|subnets) {2}not checked: \d+ (addresses|subnets): the node/,
      );
    expect(lines.at(-1)).toBe("12 checks, 0 differences, 6 not checked");
    expect(code).toBe(3);
  });

  it("of another network is a difference", async () => {
    await other.close();
    other = await serveDevnet({ recording: await openRecording("local-network"), port: 0 });
    const { code, text } = await run({ nodeUrl: other.url });
    expect(text).toContain("networkId: stored 54321, node 12345");
    expect(code).toBe(1);
  });

  it("is said to be away: what is asked of it counts as not checked, and the exit code tells", async () => {
    await other.close();
    const { code, lines } = await run({ nodeUrl: other.url });
    expect(lines.at(-3)).toMatch(/^node +not checked {2}nothing {2}not checked: .*ECONNREFUSED/);
    expect(lines.at(-1)).toBe("5 checks, 0 differences, 1 not checked");
    expect(code).toBe(3);
  });
});

describe("the command", () => {
  const env = { NODE_ENV: "test", FIRN_NODE_URL: "http://127.0.0.1:9" } as const;

  /** What it writes to the terminal. */
  const saidBy = async (...args: string[]) => {
    let said = "";
    vi.spyOn(process.stdout, "write").mockImplementation((part) => {
      said += String(part);
      return true;
    });
    await main(["verify", ...args], env);
    vi.restoreAllMocks();
    return said;
  };

  it("says by --help what it takes and what its exit codes mean", async () => {
    const said = await saidBy("--help");
    expect(said).toContain("--sample N");
    expect(said).toContain("3 if something could not be checked");
  });

  it("lists by --columns what nothing can be held against, and what only a chain's node can tell", async () => {
    const [, primary, chains, sampled] = (await saidBy("--columns")).split(/^\S.*:\n/m);
    expect(primary).toContain("  block.stored_at_ms: when Firn wrote the row\n");
    expect(chains).toContain("  contract.asks_node: ");
    expect(chains).not.toContain("internal_transaction");
    expect(sampled).toContain("  internal_transaction.value: the node's traces");
    expect(sampled).toContain("  transaction.log_count: the node's receipts");
    expect(sampled).not.toContain("gas_used: what a block");
  });

  it.each([
    [["--all", "--sample", "3"], "--all and --sample contradict each other"],
    [["--sample", "many"], '--sample is "many"'],
    [["--seed", "-1"], '--seed is "-1"'],
  ])("refuses %j", async (args, words) => {
    await expect(runCommand(args, env)).rejects.toThrow(words);
  });

  it("removes what killed runs left, and nothing of a run that lives", async () => {
    const folder = mkdtempSync(join(tmpdir(), "firn-verify-"));
    // 2^22 is the largest process id there can be
    const names = ["verify-4194305.db", "verify-4194305.db-wal", `verify-${process.ppid}.db`, "verify-x.db"];
    for (const name of names) writeFileSync(join(folder, name), "");
    await expect(runCommand([], { ...env, FIRN_DATA_DIR: folder })).rejects.toThrow("nothing is indexed yet");
    expect(readdirSync(folder).sort()).toEqual([`verify-${process.ppid}.db`, "verify-x.db"].sort());
    rmSync(folder, { recursive: true });
  });
});
