import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runVerify } from "../../cli/commands/run-verify";
import { readEvmFacts } from "../../store/bookkeeping/evm-facts";
import { readSchemaVersion, SCHEMA_VERSIONS } from "../../store/migrate";
import { openEngine } from "../../store/sqlite/engine";
import { readSchemaText } from "../../store/sqlite/schema-text";
import { type IndexedCChain, indexCChain } from "../c-chain";
import { compareStores } from "../compare-stores";
import { testStores } from "../test-stores";

/**
 * Stores of older Firns are taken over, each as it was left by a Firn of its version: `evm-22.db.br` is the store of an EVM
 * chain of schema 22, packed. The last Firn of each version indexed the whole recording; then `vacuum into` wrote one file.
 */

const RECORDING = "custom-network";
const CHAIN_ID = "43999";
const FOLDER = fileURLToPath(new URL("../older-stores", import.meta.url));

/** Files of older stores: what kind, of which version. */
const FILES = readdirSync(FOLDER).map((file) => {
  const [, kind = "", version = ""] = /^(primary|evm|webhooks)-(\d+)\.db\.br$/.exec(file) ?? [];
  return { file, kind: kind as "primary" | "evm" | "webhooks", version: Number(version) };
});
const OLDER = FILES.flatMap(({ kind, ...file }) => (kind === "webhooks" ? [] : { ...file, kind }));
const OLDER_WEBHOOKS = FILES.filter(({ kind }) => kind === "webhooks");

const unpack = (file: string) => brotliDecompressSync(readFileSync(join(FOLDER, file)));

const pathIn = { primary: "primary.db", evm: `evm/${CHAIN_ID}.db` } as const;

interface State {
  schema: unknown[];
  version: number;
}

async function readState({ stores }: IndexedCChain, kind: "primary" | "evm"): Promise<State> {
  const id = kind === "primary" ? "primary" : (`evm/${CHAIN_ID}` as const);
  const store = await stores.open(id, { mode: "read" });
  const state = { schema: await readSchemaText(store.db), version: await readSchemaVersion(store.db) };
  await store.close();
  return state;
}

/** EVM stores of older versions are emptied and filled again. */
const KEPT_SINCE = 5;
/** From this version on, what blocks add to lists is counted as it is now: the count says when an epoch is full. */
const COUNTED_SINCE = 9;
const COUNT = /^evm\/\d+\.db epoch: 1 rows are only here, 1 are only in the undisturbed store\n/;
/** Which blocks wait: those that no block settles yet. */
const READ_SINCE = 22;
const WAITS = /^evm\/\d+\.db network: \d rows are only here, 0 are only in the undisturbed store\n/;

/** Which blocks of the chain lack what older versions did not store. */
async function readUnread({ stores }: IndexedCChain): Promise<string[]> {
  const store = await stores.open(`evm/${CHAIN_ID}`, { mode: "read" });
  const facts = Object.entries(await readEvmFacts(store.db));
  await store.close();
  return [
    ...new Set(facts.flatMap(([name, value]) => (/^un/.test(name) && value !== "" ? [String(value)] : []))),
  ];
}

/** The blocks above the newest one that is settled. */
async function unsettled({ stores }: IndexedCChain): Promise<string> {
  const store = await stores.open(`evm/${CHAIN_ID}`, { mode: "read" });
  const { height, settled_height: settled } = await store.db
    .selectFrom("block")
    .select(["height", "settled_height"])
    .orderBy("height", "desc")
    .executeTakeFirstOrThrow();
  await store.close();
  return `${Number(settled) + 1}-${height}`;
}

let fresh: IndexedCChain;
const freshly = {} as Record<"primary" | "evm", State>;
let checked: string[];

/** What `firn verify` says of each check. The recording lacks some states that a node would have. */
async function verified(firn: IndexedCChain): Promise<string[]> {
  const { lines } = await runVerify(firn);
  return lines.map((line) => line.replace(/sample drawn.*/, ""));
}

beforeAll(async () => {
  fresh = await indexCChain(RECORDING, { engine: "sqlite" });
  for (const kind of ["primary", "evm"] as const) freshly[kind] = await readState(fresh, kind);
  checked = await verified(fresh);
});
afterAll(() => fresh.close());

test("a store that is filled now passes every check", () => {
  expect(checked.at(-1)).toContain(" 0 differences, ");
  expect(freshly.evm.version).toBe(SCHEMA_VERSIONS.evm);
  expect(freshly.primary.version).toBe(SCHEMA_VERSIONS.primary);
});

describe.each(OLDER)("$file", ({ file, kind, version }) => {
  test("is taken over: its schema is today's, and every row is as it would be filled now", async () => {
    expect(version).toBeLessThan(SCHEMA_VERSIONS[kind]);
    const indexed = await indexCChain(RECORDING, {
      engine: "sqlite",
      begin(folder) {
        mkdirSync(join(folder, "evm"), { recursive: true });
        writeFileSync(join(folder, pathIn[kind]), unpack(file));
      },
    });
    const { schema, version: now } = await readState(indexed, kind);
    expect(now).toBe(SCHEMA_VERSIONS[kind]);
    expect(schema).toEqual(freshly[kind].schema);
    const isKept = kind === "evm" && version >= KEPT_SINCE;
    const waits = isKept && version < READ_SINCE;
    // What a new version wants to know of old blocks is read again in the background.
    const taken = indexed.stores.place.folder;
    const own = fresh.stores.place.folder;
    await expect
      .poll(() => compareStores(taken, own, [pathIn[kind]]), { timeout: 200_000, interval: 500 })
      .toEqual([
        ...(isKept && version < COUNTED_SINCE ? [expect.stringMatching(COUNT)] : []),
        ...(waits ? [expect.stringMatching(WAITS)] : []),
      ]);
    if (kind === "evm") expect(await readUnread(indexed)).toEqual(waits ? [await unsettled(fresh)] : []);

    expect(await verified(indexed)).toEqual(checked);
    await indexed.close();
  }, 300_000);
});

/** All rows by table, but the versions of the schema. */
async function rowsOf(db: Kysely<never>): Promise<Record<string, object[]>> {
  const tables = (await db.introspection.getTables()).filter(({ name }) => name !== "schema_version");
  const rowsIn = (table: string) =>
    db
      .selectFrom(table as never)
      .selectAll()
      .execute();
  return Object.fromEntries(
    await Promise.all(tables.map(async ({ name }) => [name, await rowsIn(name)] as const)),
  );
}

/** Each was left by a Firn that had one webhook and one channel of alerts, and whose messages nobody took. */
describe.each(OLDER_WEBHOOKS)("$file", ({ file, version }) => {
  test("is taken over with every webhook, and with what is still to be sent and to be told", async () => {
    const folder = mkdtempSync(join(tmpdir(), "firn-older-webhooks-"));
    const path = join(folder, "webhooks.db");
    writeFileSync(path, unpack(file));
    const older = openEngine<never>(path, "read");
    expect(await readSchemaVersion(older)).toBe(version);
    const before = await rowsOf(older);
    await older.destroy();

    const options = { mode: "write", nowMs: 1_800_000_000_000 } as const;
    const taken = await testStores(folder, "sqlite").open("webhooks", options);
    const fresh = await testStores(join(folder, "fresh"), "sqlite").open("webhooks", options);
    expect(await readSchemaText(taken.db)).toEqual(await readSchemaText(fresh.db));
    expect(await rowsOf(taken.db as never)).toMatchObject(before);
    for (const table of ["webhook", "webhook_address", "delivery", "delivery_secret", "alert_told"])
      expect(before[table], table).not.toEqual([]);
    await Promise.all([taken.close(), fresh.close()]);
    rmSync(folder, { recursive: true });
  });
});
