import { runWebhooks } from "../api/webhooks/run";
import { openPost } from "../client/post";
import { SILENT } from "../log";
import { openStores } from "../store/open-stores";

/**
 * What follows chains for webhooks and delivers, in a process of its own, which `webhooks.test.ts` starts and kills. Its clock
 * is a hundred times as fast, so that pauses are short.
 */
const { place } = JSON.parse(process.env.CHILD ?? "{}");
const startedMs = Date.now();
process.stdout.write("started");
await runWebhooks({
  ...{ stores: openStores(place), post: openPost(), lookMs: 20, standByMs: 20 },
  nowMs: () => startedMs + 100 * (Date.now() - startedMs),
  ...{ signal: new AbortController().signal, log: SILENT },
});
