import type { Route } from "../../contract/route";
import type { Caller } from "./caller";

/** Who manages what somebody owns, such as webhooks. */
export interface Manager {
  /** Name of a key; undefined for this Firn's own processes, which manage everything. */
  owner: string | undefined;
  /** Whether it may make Firn ask addresses that are not public. */
  mayReachPrivate: boolean;
}

/**
 * What a caller may manage, or be told of itself. To manage webhooks, a key has to be marked for it: they make Firn send
 * requests where the key's owner says. Nobody else may, not even on this machine, which a proxy that nobody named looks like.
 */
export function managerOf(caller: Caller, manages: Route["manages"]): Manager | undefined {
  if (caller.kind === "own") return { owner: undefined, mayReachPrivate: true };
  if (caller.kind !== "key") return undefined;
  if (manages === "usage") return { owner: caller.key.name, mayReachPrivate: false };
  if (caller.key.webhooks === undefined) return undefined;
  return { owner: caller.key.name, mayReachPrivate: caller.key.webhooks === "private" };
}
