import { type ChildProcess, execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { openOperatorClient } from "../lib/client/operator";
import { createSignInLink } from "../lib/contract/operator/access";
import { test as base, expect } from "./firn";
import { openPlace, PROGRAM, start, stop, withRig } from "./processes";

/** A node of its own with the parts of Firn that the console needs: it stands without index and API. */
export interface AdminRig {
  webUrl: string;
  nodeUrl: string;
  operatorUrl: string;
  /** What the node writes: `profiles`, `plugins`. */
  nodeDir: string;
  startNode(options: { admin: boolean }): Promise<void>;
  stopNode(): Promise<void>;
  stopFirn(): Promise<void>;
  /** With settings besides its own. */
  startFirn(settings?: Record<string, string>): Promise<void>;
  /** The secret of a new sign-in link, asked of the operator as Firn asks it. */
  newSecret(): Promise<string>;
  /** What `firn admin-link` prints. */
  adminLink(): Promise<string>;
  /** Another Firn on this machine, with ports and a data folder of its own. */
  startSecond(): Promise<{ adminLink(): Promise<string>; stop(): Promise<void> }>;
  /** One call of the node's admin API, past Firn: its answer as it came. */
  askNode(method: string, params?: object, path?: string): Promise<{ status: number; body: string }>;
}

interface Fixtures {
  /** Signs a page in by a new link, as a person does. */
  signIn: (page: Page) => Promise<void>;
}

/** Browser tests of the console; each worker has a rig of its own. */
export const test = base.extend<Fixtures, { rig: AdminRig }>({
  ...withRig(openRig),
  signIn: ({ rig, expectStatus }, use) => {
    // The status strip asks for what is not there: the console stands without the API.
    expectStatus(502);
    return use(async (page) => {
      await page.goto(`/admin/sign-in#${await rig.newSecret()}`);
      await page.getByRole("button", { name: "Unlock" }).click();
      await page.getByRole("button", { name: "Lock now" }).waitFor();
      // The console can be used before its script runs; only then does the browser know where to come back to.
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
      devnet = await start(["devnet", `--api-admin-enabled=${admin}`], env);
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
