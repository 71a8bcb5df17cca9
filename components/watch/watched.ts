import { useSyncExternalStore } from "react";
import { cleanName } from "@/components/ui/name";

/** Addresses that the reader watches, with names of their own. They are kept in this browser and sent to nobody. */

export interface Watched {
  /** As its page writes it: bech32 without a chain, or 0x with its checksum. */
  address: string;
  name: string;
}

/** Addresses that can be watched: more would slow down every page. */
export const MOST_WATCHED = 1_000;
/** Characters of a name. */
export const LONGEST_NAME = 40;

const KEY = "firn-watched";
const NONE: readonly Watched[] = [];
const listeners = new Set<() => void>();

/** What was read last, and the text that it was read from. */
let last: { text: string | null; watched: readonly Watched[]; names: ReadonlyMap<string, string> } = {
  text: null,
  watched: NONE,
  names: new Map(),
};

/** All watched addresses, in the order of their names; none while the server renders. */
export function useWatched(): readonly Watched[] {
  return useSyncExternalStore(
    subscribe,
    () => read().watched,
    () => NONE,
  );
}

/** The reader's name of an address, written with or without its chain. */
export function useOwnName(address: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => read().names.get(keyOf(address)),
    () => undefined,
  );
}

/** Watches addresses under their names, in place of the names that they had. False if the browser keeps nothing. */
export function watch(added: readonly Watched[]): boolean {
  const keys = new Set(added.map(({ address }) => keyOf(address)));
  const others = read().watched.filter(({ address }) => !keys.has(keyOf(address)));
  return write([...others, ...added]);
}

/** False if the browser keeps nothing. */
export function unwatch(addresses: readonly string[]): boolean {
  const keys = new Set(addresses.map(keyOf));
  return write(read().watched.filter(({ address }) => !keys.has(keyOf(address))));
}

/** A key has one name on P, X and C, and an account one for every spelling. */
function keyOf(address: string): string {
  return address.replace(/^[PXC]-/, "").toLowerCase();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab wrote it.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function read(): typeof last {
  const text = stored();
  if (text !== last.text) {
    const watched = parse(text);
    last = { text, watched, names: new Map(watched.map(({ address, name }) => [keyOf(address), name])) };
  }
  return last;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage is switched off.
    return null;
  }
}

/** Whoever else may have written the text: entries of another form are left out. */
function parse(text: string | null): readonly Watched[] {
  let entries: unknown;
  try {
    entries = JSON.parse(text ?? "[]");
  } catch {
    return NONE;
  }
  return Array.isArray(entries) ? entries.filter(isWatched).slice(0, MOST_WATCHED) : NONE;
}

function isWatched(entry: unknown): entry is Watched {
  if (typeof entry !== "object" || entry === null) return false;
  const { address, name } = entry as Partial<Record<keyof Watched, unknown>>;
  return typeof address === "string" && typeof name === "string";
}

function write(watched: readonly Watched[]): boolean {
  const named = watched
    .map(({ address, name }) => ({ address, name: cleanName(name, LONGEST_NAME) }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.address.localeCompare(b.address));
  try {
    localStorage.setItem(KEY, JSON.stringify(named));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}
