import { z } from "zod";
import { method } from "../rpc";
import { noParams, textParam } from "./wire";

/**
 * The admin API, at `/ext/admin` of a node started with `--api-admin-enabled=true`; elsewhere that path is not found.
 * Source: the interface document; AvalancheGo api/admin/service.go.
 */

/** From silence to everything; a level writes itself and all before it. Written in upper case, read in any. */
export const LOG_LEVELS = ["OFF", "FATAL", "ERROR", "WARN", "INFO", "TRACE", "DEBUG", "VERBO"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Longest alias, in bytes of UTF-8. */
export const MAX_ALIAS_BYTES = 512;

const levelParam = z.string().toUpperCase().pipe(z.enum(LOG_LEVELS)).nullish();

/** `logLevel` is that of the logger's file, `displayLevel` that of standard output. A client meets levels of any name. */
const loggerLevels = z.record(z.string(), z.object({ logLevel: z.string(), displayLevel: z.string() }));

/** Levels by logger. */
export type LoggerLevels = z.output<typeof loggerLevels>;

const done = z.object({});

/** Serves what stands at `/ext/<endpoint>` and below it at `/ext/<alias>` too. */
export const alias = method("admin.alias", z.object({ endpoint: textParam, alias: textParam }), done);

/** Gives a blockchain, by id or any of its names, one name more. */
export const aliasChain = method("admin.aliasChain", z.object({ chain: textParam, alias: textParam }), done);

/** All names of the chain with this cb58 id, the id among them; null when this node knows no such chain. */
export const getChainAliases = method(
  "admin.getChainAliases",
  z.object({ chain: textParam }),
  z.object({ aliases: z.array(z.string()).nullable() }),
);

/** Of one logger, or of all without a name. */
export const getLoggerLevel = method(
  "admin.getLoggerLevel",
  z.object({ loggerName: textParam }),
  z.object({ loggerLevels }),
);

/** The node answers with the levels as they are now, the interface document with nothing. */
export const setLoggerLevel = method(
  "admin.setLoggerLevel",
  z.object({ loggerName: textParam, logLevel: levelParam, displayLevel: levelParam }),
  z.object({ loggerLevels: loggerLevels.optional() }),
);

/** VM id to the names it goes by, and to what went wrong; `failedVMs` is there when something did. */
export const loadVMs = method(
  "admin.loadVMs",
  noParams,
  z.object({
    newVMs: z.record(z.string(), z.array(z.string())),
    failedVMs: z.record(z.string(), z.string()).optional(),
  }),
);

/** Each writes one file into the node's profile folder, over the one before: `cpu.profile` when stopped, … */
export const startCPUProfiler = method("admin.startCPUProfiler", noParams, done);
export const stopCPUProfiler = method("admin.stopCPUProfiler", noParams, done);
/** … `mem.profile`, … */
export const memoryProfile = method("admin.memoryProfile", noParams, done);
/** … `lock.profile`. */
export const lockProfile = method("admin.lockProfile", noParams, done);

/** Not in the interface document: what the process is doing now, into `stacktrace.txt`. */
export const stacktrace = method("admin.stacktrace", noParams, done);
