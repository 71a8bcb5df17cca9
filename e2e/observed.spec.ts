import { askApi, expect, test } from "./firn";

/** Charts of what the node said over time, which Firn writes down once a minute while it runs. */

interface Points {
  points: { timestamp: number; peers?: number; seen?: number; connected?: number; uptimePercent?: number }[];
}

/** The first observation follows the start at once. */
async function points(path: string): Promise<Points["points"]> {
  let found: Points["points"] = [];
  await expect
    .poll(async () => {
      found = (await askApi<Points>(path)).points;
      return found.length;
    })
    .toBeGreaterThan(0);
  return found;
}

test("the node's page has charts of its peers, checks, uptime and answers, by the hour, minute and day", async ({
  page,
}) => {
  await points("/firn/v1/node/history?timeInterval=minute");
  await page.goto("/node");
  const chart = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) });
  await expect(chart("Peers per hour").locator("figure")).toBeVisible();
  await chart("Peers per hour").getByRole("link", { name: "Minutes" }).click();
  await expect(page).toHaveURL(/\/node\?step=minute$/);
  await expect(chart("Peers per minute").locator("figure")).toBeVisible();
  await chart("Peers per minute").getByRole("link", { name: "Answers" }).click();
  await expect(page).toHaveURL(/\/node\?chart=answers&step=minute$/);
  await expect(chart("Answers per minute").locator("figure")).toBeVisible();
  await page.getByText("Answers per minute as a table").click();
  await expect(
    page
      .getByRole("table", { name: /^Answers per minute/ })
      .locator("tbody tr")
      .first(),
  ).toContainText("100.0");
});

test("a validator's page has charts of how this node saw it, and keeps those of its stake", async ({
  page,
}) => {
  const { ownNodeId } = await askApi<{ ownNodeId: string }>("/firn/v1/stake");
  const [last] = await points(`/firn/v1/validators/${ownNodeId}/uptime?timeInterval=day`);
  await page.goto(`/validator/${ownNodeId}`);
  await expect(page.getByRole("region", { name: /^Stake per UTC day/ })).toBeVisible();
  await page.getByRole("link", { name: "Uptime", exact: true }).click();
  await expect(page).toHaveURL(/\?chart=uptime$/);
  await page.getByRole("link", { name: "Days", exact: true }).click();
  await expect(page).toHaveURL(/\?chart=uptime&step=day$/);
  await page.getByText("Uptime per UTC day as a table").click();
  const row = page
    .getByRole("table", { name: /^Uptime per UTC day/ })
    .locator("tbody tr")
    .first();
  await expect(row).toContainText(last?.uptimePercent?.toFixed(2) ?? "not observed");
  await page.getByRole("link", { name: "Stake", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/validator/${ownNodeId}$`));
});

test("addresses of charts that there are not are refused", async ({ page, expectStatus }) => {
  expectStatus(400);
  const { ownNodeId } = await askApi<{ ownNodeId: string }>("/firn/v1/stake");
  for (const path of [
    "/node?chart=moon",
    "/node?step=week",
    "/node?to=yesterday",
    `/validator/${ownNodeId}?chart=seen&step=week`,
    `/validator/${ownNodeId}?step=minute`,
  ])
    expect((await page.goto(path))?.status(), path).toBe(400);
});
