import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { routesIn } from "./route";
import { ROUTES } from "./routes";

const FOLDERS = ["data", "etherscan", "firn", "metrics"];

describe("the routes", () => {
  it.each(FOLDERS)("are those of every file in %s", async (folder) => {
    const files = readdirSync(join(import.meta.dirname, folder)).filter((name) => !name.endsWith(".test.ts"));
    for (const file of files) {
      const exports: object = await import(join(import.meta.dirname, folder, file));
      expect(ROUTES, file).toMatchObject(routesIn(exports));
    }
  });

  it("have one address and one name each", () => {
    const routes = Object.values(ROUTES);
    expect(new Set(routes.map(({ operationId }) => operationId)).size).toBe(routes.length);
    expect(new Set(routes.map(({ method, path }) => `${method} ${path}`)).size).toBe(routes.length);
  });
});
