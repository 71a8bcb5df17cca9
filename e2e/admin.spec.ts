import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { type AdminRig, expect, test } from "./admin-rig";

/** In order, because all of them change the same node. */
test.describe.configure({ mode: "default" });

const panelOf = (page: Page, id: string) => page.locator(`#${id}`);

/** The result of the last action in one part of the console. */
const outcomeIn = (panel: Locator) => panel.locator("[data-outcome]");

async function levelsOf(
  rig: AdminRig,
  loggerName: string,
): Promise<{ logLevel: string; displayLevel: string }> {
  const { body } = await rig.askNode("admin.getLoggerLevel", { loggerName });
  return JSON.parse(body).result.loggerLevels[loggerName];
}

test("log levels are set for file, screen and all loggers, and are restored singly or all at once", async ({
  page,
  rig,
  signIn,
}) => {
  await signIn(page);
  const levels = panelOf(page, "levels");
  const before = await levelsOf(rig, "X");

  await levels
    .getByRole("radiogroup", { name: "Level written by X" })
    .getByRole("radio", { name: "DEBUG" })
    .click();
  await expect(outcomeIn(levels)).toContainText("Logger X to DEBUG for 20 min");
  await expect(outcomeIn(levels)).toContainText('"method":"admin.setLoggerLevel"');
  await expect(outcomeIn(levels)).toContainText("curl");
  await expect(levels.getByText(/back to INFO in (19|20):\d\d/)).toBeVisible();
  expect(await levelsOf(rig, "X")).toEqual({ ...before, logLevel: "DEBUG" });

  await levels.getByLabel("Level shown by P").selectOption("ERROR");
  await expect(outcomeIn(levels)).toContainText("Logger P to ERROR on screen");
  expect((await levelsOf(rig, "P")).displayLevel).toBe("ERROR");

  await levels.getByRole("button", { name: "X back to INFO now" }).click();
  await expect(levels.getByRole("button", { name: "X back to INFO now" })).toBeHidden();
  expect(await levelsOf(rig, "X")).toEqual(before);

  await levels.getByRole("button", { name: "Set all loggers at once" }).click();
  const sheet = page.getByRole("dialog", { name: "Set all loggers at once" });
  await sheet.getByLabel("Written to file").selectOption("WARN");
  await sheet.getByRole("button", { name: "Set all" }).click();
  await expect(outcomeIn(levels)).toContainText("All loggers to WARN");
  expect((await levelsOf(rig, "main")).logLevel).toBe("WARN");

  await levels.getByRole("button", { name: "Put everything back" }).click();
  await expect(levels.getByText(/back to/)).toHaveCount(0);
  for (const name of ["X", "P", "main"]) expect(await levelsOf(rig, name)).toEqual(before);
});

test("a chain and an endpoint get an alias, and the node's refusals are shown with their meaning", async ({
  page,
  rig,
  signIn,
}) => {
  await signIn(page);
  const aliases = panelOf(page, "aliases");
  const row = aliases.getByRole("row", { name: "X-Chain" });
  await row.getByRole("button", { name: "Add alias" }).click();
  const sheet = page.getByRole("dialog", { name: "Add an alias for X-Chain" });
  await sheet.getByLabel("Also reachable as").fill("P");
  await sheet.getByRole("button", { name: "Add alias" }).click();
  // Refused before it is sent: P is already taken.
  expect(
    await sheet
      .getByLabel("Also reachable as")
      .evaluate((field: HTMLInputElement) => field.validationMessage),
  ).toContain("already a name of P-Chain");
  await sheet.getByLabel("Also reachable as").fill("money");
  await sheet.getByRole("button", { name: "Add alias" }).click();
  await expect(outcomeIn(aliases)).toContainText("Alias money added");
  await expect(row.getByText("money", { exact: true })).toBeVisible();
  expect((await rig.askNode("avm.getHeight", {}, "/ext/bc/money")).body).toContain('"height"');

  const endpoint = async (alias: string) => {
    await aliases.getByRole("button", { name: "Alias an endpoint" }).click();
    const form = page.getByRole("dialog", { name: "Alias an endpoint" });
    await form.getByLabel("Endpoint").fill("bc/X");
    await form.getByLabel("Also served at").fill(alias);
    await form.getByRole("button", { name: "Add alias" }).click();
  };
  await endpoint("exchange/x");
  await expect(aliases.getByText("/ext/exchange/x")).toBeVisible();
  expect((await rig.askNode("avm.getHeight", {}, "/ext/exchange/x")).body).toContain('"height"');

  await endpoint("info");
  await expect(outcomeIn(aliases)).toContainText("failed to create endpoint as /ext/info already exists");
  await expect(outcomeIn(aliases)).toContainText(
    "The node already serves one of its own endpoints at that address.",
  );
});

test("profiles are written, and the CPU profiler's state survives a reload", async ({
  page,
  rig,
  signIn,
}) => {
  await signIn(page);
  const profilers = panelOf(page, "profilers");
  await profilers.getByRole("button", { name: "Start profiling" }).click();
  await expect(profilers.getByText(/profiling 00:\d\d/)).toBeVisible();
  await page.reload();
  await expect(profilers.getByText(/profiling 00:\d\d/)).toBeVisible();
  await profilers.getByRole("button", { name: "Stop and write" }).click();
  await expect(outcomeIn(profilers)).toContainText("CPU profile written");
  await profilers.getByRole("button", { name: "Write memory profile" }).click();
  await expect(outcomeIn(profilers)).toContainText("Memory profile written");
  await profilers.getByRole("button", { name: "Write locks profile" }).click();
  await expect(outcomeIn(profilers)).toContainText("Lock profile written");
  for (const name of ["cpu", "mem", "lock"])
    expect(existsSync(join(rig.nodeDir, "profiles", `${name}.profile`))).toBe(true);
});

test("plugins are loaded, and one that fails says why", async ({ page, rig, signIn }) => {
  const vmId = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
  mkdirSync(join(rig.nodeDir, "plugins"), { recursive: true });
  writeFileSync(join(rig.nodeDir, "plugins", vmId), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  await signIn(page);
  const vms = panelOf(page, "vms");
  await vms.getByRole("button", { name: "Load new plugins" }).click();
  await expect(outcomeIn(vms)).toContainText("Plugins loaded, 0 new, 1 failed");
  await expect(vms.getByRole("row", { name: /handshake failed/ })).toContainText("Failed");
});

test("the audit is filtered by address, and read as CSV", async ({ page, signIn }) => {
  await signIn(page);
  await panelOf(page, "profilers").getByRole("button", { name: "Write memory profile" }).click();
  await expect(outcomeIn(panelOf(page, "profilers"))).toContainText("Memory profile written");
  const audit = panelOf(page, "audit");
  await audit.getByLabel("Call").selectOption("admin.memoryProfile");
  await audit.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(/method=admin\.memoryProfile/);
  await expect(audit.locator("tbody tr").first()).toContainText("Memory profile written");
  await expect(audit.locator("tbody")).not.toContainText("Signed in");
  const { pathname } = new URL(page.url());
  const csv = await page.request.get(`${pathname}/audit/csv?method=admin.memoryProfile`);
  expect(csv.headers()["content-disposition"]).toContain("attachment");
  expect(await csv.text()).toMatch(/admin\.memoryProfile.*done/);
  expect(await csv.text()).not.toContain("firn.signIn");
});

test("without script an action is a plain form, and the next page shows its call", async ({
  browser,
  rig,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: rig.webUrl });
  const page = await context.newPage();
  await page.goto("/admin");
  await page.locator("input[name=secret]").fill(await rig.newSecret());
  await page.getByRole("button", { name: "Unlock" }).click();
  await page
    .getByRole("radiogroup", { name: "Level written by C" })
    .getByRole("radio", { name: "TRACE" })
    .click();
  await expect(page).toHaveURL(/\?did=\d+#done$/);
  await expect(page.locator("#done")).toContainText("Logger C to TRACE for 20 min");
  await expect(page.locator("#done")).toContainText('"loggerName":"C"');
  expect((await levelsOf(rig, "C")).logLevel).toBe("TRACE");
  await page.getByRole("button", { name: "Lock now" }).click();
  await expect(page.getByRole("heading", { name: "Locked" })).toBeVisible();
  await context.close();
});

test("a scheduled restore of a level survives a restart of Firn", async ({ page, rig, signIn }) => {
  await signIn(page);
  const levels = panelOf(page, "levels");
  await page.goto("/admin?after=1#levels");
  await expect(page).toHaveURL(/\/admin\/[\w-]{22}\?after=1#levels$/);
  await levels
    .getByRole("radiogroup", { name: "Level written by X" })
    .getByRole("radio", { name: "VERBO" })
    .click();
  await expect(levels.getByText(/X back to|back to INFO in (00:5\d|01:00)/).first()).toBeVisible();
  await page.goto("about:blank");
  await rig.stopFirn();
  expect((await levelsOf(rig, "X")).logLevel).toBe("VERBO");
  await rig.startFirn();
  await page.goto("/admin");
  // The session and the countdown survive the restart too.
  await expect(levels.getByText(/back to INFO in 00:\d\d/)).toBeVisible();
  await levels.getByRole("button", { name: "X back to INFO now" }).click();
  await expect.poll(async () => (await levelsOf(rig, "X")).logLevel).toBe("INFO");
});

test("the panel closes when the node restarts without its admin API, and opens within 10 s of its return", async ({
  page,
  rig,
  signIn,
}) => {
  await signIn(page);
  await rig.stopNode();
  await rig.startNode({ admin: false });
  await expect(page.getByRole("heading", { name: "The admin API is off on this node" })).toBeVisible();
  await expect(page.getByText("--api-admin-enabled=true")).toBeVisible();
  await expect(page.locator("#levels")).toHaveCount(0);
  await rig.stopNode();
  await rig.startNode({ admin: true });
  await expect(panelOf(page, "levels")).toBeVisible();
});

test("a connection lost during an action leaves its outcome unknown, and the page shows the node's state since", async ({
  page,
  rig,
  signIn,
}) => {
  const broken = await breakAfter(rig.nodeUrl, "admin.setLoggerLevel");
  await rig.stopFirn();
  await rig.startFirn({ FIRN_NODE_URL: broken.url });
  await signIn(page);
  const levels = panelOf(page, "levels");
  await levels
    .getByRole("radiogroup", { name: "Level written by X" })
    .getByRole("radio", { name: "TRACE" })
    .click();
  await expect(outcomeIn(levels)).toContainText("outcome unknown");
  await expect(outcomeIn(levels)).toContainText("Read afterwards from the node");
  // The node carried it out, and the page shows it.
  expect((await levelsOf(rig, "X")).logLevel).toBe("TRACE");
  await expect(
    levels.getByRole("radiogroup", { name: "Level written by X" }).getByRole("radio", { checked: true }),
  ).toHaveText("TRACE");
  await page.goto("about:blank");
  await rig.stopFirn();
  broken.close();
  await rig.startFirn();
});

test("sign-in completes however slow the node is: the console is requested once and awaited", async ({
  page,
  rig,
  expectStatus,
}) => {
  test.setTimeout(180_000);
  expectStatus(502);
  const slow = await answerLate(rig.nodeUrl, 10_000);
  await rig.stopFirn();
  await rig.startFirn({ FIRN_NODE_URL: slow.url });
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(`/admin/sign-in#${await rig.newSecret()}`);
  await page.getByRole("button", { name: "Unlock" }).click({ noWaitAfter: true });
  await expect(page.getByRole("button", { name: "Lock now" })).toBeVisible({ timeout: 90_000 });
  expect(asked).toEqual([
    "GET /admin/sign-in",
    "POST /admin/session",
    expect.stringMatching(/^GET \/admin\/[\w-]{22}$/),
  ]);
  await page.goto("about:blank");
  await rig.stopFirn();
  slow.close();
  await rig.startFirn();
});

/** A proxy that delays every answer of a node except log levels, by which Firn sees whether the node is up. */
async function answerLate(nodeUrl: string, lateMs: number): Promise<{ url: string; close: () => void }> {
  return standBefore(nodeUrl, async (body) => {
    if (!body.includes("admin.getLoggerLevel")) await new Promise((resolve) => setTimeout(resolve, lateMs));
    return true;
  });
}

/** A proxy that lets the node carry out a method, then breaks the connection before the answer arrives. */
async function breakAfter(nodeUrl: string, method: string): Promise<{ url: string; close: () => void }> {
  return standBefore(nodeUrl, async (body) => !body.includes(method));
}

/** Forwards requests to a node; where `mayAnswer` is false the node acts, but its answer is dropped. */
async function standBefore(
  nodeUrl: string,
  mayAnswer: (body: string) => Promise<boolean>,
): Promise<{ url: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join("");
    const { "content-type": type = "application/json" } = request.headers;
    const answer = await fetch(nodeUrl + request.url, {
      method: request.method ?? "GET",
      ...(body !== "" && { body, headers: { "content-type": type } }),
    });
    const text = await answer.text();
    if (!(await mayAnswer(body))) return request.socket.destroy();
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? type });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
