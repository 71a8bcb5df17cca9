import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENGINE } from "../../testbed/engines";
import { openChain, testStores } from "../../testbed/test-stores";
import { auditFiles } from "./verify-files";

/** One of everything that there may be in a data folder, and something that nobody knows. */
const WRITTEN: Readonly<Record<string, string>> = {
  "primary.db": "",
  "primary.db-wal": "",
  "primary.db.lock": "",
  "primary.db.scratch": "",
  "evm/43112.db": "",
  "evm/43112.db.lock": "",
  "evm/asked/43112/0xab-7": "",
  "operator.key": "key",
  "damage.json": "[]",
  "images/abcd": "GIF",
  "logs/api.log": "{}",
  "devnet/db/network-1/acceptances.ndjson": "{}",
  "verify-1.db": "",
  "notes.txt": "mine",
  "evm/old.txt": "mine too",
};

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "firn-files-"));
  for (const [path, text] of Object.entries(WRITTEN)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  await testStores(folder).writeRegistry([{ key: "C", rpcUrl: "http://127.0.0.1:9650/ext/bc/C/rpc" }]);
  mkdirSync(join(folder, "set-aside/2026-11-22"), { recursive: true });
  const aside = await openChain(join(folder, "set-aside/2026-11-22/primary.db"), {
    mode: "write",
    nowMs: 0,
  });
  await aside.close();
  const { db, close } = await testStores(folder).open("operator", { mode: "write", nowMs: 0 });
  const hash = new Uint8Array(32);
  await db
    .insertInto("audit")
    .values({ at_ms: 1, who: "timer", method: "admin.x", parameters: "{}" })
    .execute();
  await db.insertInto("audit_outcome").values({ audit_id: 1, outcome: "done", said: "" }).execute();
  await db
    .insertInto("session")
    .values({
      short_id: "0123abcd",
      secret_hash: hash,
      started_at_ms: 1,
      touched_at_ms: 1,
      ended_at_ms: null,
    })
    .execute();
  await db
    .insertInto("sign_in_link")
    .values({ secret_hash: hash, expires_at_ms: 1, used_at_ms: null })
    .execute();
  await db
    .insertInto("put_back")
    .values({
      logger_name: "C",
      target: "file",
      level: "DEBUG",
      goes_back_to: "INFO",
      changed_at_ms: 1,
      changed_by: "0123abcd",
      due_at_ms: null,
      last_error: null,
    })
    .execute();
  await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the files of a data folder", () => {
  it("are all mentioned: checked, or skipped and why", async () => {
    const results = await auditFiles(folder, testStores(folder));
    const said = results.map(({ check, compared, nothing, notChecked, differing }) => [
      check,
      nothing ? "skipped" : "checked",
      compared,
      `${differing}${notChecked ?? ""}`,
    ]);
    expect(said).toEqual([
      ["operator.db", "checked", "5 rows", "0"],
      ["chains.json", "checked", "1 chains", "0"],
      ["damage.json", "checked", "1 file", "0"],
      ["set-aside", "checked", "set-aside/2026-11-22/primary.db", "0"],
      ["operator.key", "skipped", "operator.key", "0"],
      ["images", "skipped", "images/abcd", "0"],
      ["requests", "skipped", "evm/asked/43112/0xab-7", "0"],
      ["logs", "skipped", "logs/api.log", "0"],
      ["devnet", "skipped", "devnet/db/network-1/acceptances.ndjson", "0"],
      ["locks", "skipped", "evm/43112.db.lock, primary.db.lock", "0"],
      ["scratch", "skipped", "primary.db.scratch, verify-1.db", "0"],
      ["other files", "skipped", "evm/old.txt, notes.txt", "0"],
    ]);
    for (const { nothing, leftOut } of results) if (nothing) expect(leftOut).not.toBe("");
  });

  /** Everything that differs once a file of a copy of the folder was changed. */
  const differencesAfter = async (change: (copy: string) => Promise<void> | void) => {
    const copy = mkdtempSync(join(tmpdir(), "firn-files-"));
    try {
      for (const path of [
        "operator.db",
        "evm/chains.json",
        "damage.json",
        "set-aside/2026-11-22/primary.db",
      ]) {
        mkdirSync(dirname(join(copy, path)), { recursive: true });
        copyFileSync(join(folder, path), join(copy, path));
      }
      await change(copy);
      return (await auditFiles(copy, testStores(copy))).flatMap(({ differences }) => differences);
    } finally {
      rmSync(copy, { recursive: true });
    }
  };

  it.each([
    ["evm/chains.json", /^evm\/chains\.json: not a list of chains$/],
    ["damage.json", /^damage\.json: not JSON$/],
    ["operator.db", /^operator\.db: .*(malformed|not a database)/],
    ["set-aside/2026-11-22/primary.db", /^set-aside\/2026-11-22\/primary\.db: .*(malformed|not a database)/],
  ])("are named when they are cut short: %s", async (path, words) => {
    const differences = await differencesAfter((copy) =>
      truncateSync(join(copy, path), path.endsWith(".db") ? 5_000 : 1),
    );
    expect(differences).toEqual([expect.stringMatching(words)]);
  });

  it.each<[string, RawBuilder<unknown>]>([
    ["audit 1 at_ms: not a whole number", sql`update audit set at_ms = -1`],
    [
      "audit_outcome 1 outcome: not one of done, refused, unknown, not-sent, denied",
      sql`update audit_outcome set outcome = 'dome'`,
    ],
    ["audit_outcome 2: no request has this id", sql`update audit_outcome set audit_id = 2`],
    ["put_back C/file due_at_ms: not a whole number or null", sql`update put_back set due_at_ms = -1`],
    ["put_back C/fine target: not one of file, display", sql`update put_back set target = 'fine'`],
    ["session 0123abcd secret_hash: not 32 bytes", sql`update session set secret_hash = ${Uint8Array.of(1)}`],
    ["session 0123abc short_id: not eight hex digits", sql`update session set short_id = '0123abc'`],
    [
      "sign_in_link 0x01 secret_hash: not 32 bytes",
      sql`update sign_in_link set secret_hash = ${Uint8Array.of(1)}`,
    ],
  ])("name a row of the operator's store that can't be: %s", async (words, damage) => {
    const differences = await differencesAfter(async (copy) => {
      const { db, close } = await testStores(copy).open("operator", { mode: "write", nowMs: 0 });
      await ENGINE.allowChanges(db);
      await damage.execute(db);
      await close();
    });
    expect(differences).toEqual([words]);
  });
});
