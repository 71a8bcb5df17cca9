import { describe, expect, it } from "vitest";
import { parseArgs, parseOptions } from "./args";

describe("parseArgs", () => {
  it("reads flags, values after a blank or an equals sign, and the rest", () => {
    const parsed = parseArgs(["a", "--dev", "--recording", "x.rec", "--port=9=1", "b"], {
      dev: "flag",
      recording: "value",
      port: "value",
    });
    expect(parsed).toEqual({ options: { dev: "true", recording: "x.rec", port: "9=1" }, rest: ["a", "b"] });
  });

  it("reads booleans as the node does: true alone, or what is written behind the equals sign", () => {
    const parsed = parseArgs(["--on", "--yes=true", "--no=false", "x"], {
      on: "boolean",
      yes: "boolean",
      no: "boolean",
    });
    expect(parsed).toEqual({ options: { on: "true", yes: "true", no: "false" }, rest: ["x"] });
    expect(() => parseArgs(["--on=maybe"], { on: "boolean" })).toThrow(/--on is "maybe"/);
  });

  it.each([
    [["--nope"], /unknown option --nope: known options are --recording|unknown option --nope/],
    [["--recording"], /--recording needs a value/],
    [["--toString"], /unknown option --toString/],
    [["--yes=no"], /--yes takes no value/],
  ])("refuses %j in one sentence", (args, message) => {
    expect(() => parseArgs(args, { recording: "value", yes: "flag" })).toThrow(message);
  });
});

describe("parseOptions", () => {
  it("reads options, and refuses a word that is none: a forgotten --recording must not go unnoticed", () => {
    expect(parseOptions(["--recording", "x"], { recording: "value" })).toEqual({ recording: "x" });
    expect(() => parseOptions(["local-network"], { recording: "value" })).toThrow(
      /"local-network" is not an option/,
    );
    const separate = () => parseOptions(["--index-enabled", "true"], { "index-enabled": "boolean" });
    expect(separate).toThrow(expect.objectContaining({ hint: expect.stringContaining("--NAME=true") }));
    expect(() => parseOptions(["stray"], {})).toThrow(/"stray" is not an option/);
  });
});
