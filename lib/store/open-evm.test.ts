import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { ENGINES, freshPath } from "../testbed/engines";
import { SCHEMA_VERSIONS } from "./migrate";
import { up as first } from "./migrations/evm/0001-evm";
import { openEvmStore } from "./open";
import { openEngine } from "./sqlite/engine";

describe.each(ENGINES)("a store of an EVM chain on $name", ({ undoMigrations }) => {
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

  test("forgets the value of a CALLCODE, which it once listed as a payment", async () => {
    const path = freshPath();
    const old = await openEvmStore(path, { mode: "write", nowMs: 1 });
    const CALL = 1;
    const CALLCODE = 2;
    const SELFDESTRUCT = 0;
    const calls = [
      { position: 5, trace_index: 1, call_type: CALL, from_id: 1, to_id: 2 },
      { position: 5, trace_index: 2, call_type: CALLCODE, from_id: 1, to_id: 3 },
      { position: 105, trace_index: 1, call_type: CALLCODE, from_id: 1, to_id: 2 },
      { position: 105, trace_index: 2, call_type: SELFDESTRUCT, from_id: 3, to_id: 1 },
    ];
    const insert = async (rows: typeof calls) => {
      for (const { position, trace_index, call_type, from_id, to_id } of rows) {
        await sql`insert into internal_transaction values
          (${position}, ${trace_index}, ${call_type}, ${from_id}, ${to_id}, ${Uint8Array.of(1, 9)}, 0, 0, 0)`.execute(
          old.db,
        );
        const epoch = position < 100 ? 0 : 1;
        for (const id of [from_id, to_id]) {
          await sql`insert into address_activity values (${epoch}, ${id}, 1, ${position}, ${trace_index})`.execute(
            old.db,
          );
          await sql`insert into address_epoch values (${id}, ${epoch}) on conflict do nothing`.execute(
            old.db,
          );
        }
      }
    };
    await sql`insert into epoch values (0, 4, 0), (1, 4, 100)`.execute(old.db);
    // Address 2 was active in the second epoch by a payment that never was; address 3 in the first.
    await insert(calls);
    await undoMigrations(old.db, "evm", 11);
    await old.close();

    const { db, close } = await openEvmStore(path, { mode: "write", nowMs: 1 });
    const kept = calls.filter(({ call_type }) => call_type !== CALLCODE);
    const stored = await db
      .selectFrom("internal_transaction")
      .select(["position", "trace_index", "call_type", "from_id", "to_id"])
      .execute();
    expect(stored).toEqual(kept);
    const activity = await db
      .selectFrom("address_activity")
      .select(["epoch", "address_id", "position", "item"])
      .orderBy("position")
      .orderBy("address_id")
      .execute();
    expect(activity).toEqual([
      { epoch: 0, address_id: 1, position: 5, item: 1 },
      { epoch: 0, address_id: 2, position: 5, item: 1 },
      { epoch: 1, address_id: 1, position: 105, item: 2 },
      { epoch: 1, address_id: 3, position: 105, item: 2 },
    ]);
    expect(await db.selectFrom("address_epoch").selectAll().execute()).toEqual([
      { address_id: 1, epoch: 0 },
      { address_id: 1, epoch: 1 },
      { address_id: 2, epoch: 0 },
      { address_id: 3, epoch: 1 },
    ]);
    await close();
  });
});
