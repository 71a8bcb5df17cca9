import { fromHex } from "../../avalanche/codec/bytes";
import { type EvmClient, lacksState } from "../../client/evm";
import type { BalancePoint } from "../../contract/firn/balances";
import { findFirstBlock, readBlock } from "../../store/queries/evm/block";
import { findChainEnd } from "../../store/queries/evm/figures";
import { findLastBefore } from "../../store/queries/evm/series";
import type { EvmContext } from "../handler";
import { DAY_SECONDS, listDays } from "../page/days";
import { takePage } from "../page/page";

/** Most balances that the node is asked for at once. */
const MOST_DAYS = 100;

/** A day, and the block that is the last one before its end. */
interface DayEnd {
  /** When it starts, unix seconds. */
  timestamp: number;
  height: number;
}

/** Some days of a chain, and the node to ask about them. */
interface Days {
  rows: DayEnd[];
  nextPageToken: string | undefined;
  client: EvmClient;
}

interface DaysQuery {
  account: string;
  before: number | undefined;
  pageToken: string | undefined;
  pageSize: number;
}

/** A page of the UTC days from the first stored block to the newest one, newest first. */
export async function takeDays(
  { db, pageTokens, evmChainId, nodes, facts }: EvmContext,
  { account, before, pageToken, pageSize }: DaysQuery,
): Promise<Days> {
  const oldest = await findFirstBlock(db);
  // The time of a genesis is whatever its author wrote.
  const first = oldest?.height === 0 ? ((await readBlock(db, 1)) ?? oldest) : oldest;
  const newest = await findChainEnd(db);
  const page = await takePage<DayEnd>({
    tokens: pageTokens,
    token: pageToken,
    canonical: { endpoint: "balances", evmChainId, account },
    start: before,
    pageSize: Math.min(pageSize, MOST_DAYS),
    async list(end, limit) {
      if (first === undefined || newest === undefined) return [];
      const days = listDays({ first: first.time, last: newest.time }, { end, limit });
      const ends = days.map(async (timestamp) => {
        const last = await findLastBefore(db, timestamp + DAY_SECONDS);
        return last === undefined ? [] : [{ timestamp, height: last.height }];
      });
      return (await Promise.all(ends)).flat();
    },
    cursorOf: ({ timestamp }) => timestamp,
  });
  return { ...page, client: nodes.client(facts) };
}

/**
 * The balances of an account after the last blocks of days, in one batch; of several days without blocks one is asked. A
 * block whose state the node has not kept has none.
 * @throws NodeError if the node does not answer
 */
export async function askDays(
  { rows, client }: Pick<Days, "rows" | "client">,
  account: string,
): Promise<BalancePoint[]> {
  const heights = [...new Set(rows.map(({ height }) => height))];
  const questions = heights.map((height) => ({ account: fromHex(account), height }));
  const answers = await client.findBalances(questions).catch((error) => {
    if (lacksState(error)) return [];
    throw error;
  });
  const balances = new Map(heights.map((height, index) => [height, answers[index]]));
  return rows.map(({ timestamp, height }) => {
    const balance = balances.get(height);
    return {
      timestamp,
      blockNumber: String(height),
      ...(balance !== undefined && { balance: String(balance) }),
    };
  });
}
