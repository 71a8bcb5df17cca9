import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../../errors";

/**
 * An EVM chain that the indexer follows, or would: what the chain's own store can't say while there is none, or while
 * nobody writes it.
 */
export interface RosterEntry {
  /** The same for good: "C", a blockchain id, or an RPC URL without credentials. */
  key: string;
  name?: string;
  /** cb58; absent when only an RPC URL was given. */
  blockchainId?: string;
  /** Without credentials. */
  rpcUrl: string;
  /** Decimal; absent until the chain's node has said it. */
  evmChainId?: string;
  /** Why nobody indexes the chain now; absent while somebody does. */
  problem?: RosterProblem;
}

export interface RosterProblem {
  code: string;
  message: string;
  hint?: string;
  /** Whether it passes by itself, once the node is back. */
  passes: boolean;
  /** Unix milliseconds. */
  at: number;
}

/** Beside the stores of the chains. */
const FILE = "chains.json";

/** The chains of the folder, in the indexer's order; undefined before there was an indexer. */
export function readRoster(folder: string): RosterEntry[] | undefined {
  try {
    const entries: unknown = JSON.parse(readFileSync(join(folder, FILE), "utf8"));
    return Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
  } catch {
    return undefined; // a damaged one is as good as none: the indexer writes it anew
  }
}

function isEntry(value: unknown): value is RosterEntry {
  const { key, rpcUrl, problem } = (value ?? {}) as Partial<Record<keyof RosterEntry, unknown>>;
  const isKnown = typeof key === "string" && typeof rpcUrl === "string";
  return isKnown && (problem === undefined || typeof (problem as RosterProblem | null)?.message === "string");
}

/** Replaces it at once: a reader finds the old one or the new one. @throws StoreError STORE_FAILED */
export function writeRoster(folder: string, entries: readonly RosterEntry[]): void {
  const path = join(folder, FILE);
  try {
    mkdirSync(folder, { recursive: true });
    // URLs of chains may hold keys.
    writeFileSync(`${path}.new`, JSON.stringify(entries), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StoreError("STORE_FAILED", `${path} can't be written (${code})`, {
      hint: "check that FIRN_DATA_DIR may be written and has room",
      cause,
    });
  }
}

/** There is none afterwards. */
export function deleteRoster(folder: string): void {
  rmSync(join(folder, FILE), { force: true });
}
