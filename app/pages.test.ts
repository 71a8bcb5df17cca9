import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FILES, PAGES } from "@/lib/contract/pages";

/** Folders of `app/` that hold a file of a name, as the paths of addresses: `[id]` is `{id}`, `(pass)` is nothing. */
function addressesWith(file: string): string[] {
  return readdirSync(fileURLToPath(new URL(".", import.meta.url)), { recursive: true, encoding: "utf8" })
    .filter((path) => path.split("/").at(-1) === file)
    .map((path) =>
      `/${path}`
        .slice(0, -file.length - 1)
        .replace(/^\/\(pass\)/, "")
        .replace(/\[(?!\.)(\w+)\]/g, "{$1}"),
    )
    .map((path) => (path === "" ? "/" : path));
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
    const source = readFileSync(new URL(`.${folder}/page.tsx`, import.meta.url), "utf8");
    expect(source).toContain(`export default definePage("${name}"`);
  });
});
