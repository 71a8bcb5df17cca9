import { join } from "node:path";
import { type ServeApiOptions, serveApi } from "../api/serve";
import { SILENT } from "../log";

/** Serves the API over `stores` on a free loopback port, in practice without limits of requests; `options` come first. */
export function startApi(
  options: Partial<ServeApiOptions> & Pick<ServeApiOptions, "stores">,
): ReturnType<typeof serveApi> {
  return serveApi({
    imagesFolder: join(options.stores.place.folder, "images"),
    host: "127.0.0.1",
    port: 0,
    version: "0.0.0",
    log: SILENT,
    nowMs: Date.now,
    limits: { anonymous: 1e9, keyed: 1e9 },
    ...options,
  });
}
