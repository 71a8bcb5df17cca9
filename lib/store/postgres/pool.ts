import { accessSync, constants } from "node:fs";
import pg from "pg";
import { ConfigError, redactUrls } from "../../errors";
import { storeError } from "./errors";

/** How a pool's connections behave. */
export interface PoolOptions {
  url: string;
  /** Connections at most. */
  size: number;
  /** Statements run on each new connection. */
  settings: readonly string[];
  /** How long a statement waits for a connection, ms. */
  connectMs?: number | undefined;
  /** Whether statements are sent before earlier ones are answered. */
  pipeline?: boolean;
}

/** How long a statement waits for a connection, ms. */
const CONNECT_MS = 10_000;
/** How long an unused connection stays open, ms. */
const IDLE_MS = 60_000;

/** Plans are short, and compiling them takes longer than running them. */
const EVERYWHERE = "set jit = off";

/** Asks whether the database has Citus, as `citus`. */
export const HAS_CITUS = "select exists (select 1 from pg_extension where extname = 'citus') as citus";

/** Connections to databases that Citus spreads over servers. */
const WITH_CITUS = new WeakSet<pg.ClientBase>();

/** Whether the database of a pool's connection has Citus. */
export function hasCitus(client: pg.ClientBase): boolean {
  return WITH_CITUS.has(client);
}

/** A pool whose connections never end the process: their errors reach whoever runs a statement. */
export function openPool({
  url,
  size,
  settings,
  connectMs = CONNECT_MS,
  pipeline = false,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url),
    pipeline,
    connectionTimeoutMillis: connectMs,
    max: size,
    idleTimeoutMillis: IDLE_MS,
    // a process that only waits for its idle connections may end
    allowExitOnIdle: true,
    onConnect: async (client) => {
      client.on("error", () => undefined);
      // Several statements have several results.
      const results = await client.query<{ citus: boolean }>([...settings, EVERYWHERE, HAS_CITUS].join("; "));
      const [found] = (results as unknown as (typeof results)[]).at(-1)?.rows ?? [];
      if (!found?.citus) return;
      WITH_CITUS.add(client);
      // The driver describes no statement (origins.ts) on a connection that pipelines.
      Object.assign(client, { pipeline: false });
    },
  });
  pool.on("error", () => undefined);
  return pool;
}

/** A connection of its own, outside of any pool. @throws StoreError STORE_AWAY, STORE_FAILED */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(url));
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw storeError(error);
  }
}

/** @throws ConfigError CONFIG_INVALID when a file that the URL names can't be read */
function connectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: URL.canParse(url) ? withStrictTls(new URL(url)).href : url,
    application_name: "firn",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  };
}

/** Parameters that name the files of TLS: the authority's certificate, Firn's own and its key. */
const TLS_FILES = ["sslrootcert", "sslcert", "sslkey"];

/**
 * The driver checks the certificate and its host in each of these modes, and warns that other programs check less in all but
 * the last.
 */
const CHECKED_MODES = ["prefer", "require", "verify-ca", "verify-full"];

/** The URL with the mode named that is meant. @throws ConfigError CONFIG_INVALID when a file that it names can't be read */
function withStrictTls(url: URL): URL {
  for (const name of TLS_FILES) {
    const file = url.searchParams.get(name);
    if (file === null) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch (cause) {
      throw new ConfigError("CONFIG_INVALID", `the file that ${name} names can't be read: ${file}`, {
        cause,
        hint: `correct ${name} in the URL of the database: a path on this machine, readable by Firn's user`,
      });
    }
  }
  if (CHECKED_MODES.includes(url.searchParams.get("sslmode") ?? ""))
    url.searchParams.set("sslmode", "verify-full");
  return url;
}

/** Makes the database of a URL, if it is missing and its user may. @throws StoreError STORE_AWAY, STORE_FAILED */
export async function makeDatabase(url: string): Promise<void> {
  const { database } = new pg.Client(connectionConfig(url));
  const server = new URL(url);
  server.pathname = "/postgres";
  const client = await connect(server.href);
  try {
    const name = pg.escapeIdentifier(database ?? "");
    await client.query(`create database ${name} encoding 'UTF8' locale 'C' template template0`);
  } catch (error) {
    // Another process was faster.
    if (!["42P04", "23505"].includes((error as { code?: string }).code ?? "")) throw storeError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The oldest server whose SQL the queries are. */
const OLDEST = 15;

/**
 * @throws ConfigError CONFIG_INVALID for a server that is too old, or a database with another encoding
 * @throws StoreError STORE_AWAY, STORE_FAILED
 */
export async function checkServer(pool: pg.Pool, url: string): Promise<void> {
  const { rows } = await pool
    .query<{ version: number; encoding: string; name: string }>(
      `select current_setting('server_version_num')::int as version,
        current_setting('server_encoding') as encoding, current_database() as name`,
    )
    .catch((error: unknown) => {
      throw storeError(error);
    });
  const [server = { version: 0, encoding: "", name: "" }] = rows;
  const major = Math.floor(server.version / 10_000);
  if (major < OLDEST) {
    throw new ConfigError("CONFIG_INVALID", `the database server at ${whereIs(url)} is PostgreSQL ${major}`, {
      hint: `Firn needs PostgreSQL ${OLDEST} or newer: upgrade the server, or leave FIRN_DATABASE_URL out`,
    });
  }
  if (server.encoding !== "UTF8") {
    throw new ConfigError(
      "CONFIG_INVALID",
      `the database ${server.name} has the encoding ${server.encoding}`,
      {
        hint: `make one with: create database firn encoding 'UTF8' locale 'C' template template0`,
      },
    );
  }
}

/** Host and database of a URL, for a person to read: without user, password and parameters. */
export function whereIs(url: string): string {
  if (!URL.canParse(url)) return redactUrls(url);
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${hostname || searchParams.get("host") || "localhost"}${port && `:${port}`}${pathname}`;
}
