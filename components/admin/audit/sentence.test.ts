import { describe, expect, it } from "vitest";
import { type Call, callSentence } from "./sentence";

const call = (method: string, parameters: object, more: Partial<Call> = {}) =>
  callSentence({ method, parameters: JSON.stringify(parameters), outcome: "done", ...more });

describe("a call in a few words", () => {
  it.each<[string, string]>([
    [
      call("admin.setLoggerLevel", { loggerName: "C", logLevel: "DEBUG", putBackAfterMinutes: 20 }),
      "Logger C to DEBUG for 20 min",
    ],
    [
      call("admin.setLoggerLevel", { logLevel: "WARN", displayLevel: "OFF" }),
      "All loggers to WARN, OFF on screen",
    ],
    [
      call("admin.setLoggerLevel", { loggerName: "P", logLevel: "INFO" }, { isTimer: true }),
      "Logger P went back to INFO",
    ],
    [call("admin.aliasChain", { chain: "X", alias: "money" }), "Alias money added to X"],
    [
      call("admin.loadVMs", {}, { said: '{"result":{"newVMs":{"a":[]},"failedVMs":{"b":"no"}}}' }),
      "Plugins loaded, 1 new, 1 failed",
    ],
    [call("admin.loadVMs", {}, { said: '{"result":{"newVMs":{"a":["clipp' }), "Plugins loaded, 0 new"],
  ])("%s", (said, expected) => expect(said).toBe(expected));

  it("that was not done says what was attempted, and the outcome", () => {
    expect(call("admin.stopCPUProfiler", {}, { outcome: "refused" })).toBe(
      "Stop the CPU profile: the node refused",
    );
    expect(call("admin.alias", { endpoint: "bc/X", alias: "x" }, { outcome: "unknown" })).toBe(
      "Serve bc/X as x: outcome unknown",
    );
  });

  it("that Firn has no words for keeps its name", () => {
    expect(call("firn.somethingNew", {})).toBe("firn.somethingNew");
    expect(callSentence({ method: "admin.alias", parameters: "no JSON", outcome: "denied" })).toMatch(
      /denied/,
    );
  });
});
