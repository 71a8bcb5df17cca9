import type * as contract from "../../contract/data/health";
import { NodeError } from "../../errors";
import { readBeat } from "../../store/bookkeeping/lease";
import type { Handler, HandlerRequest, RequestContext } from "../handler";
import { isSilent } from "../present/network/status";

/** Checks reading and writing. The writer of the store updates its heartbeat every few seconds. */
export const dataHealthCheck: Handler<typeof contract.dataHealthCheck> = async ({ read, service }) =>
  present(await holds(read, async ({ db }) => !isSilent(await readBeat(db), service.nowMs())));

export const liveCheck: Handler<typeof contract.liveCheck> = async ({ read }) =>
  present(await holds(read, async () => true));

export const metricsHealthCheck: Handler<typeof contract.metricsHealthCheck> = async ({ evmChains }) =>
  present((await evmChains.list()).length > 0);

/** What `ask` finds in the store; false while nothing is indexed. */
function holds(
  read: HandlerRequest<typeof contract.dataHealthCheck>["read"],
  ask: (context: RequestContext) => Promise<boolean>,
): Promise<boolean> {
  return read(ask).catch((error: unknown) => {
    if (error instanceof NodeError) return false;
    throw error;
  });
}

function present(isUp: boolean) {
  const database = { database: { status: isUp ? "up" : "down" } } as const;
  return {
    status: isUp ? "ok" : "error",
    info: isUp ? database : {},
    error: isUp ? {} : database,
    details: database,
  } as const;
}
