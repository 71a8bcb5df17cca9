import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** What follows chains for webhooks, tells of alerts and delivers, in processes that a test starts and kills. */
export interface WebhookProcess {
  /** Another one; the last one is that which `kill` ends. */
  start(): ChildProcess;
  /** By SIGKILL; resolves once it is gone. */
  kill(): Promise<void>;
}

/**
 * @param name of the test: each has its own bundle, since they run side by side
 * @param given what the process is told when it starts; `webhook-child.ts` says what it reads
 */
export async function buildWebhookProcess(name: string, given: () => object): Promise<WebhookProcess> {
  const script = fileURLToPath(new URL(`../../node_modules/.cache/firn/${name}/child.mjs`, import.meta.url));
  await build({
    entryPoints: [fileURLToPath(new URL("./webhook-child.ts", import.meta.url))],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  let child: ChildProcess | undefined;
  return {
    start() {
      child = spawn(process.execPath, [script], {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, CHILD: JSON.stringify(given()) },
      });
      return child;
    },
    async kill() {
      if (child === undefined) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
      child = undefined;
    },
  };
}
