import type { BalancePoint, BalancesPage } from "../lib/contract/firn/balances";
import { formatAmount } from "../lib/words/format";
import { type DaysRig, test } from "./days-rig";
import { expect } from "./firn";

/** The balance of an account on an L1 over more than a year: older days while scrolling left. */

/** All days of the account, newest first. */
async function readDays({ apiUrl, segment, account }: DaysRig): Promise<BalancePoint[]> {
  const days: BalancePoint[] = [];
  let token = "";
  do {
    const path = `/firn/v1/addresses/${account}/balances?chain=${segment}&pageSize=100${token}`;
    const page = (await (await fetch(`${apiUrl}${path}`)).json()) as BalancesPage;
    days.push(...page.points);
    token = page.nextPageToken === undefined ? "" : `&pageToken=${page.nextPageToken}`;
  } while (token !== "");
  return days;
}

const dayOf = ({ timestamp }: BalancePoint) => new Date(timestamp * 1000).toISOString().slice(0, 10);

test("scrolled left it reaches the first day and has every balance that the node told", async ({
  rig,
  page,
}) => {
  test.slow();
  const days = await readDays(rig);
  expect(days.length).toBeGreaterThan(350);
  expect(days.every(({ balance }) => balance !== undefined)).toBe(true);
  await page.goto(`/address/${rig.account}?tab=balance&chain=${rig.segment}`);
  const strip = page.locator("[data-strip]");
  const rows = page.locator("tbody tr[id^=row-]");
  await strip.scrollIntoViewIfNeeded();
  await expect(strip.locator("svg.recharts-surface")).toBeVisible();
  await expect(rows).toHaveCount(90);
  const isWhole = () => page.getByText(/^Begins /).isVisible();
  for (let scrolls = 0; scrolls < 20 && !(await isWhole()); scrolls++) {
    const before = await rows.count();
    await strip.evaluate((box) => box.scrollTo({ left: -box.scrollWidth }));
    await expect.poll(async () => (await rows.count()) > before || isWhole()).toBe(true);
  }
  const seen = await rows.evaluateAll((all) =>
    all.map((row) => [row.id.slice("row-".length), row.querySelector("td [title]")?.getAttribute("title")]),
  );
  expect(seen.map(([day, shown]) => [day, shown?.replaceAll(",", "")])).toEqual(
    days.map((day) => [dayOf(day), formatAmount(BigInt(day.balance ?? 0), 18).replaceAll(",", "")]),
  );
  await expect(page).toHaveURL(/before=\d{4}-\d\d-\d\d/);
  const url = page.url();
  const before = new URL(url).searchParams.get("before") ?? "";
  await page.reload();
  const first = days.find((day) => dayOf(day) < before);
  await expect(rows.first()).toHaveId(`row-${first && dayOf(first)}`);
  await page.getByRole("link", { name: "Newest days" }).click();
  await expect(rows.first()).toHaveId(`row-${days[0] && dayOf(days[0])}`);
});

for (const colorScheme of ["light", "dark"] as const)
  test(`on a phone the chart is drawn and the page is no wider, ${colorScheme}`, async ({ rig, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/address/${rig.account}?tab=balance&chain=${rig.segment}`);
    await page.locator("[data-strip]").scrollIntoViewIfNeeded();
    await expect(page.locator(".recharts-bar rect").last()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
