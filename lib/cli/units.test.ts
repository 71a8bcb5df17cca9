import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CONFIG_TABLE } from "../config";
import { rootFolder } from "../root-folder";
import { COMMANDS } from "./main";

const FOLDER = join(rootFolder(), "docs/systemd");
const files = readdirSync(FOLDER);
const units = files.filter((name) => name.endsWith(".service"));
const HAS_SYSTEMD = spawnSync("systemd-analyze", ["--version"]).status === 0;

test("each service has a unit, which runs the command of its name", () => {
  expect(units).toEqual([
    "firn-api.service",
    "firn-index.service",
    "firn-operator.service",
    "firn-verify.service",
    "firn-web.service",
  ]);
  const help = execFileSync(process.execPath, ["lib/cli/start.mjs", "help"], {
    cwd: rootFolder(),
    encoding: "utf8",
    env: { ...process.env, FIRN_COMMAND: "firn" },
  });
  for (const unit of units) {
    const name = /^firn-(.*)\.service$/.exec(unit)?.[1] ?? "";
    expect(readFileSync(join(FOLDER, unit), "utf8")).toContain(
      `\nExecStart=/usr/bin/node /opt/firn/lib/cli/start.mjs ${name}\n`,
    );
    expect(help).toContain(`firn ${name} `);
  }
});

test("all units are kept to the same few rights", () => {
  const rights = units.map((unit) => readFileSync(join(FOLDER, unit), "utf8").split("\n\n")[2]?.trim());
  expect(new Set(rights).size).toBe(1);
  expect(rights[0]).toContain("ProtectSystem=strict");
});

test.runIf(HAS_SYSTEMD)("systemd finds nothing wrong with them", () => {
  const paths = files.map((name) => join(FOLDER, name));
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--recursive-errors=no", ...paths], {
    encoding: "utf8",
  });
  // The program that they name is where the operator puts it, and perhaps not here.
  expect(stderr.split("\n").filter((line) => line !== "" && !line.includes("/usr/bin/node"))).toEqual([]);
  expect(status === 0 || stderr.includes("/usr/bin/node")).toBe(true);
});

test.each(["Dockerfile", "docs/compose.yaml", "docs/compose-postgres.yaml", "docs/nginx.conf"])(
  "%s names settings and commands that there are",
  (path) => {
    const text = readFileSync(join(rootFolder(), path), "utf8");
    const known = new Set(CONFIG_TABLE.map(({ name }) => name));
    const named = [...text.matchAll(/\bFIRN_[A-Z_]+/g)].map(([name]) => name);
    // Only the compose file reads it, for two of its services.
    const own = ["FIRN_DATABASE_PASSWORD"];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.has(name) && !own.includes(name))).toEqual([]);
    const commands = [...text.matchAll(/(?:command: |^CMD )\[["]?([\w-]+)/gm)].map(([, name]) => name ?? "");
    expect(commands.filter((name) => !Object.hasOwn(COMMANDS, name))).toEqual([]);
    for (const [, link = ""] of text.matchAll(/\b(docs\/[\w-]+\.\w+)/g))
      expect(existsSync(join(rootFolder(), link)), link).toBe(true);
  },
);
