import { describe, expect, it } from "vitest";
import { openAliases } from "./aliases";
import { openChains, triedChains } from "./chains";
import { openRecording } from "./recording";

const RUNNING = "2uAW7hWVuDXezj6VA7mkeHZuUDtthxBaiQppHQJ2v4QaJNBWTz";

describe("the chains of a node", () => {
  it("that tracks subnets are those it tried to run; the one that runs is known by its id", async () => {
    const recording = await openRecording("local-network");
    const tried = triedChains(recording);
    expect(tried).toHaveLength(5);
    expect(tried.filter(({ runs }) => runs)).toEqual([{ blockchainId: RUNNING, runs: true }]);
    const chains = openChains(recording);
    for (const { blockchainId, runs } of tried) {
      expect(chains.find(blockchainId)).toBe(runs ? blockchainId : undefined);
    }
  });

  it("that tracks none are the primary network's three, by all their names", async () => {
    const recording = await openRecording("custom-network");
    expect(triedChains(recording)).toEqual([]);
    const chains = openChains(recording);
    const { xChainId, cChainId } = recording.network;
    expect(chains.namesOf(xChainId)).toEqual(["X", "avm", xChainId]);
    expect(chains.namesOf(cChainId)).toEqual(["C", "evm", cChainId]);
    expect(chains.find("platform")).toBe("11111111111111111111111111111111LpoYY");
    expect(chains.find("x")).toBeUndefined();
  });
});

describe("an alias", () => {
  it("belongs to one id for good, and may equal the name of an object's member", () => {
    const aliases = openAliases([["a", "1"]]);
    for (const name of ["", "__proto__", "constructor", "../a"]) {
      expect(aliases.find(name)).toBeUndefined();
      aliases.add("1", name);
      expect(aliases.find(name)).toBe("1");
      expect(() => aliases.add("2", name)).toThrow(`alias already mapped to an ID: ${name}`);
    }
    expect(aliases.namesOf("1")).toEqual(["a", "", "__proto__", "constructor", "../a"]);
    expect(aliases.namesOf("2")).toEqual([]);
  });
});
