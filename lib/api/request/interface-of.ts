import type { Route } from "../../contract/route";
import { findRoute, ROUTES } from "../../contract/routes";
import { InputError } from "../../errors";

/** Paths of the metrics interface below `/v1`. It has everything below `/v2`. */
const OLDER_SERIES = new Set(
  Object.values(ROUTES)
    .filter(({ api, path }) => api === "metrics" && path.startsWith("/v1/"))
    .map(({ path }) => headOf(path)),
);

export type Interface = "data" | NonNullable<Route["api"]>;

/** The interface of a path, even if no route has it: it decides what errors look like, and where an API key stands. */
export function interfaceOf(path: string, route: Route | undefined = routeOf(path)): Interface {
  if (route !== undefined) return route.api ?? "data";
  const isMetrics = path === "/v2" || path.startsWith("/v2/") || OLDER_SERIES.has(headOf(path));
  return isMetrics ? "metrics" : "data";
}

/** `/v1/avg_tps` of `/v1/avg_tps/43114`. */
function headOf(path: string): string {
  return path.split("/").slice(0, 3).join("/");
}

/** The route of a path, whichever method is used; undefined if none has it. */
export function routeOf(path: string): Route | undefined {
  try {
    return findRoute(path)?.route ?? findRoute(path, "post")?.route;
  } catch (error) {
    if (error instanceof InputError) return undefined; // a malformed percent encoding
    throw error;
  }
}
