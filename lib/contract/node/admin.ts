import { z } from "zod";
import { method } from "../rpc";
import { noParams, textParam } from "./wire";

/**
 * The admin API, at `/ext/admin` of a node started with `--api-admin-enabled=true`; otherwise that path is not found.
 * @source the interface document; AvalancheGo api/admin/service.go
 */

/** From silence to everything: a level includes all before it. Written in upper case, read in any. */
export const LOG_LEVELS = ["OFF", "FATAL", "ERROR", "WARN", "INFO", "TRACE", "DEBUG", "VERBO"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Longest alias, in bytes of UTF-8. */
export const MAX_ALIAS_BYTES = 512;

const levelParam = z.string().toUpperCase().pipe(z.enum(LOG_LEVELS)).nullish();

/** `logLevel` is that of the logger's file, `displayLevel` that of standard output. Clients accept unknown levels. */
const loggerLevels = z.record(z.string(), z.object({ logLevel: z.string(), displayLevel: z.string() }));

/** Levels by logger. */
export type LoggerLevels = z.output<typeof loggerLevels>;

const done = z.object({});

/** Serves `/ext/<endpoint>` and everything below it at `/ext/<alias>` too. */
export const alias = method("admin.alias", z.object({ endpoint: textParam, alias: textParam }), done);

/** Adds a name to a blockchain, which is given by its id or any of its names. */
export const aliasChain = method("admin.aliasChain", z.object({ chain: textParam, alias: textParam }), done);

/** All names of the chain with this cb58 id, including the id; null if this node does not know the chain. */
export const getChainAliases = method(
  "admin.getChainAliases",
  z.object({ chain: textParam }),
  z.object({ aliases: z.array(z.string()).nullable() }),
);

/** Levels of one logger, or of all without a name. */
export const getLoggerLevel = method(
  "admin.getLoggerLevel",
  z.object({ loggerName: textParam }),
  z.object({ loggerLevels }),
);

/** The real node answers with the new levels, the interface document says with an empty object. */
export const setLoggerLevel = method(
  "admin.setLoggerLevel",
  z.object({ loggerName: textParam, logLevel: levelParam, displayLevel: levelParam }),
  z.object({ loggerLevels: loggerLevels.optional() }),
);

/** VM ids with their names, or with the error; `failedVMs` is present if any failed. */
export const loadVMs = method(
  "admin.loadVMs",
  noParams,
  z.object({
    newVMs: z.record(z.string(), z.array(z.string())),
    failedVMs: z.record(z.string(), z.string()).optional(),
  }),
);

/** These write one file into the node's profile folder, replacing the earlier one: `cpu.profile` on stop, … */
export const startCPUProfiler = method("admin.startCPUProfiler", noParams, done);
export const stopCPUProfiler = method("admin.stopCPUProfiler", noParams, done);
/** … `mem.profile`, … */
export const memoryProfile = method("admin.memoryProfile", noParams, done);
/** … `lock.profile`. */
export const lockProfile = method("admin.lockProfile", noParams, done);

/** Not in the interface document: writes what the process is doing into `stacktrace.txt`. */
export const stacktrace = method("admin.stacktrace", noParams, done);
