import { hrefTo } from "@/lib/contract/pages";

/**
 * Where this browser's console is: the session's part of its address, which no other origin sees, another port of the same
 * host neither. The other part of the session's secret is in a cookie that no script reads.
 */
const KEY = "firn-session";

/** Where the browser keeps nothing, the console is found by its own address only. */
export function knowSession(path: string): void {
  try {
    localStorage.setItem(KEY, path);
  } catch {
    // storage is switched off
  }
}

export function knownSession(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Forgets that session; another that was begun since stays known. */
export function forgetSession(path: string): void {
  if (knownSession() === path) localStorage.removeItem(KEY);
}

/** What is asked whether a session runs; the door's own state without one. */
export function stateOf(path: string | undefined): string {
  return path === undefined ? hrefTo("adminState") : hrefTo("consoleState", { path });
}
