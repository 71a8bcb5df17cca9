import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as steady } from "./firn";
import { freePorts, untilReady } from "./processes";

/** A Firn of its own whose node goes on: what lies just ahead of this share of the recording are mostly P blocks. */
const PACE = ["--start-at", "87", "--block-time", "2s"];
const START_MS = 90_000;

const test = steady.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  baseURL: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "firn-live-"));
    const [web, api, devnet, operator] = (await freePorts(4)).map(String);
    const ports = { FIRN_WEB_PORT: web, FIRN_API_PORT: api, FIRN_DEVNET_PORT: devnet };
    const env = { ...process.env, ...ports, FIRN_OPERATOR_PORT: operator, FIRN_DATA_DIR: folder };
    const firn = spawn(process.execPath, ["lib/cli/start.mjs", "up", ...PACE], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(firn, "exit");
    await untilReady(firn.stdout);
    await use(`http://127.0.0.1:${web}`);
    firn.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true });
  },
});

test("new blocks wait behind a pill in a list, and move the cores of the front page", async ({
  page,
  context,
}) => {
  test.setTimeout(2 * START_MS);
  const home = await context.newPage();
  await home.goto("/");
  const newest = home.getByRole("region", { name: "P-Chain" }).getByRole("link").first();
  const before = Number(await newest.textContent());
  await page.goto("/p/blocks");
  const top = page.locator("tbody tr[id]").first();
  const row = await top.textContent();

  const pill = page.getByRole("link", { name: /^\d+\+? new blocks?$/ });
  await expect(pill).toBeVisible({ timeout: START_MS });
  expect(await top.textContent()).toBe(row);
  await pill.click();
  await expect(top).not.toHaveText(row ?? "");

  await expect
    .poll(async () => Number(await newest.textContent()), { timeout: 30_000 })
    .toBeGreaterThan(before);
});

test("checking again opens a block that has come to be accepted", async ({ page, expectStatus }) => {
  test.setTimeout(2 * START_MS);
  await page.goto("/p/blocks");
  const newest = await page.locator("tbody tr[id]").first().getByRole("link").first().textContent();
  expectStatus(404);
  await page.goto(`/p/block/${Number(newest) + 1}`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("has no");
  await expect(async () => {
    const again = page.getByRole("button", { name: "Check again" });
    if (await again.isVisible()) await again.click();
    await expect(heading).not.toContainText("has no", { timeout: 3_000 });
  }).toPass({ timeout: START_MS });
});

test("a block that is not accepted yet can be watched for", async ({ page, expectStatus }) => {
  test.setTimeout(2 * START_MS);
  await page.goto("/p/blocks");
  const newest = Number(
    (await page.locator("tbody tr[id]").first().getByRole("link").first().textContent())?.replaceAll(",", ""),
  );
  expectStatus(404);
  const answer = await page.goto(`/p/block/${newest + 3}`);
  expect(answer?.status()).toBe(404);
  await page.getByRole("button", { name: "Watch for it" }).click();
  await expect(page.getByRole("button", { name: "Stop watching" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("has no", { timeout: START_MS });
  await expect(page.getByRole("heading", { level: 1 })).toContainText(String(newest + 3));
});
