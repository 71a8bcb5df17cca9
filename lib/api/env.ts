import type { HttpBindings } from "@hono/node-server";
import type { Route } from "../contract/route";
import type { Reading } from "../store/reading";
import type { Caller } from "./access/caller";
import type { Manager } from "./access/managing";
import type { Dialect } from "./request/dialect";

/** Variables that the middleware sets on a request. */
export interface ApiEnv {
  /** `reading`: what is read for a request that another thread has let in. */
  Bindings: Partial<HttpBindings> & { reading?: Reading };
  Variables: {
    requestId: string;
    /** Path template of the contract that answers; undefined when there is none. */
    route: string | undefined;
    dialect: Dialect;
    caller: Caller;
    /** The route at the request's path, whichever method it uses. */
    asked: Route | undefined;
    /**
     * Counts the request once more. Answers how long its client has to wait first, ms; 0 if it was counted. Undefined for clients
     * without a limit.
     */
    charge: (() => number) | undefined;
    /** Who manages what somebody owns, on a route that says so. */
    manager: Manager | undefined;
    /** Headers to send if the request fails. */
    errorHeaders: Record<string, string> | undefined;
  };
}
