import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { PLACES } from "../e2e/places";
import { startBesideL1 } from "../e2e/processes";
import { VmChain } from "../lib/testbed/evm/chain";
import { mineLongTransactions } from "../lib/testbed/evm/long-transactions";
import { serveVmNode } from "../lib/testbed/evm/node";
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
/** Loads before any is measured: a server that has run for a while is asked. */
const WARM_LOADS = 30;
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

interface Served {
  webUrl: string;
  apiUrl: string;
  /** The node runs in this process: what it takes to answer is not the web's. */
  isNodeHere?: boolean;
}

const browser = await chromium.launch(playwright.use?.launchOptions);
console.log("  script kB  charts kB  requests  server ms   API ms   LCP ms    shift");
const recorded = await startRecordedFirn();
for (const [name, addressOf] of PLACES) if (isChosen(name)) await show(name, recorded, await addressOf());
await recorded.stop();
const LONG = "an EVM transaction of a hundred calls";
if (isChosen(LONG)) await showLong();
await browser.close();

function isChosen(name: string): boolean {
  return words.length === 0 || words.some((word) => name.includes(word));
}

/** A transaction whose lists of calls, logs and transfers go on for pages, which no recording has. */
async function showLong(): Promise<void> {
  const chain = await VmChain.open({ chainId: 88_889 });
  const { moving } = await mineLongTransactions(chain, 100);
  const l1 = await serveVmNode(chain);
  const firn = await startBesideL1(l1.url, chain);
  await show(LONG, { ...firn, isNodeHere: true }, `/${chain.chainId}/tx/${moving.hash}`);
  await firn.close();
  await l1.close();
}

async function show(name: string, firn: Served, path: string): Promise<void> {
  const url = new URL(path, firn.webUrl).href;
  const figures = { ...(await measureServer(url, firn)), ...(await measureView(url)) };
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

function overLimit({ scriptKb, requests, serverMs, apiMs, lcpMs, shift }: Figures): string[] {
  const figures = { scriptKb, requests, serverMs: serverMs - apiMs, lcpMs, shift };
  return Object.entries(AT_MOST).flatMap(([name, most]) => {
    const figure = figures[name as keyof typeof AT_MOST];
    return figure > most ? [`${name} ${Number(figure.toPrecision(3))}, at most ${most}`] : [];
  });
}

/** Median time to the whole HTML, and the processor time of the API for it. */
async function measureServer(url: string, firn: Served): Promise<Pick<Figures, "serverMs" | "apiMs">> {
  const load = async () => {
    const startedAt = performance.now();
    await (await fetch(url)).arrayBuffer();
    return performance.now() - startedAt;
  };
  for (let warm = 0; warm < WARM_LOADS; warm++) await load();
  const before = await apiCpuMs(firn);
  const times: number[] = [];
  for (let count = 0; count < LOADS; count++) times.push(await load());
  const apiMs = ((await apiCpuMs(firn)) - before) / LOADS;
  times.sort((a, b) => a - b);
  return { serverMs: times[LOADS / 2] ?? Number.NaN, apiMs };
}

async function apiCpuMs({ apiUrl, isNodeHere = false }: Served): Promise<number> {
  const text = await (await fetch(new URL("/firn/v1/metrics", apiUrl))).text();
  const { user, system } = isNodeHere ? process.cpuUsage() : { user: 0, system: 0 };
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]) * 1_000 + (user + system) / 1_000;
}

/**
 * A first view in a browser of its own whose processor is slowed. Its process is there before: starting one for an origin
 * takes Chromium up to 0.7 s when slowed, whatever the page. The cache is empty of all that the page needs.
 */
async function measureView(
  url: string,
): Promise<Pick<Figures, "scriptKb" | "chartKb" | "requests" | "lcpMs" | "shift">> {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(new URL("/robots.txt", url).href);
  await page.waitForTimeout(500);
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
