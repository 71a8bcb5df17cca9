import { type AddressInfo, createServer, type Server } from "node:net";
import { ConfigError } from "./errors";

/** Where a service listens. Port 0 takes a free one. */
export interface ListenAddress {
  host: string;
  port: number;
}

/** Connections that wait to be taken in, where the system allows as many. A client whose connection finds no room tries again seconds later. */
const BACKLOG = 4_096;

/**
 * @param setting moves the port; named in the hint
 * @returns the port
 * @throws ConfigError PORT_BUSY; CONFIG_INVALID when this user or this machine can't have the address
 */
export function listen(server: Server, address: ListenAddress, setting: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(refusal(error, address, setting));
    server.once("error", refuse);
    server.listen({ ...address, backlog: BACKLOG }, () => {
      server.off("error", refuse);
      resolve((server.address() as AddressInfo).port); // a pipe alone has none
    });
  });
}

/** Makes sure that a port can be listened on, and gives it back. @throws as `listen` */
export async function requireFreePort(address: ListenAddress, setting: string): Promise<void> {
  const server = createServer();
  await listen(server, address, setting);
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Listens on a free port that this machine alone can reach.
 * @returns the origin, such as `http://127.0.0.1:43210`
 */
export async function listenOnLoopback(server: Server): Promise<string> {
  return `http://127.0.0.1:${await listen(server, { host: "127.0.0.1", port: 0 }, "nothing")}`;
}

function refusal(error: NodeJS.ErrnoException, { host, port }: ListenAddress, setting: string): Error {
  if (error.code === "EADDRINUSE") {
    return new ConfigError("PORT_BUSY", `port ${port} on ${host} is in use`, {
      hint: `stop what listens there, or set ${setting} to another port`,
      cause: error,
    });
  }
  if (error.code === "EACCES") {
    return new ConfigError("CONFIG_INVALID", `port ${port} may not be opened by this user`, {
      hint: `set ${setting} to a port above 1023`,
      cause: error,
    });
  }
  if (["EADDRNOTAVAIL", "EAFNOSUPPORT", "EAI_AGAIN", "ENOTFOUND"].includes(error.code ?? "")) {
    return new ConfigError("CONFIG_INVALID", `${host} is no address of this machine`, {
      hint: "set FIRN_HOST to 127.0.0.1, 0.0.0.0 or an address of this machine",
      cause: error,
    });
  }
  return error;
}
