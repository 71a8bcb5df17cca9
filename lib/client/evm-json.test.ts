import { describe, expect, it } from "vitest";
import { cBlockOfHeader } from "../avalanche/c/genesis";
import { toHex } from "../avalanche/codec/bytes";
import { openRecording } from "../devnet/recording";
import { readCHeaderAnswer } from "./evm-json";

describe.each(["custom-network", "local-network"])("headers of the C-Chain of %s", async (name) => {
  const { evm } = await openRecording(name);

  it("have the hashes that the node reports, for every generation", () => {
    const generations = new Set<number>();
    for (const { block } of evm) {
      const header = readCHeaderAnswer(block);
      generations.add(Object.keys(header).length);
      expect(toHex(cBlockOfHeader(header).blockId), `block ${block.number}`).toBe(block.hash);
    }
    console.info(`${name}: fields of headers ${[...generations].join(", ")}`);
  });

  it("are refused without a field that all of them have", () => {
    const damaged = { ...evm[0]?.block, extDataHash: undefined };
    expect(() => readCHeaderAnswer(damaged)).toThrow("extDataHash");
  });
});
