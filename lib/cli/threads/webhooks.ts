import { parentPort } from "node:worker_threads";
import { runWebhooks } from "../../api/webhooks/run";
import { openPost } from "../../client/post";
import { readConfig } from "../../config";
import { openLog } from "../../log";
import { storesOf } from "../paths";
import { logRejections } from "../service";

/** Follows the chains for webhooks and delivers, until the API says to end. */
const log = openLog("api");
logRejections(log);
const stop = new AbortController();
parentPort?.once("message", () => stop.abort());
const config = readConfig(process.env);
await runWebhooks({
  ...{ stores: storesOf(config), networkName: config.networkName, labels: config.labels },
  ...{ post: openPost(), nowMs: Date.now, signal: stop.signal, log },
});
