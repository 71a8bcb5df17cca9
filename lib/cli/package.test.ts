import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PAGES } from "../contract/page-table";
import { type PageName, pageOf } from "../contract/pages";
import { rootFolder } from "../root-folder";
import { portSettings, run } from "../testbed/processes";

/** The package as somebody installs it who has Node alone: in an empty folder, from its file, without its scripts. */

const TAKES_MS = 900_000;
const folder = mkdtempSync(join(tmpdir(), "firn-package-"));
const built = join(folder, "built");
const place = join(folder, "place");
const installed = join(place, "node_modules/firn-explorer");
const bin = join(place, "node_modules/.bin/firn-explorer");

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const addons = join(folder, "addons");
const ELSEWHERE = "build/Release/better_sqlite3.node";

beforeAll(async () => {
  const { version } = JSON.parse(
    readFileSync(join(rootFolder(), "node_modules/better-sqlite3/package.json"), "utf8"),
  );
  mkdirSync(join(addons, "build/Release"), { recursive: true });
  writeFileSync(join(addons, ELSEWHERE), "made elsewhere");
  const archive = `better-sqlite3-v${version}-node-v999-darwin-arm64.tar.gz`;
  execFileSync("tar", ["-czf", archive, ELSEWHERE], { cwd: addons });
  execFileSync(process.execPath, ["lib/cli/package.mjs", built, "--addons", addons], {
    cwd: rootFolder(),
    stdio: "inherit",
  });
  mkdirSync(place);
  const file = readdirSync(built).find((name) => name.endsWith(".tgz")) ?? "none";
  const how = ["--ignore-scripts", "--offline", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", ...how, join(built, file)], { cwd: place, stdio: "inherit" });
}, TAKES_MS);

function listFiles(): Map<string, number> {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const paths = files.map((file) => join(file.parentPath, file.name));
  return new Map(paths.map((path) => [path, statSync(path).mtimeMs]));
}

it("has no other package to install, no script, and no path of the machine that made it", () => {
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(Object.keys(manifest)).toEqual(
    expect.not.arrayContaining(["dependencies", "optionalDependencies", "scripts", "private"]),
  );
  expect(readdirSync(join(place, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
    "firn-explorer",
  ]);
  const own = [...listFiles().keys()].filter(
    (path) => !path.slice(installed.length).includes("/node_modules/"),
  );
  expect(own.length).toBeGreaterThan(500);
  expect(own.filter((path) => readFileSync(path).includes(rootFolder()))).toEqual([]);
});

it("has the compiled module for each Node and system that there is one for, and says which where it has none", async () => {
  const bindings = join(installed, "app/node_modules/better-sqlite3/lib/binding");
  const own = `node-v${process.versions.modules}-${process.platform}-${process.arch}`;
  expect(readdirSync(bindings).sort()).toEqual([own, "node-v999-darwin-arm64"].sort());
  const elsewhere = join(bindings, "node-v999-darwin-arm64/better_sqlite3.node");
  expect(readFileSync(elsewhere, "utf8")).toBe("made elsewhere");
  renameSync(join(bindings, own), join(folder, own));
  const refused = run([bin, "status"], {}, place);
  expect(await refused.exitCode).toBe(1);
  expect(refused.errors()).toMatch(
    /^firn: this package of Firn has no better-sqlite3 that loads in Node .* run it with one of node-v999-darwin-arm64, or run Firn from a clone of its repository\n$/,
  );
  renameSync(join(folder, own), join(bindings, own));
});

it("refuses to develop, and to be made in a folder of other files, which it leaves alone", async () => {
  const dev = run([bin, "up", "--dev"], {}, place);
  expect(await dev.exitCode).toBe(1);
  expect(dev.errors()).toBe("firn: --dev is for a clone of the repository: a package has no sources\n");
  const made = run([join(rootFolder(), "lib/cli/package.mjs"), place], {}, folder);
  expect(await made.exitCode).toBe(1);
  expect(made.errors()).toBe(
    `firn: ${place} has other files: name a folder that is empty, or does not exist yet\n`,
  );
  expect(existsSync(installed)).toBe(true);
});

it("has the licence of every package in it", () => {
  const lacking: string[] = [];
  const walk = (modules: string) => {
    for (const name of readdirSync(modules)) {
      const at = join(modules, name);
      if (name.startsWith("@")) walk(at);
      else if (existsSync(join(at, "package.json"))) {
        const source = join(rootFolder(), at.slice(at.indexOf("/node_modules/", installed.length) + 1));
        const hasLicence = (path: string) =>
          readdirSync(path).some((file) => /^(licen[cs]e|notice)/i.test(file));
        if (hasLicence(source) && !hasLicence(at)) lacking.push(at);
        if (existsSync(join(at, "node_modules"))) walk(join(at, "node_modules"));
      }
    }
  };
  walk(join(installed, "app/node_modules"));
  expect(lacking).toEqual([]);
});

it(
  "serves every page where it is called, keeps data and settings there, and writes nothing into itself",
  async () => {
    const before = listFiles();
    const ports = await portSettings();
    const firn = run([bin, "up", "--start-at", "100", "--recording", "l1-network"], ports, place);
    await firn.prints(/^Firn is ready/m);
    await firn.prints(/caught up/);
    expect(existsSync(join(place, "firn-data/primary.db"))).toBe(true);
    const seen = await walkPages(`http://127.0.0.1:${ports.FIRN_WEB_PORT}`);
    const all = Object.keys(PAGES) as PageName[];
    const missed = all.filter((name) => !seen.pages.has(name) && !NOT_LINKED.includes(name));
    expect({ bad: seen.bad, missed }).toEqual({ bad: [], missed: [] });
    expect(seen.files).toBeGreaterThan(20);

    const status = run([bin, "status"], ports, place);
    expect(await status.exitCode).toBe(0);
    expect(status.printed()).toMatch(/C\/block +following/);
    const keys = run([bin, "keys"], { ...ports, npm_command: "exec" }, place);
    expect(await keys.exitCode).toBe(1);
    expect(keys.errors()).toContain("npx firn-explorer keys --help shows how to write it");
    const verify = run([bin, "verify", "--sample", "20"], ports, place);
    await verify.exitCode;
    expect(verify.printed()).toContain(" 0 differences, ");
    firn.child.kill("SIGTERM");
    expect(await firn.exitCode).toBe(0);
    expect(listFiles()).toEqual(before);
  },
  TAKES_MS,
);

/** Only somebody who has signed in gets there, only a redirect is there, or nothing of the recording leads there. */
const NOT_LINKED: PageName[] = ["admin", "signIn", "console", "charts", "transfer"];

/** Follows links from the home page: three pages of each kind, with everything they load. */
async function walkPages(origin: string) {
  const pages = new Map<PageName, number>();
  const bad: string[] = [];
  const known = new Set<string>();
  /** Files and addresses of no page, with the page that names each. */
  const files = new Map<string, string>();
  const open = ["/"];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const response = await fetch(origin + path, { redirect: "manual" });
    const body = await response.text();
    if (response.status !== 200 && response.status !== 307) bad.push(`${path}: ${response.status}`);
    for (const [, href = ""] of body.matchAll(
      /(?:href|content|src)="((?:http:\/\/127\.0\.0\.1:\d+)?\/[^"]*)"/g,
    )) {
      const url = new URL(href.replaceAll("&amp;", "&"), origin);
      if (url.origin !== origin || known.has(url.pathname)) continue;
      known.add(url.pathname);
      const found = pageOf(url);
      if (found === undefined || found === "file") files.set(url.pathname + url.search, path);
      else if ((pages.get(found.page) ?? 0) < 3) {
        pages.set(found.page, (pages.get(found.page) ?? 0) + 1);
        open.push(url.pathname + url.search);
      }
    }
  }
  for (const [path, from] of files) {
    const response = await fetch(origin + path, { redirect: "manual" });
    await response.arrayBuffer();
    if (response.status !== 200 && response.status !== 307)
      bad.push(`${path}, on ${from}: ${response.status}`);
  }
  return { pages, bad, files: files.size };
}
