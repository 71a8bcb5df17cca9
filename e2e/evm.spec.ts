import { askApi, expect, test } from "./firn";

/** EVM pages: from the list to a transaction, its token and back, their statuses, without script, and on a phone. */

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

/** What the recording holds, read from the API: the chain, one ERC-20 transfer and one collection. */
async function readKnown() {
  const { chains } = await askApi<{ chains: { chainId: string; chainName: string }[] }>("/v1/chains");
  const chainId = chains.find(({ chainName }) => chainName === "C-Chain")?.chainId ?? "";
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
  await page.locator(`#row-${txHash} a`).first().click();
  await expect(page).toHaveURL(`/c/tx/${txHash}`);
  await expect(page.locator("h1")).toContainText(token.symbol);
  await expect(page.locator("#fee .feebar")).toHaveAccessibleName(/base fee .*paid .*limit/);
  await page.locator("#transfers").getByRole("link", { name: token.symbol, exact: true }).click();
  await expect(page).toHaveURL(`/c/token/${token.address}`);
  await expect(page.locator("h1")).toHaveText(token.name);
  await page.locator(`a[href="/c/tx/${txHash}"]`).first().click();
  await expect(page).toHaveURL(`/c/tx/${txHash}`);
});

test("addresses have one form, and what is not there is not found", async ({ request }) => {
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
  const missing = [
    `/c/tx/0x${"ab".repeat(32)}`,
    `/1/tx/${txHash}`,
    `/c/txs?before=0x${"ab".repeat(32)}`,
    "/c/txs?status=maybe",
    `/c/token/0x${"11".repeat(20)}`,
    `/c/nft/${token.address}`,
    `/c/nft/${token.address}/1`,
    `/c/nft/${token.address}/${2n ** 256n}`,
    "/c/token/nope",
    `/c/token/${token.address}?before=nope`,
  ];
  for (const path of missing) expect((await request.get(path)).status(), path).toBe(404);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("lists go on by links, each transaction once", async ({ page }) => {
    const { transactions } = await readKnown();
    await page.goto("/c/txs");
    const seen: string[] = [];
    for (let pages = 0; pages < 3; pages++) {
      seen.push(...(await page.locator("tbody tr").evaluateAll((rows) => rows.map(({ id }) => id.slice(4)))));
      await page.locator('a[rel="next"]').click();
    }
    expect(seen).toEqual(transactions.slice(0, 75).map(({ txHash }) => txHash));
  });

  test("a token's transfers go on by links, each once", async ({ page }) => {
    const { base, token } = await readKnown();
    const path = `${base}/tokens/${token.address}/transfers?pageSize=50`;
    const { transfers } = await askApi<{ transfers: Transfer[] }>(path);
    await page.goto(`/c/token/${token.address}`);
    const rows = page.locator("tbody tr");
    const seen = await rows.evaluateAll((found) => found.map(({ id }) => id.slice(4, 70)));
    if (transfers.length > seen.length) {
      await page.locator('a[rel="next"]').click();
      const rest = await rows.evaluateAll((found) => found.map(({ id }) => id.slice(4, 70)));
      seen.push(...rest);
    }
    expect(seen.slice(0, transfers.length)).toEqual(transfers.map(({ txHash }) => txHash));
  });

  test("a reverted transaction says so, its block lists it, and a search finds it", async ({ page }) => {
    const { transactions } = await readKnown();
    const failed = transactions.find(({ txStatus }) => txStatus === "0");
    if (failed === undefined) throw new Error("the newest 100 transactions hold none that reverted");
    await page.goto(`/search?q=${failed.txHash}`);
    await expect(page).toHaveURL(`/c/tx/${failed.txHash}`);
    await expect(page.locator(".idline")).toContainText("Reverted");
    await page.locator(".eyebrow").getByRole("link").click();
    await expect(page).toHaveURL(`/c/block/${failed.blockNumber}`);
    await expect(page.locator(`#txs a[href="/c/tx/${failed.txHash}"]`)).toBeVisible();
  });
});

test("a transaction and its token fit a phone and a desk", async ({ page }) => {
  const { txHash, token } = await readKnown();
  for (const path of [`/c/tx/${txHash}`, `/c/token/${token.address}`]) {
    await page.goto(path);
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${path}, ${width} px`).toBeLessThanOrEqual(width);
    }
  }
});
