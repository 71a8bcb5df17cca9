import type { Page } from "@playwright/test";

/** From the smallest phone to a desktop, px. */
export const WIDTHS = [320, 390, 768, 1280];

/** Whether a page needs no sideways scrolling in a window of this width, which it has from then on. */
export async function fitsAt(page: Page, width: number): Promise<boolean> {
  await page.setViewportSize({ width, height: 844 });
  return (await page.evaluate(() => document.documentElement.scrollWidth)) <= width;
}
