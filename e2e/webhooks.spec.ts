import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openOperatorClient } from "../lib/client/operator";
import { createSignInLink } from "../lib/contract/operator/access";
import { type Receiver, startReceiver } from "../lib/testbed/receiver";
import { test as base, expect } from "./firn";
import { openPlace, start, stop, untilIndexed, withRig } from "./processes";

/** A whole Firn with its console, and somebody who is sent messages. */
interface WebhookRig {
  webUrl: string;
  /** The file of alerts. */
  alertsPath: string;
  receiver: Receiver;
  newSecret(): Promise<string>;
}

const CHAIN = "43999";

const test = base.extend<object, { rig: WebhookRig }>({ ...withRig(openRig) });

async function openRig(): Promise<{ rig: WebhookRig; close(): Promise<void> }> {
  const receiver = await startReceiver();
  const { env: place, dataDir, webUrl, apiUrl, nodeUrl, operatorUrl, remove } = await openPlace();
  const alertsPath = join(dataDir, "alerts.json");
  writeAlerts(alertsPath, receiver);
  const env = { ...place, FIRN_ALERTS: alertsPath, FIRN_API_SECRET: "secret-of-a-test".repeat(2) };
  const flags = ["--index-enabled=true", "--api-admin-enabled=true", "--start-at=100"];
  const devnet = await start(["devnet", "--recording", "custom-network", ...flags], env);
  const own = { ...env, FIRN_NODE_URL: nodeUrl };
  const firn = await Promise.all([["index"], ["api"], ["operator"], ["web"]].map((args) => start(args, own)));
  await untilIndexed(`${apiUrl}/v1/chains/${CHAIN}/blocks/100`);
  const close = async () => {
    await Promise.all(firn.map(stop));
    await stop(devnet);
    await receiver.close();
    remove();
  };
  const operator = openOperatorClient({ baseUrl: operatorUrl, dataDir });
  const newSecret = async () => (await operator.ask(createSignInLink)).secret;
  return { rig: { webUrl, receiver, alertsPath, newSecret }, close };
}

/** Channels that are told nothing by themselves: one that answers, and one that nobody listens to. */
function writeAlerts(path: string, { url }: Receiver, more: object = {}): void {
  const quiet = { severity: "critical", only: ["file-damaged"] };
  const pager = { name: "pager", type: "webhook", url: `${url}/pager`, secret: "s".repeat(16), ...quiet };
  const chat = { name: "chat", type: "slack", url: "http://127.0.0.1:9/", ...quiet };
  writeFileSync(path, JSON.stringify({ channels: [{ ...pager, ...more }, chat] }));
}

test("the console says who is told of alerts, and tries it", async ({ page, rig, expectStatus }) => {
  await page.goto(`/admin/sign-in#${await rig.newSecret()}`);
  await expect(page.getByLabel("From your link")).not.toHaveValue("");
  await page.getByRole("button", { name: "Unlock" }).click();
  const panel = page.locator("#alerts");
  const row = (name: string) => panel.locator(`[id="channel-${name}"]`);
  await expect(row("pager")).toContainText("critical alerts, only file-damaged");
  await expect(panel).not.toContainText("ssssssss");

  const before = rig.receiver.received.length;
  await row("pager").getByRole("button", { name: "Test" }).click();
  await expect(panel.locator("[data-outcome]")).toHaveText("pager took the test.");
  expect(JSON.parse(rig.receiver.received[before]?.body ?? "")).toMatchObject({
    type: "alert",
    channel: "pager",
    state: "test",
  });
  await row("chat").getByRole("button", { name: "Test" }).click();
  await expect(panel.locator("[data-outcome]")).toContainText("chat did not take the test: ");
  await expect(page.locator("#audit")).toContainText("Test sent to chat");

  // What the file says next is there without a restart, and so is what is wrong with it.
  writeAlerts(rig.alertsPath, rig.receiver, { quiet: { hours: "22:00-07:00" } });
  await page.reload();
  await expect(row("pager")).toContainText("quiet 22:00-07:00 UTC");
  writeAlerts(rig.alertsPath, rig.receiver, { name: "other" });
  expectStatus(404); // what the browser says of a channel that is gone
  await row("pager").getByRole("button", { name: "Test" }).click();
  await expect(panel.locator("[data-outcome]")).toContainText("no channel is called pager");
  writeAlerts(rig.alertsPath, rig.receiver, { severity: "loud" });
  await page.reload();
  await expect(panel).toContainText("channels.0.severity: must be info, warning, critical");
  writeAlerts(rig.alertsPath, rig.receiver);
});

test("the console adds a webhook, tests it, shows what became of it and ends it", async ({
  page,
  rig,
  expectStatus,
}) => {
  expectStatus(400); // what the browser says of the webhook that is refused
  await page.goto(`/admin/sign-in#${await rig.newSecret()}`);
  await expect(page.getByLabel("From your link")).not.toHaveValue("");
  await page.getByRole("button", { name: "Unlock" }).click();
  const panel = page.locator("#webhooks");
  await expect(panel).toContainText("There are none.");

  const add = async (url: string) => {
    await panel.getByLabel("URL").fill(url);
    await panel.getByLabel("Chain").fill(CHAIN);
    await panel.getByLabel("Addresses").fill(`0x${"ab".repeat(20)}, 0x${"cd".repeat(20)}`);
    await panel.getByRole("button", { name: "Add webhook" }).click();
  };
  await add("http://169.254.169.254/");
  await expect(panel.locator("[data-outcome]")).toContainText("link-local");
  await add(`${rig.receiver.url}/hook`);
  await expect(panel).toContainText(`${rig.receiver.url}/hook of the operator`);

  // Another test may have sent something to the same receiver.
  const before = rig.receiver.received.length;
  await panel.getByRole("button", { name: "Test" }).click();
  await rig.receiver.until(() => rig.receiver.received.length === before + 1);
  expect(JSON.parse(rig.receiver.received[before]?.body ?? "")).toMatchObject({
    eventType: "test",
    event: {},
  });
  await expect(async () => {
    await page.reload();
    await expect(panel).toContainText("1 taken, 0 waiting, 0 dropped", { timeout: 2_000 });
  }).toPass();

  await panel.getByRole("button", { name: "Deactivate" }).click();
  await expect(panel).toContainText("deactivated by the operator");
  await expect(page.locator("#audit")).toContainText("firn.changeWebhook");
  await panel.getByRole("button", { name: "Activate" }).click();
  await expect(panel.getByRole("button", { name: "Test" })).toBeVisible();
});

test("the console adds the ABI of a contract, and removes it", async ({ page, rig, expectStatus }) => {
  expectStatus(400); // what the browser says of what is no ABI
  await page.goto(`/admin/sign-in#${await rig.newSecret()}`);
  await expect(page.getByLabel("From your link")).not.toHaveValue("");
  await page.getByRole("button", { name: "Unlock" }).click();
  const panel = page.locator("#abis");
  await expect(panel).toContainText("No ABI has been added here.");
  const address = `0x${"ab".repeat(20)}`;
  const add = async (abi: string) => {
    await panel.getByLabel("Chain").fill(CHAIN);
    await panel.getByLabel("Contract").fill(address);
    await panel.getByLabel("ABI", { exact: true }).fill(abi);
    await panel.getByRole("button", { name: "Add ABI" }).click();
  };
  await add("{}");
  await expect(panel.locator("[data-outcome]")).toContainText("no function, event or error");
  const views = Array.from({ length: 150 }, (_, at) => ({
    type: "function",
    name: `view${at}`,
    inputs: [{ name: "of", type: "address" }],
    outputs: [{ name: "", type: "uint256" }],
    stateMutability: "view",
  }));
  await add(JSON.stringify(views, undefined, 2));
  const row = panel.getByRole("row", { name: new RegExp(address) });
  await expect(row).toContainText("150 entries");
  await expect(page.locator("#audit")).toContainText(`ABI of ${address} added`);

  const console = page.url();
  await expect(async () => {
    await page.goto(`/address/${address}?tab=read`);
    await expect(page.getByText("view149").first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.goto(console);
  await row.getByRole("button", { name: "Remove" }).click();
  await expect(panel).toContainText("No ABI has been added here.");
});
