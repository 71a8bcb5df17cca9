import { HELP, HELP_NAMES } from "../components/help/pages";
import { hrefTo } from "../lib/contract/pages";
import { expect, test } from "./firn";
import { expectFits } from "./fits";

/** The help: whole without script, from this Firn alone, and legible on a phone. */

for (const name of HELP_NAMES) {
  test(`the page "${name}" of the help is readable everywhere, and asks nobody else`, async ({
    page,
    baseURL,
  }) => {
    const foreign: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "data:" && url.origin !== baseURL) foreign.push(request.url());
    });
    expect((await page.goto(hrefTo("helpOf", { page: name })))?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const nav = page.getByRole("navigation", { name: "Pages of the help" });
    await expect(nav.locator('[aria-current="page"]')).toHaveText(HELP[name].title);
    for (const image of await page.getByRole("article").locator("img").all()) {
      await image.scrollIntoViewIfNeeded();
      await expect(image).toHaveJSProperty("complete", true);
      expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    }
    await expectFits(page);
    expect(foreign).toEqual([]);
  });
}

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the footer leads to the help, and that to every page and section", async ({ page }) => {
    await page.goto("/status");
    await page.getByRole("contentinfo").getByRole("link", { name: "Help" }).click();
    await expect(page).toHaveURL(hrefTo("help"));
    for (const name of HELP_NAMES)
      await expect(
        page.getByRole("main").getByRole("link", { name: HELP[name].title, exact: true }),
      ).toHaveAttribute("href", hrefTo("helpOf", { page: name }));
    await page.getByRole("main").getByRole("link", { name: HELP.settings.title, exact: true }).click();
    const sections = page.getByRole("navigation", { name: "On this page" });
    await sections.getByRole("link", { name: "NFT metadata" }).click();
    await expect(page).toHaveURL(`${hrefTo("helpOf", { page: "settings" })}#nft-metadata`);
    await expect(page.getByRole("heading", { name: "NFT metadata" })).toBeInViewport();
    // Links between files are links between pages, and a row has an address too.
    await page.goto(hrefTo("helpOf", { page: "install" }));
    await page
      .getByRole("article")
      .getByRole("link", { name: HELP.scale.title, exact: true })
      .first()
      .click();
    await expect(page).toHaveURL(hrefTo("helpOf", { page: "scale" }));
    await page.goto(`${hrefTo("helpOf", { page: "alerts" })}#l1-balance-low`);
    await expect(page.getByRole("row", { name: /^l1-balance-low/ })).toBeInViewport();
  });
});

test("examples are offered as files, and nothing else is", async ({ request }) => {
  const answer = async (name: string) => request.get(hrefTo("helpFile", { name }));
  expect((await answer("grafana.json")).headers()["content-type"]).toBe("application/json");
  expect(await (await answer("compose.yaml")).text()).toContain("services:");
  expect(await (await answer("systemd-firn-api.service")).text()).toContain("[Service]");
  for (const name of [
    "package.json",
    "../package.json",
    "alerts.md",
    "decisions-0001-config-knows-errors.md",
  ])
    expect((await answer(name)).status(), name).toBe(404);
  expect((await request.get("/help/nothing")).status()).toBe(404);
});
