import "server-only";
import { cache } from "react";
import type { ShownFailure } from "@/components/state/failure";
import { type DataClient, openDataClient } from "@/lib/client/data";
import { type OperatorClient, openOperatorClient } from "@/lib/client/operator";
import { type Config, originOf, readConfig } from "@/lib/config";
import { type FirnStatus, getStatus } from "@/lib/contract/firn/status";
import { describeError, FirnError } from "@/lib/errors";

/** Settings of this process, read once per request. */
export const config: () => Config = cache(() => readConfig(process.env));

/** Address of Firn's own API, for messages: `http://127.0.0.1:8080`. */
export function apiOrigin(): string {
  const { host, apiPort } = config();
  return originOf(host, apiPort);
}

/** REST client of Firn's own API on this machine. Runs on the server only: the key never reaches a browser. */
export const api: () => DataClient = cache(() => {
  const [apiKey] = config().apiKeys;
  return openDataClient({
    baseUrl: apiOrigin(),
    ...(apiKey === undefined ? {} : { apiKey }),
  });
});

/** Client of the operator process, the only one that calls the node's admin API. Its key is read on the server only. */
export const operator: () => OperatorClient = cache(() => {
  const { operatorPort, dataDir } = config();
  return openOperatorClient({ baseUrl: originOf("127.0.0.1", operatorPort), dataDir });
});

/**
 * An expected error as a value, for pages that go on without the answer. Any error but a FirnError is a bug and is
 * thrown.
 */
export async function toResult<T>(answer: Promise<T>): Promise<T | FirnError> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FirnError) return error;
    throw error;
  }
}

/** What is indexed and how fresh it is, read once per request. */
export const readStatus: () => Promise<FirnStatus | FirnError> = cache(() =>
  toResult(api().get(getStatus, { params: {} })),
);

/** `network` parameter of the Data API for this Firn, from its status. @throws FirnError if the API does not answer */
export async function servedNetwork(): Promise<FirnStatus["network"]["servedAs"]> {
  const status = await readStatus();
  if (status instanceof FirnError) throw status;
  return status.network.servedAs;
}

/** An API error as pages show it. */
export function failureOf(error: FirnError): ShownFailure {
  const retryAfter = error.details?.retryAfterSeconds;
  return {
    status: error.status,
    sentence: `${describeError(error)}.`,
    ...(typeof retryAfter === "number" ? { retryAfterSeconds: retryAfter } : {}),
  };
}
