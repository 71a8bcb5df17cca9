import { toHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/data/primary-network-transactions";
import { InputError } from "../../errors";
import { findAddresses } from "../../store/queries/by-key";
import { listStakes, RUNNING } from "../../store/queries/stake-list";
import type { Handler } from "../handler";
import { takeSnapshotPage } from "../page/snapshot-page";
import { CHAINS } from "../request/chains";
import { readAddresses, requireChain, requireNetwork } from "../request/network";
import { txTypeIds } from "../request/tx-types";
import { readStakeStart } from "../staking/stake-start";
import { READ_TXS } from "../transactions/txs";

export const listActivePrimaryNetworkStakingTransactions: Handler<
  typeof contract.listActivePrimaryNetworkStakingTransactions
> = ({ params, query, read }) =>
  read(async (context) => {
    const { db, network, dialect } = context;
    requireNetwork(network, params.network);
    const chain = requireChain(network, params.blockchainId);
    if (chain !== CHAINS.p)
      throw new InputError("BAD_PARAMETER", `blockchainId must be p-chain or its id, not ${chain.name}`);
    const addresses =
      query.addresses === undefined ? undefined : readAddresses(network, chain, query.addresses);
    const typeIds = query.txTypes === undefined ? undefined : txTypeIds(chain, dialect, query.txTypes);
    const { startTimestamp: from, endTimestamp: before, sortOrder: order } = query;
    const filter = {
      typeIds,
      from,
      before,
      order,
      statuses: RUNNING,
      staked: true,
      touching: addresses && (await findAddresses(db, addresses)).map(({ id }) => id),
    };
    const { rows, nextPageToken } = await takeSnapshotPage(context, {
      token: query.pageToken,
      canonical: {
        endpoint: "staking",
        from,
        before,
        order,
        typeIds: typeIds?.join(),
        addresses: addresses?.map(toHex).sort(),
      },
      pageSize: query.pageSize,
      list: async (at, page) => {
        const cursor = page.cursor ?? (await readStakeStart(context, query, at));
        return listStakes(db, { ...filter, ...page, cursor, at });
      },
      idOf: ({ id }) => id,
    });
    return {
      nextPageToken,
      transactions: await READ_TXS.p(
        context,
        rows.map(({ position }) => position),
      ),
      chainInfo: { chainName: chain.name, network: network.servedAs },
    };
  });
