import { formatId, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { type HealthReport, health, liveness, readiness } from "../../contract/node/health";
import { stringifyLossless } from "../../contract/rpc";
import { isBlockchainId, recordedChecks } from "../chains";
import { type ChainName, type History, subnetChain } from "../history";
import type { Endpoint } from "../http/http";
import { type Answer, answers } from "../http/json2";

/**
 * The health API: the recorded node's checks, with this node's heads and times.
 * @param blockTimeMs of a node that accepts blocks by itself: one more check reports its progress, and stays healthy
 * @source AvalancheGo api/health
 */
export function healthMethods(history: History, blockTimeMs?: number): Answer[] {
  return [
    answers(health, ({ tags }) => reportHealth(history, { tags: tags ?? [], blockTimeMs })),
    answers(readiness, () => reportReadiness(history)),
    answers(liveness, reportLiveness),
  ];
}

/** The documents of GET requests, by the path below `/ext/health`; 503 while a check fails. */
export function healthDocuments(
  history: History,
  blockTimeMs?: number,
): [below: string, endpoint: Endpoint][] {
  const whole: Endpoint = ({ query }) =>
    document(reportHealth(history, { tags: query.getAll("tag"), blockTimeMs }));
  return [
    ["", whole],
    ["/health", whole],
    ["/readiness", () => document(reportReadiness(history))],
    ["/liveness", () => document(reportLiveness())],
  ];
}

function document(report: HealthReport): ReturnType<Endpoint> {
  const body = `${stringifyLossless(report)}\n`;
  return { status: report.healthy ? 200 : 503, headers: { "content-type": "application/json" }, body };
}

const CHAINS: readonly string[] = ["P", "X", "C"] satisfies ChainName[];

/** Tags are subnet ids. If any are given, chains of other subnets are left out; checks of no chain always stay. */
function reportHealth(history: History, { tags, blockTimeMs }: HealthQuery): HealthReport {
  const shown = (name: string) => {
    if (tags.length === 0 || !(CHAINS.includes(name) || isBlockchainId(name))) return true;
    return tags.includes(subnetOf(history, name) ?? "");
  };
  const checks = Object.entries(recordedChecks(history.recording, "/ext/health")).filter(([name]) =>
    shown(name),
  );
  const own: [string, Check][] =
    blockTimeMs === undefined ? [] : [["recording", checkRecording(history, blockTimeMs)]];
  return judge([
    ...checks.map(([name, check]): [string, Check] => [name, updatedCheck(history, name, check)]),
    ...own,
  ]);
}

/** The subnet of a chain that is checked; undefined if the recording does not tell. */
function subnetOf({ recording }: History, name: string): string | undefined {
  if (CHAINS.includes(name)) return formatId(PRIMARY_NETWORK_ID);
  return recording.evmChains.find(({ blockchainId }) => blockchainId === name)?.subnetId;
}

interface HealthQuery {
  tags: readonly string[];
  blockTimeMs: number | undefined;
}

/** How far the node is in its recording, and whether it has reached the end. */
function checkRecording(history: History, blockTimeMs: number): Check {
  const { accepted, recorded } = history.progress();
  const state = accepted < recorded ? "going on" : "at its end: nothing more will be accepted";
  const timestamp = new Date().toISOString();
  return {
    message: { acceptedContainers: accepted, recordedContainers: recorded, blockTimeMs, state },
    timestamp,
  };
}

function reportReadiness(history: History): HealthReport {
  const checks = Object.entries(recordedChecks(history.recording, "/ext/health/readiness"));
  return judge(checks.map(([name, check]) => [name, updatedCheck(history, name, check)]));
}

function reportLiveness(): HealthReport {
  return { checks: {}, healthy: true };
}

type Check = HealthReport["checks"][string];

/** A recorded check with this node's time and, if it reports a chain's head, this node's head. */
function updatedCheck(history: History, name: string, check: Check): Check {
  const timestamp = new Date().toISOString();
  const { engine } = (check.message ?? {}) as { engine?: { consensus?: { lastAcceptedHeight?: number } } };
  if (engine?.consensus === undefined || subnetOf(history, name) === undefined)
    return { ...check, timestamp };
  const chain = CHAINS.includes(name) ? (name as ChainName) : subnetChain(name);
  const height = history.height(chain);
  // The containers of a subnet's chain are not recorded, only the id of the last one.
  const isRecorded = chain !== name && height === engine.consensus.lastAcceptedHeight;
  const consensus = {
    ...engine.consensus,
    ...(!isRecorded && { lastAcceptedHeight: height, lastAcceptedID: history.last(chain)?.container.id }),
  };
  return { ...check, message: { ...(check.message as object), engine: { ...engine, consensus } }, timestamp };
}

function judge(checks: [string, Check][]): HealthReport {
  return {
    checks: Object.fromEntries(checks),
    healthy: checks.every(([, check]) => check.error === undefined),
  };
}
