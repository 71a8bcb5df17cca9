import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildServer, buildWeb } from "../lib/cli/supervisor/build.mjs";

/** `node bench/run.mjs NAME [ARGS]`: bundles `bench/NAME.ts` as the program is bundled, and runs it. */
const [name = "", ...args] = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));

await build({
  absWorkingDir: root,
  entryPoints: {
    [name]: `bench/${name}.ts`,
    "evm-node": "bench/evm-node.ts",
    "evm-reader": "lib/cli/threads/evm-reader.ts",
    "evm-senders": "lib/cli/threads/evm-senders.ts",
    "ingest-run": "bench/ingest-run.ts",
    "ingest-floor": "bench/ingest-floor.ts",
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
// The faults are tried on the program itself.
if (name === "faults") await buildServer();
if (name === "faults" && args.includes("--web")) await buildWeb();
const child = spawn(
  process.execPath,
  ["--enable-source-maps", join(root, `dist/bench/${name}.mjs`), ...args],
  {
    cwd: root,
    stdio: "inherit",
  },
);
child.on("exit", (code) => process.exit(code ?? 1));
