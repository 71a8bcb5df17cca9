import type { FirnAlert } from "../../contract/firn/alerts";

type Kind = FirnAlert["kind"];
type AlertOf<K extends Kind> = Extract<FirnAlert, { kind: K }>;

/** What makes two alerts the same one: their kind, and what they are about. */
export function keyOf(alert: FirnAlert): string {
  const subjectOf = SUBJECTS[alert.kind] as (alert: FirnAlert) => string;
  const subject = subjectOf(alert);
  return subject === "" ? alert.kind : `${alert.kind} ${subject}`;
}

const none = () => "";

const SUBJECTS: { [K in Kind]: (alert: AlertOf<K>) => string } = {
  "file-damaged": ({ file }) => file,
  "verify-differs": none,
  "indexer-away": none,
  "stream-stopped": ({ stream }) => stream,
  "node-away": none,
  "stream-waiting": ({ stream }) => stream,
  "stream-behind": ({ stream }) => stream,
  "requests-limited": ({ stream = "" }) => stream,
  "node-bootstrapping": none,
  "node-unhealthy": none,
  "streams-starting": none,
  "genesis-unknown": none,
  "graph-incomplete": ({ gap }) => gap.chain,
  "node-health-unknown": none,
  "blocks-missing": ({ stream }) => stream,
  "chain-quiet": ({ name }) => name,
  "uptime-low": ({ nodeId }) => nodeId,
  "period-ending": ({ nodeId, endTimestamp }) => `${nodeId} ${endTimestamp}`,
  "reward-missed": ({ nodeId, endTimestamp }) => `${nodeId} ${endTimestamp}`,
  "l1-validator-inactive": ({ validationId }) => validationId,
  "l1-balance-low": ({ validationId }) => validationId,
  "l1-weight-lost": ({ validationId, txHash }) => `${validationId} ${txHash}`,
  "exports-waiting": none,
  "upgrade-not-ready": none,
  "version-old": none,
  "disk-low": none,
  "data-disk-low": none,
  "connected-low": none,
};
