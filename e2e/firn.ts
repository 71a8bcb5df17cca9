import { test as base, expect, type Page } from "@playwright/test";
import type { FirnStatus } from "../lib/contract/firn/status";

/**
 * The page of every browser test. It goes on once its controls are heard. The test fails when the page logs an error,
 * throws, or contacts another host. A test that expects an error status names it with `expectStatus`.
 */
export const test = base.extend<{ expectStatus: (status: number) => void }, { indexed: undefined }>({
  // Tests start once the whole recording is indexed; on a busy machine that comes later than the first page.
  indexed: [
    async ({ browserName: _ }, use) => {
      await expect.poll(readUnfinished, { timeout: 240_000 }).toEqual([]);
      await use(undefined);
    },
    { scope: "worker", auto: true, timeout: 300_000 },
  ],
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) context.on("page", goOnceHeard);
    await use(context);
  },
  expectStatus: [
    async ({ page, baseURL }, use) => {
      const expected = new Set<number>();
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        const status = Number(/status of (\d{3})/.exec(message.text())?.[1]);
        if (!expected.has(status)) problems.push(`console ${message.type()}: ${message.text()}`);
      });
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (/^https?:$/.test(url.protocol) && url.origin !== new URL(baseURL ?? "").origin) {
          problems.push(`request to another host: ${request.url()}`);
        }
      });
      await use((status) => expected.add(status));
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Makes a page's `goto` and `reload` end once its controls are heard. */
export function goOnceHeard(page: Page): void {
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await untilHeard(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await untilHeard(page);
    return response;
  };
}

/**
 * Keys and clicks are lost until React has hydrated the control they are for and run the effects that listen for them. It
 * does both in tasks that come before any in the background.
 */
async function untilHeard(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => {
      if (document.querySelector("script[src*='/_next/']") === null) return true;
      const isHydrated = [...document.querySelectorAll("button, input, select, textarea")].every(
        (control) =>
          control.closest("[hidden]") !== null ||
          Object.keys(control).some((key) => key.startsWith("__reactProps")),
      );
      if (isHydrated) await scheduler.postTask(() => undefined, { priority: "background" });
      return isHydrated;
    },
    undefined,
    { timeout: 60_000 },
  );
}

/** Chain paths of the REST API, by the chain's letter in page addresses. */
export const CHAIN_PATHS = {
  p: "/v1/networks/fuji/blockchains/p-chain",
  x: "/v1/networks/fuji/blockchains/x-chain",
  c: "/v1/networks/fuji/blockchains/c-chain",
} as const;

/** Streams that have not reached the node's head; the C-Chain's EVM stream has as many blocks as its index. */
export async function readUnfinished(): Promise<string[]> {
  const { streams } = await askApi<FirnStatus>("/firn/v1/status");
  const height = streams.find(({ stream }) => stream === "C/block")?.indexedHead?.height;
  const isThere = ({ evm, state, behind, indexedHead }: FirnStatus["streams"][number]) =>
    state === "following" && behind === 0 && (evm === undefined || indexedHead?.height === height);
  return streams.filter((each) => !isThere(each)).map(({ stream }) => stream);
}

export interface KnownTx {
  txHash: string;
  txType: string;
  blockNumber: string;
  blockHash: string;
}

/** Asks the REST API outside the browser, to compare pages with. A path without a slash is the P-Chain's. */
export async function askApi<T>(path: string): Promise<T> {
  const response = await fetch(
    `http://127.0.0.1:${process.env.FIRN_API_PORT ?? "8080"}${path.startsWith("/") ? "" : `${CHAIN_PATHS.p}/`}${path}`,
  );
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** A chain's newest 100 transactions; on the C-Chain, atomic ones. */
export async function listTxs<T extends KnownTx>(letter: keyof typeof CHAIN_PATHS): Promise<T[]> {
  return (await askApi<{ transactions: T[] }>(`${CHAIN_PATHS[letter]}/transactions?pageSize=100`))
    .transactions;
}

/** The EVM chain id of the C-Chain. */
export async function findCChainId(): Promise<string> {
  const { chains } = await askApi<{ chains: { chainId: string; chainName: string }[] }>("/v1/chains");
  return chains.find(({ chainName }) => chainName === "C-Chain")?.chainId ?? "";
}

/** The newest transaction of a type. The default recording has every type within its newest 300. */
export async function findTx(txType?: string): Promise<KnownTx> {
  let token = "";
  for (let page = 0; page < 4; page++) {
    const answer = await askApi<{ transactions: KnownTx[]; nextPageToken?: string }>(
      `transactions?pageSize=100${token}`,
    );
    const found = answer.transactions.find((tx) => txType === undefined || tx.txType === txType);
    if (found !== undefined) return found;
    if (answer.nextPageToken === undefined) break;
    token = `&pageToken=${answer.nextPageToken}`;
  }
  throw new Error(`the recording has no ${txType}`);
}
