import { parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/p-transactions";
import { findTxs } from "../../store/queries/by-key";
import { CHAIN } from "../../store/rows/columns";
import type { Handler } from "../handler";
import { READ_TXS } from "../transactions/txs";

export const listPTransactions: Handler<typeof contract.listPTransactions> = ({ query, read }) =>
  read(async (context) => {
    const rows = await findTxs(context.db, query.ids.split(",").map(parseId));
    const positions = rows.flatMap(({ chain, position }) => (chain === CHAIN.p ? [position] : []));
    return {
      transactions: await READ_TXS.p(
        context,
        [...new Set(positions)].sort((a, b) => b - a),
      ),
    };
  });
