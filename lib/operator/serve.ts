import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { KEY_PROOF } from "../client/key-proof";
import type { SessionFacts } from "../contract/operator/access";
import { ACTIONS, type ActionName } from "../contract/operator/actions";
import { ConfigError } from "../errors";
import type { Log } from "../log";
import { openOperatorStore } from "../store/open-operator";
import { type Access, type AccessOptions, openAccess } from "./access/access";
import { writeKeyFile } from "./access/key-file";
import { newSecret } from "./access/sessions";
import { openActions } from "./actions/actions";
import { type Levels, openLevels } from "./actions/levels";
import { createApp, type Handlers } from "./app";
import { type Audit, openAudit, readAudit } from "./audit/audit";
import type { Desk } from "./desk";
import { readConsole } from "./overview/console";
import { readOverview } from "./overview/overview";
import { presentPanel } from "./overview/panel";
import { CHECK_EVERY_MS, openWatch, type Watch } from "./overview/watch";
import { repeat } from "./repeat";

export interface ServeOperatorOptions extends AccessOptions {
  /** On loopback; 0 takes a free one. */
  port: number;
  storePath: string;
  /** Written anew: only web and `firn admin-link` read it. */
  keyPath: string;
  /** May hold credentials. */
  nodeUrl: string;
  /** Origin of Firn's own API. */
  apiUrl: string;
  /** Where the node writes profiles, when that is known. */
  profileDir?: string | undefined;
  log: Log;
  /** The clock, unix milliseconds. */
  nowMs: () => number;
  /** A clock that never steps, ms since whenever; the process's own unless given. */
  steadyMs?: () => number;
}

export interface Operator {
  url: string;
  /** Why nobody may sign in as Firn is set up, or how. */
  access: Pick<Access, "closed" | "signIn" | "createLink">;
  /** Asks the node and puts back what is due, as happens by itself every few seconds. */
  tick(): Promise<void>;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";
const SETTLE_EVERY_MS = 1_000;
/** To prove that one knows the key. */
const HANDSHAKE_MS = 5_000;

/**
 * Serves the console's wire until `close`, watches the node and puts levels back when they are due.
 * @throws ConfigError PORT_BUSY
 * @throws StoreError STORE_FAILED
 */
export async function serveOperator(options: ServeOperatorOptions): Promise<Operator> {
  const { nowMs, steadyMs = () => performance.now(), log, nodeUrl } = options;
  const store = await openOperatorStore(options.storePath, nowMs());
  const audit = openAudit(store.db, nowMs);
  const desk: Desk = { db: store.db, audit, nodeUrl, nowMs, steadyMs, log };
  const access = openAccess(store.db, { ...options, steadyMs, audit });
  const levels = openLevels(desk);
  const watch = openWatch(desk);
  const handlers = openHandlers({ desk, access, levels, watch, options });
  const key = newSecret();
  const app = createApp({ handlers, access, audit, log });
  const server = createServer(
    { ...KEY_PROOF, pskCallback: () => Buffer.from(key), handshakeTimeout: HANDSHAKE_MS },
    getRequestListener(app.fetch, { hostname: HOST }),
  );
  noteStrangers(server, audit, log);
  let port: number;
  try {
    await watch.check();
    // The port first: another operator that has it keeps its key.
    port = await listen(server, options.port);
    writeKeyFile(options.keyPath, key);
  } catch (error) {
    await store.close();
    throw error;
  }
  const settle = () => levels.settle(watch.state().reason?.message);
  const stops = [
    repeat(() => watch.check(), { everyMs: CHECK_EVERY_MS, log }),
    repeat(settle, { everyMs: SETTLE_EVERY_MS, log }),
  ];
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
      await Promise.all(stops.map((stop) => stop()));
      await store.close();
    },
  };
}

/** Whoever connects without the key gets no answer; that it was tried is written down. */
function noteStrangers(server: Server, audit: Audit, log: Log): void {
  server.on("tlsClientError", (error: NodeJS.ErrnoException) => {
    // Came and went: whether the port is taken is asked so.
    if (error.code === "ECONNRESET") return;
    const deed = { who: "nobody", method: "firn.request", parameters: {} };
    const reason = "a connection did not prove that it knows the operator's key";
    audit
      .deny(deed, reason)
      .catch((err: unknown) => log.error("a refusal could not be written down", { err }));
  });
}

interface Rooms {
  desk: Desk;
  access: Access;
  levels: Levels;
  watch: Watch;
  options: ServeOperatorOptions;
}

function openHandlers({ desk, access, levels, watch, options }: Rooms): Handlers {
  const sources = { desk, access, levels, profileDir: options.profileDir };
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
      await desk.audit.deny({ who, method: "firn.form", parameters: {} }, sent.reason);
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
    listAudit: ({ query: { pageSize, ...filter } }) => readAudit(desk.db, filter, pageSize),
    getOverview: () => readOverview(desk, options.apiUrl),
    ...openActionHandlers(desk, access, levels),
  };
}

function openActionHandlers(desk: Desk, access: Access, levels: Levels): Pick<Handlers, ActionName> {
  const actions = openActions(desk, levels);
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

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EADDRINUSE") return reject(cause);
      const hint = "stop what listens there, or set FIRN_OPERATOR_PORT to another port";
      reject(new ConfigError("PORT_BUSY", `port ${port} of ${HOST} is taken`, { hint, cause }));
    });
    server.listen(port, HOST, () => {
      server.removeAllListeners("error");
      resolve((server.address() as AddressInfo).port);
    });
  });
}
