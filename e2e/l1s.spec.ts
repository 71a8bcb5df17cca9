import { askApi, expect, test } from "./firn";

/** L1s: the list, an L1's page with its runways, and the life of one validation. */

interface L1 {
  subnetId: string;
  name: string;
  activeCount: number;
  /** Chain time of the answer, unix seconds. */
  time: number;
  blockchains: { blockchainId: string }[];
  validators: { validationId: string; active: boolean; runsOutTimestamp?: number }[];
}

async function listL1s(): Promise<L1[]> {
  return (await askApi<{ l1s: L1[] }>("/firn/v1/l1s?pageSize=100")).l1s;
}

/** An L1 with paying validators, with all its details. */
async function payingL1(): Promise<L1> {
  const paying = (await listL1s()).find(({ activeCount }) => activeCount > 0);
  return askApi<L1>(`/firn/v1/l1s/${paying?.subnetId}`);
}

test("the list links to an L1, its runways to a validation, and that to its transactions", async ({
  page,
}) => {
  const l1s = await listL1s();
  const l1 = await payingL1();
  await page.goto("/l1s");
  const rows = page.locator("tbody tr[id]");
  expect(await rows.evaluateAll((all) => all.map(({ id }) => id))).toEqual(
    l1s.map(({ subnetId }) => `row-${subnetId}`),
  );
  await page.locator(`#row-${l1.subnetId}`).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(l1.name);
  const runways = page.getByRole("region", { name: /^Runway/ });
  const shown = await runways.locator("tbody tr").evaluateAll((all) => all.map(({ id }) => id));
  expect(shown).toEqual(l1.validators.map(({ validationId }) => `row-${validationId}`));
  const first = l1.validators[0]?.validationId ?? "";
  const command = await runways
    .getByRole("button", { name: /top up/ })
    .first()
    .getAttribute("data-copy");
  expect(command).toContain(`--validation-id ${first} --balance `);
  await runways.locator(`a[href="/validation/${first}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/validation/${first}$`));
  const { points } = await askApi<{ points: { txHash?: string }[] }>(`/firn/v1/validations/${first}`);
  const life = page.getByRole("region", { name: /^History/ });
  await expect(life.locator("tbody tr")).toHaveCount(points.length);
  await life.locator("tbody tr").last().getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/p/tx/${points.at(-1)?.txHash}$`));
});

test("a runway is as long as the balance lasts, on an axis of 120 days", async ({ page }) => {
  const l1 = await payingL1();
  await page.goto(`/l1/${l1.subnetId}`);
  const paying = l1.validators.filter(({ active }) => active);
  for (const { validationId, runsOutTimestamp = 0 } of paying) {
    const row = page.locator(`#row-${validationId}`);
    const width = await row.locator("i").evaluate((bar) => (bar as HTMLElement).style.width);
    const days = (runsOutTimestamp - l1.time) / 86_400;
    expect(Number.parseFloat(width), validationId).toBeCloseTo(Math.min(100, (days / 120) * 100), 1);
    const end = new Date(runsOutTimestamp * 1000);
    await expect(row).toContainText(
      `${end.getUTCDate()} ${end.toLocaleString("en", { month: "short", timeZone: "UTC" })}`,
    );
  }
});

test("an L1's page shows what its validators paid by day, in a chart that has an address", async ({
  page,
}) => {
  const { subnetId } = await payingL1();
  const { points } = await askApi<{
    points: { feesNavax: string; cumulativeNavax: string; payingValidators: number }[];
  }>(`/firn/v1/l1s/${subnetId}/fees`);
  const digits = (text: string) => Number(text).toLocaleString("en");
  for (const [chart, label, head, textOf] of [
    ["fees", "Fees", "Fees of its validators, nAVAX", ({ feesNavax }) => digits(feesNavax)],
    ["total", "Total fees", "Paid so far, nAVAX", ({ cumulativeNavax }) => digits(cumulativeNavax)],
    ["paying", "Paying validators", "Paying validators", ({ payingValidators }) => String(payingValidators)],
  ] as [string, string, string, (point: (typeof points)[number]) => string][]) {
    await page.goto(`/l1/${subnetId}${chart === "fees" ? "" : `?chart=${chart}`}`);
    const views = page.getByRole("group", { name: "Chart" });
    await expect(views.getByRole("link", { name: label, exact: true })).toHaveAttribute(
      "aria-current",
      "true",
    );
    await page.getByText(`${label} per UTC day as a table`).click();
    const table = page.getByRole("table", { name: `${label} per UTC day, newest first` });
    await expect(table.getByRole("columnheader").last()).toHaveText(head);
    await expect(table.locator("tbody tr[id] :is(td, th):last-child")).toHaveText(points.map(textOf));
  }
  expect((await page.request.get(`/l1/${subnetId}?chart=moons`)).status()).toBe(400);
});

test("every validation has its page: active, inactive and removed", async ({ page }) => {
  const states = new Set<string>();
  const { validators } = await askApi<{
    validators: { validationId: string; weight: number; remainingBalance: number }[];
  }>("/v1/networks/fuji/l1Validators?includeInactiveL1Validators=true&pageSize=100");
  for (const { validationId, weight, remainingBalance } of validators) {
    await page.goto(`/validation/${validationId}`);
    const state = weight === 0 ? "Removed" : remainingBalance === 0 ? "Inactive" : "Validating";
    await expect(page.locator("[data-idline]"), validationId).toContainText(state);
    states.add(state);
  }
  expect([...states].sort()).toEqual(["Inactive", "Removed", "Validating"]);
});

test("chain ids, hex and names lead to the L1; anything else is 404", async ({ request }) => {
  const l1 = await payingL1();
  const { validationIdHex } = await askApi<{ validationIdHex: string }>(
    `/firn/v1/validations/${l1.validators[0]?.validationId}`,
  );
  for (const [path, status, target] of [
    [`/l1/${l1.blockchains[0]?.blockchainId}`, 308, `/l1/${l1.subnetId}`],
    [`/l1/${l1.name.toUpperCase()}`, 307, `/l1/${l1.subnetId}`],
    ["/l1/11111111111111111111111111111111LpoYY", 308, "/validators"],
    [`/validation/${validationIdHex}`, 308, `/validation/${l1.validators[0]?.validationId}`],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect(answer.status(), path).toBe(status);
    expect(new URL(answer.headers().location ?? "", answer.url()).pathname).toBe(target);
  }
  for (const path of [
    "/l1/nosuchname",
    `/l1/${l1.validators[0]?.validationId}`,
    `/validation/${l1.subnetId}`,
    "/l1",
  ])
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
  for (const path of ["/validation/x", "/l1s?before=x"])
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(400);
});

test("a subnet that is not an L1 says so and lists its validators", async ({ page }) => {
  const { subnets } = await askApi<{ subnets: { subnetId: string; isL1: boolean }[] }>(
    "/v1/networks/fuji/subnets?pageSize=100",
  );
  const plain = subnets.find(({ subnetId, isL1 }) => !isL1 && !subnetId.startsWith("111111"));
  await page.goto(`/l1/${plain?.subnetId}`);
  await expect(page.getByRole("main")).toContainText("Subnet, not converted to an L1");
  await expect(page.getByRole("region", { name: /^Validators/ })).toBeVisible();
});

test("the calendar holds every active validator's run-out date", async ({ request }) => {
  const l1 = await payingL1();
  const calendar = await (await request.get(`/l1/${l1.subnetId}/calendar`)).text();
  const uids = [...calendar.replaceAll("\r\n ", "").matchAll(/^UID:(\w+)@firn/gm)].map((match) => match[1]);
  const active = l1.validators.filter(({ active }) => active);
  expect(uids).toEqual(active.map(({ validationId }) => validationId));
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("lists, runways and validations are complete", async ({ page }) => {
    const l1s = await listL1s();
    const l1 = await payingL1();
    await page.goto(`/l1s?before=${l1s[0]?.subnetId}`);
    await expect(page.locator("tbody tr[id]").first()).toHaveId(`row-${l1s[1]?.subnetId}`);
    await page.goto(`/l1/${l1.subnetId}`);
    await expect(page.getByRole("region", { name: /^Runway/ }).locator("tbody tr")).toHaveCount(
      l1.validators.length,
    );
    await page.goto(`/validation/${l1.validators[0]?.validationId}`);
    await expect(page.getByRole("region", { name: "Top up" })).toContainText("platform l1 add-balance");
  });
});
