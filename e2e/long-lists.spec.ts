import type { Locator, Page } from "@playwright/test";
import { expect } from "./firn";
import { type LongRig, test } from "./long-rig";

/** A list on a page of its own, and one on the page of an entity, and how many of their rows are shown. */
const LISTS = {
  "the transactions of a chain": {
    most: 2_000,
    pathOf: ({ segment }: LongRig) => `/${segment}/txs`,
  },
  "the transactions of an address": {
    most: 500,
    pathOf: ({ segment, payee }: LongRig) => `/address/${payee}?chain=${segment}`,
  },
};

const rowsOf = (page: Page) => page.locator("tbody tr[id^=row-]");
/** Row ids end with the hash: some lists put the name of their part before it. */
const hashesOf = (rows: Locator) =>
  rows.evaluateAll((all) => all.map(({ id }) => id.slice(id.lastIndexOf("0x"))));

/** The link to more rows: by its role it would be looked for among all links of thousands of rows. */
const NEXT = "a[rel=next]";

/** Scrolls until the list has so many rows, by itself and then by its button. */
async function loadUntil(page: Page, count: number): Promise<void> {
  const rows = rowsOf(page);
  for (let has = await rows.count(); has < count; ) {
    await page.locator(NEXT).scrollIntoViewIfNeeded();
    // The script is there once it has loaded a page. How many rows come by themselves depends on how many each page has.
    if (has > 25) await page.locator(NEXT).click();
    const before = has;
    await expect.poll(async () => (has = await rows.count()), { intervals: [50] }).toBeGreaterThan(before);
  }
}

/** Scrolls a row to the top of what is seen, and waits until the address names it. */
async function readAt(page: Page, index: number): Promise<string> {
  const row = rowsOf(page).nth(index);
  await row.evaluate((element) => element.scrollIntoView());
  const id = (await row.getAttribute("id")) ?? "";
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${id}`);
  return id;
}

async function expectAtTop(page: Page, id: string): Promise<void> {
  await expect
    .poll(() => page.evaluate((id) => document.getElementById(id)?.getBoundingClientRect().top, id))
    .toBeLessThan(120);
  await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
}

for (const [name, { most, pathOf }] of Object.entries(LISTS)) {
  test(`${most} rows of ${name} come in order, without a gap or a double, while blocks arrive`, async ({
    rig,
    page,
  }) => {
    test.slow();
    const expected = rig.payments();
    await page.goto(pathOf(rig));
    const rows = rowsOf(page);
    await expect(rows).toHaveCount(25);
    for (const count of [most / 10, most / 2, most]) {
      await loadUntil(page, Math.min(count, expected.length));
      await rig.mine(2);
    }
    // A page of an address's merged lists may have a few rows more or fewer than 25.
    const shown = await hashesOf(rows);
    expect(shown.length).toBeGreaterThanOrEqual(Math.min(expected.length, most));
    expect(shown).toEqual(expected.slice(0, shown.length));
    expect(page.url()).not.toContain("pageToken");
  });

  test(`the row that is read of ${name} comes back after a reload, from elsewhere, and by a link`, async ({
    rig,
    page,
    browser,
  }) => {
    await page.goto(pathOf(rig));
    await expect(rowsOf(page)).toHaveCount(25);
    await loadUntil(page, 75);
    const hashes = await hashesOf(rowsOf(page));
    const id = await readAt(page, 60);
    const url = page.url();

    await rig.mine(1);
    await page.reload();
    await expect(rowsOf(page).first()).toHaveId(id);
    await expectAtTop(page, id);
    await expect(page).toHaveURL(url);

    await loadUntil(page, 50);
    const later = await readAt(page, 30);
    await rowsOf(page).nth(31).getByRole("link").first().click();
    await expect(page).toHaveURL(/\/tx\//);
    await page.goBack();
    await expectAtTop(page, later);

    const reader = await browser.newContext({ javaScriptEnabled: false });
    const shared = await reader.newPage();
    await shared.goto(url);
    await expect(rowsOf(shared).first()).toHaveId(id);
    const rest = rig.payments().slice(rig.payments().indexOf(hashes[60] ?? ""));
    const shown = await hashesOf(rowsOf(shared));
    // A page of an address's merged lists may be shorter than 25 rows.
    expect(shown.length).toBeGreaterThan(1);
    expect(shown).toEqual(rest.slice(0, shown.length));
    // Without script the next rows are a link away.
    await shared.locator("a[rel=next]").click();
    await expect(rowsOf(shared).first()).not.toHaveId(id);
    expect((await hashesOf(rowsOf(shared)))[0]).toBe(rest[shown.length]);
    await reader.close();
  });
}

test("the row that is read comes back although the script is late", async ({ rig, page }) => {
  await page.goto(`/${rig.segment}/txs`);
  await loadUntil(page, 75);
  const id = await readAt(page, 60);
  await rig.mine(1);
  // The browser restores heights whenever it likes: here mostly between the document and the script.
  await page.route(/\/_next\/.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.reload();
  await expect(rowsOf(page).first()).toHaveId(id);
  await expectAtTop(page, id);
});

test("above its first row the address is the list's own again", async ({ rig, page }) => {
  const path = `/${rig.segment}/txs`;
  await page.goto(path);
  // A row can be scrolled to the top only with enough rows below it.
  await loadUntil(page, 75);
  await readAt(page, 15);
  expect(new URL(page.url()).searchParams.has("before")).toBe(true);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(() => page.url()).toBe(`${rig.webUrl}${path}`);
});

test("on a phone the row that is read comes back too", async ({ rig, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${rig.segment}/txs`);
  await loadUntil(page, 75);
  const id = await readAt(page, 20);
  await page.reload();
  await expect(rowsOf(page).first()).toHaveId(id);
  await expectAtTop(page, id);
});
