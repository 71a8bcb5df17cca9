import type { HttpBindings } from "@hono/node-server";
import type { Dialect } from "./request/dialect";

/** Variables that the middleware sets on a request. */
export interface ApiEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Path template of the contract that answers; undefined when there is none. */
    route: string | undefined;
    dialect: Dialect;
    /** The request has a valid API key. */
    keyed: boolean;
    /** The request has an unknown API key. */
    hasWrongKey: boolean;
    /** Identifies the rate-limit budget that the request counts against. */
    client: string;
    /** Headers to send if the request fails. */
    errorHeaders: Record<string, string> | undefined;
  };
}
