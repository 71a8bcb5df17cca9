import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FirnIndex, IndexedContainer } from "@/lib/contract/firn/indexes";
import { openRecording } from "../lib/devnet/recording";
import { serveDevnet } from "../lib/devnet/serve";
import { askApi, expect, goOnceHeard, test } from "./firn";
import { openPlace, untilReady } from "./processes";

/** The page of the node's Index API: a row for each index, single containers, and nodes with a gap or without an index. */

test("each index has a row from its first container to the node's newest", async ({ page }) => {
  const { indexes } = await askApi<{ indexes: FirnIndex[] }>("/firn/v1/indexes");
  await page.goto("/");
  // Both keys count together only if they come soon after one another, which a busy machine may not let them.
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    await expect(page.getByRole("heading", { name: "What this node can answer" })).toBeVisible({
      timeout: 10_000,
    });
  }).toPass();
  await expect(page.locator("[data-track]")).toHaveCount(5);
  for (const { name, stored, nodeHead } of indexes.filter((index) => index.stored > 0)) {
    const track = page.locator("[data-track]", { hasText: name });
    await expect(track.getByText("Complete")).toBeVisible();
    await expect(track.getByRole("img")).toHaveAccessibleName(
      new RegExp(`^${name}: ${stored} of ${stored} containers indexed`),
    );
    await expect(track.getByText(String(nodeHead?.number), { exact: true })).toBeVisible();
  }
  await page.goto("/status");
  await page.getByRole("link", { name: "Index of the node" }).click();
  await expect(page).toHaveURL(/\/index$/);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("looking up an index number shows the container, its bytes and its block", async ({ page }) => {
    await page.goto("/index");
    await page.getByLabel("Container id or index").fill("41");
    await page.getByLabel("Container id or index").press("Enter");
    await expect(page.getByRole("heading", { name: "Containers 41" })).toBeVisible();
    await page.getByRole("link", { name: "C/block" }).click();
    await expect(page.getByRole("heading", { name: "Container 41 of C/block" })).toBeVisible();
    await expect(page.getByText("Container P-Chain height")).toBeVisible();
    await page.getByRole("link", { name: "C-Chain block 42" }).click();
    await expect(page).toHaveURL(/\/c\/block\/42$/);
  });
});

test("looking up an id finds its container, and a malformed id is refused at once", async ({
  page,
  request,
}) => {
  const { containers } = await askApi<{ containers: IndexedContainer[] }>(
    "/firn/v1/indexes/containers/7?index=P/block",
  );
  const id = containers[0]?.containerId ?? "";
  const html = await (await request.get(`/index?look=${id}`)).text();
  expect(html).toContain("Container 7 of P/block");
  await page.goto(`/index?look=${id}`);
  await expect(page.getByRole("link", { name: "P-Chain block 8" })).toHaveAttribute("href", "/p/block/8");

  const field = page.getByLabel("Container id or index");
  await field.fill(`${id.slice(0, -1)}${id.endsWith("a") ? "b" : "a"}`);
  await field.press("Enter");
  await expect(page.getByText("Neither a number nor an id with a valid checksum")).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await page.goto(`/index?look=0x${"ab".repeat(32)}`);
  await expect(page.getByRole("heading", { name: "Not in any index" })).toBeVisible();
});

test("a gap is shown with the flag that closes it; a node that is away or has no index is named as such", async ({
  browser,
}) => {
  const place = await openPlace();
  const recording = await openRecording("custom-network", "lib/devnet/recordings");
  const node = {
    recording,
    port: Number(new URL(place.nodeUrl).port),
    acceptance: 0.2,
    dataDir: join(place.dataDir, "node"),
  };
  const runNode = (indexEnabled: boolean) =>
    serveDevnet({ ...node, indexEnabled, allowIncompleteIndex: true });
  const accept = (blocks: number) => {
    const goal = running.accepted().P + blocks;
    while (running.accepted().P < goal) if (!running.acceptNext()) throw new Error("the recording ended");
  };
  // The index is on for a fifth of the recording, off for some blocks, then on again.
  let running = await runNode(true);
  const before = running.accepted().P;
  await running.close();
  running = await runNode(false);
  accept(6);
  await running.close();
  running = await runNode(true);
  accept(6);
  const firn = spawn(process.execPath, ["lib/cli/start.mjs", "up"], {
    env: { ...place.env, FIRN_NODE_URL: running.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await untilReady(firn.stdout);

  const page = await browser.newPage({ baseURL: place.webUrl });
  goOnceHeard(page);
  await page.goto("/index");
  const track = page.locator("[data-track]", { hasText: "P/block" });
  await expect(track.getByText("1 gap")).toBeVisible();
  await expect(track.getByText(`${before + 1} to ${before + 6} missing`, { exact: true })).toBeVisible();
  await expect(track.locator("[data-kind=gap]")).toHaveCount(1);
  await expect(page.getByText("avalanchego --index-enabled=true --db-dir=")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "true" })).toHaveCount(2);

  // The node's answer is cached for two seconds.
  const untilSaid = (word: string) =>
    expect(async () => {
      await page.goto("/index?look=3");
      await expect(track.getByText(word)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 120_000 });
  await running.close();
  await untilSaid("Not answered");
  await expect(page.getByRole("heading", { name: "Could not load this container" })).toBeVisible();
  await expect(page.getByText("Not in any index")).toHaveCount(0);

  running = await runNode(false);
  await untilSaid("Index off");
  await expect(page.getByRole("heading", { name: "Switch the index on" })).toBeVisible();
  await expect(
    page.getByText("with --index-enabled=true it also shows proposers and acceptance times"),
  ).toBeVisible();

  await stop(firn);
  await running.close();
  place.remove();
});

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
