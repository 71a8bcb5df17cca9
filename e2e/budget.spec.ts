import { gzipSync } from "node:zlib";
import { askApi, expect, listTxs, test } from "./firn";

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
    // The strip polls the status every two seconds, which is not part of the first view.
    asked.delete(new URL("/firn/v1/status", baseURL).href);
    expect([...asked].length, `${kind}: ${[...asked].join(" ")}`).toBeLessThanOrEqual(MOST_REQUESTS);
    const cssBytes = (await Promise.all(css)).reduce((sum, body) => sum + gzipSync(body).length, 0);
    expect(cssBytes, kind).toBeGreaterThan(0);
    expect(cssBytes, kind).toBeLessThanOrEqual(MOST_CSS_BYTES);
    await context.close();
  }
});
