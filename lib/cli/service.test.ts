import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { rootFolder } from "../root-folder";

/** Runs a service that closes at once, in a process of its own. @param onMessage what it does with a message, as source */
async function runOne(onMessage: string): Promise<ChildProcess> {
  const folder = mkdtempSync(join(rootFolder(), "node_modules/.firn-service-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, "service.mjs");
  const contents = `
    import { runService } from "./service";
    await runService("some", async () => {
      process.on("message", () => ${onMessage});
      return { close: async () => {} };
    });`;
  // Bundled, as the program is: nothing here loads TypeScript at run time.
  await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL(".", import.meta.url)), loader: "ts" },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  const child = fork(outfile, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("an unhandled rejection is logged, and the service goes on", async () => {
  const child = await runOne('void Promise.reject(new Error("nobody hears this"))');
  const lines: Record<string, unknown>[] = [];
  child.stdout?.on("data", (part: Buffer) => {
    for (const line of String(part).trim().split("\n")) lines.push(JSON.parse(line));
  });
  const said = () => lines.map(({ msg }) => msg);
  await expect.poll(said, { timeout: 30_000 }).toEqual(["ready"]);
  for (const times of [1, 2]) {
    child.send("fail");
    await expect
      .poll(() => said().filter((msg) => msg === "unhandled rejection"), { timeout: 30_000 })
      .toHaveLength(times);
  }
  expect(lines.at(-1)).toMatchObject({ level: 50, err: { message: "nobody hears this" } });
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
  expect(said().at(-1)).toBe("stopped");
});

test("a service ends when its supervisor is gone, and with it whoever read its log", async () => {
  const child = await runOne("{}");
  await once(child.stdout as Readable, "data");
  child.stdout?.destroy();
  child.disconnect();
  expect(await once(child, "exit")).toEqual([0, null]);
}, 60_000);
