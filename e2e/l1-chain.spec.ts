import { expect } from "./firn";
import { test } from "./l1-rig";

/** Pages of an L1's chain, of blocks that can no longer be traced, and of a Firn without its API. */

/** In one process, because the rig starts its own Firn. */
test.describe.configure({ mode: "default" });

test("an L1's block list goes to a height or date, filters by time, and exports CSV", async ({
  page,
  rig,
}) => {
  const { chain } = rig;
  const path = `/${chain.chainId}/blocks`;
  const rows = page.locator("tbody tr[id]");
  const heights = () => rows.evaluateAll((all) => all.map(({ id }) => Number(id.slice(4))));
  const timeOf = (height: number) => chain.blocks[height]?.time ?? 0;
  const utc = (height: number) => new Date(timeOf(height) * 1000).toISOString().slice(0, 16);

  await page.goto(path);
  expect((await heights())[0]).toBe(chain.head.height);
  const field = page.getByRole("textbox", { name: "Go to height or date" });
  await field.fill("40");
  await field.press("Enter");
  await expect(page).toHaveURL(`${path}?before=41`);
  expect((await heights())[0]).toBe(40);
  await field.fill(utc(20).replace("T", " "));
  await field.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${path}\\?to=`));
  const before = chain.blocks.filter(({ height }) => timeOf(height) < Date.parse(`${utc(20)}Z`) / 1000);
  expect((await heights())[0]).toBe(before.at(-1)?.height);

  await page.goto(`${path}?from=${utc(10)}&to=${utc(50)}`);
  await expect(page.getByRole("link", { name: /^(from|before) .*, remove filter$/ })).toHaveCount(2);
  const inRange = chain.blocks
    .map(({ height }) => height)
    .filter((height) => utc(height) >= utc(10) && timeOf(height) < Date.parse(`${utc(50)}Z`) / 1000)
    .reverse();
  await page.getByText(/so far$/).scrollIntoViewIfNeeded();
  await expect.poll(heights).toEqual(inRange);
  const csv = await page.request.get(
    (await page.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "",
  );
  const [, ...lines] = (await csv.text()).trim().split("\r\n");
  expect(lines.map((line) => Number(line.split(",")[0]))).toEqual(inRange);
  await page.getByRole("link", { name: /^from .*, remove filter$/ }).click();
  await expect(page).toHaveURL(new RegExp(`${path}\\?to=`));

  await field.fill("next week");
  await field.press("Enter");
  await expect(page.getByText("Enter a height like 110")).toBeVisible();
});

test("an L1's transactions export as CSV, also the failed ones alone", async ({ page, rig }) => {
  const path = `/${rig.chain.chainId}/txs`;
  const linesOf = async () => {
    const href = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
    return (await (await page.request.get(href ?? "")).text()).trim().split("\r\n").slice(1);
  };
  await page.goto(path);
  const hashes = rig.chain.blocks.flatMap(({ transactions }) => transactions).map(({ hash }) => hash);
  expect((await linesOf()).map((line) => line.split(",")[0])).toEqual(hashes.reverse());
  await page.getByRole("link", { name: "Failed", exact: true }).click();
  await expect(page).toHaveURL(`${path}?status=failed`);
  await expect(page.locator("tbody tr[id]")).toHaveId(`row-${rig.failedHash}`);
  expect(await linesOf()).toEqual([expect.stringMatching(new RegExp(`^${rig.failedHash},.*,failed,`))]);
  for (const missing of [`${path}/csv?status=maybe`, "/99998/txs/csv", "/99998/blocks/csv"])
    expect((await page.request.get(missing)).status(), missing).toBe(404);
});

test("address and transaction pages say what may be missing from untraced blocks", async ({ page, rig }) => {
  const { chain, untracedTo } = rig;
  const made = chain.blocks[untracedTo]?.transactions.at(-1);
  await page.goto(`/address/${chain.accounts[3]}?tab=internal&chain=${chain.chainId}`);
  const notice = page.getByRole("alert").filter({ hasText: "Some may be missing" });
  await expect(notice).toContainText(`The node has not traced all blocks up to ${untracedTo}.`);
  await page.goto(`/${chain.chainId}/tx/${made?.hash}`);
  await expect(page.locator("#calls")).toContainText("missing trie node");
});

test("block 0 of an L1 has a page like any other block", async ({ page, rig }) => {
  const { chainId, blocks } = rig.chain;
  const path = `/${chainId}/block/0`;
  const hash = blocks[0]?.hash ?? "";
  const answer = await page.goto(`/search?q=${hash}`);
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL(path);
  await expect(page.locator("[data-idline]")).toContainText(hash);
  await expect(page.locator("a[rel=prev]")).toHaveCount(0);
  await page.locator("a[rel=next]").click();
  await expect(page).toHaveURL(`/${chainId}/block/1`);
  await page.locator("a[rel=prev]").click();
  await expect(page).toHaveURL(path);
  const redirected = await page.request.get(`/${chainId}/block/${hash}`, { maxRedirects: 0 });
  expect([redirected.status(), redirected.headers().location]).toEqual([308, path]);
});

test("with an unknown genesis no link leads to block 0, and its address says what to do", async ({
  page,
  expectStatus,
}) => {
  await page.goto("/p/block/1");
  await expect(page.locator("a[rel=next]")).toHaveAttribute("href", "/p/block/2");
  await expect(page.locator('a[href="/p/block/0"]')).toHaveCount(0);
  expectStatus(404);
  expect((await page.goto("/p/block/0"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Firn has no P-Chain block 0");
  await expect(page.getByText("Set FIRN_GENESIS")).toBeVisible();
  // X's block 1 names its parent, and the node serves C's block 0.
  for (const letter of ["x", "c"]) {
    await page.goto(`/${letter}/block/1`);
    await page.locator("a[rel=prev]").click();
    await expect(page).toHaveURL(`/${letter}/block/0`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/-Chain block 0$/);
  }
});

test("without its API a page is a 502 with working navigation, and recovers", async ({
  page,
  rig,
  expectStatus,
}) => {
  expectStatus(502);
  await rig.stopApi();
  // An answer counts for half a second.
  await expect.poll(async () => (await page.request.get("/")).status()).toBe(502);
  for (const path of ["/", "/p/blocks", `/${rig.chain.chainId}/blocks`, "/c/block/1"]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(502);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Firn’s API does not answer");
    await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link")).not.toHaveCount(0);
  }
  // The page retries by itself meanwhile; the link asks for the same address.
  await expect(page.getByRole("link", { name: "Try now" })).toHaveAttribute("href", "");
  await rig.startApi();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("C-Chain block 1");
});
