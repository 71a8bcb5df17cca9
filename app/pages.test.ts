import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FILES, PAGES } from "@/lib/contract/page-table";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Folders of `app/` with a file of this name, as paths of addresses: `[id]` is `{id}`, `(pass)` is nothing. */
function addressesWith(file: string): string[] {
  return filesOf("app")
    .filter((path) => path.endsWith(`/${file}`))
    .map((path) =>
      path
        .slice("app".length, -file.length - 1)
        .replace(/^\/\(pass\)/, "")
        .replace(/\[(\w+)\]/g, "{$1}"),
    )
    .map((path) => (path === "" ? "/" : path));
}

function filesOf(room: string): string[] {
  const paths = readdirSync(join(ROOT, room), { recursive: true, encoding: "utf8" });
  return paths.map((path) => `${room}/${path}`);
}

/** Lines of a source file that are not comments. */
function codeOf(path: string): string[] {
  const source = readFileSync(join(ROOT, path), "utf8");
  return source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !line.startsWith("//"));
}

describe("the table of addresses", () => {
  it("has every page, and every page has its folder", () => {
    const paths = Object.values(PAGES).map(({ path }) => path);
    expect(addressesWith("page.tsx").toSorted()).toEqual(paths.toSorted());
  });

  it("has every file beside a page, and every file has its route", () => {
    const passed = /^\/(v1|v2|firn|openapi\.json)(\/|$)/;
    const paths = Object.values(FILES).map(({ path }) => path);
    const routes = addressesWith("route.ts").filter((path) => !passed.test(path));
    expect(routes.toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(PAGES))("has %s under its own name", (name, { path }) => {
    const folder = path === "/" ? "" : path.replaceAll("{", "[").replaceAll("}", "]");
    expect(codeOf(`app${folder}/page.tsx`).join("\n")).toContain(`export default definePage("${name}"`);
  });

  it("is the only place where addresses are written", () => {
    const starts = Object.values(PAGES).map(({ path }) => path.split("/")[1]?.replace("{chain}", "[pxc]"));
    const words = [...new Set(starts)].filter((start) => start !== "").join("|");
    const literal = new RegExp(`["\`]/(\\$\\{|(${words})["\`/?#])|href="/"`);
    const wrong = [...filesOf("app"), ...filesOf("components")]
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .flatMap((path) => codeOf(path).map((line) => `${path}: ${line}`))
      .filter((line) => literal.test(line));
    expect(wrong).toEqual([]);
  });

  it("is the only place where queries are written", () => {
    const literal = /[?&](\w+=|\$\{)|\}\?[`$]/;
    // Queries of the API, and of the audit, whose names are its contract's.
    const others =
      /^components\/(list\/block\/ask-blocks|search\/omnibox|live\/live-connection|admin\/audit\/audit)\./;
    const wrong = [...filesOf("app"), ...filesOf("components")]
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !others.test(path))
      .flatMap((path) => codeOf(path).map((line) => `${path}: ${line}`))
      .filter((line) => /[`"]/.test(line) && literal.test(line));
    expect(wrong).toEqual([]);
  });

  it("is the only place that says what is missing and what has moved", () => {
    const wrong = filesOf("app")
      .filter((path) => /\.tsx?$/.test(path) && !/\/(define-page|[\w-]+\.test)\.tsx?$/.test(path))
      .filter((path) => codeOf(path).some((line) => line.includes('from "next/navigation"')));
    expect(wrong).toEqual([]);
  });
});
