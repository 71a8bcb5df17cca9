import { findFaults } from "./find-faults";
import { expect, test } from "./firn";
import { fitsAt, WIDTHS } from "./fits";
import { PLACES } from "./places";

/** Every kind of page, in both themes: it fits a phone, a tablet and a desktop, and axe finds nothing serious. */

const AXE_WIDTHS = [1280, 390];
/** A theme changes nothing but colours: the second one is looked at for these. */
const THEMES = [
  ["light", "everything"],
  ["dark", "colours"],
] as const;

for (const [name, placeOf] of PLACES) {
  test(`${name} fits, and axe finds nothing serious`, async ({ page, expectStatus }) => {
    expectStatus(404);
    await page.goto(await placeOf());
    await page.waitForLoadState("load");
    await expect(page.locator("h1")).toHaveCount(1);
    for (const width of WIDTHS)
      for (const [colorScheme, of] of THEMES) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        expect(await fitsAt(page, width), `${colorScheme}, ${width} px`).toBe(true);
        if (AXE_WIDTHS.includes(width))
          expect(await findFaults(page, of), `${colorScheme}, ${width} px`).toEqual([]);
      }
  });
}
