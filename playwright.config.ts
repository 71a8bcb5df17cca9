import { defineConfig } from "@playwright/test";

const webPort = process.env.FIRN_WEB_PORT ?? "3000";

/** Browser tests run against `firn up` with the whole recording `custom-network` accepted; `npm test` chooses free ports and a fresh data folder. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  // Limits for what never comes. A machine whose cores are all busy needs several times what a calm one does.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  use: {
    baseURL: `http://127.0.0.1:${webPort}`,
    locale: "en-US",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node lib/cli/start.mjs up --recording custom-network --start-at 100",
    url: `http://127.0.0.1:${webPort}/status`,
    reuseExistingServer: false,
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 12_000 },
    stdout: "pipe",
  },
});
