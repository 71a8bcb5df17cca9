import { expect } from "./firn";
import { test } from "./piped-rig";

/** Pages while the node or the API is away, slow or hangs. */

test.afterEach(({ rig }) => {
  rig.toNode.mode = "pass";
  rig.toApi.mode = "pass";
});

test("the node's page is readable by anybody, and says who said what", async ({ page }) => {
  await page.goto("/node");
  await expect(page.getByRole("heading", { name: /^Health checks/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /diskspace/ })).toBeVisible();
  await expect(page.getByRole("table", { name: "Newest blocks" })).toContainText("P-Chain");
  await expect(page.getByText("From the node itself").first()).toBeVisible();
});

test("a node that hangs holds no page: what is stored comes at once, and what only it knows is said to be missing", async ({
  rig,
  request,
  page,
}) => {
  test.slow();
  const pages: [path: string, stored: string | RegExp][] = [
    ["/", "Latest transactions"],
    ["/status", "Network upgrades"],
    [`/c/tx/${rig.tx.hash}`, rig.tx.hash],
    ["/index", "What this node can answer"],
    ["/node", "Your node, as it sees itself now"],
  ];
  // The first views in a new process take their own time.
  for (const path of ["/", "/status", "/index", "/node"]) await request.get(path);
  rig.toNode.mode = "hang";
  for (const [path, stored] of pages) {
    const html = await firstHtml(new URL(path, rig.webUrl), stored);
    expect(html.ms, path).toBeLessThan(5_000);
  }
  const whole = await (await request.get(`/c/tx/${rig.tx.hash}`)).text();
  expect(whole).toContain("Waiting for the node");
  await page.goto("/node");
  // Who it is counts for a minute.
  for (const part of ["uptime", "heads", "health", "peers", "prices", "measurements"])
    await expect(page.getByRole("heading", { name: `Could not load the node’s ${part}` })).toBeVisible();
  rig.toNode.mode = "pass";
  await expect(async () => {
    // The page may have been made anew by itself, without buttons.
    const again = page.getByRole("button", { name: "Try again" }).first();
    if (await again.isVisible()) await again.click({ timeout: 5_000 });
    await expect(page.getByRole("heading", { name: /^Health checks/ })).toBeVisible({ timeout: 5_000 });
  }).toPass();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("what comes after its page was sent is seen too", async ({ rig, page }) => {
    rig.toNode.mode = { delayMs: 1_500 };
    await expect(async () => {
      await page.goto("/node");
      // At least one part came late, or this proves nothing: on a busy machine the page itself may be as late as they are.
      expect(await page.content()).toMatch(/<div hidden="" id="S:/);
    }).toPass();
    await expect(page.getByRole("heading", { name: /^Health checks/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /diskspace/ })).toBeVisible();
  });
});

test("without the API the node's page stands, and without both every part says so", async ({
  rig,
  page,
  request,
  expectStatus,
}) => {
  expectStatus(502);
  rig.toApi.mode = "refuse";
  // An answer counts for half a second.
  await expect.poll(async () => (await request.get("/")).status()).toBe(502);
  await expect(async () => {
    expect((await page.goto("/node"))?.status()).toBe(200);
    const heads = page.getByRole("table", { name: "Newest blocks" });
    await expect(heads).toContainText("not known", { timeout: 2_000 });
  }).toPass();
  await expect(page.getByText("Firn’s API does not answer").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Health checks/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Could not load the network’s upgrades" })).toBeVisible();
});

test("a click on a slow page shows at once that it is on its way, and nothing moves", async ({
  rig,
  page,
}) => {
  await page.goto("/status");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  await page.waitForLoadState("load");
  const before = await heading.boundingBox();
  rig.toApi.mode = { delayMs: 2_000 };
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Validators" }).click();
  await expect(page.getByRole("progressbar", { name: "The page is loading" })).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
  await expect(page).toHaveURL(/validators/);
  await expect(page.getByRole("progressbar", { name: "The page is loading" })).toBeHidden();
});

/** HTML as it arrives, until it has a text; and how long that took. */
async function firstHtml(url: URL, text: string | RegExp): Promise<{ ms: number }> {
  const start = performance.now();
  const response = await fetch(url);
  let html = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    html += decoder.decode(chunk, { stream: true });
    if (typeof text === "string" ? html.includes(text) : text.test(html)) {
      return { ms: performance.now() - start };
    }
  }
  throw new Error(`${url.pathname} does not have ${text}`);
}
