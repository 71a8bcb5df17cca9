import { createServer, type Server } from "node:http";
import { readConfig } from "../config";
import { parseOptions } from "./args";
import { rootFolder } from "./paths";
import { listenOn } from "./ports";
import { runService } from "./service";

/** `firn web [--dev]`: the Next.js app on FIRN_HOST and FIRN_WEB_PORT. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = parseOptions(args, { dev: "flag" });
  const config = readConfig(env);
  await runService("web", async () => {
    const server = createServer();
    const address = { host: config.host, port: config.webPort };
    await listenOn(server, address, "FIRN_WEB_PORT");
    const { default: next } = await import("next");
    const app = next({
      dev: options.dev !== undefined,
      dir: rootFolder(),
      // Next speaks of loopback as localhost: under another name its own rewrites would go out over the network.
      hostname: "localhost",
      port: address.port,
      httpServer: server,
    });
    await app.prepare();
    const handle = app.getRequestHandler();
    server.on("request", (request, response) => void handle(request, response));
    return {
      url: `http://${address.host}:${address.port}`,
      close: () => closeAll(server, () => app.close()),
    };
  });
}

/** Open connections of browsers would hold the server open: they are cut after the listener is closed. */
async function closeAll(server: Server, closeApp: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  await closeApp();
}
