import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./firn";
import { PLACES } from "./places";

/** What axe finds on every kind of page, in both themes, on a desktop and a phone. */

/** The script that looks at a page. */
const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** Rules broken seriously, each with the first elements that break it. */
async function findFaults(page: Page): Promise<string[]> {
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

for (const [name, placeOf] of PLACES) {
  test(`axe finds nothing serious on ${name}`, async ({ page, expectStatus }) => {
    expectStatus(404);
    await page.goto(await placeOf());
    await page.waitForLoadState("load");
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width, height: 844 });
        expect(await findFaults(page), `${colorScheme}, ${width} px`).toEqual([]);
      }
  });
}
