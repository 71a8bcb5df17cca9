import type { ClientBase, Pool } from "pg";
import { ConfigError, InputError } from "../../errors";
import type { IndexedStoreId } from "../stores";
import { connect, HAS_CITUS } from "./pool";
import { schemaOf, storesIn } from "./schemas";

/** A server on which Citus puts schemas. */
interface Worker {
  host: string;
  port: number;
  /** The indexed stores that it holds, the primary one first. */
  stores: IndexedStoreId[];
}

/**
 * Servers that hold stores or may, by host and port: the coordinator only if it takes some. Also those that are being emptied
 * or are away. Asks the coordinator alone, whose database has to have Citus.
 */
export async function listWorkers(coordinator: Pick<Pool | ClientBase, "query">): Promise<Worker[]> {
  const { rows } = await coordinator.query<{ host: string; port: number; schemas: string[] }>(`
    select n.nodename as host, n.nodeport as port,
      array_remove(array_agg(distinct s.nspname::text order by s.nspname::text), null) as schemas
    from pg_dist_node n
      left join pg_dist_placement p on p.groupid = n.groupid
      left join pg_dist_shard d on d.shardid = p.shardid
      left join pg_class c on c.oid = d.logicalrelid
      left join pg_namespace s on s.oid = c.relnamespace
    where n.noderole = 'primary' and (n.groupid <> 0 or n.shouldhaveshards)
    group by n.nodename, n.nodeport order by n.nodename, n.nodeport`);
  return rows.map(({ host, port, schemas }) => ({ host, port, stores: storesIn(schemas) }));
}

/** A server as it is named: host and port. */
export function nameOf({ host, port }: Pick<Worker, "host" | "port">): string {
  return `${host}:${port}`;
}

/**
 * Moves a store to another server by Citus' own means, while it is read and written. One that the coordinator has itself,
 * because it was made before Citus came, is put on a server first.
 * @param to host and port, or a host with one server
 * @returns the server's name, undefined if the store was there already
 * @throws ConfigError CONFIG_INVALID where there are no servers to choose from; InputError BAD_PARAMETER for a server or a
 * store that is not there
 */
export async function moveSchema(url: string, id: IndexedStoreId, to: string): Promise<string | undefined> {
  const client = await connect(url);
  try {
    const target = findServer(await serversOf(client), to);
    const schema = schemaOf(id);
    const { rows } = await client.query("select from pg_namespace where nspname = $1", [schema]);
    if (rows.length === 0)
      throw new InputError("BAD_PARAMETER", `nothing is stored of ${id}`, {
        hint: "firn chains lists what is",
      });
    if (target.stores.includes(id)) return undefined;
    if ((await holderOf(client, id)) === undefined)
      await client.query("select citus_schema_distribute($1::text::regnamespace)", [schema]);
    // It may have come to the right one.
    if ((await holderOf(client, id)) !== nameOf(target))
      await client.query("select citus_schema_move($1::text::regnamespace, $2::text, $3::int)", [
        schema,
        target.host,
        target.port,
      ]);
    return nameOf(target);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function holderOf(client: ClientBase, id: IndexedStoreId): Promise<string | undefined> {
  const worker = (await listWorkers(client)).find(({ stores }) => stores.includes(id));
  return worker && nameOf(worker);
}

async function serversOf(client: ClientBase): Promise<Worker[]> {
  const [found] = (await client.query<{ citus: boolean }>(HAS_CITUS)).rows;
  const workers = found?.citus ? await listWorkers(client) : [];
  if (workers.length > 0) return workers;
  throw new ConfigError("CONFIG_INVALID", "the database keeps all stores on one server", {
    hint: "docs/scale.md says how chains are spread over several",
  });
}

function findServer(workers: readonly Worker[], to: string): Worker {
  const [found, ...more] = workers.filter((worker) => to === nameOf(worker) || to === worker.host);
  if (found !== undefined && more.length === 0) return found;
  const which = found === undefined ? `no server ${to} holds stores` : `${to} has several servers`;
  throw new InputError("BAD_PARAMETER", which, {
    hint: `name one of ${workers.map(nameOf).join(", ")}`,
  });
}
