import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { KEY_HEADER } from "../contract/operator/access";
import { InputError } from "../errors";
import type { Audit } from "./audit";

/** Only browsers send these; Node's own fetch sends `sec-fetch-mode`, which says nothing. */
const BROWSERS_SEND = [
  ...["origin", "referer", "cookie", "sec-fetch-site", "sec-fetch-dest", "sec-fetch-user"],
  ...["access-control-request-method", "access-control-request-private-network"],
];

/**
 * Stands before every route: the web is a process of this machine that has read the key file. A page in a browser is
 * not, whatever name it found this port by. Refusals are written down.
 */
export function guard({
  key,
  audit,
  port,
}: {
  key: string;
  audit: Audit;
  port: () => number;
}): MiddlewareHandler {
  const wanted = digest(key);
  const own = () => [`127.0.0.1:${port()}`, `localhost:${port()}`];
  return async (c, next) => {
    const reason = ((): string | undefined => {
      // A target in absolute form says a host of its own.
      const hosts = [c.req.header("host") ?? "", new URL(c.req.url).host];
      const strange = hosts.find((host) => !own().includes(host.toLowerCase()));
      if (strange !== undefined) return `the host "${strange.slice(0, 100)}" is not the operator's`;
      const sent = BROWSERS_SEND.find((name) => c.req.header(name) !== undefined);
      if (sent !== undefined) return `the operator answers no browser (${sent})`;
      const given = c.req.header(KEY_HEADER) ?? "";
      return timingSafeEqual(digest(given), wanted)
        ? undefined
        : `${KEY_HEADER} is not the key of this operator`;
    })();
    if (reason === undefined) return next();
    const parameters = { method: c.req.method, path: c.req.path.slice(0, 200) };
    await audit.deny({ who: "nobody", method: "firn.request", parameters }, reason);
    throw new InputError("FORBIDDEN", reason);
  };
}

/** Equal lengths for a comparison in constant time. */
function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
