import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { watchKeys } from "../../api/access/known-keys";
import { ConfigError, InputError } from "../../errors";
import { SILENT } from "../../log";
import { changeKeys } from "./keys";

const NOW = Date.UTC(2026, 10, 21);
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firn-keys-"));
  file = join(folder, "keys.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const keys = (line: string, nowMs = NOW, setting = `file:${file}`) =>
  changeKeys(line.split(" "), { env: { FIRN_API_KEYS: setting }, nowMs });

describe("firn keys", () => {
  it("prints a new key once, which the API then knows by its name and limit", () => {
    const printed = keys("add alice --limit 12000 --expires 2027-01-31");
    const [key = "", words] = printed.split("\n");
    expect(key).toMatch(/^firn_[A-Za-z0-9_-]{43}$/);
    expect(words).toBe("This is the only time that it is shown.");
    const known = watchKeys({ file }, SILENT);
    expect(known.find(key)).toEqual({ name: "alice", limit: 12_000, endsAtMs: Date.UTC(2027, 1, 1) });
    known.close();
    expect(keys("list")).not.toContain(key);
    expect(readFileSync(file, "utf8")).not.toContain(key);
  });

  it("lists names, limits and last days", () => {
    keys("add alice --limit=12000 --webhooks public");
    keys("add bob@example.org --expires 2026-11-21");
    expect(
      keys("list", NOW + 86_400_000)
        .split("\n")
        .map((line) => line.trimEnd()),
    ).toEqual([
      "name             limit           last day             webhooks",
      "alice            12000 a minute  never                public",
      "bob@example.org  default         2026-11-21, expired  no",
      "",
    ]);
    const used = new Map([["alice", { requests: 12, invalid: 3 }]]);
    expect(
      changeKeys(["list"], { env: { FIRN_API_KEYS: `file:${file}` }, nowMs: NOW, used }).split("\n"),
    ).toEqual([
      "name             limit           last day    webhooks  requests in 30 days",
      "alice            12000 a minute  never       public    12, 3 invalid",
      "bob@example.org  default         2026-11-21  no        none",
      "",
    ]);
    expect(keys("remove alice")).toBe("removed alice\n");
    expect(keys("list")).not.toMatch(/alice|expired/);
    keys("remove bob@example.org");
    expect(keys("list")).toBe("there are no keys\n");
  });

  it.each([
    ["add", /not complete/],
    ["add a b", /too much/],
    ["remove", /not complete/],
    ["remove a --limit 7", /too much/],
    ["list a", /too much/],
    ["show", /not complete/],
    ["add a/b", /NAME must be 1 to 64 letters/],
    ["add a --limit 0", /--limit must be an integer from 1/],
    ["add a --limit many", /--limit must be an integer from 1/],
    ["add a --expires tomorrow", /--expires must be a day like 2027-01-31/],
    ["add a --expires 2026-02-30", /--expires must be a day/],
    ["add a --expires 2026-11-20", /--expires is 2026-11-20, which is over/],
    ["remove nobody", /no key is called nobody/],
  ])("refuses %s", (line, message) => {
    keys("add somebody");
    const before = readFileSync(file, "utf8");
    expect(() => keys(line)).toThrow(InputError);
    expect(() => keys(line)).toThrow(message);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  it("needs a file in FIRN_API_KEYS", () => {
    for (const setting of ["", "k1,k2"]) {
      expect(() => keys("add a", NOW, setting)).toThrow(ConfigError);
      expect(() => keys("list", NOW, setting)).toThrow("FIRN_API_KEYS names no file of keys");
    }
    expect(() => keys("list")).toThrow(/ENOENT/);
  });
});
