import { hrefTo } from "../lib/contract/pages";
import { expect, test } from "./firn";
import { expectFits, fitsAt, WIDTHS } from "./fits";
import { PLACES } from "./places";

/**
 * Every page of the table of addresses, and every kind of page, opens at the address that the table writes, fits a phone, a
 * tablet and a desktop, and axe finds nothing serious.
 */

/** Addresses that lead elsewhere: the charts have none of their own. */
const LEADS_TO: Record<string, string> = { [hrefTo("charts")]: hrefTo("chart", { metric: "tps" }) };
const NOT_FOUND = ["an unknown page", "a search without a result"];

for (const [name, placeOf] of PLACES) {
  test(`${name} opens and fits, and axe finds nothing serious`, async ({ page, expectStatus }) => {
    const status = NOT_FOUND.includes(name) ? 404 : 200;
    if (status === 404) expectStatus(status);
    const address = await placeOf();
    const response = await page.goto(address);
    expect(response?.status()).toBe(status);
    await expect(page).toHaveURL(LEADS_TO[address] ?? address);
    await page.waitForLoadState("load");
    await expect(page.locator("h1")).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of WIDTHS) expect(await fitsAt(page, width), `${width} px`).toBe(true);
    await expectFits(page);
  });
}
