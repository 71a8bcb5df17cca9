import { expect, test } from "./firn";
import { expectFits, fitsAt, WIDTHS } from "./fits";
import { PLACES } from "./places";

/** Every kind of page fits a phone, a tablet and a desktop, and axe finds nothing serious. */

for (const [name, placeOf] of PLACES) {
  test(`${name} fits, and axe finds nothing serious`, async ({ page, expectStatus }) => {
    expectStatus(404);
    await page.goto(await placeOf());
    await page.waitForLoadState("load");
    await expect(page.locator("h1")).toHaveCount(1);
    for (const width of WIDTHS) expect(await fitsAt(page, width), `${width} px`).toBe(true);
    await expectFits(page);
  });
}
