import { hrefTo } from "@/lib/contract/pages";

/**
 * Path segment of this browser's console. No other origin sees it, not even another port of the same host. The other
 * part of the session's secret is in a cookie that no script reads.
 */
const KEY = "firn-session";

/** Without storage, the console is found by its own URL only. */
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

/** Forgets that session, but keeps a newer one. */
export function forgetSession(path: string): void {
  if (knownSession() === path) localStorage.removeItem(KEY);
}

/** Path that answers whether a session runs; without one, the state of the sign-in page. */
export function stateOf(path: string | undefined): string {
  return path === undefined ? hrefTo("adminState") : hrefTo("consoleState", { path });
}
