import { InputError } from "../../errors";
import { Pool, type Queue } from "../../mutex";
import type { EvmChains } from "./evm";

/** How many slow requests read at once. */
const CONNECTIONS = 3;

/** Queue of each member of a pool for slow work. */
export const SLOW_QUEUE: Queue = {
  mostWaiting: 8,
  refuse: () =>
    new InputError("RATE_LIMITED", "too many slow requests at once", { hint: "ask again in a moment" }),
};

/** Separate connections to the EVM stores, for slow queries. */
export function openSlowReads(open: () => EvmChains): Pick<EvmChains, "read" | "close"> {
  const connections = Array.from({ length: CONNECTIONS }, open);
  const pool = new Pool(connections, SLOW_QUEUE);
  return {
    read: (chain, work, reading) => pool.run((connection) => connection.read(chain, work, reading)),
    async close() {
      for (const connection of connections) await connection.close();
    },
  };
}
