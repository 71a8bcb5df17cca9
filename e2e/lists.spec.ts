import { askApi, expect, type KnownTx, test } from "./firn";

async function allTxIds(): Promise<string[]> {
  const ids: string[] = [];
  let token = "";
  for (;;) {
    const page = await askApi<{ transactions: KnownTx[]; nextPageToken?: string }>(
      `transactions?pageSize=100${token}`,
    );
    ids.push(...page.transactions.map(({ txHash }) => txHash));
    if (page.nextPageToken === undefined) return ids;
    token = `&pageToken=${page.nextPageToken}`;
  }
}

test("the transaction list loads more by itself, then on request, down to the last row", async ({ page }) => {
  const tokens: string[] = [];
  page.on("request", (request) => {
    const token = new URL(request.url()).searchParams.get("pageToken");
    if (token !== null) tokens.push(token);
  });
  await page.goto("/p/txs");
  const rows = page.locator("tbody tr[id]");
  await expect(rows).toHaveCount(25);
  const expected = await allTxIds();
  const more = page.getByRole("link", { name: "Load 25 more" });
  for (let count = 25; count < expected.length; count = await rows.count()) {
    await page.getByText(/so far$/).scrollIntoViewIfNeeded();
    if (count >= 75) await more.click();
    await expect.poll(() => rows.count()).toBeGreaterThan(count);
  }
  const shown = await rows.evaluateAll((all) => all.map((row) => row.id.replace(/^row-/, "")));
  expect(shown).toEqual(expected);
  expect(new Set(tokens).size).toBe(tokens.length);
  expect(tokens.length).toBeGreaterThan(2);
  expect(page.url()).not.toContain("pageToken");
});

test("a URL with a position restores the same rows", async ({ page }) => {
  await page.goto("/p/blocks?before=61");
  await expect(page.locator("tbody tr[id]").first()).toContainText("60");
  await page.goto("/p/blocks");
  await expect(page.locator("tbody tr[id]").first()).toContainText("110");
});

test("an address's transactions are filtered, and the filter can be removed", async ({ page }) => {
  const address = "custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj";
  await page.goto(`/p/txs?addresses=P-${address}`);
  const first = await askApi<{ transactions: KnownTx[] }>(`transactions?addresses=${address}&pageSize=1`);
  await expect(page.locator("tbody tr[id]").first()).toHaveId(`row-${first.transactions[0]?.txHash}`);
  await page.goto("/p/txs?addresses=P-avax1qm2a25eytsrj235hxg6jc0mwk99tss64eqevsw");
  await expect(page.getByText(/custom1/).first()).toBeVisible();
});

test("keys move between rows", async ({ page }) => {
  await page.goto("/p/blocks");
  await page.locator("body").press("j");
  await page.locator("body").press("j");
  // What moves between rows is loaded with the first key.
  await expect(page.locator(":focus")).toHaveAttribute("href", "/p/block/109");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/p\/block\/109$/);
  await page.locator("body").press("[");
  await expect(page).toHaveURL(/\/p\/block\/108$/);
});
