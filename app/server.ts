import "server-only";
import { cache } from "react";
import { type DataClient, openDataClient } from "@/lib/client/data";
import { type Config, readConfig } from "@/lib/config";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { getStatus } from "@/lib/contract/firn/status";
import { FirnError } from "@/lib/errors";

/** Settings of this process, read once per request. */
export const config: () => Config = cache(() => readConfig(process.env));

/** REST client of Firn's own API on this machine. Runs on the server only: the key never reaches a browser. */
export const api: () => DataClient = cache(() => {
  const { apiPort, apiKeys } = config();
  const [apiKey] = apiKeys;
  return openDataClient({
    baseUrl: `http://127.0.0.1:${apiPort}`,
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
