import type * as contract from "../../contract/data/health";
import { NodeError } from "../../errors";
import type { Handler } from "../handler";

export const dataHealthCheck: Handler<typeof contract.dataHealthCheck> = async ({ read }) => {
  const isUp = await read(async () => true).catch((error: unknown) => {
    if (error instanceof NodeError) return false; // nothing is indexed yet
    throw error;
  });
  return present(isUp);
};

export const metricsHealthCheck: Handler<typeof contract.metricsHealthCheck> = async ({ evmChains }) =>
  present((await evmChains.list()).length > 0);

function present(isUp: boolean) {
  const database = { database: { status: isUp ? "up" : "down" } } as const;
  return {
    status: isUp ? "ok" : "error",
    info: isUp ? database : {},
    error: isUp ? {} : database,
    details: database,
  } as const;
}
