import { toHex } from "../../avalanche/codec/bytes";
import { parseId, parseNodeId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/observed";
import type { RouteBody } from "../../contract/route";
import { StoreError } from "../../errors";
import type { ObservedDb } from "../../store/db";
import {
  listNodeSums,
  listValidatorSums,
  type NodeSumsAt,
  type ObservedStep,
  observedNumber,
  readUnfinished,
  type ValidatorSumsAt,
} from "../../store/queries/observed/observation";
import type { Handler, HandlerRequest } from "../handler";
import { takePage } from "../page/page";

type Listed =
  | typeof contract.listObservedUptime
  | typeof contract.listObservedValidation
  | typeof contract.listNodeHistory;

type Asking = Pick<HandlerRequest<Listed>, "query" | "read" | "reading" | "service">;

export const listObservedUptime: Handler<typeof contract.listObservedUptime> = (request) =>
  seenOf(request, parseNodeId(request.params.nodeId));

export const listObservedValidation: Handler<typeof contract.listObservedValidation> = (request) =>
  seenOf(request, parseId(request.params.validationId));

/** A validator that was never seen has no points. */
async function seenOf(
  request: Asking,
  id: Uint8Array,
): Promise<RouteBody<typeof contract.listObservedUptime>> {
  const { rows, ...more } = await pageOf<ValidatorSumsAt>(request, {
    canonical: { endpoint: "observedUptime", id: toHex(id) },
    async list(db, span) {
      const number = await observedNumber(db, id);
      return number === undefined ? [] : listValidatorSums(db, { ...span, number });
    },
    async unfinished(db, step, now) {
      const number = await observedNumber(db, id);
      const found = number === undefined ? undefined : await readUnfinished(db, step, now);
      return found && { ...found, sums: found.validators.get(number ?? 0) };
    },
  });
  return { ...more, points: rows.map(presentUptime) };
}

export const listNodeHistory: Handler<typeof contract.listNodeHistory> = async (request) => {
  const { rows, ...more } = await pageOf<NodeSumsAt>(request, {
    canonical: { endpoint: "nodeHistory" },
    list: listNodeSums,
    unfinished: readUnfinished,
  });
  return { ...more, points: rows.map(presentNode) };
};

/** One page of stretches. Before anything was observed there are none. */
async function pageOf<Row extends { at: number }>(
  { query, read, reading, service }: Asking,
  {
    canonical,
    list,
    unfinished,
  }: {
    canonical: Record<string, string>;
    list(
      db: ObservedDb,
      span: { step: ObservedStep; before: number | undefined; limit: number },
    ): Promise<Row[]>;
    unfinished(db: ObservedDb, step: "hour" | "day", nowSeconds: number): Promise<Row | undefined>;
  },
): Promise<{ rows: Row[]; nextPageToken?: string }> {
  const { timeInterval: step, before: start, pageToken, pageSize } = query;
  const listed = (db: ObservedDb) => async (before: number | undefined, limit: number) => {
    const now = Math.floor(service.nowMs() / 1000);
    const newest = step === "minute" ? undefined : await unfinished(db, step, now);
    const isOn = newest !== undefined && (before === undefined || newest.at < before);
    return [...(isOn ? [newest] : []), ...(await list(db, { step, before, limit }))].slice(0, limit);
  };
  const { rows, nextPageToken } = await read(async ({ pageTokens: tokens }) => {
    const request = {
      tokens,
      token: pageToken,
      start,
      pageSize,
      canonical: { ...canonical, timeInterval: step },
      cursorOf: ({ at }: Row) => at,
    };
    try {
      return await service.observed.snapshot((db) => takePage({ ...request, list: listed(db) }), reading);
    } catch (error) {
      if (!(error instanceof StoreError && error.code === "STORE_ABSENT")) throw error;
      return takePage<Row>({ ...request, list: async () => [] });
    }
  });
  return { rows, ...(nextPageToken !== undefined && { nextPageToken }) };
}

function presentUptime({ at, asked, answered, sums }: ValidatorSumsAt): contract.ObservedUptimePoint {
  const { seen = 0, connected = 0, uptime } = sums ?? {};
  const uptimePercent = uptime === undefined ? undefined : uptime / 100;
  return {
    timestamp: at,
    asked,
    answered,
    seen,
    connected,
    ...(uptimePercent !== undefined && { uptimePercent }),
  };
}

function presentNode({ at, asked, answered, node }: NodeSumsAt): contract.NodePoint {
  const { uptime, peers, health } = node;
  const mean = (sum: number, samples = peers?.samples ?? 1) => round(sum / samples);
  const weighed = peers?.weighed ?? 0;
  const versions = Object.entries(peers?.versions ?? {})
    .sort(([, a], [, b]) => b.stake - a.stake || b.peers - a.peers)
    .map(([version, sums]) => ({
      version,
      peers: mean(sums.peers),
      ...(weighed > 0 && { stakePercent: mean(sums.stake / 100, weighed) }),
    }));
  const total = Object.values(peers?.versions ?? {}).reduce((sum, each) => sum + each.peers, 0);
  return {
    timestamp: at,
    asked,
    answered,
    ...(uptime && { rewardingStakePercent: uptime.rewarding, averageUptimePercent: uptime.average }),
    ...(peers && { peers: mean(total) }),
    versions,
    healthAnswers: health?.samples ?? 0,
    healthy: health?.healthy ?? 0,
    failing: Object.entries(health?.failing ?? {})
      .map(([check, count]) => ({ check, count }))
      .sort((a, b) => b.count - a.count || a.check.localeCompare(b.check, "en")),
  };
}

/** To hundredths. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
