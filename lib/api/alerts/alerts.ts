import type { FirnAlert } from "../../contract/firn/alerts";
import type { FirnStatus } from "../../contract/firn/status";
import { pause } from "../../every";
import type { Log } from "../../log";
import { alertsOfNode, type OwnNode } from "./of-node";
import { alertsOfStatus } from "./of-status";

/** How often the own node is read, for all who ask. Without anybody who asks it is not read. */
const OWN_MS = 10_000;
/** What was read of it longer ago does not count. */
const STALE_MS = 45_000;
/** The same for who watches all the time. */
const WATCH_MS = 60_000;
const WATCH_STALE_MS = 150_000;
/** A request waits no longer for it. */
const PATIENCE_MS = 500;

/** What needs attention, worst first. */
export interface Alerts {
  /** Of a status, with what was last read of the own node; undefined while that is not known. Never waits. */
  at(status: FirnStatus): readonly FirnAlert[] | undefined;
  /** The same for one request: what the node does not say soon is left out. */
  read(status: FirnStatus): Promise<readonly FirnAlert[]>;
  /**
   * The own node itself beside them, for who asks again and again whether anything happens or not: the node is asked once
   * a minute for that.
   */
  watch(status: FirnStatus): Promise<{ alerts: readonly FirnAlert[]; own: OwnNode | undefined }>;
}

interface AlertsOptions {
  readOwnNode: (status: FirnStatus) => Promise<OwnNode>;
  /** Current time, unix ms. */
  nowMs: () => number;
  log: Log;
}

export function openAlerts({ readOwnNode, nowMs, log }: AlertsOptions): Alerts {
  let own: { node: OwnNode; atMs: number } | undefined;
  let reading: Promise<void> | undefined;

  const isOlder = (ms: number) => own === undefined || Math.abs(nowMs() - own.atMs) > ms;
  const look = async (status: FirnStatus) => {
    try {
      own = { node: await readOwnNode(status), atMs: nowMs() };
    } catch (error) {
      log.error("what needs attention could not be read", { err: error });
    }
    reading = undefined;
  };
  const refresh = (status: FirnStatus, ms = OWN_MS) => {
    if (isOlder(ms)) reading ??= look(status);
  };
  /** What was read of the node, if that is no older; waits a moment for it. */
  const known = async (staleMs: number): Promise<OwnNode | undefined> => {
    const timer = new AbortController();
    if (isOlder(staleMs)) await Promise.race([reading, pause(PATIENCE_MS, timer.signal)]);
    timer.abort();
    return isOlder(staleMs) ? undefined : own?.node;
  };
  const alertsOf = (status: FirnStatus, node: OwnNode | undefined) => [
    ...alertsOfStatus(status, nowMs()),
    ...(node === undefined ? [] : alertsOfNode(node, nowMs())),
  ];
  return {
    at(status) {
      refresh(status);
      return own === undefined || isOlder(STALE_MS) ? undefined : alertsOf(status, own.node);
    },
    async read(status) {
      refresh(status);
      return alertsOf(status, await known(STALE_MS));
    },
    async watch(status) {
      refresh(status, WATCH_MS);
      const node = await known(WATCH_STALE_MS);
      return { alerts: alertsOf(status, node), own: node };
    },
  };
}
