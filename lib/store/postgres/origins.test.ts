import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { freshStore } from "../../testbed/engines";
import { TEST_ENGINE } from "../../testbed/test-stores";
import { describeStatement } from "./origins";

test.skipIf(TEST_ENGINE !== "postgres")(
  "a described statement names the tables of its columns, prepared or not",
  async () => {
    const { db } = await freshStore();
    const { rows } = await sql<{ database: string; schema: string; oid: number }>`
      select current_database() as database, current_schema() as schema, 'block'::regclass::oid::int8 as oid
    `.execute(db);
    const [{ database, schema, oid } = { database: "", schema: "", oid: 0 }] = rows;
    const url = new URL(process.env.FIRN_TEST_POSTGRES ?? "");
    url.pathname = `/${database}`;
    const client = new pg.Client(url.href);
    await client.connect();
    const text = `select height, height + $1::int8 as next from "${schema}".block`;
    const tablesOf = async (name?: string) =>
      (await describeStatement(client, { text, name })).map(({ tableID }) => tableID);
    expect(await tablesOf()).toEqual([oid, 0]);
    await client.query({ name: "kept", text, values: [1] });
    expect(await tablesOf("kept")).toEqual([oid, 0]);
    await expect(describeStatement(client, { text: "select nothing" })).rejects.toThrow("nothing");
    // The connection serves on after an error, and runs what it described.
    expect((await client.query({ name: "kept", text, values: [1] })).rows).toEqual([]);
    await client.end();
  },
);
