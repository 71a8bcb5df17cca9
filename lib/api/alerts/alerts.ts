import type { FirnAlert } from "../../contract/firn/alerts";
import type { FirnStatus } from "../../contract/firn/status";
import { pause } from "../../every";
import type { Log } from "../../log";
import { readForAll } from "../../store/reading";
import { alertsOfNode, type OwnNode } from "./of-node";
import { alertsOfStatus } from "./of-status";

/** How often the own node is read, for all who ask. Without anybody who asks it is not read. */
const OWN_MS = 10_000;
/** What was read of it longer ago does not count. */
const STALE_MS = 45_000;
/** A request waits no longer for it. */
const PATIENCE_MS = 500;

/** What needs attention, worst first. */
export interface Alerts {
  /** Of a status, with what was last read of the own node; undefined while that is not known. Never waits. */
  at(status: FirnStatus): readonly FirnAlert[] | undefined;
  /** The same for one request: what the node does not say soon is left out. */
  read(status: FirnStatus): Promise<readonly FirnAlert[]>;
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
  const refresh = (status: FirnStatus) => {
    if (isOlder(OWN_MS)) reading ??= readForAll(() => look(status));
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
      const timer = new AbortController();
      if (isOlder(STALE_MS)) await Promise.race([reading, pause(PATIENCE_MS, timer.signal)]);
      timer.abort();
      return alertsOf(status, isOlder(STALE_MS) ? undefined : own?.node);
    },
  };
}
