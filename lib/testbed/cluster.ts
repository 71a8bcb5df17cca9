import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openStores } from "../store/open-stores";
import type { Stores } from "../store/stores";

/** URLs of servers with Citus, the coordinator first, which `npm run test:cluster` starts; empty without them. */
const SERVERS = process.env.FIRN_TEST_CLUSTER?.split(" ") ?? [];

export const HAS_CLUSTER = SERVERS.length > 0;

/** Makes an empty database on the coordinator. @returns its URL */
export async function makeDatabase(): Promise<string> {
  const name = `firn_${randomUUID().slice(0, 8)}`;
  for (const server of SERVERS)
    await run(server, `create database ${name} encoding 'UTF8' locale 'C' template template0`);
  const [coordinator = ""] = SERVERS;
  return databaseAt(coordinator, name);
}

/** Gives that database Citus, with the other servers as its workers. */
export async function addCitus(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  for (const server of SERVERS) await run(databaseAt(server, name), "create extension citus");
  const [coordinator, ...workers] = SERVERS.map((server) => new URL(server));
  await run(url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator?.port})`);
  for (const { port } of workers) await run(url, `select citus_add_node('127.0.0.1', ${port})`);
  // As docs/scale.md says: all servers plan as Firn's connections do.
  for (const kind of ["seqscan", "bitmapscan", "hashjoin", "mergejoin"])
    await run(url, `alter database ${name} set enable_${kind} = off`);
}

/** Stores in a new database of several servers. */
export async function openCluster(): Promise<Stores> {
  const url = await makeDatabase();
  await addCitus(url);
  return storesAt(url);
}

/** Stores in a database, or in files, with a folder of their own for what is not in it. */
export function storesAt(url: string | undefined): Stores {
  const folder = mkdtempSync(join(tmpdir(), "firn-cluster-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return openStores({ folder, database: url === undefined ? undefined : { url } });
}

/** Runs a statement. */
export async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function databaseAt(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
