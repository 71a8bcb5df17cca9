import { Counter, Registry } from "prom-client";
import { ALERT_KINDS } from "../../contract/firn/alerts";
import { getReady } from "../../contract/firn/health";
import type { FirnStatus } from "../../contract/firn/status";
import { StoreError } from "../../errors";
import { readVerbDurations } from "../../store/bookkeeping/verb-durations";
import type { VerbDurationTable } from "../../store/tables/bookkeeping";
import type { Alerts } from "../alerts/alerts";
import type { StatusSource } from "../firn/status";
import type { RequestContext } from "../handler";
import { isCChain } from "../present/evm/chain";
import { readReasons } from "./ready";
import { addGauge, type Sample } from "./samples";
import { addNode, addReadiness, addServers, addStreams } from "./status-metrics";
import { addL1Validators, addOwnValidator, readFollowedL1s } from "./validator-metrics";

export interface MetricsSource extends StatusSource {
  alerts: Pick<Alerts, "watch">;
  readPlain<T>(work: (context: RequestContext) => Promise<T>): Promise<T>;
}

/**
 * What stores and node say, in the text form of Prometheus. What only the node knows is kept from 15 s to a minute, so that
 * nobody who reads this often asks it often.
 */
export async function readMetrics(source: MetricsSource): Promise<string> {
  const registry = new Registry();
  const { reasons, status } = await readReasons(source, getReady.query.parse({}).maxLagSeconds);
  addReadiness(registry, reasons);
  try {
    if (status !== undefined) await addStored(registry, source, status);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    // It went away in between: what was read until then is true.
  }
  return registry.metrics();
}

async function addStored(registry: Registry, source: MetricsSource, status: FirnStatus): Promise<void> {
  const { alerts, own } = await source.alerts.watch(status);
  addStreams(registry, status);
  addNode(registry, status, own);
  addServers(registry, status);
  addGauge(
    registry,
    ["firn_alerts", "What needs attention, by kind, as /firn/v1/alerts lists it."],
    ALERT_KINDS.map((kind) => [{ kind }, alerts.filter((alert) => alert.kind === kind).length]),
  );
  addGauge(
    registry,
    ["firn_store_size_bytes", "Bytes that a store takes up."],
    await sizesOf(source.service),
  );
  const l1s = (await source.evmChains.list()).flatMap((facts) =>
    facts.subnetId === undefined || isCChain(facts) ? [] : [facts.subnetId],
  );
  const { followed, durations } = await source.readPlain(async (context) => ({
    followed: await readFollowedL1s(context, l1s),
    durations: await readVerbDurations(context.db),
  }));
  addOwnValidator(registry, own?.validator);
  addL1Validators(registry, own?.validator, followed);
  addVerbs(registry, durations);
}

async function sizesOf({ stores }: MetricsSource["service"]): Promise<Sample[]> {
  return Promise.all(
    (await stores.list()).map(async (id): Promise<Sample> => [{ store: id }, await stores.size(id)]),
  );
}

function addVerbs(registry: Registry, durations: readonly VerbDurationTable[]): void {
  const perVerb = (part: "sum" | "count", help: string) =>
    new Counter({
      name: `firn_indexer_verb_duration_seconds_${part}`,
      help,
      labelNames: ["verb"],
      registers: [registry],
    });
  const seconds = perVerb("sum", "Time of each step, since the indexer started.");
  const batches = perVerb("count", "Batches of each step, since the indexer started.");
  for (const { verb, count, total_ms } of durations) {
    seconds.inc({ verb }, total_ms / 1_000);
    batches.inc({ verb }, count);
  }
}
