import type { Page } from "@playwright/test";
import { formatDate } from "../lib/words/format";
import { type CDaysRig, test } from "./c-days-rig";
import { expect } from "./firn";

/** The TPS chart of the home page over many days. */

const stripOf = (page: Page) => page.locator("[data-strip]");
const tipOf = (page: Page) => page.locator(".recharts-tooltip-wrapper [role=status]");

/** All days of the API, newest first. */
async function readDays({ apiUrl, chainId }: CDaysRig): Promise<{ timestamp: number; value: number }[]> {
  const days: { timestamp: number; value: number }[] = [];
  let token = "";
  do {
    const response = await fetch(`${apiUrl}/v2/chains/${chainId}/metrics/avgTps?pageSize=50${token}`);
    const page = (await response.json()) as { results: typeof days; nextPageToken?: string };
    days.push(...page.results);
    token = page.nextPageToken === undefined ? "" : `&pageToken=${page.nextPageToken}`;
  } while (token !== "");
  return days;
}

test("the chart goes on to its first day while it is scrolled left, and its address follows", async ({
  rig,
  page,
}) => {
  test.slow();
  const days = await readDays(rig);
  expect(days.length).toBeGreaterThan(190);
  await page.goto("/");
  const chart = page.getByRole("figure", { name: /^Average transactions per second/ });
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.locator(".recharts-bar rect").last()).toBeAttached();
  await expect(stripOf(page)).toHaveCount(0);
  await chart.hover();
  await expect(stripOf(page)).toBeVisible();
  const status = chart.getByText(/^Begins /);
  for (let scrolls = 0; scrolls < 40; scrolls++) {
    if (await page.getByText(/^Begins /).isVisible()) break;
    const before = await stripOf(page).evaluate((strip) => strip.scrollWidth);
    await stripOf(page).evaluate((strip) => strip.scrollTo({ left: -strip.scrollWidth }));
    await expect
      .poll(
        async () =>
          (await stripOf(page).evaluate((strip) => strip.scrollWidth)) !== before ||
          page.getByText(/^Begins /).isVisible(),
      )
      .toBe(true);
  }
  const first = days.at(-1)?.timestamp ?? 0;
  await expect(status).toHaveText(`Begins ${formatDate(first * 1000)}`);
  await stripOf(page).evaluate((strip) => strip.scrollTo({ left: -strip.scrollWidth }));
  await page.locator("[data-strip] svg.recharts-surface").first().focus();
  await expect(tipOf(page)).toContainText(formatDate(first * 1000));
  const to = new Date((first + 30 * 86_400) * 1000).toISOString().slice(0, 10);
  await expect(page).toHaveURL(new RegExp(`to=${to}$`));
  await page.reload();
  await expect(chart.locator(".recharts-bar rect").last()).toBeAttached();
  await page.locator("[data-strip] svg.recharts-surface").first().focus();
  await expect(tipOf(page)).toContainText(formatDate(first * 1000));
  await page.keyboard.press("ArrowRight");
  await expect(tipOf(page)).toContainText(formatDate((days.at(-2)?.timestamp ?? 0) * 1000));
});

test("keys turn to older days without losing their place", async ({ rig: _, page }) => {
  await page.goto("/");
  const chart = page.getByRole("figure", { name: /^Average transactions per second/ });
  await chart.scrollIntoViewIfNeeded();
  await chart.getByRole("button", { name: "Older" }).focus();
  await page.keyboard.press("Enter");
  await expect(stripOf(page)).toBeVisible();
  await expect(chart.getByRole("button", { name: "Older" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/to=/);
});
