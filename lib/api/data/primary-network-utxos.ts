import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { formatId, parseId } from "../../avalanche/ids";
import * as contract from "../../contract/data/primary-network-utxos";
import type { RouteValues } from "../../contract/route";
import { InputError } from "../../errors";
import { findAsset } from "../../store/queries/asset";
import { findOwners } from "../../store/queries/owner";
import { findTx } from "../../store/queries/tx";
import { listUtxos, streamsOn, type UtxoKey } from "../../store/queries/utxo-list";
import { CHAIN } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { takeExactPage } from "../page/page";
import { packUtxoKey, unpackUtxoKey } from "../page/utxo-cursor";
import { presentPUtxo } from "../present/utxo/p-utxo";
import { blockchainIdsOf, GENESIS_TX_ID } from "../present/utxo/stored-output";
import { presentUtxo } from "../present/utxo/utxo";
import { CHAINS, type Chain } from "../request/chains";
import { readOwners, requireChain, requireNetwork } from "../request/network";
import { requireBeginning } from "../transactions/genesis-blocks";
import { readPresenting } from "../transactions/utxo-facts";

export const getUtxosByAddresses: Handler<typeof contract.getUtxosByAddresses> = ({ params, query, read }) =>
  read((context) =>
    listPage(context, { params, query, addresses: readOwners(context.network, query.addresses) }),
  );

export const getUtxosByAddressesV2: Handler<typeof contract.getUtxosByAddressesV2> = ({
  params,
  query,
  sent,
  read,
}) =>
  read((context) => {
    const addresses = readOwners(context.network, sent.addresses, contract.MAX_SENT_ADDRESSES);
    return listPage(context, { params, query, addresses });
  });

type Asked = RouteValues<typeof contract.getUtxosByAddressesV2> & { addresses: readonly Uint8Array[] };

async function listPage(context: RequestContext, { params, query, addresses }: Asked) {
  const { db, network } = context;
  requireNetwork(network, params.network);
  const chain = requireChain(network, params.blockchainId);
  await requireBeginning(context, chain);
  const { sortBy, sortOrder: order } = query;
  const includeSpent = query.includeSpent === "true";
  const minAmount = BigInt(query.minUtxoAmount ?? 0);
  const asset = await readAssetFilter(context, chain, query.assetId);
  const owners = await findOwners(db, addresses);
  const page = await takeExactPage({
    tokens: context.pageTokens,
    token: query.pageToken,
    canonical: {
      endpoint: "utxos",
      chainName: chain.name,
      addresses: addresses.map(toHex).sort(),
      asset,
      sortBy,
      order,
      dialect: context.dialect.name,
      minAmount: minAmount.toString(),
      includeSpent: query.includeSpent,
    },
    start: query.before === undefined ? undefined : packUtxoKey(await readStart(context, query.before)),
    pageSize: query.pageSize,
    list: (cursor, limit) => {
      const streams = streamsOn(chain.code, blockchainIdsOf(network));
      const list = { owners, streams, includeSpent, asset, minAmount, sortBy, order };
      return listUtxos(db, list, { cursor: cursor === undefined ? undefined : unpackUtxoKey(cursor), limit });
    },
    cursorOf: (row) => packUtxoKey(row),
  });
  const as = await readPresenting(context, [{ effects: [], consumed: [], learned: [], emitted: page.rows }]);
  const chainInfo = { chainName: chain.name, network: network.servedAs };
  const { nextPageToken } = page;
  return chain === CHAINS.p
    ? { nextPageToken, utxos: page.rows.map((row) => presentPUtxo(as, row, "listed")), chainInfo }
    : { nextPageToken, utxos: page.rows.map((row) => presentUtxo(as, row)), chainInfo };
}

/** Row id of the asset; 0, which no asset has, when it is unknown. */
async function readAssetFilter(
  { db }: RequestContext,
  chain: Chain,
  assetId: string | undefined,
): Promise<number | undefined> {
  if (assetId === undefined) return undefined;
  if (chain !== CHAINS.x)
    throw new InputError("BAD_PARAMETER", `assetId goes with x-chain only, not ${chain.name}`);
  const row = await findAsset(db, parseId(assetId));
  if (row !== undefined) return row.id;
  throw new InputError("NOT_FOUND", `no asset ${formatId(parseId(assetId))} is indexed`);
}

/** The output named by `before`, created on any chain. */
async function readStart({ db }: RequestContext, before: string): Promise<UtxoKey> {
  const { txHash, outputIndex } = contract.parseOutputName(before);
  const txId = parseId(txHash);
  // Allocations of the P-Chain's genesis come first.
  if (equalBytes(txId, GENESIS_TX_ID)) return { chain: CHAIN.p, position: 0, output_index: outputIndex };
  for (const { code } of Object.values(CHAINS)) {
    const row = await findTx(db, code, txId);
    if (row !== undefined) return { chain: code, position: row.position, output_index: outputIndex };
  }
  throw new InputError(
    "BAD_PARAMETER",
    `before must name an output of an indexed transaction, not ${before}`,
  );
}
