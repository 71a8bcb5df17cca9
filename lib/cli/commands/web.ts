import { createServer, type Server } from "node:http";
import { resolve } from "node:path";
import { openTrustedProxies } from "../../api/access/client-address";
import { openSignIn } from "../../api/access/sign-in";
import { readBrand } from "../../client/brand";
import { type Config, readConfig } from "../../config";
import { ConfigError } from "../../errors";
import { listen } from "../../listen";
import { rootFolder } from "../../root-folder";
import { parseOptions } from "../args";
import { admitRequest } from "../request-guard";
import { runService } from "../service";

/** `firn web [--dev]`: the Next.js app on FIRN_HOST and FIRN_WEB_PORT. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = parseOptions(args, { dev: "flag" });
  const config = readConfig(env);
  requireApiAccess(config);
  if (config.brand !== undefined) readBrand(resolve(config.brand));
  const trusted = openTrustedProxies(config.trustedProxies);
  const { readPassword: password, readHeader: header } = config;
  const signIn = openSignIn({ password, header }, { trusted, steadyMs: () => performance.now() });
  await runService("web", async () => {
    const server = createServer();
    const address = { host: config.host, port: config.webPort };
    const app = listen(server, address, "FIRN_WEB_PORT").then(() =>
      prepareApp(server, { port: address.port, dev: options.dev !== undefined }),
    );
    // Requests that arrive early wait until the app is ready; without a listener they would never be answered.
    server.on("request", async (request, response) => {
      if (admitRequest(request, response, { trusted, signIn }))
        await (await app).getRequestHandler()(request, response);
    });
    await app;
    return {
      url: `http://${address.host}:${address.port}`,
      close: () => closeAll(server, async () => (await app).close()),
    };
  });
}

/** @throws ConfigError CONFIG_INVALID when the API would refuse every page */
function requireApiAccess({ apiAccess, apiSecret, apiKeys, readPassword, readHeader }: Config): void {
  const hasKey = !("file" in apiKeys) && apiKeys.length > 0;
  const isClosed = readPassword !== undefined || readHeader !== undefined;
  if ((apiAccess === "open" && !isClosed) || apiSecret !== undefined || hasKey) return;
  const why = apiAccess === "keys" ? "FIRN_API_ACCESS is keys" : "readers of the API sign in";
  throw new ConfigError(
    "CONFIG_INVALID",
    `${why}, and the web has ${apiAccess === "keys" ? "none" : "no secret"}`,
    {
      hint: "set FIRN_API_SECRET to the same 32 characters or more for firn web and firn api, or run firn up, which makes one",
    },
  );
}

async function prepareApp(httpServer: Server, { port, dev }: { port: number; dev: boolean }) {
  const { default: next } = await import("next");
  // Next calls loopback "localhost". Under another name its own rewrites would go out over the network.
  const app = next({ dev, dir: rootFolder(), hostname: "localhost", port, httpServer });
  await app.prepare();
  return app;
}

/** Open browser connections would keep the server open, so they are cut once the listener is closed. */
async function closeAll(server: Server, closeApp: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  await closeApp();
}
