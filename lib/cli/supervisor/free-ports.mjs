import { createServer } from "node:net";

/**
 * Free ports for a whole Firn, whose services must know each other's ports before they start. All are reserved before
 * any is released, so that they differ. A single server listens on port 0 instead.
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map(portOf));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/**
 * @param {import("node:net").Server} server
 * @returns {Promise<number>}
 */
function portOf(server) {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}
