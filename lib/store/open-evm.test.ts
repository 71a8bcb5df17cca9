import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { ENGINES, freshPath } from "../testbed/engines";
import { SCHEMA_VERSIONS } from "./migrate";
import { up as first } from "./migrations/evm/0001-evm";
import { openEvmStore } from "./open";
import { openEngine } from "./sqlite/engine";

describe.each(ENGINES)("a store of an EVM chain on $name", () => {
  test("of the first version is emptied, but keeps its chain: its blocks are read again", async () => {
    const path = freshPath();
    const old = openEngine(path, "write");
    await first(old);
    await sql`create table schema_version (version integer primary key, applied_at_ms integer not null)`.execute(
      old,
    );
    await sql`insert into schema_version values (1, 0)`.execute(old);
    await sql`insert into network values ('evmChainId', '43114')`.execute(old);
    await sql`insert into checkpoint values ('blocks', 7, ${Uint8Array.of(1)}, ${Uint8Array.of(1)}, 7, 700)`.execute(
      old,
    );
    await sql`insert into address values (1, ${Uint8Array.of(1, 2)})`.execute(old);
    await sql`insert into epoch values (0, 5, 0)`.execute(old);
    await old.destroy();
    const { db, close } = await openEvmStore(path, { mode: "write", nowMs: 1 });
    for (const table of ["checkpoint", "address", "epoch", "block", "token"] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    expect(await db.selectFrom("network").selectAll().execute()).toEqual([
      { key: "evmChainId", value: "43114" },
    ]);
    const { rows } = await sql<{
      version: number;
    }>`select max(version) as version from schema_version`.execute(db);
    expect(rows).toEqual([{ version: SCHEMA_VERSIONS.evm }]);
    await close();
  });
});
