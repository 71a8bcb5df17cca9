import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CONFIG_TABLE } from "./config";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const decisions = readdirSync(join(ROOT, "docs/decisions")).map((name) => `docs/decisions/${name}`);
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "docs/alerts.md",
  "docs/api-keys.md",
  "docs/brand.md",
  "docs/commands.md",
  "docs/compatibility.md",
  "docs/etherscan.md",
  "docs/first-steps.md",
  "docs/install.md",
  "docs/limits.md",
  "docs/mcp.md",
  "docs/numbers.md",
  "docs/operations.md",
  "docs/scale.md",
  "docs/settings.md",
  "docs/webhooks.md",
  ...decisions,
];
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

describe("the documents", () => {
  it.each(pages)("%s links only to what is there", (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map((match) => match[1] ?? "");
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
  });

  it.each(pages)("%s names only code paths that exist", (page) => {
    const named = [...read(page).matchAll(/`((?:lib|app|components|e2e|bench|docs)\/[\w./[\]()-]+)`/g)];
    const paths = named.map((match) => match[1] ?? "");
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("give every setting with its default, as lib/config.ts has it", () => {
    const rows = CONFIG_TABLE.map(({ name, fallback, help }) => {
      return `| \`${name}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${help} |`;
    });
    expect(read("docs/settings.md")).toContain(
      ["| setting | default | what |", "|---|---|---|", ...rows].join("\n"),
    );
  });
});
