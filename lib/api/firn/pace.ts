import * as contract from "../../contract/firn/pace";
import { listBlocks } from "../../store/queries/evm/block";
import { countTransactionsUntil } from "../../store/queries/evm/pace";
import { countedTime } from "../evm/history";
import type { Handler } from "../handler";

/** Counted by block time. A chain without blocks had no transactions at any time. */
export const getPace: Handler<typeof contract.getPace> = ({ params, query, service, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { db } = context;
    const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
    const at = query.at ?? Math.floor(service.nowMs() / 1000);
    const counted = await countedTime(context);
    const isCounted = (seconds: number) =>
      at - seconds + 1 >= counted.from && (newest?.time ?? 0) < counted.to;
    const until = await countTransactionsUntil(db, at);
    const spans = await Promise.all(
      contract.PACE_SECONDS.filter(isCounted).map(async (seconds) => ({
        seconds,
        transactions: until - (await countTransactionsUntil(db, at - seconds)),
      })),
    );
    return { at, ...(newest && { newest: newest.time }), spans };
  });
