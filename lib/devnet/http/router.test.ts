import { describe, expect, it } from "vitest";
import { type Endpoint, textReply } from "./http";
import { openRouter } from "./router";

const endpoint = (): Endpoint => () => textReply(200, "");

describe("an alias of a base", () => {
  it("answers like it and below it, for what was added earlier and later, and so do aliases of the alias", () => {
    const router = openRouter();
    const first = endpoint();
    const later = endpoint();
    router.add("/ext/bc/C", "/rpc", first);
    router.alias("/ext/bc/C", "/ext/mine");
    router.alias("/ext/mine", "/ext/a/b");
    router.add("/ext/bc/C", "/ws", later);
    for (const base of ["/ext/bc/C", "/ext/mine", "/ext/a/b"]) {
      expect(router.find(`${base}/rpc`)).toBe(first);
      expect(router.find(`${base}/ws`)).toBe(later);
      expect(router.find(base)).toBeUndefined();
    }
  });

  it("may be added before anything answers there", () => {
    const router = openRouter();
    router.alias("/ext/later", "/ext/mine");
    expect(router.find("/ext/mine")).toBeUndefined();
    const added = endpoint();
    router.add("/ext/later", "", added);
    expect(router.find("/ext/mine")).toBe(added);
  });

  it("is given once, and does not replace an existing path", () => {
    const router = openRouter();
    const one = endpoint();
    const other = endpoint();
    router.add("/ext/one", "", one);
    router.add("/ext/other", "", other);
    router.alias("/ext/one", "/ext/mine");
    expect(() => router.alias("/ext/other", "/ext/mine")).toThrow(
      "route is either already aliased or already maps to a handle: /ext/mine",
    );
    expect(() => router.alias("/ext/one", "/ext/other")).toThrow(
      "failed to create endpoint as /ext/other already exists",
    );
    expect(router.find("/ext/other")).toBe(other);
  });

  it("may name itself or form a cycle: adding still ends", () => {
    const router = openRouter();
    router.alias("/a", "/b");
    router.alias("/b", "/a");
    expect(() => router.add("/a", "", endpoint())).toThrow("already exists");
    expect(router.find("/b")).toBeDefined();
  });
});
