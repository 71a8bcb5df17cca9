import { describe, expect, test } from "vitest";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { resolvePath } from "./resolve-path";
import { resolveSearch } from "./search-reasons";

const ID = "2ezSgAbumzq4oV3CJpnGRRpjrCYyqEXv7f1hQL4C8ZYAWjpewy";

function statusWith(behind: number, genesisKnown = true): FirnStatus {
  const indexedHead = { index: 109, height: 110, containerId: "x", time: 1 };
  return {
    version: "0.1.0",
    network: { id: 54321, name: "custom", hrp: "custom", servedAs: "fuji", genesisKnown },
    node: { reachable: true },
    streams: [{ stream: "P/block", state: "following", behind, indexedHead, updatedAt: 1 }],
    store: { sizeBytes: 1, schemaVersion: 1 },
  };
}

const verdicts = (path: string, status: FirnStatus | undefined) =>
  resolvePath(path, status).reasons.map(({ title, verdict }) => `${verdict}: ${title}`);

describe("the resolver", () => {
  test("a height above the head is most likely not accepted yet, and the head is named", () => {
    expect(resolvePath("/p/block/999", statusWith(0))).toMatchObject({
      title: "This node has no P-Chain block 999",
      reasons: [{ verdict: "possible", text: "The newest block here is 110." }, {}, {}],
    });
  });
  test("a height below the head is missing from the index", () => {
    expect(verdicts("/p/block/7", statusWith(0))[0]).toBe("possible: The node’s index lacks it");
    expect(verdicts("/p/block/7", statusWith(0))).toContain("ruledOut: It is not accepted yet");
  });
  test("an unknown block 0 will not come: it needs the genesis", () => {
    for (const path of ["/p/block/0", "/p/block/00"]) {
      const { title, reasons } = resolvePath(path, statusWith(0, false));
      expect(title).toBe("Firn has no P-Chain block 0");
      expect(reasons[0]).toMatchObject({
        ...{ title: "The network’s genesis is not known", verdict: "possible" },
        text: expect.stringContaining("Set FIRN_GENESIS"),
      });
      expect(reasons.filter(({ mayCome }) => mayCome)).toEqual([]);
    }
  });
  test("a block 0 that block 1 names comes with it", () => {
    const { title, reasons } = resolvePath("/x/block/0", statusWith(0));
    expect(title).toBe("Firn has no X-Chain block 0");
    expect(reasons.map(({ title, mayCome }) => [title, mayCome])).toEqual([
      ["Block 1, which names it, is not indexed yet", true],
      ["The network’s genesis is not known", undefined],
    ]);
  });
  test("a node that never validated differs from an address without a page", () => {
    const node = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
    expect(resolvePath(`/validator/${node}`, statusWith(0)).title).toBe("This node has never validated here");
    expect(resolvePath(`/validator/${node.slice(0, -1)}x`, statusWith(0)).title).toBe(
      "There is no page at this address",
    );
  });
  test("an id with a wrong character differs from an unknown one", () => {
    expect(resolvePath(`/p/tx/${ID.slice(0, -1)}z`, statusWith(0)).title).toBe(
      "This is not the id of a transaction",
    );
    expect(resolvePath(`/p/tx/${ID}`, statusWith(0)).title).toBe(
      "This node has no P-Chain transaction with that id",
    );
  });
  test("blocks not indexed yet are a reason only while Firn lags", () => {
    expect(verdicts(`/p/tx/${ID}`, statusWith(7))).toContain("possible: Firn has not indexed its block yet");
    expect(verdicts(`/p/tx/${ID}`, statusWith(0)).at(-1)).toBe(
      "ruledOut: Firn has not indexed its block yet",
    );
    expect(verdicts(`/p/tx/${ID}`, undefined)).toContain("unchecked: Firn has not indexed its block yet");
  });
  test("a chain without pages says what is indexed", () => {
    expect(resolvePath("/43114/blocks", statusWith(0))).toMatchObject({
      title: "EVM chain 43114 has no such page here",
      reasons: [{ text: "Indexed here: P/block up to height 110." }],
    });
  });
  test("each chain names its own head", () => {
    expect(resolvePath("/x/block/999", statusWith(0))).toMatchObject({
      title: "This node has no X-Chain block 999",
      reasons: [{ text: "Indexed here: P/block up to height 110." }, {}, {}],
    });
    expect(verdicts(`/x/tx/${ID}`, statusWith(0))).toContain("unchecked: Firn has not indexed its block yet");
  });
  test("a hash of the EVM and a transfer have reasons of their own", () => {
    expect(resolvePath(`/c/tx/0x${"ab".repeat(32)}`, statusWith(0)).reasons[0]?.title).toBe(
      "It is not accepted yet",
    );
    expect(verdicts(`/atomic/${ID}`, statusWith(0))[0]).toBe(
      "possible: It is neither an export nor an import",
    );
    expect(resolvePath("/atomic/nope", statusWith(0)).title).toBe("This is not the id of a transfer");
  });
  test("lists with malformed filters and unknown addresses lead somewhere", () => {
    expect(resolvePath("/p/blocks", statusWith(0)).reasons[0]?.action?.href).toBe("/p/blocks");
    expect(resolvePath("/%zz/x", statusWith(0)).title).toBe("There is no page at this address");
  });
});

test("a search without a hit explains each reading, impossible ones last", () => {
  const { reasons } = resolveSearch("999", [
    { reading: "Index entry", kind: "container", found: "impossible", detail: "too large" },
    { reading: "P-Chain block at a height", kind: "block", found: "no", detail: "Not in this index" },
  ]);
  expect(reasons.map(({ verdict, title, text }) => [verdict, title, text])).toEqual([
    ["possible", "As P-Chain block at a height", "Not in this index."],
    ["ruledOut", "As index entry", "Too large."],
  ]);
});
