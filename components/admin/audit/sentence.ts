import type { AuditOutcome } from "@/lib/contract/operator/audit";

/** A call as the audit or an outcome has it. */
export interface Call {
  /** Method of the node, or an event of the console (`firn.…`). */
  method: string;
  /** JSON text. */
  parameters: string;
  outcome: AuditOutcome;
  /** The node's answer or error; JSON text for an answer. */
  said?: string | undefined;
  /** Whether the timer put a level back. */
  isTimer?: boolean;
}

type Values = Record<string, unknown>;

/** A value that the call left out, or that the audit has cut. */
const NOTHING = "nothing";

/** For each method, what was done and what was attempted. */
const SENTENCES: Record<string, (given: Values, call: Call) => [done: string, wanted: string]> = {
  "admin.alias": ({ endpoint = NOTHING, alias = NOTHING }) => [
    `Endpoint ${endpoint} also serves as ${alias}`,
    `Serve ${endpoint} as ${alias}`,
  ],
  "admin.aliasChain": ({ chain = NOTHING, alias = NOTHING }) => [
    `Alias ${alias} added to ${chain}`,
    `Alias ${alias} for ${chain}`,
  ],
  "admin.getChainAliases": ({ chain = NOTHING }) => [
    `Aliases of ${chain} read`,
    `Read the aliases of ${chain}`,
  ],
  "admin.getLoggerLevel": ({ loggerName = "all loggers" }) => [
    `Levels of ${loggerName} read`,
    `Read the levels of ${loggerName}`,
  ],
  "admin.setLoggerLevel": (given, call) => levelSentences(given, call.isTimer ?? false),
  "admin.loadVMs": (_, call) => [`Plugins loaded${loadCounts(call.said)}`, "Load plugins"],
  "admin.startCPUProfiler": () => ["CPU profile started", "Start a CPU profile"],
  "admin.stopCPUProfiler": () => ["CPU profile written", "Stop the CPU profile"],
  "admin.memoryProfile": () => ["Memory profile written", "Write a memory profile"],
  "admin.lockProfile": () => ["Lock profile written", "Write a lock profile"],
  "firn.signIn": () => ["Signed in", "Sign in"],
  "firn.lock": () => ["Locked", "Lock"],
  "firn.endSessions": () => ["All sessions ended", "End all sessions"],
  "firn.endPutBack": () => ["A level put back", "Put a level back"],
  "firn.endAllPutBacks": () => ["Everything put back", "Put everything back"],
  "firn.addWebhook": ({ host = NOTHING }) => [`Webhook to ${host} added`, `Add a webhook to ${host}`],
  "firn.changeWebhook": ({ change = "change" }) => [`Webhook: ${change}`, `Webhook: ${change}`],
  "firn.addAbi": ({ address = NOTHING }) => [`ABI of ${address} added`, `Add the ABI of ${address}`],
  "firn.removeAbi": ({ address = NOTHING }) => [`ABI of ${address} removed`, `Remove the ABI of ${address}`],
  "firn.testAlertChannel": ({ channel = NOTHING }) => [
    `Test sent to ${channel}`,
    `Send a test to ${channel}`,
  ],
  "firn.form": () => ["Form sent", "Send a form that is not the console’s"],
  "firn.request": () => ["The operator was called directly", "Call the operator directly"],
};

const ENDS: Record<Exclude<AuditOutcome, "done">, string> = {
  refused: "the node refused",
  unknown: "outcome unknown",
  "not-sent": "not sent",
  denied: "denied by Firn",
};

/** A call in a few words: `Logger C to DEBUG for 20 min`. A call that was not done says so. */
export function callSentence(call: Call): string {
  const [done, wanted] = SENTENCES[call.method]?.(readValues(call.parameters), call) ?? [
    call.method,
    call.method,
  ];
  return call.outcome === "done" ? done : `${wanted}: ${ENDS[call.outcome]}`;
}

function levelSentences(given: Values, isTimer: boolean): [string, string] {
  const { loggerName, logLevel, displayLevel, putBackAfterMinutes: minutes } = given;
  const who = loggerName === undefined || loggerName === "" ? "All loggers" : `Logger ${loggerName}`;
  const what = [
    logLevel === undefined ? [] : [String(logLevel)],
    displayLevel === undefined ? [] : [`${displayLevel} on screen`],
  ].flat();
  const levels = what.length === 0 ? NOTHING : what.join(", ");
  const time = minutes === undefined ? "" : ` for ${minutes} min`;
  return [`${who} ${isTimer ? "went back to" : "to"} ${levels}${time}`, `${who} to ${levels}`];
}

function loadCounts(said: string | undefined): string {
  const result = readValues(said ?? "").result ?? readValues(said ?? "");
  const count = (value: unknown) =>
    typeof value === "object" && value !== null ? Object.keys(value).length : 0;
  const { newVMs, failedVMs } = result as Values;
  const failed = count(failedVMs);
  return `, ${count(newVMs)} new${failed === 0 ? "" : `, ${failed} failed`}`;
}

/** Fields of a JSON object; none for anything else, such as a text that was cut. */
function readValues(json: string): Values {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null ? (value as Values) : {};
  } catch {
    return {};
  }
}
