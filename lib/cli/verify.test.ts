import { existsSync } from "node:fs";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRecording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { openStore, type Store } from "../store/open";
import { type IndexedRecording, indexRecording } from "./indexed-recording";
import { verify } from "./verify";

let indexed: IndexedRecording;
let store: Store;

beforeAll(async () => {
  indexed = await indexRecording("custom-network");
  store = await openStore(indexed.storePath, { mode: "write", nowMs: 0 });
});
afterAll(async () => {
  await store.close();
  await indexed.close();
});

/** Runs `firn verify`, with the indexer running; its lines, and whether all is right. */
async function run(changes: { nodeUrl?: string } = {}) {
  const lines: string[] = [];
  const scratchPath = `${indexed.storePath}.verify`;
  const right = await verify({
    storePath: indexed.storePath,
    evmFolder: `${indexed.storePath}.evm`,
    scratchPath,
    nodeUrl: indexed.nodeUrl,
    chainUrls: [],
    sleep: async () => {},
    signal: new AbortController().signal,
    onProgress: () => {},
    write: (line) => lines.push(line),
    ...changes,
  });
  expect(existsSync(scratchPath)).toBe(false);
  return { right, lines, text: lines.join("\n") };
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
    const { right, lines } = await run();
    expect(lines.slice(0, -1).map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
      ["containers", "equal"],
      ["rows", "equal"],
      ["network", "equal"],
      ["balances on P", "equal"],
      ["stakes", "equal"],
      ["balances on X", "equal"],
      ["atomic memory", "equal"],
      ["validators", "equal"],
      ["supply", "equal"],
    ]);
    expect(lines[0]).toContain("P/block 110, X/block 62, C/block 202");
    expect(lines.at(-1)).toBe("9 checks, 0 differences");
    expect(right).toBe(true);
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
    ["ids", "X/block", 32, /X\/block: container 1 of X\/block is said to be \w+, its bytes hash to \w+/],
    ["lengths", "C/block", 3, /C\/block: run 0 of C\/block has \d+ bytes where its lengths add up to \d+/],
  ])("names it: %s of %s", async (column, stream, at, words) => {
    const { right, text } = await runWith(...(await byte(column, stream, at)));
    expect(text).toMatch(words);
    expect(text).toContain("rows can't be made anew");
    expect(right).toBe(false);
  });

  it("finds that some are missing", async () => {
    const runs = await store.db
      .selectFrom("container_run")
      .selectAll()
      .where("stream", "=", "X/block")
      .execute();
    await store.db.deleteFrom("container_run").where("stream", "=", "X/block").execute();
    const { right, text } = await run();
    await store.db.insertInto("container_run").values(runs).execute();
    expect(text).toContain("X/block containers: stored to -1, checkpoint 61");
    expect(right).toBe(false);
  });
});

describe("a store with a changed row", () => {
  const live = "consumed_position is null and destination is null and staked = 0 and output_type = 0";
  const one = (chain: number) =>
    `(chain, position, output_index) in (select chain, position, output_index from utxo where chain = ${chain} and ${live} order by position, output_index limit 1)`;

  it.each([
    ["utxo", "amount", one(0), /^ {2}utxo 0\/\d+\/\d+ amount: stored \d+, made anew \d+$/m],
    ["tx", "tx_type", "chain = 1 and position > 0", /^ {2}tx 1\/\d+ tx_type: stored \d+, made anew \d+$/m],
    ["checkpoint", "time", "stream = 'C/block'", /^ {2}checkpoint C\/block time: stored/m],
    ["stake", "id", "position = 1", /^ {2}stake \d+ id: stored/m],
  ])("names table, key and field: %s.%s", async (table, column, where, words) => {
    const { right, text } = await runWith(...flip(table, column, where, 1_000));
    expect(text).toMatch(words);
    expect(right).toBe(false);
  });

  it("finds rows that are missing, too many, or of another address", async () => {
    const [address] = await store.db.selectFrom("address").selectAll().orderBy("id").limit(1).execute();
    if (!address) throw new Error("no address");
    const rename = (bytes: Uint8Array) => sql`update address set bytes = ${bytes} where id = ${address.id}`;
    const { text } = await runWith(rename(new Uint8Array(20)), rename(address.bytes));
    expect(text).toContain(`address ${address.id}: stored a row, made anew none`);
    expect(text).toMatch(/address_tx 1\/0\/\d+: stored a row, made anew none/);
    const many = await runWith(
      sql`insert into hash (prefix48, chain, kind, position) values (1, 0, 2, 3)`,
      sql`delete from hash where prefix48 = 1`,
    );
    expect(many.text).toContain("hash 1/0/2/3: stored a row, made anew none");
    const blockchains = await store.db.selectFrom("blockchain").selectAll().execute();
    await store.db.deleteFrom("blockchain").execute();
    const none = await run();
    await store.db.insertInto("blockchain").values(blockchains).execute();
    expect(none.text).toMatch(/blockchain \d+: stored none, made anew a row/);
  });
});

describe("a store that says otherwise than the node", () => {
  const live = "consumed_position is null and staked = 0 and output_type = 0";

  it("is told by field what differs for which address and subnet", async () => {
    const changes = [
      flip("utxo", "amount", `chain = 0 and destination is null and ${live}`),
      flip("utxo", "amount", `chain = 1 and destination is null and ${live}`, 3),
      flip("utxo", "amount", "chain = 0 and staked = 1 and released_position is null", 5),
      flip("utxo", "amount", `destination is not null and ${live}`, 7),
      flip("stake", "weight", "ended_position is null", 9),
      flip("l1_validator", "min_nonce", "removed_position is null", 2),
      flip("block", "supply", "chain = 0"),
    ];
    for (const [change] of changes) await change.execute(store.db);
    const { right, text } = await run();
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
    expect(right).toBe(false);
  });
});

describe("a node that can't be compared", () => {
  let other: Devnet;
  afterAll(() => other.close());

  it("is not asked at another height, and said so", async () => {
    other = await serveDevnet({ recording: indexed.recording, port: 0, acceptance: "manual" });
    while (other.accepted().P < 100) other.acceptNext();
    const { right, lines } = await run({ nodeUrl: other.url });
    const asked = lines.filter((line) => /^(balances|stakes|atomic|validators|supply)/.test(line));
    expect(asked.length).toBe(6);
    for (const line of asked)
      expect(line).toMatch(/0 (addresses|subnets) {2}not asked: \d+ (addresses|subnets): the node/);
    expect(right).toBe(true);
  });

  it("of another network is a difference", async () => {
    await other.close();
    other = await serveDevnet({ recording: await openRecording("local-network"), port: 0 });
    const { right, text } = await run({ nodeUrl: other.url });
    expect(text).toContain("networkId: stored 54321, node 12345");
    expect(right).toBe(false);
  });

  it("is said to be away", async () => {
    await other.close();
    const { right, text } = await run({ nodeUrl: other.url });
    expect(text).toContain("not asked: ");
    expect(right).toBe(true);
  });
});
