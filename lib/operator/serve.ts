import { createServer, type Server } from "node:https";
import { getRequestListener } from "@hono/node-server";
import { openDataClient } from "../client/data";
import { KEY_PROOF } from "../client/key-proof";
import type { SessionFacts } from "../contract/operator/access";
import { ACTIONS, type ActionName } from "../contract/operator/actions";
import { every } from "../every";
import { listen } from "../listen";
import type { Log } from "../log";
import type { Stores } from "../store/stores";
import { openConsoleAbis } from "./abis";
import { type Access, type AccessOptions, openAccess } from "./access/access";
import { writeKeyFile } from "./access/key-file";
import { newSecret } from "./access/sessions";
import { openActions } from "./actions/actions";
import { type Levels, openLevels } from "./actions/levels";
import { type AlertChannels, openConsoleAlerts } from "./alerts";
import { createApp, type Handlers } from "./app";
import { type Audit, openAudit, readAudit } from "./audit/audit";
import type { OperatorContext } from "./context";
import { readConsole } from "./overview/console";
import { readOverview } from "./overview/overview";
import { presentPanel } from "./overview/panel";
import { CHECK_EVERY_MS, openWatch, type Watch } from "./overview/watch";
import { openConsoleWebhooks } from "./webhooks";

export interface ServeOperatorOptions extends AccessOptions {
  /** On loopback; 0 picks a free port. */
  port: number;
  stores: Pick<Stores, "open">;
  /** Rewritten at each start. Only the web and `firn admin-link` read it. */
  keyPath: string;
  /** May hold credentials. */
  nodeUrl: string;
  /** Origin of Firn's own API. */
  apiUrl: string;
  /** Proves to it that this Firn itself asks. */
  apiSecret?: string | undefined;
  /** Who is told of alerts. */
  alertChannels: AlertChannels;
  /** Where the node writes profiles, if known. */
  profileDir?: string | undefined;
  log: Log;
  /** Wall clock, unix milliseconds. */
  nowMs: () => number;
  /** Monotonic clock, milliseconds since an arbitrary start; the process's own by default. */
  steadyMs?: () => number;
}

export interface Operator {
  url: string;
  /** How to sign in with this configuration, or why that is impossible. */
  access: Pick<Access, "closed" | "signIn" | "createLink">;
  /** Checks the node and puts back what is due. Also happens every few seconds. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";
const SETTLE_EVERY_MS = 1_000;
/** Time limit of the TLS handshake, which proves that the caller knows the key. */
const HANDSHAKE_MS = 5_000;

/**
 * Serves the console's API until `close`, watches the node, and puts levels back when they are due.
 * @throws ConfigError PORT_BUSY
 * @throws StoreError STORE_FAILED
 */
export async function serveOperator(options: ServeOperatorOptions): Promise<Operator> {
  const { nowMs, steadyMs = () => performance.now(), log, nodeUrl } = options;
  const store = await options.stores.open("operator", { mode: "write", nowMs: nowMs() });
  const audit = openAudit(store.db, nowMs);
  const context: OperatorContext = { db: store.db, audit, nodeUrl, nowMs, steadyMs, log };
  const access = openAccess(store.db, { ...options, steadyMs, audit });
  const levels = openLevels(context);
  const watch = openWatch(context);
  const handlers = openHandlers({ context, access, levels, watch, options });
  const key = newSecret();
  const app = createApp({ handlers, access, audit, log });
  const server = createServer(
    { ...KEY_PROOF, pskCallback: () => Buffer.from(key), handshakeTimeout: HANDSHAKE_MS },
    getRequestListener(app.fetch, { hostname: HOST }),
  );
  recordUnprovenConnections(server, audit, log);
  let port: number;
  try {
    await watch.check();
    // The port first: if another operator has it, that one keeps its key.
    port = await listen(server, { host: HOST, port: options.port }, "FIRN_OPERATOR_PORT");
    writeKeyFile(options.keyPath, key);
  } catch (error) {
    await store.close();
    throw error;
  }
  const settle = () => levels.settle(watch.state().reason?.message);
  const stop = new AbortController();
  const periodic = (ms: number, work: () => Promise<void>) =>
    every(
      ms,
      () => work().catch((error: unknown) => log.error("a periodic task failed", { err: error })),
      stop,
    );
  const tasks = [periodic(CHECK_EVERY_MS, () => watch.check()), periodic(SETTLE_EVERY_MS, settle)];
  return {
    url: `http://${HOST}:${port}`,
    access,
    async tick() {
      await watch.check();
      await settle();
    },
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      stop.abort();
      await Promise.all(tasks);
      await store.close();
    },
  };
}

/** Records connections without the key. They get no answer. */
function recordUnprovenConnections(server: Server, audit: Audit, log: Log): void {
  server.on("tlsClientError", (error: NodeJS.ErrnoException) => {
    // Connected and left: somebody probed whether the port is taken.
    if (error.code === "ECONNRESET") return;
    const action = { who: "nobody", method: "firn.request", parameters: {} };
    const reason = "a connection did not prove that it knows the operator's key";
    audit
      .recordDenied(action, reason)
      .catch((err: unknown) => log.error("a refusal could not be recorded", { err }));
  });
}

interface Services {
  context: OperatorContext;
  access: Access;
  levels: Levels;
  watch: Watch;
  options: ServeOperatorOptions;
}

function openHandlers({ context, access, levels, watch, options }: Services): Handlers {
  const sources = { context, access, levels, profileDir: options.profileDir };
  const api = openDataClient({ baseUrl: options.apiUrl, secret: options.apiSecret });
  const webhooks = openConsoleWebhooks(api, context.audit);
  const abis = openConsoleAbis(api, context.audit);
  const alerts = openConsoleAlerts(options.alertChannels, context.audit);
  return {
    getPanel: async ({ session }) => presentPanel(access, watch, session),
    createSignInLink: () => access.createLink(),
    signInByLink: ({ sent }) => access.signInByLink(sent.secret),
    signInByPassword: ({ sent }) => access.signInByPassword(sent),
    touchSession: ({ session }) => access.touch(session),
    async endSession({ session }) {
      if (session !== undefined) await access.end(session);
      return {};
    },
    endAllSessions: async ({ session }) => ({ ended: await access.endAll(session) }),
    async noteRefusal({ sent, session }) {
      const who = session?.shortId ?? "nobody";
      await context.audit.recordDenied({ who, method: "firn.form", parameters: {} }, sent.reason);
      return {};
    },
    getConsole: ({ session }) => readConsole(sources, session),
    async endPutBack({ sent, session }) {
      await access.touch(session);
      return { outcomes: await levels.end(session.shortId, sent), putBacks: await levels.list() };
    },
    async endAllPutBacks({ session }) {
      await access.touch(session);
      return { outcomes: await levels.end(session.shortId), putBacks: await levels.list() };
    },
    listAudit: ({ query: { pageSize, ...filter } }) => readAudit(context.db, filter, pageSize),
    getOverview: () => readOverview(context, options),
    getConsoleWebhooks: () => webhooks.list(),
    async addConsoleWebhook({ sent, session }) {
      await access.touch(session);
      return webhooks.add(session.shortId, sent);
    },
    async changeConsoleWebhook({ sent, session }) {
      await access.touch(session);
      return webhooks.change(session.shortId, sent);
    },
    getConsoleAbis: () => abis.list(),
    async addConsoleAbi({ sent, session }) {
      await access.touch(session);
      return abis.add(session.shortId, sent);
    },
    async removeConsoleAbi({ sent, session }) {
      await access.touch(session);
      return abis.remove(session.shortId, sent);
    },
    getConsoleAlerts: async () => alerts.read(),
    async testAlertChannel({ sent, session }) {
      await access.touch(session);
      return alerts.test(session.shortId, sent.channel);
    },
    ...openActionHandlers(context, access, levels),
  };
}

function openActionHandlers(
  context: OperatorContext,
  access: Access,
  levels: Levels,
): Pick<Handlers, ActionName> {
  const actions = openActions(context, levels);
  const handlers = (Object.keys(ACTIONS) as ActionName[]).map((name) => {
    const act = actions[name] as (who: string, sent: unknown) => ReturnType<(typeof actions)[typeof name]>;
    const handler = async ({ sent, session }: { sent: unknown; session: SessionFacts }) => {
      await access.touch(session);
      return act(session.shortId, sent);
    };
    return [name, handler];
  });
  return Object.fromEntries(handlers) as Pick<Handlers, ActionName>;
}
