import { equalBytes } from "../../avalanche/codec/bytes";
import { effectsOfKind } from "../../avalanche/effects";
import { formatId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import { effectsOf } from "../../avalanche/p/txs";
import type * as contract from "../../contract/data/blockchains";
import { InputError } from "../../errors";
import { findBlockchain, listBlockchains as listRows } from "../../store/queries/subnet";
import type { Handler, RequestContext } from "../handler";
import { rangeOfAll } from "../page/creations";
import { takePage } from "../page/page";
import { presentBlockchain, presentPChain } from "../present/network/blockchain";
import { presentGenesisData } from "../present/network/genesis-data";
import { blockchainIdOf } from "../present/utxo/stored-output";
import { CHAINS } from "../request/chains";
import { requireNetwork } from "../request/network";
import { requireBeginning } from "../transactions/genesis-blocks";
import { decodePTxs } from "../transactions/p-facts";

export const listBlockchains: Handler<typeof contract.listBlockchains> = ({ params, query, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    await requireBeginning(context, CHAINS.p);
    const { sortOrder } = query;
    const { rows, nextPageToken } = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "blockchains", sortOrder, dialect: context.dialect.name },
      start: undefined,
      pageSize: query.pageSize,
      list: (cursor, limit) => listRows(context.db, { range: rangeOfAll(sortOrder, cursor), limit }),
      cursorOf: ({ position }) => position,
    });
    return { nextPageToken, blockchains: rows.map((row) => presentBlockchain(context.dialect, row)) };
  });

export const getBlockchainById: Handler<typeof contract.getBlockchainById> = ({ params, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const named = Object.values(CHAINS).find(({ name }) => name === params.blockchainId);
    const blockchainId = named ? blockchainIdOf(context.network, named.code) : parseId(params.blockchainId);
    if (equalBytes(blockchainId, PRIMARY_NETWORK_ID)) return presentPChain(context);
    const row = await findBlockchain(context.db, blockchainId);
    if (row === undefined)
      throw new InputError("NOT_FOUND", `no blockchain ${formatId(blockchainId)} is indexed`);
    return {
      ...presentBlockchain(context.dialect, row),
      genesisData: await readGenesisData(context, row.position),
    };
  });

async function readGenesisData(context: RequestContext, position: number) {
  const tx = (await decodePTxs(context, [position])).get(position)?.tx;
  const [created] = tx === undefined ? [] : effectsOfKind(effectsOf(tx), "blockchain.created");
  return created !== undefined ? presentGenesisData(context.dialect, created.genesisData) : undefined;
}
