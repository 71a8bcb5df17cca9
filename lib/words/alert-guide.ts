import type { Severity } from "../contract/alert-settings";
import type { FirnAlert } from "../contract/firn/alerts";
import type { AlertKind } from "./alerts";
import { isAlone } from "./lone-node";

/** What every kind of alert is about, and what mends it. Messages and `docs/alerts.md` say it. */
export interface AlertGuide {
  severity: Severity;
  /** One clause: when it is told. */
  when: string;
  /** What to do: a command, a setting or a page. */
  mend: string;
}

/** The least first. */
const SEVERITIES: readonly Severity[] = ["info", "warning", "critical"];

export const ALERT_GUIDES: Record<AlertKind, AlertGuide> = {
  "file-damaged": {
    severity: "critical",
    when: "a check of Firn's stores found damage",
    mend: "Stop Firn and check the disk. Bring a backup back with firn restore FROM, or index again with firn reset --yes. firn verify lists all differences.",
  },
  "verify-differs": {
    severity: "critical",
    when: "the last firn verify found that something differs from the stored bytes or from the node",
    mend: "Run firn verify again. If the difference stays, firn reproject rebuilds rows from the stored bytes, and firn reset --yes indexes again. A run without differences ends the alert.",
  },
  "indexer-away": {
    severity: "critical",
    when: "the process that follows the node does not run",
    mend: "Start Firn again, or firn index alone where services are started one by one. Its log is in the logs folder of FIRN_DATA_DIR.",
  },
  "stream-stopped": {
    severity: "critical",
    when: "a chain is no longer indexed because its data do not fit together",
    mend: "Do what the error says. firn verify shows what differs, and firn status what is stored.",
  },
  "node-away": {
    severity: "critical",
    when: "the node does not answer",
    mend: "See whether AvalancheGo runs, and that FIRN_NODE_URL leads to it. firn status shows what Firn gets from it.",
  },
  "stream-waiting": {
    severity: "warning",
    when: "the node answers, but not for one chain",
    mend: "See whether the node serves that chain's API, and read its log for that chain. The page Status has the whole error.",
  },
  "stream-behind": {
    severity: "warning",
    when: "Firn is far behind the node on one chain, as it is at first",
    mend: "Wait: firn status shows how far it is. If it does not get nearer, the machine or the node is too slow.",
  },
  "requests-limited": {
    severity: "info",
    when: "a node answers only so many requests",
    mend: "Nothing breaks. Use a node of your own in FIRN_NODE_URL, or raise the limit there.",
  },
  "node-bootstrapping": {
    severity: "info",
    when: "the node is still catching up with its network",
    mend: "Wait. The page Node shows how far it is.",
  },
  "node-unhealthy": {
    severity: "warning",
    when: "the node's own health checks fail",
    mend: "The page Node lists the failing checks with their reasons, as GET /ext/health of the node does.",
  },
  "streams-starting": {
    severity: "info",
    when: "it is not known yet how far Firn is behind",
    mend: "Wait a moment. If it stays so, firn status says why.",
  },
  "genesis-unknown": {
    severity: "info",
    when: "Firn does not know the genesis of this network",
    mend: "Set FIRN_GENESIS to AvalancheGo's genesis file, then index again with firn reset --yes.",
  },
  "graph-incomplete": {
    severity: "info",
    when: "transactions from before a chain's first block are missing",
    mend: "Use a node whose index was on from the beginning, and index again with firn reset --yes.",
  },
  "node-health-unknown": {
    severity: "info",
    when: "the node's health or info API does not answer",
    mend: "Leave these APIs switched on in the node, and let Firn reach them.",
  },
  "blocks-missing": {
    severity: "info",
    when: "the node does not have a chain's first blocks",
    mend: "Index again with firn reset --yes from a node that has every block.",
  },
  "chain-quiet": {
    severity: "warning",
    when: "no block came for far longer than is usual on that chain",
    mend: "See on the page Node whether it follows the network. A chain without transactions may just be quiet.",
  },
  "uptime-low": {
    severity: "warning",
    when: "other validators see your validator less than a reward needs",
    mend: "Keep the node online and reachable from outside on its staking port. The validator's page shows how it goes on.",
  },
  "period-ending": {
    severity: "warning",
    when: "your validator's period ends within 7 days",
    mend: "Start a new period with your wallet after the end, if the node is to go on validating.",
  },
  "reward-missed": {
    severity: "critical",
    when: "your validator's period ended without a reward in the last 14 days",
    mend: "Nothing brings it back. Before the next period, see why the node was not seen: its uptime, its staking port, its bandwidth.",
  },
  "l1-validator-inactive": {
    severity: "critical",
    when: "an L1 validator of your node has used up its balance",
    mend: "Send an IncreaseL1ValidatorBalanceTx with your wallet. Its page has the validation id.",
  },
  "l1-balance-low": {
    severity: "warning",
    when: "an L1 validator's balance lasts less than 14 days at the current fee; critical below 3 days",
    mend: "Send an IncreaseL1ValidatorBalanceTx with your wallet. Its page has the validation id.",
  },
  "l1-weight-lost": {
    severity: "warning",
    when: "an L1 took weight from a validator of your node in the last 14 days, or removed it; critical if removed",
    mend: "Ask who manages the L1. Its page lists the change and the transaction.",
  },
  "exports-waiting": {
    severity: "warning",
    when: "what your validator's owner exported was not imported for an hour",
    mend: "Import it with your wallet on the chain that it was sent to.",
  },
  "upgrade-not-ready": {
    severity: "critical",
    when: "the node's own check says that it is not ready for the next upgrade",
    mend: "Install the AvalancheGo version that the upgrade needs. The page Node says when it comes.",
  },
  "version-old": {
    severity: "warning",
    when: "more than half of the stake runs a newer version than your node",
    mend: "Install the newest AvalancheGo.",
  },
  "disk-low": {
    severity: "warning",
    when: "the node's disk has less than 10 % left",
    mend: "Make room on the node's machine: df -h shows its disks.",
  },
  "data-disk-low": {
    severity: "warning",
    when: "the disk of FIRN_DATA_DIR has less than 10 % left",
    mend: "Make room: df -h shows the disks. FIRN_LOGS=off stores less of EVM chains.",
  },
  "connected-low": {
    severity: "warning",
    when: "the node is connected to less than 80 % of the stake",
    mend: "Open the node's staking port (9651) to the internet, and see whether its bandwidth is enough.",
  },
};

/** How much one alert matters now. */
export function severityOf(alert: FirnAlert): Severity {
  if (alert.kind === "l1-balance-low" && alert.level === "critical") return "critical";
  if (alert.kind === "l1-weight-lost" && alert.weight === "0") return "critical";
  // The only node of a network, or a recorded one, calls itself unhealthy for ever.
  if (alert.kind === "node-unhealthy" && isAlone(alert)) return "info";
  return ALERT_GUIDES[alert.kind].severity;
}

/** Whether a severity is at least another. */
export function isAtLeast(one: Severity, other: Severity): boolean {
  return SEVERITIES.indexOf(one) >= SEVERITIES.indexOf(other);
}
