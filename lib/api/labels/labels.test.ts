import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { hashSignature } from "../../avalanche/evm/abi/entries";
import { decodeCall, decodeError } from "../../avalanche/evm/abi/read";
import { readLabels, watchLabels } from "./labels";

const ADDRESS = "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E";
const bytes = fromHex(ADDRESS.toLowerCase());
const selectorOf = (signature: string) => fromHex(hashSignature(signature)).subarray(0, 4);
let folder = "";
let said: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firn-labels-"));
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(files: Record<string, unknown>) {
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return readLabels({ labels: folder }, { warn: (message) => said.push(message) });
}

const named = (name: string) => ({ chains: { "43114": { addresses: { [ADDRESS]: { name } } } } });

describe("the operator's labels", () => {
  it("describe a chain and its addresses, in any letter case", () => {
    const labels = read({
      "a.json": {
        chains: { "43114": { name: "C", addresses: { [ADDRESS]: { name: "old", tags: ["stable"] } } } },
      },
      "b.json": named("new"),
      "notes.txt": "no label",
    });
    expect(labels.of("43114").chain).toEqual({ name: "C" });
    expect(labels.of("43114").address(bytes)).toEqual({ name: "new", tags: ["stable"] });
    expect(labels.of("1").address(bytes)).toBeUndefined();
    expect(said).toEqual([]);
  });

  it("name functions from ABIs, bare and in artifacts, with structures as tuples", () => {
    const claim = { type: "function", name: "claim", inputs: [{ type: "uint256" }] };
    const order = {
      type: "function",
      name: "fill",
      inputs: [{ type: "tuple[]", components: [{ type: "address" }, { type: "bytes32[2]" }] }],
    };
    const { method } = read({
      "abi.json": [claim, { type: "event", name: "E", inputs: [] }, "function text()"],
      "artifact.json": { contractName: "X", abi: [order, { type: "function" }] },
    }).of("1");
    expect(method(selectorOf("claim(uint256)"))).toBe("claim(uint256)");
    expect(method(selectorOf("fill((address,bytes32[2])[])"))).toBe("fill((address,bytes32[2])[])");
    expect(method(fromHex("0xa9059cbb"))).toBe("transfer(address,uint256)");
    expect(method(fromHex("0x00000000"))).toBeUndefined();
    expect(toHex(selectorOf("claim(uint256)"))).toBe("0x379607f5");
  });

  it.each<[string, unknown, string]>([
    ["no JSON", "{", "JSON"],
    ["no labels", "7", "expected object"],
    ["an unknown field", { chains: { "1": { colour: "red" } } }, "Unrecognized key"],
    ["a short address", { chains: { "1": { addresses: { "0x12": {} } } } }, "40 hex digits"],
    ["a script as link", { chains: { "1": { explorerUrl: "javascript:alert(1)" } } }, "chains.1.explorerUrl"],
    ["a list of no functions", [[{}], 7], "no function"],
    ["lists 20,000 deep", `${"[".repeat(20_000)}${"]".repeat(20_000)}`, "no function"],
    ["a chain by name", { chains: { avax: {} } }, "decimal digits"],
  ])("in a file with %s are left out, and the other files are read", (_, content, fault) => {
    const labels = read({ "bad.json": content, "good.json": named("n") });
    expect(labels.of("43114").address(bytes)?.name).toBe("n");
    expect(said).toEqual([expect.stringMatching(/^FIRN_LABELS: bad\.json is left out: .*$/)]);
    expect(said[0]).toContain(fault);
  });

  it("need an existing folder; without one there are none", () => {
    expect(() => readLabels({ labels: join(folder, "none") }, { warn: () => {} })).toThrow("FIRN_LABELS is");
    expect(readLabels({}, { warn: () => {} }).of("1").chain).toBeUndefined();
  });

  it("name what a contract does by a file that is called after it, and mark other names as guesses", () => {
    const claim = { type: "function", name: "claim", inputs: [{ name: "amount", type: "uint256" }] };
    const books = (address?: Uint8Array) => labels.of("1").books(address);
    const labels = read({ [`${ADDRESS}.json`]: [claim] });
    const input = `0x379607f5${"7".padStart(64, "0")}`;
    expect(decodeCall(books(bytes), input)).toMatchObject({ name: "claim", by: "contract" });
    expect(decodeCall(books(), input)).toMatchObject({ by: "guess" });
  });

  it("follow their folder: a compiler's output put into it counts without a restart", async () => {
    const labels = watchLabels({ labels: folder }, { warn: (message) => said.push(message) }, 10);
    const artifact = { abi: [{ type: "error", name: "TooLate", inputs: [] }], bytecode: "0x" };
    const error = () => decodeError(labels.of("1").books(), hashSignature("TooLate()").slice(0, 10))?.name;
    expect(error()).toBeUndefined();
    mkdirSync(join(folder, "out", "Clock.sol"), { recursive: true });
    mkdirSync(join(folder, "out", "build-info"));
    writeFileSync(join(folder, "out", "build-info", "1.json"), "no JSON");
    writeFileSync(join(folder, "out", "Clock.sol", "Clock.json"), JSON.stringify(artifact));
    await vi.waitFor(() => expect(error()).toBe("TooLate"), 60_000);
    rmSync(join(folder, "out"), { recursive: true });
    await vi.waitFor(() => expect(error()).toBeUndefined(), 60_000);
    expect(said).toEqual([]);
    labels.close();
  });
});
