import { toHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/firn/exports";
import { findOwners } from "../../store/queries/owner";
import { listUtxos, streamsOfExports } from "../../store/queries/utxo-list";
import type { Handler } from "../handler";
import { takeExactPage } from "../page/page";
import { packUtxoKey, unpackUtxoKey } from "../page/utxo-cursor";
import { blockchainIdsOf } from "../present/utxo/stored-output";
import { presentUtxo } from "../present/utxo/utxo";
import { readOwners } from "../request/network";
import { readPresenting } from "../transactions/utxo-facts";

export const listExports: Handler<typeof contract.listExports> = ({ query, read }) =>
  readExports(read, query);

type Asked = Parameters<typeof listExports>[0];

/** What addresses exported and nobody imported, oldest first. @throws InputError BAD_PARAMETER */
export function readExports(read: Asked["read"], query: Asked["query"]): ReturnType<typeof listExports> {
  return read(async (context) => {
    const { db, network, pageTokens } = context;
    const addresses = readOwners(network, query.addresses);
    const owners = await findOwners(db, addresses);
    const { rows, nextPageToken } = await takeExactPage({
      tokens: pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "exports", addresses: addresses.map(toHex).sort() },
      start: undefined,
      pageSize: query.pageSize,
      list: (cursor, limit) =>
        listUtxos(
          db,
          {
            owners,
            streams: streamsOfExports(blockchainIdsOf(network)),
            includeSpent: false,
            asset: undefined,
            minAmount: 0n,
            sortBy: "timestamp",
            order: "asc",
          },
          { cursor: cursor === undefined ? undefined : unpackUtxoKey(cursor), limit },
        ),
      cursorOf: (row) => packUtxoKey(row),
    });
    const as = await readPresenting(context, [{ effects: [], consumed: [], learned: [], emitted: rows }]);
    return {
      ...(nextPageToken !== undefined && { nextPageToken }),
      exports: rows.map((row) => presentUtxo(as, row)),
    };
  });
}
