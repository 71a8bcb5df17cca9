import {
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
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConfigError, InputError, StoreError } from "../../errors";
import { addKey, hashOf, readKeyFile, removeKey } from "./key-file";
import { type KnownKeys, watchKeys } from "./known-keys";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firn-keys-"));
  path = join(folder, "data", "keys.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the file of keys", () => {
  it("has hashes of random keys and never a key, for its owner alone", () => {
    const keys = [addKey(path, { name: "a", limit: 7 }), addKey(path, { name: "b", expires: "2027-01-31" })];
    for (const key of keys) {
      expect(key).toMatch(/^firn_[A-Za-z0-9_-]{43}$/);
      expect(readFileSync(path, "utf8")).not.toContain(key.slice("firn_".length));
    }
    expect(new Set(keys).size).toBe(2);
    expect(readKeyFile(path).keys).toEqual([
      { name: "a", sha256: hashOf(keys[0] ?? ""), limit: 7 },
      { name: "b", sha256: hashOf(keys[1] ?? ""), expires: "2027-01-31" },
    ]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    removeKey(path, "a");
    expect(readKeyFile(path).keys.map(({ name }) => name)).toEqual(["b"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "data"))).toEqual(["keys.json"]);
  });

  it("stays whole when a change is refused", () => {
    addKey(path, { name: "a" });
    const before = readFileSync(path, "utf8");
    expect(() => addKey(path, { name: "a" })).toThrow(InputError);
    expect(() => removeKey(path, "b")).toThrow("no key is called b");
    expect(readFileSync(path, "utf8")).toBe(before);
    expect(readdirSync(join(folder, "data"))).toEqual(["keys.json"]);
  });

  it("is changed by one command at a time", () => {
    addKey(path, { name: "a" });
    writeFileSync(`${path}.new`, "");
    expect(() => addKey(path, { name: "b" })).toThrow(StoreError);
    expect(() => addKey(path, { name: "b" })).toThrow("can't be made (EEXIST)");
    expect(readKeyFile(path).keys).toHaveLength(1);
  });

  it.each([
    ["{", "is not JSON"],
    ["[]", "has an error"],
    ['{"keys":[{"name":"a","sha256":"ab"}]}', "keys.0.sha256: must be a SHA-256 hash"],
    [`{"keys":[{"name":"a","sha256":"${"a".repeat(64)}","expire":"2027-01-31"}]}`, "expire"],
    [`{"keys":[{"name":"a","sha256":"${"a".repeat(64)}","key":"secret"}]}`, "key"],
    [`{"keys":[{"name":"a","sha256":"${"a".repeat(64)}","expires":"31.1.2027"}]}`, "must be a day like"],
    [`{"keys":[{"name":"a","sha256":"${"a".repeat(64)}","limit":0}]}`, "must be an integer"],
    [
      `{"keys":[{"name":"a","sha256":"${"a".repeat(64)}"},{"name":"a","sha256":"${"b".repeat(64)}"}]}`,
      "a has the name of another key",
    ],
  ])("is refused as %s, and never overwritten then", (text, problem) => {
    mkdirSync(join(folder, "data"));
    writeFileSync(path, text);
    expect(() => readKeyFile(path)).toThrow(ConfigError);
    expect(() => readKeyFile(path)).toThrow(problem);
    expect(() => addKey(path, { name: "b" })).toThrow(ConfigError);
    expect(readFileSync(path, "utf8")).toBe(text);
  });
});

describe("keys that are watched", () => {
  const warnings: string[] = [];
  const log = { warn: (text: string) => void warnings.push(text) };
  let keys: KnownKeys | undefined;
  afterEach(() => {
    keys?.close();
    keys = undefined;
    warnings.length = 0;
  });

  it("come and go with the file", async () => {
    const first = addKey(path, { name: "a", limit: 7, expires: "2027-01-31" });
    const known = watchKeys({ file: path }, log, 5);
    keys = known;
    expect(known.find(first)).toEqual({ name: "a", limit: 7, endsAtMs: Date.UTC(2027, 1, 1) });
    expect(known.find(`${first} `)).toBeUndefined();
    const second = addKey(path, { name: "b" });
    await vi.waitFor(() => expect(known.find(second)?.name).toBe("b"), 60_000);
    removeKey(path, "a");
    await vi.waitFor(() => expect(known.find(first)).toBeUndefined(), 60_000);
    expect(known.find(second)?.name).toBe("b");
    expect(warnings).toEqual([]);
  });

  it("stay valid while the file is damaged or away, which the log says once", async () => {
    const key = addKey(path, { name: "a" });
    const known = watchKeys({ file: path }, log, 5);
    keys = known;
    const whole = readFileSync(path);
    writeFileSync(`${path}.bad`, "{");
    renameSync(`${path}.bad`, path);
    await vi.waitFor(() => expect(warnings).toEqual([expect.stringContaining("is not JSON")]), 60_000);
    expect(known.find(key)?.name).toBe("a");
    renameSync(path, `${path}.away`);
    await vi.waitFor(() => expect(warnings).toHaveLength(2), 60_000);
    expect(warnings[1]).toContain("ENOENT");
    expect(known.find(key)?.name).toBe("a");
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(warnings).toHaveLength(2);
    writeFileSync(path, whole);
    const next = addKey(path, { name: "b" });
    await vi.waitFor(() => expect(known.find(next)?.name).toBe("b"), 60_000);
  });

  it("must be there at first", () => {
    expect(() => watchKeys({ file: path }, log)).toThrow(/keys\.json, can't be read \(ENOENT\)/);
  });

  it("are those of a list, too", () => {
    const listed = watchKeys(["k1", "k2"], log);
    expect([listed.areInUse, listed.find("k2")?.name, listed.find("k3")]).toEqual([
      true,
      "number 2",
      undefined,
    ]);
    expect(watchKeys([], log).areInUse).toBe(false);
  });
});
