import { watchAlertSettings } from "../api/notifier/settings";
import { openSight } from "../api/notifier/sight";
import { runWebhooks } from "../api/webhooks/run";
import { openNode } from "../client/node";
import { openPost } from "../client/post";
import { SILENT } from "../log";
import { openStores } from "../store/open-stores";

/**
 * What follows chains for webhooks, tells of alerts and delivers, in a process of its own, which `webhooks.test.ts` and
 * `alerts.test.ts` start and kill. Its clock is a hundred times as fast, so that pauses are short. What needs attention is
 * read by the real clock, which the indexer has too.
 */
const { place, alerts, startedMs = Date.now() } = JSON.parse(process.env.CHILD ?? "{}");
const stores = openStores(place);
const ofSight = {
  stores,
  node: openNode(alerts?.nodeUrl ?? "http://127.0.0.1:1"),
  nowMs: Date.now,
  version: "0",
};
process.stdout.write("started");
await runWebhooks({
  stores,
  post: openPost(),
  lookMs: 20,
  standByMs: 20,
  alerts: alerts && {
    settings: watchAlertSettings(alerts.file, { env: process.env, log: SILENT }),
    sight: openSight(ofSight),
    lookMs: 30,
  },
  nowMs: () => startedMs + 100 * (Date.now() - startedMs),
  signal: new AbortController().signal,
  log: SILENT,
});
