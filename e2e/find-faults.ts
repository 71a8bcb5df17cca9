import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** The script that looks at a page. */
const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

type Axe = { run: (options: object) => Promise<{ violations: Violation[] }> };

/** A tenth of axe's time goes into describing what is in order. */
const TOLD = { resultTypes: ["violations"], selectors: false };
const EVERY_RULE = { ...TOLD, rules: { "label-content-name-mismatch": { enabled: true } } };
const COLOURS = { ...TOLD, runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

/**
 * Rules of axe that a page breaks seriously, each with the first elements that break it. `colours` looks at those rules
 * alone that a theme can change.
 */
export async function findFaults(page: Page, of: "everything" | "colours" = "everything"): Promise<string[]> {
  // Evaluated, since the page's policy lets no foreign script in.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: Axe }).axe.run(options),
    of === "colours" ? COLOURS : EVERY_RULE,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id} (${nodes.length}): ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 160))
          .join(" ")}`,
    );
}
