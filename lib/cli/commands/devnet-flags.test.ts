import { describe, expect, it } from "vitest";
import { devnetHelp, readDevnetFlags } from "./devnet-flags";

describe("what the recorded node keeps", () => {
  it("is everything, unless flags say from which block on", () => {
    expect(readDevnetFlags({})).toMatchObject({ firstBlock: 0, firstTrace: 0 });
    expect(readDevnetFlags({ "first-block": "100", "prune-traces": "120" })).toMatchObject({
      firstBlock: 100,
      firstTrace: 120,
    });
  });

  it.each(["first-block", "prune-traces"] as const)("is refused in one sentence: --%s", (flag) => {
    for (const given of ["-1", "0x10", "", "latest"]) {
      expect(() => readDevnetFlags({ [flag]: given })).toThrow(`--${flag} is "${given}"`);
    }
  });

  it("is in the help", () => {
    expect(devnetHelp()).toMatch(/--first-block N .*state sync/);
    expect(devnetHelp()).toMatch(/--prune-traces N .*prun/);
  });
});
