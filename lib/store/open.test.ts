import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { ENGINES, freshPath, freshStore } from "../testbed/engines";
import { readNetwork, writeNetwork } from "./bookkeeping/network";
import { openStore, SCHEMA_VERSION } from "./open";

describe.each(ENGINES)("a store on $name", () => {
  test("keeps what was written when it is opened again", async () => {
    const path = freshPath();
    const first = await openStore(path, { mode: "write", nowMs: 1 });
    await writeNetwork(first.db, { networkId: "1", hrp: "avax" });
    await writeNetwork(first.db, { networkId: "5" });
    await first.close();
    const second = await freshStore(path);
    expect(await readNetwork(second.db)).toEqual({ networkId: "5", hrp: "avax" });
    expect(second.schemaVersion).toBe(SCHEMA_VERSION);
  });

  test("is read by others while it is written", async () => {
    const path = freshPath();
    const writer = await freshStore(path);
    const reader = await openStore(path, { mode: "read" });
    await writeNetwork(writer.db, { hrp: "custom" });
    expect(await readNetwork(reader.db)).toEqual({ hrp: "custom" });
    await expect(writeNetwork(reader.db, { hrp: "avax" })).rejects.toThrow("readonly");
    await reader.close();
  });

  test("of a newer version is refused with what to do", async () => {
    const path = freshPath();
    const store = await openStore(path, { mode: "write", nowMs: 1 });
    await sql`insert into schema_version values (${SCHEMA_VERSION + 1}, 1)`.execute(store.db);
    await store.close();
    for (const mode of ["read", "write"] as const) {
      await expect(openStore(path, { mode, nowMs: 1 })).rejects.toMatchObject({
        name: "ConfigError",
        code: "STORE_NEWER",
        message: `the store has schema ${SCHEMA_VERSION + 1}, this Firn knows ${SCHEMA_VERSION}`,
        hint: "install the Firn that wrote it, or run `firn reset` and index again",
      });
    }
  });

  test("that was not created yet can't be read", async () => {
    await expect(openStore(freshPath(), { mode: "read" })).rejects.toMatchObject({ code: "STORE_FAILED" });
  });

  test.each([
    [
      0,
      "STORE_ABSENT",
      "the store is not made yet",
      /as it starts: ask again in a moment, .* see whether `firn index` runs$/,
    ],
    [
      SCHEMA_VERSION - 1,
      "STORE_OLDER",
      `the store is not migrated yet from schema ${SCHEMA_VERSION - 1} to ${SCHEMA_VERSION}`,
      /as it starts: ask again later: a large store takes minutes, .* see whether `firn index` runs$/,
    ],
  ])(
    "of schema %i says what its indexer does with it, whether that runs or not",
    async (version, code, message, hint) => {
      const path = freshPath();
      const store = await openStore(path, { mode: "write", nowMs: 1 });
      await sql`delete from schema_version where version > ${version}`.execute(store.db);
      await store.close();
      await expect(openStore(path, { mode: "read" })).rejects.toMatchObject({
        code,
        message,
        hint: expect.stringMatching(hint),
      });
    },
  );
});
