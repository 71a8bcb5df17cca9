import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { askApi, expect, listTxs, test } from "./firn";
import { openPlace, start, stop } from "./processes";

/** How many requests the first view of a page may make. */
const MOST_REQUESTS = 15;
const MOST_CSS_BYTES = 13 * 1024;
/** What an idle page loads to check an entity: its bytes, and the worker that reads them. */
const CHECKS = /\/firn\/v1\/containers\/|\/proof$|-worker-/;

/** One page of each kind, by name. */
async function pagesOfEachKind(): Promise<[string, string][]> {
  const { chains } = await askApi<{ chains: { chainId: string }[] }>("/v1/chains");
  const evm = `/v1/chains/${chains[0]?.chainId}`;
  const { transactions } = await askApi<{
    transactions: { txHash: string; from: { address: string } }[];
  }>(`${evm}/transactions?pageSize=1`);
  const { validators } = await askApi<{ validators: { nodeId: string }[] }>(
    "/v1/networks/fuji/validators?pageSize=1",
  );
  const { l1s } = await askApi<{ l1s: { subnetId: string }[] }>("/firn/v1/l1s?pageSize=1");
  const [tx] = transactions;
  return [
    ["home", "/"],
    ["blocks", "/c/blocks"],
    ["transactions", "/p/txs"],
    ["block", "/p/block/110"],
    ["transaction", `/p/tx/${(await listTxs("p"))[0]?.txHash}`],
    ["EVM transaction", `/c/tx/${tx?.txHash}`],
    ["transfer between chains", `/atomic/${(await listTxs("c"))[0]?.txHash}`],
    ["address", `/address/${tx?.from.address}`],
    ["validators", "/validators"],
    ["validator", `/validator/${validators[0]?.nodeId}`],
    ["L1", `/l1/${l1s[0]?.subnetId}`],
    ["chart", "/charts/tps"],
    ["acceptance lag", "/charts/lag"],
    ["status", "/status"],
  ];
}

test(`a first view requests at most ${MOST_REQUESTS} files`, async ({ browser, baseURL }) => {
  test.slow();
  for (const [kind, path] of await pagesOfEachKind()) {
    // A browser with an empty cache.
    const context = await browser.newContext({ baseURL: baseURL ?? "" });
    const page = await context.newPage();
    // A second request comes from the cache: a file never changes under its name.
    const asked = new Set<string>();
    let isIdle = false;
    page.on("request", (request) => {
      isIdle ||= CHECKS.test(request.url());
      if (!isIdle) asked.add(request.url());
    });
    const css: Promise<Buffer>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "stylesheet") css.push(response.body());
    });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    // What moves is followed once the page is idle, which is not part of the first view.
    for (const path of ["/firn/v1/events", "/firn/v1/status"]) asked.delete(new URL(path, baseURL).href);
    expect([...asked].length, `${kind}: ${[...asked].join(" ")}`).toBeLessThanOrEqual(MOST_REQUESTS);
    const cssBytes = (await Promise.all(css)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(cssBytes, kind).toBeGreaterThan(0);
    expect(cssBytes, kind).toBeLessThanOrEqual(MOST_CSS_BYTES);
    await context.close();
  }
});

/** How many requests the web may make of the API for the HTML of a page, the proxy's included. */
const MOST_API_REQUESTS: Readonly<Record<string, number>> = {
  home: 22,
  blocks: 7,
  transactions: 10,
  block: 7,
  transaction: 7,
  "EVM transaction": 12,
  address: 22,
  "address of a key": 22,
  validators: 6,
  validator: 10,
};

/** For how long the web shares an answer among readers (`KEEP_MS`), and more. */
const UNSHARED_MS = 700;

test("the web asks the API for few things in all for a page, and for nothing row by row", async () => {
  test.slow();
  const { transactions } = await askApi<{ transactions: { consumedUtxos: { addresses: string[] }[] }[] }>(
    "transactions?pageSize=50",
  );
  const spender = transactions.find(({ consumedUtxos }) => consumedUtxos.length > 0)?.consumedUtxos[0];
  const kinds = [
    ...(await pagesOfEachKind()),
    ["address of a key", `/address/${spender?.addresses[0]}`] as const,
  ].filter(([kind]) => kind in MOST_API_REQUESTS);
  expect(kinds).toHaveLength(Object.keys(MOST_API_REQUESTS).length);
  // A web and an API of their own over the same store, so that nobody else's requests are counted.
  const { env: place, webUrl, apiUrl, remove } = await openPlace();
  const env = { ...place, FIRN_DATA_DIR: process.env.FIRN_DATA_DIR ?? "./data" };
  const processes = [await start(["api"], env), await start(["web"], env)];
  try {
    const [, first = "/"] = kinds[0] ?? [];
    await (await fetch(webUrl + first)).text(); // a first page also loads the web's own code
    const counted: Record<string, number> = {};
    for (const [kind, path] of kinds) {
      const most = MOST_API_REQUESTS[kind] ?? 0;
      // On a busy machine an answer may be too old to be shared within one page: the least of a few tries counts.
      for (let tries = 0; tries < 5 && (counted[kind] ?? Infinity) > most; tries++) {
        await sleep(UNSHARED_MS);
        const before = await countRequests(apiUrl);
        const response = await fetch(webUrl + path);
        expect(response.status, path).toBe(200);
        await response.text();
        const asked = (await countRequests(apiUrl)) - before;
        counted[kind] = Math.min(asked, counted[kind] ?? asked);
      }
    }
    const exceeded = Object.entries(counted).filter(
      ([kind, requests]) => requests > (MOST_API_REQUESTS[kind] ?? 0),
    );
    expect(exceeded, JSON.stringify(counted)).toEqual([]);
  } finally {
    await Promise.all(processes.map(stop));
    remove();
  }
});

/** Answers of an API so far, those about its metrics apart. */
async function countRequests(apiUrl: string): Promise<number> {
  const text = await (await fetch(`${apiUrl}/firn/v1/metrics`)).text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("firn_api_requests_total{") && !line.includes("/metrics"))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
