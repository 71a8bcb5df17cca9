import { describe, expect, it } from "vitest";
import { parseArgs } from "./args";

describe("parseArgs", () => {
  it("reads flags, values after a blank or an equals sign, and the rest", () => {
    const parsed = parseArgs(["a", "--dev", "--recording", "x.rec", "--port=9=1", "b"], {
      dev: "flag",
      recording: "value",
      port: "value",
    });
    expect(parsed).toEqual({ options: { dev: "true", recording: "x.rec", port: "9=1" }, rest: ["a", "b"] });
  });

  it.each([
    [["--nope"], /no option --nope: known options are --recording|no option --nope/],
    [["--recording"], /--recording needs a value/],
    [["--toString"], /no option --toString/],
  ])("refuses %j in one sentence", (args, message) => {
    expect(() => parseArgs(args, { recording: "value" })).toThrow(message);
  });
});
