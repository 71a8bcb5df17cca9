import { expect, type Page } from "@playwright/test";
import { findFaults } from "./find-faults";

/** From the smallest phone to a desktop, px. */
export const WIDTHS = [320, 390, 768, 1280];

/** Whether a page needs no sideways scrolling in a window of this width, which it has from then on. */
export async function fitsAt(page: Page, width: number): Promise<boolean> {
  await page.setViewportSize({ width, height: 844 });
  return (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;
}

/**
 * Nothing scrolls sideways, and axe finds nothing serious. A theme changes nothing but colours: the dark one is looked at for
 * these, in the first width. Afterwards the window is as wide as before.
 */
export async function expectFits(page: Page, widths: readonly number[] = [1280, 390]): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 844 };
  for (const [at, width] of widths.entries()) {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect(await fitsAt(page, width), `${page.url()}, ${width} px`).toBe(true);
    expect(await findFaults(page), `${page.url()}, light, ${width} px`).toEqual([]);
    if (at > 0) continue;
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await findFaults(page, "colours"), `${page.url()}, dark, ${width} px`).toEqual([]);
  }
  await page.setViewportSize(before);
}
