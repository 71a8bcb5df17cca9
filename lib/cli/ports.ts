import { createServer, type Server } from "node:net";
import { ConfigError } from "../errors";

/** Where a service listens, and the setting that moves it. */
export interface Place {
  host: string;
  port: number;
}

/** @throws ConfigError PORT_BUSY naming `setting`; CONFIG_INVALID when the address is none of this machine's */
export function listenOn(server: Server, place: Place, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(refusal(error, place, setting)));
    server.listen(place.port, place.host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

/** Makes sure that a port can be listened on, and gives it back. @throws as `listenOn` */
export async function requireFreePort(place: Place, setting: string): Promise<void> {
  const server = createServer();
  await listenOn(server, place, setting);
  await new Promise((resolve) => server.close(resolve));
}

function refusal(error: NodeJS.ErrnoException, place: Place, setting: string): Error {
  if (error.code === "EADDRINUSE") {
    return new ConfigError("PORT_BUSY", `port ${place.port} on ${place.host} is in use`, {
      hint: `stop what listens there, or set ${setting} to another port`,
      cause: error,
    });
  }
  if (error.code === "EACCES") {
    return new ConfigError("CONFIG_INVALID", `port ${place.port} may not be opened by this user`, {
      hint: `set ${setting} to a port above 1023`,
      cause: error,
    });
  }
  if (["EADDRNOTAVAIL", "EAFNOSUPPORT", "EAI_AGAIN", "ENOTFOUND"].includes(error.code ?? "")) {
    return new ConfigError("CONFIG_INVALID", `${place.host} is no address of this machine`, {
      hint: "set FIRN_HOST to 127.0.0.1, 0.0.0.0 or an address of this machine",
      cause: error,
    });
  }
  return error;
}
