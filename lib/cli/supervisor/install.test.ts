import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { rootFolder } from "../../root-folder";
import { headersFor, isInstalled, isSound } from "./install.mjs";

const NATIVE = ["better-sqlite3", "bindings", "file-uri-to-path"];
const WANTED = {
  "": { name: "some" },
  "node_modules/better-sqlite3": { version: "12.0.0", integrity: "sha512-a" },
  "node_modules/hono": { version: "4.0.0", integrity: "sha512-b" },
  "node_modules/of-another-system": { version: "1.0.0", integrity: "sha512-c", optional: true, os: ["aix"] },
};

/** A folder with a lockfile, and packages as npm left them. */
function folderWith(installed: Record<string, object>): string {
  const root = mkdtempSync(join(tmpdir(), "firn-install-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages: WANTED }));
  writeFileSync(join(root, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }));
  for (const name of NATIVE) {
    cpSync(join(rootFolder(), "node_modules", name), join(root, "node_modules", name), { recursive: true });
  }
  return root;
}

const { "": _, "node_modules/of-another-system": __, ...INSTALLED } = WANTED;

describe("services that are started together", () => {
  test("install one after another, also where each one is killed and leaves its lock", async () => {
    const folder = mkdtempSync(join(tmpdir(), "firn-alone-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const lock = join(folder, "lock");
    const log = join(folder, "log");
    const module = pathToFileURL(join(rootFolder(), "lib/cli/supervisor/install.mjs")).href;
    const run = async (atEnd: string) => {
      const program = `
        import { appendFileSync } from "node:fs";
        import { alone } from ${JSON.stringify(module)};
        const log = (text) => appendFileSync(${JSON.stringify(log)}, text);
        await alone(${JSON.stringify(lock)}, async () => {
          log("(");
          await new Promise((resolve) => setTimeout(resolve, 20));
          log(")");
          ${atEnd}
        });`;
      const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "inherit" });
      const [code, signal] = await once(child, "exit");
      return signal ?? code;
    };
    const killed = Array.from({ length: 8 }, () => run('process.kill(process.pid, "SIGKILL");'));
    expect(await Promise.all(killed)).toEqual(killed.map(() => "SIGKILL"));
    expect(existsSync(lock)).toBe(true);
    expect(await run("")).toBe(0);
    expect(readFileSync(log, "utf8")).toBe("()".repeat(9));
    expect(existsSync(lock)).toBe(false);
  });
});

describe("npm start", () => {
  test("installs nothing where npm has installed the lockfile's packages", () => {
    expect(isInstalled(rootFolder())).toBe(true);
    expect(isInstalled(folderWith(INSTALLED))).toBe(true);
  });

  test("installs where a package is missing, is another version, or never came to the end", () => {
    const { "node_modules/hono": hono, ...others } = INSTALLED;
    expect(isInstalled(folderWith(others))).toBe(false);
    expect(isInstalled(folderWith({ ...others, "node_modules/hono": { ...hono, version: "3.0.0" } }))).toBe(
      false,
    );
    const interrupted = folderWith(INSTALLED);
    rmSync(join(interrupted, "node_modules/.package-lock.json"));
    expect(isInstalled(interrupted)).toBe(false);
  });

  test("installs again where the native module is not for the Node that runs", () => {
    const root = folderWith(INSTALLED);
    writeFileSync(
      join(root, "node_modules/better-sqlite3/build/Release/better_sqlite3.node"),
      "for another Node",
    );
    expect(isInstalled(root)).toBe(false);
  });

  test("installs again where Node 24 would abort for the headers that the native module was compiled with", () => {
    const root = folderWith(INSTALLED);
    const file = join(root, "node_modules/better-sqlite3/build/Release/better_sqlite3.node");
    writeFileSync(file, "_ZN4node29AddEnvironmentCleanupHookE");
    expect(isSound(root, "24.21.0")).toBe(true);
    writeFileSync(file, "_ZN4node28RemoveEnvironmentCleanupHookE");
    expect(isSound(root, "24.21.0")).toBe(false);
    expect(isSound(root, "26.10.0")).toBe(true);
    const versions = ["20.19.0", "22.20.0", "24.18.1", "24.19.0", "24.21.0", "26.10.0"];
    expect(versions.map(headersFor)).toEqual([
      undefined,
      undefined,
      undefined,
      "24.18.1",
      "24.18.1",
      undefined,
    ]);
  });
});
