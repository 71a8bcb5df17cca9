import { toHex } from "../../avalanche/codec/bytes";
import { parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/l1-fees";
import type { Handler } from "../handler";
import { takePage } from "../page/page";
import { pointsBefore } from "../page/points";
import { readFeeDays } from "../staking/l1-fees";
import { requireL1 } from "../staking/l1s";

export const listL1Fees: Handler<typeof contract.listL1Fees> = ({ params, query, read }) =>
  read(async (context) => {
    const subnetId = parseId(params.subnetId);
    await requireL1(context, subnetId);
    const newestFirst = (await readFeeDays(context, { subnetId })).reverse();
    const { rows, nextPageToken } = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "l1 fees", subnetId: toHex(subnetId) },
      start: query.before,
      pageSize: query.pageSize,
      list: async (before, limit) => pointsBefore(newestFirst, before, limit),
      cursorOf: ({ timestamp }) => timestamp,
    });
    return {
      nextPageToken,
      points: rows.map(({ timestamp, fees, cumulative, payers }) => ({
        timestamp,
        feesNavax: fees.toString(),
        cumulativeNavax: cumulative.toString(),
        payingValidators: payers,
      })),
    };
  });
