import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseResult, type IModule } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { beforeAll, describe, expect, it } from "vitest";

/** The rules of the house (CONTRIBUTING.md) as a test: order of rooms, names, sizes, prescribed entries. */

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Which rooms a room may import, besides itself and level 0. `config` is open to `cli` and `app/server.ts`, `devnet` and
 * `testbed` to tests.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  testbed: [
    "cli",
    "indexer",
    "api",
    "operator",
    "delivery",
    "words",
    "client",
    "store",
    "devnet",
    "contract",
    "avalanche",
  ],
  cli: [
    "indexer",
    "api",
    "operator",
    "delivery",
    "words",
    "client",
    "store",
    "devnet",
    "contract",
    "avalanche",
  ],
  app: ["client", "words", "contract", "avalanche", "components"],
  components: ["words", "contract", "avalanche"],
  indexer: ["client", "store", "contract", "avalanche"],
  api: ["delivery", "words", "store", "client", "contract", "avalanche"],
  operator: ["delivery", "store", "client", "contract"],
  delivery: ["store", "client", "contract"],
  client: ["contract", "avalanche"],
  store: ["contract", "avalanche"],
  devnet: ["contract", "avalanche"],
  words: ["contract", "avalanche"],
  contract: ["avalanche"],
  avalanche: [],
  config: ["setting-values"],
  "setting-values": [],
};

/** Room of the files of the root that the web is made of; the others there configure tools, and import nothing of ours. */
const ROOT_ROOMS: Record<string, string> = { "proxy.ts": "app" };

/** Files that every room may import, and each other. */
const LEVEL_0 = [
  "command-names",
  "csv",
  "errors",
  "every",
  "listen",
  "log",
  "lru",
  "mutex",
  "read-bytes",
  "root-folder",
  "whole-files",
];

const BANNED_NAMES = /^(utils?|common|helpers?|shared|misc|types|manager)$|-v\d+$/;

/** Everything that may be in the root, besides dot files. */
const ROOT_ENTRIES = [
  "app",
  "components",
  "lib",
  "public",
  "e2e",
  "docs",
  "bench",
  "next.config.mjs",
  "tailwind.config.ts",
  "postcss.config.mjs",
  "proxy.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "biome.json",
  "knip.json",
  "vitest.config.ts",
  "playwright.config.ts",
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "LICENSE",
  "Dockerfile",
];
const GENERATED = [
  "node_modules",
  "dist",
  "data",
  "package",
  "next-env.d.ts",
  "tsconfig.tsbuildinfo",
  "test-results",
];

const FOLDERS = ["app", "components", "lib", "e2e", "bench"];
const ROOT_CODE = ROOT_ENTRIES.filter((name) => /\.(ts|mjs)$/.test(name));
const OURS = new RegExp(`^((${FOLDERS.join("|")})/|(${ROOT_CODE.join("|")})$)`);

const sources = [...FOLDERS.flatMap((folder) => walk(join(ROOT, folder))), ...ROOT_CODE];
const code = sources.filter((path) => /\.(ts|tsx|mjs)$/.test(path));

describe("the order of rooms", () => {
  let modules: IModule[] = [];

  beforeAll(async () => {
    const result = await cruise(
      [...FOLDERS, ...ROOT_CODE],
      {
        baseDir: ROOT,
        doNotFollow: { path: "node_modules" },
        tsPreCompilationDeps: true,
        tsConfig: { fileName: "tsconfig.json" },
      },
      {
        extensions: [".ts", ".tsx", ".mjs", ".js", ".css", ".json"],
        conditionNames: ["node", "import", "default"],
      },
      { tsConfig: extractTSConfig(join(ROOT, "tsconfig.json")) },
    );
    modules = (result.output as ICruiseResult).modules.filter((module) => OURS.test(module.source));
  });

  it("is checked over every source file", () => {
    const cruised = new Set(modules.map((module) => module.source));
    expect(code.filter((path) => !cruised.has(path))).toEqual([]);
  });

  it("lets imports point down only", () => {
    const wrong = modules.flatMap((module) =>
      module.dependencies
        .filter((dependency) => !dependency.coreModule && OURS.test(dependency.resolved))
        .filter((dependency) => !mayImport(module.source, dependency.resolved))
        .map((dependency) => `${module.source} -> ${dependency.resolved}`),
    );
    expect(wrong).toEqual([]);
  });

  it("resolves every import of our own", () => {
    const lost = modules.flatMap((module) =>
      module.dependencies
        .filter((dependency) => dependency.couldNotResolve && /^[.@]\.?\//.test(dependency.module))
        .map((dependency) => `${module.source} -> ${dependency.module}`),
    );
    expect(lost).toEqual([]);
  });

  it("has no circle of imports, inside a room either", () => {
    const circles = modules.flatMap(({ source, dependencies }) =>
      dependencies.flatMap(({ cycle }) =>
        cycle ? [[source, ...cycle.map(({ name }) => name)].join(" -> ")] : [],
      ),
    );
    expect(circles).toEqual([]);
  });

  it("lets the operator alone call a node's admin API", () => {
    const callers = modules
      .filter((module) => module.dependencies.some(({ resolved }) => resolved === "lib/client/admin.ts"))
      .map((module) => module.source);
    expect(callers).toContain("lib/client/admin.test.ts");
    expect(callers.filter((path) => !/^lib\/(client|operator)\//.test(path))).toEqual([]);
  });

  it("gives pages the clients through files that only a server can load", () => {
    const users = modules.filter(({ source }) => /^(app|components)\//.test(source) && !isProof(source));
    const used = users
      .flatMap(({ dependencies }) => dependencies.map(({ resolved }) => resolved))
      .filter((path) => path.startsWith("lib/client/"));
    expect(new Set(used)).toEqual(new Set(code.filter((path) => path.startsWith("lib/client/web/"))));
    for (const path of used) expect(read(path), path).toMatch(/^import "server-only";\n/);
  });

  it("keeps zod out of the browser: components and words take from contract only types and the table of addresses", () => {
    const wrong = code
      .filter((path) => /^(components|lib\/words)\//.test(path) && !isProof(path))
      .filter((path) => /^import (?!type )[^;]*\/contract\/(?!pages")/m.test(read(path)));
    expect(wrong).toEqual([]);
    expect(read("lib/contract/pages.ts")).not.toMatch(/^import (?!.* from ".\/page-table";$)/m);
    expect(read("lib/contract/page-table.ts")).not.toMatch(/^import /m);
  });
});

describe("names and sizes", () => {
  it("has no file or folder with a name that says nothing", () => {
    const wrong = sources.filter((path) =>
      path
        .split("/")
        .some((part) => BANNED_NAMES.test(part.replace(/(\.(test|bench|spec|node))?\.[a-z]+$/, ""))),
    );
    expect(wrong).toEqual([]);
  });

  it("writes files and folders in kebab-case", () => {
    const wrong = sources
      .filter((path) => !path.includes("/vectors/") && !path.startsWith("public/"))
      .filter((path) => path.split("/").some((part) => !/^[([]?[a-z0-9.,\-[\]()]+$/.test(part)));
    expect(wrong.filter((path) => !/\/(All|L1)\.sol$/.test(path))).toEqual([]);
  });

  it("has few code files above 350 lines", () => {
    const long = code.filter((path) => !/\.test\.tsx?$|\.spec\.ts$/.test(path) && lines(path) > 350);
    expect(long.length, long.join(", ")).toBeLessThanOrEqual(4);
  });

  it("keeps the median code file small", () => {
    const counts = code.map(lines).sort((a, b) => a - b);
    expect(counts[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(140);
  });

  it("switches no test off and gives no type up", () => {
    const pattern = /\b(it|test|describe)\.(only|todo|fixme)\b|\bas any\b|@ts-(ignore|expect-error|nocheck)/;
    expect(code.filter((path) => path !== "lib/tidy.test.ts" && pattern.test(read(path)))).toEqual([]);
  });

  it("spreads no literal into another: its members can stand there themselves", () => {
    const pattern = /^\s*\.\.\.(\{ .* \}|\[.*\]),?$/m;
    expect(code.filter((path) => pattern.test(read(path)))).toEqual([]);
  });

  it("waits for every promise of the indexer, or catches what it throws", () => {
    const indexer = code.filter((path) => path.startsWith("lib/indexer/"));
    expect(indexer.filter((path) => /^\s*void [\w#]/m.test(read(path)))).toEqual([]);
  });

  it("reads settings in cli and app/server.ts alone", () => {
    const readers = code.filter((path) => /from "(@|\.{1,2})\/([^"]*\/)?config"/.test(read(path)));
    expect(
      readers.filter((path) => !/^lib\/cli\/|^app\/server\.ts$|^lib\/(config|docs)\.test\.ts$/.test(path)),
    ).toEqual([]);
  });
});

/** Words of an engine, and of a store as a file. */
const STORE_WORDS = [
  /["']kysely["']|better-sqlite3|setAccessMode|\.transaction\(\)|CompiledQuery|pragma/,
  /store\/(sqlite\/|open["'])|-wal\b|["'`/](primary|operator)\.db\b|\}\.db\b|\.ino\b/,
];

/** What knows of them outside the store all the same. The list only shrinks; tests damage stores by words of their own. */
const KNOW_THE_STORE = [
  "bench/answers-floor.ts",
  "bench/answers.ts",
  "bench/evm-chain.ts",
  "bench/faults/kinds.ts",
  "bench/faults/truth.ts",
  "bench/ingest-floor.ts",
  "bench/ingest-run.ts",
  "lib/cli/commands/verify-files.ts",
  "lib/cli/supervisor/addon.mjs",
  "lib/cli/supervisor/log-file.mjs",
  "lib/testbed/compare-stores.ts",
  "lib/testbed/damage.ts",
  "lib/testbed/engines.ts",
  "lib/testbed/evm/audited.ts",
  "lib/testbed/indexer.ts",
  "lib/testbed/postgres.ts",
  "lib/testbed/sqlite.ts",
  "lib/testbed/test-engine.ts",
  "lib/testbed/test-stores.ts",
];

describe("the store", () => {
  it("is the only room that knows an engine, or that a store is a file", () => {
    const others = code.filter((path) => !path.startsWith("lib/store/") && !/\.test\.tsx?$/.test(path));
    const knowing = others.filter((path) => STORE_WORDS.some((words) => words.test(read(path))));
    expect(knowing.sort()).toEqual(KNOW_THE_STORE);
  });

  it("is damaged and read by tests in SQL that every engine understands", () => {
    const tests = code.filter((path) => path.startsWith("lib/") && /\.test\.tsx?$/.test(path));
    const others = tests.filter((path) => !path.startsWith("lib/store/") && path !== "lib/tidy.test.ts");
    const words =
      /\browid\b|zeroblob|group_concat|sqlite_(master|schema)|pragma(?! solidity)|[^-\w]x'[0-9a-f]*'/;
    expect(others.filter((path) => words.test(read(path)))).toEqual([]);
  });
});

describe("the root", () => {
  it("holds the prescribed entries and nothing else", () => {
    const found = readdirSync(ROOT).filter((name) => !name.startsWith(".") && !GENERATED.includes(name));
    expect(found.sort()).toEqual([...ROOT_ENTRIES].sort());
  });

  it("uses the prescribed packages", () => {
    const manifest = JSON.parse(read("package.json"));
    const installed = { ...manifest.dependencies, ...manifest.devDependencies };
    const imports = code.map(read).join("\n");
    for (const name of ["next", "react", "@tanstack/react-query", "tailwindcss", "recharts", "playwright"]) {
      expect(installed[name], `${name} is a dependency`).toMatch(/^\d+\.\d+\.\d+$/);
      const used = new RegExp(`["'](@playwright/test|${name.replace("/", "\\/")})(\\/[^"']*)?["']`);
      expect(
        name === "playwright" ? /@playwright\/test/.test(imports) : used.test(imports),
        `${name} is used`,
      ).toBe(true);
    }
  });

  it("has a lockfile for every platform, so that npm ci works on each", () => {
    interface Locked {
      optionalDependencies?: Record<string, string>;
    }
    const locked: Record<string, Locked> = JSON.parse(read("package-lock.json")).packages;
    const wanted = Object.entries(locked).flatMap(([at, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map((name) => [`node_modules/${name}`, `${at}/node_modules/${name}`]),
    );
    expect(wanted.filter((places) => !places.some((place) => place in locked)).flat()).toEqual([]);
  });

  it("pins every dependency to an exact version", () => {
    const manifest = JSON.parse(read("package.json"));
    const ranges = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(ranges.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

function mayImport(from: string, to: string): boolean {
  const source = roomOf(from);
  const target = roomOf(to);
  if (isTool(source)) return true;
  if (isProof(from) && !from.startsWith("lib/") && ROOT_CODE.includes(to)) return true;
  if (source === target || LEVEL_0.includes(target)) return true;
  if (target === "config") return source === "cli" || from === "app/server.ts" || from === "lib/docs.test.ts";
  if ((target === "devnet" || target === "testbed") && isProof(from)) return true;
  return MAY_IMPORT[source]?.includes(target) ?? false;
}

/** Tests, benchmarks, and what reads the vectors for them. */
function isProof(path: string): boolean {
  return /\.(test|bench)\.tsx?$|\/vectors\//.test(path);
}

/** Browser tests and benchmarks drive everything. */
function isTool(room: string): boolean {
  return room === "e2e" || room === "bench";
}

/** `lib/store/open.ts` is in room `store`, `lib/errors.ts` in `errors`, `app/…` in `app`. */
function roomOf(path: string): string {
  const [top = "", second = ""] = path.split("/");
  if (second === "") return ROOT_ROOMS[path] ?? path;
  return top === "lib" ? second.replace(/(\.test)?\.tsx?$/, "") : top;
}

function walk(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? walk(path) : [relative(ROOT, path)];
  });
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function lines(path: string): number {
  return read(path).split("\n").length;
}
