import type { Locator } from "@playwright/test";
import { formatAddress } from "../lib/avalanche/ids";
import type { BalancePoint, BalancesPage } from "../lib/contract/firn/balances";
import { formatAmount, formatDate } from "../lib/words/format";
import { askApi, CHAIN_PATHS, expect, findCChainId, test } from "./firn";

/** The balance of an address over time on P, X and C. */

interface Owned {
  consumedUtxos: { addresses: string[] }[];
}

/** Addresses that spent outputs on a chain, the newest first. */
async function listSpenders(chain: "p" | "x"): Promise<string[]> {
  const { transactions } = await askApi<{ transactions: Owned[] }>(
    `${CHAIN_PATHS[chain]}/transactions?pageSize=100`,
  );
  const owners = transactions.flatMap(({ consumedUtxos }) => consumedUtxos.map(({ addresses }) => addresses));
  return [...new Set(owners.flatMap((addresses) => (addresses.length === 1 ? addresses : [])))];
}

async function anySender(): Promise<string> {
  const { transactions } = await askApi<{ transactions: { from: { address: string } }[] }>(
    `/v1/chains/${await findCChainId()}/transactions`,
  );
  return transactions[0]?.from.address ?? "";
}

/** The amounts of a row without separators, none of them cut. */
async function exactIn(row: Locator): Promise<string[]> {
  const titles = await row
    .locator("td [title]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("title")));
  return titles.map((title) => (title ?? "").replaceAll(",", ""));
}

/** Days as the API has them, newest first. */
async function readDays(address: string, chain: string): Promise<BalancePoint[]> {
  const { points } = await askApi<BalancesPage>(`/firn/v1/addresses/${address}/balances?chain=${chain}`);
  return points;
}

const dayOf = ({ timestamp }: BalancePoint) => new Date(timestamp * 1000).toISOString().slice(0, 10);
const plain = (amount: string | undefined, decimals: number) =>
  amount === undefined ? "" : formatAmount(BigInt(amount), decimals).replaceAll(",", "");

for (const chain of ["p", "x"] as const)
  test(`the chart, its table and its CSV have the API's balances of every day on ${chain}`, async ({
    page,
  }) => {
    const [address = ""] = await listSpenders(chain);
    const days = await readDays(address, chain);
    expect(days.length).toBeGreaterThan(0);
    await page.goto(`/address/${address}?tab=balance&chain=${chain}`);
    await page.locator("[data-strip]").scrollIntoViewIfNeeded();
    await expect(page.locator("[data-strip] svg.recharts-surface")).toBeVisible();
    const rows = page.locator("tbody tr[id^=row-]");
    await expect(rows).toHaveCount(Math.min(90, days.length));
    for (const [at, day] of days.slice(0, 5).entries()) {
      await expect(rows.nth(at)).toHaveId(`row-${dayOf(day)}`);
      const amounts = chain === "p" ? [day.balance, day.staked] : [day.balance];
      expect(await exactIn(rows.nth(at))).toEqual(amounts.map((amount) => plain(amount, 9)));
    }
    // The focus begins at the oldest day that is drawn.
    await page.locator("svg.recharts-surface").first().focus();
    await page.keyboard.press("End");
    for (let steps = 0; steps < 20; steps++) await page.keyboard.press("ArrowRight");
    const tip = page.locator(".recharts-tooltip-wrapper [role=status]");
    await expect(tip).toContainText(formatDate((days[0]?.timestamp ?? 0) * 1000));
    const csv = await (await page.request.get(`/address/${address}/csv?list=balance&chain=${chain}`)).text();
    const lines = csv.trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",").slice(2, 5))).toEqual(
      days.map(({ balance, staked }) => [plain(balance, 9), plain(staked, 9), "AVAX"]),
    );
  });

test("the newest day is what the page says the address has now", async ({ page }) => {
  const [address = ""] = await listSpenders("p");
  const [newest] = await readDays(address, "p");
  await page.goto(`/address/${address}?tab=balance`);
  const total = page
    .getByRole("row", { name: /P-Chain/ })
    .first()
    .getByRole("cell")
    .last();
  await expect(total).toContainText(formatAmount(BigInt(newest?.balance ?? 0), 9));
});

test("on the C-Chain the node is asked, and a day that it does not tell is not known", async ({ page }) => {
  const account = await anySender();
  const days = await readDays(account, "c");
  expect(days.length).toBeGreaterThan(0);
  await page.goto(`/address/${account}?tab=balance&chain=c`);
  const rows = page.locator("tbody tr[id^=row-]");
  await expect(rows).toHaveCount(days.length);
  for (const [at, { balance }] of days.entries()) {
    if (balance === undefined) await expect(rows.nth(at).locator("td").last()).toHaveText("not known");
    else expect(await exactIn(rows.nth(at))).toEqual([plain(balance, 18)]);
  }
  expect(days[0]?.balance).toBeDefined();
});

test("an address without a history says so in a sentence, and without its form how to find it", async ({
  page,
}) => {
  const idle = formatAddress("custom", new Uint8Array(20).fill(7));
  await page.goto(`/address/${idle}?tab=balance&chain=x`);
  await expect(page.getByText("This address has never had AVAX here")).toBeVisible();
  await expect(page.locator("[data-strip]")).toHaveCount(0);
  const nobody = `0x${"12".repeat(20)}`;
  await page.goto(`/address/${nobody}?tab=balance&chain=p`);
  await expect(page.getByText("The P- and X-Chain form of this address is unknown")).toBeVisible();
  // It had some later.
  const [spender = ""] = await listSpenders("p");
  await page.goto(`/address/${spender}?tab=balance&before=2020-01-01`);
  await expect(page.getByText("This address had no AVAX at the end of any of these days")).toBeVisible();
  for (const malformed of ["before=yesterday", "before=2026-11-20T10", "chain=q"])
    expect((await page.request.get(`/address/${idle}?tab=balance&${malformed}`)).status(), malformed).toBe(
      400,
    );
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the days are in the first HTML", async ({ page }) => {
    const [address = ""] = await listSpenders("p");
    const [newest] = await readDays(address, "p");
    await page.goto(`/address/${address}?tab=balance`);
    await expect(page.locator("tbody tr[id^=row-]").first()).toHaveId(`row-${newest && dayOf(newest)}`);
  });
});
