import type * as contract from "../../contract/metrics/chain-throughput";
import { findLastStoredAt, listDays } from "../../store/queries/evm/series";
import type { Handler } from "../handler";
import { takePage } from "../page";

const DAYS_PER_PAGE = 100;

export const getAvgTps: Handler<typeof contract.getAvgTps> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async ({ db, dialect, evmChainId, pageTokens }) => {
    const { from, to, pageToken, startKey } = query;
    const { rows, nextPageToken } = await takePage({
      tokens: pageTokens,
      token: pageToken ?? startKey,
      canonical: { endpoint: "avg tps", evmChainId, from, to, dialect: dialect.name },
      start: to,
      pageSize: DAYS_PER_PAGE,
      list: (before, limit) => listDays(db, { from: from ?? 0, before, limit }),
      cursorOf: ({ start }) => start,
    });
    const storedAtMs = await findLastStoredAt(db);
    return {
      results: rows.map(({ start, transactions, seconds }) => ({
        timestamp: start,
        value: transactions / seconds,
      })),
      status: 200,
      ...(storedAtMs === undefined ? {} : { lastRun: Math.floor(storedAtMs / 1_000) }),
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
      ...(nextPageToken === undefined || startKey === undefined ? {} : { nextPageStartKey: nextPageToken }),
    };
  });
