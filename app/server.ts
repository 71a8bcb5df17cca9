import "server-only";
import { cache } from "react";
import type { Trouble } from "@/components/state/failure";
import { type DataClient, openDataClient } from "@/lib/client/data";
import { type Config, originOf, readConfig } from "@/lib/config";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { getStatus } from "@/lib/contract/firn/status";
import { describeError, FirnError } from "@/lib/errors";

/** Settings of this process, read once per request. */
export const config: () => Config = cache(() => readConfig(process.env));

/** REST client of Firn's own API on this machine. Runs on the server only: the key never reaches a browser. */
export const api: () => DataClient = cache(() => {
  const { host, apiPort, apiKeys } = config();
  const [apiKey] = apiKeys;
  return openDataClient({
    baseUrl: originOf(host, apiPort),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
});

/** What is indexed and how fresh it is, asked once per request; the error as a value, so that the shell survives it. */
export const readStatus: () => Promise<FirnStatus | FirnError> = cache(async () => {
  try {
    return await api().get(getStatus, { params: {} });
  } catch (error) {
    if (error instanceof FirnError) return error;
    throw error;
  }
});

/** `network` parameter of the Data API for this Firn, from its status. @throws FirnError when the API is away */
export async function servedNetwork(): Promise<FirnStatus["network"]["servedAs"]> {
  const status = await readStatus();
  if (status instanceof FirnError) throw status;
  return status.network.servedAs;
}

/** An error of the API as what a page can say about it. Anything that is not a FirnError is a bug and goes on. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof FirnError)) throw error;
  const retryAfter = error.details?.retryAfterSeconds;
  return {
    status: error.status,
    sentence: `${describeError(error)}.`,
    ...(typeof retryAfter === "number" ? { retryAfterSeconds: retryAfter } : {}),
  };
}
