import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { ConfigError, StoreError } from "../../errors";
import { parseRegistry } from "../bookkeeping/chain-registry";
import { parseFoundDamage } from "../bookkeeping/found-damage";
import { parseKnownNodes } from "../bookkeeping/known-nodes";
import { parseVerification } from "../bookkeeping/verification";
import type { BookkeepingDb } from "../db";
import { expectSchema, migrate, SCHEMA_VERSIONS } from "../migrate";
import { openFolder } from "../sqlite/stores";
import {
  type Archive,
  type IndexedStoreId,
  kindOf,
  type OpenOptions,
  type Reader,
  type Store,
  type StoreId,
  type Stores,
  type StoresPlace,
  type TablesOf,
} from "../stores";
import { archiveSchema, makeSchema, restoreSchema } from "./archive";
import { findDamage } from "./damage";
import { openSchema } from "./engine";
import { isAway, storeError } from "./errors";
import { whileUnwritten } from "./lock";
import { Notes } from "./notes";
import { checkServer, HAS_CITUS, makeDatabase, openPool, whereIs } from "./pool";
import { HANG_MS, SchemaReader } from "./reader";
import { replaceRows } from "./replace-rows";
import { isArchiveOf, NOTES_SCHEMA, type SchemaStoreId, schemaOf, storesIn } from "./schemas";
import { askServers } from "./servers";
import { moveSchema } from "./spread";
import { ServerVersion } from "./version";

/** Connections of a process that reads. */
const READERS = 10;
/** How long a connection to a replica is waited for, ms: the primary server answers instead. */
const REPLICA_CONNECT_MS = 1_000;
/** How long a connection is waited for that tells of commits, ms: without it answers are made anew. */
const VERSION_CONNECT_MS = 2_000;
/** The longest that a reader's statement may take. */
const READ_LIMIT_MS = 15_000;

/**
 * Every query has an index in whose order it reads a page. Tables begin empty and without statistics: a plan by them would
 * read whole tables, or sort whole lists, once there are rows.
 */
const PLANNER_SETTINGS = [
  "set enable_seqscan = off",
  "set enable_bitmapscan = off",
  "set enable_hashjoin = off",
  "set enable_mergejoin = off",
];
const HANGS = Symbol("hangs");

const READER_SETTINGS = [
  ...PLANNER_SETTINGS,
  `set statement_timeout = ${READ_LIMIT_MS}`,
  `set idle_in_transaction_session_timeout = ${4 * READ_LIMIT_MS}`,
];

/**
 * The stores of a database, a schema each. The console's store, which has to work while the database is away, and what only
 * this process needs stay in the folder.
 */
export function openDatabase(place: StoresPlace & { database: { url: string } }): Stores {
  const { folder, database } = place;
  const { url, readUrl = url } = database;
  const isReplica = readUrl !== url;
  const embedded = openFolder(folder);
  const readerOf = (server: string, connectMs?: number) =>
    openPool({ url: server, size: READERS, settings: READER_SETTINGS, connectMs, pipeline: true });
  const readers = readerOf(readUrl, isReplica ? REPLICA_CONNECT_MS : undefined);
  /** Reads from the primary server if a replica is the usual one. */
  const readPrimary = isReplica ? readerOf(url) : undefined;
  const version = isReplica
    ? undefined
    : new ServerVersion(openPool({ url, size: 1, settings: READER_SETTINGS, connectMs: VERSION_CONNECT_MS }));
  const notes = new Notes(openPool({ url, size: 1, settings: [] }), url);
  let checked: Promise<void> | undefined;

  /** Looks at the server once, and again after it could not be asked. */
  const check = (look: () => Promise<void>): Promise<void> => {
    checked ??= look().catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    return checked;
  };
  const checkReader = () => check(() => onReader((pool) => checkServer(pool, url)));

  /** Reads from the usual server, or from the primary one while that is a replica and away, or hangs. */
  const onReader = async <T>(work: (pool: Pool) => Promise<T>): Promise<T> => {
    const usual = work(readers);
    try {
      if (readPrimary === undefined) return await usual;
      const late = sleep(HANG_MS, HANGS, { ref: false });
      const answer = await Promise.race([usual, late]);
      if (answer !== HANGS) return answer;
      // It may fail later, when nobody waits for it.
      usual.catch(() => undefined);
    } catch (cause) {
      const error = storeError(cause);
      if (readPrimary === undefined || !isAway(error)) throw error;
    }
    return work(readPrimary).catch((reason: unknown) => {
      throw storeError(reason);
    });
  };

  const openToWrite = async <Id extends SchemaStoreId>(
    id: Id,
    { schema = schemaOf(id), nowMs }: { schema?: string; nowMs: number },
  ): Promise<Store<TablesOf<Id>>> => {
    // One connection, as an embedded store has: statements run in the order in which they are asked for.
    const pool = openPool({ url, size: 1, settings: PLANNER_SETTINGS });
    try {
      const look = () => checkServer(pool, url);
      await check(look).catch(async (error: unknown) => {
        if (!(error instanceof StoreError && error.code === "STORE_ABSENT")) throw error;
        await makeDatabase(url);
        await check(look);
      });
      const db: Kysely<TablesOf<Id>> = openSchema(pool, { schema, url, writes: true });
      await makeSchema(db as unknown as BookkeepingDb, schema);
      await migrate(kindOf(id), db, { nowMs });
      return storeOf(id, db, () => pool.end());
    } catch (error) {
      await pool.end();
      throw storeError(error);
    }
  };

  const openToRead = <Id extends StoreId>(id: Id, pool = readers): Kysely<TablesOf<Id>> =>
    openSchema(pool, { schema: schemaOf(id as SchemaStoreId), url, writes: false });

  const open = async <Id extends StoreId>(id: Id, options: OpenOptions): Promise<Store<TablesOf<Id>>> => {
    if (id === "operator") return embedded.open(id, options);
    const indexed: SchemaStoreId = id;
    if (options.mode === "write")
      return (await openToWrite(indexed, options)) as unknown as Store<TablesOf<Id>>;
    await checkReader();
    const db = openToRead(id);
    await expectSchema(db, kindOf(id));
    return storeOf(id, db, async () => undefined);
  };

  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await onReader((pool) => pool.query<Row>(text, values))).rows;

  const schemas = async (): Promise<string[]> =>
    (await query<{ name: string }>("select nspname as name from pg_namespace order by nspname")).map(
      ({ name }) => name,
    );

  return {
    place,
    list: async () => storesIn(await schemas()),
    nameOf: (id) => (id === "operator" ? embedded.nameOf(id) : schemaOf(id)),
    whereIs: (id) => (id === "operator" ? embedded.whereIs(id) : `${whereIs(url)} (schema ${schemaOf(id)})`),
    open,
    read<Id extends StoreId>(id: Id): Reader<TablesOf<Id>> {
      if (id === "operator") return embedded.read(id);
      const expect = async (db: Kysely<TablesOf<Id>>) => {
        await checkReader();
        await expectSchema(db, kindOf(id));
      };
      const primary = readPrimary && openToRead(id, readPrimary);
      return new SchemaReader(openToRead(id), { expect, primary, version });
    },
    async size(id) {
      if (id === "operator") return embedded.size(id);
      // Where Citus is, a schema's tables are on one of its servers, and empty here.
      const [found] = await query<{ citus: boolean }>(HAS_CITUS);
      const bytesOf = found?.citus ? "citus_total_relation_size" : "pg_total_relation_size";
      const [row] = await query<{ bytes: string }>(
        `select coalesce(sum(${bytesOf}(oid)), 0) as bytes from pg_class
          where relnamespace = to_regnamespace($1) and relkind in ('r', 'm')`,
        [schemaOf(id)],
      );
      return Number(row?.bytes ?? 0);
    },
    servers: () =>
      askServers(
        { pool: readPrimary ?? readers, url },
        isReplica ? { pool: readers, url: readUrl } : undefined,
      ),
    async move(id, to) {
      try {
        return await moveSchema(url, id, to);
      } catch (error) {
        throw storeError(error);
      }
    },
    findDamage: (of) =>
      of === "operator" || (typeof of !== "string" && of.id === undefined)
        ? embedded.findDamage(of)
        : findDamage(url, typeof of === "string" ? schemaOf(of) : of.name),
    async scratch(use, nowMs) {
      const scratch = await embedded.scratch(use, nowMs);
      return { ...scratch, replaceRows: (db, claim) => replaceRows(db, scratch.db, claim) };
    },
    scratchChain: () => embedded.scratchChain(),
    archive: (id, db, options) => archiveSchema(id, db, options),
    archives: async <Id extends IndexedStoreId>(id: Id): Promise<Archive<Id>[]> =>
      (await schemas())
        .filter((schema) => isArchiveOf(id, schema))
        .reverse()
        .map((name) => ({ id, name })),
    openArchive: ({ id, name }, nowMs) => openToWrite(id, { schema: name, nowMs }),
    async restore({ id, name }, db, { claim, nowMs }) {
      // Migrates it.
      await (await openToWrite(id, { schema: name, nowMs })).close();
      await restoreSchema(id, db, { archive: name, claim });
    },
    async backUp() {
      throw new ConfigError(
        "CONFIG_INVALID",
        "the stores are in a database, which firn backup does not copy",
        {
          hint: "use pg_dump or the server's own backup: docs/scale.md says how",
        },
      );
    },
    async reset() {
      const ids = storesIn(await schemas());
      const names = ids.map(schemaOf);
      const held = await whileUnwritten(url, names, async (client) => {
        const all = [...names, NOTES_SCHEMA].map((name) => `drop schema if exists "${name}" cascade`);
        await client.query(["begin", ...all, "commit"].join("; "));
      });
      if (held === undefined) return ids;
      throw new ConfigError("LEASE_HELD", `an indexer writes ${held.writtenBy}`, {
        hint: "stop Firn, then reset it",
      });
    },
    async readRegistry() {
      const text = await notes.read("chains");
      return text === undefined ? undefined : parseRegistry(text);
    },
    writeRegistry: (entries) => notes.write("chains", JSON.stringify(entries)),
    readFoundDamage: async () => parseFoundDamage((await notes.read("damage")) ?? "[]"),
    writeFoundDamage: (found) => notes.write("damage", JSON.stringify(found)),
    readVerification: async () => parseVerification((await notes.read("verified")) ?? ""),
    writeVerification: (verification) => notes.write("verified", JSON.stringify(verification)),
    readKnownNodes: async () => parseKnownNodes((await notes.read("nodes")) ?? "[]"),
    writeKnownNodes: (nodes) => notes.write("nodes", JSON.stringify(nodes)),
    mailbox: (chainId) => notes.mailbox(chainId),
  };
}

function storeOf<Id extends StoreId>(
  id: Id,
  db: Kysely<TablesOf<Id>>,
  close: () => Promise<void>,
): Store<TablesOf<Id>> {
  return {
    db,
    schemaVersion: SCHEMA_VERSIONS[kindOf(id)],
    // The server writes its log as it likes.
    bulk: async () => undefined,
    close,
  };
}
