import { resolve } from "node:path";
import { parentPort } from "node:worker_threads";
import { createApp } from "../../api/app";
import { ExportFolder } from "../../api/exports/folder";
import { runExports } from "../../api/exports/run";
import { watchAlertSettings } from "../../api/notifier/settings";
import { openSight } from "../../api/notifier/sight";
import { openService } from "../../api/service";
import { runWebhooks } from "../../api/webhooks/run";
import { withMail } from "../../client/mail";
import { openPost } from "../../client/post";
import { readConfig } from "../../config";
import { openLog } from "../../log";
import { apiOptions } from "../api-options";
import { dataPaths, storesOf } from "../paths";
import { logRejections } from "../service";

/** Follows the chains for webhooks, tells of alerts, delivers, and writes exports, until the API says to end. */
const log = openLog("api");
logRejections(log);
const stop = new AbortController();
parentPort?.once("message", () => stop.abort());
const config = readConfig(process.env);
const alerts = config.alerts === undefined ? undefined : openAlerts(config.alerts);
const webhooks = runWebhooks({
  stores: storesOf(config),
  networkName: config.networkName,
  folders: { labels: config.labels, contracts: dataPaths(config).contracts },
  post: withMail(openPost()),
  nowMs: Date.now,
  signal: stop.signal,
  log,
  alerts,
});
const exporting = runExports({
  folder: new ExportFolder(dataPaths(config).exports),
  openApi,
  nowMs: Date.now,
  signal: stop.signal,
  log,
});
await Promise.all([webhooks, exporting]);
alerts?.settings.close();
await alerts?.sight.close();

/** The API over the same stores, for this thread alone. */
async function openApi() {
  const answering = await openService(apiOptions(config, { log, signal: stop.signal }));
  const app = createApp({ answering, log });
  return {
    ask: async (url: string) => app.fetch(new Request(new URL(url, "http://localhost"))),
    close: () => answering.close(),
  };
}

/** What the operator's channels are told: of the node that the indexer uses. */
function openAlerts(file: string) {
  const options = apiOptions(config, { log, signal: stop.signal });
  return {
    settings: watchAlertSettings(resolve(file), { env: process.env, log }),
    sight: openSight(options),
  };
}
