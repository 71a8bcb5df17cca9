import type { Page } from "@playwright/test";
import { expect } from "./firn";
import { test } from "./piped-rig";

/** Events: through the web, over restarts, and in tabs. */

test.describe.configure({ mode: "serial" });

interface Blocks {
  stream: string;
  from: number;
  to: number;
}

/** An event, with its data if it is of these kinds. */
interface Seen {
  id: string;
  blocks?: Blocks;
  alerts?: { kind: string }[];
}

/** Reads events until their ids say that the reader has seen everything; ends with the connection too. */
function readOn(url: string, after: string | undefined, isThere: (id: string) => boolean) {
  return readUntil(url, after, ({ id }) => isThere(id));
}

async function readUntil(url: string, after: string | undefined, isLast: (seen: Seen) => boolean) {
  const stop = new AbortController();
  const headers = after === undefined ? {} : { "last-event-id": after };
  const seen: Seen[] = [];
  const response = await fetch(`${url}/firn/v1/events`, { headers, signal: stop.signal });
  // The API is away.
  if (response.status === 502) return seen;
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  let text = "";
  try {
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const id = /^id: (.*)$/m.exec(part)?.[1];
        if (id === undefined) continue;
        const data = JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? "{}");
        const isOf = (kind: string) => part.includes(`\nevent: ${kind}\n`);
        const one: Seen = {
          id,
          ...(isOf("blocks") && { blocks: data }),
          ...(isOf("alerts") && { alerts: data.alerts }),
        };
        seen.push(one);
        expect(part).not.toMatch(/^event: reset$/m);
        if (isLast(one)) {
          stop.abort();
          return seen;
        }
      }
    }
  } catch {
    // The other side was killed.
  }
  return seen;
}

test("no block is lost or told twice, whatever is killed meanwhile", async ({ rig }) => {
  test.slow();
  const start = rig.heights();
  const isAtHead = (id: string) => {
    const [, heights] = JSON.parse(Buffer.from(id, "base64url").toString()) as [
      string,
      Record<string, number>,
    ];
    const { P, X, C } = rig.heights();
    return heights["P/block"] === P && heights["X/block"] === X && heights["C/block"] === C;
  };
  let seen = await readOn(rig.webUrl, undefined, isAtHead);
  for (let round = 0; round < 3; round++) {
    const reading = readOn(rig.webUrl, seen.at(-1)?.id, () => false);
    const accepting = rig.accept();
    // Indexer and API die at some time during this, in the middle of a batch or not.
    await new Promise((resolve) => setTimeout(resolve, 150 * round));
    await rig.killAndRestart();
    await accepting;
    seen = [...seen, ...(await reading)];
    while (!isAtHead(seen.at(-1)?.id ?? ""))
      seen = [...seen, ...(await readOn(rig.webUrl, seen.at(-1)?.id, isAtHead))];
  }
  const end = rig.heights();
  for (const chain of ["P", "X", "C"] as const) {
    const told = seen.flatMap(({ blocks }) =>
      blocks?.stream === `${chain}/block`
        ? Array.from({ length: blocks.to - blocks.from + 1 }, (_, at) => blocks.from + at)
        : [],
    );
    const expected = Array.from({ length: end[chain] - start[chain] }, (_, at) => start[chain] + 1 + at);
    expect(told, chain).toEqual(expected);
  }
});

test("all tabs share one connection, a hidden one asks for nothing", async ({ rig, page, context }) => {
  const asked: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/firn/")) asked.push(pathname);
  });
  const second = await context.newPage();
  await page.goto("/c/blocks");
  await second.goto("/status");
  await expect.poll(() => asked.filter((path) => path === "/firn/v1/events").length).toBe(1);
  await rig.accept();
  const { C } = rig.heights();
  for (const tab of [page, second])
    await expect(tab.getByRole("region", { name: "Node status" })).toContainText(C.toLocaleString("en"));
  expect(asked.filter((path) => path === "/firn/v1/events")).toHaveLength(1);
  // Both hidden: the connection ends, and nothing is asked.
  await hide(page, true);
  await hide(second, true);
  const before = asked.length;
  await rig.accept();
  await page.waitForTimeout(6_000);
  expect(asked.slice(before)).toEqual([]);
  await hide(second, false);
  await expect(second.getByRole("region", { name: "Node status" })).toContainText(
    rig.heights().C.toLocaleString("en"),
  );
});

test("what needs attention comes and goes without a reload, told once to each reader", async ({
  rig,
  page,
}) => {
  test.slow();
  await page.goto("/");
  const panel = page.getByRole("region", { name: "Needs attention" });
  const away = panel.getByText("Your node does not answer");
  await expect(panel).toBeVisible();
  await expect(away).toBeHidden();
  // The page stays this document.
  await page.evaluate(() => document.documentElement.setAttribute("data-same", ""));
  const isAway = ({ alerts }: Seen) => alerts?.some(({ kind }) => kind === "node-away") === true;
  const before = await readUntil(rig.webUrl, undefined, ({ alerts }) => alerts !== undefined);
  rig.toNode.mode = "refuse";
  const during = await readUntil(rig.webUrl, before.at(-1)?.id, isAway);
  await expect(away).toBeVisible();
  rig.toNode.mode = "pass";
  const after = await readUntil(rig.webUrl, during.at(-1)?.id, (seen) => !!seen.alerts && !isAway(seen));
  await expect(away).toBeHidden();
  await expect(page.locator("html[data-same]")).toHaveCount(1);
  // Each set of alerts differs from the one before, over all connections.
  const told = [...before, ...during, ...after].flatMap(({ alerts }) => alerts && [JSON.stringify(alerts)]);
  expect(told.filter((one, at) => one === told[at - 1])).toEqual([]);
  // The last id has everything: what follows is not these alerts again.
  const later = readUntil(rig.webUrl, after.at(-1)?.id, ({ blocks }) => blocks !== undefined);
  await rig.accept();
  expect((await later).flatMap(({ alerts }) => alerts && [JSON.stringify(alerts)])).not.toContain(
    told.at(-1),
  );
});

/** As a browser does when its tab is covered or shown again. */
async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (isHidden ? "hidden" : "visible"),
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}
