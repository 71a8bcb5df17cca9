import type { Page } from "@playwright/test";
import { askApi, expect, test } from "./firn";

/** Tab reaches every control in reading order, and the focus is visible. */

interface Stop {
  name: string;
  /** Whether it is above the previous stop, or left of it on the same line. */
  isBack: boolean;
  isMarked: boolean;
}

/** Presses Tab through the page's main part; returns its usable controls and those Tab reached. */
async function tabThrough(page: Page): Promise<{ stops: Stop[]; missed: string[] }> {
  await page.locator("body").press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.evaluate(() => {
    const usable =
      "a[href], button:not([disabled]), input:not([type=hidden]), select, summary, [tabindex='0']";
    const all = [...document.querySelectorAll<HTMLElement>(`main :is(${usable})`)];
    for (const element of all)
      if (element.checkVisibility() && element.tabIndex >= 0) element.dataset.tab = "";
  });
  const stops: Stop[] = [];
  let last: { top: number; bottom: number; left: number; column: string } | undefined;
  for (let presses = 0; presses < 400; presses++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      if (element === null || element.closest("main") === null) return undefined;
      delete element.dataset.tab;
      const { top, bottom, left } = element.getBoundingClientRect();
      const column = element.closest("aside, section, .card, td")?.getBoundingClientRect().left ?? 0;
      const marks = [element, element.closest("label"), element.closest("tr"), element.parentElement];
      const isMarked = marks.some((mark) => {
        if (mark === null) return false;
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(mark);
        return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
      });
      const name = (element.ariaLabel ?? element.textContent ?? "").trim().slice(0, 40);
      return { top: top + scrollY, bottom: bottom + scrollY, left, column: String(column), isMarked, name };
    });
    if (at === undefined) break;
    const isSameColumn = last?.column === at.column;
    const isAbove = last !== undefined && at.bottom <= last.top;
    const isLeft = last !== undefined && at.top < last.bottom && last.top < at.bottom && at.left < last.left;
    stops.push({ name: at.name, isMarked: at.isMarked, isBack: isSameColumn && (isAbove || isLeft) });
    last = at;
  }
  const missed = await page
    .locator("main [data-tab]")
    .evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 100)));
  return { stops, missed };
}

async function pages(): Promise<string[]> {
  const { chains } = await askApi<{ chains: { chainId: string }[] }>("/v1/chains");
  const { transactions } = await askApi<{
    transactions: { txHash: string; from: { address: string } }[];
  }>(`/v1/chains/${chains[0]?.chainId}/transactions?pageSize=1`);
  const [tx] = transactions;
  return ["/", "/p/blocks", `/c/tx/${tx?.txHash}`, `/address/${tx?.from.address}`];
}

for (const at of [0, 1, 2, 3]) {
  const kind = ["home", "a block list", "an EVM transaction", "an address"][at];
  test(`Tab walks ${kind} in reading order with a visible focus`, async ({ page }) => {
    const path = (await pages())[at] ?? "";
    await page.goto(path);
    await page.waitForLoadState("load");
    const { stops, missed } = await tabThrough(page);
    expect(stops.length).toBeGreaterThan(5);
    expect(missed).toEqual([]);
    expect(stops.filter(({ isMarked }) => !isMarked)).toEqual([]);
    expect(stops.filter(({ isBack }) => isBack)).toEqual([]);
  });
}

test("Escape closes what a key opened, and returns the focus", async ({ page }) => {
  await page.goto("/p/blocks");
  const keys = page.getByRole("dialog");
  // Keys do nothing until the page's script runs.
  await expect(async () => {
    if (!(await keys.isVisible())) await page.locator("body").press("?");
    await expect(keys).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.keyboard.press("/");
  const search = page.getByRole("combobox").first();
  await expect(search).toBeFocused();
  await search.fill("110");
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
});
