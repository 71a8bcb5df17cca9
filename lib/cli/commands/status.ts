import { resolve } from "node:path";
import { fromHex } from "../../avalanche/codec/bytes";
import { openDataClient } from "../../client/data";
import { openOperatorClient } from "../../client/operator";
import { asTyped } from "../../command-names";
import { originOf, readConfig } from "../../config";
import {
  type CandidateNode,
  type DatabaseServer,
  type FirnStatus,
  getStatus,
  type StreamStatus,
} from "../../contract/firn/status";
import { getPanel, type Panel } from "../../contract/operator/access";
import { describeError } from "../../errors";
import { readNetwork } from "../../store/bookkeeping/network";
import { storeIdOf } from "../../store/store-id";
import type { Stores } from "../../store/stores";
import { storeName } from "../../words/store-name";
import { parseOptions } from "../args";
import { readApiSecret, storesOf } from "../paths";
import { settingWarnings } from "../setting-warnings";

/**
 * `firn status`: what is indexed and how fresh it is, as the running API reports it, and the state of the admin
 * console.
 */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  parseOptions(args, {});
  const config = readConfig(env);
  for (const warning of settingWarnings(env)) process.stderr.write(`firn: ${warning}\n`);
  const { host, apiPort, operatorPort, dataDir } = config;
  const timeoutMs = 5_000;
  const secret = readApiSecret(config);
  const client = openDataClient({ baseUrl: originOf(host, apiPort), timeoutMs, secret });
  const status = await client.get(getStatus, { params: {} });
  process.stdout.write(`${(await otherFirnLine(status, storesOf(config))) ?? ""}${statusText(status)}`);
  const baseUrl = originOf("127.0.0.1", operatorPort);
  const operator = openOperatorClient({ baseUrl, dataDir: resolve(dataDir), timeoutMs });
  process.stdout.write(
    `${consoleLine(await operator.ask(getPanel).catch((error: unknown) => describeError(error)))}\n`,
  );
}

/** Warns that the API on this port serves another Firn's store; undefined when it serves this one. */
export async function otherFirnLine({ store }: FirnStatus, stores: Stores): Promise<string | undefined> {
  if (store.id === undefined || store.id === (await readStoreId(stores))) return undefined;
  return `another Firn answers on this port: its store is not the one at ${stores.whereIs("primary")}\n`;
}

async function readStoreId(stores: Stores): Promise<string | undefined> {
  if (!(await stores.list()).includes("primary")) return undefined;
  const store = await stores.open("primary", { mode: "read" });
  try {
    const { pageTokenKey } = await readNetwork(store.db);
    return pageTokenKey === undefined ? undefined : storeIdOf(fromHex(pageTokenKey));
  } finally {
    await store.close();
  }
}

/** One line about the admin console; a text `panel` says why the console did not answer. */
export function consoleLine(panel: Panel | string): string {
  if (typeof panel === "string") return `admin console does not answer: ${panel}`;
  const { state, reason, signIn } = panel;
  if (reason === undefined) {
    const how =
      signIn === "link"
        ? "sign in with a link from firn admin-link"
        : "sign in with the password or with a link from firn admin-link";
    return `admin console is on: ${asTyped(how)}`;
  }
  const why = reason.hint === undefined ? reason.message : `${reason.message}: ${reason.hint}`;
  return `admin console is ${state === "closed" ? "closed" : "off"}: ${why}`;
}

/** The status as lines for a terminal. */
export function statusText(status: FirnStatus): string {
  const { network, node } = status;
  const version = [node.version, node.nodeId].filter((part) => part !== undefined).join(", ");
  const lines = [
    `Firn ${status.version} on ${network.name} (network ${network.id}), served as ${network.servedAs}`,
    `node ${node.url ?? ""} ${node.reachable ? `answers (${version})` : `does not answer: ${node.error ?? "no reason known"}`}`,
    ...(node.candidates ?? []).flatMap(candidateLine),
    ...streamLines(status),
    `store ${(status.store.sizeBytes / 1e6).toFixed(1)} MB, schema ${status.store.schemaVersion}`,
    ...(status.store.servers ?? []).map(serverLine),
    ...(status.store.damaged ?? []).map(
      ({ file, faults }) => `${file} is damaged: ${faults[0] ?? "unreadable"}`,
    ),
    ...verifiedLine(status.store),
  ];
  return `${lines.join("\n")}\n`;
}

function serverLine({ at, role, version, error, behindBytes = 0, stores }: DatabaseServer): string {
  if (stores !== undefined) return `server ${at} holds ${stores.map(storeName).join(", ") || "nothing"}`;
  const what = role === "replica" ? "replica" : "database";
  if (error !== undefined) return `${what} ${at} does not answer: ${error}`;
  const behind = behindBytes > 0 ? `, ${(behindBytes / 1e6).toFixed(1)} MB behind` : "";
  return `${what} ${at}, PostgreSQL ${version ?? ""}${behind}`;
}

function verifiedLine({ verified }: FirnStatus["store"]): string[] {
  if (verified === undefined) return [];
  const { timestamp, checks, differences, notChecked } = verified;
  const at = new Date(timestamp * 1000).toISOString();
  return [`firn verify at ${at}: ${checks} checks, ${differences} differences, ${notChecked} not checked`];
}

/** The other nodes of FIRN_NODE_URL, and what is wrong with the one in use. */
function candidateLine({ url, isUsed, reason }: CandidateNode): string[] {
  if (isUsed) return reason === undefined ? [] : [`node ${url} is used, but ${reason}`];
  return [reason === undefined ? `node ${url} is ready too` : `node ${url} is not used: ${reason}`];
}

/** Up to this many streams are all listed. Beyond that, EVM chains with nothing to report are only counted. */
const MOST_LISTED = 40;
/** Most streams named before a notice that they share. */
const MOST_NAMED = 5;

function streamLines({ streams, node }: FirnStatus): string[] {
  const quiet = streams.length > MOST_LISTED ? streams.filter(isQuiet) : [];
  const listed = streams.filter((stream) => !quiet.includes(stream));
  const width = Math.max(8, ...listed.map(({ stream }) => stream.length));
  const byNotice = new Map<string, StreamStatus[]>();
  for (const stream of streams)
    if (stream.notice !== undefined)
      byNotice.set(stream.notice, [...(byNotice.get(stream.notice) ?? []), stream]);
  const shared = [...byNotice].filter(([, those]) => those.length > 1);
  const isShared = (notice: string | undefined) => shared.some(([text]) => text === notice);
  return [
    ...listed.flatMap((stream) => [
      lineOf(stream, width),
      ...[
        isReportedAbove(stream, node) ? undefined : errorText(stream.error),
        isShared(stream.notice) ? undefined : stream.notice,
      ]
        .filter((text) => text !== undefined)
        .map((text) => `${"".padEnd(width)} ${text}`),
    ]),
    ...(quiet.length > 0 ? [`and ${quiet.length} EVM chains in sync with the node`] : []),
    ...shared.map(([notice, those]) => `${namesOf(those)}: ${notice}`),
  ];
}

/** A node that is down is reported once, not for each stream that waits for it. */
function isReportedAbove({ state, evm }: StreamStatus, { reachable }: FirnStatus["node"]): boolean {
  return !reachable && state === "waiting-for-node" && evm === undefined;
}

function isQuiet({ evm, state, behind, error }: StreamStatus): boolean {
  return evm !== undefined && state === "following" && behind === 0 && error === undefined;
}

function lineOf({ stream, state, indexedHead, behind, evm, source }: StreamStatus, width: number): string {
  const head = indexedHead === undefined ? "nothing yet" : `height ${indexedHead.height}`;
  const isNow = state === "following" || state === "catching-up";
  const when = isNow || behind === undefined ? "" : " when it last answered";
  const lag =
    behind === undefined
      ? "the node's head is unknown"
      : behind === 0
        ? "in sync with the node"
        : `${behind} behind the node`;
  const name = evm?.name === undefined ? "" : ` (${evm.name})`;
  if (state === "unreadable") return `${stream.padEnd(width)} ${state}, ${head}${name}`;
  // The index is what is usual.
  const how = source === "height" ? ", by height" : "";
  return `${stream.padEnd(width)} ${state}, ${head}, ${lag}${when}${how}${name}`;
}

function errorText(error: StreamStatus["error"]): string | undefined {
  if (error === undefined) return undefined;
  const { code, message, hint } = error;
  return `${code}: ${message}${hint === undefined ? "" : `: ${hint}`}`;
}

function namesOf(streams: readonly StreamStatus[]): string {
  const names = streams.slice(0, MOST_NAMED).map(({ stream }) => stream);
  const more = streams.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
