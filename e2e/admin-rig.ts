import { type ChildProcess, execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { openOperatorClient } from "../lib/client/operator";
import { createSignInLink } from "../lib/contract/operator/access";
import { test as base, expect } from "./firn";
import { openPlace, PROGRAM, start, stop, withRig } from "./processes";

/** A node of its own, and the parts of Firn that the console needs: no indexer, no API. */
export interface AdminRig {
  webUrl: string;
  nodeUrl: string;
  operatorUrl: string;
  /** The node's folders: `profiles`, `plugins`. */
  nodeDir: string;
  startNode(options: { admin: boolean }): Promise<void>;
  stopNode(): Promise<void>;
  stopFirn(): Promise<void>;
  /** Starts Firn again with additional settings. */
  startFirn(settings?: Record<string, string>): Promise<void>;
  /** The secret of a new sign-in link, requested from the operator as Firn requests it. */
  newSecret(): Promise<string>;
  /** The output of `firn admin-link`. */
  adminLink(): Promise<string>;
  /** A second Firn on this machine, with its own ports and data folder. */
  startSecond(): Promise<{ adminLink(): Promise<string>; stop(): Promise<void> }>;
  /** Calls the node's admin API directly, without Firn; the raw answer. */
  askNode(method: string, params?: object, path?: string): Promise<{ status: number; body: string }>;
}

interface Fixtures {
  /** Signs in with a new link, as a person would. */
  signIn: (page: Page) => Promise<void>;
}

/** Browser tests of the console; each worker has a rig of its own. */
export const test = base.extend<Fixtures, { rig: AdminRig }>({
  ...withRig(openRig),
  signIn: ({ rig, expectStatus }, use) => {
    // The status strip gets errors, because the console runs without the API.
    expectStatus(502);
    return use(async (page) => {
      await page.goto(`/admin/sign-in#${await rig.newSecret()}`);
      // The script puts the link's secret into the field; before that there is nothing to send.
      await expect(page.getByLabel("From your link")).not.toHaveValue("");
      await page.getByRole("button", { name: "Unlock" }).click();
      await page.getByRole("button", { name: "Lock now" }).waitFor();
      // The console works before its script runs, but only the script stores where to return to.
      await page.waitForFunction(() => localStorage.getItem("firn-session") !== null);
    });
  },
});

export { expect };

async function makeLink(env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, "admin-link"], { env });
  return stdout.split("\n")[0] ?? "";
}

async function openRig(): Promise<{ rig: AdminRig; close(): Promise<void> }> {
  const { dataDir, env, webUrl, nodeUrl, operatorUrl, remove } = await openPlace();
  const own = { ...env, FIRN_NODE_URL: nodeUrl };
  let devnet: ChildProcess | undefined;
  let firn: ChildProcess[] = [];
  const rig: AdminRig = {
    webUrl,
    nodeUrl,
    operatorUrl,
    nodeDir: join(dataDir, "devnet"),
    async startNode({ admin }) {
      devnet = await start(["devnet", "--recording", "custom-network", `--api-admin-enabled=${admin}`], env);
    },
    stopNode: () => stop(devnet),
    async startFirn(settings = {}) {
      const set = { ...own, ...settings };
      firn = [await start(["operator"], set), await start(["web"], set)];
    },
    async stopFirn() {
      await Promise.all(firn.map(stop));
    },
    async newSecret() {
      const options = { baseUrl: rig.operatorUrl, dataDir };
      return (await openOperatorClient(options).ask(createSignInLink)).secret;
    },
    adminLink: () => makeLink(own),
    async startSecond() {
      const place = await openPlace();
      const set = { ...place.env, FIRN_NODE_URL: nodeUrl };
      const second = [await start(["operator"], set), await start(["web"], set)];
      return {
        adminLink: () => makeLink(set),
        async stop() {
          await Promise.all(second.map(stop));
          place.remove();
        },
      };
    },
    async askNode(method, params = {}, path = "/ext/admin") {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const headers = { "content-type": "application/json" };
      const response = await fetch(nodeUrl + path, { method: "POST", headers, body });
      return { status: response.status, body: await response.text() };
    },
  };
  await rig.startNode({ admin: true });
  await rig.startFirn();
  const close = async () => {
    await Promise.all([rig.stopFirn(), rig.stopNode()]);
    remove();
  };
  return { rig, close };
}
