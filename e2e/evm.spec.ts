import { askApi, expect, findCChainId, test } from "./firn";

/** EVM pages: from the list to a transaction, its token and back; statuses; without script; on a phone. */

interface Native {
  txHash: string;
  txStatus: string;
  blockNumber: string;
  method?: { methodName?: string };
}
interface Transfer {
  txHash: string;
  to: { address: string };
  erc20Token?: { address: string; name: string; symbol: string };
  erc1155Token?: { address: string; tokenId: string };
}
interface Detail {
  erc20Transfers?: Transfer[];
  erc1155Transfers?: Transfer[];
  internalTransactions?: unknown[];
}

/** Read from the API: the recording's chain, one ERC-20 transfer and one collection. */
async function readKnown() {
  const chainId = await findCChainId();
  const base = `/v1/chains/${chainId}`;
  const { transactions } = await askApi<{ transactions: Native[] }>(`${base}/transactions?pageSize=100`);
  const details = new Map<string, Detail>();
  for (const { txHash } of transactions) {
    const detail = await askApi<Detail>(`${base}/transactions/${txHash}`);
    details.set(txHash, detail);
    if (detail.erc20Transfers !== undefined && detail.erc1155Transfers === undefined) break;
  }
  const [txHash = "", detail] = [...details].find(([, each]) => each.erc20Transfers?.length === 1) ?? [];
  const token = detail?.erc20Transfers?.[0]?.erc20Token;
  if (token === undefined) throw new Error("the newest 100 transactions hold no ERC-20 transfer");
  return { chainId, base, transactions, txHash, token };
}

test("from the list to a transaction, its token, and back", async ({ page }) => {
  const { txHash, token } = await readKnown();
  await page.goto("/c/txs");
  const row = page.locator(`#row-${txHash} a`).first();
  const sentence = (await row.textContent()) ?? "";
  expect(sentence).toContain(token.symbol);
  await row.click();
  await expect(page).toHaveURL(`/c/tx/${txHash}`);
  await expect(page.locator("h1")).toHaveText(sentence);
  await expect(page.locator("#fee [role=img]")).toHaveAccessibleName(/base fee .*paid .*limit/);
  await page.locator("#transfers").getByRole("link", { name: token.symbol, exact: true }).click();
  await expect(page).toHaveURL(`/c/token/${token.address}`);
  await expect(page.locator("h1")).toHaveText(token.name);
  await page.locator(`a[href="/c/tx/${txHash}"]`).first().click();
  await expect(page).toHaveURL(`/c/tx/${txHash}`);
});

test("addresses have one canonical form, and unknown things are 404", async ({ request }) => {
  const { chainId, txHash, token } = await readKnown();
  const moved: [string, string][] = [
    [`/${chainId}/tx/${txHash}`, `/c/tx/${txHash}`],
    [`/c/tx/0x${txHash.slice(2).toUpperCase()}`, `/c/tx/${txHash}`],
    [`/${chainId}/txs?status=failed`, "/c/txs?status=failed"],
    [`/${chainId}/block/7`, "/c/block/7"],
    [`/${chainId}/token/${token.address}`, `/c/token/${token.address}`],
    [`/c/token/${token.address.toLowerCase()}`, `/c/token/${token.address}`],
  ];
  for (const [path, canonical] of moved) {
    const response = await request.get(path, { maxRedirects: 0 });
    expect([response.status(), response.headers().location?.replace(/^https?:\/\/[^/]+/, "")], path).toEqual([
      308,
      canonical,
    ]);
  }
  const malformed = [
    "/c/txs?status=maybe",
    "/c/token/nope",
    `/c/token/${token.address}?before=nope`,
    `/c/token/${token.address}?tab=gallery`,
    `/c/nft/${token.address}/${2n ** 256n}`,
  ];
  for (const path of malformed) expect((await request.get(path)).status(), path).toBe(400);
  const missing = [
    `/c/tx/0x${"ab".repeat(32)}`,
    `/1/tx/${txHash}`,
    `/c/txs?before=0x${"ab".repeat(32)}`,
    `/c/token/0x${"11".repeat(20)}`,
    `/c/nft/${token.address}`,
    `/c/nft/${token.address}/1`,
    "/c/blocks/nope",
  ];
  for (const path of missing) expect((await request.get(path)).status(), path).toBe(404);
});

/** Within one block range: the transaction with the most inner calls, and one with logs. */
async function findTree({ base }: { base: string }) {
  const firn = base.replace(/^\/v1/, "/firn/v1");
  const found: { txHash: string; calls: number; logs: number }[] = [];
  for (let block = 90; block < 105; block++) {
    const { transactions } = await askApi<{ transactions: Native[] }>(`${base}/blocks/${block}/transactions`);
    for (const { txHash } of transactions) {
      const { count: calls = 0 } = await askApi<{ count?: number }>(`${firn}/transactions/${txHash}/calls`);
      const { count: logs } = await askApi<{ count: number }>(`${firn}/transactions/${txHash}/logs`);
      // Those that a page shows at once.
      if (calls <= 25 && logs <= 25) found.push({ txHash, calls, logs });
    }
  }
  const best = found.toSorted((a, b) => b.calls * b.logs - a.calls * a.logs)[0];
  if (best === undefined || best.calls < 2 || best.logs === 0)
    throw new Error("no transaction has calls and logs");
  return best;
}

test("a transaction shows its calls, logs and bytes, is checked in the browser, and its evidence file checks itself", async ({
  page,
}) => {
  const known = await readKnown();
  const { txHash, calls, logs } = await findTree(known);
  await page.goto(`/c/tx/${txHash}`);
  await expect(page.locator("#calls li")).toHaveCount(calls);
  await expect(page.locator("#logs ol > li")).toHaveCount(logs);
  await expect(page.locator("#raw ol")).toContainText("Nonce");
  await expect(page.locator("#checked li", { hasText: "Holds" })).toHaveCount(4);
  await page.getByRole("link", { name: "With value only" }).click();
  await expect(page.locator("#calls tbody tr").first()).toBeVisible();
  const answer = await page.request.get(`/c/tx/${txHash}/evidence`);
  expect([answer.status(), answer.headers()["content-disposition"]]).toEqual([
    200,
    expect.stringContaining(txHash),
  ]);
  // On a separate page, because the policy of Firn's pages does not apply to the file.
  await page.goto("about:blank");
  await page.setContent(await answer.text());
  await expect(page.locator("#checks li.ok")).toHaveCount(5);
});

test("charts draw days of every chain, load their library only when visible, and contain a table", async ({
  page,
}) => {
  const { chainId } = await readKnown();
  const { results } = await askApi<{ results: { value: number }[] }>(`/v1/avg_tps/${chainId}`);
  await page.goto("/charts/tps");
  await expect(page.locator(".recharts-bar rect").last()).toBeVisible();
  await expect(page.locator("tbody tr")).toHaveCount(results.length);
  await page.goto("/charts/txs?by=hour&range=24");
  await expect(page.locator("h1")).toHaveText("Transactions");
  const csv = await page.request.get("/charts/tps/csv");
  expect((await csv.text()).trim().split("\n")).toHaveLength(results.length + 1);
  const pace = await askApi<{ spans: { seconds: number; transactions: number }[] }>(
    `/firn/v1/chains/${chainId}/pace`,
  );
  const month = pace.spans.find(({ seconds }) => seconds === 30 * 86_400);
  await page.goto("/charts/txs");
  const figure = page.locator("[data-stat]", { hasText: "Last 30 days" });
  await expect(figure).toContainText(month?.transactions.toLocaleString("en") ?? "none");
  await page.goto("/charts/lag?chain=c");
  await expect(page.locator(".recharts-scatter-symbol").first()).toBeVisible();
  const malformed = ["nope", "tps?range=8", "tps?by=hour", "fees?by=hour", "lag?chain=q", "lag?before=x"];
  for (const path of malformed.map((each) => `/charts/${each}`))
    expect((await page.request.get(path)).status(), path).toBe(400);
  expect((await page.request.get("/charts/lag/csv")).status()).toBe(404);
});

test("the chart of lags goes on to older blocks, and its place comes back", async ({ page }) => {
  const { points } = await askApi<{ points: { height: number }[] }>("/firn/v1/acceptance?chain=c&limit=1000");
  const heights = points.map(({ height }) => height).reverse();
  const rows = page.locator("tbody tr[id^=row-]");
  const heightsOf = () => rows.evaluateAll((all) => all.map(({ id }) => Number(id.slice("row-".length))));
  await page.goto("/charts/lag?chain=c");
  await expect(page.locator(".recharts-scatter-symbol").first()).toBeVisible();
  await expect(rows).toHaveCount(150);
  await page.locator("[data-strip]").evaluate((strip) => strip.scrollTo({ left: -strip.scrollWidth }));
  await expect.poll(heightsOf).toEqual(heights);
  await expect(page.getByText(`Begins with block ${heights.at(-1)}`)).toBeVisible();
  await page.locator("[data-strip]").evaluate((strip) => strip.scrollTo({ left: -strip.scrollWidth }));
  await expect(page).toHaveURL(/before=\d+$/);
  // The strip may still be moving, and the address follows it: what counts is the address that is loaded.
  const reloaded = await page.reload();
  const below = Number(new URL(reloaded?.url() ?? "").searchParams.get("before"));
  await expect(page.locator(".recharts-scatter-symbol").first()).toBeVisible();
  expect(await heightsOf()).toEqual(heights.filter((height) => height < below).slice(0, 150));
  await page.getByRole("link", { name: "Newest blocks" }).click();
  await expect(page).toHaveURL(/\/charts\/lag\?chain=c$/);
  await expect(rows.first()).toHaveId(`row-${heights[0]}`);
  const row = rows.nth(60);
  await row.evaluate((element) => element.scrollIntoView());
  await expect.poll(() => new URL(page.url()).hash).toBe(`#row-${heights[60]}`);
  await page.reload();
  await expect(rows.first()).toHaveId(`row-${heights[60]}`);
});

test("a token lists its holders and a collection its tokens", async ({ page }) => {
  const { base, token } = await readKnown();
  const firn = base.replace(/^\/v1/, "/firn/v1");
  const { holders } = await askApi<{ holders: { holder: { address: string } }[] }>(
    `${firn}/tokens/${token.address}/holders`,
  );
  await page.goto(`/c/token/${token.address}`);
  await page.getByRole("link", { name: "Holders" }).click();
  await expect(page).toHaveURL(/tab=holders/);
  await expect(page.locator("tbody tr")).toHaveCount(holders.length);
  await expect(page.locator(`#row-${holders[0]?.holder.address}`)).toBeVisible();
  const collection = await findCollection(base);
  await page.goto(`/c/nft/${collection}`);
  await page.locator("[data-card] a").first().click();
  await expect(page.locator("[data-frame]")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/c/nft/${collection}/`));
});

/** The collection in the oldest block that moved an NFT. */
async function findCollection(base: string): Promise<string> {
  for (let block = 80; block < 100; block++) {
    const { transactions } = await askApi<{ transactions: Native[] }>(`${base}/blocks/${block}/transactions`);
    for (const { txHash } of transactions) {
      const detail = await askApi<{ erc721Transfers?: { erc721Token: { address: string } }[] }>(
        `${base}/transactions/${txHash}`,
      );
      const [moved] = detail.erc721Transfers ?? [];
      if (moved !== undefined) return moved.erc721Token.address;
    }
  }
  throw new Error("the recording moves no ERC-721 token where it did");
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("lists continue by links and show each transaction once", async ({ page }) => {
    const { transactions } = await readKnown();
    await page.goto("/c/txs");
    const rows = page.locator("tbody tr");
    const seen: string[] = [];
    for (let pages = 0; pages < 3; pages++) {
      seen.push(...(await rows.evaluateAll((found) => found.map(({ id }) => id.slice(4)))));
      const first = (await rows.first().getAttribute("id")) ?? "";
      await page.locator('a[rel="next"]').click();
      await expect(rows.first()).not.toHaveAttribute("id", first);
      await page.waitForLoadState();
    }
    expect(seen).toEqual(transactions.slice(0, 75).map(({ txHash }) => txHash));
  });

  test("calls, logs, a chart's values and a token's holders are in the first HTML", async ({ page }) => {
    const known = await readKnown();
    const { txHash, calls, logs } = await findTree(known);
    await page.goto(`/c/tx/${txHash}`);
    await expect(page.locator("#calls li")).toHaveCount(calls);
    await expect(page.locator("#logs ol > li")).toHaveCount(logs);
    await page.goto("/charts/tps");
    await expect(page.locator("tbody tr").first()).toBeVisible();
    await page.goto(`/c/token/${known.token.address}?tab=holders`);
    await expect(page.locator("tbody tr").first()).toBeVisible();
  });

  test("a token's transfers continue by links, each shown once", async ({ page }) => {
    const { base, token } = await readKnown();
    const path = `${base}/tokens/${token.address}/transfers?pageSize=50`;
    const { transfers } = await askApi<{ transfers: Transfer[] }>(path);
    await page.goto(`/c/token/${token.address}`);
    const rows = page.locator("tbody tr");
    const shown = () => rows.evaluateAll((found) => found.map(({ id }) => id.slice(4, 70)));
    const seen = await shown();
    if (transfers.length > seen.length) {
      const first = (await rows.first().getAttribute("id")) ?? "";
      await page.locator('a[rel="next"]').click();
      await expect(rows.first()).not.toHaveAttribute("id", first);
      await page.waitForLoadState();
      seen.push(...(await shown()));
    }
    expect(seen.slice(0, transfers.length)).toEqual(transfers.map(({ txHash }) => txHash));
  });

  test("a reverted transaction says so, its block lists it, and a search finds it", async ({ page }) => {
    const { transactions } = await readKnown();
    const failed = transactions.find(({ txStatus }) => txStatus === "0");
    if (failed === undefined) throw new Error("the newest 100 transactions hold none that reverted");
    await page.goto(`/search?q=${failed.txHash}`);
    await expect(page).toHaveURL(`/c/tx/${failed.txHash}`);
    await expect(page.locator("[data-idline]")).toContainText(/Reverted|Out of gas|Failed/);
    await page.locator("[data-eyebrow]").getByRole("link").click();
    await expect(page).toHaveURL(`/c/block/${failed.blockNumber}`);
    await expect(page.locator(`#txs a[href="/c/tx/${failed.txHash}"]`)).toBeVisible();
  });
});

test("EVM pages fit a phone and a desktop in both themes", async ({ page }) => {
  const known = await readKnown();
  const { txHash } = await findTree(known);
  const collection = await findCollection(known.base);
  const paths = [
    `/c/tx/${known.txHash}`,
    `/c/tx/${txHash}`,
    `/c/token/${known.token.address}`,
    `/c/token/${known.token.address}?tab=holders`,
    `/c/nft/${collection}`,
    `/c/nft/${collection}?tab=table`,
  ];
  for (const path of paths) {
    await page.goto(path);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${path}, ${colorScheme}, ${width} px`).toBeLessThanOrEqual(width);
      }
    }
  }
});
