import { askApi, CHAIN_PATHS, expect, findTx, type KnownTx, listTxs, test } from "./firn";

/** The X-Chain and the C-Chain: from a list down to the bytes, and the browser's own checks of them. */

for (const [letter, name] of [
  ["x", "X-Chain"],
  ["c", "C-Chain"],
] as const) {
  test(`the ${name}'s newest transaction links to its block, and the block to its bytes`, async ({
    page,
  }) => {
    await page.goto(`/${letter}/txs${letter === "c" ? "?kind=atomic" : ""}`);
    const [tx] = await listTxs(letter);
    const row = page.locator("tbody tr[id]").first();
    await expect(row).toHaveId(`row-${tx?.txHash}`);
    await row.getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(`/${letter}/tx/${tx?.txHash}$`));
    await expect(page.getByRole("list", { name: "What the bytes mean" })).toContainText(tx?.txType ?? "");
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Block \d/ })
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^${name} block \\d`));
    const fields = page.getByRole("list", { name: "What the bytes mean" });
    await expect(fields.getByRole("button", { name: /^Container time/ })).toBeVisible();
    await expect(fields.getByRole("button", { name: /^Height/ })).toBeVisible();
    await page.getByRole("link", { name: "JSON", exact: true }).click();
    await expect(page).toHaveURL(/\?raw=json$/);
    await expect(page.locator("pre")).toContainText(/"(height|number)"/);
  });
}

for (const letter of ["p", "x", "c"] as const) {
  test(`ids of ${letter} blocks computed in the browser equal the server's`, async ({ page }) => {
    test.slow();
    const path = `${CHAIN_PATHS[letter]}/blocks`;
    const { blocks } = await askApi<{ blocks: { blockNumber: string; blockHash: string }[] }>(
      `${path}?pageSize=100`,
    );
    const spread = blocks.filter((_, index) => index % Math.ceil(blocks.length / 5) === 0);
    for (const { blockNumber, blockHash } of [...spread, await askApi<(typeof blocks)[0]>(`${path}/1`)]) {
      await page.goto(`/${letter}/block/${blockNumber}`);
      const checks = page.getByRole("region", { name: "Checked in your browser" });
      await expect(checks).toContainText("Equal to the id of this page");
      const made = (await checks.locator("code").allTextContents()).map((text) => text.replaceAll(" ", ""));
      expect(made).toContain(blockHash.replace(/^0x/, ""));
      await expect(page.getByRole("link", { name: "Checked", exact: true })).toBeVisible();
    }
  });

  test(`every type of ${letter} transaction has the server's id, signers and amounts`, async ({ page }) => {
    test.slow();
    const byType = new Map((await listTxs(letter)).map((tx) => [tx.txType, tx]));
    for (const { txHash, txType } of byType.values()) {
      await page.goto(`/${letter}/tx/${txHash}`);
      const checked = page.getByRole("link", { name: "Checked", exact: true });
      await expect(checked, txType).toBeVisible();
      const checks = page.getByRole("region", { name: "Checked in your browser" });
      await expect(checks, txType).toContainText("Id matches the bytes");
      await expect(page.getByRole("main"), txType).toContainText(txHash);
    }
  });
}

interface CTx extends KnownTx {
  emittedUtxos?: { addresses: string[]; consumingTxHash?: string }[];
}

test("both sides of a transfer are shown under the export's id, and every other id redirects there", async ({
  page,
  request,
}) => {
  const exported = (await listTxs<CTx>("c")).find(
    (tx) => tx.emittedUtxos?.[0]?.consumingTxHash !== undefined,
  );
  const importId = exported?.emittedUtxos?.[0]?.consumingTxHash;
  const answer = await request.get(`/atomic/${importId}`, { maxRedirects: 0 });
  expect(answer.status()).toBe(308);
  expect(answer.headers().location).toMatch(new RegExp(`/atomic/${exported?.txHash}$`));

  await page.goto(`/c/tx/${exported?.txHash}`);
  await page.getByRole("link", { name: "Both sides" }).click();
  await expect(page).toHaveURL(new RegExp(`/atomic/${exported?.txHash}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Moved .*AVAX from C-Chain to /);
  await expect(page.getByRole("link", { name: "Checked", exact: true })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Imports spend what was exported");
  await page.getByRole("region", { name: "Export and import" }).locator(`a[href$="${importId}"]`).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Imported .* from C-Chain$/);
});

test("a pending transfer says who can complete it", async ({ page }) => {
  const exported = (await listTxs<CTx>("c")).find((tx) =>
    tx.emittedUtxos?.some(({ consumingTxHash }) => consumingTxHash === undefined),
  );
  await page.goto(`/atomic/${exported?.txHash}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Moving /);
  const waiting = page.getByRole("region", { name: "Export that waits for its import" });
  await expect(waiting).toContainText(exported?.emittedUtxos?.[0]?.addresses[0] ?? "nobody");
});

test("every form of a block's id redirects to its height, on every chain", async ({ request }) => {
  for (const letter of ["x", "c"] as const) {
    const { blockHash } = await askApi<{ blockHash: string }>(`${CHAIN_PATHS[letter]}/blocks/42`);
    const { containerId } = await askApi<{ containerId: string }>(`/firn/v1/containers/${letter}/42`);
    for (const name of [blockHash, containerId, "042"]) {
      const response = await request.get(`/${letter}/block/${name}`, { maxRedirects: 0 });
      expect(response.status(), name).toBe(308);
      expect(response.headers().location).toMatch(new RegExp(`/${letter}/block/42$`));
    }
  }
});

test("a transaction's signer links to the address, and each list of a page has its own position", async ({
  page,
}) => {
  const { txHash } = await findTx("AddPermissionlessValidatorTx");
  await page.goto(`/p/tx/${txHash}?flow=table&list=flow&from=2`);
  const flow = page.locator("#flow");
  await expect(flow.locator("tbody tr").first()).toHaveId("row-flow-2");
  await expect(page.locator("#sigs tbody tr").first()).toContainText("Input 0");
  const shown = await flow.locator("tbody tr").count();
  await flow.getByRole("link", { name: "First inputs and outputs" }).click();
  await expect(page).toHaveURL(/\?flow=table#flow$/);
  await expect(flow.locator("tbody tr")).toHaveCount(shown + 1);
  const signer = page.locator("#sigs tbody").getByRole("link").first();
  const address = (await signer.getAttribute("title")) ?? "";
  await signer.click();
  await expect(page).toHaveURL(new RegExp(`/address/${address.replace("P-", "")}$`));
});
