import { InputError } from "../../errors";
import type { Endpoint } from "./http";

/**
 * Endpoints by path. A path is a base, which may have aliases, and a rest below it. An alias serves everything below
 * its base, added earlier or later.
 * @source AvalancheGo api/server/router.go
 */
export interface Router {
  find(path: string): Endpoint | undefined;
  /** @throws InputError BAD_PARAMETER if the path is already served */
  add(base: string, below: string, endpoint: Endpoint): void;
  /** The base need not be served yet. @throws InputError BAD_PARAMETER if the alias is taken */
  alias(base: string, alias: string): void;
}

/** A router without routes. */
export function openRouter(): Router {
  const byPath = new Map<string, Endpoint>();
  const byBase = new Map<string, Map<string, Endpoint>>();
  const aliasesOf = new Map<string, string[]>();
  const reserved = new Set<string>();

  /** Adds at the base and at its aliases. Continues after an error, and returns the first one. */
  const addRoute = (base: string, below: string, endpoint: Endpoint): string | undefined => {
    const path = base + below;
    const routes = byBase.get(base) ?? new Map<string, Endpoint>();
    if (routes.has(below)) return `failed to create endpoint as ${path} already exists`;
    byBase.set(base, routes.set(below, endpoint));
    byPath.set(path, byPath.get(path) ?? endpoint);
    return firstOf(aliasesOf.get(base) ?? [], (alias) => addRoute(alias, below, endpoint));
  };

  return {
    find: (path) => byPath.get(path),
    add: (base, below, endpoint) => refuse(addRoute(base, below, endpoint)),
    alias(base, alias) {
      if (reserved.has(alias)) {
        refuse(`route is either already aliased or already maps to a handle: ${alias}`);
      }
      reserved.add(alias);
      aliasesOf.set(base, [...(aliasesOf.get(base) ?? []), alias]);
      refuse(firstOf([...(byBase.get(base) ?? [])], ([below, endpoint]) => addRoute(alias, below, endpoint)));
    },
  };
}

/** Calls `doTo` for each; returns the first defined result. */
function firstOf<T>(all: readonly T[], doTo: (each: T) => string | undefined): string | undefined {
  return all.map(doTo).find((problem) => problem !== undefined);
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new InputError("BAD_PARAMETER", problem);
}
