import { askApi, expect, test } from "./firn";

/** Validators of the Primary Network: the list, a validator's page and its links. */

interface Line {
  nodeId: string;
  txHash: string;
  delegatorCount: number;
}

/** The chart above the list has rows of days. */
const VALIDATOR_ROWS = "tbody tr[id^=row-NodeID]";
const UNKNOWN = "NodeID-111111111111111111116DBWJs";

async function listLines(query = ""): Promise<Line[]> {
  return (await askApi<{ validators: Line[] }>(`/firn/v1/validators?pageSize=100${query}`)).validators;
}

test("the list links to a validator, and that to its delegations, blocks and periods", async ({ page }) => {
  const lines = await listLines();
  await page.goto("/validators");
  const rows = page.getByRole("table").locator("tbody tr[id]");
  expect(await rows.evaluateAll((all) => all.map(({ id }) => id))).toEqual(
    lines.slice(0, 25).map(({ nodeId }) => `row-${nodeId}`),
  );
  const delegated = lines.find(({ delegatorCount }) => delegatorCount > 0);
  await page.locator(`#row-${delegated?.nodeId}`).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(delegated?.nodeId ?? "");
  await expect(page.getByText("Proof verifies in your browser")).toBeVisible();
  const { delegators } = await askApi<{ delegators: { txHash: string }[] }>(
    `/v1/networks/fuji/delegators?nodeIds=${delegated?.nodeId}&pageSize=1`,
  );
  await expect(page.getByRole("region", { name: "Delegations" }).locator("tbody tr").first()).toHaveId(
    `row-${delegators[0]?.txHash}`,
  );
  const periods = page.getByRole("region", { name: "Periods" });
  await periods.locator(`a[href="/p/tx/${delegated?.txHash}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/p/tx/${delegated?.txHash}$`));
});

test("proposed blocks are those of the chosen chain, page by page", async ({ page }) => {
  const { ownNodeId } = await askApi<{ ownNodeId: string }>("/firn/v1/stake");
  for (const [letter, chain] of [
    ["p", "p-chain"],
    ["c", "c-chain"],
  ]) {
    const path = `/v1/networks/fuji/blockchains/${chain}/nodes/${ownNodeId}/blocks?pageSize=31`;
    const { blocks } = await askApi<{ blocks: { blockNumber: string }[] }>(path);
    await page.goto(`/validator/${ownNodeId}?chain=${letter}`);
    const list = page.getByRole("region", { name: /blocks proposed$/ });
    const rows = list.locator("tbody tr[id]");
    // Six blocks, until the reader comes to their end.
    await list.getByText(/so far$/).scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(31);
    const shown = await rows.evaluateAll((all) => all.map(({ id }) => id.replace(/^row-\w-/, "")));
    expect(shown.slice(0, 31)).toEqual(blocks.map(({ blockNumber }) => blockNumber));
    expect(page.url()).not.toContain("pageToken");
  }
});

test("the network's stake by day stands above the list when it is asked for", async ({ page }) => {
  await page.goto("/validators?sort=ends");
  const charts = page.getByRole("region", { name: /per UTC day/ });
  await expect(charts).toHaveCount(0);
  await page.getByRole("link", { name: "By day" }).click();
  await expect(page).toHaveURL(/\/validators\?sort=ends&chart=stake$/);
  await expect(charts).toHaveAccessibleName(/^Stake per UTC day/);
  await charts.getByRole("link", { name: "Delegations" }).click();
  await expect(page).toHaveURL(/\?sort=ends&chart=delegators$/);
  await expect(charts).toHaveAccessibleName(/^Delegations per UTC day/);
  await charts.getByRole("link", { name: "Stake", exact: true }).click();
  await expect(page).toHaveURL(/\?sort=ends&chart=stake$/);
  await page.getByText("Stake per UTC day as a table").click();
  const { points } = await askApi<Metrics>("/firn/v1/stake/metrics?pageSize=1");
  const newest = page
    .getByRole("table", { name: /^Stake per UTC day/ })
    .locator("tbody tr")
    .first();
  await expect(newest).toContainText(avax(points[0]?.weight ?? ""));
  await page.getByRole("link", { name: "Now", exact: true }).click();
  await expect(page).toHaveURL(/\/validators\?sort=ends$/);
  await expect(charts).toHaveCount(0);
});

test("order and filter are part of the URL, and can be removed", async ({ page }) => {
  await page.goto("/validators");
  await page.getByRole("columnheader", { name: "Ends in" }).getByRole("link").click();
  await expect(page).toHaveURL(/\/validators\?sort=ends$/);
  await expect(page.getByRole("columnheader", { name: "Ends in" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  const byEnd = await listLines("&sortBy=ends");
  await expect(page.locator(VALIDATOR_ROWS).first()).toHaveId(`row-${byEnd[0]?.nodeId}`);
  await page.getByText("Room", { exact: true }).first().click();
  await page.locator('input[name="room"]').fill("25");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/sort=ends&room=25$/);
  const roomy = await listLines("&sortBy=ends&minRoom=25000000000");
  await expect(page.locator(VALIDATOR_ROWS)).toHaveCount(Math.min(25, roomy.length));
  await page.getByRole("link", { name: "room over 25 AVAX, remove filter" }).click();
  await expect(page).toHaveURL(/\/validators\?sort=ends$/);
  // What is written while scrolling keeps what was chosen since the page was loaded.
  await page.setViewportSize({ width: 1280, height: 300 });
  const list = page.locator(VALIDATOR_ROWS);
  await expect(list).toHaveCount(Math.min(25, byEnd.length));
  await list.nth(1).evaluate((row) => row.scrollIntoView());
  await expect(page).toHaveURL(/sort=ends.*#row-/);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page).toHaveURL(/\/validators\?sort=ends$/);
});

test("unknown nodes and malformed positions are 404, other forms of an id 308", async ({ request }) => {
  const [first] = await listLines();
  const path = `/validator/${first?.nodeId}`;
  const statusOf = async (url: string) => (await request.get(url, { maxRedirects: 0 })).status();
  expect(await statusOf(path)).toBe(200);
  for (const missing of [`/validator/${UNKNOWN}`, "/validator"])
    expect(await statusOf(missing), missing).toBe(404);
  for (const wrong of [
    "/validator/nobody",
    `${path}?chain=z`,
    `${path}?delegations=x`,
    `${path}?before=x`,
    "/validators?sort=age",
    "/validators?room=some",
    "/validators?after=x",
  ])
    expect(await statusOf(wrong), wrong).toBe(400);
  const bare = await request.get(path.replace("NodeID-", ""), { maxRedirects: 0 });
  expect(bare.status()).toBe(308);
  expect(bare.headers().location).toMatch(new RegExp(`${path}$`));
});

test("a period's end can be added to a calendar, and lists export as CSV", async ({ request }) => {
  const lines = await listLines();
  const calendar = await request.get(`/validator/${lines[0]?.nodeId}/calendar`);
  expect(calendar.headers()["content-type"]).toContain("text/calendar");
  expect(await calendar.text()).toContain(`UID:${lines[0]?.txHash}@firn`);
  const csv = (await (await request.get("/validators/csv")).text()).trim().split("\r\n");
  expect(csv.slice(1).map((row) => row.split(",")[1])).toEqual(lines.map(({ nodeId }) => nodeId));
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("list and validator are complete, and lists continue by links", async ({ page }) => {
    const lines = await listLines();
    await page.goto("/validators?after=1");
    await expect(page.locator(VALIDATOR_ROWS).first()).toHaveId(`row-${lines[1]?.nodeId}`);
    const { ownNodeId } = await askApi<{ ownNodeId: string }>("/firn/v1/stake");
    await page.goto(`/validator/${ownNodeId}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(ownNodeId);
    const list = page.getByRole("region", { name: "P-Chain blocks proposed" });
    const last = await list.locator("tbody tr[id]").last().getAttribute("id");
    await list.getByRole("link", { name: "Load 25 more" }).click();
    const lastHeight = Number(last?.replace("row-p-", ""));
    const first = await list.locator("tbody tr[id]").first().getAttribute("id");
    expect(Number(first?.replace("row-p-", ""))).toBeLessThan(lastHeight);
  });

  test("a validator's days are in the first HTML", async ({ page }) => {
    const [line] = await listLines();
    const days = await readDays(line?.nodeId ?? "");
    await page.goto(`/validator/${line?.nodeId}`);
    await page.getByText("Stake per UTC day as a table").click();
    const rows = page.locator("details tbody tr");
    await expect(rows).toHaveCount(Math.min(days.length, 90));
    await expect(rows.first()).toContainText(avax(days[0]?.weight ?? "0"));
  });
});

interface Metrics {
  points: {
    timestamp: number;
    weight: string;
    delegatedWeight: string;
    delegatorCount: number;
    validatorReward: string;
    validatorFeeReward: string;
    delegatorReward: string;
  }[];
  nextPageToken?: string;
}

/** All days of a validator, newest first. */
async function readDays(nodeId: string): Promise<Metrics["points"]> {
  const days: Metrics["points"] = [];
  let token = "";
  do {
    const path = `/firn/v1/validators/${nodeId}/metrics?pageSize=50${token}`;
    const { points, nextPageToken } = await askApi<Metrics>(path);
    days.push(...points);
    token = nextPageToken === undefined ? "" : `&pageToken=${nextPageToken}`;
  } while (token !== "");
  return days;
}

const dayOf = (timestamp: number) => new Date(timestamp * 1000).toISOString().slice(0, 10);
const avax = (navax: string) =>
  (Number(navax) / 1e9).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

test("a validator's charts and their table have the API's stake, delegations and rewards by day", async ({
  page,
}) => {
  const lines = await listLines();
  const nodeId = lines.find(({ delegatorCount }) => delegatorCount > 0)?.nodeId ?? "";
  const days = await readDays(nodeId);
  expect(days.length).toBeGreaterThan(0);
  const newest = days[0];
  const columns = {
    stake: ["weight", "delegatedWeight"],
    delegators: ["delegatorCount"],
    rewards: ["validatorReward", "validatorFeeReward", "delegatorReward"],
  } as const;
  for (const [chart, names] of Object.entries(columns)) {
    await page.goto(`/validator/${nodeId}?chart=${chart}`);
    await expect(page.locator("[data-strip] svg.recharts-surface")).toBeVisible();
    await page.getByText(/ per UTC day as a table$/).click();
    const row = page.locator(`[id="row-${dayOf(newest?.timestamp ?? 0)}"]`);
    const cells = await row.locator("td").allTextContents();
    const expected = names.map((name) => {
      const value = newest?.[name] ?? 0;
      return typeof value === "number" ? String(value) : avax(value);
    });
    expect(cells.slice(1), chart).toEqual(expected);
    await expect(page.locator("details tbody tr")).toHaveCount(Math.min(days.length, 90));
  }
  const csv = await page.request.get(`/validator/${nodeId}/metrics/csv`);
  const lineCount = (await csv.text()).trim().split("\n").length;
  expect(lineCount).toBe(days.length + 1);
  await page.goto(`/validator/${nodeId}?to=${dayOf((newest?.timestamp ?? 0) + 86_400)}`);
  await page.getByRole("link", { name: "Newest days" }).click();
  await expect(page).toHaveURL(new RegExp(`/validator/${nodeId}$`));
  for (const malformed of ["chart=moon", "to=yesterday"])
    expect((await page.request.get(`/validator/${nodeId}?${malformed}`)).status(), malformed).toBe(400);
});
