import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildServer, buildWeb } from "../lib/cli/supervisor/build.mjs";
import { findChromium } from "../lib/cli/supervisor/chromium.mjs";
import { nodeFlags } from "../lib/cli/supervisor/node-flags.mjs";

/** `node bench/run.mjs NAME [ARGS]`: bundles `bench/NAME.ts` as the program is bundled, and runs it. */
const [name = "", ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));

await build({
  absWorkingDir: root,
  entryPoints: {
    [name]: `bench/${name}.ts`,
    "evm-node": "bench/evm-node.ts",
    "evm-reader": "lib/cli/threads/evm-reader.ts",
    "container-reader": "lib/cli/threads/container-reader.ts",
    "evm-senders": "lib/cli/threads/evm-senders.ts",
    "ingest-run": "bench/ingest-run.ts",
    "p-node": "bench/p-node.ts",
    "answers-floor": "bench/answers-floor.ts",
    "ingest-floor": "bench/ingest-floor.ts",
    "ingest-floor-postgres": "bench/ingest-floor-postgres.ts",
    "floor-parser": "bench/floor-parser.ts",
  },
  outdir: "dist/bench",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  logLevel: "error",
});
// The faults are tried on the program itself, and pages are looked at in it.
const isOfPages = ["address", "web", "screenshots", "help-images"].includes(name);
if (["answers", "faults", "overload"].includes(name) || isOfPages) await buildServer();
if (isOfPages || (name === "faults" && args.includes("--web"))) await buildWeb();
if (isOfPages && name !== "address") process.env.CHROMIUM_PATH = await findChromium(process.env);
// It indexes in its own process.
const flags = name === "primary" ? nodeFlags("index") : [];
const child = spawn(
  process.execPath,
  [...flags, "--enable-source-maps", join(root, `dist/bench/${name}.mjs`), ...args],
  {
    cwd: root,
    stdio: "inherit",
  },
);
child.on("exit", (code) => process.exit(code ?? 1));
