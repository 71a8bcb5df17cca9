import type { Page } from "@playwright/test";
import type { PChainTransaction } from "../lib/contract/data/p-chain";
import { expect } from "./firn";
import { FIRST_C, FIRST_L1, test } from "./partial-rig";

/** Pages of chains whose beginning Firn does not have. */

/** In one process, because the rig starts its own Firn, and in order, because older blocks come last. */
test.describe.configure({ mode: "default" });

/** The newest export from P to C from before the first known block of C, whose import is not known. */
async function findExport(apiUrl: string): Promise<PChainTransaction> {
  const list = await fetch(`${apiUrl}/v1/networks/fuji/blockchains/p-chain/transactions?pageSize=100`);
  const { transactions } = (await list.json()) as { transactions: PChainTransaction[] };
  const { gaps } = (await (await fetch(`${apiUrl}/firn/v1/status`)).json()) as { gaps: { time: number }[] };
  const found = transactions.find(
    ({ txType, blockTimestamp = 0, emittedUtxos }) =>
      txType === "ExportTx" &&
      blockTimestamp < (gaps[0]?.time ?? 0) &&
      emittedUtxos.some(({ consumingTxHash, createdOnChainId, consumedOnChainId }) => {
        return consumingTxHash === undefined && createdOnChainId !== consumedOnChainId;
      }),
  );
  if (found === undefined) throw new Error("the recording has no export whose import is older");
  return found;
}

test("a transfer whose import is older than the known blocks says so, and nowhere that it waits", async ({
  page,
  rig,
}) => {
  const { txHash, emittedUtxos } = await findExport(rig.apiUrl);
  await page.goto(`/atomic/${txHash}`);
  await expect(page.getByText(`Imported before block ${FIRST_C}`, { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Moved");
  await expect(page.getByText(/was imported before block 100\. Firn does not have/)).toBeVisible();
  await expect(page.locator("main")).not.toContainText(/waiting/i);

  await page.goto(`/p/tx/${txHash}`);
  await expect(page.locator("main")).toContainText(`unless that was before block ${FIRST_C}`);

  const sent = emittedUtxos.find(
    ({ createdOnChainId, consumedOnChainId }) => createdOnChainId !== consumedOnChainId,
  );
  await page.goto(`/address/P-${sent?.addresses[0]}?tab=utxos&chain=c`);
  await expect(page.getByText(`C-Chain blocks before ${FIRST_C} are not known`)).toBeVisible();
  await expect(
    page.getByText(`Sent to the C-Chain, perhaps imported before block ${FIRST_C}`).first(),
  ).toBeVisible();
  await expect(page.getByText("Shared memory").first()).toBeVisible();
});

test("lists of the C-Chain and the home page say from which block on they have rows", async ({ page }) => {
  await page.goto("/c/blocks");
  await expect(page.getByText(`From block ${FIRST_C} on`)).toBeVisible();
  await page.goto("/");
  await expect(page.getByText("lacks 99 blocks").first()).toBeVisible();
});

/** Pages of the L1 that lack something while its older blocks do. */
const pagesOf = ({ chain, collection }: { chain: { chainId: number }; collection: string }) => [
  `/${chain.chainId}/blocks`,
  `/${chain.chainId}/txs`,
  `/${chain.chainId}/nft/${collection}?tab=holders`,
];

/** What a page says of the part that it has, in its main column. */
const noteOn = (page: Page) =>
  page
    .locator("main")
    .getByText(new RegExp(`from block ${FIRST_L1} on`, "i"))
    .first();

test("what only all blocks give is refused in words, and every page says from which block it counts", async ({
  page,
  rig,
}) => {
  for (const path of pagesOf(rig)) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    await expect(noteOn(page), path).toBeVisible();
  }
  await expect(page.getByText(/are not known while Firn has only part of the history/)).toBeVisible();
});

test("the marks go away once the older blocks are there", async ({ page, rig }) => {
  await rig.giveOlder();
  for (const path of pagesOf(rig)) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    await expect(page.locator("main").getByText(/older blocks|only part of the history/), path).toHaveCount(
      0,
    );
  }
  await page.goto(`/${rig.chain.chainId}/blocks?before=2`);
  await expect(page.getByRole("link", { name: "1", exact: true }).first()).toBeVisible();
});
