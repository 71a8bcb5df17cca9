import type { HttpBindings } from "@hono/node-server";
import type { Dialect } from "./request/dialect";

/** What the middleware knows of a request. */
export interface ApiEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** Path of the contract that answers, as it stands there; undefined where none does. */
    route: string | undefined;
    dialect: Dialect;
    /** Came with a known API key. */
    keyed: boolean;
    /** Came with a key that is none of those there are. */
    hasWrongKey: boolean;
    /** Whose budget it counts against. */
    client: string;
    /** Headers of the answer should the request fail. */
    errorHeaders: Record<string, string> | undefined;
  };
}
