import { equalBytes } from "../../avalanche/codec/bytes";
import { formatAddress, formatId } from "../../avalanche/ids";
import { utxoId } from "../../avalanche/utxo/utxo";
import type * as contract from "../../contract/data/primary-network-activity";
import { MAX_SENT_ADDRESSES } from "../../contract/data/primary-network-utxos";
import { InputError } from "../../errors";
import { findAddresses } from "../../store/queries/by-key";
import { listTxs, readTxs } from "../../store/queries/tx";
import { readConsumed, readEmitted, readLearned } from "../../store/queries/utxo";
import { heightOf, unpackBytes } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { ADDRESS_BYTES, blockchainIdOf, GENESIS_TX_ID } from "../present/utxo/stored-output";
import { CHAINS, type Chain } from "../request/chains";
import { readOwners, requireChain, requireNetwork } from "../request/network";

export const getChainIdsForAddresses: Handler<typeof contract.getChainIdsForAddresses> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    const { network } = context;
    requireNetwork(network, params.network);
    const addresses = [];
    for (const owner of readOwners(network, query.addresses)) {
      const blockchainIds: string[] = [];
      for (const chain of Object.values(CHAINS)) {
        if ((await findLastPosition(context, chain, [owner])) === undefined) continue;
        blockchainIds.push(formatId(blockchainIdOf(network, chain.code)));
      }
      if (blockchainIds.length > 0)
        addresses.push({ address: formatAddress(network.hrp, owner), blockchainIds });
    }
    return { addresses };
  });

export const getLastActivityTimestampByAddresses: Handler<
  typeof contract.getLastActivityTimestampByAddresses
> = ({ params, query, read }) =>
  read((context) => readLast(context, params, readOwners(context.network, query.addresses)));

export const getLastActivityTimestampByAddressesV2: Handler<
  typeof contract.getLastActivityTimestampByAddressesV2
> = ({ params, sent, read }) =>
  read((context) =>
    readLast(context, params, readOwners(context.network, sent.addresses, MAX_SENT_ADDRESSES)),
  );

const EVERYWHERE = {
  from: Number.MIN_SAFE_INTEGER,
  below: Number.MAX_SAFE_INTEGER,
  order: "desc",
} as const;

/** Position of the newest transaction that created or spent outputs of the addresses, if any. */
async function findLastPosition(
  { db }: RequestContext,
  chain: Chain,
  addresses: readonly Uint8Array[],
): Promise<number | undefined> {
  const addressIds = (await findAddresses(db, addresses)).map(({ id }) => id);
  const [last] = await listTxs(db, { chain: chain.code, range: EVERYWHERE, limit: 1, addressIds });
  return last;
}

async function readLast(
  context: RequestContext,
  params: { network: string; blockchainId: string },
  addresses: readonly Uint8Array[],
): Promise<contract.LastActivity> {
  const { db, network } = context;
  requireNetwork(network, params.network);
  const chain = requireChain(network, params.blockchainId);
  const position = await findLastPosition(context, chain, addresses);
  if (position === undefined) {
    const whose = addresses.length === 1 ? "the address" : `any of the ${addresses.length} addresses`;
    throw new InputError("NOT_FOUND", `no ${chain.title} transaction created or spent outputs of ${whose}`);
  }
  const isOwn = ({ owners }: { owners: Uint8Array }) =>
    unpackBytes(owners, ADDRESS_BYTES).some((owner) => addresses.some((each) => equalBytes(owner, each)));
  const made = (await readEmitted(db, chain.code, [position])).findLast(isOwn);
  const spent = [
    ...(await readConsumed(db, chain.code, [position])),
    ...(await readLearned(db, chain.code, [position])),
  ].findLast(isOwn);
  const output = made ?? spent;
  const tx = (await readTxs(db, chain.code, [position])).get(position);
  return {
    timestamp: tx?.time ?? made?.created_time ?? context.dialect.unknownNumber,
    blockNumber: position < 0 ? "" : String(heightOf(position)),
    txHash: formatId(tx?.tx_id ?? GENESIS_TX_ID),
    utxoId: formatId(utxoId(output?.tx_id ?? GENESIS_TX_ID, output?.output_index ?? 0)),
    isConsumed: made === undefined,
    chainName: chain.name,
    network: network.servedAs,
  };
}
