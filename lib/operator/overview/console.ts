import { openAdminClient } from "../../client/admin";
import type { LoggerLevels } from "../../contract/node/admin";
import { getVMs } from "../../contract/node/info";
import type { SessionFacts } from "../../contract/operator/access";
import type { ConsoleFacts, PutBack } from "../../contract/operator/console";
import type { Access } from "../access/access";
import { given, openAttempts } from "../access/attempts";
import type { Levels } from "../actions/levels";
import { readNodeState } from "../audit/node-state";
import type { OperatorContext } from "../context";
import { openFreshNode } from "../node";
import { readChains } from "./chains";
import { readNodeStart } from "./node-start";

interface ConsoleSources {
  context: OperatorContext;
  access: Access;
  levels: Levels;
  /** The node's profile folder, if known. */
  profileDir: string | undefined;
}

const TIMEOUT_MS = 5_000;

const WHERE =
  "on the node's machine, in the folder profiles of its data folder (~/.avalanchego/profiles unless --data-dir or --profile-dir say otherwise)";

/** Everything that the console shows, as of now. */
export async function readConsole(sources: ConsoleSources, session: SessionFacts): Promise<ConsoleFacts> {
  const { context, access, levels, profileDir } = sources;
  const node = openFreshNode(context.nodeUrl, { timeoutMs: TIMEOUT_MS });
  const admin = openAdminClient(node);
  const { attempt, troubles } = openAttempts();
  const nowMs = context.nowMs();
  const [nodeStartedAtMs, found, vms, sessions] = await Promise.all([
    attempt("the node's start", () => readNodeStart(context.nodeUrl)),
    attempt("levels", () => admin.getLoggerLevels()),
    attempt("VMs", () => node.call("/ext/info", getVMs, {})),
    access.list(),
  ]);
  if (found !== undefined) await levels.notice(found);
  const putBacks = await levels.list();
  const loggers = found === undefined ? undefined : presentLoggers(found, putBacks);
  const chains =
    found === undefined
      ? undefined
      : await attempt("chains", () => readChains({ node, admin }, Object.keys(found)));
  const nodeState = await readNodeState(context.db, { sinceMs: nodeStartedAtMs ?? 0, nowMs });
  return {
    nowMs,
    session: { shortId: session.shortId, endsAtMs: session.endsAtMs },
    sessions: sessions.map(({ shortId, startedAtMs, touchedAtMs }) => ({
      shortId,
      startedAtMs,
      touchedAtMs,
      isOwn: shortId === session.shortId,
    })),
    ...given("nodeStartedAtMs", nodeStartedAtMs),
    ...given("loggers", loggers),
    ...given("chains", chains),
    ...given("vms", vms === undefined ? undefined : presentVMs(vms.vms)),
    ...nodeState,
    profiles: {
      ...nodeState.profiles,
      ...given("folder", profileDir),
      where: profileDir === undefined ? WHERE : `in ${profileDir}`,
    },
    putBacks,
    troubles,
  };
}

function presentLoggers(levels: LoggerLevels, putBacks: PutBack[]): NonNullable<ConsoleFacts["loggers"]> {
  const putBackOf = (loggerName: string, target: PutBack["target"]) =>
    given(
      "putBack",
      putBacks.find((putBack) => putBack.loggerName === loggerName && putBack.target === target),
    );
  return Object.entries(levels).map(([name, { logLevel, displayLevel }]) => ({
    name,
    file: { level: logLevel, ...putBackOf(name, "file") },
    display: { level: displayLevel, ...putBackOf(name, "display") },
  }));
}

function presentVMs(vms: Record<string, string[]>): NonNullable<ConsoleFacts["vms"]> {
  return Object.entries(vms).map(([vmId, names]) => ({ vmId, names }));
}
