import { expect, findTx, listTxs, test } from "./firn";
import { fitsAt, WIDTHS } from "./fits";

/** Rules for pages whose parts differ from those of their kind's example, and for all: named controls, a kept theme. */

const PAGES = [
  "/p/block/110",
  "/p/block/80",
  "/x/block/62",
  "/c/block/202",
  "/charts/addresses?by=hour",
  "/index?look=41&in=C/block",
];

const TYPES = ["AddPermissionlessValidatorTx", "CreateChainTx", "RegisterL1ValidatorTx"];

const MORE = [
  ...PAGES.map((path) => [path, async () => path] as const),
  ...TYPES.map((type) => [type, async () => `/p/tx/${(await findTx(type)).txHash}`] as const),
];

for (const [name, addressOf] of MORE) {
  test(`${name} fits a phone, a tablet and a desktop in both themes`, async ({ page }) => {
    await page.goto(await addressOf());
    await expect(page.locator("h1")).toHaveCount(1);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) expect(await fitsAt(page, width), `${colorScheme}, ${width} px`).toBe(true);
    }
  });
}

for (const letter of ["x", "c"] as const) {
  test(`every type of ${letter} transaction and a transfer fit a phone and a desktop`, async ({ page }) => {
    const txs = await listTxs(letter);
    const byType = new Map(txs.map((tx) => [tx.txType, `/${letter}/tx/${tx.txHash}`]));
    const exported = txs
      .filter(({ txType }) => txType === "ExportTx")
      .map(({ txHash }) => `/atomic/${txHash}`);
    for (const path of [...byType.values(), ...exported.slice(0, 2)]) {
      await page.goto(path);
      for (const width of WIDTHS) {
        expect(await fitsAt(page, width), `${path}, ${width} px`).toBe(true);
      }
    }
  });
}

test("every control has a name", async ({ page }) => {
  for (const path of ["/", "/p/blocks", "/p/block/110", "/c/block/202"]) {
    await page.goto(path);
    const nameless = await page.locator("button, a[href], input").evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const labelled =
            element.getAttribute("aria-label") ?? element.getAttribute("title") ?? element.textContent;
          const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
          const own = element.getAttribute("placeholder") ?? label;
          return `${labelled ?? ""}${own ?? ""}`.trim() === "";
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(nameless, path).toEqual([]);
  }
});

test("the theme can be chosen, is kept, and can follow the system again", async ({ page }) => {
  await page.goto("/");
  const html = page.locator("html");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  const button = page.getByRole("button", { name: /^Theme:/ });
  await button.click();
  await button.click();
  await expect(html).toHaveAttribute("data-theme", "dark");
  expect(await background()).not.toBe(light);
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("lists page by links, search is a form, and entity pages are complete", async ({ page }) => {
    await page.goto("/p/blocks");
    await expect(page.locator("tbody tr")).toHaveCount(25);
    await page.locator("a[rel=next]").click();
    await expect(page.locator("tbody tr").first()).toContainText("85");
    await page.goto("/");
    await page.getByRole("searchbox").or(page.getByRole("combobox")).first().fill("110");
    await page.keyboard.press("Enter");
    await page.locator('#readings a[href="/p/block/110"]').click();
    await expect(page).toHaveURL(/\/p\/block\/110$/);
    await expect(page.getByText("Codec version").first()).toBeVisible();
  });
});
