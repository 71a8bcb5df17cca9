import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../../errors";

/**
 * An EVM chain that the indexer follows or should follow. It says what the chain's own store cannot while that is
 * missing or not being written.
 */
export interface RegistryEntry {
  /** Identifies the chain for good: "C", a blockchain id, or an RPC URL without credentials. */
  key: string;
  name?: string;
  /** cb58; absent when only an RPC URL was given. */
  blockchainId?: string;
  /** Without credentials. */
  rpcUrl: string;
  /** Decimal. Absent until the chain's node has answered. */
  evmChainId?: string;
  /** Why the chain is not being indexed. Absent while it is. */
  problem?: RegistryProblem;
}

export interface RegistryProblem {
  code: string;
  message: string;
  hint?: string;
  /** Whether it ends once the node is back, without an operator. */
  passes: boolean;
  /** Unix milliseconds. */
  at: number;
}

/** In the folder of the chains' stores. */
const FILE = "chains.json";

/** The chains of the folder, in the indexer's order. Undefined before the first indexer. */
export function readRegistry(folder: string): RegistryEntry[] | undefined {
  try {
    return parseRegistry(readFileSync(join(folder, FILE), "utf8"));
  } catch {
    return undefined;
  }
}

/** The entries in a text; undefined for a damaged one: the indexer writes it again. */
export function parseRegistry(text: string): RegistryEntry[] | undefined {
  try {
    const entries: unknown = JSON.parse(text);
    return Array.isArray(entries) && entries.every(isEntry) ? entries : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is RegistryEntry {
  const { key, rpcUrl, problem } = (value ?? {}) as Partial<Record<keyof RegistryEntry, unknown>>;
  const isKnown = typeof key === "string" && typeof rpcUrl === "string";
  return (
    isKnown && (problem === undefined || typeof (problem as RegistryProblem | null)?.message === "string")
  );
}

/** Replaces the file in one step: a reader finds the old one or the new one. @throws StoreError STORE_FAILED */
export function writeRegistry(folder: string, entries: readonly RegistryEntry[]): void {
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

/** Deletes the file, if there is one. */
export function deleteRegistry(folder: string): void {
  rmSync(join(folder, FILE), { force: true });
}
