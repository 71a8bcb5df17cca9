import { resolve } from "node:path";
import type { z } from "zod";
import { addKey, endOf, readKeyFile, removeKey } from "../../api/access/key-file";
import { readConfig } from "../../config";
import { type ApiKey, keyExpiry, keyLimit, keyName, keyWebhooks } from "../../contract/api-keys";
import { ConfigError, InputError, StoreError } from "../../errors";
import { listUsage } from "../../store/queries/usage/usage";
import { parseArgs } from "../args";
import { storesOf } from "../paths";

export const usage = `firn keys: the API keys in the file that FIRN_API_KEYS=file:PATH names

  firn keys add NAME [--limit N] [--expires DATE] [--webhooks public|private]
      make a key and print it, once; only its hash is stored
      --limit    requests a minute; without it FIRN_KEY_RATE_LIMIT
      --expires  the last day on which it is valid (UTC), like 2027-01-31
      --webhooks it may have webhooks: Firn then sends requests to URLs that its owner chooses.
                 public: to public addresses; private: also to this machine and its networks
  firn keys list
      names, limits, last days, and requests of the last 30 days
  firn keys remove NAME
      end a key

A running API follows the file within seconds.
`;

/** `firn keys add|list|remove`: the file of named API keys. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const nowMs = Date.now();
  const used = args[0] === "list" ? await readUse(env, nowMs) : undefined;
  process.stdout.write(changeKeys(args, { env, nowMs, used }));
}

/** What was asked with a key: how often, and how often in vain. */
interface Use {
  requests: number;
  invalid: number;
}

const USE_DAYS = 30;

/** How keys were used; undefined where nothing was counted, or the store can't be read now. */
async function readUse(
  env: Parameters<typeof readConfig>[0],
  nowMs: number,
): Promise<Map<string, Use> | undefined> {
  const reader = storesOf(readConfig(env)).read("usage");
  const before = Math.floor(nowMs / 1_000) + 1;
  try {
    const rows = await reader.snapshot((db) => listUsage(db, { from: before - USE_DAYS * 86_400, before }));
    const used = new Map<string, Use>();
    for (const { key, status, requests } of rows) {
      const use = used.get(key) ?? { requests: 0, invalid: 0 };
      use.requests += requests;
      if (status >= 400 && status < 500) use.invalid += requests;
      used.set(key, use);
    }
    return used;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  } finally {
    await reader.close();
  }
}

/**
 * What the command prints.
 * @throws InputError BAD_PARAMETER; ConfigError CONFIG_INVALID when FIRN_API_KEYS names no file, or that is damaged
 */
export function changeKeys(
  args: readonly string[],
  {
    env,
    nowMs,
    used,
  }: { env: Parameters<typeof readConfig>[0]; nowMs: number; used?: ReadonlyMap<string, Use> | undefined },
): string {
  const { options, rest } = parseArgs(args, { limit: "value", expires: "value", webhooks: "value" });
  const [action, name, ...others] = rest;
  const isWhole = (action === "list") === (name === undefined) && others.length === 0;
  const hasOptions = Object.keys(options).length > 0;
  if (!isWhole || (hasOptions && action !== "add") || !["add", "list", "remove"].includes(action ?? "")) {
    throw new InputError(
      "BAD_PARAMETER",
      `${["firn keys", ...args].join(" ")} is not complete, or too much`,
      {
        hint: "firn keys --help shows how to write it",
      },
    );
  }
  const file = keyFileOf(env);
  if (action === "list" || name === undefined) return tableOf(readKeyFile(file).keys, { nowMs, used });
  if (action === "remove") {
    removeKey(file, name);
    return `removed ${name}\n`;
  }
  const { limit, expires, webhooks } = options;
  const key = addKey(file, {
    name: checked(keyName, name, "NAME"),
    limit: limit === undefined ? undefined : checked(keyLimit, Number(limit), "--limit"),
    expires: expires === undefined ? undefined : lastDay(expires, nowMs),
    webhooks: webhooks === undefined ? undefined : checked(keyWebhooks, webhooks, "--webhooks"),
  });
  return `${key}\nThis is the only time that it is shown.\n`;
}

function keyFileOf(env: Parameters<typeof readConfig>[0]): string {
  const { apiKeys } = readConfig(env);
  if ("file" in apiKeys) return resolve(apiKeys.file);
  throw new ConfigError("CONFIG_INVALID", "FIRN_API_KEYS names no file of keys", {
    hint: "set it, for this command and for Firn, to file:PATH, such as file:./data/api-keys.json",
  });
}

function tableOf(
  keys: readonly ApiKey[],
  { nowMs, used }: { nowMs: number; used: ReadonlyMap<string, Use> | undefined },
): string {
  if (keys.length === 0) return "there are no keys\n";
  const rows = keys.map(({ name, limit, expires, webhooks }) => [
    name,
    limit === undefined ? "default" : `${limit} a minute`,
    expires === undefined ? "never" : `${expires}${endOf(expires) <= nowMs ? ", expired" : ""}`,
    webhooks ?? "no",
    ...(used === undefined ? [] : [wordsOf(used.get(name))]),
  ]);
  const head = ["name", "limit", "last day", "webhooks"];
  const table = [used === undefined ? head : [...head, `requests in ${USE_DAYS} days`], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return table.map((row) => `${lineOf(row).trimEnd()}\n`).join("");
}

function wordsOf(use: Use | undefined): string {
  if (use === undefined) return "none";
  return use.invalid === 0 ? String(use.requests) : `${use.requests}, ${use.invalid} invalid`;
}

function lastDay(text: string, nowMs: number): string {
  const day = checked(keyExpiry, text, "--expires");
  if (endOf(day) > nowMs) return day;
  throw new InputError("BAD_PARAMETER", `--expires is ${day}, which is over`, { hint: "name a later day" });
}

function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new InputError("BAD_PARAMETER", `${what} ${read.error.issues[0]?.message ?? "is wrong"}`);
}
