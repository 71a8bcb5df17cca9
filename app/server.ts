import "server-only";
import { resolve } from "node:path";
import { cache } from "react";
import type { HelpText } from "@/components/help/markdown";
import type { ShownFailure } from "@/components/state/failure";
import { type Brand, openBrand } from "@/lib/client/web/brand";
import { type DataClient, openDataClient } from "@/lib/client/web/data";
import { type CurrentNode, openCurrentNode } from "@/lib/client/web/node";
import { type OperatorClient, openOperatorClient } from "@/lib/client/web/operator";
import { type Config, nodeUrlsOf, originOf, readConfig } from "@/lib/config";
import { type FirnStatus, getStatus } from "@/lib/contract/firn/status";
import { FirnError } from "@/lib/errors";
import { sayError } from "@/lib/words/sentence";

/** Settings of this process, read once per request. */
export const config: () => Config = cache(() => readConfig(process.env));

/** Address of Firn's own API, for messages: `http://127.0.0.1:8080`. */
export function apiOrigin(): string {
  const { host, apiPort } = config();
  return originOf(host, apiPort);
}

/** For how long an answer counts for a page's other parts, and for other readers: less than they notice. */
const KEEP_MS = 500;

/**
 * What all requests of this process share. The framework loads this file for pages and for the proxy apart, so it hangs on
 * the process.
 */
interface Shared {
  api: DataClient;
  nodes: Map<string, CurrentNode>;
  brand: () => Brand;
  help: Map<string, ReadHelp>;
}

/** A page of the help as it was read, and when its file was changed, unix ms. */
interface ReadHelp {
  changedAtMs: number;
  text: HelpText;
}

function shared(): Shared {
  const own = globalThis as { firnWeb?: Shared };
  own.firnWeb ??= { api: openApi(), nodes: new Map(), brand: followBrand(), help: new Map() };
  return own.firnWeb;
}

function followBrand(): () => Brand {
  const { brand } = config();
  const warn = (message: string) => process.stderr.write(`web: ${message}\n`);
  return openBrand(brand === undefined ? undefined : resolve(brand), { nowMs: Date.now, warn });
}

/** The name and looks of this explorer: Firn's, or the operator's own. */
export const brand = (): Brand => shared().brand();

/** Pages of the help that were read, by their file. */
export const readPages = (): Map<string, ReadHelp> => shared().help;

function openApi(): DataClient {
  const { apiKeys, apiSecret: secret } = config();
  const apiKey = "file" in apiKeys ? undefined : apiKeys[0];
  return openDataClient({ baseUrl: apiOrigin(), keepMs: KEEP_MS, apiKey, secret });
}

/** REST client of Firn's own API on this machine. Runs on the server only: neither key nor secret ever reaches a browser. */
export const api = (): DataClient => shared().api;

/**
 * The node itself, for what is of the moment: of several the one that Firn uses, the first if the API does not say. Runs
 * on the server only: its address and credentials never reach a browser.
 */
export async function currentNode(): Promise<CurrentNode> {
  const urls = nodeUrlsOf(config());
  const status = urls.length === 1 ? undefined : await readStatus();
  const used =
    status instanceof FirnError ? undefined : status?.node.candidates?.find(({ isUsed }) => isUsed);
  const url = urls.find((one) => openNodeAt(one).url === used?.url) ?? urls[0];
  return openNodeAt(url);
}

function openNodeAt(url: string): CurrentNode {
  const { nodes } = shared();
  const node = nodes.get(url) ?? openCurrentNode(url);
  nodes.set(url, node);
  return node;
}

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
    sentence: sayError(error),
    ...(typeof retryAfter === "number" ? { retryAfterSeconds: retryAfter } : {}),
  };
}
