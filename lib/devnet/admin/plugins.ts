import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { formatId } from "../../avalanche/ids";
import { ConfigError, InputError } from "../../errors";
import { Mutex } from "../../mutex";
import { type Aliases, openAliases } from "../aliases";
import { readCb58Id } from "../go/cb58";
import { runHandshake } from "./handshake";
import type { Logger } from "./loggers";

/**
 * The node's virtual machines: built in, and from its plugin folder.
 * @source AvalancheGo vms/registry, vms/manager.go
 */
export interface Plugins {
  /** VM ids and further names of the loaded plugins. */
  loaded(): Record<string, string[]>;
  /**
   * Tries each new file in the folder once. A failed one is not retried before a restart.
   * @throws InputError BAD_PARAMETER if a file's name is neither the id nor a name of a virtual machine
   */
  load(): Promise<{ newVMs: Record<string, string[]>; failedVMs?: Record<string, string> }>;
}

export interface PluginsOptions {
  folder: string;
  /** JSON object from VM id to a list of names. May be missing. */
  aliasesFile: string;
  /** VM ids and their names. */
  builtIn: Readonly<Record<string, readonly string[]>>;
  protocolVersion: number;
  /** Time limit of a plugin's handshake. */
  timeoutMs: number;
  log: Logger;
}

/**
 * Opens the registry without loading any plugin.
 * @throws ConfigError CONFIG_INVALID if the file of names cannot be read
 */
export async function openPlugins(options: PluginsOptions): Promise<Plugins> {
  const { folder, builtIn } = options;
  const names = await readNames(options.aliasesFile);
  const aliases = openAliases(
    [...Object.entries(builtIn), ...Object.entries(names)].flatMap(([id, given]) =>
      given.map((name) => [name, id] as const),
    ),
  );
  const tried = new Set(Object.keys(builtIn));
  const loaded: Record<string, string[]> = {};
  // Two loads at once would start the same plugin twice.
  const mutex = new Mutex();

  const load: Plugins["load"] = async () => {
    const found = new Map((await listFiles(folder)).map((file) => [idOf(file, aliases), join(folder, file)]));
    const newVMs: Record<string, string[]> = {};
    const failedVMs: Record<string, string> = {};
    for (const [id, file] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (tried.has(id)) continue;
      tried.add(id);
      const failure = await runHandshake(file, options);
      if (failure === undefined) newVMs[id] = [...aliases.namesOf(id)];
      else failedVMs[id] = failure;
      if (failure === undefined) options.log("INFO", "loaded VM", () => ({ vmID: id }));
      else options.log("ERROR", "failed to load VM", () => ({ vmID: id, error: failure }));
    }
    Object.assign(loaded, newVMs);
    return Object.keys(failedVMs).length === 0 ? { newVMs } : { newVMs, failedVMs };
  };
  return {
    loaded: () => loaded,
    load: () => mutex.run(load),
  };
}

const nameLists = z.record(z.string(), z.array(z.string()));

async function readNames(file: string): Promise<z.output<typeof nameLists>> {
  if (!existsSync(file)) return {};
  try {
    return nameLists.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    throw new ConfigError("CONFIG_INVALID", `${file} holds no names of virtual machines`, {
      hint: 'write {"VM id": ["name", …]} there, or remove it',
      cause,
    });
  }
}

/** A missing folder has no files. */
async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && baseName(entry.name) !== "")
    .map(({ name }) => name)
    .sort();
}

/** File name without extension. A hidden file counts as all name. */
function baseName(file: string): string {
  const dot = file.lastIndexOf(".");
  return dot < 0 ? file : file.slice(0, dot);
}

function idOf(file: string, aliases: Aliases): string {
  const name = baseName(file);
  const known = aliases.find(name);
  if (known !== undefined) return known;
  try {
    return formatId(readCb58Id(name));
  } catch (cause) {
    throw new InputError("BAD_PARAMETER", `invalid vmID: ${JSON.stringify(name)}`, { cause });
  }
}
