import { askApi, expect, findTx, test } from "./firn";

/** The main path: from the front page down to a transaction's bytes and back. */

test("home leads to a block, its transaction and back", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("as your own node sees it");
  const core = page.getByRole("region", { name: "P-Chain" });
  await core.getByRole("link", { name: "110", exact: true }).click();
  await expect(page).toHaveURL(/\/p\/block\/110$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("P-Chain block 110");

  const tx = await findTx();
  await page.getByRole("link", { name: /^Imported 5\.25/ }).click();
  await expect(page).toHaveURL(new RegExp(`/p/tx/${tx.txHash}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Imported 5\.25/);
  await expect(page).toHaveTitle(/^Imported 5\.25.* — Firn$/);

  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("P-Chain block 110");
});

test("a row and the head of its page say the same, and name what the bytes leave out", async ({ page }) => {
  for (const [type, sentence] of [
    ["RewardValidatorTx", /^Paid [\d.,]+\sAVAX for (delegating to|validating with) NodeID-\w{6}…$/],
    ["DisableL1ValidatorTx", /^Disabled validator NodeID-\w{6}… of /],
    ["AddPermissionlessDelegatorTx", /^Delegated .+ to NodeID-\w{6}….* for \d+ /],
  ] as const) {
    const { txHash, blockNumber } = await findTx(type);
    await page.goto(`/p/block/${blockNumber}`);
    await page.locator(`main a[href$="/p/tx/${txHash}"]`).filter({ hasText: sentence }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(sentence);
  }
});

test("a block's id is recomputed from its bytes in the browser", async ({ page }) => {
  const block = await askApi<{ blockHash: string }>("blocks/47");
  await page.goto("/p/block/47");
  const checks = page.getByRole("region", { name: "Checked in your browser" });
  await expect(checks).toContainText("Equal to the id of this page");
  await expect(checks).toContainText(block.blockHash);
  await expect(page.getByRole("link", { name: "Checked", exact: true })).toBeVisible();
});

test("a transaction's id, signatures and amounts are checked in the browser", async ({ page }) => {
  for (const type of ["ConvertSubnetToL1Tx", "AddPermissionlessDelegatorTx", "ImportTx"]) {
    const tx = await findTx(type);
    await page.goto(`/p/tx/${tx.txHash}`);
    await expect(page.getByRole("link", { name: "Checked", exact: true })).toBeVisible();
    const checks = page.getByRole("region", { name: "Checked in your browser" });
    await expect(checks).toContainText("Id matches the bytes");
    await expect(checks.getByText("Amounts balance")).toBeVisible();
  }
});

test("a field of the bytes is highlighted from the URL and from its name", async ({ page }) => {
  await page.goto("/p/block/110#b=38-45");
  const field = (name: RegExp) =>
    page.getByRole("list", { name: "What the bytes mean" }).getByRole("button", { name });
  await expect(field(/^Container time/)).toHaveAttribute("aria-pressed", "true");
  await field(/^Parent/).click();
  await expect(field(/^Parent/)).toHaveAttribute("aria-pressed", "true");
  await expect(field(/^Container time/)).toHaveAttribute("aria-pressed", "false");
  await expect(page).toHaveURL(/#b=\d{3,}-\d{3,}$/);
});
