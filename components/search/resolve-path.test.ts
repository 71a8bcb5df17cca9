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
        title: "The network’s genesis is not known",
        verdict: "possible",
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
    expect(resolvePath(`/validator/${node.slice(0, -1)}x`, statusWith(0)).title).toBe("Not a NodeID");
  });
  test("an id with a wrong character differs from an unknown one", () => {
    expect(resolvePath(`/p/tx/${ID.slice(0, -1)}z`, statusWith(0)).title).toBe("Not the id of a transaction");
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
  test("a chain that nobody could look up says what is indexed", () => {
    expect(resolvePath("/43114/blocks", statusWith(0))).toMatchObject({
      title: "EVM chain 43114: not indexed here",
      reasons: [{ verdict: "unchecked", text: "Indexed here, up to: P-Chain block 110." }],
    });
  });
  test("a chain of the P-Chain that is not indexed says which flag or setting would index it", () => {
    const chain = { name: "Nivis", blockchainId: ID, subnetId: "sub", evmChainId: 7, isL1: true };
    const known = { blockchains: [chain], indexed: [{ subnetId: "other", rpcUrl: "" }] };
    for (const path of ["/7/tokens", `/${ID}/blocks`, "/7/nft/0xab/1"]) {
      const { title, reasons } = resolvePath(path, statusWith(0), { chain: { ...known, areNamed: false } });
      expect(title).toBe("Nivis: not indexed here");
      expect(reasons.map(({ code }) => code)).toEqual(["--track-subnets=other,sub"]);
    }
    const { reasons } = resolvePath("/7/tokens", statusWith(0), { chain: { ...known, areNamed: true } });
    expect(reasons.map(({ code }) => code)).toEqual([ID, "--track-subnets=other,sub"]);
  });
  test("a chain that the P-Chain does not know can be named by its URL, beside those that are indexed", () => {
    const chain = { blockchains: [], indexed: [{ blockchainId: ID, rpcUrl: "" }], areNamed: false };
    const { title, reasons } = resolvePath("/43114/tokens", statusWith(0), { chain });
    expect(title).toBe("EVM chain 43114: not indexed here");
    expect(reasons[0]?.text).toMatch(/no blockchain with EVM chain ID 43114/);
    expect(reasons[1]?.code).toBe(`FIRN_EVM_CHAINS=${ID},https://<node>/ext/bc/<blockchain id>/rpc`);
  });
  test("each chain names its own head", () => {
    expect(resolvePath("/x/block/999", statusWith(0))).toMatchObject({
      title: "This node has no X-Chain block 999",
      reasons: [{ text: "Indexed here, up to: P-Chain block 110." }, {}, {}],
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
    expect(resolvePath("/atomic/nope", statusWith(0)).title).toBe("Not the id of a transfer");
  });
  test("what may be in older blocks than Firn has is not said to be missing", () => {
    const history = { firstBlock: 12_345, older: "wanted", olderToGo: 12_344, countedFrom: 12_345 } as const;
    const known = statusWith(0);
    const evm = { chainId: "43114", name: "C-Chain", isCChain: true, lacks: [] };
    const stream = { ...known.streams[0], stream: "EVM 43114", evm: { ...evm, history } };
    const partial = { ...known, streams: [...known.streams, stream] } as typeof known;
    const reason = "possible: It is in an older C-Chain block than Firn has";
    for (const path of [`/c/tx/0x${"ab".repeat(32)}`, `/c/token/0x${"ab".repeat(20)}`, "/43114/block/7"]) {
      expect(verdicts(path, partial), path).toContain(reason);
      expect(verdicts(path, known), path).not.toContain(reason);
    }
    expect(JSON.stringify(resolvePath(`/c/tx/0x${"ab".repeat(32)}`, partial))).toContain(
      "Firn has C-Chain blocks from 12,345 on. Older blocks are still being read.",
    );
  });
  test("a transaction that the node does not know is hardly to come, and one that it could not be asked for may be", () => {
    const first = (node: "unknown" | "away") =>
      resolvePath(`/p/tx/${ID}`, statusWith(0), { node }).reasons.find(({ mayCome }) => mayCome);
    expect(first("unknown")).toMatchObject({
      verdict: "unlikely",
      text: expect.stringMatching(/^Your node does not know it/),
    });
    expect(first("away")).toMatchObject({
      verdict: "unchecked",
      text: "Your node could not be asked for it.",
    });
  });
  test("what Firn has of the node’s blocks is not known while the node is away", () => {
    const away = { ...statusWith(0), node: { reachable: false } };
    expect(verdicts(`/p/tx/${ID}`, away)).toContain("unchecked: Firn has not indexed its block yet");
  });
  test.each([
    ["/l1/nobody", "No subnet or L1 “nobody” here"],
    [`/validation/${ID}`, `No validation of an L1 “${ID}” here`],
    ["/charts/zzz", "No chart “zzz”"],
  ])("%s speaks of what was asked for", (path, title) => {
    expect(resolvePath(path, statusWith(0)).title).toBe(title);
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
