import type { Locator, Page } from "@playwright/test";
import { formatDate } from "../lib/words/format";
import { type DaysRig, test } from "./days-rig";
import { expect } from "./firn";

/** Charts over more than a year: older days while scrolling left or down. */

interface Point {
  timestamp: number;
  value: number;
}

/** All points of a chain as the API gives them, newest first. */
async function readPoints({ apiUrl, segment }: DaysRig): Promise<Point[]> {
  const points: Point[] = [];
  let token = "";
  do {
    const response = await fetch(`${apiUrl}/v2/chains/${segment}/metrics/txCount?pageSize=50${token}`);
    const page = (await response.json()) as { results: Point[]; nextPageToken?: string };
    points.push(...page.results);
    token = page.nextPageToken === undefined ? "" : `&pageToken=${page.nextPageToken}`;
  } while (token !== "");
  return points;
}

const dayOf = ({ timestamp }: Point) => new Date(timestamp * 1000).toISOString().slice(0, 10);
const pathOf = ({ segment }: DaysRig, more = "") => `/charts/txs?range=30&chains=${segment}${more}`;
const stripOf = (page: Page) => page.locator("[data-strip]");
const barsOf = (page: Page) => page.locator(".recharts-bar rect");
const rowsOf = (page: Page) => page.locator("tbody tr[id^=row-]");

/** Days and values of a table's rows. */
function valuesOf(rows: Locator): Promise<string[]> {
  return rows.evaluateAll((all) =>
    all.map((row) => `${row.id.slice("row-".length)} ${row.querySelectorAll("td")[1]?.textContent}`),
  );
}

/** The values under the pointer or the key. */
const tipOf = (page: Page) => page.locator(".recharts-tooltip-wrapper [role=status]");

async function openChart(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(barsOf(page).last()).toBeVisible();
}

test("a chart scrolled left reaches its first day and has every value of the API", async ({ rig, page }) => {
  test.slow();
  const points = await readPoints(rig);
  expect(points.length).toBeGreaterThan(300);
  await openChart(page, pathOf(rig));
  await expect(rowsOf(page)).toHaveCount(100);
  for (let scrolls = 0; scrolls < 40; scrolls++) {
    if (await page.getByText(/^Begins /).isVisible()) break;
    const before = await rowsOf(page).count();
    await stripOf(page).evaluate((strip) => strip.scrollTo({ left: -strip.scrollWidth }));
    await expect
      .poll(async () => (await rowsOf(page).count()) > before || page.getByText(/^Begins /).isVisible())
      .toBe(true);
  }
  expect(await valuesOf(rowsOf(page))).toEqual(points.map((point) => `${dayOf(point)} ${point.value}`));
  // At its left end the drawing begins with the first day.
  await stripOf(page).evaluate((strip) => strip.scrollTo({ left: -strip.scrollWidth }));
  const first = points.at(-1);
  await page.locator("svg.recharts-surface").first().focus();
  await expect(tipOf(page)).toContainText(String(first?.value));
  await expect(page).toHaveURL(/to=2023-/);
});

test("the days that a chart was scrolled to come back after a reload, from elsewhere, and by a link", async ({
  rig,
  page,
  browser,
}) => {
  const points = await readPoints(rig);
  await openChart(page, pathOf(rig));
  await stripOf(page).evaluate((strip) => {
    strip.scrollLeft = -strip.clientWidth * 1.5;
  });
  await expect(page).toHaveURL(/to=\d{4}-\d\d-\d\d$/);
  const url = page.url();
  const to = new URL(url).searchParams.get("to") ?? "";
  const shown = points.filter((point) => dayOf(point) < to);
  expect(shown.length).toBeLessThan(points.length);
  await page.getByRole("link", { name: "TPS", exact: true }).click();
  await expect(page).toHaveURL(/\/charts\/tps/);
  await page.goBack();
  await expect(page).toHaveURL(url);
  const lastDrawn = () => page.locator("h2", { hasText: "Per UTC day" }).textContent();
  const expected = formatDate(Date.parse(to) - 86_400_000);
  await expect.poll(lastDrawn).toContain(`to ${expected}`);
  await page.reload();
  await expect(barsOf(page).first()).toBeVisible();
  await expect(rowsOf(page).first()).toHaveId(`row-${dayOf(shown[0] ?? { timestamp: 0, value: 0 })}`);
  await expect(page).toHaveURL(url);
  await page.getByRole("link", { name: "Newest days" }).click();
  await expect(rowsOf(page).first()).toHaveId(`row-${dayOf(points[0] ?? { timestamp: 0, value: 0 })}`);

  const reader = await browser.newContext({ javaScriptEnabled: false });
  const shared = await reader.newPage();
  await shared.goto(url);
  const seen = await valuesOf(rowsOf(shared));
  await shared.locator("a[rel=next]").click();
  await expect(rowsOf(shared).first()).not.toHaveId(`row-${dayOf(shown[0] ?? { timestamp: 0, value: 0 })}`);
  seen.push(...(await valuesOf(rowsOf(shared))));
  expect(seen).toEqual(shown.slice(0, seen.length).map((point) => `${dayOf(point)} ${point.value}`));
  expect(seen.length).toBeGreaterThan(100);
  await reader.close();
});

test("the row that is read below a chart comes back, and the chart's days above it", async ({
  rig,
  page,
}) => {
  await openChart(page, pathOf(rig));
  await page.getByRole("button", { name: "Older" }).click();
  await expect(page).toHaveURL(/to=\d{4}-\d\d-\d\d$/);
  const chartUrl = page.url();
  const row = rowsOf(page).nth(40);
  await row.evaluate((element) => element.scrollIntoView());
  const id = (await row.getAttribute("id")) ?? "";
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${id}`);
  const rowUrl = page.url();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page).toHaveURL(chartUrl);
  await page.goto(rowUrl);
  await expect(rowsOf(page).first()).toHaveId(id);
  await expect(rowsOf(page).first()).toBeInViewport();
});

test("keys walk every day of a chart, also those that are not drawn yet", async ({ rig, page }) => {
  test.slow();
  const points = new Map((await readPoints(rig)).map((point) => [dayOf(point), point.value]));
  await openChart(page, pathOf(rig));
  await page.locator("svg.recharts-surface").first().focus();
  const read = async () => (await tipOf(page).textContent()) ?? "";
  const [newest = ""] = points.keys();
  // Drawn at first: 30 days. Focus is on the oldest of them.
  for (let back = 29; back < 150; back++) {
    const day = new Date(Date.parse(newest) - back * 86_400_000);
    const name = formatDate(day.getTime());
    const value = points.get(day.toISOString().slice(0, 10));
    await expect.poll(read).toContain(name);
    expect(await read()).toContain(value === undefined ? "no blocks" : String(value));
    await page.keyboard.press("ArrowLeft");
  }
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  await expect(page).not.toHaveURL(/to=/);
  await page.keyboard.press("PageUp");
  await expect(page).toHaveURL(/to=/);
});

test("a chain that cannot be compared is named with the reason beside the one that can", async ({
  rig,
  page,
}) => {
  await openChart(page, pathOf(rig, ",424242"));
  await expect(page.getByText("EVM chain 424242: not indexed here.")).toBeVisible();
  await page.goto(`/charts/fees?chains=c,${rig.segment}`);
  await expect(page.getByText(/“Fees burned” exists for C-Chain only\./)).toBeVisible();
  // The C-Chain's blocks are newer than the L1's last one.
  await openChart(page, `/charts/txs?chains=c,${rig.segment}&to=2024-06-01`);
  await expect(page.getByText(/^C-Chain: no block before 1 Jun 2024\.$/)).toBeVisible();
  await page.goto("/charts/txs?chains=424242");
  await expect(page.getByText("EVM chain 424242: not indexed here.")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`on a phone a chart can be dragged to older days, ${colorScheme}`, async ({ rig, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await openChart(page, pathOf(rig));
    const box = await stripOf(page).boundingBox();
    if (box === null) throw new Error("the chart has no box");
    await page.mouse.move(box.x + 80, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 100, { steps: 5 });
    await page.mouse.up();
    await expect(page).toHaveURL(/to=/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

test("the table and the lag of its blocks stand side by side", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/charts/tps");
  const table = await page.getByRole("heading", { name: "As a table" }).boundingBox();
  const lag = await page.getByRole("heading", { name: /^Acceptance lag/ }).boundingBox();
  expect(table?.x).toBeLessThan(lag?.x ?? 0);
  expect(Math.abs((table?.y ?? 0) - (lag?.y ?? Number.POSITIVE_INFINITY))).toBeLessThan(20);
});
