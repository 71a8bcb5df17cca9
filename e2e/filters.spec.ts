import type { Page } from "@playwright/test";
import { askApi, expect, findCChainId, type KnownTx, test } from "./firn";

/** Filters of lists: what a form adds to the address, the rows that are left, and the file of them. */

interface EvmTx {
  txHash: string;
  blockTimestamp: number;
  value: string;
  from: { address: string };
  method?: { methodHash?: string };
}

interface EvmBlock {
  blockNumber: string;
  gasUsed: string;
  gasLimit: string;
  txCount: number;
}

interface AcceptedBlock {
  blockNumber: string;
  txCount: number;
  proposerDetails?: { proposerNodeId?: string; proposerPChainHeight?: number };
}

interface Transfer {
  txHash: string;
  logIndex: number;
  blockTimestamp: number;
  from: { address: string };
}

const onDay = (seconds: number, day: string) => new Date(seconds * 1000).toISOString().startsWith(day);

/** Every row of a list of the API. */
async function askAll<Row>(path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let token = ""; ; ) {
    const answer = await askApi<Record<string, unknown> & { nextPageToken?: string }>(
      `${path}?pageSize=100${token}`,
    );
    rows.push(...(answer[name] as Row[]));
    if (answer.nextPageToken === undefined) return rows;
    token = `&pageToken=${answer.nextPageToken}`;
  }
}

/** Opens a filter's chip and fills in its fields. */
async function addFilter(page: Page, label: string, fields: Record<string, string>): Promise<void> {
  const filters = page.getByRole("region", { name: "Filters" });
  await filters.getByText(label, { exact: true }).click();
  for (const [name, value] of Object.entries(fields)) await filters.getByLabel(name).fill(value);
  await filters.getByRole("button", { name: "Filter" }).filter({ visible: true }).click();
}

const shownIds = (page: Page) =>
  page.locator("tbody tr[id]").evaluateAll((rows) => rows.map(({ id }) => id.replace(/^row-/, "")));

const shownCells = (page: Page) =>
  page
    .locator("tbody tr[id]")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent ?? "")),
    );

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("EVM transactions are filtered by function, value and day, one after the other", async ({
      page,
    }) => {
      const all = await askAll<EvmTx>(`/v1/chains/${await findCChainId()}/transactions`, "transactions");
      const transfers = all.filter(({ method }) => method?.methodHash === "0xa9059cbb");
      expect(transfers.length).toBeGreaterThan(0);
      expect(transfers.length).toBeLessThan(all.length);
      await page.goto("/c/txs");
      await addFilter(page, "Method", { "Method: name, signature or selector": "transfer" });
      await expect(page).toHaveURL(/\/c\/txs\?method=transfer$/);
      await expect.poll(() => shownIds(page)).toEqual(transfers.slice(0, 25).map(({ txHash }) => txHash));

      const day = new Date((transfers[0]?.blockTimestamp ?? 0) * 1000).toISOString().slice(0, 10);
      await addFilter(page, "Date", { "from, UTC day": day, "to, UTC day": day });
      await expect(page).toHaveURL(new RegExp(`method=transfer&from=${day}&to=${day}$`));
      const ofDay = transfers.filter(({ blockTimestamp }) => onDay(blockTimestamp, day));
      await expect.poll(() => shownIds(page)).toEqual(ofDay.slice(0, 25).map(({ txHash }) => txHash));

      const csv = page.getByRole("link", { name: "CSV" });
      expect(await csv.getAttribute("href")).toContain(`method=transfer&from=${day}&to=${day}`);

      await page.getByRole("link", { name: "method transfer, remove filter" }).click();
      await expect(page).not.toHaveURL(/method=/);
      await addFilter(page, "Value", { "Value at least": "1" });
      const large = all.filter(({ value }) => BigInt(value) >= 10n ** 18n);
      expect(large.length).toBeGreaterThan(0);
      await expect.poll(() => shownIds(page)).toEqual(large.slice(0, 25).map(({ txHash }) => txHash));
    });

    test("transfers of a token, and of an address, are those of the chosen days, also in the file", async ({
      page,
      request,
    }) => {
      const chain = `/v1/chains/${await findCChainId()}`;
      const { tokens } = await askApi<{ tokens: { address: string }[] }>(`/firn${chain}/tokens`);
      const token = tokens[0]?.address ?? "";
      const all = await askAll<Transfer>(`${chain}/tokens/${token}/transfers`, "transfers");
      const newestMs = (all[0]?.blockTimestamp ?? 0) * 1000;
      const [day = "", after = ""] = [newestMs, newestMs + 86_400_000].map((ms) =>
        new Date(ms).toISOString().slice(0, 10),
      );
      const wanted = all.filter(({ blockTimestamp }) => onDay(blockTimestamp, day));
      const rows = wanted.slice(0, 25).map(({ txHash, logIndex }) => `${txHash}-${logIndex}`);
      await page.goto(`/c/token/${token}`);
      const form = page.locator("details", { hasText: "Date" });
      await form.getByText("Date", { exact: true }).click();
      for (const name of ["from, UTC day", "to, UTC day"]) await form.getByLabel(name).fill(day);
      await form.getByRole("button", { name: "Filter" }).click();
      await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}$`));
      await expect.poll(() => shownIds(page)).toEqual(rows);
      const csv = async () => {
        const href = await page.getByRole("link", { name: "CSV" }).first().getAttribute("href");
        return (await (await request.get(href ?? "")).text()).trim().split("\n").length - 1;
      };
      expect(await csv()).toBe(wanted.length);
      await page.goto(`/c/token/${token}?from=${after}`);
      await expect(page.getByText("No transaction on these days moved this token.")).toBeVisible();
      expect(await csv()).toBe(0);

      const holder = all[0]?.from.address ?? "";
      await page.goto(`/address/${holder}?tab=transfers&from=${day}&to=${day}`);
      const own = await askAll<Transfer>(`/firn${chain}/addresses/${holder}/transfers`, "transfers");
      expect(await csv()).toBe(own.filter(({ blockTimestamp }) => onDay(blockTimestamp, day)).length);
      await expect(page.getByRole("link", { name: /^from .*, remove filter$/ })).toBeVisible();
    });

    test("P-Chain transactions are filtered by type alone", async ({ page }) => {
      const all = await askAll<KnownTx & { txType: string }>("transactions", "transactions");
      const wanted = all.filter(({ txType }) => txType === "ExportTx" || txType === "ImportTx");
      expect(wanted.length).toBeGreaterThan(1);
      await page.goto("/p/txs?types=ExportTx");
      const filters = page.getByRole("region", { name: "Filters" });
      await filters.getByText("Type", { exact: true }).click();
      await filters.getByLabel("Type", { exact: true }).selectOption("ImportTx");
      await filters.getByRole("button", { name: "Filter" }).filter({ visible: true }).click();
      await expect(page).toHaveURL(/types=/);
      await expect.poll(() => shownIds(page)).toEqual(wanted.slice(0, 25).map(({ txHash }) => txHash));
    });

    test("blocks are filtered by how full they are and how many transactions they have", async ({ page }) => {
      const blocks = await askAll<EvmBlock>(`/v1/chains/${await findCChainId()}/blocks`, "blocks");
      const full = blocks.filter(({ gasUsed, gasLimit }) => BigInt(gasUsed) * 100n >= BigInt(gasLimit) * 2n);
      expect(full.length).toBeGreaterThan(0);
      expect(full.length).toBeLessThan(blocks.length);
      await page.goto("/c/blocks");
      await addFilter(page, "Full", { "Full at least, percent": "2" });
      await expect(page).toHaveURL(/\/c\/blocks\?full=2$/);
      await expect
        .poll(() => shownIds(page))
        .toEqual(full.slice(0, 25).map(({ blockNumber }) => blockNumber));
      // What the node's index has of them is there as on the whole list.
      const accepted = new Map(
        (await askAll<AcceptedBlock>("/v1/networks/fuji/blockchains/c-chain/blocks", "blocks")).map(
          (block) => [block.blockNumber, block],
        ),
      );
      const compare = async (found: readonly EvmBlock[]) => {
        const rows = await shownCells(page);
        for (const [i, { blockNumber }] of found.entries()) {
          const block = accepted.get(blockNumber);
          expect(rows[i]?.[4], blockNumber).toBe(String(block?.txCount));
          const { proposerNodeId, proposerPChainHeight } = block?.proposerDetails ?? {};
          const nobody = proposerPChainHeight === undefined ? "not known" : "unsigned";
          expect(rows[i]?.at(-1), blockNumber).toContain(proposerNodeId?.slice(0, 12) ?? nobody);
        }
      };
      await compare(full.slice(0, 25));
      if (javaScriptEnabled) {
        const filled = blocks.filter(({ txCount }) => txCount > 0).slice(0, 31);
        // More than the first page, so that the browser asks for some of it.
        expect(filled.length).toBe(31);
        await page.goto("/c/blocks?txs=1");
        await page.getByText(/so far$/).scrollIntoViewIfNeeded();
        await expect
          .poll(async () => (await shownIds(page)).slice(0, 31))
          .toEqual(filled.map(({ blockNumber }) => blockNumber));
        await compare(filled);
      }
      const own = await askAll<EvmBlock>("blocks", "blocks");
      const empty = own.filter(({ txCount }) => txCount === 0);
      expect(empty.length).toBeGreaterThan(0);
      const rest = own.filter(({ txCount }) => txCount > 0).map(({ blockNumber }) => blockNumber);
      await page.goto("/p/blocks?txs=1");
      await expect.poll(() => shownIds(page)).toEqual(rest.slice(0, 25));
    });
  });

test("a function that Firn has no name for is asked for by its types", async ({ page }) => {
  await page.goto("/c/txs?method=nosuchthing");
  await expect(page.getByText(/knows no function by the name nosuchthing/)).toBeVisible();
  await expect(page.getByRole("link", { name: "method nosuchthing, remove filter" })).toBeVisible();
});
