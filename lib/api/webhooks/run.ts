import { randomUUID } from "node:crypto";
import type { Post } from "../../client/post";
import type { Network } from "../../contract/data/primary-network";
import { deliver } from "../../delivery/deliver";
import { ConfigError, describeError, FirnError } from "../../errors";
import { every, pause } from "../../every";
import type { Log } from "../../log";
import { asHolder, HEARTBEAT_MS, takeLease } from "../../store/bookkeeping/lease";
import type { BookkeepingDb, WebhookDb } from "../../store/db";
import type { EvmStoreId, Store, Stores } from "../../store/stores";
import type { WebhookTables } from "../../store/tables/webhooks";
import { type LabelFolders, watchLabels } from "../labels/labels";
import { openEvmNodes } from "../node/evm-node";
import { notify, outletOfTarget } from "../notifier/notify";
import type { WatchedAlertSettings } from "../notifier/settings";
import type { Sight } from "../notifier/sight";
import { tellActivity } from "../notifier/tell-activity";
import { openPageTokens } from "../page/page-token";
import { isCChain } from "../present/evm/chain";
import { DIALECTS } from "../request/dialect";
import { openEvmChains } from "../snapshot/evm";
import { openPrimary } from "../snapshot/primary";
import { type FollowOptions, followOnce } from "./follow";
import { outboxOf } from "./registry";

export interface WebhookOptions {
  stores: Stores;
  /** Name of the network in the Data API; derived from the network id by default. */
  networkName?: Network | undefined;
  /** Where labels and ABIs are. */
  folders?: LabelFolders;
  /** What the operator's channels are told, if there are any. */
  alerts?: { settings: WatchedAlertSettings; sight: Sight; lookMs?: number } | undefined;
  post: Post;
  /** Unix ms. */
  nowMs: () => number;
  signal: AbortSignal;
  log: Log;
  /** How often blocks are looked for, and whether this process may work, ms. */
  lookMs?: number;
  standByMs?: number;
}

const LOOK_MS = 500;
const ACTIVITY_LOOK_MS = 2_000;
const STAND_BY_MS = 1_000;
const LEASE = "webhooks";

/**
 * Follows the chains for webhooks, tells the operator of alerts, and delivers, until the signal. Of several processes on the
 * same stores one works, and the others stand by. What fails is begun again.
 */
export async function runWebhooks(options: WebhookOptions): Promise<void> {
  const { signal, log, standByMs = STAND_BY_MS } = options;
  let said = "";
  while (!signal.aborted) {
    try {
      await work(options, () => {
        said = "";
      });
    } catch (error) {
      const isHeld = error instanceof ConfigError && error.code === "LEASE_HELD";
      const problem = describeError(error);
      // Said once: a database may be away for hours.
      if (!isHeld && problem !== said)
        log[error instanceof FirnError ? "warn" : "error"]("webhooks are interrupted", { err: error });
      if (!isHeld) said = problem;
    }
    await pause(standByMs, signal);
  }
}

/** Works as long as it has the lease. @throws ConfigError LEASE_HELD; StoreError */
async function work(options: WebhookOptions, onStart: () => void): Promise<void> {
  const { stores, alerts, nowMs, signal, log } = options;
  const store = await stores.open("webhooks", { mode: "write", nowMs: nowMs() });
  try {
    const claim = { name: LEASE, holder: randomUUID() };
    const lease = await takeLease(store.db as unknown as BookkeepingDb, { ...claim, nowMs: nowMs() });
    try {
      onStart();
      const commit = <T>(work: (db: WebhookDb) => Promise<T>) => asCommit(store, claim, work);
      const told = { db: store.db, commit, nowMs };
      await together(signal, (ended) => [
        every(HEARTBEAT_MS, () => lease.heartbeat(nowMs()), { signal: ended }),
        follow({ ...options, db: store.db, commit }, ended),
        ...(alerts ? [notify({ ...alerts, ...told, see: alerts.sight.see, signal: ended, log })] : []),
        deliver({
          db: outboxOf(store.db),
          post: options.post,
          nowMs,
          signal: ended,
          log,
          commit: (work) => commit((db) => work(outboxOf(db))),
          ...(alerts && { outletOf: outletOfTarget(alerts.settings) }),
        }),
      ]);
    } finally {
      await lease.release();
    }
  } finally {
    await store.close();
  }
}

function asCommit<T>(
  { db }: Store<WebhookTables>,
  claim: { name: string; holder: string },
  work: (db: WebhookDb) => Promise<T>,
): Promise<T> {
  // The lease's table is all that it needs of a store's bookkeeping.
  return asHolder(db as unknown as BookkeepingDb, claim, (trx) => work(trx as unknown as WebhookDb));
}

/** Runs tasks until the signal, or until one of them fails: the others are then ended too. @throws what failed first */
async function together(signal: AbortSignal, begin: (ended: AbortSignal) => Promise<void>[]): Promise<void> {
  const failed = new AbortController();
  const tasks = begin(AbortSignal.any([signal, failed.signal])).map((task) =>
    task.catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  await Promise.allSettled(tasks);
  await Promise.all(tasks);
}

async function follow(
  options: WebhookOptions & Pick<FollowOptions, "db" | "commit">,
  signal: AbortSignal,
): Promise<void> {
  const { stores, nowMs, log, lookMs = LOOK_MS } = options;
  const labels = watchLabels(options.folders ?? {}, log);
  const primary = openPrimary({ stores, servedAs: options.networkName });
  const chains = openEvmChains(stores, openEvmNodes([], nowMs));
  const none = { current: () => undefined, at: () => undefined };
  const source: FollowOptions = {
    db: options.db,
    commit: options.commit,
    nowMs,
    log,
    read: (work) =>
      primary.read((snapshot) =>
        work({
          ...snapshot,
          dialect: DIALECTS.seed,
          markPartial: () => {},
          pageTokens: openPageTokens(snapshot.pageTokenKey, nowMs),
        }),
      ),
    readEvm: (chainId, work) =>
      chains.read(chainId, (snapshot) =>
        work({
          // What a token's contract does not give is empty: the published document demands it.
          ...snapshot,
          dialect: DIALECTS.sdk,
          prices: none,
          currency: "usd",
          asOfMs: nowMs(),
          labels: labels.of(snapshot.evmChainId, isCChain(snapshot.facts)),
          pageTokens: openPageTokens(snapshot.pageTokenKey, nowMs),
        }),
      ),
  };
  const look = async () => {
    while (!signal.aborted && (await followOnce(source)));
  };
  const { alerts } = options;
  const listEvmChains = async () => (await stores.list()).filter((id): id is EvmStoreId => id !== "primary");
  const tell = () =>
    alerts ? tellActivity({ ...source, settings: alerts.settings, listEvmChains }) : Promise.resolve();
  try {
    await together(signal, (ended) => [
      every(lookMs, look, { signal: ended }),
      every(alerts?.lookMs ?? ACTIVITY_LOOK_MS, tell, { signal: ended }),
    ]);
  } finally {
    labels.close();
    await primary.close();
    await chains.close();
  }
}
