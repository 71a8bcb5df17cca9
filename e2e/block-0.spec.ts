import { askApi, CHAIN_PATHS, expect, test } from "./firn";

/** Block 0 of each chain, which is in no index. */

interface Block {
  blockHash: string;
  parentHash: string;
}

for (const letter of ["p", "x", "c"] as const) {
  const path = `/${letter}/block/0`;
  const readBlock = (id: string) => askApi<Block>(`${CHAIN_PATHS[letter]}/blocks/${id}`);

  test(`${path} shows what is known, and links to block 1 and back`, async ({ page }) => {
    const { blockHash, parentHash } = await readBlock("0");
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^[PXC]-Chain block 0$/);
    await expect(page.locator("[data-idline]")).toContainText(blockHash);
    await expect(page.locator("#overview")).toContainText(parentHash);
    await expect(page.locator("#raw")).toContainText("Raw bytes");
    await expect(page.locator("a[rel=prev]")).toHaveCount(0);
    await page.locator("a[rel=next]").click();
    await expect(page).toHaveURL(`/${letter}/block/1`);
    await expect(page.locator(`#overview a[title="${blockHash}"]`)).toHaveAttribute("href", path);
    await page.locator("a[rel=prev]").click();
    await expect(page).toHaveURL(path);
  });

  test(`every form of its id leads to ${path}, and so does search`, async ({ page, request }) => {
    const { blockHash } = await readBlock("0");
    for (const name of [blockHash, "00"]) {
      const response = await request.get(`/${letter}/block/${name}`, { maxRedirects: 0 });
      expect(response.status(), name).toBe(308);
      expect(response.headers().location).toMatch(new RegExp(`${path}$`));
    }
    await page.goto("/search?q=0");
    await expect(page.locator(`#readings a[href="${path}"]`)).toHaveCount(1);
    await page.goto(`/search?q=${blockHash}`);
    await expect(page).toHaveURL(path);
  });

  test(`a ${letter} list that would start at block 0 links to it`, async ({ page }) => {
    await page.goto(`/${letter}/blocks`);
    const field = page.getByRole("textbox", { name: "Go to height or date" });
    await field.fill("0");
    await field.press("Enter");
    await expect(page).toHaveURL(`/${letter}/blocks?before=1`);
    await page.getByRole("link", { name: "Open block 0" }).click();
    await expect(page).toHaveURL(path);
  });
}
