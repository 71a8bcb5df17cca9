import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { PLACES } from "../e2e/places";
import playwright from "../playwright.config";
import { startRecordedFirn } from "./recorded-firn";

/**
 * `npm run bench:web [WORD…]`: what the first view of every kind of page costs a reader with an empty cache, and the
 * server beside the API's own share of it. Every figure stands beside what it may be at most; the first painting of the
 * largest thing is of a processor slowed four times, and of this machine. Words choose pages by their names.
 */
const words = parseArgs({ allowPositionals: true }).positionals;
const AT_MOST = { scriptKb: 180, requests: 15, serverMs: 50, lcpMs: 1_000, shift: 0.02 };
/**
 * What is in the code of charts: a class that it writes, and the end of a chart's description. It counts apart where it is
 * loaded apart, and not with the page.
 */
const CHART_CODE = ["recharts-wrapper", "Arrow keys walk the points."];
/** What an idle page loads to check an entity, and what then follows what moves. */
const AFTER_FIRST_VIEW = /\/firn\/v1\/(containers\/|events|status)|\/proof$|-worker-/;
const LOADS = 12;
const SLOWER = 4;

interface Figures {
  scriptKb: number;
  chartKb: number;
  requests: number;
  serverMs: number;
  apiMs: number;
  lcpMs: number;
  shift: number;
}

const firn = await startRecordedFirn();
const browser = await chromium.launch(playwright.use?.launchOptions);
console.log("  script kB  charts kB  requests  server ms   API ms   LCP ms    shift");
for (const [name, addressOf] of PLACES) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const url = new URL(await addressOf(), firn.webUrl).href;
  const figures = { ...(await measureServer(url)), ...(await measureView(browser, url)) };
  const over = overLimit(figures);
  if (over.length > 0) process.exitCode = 1;
  console.log(
    [
      figures.scriptKb.toFixed(0).padStart(11),
      figures.chartKb.toFixed(0).padStart(11),
      String(figures.requests).padStart(10),
      figures.serverMs.toFixed(0).padStart(11),
      figures.apiMs.toFixed(0).padStart(9),
      figures.lcpMs.toFixed(0).padStart(9),
      figures.shift.toFixed(4).padStart(9),
      `  ${name}${over.map((text) => `; ${text}`).join("")}`,
    ].join(""),
  );
}
await browser.close();
await firn.stop();

function overLimit({ scriptKb, requests, serverMs, apiMs, lcpMs, shift }: Figures): string[] {
  const figures = { scriptKb, requests, serverMs: serverMs - apiMs, lcpMs, shift };
  return Object.entries(AT_MOST).flatMap(([name, most]) => {
    const figure = figures[name as keyof typeof AT_MOST];
    return figure > most ? [`${name} ${Number(figure.toPrecision(3))}, at most ${most}`] : [];
  });
}

/** Median time to the whole HTML, and the API's processor time for it. */
async function measureServer(url: string): Promise<Pick<Figures, "serverMs" | "apiMs">> {
  const load = async () => {
    const startedAt = performance.now();
    await (await fetch(url)).arrayBuffer();
    return performance.now() - startedAt;
  };
  for (let warm = 0; warm < 3; warm++) await load();
  const before = await apiCpuMs();
  const times: number[] = [];
  for (let count = 0; count < LOADS; count++) times.push(await load());
  const apiMs = ((await apiCpuMs()) - before) / LOADS;
  times.sort((a, b) => a - b);
  return { serverMs: times[LOADS / 2] ?? Number.NaN, apiMs };
}

async function apiCpuMs(): Promise<number> {
  const text = await (await fetch(new URL("/firn/v1/metrics", firn.apiUrl))).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]) * 1_000;
}

/** A first view in a browser of its own whose processor is slowed. */
async function measureView(
  browser: Browser,
  url: string,
): Promise<Pick<Figures, "scriptKb" | "chartKb" | "requests" | "lcpMs" | "shift">> {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const asked = new Set<string>();
  const scripts: Promise<[url: string, body: Buffer]>[] = [];
  let isIdle = false;
  page.on("request", (request) => {
    isIdle ||= AFTER_FIRST_VIEW.test(request.url());
    if (!isIdle) asked.add(request.url());
  });
  page.on("response", (response) => {
    const isScript = response.request().resourceType() === "script" && !AFTER_FIRST_VIEW.test(response.url());
    if (isScript) scripts.push(response.body().then((body) => [response.url(), body]));
  });
  await page.addInitScript(watchPainting);
  const html = await (await page.goto(url, { waitUntil: "load" }))?.text();
  await page.waitForTimeout(3_000);
  const painting = await page.evaluate(() => (window as unknown as { painting: Painting }).painting);
  const kb = { scriptKb: 0, chartKb: 0 };
  for (const [address, body] of await Promise.all(scripts)) {
    const isApart = html?.includes(new URL(address).pathname) === false;
    const isChart = isApart && CHART_CODE.some((text) => body.includes(text));
    kb[isChart ? "chartKb" : "scriptKb"] += gzipSync(body).length / 1_000;
  }
  await context.close();
  return { ...kb, requests: asked.size, ...painting };
}

type Painting = Pick<Figures, "lcpMs" | "shift">;

/** Runs in the page. */
function watchPainting(): void {
  const painting: Painting = { lcpMs: 0, shift: 0 };
  Object.assign(window, { painting });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) painting.lcpMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) painting.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}
