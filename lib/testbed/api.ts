import { join } from "node:path";
import { type ServeApiOptions, serveApi } from "../api/serve";
import { openService, type ServiceOptions } from "../api/service";
import { SILENT } from "../log";

/** Of the service and of the server. */
export type ApiOptions = Partial<ServeApiOptions> & Partial<ServiceOptions>;

/** Serves the API over `stores` on a free loopback port, in practice without limits of requests; `options` come first. */
export function startApi(options: ApiOptions & Pick<ServiceOptions, "stores">): ReturnType<typeof serveApi> {
  const service = {
    imagesFolder: join(options.stores.place.folder, "images"),
    contractsFolder: join(options.stores.place.folder, "contracts"),
    exportsFolder: join(options.stores.place.folder, "exports"),
    version: "0.0.0",
    log: SILENT,
    nowMs: Date.now,
    ...options,
  };
  return serveApi({
    open: () => openService(service),
    host: "127.0.0.1",
    port: 0,
    limits: { anonymous: 1e9, keyed: 1e9 },
    ...service,
  });
}
