import { z } from "zod";
import { evmChainIdParameter } from "../data/evm";
import { route } from "../route";
import { CHAIN_INTERVALS, metricValue } from "./chain-metrics";
import { olderQuery, olderSeries } from "./chain-throughput";
import type { ChainMetric, RollingMetric } from "./metrics";

/** The older addresses of the series of `/v2/chains`, answered like `/v1/avg_tps`: all from the same numbers. */

function seriesOf(path: string, operationId: string, metric: ChainMetric) {
  return {
    metric,
    ...route({
      method: "get",
      path: `/v1/${path}/{chainId}`,
      api: "metrics",
      operationId,
      tag: path.startsWith("cumulative") ? "Cumulative" : "Chain Throughput",
      summary: `Get ${metric} of a chain`,
      description: `The series of /v2/chains/{chainId}/metrics/${metric}.`,
      deprecated: true,
      params: z.object({ chainId: evmChainIdParameter }),
      query: olderQuery.extend({
        interval: z
          .enum(CHAIN_INTERVALS)
          .describe(`one of ${CHAIN_INTERVALS.join(", ")}`)
          .default("day"),
      }),
      response: olderSeries,
    }),
  };
}
export type OlderSeries = ReturnType<typeof seriesOf>;

export const OLDER_SERIES = {
  getActiveSenders: seriesOf("active_senders", "getActiveSenders", "activeSenders"),
  getActiveAddresses: seriesOf("active_addresses", "getActiveAddresses", "activeAddresses"),
  getGasUsed: seriesOf("gas_used", "getGasUsed", "gasUsed"),
  getTxCount: seriesOf("tx_count", "getTxCount", "txCount"),
  getAvgGps: seriesOf("avg_gps", "getAvgGps", "avgGps"),
  getMaxGps: seriesOf("max_gps", "getMaxGps", "maxGps"),
  getMaxTps: seriesOf("max_tps", "getMaxTps", "maxTps"),
  getAvgGasPrice: seriesOf("avg_gas_price", "getAvgGasPrice", "avgGasPrice"),
  getMaxGasPrice: seriesOf("max_gas_price", "getMaxGasPrice", "maxGasPrice"),
  getCumulativeAddresses: seriesOf("cumulative/addresses", "getCumulativeAddresses", "cumulativeAddresses"),
  getCumulativeContracts: seriesOf("cumulative/contracts", "getCumulativeContracts", "cumulativeContracts"),
  getCumulativeTxCount: seriesOf("cumulative/tx_count", "getCumulativeTxCount", "cumulativeTxCount"),
  getCumulativeDeployers: seriesOf("cumulative/deployers", "getCumulativeDeployers", "cumulativeDeployers"),
} as const;

function windowsOf(path: string, operationId: string, metric: RollingMetric) {
  return {
    metric,
    ...route({
      method: "get",
      path: `/v1/${path}/{chainId}/rollingWindow`,
      api: "metrics",
      operationId,
      tag: "Chain Throughput",
      summary: `Get ${metric} of a chain in rolling windows`,
      description: `Some of the windows of /v2/chains/{chainId}/rollingWindowMetrics/${metric}.`,
      deprecated: true,
      params: z.object({ chainId: evmChainIdParameter }),
      query: z.object({}),
      response: z
        .object({
          result: z.object({
            last_hour: metricValue.optional(),
            last_day: metricValue.optional(),
            last_month: metricValue.optional(),
            last_year: metricValue.optional(),
            all_time: metricValue.optional(),
          }),
          status: z.int(),
          /** When the newest block was stored, unix seconds. */
          lastRun: z.int().optional(),
        })
        .meta({ id: "RollingWindowResponse" }),
    }),
  };
}
export type OlderWindows = ReturnType<typeof windowsOf>;

export const OLDER_WINDOWS = {
  getRollingWindowGasUsed: windowsOf("gas_used", "getRollingWindowGasUsed", "gasUsed"),
  getRollingWindowTxCount: windowsOf("tx_count", "getRollingWindowTxCount", "txCount"),
  getRollingWindowAvgGps: windowsOf("avg_gps", "getRollingWindowAvgGps", "avgGps"),
  getRollingWindowMaxGps: windowsOf("max_gps", "getRollingWindowMaxGps", "maxGps"),
  getRollingWindowAvgTps: windowsOf("avg_tps", "getRollingWindowAvgTps", "avgTps"),
  getRollingWindowMaxTps: windowsOf("max_tps", "getRollingWindowMaxTps", "maxTps"),
  getRollingWindowAvgGasPrice: windowsOf("avg_gas_price", "getRollingWindowAvgGasPrice", "avgGasPrice"),
  getRollingWindowMaxGasPrice: windowsOf("max_gas_price", "getRollingWindowMaxGasPrice", "maxGasPrice"),
} as const;
