import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** The script that looks at a page. */
const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** Rules of axe that a page breaks seriously, each with the first elements that break it. */
export async function findFaults(page: Page): Promise<string[]> {
  // Evaluated, since the page's policy lets no foreign script in.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    return axe.run({ rules: { "label-content-name-mismatch": { enabled: true } } });
  });
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
