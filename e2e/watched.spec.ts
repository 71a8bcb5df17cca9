import { readFileSync } from "node:fs";
import { expect, goOnceHeard, listTxs, test } from "./firn";
import { addressOf } from "./samples";

/** Addresses that a reader watches, under names of their own. */

test("an address is watched under a name, which stands wherever the address is shown, and is gone afterwards", async ({
  page,
}) => {
  const [exported] = (await listTxs("c")).filter(({ txType }) => txType === "ExportTx");
  await page.goto(`/c/tx/${exported?.txHash}`);
  const link = page.locator('main a[href^="/address/"]').first();
  const address = await link.getAttribute("href");
  await link.click();
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await page.getByRole("textbox", { name: "Your name for it" }).fill("<b>Treasury</b>");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Watched as <b>Treasury</b>" })).toBeVisible();

  await page.goto(`/c/tx/${exported?.txHash}`);
  const named = page.locator(`main a[href="${address}"] ~ [data-own-name]`).first();
  await expect(named).toHaveText("<b>Treasury</b>");

  await page.goto("/watched");
  await expect(page.getByRole("row", { name: /Treasury/ }).first()).toBeVisible();
  const balance = page
    .getByRole("row", { name: /Treasury/ })
    .first()
    .getByText("AVAX");
  await expect(balance).toBeVisible();
  const removers = page.getByRole("button", { name: /^Remove / });
  for (let left = await removers.count(); left > 0; left--) {
    await removers.first().click();
    await expect(removers).toHaveCount(left - 1);
  }
  await expect(page.getByText("You watch no address yet")).toBeVisible();
  await page.goto(`/c/tx/${exported?.txHash}`);
  await expect(page.locator("[data-own-name]")).toHaveCount(0);
});

test("the list is exported, imported elsewhere, and says what is wrong with a file", async ({
  page,
  browser,
  baseURL,
}) => {
  const address = (await addressOf("address")).replace("/address/", "");
  await page.goto("/watched");
  await page.getByRole("textbox", { name: "Address" }).fill("0x12");
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await expect(page.getByText("0x12 is not an address")).toBeVisible();
  await page.getByRole("textbox", { name: "Address" }).fill(`P-${address}`);
  await page.getByRole("textbox", { name: "Your name for it" }).fill("Cold wallet");
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await expect(page.getByRole("row", { name: /Cold wallet/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Search" }).fill("cold w");
  const found = page.getByRole("option", { name: `Cold wallet Your name for ${address}` });
  await expect(found).toHaveAttribute("href", `/address/${address}`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const exported = readFileSync(await (await downloading).path());

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  goOnceHeard(other);
  await other.goto("/watched");
  await expect(other.getByText("You watch no address yet")).toBeVisible();
  const choose = (name: string, buffer: Buffer) =>
    other.getByLabel("File to import").setInputFiles({ name, mimeType: "application/json", buffer });
  await choose("broken.json", Buffer.from("{"));
  await expect(other.getByText("the file is not JSON")).toBeVisible();
  await choose("firn-watched.json", exported);
  await expect(other.getByText("Imported 1 address")).toBeVisible();
  await expect(other.getByRole("row", { name: /Cold wallet/ })).toBeVisible();
  await context.close();
});
