import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ALERT_KINDS } from "../contract/firn/alerts";
import { ALERT_GUIDES, isAtLeast, severityOf } from "./alert-guide";

const page = readFileSync(fileURLToPath(new URL("../../docs/alerts.md", import.meta.url)), "utf8");

describe("the guide to alerts", () => {
  it("is what docs/alerts.md says, kind by kind in the order of the contract", () => {
    const rows = ALERT_KINDS.map((kind) => {
      const { severity, when, mend } = ALERT_GUIDES[kind];
      return `| \`${kind}\` | ${severity} | ${when} | ${mend} |`;
    });
    expect(page).toContain(["|---|---|---|---|", ...rows, "", "Kinds that"].join("\n"));
  });

  it("knows that a node without any network is not ill, and that three days are few", () => {
    expect(severityOf({ kind: "node-unhealthy", failingChecks: ["network"], peers: 0 })).toBe("info");
    expect(severityOf({ kind: "node-unhealthy", failingChecks: ["network"], peers: 3 })).toBe("warning");
    const low = { kind: "l1-balance-low", validationId: "v", subnetId: "s", runsOutTimestamp: 1 } as const;
    expect(severityOf({ ...low, level: "low" })).toBe("warning");
    expect(severityOf({ ...low, level: "critical" })).toBe("critical");
    expect(isAtLeast("critical", "warning")).toBe(true);
    expect(isAtLeast("info", "warning")).toBe(false);
  });
});
