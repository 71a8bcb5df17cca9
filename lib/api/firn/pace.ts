import * as contract from "../../contract/firn/pace";
import { listBlocks } from "../../store/queries/evm/block";
import { countTransactionsUntil } from "../../store/queries/evm/pace";
import type { Handler } from "../handler";

/** Counted by block time. A chain without blocks had no transactions at any time. */
export const getPace: Handler<typeof contract.getPace> = ({ params, query, service, readEvm }) =>
  readEvm(params.chainId, async ({ db }) => {
    const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
    const at = query.at ?? Math.floor(service.nowMs() / 1000);
    const until = await countTransactionsUntil(db, at);
    const spans = await Promise.all(
      contract.PACE_SECONDS.map(async (seconds) => ({
        seconds,
        transactions: until - (await countTransactionsUntil(db, at - seconds)),
      })),
    );
    return { at, ...(newest && { newest: newest.time }), spans };
  });
