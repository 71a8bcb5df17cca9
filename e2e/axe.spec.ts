import { findFaults } from "./find-faults";
import { expect, test } from "./firn";
import { PLACES } from "./places";

/** What axe finds on every kind of page, in both themes, on a desktop and a phone. */

for (const [name, placeOf] of PLACES) {
  test(`axe finds nothing serious on ${name}`, async ({ page, expectStatus }) => {
    expectStatus(404);
    await page.goto(await placeOf());
    await page.waitForLoadState("load");
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 844 });
        expect(await findFaults(page), `${colorScheme}, ${width} px`).toEqual([]);
      }
  });
}
