import { formatId } from "../avalanche/ids";
import * as admin from "../contract/node/admin";
import type { NodeClient } from "./node";
import { rpcMessageOf } from "./rpc";

interface CallOptions {
  signal?: AbortSignal | undefined;
}

/**
 * A node's admin API. Nothing it does is asked twice: the node client it is made of must not retry.
 * Every call throws NodeError ADMIN_DISABLED where the node was started without it, otherwise as `callRpc` says.
 */
export interface AdminClient {
  /** Serves `/ext/<endpoint>` and what is below it at `/ext/<alias>` too. */
  alias(endpoint: string, alias: string, options?: CallOptions): Promise<void>;
  /** @param chain a blockchain's id or any name the node knows it by */
  aliasChain(chain: string, alias: string, options?: CallOptions): Promise<void>;
  /** All names of a blockchain, its id among them; undefined when the node does not know it. */
  getChainAliases(blockchainId: Uint8Array, options?: CallOptions): Promise<string[] | undefined>;
  /** Of all loggers, or of one; undefined when there is none of that name. */
  getLoggerLevels(loggerName?: string, options?: CallOptions): Promise<admin.LoggerLevels | undefined>;
  /** Of one logger, or of all without a name; a level that is not given stays. */
  setLoggerLevel(levels: GivenLevels, options?: CallOptions): Promise<void>;
  /** VM ids to names, and to what went wrong. */
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

/** The admin API of a node. Only the operator has business with it. */
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
