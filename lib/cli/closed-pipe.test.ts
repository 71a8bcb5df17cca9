import { spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { endWithReader, PIPE_CLOSED } from "./closed-pipe";

const script = fileURLToPath(new URL("../../node_modules/.cache/firn/closed-pipe/main.mjs", import.meta.url));

beforeAll(async () => {
  await build({
    entryPoints: { main: fileURLToPath(new URL("./main.ts", import.meta.url)) },
    outdir: fileURLToPath(new URL("../../node_modules/.cache/firn/closed-pipe", import.meta.url)),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
}, 120_000);

it.each([[["help"]], [["verify", "--columns"]]])(
  "firn %s ends without a word when nobody reads what it prints",
  async (args) => {
    const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let complaint = "";
    child.stderr.on("data", (part: Buffer) => {
      complaint += part;
    });
    const [code] = await once(child, "close");
    expect({ code, complaint }).toEqual({ code: PIPE_CLOSED, complaint: "" });
  },
  60_000,
);

it("lets a command clean up that does so on a signal, once", () => {
  const output = new PassThrough();
  endWithReader([output]);
  let signals = 0;
  const count = () => signals++;
  process.on("SIGTERM", count);
  try {
    for (let i = 0; i < 2; i++)
      output.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    expect(signals).toBe(1);
    expect(() => output.emit("error", new Error("no space left"))).toThrow("no space left");
  } finally {
    process.off("SIGTERM", count);
  }
});
