import { expect, type Page } from "@playwright/test";
import { findFaults } from "./find-faults";

/** From the smallest phone to a desktop, px. */
export const WIDTHS = [320, 390, 768, 1280];

/** A theme changes nothing but colours: the second one is looked at for these. */
const THEMES = [
  ["light", "everything"],
  ["dark", "colours"],
] as const;

/** Whether a page needs no sideways scrolling in a window of this width, which it has from then on. */
export async function fitsAt(page: Page, width: number): Promise<boolean> {
  await page.setViewportSize({ width, height: 844 });
  return (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;
}

/** In both themes, nothing scrolls sideways and axe finds nothing serious. Afterwards the window is as wide as before. */
export async function expectFits(page: Page, widths: readonly number[] = [1280, 390]): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 844 };
  for (const width of widths)
    for (const [colorScheme, of] of THEMES) {
      const where = `${page.url()}, ${colorScheme}, ${width} px`;
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await fitsAt(page, width), where).toBe(true);
      expect(await findFaults(page, of), where).toEqual([]);
    }
  await page.setViewportSize(before);
}
