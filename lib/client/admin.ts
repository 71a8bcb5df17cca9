import { formatId } from "../avalanche/ids";
import * as admin from "../contract/node/admin";
import type { NodeClient } from "./node";
import { rpcMessageOf } from "./rpc";

interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * A node's admin API. No call is ever repeated, so the node client underneath must not retry. Every call throws
 * NodeError ADMIN_DISABLED if the node runs without the API, otherwise as `callRpc`.
 */
export interface AdminClient {
  /** Serves `/ext/<endpoint>` and everything below it at `/ext/<alias>` too. */
  alias(endpoint: string, alias: string, options?: CallOptions): Promise<void>;
  /** @param chain a blockchain's id, or any of the node's names for it */
  aliasChain(chain: string, alias: string, options?: CallOptions): Promise<void>;
  /** All names of a blockchain, including its id; undefined if the node does not know it. */
  getChainAliases(blockchainId: Uint8Array, options?: CallOptions): Promise<string[] | undefined>;
  /** Levels of all loggers, or of one; undefined if no logger has that name. */
  getLoggerLevels(loggerName?: string, options?: CallOptions): Promise<admin.LoggerLevels | undefined>;
  /** Changes one logger, or all if no name is given. A level that is not given stays. */
  setLoggerLevel(levels: GivenLevels, options?: CallOptions): Promise<void>;
  /** VM ids with their names, and with the error of those that failed. */
  loadVMs(
    options?: CallOptions,
  ): Promise<{ newVMs: Record<string, string[]>; failedVMs: Record<string, string> }>;
  startCpuProfiler(options?: CallOptions): Promise<void>;
  /** The node writes `cpu.profile`. */
  stopCpuProfiler(options?: CallOptions): Promise<void>;
  /** The node writes `mem.profile`. */
  memoryProfile(options?: CallOptions): Promise<void>;
  /** The node writes `lock.profile`. */
  lockProfile(options?: CallOptions): Promise<void>;
}

interface GivenLevels {
  loggerName?: string;
  logLevel?: admin.LogLevel;
  displayLevel?: admin.LogLevel;
}

const PATH = "/ext/admin";

/** The admin API of a node, for the operator only. */
export function openAdminClient({ call }: Pick<NodeClient, "call">): AdminClient {
  const plain = (method: typeof admin.startCPUProfiler) => async (options?: CallOptions) =>
    void (await call(PATH, method, {}, options));
  return {
    alias: async (endpoint, alias, options) =>
      void (await call(PATH, admin.alias, { endpoint, alias }, options)),
    aliasChain: async (chain, alias, options) =>
      void (await call(PATH, admin.aliasChain, { chain, alias }, options)),
    async getChainAliases(blockchainId, options) {
      const params = { chain: formatId(blockchainId) };
      return (await call(PATH, admin.getChainAliases, params, options)).aliases ?? undefined;
    },
    async getLoggerLevels(loggerName, options) {
      try {
        return (await call(PATH, admin.getLoggerLevel, { loggerName }, options)).loggerLevels;
      } catch (error) {
        if (/^logger with name .* not found$/.test(rpcMessageOf(error) ?? "")) return undefined;
        throw error;
      }
    },
    setLoggerLevel: async (levels, options) => void (await call(PATH, admin.setLoggerLevel, levels, options)),
    async loadVMs(options) {
      const { newVMs, failedVMs = {} } = await call(PATH, admin.loadVMs, {}, options);
      return { newVMs, failedVMs };
    },
    startCpuProfiler: plain(admin.startCPUProfiler),
    stopCpuProfiler: plain(admin.stopCPUProfiler),
    memoryProfile: plain(admin.memoryProfile),
    lockProfile: plain(admin.lockProfile),
  };
}
