import { PAGES } from "../lib/contract/page-table";
import { hrefTo, type PageName } from "../lib/contract/pages";
import { expect, test } from "./firn";
import { addressOf } from "./samples";

/** Every page of the table of addresses, opened by the address that the table writes. */

for (const name of Object.keys(PAGES) as PageName[]) {
  test(`the page "${name}" opens at its address`, async ({ page }) => {
    const address = await addressOf(name);
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    // The charts have no address of their own, so they redirect to the first chart.
    await expect(page).toHaveURL(name === "charts" ? hrefTo("chart", { metric: "tps" }) : address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}
