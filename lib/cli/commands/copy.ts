import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { asTyped } from "../../command-names";
import { type Config, readConfig } from "../../config";
import { ConfigError, InputError, StoreError } from "../../errors";
import { type CopiedStoreId, copyStore } from "../../store/copy-store";
import { openStores } from "../../store/open-stores";
import type { Stores } from "../../store/stores";
import { parseArgs } from "../args";
import { openBar } from "../bar";

/** Stores that an API or the indexer keeps for itself. They may not be there. */
const OWN = ["webhooks", "observed", "usage"] as const;

export const usage = `firn copy FROM TO

Copies what is indexed, webhooks, what the node was seen to say, and how API keys were used from files to a database, or back, and compares every
row. FROM and TO are \`files\` (FIRN_DATA_DIR) and \`database\` (FIRN_DATABASE_URL). Stop Firn first. An interrupted copy goes on when it is run again. Afterwards the
indexer goes on where the copy ends: start Firn with FIRN_DATABASE_URL set, or without it.
`;

/** `firn copy files database`: moves to another engine without indexing again. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [from, to, ...more] = parseArgs(args, {}).rest;
  if (from === undefined || to === undefined || more.length > 0 || from === to)
    throw new InputError("BAD_PARAMETER", "firn copy needs two places", {
      hint: "write firn copy files database, or firn copy database files",
    });
  const config = readConfig(env);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  const bar = openBar();
  const lines = await copyStores(
    { from: placeOf(from, config), to: placeOf(to, config) },
    { signal: stop.signal, onProgress: (table, done) => bar.show(table, { done, total: done }) },
  ).finally(bar.clear);
  for (const line of lines) process.stdout.write(`${line}\n`);
  if (stop.signal.aborted) process.exitCode = 1;
}

/**
 * Copies every store but the console's, which is always a file, and what is known of the chains.
 * @returns a line for each store
 * @throws ConfigError LEASE_HELD as `copyStore`; StoreError STORE_DAMAGED when a copied row differs
 */
export async function copyStores(
  places: { from: Stores; to: Stores },
  options: { signal: AbortSignal; onProgress: (table: string, done: number) => void },
): Promise<string[]> {
  const { from, to } = places;
  const lines: string[] = [];
  const indexed = await from.list();
  // The small ones first: what can't be copied is said at once.
  for (const id of [...OWN, ...indexed]) {
    const given = { ...options, holder: randomUUID(), nowMs: Date.now() };
    const copied = await copyStore(id, places, given).catch(absentIfOwn(id));
    if (copied === "absent") continue;
    if (copied === undefined) return [...lines, asTyped("interrupted: run firn copy again to go on")];
    const { rows, differences } = copied;
    if (differences[0] !== undefined)
      throw new ConfigError("LEASE_HELD", `${differences.length} rows differ in ${to.whereIs(id)}`, {
        hint: "something else wrote it meanwhile: delete it with firn reset --yes and copy again",
      });
    const said = rows === undefined ? "was copied before" : `${rows} rows copied`;
    lines.push(`${from.whereIs(id)} → ${to.whereIs(id)}: ${said}, every row is equal`);
  }
  const registry = await from.readRegistry();
  if (registry !== undefined) await to.writeRegistry(registry);
  return lines;
}

function absentIfOwn(id: CopiedStoreId): (error: unknown) => "absent" {
  return (error) => {
    const isAbsent = error instanceof StoreError && error.code === "STORE_ABSENT";
    if (isAbsent && OWN.some((own) => own === id)) return "absent";
    throw error;
  };
}

function placeOf(name: string, { dataDir, databaseUrl }: Config): Stores {
  const folder = resolve(dataDir);
  if (name === "files") return openStores({ folder });
  if (name !== "database")
    throw new InputError("BAD_PARAMETER", `"${name}" is no place of stores`, {
      hint: "write `files` or `database`",
    });
  if (databaseUrl === undefined)
    throw new ConfigError("CONFIG_INVALID", "FIRN_DATABASE_URL is not set", {
      hint: "set it to the database to copy to or from",
    });
  return openStores({ folder, database: { url: databaseUrl } });
}
